"""Shares work out among processes; brain-only, for the command line."""

from contextlib import contextmanager
from multiprocessing import Pool
from signal import SIG_BLOCK, SIG_UNBLOCK, SIGINT, pthread_sigmask

from game.rules.fields import RecordError


@contextmanager
def spread(jobs: int):
    """Give a function like `map` that works in so many processes and keeps no list of its own.

    The other processes never hear Ctrl-C, for which each would print a traceback: this one does,
    and ends them.
    """
    if jobs == 1:
        yield map
        return
    try:
        with deaf():  # which they inherit
            pool = Pool(jobs)
    except OSError as error:
        raise RecordError(f"jobs: {jobs} processes do not start: {error.strerror}") from None
    try:
        yield pool.imap
    finally:
        with deaf():
            pool.terminate()
            pool.join()


@contextmanager
def deaf():
    """Let Ctrl-C wait until the end of a block."""
    pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_UNBLOCK, {SIGINT})
