#!/usr/bin/env python3
"""Trains the network on files of training data and exports its weights.

    python tools/train/train.py --data games.tdata --out net.bin --epochs 10

Beside the weights (net.bin) lie its checkpoint (net.npz), the losses (net.csv) and their curves
(net.svg). A run that was ended goes on with --resume."""

import argparse
import csv
import json
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np
import optax

import dataset
import export
import model
import plot
import tdata
from embedding import Sums, gradient_of_ways, halves_of_rows, near, rows

COLUMNS = [
    "step", "epoch", "positions", "seconds", "positions_per_second", "kind",
    "value_loss", "policy_loss", "policy_right", "squared_error",
]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--data", nargs="+", required=True, metavar="FILE", help="training data, of one rule")
    add("--out", required=True, type=Path, metavar="FILE", help="the weights file to write")
    add("--epochs", type=int, default=10, help="times that all positions are seen")
    add("--batch", type=int, default=512, help="positions of a step")
    add("--rate", type=float, default=2e-3, help="the learning rate to begin with")
    add("--last-rate", type=float, default=0.01, help="the part of it to end with")
    add("--decay", type=float, default=5e-4,
        help="part of the rows' own numbers that is lost in each step, to begin with")
    add("--classic", action="store_true",
        help="learn what is to be added to the classic evaluation, of which the values are beside the"
        " data (tengen data classic)")
    add("--result-share", type=float, default=0.2,
        help="part of the game's result in the target; the rest is the search's value")
    add("--policy-share", type=float, default=0.05,
        help="weight of the policy's loss; with more of it the value is learnt less well")
    add("--holdout", type=float, default=0.05, help="part of the games kept apart")
    add("--seed", type=int, default=1)
    add("--threads", type=int, default=os.cpu_count() or 1)
    add("--scale", type=float, help="value at which 73.1 %% are expected (default: the rule's)")
    add("--start", type=Path, metavar="FILE",
        help="begin with the weights of this file instead of random ones")
    add("--resume", action="store_true", help="go on from the checkpoint beside --out")
    add("--stop-after", type=int, metavar="STEPS", help="end early, as if interrupted")
    add("--save-every", type=float, default=300, metavar="SECONDS", help="between checkpoints")
    add("--log-every", type=int, default=100, metavar="STEPS", help="between lines of the log")
    add("--allow-cut", action="store_true", help="leave out a last game that is cut off")
    return parser.parse_args()


class Training:
    """The weights and all that changes with them."""

    def __init__(self, options, steps, weights):
        rate = optax.cosine_decay_schedule(options.rate, max(steps, 1), options.last_rate)
        self.optimiser = optax.adam(rate)
        self.decay = optax.cosine_decay_schedule(options.decay, max(steps, 1), options.last_rate)
        self.of_halves = halves_of_rows()
        self.policy_share = options.policy_share
        self.sums = Sums(options.threads)
        self.weights = {k: jnp.asarray(v) for k, v in weights.items()}
        self.state = self.optimiser.init(self.weights)
        self.step = 0
        self.seconds = 0.0
        gradient = jax.value_and_grad(model.training_loss, argnums=(0, 1, 2), has_aux=True)
        self._gradient = jax.jit(gradient, static_argnums=4)
        self._losses = jax.jit(model.losses, static_argnums=4)
        self._update = jax.jit(self._apply, donate_argnums=(0, 1))

    def _apply(self, weights, state, gradient, keep):
        updates, state = self.optimiser.update(gradient, state, weights)
        weights = optax.apply_updates(weights, updates)
        # What is seldom seen forgets what chance has taught it.
        weights["rows"] = weights["rows"] * keep
        return model.cut(weights), state

    def _sums_of(self, indices, batch):
        sums = self.sums.forward(rows(self.weights, self.of_halves), indices)
        return sums.reshape(len(batch["best"]), -1, sums.shape[1])

    def _others(self):
        return {k: v for k, v in self.weights.items() if k not in ("rows", "halves", "threats", "ways")}

    def learn(self, indices, ways, batch, size):
        """One step; returns the parts of the loss."""
        sums = self._sums_of(indices, batch)
        (_, parts), (gradient, of_sums, of_near) = self._gradient(
            self._others(), sums, near(self.weights, ways), batch, size, self.policy_share
        )
        of_sums = np.asarray(of_sums).reshape(-1, sums.shape[2])
        lines, threats = len(self.weights["rows"]), len(self.weights["threats"])
        of_rows = self.sums.backward(of_sums, indices, lines + threats + 1)
        gradient["rows"], gradient["threats"] = of_rows[:lines], of_rows[lines : lines + threats]
        gradient["halves"] = self.of_halves.T @ gradient["rows"]
        gradient["ways"] = gradient_of_ways(np.asarray(of_near), ways)
        keep = 1 - self.decay(self.step)
        self.weights, self.state = self._update(self.weights, self.state, gradient, keep)
        self.step += 1
        return np.array(parts)

    def measure(self, boards, number):
        """Mean losses over the positions that are kept apart."""
        total = np.zeros(5)
        count = 0
        for one in boards:
            for start in range(0, len(one.holdout), number):
                positions = one.holdout[start : start + number]
                indices, ways, batch = one.batch(positions)
                sums, moves = self._sums_of(indices, batch), near(self.weights, ways)
                total += np.array(self._losses(self._others(), sums, moves, batch, one.size))
                count += len(positions)
        return means(total, count) if count else None

    def save(self, path, settings):
        leaves = jax.tree_util.tree_leaves(self.state)
        arrays = {f"weights/{k}": np.asarray(v) for k, v in self.weights.items()}
        arrays |= {f"state/{n:03}": np.asarray(leaf) for n, leaf in enumerate(leaves)}
        arrays["step"], arrays["seconds"] = np.array(self.step), np.array(self.seconds)
        arrays["settings"] = np.array(json.dumps(settings))
        # A kill while writing leaves the last checkpoint whole.
        part = path.with_suffix(".part.npz")
        np.savez(part, **arrays)
        part.replace(path)

    def restore(self, path, settings):
        with np.load(path) as saved:
            was = json.loads(str(saved["settings"]))
            different = sorted(k for k in settings if was.get(k) != settings[k])
            if different:
                raise tdata.DataError(
                    f"{path}: the checkpoint is of other settings: {', '.join(different)}"
                )
            self.weights = {k: jnp.asarray(saved[f"weights/{k}"]) for k in self.weights}
            leaves, structure = jax.tree_util.tree_flatten(self.state)
            leaves = [jnp.asarray(saved[f"state/{n:03}"]) for n in range(len(leaves))]
            self.state = jax.tree_util.tree_unflatten(structure, leaves)
            self.step, self.seconds = int(saved["step"]), float(saved["seconds"])


def means(total, count):
    """Means of the parts of the loss: those of the policy over the positions that count for it."""
    value, policy, right, error, moves = total
    return [value / count, policy / max(moves, 1), right / max(moves, 1), error / count]


def schedule(boards, size, seed, epoch):
    """The batches of one epoch: a size of board and positions each, in random order."""
    random = np.random.default_rng([seed, epoch])
    batches = []
    for n, one in enumerate(boards):
        order = random.permutation(one.training)
        batches += [(n, order[at : at + size]) for at in range(0, len(order) - size + 1, size)]
    random.shuffle(batches)
    return batches


def steps_of(boards, size):
    return sum(len(one.training) // size for one in boards)


class Log:
    """The losses as a table, as curves and on the screen."""

    def __init__(self, path, picture, title, resumed_at):
        self.path, self.picture, self.title = path, picture, title
        rows = []
        if resumed_at is not None and path.exists():
            with open(path, newline="") as file:
                rows = [row for row in csv.DictReader(file) if int(row["step"]) <= resumed_at]
        self.rows = rows
        with open(path, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)

    def add(self, **row):
        self.rows.append(row)
        with open(self.path, "a", newline="") as file:
            csv.DictWriter(file, COLUMNS).writerow(row)
        print(
            f"step {row['step']:7}  epoch {row['epoch']:3}  {row['kind']:8}"
            f"  value {row['value_loss']:.4f}  policy {row['policy_loss']:.4f}"
            f"  right {row['policy_right']:.3f}  error {row['squared_error']:.4f}"
            f"  {row['positions_per_second']:.0f} positions/s",
            flush=True,
        )

    def draw(self):
        curves = {}
        for kind in ["training", "holdout"]:
            of_kind = [row for row in self.rows if row["kind"] == kind]
            curves[kind] = [(float(r["positions"]), float(r["value_loss"])) for r in of_kind]
        self.picture.write_text(plot.svg(self.title, curves))


def run(options):
    rule, boards, recipes, base = dataset.load(
        options.data, options.result_share, options.holdout, options.seed, options.scale,
        options.allow_cut, options.classic,
    )
    for_each_epoch = steps_of(boards, options.batch)
    if for_each_epoch == 0:
        raise tdata.DataError(f"fewer positions than a batch of {options.batch}")
    if options.start:
        weights, start = export.read(options.start)
    else:
        weights, start = model.initial(options.seed), None
    settings = {
        "rule": rule, "positions": [len(one.training) for one in boards],
        "epochs": options.epochs, "batch": options.batch, "rate": options.rate,
        "last_rate": options.last_rate, "result_share": options.result_share,
        "policy_share": options.policy_share, "decay": options.decay, "classic": f"{base:08x}",
        "holdout": options.holdout, "seed": options.seed,
        "scale": options.scale, "start": start and f"{start:016x}",
    }
    training = Training(options, options.epochs * for_each_epoch, weights)
    checkpoint = options.out.with_suffix(".npz")
    if options.resume:
        training.restore(checkpoint, settings)
    log = Log(
        options.out.with_suffix(".csv"), options.out.with_suffix(".svg"),
        f"{rule}: loss of the value head", training.step if options.resume else None,
    )
    print(f"{rule}: {sum(settings['positions'])} positions to train on,"
          f" {sum(len(one.holdout) for one in boards)} kept apart, {for_each_epoch} steps an epoch")
    finished = learn_all(options, training, boards, for_each_epoch, settings, checkpoint, log)
    recipe = json.dumps({"training": settings, "data": recipes}, indent=1)
    value = export.write(
        options.out, {k: np.asarray(v) for k, v in training.weights.items()}, rule, base,
        recipe,
    )
    print(f"{options.out}: weights {value:016x}" + ("" if finished else " of unfinished training"))


def learn_all(options, training, boards, for_each_epoch, settings, checkpoint, log):
    """All steps that are left; whether it came to the end."""
    # An interrupt ends the step in hand and saves; a second one ends at once.
    interrupted = []

    def interrupt(*_):
        interrupted.append(True)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    signal.signal(signal.SIGINT, interrupt)
    swap = settings["rule"] != "renju"
    begun, before = time.monotonic(), training.seconds
    last_save = time.monotonic()
    total, count, mark = np.zeros(5), 0, time.monotonic()

    def note(kind, numbers, speed):
        value, policy, right, error = numbers
        log.add(
            step=training.step, epoch=(training.step - 1) // for_each_epoch + 1,
            positions=training.step * options.batch, seconds=round(training.seconds, 1),
            positions_per_second=round(speed), kind=kind, value_loss=round(value, 6),
            policy_loss=round(policy, 6), policy_right=round(right, 4),
            squared_error=round(error, 6),
        )

    for step, number, batch in batches(options, training.step, boards, for_each_epoch, swap):
        total += training.learn(*batch, boards[number].size)
        count += options.batch
        training.seconds = before + time.monotonic() - begun
        if training.step % options.log_every == 0:
            note("training", means(total, count), count / (time.monotonic() - mark))
            total, count, mark = np.zeros(5), 0, time.monotonic()
        if training.step % for_each_epoch == 0:
            start = time.monotonic()
            measured = training.measure(boards, options.batch)
            if measured:
                note("holdout", measured, sum(len(one.holdout) for one in boards) / (time.monotonic() - start))
            log.draw()
            mark += time.monotonic() - start
        stop = interrupted or training.step == options.stop_after
        if stop or time.monotonic() - last_save > options.save_every:
            training.save(checkpoint, settings)
            last_save = time.monotonic()
        if stop:
            return False
    training.save(checkpoint, settings)
    log.draw()
    return True


def batches(options, first, boards, for_each_epoch, swap):
    """The batches from step `first` on, each made while the one before it is learnt from."""

    def steps():
        for epoch in range(first // for_each_epoch, options.epochs):
            plan = schedule(boards, options.batch, options.seed, epoch)
            for n, (number, positions) in enumerate(plan):
                step = epoch * for_each_epoch + n
                if step >= first:
                    yield step, number, positions

    def make(step, number, positions):
        random = np.random.default_rng([options.seed, step, 1])
        return step, number, boards[number].batch(positions, random, swap)

    with ThreadPoolExecutor(1) as maker:
        ready = None
        for step in steps():
            following = maker.submit(make, *step)
            if ready:
                yield ready.result()
            ready = following
        if ready:
            yield ready.result()


if __name__ == "__main__":
    try:
        run(arguments())
    except (tdata.DataError, OSError) as error:
        sys.exit(f"train.py: {error}")
