#!/usr/bin/env python3
"""Recompute a draw of Holdfast (holdfast/draw/v1) with none of Holdfast's code.

    python3 draw.py FILE          a draw as one file, as mirrors have it; also FILE.gz
    python3 draw.py URL           a draw at its event: https://…/v1/events/evt_…
    python3 draw.py FILE INDEX    and the place of this entrant

Needs Python 3.9 and, for draws with drand's beacon, the package py-ecc 8.0.0. Prints
what does not agree and exits with 1; prints the seed and the first places otherwise.
The rules, one function each, are in the order in which they are applied.
"""

import datetime
import gzip
import hashlib
import hmac
import json
import sys
import urllib.request

ALGORITHM = "holdfast/draw/v1"
GENESIS, PERIOD, ROUNDS_AFTER_SEAL = 1692803367, 3, 20
QUICKNET_KEY = bytes.fromhex(
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a")
REASONS = ("duplicate", "fraud", "left")


def sha256(data):
    return hashlib.sha256(data).digest()


def tree_root(leaves):
    """Root of a Merkle tree, RFC 9162 section 2.1.1, in one pass."""
    stack = []  # (height, hash) of full subtrees, the largest first
    for leaf in leaves:
        node, height = sha256(b"\x00" + leaf.encode()), 0
        while stack and stack[-1][0] == height:
            node, height = sha256(b"\x01" + stack.pop()[1] + node), height + 1
        stack.append((height, node))
    if not stack:
        return sha256(b"")
    root = stack.pop()[1]
    while stack:
        root = sha256(b"\x01" + stack.pop()[1] + root)
    return root


def entrant_class(text, event_id, index):
    """The class in the leaf of entrant number index."""
    lines = text.split("\n")
    if (len(lines) != 6 or lines[0] != "holdfast/entrant/v1" or lines[1] != event_id or lines[2] != str(index)
            or lines[3] not in "01234567" or len(lines[3]) != 1 or lines[5] != ""
            or len(lines[4]) != 64 or any(c not in "0123456789abcdef" for c in lines[4])):
        raise ValueError(f"leaf {index} is {text!r}")
    return int(lines[3])


def struck_index(text, after, entrants):
    """The index in the leaf of somebody who was struck out."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[0] != "holdfast/struck/v1" or lines[2] not in REASONS or lines[3] != "":
        raise ValueError(f"strike {text!r}")
    index = int(lines[1])
    if str(index) != lines[1] or not after < index < entrants:
        raise ValueError(f"strike of {lines[1]} after {after}")
    return index


def quicknet_signed(round_number, signature):
    """Whether the signature is that of drand's quicknet for a round."""
    from py_ecc.bls.g2_primitives import subgroup_check
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.bls.point_compression import decompress_G1, decompress_G2
    from py_ecc.optimized_bls12_381 import FQ12, G2, final_exponentiate, is_inf, neg, pairing
    if len(signature) != 48:
        return False
    point = decompress_G1(int.from_bytes(signature, "big"))
    key = decompress_G2((int.from_bytes(QUICKNET_KEY[:48], "big"), int.from_bytes(QUICKNET_KEY[48:], "big")))
    if is_inf(point) or not subgroup_check(point):
        return False
    message = sha256(round_number.to_bytes(8, "big"))
    hashed = hash_to_G1(message, b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_", hashlib.sha256)
    product = pairing(G2, point, final_exponentiate=False) * pairing(neg(key), hashed, final_exponentiate=False)
    return final_exponentiate(product) == FQ12.one()


def check_beacon(document):
    beacon = document["beacon"]
    signature = bytes.fromhex(beacon["signature"])
    if beacon["kind"] == "drand-quicknet":
        sealed = datetime.datetime.fromisoformat(document["sealed_at"].replace("Z", "+00:00"))
        if GENESIS + (document["round"] - 1) * PERIOD < sealed.timestamp() + ROUNDS_AFTER_SEAL * PERIOD:
            raise ValueError("the round is too near to the seal")
        told = GENESIS + (document.get("announced_round", document["round"]) - 1) * PERIOD
        if document.get("announced_round", document["round"]) != document["round"] and told >= sealed.timestamp() + ROUNDS_AFTER_SEAL * PERIOD:
            raise ValueError("another round was announced, and the seal was not too late for that")
        if sha256(signature).hex() != beacon["randomness"]:
            raise ValueError("the randomness is not the hash of the signature")
        if not quicknet_signed(document["round"], signature):
            raise ValueError("the signature is not quicknet's for this round")
    elif beacon["kind"] == "ceremony":
        secret = bytes.fromhex(beacon["secret"])
        if document["round"] != 0 or not beacon["source"] or not beacon["value"]:
            raise ValueError("a ceremony has no round, a source and its value")
        if sha256(secret).hex() != beacon["commitment"]:
            raise ValueError("the secret is not the one that was committed to")
        if secret + beacon["value"].encode() != signature:
            raise ValueError("the beacon is not made of secret and value")
    else:
        raise ValueError(f"beacon {beacon['kind']!r} is unknown")
    return signature


def seed_of(document, signature):
    def prefixed(data):
        return len(data).to_bytes(4, "big") + data
    return sha256(prefixed(ALGORITHM.encode()) + prefixed(document["event_id"].encode())
                  + document["entrants"].to_bytes(8, "big") + bytes.fromhex(document["root"])
                  + bytes.fromhex(document["struck_root"]) + document["round"].to_bytes(8, "big") + prefixed(signature))


class Order:
    """A permutation of 0..n-1: a Feistel network of ten rounds with cycle walking."""

    def __init__(self, seed, n):
        bits = max(1, (n - 1).bit_length())
        self.n, self.half = n, max(2, bits + bits % 2) // 2
        self.mask, self.seed, self.known = (1 << self.half) - 1, seed, {}

    def function(self, r, x):
        if (r, x) not in self.known:
            mac = hmac.new(self.seed, bytes([r]) + x.to_bytes(8, "big"), hashlib.sha256).digest()
            self.known[r, x] = int.from_bytes(mac[:8], "big") & self.mask
        return self.known[r, x]

    def place(self, i):
        if self.n == 1:
            return 1
        while True:
            left, right = i >> self.half, i & self.mask
            for r in range(10):
                left, right = right, left ^ self.function(r, right)
            i = left << self.half | right
            if i < self.n:
                return i + 1


def fetched(url):
    """The lines of the file of a draw, from the public address of its event."""
    with urllib.request.urlopen(url.rstrip("/") + "/draw.jsonl", timeout=60) as answer:
        return [json.loads(line) for line in answer]


def read(path):
    """The document of a draw and its leaves, from a file or an address."""
    if path.startswith(("http://", "https://")):
        return fetched(path)
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def check(lines, index=None):
    document, *texts = lines
    if document["algorithm"] != ALGORITHM:
        raise ValueError(f"algorithm {document['algorithm']!r} is unknown")
    n = document["entrants"]
    if len(texts) != n + document["struck"]:
        raise ValueError(f"{len(texts)} leaves, for {n} entrants and {document['struck']} who were struck out")
    classes = [entrant_class(text, document["event_id"], i) for i, text in enumerate(texts[:n])]
    struck, last = set(), -1
    for text in texts[n:]:
        last = struck_index(text, last, n)
        struck.add(last)
    if tree_root(texts[:n]).hex() != document["root"]:
        raise ValueError("the root is not that of the entrants")
    if tree_root(texts[n:]).hex() != document["struck_root"]:
        raise ValueError("the root is not that of those who were struck out")
    seed = seed_of(document, check_beacon(document))
    if seed.hex() != document["seed"]:
        raise ValueError(f"the seed is {seed.hex()}")
    order = Order(seed, n)
    served = sorted((i for i in range(n) if i not in struck), key=lambda i: (classes[i], order.place(i)))
    digest = sha256(b"".join(i.to_bytes(8, "big") for i in served)).hex()
    print(f"The draw holds: {n} entrants, {len(struck)} struck out, seed {seed.hex()}")
    if document.get("announced_round", document["round"]) != document["round"]:
        print(f"Round {document['announced_round']} was announced: the draw was sealed too late for it, at {document['sealed_at']}")
    print(f"Order {digest}, first served: {', '.join(map(str, served[:10]))}")
    if index is not None:
        where = f"has place {order.place(index)}, number {served.index(index) + 1} of those served" if index in served else "is struck out"
        print(f"Entrant {index} {where}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        check(read(sys.argv[1]), *map(int, sys.argv[2:]))
    except (ValueError, KeyError, TypeError, StopIteration, AttributeError) as e:
        sys.exit(f"The draw does not hold: {e}")
