package verify

import (
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Invariant 12: a token names one unit of one order that was confirmed, a ticket
// is admitted at most once online, and every double admission from devices is
// flagged.
//
// That tokens are unique needs no look at the database: a token is signed over
// its event, order, unit and version, and says them. What is checked is that
// whatever was reissued or admitted is such a unit.

// checkDoor compares the admissions and the flags of an event with what its
// scans add up to. The scans that admitted somebody are in memory together.
func (c *check) checkDoor() error {
	err := c.run.snapshot.TicketVersions(c.event.Event.ID, func(v *store.TicketVersion) error {
		c.run.report.Checked.TicketVersions++
		if what := c.notIssued(v.TicketID); what != "" {
			c.fail(12, v.TicketID, "the ticket was reissued as version %d, and %s", v.Version, what)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var admits []checkin.Scan
	flags := map[checkin.Key]checkin.Key{}
	online := map[string]bool{}
	err = c.run.snapshot.Scans(c.event.Event.ID, func(s *store.ScanRow) error {
		c.run.report.Checked.Scans++
		c.scanRow(s, online)
		if s.Counts {
			admits = append(admits, s.Scan)
		}
		if s.First != (checkin.Key{}) {
			flags[s.Key()] = s.First
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.compareDoor(admits, flags)
}

// scanRow checks a scan by itself.
func (c *check) scanRow(s *store.ScanRow, online map[string]bool) {
	name := s.Device + "/" + s.ID
	switch what := c.notIssued(s.Ticket); {
	case s.Counts && s.Verdict != checkin.Admit:
		c.fail(12, name, "the scan counts as an admission, and the door said %q", s.Verdict)
	case s.Counts && what != "":
		c.fail(12, name, "the scan admits %s, and %s", s.Ticket, what)
	case !s.Counts && s.Verdict == checkin.Admit && what == "":
		c.fail(12, name, "the scan admits %s and does not count", s.Ticket)
	}
	if !s.Online {
		return
	}
	if online[s.Ticket] {
		c.fail(12, name, "the scan admits %s online, which was admitted online before", s.Ticket)
	}
	online[s.Ticket] = true
}

// notIssued says why there cannot be such a ticket; "" when there is, or was.
func (c *check) notIssued(ticket string) string {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return "that is no ticket"
	}
	h := c.holds.find(c.names.key(order))
	switch {
	case h == nil:
		return "its order is not stored"
	case c.words.text(h.kind) != string(inventory.KindRegistration) || !h.wasConfirmed:
		return "its order was never confirmed"
	case unit > h.units:
		return "its order has fewer units"
	}
	return ""
}

// compareDoor compares what is stored with the fold.
func (c *check) compareDoor(admits []checkin.Scan, flags map[checkin.Key]checkin.Key) error {
	want := map[string]checkin.Scan{}
	for _, a := range checkin.Fold(admits) {
		want[a.Ticket] = a.First
		for i := range a.Doubles {
			k, first := a.Doubles[i].Key(), a.First.Key()
			if have, ok := flags[k]; !ok {
				c.fail(12, a.Ticket, "scan %s/%s admits the ticket again after %s/%s and is not flagged", k.Device, k.ID, first.Device, first.ID)
			} else if have != first {
				c.fail(12, a.Ticket, "scan %s/%s is flagged as a repetition of %s/%s, and the ticket is in by %s/%s",
					k.Device, k.ID, have.Device, have.ID, first.Device, first.ID)
			}
			delete(flags, k)
		}
	}
	for k := range flags {
		c.fail(12, k.Device+"/"+k.ID, "the scan is flagged as a double admission and is none")
	}
	err := c.run.snapshot.Admissions(c.event.Event.ID, func(s *checkin.Scan) error {
		c.run.report.Checked.Admissions++
		first, ok := want[s.Ticket]
		delete(want, s.Ticket)
		switch {
		case !ok:
			c.fail(12, s.Ticket, "the ticket is in, and no scan admitted it")
		case s.Key() != first.Key() || s.At != first.At || s.Gate != first.Gate:
			c.fail(12, s.Ticket, "the ticket is said to be in by %s/%s, and the first scan is %s/%s", s.Device, s.ID, first.Device, first.ID)
		}
		return nil
	})
	for ticket, s := range want {
		c.fail(12, ticket, "scan %s/%s admits the ticket, which is not in", s.Device, s.ID)
	}
	return err
}
