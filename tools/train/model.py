"""The network in floating point, its loss, and the limits that keep it within the integers."""

import jax
import jax.numpy as jnp
import numpy as np

import shape
import windows

# Part of the gradient that passes where a number is cut.
LEAK = 0.05

# What the network is cut to after every step, so that its integers can hold it.
LIMITS = {
    # A row is the sum of its own part and those of two halves.
    "rows": shape.MAX_EMBEDDING / (shape.ONE << shape.EMBEDDING_SHIFT) / 2,
    "halves": shape.MAX_EMBEDDING / (shape.ONE << shape.EMBEDDING_SHIFT) / 4,
    "threats": shape.MAX_EMBEDDING / (shape.ONE << shape.EMBEDDING_SHIFT),
    "point": shape.MAX_POINT_WEIGHT / (1 << shape.POINT_SHIFT),
    "first": shape.MAX_FIRST / (1 << shape.HEAD_SHIFT),
    "second": shape.MAX_WEIGHT / (1 << shape.HEAD_SHIFT),
    "last": shape.MAX_WEIGHT / (1 << shape.HEAD_SHIFT),
    "move_sum": shape.MAX_WEIGHT / (1 << shape.HEAD_SHIFT),
    "move_point": shape.MAX_WEIGHT / (1 << shape.HEAD_SHIFT),
    "ways": shape.MAX_WAY / shape.WAY_UNIT,
}


def initial(seed):
    """Random weights. Those of the heads have Black's first, then White's."""
    random = np.random.default_rng(seed)

    def normal(mean, deviation, *dimensions):
        return random.normal(mean, deviation, dimensions).astype(np.float32)

    def constant(value, *dimensions):
        return np.full(dimensions, value, np.float32)

    return {
        "rows": constant(0, windows.STORED, shape.CHANNELS),
        "halves": _halves(random),
        "threats": constant(0, windows.THREAT_ROWS, shape.CHANNELS),
        "point": normal(0, 0.25, shape.POINT_CHANNELS, shape.CHANNELS),
        "point_start": constant(0.2, shape.POINT_CHANNELS),
        "first": normal(0, 0.02, 2, shape.HIDDEN, shape.FEATURES),
        "first_start": constant(0.4, 2, shape.HIDDEN),
        "second": normal(0, 0.1, 2, shape.HIDDEN, shape.HIDDEN),
        "second_start": constant(0.4, 2, shape.HIDDEN),
        "last": normal(0, 0.05, 2, shape.OUTCOMES, shape.HIDDEN),
        "last_start": constant(0, 2, shape.OUTCOMES),
        "move_sum": normal(0, 0.1, 2, shape.CHANNELS),
        "move_point": normal(0, 0.1, 2, shape.POINT_CHANNELS),
        # By side to move, whose last stone it is (its own, the other's), class of the way.
        "ways": constant(0, 2, 2, shape.WAYS),
    }


def _halves(random):
    """What halves say in the beginning: random numbers of their stones and of where the board ends,
    added up, so that halves which are much alike begin so. Four rows begin around the middle of 0..1,
    where their sums are not cut."""
    stones = random.normal(0, 0.03, (shape.REACH, shape.CENTRES + 1, shape.CHANNELS))
    centres = random.normal(0.05, 0.04, (shape.CENTRES, shape.CHANNELS))
    halves = np.array([stones[range(shape.REACH), cells].sum(axis=0) for cells in windows.half_cells()])
    return (centres[:, None] + halves).reshape(-1, shape.CHANNELS).astype(np.float32)


def bounded(values):
    """Cut to 0..1. What is cut still learns a little: a unit that is outside for all positions would
    stay there for ever."""
    inside = jnp.clip(values, 0, 1)
    outside = LEAK * (values - inside)
    return inside + outside - jax.lax.stop_gradient(outside)


def cut(weights):
    """Weights within their limits."""
    limit = lambda name, value: (
        jnp.clip(value, -LIMITS[name], LIMITS[name]) if name in LIMITS else value
    )
    return {name: limit(name, value) for name, value in weights.items()}


def pool(points, number, size):
    """Sums over the regions of boards of `size` (width, height)."""
    width, height = size
    if width % shape.ACROSS == 0 and height % shape.ACROSS == 0:
        # The same at once, in half the time.
        across = shape.ACROSS
        grid = points.reshape(number, across, height // across, across, width // across, -1)
        return grid.sum(axis=(2, 4)).reshape(number, shape.REGIONS, -1)
    grid = points.reshape(number, height, width, -1)
    rows = [grid[:, part].sum(axis=1) for part in windows.parts(height)]
    parts = [row[:, part].sum(axis=1) for row in rows for part in windows.parts(width)]
    return jnp.stack(parts, axis=1)


def outputs(weights, sums, sides, sources, size, near=None, base=None):
    """Logits of win, draw and loss, and of all points as moves.

    `sums`: batch, points, channels. `sides`: 0 where Black is to move. `sources`: for each region
    the one whose sums it has (the symmetry that the board is turned by). `size`: width and height.
    `near`: what the ways from the last stones add to each move. `base`: what the network adds to,
    as the logarithm of the odds of a win."""
    number, area, channels = sums.shape
    inputs = bounded(sums).reshape(-1, channels)
    # The layer of the points and the policy heads' part in one product.
    together = jnp.concatenate([weights["point"], weights["move_sum"]])
    products = inputs @ together.T
    points = bounded(products[:, : shape.POINT_CHANNELS] + weights["point_start"])
    moves = products[:, shape.POINT_CHANNELS :] + points @ weights["move_point"].T
    moves = moves.reshape(number, area, 2)
    pooled = pool(points, number, size) / (1 << shape.POOL_SHIFT)
    features = jnp.take_along_axis(pooled, sources[:, :, None], axis=1)
    features = features.reshape(number, shape.FEATURES)

    def layer(name, values):
        return jnp.einsum("bsi,soi->bso", values, weights[name]) + weights[name + "_start"]

    both = jnp.stack([features, features], axis=1)
    both = bounded(layer("first", both))
    both = bounded(layer("second", both))
    both = layer("last", both)
    white = sides.astype(bool)
    value = jnp.where(white[:, None], both[:, 1], both[:, 0])
    if base is not None:
        value = value + base[:, None] * jnp.array([0.5, 0.0, -0.5])
    moves = jnp.where(white[:, None], moves[..., 1], moves[..., 0])
    return value, moves if near is None else moves + near


def losses(weights, sums, near, batch, size):
    """Sums over the batch: the losses of the value and of the policy head, how often the likeliest
    move is the best one, the squared error of the expected result, the positions whose moves
    count."""
    value, moves = outputs(
        weights, sums, batch["sides"], batch["sources"], size, near, batch["base"]
    )
    value_loss = -(batch["outcome"] * jax.nn.log_softmax(value)).sum()
    moves = jnp.where(batch["empty"], moves, -1e9)
    # A product with ones is faster than taking one number of each line.
    best = jax.nn.one_hot(batch["best"], moves.shape[1])
    chosen = (jax.nn.log_softmax(moves) * best).sum(axis=1)
    counts = batch["moves_count"]
    policy_loss = -(chosen * counts).sum()
    right = ((moves.argmax(axis=1) == batch["best"]) * counts).sum()
    share = jnp.array([1.0, 0.5, 0.0])
    error = ((jax.nn.softmax(value) - batch["outcome"]) @ share) ** 2
    return value_loss, policy_loss, right, error.sum(), counts.sum()


def training_loss(weights, sums, near, batch, size, policy_share):
    """The number that training makes small, and the parts of `losses`."""
    parts = losses(weights, sums, near, batch, size)
    number = len(batch["best"])
    return (parts[0] + policy_share * parts[1]) / number, parts
