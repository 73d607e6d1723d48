"""Repeats with PyTorch what descent.c learned: descent.py FILE.

Checks the gradients of the first batch, the error of every batch, and the
weights at last. Says in one line how far apart they are; status 1 if too far.
"""

import sys
from functools import partial

import numpy as np
import torch

HIDDEN_MAX, INNER_MAX, OUT_MAX, BIAS_MAX = 4, 127 / 64, 7.99, 60
RATE, EPSILON, BETAS = 0.003, 1e-6, (0.9, 0.999)


class Reader:
    def __init__(self, path):
        self.bytes, self.at = open(path, "rb").read(), 0

    def numbers(self, kind, *shape):
        n = int(np.prod(shape))
        found = np.frombuffer(self.bytes, kind, n, self.at)
        self.at += found.nbytes
        return torch.tensor(found.copy()).reshape(shape)

    def whole(self):
        return int(self.numbers(np.int32, 1))


def read_weights(reader, inputs, width, inner):
    floats = partial(reader.numbers, np.float32)
    return {
        "bias": floats(width),
        "inner": floats(inner, width),
        "inner bias": floats(inner),
        "out": floats(inner),
        "out bias": floats(1),
        "rows": floats(inputs, width),
    }


def value(w, on, offsets):
    sums = torch.nn.functional.embedding_bag(
        on, w["rows"], offsets, mode="sum", sparse=True)
    hidden = (sums + w["bias"]).clamp(0, HIDDEN_MAX)
    second = (hidden @ w["inner"].T + w["inner bias"]).relu()
    return second @ w["out"] + w["out bias"]


def step_upper(optimizer, steps):
    """Adam as descent.c has it adds epsilon before the bias is corrected."""
    for group in optimizer.param_groups:
        group["eps"] = EPSILON / (1 - BETAS[1] ** steps) ** 0.5
    optimizer.step()


def bound(w):
    with torch.no_grad():
        w["inner"].clamp_(-INNER_MAX, INNER_MAX)
        w["out"].clamp_(-OUT_MAX, OUT_MAX)
        w["bias"].clamp_(-BIAS_MAX, BIAS_MAX)


def apart(one, other):
    """The largest difference as a share of the largest number."""
    return float((one - other).abs().max() / other.abs().max())


def main(path):
    torch.set_num_threads(1)
    reader = Reader(path)
    inputs, width, inner, count, batch = (reader.whole() for _ in range(5))
    samples = []
    for _ in range(count):
        n = reader.whole()
        target = reader.numbers(np.float32, 1)
        samples.append((reader.numbers(np.int32, n).long(), target))
    w = read_weights(reader, inputs, width, inner)
    gradients = read_weights(reader, inputs, width, inner)
    last = read_weights(reader, inputs, width, inner)
    rest = len(reader.bytes) - reader.at
    errors = reader.numbers(np.float32, rest // 4)
    for tensor in w.values():
        tensor.requires_grad_()
    rows = torch.optim.SparseAdam([w["rows"]], RATE, BETAS, EPSILON)
    upper = torch.optim.Adam(
        [t for name, t in w.items() if name != "rows"], RATE, BETAS)

    far = {"gradients": 0, "errors": 0}
    for step, wanted in enumerate(errors):
        first = step * batch % count
        part = samples[first:first + batch]
        on = torch.cat([on for on, _ in part])
        sizes = torch.tensor([0] + [len(on) for on, _ in part])
        target = torch.cat([target for _, target in part])
        error = (value(w, on, sizes.cumsum(0)[:-1]) - target).square().mean()
        rows.zero_grad()
        upper.zero_grad()
        (error / 2).backward()
        if step == 0:
            far["gradients"] = max(
                apart(w[name].grad.to_dense(), gradients[name]) for name in w)
        far["errors"] = max(
            far["errors"], abs(float(error.detach() - wanted)) / float(wanted))
        rows.step()
        step_upper(upper, step + 1)
        bound(w)
    for name in w:
        # A weight whose gradient is nearly 0 may go either way.
        differences = (w[name].detach() - last[name]).abs().flatten()
        far[name] = float(differences.quantile(0.99) / RATE)
    print(f"{len(errors)} batches, error {float(errors[0]):.3f} to "
          f"{float(errors[-1]):.3f};",
          ", ".join(f"{name} {x:.1e}" for name, x in far.items()))
    bad = [name for name, x in far.items() if not x < 1e-2]
    if far["gradients"] > 1e-4 or errors[-1] > errors[0] / 2 or bad:
        sys.exit("too far apart")


main(sys.argv[1])
