"""``make storm``: run all campaigns, a case of each in turn, for an hour or as long as told; go on where it was.

    make storm                                  an hour
    make storm ARGS="--minutes 10 documents"    ten minutes of one campaign
    make storm ARGS="--seed 17 kills"           one case again

What was tried and found is kept in build/storm.json, and told at the end; `--page` writes docs/storm.md. The exit
status is 1 if a campaign found anything.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic

from tests.storm import (
    brokers,
    files,
    floods,
    leagues,
    lone_robots,
    phones,
    programs,
    replays,
    soak,
    tables,
    visitors,
    wires,
    wizards,
)
from tests.storm.campaign import Campaign, Log, play_case, play_next
from tests.storm.report import page, table

ROOT = Path(__file__).parents[2]
CAMPAIGNS: tuple[Campaign, ...] = (
    *files.CAMPAIGNS,
    *wires.CAMPAIGNS,
    *programs.CAMPAIGNS,
    *tables.CAMPAIGNS,
    *floods.CAMPAIGNS,
    *visitors.CAMPAIGNS,
    *phones.CAMPAIGNS,
    *brokers.CAMPAIGNS,
    *replays.CAMPAIGNS,
    *wizards.CAMPAIGNS,
    *lone_robots.CAMPAIGNS,
    *leagues.CAMPAIGNS,
    *soak.CAMPAIGNS,
)


def main() -> int:
    """Run them. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="make storm", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    names = [campaign.name for campaign in CAMPAIGNS]
    parser.add_argument("campaigns", nargs="*", metavar="CAMPAIGN", help=f"some of {', '.join(names)}; default: all")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (default: 60)")
    parser.add_argument("--seed", type=int, help="only this case of each, and nothing is kept")
    parser.add_argument("--log", type=Path, default=ROOT / "build" / "storm.json", help="where it goes on from")
    parser.add_argument("--page", action="store_true", help="write docs/storm.md")
    args = parser.parse_args()
    unknown = sorted(set(args.campaigns) - set(names))
    if unknown or args.minutes < 0:
        print(f"make storm: there is no campaign {', '.join(unknown)}; there are {', '.join(names)}")
        return 2
    chosen = [campaign for campaign in CAMPAIGNS if not args.campaigns or campaign.name in args.campaigns]
    if args.seed is not None:
        cases = [play_case(campaign, args.seed) for campaign in chosen]
        for case in cases:
            print(*(f"{number} {what}" for what, number in case.tried.items()), *case.found, sep="\n")
        return 1 if any(case.found for case in cases) else 0
    log = Log(args.log)
    _storm(chosen, log, monotonic() + args.minutes * 60)
    print(table(CAMPAIGNS, log))
    if args.page:
        (ROOT / "docs" / "storm.md").write_text(page(CAMPAIGNS, log), encoding="utf-8")
    return 1 if any(kept.found for kept in log.kept.values()) else 0


def _storm(chosen: list[Campaign], log: Log, until: float) -> None:
    """Give each campaign the same share of the time."""
    while monotonic() < until:
        campaign = min(chosen, key=lambda one: log.of(one.name).seconds)
        case = play_next(campaign, log)
        for found in case.found:
            print(f"{campaign.name}: {found}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
