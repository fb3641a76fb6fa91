package turns

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Version is the form of the entries that are read: that of package tlog.
const Version = "holdfast/entry/v1"

// entry is what an entry of the log says, as far as it is used here.
type entry struct {
	version, event         string
	seq, rule              int64
	minute                 string
	kind, subject          string
	from, to               string
	reason                 inventory.Reason
	relatedKind, related   string
	units, previous, class int64
	tier, rank             string
	seats                  bool
}

// places reports whether the entry puts its subject on the waitlist.
func (e *entry) places() bool { return e.kind == kindEntry && e.tier != "" }

// readEntry reads the text of an entry: one flat JSON object with texts that need no
// escaping, numbers and true. Anything else, a field that is not known too, is not of the
// form: package tlog writes no other, and a general reader takes ten times as long.
func readEntry(text string) (*entry, error) {
	e := &entry{}
	rest, ok := strings.CutPrefix(text, "{")
	for more := true; ok && more; {
		var key, word string
		if key, rest, ok = quoted(rest); !ok || !strings.HasPrefix(rest, ":") {
			return nil, formError(text)
		}
		if rest = rest[1:]; strings.HasPrefix(rest, `"`) {
			word, rest, ok = quoted(rest)
			ok = ok && e.text(key, word)
		} else {
			end := strings.IndexAny(rest, ",}")
			if end < 0 {
				return nil, formError(text)
			}
			word, rest = rest[:end], rest[end:]
			ok = e.bare(key, word)
		}
		if !ok || rest == "" {
			return nil, formError(text)
		}
		more = rest[0] == ','
		rest = rest[1:]
	}
	if !ok || rest != "" || !strings.HasSuffix(text, "}") || e.version != Version {
		return nil, formError(text)
	}
	return e, nil
}

func formError(text string) error {
	return fmt.Errorf("%w: %.300s", ErrForm, text)
}

// quoted reads a text in quotation marks at the beginning.
func quoted(text string) (word, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", "", false
	}
	end := strings.IndexByte(text[1:], '"')
	if end < 0 {
		return "", "", false
	}
	word, rest = text[1:end+1], text[end+2:]
	return word, rest, !strings.Contains(word, `\`)
}

// text takes a field that is a text.
func (e *entry) text(key, word string) bool {
	switch key {
	case "v":
		e.version = word
	case "event":
		e.event = word
	case "minute":
		e.minute = word
	case "kind":
		e.kind = word
	case "subject":
		e.subject = word
	case "from":
		e.from = word
	case "to":
		e.to = word
	case "reason":
		e.reason = inventory.Reason(word)
	case "related_kind":
		e.relatedKind = word
	case "related":
		e.related = word
	case "tier":
		e.tier = word
	case "rank":
		e.rank = word
	case "actor", "row": // who it was and the private row decide nothing
	default:
		return false
	}
	return true
}

// bare takes a field that is a number, or true.
func (e *entry) bare(key, word string) bool {
	if key == "seats" {
		e.seats = word == "true"
		return e.seats
	}
	n, err := strconv.ParseInt(word, 10, 64)
	switch key {
	case "seq":
		e.seq = n
	case "rule":
		e.rule = n
	case "units":
		e.units = n
	case "previous":
		e.previous = n
	case "class":
		e.class = n
	default:
		return false
	}
	return err == nil
}
