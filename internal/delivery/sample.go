package delivery

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// The guest in a sample.
const (
	sampleGuest  = "Ada Lovelace"
	sampleGuests = `[{"name":"` + sampleGuest + `"}]`
)

// Sample returns a message of a kind to a fictitious person, for previews and tests: a
// party of two with an order, an offer, a price and a transferred ticket. Its links lead
// nowhere.
func Sample(ev *events.EventView, kind inventory.MessageKind, locale, address string, now inventory.Instant) *events.MessageView {
	event := ev.Event.ID
	tier := ""
	if len(ev.Tiers) > 0 {
		tier = ev.Tiers[0].ID
	}
	p := inventory.Person{ID: id.Seq(id.Person, event, 1), UserID: "sample", Profile: inventory.Profile{Email: address, Name: "Grace Hopper", Locale: locale}}
	m := &events.MessageView{EventID: event, Person: p, Message: inventory.Message{Seq: 1, PersonID: p.ID, Kind: kind, At: now}}
	m.Hold = &inventory.Hold{ID: id.Seq(id.Order, event, 0), Kind: inventory.KindRegistration, State: inventory.HoldConfirmed, PersonID: p.ID, Tier: tier, Units: 2, Guests: sampleGuests}
	m.Entry = &inventory.Entry{ID: id.Seq(id.Entry, event, 0), State: inventory.EntryWaiting, PersonID: p.ID, Placement: inventory.Placement{Tier: tier}, Units: 2, Guests: sampleGuests}
	m.Offer = &inventory.Offer{ID: id.Seq(id.Offer, event, 0), State: inventory.OfferOpen, EntryID: m.Entry.ID, OrderID: m.Hold.ID, PersonID: p.ID,
		OpenedAt: now, WindowStartsAt: now, ExpiresAt: now + inventory.Instant(ev.Event.Settings.Waitlist.ClaimWindow)}
	if kind == inventory.MsgOrderPending {
		m.Hold.State, m.Hold.ExpiresAt = inventory.HoldHeld, now+inventory.Instant(ev.Event.Settings.Orders.HoldTime)
	}
	m.Hold.Order = sampleOrder(ev, tier)
	m.Message.Ref = m.Hold.ID
	switch {
	case kind == inventory.MsgInvitation:
		m.Hold, m.Entry, m.Offer = nil, nil, nil
		m.Invitation = &inventory.Invitation{ID: inventory.InvitationID(p.ID), State: inventory.InvitationSent, PersonID: p.ID, Places: 2, SentAt: now}
		m.Message.Ref = m.Invitation.ID
	case kind == inventory.MsgGuestCancelled:
		m.Message.Ref = id.TicketOf(m.Hold.ID, 2)
	case message.OfTransfer(kind):
		m.Transfer = sampleTransfer(m, tier)
	case kind == inventory.MsgExchanged, kind == inventory.MsgExchangeClosed:
		m.Exchange = &inventory.Exchange{OrderID: m.Hold.ID, Unit: 1, Tier: tier, PersonID: p.ID, Refund: m.Hold.Order.Refunds[0].Amount}
	}
	return m
}

// sampleOrder returns an order of two tickets, at the price of the event's first tier if
// that costs something, of which one was refunded.
func sampleOrder(ev *events.EventView, tier string) *inventory.Order {
	price, currency := inventory.Price{Amount: 2500}, "EUR"
	if len(ev.Tiers) > 0 && ev.Tiers[0].Paid() {
		price, currency = ev.Tiers[0].Price, ev.Event.Settings.Orders.Currency
	}
	each := inventory.Charged(price, 0, currency)
	return &inventory.Order{
		Currency: currency, Total: 2 * each.Gross,
		Items:   []inventory.Item{{No: 1, Tier: tier, Charge: each}, {No: 2, Tier: tier, Charge: each}},
		Refunds: []inventory.Refund{{Seq: 1, Amount: each.Gross, Currency: currency}},
	}
}

// sampleTransfer returns a transfer between the person of a sample and another.
func sampleTransfer(m *events.MessageView, tier string) *events.TransferView {
	other := inventory.Person{ID: id.Seq(id.Person, m.EventID, 1), Profile: inventory.Profile{Name: "Ada Lovelace"}}
	v := &events.TransferView{EventID: m.EventID, From: m.Person, To: other, Ticket: events.TicketView{OrderID: m.Hold.ID, Unit: 1, TierID: tier, Valid: true, HolderID: m.Person.ID}}
	switch m.Message.Kind {
	case inventory.MsgTransferOffered, inventory.MsgTicketReceived, inventory.MsgTransferCancelled, inventory.MsgTicketVoided: // sent to the person who receives the ticket
		v.From, v.To = v.To, v.From
	}
	v.Transfer = inventory.Transfer{ID: id.Seq(id.Transfer, m.EventID, 0), OrderID: m.Hold.ID, Unit: 1, From: v.From.ID, To: v.To.ID}
	return v
}

// Preview renders a sample with an organizer's texts and brand: the mail that Try sends,
// with its pictures as data in the HTML. words, if not nil, replace the stored text of
// this kind.
func (d *Dispatcher) Preview(ctx context.Context, ev *events.EventView, kind inventory.MessageKind, locale string, words *message.Words) (mailkit.Rendered, error) {
	task, err := d.sample(ctx, ev, kind, locale, "grace@example.org", words)
	if err != nil {
		return mailkit.Rendered{}, err
	}
	task.Words.HTML = mail.Inlined(task.Words.HTML, task.Images)
	return task.Words, nil
}

func (d *Dispatcher) sample(ctx context.Context, ev *events.EventView, kind inventory.MessageKind, locale, address string, words *message.Words) (*Task, error) {
	style, err := d.style(ctx, ev.Event.OrgID, ev.Event.ID)
	if err != nil {
		return nil, err
	}
	if words != nil {
		style = style.With(kind, locale, *words)
	}
	task := &Task{Event: ev, Style: style, Message: Sample(ev, kind, locale, address, d.instant())}
	if style.NamesAnswers(kind, locale) {
		if task.Message.Answers, err = sampleAnswers(ctx, d.store, ev, locale); err != nil {
			return nil, err
		}
	}
	codes, err := sampleCodes(task)
	if err != nil {
		return nil, err
	}
	return task, d.render(task, codes)
}

// sampleCodes returns the tickets of a sample. Their QR codes admit nobody.
func sampleCodes(task *Task) ([]Code, error) {
	m := task.Message
	if !showsCodes(m.Message.Kind) {
		return nil, nil
	}
	qr, err := ticket.NewCode("sample")
	if err != nil {
		return nil, fmt.Errorf("delivery: QR code of a sample: %w", err)
	}
	png, err := qr.PNG()
	if err != nil {
		return nil, err
	}
	names := []string{m.Person.Profile.Name, sampleGuest}
	if m.Transfer != nil || m.Message.Kind == inventory.MsgTicketReissued || m.Message.Kind == inventory.MsgTicketReseated {
		names = names[:1]
	}
	codes := make([]Code, len(names))
	for i, name := range names {
		n := strconv.Itoa(i + 1)
		codes[i] = Code{
			Ticket:  message.Ticket{Unit: int64(i + 1), Units: int64(len(names)), Name: name, Short: "23456-789AB"},
			Picture: mail.Image{ID: "sample-" + n + "@" + m.EventID, Name: "sample-" + n + ".png", PNG: png},
		}
		if len(task.Event.Tiers) > 0 {
			codes[i].Ticket.Tier = task.Event.Tiers[0].Name
		}
	}
	return codes, nil
}

// Errors of Try, found with errors.Is.
var (
	ErrNoMail  = errors.New("delivery: no mail server is configured")
	ErrRefused = errors.New("delivery: the mail server did not accept it")
)

// Try sends a sample by mail, at once and only once. No delivery is stored. name makes
// its key.
func (d *Dispatcher) Try(ctx context.Context, ev *events.EventView, kind inventory.MessageKind, locale, address, name string, words *message.Words) error {
	ch := d.channels[MailChannel]
	if ch == nil {
		return ErrNoMail
	}
	task, err := d.sample(ctx, ev, kind, locale, address, words)
	if err != nil {
		return err
	}
	task.Delivery = messages.Delivery{EventID: ev.Event.ID, Message: "test." + name, Channel: MailChannel, OrgID: ev.Event.OrgID, Kind: kind}
	if f := ch.transport.send(ctx, []*Task{task})[0].failure; f != nil {
		return fmt.Errorf("%w: %w", ErrRefused, f)
	}
	return nil
}
