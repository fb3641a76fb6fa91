package httpapi

// writePlain writes what most problems are: those of which many are told at once that others
// were faster.
func (p *Problem) writePlain(w *PlainJSON) {
	if len(p.Errors) > 0 || p.Role != "" || p.Limit != "" || p.Odds != nil || p.Dates != nil {
		w.odd = true
		return
	}
	w.Text("type", p.Type)
	w.Text("title", p.Title)
	w.Number("status", int64(p.Status))
	w.Text("code", p.Code)
	w.TextIf("detail", p.Detail)
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
	w.TextIf("request_id", p.RequestID)
}

// conflict writes the fields of a conflict, and ends it.
func (w *PlainJSON) conflict(c *TimeConflict) {
	w.TextIf("booking_id", c.BookingID)
	w.TextIf("calendar_id", c.CalendarID)
	w.TextIf("add_on_id", c.AddOnID)
	if c.Quantity != 0 {
		w.Number("quantity", c.Quantity)
	}
	w.TextIf("room_id", c.RoomID)
	w.TextIf("booked_room_id", c.BookedRoomID)
	w.time("starts_at", c.StartsAt)
	w.time("ends_at", c.EndsAt)
	w.time("busy_from", c.BusyFrom)
	w.time("busy_to", c.BusyTo)
	w.b = append(w.b, '}')
}
