"""A log is shared by copies and never changed; a long one costs no more than a short one."""

from random import Random

import pytest

from omerta.core.log import EMPTY, PAGE, Log, Row

LONG = 3 * PAGE + 5


def written(rows: list[Row]) -> Log:
    log = EMPTY
    for row in rows:
        log = log.then(row)
    return log


def rows_of(log: Log) -> list[Row]:
    return [log.row(place) for place in range(len(log))]


def any_rows(count: int) -> list[Row]:
    rng = Random(count)
    return [tuple(rng.choices(range(300), k=rng.randrange(6))) for _ in range(count)]


@pytest.mark.parametrize("count", [0, 1, PAGE - 1, PAGE, PAGE + 1, LONG])
def test_every_row_reads_as_it_was_written(count: int) -> None:
    rows = any_rows(count)
    assert rows_of(written(rows)) == rows


def test_large_numbers_survive_packing_beside_small_ones() -> None:
    rows: list[Row] = [(0, 65_535), (65_536,), (1 << 40, 3)] * PAGE
    assert rows_of(written(rows)) == rows


def test_rows_without_numbers_are_rows_too() -> None:
    assert rows_of(written([()] * PAGE)) == [()] * PAGE


def test_two_who_write_on_from_the_same_place_do_not_touch_each_other() -> None:
    rows = any_rows(LONG)
    for start in range(LONG):
        log = written(rows[:start])
        one, other = log.then((1,)), log.then((2,))
        for _ in range(PAGE):
            one = one.then((1,))
        assert rows_of(log) == rows[:start]
        assert rows_of(one) == [*rows[:start], *[(1,)] * (PAGE + 1)]
        assert rows_of(other) == [*rows[:start], (2,)]


def test_a_log_remembers_how_it_was_before() -> None:
    rows = any_rows(LONG)
    for count in range(LONG + 1):
        assert rows_of(written(rows).first(count)) == rows[:count]


def test_full_pages_are_shared_not_copied() -> None:
    log = written(any_rows(LONG))
    longer = log.then((1,))
    assert all(page is same for page, same in zip(log.pages, longer.pages, strict=True))


@pytest.mark.parametrize("place", [-1, LONG])
def test_a_row_that_is_not_there_is_an_index_error(place: int) -> None:
    with pytest.raises(IndexError):
        written(any_rows(LONG)).row(place)
