package draw

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// First lines of the leaves.
const (
	entrantVersion = "holdfast/entrant/v1"
	struckVersion  = "holdfast/struck/v1"
)

// MaxClass is the last class. Class 0 is served first.
const MaxClass = 7

// CommitmentBytes is the length of a commitment.
const CommitmentBytes = 32

// An Entrant is one who takes part, as a leaf has it: nothing in it tells who that is.
type Entrant struct {
	EventID string
	Index   int64 // in the order of arrival, from 0
	Class   int
	// Commitment is SHA-256 of a salt and the keyed identity. The entrant's receipt has
	// the salt, so that only the entrant can show which leaf is theirs.
	Commitment [CommitmentBytes]byte
}

// Text returns the leaf of e.
func (e *Entrant) Text() string { return string(e.AppendText(nil)) }

// AppendText appends Text.
func (e *Entrant) AppendText(b []byte) []byte {
	b = append(append(append(append(b, entrantVersion...), '\n'), e.EventID...), '\n')
	b = append(strconv.AppendInt(b, e.Index, 10), '\n')
	b = append(strconv.AppendInt(b, int64(e.Class), 10), '\n')
	return append(hex.AppendEncode(b, e.Commitment[:]), '\n')
}

// ParseEntrant reads a leaf. It accepts what Text writes and nothing else, so that one
// entrant has one leaf.
func ParseEntrant(text string) (Entrant, error) {
	field, err := fields(text, entrantVersion, 4)
	if err != nil {
		return Entrant{}, err
	}
	e := Entrant{EventID: field[0]}
	e.Index, err = strconv.ParseInt(field[1], 10, 64)
	class, errClass := strconv.Atoi(field[2])
	commitment, errCommitment := hex.DecodeString(field[3])
	if err := errors.Join(err, errClass, errCommitment); err != nil {
		return Entrant{}, fmt.Errorf("draw: leaf of an entrant: %w", err)
	}
	e.Class = class
	if e.EventID == "" || e.Index < 0 || class < 0 || class > MaxClass || copy(e.Commitment[:], commitment) != len(commitment) || e.Text() != text {
		return Entrant{}, fmt.Errorf("draw: leaf of an entrant: %q", text)
	}
	return e, nil
}

// A Reason tells why somebody was struck out. The list is closed.
type Reason string

// Reasons.
const (
	Duplicate Reason = "duplicate" // the person is in the draw already
	Fraud     Reason = "fraud"     // an organizer found them out to be no person
	Left      Reason = "left"      // they did not want to take part any more
)

// Reasons returns all of them.
func Reasons() []Reason { return []Reason{Duplicate, Fraud, Left} }

// A Strike is an entrant who keeps a place in the tree and in the order, and is passed
// over when it is served.
type Strike struct {
	Index  int64
	Reason Reason
}

// Text returns the leaf of s.
func (s *Strike) Text() string {
	return lines(struckVersion, strconv.FormatInt(s.Index, 10), string(s.Reason))
}

// ParseStrike reads a leaf of somebody who was struck out.
func ParseStrike(text string) (Strike, error) {
	field, err := fields(text, struckVersion, 2)
	if err != nil {
		return Strike{}, err
	}
	index, err := strconv.ParseInt(field[0], 10, 64)
	s := Strike{Index: index, Reason: Reason(field[1])}
	known := false
	for _, r := range Reasons() {
		known = known || r == s.Reason
	}
	if err != nil || index < 0 || !known || s.Text() != text {
		return Strike{}, fmt.Errorf("draw: leaf of a strike: %q", text)
	}
	return s, nil
}

func lines(line ...string) string { return strings.Join(line, "\n") + "\n" }

// fields returns the n lines after the first, which is the version.
func fields(text, version string, n int) ([]string, error) {
	line := strings.Split(text, "\n")
	if len(line) != n+2 || line[0] != version || line[n+1] != "" {
		return nil, fmt.Errorf("draw: not a leaf of %s: %q", version, text)
	}
	return line[1 : n+1], nil
}
