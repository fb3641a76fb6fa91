#!/usr/bin/env python3
"""Compare a receipt of a waiting room of Holdfast with the draw that was published.

    python3 receipt.py FILE RECEIPT       a draw as one file, as mirrors have it; also FILE.gz
    python3 receipt.py URL RECEIPT        a draw at its event: https://…/v1/events/evt_…
    python3 receipt.py FILE RECEIPT KEY   and the key that has to have signed it, as others know it

RECEIPT is the file with the text that a browser keeps, or that joining was answered with.
Needs draw.py and log.py beside it, and what draw.py needs. Prints what does not agree and
exits with 1; prints where the receipt stands otherwise.
"""

import base64
import sys

import draw
import log


def unbase64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read_receipt(path):
    """What a receipt says, line by line; the path to the root is between the root and the signature."""
    with open(path, encoding="utf-8") as file:
        version, event, index, group, commitment, salt, size, root, *path, signature = file.read().strip().split("\n")
    if version != "holdfast/receipt/v1":
        raise ValueError(f"a receipt of version {version!r}")
    if len(salt) != 32 or len(root) != 64:
        raise ValueError("a salt has 16 bytes, and a root 32")
    leaf = f"holdfast/entrant/v1\n{event}\n{int(index)}\n{int(group)}\n{commitment}\n"
    draw.entrant_class(leaf, event, int(index))
    return event, int(index), leaf, int(size), bytes.fromhex(root), [bytes.fromhex(h) for h in path], signature


def checkpoint_signed(keys, event, size, root, signature):
    text = f"holdfast/checkpoint/v1\n{event}\n{size}\n{root.hex()}\n".encode()
    return any(log.signed(unbase64(key), text, unbase64(signature)) for key in keys)


def main(path, receipt, key=None):
    event, index, leaf, size, root, proof, signature = read_receipt(receipt)
    lines = draw.read(path)
    document, *texts = lines
    n, keys = document["entrants"], document["receipt_keys"]
    if event != document["event_id"]:
        raise ValueError(f"the receipt is one of {event}")
    if key is not None and key not in keys:
        raise ValueError("the draw does not name this key")
    keys = keys if key is None else [key]
    if log.root_by(proof, index, size, draw.sha256(b"\x00" + leaf.encode())) != root:
        raise ValueError("the receipt is not in the tree that it names")
    if not checkpoint_signed(keys, event, size, root, signature):
        raise ValueError("the receipt was not signed by a key of the draw")
    if n > 0:
        signed = document["checkpoint"]
        if signed["size"] != n or signed["root"] != document["root"]:
            raise ValueError("another tree was signed than the one that was drawn")
        if not checkpoint_signed(document["receipt_keys"], event, n, bytes.fromhex(signed["root"]), signed["signature"]):
            raise ValueError("the tree was not signed by a key of the draw")
    if index < n and texts[index] != leaf:
        raise ValueError(f"the draw has another leaf at index {index}")
    if size <= n and draw.tree_root(texts[:size]) != root:
        raise ValueError("the draw has others before the receipt than were signed with it")
    draw.check(lines, index if index < n else None)
    print(f"The receipt of entrant {index} is genuine, and agrees with the draw"
          if index < n else f"The receipt of entrant {index} is genuine, and was given after the seal: it stands behind the draw")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OSError) as e:
        sys.exit(f"The receipt does not hold: {e}")
