package httpapi

import (
	"bytes"
	"unicode/utf8"
)

// FastBody is a body that can be read fast in its plain form: an object of
// texts without escapes, of truths and of lists without items, each field at
// most once. Nearly every client sends just that, and reading it by reflection
// cost as much as deciding the registration.
type FastBody interface {
	// plainField returns where a field is read to: a *string, *bool or FastList;
	// nil when there is no such field, or none of these.
	FastField(name string) any
}

// FastList is a list that is read when it has no items.
type FastList interface {
	SetEmpty()
}

// maxFastFields is more than any plain body has.
const maxFastFields = 8

// ReadFast reads a plain body. It returns false for everything else: then in
// may hold traces, and the general way decides what the text is and what is
// wrong with it.
func ReadFast(text []byte, in FastBody) bool {
	b, ok := after(text, '{')
	if !ok {
		return false
	}
	var seen [maxFastFields]any
	for n := range seen {
		name, rest, ok := fastText(b)
		if !ok {
			return false
		}
		field := in.FastField(string(name))
		for _, s := range seen[:n] {
			if s == field {
				return false
			}
		}
		seen[n] = field
		if b, ok = after(rest, ':'); !ok {
			return false
		}
		if b, ok = fastValue(b, field); !ok {
			return false
		}
		if rest, ok := after(b, '}'); ok {
			return len(rest) == 0
		}
		if b, ok = after(b, ','); !ok {
			return false
		}
	}
	return false
}

// fastValue reads the value of a field and returns what follows it.
func fastValue(b []byte, field any) (rest []byte, ok bool) {
	switch field := field.(type) {
	case *string:
		var text []byte
		text, rest, ok = fastText(b)
		*field = string(text)
	case *bool:
		if rest, ok = bytes.CutPrefix(b, []byte("true")); ok {
			*field = true
		} else {
			rest, ok = bytes.CutPrefix(b, []byte("false"))
		}
	case FastList:
		if rest, ok = after(b, '['); ok {
			field.SetEmpty()
			rest, ok = after(rest, ']')
		}
	}
	return rest, ok
}

// after returns what follows the character c and the space around it, and
// whether it was there.
func after(b []byte, c byte) ([]byte, bool) {
	if b = skipSpace(b); len(b) == 0 || b[0] != c {
		return b, false
	}
	return skipSpace(b[1:]), true
}

func skipSpace(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\n' || b[0] == '\r' || b[0] == '\t') {
		b = b[1:]
	}
	return b
}

// fastText reads a text that has no escapes and stands for itself.
func fastText(b []byte) (text, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, nil, false
	}
	end := bytes.IndexByte(b[1:], '"')
	if end < 0 {
		return nil, nil, false
	}
	text = b[1 : 1+end]
	for _, c := range text {
		if c < 0x20 || c == '\\' {
			return nil, nil, false
		}
	}
	return text, b[end+2:], utf8.Valid(text)
}
