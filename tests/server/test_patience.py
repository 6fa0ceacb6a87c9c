"""Time to think, answers ahead and standing orders: private, and the same for everybody."""

from __future__ import annotations

from omerta.server import protocol
from tests.server.client import Player
from tests.server.house import Server
from tests.server.test_evening import Evening, evening, refused


async def window(tonight: Evening) -> tuple[Player, list[Player]]:
    """Three people in a reaction window with a clock: who announced, and who are asked."""
    _, players = await tonight.table(people=3, seats=3, clock="relaxed")
    for _ in range(60):
        asked = [player for player in players if player.ask]
        if len(asked) > 1:
            owner = next(player for player in players if not player.ask)
            return owner, asked
        player = asked[0]
        ask = player.ask
        assert ask is not None
        await player.commit(await opening(player, ask))
        await player.until(lambda player=player, ask=ask: player.ask is not ask)
        for other in players:
            await other.until(lambda other=other, n=player.n: other.n >= n)
    raise AssertionError("nobody has played an effect")


async def opening(player: Player, ask: protocol.Ask) -> list[int]:
    """A move that announces an effect if there is one, else any."""
    words = ("play", "hat")
    wanted = [one for one in ask.choices if one.move.startswith(words)] or ask.choices
    answers = [wanted[-1].choice]
    while True:
        draft = protocol.Draft(id="", at=ask.at, answers=answers)
        drafted: protocol.Drafted = await player.request(draft)
        if drafted.whole:
            return answers
        assert drafted.ask is not None
        answers.append(drafted.ask.choices[0].choice)


def test_who_holds_gives_everybody_more_time_and_is_not_named(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        owner, asked = await window(tonight)
        holder, other = asked
        assert owner.clock is not None
        before = owner.clock.deadline
        assert before is not None
        numbers = [player.n for player in (owner, holder, other)]
        heard = {player: len(player.others) for player in (owner, other)}
        await holder.request(protocol.Hold(id=""))
        for player in (owner, holder, other):
            await player.until(lambda player=player: player.clock.deadline > before)
        stretched = {player.clock.deadline for player in (owner, holder, other)}  # type: ignore[union-attr]
        assert len(stretched) == 1, "the window is as long for everybody"
        assert [player.n for player in (owner, holder, other)] == numbers
        assert {player: len(player.others) for player in (owner, other)} == heard

        await other.request(protocol.Hold(id=""))
        assert {player.clock.deadline for player in (owner, holder)} == stretched  # type: ignore[union-attr]
        assert await refused(owner.request(protocol.Hold(id=""))) == "server.refused.no_hold"

    evening(server, story)


def test_a_move_given_ahead_that_a_change_has_voided_is_told_so(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, players = await tonight.table(people=3, seats=3)
        one = next(player for player in players if player.ask)
        other = players[(players.index(one) + 1) % 3]
        assert other.ahead is not None
        choices = {choice.move: choice.choice for choice in other.ahead.choices}
        ahead = protocol.Ahead(id="", at=other.ahead.at, answers=[choices["exchange"]])
        await other.request(ahead)
        await other.until(lambda: other.mine.ahead == [choices["exchange"]])
        assert not other.mine.voided
        await one.commit([choices["exchange"]])
        await other.until(lambda: other.mine.voided)
        assert other.mine.ahead == []
        await other.until(lambda: other.ask is not None)
        await other.commit([choices["keep"]])
        await other.until(lambda: not other.mine.voided)

    evening(server, story)


def test_an_order_for_a_round_is_over_with_the_round(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (player,) = await tonight.table(people=1, seats=3)
        order = protocol.Order(point="bid_agreement", until="round")
        await player.request(protocol.GiveOrder(id="", order=order))
        await player.until(lambda: len(player.mine.orders) == 1)
        for _ in range(200):
            if not player.mine.orders:
                return
            await player.until(lambda: player.ask or not player.mine.orders)
            ask = player.ask
            if ask is None:
                continue
            words = ("pass", "keep", "decline", "leave")
            quiet = [one.choice for one in ask.choices if one.move in words]
            chosen = quiet[:1] or await opening(player, ask)
            await player.commit(chosen)
            await player.until(lambda ask=ask: player.ask is not ask)
        raise AssertionError("the round does not end")

    evening(server, story)


def test_a_person_who_comes_back_learns_since_when_the_seat_was_played(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, (one, other) = await tonight.table(people=2, seats=3)
        n = one.n
        await one.person.post(f"/api/tables/{table}/leave")
        await one.until(lambda: one.table.chairs[one.seat].away)
        await other.until(lambda: other.ask is not None)
        await one.request(protocol.Return(id=""))
        await one.until(lambda: one.accounts)
        assert one.accounts[0].after >= n

    evening(server, story)
