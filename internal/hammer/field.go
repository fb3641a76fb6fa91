package hammer

import (
	"bytes"
	"slices"
)

// Field returns the text (or the digits) behind the first "name": in a JSON
// body, "" when there is none. It reads only what ids, states and numbers need:
// no escapes, no nesting.
func Field(body []byte, name string) string {
	for at := 0; ; {
		i := bytes.Index(body[at:], []byte(name))
		if i < 0 {
			return ""
		}
		start, end := at+i, at+i+len(name)
		at = end
		if start == 0 || body[start-1] != '"' || end >= len(body) || body[end] != '"' {
			continue
		}
		rest := bytes.TrimLeft(body[end+1:], " \t\r\n")
		if len(rest) == 0 || rest[0] != ':' {
			continue
		}
		return scalar(bytes.TrimLeft(rest[1:], " \t\r\n"))
	}
}

func scalar(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if b[0] == '"' {
		if end := bytes.IndexByte(b[1:], '"'); end >= 0 {
			return string(b[1 : 1+end])
		}
		return ""
	}
	end := bytes.IndexAny(b, ",}] \t\r\n")
	if end < 0 {
		end = len(b)
	}
	return string(b[:end])
}

// findIDs returns all different ids with that prefix that stand as texts in a
// JSON body, in the order in which they stand there.
func findIDs(body []byte, prefix string) (ids []string) {
	for {
		i := bytes.Index(body, append([]byte{'"'}, prefix...))
		if i < 0 {
			return ids
		}
		id := scalar(body[i:])
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		body = body[i+1+len(id):]
	}
}

// FindID returns the first id with that prefix that stands as a text in a JSON
// body, "" when there is none.
func FindID(body []byte, prefix string) string {
	i := bytes.Index(body, append([]byte{'"'}, prefix...))
	if i < 0 {
		return ""
	}
	return scalar(body[i:])
}
