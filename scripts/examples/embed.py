"""Plays a game between players who choose at random, and prints its actions.

After `make install`, with Python's own ctypes: python3 embed.py [LIBRARY]
LIBRARY is the path of libaurum; by default the system's loader finds it.
"""
import ctypes
import sys

DEAL, OVER = 0, 4  # phases: core/state.h
OTHER = 3  # a stream of random numbers: core/rng.h

lib = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libaurum.so.1")
lib.au_type_size.restype = ctypes.c_size_t
for function in [lib.au_game_state, lib.au_rules_deck, lib.au_knob_find]:
    function.restype = ctypes.c_void_p


def new(name):
    """The memory of a type of the library."""
    return ctypes.create_string_buffer(lib.au_type_size(name.encode()))


def call(function, *arguments):
    """Call a function that returns an au_status; AU_OK is 0."""
    status = function(*arguments)
    if status != 0:
        sys.exit(f"embed: {function.__name__}: {why.value.decode() or status}")


rules, game, seed, rng, deal = map(
    new, ["au_rules", "au_game", "au_seed", "au_rng", "au_deal"])
why = ctypes.create_string_buffer(1024)
lib.au_rules_init(rules, 4)  # then the knobs that en-2023 sets
ties = ctypes.c_void_p(lib.au_knob_find(b"round_ties"))
call(lib.au_knob_parse, rules, ties, b"exact highest_gold")
call(lib.au_rules_finish, rules, ctypes.byref(ctypes.c_void_p()), why)
lib.au_seed_init(seed, b"tea", 3)
lib.au_rng_init(rng, seed, OTHER, 0, 0, 0)
lib.au_game_init(game)
lib.au_game_begin(rules, game)
state = ctypes.c_void_p(lib.au_game_state(game))
deck = ctypes.c_void_p(lib.au_rules_deck(rules))
action, text = ctypes.c_uint32(), ctypes.create_string_buffer(64)
while lib.au_state_phase(state) != OVER:
    if lib.au_state_phase(state) == DEAL:
        call(lib.au_deal_make, rules, state, seed, deal)
        call(lib.au_game_deal, rules, game, deal, why)
        continue
    call(lib.au_state_random, rules, state, rng, ctypes.byref(action))
    lib.au_action_text(deck, None, action, text)
    print("seat", lib.au_action_seat(action) + 1, text.value.decode())
    call(lib.au_game_apply, rules, game, action)
points = [lib.au_state_points(state, side) for side in range(2)]
print("points:", *points)
lib.au_game_free(game)
