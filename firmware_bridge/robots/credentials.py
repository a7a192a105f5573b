"""A broker's user and secret: from the environment or from a file that nobody else can read, and from nowhere else.

They are in no address, no table file, no record and on no command line. The file (YAML)::

    user: golem
    password: "..."
    ca: club-ca.pem        # may be left out: who signed the broker's certificate
    robots:                # may be left out: the secrets of robots that a gateway speaks for
      red: "..."
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from boards.base.errors import Problem, Problems
from boards.base.yaml_messages import redacted
from boards.base.yaml_reader import Section, read_document
from firmware_bridge.channels.mosquitto import robot_user
from firmware_bridge.robots.credential_messages import CredentialMistake

USER_VARIABLE = "GOLEM_MQTT_USER"
PASSWORD_VARIABLE = "GOLEM_MQTT_PASSWORD"
FILE_VARIABLE = "GOLEM_MQTT_FILE"
CA_VARIABLE = "GOLEM_MQTT_CA"

_OTHERS = 0o077


@dataclass(frozen=True)
class Login:
    """A broker's user and secret. Never part of a URL, which is written to files and shown."""

    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: str | None = None
    """File of the authority that signed the broker's certificate; None: those that the system trusts."""
    robots: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Robot -> its own secret, for a gateway."""

    def of_robot(self, table: str, robot: str) -> Login:
        """Return what a gateway comes with for this robot: as the robot itself, if its secret is known."""
        secret = self.robots.get(robot)
        return self if secret is None else Login(robot_user(table, robot), secret, self.ca)


def login_of(environment: Mapping[str, str], file: Path | None = None, ca: Path | None = None) -> Login | None:
    """Who we are to a broker; None: nobody said. `file` and `ca` go before the environment's. Raises Problems."""
    found: list[Problem] = []
    login = Login()
    named = environment.get(FILE_VARIABLE)
    if file is None and named:
        file = Path(named)
    if file is not None:
        try:
            login = read_secrets(file)
        except Problems as problems:
            found += problems.problems
    else:
        user, password = environment.get(USER_VARIABLE), environment.get(PASSWORD_VARIABLE)
        if user and password:
            login = Login(user, password)
        elif user or password:
            missing = PASSWORD_VARIABLE if user else USER_VARIABLE
            found.append(Problem(missing, CredentialMistake.HALF_ENVIRONMENT()))
    authority = str(ca) if ca is not None else environment.get(CA_VARIABLE) or login.ca
    if authority is not None and not Path(authority).is_file():
        found.append(Problem(authority, CredentialMistake.NO_AUTHORITY()))
    if found:
        raise Problems(found)
    login = Login(login.user, login.password, authority, login.robots)
    return None if login == Login() else login


def read_secrets(path: Path) -> Login:
    """Read a file of secrets. Raises Problems, also if other people could read it; they never show what is in it."""
    check_private(path)
    try:
        return read_document(path, lambda top: _login(top, path.parent))
    except Problems as problems:
        raise Problems([redacted(problem) for problem in problems.problems]) from None


def check_private(path: Path) -> None:
    """Raise Problems if other people of this computer may read or change the file."""
    if os.name != "posix" or not path.is_file():
        return
    mode = path.stat().st_mode & 0o777
    if mode & _OTHERS:
        raise Problems([Problem(str(path), CredentialMistake.NOT_PRIVATE(mode=f"{mode:03o}", file=str(path)))])


def _login(top: Section, folder: Path) -> Login:
    user = top.text("user") if top.has("user") else None
    password = top.text("password") if top.has("password") else None
    if (user is None) != (password is None):
        top.problem("user" if user is None else "password", CredentialMistake.HALF())
    ca = str(folder / top.text("ca")) if top.has("ca") else None
    if ca is not None and not Path(ca).is_file():
        top.problem("ca", CredentialMistake.NO_AUTHORITY())
    section = top.section("robots") if top.has("robots") else None
    robots = {} if section is None else {name: section.text(name) for name in section.keys()}  # noqa: SIM118
    return Login(user, password, ca, robots)
