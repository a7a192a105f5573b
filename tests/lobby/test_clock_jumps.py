"""A clock that jumps by days, of the process that serves and of the browser: nothing is lost, nobody is put out."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import expect

from controller.journal import read_record
from tests.support.chromium import SCENE_S
from tests.support.door_pages import Stage, button, lay, person, programs_of

DAY_S = 86_400
SHIM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

/* The wall clock of this process is ahead by as many seconds as a file says; other clocks are not. */
static long ahead(void) {
    long seconds = 0;
    FILE *file = fopen(getenv("CLOCK_AHEAD"), "r");
    if (file) { if (fscanf(file, "%ld", &seconds) != 1) seconds = 0; fclose(file); }
    return seconds;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(clock, now);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += ahead();
    return done;
}
int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    int done = clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec; now->tv_usec = exact.tv_nsec / 1000;
    return done;
}
time_t time(time_t *into) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (into) *into = exact.tv_sec;
    return exact.tv_sec;
}
"""


class Clock:
    """The wall clock of processes that are started with this environment."""

    def __init__(self, folder: Path) -> None:
        source, library = folder / "clock.c", folder / "clock.so"
        source.write_text(SHIM, encoding="utf-8")
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self._file = folder / "ahead"
        self.jump(0)
        self.environment = {**os.environ, "LD_PRELOAD": str(library), "CLOCK_AHEAD": str(self._file)}

    def jump(self, ahead_s: int) -> None:
        """Set it so many seconds ahead of the true time."""
        new = self._file.with_suffix(".new")
        new.write_text(str(ahead_s), encoding="utf-8")
        new.replace(self._file)


@asynccontextmanager
async def front_door_process(clock: Clock, games: Path, port: int = 0) -> AsyncIterator[str]:
    """`golem` as a process; its address."""
    words = ["--port", str(port), "--no-browser", "--journals", str(games), "--language", "en"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-u", "-m", "controller", *words, stdout=subprocess.PIPE, env=clock.environment
    )
    try:
        assert process.stdout is not None
        told = ""
        while (found := re.search(r"http://[^\s]+/", told)) is None:
            line = await process.stdout.readline()
            assert line, told
            told += line.decode()
        yield found[0]
    finally:
        process.terminate()
        await process.wait()


def test_a_clock_that_jumps_by_days_changes_nothing(stage: Stage, tmp_path: Path) -> None:
    clock = Clock(tmp_path)
    # The clock of a process really jumps.
    clock.jump(400 * DAY_S)
    read = [sys.executable, "-c", "import time; print(time.time())"]
    told = subprocess.run(read, env=clock.environment, capture_output=True, text=True, check=True).stdout
    true = subprocess.run(read, capture_output=True, text=True, check=True).stdout
    assert 399 * DAY_S < float(told) - float(true) < 401 * DAY_S
    clock.jump(0)
    games = tmp_path / "games"

    async def evening() -> None:
        async with person(stage.browser) as page:
            async with front_door_process(clock, games) as url:
                await page.clock.install()
                await page.goto(f"{url}play")
                await button(page, "Start").click()
                await programs_of(page, 1)
                game = page.url.split("/")[4]
                clock.jump(400 * DAY_S)
                await page.clock.set_system_time("2031-01-01T00:00:00")
                await lay(page)
                clock.jump(-30 * DAY_S)
                await page.clock.set_system_time("1999-12-31T23:59:59")
                await expect(page.get_by_role("heading", name="Round 1 · Row 2")).to_be_attached()
                await expect(page.locator("#lost")).to_be_hidden()
                # The rights of this browser hold, in both directions.
                await button(page, "Undo").click()
                await page.locator("#sheet .choice").first.click()
                await expect(page.locator("#overlay")).to_contain_text("Paused")
                clock.jump(3 * DAY_S)
                await button(page, "Go on").click()
                await expect(page.locator("#overlay")).to_be_hidden()
            port = int(url.split(":")[2].strip("/"))
            clock.jump(-400 * DAY_S)
            async with front_door_process(clock, games, port) as again:
                assert again == url
                await page.goto(f"{url}games/{game}/console")
                # It went on meanwhile.
                await expect(page.locator("#round")).to_have_text(re.compile("^Round [12]$"))
                await button(page, "Undo").click()
                await expect(page.locator("#sheet .choice").first).to_be_visible()
            entries = read_record(games / f"{game}.jsonl").entries
            times = [entry.time for entry in entries]
            assert times == sorted(times) and times[-1] - times[0] < DAY_S

    stage.runner.run(asyncio.wait_for(evening(), SCENE_S))
