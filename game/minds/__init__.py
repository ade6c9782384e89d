"""What is wise: solving, hints and finding deals; everything here sees the rules only.

Long work is a *job*: a generator that yields every few milliseconds and returns its answer, so
that whoever runs it decides how long a slice lasts and when to stop.
"""


def finish(job):
    """Run a job to its end without a pause and return its answer."""
    while True:
        try:
            next(job)
        except StopIteration as stop:
            return stop.value
