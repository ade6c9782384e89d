"""Reads pictures that a browser took of itself, for pages that cannot read their own canvas."""

import struct
import zlib


def pixels(png):
    """Return the rows of a PNG of 8 bits a channel, each a list of (red, green, blue)."""
    width, height, _, kind = struct.unpack(">IIBB", png[16:26])
    data, place = b"", 8
    while place < len(png):
        length = int.from_bytes(png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += length + 12
    data = zlib.decompress(data)
    step = {2: 3, 6: 4}[kind]
    above = bytearray(width * step)
    rows = []
    for start in range(0, height * (width * step + 1), width * step + 1):
        row = bytearray(data[start + 1 : start + 1 + width * step])
        unfilter(data[start], row, above, step)
        rows.append([tuple(row[x : x + 3]) for x in range(0, len(row), step)])
        above = row
    return rows


def unfilter(kind, row, above, step):
    """Undo a PNG's filter of one row, in place."""
    if kind == 2:
        row[:] = bytes([(one + up) & 255 for one, up in zip(row, above, strict=True)])
    elif kind:
        for x in range(len(row)):
            left, corner = (row[x - step], above[x - step]) if x >= step else (0, 0)
            up = above[x]
            if kind == 1:
                guess = left
            elif kind == 3:
                guess = (left + up) // 2
            else:
                guess = left + up - corner
                guess = min((left, up, corner), key=lambda one, sum=guess: abs(sum - one))
            row[x] = (row[x] + guess) & 255


def share_near(png, paint, distance=70):
    """Return which share of a picture is near a paint such as "#e55600"."""
    wanted = [int(paint[i : i + 2], 16) for i in (1, 3, 5)]
    every = [pixel for row in pixels(png) for pixel in row]
    near = [p for p in every if sum(abs(a - b) for a, b in zip(p, wanted, strict=True)) < distance]
    return len(near) / len(every)
