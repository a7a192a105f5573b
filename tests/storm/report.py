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

The links between table and robots have runs of their own: [torture.md](torture.md).

Found by these campaigns and mended since: a puzzle whose solution is not a list of rows ended in a TypeError; YAML
scalars such as `0b101`, `!!int ""` and `!!bool maybe` ended in a traceback of the YAML library. The table counts from
after that.

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
