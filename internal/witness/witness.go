// Package witness asks witnesses to sign the heads of a log too. A witness remembers the
// newest head of a log that it has seen, and signs only what continues it; so two people
// who each hold a head that the same witness signed were shown one history. The protocol is
// C2SP's tlog-witness, signatures are those of tlog-cosignature.
package witness

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"filippo.io/torchwood"
)

// maxWitnesses is how many witnesses a log can have: each adds a line to each head.
const maxWitnesses = 20

// ErrList is a list of witnesses that cannot be read.
var ErrList = errors.New("witness: not a list of witnesses")

// A Witness is somebody else's service that signs heads of logs.
type Witness struct {
	// Name is what its signatures name it by, and VerifierKey what they are checked with.
	Name, VerifierKey string
	// address is where heads are sent to.
	address  string
	verifier *torchwood.CosignatureVerifier
}

// Parse reads a list of witnesses: a line for each, as C2SP's tlog-policy has it, "witness
// NAME KEY URL", where NAME is what the list calls it. Empty lines and those that begin with
// # are for readers. The error names the line.
func Parse(text string) ([]*Witness, error) {
	var list []*Witness
	names := map[string]bool{}
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		w, err := parse(strings.Fields(line))
		if err == nil && names[w.Name] {
			err = fmt.Errorf("%s is named twice", w.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrList, n, err)
		}
		names[w.Name] = true
		list = append(list, w)
	}
	if len(list) > maxWitnesses {
		return nil, fmt.Errorf("%w: %d witnesses, at most %d", ErrList, len(list), maxWitnesses)
	}
	return list, nil
}

func parse(fields []string) (*Witness, error) {
	if len(fields) != 4 || fields[0] != "witness" {
		return nil, errors.New("want: witness NAME KEY URL")
	}
	v, err := torchwood.NewCosignatureVerifier(fields[2])
	if err != nil {
		return nil, fmt.Errorf("%s is not a key of a witness (Ed25519, cosignature/v1): %w", fields[2], err)
	}
	u, err := url.Parse(fields[3])
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("%s is not an address of a witness: want https://HOST/PREFIX", fields[3])
	}
	return &Witness{Name: v.Name(), VerifierKey: v.String(), address: strings.TrimSuffix(fields[3], "/") + "/add-checkpoint", verifier: v}, nil
}
