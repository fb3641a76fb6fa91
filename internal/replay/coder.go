package replay

import (
	"encoding/binary"
	"errors"
	"math"
)

// ErrDamaged says that a Delta is none that this version of the package has made.
var ErrDamaged = errors.New("replay: this is not a delta of a state")

// coder writes values one behind the other, or reads them again: what is written and what
// is read is one list, so that neither can forget what the other has.
type coder struct {
	buf     []byte // written, or left to read
	reading bool
	err     error
}

func (c *coder) fail() {
	c.err = ErrDamaged
	c.buf = nil
}

func (c *coder) number(v *int64) {
	if !c.reading {
		c.buf = binary.AppendVarint(c.buf, *v)
		return
	}
	n, size := binary.Varint(c.buf)
	if size <= 0 {
		c.fail()
		return
	}
	*v, c.buf = n, c.buf[size:]
}

func (c *coder) small(v *int) {
	n := int64(*v)
	c.number(&n)
	if c.reading {
		*v = int(n)
	}
}

func (c *coder) flag(v *bool) {
	var n int64
	if *v {
		n = 1
	}
	c.number(&n)
	if c.reading {
		*v = n != 0
	}
}

// bytes reads a text without a copy, which lasts as long as what is read.
func (c *coder) bytes() []byte {
	var n int64
	c.number(&n)
	if n < 0 || n > int64(len(c.buf)) {
		c.fail()
		return nil
	}
	b := c.buf[:n]
	c.buf = c.buf[n:]
	return b
}

// word codes a text.
func word[T ~string](c *coder, v *T) {
	if c.reading {
		*v = T(c.bytes())
		return
	}
	n := int64(len(*v))
	c.number(&n)
	c.buf = append(c.buf, *v...)
}

// list codes a list; one without elements is read as nil.
func list[T any](c *coder, v *[]T, each func(*T)) {
	n := int64(len(*v))
	c.number(&n)
	if c.reading {
		*v = nil
		if n < 0 || n > int64(len(c.buf)) || n > math.MaxInt32 { // each element takes a byte or more
			if n != 0 {
				c.fail()
			}
			return
		}
		if n > 0 {
			*v = make([]T, n)
		}
	}
	for i := range *v {
		each(&(*v)[i])
	}
}
