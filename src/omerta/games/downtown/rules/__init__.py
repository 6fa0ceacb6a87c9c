"""The rules of Downtown.

The rule table is in `book`, what is asked is in `points`. The steps are in `setup` (DT-2, DT-3),
`turn` (DT-4 to DT-7, DT-15, DT-16, DT-18) and `places` (DT-8 to DT-14).
"""
