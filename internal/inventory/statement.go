package inventory

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"
)

// StatementForm is the form of the text of a statement.
const StatementForm = "holdfast/statement/v1"

// MaxStatements bounds the versions of the statement of an event.
const MaxStatements = 20

// HeldFor says for whom places are kept from the public.
type HeldFor string

// Those for whom places can be kept. The list is closed: there is no "other".
const (
	HeldForArtists       HeldFor = "artists"
	HeldForGuests        HeldFor = "guests"
	HeldForPartners      HeldFor = "partners"
	HeldForPress         HeldFor = "press"
	HeldForStaff         HeldFor = "staff"
	HeldForAccessibility HeldFor = "accessibility"
	HeldForBoxOffice     HeldFor = "box_office"
	HeldForReserve       HeldFor = "reserve"
)

// AllHeldFor returns everybody for whom places can be kept.
func AllHeldFor() []HeldFor {
	return []HeldFor{HeldForArtists, HeldForGuests, HeldForPartners, HeldForPress, HeldForStaff, HeldForAccessibility, HeldForBoxOffice, HeldForReserve}
}

// StatementTerms is what an organizer promises before the opening. Its text is this as JSON.
type StatementTerms struct {
	Form    string `json:"form"`
	Event   string `json:"event"`
	Version int64  `json:"version"`
	// PublishedAt is the time of the decision, OpensAt from when on the statement cannot be
	// changed: both in UTC, to the microsecond.
	PublishedAt string `json:"published_at"`
	OpensAt     string `json:"opens_at"`
	// Pool is the one that every tier takes from, and Places its capacity. Of them Public
	// can be taken by anybody from the opening on, those of Held are kept from the public,
	// and those of Later come later.
	Pool   string           `json:"pool"`
	Places int64            `json:"places"`
	Public int64            `json:"public"`
	Held   []StatementHeld  `json:"held"`
	Later  []StatementLater `json:"later"`
	Prices []StatementPrice `json:"prices"`
	Fees   []StatementFee   `json:"fees,omitempty"`
}

// StatementHeld is how many places are kept for somebody, at most.
type StatementHeld struct {
	For   HeldFor `json:"for"`
	Units int64   `json:"units"`
}

// StatementLater is a release. Row is the seq of the row of the log that holds it back.
type StatementLater struct {
	At    string `json:"at"`
	Tier  string `json:"tier,omitempty"`
	Units int64  `json:"units"`
	Row   int64  `json:"row"`
}

// StatementPrice is what one place of a tier costs, in minor units of a currency, before tax
// that is not included.
type StatementPrice struct {
	Tier     string `json:"tier"`
	Name     string `json:"name"`
	Amount   int64  `json:"amount"` // where buyers choose, what is suggested
	Min      int64  `json:"min,omitempty"`
	Max      int64  `json:"max,omitempty"` // 0: the price is fixed
	Currency string `json:"currency,omitempty"`
}

// StatementFee is a fee that orders have beside these prices, in minor units of the currency and
// with its tax.
type StatementFee struct {
	Tier     string `json:"tier"`
	Name     string `json:"name"`
	Order    int64  `json:"per_order,omitempty"`
	Ticket   int64  `json:"per_ticket,omitempty"`
	Rate     int64  `json:"rate_bp,omitempty"`
	Max      int64  `json:"max,omitempty"` // 0: no bound
	Currency string `json:"currency"`
}

// Charges reports whether terms come to the same in every order as the fee.
func (f *StatementFee) Charges(t *FeeTerms) bool {
	return f.Order == t.Order && f.Ticket == t.Ticket && f.Rate == t.Rate && f.Max == t.Max
}

// Statement is a version of the statement of an event. Its row of the log goes from the hash
// of the version before to its own.
type Statement struct {
	Version int64
	ID      string // stm_…, that of all versions
	Text    string // StatementTerms as JSON
	Hash    string // its SHA-256, in hex
	At      Instant
	OpensAt Instant
	Seq     int64 // of its audit row
}

// PublishStatement publishes what is promised before the opening, or a new version of it.
// What it says of places, prices and releases is how they are; whoever publishes it says how many
// are kept, and for whom.
type PublishStatement struct {
	Who
	ID   string // used when it is the first
	Held []StatementHeld
}

func (PublishStatement) needs(n *RequiredRows) { n.Releases, n.Statements = true, true }

func (PublishStatement) forecast(*forecast) {}

// OpensAt is when the sale of an event opens: its waiting room or, without one, the first
// tier that everybody sees; 0: at once.
func (s *State) OpensAt() Instant {
	if o := &s.Event.Settings.Onsale; o.Mode != OnsaleOpen {
		return o.OpensAt
	}
	first, some := Instant(0), false
	for _, t := range s.Tiers {
		if !t.Hidden && t.Admits() && (!some || t.SaleStarts < first) {
			first, some = t.SaleStarts, true
		}
	}
	return first
}

func (c PublishStatement) decide(d *decider) Outcome {
	e := &d.st.Event
	wrong := func(field string) Outcome { return Outcome{Code: InvalidSettings, Field: field} }
	opens, before := d.st.OpensAt(), d.w.latestStatement()
	switch {
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= e.Ends():
		return Outcome{Code: EventOver}
	case opens == 0:
		return Outcome{Code: StatementNoOpening}
	case d.now >= opens || before != nil && d.now >= before.OpensAt:
		return Outcome{Code: StatementStands}
	case len(d.w.Statements) >= MaxStatements:
		return Outcome{Code: StatementStands}
	}
	pool := d.wholePool()
	if pool == nil {
		return wrong("pools")
	}
	t := StatementTerms{
		Form: StatementForm, Event: e.ID, Version: int64(len(d.w.Statements)) + 1, PublishedAt: moment(d.now), OpensAt: moment(opens),
		Pool: pool.ID, Places: pool.Capacity, Public: pool.Capacity, Held: []StatementHeld{}, Later: []StatementLater{}, Prices: d.prices(), Fees: promisedFees(d.st),
	}
	blocked := pool.Blocked
	for _, h := range d.releases() {
		if tier := d.tiers[h.Tier]; h.State == HoldHeld && (tier == nil || tier.Admits()) { // of seats, or of the pool
			t.Later = append(t.Later, StatementLater{At: moment(h.ExpiresAt), Tier: h.Tier, Units: h.Units, Row: h.LastSeq})
			blocked, t.Public = blocked-h.Units, t.Public-h.Units
		}
	}
	var held int64
	for i, k := range c.Held {
		at := "held[" + text(int64(i)) + "]."
		switch {
		case !slices.Contains(AllHeldFor(), k.For) || slices.ContainsFunc(c.Held[:i], func(o StatementHeld) bool { return o.For == k.For }):
			return wrong(at + "for")
		case k.Units < 1 || k.Units > t.Public:
			return wrong(at + "units")
		}
		held, t.Public = held+k.Units, t.Public-k.Units
		t.Held = append(t.Held, k)
	}
	if held < blocked { // more is kept already
		return wrong("held")
	}
	s := &Statement{Version: t.Version, ID: c.ID, At: d.now, OpensAt: opens}
	var prev int64
	from := ""
	if before != nil {
		s.ID, prev, from = before.ID, before.Seq, before.Hash
	}
	s.Text = t.Text()
	s.Hash = hashOf(s.Text)
	s.Seq = d.write(transition{who: c.Actor, subject: s.ID, from: from, to: s.Hash, reason: ReasonStatementPublished, units: t.Public, prev: prev})
	d.w.Statements = append(d.w.Statements, s)
	d.out.Statements = append(d.out.Statements, s)
	return Outcome{Status: text(s.Version)}
}

// latestStatement returns the newest version, nil when there is none.
func (w *Work) latestStatement() (latest *Statement) {
	for _, s := range w.Statements {
		if latest == nil || s.Version > latest.Version {
			latest = s
		}
	}
	return latest
}

// wholePool returns the largest pool that every ticket takes from, nil when there is none.
func (d *decider) wholePool() *Pool {
	var whole *Pool
	tickets := 0
	for _, t := range d.tiers {
		if t.Admits() {
			tickets++
		}
	}
	for _, p := range d.pools {
		if len(p.tiers) == tickets && p.tiers[0].Admits() && (whole == nil || cmp.Or(cmp.Compare(whole.Capacity, p.Capacity), cmp.Compare(p.ID, whole.ID)) < 0) {
			whole = p.Pool
		}
	}
	return whole
}

// prices are those of all tickets that everybody sees, by the IDs of their tiers.
func (d *decider) prices() []StatementPrice {
	list := []StatementPrice{}
	for _, t := range d.st.Tiers {
		if !t.Hidden && t.Admits() {
			p := StatementPrice{Tier: t.ID, Name: t.Name, Amount: t.Price.Amount, Min: t.PriceMin, Max: t.PriceMax}
			if t.Paid() {
				p.Currency = d.st.Event.Settings.Orders.Currency
			}
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b StatementPrice) int { return cmp.Compare(a.Tier, b.Tier) })
	return list
}

// promisedFees are those that orders have, by the IDs of their tiers.
func promisedFees(s *State) (list []StatementFee) {
	for _, t := range s.fees() {
		f := &t.FeeTerms
		list = append(list, StatementFee{Tier: t.ID, Name: t.Name, Order: f.Order, Ticket: f.Ticket, Rate: f.Rate, Max: f.Max, Currency: s.Event.Settings.Orders.Currency})
	}
	slices.SortFunc(list, func(a, b StatementFee) int { return cmp.Compare(a.Tier, b.Tier) })
	return list
}

// Text is the text of a statement.
func (t *StatementTerms) Text() string {
	b, err := json.Marshal(t)
	if err != nil {
		panic("inventory: a statement that cannot be written: " + err.Error())
	}
	return string(b)
}

func moment(i Instant) string { return i.Time().Format(time.RFC3339Nano) }

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
