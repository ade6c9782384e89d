"""All chance in the games: PCG32, the same numbers under every interpreter (docs/records.md).

M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
Random Number Generation", 2014; variant XSH-RR 64/32, seeded and bounded as in its C library.
"""

MAX_DEAL = 2**53 - 1
"""The last deal number: the largest integer that JavaScript holds exactly."""

MULTIPLIER = 6364136223846793005
MASK32 = 2**32 - 1
MASK64 = 2**64 - 1


class Pcg32:
    """A stream of random 32-bit numbers; one seed gives a different sequence on each stream."""

    def __init__(self, seed: int, stream: int):
        self.increment = ((stream << 1) | 1) & MASK64
        self.state = 0
        self.next()
        self.state = (self.state + seed) & MASK64
        self.next()

    def next(self) -> int:
        """Return the next number, 0 to 2**32 - 1."""
        old = self.state
        self.state = (old * MULTIPLIER + self.increment) & MASK64
        mixed = (((old >> 18) ^ old) >> 27) & MASK32
        turn = old >> 59
        return ((mixed >> turn) | (mixed << (32 - turn))) & MASK32

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each equally likely."""
        threshold = 2**32 % bound
        while True:
            number = self.next()
            if number >= threshold:
                return number % bound

    def shuffle(self, items: list) -> None:
        """Put the items into random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
