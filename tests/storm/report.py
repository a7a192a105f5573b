"""What the campaigns have come to, for people."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence

from tests.storm.campaign import Campaign, Log

HEAD = """# Storm

`make storm` runs these campaigns for an hour, or as long as `ARGS="--minutes N"` says, in parts that go on where they
were (build/storm.json). Each case has a seed: `make storm ARGS="--seed 17 kills"` plays it again. An oracle judges
each; whatever it does not expect is a finding, and the exit status is 1. A few cases, with seeds of the day, run in
`make test`. `make storm ARGS="--page --minutes 0"` writes this page.

`soak` plays one day in one process: run it by itself. `GOLEM_SOAK=FILE` keeps what the process held after each part.

The links between table and robots have runs of their own: [torture.md](torture.md).

Found by these campaigns and mended since. The last column of the table counts what is open:

- documents: a puzzle whose solution is not a list of rows ended in a TypeError; YAML scalars such as `0b101`, `!!int
  ""` and `!!bool maybe` ended in a traceback of the YAML library.
- floods: 511 half-open connections answered 503 to everybody, the emergency stop included; a client that left in the
  middle of a command, and nonsense behind a request that was still answered, printed a traceback each in the table's
  terminal.
- visitors: the name of a record that is too long, a code in another script than Latin, and half a character
  (`\\ud800`) in a wish were answered with 500.
- a terminal that is closed in mid-game, a second Ctrl-C in the last steps, and Ctrl-C in a league on several workers
  showed tracebacks.
- brokers: a robot's own secret let it keep any number of retained faults and subscriptions in mosquitto (94 MB after
  20,000 and 50,000 of them, now 8 MB) and of messages in the embedded broker (373 MB, now 35 MB), which also threw a
  robot out for a stranger with its client id, kept 36 kB of each wrong guess, and answered nobody for 8 s and more. 128
  half-open connections from four addresses kept every robot out of the door to the network.
- leagues: a Dask scheduler that was killed showed its traceback, a frozen one was waited for without end.
- crowds: thirty wrong codes of one guesser kept every phone out for a minute.
- replays: a record that was removed while it was asked for, and a game that was closed after its record was replaced,
  were answered with 500; the pages of a closed game were kept.
- wizards: a full disk and a robot's address that is none were answered with 500; the latter left a table file that no
  table reads.
- tracks: any way that a robot told was believed, and others were let go on by it.
- soak: six games one after another took 297 MB and take 227 MB: threads share two arenas. A day's memory rose by steps
  from 240 to 331 MB: the simulator kept the printed pictures of two kits and the noise of two cameras, and keeps one
  of each. A day of 400 games since: 233 MB after 10 games, then 221 to 252 MB; descriptors and threads as after its
  beginning.

Left: the emergency stop was flooded from addresses of one machine only; a bad network in the room, cameras on the
net and a phone's browser with thousands of players on its screen were not tried. Rows beside hands, cameras and clocks
take 10 to 20 s each, so there are fewer of them.

"""


def table(campaigns: Sequence[Campaign], log: Log) -> str:
    lines = ["| campaign | what | what must hold | cases | minutes | tried | found |", "|---|---|---|---|---|---|---|"]
    for campaign in campaigns:
        kept = log.of(campaign.name)
        tried = ", ".join(f"{number:,} {what}" for what, number in sorted(kept.tried.items()))
        cells = (
            campaign.name,
            campaign.what,
            campaign.oracle,
            f"{kept.next_seed - 1:,}",
            f"{kept.seconds / 60:.1f}",
            tried,
        )
        lines.append(f"| {' | '.join(cells)} | {len(kept.found)} |")
    return "\n".join(lines)


def page(campaigns: Sequence[Campaign], log: Log) -> str:
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}."
    return f"{HEAD}{table(campaigns, log)}\n\n{machine}\n"
