package httpapi

import (
	"bytes"
	"net/http"
	"strconv"
	"time"
)

// PlainAnswer is an answer that is written by hand where that is possible: one that thousands
// are given a second, of which reflection would take longer than making it.
type PlainAnswer interface {
	// WritePlain writes the fields, in their order, as encoding/json does without HTML escaping.
	WritePlain(w *PlainJSON)
}

// PlainJSON writes the fields of an object whose texts stand for themselves, but for the ends
// of lines. Everything else is left to encoding/json.
type PlainJSON struct {
	b []byte
	// odd: something had to be written that is not plain. What was written is not to be used.
	odd bool
}

// AppendPlain appends the object that write writes, and a line feed. ok is false when not all of
// it is plain: what was appended is of no use then.
func AppendPlain(b []byte, write func(*PlainJSON)) (_ []byte, ok bool) {
	w := PlainJSON{b: append(b, '{')}
	write(&w)
	return append(w.b, "}\n"...), !w.odd
}

// sendPlain answers with the object that write writes, and reports whether it is plain. If not,
// nothing was sent.
func sendPlain(w http.ResponseWriter, status int, write func(*PlainJSON)) bool {
	buf := buffers.Get().(*bytes.Buffer)
	defer giveBack(buf)
	text, plain := AppendPlain(buf.AvailableBuffer(), write)
	if plain {
		buf.Write(text)
		send(w, status, buf)
	}
	return plain
}

// name begins a field.
func (w *PlainJSON) name(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(append(append(w.b, '"'), name...), `":`...)
}

// standsForItself says of each byte whether it does in a text.
var standsForItself = func() (is [256]bool) {
	for c := byte(0x20); c < 0x7f; c++ {
		is[c] = c != '"' && c != '\\'
	}
	return is
}()

// Text writes a field.
func (w *PlainJSON) Text(name, text string) {
	w.name(name)
	w.b = append(w.b, '"')
	from := 0
	for i := range len(text) {
		switch c := text[i]; {
		case standsForItself[c]:
		case c == '\n':
			w.b = append(append(w.b, text[from:i]...), `\n`...)
			from = i + 1
		default:
			w.odd = true
		}
	}
	w.b = append(append(w.b, text[from:]...), '"')
}

// TextIf writes a field that is left out when it is empty.
func (w *PlainJSON) TextIf(name, text string) {
	if text != "" {
		w.Text(name, text)
	}
}

// Number writes a whole number.
func (w *PlainJSON) Number(name string, n int64) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, n, 10)
}

// TimeIf writes a time that is left out when there is none.
func (w *PlainJSON) TimeIf(name string, t *time.Time) {
	if t != nil {
		w.time(name, *t)
	}
}

func (w *PlainJSON) time(name string, t time.Time) {
	w.name(name)
	b, err := t.AppendText(append(w.b, '"'))
	if err != nil {
		w.odd = true
		return
	}
	w.b = append(b, '"')
}

// timeOr writes a time, or null.
func (w *PlainJSON) timeOr(name string, t *time.Time) {
	if t == nil {
		w.name(name)
		w.b = append(w.b, "null"...)
		return
	}
	w.time(name, *t)
}
