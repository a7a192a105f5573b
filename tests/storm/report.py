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
- soak: six games one after another took 297 MB and take 227 MB: threads share two arenas. A day of 380 games, of
  which 38 with simulated camera and robots, and 1,140 phones: 240 MB after 10 games, 316 MB after 50, 319 to 331 MB
  from then on; 6 descriptors and 1 thread after each part.

Left: the emergency stop was flooded from addresses of one machine only; a bad network in the room, cameras on the
net, brokers under floods of many publishers and a phone's browser with thousands of players were not tried. Rows
beside hands and cameras take 10 to 20 s each, so there are fewer of them.

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
