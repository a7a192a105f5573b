"""Questions of Robots on hexagons, any that there can be, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from controller.games.robots_hex.position import COLOURS
from controller.games.robots_hex.questions.question import (
    All,
    Any,
    CellAhead,
    Count,
    Facing,
    InCamp,
    Not,
    ShotsLeft,
    Things,
)

plain_things = st.sampled_from(("robots", "my robots", "enemy robots", "lakes", "lightning")).map(Things)
coloured = ("robots", "square", "triangle", "circle")
shapes = st.builds(Things, st.sampled_from(coloured), st.sampled_from((None, *COLOURS)))
things = plain_things | shapes | st.builds(Things, st.just("cells"), st.sampled_from(COLOURS))
amounts = st.one_of(
    st.just((None, 1)), st.just(("no", 0)), st.tuples(st.sampled_from(("at least", "exactly")), st.integers(0, 200))
)
distances = st.just((None, 0)) | st.tuples(st.sampled_from(("within", "at")), st.integers(1, 200))
places = st.sampled_from(((None, 0), ("ahead", 0), ("fire", 0))) | st.tuples(st.just("direction"), st.integers(1, 6))
counts = st.builds(
    lambda what, amount, distance, place: Count(what, *amount, *distance, *place), things, amounts, distances, places
)
clauses = st.one_of(
    counts,
    st.builds(Facing, st.integers(1, 6)),
    st.builds(InCamp, st.sampled_from(("my", "opposing", "green", "violet"))),
    st.builds(ShotsLeft, st.integers(0, 30)),
    st.builds(CellAhead, things, st.none() | st.integers(1, 200)),
)
questions = st.recursive(
    clauses,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(lambda *parts: All(parts), inner, inner),
        st.builds(lambda *parts: Any(parts), inner, inner, inner),
    ),
    max_leaves=6,
)
