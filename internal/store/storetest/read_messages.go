package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// messageRows has one message of each way to name something.
func messageRows(event string) *writtenRows {
	w := newWrittenRows(event, "tir_a")
	w.take(w.person("registered"), "tir_a", 2, inventory.HoldConfirmed, inventory.ReasonRegistered)
	for i := range 10 {
		e := w.join(w.person(fmt.Sprint("waits", i)), "tir_a", 0)
		if i%2 == 0 {
			o := w.offer(e)
			o.LastSeq = w.record(o.ID, "open", "open", inventory.ReasonOfferExtended, 0)
			if i%4 == 0 {
				w.end(o, inventory.OfferExpired, inventory.EntryExpired, inventory.HoldReleased, inventory.ReasonOfferExpired)
			}
		}
	}
	return w
}

// view is what the store must return of a message.
func (w *writtenRows) view(m inventory.Message) events.MessageView {
	v := events.MessageView{EventID: w.event, Message: m, Person: *w.personOf(m.PersonID)}
	switch {
	case strings.HasPrefix(m.Ref, "ord_"):
		v.Hold = w.hold(m.Ref)
	case strings.HasPrefix(m.Ref, "wle_"):
		v.Entry = w.entry(m.Ref)
	case strings.HasPrefix(m.Ref, "off_"):
		for _, o := range w.offers {
			if o.ID == m.Ref {
				v.Offer = o
			}
		}
	}
	if v.Entry != nil && v.Entry.OfferID != "" {
		for _, o := range w.offers {
			if o.ID == v.Entry.OfferID {
				v.Offer = o
			}
		}
	}
	if v.Offer != nil {
		v.Entry, v.Hold = w.entry(v.Offer.EntryID), w.hold(v.Offer.OrderID)
	}
	return v
}

func readInbox(t *testing.T, s *store.Store) {
	w := messageRows(eventID(1000))
	w.write(t, s)
	seen := 0
	for _, p := range w.people {
		var want []events.MessageView
		for _, m := range w.messages {
			if m.PersonID == p.ID {
				want = append(want, w.view(m))
			}
		}
		slices.Reverse(want)
		same(t, must[[]events.MessageView](t)(s.Messages.Inbox(t.Context(), w.event, p.ID, 0, 100)), want)
		var got []events.MessageView
		for before := int64(0); ; {
			page := must[[]events.MessageView](t)(s.Messages.Inbox(t.Context(), w.event, p.ID, before, 2))
			if len(page) == 0 {
				break
			}
			got = append(got, page...)
			before = page[len(page)-1].Message.Seq
		}
		same(t, got, want)
		seen += len(got)
	}
	same(t, seen, len(w.messages))
	inboxTold(t, s, w)
	same(t, len(must[[]events.MessageView](t)(s.Messages.Inbox(t.Context(), eventID(1001), w.people[0].ID, 0, 5))), 0)
}

// inboxTold reads whom all messages are for, some at a time.
func inboxTold(t *testing.T, s *store.Store, w *writtenRows) {
	var people []string
	for since := int64(0); ; {
		some, upTo, err := s.Messages.Told(t.Context(), w.event, since, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(some) == 0 {
			break
		}
		people, since = append(people, some...), upTo
	}
	var want []string
	for _, m := range w.messages {
		want = append(want, m.PersonID)
	}
	same(t, people, want)
}

func readMessages(t *testing.T, s *store.Store) {
	w := messageRows(eventID(1010))
	w.write(t, s)
	var want []events.MessageView
	for _, m := range w.messages {
		want = append(want, w.view(m))
	}
	last := int64(len(w.audit))
	same(t, must[[]events.MessageView](t)(s.Messages.MessagesBetween(t.Context(), w.event, 1, last, 1000)), want)
	same(t, must[[]events.MessageView](t)(s.Messages.MessagesBetween(t.Context(), w.event, 1, last, 3)), want[:3])
	from, to := want[2].Message.Seq, want[5].Message.Seq
	same(t, must[[]events.MessageView](t)(s.Messages.MessagesBetween(t.Context(), w.event, from, to, 1000)), want[2:6])
	same(t, len(must[[]events.MessageView](t)(s.Messages.MessagesBetween(t.Context(), eventID(1011), 1, last, 5))), 0)
	some := []int64{want[1].Message.Seq, want[4].Message.Seq, 1 << 40}
	same(t, must[[]events.MessageView](t)(s.Messages.MessagesBySeq(t.Context(), w.event, some)), []events.MessageView{want[1], want[4]})
}

func readMailbox(t *testing.T, s *store.Store) {
	var mails []messages.Mail
	for i := range 60 {
		mails = append(mails, messages.Mail{ID: fmt.Sprintf("m%02d", i), SentAt: inventory.Instant(1000 + i/2), Recipient: "a@example.org",
			Subject: fmt.Sprint("Subject ", i), TextBody: "text", HTMLBody: "<p>html</p>"})
	}
	for _, part := range [][]messages.Mail{mails[:40], mails[30:], nil} {
		if err := s.Mails.PutMail(t.Context(), part); err != nil {
			t.Fatal(err)
		}
	}
	other := mails[5]
	other.Subject = "changed"
	if err := s.Mails.PutMail(t.Context(), []messages.Mail{other}); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(mails)
	same(t, must[[]messages.Mail](t)(s.Mails.Mailbox(t.Context(), 10)), mails[:10])
	all := must[[]messages.Mail](t)(s.Mails.Mailbox(t.Context(), 100))
	same(t, len(all), 60)
	same(t, all[7], messages.Mail{ID: mails[7].ID, SentAt: mails[7].SentAt, Recipient: mails[7].Recipient, Subject: mails[7].Subject})
	same(t, must[*messages.Mail](t)(s.Mails.MailByID(t.Context(), "m05")), &mails[54])
	_, err := s.Mails.MailByID(t.Context(), "m99")
	wantErr(t, err, database.ErrNotFound)
}
