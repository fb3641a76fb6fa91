package verify

import (
	"cmp"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 24: each event id of capacity had one effect, no more units are offered than were
// released less those that were withdrawn, and they went in the order of the waitlist. It is
// recomputed from the rows of entries, offers and signals, without the decision.

// resourceCheck is what is stored of one resource.
type resourceCheck struct {
	*run
	of      *resources.Resource
	entries map[string]*resources.ResourceEntry
	offers  map[string]*resources.ResourceOffer
	signals map[string]*resources.ResourceSignal
	asked   map[string]*resources.ResourceConfirmation // by offer
	joins   map[string]*resources.ResourceJoin         // by entry
	races   map[string][]*resources.ResourceOffer      // of the same units, by the first of them
	// held are the offers of each entry; live users, by name, the entry.
	held map[string][]*resources.ResourceOffer
}

// checkResources checks invariant 24, and compares what is of resources with the chains of
// organizations. Where only some events are checked, it is left out.
func (r *run) checkResources() error {
	if len(r.options.Events) > 0 {
		return nil
	}
	return r.snapshot.AllResources(func(of *resources.Resource) error {
		c := &resourceCheck{
			run: r, of: of, entries: map[string]*resources.ResourceEntry{}, offers: map[string]*resources.ResourceOffer{}, signals: map[string]*resources.ResourceSignal{},
			held: map[string][]*resources.ResourceOffer{}, asked: map[string]*resources.ResourceConfirmation{}, joins: map[string]*resources.ResourceJoin{},
			races: map[string][]*resources.ResourceOffer{},
		}
		commits := audit.Resource{
			ID: of.ID, Org: of.OrgID, Key: of.Key, ClaimWindow: of.ClaimWindow, HeadStart: of.HeadStart, WaitlistLimit: of.WaitlistLimit, MaxUnits: of.MaxUnits,
			NotifyURL: of.NotifyURL, ConfirmURL: of.ConfirmURL, SecretVersion: of.SecretVersion, AtOnce: of.AtOnce,
			Price: of.Price, Currency: of.PriceCurrency, HoldFee: of.HoldFee, FeeCurrency: of.HoldFeeCurrency, FeeTaxRate: of.HoldFeeTaxRate, GiveBack: string(of.GiveBack),
		}
		r.compare(of.OrgID, of.ID, commits.Commitment(), "the resource's key, rules or secret")
		r.report.Checked.Resources++
		if err := r.snapshot.ResourceSignals(of.ID, c.signal); err != nil {
			return err
		}
		if err := r.snapshot.ResourceEntries(of.ID, c.entry); err != nil {
			return err
		}
		if err := r.snapshot.ResourceOffers(of.ID, c.offer); err != nil {
			return err
		}
		if err := r.snapshot.ResourceConfirmations(of.ID, c.confirmation); err != nil {
			return err
		}
		if err := snapshot.JoinsOf(r.snapshot, of.ID, c.joined); err != nil {
			return err
		}
		c.counted()
		c.withdrawals()
		c.stands()
		c.order()
		c.idle()
		c.confirmations()
		c.rounds()
		c.fees()
		c.joiners()
		return nil
	})
}

func (c *resourceCheck) signal(g *resources.ResourceSignal) error {
	kept := *g
	c.signals[g.EventID] = &kept
	commits := audit.ResourceSignal{
		Resource: c.of.ID, EventID: g.EventID, Kind: string(g.Kind), Release: g.ReleaseID, Units: g.Units, Attributes: g.Attributes, ValidUntil: g.ValidUntil, At: g.At, Seq: g.Seq,
	}
	c.compare(c.of.OrgID, resources.ResourceSignalSubject(c.of.ID, g.EventID), commits.Commitment(), "what was released or withdrawn")
	return nil
}

func (c *resourceCheck) entry(e *resources.ResourceEntry) error {
	kept := *e
	c.entries[e.ID] = &kept
	commits := audit.ResourceEntry{
		ID: e.ID, Resource: c.of.ID, State: string(e.State), Offer: e.OfferID, Units: e.Units, Class: e.Class, JoinNo: e.JoinNo, Rank: e.Rank,
		JoinedAt: e.JoinedAt, EndedAt: e.EndedAt, JoinedSeq: e.JoinedSeq, EndedSeq: e.EndedSeq, Own: e.Own,
		Fee: e.Fee, FeeCurrency: e.FeeCurrency, FeeTaxRate: e.FeeTaxRate, GiveBack: string(e.GiveBack), PayUntil: e.PayUntil, PaidBy: e.PaidBy, PaidAt: e.PaidAt, PaidSeq: e.PaidSeq, FeeBack: e.FeeBack,
	}
	c.compare(c.of.OrgID, e.ID, commits.Commitment(), "the place's order, units, offer or state")
	return nil
}

func (c *resourceCheck) offer(o *resources.ResourceOffer) error {
	kept := *o
	c.offers[o.ID] = &kept
	c.held[o.EntryID] = append(c.held[o.EntryID], &kept)
	if o.Round != "" {
		c.races[o.Round] = append(c.races[o.Round], &kept)
	}
	commits := audit.ResourceOffer{
		ID: o.ID, Resource: c.of.ID, Entry: o.EntryID, State: string(o.State), Release: o.ReleaseID, Units: o.Units,
		MadeAt: o.MadeAt, Deadline: o.Deadline, EndedAt: o.EndedAt, MadeSeq: o.MadeSeq, EndedSeq: o.EndedSeq,
		Round: o.Round, RoundUnits: o.RoundUnits, RoundSize: o.RoundSize, Price: o.Price, Currency: o.PriceCurrency,
	}
	c.compare(c.of.OrgID, o.ID, commits.Commitment(), "the offer's units, time or state")
	return nil
}

// counted adds up, for each release, the units of its offers and what was withdrawn from it.
func (c *resourceCheck) counted() {
	offered, accepted, taken, lost := map[string]int64{}, map[string]int64{}, map[string]int64{}, map[string]int64{}
	for _, o := range c.offers {
		offered[o.ReleaseID] += c.takes(o)
		if o.State == resource.OfferAccepting || o.State == resource.OfferAccepted {
			accepted[o.ReleaseID] += o.Units
		}
		if a := c.asked[o.ID]; a != nil && (a.Outcome == resource.OutcomeTaken || a.Outcome == resource.OutcomeReturned) {
			lost[o.ReleaseID] += o.Units
		}
		if g := c.signals[o.ReleaseID]; g == nil || g.Kind != resource.Released {
			c.report.add(24, "", o.ID, "the offer is of %s, which was not released", o.ReleaseID)
		}
	}
	for _, g := range c.signals {
		if g.Kind == resource.Withdrawn {
			taken[g.ReleaseID] += g.Taken
		}
	}
	for _, event := range slices.Sorted(maps.Keys(c.signals)) {
		g := c.signals[event]
		if g.Kind != resource.Released {
			continue
		}
		if offered[event]+taken[event]+g.Lost > g.Units {
			c.report.add(24, "", c.of.ID, "of %d units of %s %d are offered and %d withdrawn or gone", g.Units, event, offered[event], taken[event]+g.Lost)
		}
		// Of those that were gone a withdrawal may have named some since.
		if g.Lost > lost[event] || g.Lost < lost[event]-taken[event] {
			c.report.add(24, "", c.of.ID, "%d units of %s are said to be gone, and %d were when they were accepted", g.Lost, event, lost[event])
		}
		if g.Offered != offered[event] {
			c.report.add(24, "", c.of.ID, "%d units of %s are said to be offered, and %d are", g.Offered, event, offered[event])
		}
		if g.Taken != taken[event] {
			c.report.add(24, "", c.of.ID, "%d units of %s are said to be withdrawn, and %d are", g.Taken, event, taken[event])
		}
		for _, w := range c.signals {
			// What a withdrawal could not take, somebody has accepted or is accepting.
			if w.Kind == resource.Withdrawn && w.ReleaseID == event && w.Taken < w.Units && accepted[event]+taken[event] != g.Units {
				c.report.add(24, "", c.of.ID, "%s withdrew %d of %d units of %s, and there were more", w.EventID, w.Taken, w.Units, event)
			}
		}
	}
}

// withdrawals sees what each withdrawal says of itself.
func (c *resourceCheck) withdrawals() {
	for _, event := range slices.Sorted(maps.Keys(c.signals)) {
		w := c.signals[event]
		if w.Seq <= 0 || w.Seq > c.of.Seq {
			c.report.add(24, "", c.of.ID, "%s is change %d of %d", event, w.Seq, c.of.Seq)
		}
		if w.Kind != resource.Withdrawn {
			continue
		}
		of := c.signals[w.ReleaseID]
		switch {
		case of != nil && of.Kind == resource.Withdrawn:
			c.report.add(24, "", c.of.ID, "%s is withdrawn from %s, which is a withdrawal", event, w.ReleaseID)
		case w.Taken > w.Units:
			c.report.add(24, "", c.of.ID, "%s has withdrawn %d units, and says %d", event, w.Taken, w.Units)
		case of == nil && w.Taken > 0:
			c.report.add(24, "", c.of.ID, "%s has withdrawn %d units of %s, which was not released", event, w.Taken, w.ReleaseID)
		}
	}
}

// stands compares each entry with its offers.
func (c *resourceCheck) stands() {
	users, numbers := map[string]string{}, map[int64]string{}
	for _, id := range slices.Sorted(maps.Keys(c.entries)) {
		e := c.entries[id]
		if other := numbers[e.JoinNo]; other != "" || e.JoinNo < 1 || e.JoinNo > c.of.Joined {
			c.report.add(24, "", id, "the place has number %d of %d, as %q", e.JoinNo, c.of.Joined, other)
		}
		numbers[e.JoinNo] = id
		if e.State.Live() && e.UserID != "" { // who was erased while it was asked is nobody
			if users[e.UserID] != "" {
				c.report.add(24, "", id, "its person waits with place %s, too", users[e.UserID])
			}
			users[e.UserID] = id
		}
		if e.State.Live() != (e.EndedSeq == 0) {
			c.report.add(24, "", id, "the place is %s, and its end is change %d", e.State, e.EndedSeq)
		}
		c.offersOf(e)
	}
	if int64(len(numbers)) != c.of.Joined {
		c.report.add(24, "", c.of.ID, "%d have joined, of whom %d places are stored", c.of.Joined, len(numbers))
	}
	for _, id := range slices.Sorted(maps.Keys(c.offers)) {
		o := c.offers[id]
		e := c.entries[o.EntryID]
		if e == nil {
			c.report.add(24, "", id, "the offer is for %s, which is not stored", o.EntryID)
			continue
		}
		g := c.signals[o.ReleaseID]
		if o.Units != e.Units {
			c.report.add(24, "", id, "%d units are offered to an entry for %d", o.Units, e.Units)
		}
		if g != nil && !g.Attributes.Has(e.Attributes) {
			c.report.add(24, "", id, "%s does not have what its person asks for", o.ReleaseID)
		}
		if g != nil && g.ValidUntil != 0 && o.Deadline > g.ValidUntil {
			c.report.add(24, "", id, "the offer stands longer than %s is valid", o.ReleaseID)
		}
		if at := c.acceptedAt(o); at >= o.Deadline {
			c.report.add(24, "", id, "the offer was accepted after its time")
		}
		if (o.State == resource.OfferOpen || o.State == resource.OfferAccepting) != (o.EndedSeq == 0) || o.EndedSeq != 0 && o.EndedSeq <= o.MadeSeq || o.MadeSeq <= 0 || max(o.MadeSeq, o.EndedSeq) > c.of.Seq {
			c.report.add(24, "", id, "the offer is %s, made by change %d, and its end is change %d", o.State, o.MadeSeq, o.EndedSeq)
		}
	}
}

// acceptedAt is when its person accepted an offer; 0: they did not.
func (c *resourceCheck) acceptedAt(o *resources.ResourceOffer) inventory.Instant {
	if a := c.asked[o.ID]; a != nil {
		return a.BegunAt
	}
	if o.State == resource.OfferAccepted {
		return o.EndedAt
	}
	return 0
}

// offersOf sees that an entry has had one offer after another, and stands as the last says.
func (c *resourceCheck) offersOf(e *resources.ResourceEntry) {
	held := c.held[e.ID]
	slices.SortFunc(held, func(a, b *resources.ResourceOffer) int { return cmp.Compare(a.MadeSeq, b.MadeSeq) })
	want := resource.Waiting
	if e.Fee > 0 && e.PaidBy == "" {
		if want = resource.PendingPayment; e.EndedSeq != 0 {
			want = resource.Unpaid
		}
	}
	ends := map[resource.OfferState]resource.EntryState{
		resource.OfferOpen: resource.Offered, resource.OfferAccepting: resource.Accepting, resource.OfferAccepted: resource.Accepted, resource.OfferDeclined: resource.Declined, resource.OfferExpired: resource.Expired,
		resource.OfferWithdrawn: resource.Waiting, resource.OfferTaken: resource.Waiting,
	}
	last := ""
	for i, o := range held {
		if e.Fee > 0 && (e.PaidSeq == 0 || e.PaidSeq >= o.MadeSeq) {
			c.report.add(24, "", e.ID, "the place has offer %s, and was not in the queue then", o.ID)
		}
		if i > 0 && (want != resource.Waiting || held[i-1].EndedSeq >= o.MadeSeq) {
			c.report.add(24, "", e.ID, "the place has offer %s beside or behind %s", o.ID, held[i-1].ID)
		}
		if want = ends[o.State]; want == resource.Offered || want == resource.Accepting || want == resource.Accepted {
			last = o.ID
		}
	}
	if gone := e.State == resource.Left || e.State == resource.Removed; gone && (want == resource.Waiting || want == resource.Unpaid) {
		return
	}
	if e.State != want {
		c.report.add(24, "", e.ID, "the place is %s, and by its offers %s", e.State, want)
	} else if e.OfferID != last {
		c.report.add(24, "", e.ID, "the place has offer %q, and by its offers %q", e.OfferID, last)
	}
}

// waited reports whether an entry was on the waitlist without an offer at a change.
func (c *resourceCheck) waited(e *resources.ResourceEntry, seq int64) bool {
	if max(e.JoinedSeq, e.PaidSeq) >= seq || e.Fee > 0 && e.PaidSeq == 0 || e.EndedSeq != 0 && e.EndedSeq < seq {
		return false
	}
	return !slices.ContainsFunc(c.held[e.ID], func(o *resources.ResourceOffer) bool {
		return o.MadeSeq < seq && (o.EndedSeq == 0 || o.EndedSeq > seq || o.State == resource.OfferAccepted)
	})
}

// order sees that no offer went past somebody before, whom it would have fitted too.
func (c *resourceCheck) order() {
	line := slices.SortedFunc(maps.Values(c.entries), func(a, b *resources.ResourceEntry) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.JoinNo, b.JoinNo))
	})
	at := map[string]int{}
	for i, e := range line {
		at[e.ID] = i
	}
	for _, id := range slices.Sorted(maps.Keys(c.offers)) {
		o := c.offers[id]
		g, place, known := c.signals[o.ReleaseID], 0, false
		if place, known = at[o.EntryID]; !known || g == nil {
			continue
		}
		for _, e := range line[:place] {
			if e.UserID != "" && e.Units <= o.Units && g.Attributes.Has(e.Attributes) && c.waited(e, o.MadeSeq) {
				c.report.add(24, "", id, "the offer went to %s, and %s waited before and would have fitted", o.EntryID, e.ID)
				break
			}
		}
	}
}

// idle sees that nothing is free for good that somebody waits for and fits.
func (c *resourceCheck) idle() {
	for _, id := range slices.Sorted(maps.Keys(c.entries)) {
		e := c.entries[id]
		if e.State != resource.Waiting {
			continue
		}
		for _, event := range slices.Sorted(maps.Keys(c.signals)) {
			g := c.signals[event]
			if g.Kind == resource.Released && g.ValidUntil == 0 && g.Units-g.Offered-g.Taken-g.Lost >= e.Units && g.Attributes.Has(e.Attributes) {
				c.report.add(24, "", id, "the place waits, and %s has units that fit", event)
				break
			}
		}
	}
}
