#!/usr/bin/env python3
"""Check the public log of an event of Holdfast with none of Holdfast's code.

    python3 log.py proof FILE KEY           a .tlog-proof that somebody was given
    python3 log.py log PREFIX KEY [KEPT]    a whole log, at https://HOST/log/EVENT/

KEY is the log's verifier key, from the event's page or GET /v1/events/ID/log. KEPT is a
file with the newest checkpoint that was seen: the log has to continue it, and it is
replaced. Needs Python 3.9 and nothing else. Prints what does not hold and exits with 1.
The forms are C2SP's: signed-note, tlog-checkpoint, tlog-tiles, tlog-proof.
"""

import base64
import hashlib
import json
import pathlib
import sys
import time
import urllib.error
import urllib.request
import zlib

P = 2**255 - 19  # Ed25519, RFC 8032 section 5.1
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
VERSION = "holdfast/entry/v1"
WORDS = b'"minute":"2026-11-28T21:14Z","actor":"person"public"staff"system","kind":"hold"entry"offer","subject":"","from":"held"waiting"offered",'
WORDS += b'"to":"released"confirmed"accepted","reason":"registered"offered"joined"accepted","rule":3,"related_kind":"person","related":"","units":1,"tier":"tir_","class":1,"rank":"2026-11-28T","seats":true,"previous":'


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1:
            q = add(q, p)
        p, n = add(p, p), n >> 1
    return q


def point(data):
    """The point of 32 bytes."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        raise ValueError("a key or a signature is not a point of the curve")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def signed(key, text, signature):
    """Whether a signature of a text is by an Ed25519 key."""
    if len(key) != 32 or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    base = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    left, right = times(s, base), add(point(signature[:32]), times(h, point(key)))
    return s < L and not ((left[0] * right[2] - right[0] * left[2]) % P or (left[1] * right[2] - right[1] * left[2]) % P)


def open_checkpoint(note, verifier):
    """Size and root of a checkpoint that the key has signed."""
    name, key_hash, key = verifier.split("+", 2)
    data = base64.b64decode(key, validate=True)
    if sha256(name.encode(), b"\n", data)[:4].hex() != key_hash or data[0] != 1:
        raise ValueError("the verifier key is not well formed")
    text, _, signatures = note.rpartition("\n\n")
    text, lines = text + "\n", text.split("\n")
    if len(lines) < 3 or lines[0] != name:
        raise ValueError("the checkpoint is of another log")
    for line in signatures.splitlines():
        who = line.split(" ")
        if len(who) == 3 and who[0] == "\u2014" and who[1] == name:
            signature = base64.b64decode(who[2], validate=True)
            if signature[:4].hex() == key_hash and signed(data[1:], text.encode(), signature[4:]):
                return int(lines[1]), base64.b64decode(lines[2], validate=True)
    raise ValueError("the checkpoint is not signed by the key")


def push(stack, text):
    """Appends a leaf to the full subtrees of a tree, RFC 9162 section 2.1.1."""
    node, height = sha256(b"\x00", text), 0
    while stack and stack[-1][0] == height:
        node, height = sha256(b"\x01", stack.pop()[1], node), height + 1
    stack.append((height, node))


def root_of(stack):
    node = stack[-1][1] if stack else sha256()
    for _, left in reversed(stack[:-1]):
        node = sha256(b"\x01", left, node)
    return node


def root_by(path, index, size, node):
    """The root that an inclusion path leads to, RFC 9162 section 2.1.3.1."""
    if size == 1 and (path or index):
        raise ValueError("the path is too long")
    if size == 1:
        return node
    left = 1 << (size - 1).bit_length() - 1
    if index < left:
        return sha256(b"\x01", root_by(path[:-1], index, left, node), path[-1])
    return sha256(b"\x01", path[-1], root_by(path[:-1], index - left, size - left, node))


def check_proof(text, verifier):
    lines, checkpoint = text.split("\n\n", 1)
    lines = lines.split("\n")
    if lines[0] != "c2sp.org/tlog-proof@v1" or not lines[1].startswith("extra ") or not lines[2].startswith("index "):
        raise ValueError("this is not a proof with an entry")
    extra = base64.b64decode(lines[1][6:], validate=True)
    index, path = int(lines[2][6:]), [base64.b64decode(line, validate=True) for line in lines[3:]]
    size, root = open_checkpoint(checkpoint, verifier)
    subject, _, told = zlib.decompressobj(-15, WORDS).decompress(extra[48:], 65536).decode().partition("\n")
    event = verifier.split("+")[0].rpartition("/")[2]
    entry = f'{{"v":"{VERSION}","event":"{event}","seq":{index + 1},{told},"row":"{sha256(extra[:48]).hex()}"}}'
    if root_by(path, index, size, sha256(b"\x00", entry.encode())) != root:
        raise ValueError("the entry, its place, or the salt and the hash of its row are not those of the log that was signed")
    print(f"The proof holds: entry {index} of {size}, about {subject}\n{entry}")


def fetch(prefix, path):
    while True:
        try:
            with urllib.request.urlopen(prefix + path, timeout=60) as answer:
                return answer.read()
        except urllib.error.HTTPError as e:
            if e.code != 429:
                raise ValueError(f"{path}: {e}") from e
            time.sleep(int(e.headers.get("Retry-After", "1")))


def entries(prefix, size):
    """All entries of a log, bundle by bundle."""
    for n in range((size + 255) // 256):
        path, rest, width = f"{n % 1000:03d}", n // 1000, min(256, size - n * 256)
        while rest:
            path, rest = f"x{rest % 1000:03d}/{path}", rest // 1000
        bundle = fetch(prefix, f"tile/entries/{path}" + ("" if width == 256 else f".p/{width}"))
        for _ in range(width):
            end = 2 + int.from_bytes(bundle[:2], "big")
            yield bundle[2:end]
            bundle = bundle[end:]
        if bundle:
            raise ValueError("a bundle has more than it should")


def check_log(prefix, verifier, kept=None):
    note = fetch(prefix, "checkpoint").decode()
    size, root = open_checkpoint(note, verifier)
    before, before_root = 0, sha256()
    if kept and pathlib.Path(kept).exists():
        before, before_root = open_checkpoint(pathlib.Path(kept).read_text("utf-8"), verifier)
    if before > size:
        raise ValueError(f"the log has {size} entries, and had {before}")
    stack, newest = [], {}
    for i, text in enumerate(entries(prefix, size)):
        if i == before and root_of(stack) != before_root:
            raise ValueError(f"the first {before} entries are not those that were signed before")
        entry = json.loads(text)
        if entry["v"] != VERSION or entry["seq"] != i + 1:
            raise ValueError(f"entry {i} is of row {entry['seq']}")
        # Rows about an event or a pool need not name the one before.
        if entry.get("previous", 0) not in (0, newest.get(entry["subject"], 0)):
            raise ValueError(f"entry {i} leaves out what happened to its subject before")
        newest[entry["subject"]] = entry["seq"]
        push(stack, text)
    if root_of(stack) != root or before == size and before_root != root:
        raise ValueError("the entries are not those that were signed")
    if kept:
        pathlib.Path(kept).write_text(note, "utf-8")
    print(f"The log holds: {size} entries, root {root.hex()}")


if __name__ == "__main__":
    try:
        if sys.argv[1:2] == ["proof"] and len(sys.argv) == 4:
            check_proof(pathlib.Path(sys.argv[2]).read_text("utf-8"), sys.argv[3])
        elif sys.argv[1:2] == ["log"] and len(sys.argv) in (4, 5):
            check_log(*sys.argv[2:])
        else:
            sys.exit(__doc__)
    except (ValueError, KeyError, TypeError, IndexError, OSError, zlib.error) as e:
        sys.exit(f"The log does not hold: {e}")
