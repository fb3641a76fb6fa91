package inventory

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"reflect"
	"slices"
)

// A commitment is a hash, in an audit row, of what decides and is written nowhere
// else in the ledger: the terms of an event, the seats and the deadline of an order.
// Decide puts it into the row that the change writes anyway, so no batch writes a row
// more; verify makes the same commitment of what is stored and compares it with the
// last one in the ledger. A plain registration has nothing to commit to beside its row.

// commitmentLen is how many bytes of the SHA-256 are kept: an attacker needs a second
// preimage, not a collision.
const commitmentLen = 16

// committed collects what a commitment is to, so that no two contents encode alike.
type committed struct{ b []byte }

func commitTo(what string) *committed {
	c := &committed{b: make([]byte, 0, 256)}
	c.text(what)
	return c
}

func (c *committed) num(v int64) { c.b = binary.BigEndian.AppendUint64(c.b, uint64(v)) }

func (c *committed) text(s string) {
	c.b = binary.BigEndian.AppendUint32(c.b, uint32(len(s)))
	c.b = append(c.b, s...)
}

// fields adds each field that is not zero, with its name: a field that is added to a
// struct later does not change what was committed to before.
func (c *committed) fields(name string, v reflect.Value) {
	if v.IsZero() {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		c.text(name)
		for i := range v.NumField() {
			c.fields(v.Type().Field(i).Name, v.Field(i))
		}
		c.text("")
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Int64 {
			for i := range v.Len() { // none: as before there were any
				c.text(name)
				c.num(v.Index(i).Int())
			}
			return
		}
		c.text(name)
		for i := range v.Len() {
			c.text(v.Index(i).String())
		}
		c.text("")
	case reflect.String:
		c.text(name)
		c.text(v.String())
	case reflect.Int, reflect.Int64:
		c.text(name)
		c.num(v.Int())
	case reflect.Bool:
		c.text(name)
	default:
		panic("inventory: nobody commits to a " + v.Kind().String())
	}
}

func (c *committed) sum() string {
	sum := sha256.Sum256(c.b)
	return hex.EncodeToString(sum[:commitmentLen])
}

// TermsCommitment commits to the terms of an event: whose it is, its times and
// settings, and its tiers with their prices, limits and times of sale.
func TermsCommitment(e *Event, tiers []Tier) string {
	c := commitTo("terms")
	c.text(e.ID)
	c.text(e.OrgID)
	c.num(int64(e.StartsAt))
	c.num(int64(e.EndsAt))
	c.text(e.Zone.String())
	c.fields("settings", reflect.ValueOf(e.Settings))
	tiers = slices.Clone(tiers)
	slices.SortFunc(tiers, func(a, b Tier) int { return cmp.Compare(a.ID, b.ID) })
	for i := range tiers {
		t := tiers[i]
		t.Pools = slices.Sorted(slices.Values(t.Pools))
		t.GoesWith = slices.Sorted(slices.Values(t.GoesWith))
		c.fields("tier", reflect.ValueOf(t))
	}
	return c.sum()
}

// CodeCommitment commits to what a code is good for. How often it was used is
// counted from the orders.
func CodeCommitment(p *PriceCode) string {
	terms := *p
	terms.Used, terms.LastSeq = 0, 0
	terms.Tiers = slices.Sorted(slices.Values(p.Tiers))
	c := commitTo("code")
	c.fields("code", reflect.ValueOf(terms))
	return c.sum()
}

// HoldCommitment commits to whose a hold is, its deadlines, the seats and prices of its
// items, and with whose pass of the waiting room it was taken; empty for a plain
// registration, which has none of these. Which items are
// released, and what is paid, is in the rows of the ledger.
func HoldCommitment(h *Hold) string {
	if h.ExpiresAt == 0 && !h.Itemized() && h.Entrant == 0 {
		return ""
	}
	c := commitTo("hold")
	c.text(h.ID)
	c.text(string(h.Kind))
	c.text(h.PersonID)
	c.text(h.Tier)
	c.num(int64(h.ExpiresAt))
	if o := h.Order; o != nil {
		c.text(o.Currency)
		c.num(o.Total)
		c.num(int64(o.PayUntil))
		c.text(o.PromoID)
		c.text(o.AccessID)
		for i := range o.Items {
			it := &o.Items[i]
			c.num(int64(it.No))
			c.text(it.Tier)
			c.text(it.Seat)
			c.charge(&it.Charge)
		}
	}
	if o := h.Order; o != nil {
		for i := range o.Items {
			if it := &o.Items[i]; it.GoesWith > 0 {
				c.text("with")
				c.num(int64(it.No))
				c.num(int64(it.GoesWith))
			}
			if it := &o.Items[i]; it.IsFee() {
				c.text("fee")
				c.num(int64(it.No))
				c.text(it.Fee)
			}
			if it := &o.Items[i]; it.Listed != "" {
				c.text("listed")
				c.num(int64(it.No))
				c.text(it.Listed)
			}
		}
	}
	if o := h.Order; o != nil && o.Taxation != "" {
		c.text("taxation")
		c.text(o.Taxation)
	}
	if h.Entrant > 0 {
		c.text("waiting room")
		c.num(h.Entrant)
	}
	return c.sum()
}

func (c *committed) charge(p *Charge) {
	included := int64(0)
	if p.TaxIncluded {
		included = 1
	}
	for _, n := range [...]int64{p.Amount, p.TaxRate, included, p.Discount, p.Net, p.Tax, p.Gross} {
		c.num(n)
	}
}

// commitHold puts the commitment to a hold into its last row, if the batch wrote that
// and it has none yet. It is called before the next row of the hold is written, before
// its deadline or its price moves, and at the end of the batch: so what a row commits
// to does not depend on how commands were cut into batches.
func (l *ledger) commitHold(h *Hold) {
	if h.LastSeq > l.start && l.rowOf(h.LastSeq).Commitment == "" {
		l.rowOf(h.LastSeq).Commitment = HoldCommitment(h)
	}
}

// commitHolds ends a batch.
func (l *ledger) commitHolds() {
	for i := range l.out.Holds {
		l.commitHold(l.out.Holds[i].Hold)
	}
}

// commitTerms puts the commitment to the terms into the last row about the event or
// a tier, if the command that has just been decided has changed them.
func (l *ledger) commitTerms() {
	if !l.termsChanged {
		return
	}
	l.termsChanged = false
	for i := range slices.Backward(l.out.Audit) {
		r := &l.out.Audit[i]
		if r.Subject != l.st.Event.ID && subjectKind(r.Subject) != "tir" {
			continue
		}
		tiers := make([]Tier, 0, len(l.st.Tiers))
		for _, t := range l.st.Tiers {
			tiers = append(tiers, *t)
		}
		r.Commitment = TermsCommitment(&l.st.Event, tiers)
		return
	}
}

// rowOf returns a row that the batch has written.
func (l *ledger) rowOf(seq int64) *AuditRow { return &l.out.Audit[seq-l.start-1] }
