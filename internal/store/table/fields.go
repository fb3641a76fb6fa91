package table

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
)

// settler completes a field after the row was scanned.
type settler interface{ settle() error }

type flagField struct {
	number int64
	field  *bool
}

func (f *flagField) settle() error {
	*f.field = f.number != 0
	return nil
}

type hashField struct {
	stored []byte
	field  *audit.Hash
	column string
	exact  bool
}

func (f *hashField) settle() error {
	if f.exact && len(f.stored) != len(f.field) {
		return fmt.Errorf("store: %s has %d bytes, want %d", f.column, len(f.stored), len(f.field))
	}
	*f.field = HashOf(f.stored)
	return nil
}

// Encoding is a field that is stored as text.
type Encoding interface {
	Encode() (string, error)
	Decode(text string) error
}

type encodedField struct {
	Encoding
	stored, column string
}

func (f *encodedField) settle() error {
	if err := f.Decode(f.stored); err != nil {
		return fmt.Errorf("store: %s: %w", f.column, err)
	}
	return nil
}

type derived[T any] struct {
	done func(T) error
	v    T
}

func (d derived[T]) settle() error { return d.done(d.v) }

// AsList is a list that is stored as JSON, never as null.
func AsList[T any](field *[]T) Encoding { return listJSON[T]{field} }

// AsJSON is a field that is stored as its JSON.
func AsJSON[T any](field *T) Encoding { return plainJSON[T]{field} }

// AsListOrNone is a list of texts that is stored as JSON, and as no text when it is
// nil. An empty one is read as nil.
func AsListOrNone(field *[]string) Encoding { return emptyJSON{field} }

// AsCommas is a list of ids that is stored separated by commas.
func AsCommas(field *[]string) Encoding { return withCommas{field} }

// AsNumbers is a list of whole numbers that is stored separated by commas.
func AsNumbers(field *[]int64) Encoding { return numbers{field} }

type listJSON[T any] struct{ field *[]T }

func (l listJSON[T]) Encode() (string, error) {
	list := *l.field
	if list == nil {
		list = []T{}
	}
	text, err := json.Marshal(list)
	return string(text), err
}

func (l listJSON[T]) Decode(text string) error { return json.Unmarshal([]byte(text), l.field) }

type plainJSON[T any] struct{ field *T }

func (j plainJSON[T]) Encode() (string, error) {
	text, err := json.Marshal(j.field)
	return string(text), err
}

func (j plainJSON[T]) Decode(text string) error { return json.Unmarshal([]byte(text), j.field) }

type emptyJSON struct{ field *[]string }

func (e emptyJSON) Encode() (string, error) {
	if *e.field == nil {
		return "", nil
	}
	return plainJSON[[]string](e).Encode()
}

func (e emptyJSON) Decode(text string) error {
	if text == "" || text == "[]" {
		return nil
	}
	return json.Unmarshal([]byte(text), e.field)
}

type withCommas struct{ field *[]string }

func (w withCommas) Encode() (string, error) { return strings.Join(*w.field, ","), nil }

func (w withCommas) Decode(text string) error {
	*w.field = nil
	if text != "" {
		*w.field = strings.Split(text, ",")
	}
	return nil
}

type numbers struct{ field *[]int64 }

func (ns numbers) Encode() (string, error) {
	parts := make([]string, len(*ns.field))
	for i, n := range *ns.field {
		parts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(parts, ","), nil
}

func (ns numbers) Decode(text string) error {
	*ns.field = nil
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return err
		}
		*ns.field = append(*ns.field, n)
	}
	return nil
}

// Flag is 1 for true and 0 for false.
func Flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// HashOf takes a stored hash. One of a wrong length becomes a Hash that belongs
// to no row, which is for verify to find.
func HashOf(b []byte) (h audit.Hash) {
	if len(b) != len(h) {
		return audit.Hash{0xff}
	}
	return audit.Hash(b)
}
