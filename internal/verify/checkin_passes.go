package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
)

// Invariant 12, of phones with a pass: one checks people in by a pass of the event that it was let in by once,
// at the list and the gate of the pass, and not once that is over.

const (
	// passSlack is how much later than the end of a pass a scan may be: other servers know of
	// the end after some seconds, and no two clocks agree.
	passSlack = inventory.Instant(inventory.Minute)
	// handIn is how long a phone may hand in what it scanned before the end.
	handIn = inventory.Instant(24 * inventory.Hour)
)

// checkPasses compares the passes of phones with the chain of the organization, and each with
// itself.
func (d *doorCheck) checkPasses() error {
	list, err := d.run.snapshot.Passes(d.event.Event.ID)
	if err != nil {
		return err
	}
	for i := range list {
		p := &list[i]
		d.run.report.Checked.CheckinPasses++
		d.passes[p.ID] = p
		d.checkHome(p.ID)
		d.run.compare(d.event.Event.OrgID, p.ID, p.Commitment(), "the list, gate, hours, code or phone of the pass, or that it was ended,")
		if p.List != "" && d.lists[p.List] == nil {
			d.fail(12, p.ID, "the pass is for list %s, which is not stored", p.List)
		}
		redeemed := p.RedeemedAt != 0
		switch {
		case redeemed != (p.TokenHash != ""):
			d.fail(12, p.ID, "a phone has used the code of the pass: %t; a phone has its token: %t", redeemed, p.TokenHash != "")
		case redeemed && (p.RedeemedAt < p.ValidFrom || p.RedeemedAt >= p.ValidUntil || p.EndedAt != 0 && p.RedeemedAt > p.EndedAt):
			d.fail(12, p.ID, "a phone was let in by the pass when that was not good")
		case !redeemed && (p.SeenAt != 0 || p.Tries != 0):
			d.fail(12, p.ID, "nobody has used the code of the pass, and its phone has called or another has tried the code")
		}
	}
	return nil
}

// scanOfPass checks a scan by a phone with a pass.
func (d *doorCheck) scanOfPass(name string, s *checkins.ScanRow) {
	if !strings.HasPrefix(s.Device, id.CheckinPass) {
		return
	}
	p := d.passes[s.Device]
	if p == nil {
		d.fail(12, name, "the scan is by a pass that is not one of the event's")
		return
	}
	over, late := p.ValidUntil, p.LateUntil
	if p.EndedAt != 0 {
		over = min(over, p.EndedAt)
	}
	if late == 0 {
		late = over + handIn
	}
	switch {
	case p.RedeemedAt == 0 || s.ReceivedAt < p.RedeemedAt-passSlack:
		d.fail(12, name, "the scan is by a pass that no phone had")
	case s.List != p.List || s.Gate != p.Gate:
		d.fail(12, name, "the scan is of list %q and gate %q, and the pass of its phone is for others", s.List, s.Gate)
	case s.Override:
		d.fail(12, name, "a phone with a pass let somebody in against the rules")
	case s.ReceivedAt > over+passSlack && (s.Online || s.At > over+passSlack):
		d.fail(12, name, "the phone scanned when its pass was over")
	case s.ReceivedAt > max(late, over)+passSlack:
		d.fail(12, name, "the scan was taken long after the pass of its phone was over")
	}
}
