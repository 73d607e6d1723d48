# careful.py: a bot as a program of another language. It lays the card whose rank
# is nearest to its share of the tricks, and plays to win until its bid is made.
#
#   aurum match --exec careful='python3 careful.py' --bots careful,greedy
import json
import sys


def rank(action):
    """The number in an action's last card: 7 for "play Z7", 0 for "pass"."""
    return int("".join(c for c in action.split()[-1] if c.isdigit()) or 0)


def choose(view):
    legal = view["legal"]
    if view["deciding"] == "bid":
        share = len(view["hand"]) / view["rules"]["players"]
        return min(legal, key=lambda action: abs(rank(action) - share))
    if view["deciding"] == "play":
        bid, taken = view["bid"], view["taken"]
        mine = view["side"] - 1
        wants_more = taken[mine] < bid[mine]
        return (max if wants_more else min)(legal, key=rank)
    if view["deciding"] == "change":
        return "keep"
    default = view["question"].get("default")  # of a variant's question
    return next((a for a in legal if a.split()[-1] == default), legal[0])


for line in sys.stdin:
    view = json.loads(line)
    answer = {"id": view["id"], "action": choose(view)}
    print(json.dumps(answer), flush=True)
