package delivery

import (
	"context"
	"log/slog"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/store"
)

// How many letters of a channel are on their way at once.
const (
	bulkLetters = 200
	smsSenders  = 8
	pushSenders = 16
	// maxText is the longest text of an SMS, in characters: two parts with an umlaut.
	maxText = 300
)

// mailPost sends mails one by one, or many at once where the sender can.
func (k *Dispatcher) mailPost(sender mail.Sender, senders int) *post {
	p := &post{senders: senders, bulk: 1, send: func(ctx context.Context, letters []*Letter) []answer {
		answers := make([]answer, len(letters))
		for i, l := range letters {
			m := k.mailOf(ctx, l)
			m.Images = k.codes(ctx, l)
			answers[i].failure = provider.From(MailChannel, sender.Send(ctx, m))
		}
		return answers
	}}
	if b, ok := sender.(mail.Batcher); ok {
		p.bulk, p.senders = bulkLetters, 2
		p.send = func(ctx context.Context, letters []*Letter) []answer {
			mails := make([]mail.Mail, len(letters))
			for i, l := range letters {
				mails[i] = k.mailOf(ctx, l)
			}
			f := provider.From(MailChannel, b.SendAll(ctx, mails))
			answers := make([]answer, len(letters))
			for i := range answers {
				answers[i].failure = f
			}
			return answers
		}
	}
	return p
}

// smsPost sends short messages.
func smsPost(t *sms.Twilio) *post {
	return &post{senders: smsSenders, bulk: 1, send: func(ctx context.Context, letters []*Letter) []answer {
		answers := make([]answer, len(letters))
		for i, l := range letters {
			id, err := t.Send(ctx, l.addressee.contact.Phone, Text(&l.Words), KeyOf(&l.Delivery))
			answers[i] = answer{providerID: id, failure: provider.From(SMSChannel, err)}
		}
		return answers
	}}
}

// smsMailboxPost keeps short messages in the local mailbox.
func (k *Dispatcher) smsMailboxPost() *post {
	return &post{senders: 1, bulk: bulkLetters, send: func(ctx context.Context, letters []*Letter) []answer {
		rows := make([]store.Mail, len(letters))
		for i, l := range letters {
			rows[i] = store.Mail{ID: KeyOf(&l.Delivery) + ".sms", SentAt: k.instant(), Recipient: l.addressee.contact.Phone, Subject: "SMS: " + l.Words.Subject, TextBody: Text(&l.Words)}
		}
		answers := make([]answer, len(letters))
		if err := k.store.Mails.PutMail(ctx, rows); err != nil {
			for i := range answers {
				answers[i].failure = &provider.Error{Channel: SMSChannel, Outage: true, Reason: "the local mailbox cannot be written", Cause: err}
			}
		}
		return answers
	}}
}

// pushPost sends to browsers. A person with several is told on all of them: one
// that takes it is enough.
func (k *Dispatcher) pushPost(c *push.Client) *post {
	return &post{senders: pushSenders, bulk: 1, send: func(ctx context.Context, letters []*Letter) []answer {
		answers := make([]answer, len(letters))
		for i, l := range letters {
			answers[i].failure = k.pushOne(ctx, c, l)
		}
		return answers
	}}
}

// pushOne tells all browsers of a person. Those whose subscription has ended are
// forgotten; the letter has failed when none took it.
func (k *Dispatcher) pushOne(ctx context.Context, c *push.Client, l *Letter) *provider.Error {
	m := push.Message{Title: l.Words.Subject, Body: l.Words.Lead, URL: l.Words.URL, Tag: KeyOf(&l.Delivery)}
	failure := &provider.Error{Channel: PushChannel, Permanent: true, Reason: "the person has no subscription"}
	taken := false
	for _, s := range l.addressee.contact.Push {
		e := provider.From(PushChannel, c.Send(ctx, push.Subscription{Endpoint: s.Endpoint, P256dh: s.P256dh, Auth: s.Auth}, m))
		if e == nil {
			taken = true
			continue
		}
		if e.DeadAddress {
			person := k.PersonKey(l.Delivery.OrgID, l.Message.Person.UserID)
			if err := k.store.Contacts.RemovePush(ctx, l.Delivery.OrgID, person, s.ID); err != nil {
				k.log.WarnContext(ctx, "delivery: expired push subscription not removed", slog.Any("error", err))
			}
		}
		if failure.Permanent { // what may yet succeed counts for more
			f := *e
			f.DeadAddress = false // it is one browser's, and forgotten already
			failure = &f
		}
	}
	if taken {
		return nil
	}
	return failure
}

// KeyOf is the stable key of a delivery for its provider: the same for each try.
func KeyOf(d *store.Delivery) string { return d.EventID + "." + d.Message }

// Text is a message as an SMS: one line and a link.
func Text(w *message.Rendered) string {
	text := w.Subject
	if w.URL == "" {
		return text
	}
	if over := utf8.RuneCountInString(text) + 1 + utf8.RuneCountInString(w.URL) - maxText; over > 0 {
		r := []rune(text)
		text = string(r[:max(0, len(r)-over-1)]) + "…"
	}
	return text + "\n" + w.URL
}

// mailOf puts a letter into an envelope.
func (k *Dispatcher) mailOf(ctx context.Context, l *Letter) mail.Mail {
	m := mail.Mail{
		ID: KeyOf(&l.Delivery), From: k.cfg.From, To: mail.Address{Addr: l.Message.Person.Profile.Email},
		Subject: l.Words.Subject, Text: l.Words.Text, HTML: l.Words.HTML, Date: k.now(),
	}
	if l.Style != nil && l.Style.Brand.Name != "" {
		m.From.Name = strings.Map(printable, l.Style.Brand.Name)
	}
	if k.cfg.BounceDomain != "" {
		m.Bounce = k.BounceAddress(&l.Delivery)
	}
	if l.Words.Optional {
		m.Unsubscribe = l.Words.PreferencesURL + "/unsubscribe"
	}
	cal := message.CalendarOf(message.CalendarConfig{Host: k.cfg.Host, Organizer: k.cfg.From.Addr, Name: m.From.Name, Now: k.now()}, l.Event, l.Message)
	if cal != nil && !k.stillComes(ctx, l) {
		m.Calendar = &mail.Calendar{Method: cal.Method, Text: cal.Text}
	}
	return m
}

// stillComes says of a message that ends an order or an offer, or tells of a ticket
// that was given away or became void, whether its person has another place in the event, of their
// own or from somebody else: then the entry stays in their calendar.
func (k *Dispatcher) stillComes(ctx context.Context, l *Letter) bool {
	switch l.Message.Message.Kind {
	case inventory.MsgCancelled, inventory.MsgOrderCancelled, inventory.MsgOrderRefunded, inventory.MsgOfferExpired, inventory.MsgTransferAccepted, inventory.MsgTicketVoided:
	default:
		return false
	}
	event, person := l.Delivery.EventID, l.Message.Person.ID
	people, err := k.store.Announcements.PeopleWithHolds(ctx, event, []string{person})
	if err != nil { // an entry that is there too long does less harm than one that is missing
		k.log.WarnContext(ctx, "delivery: cannot read whether a person still has a ticket", slog.String("event", event), slog.Any("error", err))
		return true
	}
	v := people[person]
	return v != nil && (v.Hold != nil && v.Hold.State == inventory.HoldConfirmed || v.Transfer != nil && v.Transfer.Ticket.Valid)
}

// codes are the codes of the tickets that a letter tells of. When they cannot be
// had the letter goes without them: it leads to the page that shows them.
func (k *Dispatcher) codes(ctx context.Context, l *Letter) []mail.Image {
	order := ""
	switch m := l.Message; m.Message.Kind {
	case inventory.MsgConfirmed, inventory.MsgOrderConfirmed, inventory.MsgTicketReissued:
		if m.Hold != nil {
			order = m.Hold.ID
		}
	case inventory.MsgTicketReceived:
		if m.Transfer != nil {
			order = m.Transfer.Ticket.OrderID
		}
	}
	if k.cfg.Codes == nil || order == "" {
		return nil
	}
	images, err := k.cfg.Codes(ctx, order, l.Message.Person.ID)
	if err != nil {
		k.log.WarnContext(ctx, "delivery: mail sent without its QR codes", slog.String("event", l.Delivery.EventID), slog.Any("error", err))
		return nil
	}
	return images
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}
