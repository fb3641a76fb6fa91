package tlog

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/merkle"
)

// ErrCheckpoint is a text that is not a checkpoint of the log, or not signed by its key.
var ErrCheckpoint = errors.New("tlog: not a checkpoint of this log")

// A Head is the size and the root of a log.
type Head struct {
	Size int64
	Root tlog.Hash
}

// fingerprint is how many bytes of a root people compare.
const fingerprint = 8

// Fingerprint returns the first 8 bytes of the root, in hex: whoever compares it in two
// mails, or on two tickets, finds out when two people were shown two histories.
func (h Head) Fingerprint() string { return hex.EncodeToString(h.Root[:fingerprint]) }

// text returns a checkpoint as C2SP's tlog-checkpoint has it, before it is signed.
func (h Head) text(origin string) string {
	return origin + "\n" + strconv.FormatInt(h.Size, 10) + "\n" + base64.StdEncoding.EncodeToString(h.Root[:]) + "\n"
}

// OpenCheckpoint returns what a checkpoint says, if it is signed with the key that
// verifierKey is the public half of, under the name of the log.
func OpenCheckpoint(signed []byte, verifierKey string) (Head, error) {
	v, err := note.NewVerifier(verifierKey)
	if err != nil {
		return Head{}, fmt.Errorf("tlog: %w", err)
	}
	return open(signed, v)
}

func open(signed []byte, v note.Verifier) (h Head, err error) {
	if h.Size, h.Root, err = merkle.OpenCheckpoint(signed, v); err != nil {
		return Head{}, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return h, nil
}
