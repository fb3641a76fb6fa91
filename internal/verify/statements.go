package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 20, of statements: each version is the text whose hash its row of the log has,
// follows the one before, and was published before the opening that either names; what it says
// adds up, and its releases are those of the rows that it names.
//
// Where a version and the log differ, each field is named with what was sealed and what is there now.
// The hash in the log decides which of the two is the sealed one: a text that has it is, and then the
// rest of the log was changed; of a text that has not, the log still says how most of it was.

// statements are the versions of an event, of which the replay has come to some.
type statements struct {
	versions []inventory.Statement
	told     trace
	met      []statedRow // the rows of the first of them
}

// statedRow is the row of a version, and how the event stood then.
type statedRow struct {
	row inventory.AuditRow
	// places are the capacities of the pools.
	places map[string]int64
}

func (c *check) loadStatements() (err error) {
	c.promised.versions, err = c.run.snapshot.Statements(c.event.Event.ID)
	c.run.report.Checked.Statements += int64(len(c.promised.versions))
	return err
}

// statementRow notes the row of a version.
func (c *check) statementRow(r *inventory.AuditRow) {
	p := &c.promised
	if len(p.met) == len(p.versions) {
		c.missing(r)
		return
	}
	c.follow(&p.told, r, false)
	at := statedRow{row: *r, places: map[string]int64{}}
	for _, pool := range c.pools {
		at.places[pool.ID] = pool.capacity
	}
	p.met = append(p.met, at)
}

// checkStatements checks each version against its row and what the rows say in the end.
func (c *check) checkStatements() {
	p := &c.promised
	for i := range p.met {
		c.checkStatement(i)
	}
	if len(p.met) < len(p.versions) {
		c.fail(20, c.event.Event.ID, "version %d of the statement is in no audit row", p.versions[len(p.met)].Version)
	}
	if n := len(p.met); n > 0 && n == len(p.versions) {
		newest := &since{c: c, statement: &p.versions[n-1]}
		newest.compare(p.met[n-1].row.To)
	}
}

// checkStatement checks the version whose row is the i-th.
func (c *check) checkStatement(i int) {
	p := &c.promised
	s, at := &p.versions[i], &p.met[i]
	r := &at.row
	sum := sha256.Sum256([]byte(s.Text))
	x := &sealedText{c: c, version: s.Version, subject: r.Subject, genuine: hex.EncodeToString(sum[:]) == r.To}
	x.sealed("id", r.Subject, s.ID)
	x.sealed("seq", r.Seq, s.Seq)
	x.sealed("created_at", stated(r.At), stated(s.At))
	x.sealed("hash", r.To, s.Hash)
	x.sealed("SHA-256 of the text", r.To, hex.EncodeToString(sum[:]))
	if s.Version != int64(i)+1 {
		c.fail(20, r.Subject, "version %d of the statement is number %d in the log", s.Version, i+1)
	}
	if r.At >= s.OpensAt || i > 0 && r.At >= p.versions[i-1].OpensAt {
		c.fail(20, r.Subject, "version %d of the statement was published at %s, after the opening", s.Version, clock(r.At))
	}
	var t inventory.StatementTerms
	if err := json.Unmarshal([]byte(s.Text), &t); err != nil {
		c.fail(20, r.Subject, "version %d of the statement cannot be read: %v", s.Version, err)
		return
	}
	x.field("form", t.Form, inventory.StatementForm)
	x.field("event", t.Event, c.event.Event.ID)
	x.field("version", t.Version, int64(i)+1)
	x.field("published_at", t.PublishedAt, stated(r.At))
	x.field("opens_at", t.OpensAt, stated(s.OpensAt))
	x.places(&t, at)
	for _, price := range t.Prices {
		if tier := c.tierByID[c.words.number(price.Tier)]; tier != nil {
			amount, least, most, _ := inventory.ReadPriceText(c.priceAt(tier, r.Seq))
			x.price(&price, amount, least, most)
		}
	}
	for _, fee := range t.Fees {
		if tier := c.tierByID[c.words.number(fee.Tier)]; tier != nil {
			terms, _ := inventory.ReadFeeTerms(c.priceAt(tier, r.Seq))
			x.fee(&fee, &terms)
		}
	}
}

// sealedText is a version of a statement that is compared with the log.
type sealedText struct {
	c       *check
	version int64
	subject string
	genuine bool // the text has the hash that is in the log
}

// sealed names a field of a version that is not as it was sealed.
func (x *sealedText) sealed(field string, sealed, now any) {
	if sealed != now {
		x.c.fail(20, x.subject, "version %d of the statement: %s was sealed as %v, and is %v now", x.version, field, sealed, now)
	}
}

// field is sealed of a field that both the text and the log have.
func (x *sealedText) field(name string, text, log any) {
	if x.genuine {
		x.sealed(name, text, log)
		return
	}
	x.sealed(name, log, text)
}

// places compares how many places there are, and what becomes of them.
func (x *sealedText) places(t *inventory.StatementTerms, at *statedRow) {
	c := x.c
	capacity, there := at.places[t.Pool]
	if !there {
		x.field("pool", t.Pool, "none of the event")
		capacity = t.Places
	}
	x.field("places", t.Places, capacity)
	x.field("public", t.Public, at.row.Units)
	left := capacity - at.row.Units // for whom places are kept
	for i, l := range t.Later {
		name := fmt.Sprintf("later[%d].", i)
		h := c.heldBack[l.Row]
		if h == nil {
			x.field(name+"row", l.Row, "that of no release")
			left -= l.Units
			continue
		}
		x.field(name+"at", l.At, stated(h.expiresAt))
		x.field(name+"tier", l.Tier, c.words.text(h.tier))
		x.field(name+"units", l.Units, h.told.begun)
		left -= h.told.begun
	}
	held := int64(0)
	for _, h := range t.Held {
		held += h.Units
	}
	x.field("held in all", held, left)
}

func (x *sealedText) price(p *inventory.StatementPrice, amount, least, most int64) {
	name := "prices[" + p.Tier + "]."
	x.field(name+"amount", p.Amount, amount)
	x.field(name+"min", p.Min, least)
	x.field(name+"max", p.Max, most)
}

func (x *sealedText) fee(f *inventory.StatementFee, terms *inventory.FeeTerms) {
	name := "fees[" + f.Tier + "]."
	x.field(name+"per_order", f.Order, terms.Order)
	x.field(name+"per_ticket", f.Ticket, terms.Ticket)
	x.field(name+"rate_bp", f.Rate, terms.Rate)
	x.field(name+"max", f.Max, terms.Max)
}

// stated is a time as a statement has it.
func stated(i inventory.Instant) string {
	return i.Time().Format("2006-01-02T15:04:05.999999999Z07:00")
}

// since compares an event as it is now with its newest statement.
type since struct {
	c         *check
	statement *inventory.Statement
	t         inventory.StatementTerms
}

// compare names in what the event is another now than the statement says. It is not a violation (see
// docs/decisions/0095): organizers may have good reasons. A text that is not the sealed one was named
// before.
func (s *since) compare(sealed string) {
	sum := sha256.Sum256([]byte(s.statement.Text))
	if hex.EncodeToString(sum[:]) != sealed || json.Unmarshal([]byte(s.statement.Text), &s.t) != nil {
		return
	}
	s.differs("opens_at", s.t.OpensAt, s.opensAt())
	if pool := s.c.poolByID[s.t.Pool]; pool != nil {
		s.differs("places", s.t.Places, pool.Capacity)
	}
	for i, l := range s.t.Later {
		h, name := s.c.heldBack[l.Row], fmt.Sprintf("later[%d].units", i)
		switch {
		case h == nil: // named before
		case inventory.Reason(s.c.words.text(h.reason)) == inventory.ReasonReleaseWithdrawn:
			s.differs(name, l.Units, "withdrawn")
		default:
			s.differs(name, l.Units, h.units)
		}
	}
	s.prices()
	s.fees()
}

func (s *since) differs(field string, sealed, now any) {
	if sealed != now {
		s.c.run.report.differ(Difference{Event: s.c.event.Event.ID, Subject: s.statement.ID, Version: s.statement.Version, Field: field, Sealed: fmt.Sprint(sealed), Now: fmt.Sprint(now)})
	}
}

// opensAt is when the sale opens by now, as a statement has it.
func (s *since) opensAt() string {
	if o := &s.c.event.Event.Settings.Onsale; o.Mode != inventory.OnsaleOpen {
		return stated(o.OpensAt)
	}
	var first *tierRecord
	for _, t := range s.c.tiers {
		if !t.Hidden && t.Admits() && (first == nil || t.SaleStarts < first.SaleStarts) {
			first = t
		}
	}
	if first == nil || first.SaleStarts == 0 {
		return "at once"
	}
	return stated(first.SaleStarts)
}

// prices compares what tickets cost that everybody sees.
func (s *since) prices() {
	for _, tier := range s.c.tiers {
		said := slices.IndexFunc(s.t.Prices, func(p inventory.StatementPrice) bool { return p.Tier == tier.ID })
		name := "prices[" + tier.ID + "]"
		switch {
		case said >= 0:
			p := &s.t.Prices[said]
			s.differs(name+".name", p.Name, tier.Name)
			s.differs(name+".amount", p.Amount, tier.Price.Amount)
			s.differs(name+".min", p.Min, tier.PriceMin)
			s.differs(name+".max", p.Max, tier.PriceMax)
			if tier.Paid() && p.Currency != "" {
				s.differs(name+".currency", p.Currency, s.c.event.Event.Settings.Orders.Currency)
			}
		case tier.Admits() && !tier.Hidden:
			s.differs(name+".amount", "nothing", tier.Price.Amount)
		}
	}
}

func (s *since) fees() {
	for i := range s.t.Fees {
		f := &s.t.Fees[i]
		tier := s.c.tierByID[s.c.words.number(f.Tier)]
		if tier == nil {
			continue
		}
		name := "fees[" + f.Tier + "]."
		s.differs(name+"per_order", f.Order, tier.FeeTerms.Order)
		s.differs(name+"per_ticket", f.Ticket, tier.FeeTerms.Ticket)
		s.differs(name+"rate_bp", f.Rate, tier.FeeTerms.Rate)
		s.differs(name+"max", f.Max, tier.FeeTerms.Max)
	}
}
