"""Invariants of the rulebook: what does not add up in a game."""

from __future__ import annotations

from omerta.core import NOTHING
from omerta.games.downtown.state.components import CARDS, FENCES, WIN_TOTAL
from omerta.games.downtown.state.game import Town, fence_of
from omerta.games.downtown.state.gang import ALL_GANGSTERS, NOBODY, size, together, without
from omerta.games.downtown.state.kinds import back_of, copy_of, informant_of
from omerta.games.downtown.state.reckoning import FENCE_TRIO, TRIOS, WAYS, owed_gang, ways


def broken(town: Town) -> list[str]:
    """Everything that is wrong; a sound game has nothing."""
    return [
        *broken_money(town),
        *broken_gangsters(town),
        *broken_reckoning(town),
        *broken_cards(town),
        *broken_fences(town),
        *broken_memory(town),
    ]


def broken_money(town: Town) -> list[str]:
    """Money is never negative, is counted right, and 100k end the game."""
    public = town.public
    found: list[str] = []
    for seat in range(town.seats):
        own = town.secret[seat]
        if min(own.cash, own.added_money, public.money[seat]) < 0:
            found.append(f"DT-1.2: seat {seat} has less than nothing")
        if public.purse[seat] != own.cash + own.added_money:
            found.append(f"DT-17.4: seat {seat} owns something else than follows from the log")
        if public.added_money[seat] != (own.added_money > 0):
            found.append(f"DT-R17: seat {seat}'s face-down money is shown wrongly")
        if public.total(seat) >= WIN_TOTAL and not town.is_over:
            found.append(f"DT-16.1: seat {seat} has reached {WIN_TOTAL} and the game goes on")
        first, second = public.pieces[seat]
        if first == second and first != NOTHING:
            found.append(f"DT-1.4: both pieces of seat {seat} stand on one place")
    if public.bank() < 0 and not town.is_over:
        found.append("DT-17.6: the bank has paid more than it had")
    return found


def broken_gangsters(town: Town) -> list[str]:
    """Each of the 48 gangsters is in exactly one place."""
    public = town.public
    found: list[str] = []
    whole = together(together(town.box.draw, public.discard), public.row)
    for seat in range(town.seats):
        own = town.secret[seat]
        whole = together(together(whole, own.gang), together(own.added, public.display[seat]))
        if min(*own.gang, *own.added, *public.display[seat]) < 0:
            found.append(f"DT-1.5: seat {seat} has lost more gangsters than it had")
        if public.gangsters[seat] != size(own.gang) or public.added[seat] != size(own.added):
            found.append(f"DT-17.1: the count of seat {seat}'s gangsters is wrong")
    if whole != ALL_GANGSTERS:
        found.append(f"DT-1.5: there are {whole} gangsters")
    if public.draw != size(town.box.draw):
        found.append("DT-1.5: the count of the draw pile is wrong")
    return found


def broken_reckoning(town: Town) -> list[str]:
    """What everybody can reckon is true."""
    public = town.public
    found: list[str] = []
    drawn = [NOBODY for _ in public.unseen]
    drawn[-1] = town.box.draw
    for seat in range(town.seats):
        own = town.secret[seat]
        hand = public.hands[seat]
        whole = hand.sure
        for place, (shuffle, number) in enumerate(hand.draws):
            whole = together(whole, own.drawn[place])
            drawn[shuffle] = together(drawn[shuffle], own.drawn[place])
            if size(own.drawn[place]) != number:
                found.append(f"DT-17.1: the draws of seat {seat} are counted wrongly")
        if without(whole, owed_gang(hand)) != together(own.gang, own.added):
            found.append(f"DT-17.1: the hand of seat {seat} is reckoned wrongly")
    if tuple(drawn) != public.unseen:
        found.append("DT-17.1: the unseen gangsters are reckoned wrongly")
    return found


def broken_cards(town: Town) -> list[str]:
    """Each of the 27 informant cards is in the stack of its informant or in a hand."""
    public = town.public
    backs = town.box.backs
    found: list[str] = []
    cards = [card for middle in town.box.middles for card in middle]
    for informant in range(3):
        copies = [copy for copy in (public.tops[informant],) if copy != NOTHING]
        copies += public.bottoms[informant]
        here = [*town.box.middles[informant], *(backs[copy] for copy in copies)]
        cards += [backs[copy] for copy in copies]
        if any(informant_of(card) != informant for card in here):
            found.append(f"DT-1.6: a card lies in the wrong stack {informant}")
        if public.middles[informant] != len(town.box.middles[informant]):
            found.append(f"DT-1.6: the size of stack {informant} is wrong")
    for seat in range(town.seats):
        loot = town.secret[seat].loot
        cards += loot
        if tuple(sorted(backs[copy] for copy in public.loot[seat])) != loot:
            found.append(f"DT-1.6: seat {seat} holds other cards than it took")
    if sorted(cards) != list(range(CARDS)):
        found.append("DT-1.6: the 27 informant cards are not all in one place each")
    return found


def broken_fences(town: Town) -> list[str]:
    """Each of the 12 fences is in a stack or out of the game."""
    public = town.public
    found: list[str] = []
    fences = [*town.box.pool, *public.out]
    for copies in public.fences:
        fences += [fence_of(town, copy) for copy in copies]
    if sorted(fences) != list(range(len(FENCES))):
        found.append("DT-1.7: the 12 fences are not all in one place each")
    if sum(public.below) != len(town.box.pool):
        found.append("DT-1.7: the sizes of the fence stacks are wrong")
    for stack in range(3):
        if public.casino[stack] and public.is_open(stack):
            found.append(f"DT-12.2: stack {stack + 1} is closed and holds a fence")
    return found


def broken_memory(town: Town) -> list[str]:
    """Nobody remembers a card as something that it is not."""
    found: list[str] = []
    memories = [town.public.knows, *(own.knows for own in town.secret)]
    for trio in range(TRIOS):
        turned = range(town.public.turned[trio])
        true = [town.box.backs[copy_of(trio, place)] for place in turned]
        for seat, knows in enumerate(memories, start=-1):
            possible = [
                [back_of(copy_of(trio, place), WAYS[way][place]) for place in turned]
                for way in ways(knows[trio])
            ]
            if true not in possible:
                kind = "informant cards" if trio < FENCE_TRIO else "fences"
                found.append(f"DT-17.3: seat {seat} is wrong about the {kind} of trio {trio}")
    return found
