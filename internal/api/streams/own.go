package streams

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// LiveOrder is the status of an order, on the stream of a person: order_changed.
type LiveOrder struct {
	EventID string `json:"event_id"`
	OrderID string `json:"order_id"`
	Kind    string `json:"kind" enum:"registration,order"`
	Status  string `json:"status" enum:"held,confirmed,released,pending,cancelled,refunded,expired" doc:"As of Order."`
	Reason  string `json:"reason" doc:"Of the last change." example:"paid"`
	Units   int64  `json:"units"`
	LiveDeadline
	PayUntil *time.Time `json:"pay_until,omitempty" doc:"As of Order."`
	// Payment is what the payments and the pages to pay on add up to.
	Payment     string    `json:"payment,omitempty" enum:"open,pending,failed,captured,settled" doc:"Of an order that costs something. open: nothing was paid. pending: paid or approved, and the money has not arrived. failed: an attempt failed, another may succeed. captured: the money is in and is being settled. settled: it has paid for the order, or is refunded."`
	RefundsOpen int64     `json:"refunds_open" doc:"Refunds that are on their way."`
	UpdatedAt   time.Time `json:"updated_at"`
	LedgerSeq   int64     `json:"ledger_seq" doc:"Of the last change of the order itself."`
}

// LiveDeadline is until when something is held.
type LiveDeadline struct {
	ExpiresAt   *time.Time `json:"expires_at,omitempty" doc:"While it is held: until when."`
	SecondsLeft *int64     `json:"seconds_left,omitempty" doc:"How long that is, by the server's clock."`
}

// LiveOffer is an open offer on the stream of a person: waitlist_offer.
type LiveOffer struct {
	EventID string `json:"event_id"`
	Ref     string `json:"ref" doc:"The offer."`
	EntryID string `json:"entry_id"`
	OrderID string `json:"order_id" doc:"What holds the tickets until it is answered."`
	Units   int64  `json:"units"`
	LiveDeadline
	Seats     []seatchart.Place `json:"seats" doc:"Which seats are offered; none where places are not named."`
	LedgerSeq int64             `json:"ledger_seq"`
}

// LiveBooking is an order that is confirmed, on the stream of a person: booking_confirmed.
type LiveBooking struct {
	LiveMessage
	Units int64             `json:"units"`
	Seats []seatchart.Place `json:"seats" doc:"Which seats they are; none where places are not named."`
}

// LiveMessage is a message on the stream of a person: message, for every kind that has
// no event of its own.
type LiveMessage struct {
	EventID   string    `json:"event_id"`
	Kind      string    `json:"kind"`
	Ref       string    `json:"ref" doc:"The order, entry or offer that it is about."`
	At        time.Time `json:"at"`
	LedgerSeq int64     `json:"ledger_seq"`
}

// LivePlace is a place on the waitlist on the stream of a person: place_changed.
type LivePlace struct {
	EventID      string             `json:"event_id"`
	EntryID      string             `json:"entry_id"`
	Status       string             `json:"status" enum:"waiting,offered,accepted,declined,expired,left,removed,closed"`
	Position     int64              `json:"position,omitempty" doc:"While it waits, as far as the event shows it."`
	PositionBand *wire.PositionBand `json:"position_band,omitempty"`
	Waiting      int64              `json:"waiting,omitempty"`
}

// LiveExpiry warns of the end of an offer or a reservation: reservation_expiring.
type LiveExpiry struct {
	EventID     string    `json:"event_id"`
	Ref         string    `json:"ref" doc:"The offer or the order."`
	ExpiresAt   time.Time `json:"expires_at"`
	SecondsLeft int64     `json:"seconds_left" doc:"How long that is, by the server's clock."`
}

// standing is what a person has in an event, as far as the stream tells of it.
type standing struct {
	holds []inventory.Hold
	entry *inventory.Entry
	offer *inventory.Offer // that is open
	held  *inventory.Hold  // what the offer holds
}

// look tells what is new for a person: how the orders, the offer and the place on the
// waitlist stand, if it is not what was told before, and the messages since. When the
// database cannot be read the stream ends.
func (m *meStream) look(ctx context.Context, f *follower) bool {
	messages, err := m.s.Store.Messages.InboxAfter(ctx, f.of.event, f.of.person, f.seq, meMessages)
	if err != nil {
		return m.failed(ctx, err)
	}
	s, err := m.standing(ctx, f)
	if err != nil {
		return m.failed(ctx, err)
	}
	begun, under, changed := f.begun, false, false
	f.begun = true
	for i := range s.holds {
		out, moving, err := m.order(ctx, f, &s.holds[i])
		if err != nil {
			return m.failed(ctx, err)
		}
		under = under || moving
		// What was over before the stream began is told only to those who follow it.
		quiet := !begun && !s.holds[i].Live() && f.of.scope == scope{}
		told, ok := m.orderIs(f, &s.holds[i], out, quiet)
		if changed = changed || told; !ok {
			return false
		}
	}
	f.lookAgain(under, changed)
	if !m.offer(ctx, f, s) || !m.placeIs(ctx, f, s.entry) {
		return false
	}
	for i := range messages {
		f.seq = messages[i].Message.Seq
		if !m.message(ctx, f, s, &messages[i]) {
			return false
		}
	}
	if len(messages) == meMessages {
		f.dirty = true // there are more
	}
	return true
}

// standing reads what a person has, in the scope of the stream.
func (m *meStream) standing(ctx context.Context, f *follower) (*standing, error) {
	var s standing
	from := m.s.Store
	if f.of.scope.order != "" {
		v, err := from.Registrations.Hold(ctx, f.of.scope.order)
		if err != nil {
			return nil, err
		}
		s.holds = []inventory.Hold{*v.Hold}
		return &s, nil
	}
	entry := f.of.scope.entry
	if entry == "" {
		var err error
		if s.holds, err = from.People.PersonHolds(ctx, f.of.event, f.of.person, meThings); err != nil {
			return nil, err
		}
		list, err := from.People.PersonEntries(ctx, f.of.event, f.of.person, 1)
		if err != nil || len(list) == 0 || !list[0].Live() && f.place.EntryID != list[0].ID {
			return &s, err // what was over before the stream began is not told of
		}
		entry = list[0].ID
	}
	v, err := from.Registrations.Entry(ctx, entry)
	if err != nil {
		return nil, err
	}
	s.entry, s.offer, s.held = v.Entry, v.Offer, v.Hold
	switch {
	case f.of.scope.entry == "":
		if s.offer != nil {
			s.holds = slices.DeleteFunc(s.holds, func(h inventory.Hold) bool { return h.ID == s.offer.OrderID })
		}
	case s.entry.State != inventory.EntryAccepted:
	case s.entry.OfferID != "":
		if v, err = from.Registrations.OfferByID(ctx, s.entry.OfferID); err != nil {
			return nil, err
		}
		s.holds = append(s.holds, *v.Hold)
	default: // promoted without an offer
		if v, err = from.Registrations.PersonByID(ctx, f.of.event, f.of.person); err != nil {
			return nil, err
		}
		if v.Hold != nil && v.Hold.EntryID == entry {
			s.holds = append(s.holds, *v.Hold)
		}
	}
	return &s, nil
}

// order converts an order. moving means that its payment may change without a row in the
// ledger.
func (m *meStream) order(ctx context.Context, f *follower, h *inventory.Hold) (out *LiveOrder, moving bool, err error) {
	o := wire.OrderOf(f.of.event, h, nil)
	out = &LiveOrder{
		EventID: o.EventID, OrderID: o.ID, Kind: o.Kind, Status: o.Status, Reason: o.Reason, Units: o.Units, PayUntil: o.PayUntil,
		UpdatedAt: o.UpdatedAt, LedgerSeq: h.LastSeq,
	}
	out.ExpiresAt = o.ExpiresAt
	if h.Order == nil || h.Order.Total == 0 {
		return out, false, nil
	}
	if h.State == inventory.HoldConfirmed && len(h.Order.Refunds) == 0 {
		out.Payment = "settled"
		return out, false, nil
	}
	out.Payment, out.RefundsOpen, moving, err = m.payment(ctx, f.of.event, h.ID)
	return out, moving, err
}

// payment adds up how an order is paid.
func (m *meStream) payment(ctx context.Context, event, order string) (state string, refunds int64, moving bool, err error) {
	paid, err := m.s.Store.Payments.OrderPayments(ctx, event, order)
	if err != nil {
		return "", 0, false, err
	}
	pages, err := m.s.Store.Payments.OrderCheckouts(ctx, event, order)
	if err != nil {
		return "", 0, false, err
	}
	state = "open"
	has := func(s string) { // the later in the list outdoes the earlier
		if slices.Index(paymentStates, s) > slices.Index(paymentStates, state) {
			state = s
		}
	}
	for i := range pages {
		page := wire.CheckoutStateOf(&pages[i])
		has(page.Status)
		moving = moving || pages[i].State == payments.CheckoutOpen
	}
	for i := range paid {
		if has("settled"); paid[i].State == payments.PaymentCaptured {
			has("captured")
			moving = true
		}
		payouts, err := m.s.Store.Payouts.PaymentPayouts(ctx, event, paid[i].ID)
		if err != nil {
			return "", 0, false, err
		}
		for j := range payouts {
			if payouts[j].State == payments.PayoutDue || payouts[j].State == payments.PayoutPending {
				refunds++
			}
		}
	}
	return state, refunds, moving || refunds > 0, nil
}

// paymentStates are the states of LiveOrder.Payment, the one that says most last.
var paymentStates = []string{"open", "settled", "failed", "pending", "captured"}

// orderIs tells the status of an order, unless that was told, or it is to be taken note of
// only.
func (m *meStream) orderIs(f *follower, h *inventory.Hold, out *LiveOrder, quiet bool) (told, ok bool) {
	t, changed := f.thing(h.ID, out)
	t.warnOf(f.of.event, h.ID, h.CreatedAt, deadlineOf(h))
	if !changed || quiet {
		return false, true
	}
	out.SecondsLeft = m.left(out.ExpiresAt)
	return true, m.tell("order_changed", out)
}

// deadlineOf is when what is held lapses; 0: it does not.
func deadlineOf(h *inventory.Hold) inventory.Instant {
	if h.State != inventory.HoldHeld {
		return 0
	}
	return h.ExpiresAt
}

// offer tells of the open offer, if it was not told as it is.
func (m *meStream) offer(ctx context.Context, f *follower, s *standing) bool {
	for ref, t := range f.things {
		if t.warnAt.IsZero() || s.offer != nil && ref == s.offer.ID {
			continue
		}
		if !slices.ContainsFunc(s.holds, func(h inventory.Hold) bool { return h.ID == ref }) {
			t.warnAt = time.Time{} // it is over
		}
	}
	if s.offer == nil || s.held == nil {
		return true
	}
	seats, err := m.seats(ctx, s.held)
	if err != nil {
		return m.failed(ctx, err)
	}
	out := &LiveOffer{
		EventID: f.of.event, Ref: s.offer.ID, EntryID: s.offer.EntryID, OrderID: s.offer.OrderID, Units: s.held.Units, Seats: seats,
		LedgerSeq: max(s.entry.LastSeq, s.offer.LastSeq),
	}
	out.ExpiresAt = wire.TimePtr(s.offer.ExpiresAt)
	t, changed := f.thing(s.offer.ID, out)
	t.warnOf(f.of.event, s.offer.ID, s.offer.OpenedAt, s.offer.ExpiresAt)
	if !changed {
		return true
	}
	out.SecondsLeft = m.left(out.ExpiresAt)
	return m.tell("waitlist_offer", out)
}

// seats are where the live items of an order are.
func (m *meStream) seats(ctx context.Context, h *inventory.Hold) ([]seatchart.Place, error) {
	list := []seatchart.Place{}
	if h.Order == nil {
		return list, nil
	}
	for i := range h.Order.Items {
		it := &h.Order.Items[i]
		if !it.Live() {
			continue
		}
		p, err := m.s.Reader.Charts.Place(ctx, it.Seat)
		if err != nil {
			return nil, err
		}
		if p != nil {
			list = append(list, *p)
		}
	}
	return list, nil
}

// placeIs tells a place on the waitlist, if it was not told as it is.
func (m *meStream) placeIs(ctx context.Context, f *follower, e *inventory.Entry) bool {
	if e == nil {
		return true
	}
	now := LivePlace{EventID: f.of.event, EntryID: e.ID, Status: string(e.State)}
	if e.State == inventory.EntryWaiting && wire.Shows(f.k, &m.caller) {
		place, of, err := m.s.Store.Waitlist.Place(ctx, f.of.event, e)
		if err != nil {
			return m.failed(ctx, err)
		}
		now.Position, now.PositionBand = wire.Position(f.k, &m.caller, place)
		if now.Position > 0 {
			now.Waiting = of
		}
	}
	if now.same(f.place) {
		return true
	}
	f.place = now
	return m.tell("place_changed", now)
}

func (p LivePlace) same(q LivePlace) bool {
	if p.PositionBand != nil && q.PositionBand != nil && *p.PositionBand == *q.PositionBand {
		p.PositionBand, q.PositionBand = nil, nil
	}
	return p == q
}

// message tells of a message. A stream that is of one thing tells what is said of that:
// its tickets; an offer and whatever else changes was told as it stands.
func (m *meStream) message(ctx context.Context, f *follower, s *standing, v *events.MessageView) bool {
	msg := &v.Message
	out := LiveMessage{EventID: f.of.event, Kind: string(msg.Kind), Ref: msg.Ref, At: msg.At.Time(), LedgerSeq: msg.Seq}
	switch {
	case (msg.Kind == inventory.MsgConfirmed || msg.Kind == inventory.MsgOrderConfirmed) && v.Hold != nil:
		if !f.of.scope.has(v.Hold) {
			return true
		}
		seats, err := m.seats(ctx, v.Hold)
		if err != nil {
			return m.failed(ctx, err)
		}
		return m.tell("booking_confirmed", LiveBooking{LiveMessage: out, Units: v.Hold.Units, Seats: seats})
	case f.of.scope != scope{}, msg.Kind == inventory.MsgOffer && s.offer != nil && s.offer.ID == msg.Ref:
		return true
	}
	return m.tell("message", out)
}

// has reports whether an order is in the scope.
func (s scope) has(h *inventory.Hold) bool {
	return s == scope{} || s.order != "" && s.order == h.ID || s.entry != "" && s.entry == h.EntryID
}

var seed = maphash.MakeSeed()

// thing returns what is known of an order or offer, and whether out is not what was told
// about it last.
func (f *follower) thing(ref string, out any) (t *thing, changed bool) {
	if t = f.things[ref]; t == nil {
		if f.things == nil {
			f.things = map[string]*thing{}
		}
		t = &thing{}
		f.things[ref] = t
	}
	text, err := json.Marshal(out)
	now := maphash.Bytes(seed, text)
	if changed = err != nil || now != t.told; changed {
		t.told = now
	}
	return t, changed
}

// warnOf sets when to warn of the end of something; ends is 0 for what has none. An end
// that was moved is warned of anew.
func (t *thing) warnOf(event, ref string, begun, ends inventory.Instant) {
	t.warnAt = time.Time{}
	if ends == 0 || t.warned.Equal(ends.Time()) {
		return
	}
	t.expiry = LiveExpiry{EventID: event, Ref: ref, ExpiresAt: ends.Time()}
	t.warnAt = ends.Time().Add(-min(warnBefore, ends.Time().Sub(begun.Time())/4))
}

// warn tells of what ends soon.
func (m *meStream) warn(f *follower) bool {
	now := m.s.Now()
	for _, t := range f.things {
		if t.warnAt.IsZero() || now.Before(t.warnAt) {
			continue
		}
		t.warnAt, t.warned = time.Time{}, t.expiry.ExpiresAt
		out := t.expiry
		if out.SecondsLeft = *m.left(&out.ExpiresAt); out.SecondsLeft == 0 {
			continue // it is over, which is told as such
		}
		if !m.tell("reservation_expiring", out) {
			return false
		}
	}
	return true
}

// left is how many seconds there are until a moment, begun ones counted; nil for nil.
func (m *meStream) left(at *time.Time) *int64 {
	if at == nil {
		return nil
	}
	n := int64(max(0, (at.Sub(m.s.Now())+time.Second-1)/time.Second))
	return &n
}

// lookAgain sets when to look though nothing was said: while a payment is under way.
func (f *follower) lookAgain(under, changed bool) {
	switch {
	case !under:
		f.again, f.pause = time.Time{}, 0
		return
	case changed || f.pause == 0:
		f.pause = soonest
	default:
		f.pause = min(2*f.pause, latest)
	}
	f.again = time.Now().Add(f.pause)
}
