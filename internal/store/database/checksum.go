package database

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Checksum is the sum of the hashes of rows, whatever order they are read in: engines
// order text in ways of their own. Two tables with the same rows have the same, and it is
// not made to withstand who looks for other rows with the same sum.
type Checksum [4]uint64

// Add adds a row, of values as they are in every engine.
func (c *Checksum) Add(row []any) {
	var text []byte
	for _, v := range row {
		switch v := v.(type) {
		case nil:
			text = append(text, 'n')
		case int64:
			text = binary.BigEndian.AppendUint64(append(text, 'i'), uint64(v))
		case bool:
			text = append(text, 'f')
			if v {
				text[len(text)-1] = 't'
			}
		case string:
			text = append(binary.AppendUvarint(append(text, 's'), uint64(len(v))), v...)
		case []byte:
			text = append(binary.AppendUvarint(append(text, 'b'), uint64(len(v))), v...)
		default:
			panic(fmt.Sprintf("store: a checksum of a %T", v))
		}
	}
	hash := sha256.Sum256(text)
	for i := range c {
		c[i] += binary.BigEndian.Uint64(hash[8*i:])
	}
}

// String is the sum as 64 hexadecimal digits.
func (c Checksum) String() string {
	var text []byte
	for _, word := range c {
		text = binary.BigEndian.AppendUint64(text, word)
	}
	return hex.EncodeToString(text)
}

// ParseChecksum reads what String wrote. "" is the sum of no rows.
func ParseChecksum(text string) (c Checksum, err error) {
	if text == "" {
		return c, nil
	}
	words, err := hex.DecodeString(text)
	if err != nil || len(words) != 8*len(c) {
		return c, fmt.Errorf("store: %q is not a checksum", text)
	}
	for i := range c {
		c[i] = binary.BigEndian.Uint64(words[8*i:])
	}
	return c, nil
}
