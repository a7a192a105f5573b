"""Who plays a league's games: this process, or workers of Dask, here or on a cluster.

Whoever plays, the results are the same, and they come in the order of the schedule.
"""

from __future__ import annotations

import contextlib
import logging
import re
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from multiprocessing import resource_tracker
from typing import Any

from boards.base.errors import GolemError, Problem, Problems
from boards.base.message import _
from controller.bots.bot_source import BotSource
from controller.bots.limits import Limits
from controller.bots.match import arena
from controller.bots.schedule import Fixture, Result
from controller.bots.series import lanes_for, play_many, scaled_timeouts

_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([^\s/:\[\]]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}")

Batch = tuple[Fixture, ...]
_CONNECT_S = 10
_ASK_S = 15.0
"""So long after the last result the scheduler is asked whether it is still there."""
_ANSWER_S = 30.0
"""A scheduler that does not answer by then is lost; a connection to one that hangs stays open for ever."""
_IDLE_MOST = 4
"""A scheduler that was found without workers so often one after the other is given up."""


def check_address(address: str) -> None:
    """Raise :class:`boards.base.errors.Problems` for what can be no scheduler's address."""
    if not _ADDRESS.fullmatch(address):
        message = _("an address such as tcp://10.0.0.1:8786 is wanted, not {address}", address=repr(address[:60]))
        raise Problems([Problem("--scheduler", message)])


class WorkersFailed(GolemError):
    """The workers are lost; what was played before is in the results."""


def playing(first: BotSource, second: BotSource, batch: Batch, late: dict[str, int]) -> Iterator[Result]:
    """Games of one pair, either way round, in this process; each as soon as it and those before it are played.

    `late`: how often each version of a bot gave no answer in time, brought up to date.
    """
    lanes = lanes_for(len(batch), 1)
    with arena((first, second), scaled_timeouts(Limits(), lanes), lanes) as place:
        for bot in place.bots:
            bot.times_late = late.get(bot.source.sum, 0)
        place.begin()
        place.end()
        orders = [(fixture.seed, fixture.first != first.name) for fixture in batch]
        for fixture, match in zip(batch, play_many(place, orders), strict=True):
            mistakes = (sum(match.mistakes[0].values()), sum(match.mistakes[1].values()))
            late.update((bot.source.sum, bot.times_late) for bot in place.bots)
            yield Result(fixture, match.scores, mistakes)


def play_batch(first: BotSource, second: BotSource, batch: Batch) -> list[Result]:
    """Games of one pair, either way round, in this process."""
    return [*playing(first, second, batch, {})]


def play_here(bots: Mapping[str, BotSource], batches: Sequence[Batch]) -> Generator[list[Result], None, None]:
    """One batch after the other, in this process; each game's result by itself."""
    late: dict[str, int] = {}
    for batch in batches:
        for result in playing(bots[batch[0].first], bots[batch[0].second], batch, late):
            yield [result]


def play_on_dask(
    bots: Mapping[str, BotSource], batches: Sequence[Batch], workers: int, scheduler: str | None
) -> Generator[list[Result], None, None]:
    """Return the batches on Dask: `workers` processes on this machine, or the cluster of a scheduler's address.

    Raises :class:`boards.base.errors.Problems` where Dask or the scheduler is not there, :class:`WorkersFailed`.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        message = _('several workers need Dask: pip install "golem-table[league]", or leave the option out')
        raise Problems([Problem("--scheduler" if scheduler else "--workers", message)]) from None
    _quiet()
    if scheduler is None:
        with contextlib.ExitStack() as stack:
            stack.enter_context(_interrupt_held())
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            )
            stack.enter_context(cluster)
            client = stack.enter_context(Client(cluster))
            with _interrupt_heard():
                yield from _played(client, bots, batches)
        return
    try:
        client = Client(scheduler, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error)[:200] or type(error).__name__
        raise Problems(
            [
                Problem(
                    "--scheduler",
                    _("no scheduler answers at {scheduler}: {reason}", scheduler=scheduler, reason=reason),
                )
            ]
        ) from None
    with client:
        yield from _played(client, bots, batches)


def _quiet() -> None:
    """Let Dask's own words about what is lost or ended stay inside: we say it ourselves.

    It gives some of its loggers a level and a handler of their own when it is imported.
    """
    for name in ("distributed", "tornado", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextlib.contextmanager
def _interrupt_held() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block, and from all processes that are started in it.

    It goes to each process of a terminal: workers would end in the middle of something, before we could end them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Starting this lets signals through again in whichever thread needs it first.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _interrupt_heard() -> Iterator[None]:
    """Hear Ctrl-C within the block, also one that was held back before."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _played(client: Any, bots: Mapping[str, BotSource], batches: Sequence[Batch]) -> Iterator[list[Result]]:
    from distributed import CancelledError, KilledWorker

    futures = [
        client.submit(play_batch, bots[batch[0].first], bots[batch[0].second], batch, pure=False) for batch in batches
    ]
    for future in futures:
        try:
            yield _result(client, future)
        except (KilledWorker, CancelledError, OSError) as error:
            raise WorkersFailed(
                _("the league's workers are lost ({error}); the same command goes on", error=str(error))
            ) from None
        except (ImportError, RuntimeError) as error:
            raise WorkersFailed(
                _("the workers can't play; have they this version of Golem Table? ({error})", error=str(error))
            ) from None


def _result(client: Any, future: Any) -> list[Result]:
    """Wait for a batch, however long it takes, as long as there is somebody who may play it. Raises WorkersFailed."""
    idle = 0
    while True:
        try:
            found: list[Result] = future.result(timeout=_ASK_S)
        except TimeoutError:
            idle = 0 if _has_workers(client) else idle + 1
        else:
            return found
        if idle == _IDLE_MOST:
            raise WorkersFailed(_("the scheduler has no workers any more; the same command goes on"))


def _has_workers(client: Any) -> bool:
    """Ask the scheduler whether it has workers. Raises WorkersFailed if it does not answer."""
    try:
        return bool(client.sync(client.scheduler.identity, callback_timeout=_ANSWER_S)["workers"])
    except TimeoutError:
        raise WorkersFailed(_("the scheduler does not answer any more; the same command goes on")) from None
