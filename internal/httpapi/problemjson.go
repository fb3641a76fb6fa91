package httpapi

import (
	"strconv"
	"time"
)

// appendProblem writes what most problems are as encoding/json does, without HTML escaping:
// those of which many are told at once that others were faster. ok is false for all others.
func appendProblem(b []byte, p *Problem) (_ []byte, ok bool) {
	if len(p.Errors) > 0 || p.Role != "" || p.Limit != "" || p.Odds != nil {
		return b, false
	}
	w := plainJSON{b: append(b, '{')}
	w.text("type", p.Type)
	w.text("title", p.Title)
	w.name("status")
	w.b = strconv.AppendInt(w.b, int64(p.Status), 10)
	w.text("code", p.Code)
	w.textIf("detail", p.Detail)
	if len(p.Conflicts) > 0 {
		w.name("conflicts")
		for i := range p.Conflicts {
			w.b = append(w.b, "[,"[min(i, 1)], '{')
			w.conflict(&p.Conflicts[i])
		}
		w.b = append(w.b, ']')
	}
	if f := p.FreeTimes; f != nil {
		w.name("free_times")
		w.b = append(w.b, '{')
		w.timeOr("before", f.Before)
		w.timeOr("after", f.After)
		w.b = append(w.b, '}')
	}
	w.textIf("request_id", p.RequestID)
	return append(w.b, "}\n"...), !w.odd
}

// plainJSON appends the fields of objects.
type plainJSON struct {
	b []byte
	// odd: something had to be written that is not plain. What was written is not to be used.
	odd bool
}

// name begins a field.
func (w *plainJSON) name(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(append(append(w.b, '"'), name...), `":`...)
}

// text writes a field whose text stands for itself.
func (w *plainJSON) text(name, text string) {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			w.odd = true
		}
	}
	w.name(name)
	w.b = append(append(append(w.b, '"'), text...), '"')
}

func (w *plainJSON) textIf(name, text string) {
	if text != "" {
		w.text(name, text)
	}
}

func (w *plainJSON) time(name string, t time.Time) {
	w.name(name)
	b, err := t.AppendText(append(w.b, '"'))
	if err != nil {
		w.odd = true
		return
	}
	w.b = append(b, '"')
}

// timeOr writes a time, or null.
func (w *plainJSON) timeOr(name string, t *time.Time) {
	if t == nil {
		w.name(name)
		w.b = append(w.b, "null"...)
		return
	}
	w.time(name, *t)
}

// conflict writes the fields of a conflict, and ends it.
func (w *plainJSON) conflict(c *TimeConflict) {
	w.textIf("booking_id", c.BookingID)
	w.textIf("calendar_id", c.CalendarID)
	w.textIf("add_on_id", c.AddOnID)
	if c.Quantity != 0 {
		w.name("quantity")
		w.b = strconv.AppendInt(w.b, c.Quantity, 10)
	}
	w.textIf("room_id", c.RoomID)
	w.textIf("booked_room_id", c.BookedRoomID)
	w.time("starts_at", c.StartsAt)
	w.time("ends_at", c.EndsAt)
	w.time("busy_from", c.BusyFrom)
	w.time("busy_to", c.BusyTo)
	w.b = append(w.b, '}')
}
