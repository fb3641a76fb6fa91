package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// auditRow takes the next audit row through everything that the replay checks.
func (c *check) auditRow(l *events.ChainedRow) error {
	c.run.report.Checked.AuditRows++
	r := &l.AuditRow
	c.checkSayings(r.Seq)
	c.chainRow(l)
	c.ledgerRow(r)
	c.messageOfRow(r)
	c.endOfPasses(r)
	if err := c.logRow(l); err != nil {
		return err
	}
	switch {
	case strings.HasPrefix(r.Subject, id.Order), strings.HasPrefix(r.Subject, id.Block):
		c.holdRow(r)
	case strings.HasPrefix(r.Subject, id.Entry):
		c.entryRow(r)
	case strings.HasPrefix(r.Subject, id.Offer):
		c.offerRow(r)
	case strings.HasPrefix(r.Subject, id.Pool):
		c.poolRow(r)
	case strings.HasPrefix(r.Subject, id.Tier):
		c.tierRow(r)
	case strings.HasPrefix(r.Subject, id.Code):
		c.codeRow(r)
	case strings.HasPrefix(r.Subject, id.Person):
		c.personRow(r)
	case strings.HasPrefix(r.Subject, id.Transfer):
		c.transferRow(r)
	case strings.HasPrefix(r.Subject, id.Exchange):
		c.exchangeRow(r)
	case strings.HasPrefix(r.Subject, id.Invitation):
		c.invitationRow(r)
	case strings.HasPrefix(r.Subject, id.Statement):
		c.statementRow(r)
	default:
		c.eventRow(r)
	}
	return nil
}

// ledgerRow checks what holds for each row, whatever it is about: no gap, time
// that does not run back unless the row says that it was set back, a legal
// transition.
func (c *check) ledgerRow(r *inventory.AuditRow) {
	if r.Seq != c.seq+1 {
		c.fail(4, r.Subject, "audit row %d follows row %d", r.Seq, c.seq)
	}
	if r.Reason == inventory.ReasonClockMended {
		c.setBack = max(c.setBack, c.at)
		c.at = min(c.at, r.At)
	}
	if r.At < c.at {
		c.fail(4, r.Subject, "audit row %d is of an earlier time than the one before it", r.Seq)
	}
	c.seq, c.at = r.Seq, max(c.at, r.At)
	c.batches.row(r)
	if !r.Legal() {
		c.fail(4, r.Subject, "audit row %d is not a legal transition: from %q to %q because of %q", r.Seq, r.From, r.To, r.Reason)
	}
}

// follow adds a row to what is told about its subject. linked says that PrevSeq
// must be right; of events, pools and persons it may be 0.
func (c *check) follow(t *trace, r *inventory.AuditRow, linked bool) {
	if state := c.words.text(t.state); r.From != state {
		c.fail(4, r.Subject, "audit row %d begins at %q, but the rows before it end at %q", r.Seq, r.From, state)
	}
	if r.PrevSeq != t.lastSeq && (linked || r.PrevSeq != 0) {
		c.fail(4, r.Subject, "audit row %d names %d as the row before it of its subject, which is %d", r.Seq, r.PrevSeq, t.lastSeq)
	}
	if t.lastSeq == 0 {
		t.units, t.begun = r.Units, r.Units
	} else if linked && r.Units != t.units {
		c.fail(4, r.Subject, "audit row %d has %d units, the rows before it have %d", r.Seq, r.Units, t.units)
	}
	t.state, t.reason, t.lastSeq = c.words.number(r.To), c.words.number(string(r.Reason)), r.Seq
}

func (c *check) holdRow(r *inventory.AuditRow) {
	h := c.holds.find(c.names.key(r.Subject))
	if h == nil {
		c.missing(r)
		return
	}
	before, said := inventory.HoldState(c.words.text(h.told.state)), inventory.Reason(c.words.text(h.told.reason))
	o := c.orderOf(h)
	left := h.told.units
	if o != nil && r.Reason == inventory.ReasonAccepted {
		h.accepted = r.Units
	}
	if o != nil || r.Reason == inventory.ReasonGuestCancelled {
		h.told.units = r.Units // orderRow and guestCancelled count them
	}
	if h.told.lastSeq == 0 {
		h.seal.said = r.Seq
		c.namedBy(h.person, r.Seq)
	}
	c.uncounted(h.id, r)
	c.unapprovedRow(h.person, c.letsIn(o), r)
	c.follow(&h.told, r, true)
	h.committed = committedBy(r)
	h.wasConfirmed = h.wasConfirmed || inventory.HoldState(r.To) == inventory.HoldConfirmed
	c.holdConfirmed(h, r, before)
	c.releaseRow(h, r)
	if h.entry == (key{}) { // what began as an offer needed a pass when it was waited for
		c.takenWithPass(h.id, r, inventory.HoldState(r.To) == inventory.HoldConfirmed && before != inventory.HoldConfirmed)
	}
	if r.Reason == inventory.ReasonTicketReissued {
		c.ticketReissued(r)
	}
	if r.Reason == inventory.ReasonReseated {
		c.reseatRow(h, o, r)
	}
	c.ticketVoided(h, r, said)
	if o != nil {
		if r.Reason == inventory.ReasonGuestCancelled {
			c.fail(4, r.Subject, "audit row %d gives back a ticket of a registration, and the hold has items", r.Seq)
		}
		c.orderRow(h, o, r, before)
		return
	}
	c.publicServed(h, r)
	c.replayUnits(h, r, before)
	if r.Reason == inventory.ReasonGuestCancelled {
		c.guestCancelled(h, r, left)
	}
}

func (c *check) entryRow(r *inventory.AuditRow) {
	e := c.entries.find(c.names.key(r.Subject))
	if e == nil {
		c.missing(r)
		return
	}
	before := inventory.EntryState(c.words.text(e.told.state))
	if e.told.lastSeq == 0 {
		e.seal.said = r.Seq
		c.namedBy(e.person, r.Seq)
	}
	c.uncounted(e.id, r)
	c.follow(&e.told, r, true)
	to := inventory.EntryState(r.To)
	c.unapprovedRow(e.person, !c.forGoods(e), r)
	switch {
	case to == inventory.EntryApplied:
		c.entryApplied(e, r)
		c.takenWithPass(e.id, r, true)
		return
	case before == inventory.EntryApplied && to == inventory.EntryWaiting:
		c.entryApproved(e, r)
	case before == inventory.EntryApplied:
		return // it never stood on the waitlist
	case before == inventory.EntryNone:
		c.entryJoined(e, r)
		c.takenWithPass(e.id, r, true)
	case to == inventory.EntryWaiting && r.Reason == inventory.ReasonPassedPartySize:
		c.entryPassed(e, r)
		return
	case to == inventory.EntryWaiting:
		if !c.entryMoved(e, r) {
			return
		}
	case before == inventory.EntryWaiting:
		c.compare(4, r.Subject, "the entry is said to have stopped waiting by audit row %d, and did by row %d", e.leftSeq, r.Seq)
		if r.Reason == inventory.ReasonOffered || r.Reason == inventory.ReasonPromoted {
			c.entryServed(e, r)
		}
	}
	if tier := c.tierByID[e.tier]; tier != nil {
		tier.line.set(e.position, to == inventory.EntryWaiting, r.Units)
	}
	c.waitsForSeats(e, to == inventory.EntryWaiting)
	if to == inventory.EntryOffered {
		c.offerOpened(e, r, before)
	} else if before == inventory.EntryOffered {
		c.offerEnded(e, r, to)
	}
}

func (c *check) offerRow(r *inventory.AuditRow) {
	o := c.offers.find(c.names.key(r.Subject))
	if o == nil {
		c.missing(r)
		return
	}
	if inventory.OfferState(c.words.text(o.toldState)) != inventory.OfferOpen {
		c.fail(4, r.Subject, "audit row %d extends the offer, which is not open", r.Seq)
	}
	if r.PrevSeq != o.toldLastSeq {
		c.fail(4, r.Subject, "audit row %d names %d as the row before it of its subject, which is %d", r.Seq, r.PrevSeq, o.toldLastSeq)
	}
	o.toldLastSeq = r.Seq
	o.toldExtensions++
	if h := c.holds.find(o.order); h != nil {
		h.committed = committedBy(r)
	}
}

func (c *check) personRow(r *inventory.AuditRow) {
	p := c.people.find(c.names.key(r.Subject))
	if p == nil {
		c.missing(r)
		return
	}
	if p.erasedSeq > 0 {
		c.fail(4, r.Subject, "audit row %d is about a person who was erased before", r.Seq)
	}
	c.namedBy(p.id, r.Seq)
	if r.Reason == inventory.ReasonProfileChanged {
		p.seal.changed = r.Seq
	}
	if r.Reason == inventory.ReasonPersonErased && p.erasedSeq == 0 {
		p.erasedSeq = r.Seq
		c.returned.erase(p.id, r.At)
	}
	if r.Reason == inventory.ReasonAskedAgain {
		c.pretended[c.names.key(r.Related)] = p.id
	}
}

func (c *check) eventRow(r *inventory.AuditRow) {
	if r.Subject != c.event.Event.ID {
		c.missing(r)
		return
	}
	c.follow(&c.told, r, false)
	c.termsOfRow(r)
	c.drawnRow(r)
	c.unapprovedRow(key{}, false, r)
	if r.Reason == inventory.ReasonSettingsChanged || r.Reason == inventory.ReasonRescheduled {
		c.sincePass = 0
	}
}

func (c *check) missing(r *inventory.AuditRow) {
	c.fail(4, r.Subject, "audit row %d is about %s, which is not stored", r.Seq, r.Subject)
}
