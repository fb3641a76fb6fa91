// Package challenge asks whoever is not known for a proof of work, so that a place
// costs a program about as much time as it costs a person.
//
// The protocol is version 2 of ALTCHA's, so that its public clients can answer: a
// counter is looked for with which a key derivation function yields a key that begins
// as was asked. Nothing is stored of a challenge: what it asks, until when, and for which
// event and purpose, is signed. Of an answer one row is stored until the challenge is
// over, so that it is good once, at any number of servers.
//
//	expiry ─► signature ─► single use ─► key derivation
//
// The checks are in this order, the cheapest first.
package challenge

import (
	"bytes"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Purpose is what an answer is for. An answer for one is none for another.
type Purpose string

// The purposes.
const (
	Join     Purpose = "join" // a waiting room
	Register Purpose = "register"
	Order    Purpose = "order"
	Wait     Purpose = "waitlist"
	Upload   Purpose = "upload" // a file that answers a question
)

// Purposes are all purposes.
var Purposes = []Purpose{Join, Register, Order, Wait, Upload}

// Errors of answers. Nothing was changed.
var (
	// ErrInvalid is an answer that cannot be read, or to no challenge of this server for
	// this event and purpose.
	ErrInvalid = errors.New("challenge: not an answer to a challenge of this server")
	ErrExpired = errors.New("challenge: the challenge is over")
	ErrUsed    = errors.New("challenge: the answer was used")
	// ErrUnsolved is an answer without the work.
	ErrUnsolved = errors.New("challenge: the challenge is not solved")
	// ErrCheap is an answer to a challenge that asked for less than is asked of them now.
	ErrCheap = errors.New("challenge: more work is asked for by now")
)

// Life is how long a challenge can be answered: long enough for an old telephone, and
// short enough that nobody gathers answers for an on-sale.
const Life = 5 * inventory.Minute

const (
	algorithm  = "PBKDF2/SHA-256"
	keyLength  = 32 // bytes
	nonceBytes = 16
	// maxAnswer bounds an answer, in bytes of base64.
	maxAnswer = 4096
)

// Challenge is what is asked, as the protocol has it.
type Challenge struct {
	Parameters WorkParameters `json:"parameters"`
	Signature  string         `json:"signature" doc:"HMAC-SHA256 of the parameters with sorted names, in hex. Send it back unchanged."`
}

// WorkParameters are what a challenge asks. The fields are in the order of their names, in
// which they are signed.
type WorkParameters struct {
	Algorithm string    `json:"algorithm" enum:"PBKDF2/SHA-256" doc:"How a key is derived: the password is nonce followed by the counter, as 4 bytes big-endian."`
	Cost      int       `json:"cost" doc:"Iterations of it."`
	Data      WorkScope `json:"data"`
	ExpiresAt int64     `json:"expiresAt" doc:"In seconds since 1970. From then on no answer is accepted."`
	KeyLength int       `json:"keyLength" doc:"Of the key, in bytes."`
	KeyPrefix string    `json:"keyPrefix" doc:"How the key has to begin, in hex."`
	Nonce     string    `json:"nonce" doc:"In hex."`
	Salt      string    `json:"salt" doc:"In hex."`
}

// WorkScope is what a challenge is for.
type WorkScope struct {
	Event   string  `json:"event"`
	Purpose Purpose `json:"purpose" enum:"join,order,register,upload,waitlist"`
}

// Answer is a challenge with its solution.
type Answer struct {
	Challenge Challenge `json:"challenge"`
	Solution  Solution  `json:"solution"`
}

// Solution is a counter and the key that it yields, in lower-case hex.
type Solution struct {
	Counter    uint32 `json:"counter"`
	DerivedKey string `json:"derivedKey"`
}

// New returns a challenge that ends Life after now.
func New(key []byte, scope WorkScope, e Effort, now inventory.Instant) *Challenge {
	p := WorkParameters{
		Algorithm: algorithm, Cost: e.Cost, Data: scope, ExpiresAt: int64((now + inventory.Instant(Life)) / inventory.Instant(inventory.Second)),
		KeyLength: keyLength, KeyPrefix: e.Prefix, Nonce: random(), Salt: random(),
	}
	return &Challenge{Parameters: p, Signature: p.sign(key)}
}

func random() string {
	b := make([]byte, nonceBytes)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// sign returns the signature of p, in hex.
func (p *WorkParameters) sign(key []byte) string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // texts and numbers
	}
	h := hmac.New(sha256.New, key)
	_, _ = h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// Parse reads an answer as clients of the protocol send it: JSON in base64.
func Parse(text string) (*Answer, error) {
	if len(text) > maxAnswer {
		return nil, fmt.Errorf("%w: it is too long", ErrInvalid)
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: it is not base64", ErrInvalid)
	}
	a := new(Answer)
	d := json.NewDecoder(bytes.NewReader(raw))
	if err := d.Decode(a); err != nil {
		return nil, fmt.Errorf("%w: it is not the JSON of one", ErrInvalid)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: something follows its JSON", ErrInvalid)
	}
	return a, nil
}

// Text returns a as Parse reads it.
func (a *Answer) Text() string {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // texts and numbers
	}
	return base64.StdEncoding.EncodeToString(text)
}

// ID is what a challenge is stored by once its answer was used.
func (c *Challenge) ID() string { return c.Parameters.Nonce }

// genuine checks expiry and signature, and that the challenge is for this scope.
func (c *Challenge) genuine(key []byte, scope WorkScope, now inventory.Instant) error {
	switch {
	case int64(now/inventory.Instant(inventory.Second)) >= c.Parameters.ExpiresAt:
		return ErrExpired
	case !hmac.Equal([]byte(c.Signature), []byte(c.Parameters.sign(key))):
		return fmt.Errorf("%w: its signature is not of it", ErrInvalid)
	case c.Parameters.Data != scope:
		return fmt.Errorf("%w: it is for another event or purpose", ErrInvalid)
	}
	return nil
}

// work is how many iterations a challenge takes on average.
func (p *WorkParameters) work() int64 { return Effort{Cost: p.Cost, Prefix: p.KeyPrefix}.work() }

// solved checks the work. The challenge is genuine.
func (a *Answer) solved() error {
	key, err := a.Challenge.Parameters.derive(a.Solution.Counter)
	switch {
	case err != nil:
		return err
	case key != a.Solution.DerivedKey, !strings.HasPrefix(key, a.Challenge.Parameters.KeyPrefix):
		return ErrUnsolved
	}
	return nil
}

// derive returns the key of a counter, in hex.
func (p *WorkParameters) derive(counter uint32) (string, error) {
	nonce, err := hex.DecodeString(p.Nonce)
	if err != nil {
		return "", fmt.Errorf("challenge: the nonce: %w", err)
	}
	salt, err := hex.DecodeString(p.Salt)
	if err != nil {
		return "", fmt.Errorf("challenge: the salt: %w", err)
	}
	key, err := pbkdf2.Key(sha256.New, string(binary.BigEndian.AppendUint32(nonce, counter)), salt, p.Cost, p.KeyLength)
	if err != nil {
		return "", fmt.Errorf("challenge: derive a key: %w", err)
	}
	return hex.EncodeToString(key), nil
}

// Solve looks for the answer to a challenge. It is for tools and tests: people's browsers
// do it on their own.
func Solve(c *Challenge) (*Answer, error) {
	for counter := uint32(0); ; counter++ {
		key, err := c.Parameters.derive(counter)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(key, c.Parameters.KeyPrefix) {
			return &Answer{Challenge: *c, Solution: Solution{Counter: counter, DerivedKey: key}}, nil
		}
	}
}
