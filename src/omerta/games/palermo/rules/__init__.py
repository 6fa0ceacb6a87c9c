"""The rules of Palermo.

The rule table is in `book`, every question in `points`: what speaks against an answer is in
`wrong`, why something is not asked now in `closed` and `out_of_place`. What the options make of
the inquiry and of the trial is in `inquiry` and `procedure`, what the game master reads at night
and by day in `night_lines` and `day_lines`, and what no code can carry out in `uncited`.

The steps are in `setup` (PA-1, PA-24), `first_night` (PA-2), `night` (PA-10), `mafia` (PA-14,
PA-19, PA-25), `citizens` (PA-13, PA-16, PA-17, PA-20, PA-21, PA-26, PA-27), `dawn` (PA-11), `day`
(PA-3, PA-15.11, PA-22), `accusation` (PA-4), `nomination` (PA-5), `forced` (PA-28), `trial` (PA-6
to PA-8), `deaths` (PA-9, PA-15, PA-18, PA-31) and `victory` (PA-12, PA-30); `part` is what all
parts of the clock have in common.
"""
