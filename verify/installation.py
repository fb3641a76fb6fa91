#!/usr/bin/env python3
"""Check the log of an installation of Holdfast with none of Holdfast's code.

    python3 installation.py proof FILE KEY [EVENT]     a proof that an event's log is in it
    python3 installation.py log PREFIX KEY [KEPT]      all of it, at https://HOST/log/installation/

KEY is the log's verifier key, from GET /v1/log. With --witness=KEY, which may be said several times,
the log's head has to be signed by that witness too. EVENT is a file with the event's checkpoint that was
seen: the proof has to be of it. KEPT is a file with the newest checkpoint that was seen: the log has
to continue it, and it is replaced. Needs Python 3.9 and nothing else. Prints what does not hold and
exits with 1. The forms are C2SP's: signed-note, tlog-checkpoint, tlog-tiles, tlog-proof.
"""

import base64
import hashlib
import json
import pathlib
import sys
import time
import urllib.request

P = 2**255 - 19  # Ed25519, RFC 8032 section 5.1
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SEALED = "holdfast/sealed-checkpoint/v1"


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P


def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1:
            q = add(q, p)
        p, n = add(p, p), n >> 1
    return q


def point(data):
    sign, y = divmod(int.from_bytes(data, "little"), 1 << 255)
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
    s = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little")
    base = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    p, q = times(s, base), add(point(signature[:32]), times(h, point(key)))
    same = (p[0] * q[2] - q[0] * p[2]) % P == 0 == (p[1] * q[2] - q[1] * p[2]) % P
    return len(key) == 32 and len(signature) == 64 and s < L and same


def open_checkpoint(note, verifier, kind=1):
    """Size and root of a checkpoint that the key has signed: the log's, or a witness's (kind 4)."""
    name, key_hash, key = verifier.split("+", 2)
    data = base64.b64decode(key, validate=True)
    if sha256(name.encode(), b"\n", data)[:4].hex() != key_hash or data[0] != kind:
        raise ValueError(f"the key of {name} is not well formed")
    text, _, signatures = note.rpartition("\n\n")
    text, lines = text + "\n", text.split("\n")
    if len(lines) < 3 or kind == 1 and lines[0] != name:
        raise ValueError("the checkpoint is of another log")
    for line in signatures.splitlines():
        who = line.split(" ")
        if len(who) == 3 and who[0] == "\u2014" and who[1] == name:
            signature = base64.b64decode(who[2], validate=True)
            at, proof = (0, signature[4:]) if kind == 1 else (int.from_bytes(signature[4:12], "big"), signature[12:])
            said = text if kind == 1 else f"cosignature/v1\ntime {at}\n{text}"
            if signature[:4].hex() == key_hash and signed(data[1:], said.encode(), proof):
                return int(lines[1]), base64.b64decode(lines[2], validate=True)
    raise ValueError(f"the checkpoint is not signed by {name}")


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
    if size == 1 or not path:
        return node if size == 1 and not path and index == 0 else b""  # no root
    left = 1 << (size - 1).bit_length() - 1
    if index < left:
        return sha256(b"\x01", root_by(path[:-1], index, left, node), path[-1])
    return sha256(b"\x01", path[-1], root_by(path[:-1], index - left, size - left, node))


def event_of(note, verifier):
    """Event, size and root of a checkpoint that the installation signed of an event's log."""
    (name, _, key), origin = verifier.split("+", 2), note.split("\n", 1)[0]
    if not origin.startswith(name.rpartition("/")[0] + "/") or origin == name:
        raise ValueError("a checkpoint is of no event of this installation")
    key_hash = sha256(origin.encode(), b"\n", base64.b64decode(key, validate=True))[:4].hex()
    return origin.rpartition("/")[2], *open_checkpoint(note, f"{origin}+{key_hash}+{key}")


def head_of(note, verifier, witnesses):
    """Size and root of the head of the log, which each witness has to have signed."""
    for witness in witnesses:
        open_checkpoint(note, witness, 4)
    return open_checkpoint(note, verifier)


def check_proof(witnesses, text, verifier, seen=None):
    top, checkpoint = text.split("\n\n", 1)
    kind, extra, index, *path = top.split("\n")
    if kind != "c2sp.org/tlog-proof@v1" or extra[:6] != "extra " or index[:6] != "index ":
        raise ValueError("this is not a proof with a checkpoint")
    extra, index = json.loads(base64.b64decode(extra[6:], validate=True)), int(index[6:])
    path, note, salt = [base64.b64decode(line, validate=True) for line in path], extra["checkpoint"], extra.get("salt")
    event, entries, head = event_of(note, verifier)
    if seen is not None and event_of(seen, verifier) != (event, entries, head):
        raise ValueError("the proof is of another checkpoint than the one that was seen")
    entry = f"{SEALED}\n{sha256(bytes.fromhex(salt), note.encode()).hex()}\n" if salt else note
    size, root = head_of(checkpoint, verifier, witnesses)
    if not 0 <= index < size or root_by(path, index, size, sha256(b"\x00", entry.encode())) != root:
        raise ValueError("the checkpoint is not in the log that was signed")
    print(f"The proof holds: checkpoint {index} of {size} is of {event}, {entries} entries, root {head.hex()}")


def fetch(prefix, path):
    try:
        with urllib.request.urlopen(prefix + path, timeout=60) as answer:
            return answer.read()
    except urllib.error.HTTPError as e:
        if e.code != 429:
            raise ValueError(f"{path}: {e}") from e
        time.sleep(int(e.headers.get("Retry-After", "1")))
        return fetch(prefix, path)


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


def check_log(witnesses, prefix, verifier, kept=None):
    note = fetch(prefix, "checkpoint").decode()
    size, root = head_of(note, verifier, witnesses)
    known = pathlib.Path(kept).read_text("utf-8") if kept and pathlib.Path(kept).exists() else None
    before, before_root = open_checkpoint(known, verifier) if known else (0, sha256())
    if before > size:
        raise ValueError(f"the log has {size} entries, and had {before}")
    stack, newest, sealed = [], {}, 0
    for i, text in enumerate(entries(prefix, size)):
        if i == before and root_of(stack) != before_root:
            raise ValueError(f"the first {before} entries are not those that were signed before")
        push(stack, text)
        if text.startswith(SEALED.encode() + b"\n") and len(text) == len(SEALED) + 66:
            sealed += 1
            continue
        event, length, _ = event_of(text.decode(), verifier)
        if length <= newest.get(event, 0):
            raise ValueError(f"entry {i} is of {length} entries of {event}, and {newest[event]} were signed before")
        newest[event] = length
    if root_of(stack) != root or before == size and before_root != root:
        raise ValueError("the entries are not those that were signed")
    if kept:
        pathlib.Path(kept).write_text(note, "utf-8")
    print(f"The log holds: {size} checkpoints, of {len(newest)} events and {sealed} sealed, root {root.hex()}")


if __name__ == "__main__":
    try:
        args = [a for a in sys.argv[1:] if not a.startswith("--witness=")]
        witnesses = [a.partition("=")[2] for a in sys.argv[1:] if a not in args]
        if args[:1] == ["proof"] and len(args) in (3, 4):
            proof, *seen = [pathlib.Path(name).read_text("utf-8") for name in [args[1], *args[3:]]]
            check_proof(witnesses, proof, args[2], *seen)
        elif args[:1] == ["log"] and len(args) in (3, 4):
            check_log(witnesses, *args[1:])
        else:
            sys.exit(__doc__)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OSError) as e:
        sys.exit(f"The log does not hold: {e}")
