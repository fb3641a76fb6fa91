package verify

import (
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 12: a token names one unit of one order that was confirmed, a ticket
// is admitted online at most once (at a list where it may come in again: once for
// each stay), and every double admission from devices is flagged.
//
// That tokens are unique needs no look at the database: a token is signed over
// its event, order, unit and version, and says them. What is checked is that
// whatever was reissued or admitted is such a unit.

// checkDoor compares the admissions and the flags of an event with what its
// scans add up to.
func (c *check) checkDoor() error {
	err := c.run.snapshot.LastItems(c.event.Event.ID, func(o *snapshot.LastItem) error {
		c.items[o.OrderID] = o.No
		return nil
	})
	if err != nil {
		return err
	}
	c.checkTransfers()
	c.checkExchanges()
	err = c.run.snapshot.TicketVersions(c.event.Event.ID, func(v *events.TicketVersion) error {
		c.run.report.Checked.TicketVersions++
		if what := c.notIssued(v.TicketID); what != "" {
			c.fail(12, v.TicketID, "the ticket was reissued as version %d, and %s", v.Version, what)
		}
		if v.HolderID != "" {
			c.holders[v.TicketID] = c.names.key(v.HolderID)
		}
		c.checkGiven(v)
		return nil
	})
	if err != nil {
		return err
	}
	for ticket := range c.given {
		c.fail(12, ticket, "the ticket was transferred or reissued, and has the token that it had before")
	}
	if err := c.checkAttendees(); err != nil {
		return err
	}
	if err := c.checkImported(); err != nil {
		return err
	}
	d := &doorCheck{check: c, passes: map[string]*checkins.CheckinPass{}, lists: map[string]*checkins.List{}, flags: map[checkin.Key]checkin.Key{}, once: map[checkin.Stay]bool{}}
	lists, err := c.run.snapshot.Lists(c.event.Event.ID)
	if err != nil {
		return err
	}
	for i := range lists {
		d.lists[lists[i].ID] = &lists[i]
		c.checkHome(lists[i].ID)
	}
	if err := d.checkPasses(); err != nil {
		return err
	}
	seals := scanSeals{}
	err = c.run.snapshot.Scans(c.event.Event.ID, func(s *checkins.ScanRow) error {
		c.run.report.Checked.Scans++
		seals.add(s)
		d.scanRow(s)
		return nil
	})
	if err != nil {
		return err
	}
	c.checkScanSeals(seals)
	return d.compare()
}

// checkAttendees sees that who comes in was said of units of orders, which need not
// be paid yet, by whoever holds them, and that nothing is left of erased people.
func (c *check) checkAttendees() error {
	return c.run.snapshot.Attendees(c.event.Event.ID, func(a *snapshot.AttendeeRow) error {
		switch what := c.notOrdered(a.TicketID); {
		case what != "":
			c.fail(12, a.TicketID, "the ticket has an attendee, and %s", what)
		case c.holderOf(a.TicketID) != c.names.key(a.PersonID):
			c.fail(12, a.TicketID, "the attendee was named by %s, who does not hold the ticket", a.PersonID)
		}
		if p := c.people.find(c.names.key(a.PersonID)); p != nil && p.erased {
			c.fail(12, a.TicketID, "%s was erased, and the attendee is still named", a.PersonID)
		}
		return nil
	})
}

// checkImported sees that codes of other shops open units of orders, which need not be paid
// yet.
func (c *check) checkImported() error {
	return c.run.snapshot.ImportedTickets(c.event.Event.ID, func(t *events.ImportedTicket) error {
		c.run.report.Checked.ImportedTickets++
		if what := c.notOrdered(t.TicketID); what != "" {
			c.fail(12, t.TicketID, "a code of another shop opens the ticket, and %s", what)
		}
		return nil
	})
}

// holderOf is the person who holds a ticket that was issued.
func (c *check) holderOf(ticket string) key {
	if h, ok := c.holders[ticket]; ok {
		return h
	}
	order, _, _ := id.UnitOf(ticket)
	return c.holds.find(c.names.key(order)).person
}

// doorCheck is the examination of the scans of one event. Those that let
// somebody in or out are in memory together.
type doorCheck struct {
	*check
	lists map[string]*checkins.List
	// passes are those of phones, whose scans name them.
	passes map[string]*checkins.CheckinPass
	moves  []checkin.Scan
	flags  map[checkin.Key]checkin.Key
	once   map[checkin.Stay]bool
}

// reEntry is what a list allows; one that does not exist, as little as can be.
func (d *doorCheck) reEntry(list string) checkin.ReEntry {
	if l := d.lists[list]; l != nil {
		return l.ReEntry
	}
	return checkin.Once
}

// scanRow checks a scan by itself.
func (d *doorCheck) scanRow(s *checkins.ScanRow) {
	name := s.Device + "/" + s.ID
	if s.List != "" && d.lists[s.List] == nil {
		d.fail(12, name, "the scan is of list %s, which is not stored", s.List)
	}
	d.scanOfPass(name, s)
	moves := s.Verdict == checkin.Admit || s.Verdict == checkin.Exit && d.reEntry(s.List) == checkin.WithExit
	switch what := d.notIssued(s.Ticket); {
	case s.Counts && !moves:
		d.fail(12, name, "the scan counts as an admission, and its verdict was %q", s.Verdict)
	case s.Counts && what != "":
		d.fail(12, name, "the scan admits %s, and %s", s.Ticket, what)
	case !s.Counts && moves && what == "":
		d.fail(12, name, "the scan admits %s and does not count", s.Ticket)
	}
	if s.Override && (s.Verdict != checkin.Admit || !s.Online || s.OverrideReason == "") || !s.Override && s.OverrideReason != "" {
		d.fail(12, name, "the scan is an override, and is not an online admission with a reason")
	}
	if once := s.Online && s.Counts && !s.Override && s.Verdict == checkin.Admit && d.reEntry(s.List) == checkin.Once; once != s.Once {
		d.fail(12, name, "the scan is said to be the one admission that the list allows: %v", s.Once)
	}
	if s.Counts {
		d.moves = append(d.moves, s.Scan)
	}
	if s.First != (checkin.Key{}) {
		d.flags[s.Key()] = s.First
	}
	if !s.Once {
		return
	}
	stay := checkin.Stay{List: s.List, Ticket: s.Ticket}
	if d.once[stay] {
		d.fail(12, name, "the scan admits %s online, which was admitted online before", s.Ticket)
	}
	d.once[stay] = true
}

// notIssued says why there cannot be such a ticket; "" when there is, or was.
func (c *check) notIssued(ticket string) string {
	what := c.notOrdered(ticket)
	if order, _, ok := id.UnitOf(ticket); ok && what == "" && !c.holds.find(c.names.key(order)).wasConfirmed {
		return "its order was never confirmed"
	}
	return what
}

// notOrdered says why there cannot be such a ticket, even once its order is paid.
func (c *check) notOrdered(ticket string) string {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return "that is not a ticket"
	}
	h := c.holds.find(c.names.key(order))
	switch {
	case h == nil:
		return "its order is not stored"
	case c.words.text(h.kind) == string(inventory.KindBlock), c.words.text(h.kind) != string(inventory.KindOrder) && !h.wasConfirmed:
		return "its order was never confirmed"
	case unit > max(c.numbers(h), c.items[order]):
		return "its order has fewer units"
	}
	return ""
}

// compare compares what is stored with the fold.
func (d *doorCheck) compare() error {
	want := map[checkin.Stay]checkin.Admission{}
	for _, a := range checkin.Fold(d.moves, d.reEntry) {
		want[a.Stay] = a
		for i := range a.Doubles {
			d.compareFlag(&a, &a.Doubles[i])
		}
	}
	for k := range d.flags {
		d.fail(12, k.Device+"/"+k.ID, "the scan is flagged as a double admission and is none")
	}
	err := d.run.snapshot.Admissions(d.event.Event.ID, func(s *checkins.AdmissionRow) error {
		d.run.report.Checked.Admissions++
		stay := checkin.Stay{List: s.List, Ticket: s.Ticket}
		a, ok := want[stay]
		delete(want, stay)
		switch first := a.First; {
		case !ok:
			d.fail(12, s.Ticket, "the ticket has an admission, and no scan admitted it")
		case s.Key() != first.Key() || s.At != first.At || s.Gate != first.Gate:
			d.fail(12, s.Ticket, "the ticket is said to be admitted by %s/%s, and the first scan is %s/%s", s.Device, s.ID, first.Device, first.ID)
		case s.Inside != a.Inside || s.MovedAt != a.MovedAt:
			d.fail(12, s.Ticket, "the ticket is said to be inside: %v; by its scans: %v", s.Inside, a.Inside)
		}
		return nil
	})
	for stay, a := range want {
		d.fail(12, stay.Ticket, "scan %s/%s admits the ticket, which has no admission", a.First.Device, a.First.ID)
	}
	return err
}

func (d *doorCheck) compareFlag(a *checkin.Admission, double *checkin.Double) {
	k, first := double.Scan.Key(), double.First.Key()
	if have, ok := d.flags[k]; !ok {
		d.fail(12, a.Ticket, "scan %s/%s admits the ticket again after %s/%s and is not flagged", k.Device, k.ID, first.Device, first.ID)
	} else if have != first {
		d.fail(12, a.Ticket, "scan %s/%s is flagged as a repetition of %s/%s, and the ticket was admitted by %s/%s",
			k.Device, k.ID, have.Device, have.ID, first.Device, first.ID)
	}
	delete(d.flags, k)
}
