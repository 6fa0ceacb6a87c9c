"""People and games: who one is, which games there are, and which tables wait for players."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query

from omerta.games import GAMES
from omerta.server.http import forms, rules_and_texts
from omerta.server.http.routing import (
    AddressHere,
    HouseHere,
    PersonHere,
    WhoHere,
    line_of,
    routes,
)
from omerta.server.running.identities import new_device
from omerta.server.table.names import tidy_name
from omerta.server.table.refusals import NotAllowed

router = routes()


# People.


@router.post("/people", tags=["people"])
async def come_in(form: forms.NewPerson, house: HouseHere, address: AddressHere) -> forms.Person:
    """Come in as a guest: the token is all there is, keep it."""
    if not house.limits.take("people", address):
        raise NotAllowed("server.problem.too_fast")
    if house.bans.holds(address, ""):
        raise NotAllowed("server.problem.banned")
    person = house.people.new(program=form.program)
    name = tidy_name(form.name)
    await house.store.name(person, name)
    return forms.Person(name=name, token=house.people.token(person, new_device()))


@router.get("/me", tags=["people"])
async def look_at_me(house: HouseHere, person: PersonHere) -> forms.Me:
    """My name and the tables at which I sit."""
    rows = await house.store.tables_of(person)
    return forms.Me(
        name=await house.store.name_of(person) or "", tables=[line_of(row) for row in rows]
    )


@router.patch("/me", tags=["people"])
async def rename(form: forms.Rename, house: HouseHere, who: WhoHere) -> forms.Person:
    """Take another name; it counts from the next chair on."""
    name = tidy_name(form.name)
    if not name:
        raise NotAllowed("server.problem.bad_name")
    await house.store.name(who.person, name)
    return forms.Person(name=name, token=house.people.token(*who))


@router.get("/house", tags=["games"])
async def about_the_house(house: HouseHere) -> forms.HouseLine:
    """What the operator tells everybody, and whether new tables are made."""
    return forms.HouseLine(announcement=house.standing.announcement, draining=house.is_draining)


# Games.


@router.get("/games", tags=["games"])
async def games(house: HouseHere) -> list[forms.GameLine]:
    """The games that can be played here."""
    return [
        forms.GameLine(
            name=book.name,
            clauses=book.clauses,
            version=book.version,
            seats_low=book.seats.start,
            seats_high=book.seats.stop - 1,
            options=[
                forms.OptionLine(
                    name=option.name,
                    values=list(book.values_of(option)),
                    default=option.default,
                    ruling=option.ruling,
                    low=option.low,
                    high=option.high,
                )
                for option in book.option_table
            ],
            levels=house.players.levels(book.name),
        )
        for book in GAMES.values()
    ]


@router.get("/rules/{game}", tags=["games"])
async def rulebook(
    game: Annotated[str, Path(max_length=40)],
    language: Annotated[str, Query(max_length=8)] = "en",
) -> forms.Rules:
    """A rulebook as clauses; every refusal names one."""
    if game not in GAMES:
        raise NotAllowed("server.problem.no_such_game")
    if language not in rules_and_texts.LANGUAGES:
        raise NotAllowed("server.problem.no_such_language")
    return forms.Rules(game=game, clauses=list(rules_and_texts.rules(game, language)))


@router.get("/texts/{language}", tags=["games"])
async def catalogue(language: Annotated[str, Path(max_length=8)]) -> dict[str, Any]:
    """Every text of a language: key to sentence, or to its plural forms."""
    if language not in rules_and_texts.LANGUAGES:
        raise NotAllowed("server.problem.no_such_language")
    return dict(rules_and_texts.texts(language))


# Tables.


@router.get("/tables", tags=["tables"])
async def open_tables(house: HouseHere) -> list[forms.TableLine]:
    """Public tables that wait for players."""
    return [line_of(row) for row in await house.store.open_tables()]


@router.get("/running", tags=["tables"])
async def running_tables(house: HouseHere) -> list[forms.TableLine]:
    """Public tables at which a game is going on, to look at."""
    return [line_of(row) for row in await house.store.running_tables()]
