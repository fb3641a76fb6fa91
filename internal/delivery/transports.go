package delivery

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Concurrency of the channels: the tasks of one bulk call, and senders.
const (
	bulkTasks   = 200
	smsSenders  = 8
	pushSenders = 16
	// maxText is the maximum length of an SMS in characters, so that it is sent in two
	// parts.
	maxText = 300
)

// mailTransport sends mails one by one, or in bulk if the sender supports it.
func (d *Dispatcher) mailTransport(sender mail.Sender, senders int) *transport {
	p := &transport{senders: senders, bulk: 1, send: func(ctx context.Context, tasks []*Task) []answer {
		answers := make([]answer, len(tasks))
		for i, task := range tasks {
			answers[i].failure = provider.From(MailChannel, sender.Send(ctx, d.mailOf(ctx, task)))
		}
		return answers
	}}
	if b, ok := sender.(mail.Batcher); ok {
		p.bulk, p.senders = bulkTasks, 2
		p.send = func(ctx context.Context, tasks []*Task) []answer {
			mails := make([]mail.Mail, len(tasks))
			for i, task := range tasks {
				mails[i] = d.mailOf(ctx, task)
			}
			f := provider.From(MailChannel, b.SendAll(ctx, mails))
			answers := make([]answer, len(tasks))
			for i := range answers {
				answers[i].failure = f
			}
			return answers
		}
	}
	return p
}

// smsTransport sends text messages.
func smsTransport(t *sms.Twilio) *transport {
	return &transport{senders: smsSenders, bulk: 1, send: func(ctx context.Context, tasks []*Task) []answer {
		answers := make([]answer, len(tasks))
		for i, task := range tasks {
			id, err := t.Send(ctx, task.addressee.contact.Phone, Text(&task.Words), KeyOf(&task.Delivery))
			answers[i] = answer{providerID: id, failure: provider.From(SMSChannel, err)}
		}
		return answers
	}}
}

// smsMailboxTransport stores text messages in the local mailbox.
func (d *Dispatcher) smsMailboxTransport() *transport {
	return &transport{senders: 1, bulk: bulkTasks, send: func(ctx context.Context, tasks []*Task) []answer {
		rows := make([]messages.Mail, len(tasks))
		for i, task := range tasks {
			rows[i] = messages.Mail{ID: KeyOf(&task.Delivery) + ".sms", SentAt: d.instant(), Recipient: task.addressee.contact.Phone, Reader: readerOf(task), Subject: "SMS: " + task.Words.Subject, TextBody: Text(&task.Words)}
		}
		answers := make([]answer, len(tasks))
		if err := d.store.Mails.PutMail(ctx, rows); err != nil {
			for i := range answers {
				answers[i].failure = &provider.Error{Channel: SMSChannel, Outage: true, Reason: "the local mailbox cannot be written", Cause: err}
			}
		}
		return answers
	}}
}

// pushTransport sends to browsers. A person with several browsers is notified on all of
// them; one that accepts the message is enough.
func (d *Dispatcher) pushTransport(c *push.Client) *transport {
	return &transport{senders: pushSenders, bulk: 1, send: func(ctx context.Context, tasks []*Task) []answer {
		answers := make([]answer, len(tasks))
		for i, task := range tasks {
			answers[i].failure = d.pushOne(ctx, c, task)
		}
		return answers
	}}
}

// pushOne notifies all browsers of a person and removes subscriptions that have ended.
// It fails if no browser accepted the message.
func (d *Dispatcher) pushOne(ctx context.Context, c *push.Client, task *Task) *provider.Error {
	m := push.Message{Title: task.Words.Subject, Body: task.Words.Lead, URL: task.Words.URL, Tag: KeyOf(&task.Delivery)}
	failure := &provider.Error{Channel: PushChannel, Permanent: true, Reason: "the person has no subscription"}
	taken := false
	for _, s := range task.addressee.contact.Push {
		e := provider.From(PushChannel, c.Send(ctx, push.Subscription{Endpoint: s.Endpoint, P256dh: s.P256dh, Auth: s.Auth}, m))
		if e == nil {
			taken = true
			continue
		}
		if e.DeadAddress {
			person := d.PersonKey(task.Delivery.OrgID, task.Message.Person.UserID)
			if err := d.store.Contacts.RemovePush(ctx, task.Delivery.OrgID, person, s.ID); err != nil {
				d.log.WarnContext(ctx, "delivery: expired push subscription not removed", slog.Any("error", err))
			}
		}
		if failure.Permanent { // a failure that may pass outweighs a permanent one
			f := *e
			f.DeadAddress = false // only this browser's subscription, and it is removed already
			failure = &f
		}
	}
	if taken {
		return nil
	}
	return failure
}

// KeyOf returns the stable key of a delivery for its provider, the same in each attempt.
func KeyOf(row *messages.Delivery) string { return row.EventID + "." + row.Message }

// Text returns a message as an SMS: one line and a link.
func Text(w *mailkit.Rendered) string {
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

// readerOf is the person in whose mailbox a message is; "": it is a test, of nobody.
func readerOf(task *Task) string {
	if task.Delivery.PersonID == "" {
		return ""
	}
	return task.Message.Person.ID
}

// mailOf returns the mail of a task.
func (d *Dispatcher) mailOf(ctx context.Context, task *Task) mail.Mail {
	m := mail.Mail{
		ID: KeyOf(&task.Delivery), From: d.cfg.From, Reader: readerOf(task), To: mail.Address{Addr: task.Message.Person.Profile.Email},
		Subject: task.Words.Subject, Text: task.Words.Text, HTML: task.Words.HTML, Images: task.Images, Date: d.now(),
	}
	if task.Style != nil && task.Style.Brand.Name != "" {
		m.From.Name = strings.Map(printable, task.Style.Brand.Name)
	}
	if task.Style != nil {
		m.ReplyTo = task.Style.Brand.ReplyTo
	}
	if d.cfg.BounceDomain != "" {
		m.Bounce = d.BounceAddress(&task.Delivery)
	}
	if task.Words.Optional {
		m.Unsubscribe = task.Words.PreferencesURL + "/unsubscribe"
	}
	organizer := cmp.Or(m.ReplyTo, d.cfg.From.Addr) // who is to be answered, as the mail says too
	cal := message.CalendarOf(message.CalendarConfig{Host: d.cfg.Host, Organizer: organizer, Name: m.From.Name, Now: d.now()}, task.Event, task.Message)
	if cal != nil && !d.stillComes(ctx, task) {
		m.Calendar = &mail.Calendar{Method: cal.Method, Text: cal.Text}
	}
	return m
}

// stillComes reports whether a person keeps a ticket for the event, their own or a
// transferred one, although the message ends an order or an offer, or is about a ticket
// that was transferred or voided. If so, the entry stays in their calendar.
func (d *Dispatcher) stillComes(ctx context.Context, task *Task) bool {
	switch task.Message.Message.Kind {
	case inventory.MsgCancelled, inventory.MsgOrderCancelled, inventory.MsgOrderRefunded, inventory.MsgOfferExpired, inventory.MsgTransferAccepted, inventory.MsgTicketVoided:
	default:
		return false
	}
	event, person := task.Delivery.EventID, task.Message.Person.ID
	people, err := d.store.Announcements.PeopleWithHolds(ctx, event, []string{person})
	if err != nil { // an entry that stays too long does less harm than a missing one
		d.log.WarnContext(ctx, "delivery: cannot read whether a person still has a ticket", slog.String("event", event), slog.Any("error", err))
		return true
	}
	v := people[person]
	return v != nil && (v.Hold != nil && v.Hold.State == inventory.HoldConfirmed || v.Transfer != nil && v.Transfer.Ticket.Valid)
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}
