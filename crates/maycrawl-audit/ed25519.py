"""Verify Ed25519 signatures (RFC 8032 section 5.1.7), slowly and with nothing but Python, for `replay.py`."""
import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def point(data):
    """Read a point of the curve."""
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    roots = [x for x in (root, root * pow(2, (P - 1) // 4, P) % P) if x * x % P == square]
    if len(data) != 32 or y >= P or not roots or (roots[0] == 0 and sign):
        raise ValueError("no point of the curve")
    return (P - roots[0] if roots[0] % 2 != sign else roots[0]), y


def add(one, other):
    """Add two points."""
    (a, b), (c, d) = one, other
    k = D * a * b * c * d
    return (a * d + b * c) * pow(1 + k, -1, P) % P, (b * d + a * c) * pow(1 - k, -1, P) % P


def times(number, it):
    """Add a point to itself so many times."""
    found = 0, 1
    while number:
        found = add(found, it) if number % 2 else found
        number, it = number // 2, add(it, it)
    return found


def is_signed(key, text, signature):
    """Say whether this is the signature of a text by the key."""
    first, scalar = signature[:32], int.from_bytes(signature[32:], "little")
    hashed = int.from_bytes(hashlib.sha512(first + key + text).digest(), "little") % ORDER
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    return scalar < ORDER and times(scalar, base) == add(point(first), times(hashed, point(key)))
