"""Judges entries of a public log by aics-tlog, which is somebody else's.

Reads a JSON object from the standard input: `key`, the verifier key, and `cases`, each with
`name`, `entry`, `index`, `path` (base64) and `checkpoint`. Prints the names of those that hold.
"""

import base64
import json
import sys

from aics_tlog import parse_vkey, verify_checkpoint, verify_leaf_inclusion
from aics_tlog.checkpoint import checkpoint_from_note
from aics_tlog.note import parse_note


def holds(key, case):
    try:
        note = parse_note(case["checkpoint"])
        if not verify_checkpoint(note, key, expected_origin=key.name).ok:
            return False
        head, _ = checkpoint_from_note(note)
        path = [base64.b64decode(p, validate=True) for p in case["path"]]
        return verify_leaf_inclusion(case["entry"].encode(), case["index"], head.size, path, head.root)
    except ValueError:
        return False


given = json.load(sys.stdin)
key = parse_vkey(given["key"])
print("\n".join(c["name"] for c in given["cases"] if holds(key, c)))
