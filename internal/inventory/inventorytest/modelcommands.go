package inventorytest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Do is one command, with offers and promoted orders named as Model names them.
func (m *Model) Do(c inventory.Command) inventory.Outcome {
	model := models[reflect.TypeOf(c)]
	if model == nil {
		panic(fmt.Sprintf("inventorytest: %T is not modelled", c))
	}
	if who, p, asks := m.askedAgain(c); asks {
		return m.pretend(c, who, p)
	}
	m.entered = nil
	o := model(m, c)
	m.promote()
	w := m.entered
	if w == nil {
		return o
	}
	o.EntryID, o.Units = w.id, w.units
	switch w.state {
	case "waiting":
		o.Status, o.Place = "waitlisted", m.place(w)
	case "offered":
		o.Status, o.OfferID, o.ExpiresAt = "offered", "off:"+w.id, w.offer.until
	case "accepted":
		o.Status, o.OrderID = "confirmed", "ord:"+w.id
	case "applied":
		o.Status = "applied"
	}
	return o
}

func (m *Model) place(w *waiter) (place int64) {
	for _, other := range m.waiters() {
		if other.tier == w.tier {
			if other.class != w.class {
				return 0
			}
			place++
		}
	}
	return place
}

func refuse(code inventory.Code) inventory.Outcome { return inventory.Outcome{Code: code} }

func (*Model) tick(inventory.Tick) inventory.Outcome { return inventory.Outcome{} }

// joinAny is a Join, for units or for seats.
func (m *Model) joinAny(c inventory.Join) inventory.Outcome {
	if wish, applies := m.appliesForSeats(c.Who, c.Party); applies {
		return m.applyForSeats(c.Who, c.Party, wish)
	}
	if c.Wish != nil {
		return m.joinSeats(c)
	}
	if m.isGoods(c.Tier) {
		return m.joinGoods(c)
	}
	if code := m.ineligibleParty(c.Who, c.Party); code != inventory.OK {
		return m.already(code, c.UserID)
	}
	if m.mustApply(c.Who, c.UserID) {
		return m.apply(c.Who, c.Party)
	}
	if brought := c.Staff && (c.Invites || c.Import != ""); m.sale[c.Tier].PriceMax > 0 && !brought && m.least(c.Tier, m.free) >= c.Units && !m.reserved(c.Tier) {
		return refuse(inventory.PaymentRequired)
	}
	if m.costsSomething(c.Tier) && m.sale[c.Tier].PriceMax == 0 {
		if o := m.orderInstead(c, []inventory.OrderLine{{Tier: c.Tier, Quantity: c.Units}}); o != nil {
			return *o
		}
	}
	return m.join(c.Who, c.Party)
}

// refusal is a reason not to do what a command asks.
type refusal struct {
	bad  bool
	code inventory.Code
}

func first(refusals []refusal) inventory.Code {
	for _, r := range refusals {
		if r.bad {
			return r.code
		}
	}
	return inventory.OK
}

// ineligible is why nobody, or not the caller, may take part in the event.
func (m *Model) ineligible(who inventory.Who) []refusal {
	return []refusal{
		{m.event.Status == inventory.Draft && who.Import == "", inventory.EventNotPublished},
		{m.event.Status == inventory.Cancelled, inventory.EventIsCancelled},
		{m.event.Status == inventory.Postponed && who.Import == "", inventory.EventPostponed},
		{m.now >= m.event.Ends(), inventory.EventOver},
		{m.now >= m.event.RegistrationEnds() && !(who.Staff && who.Till != ""), inventory.RegistrationClosed},
		{m.showsPass(who) && !m.mayEnter(who), inventory.PassRequired},
		{m.event.Settings.RequireConfirmedAddress && !who.Staff && !who.Proven, inventory.AddressNotConfirmed},
		{m.event.Settings.Visibility == inventory.ByInvitation && !who.Staff && !who.Proven, inventory.NotInvited},
	}
}

// waits reports whether people wait to be let in.
func (m *Model) waits() bool { return m.opened() && !m.event.Settings.Onsale.Closed }

// opened reports whether there is a waiting room that people could join by now.
func (m *Model) opened() bool {
	o := &m.event.Settings.Onsale
	return o.Mode != "" && (o.OpensAt <= m.now || o.Draw.Step != "")
}

// ineligibleParty is why a party may not take part, in the order of the contract.
func (m *Model) ineligibleParty(who inventory.Who, p inventory.Party) inventory.Code {
	a := m.users[p.UserID]
	return first(append(m.ineligible(who), []refusal{
		{m.sale[p.Tier].ID == "" || m.sale[p.Tier].Hidden && !who.Staff, inventory.NotFound},
		{m.sale[p.Tier].Kind != "", inventory.OrderedOnly},
		{!who.Staff && m.sale[p.Tier].SaleStarts > m.now, inventory.SaleNotOpen},
		{!who.Staff && m.sale[p.Tier].SaleEnds != 0 && m.sale[p.Tier].SaleEnds <= m.now, inventory.SaleOver},
		{p.Class != 0 && !who.Staff, inventory.ClassNotAllowed},
		{m.seating.seated(p.Tier) != (p.Wish != nil), inventory.SeatsRequired},
		{(p.Wish == nil || m.named) && p.Units-1 > m.event.Settings.MaxGuests && !m.isInvited(told(who, a)), inventory.GuestsOverLimit},
		{m.needsInvitation(who, a), inventory.NotInvited},
		{m.liveEntry(a) != nil && !stranger(who), inventory.AlreadyWaiting},
		{m.claimOf(a, "confirmed") != nil && !stranger(who), inventory.AlreadyRegistered},
		{m.overLimit(told(who, a), p.Units-m.ofStrangers(who)), inventory.LimitReached},
		{m.isPaid(p.Tier) && m.tooManyForCard(who, p.Units), inventory.LimitPerCard},
		{p.Units > m.least(p.Tier, m.size), inventory.PartyExceedsCapacity},
	}...))
}

func (m *Model) already(code inventory.Code, user string) inventory.Outcome {
	o := refuse(code)
	switch code {
	case inventory.AlreadyWaiting:
		o.EntryID = m.liveEntry(m.users[user]).id
	case inventory.AlreadyRegistered:
		o.OrderID = m.claimOf(m.users[user], "confirmed").id
	}
	return o
}

func (m *Model) attendee(user, id string) *attendee {
	if m.users[user] == nil {
		m.users[user] = &attendee{user, id}
	}
	return m.users[user]
}

func (m *Model) register(c inventory.Register) inventory.Outcome {
	if wish, applies := m.appliesForSeats(c.Who, c.Party); applies {
		return m.applyForSeats(c.Who, c.Party, wish)
	}
	if code := m.ineligibleParty(c.Who, c.Party); code != inventory.OK {
		return m.already(code, c.UserID)
	}
	switch {
	case m.mustApply(c.Who, c.UserID):
		return m.apply(c.Who, c.Party)
	case m.costsSomething(c.Tier):
		return refuse(inventory.PaymentRequired)
	case m.least(c.Tier, m.free) >= c.Units && !m.reserved(c.Tier):
		if code := m.crowded(c.Who, c.Units, false); code != inventory.OK {
			return refuse(code)
		}
		m.comesFrom(c.Who, c.UserID, c.OrderID, c.Units, false)
		m.claims = append(m.claims, &claim{id: c.OrderID, owner: m.attendee(c.UserID, c.PersonID), tier: c.Tier, units: c.Units, state: "confirmed", entrant: m.entrantOf(c.Who)})
		return inventory.Outcome{Status: "confirmed", OrderID: c.OrderID, Units: c.Units}
	case !c.JoinWaitlist:
		return refuse(inventory.SoldOut)
	}
	return m.join(c.Who, c.Party)
}

func (m *Model) join(who inventory.Who, p inventory.Party) inventory.Outcome {
	s := &m.event.Settings.Waitlist
	switch {
	case s.Disabled:
		return refuse(inventory.WaitlistDisabled)
	case m.full():
		return refuse(inventory.WaitlistFull)
	}
	if code := m.crowded(who, p.Units, false); code != inventory.OK {
		return refuse(code)
	}
	m.comesFrom(who, p.UserID, p.EntryID, p.Units, false)
	w := &waiter{
		id: p.EntryID, owner: m.attendee(p.UserID, p.PersonID), tier: p.Tier, units: p.Units, class: p.Class,
		wish: p.Wish, entrant: m.entrantOf(who),
	}
	m.line = append(m.line, w)
	m.stand(w)
	m.entered = w
	return inventory.Outcome{}
}

// full reports whether the waitlist has as many entries as it may.
func (m *Model) full() bool {
	limit := m.event.Settings.Waitlist.Limit
	var live int64
	for _, w := range m.line {
		if w.state == "waiting" || w.state == "offered" || w.state == "applied" {
			live++
		}
	}
	return limit > 0 && live >= limit
}

// stand puts an entry at the end of the waitlist.
func (m *Model) stand(w *waiter) {
	var last, numbers int64
	for _, other := range m.line {
		if other.number > 0 {
			numbers++
			if other.tier == w.tier && other.class == w.class {
				last = max(last, other.rank)
			}
		}
	}
	head := m.event.Settings.Waitlist.ClassHeadStart
	if head == 0 {
		head = inventory.Day
	}
	w.number, w.rank, w.state = numbers+1, max(last, int64(m.now)-int64(w.class)*int64(head)), "waiting"
}

func (m *Model) cancel(c inventory.Cancel) inventory.Outcome {
	r := m.claimOf(m.users[c.UserID], "confirmed")
	if c.OrderID != "" {
		r = m.claimByID(c.OrderID)
	}
	switch {
	case r == nil || r.owner == nil || r.order || (r.state != "confirmed" && r.state != "cancelled"):
		return refuse(inventory.NotFound)
	case r.state == "confirmed" && !c.Staff && m.now >= m.event.CancellationEnds():
		return refuse(inventory.CancellationClosed)
	case r.state == "confirmed" && !c.Staff && m.othersHold(r, func(int) bool { return true }):
		return refuse(inventory.TicketsMoved)
	}
	r.state = "cancelled"
	return inventory.Outcome{Status: "released", OrderID: r.id, Units: r.units}
}

func (m *Model) cancelGuest(c inventory.CancelGuest) inventory.Outcome {
	r := m.claimByID(c.OrderID)
	if r != nil && r.order {
		if c.Unit < 1 || c.Unit > int64(len(r.items)) {
			return refuse(inventory.NotFound)
		}
		return m.cancelItems(inventory.CancelItems{Who: c.Who, OrderID: c.OrderID, Items: []int{int(c.Unit)}})
	}
	switch {
	case r == nil || r.owner == nil || (r.state != "confirmed" && r.state != "cancelled"),
		c.Unit < 1 || c.Unit > r.units+int64(len(r.gone)):
		return refuse(inventory.NotFound)
	case r.state == "cancelled" || slices.Contains(r.gone, c.Unit):
	case !c.Staff && m.now >= m.event.CancellationEnds():
		return refuse(inventory.CancellationClosed)
	case !c.Staff && m.othersHold(r, func(no int) bool { return no == int(c.Unit) }):
		return refuse(inventory.TicketsMoved)
	case r.units == 1:
		r.state = "cancelled"
	default:
		r.gone = append(r.gone, c.Unit)
		r.units--
	}
	return inventory.Outcome{Status: "released", OrderID: r.id, Units: 1}
}

func (m *Model) leave(c inventory.Leave) inventory.Outcome {
	to := "left"
	if c.Staff {
		to = "removed"
	}
	for _, w := range m.line {
		if w.id != c.EntryID {
			continue
		}
		switch w.state {
		case "applied":
			if c.Staff {
				return inventory.Outcome{Code: inventory.ApplicationsPending, EntryID: w.id}
			}
			w.state = to
		case "waiting":
			w.state = to
		case "offered":
			endOffer(w.offer, "revoked", to)
		case "left", to:
		default:
			return inventory.Outcome{Code: inventory.EntryEnded, Status: w.state, EntryID: w.id}
		}
		return inventory.Outcome{Status: w.state, EntryID: w.id, Units: w.units}
	}
	return refuse(inventory.NotFound)
}

// ended is the answer to a person who comes for an offer that is no longer open.
func ended(o *claim) inventory.Outcome {
	state := o.state
	if o.entry.state == "accepted" {
		state = "accepted"
	}
	return inventory.Outcome{
		Code: inventory.OfferEnded, OfferState: inventory.OfferState(state), OfferID: "off:" + o.entry.id, EntryID: o.entry.id,
	}
}

func (m *Model) accept(c inventory.Accept) inventory.Outcome {
	o := m.offerByID(c.OfferID)
	if o == nil {
		return refuse(inventory.NotFound)
	}
	if o.state == "offered" {
		if m.event.Status == inventory.Cancelled {
			return refuse(inventory.EventIsCancelled)
		}
		if m.now >= m.event.RegistrationEnds() {
			return refuse(inventory.RegistrationClosed)
		}
		promo, code := m.code(c.Promo, inventory.PromoCode)
		if code != inventory.OK {
			return refuse(code)
		}
		if code := m.choose(o, c, promo); code != inventory.OK {
			return refuse(code)
		}
		o.state, o.entry.state = "confirmed", "accepted"
		if o.total > 0 {
			o.state = "pending"
		}
	}
	if o.entry.state != "accepted" {
		return ended(o)
	}
	if o.order {
		answer := m.orderAnswer(o)
		answer.EntryID, answer.OfferID = o.entry.id, "off:"+o.entry.id
		return answer
	}
	return inventory.Outcome{Status: "confirmed", OrderID: o.id, EntryID: o.entry.id, OfferID: "off:" + o.entry.id, Units: o.units}
}

func (m *Model) decline(c inventory.Decline) inventory.Outcome {
	o := m.offerByID(c.OfferID)
	switch {
	case o == nil:
		return refuse(inventory.NotFound)
	case o.state == "offered":
		endOffer(o, "declined", "declined")
	case o.state != "declined":
		return ended(o)
	}
	return inventory.Outcome{Status: "declined", EntryID: o.entry.id, OfferID: "off:" + o.entry.id}
}

func (m *Model) extend(c inventory.Extend) inventory.Outcome {
	o := m.offerByID(c.OfferID)
	switch {
	case o == nil:
		return refuse(inventory.NotFound)
	case o.state != "offered":
		return ended(o)
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	}
	until := c.Until
	if until == 0 {
		until = o.until + inventory.Instant(c.By)
	}
	switch again := until == o.until && c.Until != 0 && o.moved; {
	case again:
	case until <= o.until:
		return refuse(inventory.ExtendTooShort)
	case until > m.event.RegistrationEnds():
		return refuse(inventory.ExtendPastCutoff)
	}
	o.until, o.moved = until, true
	return inventory.Outcome{Status: "open", EntryID: o.entry.id, OfferID: "off:" + o.entry.id, ExpiresAt: until}
}

func (m *Model) setCapacity(c inventory.SetCapacity) inventory.Outcome {
	_, ok := m.capacity[c.Pool]
	switch {
	case !ok:
		return refuse(inventory.NotFound)
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case c.Capacity < 0 || c.Capacity > inventory.MaxCapacity:
		return refuse(inventory.CapacityOutOfRange)
	case c.Within && c.Capacity < m.capacity[c.Pool]-m.free(c.Pool):
		return refuse(inventory.NotEnoughUnits)
	}
	m.capacity[c.Pool] = c.Capacity
	return inventory.Outcome{Status: strconv.FormatInt(c.Capacity, 10)}
}

func (m *Model) block(c inventory.Block) inventory.Outcome {
	switch {
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.now >= m.event.Ends():
		return refuse(inventory.EventOver)
	case len(c.Seats) > 0:
		return m.blockSeats(c)
	case m.tiers[c.Tier] == nil:
		return refuse(inventory.NotFound)
	case m.claimByID(c.HoldID) != nil:
		return refuse(inventory.AlreadyExists)
	case m.seating.seated(c.Tier):
		return refuse(inventory.SeatsRequired)
	}
	var ended []*claim
	for _, id := range c.Replaces {
		switch b := m.claimByID(id); {
		case b == nil:
		case b.owner != nil || b.release || b.tier == "":
			return refuse(inventory.NotFound)
		case b.state == "blocked":
			ended = append(ended, b)
		}
	}
	if len(c.Replaces) > 0 && len(ended) == 0 {
		return refuse(inventory.AlreadyExists)
	}
	had := map[string]int64{}
	for _, pool := range m.tiers[c.Tier] {
		had[pool] = m.free(pool)
	}
	for _, b := range ended {
		b.state = "unblocked"
	}
	// Of what is over capacity a block may keep no more than it had.
	if m.least(c.Tier, func(pool string) int64 { return max(m.free(pool), m.free(pool)-had[pool]) }) < c.Units {
		for _, b := range ended {
			b.state = "blocked"
		}
		return refuse(inventory.NotEnoughUnits)
	}
	m.claims = append(m.claims, &claim{id: c.HoldID, tier: c.Tier, units: c.Units, state: "blocked"})
	return inventory.Outcome{Status: "held", OrderID: c.HoldID, Units: c.Units}
}

func (m *Model) configure(c inventory.Configure) inventory.Outcome {
	if m.event.Status == inventory.Cancelled {
		return refuse(inventory.EventIsCancelled)
	}
	again := c.Reschedule && m.event.Status == inventory.Postponed
	if again && m.now >= c.EndsAt {
		return refuse(inventory.InvalidSettings)
	}
	c.Settings.Onsale.Draw = inventory.OnsaleDrawState{}
	if c.Settings.Onsale.Draws() {
		c.Settings.Onsale.Draw = m.event.Settings.Onsale.Draw
	}
	if was, to := m.event.Settings.Onsale, c.Settings.Onsale; m.opened() {
		was.Paused, was.PerMinute, was.Challenge, was.Closed, was.ClosedAt = to.Paused, to.PerMinute, to.Challenge, was.Closed || to.Closed, to.ClosedAt
		if was != to {
			return refuse(inventory.OnsaleFrozen)
		}
		if c.Settings.Onsale.ClosedAt = m.event.Settings.Onsale.ClosedAt; c.Settings.Onsale.Closed && c.Settings.Onsale.ClosedAt == 0 {
			c.Settings.Onsale.ClosedAt = m.now
		}
	}
	if to := &c.Settings.Onsale; to.Mode != "" && to.OpensAt < m.now && !m.opened() {
		to.OpensAt, to.ServesAt = m.now, max(m.now, to.ServesAt)
		if to.Draws() && to.SealsAt < to.OpensAt+10*inventory.Instant(inventory.Second) {
			return refuse(inventory.InvalidSettings)
		}
	}
	if code := m.approvalStays(c); code != inventory.OK {
		return refuse(code)
	}
	if c.Releases != nil {
		if c.Capacity != nil {
			return refuse(inventory.InvalidSettings)
		}
		if o := m.planReleases(*c.Releases); o.Code != inventory.OK {
			return o
		}
	}
	if c.Capacity != nil {
		if o := m.setCapacity(*c.Capacity); o.Code != inventory.OK {
			return o
		}
	}
	was, follows := m.event, m.followsDemand()
	if again {
		m.event.Status = inventory.Published
	}
	m.event.StartsAt, m.event.EndsAt, m.event.Zone, m.event.Settings = c.StartsAt, c.EndsAt, c.Zone, c.Settings.WithDefaults()
	switch extreme, same := m.extreme(), termsOf(was.Settings.Onsale) == termsOf(c.Settings.Onsale); {
	case follows && same && extreme:
		m.putRoom()
	case follows && same:
		m.event.Settings.Onsale = inventory.Onsale{Challenge: m.event.Settings.Onsale.Challenge}
	case extreme && was.Settings.Demand != inventory.DemandExtreme:
		m.nowExtreme()
	}
	return inventory.Outcome{Status: string(m.event.Status)}
}

func (m *Model) publish(inventory.Publish) inventory.Outcome {
	switch {
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.event.Status == inventory.Postponed:
		return refuse(inventory.EventPostponed)
	case m.event.Status == inventory.Published:
		return refuse(inventory.AlreadyPublished)
	case m.now >= m.event.Ends():
		return refuse(inventory.EventOver)
	}
	m.event.Status = inventory.Published
	m.nowExtreme()
	return inventory.Outcome{Status: "published"}
}

func (m *Model) erase(c inventory.Erase) inventory.Outcome {
	a := m.users[c.UserID]
	if a == nil {
		return refuse(inventory.NotFound)
	}
	to := "left"
	if c.Staff {
		to = "removed"
	}
	for _, w := range m.liveEntries(a) {
		if w.state == "offered" {
			w.offer.state, w.offer.declined = "revoked", true
		}
		w.state = to
	}
	if r := m.claimOf(a, "confirmed"); r != nil && m.now < m.event.Ends() {
		r.state = "cancelled"
	}
	for _, o := range m.claims {
		if o.owner == a && o.order && (o.state == "pending" || o.state == "confirmed") {
			if o.state == "confirmed" {
				if m.now >= m.event.Ends() {
					continue
				}
				o.owe(o.payment, o.paid-o.back[o.payment])
			}
			o.state = "cancelled"
		}
	}
	if v := m.invitationOf(a); v != nil {
		v.state = "ended"
	}
	delete(m.users, c.UserID)
	m.origins = slices.DeleteFunc(slices.Clone(m.origins), func(o inventory.Originated) bool { return o.PersonID == c.UserID })
	return inventory.Outcome{Status: "erased"}
}
