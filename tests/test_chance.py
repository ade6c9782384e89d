"""PCG32 against its author's output, and what is built on it."""

import pytest

from game.rules.chance import MAX_DEAL, Pcg32


def numbers(rng, count):
    return [rng.next() for _ in range(count)]


def test_the_first_numbers_are_those_of_the_reference_library():
    expected = "a15c02b7 7b47f409 ba1d3330 83d2f293 bfa4784b cbed606e"
    assert numbers(Pcg32(42, 54), 6) == [int(number, 16) for number in expected.split()]


@pytest.mark.parametrize("seed", [0, 1, 2**32, MAX_DEAL, 2**64 - 1])
def test_the_same_seed_and_stream_give_the_same_numbers(seed):
    assert numbers(Pcg32(seed, 1), 20) == numbers(Pcg32(seed, 1), 20)


def test_another_stream_gives_other_numbers():
    assert numbers(Pcg32(7, 1), 5) != numbers(Pcg32(7, 2), 5)


def test_the_last_deal_number_is_exact_in_javascript():
    assert MAX_DEAL == 2**53 - 1


class Numbers(Pcg32):
    """A generator whose next numbers are given."""

    def __init__(self, given):
        self.given = list(given)

    def next(self):
        return self.given.pop(0)


def test_below_rejects_the_numbers_that_would_favour_some_results():
    # 2**32 mod 6 is 4, so 0 to 3 are rejected and 4 is the first number that counts.
    assert Numbers([0, 3, 4]).below(6) == 4
    assert Numbers([0, 1, 2, 3, 2**32 - 1]).below(6) == 3


def test_below_rejects_nothing_where_the_bound_divides_evenly():
    assert Numbers([0]).below(4) == 0
    assert Numbers([2**32 - 1]).below(1) == 0


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 40])
def test_below_gives_every_number_about_equally_often(bound):
    rng = Pcg32(5, 1)
    drawn = [rng.below(bound) for _ in range(1000 * bound)]
    counts = [drawn.count(number) for number in range(bound)]
    assert sum(counts) == 1000 * bound
    assert all(850 < count < 1150 for count in counts)


def test_shuffle_swaps_from_the_end_with_an_item_at_or_before_it():
    # i = 3, 2, 1 swap with below(4), below(3), below(2); numbers that are not rejected.
    items = list("abcd")
    Numbers([4, 4, 5]).shuffle(items)
    # a and d, then b and c change places; then c stays.
    assert items == ["d", "c", "b", "a"]


def test_shuffle_of_the_reference_numbers():
    items = list(range(10))
    Pcg32(42, 54).shuffle(items)
    assert sorted(items) == list(range(10))
    rng, expected = Pcg32(42, 54), list(range(10))
    for i in (9, 8, 7, 6, 5, 4, 3, 2, 1):
        j = rng.below(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert items == expected


@pytest.mark.parametrize("items", [[], ["only"]])
def test_shuffle_of_nothing_to_shuffle_draws_no_number(items):
    Numbers([]).shuffle(items)


def test_every_order_of_three_comes_about_equally_often():
    rng, orders = Pcg32(11, 1), []
    for _ in range(6000):
        items = list("abc")
        rng.shuffle(items)
        orders.append("".join(items))
    counts = {order: orders.count(order) for order in orders}
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())
