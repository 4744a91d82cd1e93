"""Weights files (see src/eval/nnue/format.rs for the format)."""

import struct
import zlib

import numpy as np

import embedding
import shape

MAGIC = b"TNGNNET\n"
VERSION = 2


def _units(values, unit, limit, kind):
    return np.clip(np.rint(np.asarray(values, np.float64) * unit), -limit, limit).astype(kind)


def quantised(weights):
    """The integers of the network, in the order of the file."""
    head, point = 1 << shape.HEAD_SHIFT, 1 << shape.POINT_SHIFT
    weight = lambda value, limit=shape.MAX_WEIGHT: _units(value, head, limit, "<i2")
    start = lambda value, unit: _units(value, shape.ONE * unit, shape.MAX_BIAS, "<i4")
    unit = shape.ONE << shape.EMBEDDING_SHIFT
    numbers = [
        _units(embedding.rows(weights, embedding.halves_of_rows()), unit, shape.MAX_EMBEDDING, "<i2"),
        _units(weights["point"], point, shape.MAX_POINT_WEIGHT, "i1"),
        start(weights["point_start"], point),
    ]
    for side in range(2):
        numbers += [
            weight(weights["first"][side], shape.MAX_FIRST),
            start(weights["first_start"][side], head << shape.POOL_SHIFT),
            weight(weights["second"][side]),
            start(weights["second_start"][side], head),
            weight(weights["last"][side]),
            start(weights["last_start"][side], head),
            weight(weights["move_sum"][side]),
            weight(weights["move_point"][side]),
            _units(weights["ways"][side], shape.WAY_UNIT, shape.MAX_WAY, "<i2"),
        ]
    return numbers


def fnv1a(data):
    """Fowler, Noll and Vo's hash, variant 1a, of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def write(path, weights, rule, base, recipe):
    """Writes a weights file and returns its hash. `base`: the checksum of the classic weights whose
    values the network adds to, 0 for none."""
    numbers = b"".join(part.tobytes() for part in quantised(weights))
    recipe = recipe.encode()
    value = fnv1a(numbers)
    dimensions = (
        shape.REACH, shape.CHANNELS, shape.POINT_CHANNELS, shape.REGIONS, shape.HIDDEN,
    )
    head = MAGIC + struct.pack(
        "<8HIQI", VERSION, shape.RULES.index(rule), shape.SHAPE, *dimensions, base, value, len(recipe)
    )
    data = head + recipe + numbers
    with open(path, "wb") as file:
        file.write(data + struct.pack("<I", zlib.crc32(data)))
    return value


