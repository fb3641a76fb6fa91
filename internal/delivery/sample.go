package delivery

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// sampleGuests are who comes along in a sample.
const sampleGuests = `[{"name":"Ada Lovelace"}]`

// Sample is a message of a kind to a person who does not exist, for previews and
// tests: a party of two with a place, an offer, a price, a ticket that changes
// hands. Its links lead nowhere.
func Sample(ev *store.EventView, kind inventory.MessageKind, locale, address string, now inventory.Instant) *store.MessageView {
	event := ev.Event.ID
	tier := ""
	if len(ev.Tiers) > 0 {
		tier = ev.Tiers[0].ID
	}
	p := inventory.Person{ID: id.Seq(id.Person, event, 0), UserID: "sample", Profile: inventory.Profile{Email: address, Name: "Grace Hopper", Locale: locale}}
	m := &store.MessageView{EventID: event, Person: p, Message: inventory.Message{Seq: 1, PersonID: p.ID, Kind: kind, At: now}}
	m.Hold = &inventory.Hold{ID: id.Seq(id.Order, event, 0), Kind: inventory.KindRegistration, State: inventory.HoldConfirmed, PersonID: p.ID, Tier: tier, Units: 2, Guests: sampleGuests}
	m.Entry = &inventory.Entry{ID: id.Seq(id.Entry, event, 0), State: inventory.EntryWaiting, PersonID: p.ID, Placement: inventory.Placement{Tier: tier}, Units: 2, Guests: sampleGuests}
	m.Offer = &inventory.Offer{ID: id.Seq(id.Offer, event, 0), State: inventory.OfferOpen, EntryID: m.Entry.ID, OrderID: m.Hold.ID, PersonID: p.ID,
		OpenedAt: now, WindowStartsAt: now, ExpiresAt: now + inventory.Instant(ev.Event.Settings.Waitlist.ClaimWindow)}
	if kind == inventory.MsgOrderPending {
		m.Hold.State, m.Hold.ExpiresAt = inventory.HoldHeld, now+inventory.Instant(ev.Event.Settings.Orders.HoldTime)
	}
	m.Hold.Order = &inventory.Order{Currency: "EUR", Total: 5000, Refunds: []inventory.Refund{{Seq: 1, Amount: 2500, Currency: "EUR"}}}
	m.Message.Ref = m.Hold.ID
	switch {
	case message.OfTransfer(kind):
		m.Transfer = sampleTransfer(m, tier)
	case kind == inventory.MsgExchanged, kind == inventory.MsgExchangeClosed:
		m.Exchange = &inventory.Exchange{OrderID: m.Hold.ID, Unit: 1, Tier: tier, PersonID: p.ID, Refund: 2500}
	}
	return m
}

// sampleTransfer is a ticket between the person of a sample and another.
func sampleTransfer(m *store.MessageView, tier string) *store.TransferView {
	other := inventory.Person{ID: id.Seq(id.Person, m.EventID, 1), Profile: inventory.Profile{Name: "Ada Lovelace"}}
	v := &store.TransferView{EventID: m.EventID, From: m.Person, To: other, Ticket: store.TicketView{OrderID: m.Hold.ID, Unit: 1, TierID: tier, Valid: true, HolderID: m.Person.ID}}
	switch m.Message.Kind {
	case inventory.MsgTransferOffered, inventory.MsgTicketReceived, inventory.MsgTransferCancelled, inventory.MsgTicketVoided: // told to who may have it, or has it or had
		v.From, v.To = v.To, v.From
	}
	v.Transfer = inventory.Transfer{ID: id.Seq(id.Transfer, m.EventID, 0), OrderID: m.Hold.ID, Unit: 1, From: v.From.ID, To: v.To.ID}
	return v
}

// Preview is a sample in an organizer's words and look. words, when not nil, are
// tried instead of those that are stored.
func (k *Dispatcher) Preview(ctx context.Context, ev *store.EventView, kind inventory.MessageKind, locale string, words *message.Words) (message.Rendered, error) {
	l, err := k.sample(ctx, ev, kind, locale, "grace@example.org", words)
	if err != nil {
		return message.Rendered{}, err
	}
	return l.Words, nil
}

func (k *Dispatcher) sample(ctx context.Context, ev *store.EventView, kind inventory.MessageKind, locale, address string, words *message.Words) (*Letter, error) {
	style, err := k.style(ctx, ev.Event.OrgID, ev.Event.ID)
	if err != nil {
		return nil, err
	}
	if words != nil {
		style = style.With(kind, locale, *words)
	}
	l := &Letter{Event: ev, Style: style, Message: Sample(ev, kind, locale, address, k.instant())}
	l.Words, err = k.renderer.RenderIn(style, ev, l.Message)
	return l, err
}

// Errors of Try, found with errors.Is.
var (
	ErrNoMail  = errors.New("delivery: no mail server is configured")
	ErrRefused = errors.New("delivery: the mail server did not take it")
)

// Try sends a sample by mail, at once and once: it is nobody's message and no
// delivery is stored of it. name makes its key.
func (k *Dispatcher) Try(ctx context.Context, ev *store.EventView, kind inventory.MessageKind, locale, address, name string, words *message.Words) error {
	ch := k.channels[MailChannel]
	if ch == nil {
		return ErrNoMail
	}
	l, err := k.sample(ctx, ev, kind, locale, address, words)
	if err != nil {
		return err
	}
	l.Delivery = store.Delivery{EventID: ev.Event.ID, Message: "test." + name, Channel: MailChannel, OrgID: ev.Event.OrgID, Kind: kind, PersonID: l.Message.Person.ID}
	if f := ch.post.send(ctx, []*Letter{l})[0].failure; f != nil {
		return fmt.Errorf("%w: %w", ErrRefused, f)
	}
	return nil
}
