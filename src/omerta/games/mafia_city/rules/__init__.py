"""The rules of Mafia City.

The rule table is in `book`; its steps are in `effects` (MC-2, MC-3), `action` (MC-4 to MC-6),
`location` (MC-7 to MC-14) and `rounds` (MC-1, MC-15 to MC-17). What is decided is in `points`;
`wrong` says what speaks against an answer, `closed` and `out_of_place` why something is not asked.
"""
