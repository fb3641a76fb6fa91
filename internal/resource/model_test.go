package resource_test

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
)

// model is the waitlist of a resource in the plainest way: every unit that was released is a
// thing of its own, which is nobody's, somebody's, or gone.
type model struct {
	settings resource.Settings
	people   []*person
	lots     []*lot
	offers   []*held
	signals  map[string]resource.Signal
	asked    map[string]resource.ConfirmationState // by offer
	staff    map[string]bool                       // of those that have ended: people have decided it
}

type person struct {
	entry, user string
	units       int
	asks        resource.Attributes
	came        inventory.Instant // less what priority is worth
	state       resource.EntryState
	by          inventory.Instant // until when the fee can be paid
	paid        string            // the payment of the fee
	// went is who ended the place otherwise than by an offer, and open that one was open then.
	went resource.Reason
	open bool
}

// lot is what one release has brought: who has each of its units.
type lot struct {
	event string
	is    resource.Attributes
	until inventory.Instant
	units []string // "": nobody, "gone", "lost", or an offer
	wants []*int   // what is still to be withdrawn, in the order in which they said so
}

type held struct {
	id    string
	who   *person
	of    *lot
	until inventory.Instant
	state resource.OfferState
	race  *race
}

// race is who runs for the same units, which are the race's until somebody has won.
type race struct {
	name    string
	units   int
	runners []*held
}

func (c *race) open() (list []*held) {
	for _, h := range c.runners {
		if h.state == resource.OfferOpen {
			list = append(list, h)
		}
	}
	return list
}

func (m *model) live() (list []*person) {
	for _, p := range m.people {
		if p.state == resource.PendingPayment || p.state == resource.Waiting || p.state == resource.Offered || p.state == resource.Accepting {
			list = append(list, p)
		}
	}
	// People are in the order in which they joined.
	slices.SortStableFunc(list, func(a, b *person) int { return cmp.Compare(a.came, b.came) })
	return list
}

func (l *lot) count(of string) (n int) {
	for _, u := range l.units {
		if u == of {
			n++
		}
	}
	return n
}

// turn gives at most n units of one owner to another, and returns how many.
func (l *lot) turn(from, to string, n int) (turned int) {
	for i := range l.units {
		if turned < n && l.units[i] == from {
			l.units[i] = to
			turned++
		}
	}
	return turned
}

func (m *model) give(now inventory.Instant, ids func() string) {
	run := func(p *person, l *lot, c *race) {
		h := &held{id: "", who: p, of: l, until: now + inventory.Instant(m.settings.ClaimWindow), state: resource.OfferOpen, race: c}
		if l.until != 0 && l.until < h.until {
			h.until = l.until
		}
		h.id = ids()
		m.offers = append(m.offers, h)
		c.runners = append(c.runners, h)
		p.state = resource.Offered
	}
	var races []*race
	for _, p := range m.live() {
		if p.state != resource.Waiting {
			continue
		}
		var best *lot
		for _, l := range m.lots {
			if l.until != 0 && l.until <= now || l.count("") < p.units || !l.suits(p) {
				continue
			}
			if best == nil || l.until != 0 && (best.until == 0 || l.until < best.until) {
				best = l
			}
		}
		if best == nil {
			continue
		}
		c := &race{name: fmt.Sprint("race ", len(m.offers)), units: p.units}
		best.turn("", c.name, p.units)
		run(p, best, c)
		races = append(races, c)
	}
	if m.settings.AtOnce == 0 {
		return
	}
	for _, p := range m.live() {
		var best *race
		for _, c := range races {
			if p.state == resource.Waiting && len(c.runners) < int(m.settings.AtOnce) && p.units <= c.units && c.runners[0].of.suits(p) && (best == nil || len(c.runners) < len(best.runners)) {
				best = c
			}
		}
		if best != nil {
			run(p, best.runners[0].of, best)
		}
	}
}

// suits reports whether a lot is what somebody asks for.
func (l *lot) suits(p *person) bool {
	for k, v := range p.asks {
		if l.is[k] != v {
			return false
		}
	}
	return true
}

func (*model) endOffer(h *held, state resource.OfferState, then resource.EntryState) {
	h.state = state
	h.of.turn(h.id, "", len(h.of.units))
	if len(h.race.open()) == 0 {
		h.of.turn(h.race.name, "", len(h.of.units))
	}
	h.who.state = then
}

// win gives the units of a race to whoever accepts first; the others wait on.
func (m *model) win(h *held, state resource.OfferState, then resource.EntryState) {
	h.state, h.who.state = state, then
	h.of.turn(h.race.name, h.id, h.who.units)
	for _, other := range h.race.open() {
		m.endOffer(other, resource.OfferTaken, resource.Waiting)
	}
	h.of.turn(h.race.name, "", len(h.of.units))
}

func (m *model) due(now inventory.Instant) {
	for _, h := range m.offers {
		if h.state == resource.OfferOpen && h.until <= now {
			m.endOffer(h, resource.OfferExpired, resource.Expired)
		}
	}
	for _, p := range m.people {
		if p.state == resource.PendingPayment && p.by <= now {
			p.state = resource.Unpaid
		}
	}
}

// pay gives somebody their place, or says why the money goes back.
func (m *model) pay(c resource.Pay, now inventory.Instant) resource.Code {
	for _, p := range m.people {
		switch {
		case p.entry != c.EntryID:
		case m.settings.HoldFee == 0:
			return resource.PaidNothing
		case p.paid == c.PaymentID:
			return resource.OK
		case p.paid != "":
			return resource.PaidAgain
		case p.state != resource.PendingPayment:
			return resource.PaidLate
		case c.Amount != m.settings.HoldFee || c.Currency != "EUR":
			return resource.PaidOther
		default:
			p.paid, p.state, p.came = c.PaymentID, resource.Waiting, p.came+now // less what priority is worth
			return resource.OK
		}
	}
	return resource.PaidNothing
}

// purse is where what somebody paid is: with whoever asks for it, or on its way back.
func (m *model) purse(p *person) string {
	switch {
	case p.paid == "":
		return "nothing"
	case slices.Contains(m.live(), p):
		return "held"
	}
	refused := false
	for _, h := range m.offers {
		refused = refused || h.who == p && h.state == resource.OfferDeclined && m.asked[h.id] == resource.Ended
	}
	took := p.state == resource.Accepted
	passed := p.state == resource.Declined || p.state == resource.Expired || p.open
	back := map[resource.GiveBack]bool{
		resource.GiveAlways: true, resource.GiveUnlessDeclined: !passed, resource.GiveUnlessAccepted: !took, resource.GiveNever: false,
	}[m.settings.GiveBack]
	if back || refused && p.state == resource.Declined || p.went == resource.ReasonRemoved {
		return "back"
	}
	return "kept"
}

func (m *model) openOf(p *person) *held {
	for _, h := range m.offers {
		if h.who == p && h.state == resource.OfferOpen {
			return h
		}
	}
	return nil
}

func (m *model) lot(event string) *lot {
	for _, l := range m.lots {
		if l.event == event {
			return l
		}
	}
	return nil
}

func (m *model) withdraw(l *lot, n int) {
	l.wants = append(l.wants, &n)
	m.claim(l)
}

// claim takes what is still to be withdrawn.
func (m *model) claim(l *lot) {
	for _, n := range l.wants {
		*n -= l.turn("lost", "gone", *n)
		for i := len(m.offers) - 1; i >= 0; i-- {
			if h := m.offers[i]; h.of == l && h.state == resource.OfferOpen && l.count("") < *n {
				for _, of := range h.race.open() {
					m.endOffer(of, resource.OfferWithdrawn, resource.Waiting)
				}
			}
		}
		*n -= l.turn("", "gone", *n)
	}
}

// concluded is what an end of asking makes of the offer.
func (m *model) concluded(c resource.Conclude) resource.Code {
	var h *held
	for _, o := range m.offers {
		if o.id == c.OfferID {
			h = o
		}
	}
	if h == nil {
		return resource.NotFailed
	}
	ends := map[resource.Outcome]resource.OfferState{
		resource.OutcomeAccepted: resource.OfferAccepted, resource.OutcomeDeclined: resource.OfferDeclined, resource.OutcomeTaken: resource.OfferWithdrawn, resource.OutcomeReturned: resource.OfferWithdrawn,
	}
	switch state := m.asked[c.OfferID]; {
	case state == "":
		return resource.NotFailed
	case state == resource.Ended && c.Staff && (!m.staff[h.id] || h.state != ends[c.As]):
		return resource.OfferEnded
	case state == resource.Ended, state == resource.Failed && c.As == resource.OutcomeFailed:
		return resource.OK
	case state == resource.Asking && c.Staff:
		return resource.NotFailed
	}
	if c.As == resource.OutcomeFailed {
		m.asked[h.id] = resource.Failed
		return resource.OK
	}
	m.asked[h.id], m.staff[h.id] = resource.Ended, c.Staff
	switch h.state = ends[c.As]; h.state {
	case resource.OfferAccepted:
		h.who.state = resource.Accepted
	case resource.OfferDeclined:
		m.endOffer(h, h.state, resource.Declined)
	default:
		h.of.turn(h.id, "lost", len(h.of.units))
		if h.who.state = resource.Waiting; h.who.user == "" {
			h.who.state = resource.Removed
		}
	}
	m.claim(h.of)
	return resource.OK
}

func (m *model) do(cmd resource.Command, now inventory.Instant, ids func() string) resource.Code {
	m.due(now)
	m.give(now, ids)
	code := m.one(cmd, now)
	m.give(now, ids)
	return code
}

func (m *model) one(cmd resource.Command, now inventory.Instant) resource.Code {
	switch c := cmd.(type) {
	case resource.Join:
		for _, p := range m.people {
			if p.entry == c.EntryID {
				return resource.OK
			}
		}
		for _, p := range m.live() {
			if p.user == c.UserID {
				return resource.AlreadyWaiting
			}
		}
		if c.Units > m.settings.MaxUnits {
			return resource.TooManyUnits
		}
		if int64(len(m.live())) >= m.settings.WaitlistLimit {
			return resource.WaitlistFull
		}
		p := &person{
			entry: c.EntryID, user: c.UserID, units: int(c.Units), asks: c.Attributes, came: now - inventory.Instant(c.Class)*inventory.Instant(m.settings.HeadStart), state: resource.Waiting,
		}
		if m.settings.HoldFee > 0 {
			p.state, p.by, p.came = resource.PendingPayment, now+30*minute, p.came-now
		}
		m.people = append(m.people, p)
	case resource.Pay:
		return m.pay(c, now)
	case resource.Leave:
		for _, p := range m.people {
			if p.entry != c.EntryID {
				continue
			}
			to := resource.Left
			if c.Reason != resource.ReasonLeft {
				to = resource.Removed
			}
			if p.state == resource.Accepting && c.Reason != resource.ReasonErased {
				return resource.OfferBusy
			}
			if p.state == resource.Accepting {
				p.user = ""
				return resource.OK
			}
			if p.state != resource.PendingPayment && p.state != resource.Waiting && p.state != resource.Offered {
				if p.state == to || c.Reason == resource.ReasonErased {
					return resource.OK
				}
				return resource.EntryEnded
			}
			p.went = c.Reason
			if h := m.openOf(p); h != nil {
				p.open = true
				m.endOffer(h, resource.OfferWithdrawn, to)
			}
			p.state = to
			return resource.OK
		}
		return resource.EntryEnded
	case resource.Answer:
		for _, h := range m.offers {
			switch {
			case h.id != c.OfferID:
			case h.state == resource.OfferAccepting && c.Accept:
				return resource.OK
			case h.state == resource.OfferAccepting:
				return resource.OfferBusy
			case h.state == resource.OfferOpen && c.Accept && m.settings.ConfirmURL != "":
				m.win(h, resource.OfferAccepting, resource.Accepting)
				m.asked[h.id] = resource.Asking
				return resource.OK
			case h.state == resource.OfferOpen && c.Accept:
				m.win(h, resource.OfferAccepted, resource.Accepted)
				return resource.OK
			case h.state == resource.OfferTaken && c.Accept:
				return resource.AcceptedByAnother
			case h.state == resource.OfferOpen:
				m.endOffer(h, resource.OfferDeclined, resource.Declined)
				return resource.OK
			case c.Accept && h.state == resource.OfferAccepted, !c.Accept && h.state == resource.OfferDeclined:
				return resource.OK
			}
		}
		return resource.OfferEnded
	case resource.Conclude:
		return m.concluded(c)
	case resource.Retry:
		if m.asked[c.OfferID] != resource.Failed {
			return resource.NotFailed
		}
		m.asked[c.OfferID] = resource.Asking
		return resource.OK
	case resource.Receive:
		return m.receive(&c.Signal)
	}
	return resource.OK
}

func (m *model) receive(s *resource.Signal) resource.Code {
	if have, ok := m.signals[s.EventID]; ok {
		if have.Same(s) {
			return resource.OK
		}
		return resource.EventIDReused
	}
	var earlier []resource.Signal
	for _, w := range m.signals {
		if w.ReleaseID == s.EventID {
			earlier = append(earlier, w)
		}
	}
	if s.Kind == resource.Withdrawn {
		if of, ok := m.signals[s.ReleaseID]; ok && of.Kind == resource.Withdrawn || s.ReleaseID == s.EventID || len(earlier) > 0 {
			return resource.NotReleased
		}
		m.signals[s.EventID] = *s
		if l := m.lot(s.ReleaseID); l != nil {
			m.withdraw(l, int(s.Units))
		}
		return resource.OK
	}
	m.signals[s.EventID] = *s
	l := &lot{event: s.EventID, is: s.Attributes, until: s.ValidUntil, units: make([]string, s.Units)}
	m.lots = append(m.lots, l)
	for _, w := range earlier {
		m.withdraw(l, int(w.Units))
	}
	return resource.OK
}
