package httpapi

import (
	"bytes"
	"time"
	"unicode/utf8"
)

// FastBody is a body that can be read fast in its plain form: an object of
// texts without escapes, of truths, whole numbers, times, and lists of texts or without
// items, each field at most once. Nearly every client sends just that, and reading it by
// reflection cost as much as deciding the registration.
type FastBody interface {
	// FastField returns where a field is read to: a *string, *bool, *int64, **int64, *time.Time,
	// *[]string or FastList; nil when there is no such field, or none of these.
	FastField(name string) any
}

// PlainBody is a FastBody that is read fast on any route: it knows whether its schema takes what
// was read.
type PlainBody interface {
	FastBody
	// Plain reports whether all holds that the schema asks for. The general way says what is wrong
	// with what is not plain, if anything is.
	Plain() bool
}

// readPlain reads a body fast, where that is as good as the general way; see ReadFast.
func readPlain(text []byte, in FastBody, lean bool) bool {
	if checked, ok := in.(PlainBody); ok {
		return ReadFast(text, in) && checked.Plain()
	}
	return lean && ReadFast(text, in)
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
	case *int64:
		*field, rest, ok = fastNumber(b)
	case **int64:
		*field = new(int64)
		**field, rest, ok = fastNumber(b)
	case *time.Time:
		var text []byte
		text, rest, ok = fastText(b)
		ok = ok && field.UnmarshalText(text) == nil
	case *[]string:
		*field, rest, ok = fastTexts(b)
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

// fastNumber reads a whole number without a sign.
func fastNumber(b []byte) (n int64, rest []byte, ok bool) {
	for len(b) > 0 && '0' <= b[0] && b[0] <= '9' {
		if ok && n == 0 { // a zero stands for itself
			return 0, nil, false
		}
		n, b, ok = 10*n+int64(b[0]-'0'), b[1:], true
		if n >= 1e9 { // such numbers are rare
			return 0, nil, false
		}
	}
	return n, b, ok
}

// maxFastTexts bounds a list of texts.
const maxFastTexts = 64

// fastTexts reads a list of texts.
func fastTexts(b []byte) (list []string, rest []byte, ok bool) {
	if rest, ok = after(b, '['); !ok {
		return nil, nil, false
	}
	list = []string{}
	if none, ended := after(rest, ']'); ended {
		return list, none, true
	}
	for len(list) < maxFastTexts {
		text, behind, ok := fastText(rest)
		if !ok {
			return nil, nil, false
		}
		list = append(list, string(text))
		if end, ended := after(behind, ']'); ended {
			return list, end, true
		}
		if rest, ok = after(behind, ','); !ok {
			return nil, nil, false
		}
	}
	return nil, nil, false
}
