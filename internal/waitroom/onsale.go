package waitroom

import "github.com/holdfast-events/holdfast/internal/inventory"

// TermsOf returns the terms of the waiting room of an event; ok is false when it has none.
func TermsOf(o *inventory.Onsale) (t Terms, ok bool) {
	if o.Mode == inventory.OnsaleOpen {
		return Terms{}, false
	}
	return Terms{Mode: Mode(o.Mode), OpensAt: o.OpensAt, ServesAt: o.ServesAt, Inside: int(o.Inside), Admission: o.Admission}, true
}

// PhaseAt returns the phase of the waiting room of an event, "" where it has none. It
// follows from the terms and the time alone: so all servers agree on it, and none has to
// move it.
func PhaseAt(e *inventory.Event, now inventory.Instant) Phase {
	t, ok := TermsOf(&e.Settings.Onsale)
	if !ok {
		return ""
	}
	over := e.Settings.Onsale.Closed || e.Status == inventory.Cancelled || now >= e.RegistrationEnds()
	p := Announced
	for next := t.Next(p, now, false, over); next != p; next = t.Next(p, now, false, over) {
		p = next
	}
	return p
}
