package api

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// What is stored of a person, to be read and to be erased by that person.

// Limits of what one answer tells of a person in one event: more than the
// limits of events let anybody have.
const (
	mostThings   = 1000
	mostMessages = 5000
)

// MyData is everything that is stored of whoever is signed in.
type MyData struct {
	MadeAt      time.Time    `json:"made_at"`
	Account     Account      `json:"account"`
	Since       time.Time    `json:"account_since"`
	Memberships []Membership `json:"memberships"`
	Sessions    []Session    `json:"sessions" doc:"Where you are signed in."`
	Passkeys    []Passkey    `json:"passkeys" doc:"Their names; what is stored of the key itself means nothing without your device."`
	Events      []PersonData `json:"events" doc:"What is stored at each event, under each of the names that you have there."`
}

// PersonData is everything that is stored of a person at one event.
type PersonData struct {
	Event    EventBrief      `json:"event"`
	Person   Person          `json:"person"`
	Contact  *ContactOut     `json:"contact" doc:"How the organization of the event reaches you, in all its events."`
	Orders   []*Order        `json:"orders" doc:"Registrations and orders, those that ended too."`
	Tickets  []*Ticket       `json:"tickets" doc:"With who comes in with each. Their codes are left out: this file lets nobody in."`
	Entries  []*Entry        `json:"entries" doc:"Places on the waitlist, those that ended too."`
	Scans    []PersonScan    `json:"scans" doc:"When your tickets were scanned at the door."`
	Payments []Payment       `json:"payments"`
	Messages []Message       `json:"messages" doc:"What you were told, and on which ways."`
	History  []PersonHistory `json:"history" doc:"What the audit log says of you and of what is yours. It names people by id only."`
}

// PersonScan is a ticket at the door.
type PersonScan struct {
	TicketID string    `json:"ticket_id"`
	At       time.Time `json:"at"`
	Gate     string    `json:"gate"`
	Verdict  string    `json:"verdict"`
}

// PersonHistory is a row of the audit log.
type PersonHistory struct {
	Seq     int64     `json:"seq"`
	At      time.Time `json:"at"`
	Subject string    `json:"subject"`
	From    string    `json:"from"`
	To      string    `json:"to"`
	Reason  string    `json:"reason"`
}

func (s *server) myData(c *Call, _ *None) (*MyData, error) {
	ctx, l := c.Context(), c.Caller.Login
	account, err := s.store.Accounts.Account(ctx, l.AccountID)
	if err != nil {
		return nil, err
	}
	me, err := s.self(c)
	if err != nil {
		return nil, err
	}
	out := &MyData{MadeAt: s.now().UTC(), Account: *me.Account, Since: account.CreatedAt.Time(), Memberships: me.Memberships, Events: []PersonData{}}
	sessions, err := s.sessions(c)
	if err != nil {
		return nil, err
	}
	keys, err := s.ownPasskeys(c)
	if err != nil {
		return nil, err
	}
	out.Sessions, out.Passkeys = sessions, keys
	book, err := s.book(c)
	if err != nil {
		return nil, err
	}
	for _, m := range book {
		d, err := s.personData(c, m.EventID, m.PersonID)
		if errors.Is(err, store.ErrNotFound) { // erased meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		out.Events = append(out.Events, *d)
	}
	c.asFile("my-data.json")
	return out, nil
}

// getPersonData is what an organization has of one person at an event.
func (s *server) getPersonData(c *Call, _ *None) (*PersonData, error) {
	k, v, err := s.registration(c)
	if err != nil {
		return nil, err
	}
	c.asFile("data.json")
	return s.personData(c, k.EventID, v.Person.ID)
}

// asFile makes browsers keep the answer as a file, and nobody else keep it.
func (c *Call) asFile(name string) {
	c.Writer.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	c.Writer.Header().Set("Cache-Control", "no-store")
}

// personData gathers what is stored of a person at an event.
func (s *server) personData(c *Call, event, person string) (*PersonData, error) {
	k, err := s.access.card(c.Context(), event)
	if err != nil {
		return nil, err
	}
	v, err := s.store.Registrations.PersonByID(c.Context(), event, person)
	if err != nil {
		return nil, err
	}
	briefs, err := s.store.Events.Briefs(c.Context(), []string{event})
	if err != nil {
		return nil, err
	}
	out := &PersonData{
		Person: personOf(&v.Person), Orders: []*Order{}, Tickets: []*Ticket{}, Entries: []*Entry{}, Scans: []PersonScan{},
		Payments: []Payment{}, Messages: []Message{}, History: []PersonHistory{},
	}
	if b := briefs[event]; b != nil {
		out.Event = briefOf(b)
	}
	for _, step := range []func(*Call, *card, *store.RegistrationView, *PersonData) error{s.contactData, s.orderData, s.entryData, s.messageData} {
		if err := step(c, k, v, out); err != nil {
			return nil, err
		}
	}
	return out, s.historyData(c, k, person, out)
}

func (s *server) contactData(c *Call, k *card, v *store.RegistrationView, out *PersonData) error {
	key := s.personKey(k.OrgID, v.Person.UserID)
	list, err := s.store.Contacts.ContactsOf(c.Context(), k.OrgID, []string{key})
	if err != nil {
		return err
	}
	have := list[key]
	if have == nil {
		have = &store.Contact{OrgID: k.OrgID, PersonKey: key}
	}
	out.Contact, err = s.contactOut(c, k, v, have)
	return err
}

func (s *server) orderData(c *Call, k *card, v *store.RegistrationView, out *PersonData) error {
	ctx := c.Context()
	holds, err := s.store.People.PersonHolds(ctx, k.EventID, v.Person.ID, mostThings)
	if err != nil {
		return err
	}
	var tickets []string
	for i := range holds {
		whole, err := s.store.Registrations.Hold(ctx, holds[i].ID) // with its items and money
		if err != nil {
			return err
		}
		out.Orders = append(out.Orders, orderOf(k.EventID, whole.Hold, nil))
		paid, err := s.store.Payments.OrderPayments(ctx, k.EventID, holds[i].ID)
		if err != nil {
			return err
		}
		for j := range paid {
			p, err := s.paymentOf(c, &paid[j])
			if err != nil {
				return err
			}
			out.Payments = append(out.Payments, *p)
		}
		list, err := s.store.Tickets.OrderTickets(ctx, holds[i].ID)
		if err != nil {
			return err
		}
		for j := range list.Tickets {
			t, err := s.ticketOf(ctx, &list.Tickets[j])
			if err != nil {
				return err
			}
			if list.Tickets[j].HolderID != v.Person.ID { // somebody else's now
				continue
			}
			t.Token, t.JWT, t.SVG, t.PNG, t.PDF = "", "", "", "", ""
			out.Tickets, tickets = append(out.Tickets, t), append(tickets, t.ID)
		}
	}
	scans, err := s.store.CheckIns.TicketScans(ctx, k.EventID, tickets)
	for _, f := range scans {
		out.Scans = append(out.Scans, PersonScan{f.Ticket, f.At.Time(), f.Gate, f.Verdict})
	}
	return err
}

func (s *server) entryData(c *Call, k *card, v *store.RegistrationView, out *PersonData) error {
	entries, err := s.store.People.PersonEntries(c.Context(), k.EventID, v.Person.ID, mostThings)
	if err != nil {
		return err
	}
	for i := range entries {
		whole, err := s.store.Registrations.Entry(c.Context(), entries[i].ID)
		if err != nil {
			return err
		}
		e, err := s.entryOf(c, k, whole)
		if err != nil {
			return err
		}
		out.Entries = append(out.Entries, e)
	}
	return nil
}

func (s *server) messageData(c *Call, k *card, v *store.RegistrationView, out *PersonData) error {
	views, err := s.store.Messages.Inbox(c.Context(), k.EventID, v.Person.ID, 0, mostMessages)
	if err != nil {
		return err
	}
	seqs := make([]int64, len(views))
	for i := range views {
		seqs[i] = views[i].Message.Seq
	}
	deliveries, err := s.store.Deliveries.DeliveriesOf(c.Context(), k.EventID, seqs)
	if err != nil {
		return err
	}
	box := Inbox{Items: []Message{}}
	for i := range views {
		box.Items = append(box.Items, messageOf(k, &views[i], deliveries[seqs[i]]))
	}
	told, err := s.store.Deliveries.Told(c.Context(), k.EventID, v.Person.ID, mostMessages)
	if err != nil {
		return err
	}
	box.weave(k, told, 0, 0)
	out.Messages = box.Items
	return nil
}

func (s *server) historyData(c *Call, k *card, person string, out *PersonData) error {
	subjects := []string{person}
	for _, o := range out.Orders {
		subjects = append(subjects, o.ID)
	}
	for _, e := range out.Entries {
		subjects = append(subjects, e.ID)
	}
	for _, subject := range subjects {
		lines, err := s.store.Events.Story(c.Context(), k.EventID, subject, 0, mostThings)
		if err != nil {
			return err
		}
		for i := range lines {
			r := &lines[i]
			out.History = append(out.History, PersonHistory{r.Seq, r.At.Time(), r.Subject, r.From, r.To, string(r.Reason)})
		}
	}
	slices.SortFunc(out.History, func(a, b PersonHistory) int { return int(a.Seq - b.Seq) })
	return nil
}

// EraseMe is the body that erases whoever is signed in.
type EraseMe struct {
	Email string `json:"email" minLength:"3" maxLength:"254" doc:"The address of the account, once more: this cannot be undone."`
}

// ErasedMe says what is gone.
type ErasedMe struct {
	Status string `json:"status" enum:"erased"`
	Events int    `json:"events" doc:"At how many events something was stored."`
}

// eraseMe erases who is signed in, at all events and everywhere else. Nothing is
// begun that the rules would stop in the middle; what a crash stops is finished
// by asking again.
func (s *server) eraseMe(c *Call, in *EraseMe) (*ErasedMe, error) {
	ctx, l := c.Context(), c.Caller.Login
	if identity.FoldAddress(in.Email) != l.Address {
		return nil, invalid(FieldError{Field: "email", Code: "mismatch", Message: "is not the address of this account"})
	}
	owned, err := s.store.Accounts.SoleOwner(ctx, l.Address)
	if err != nil {
		return nil, err
	}
	if len(owned) > 0 {
		return nil, kindLastOwner.With("You are the only owner of "+strings.Join(owned, ", ")+". Make somebody else an owner first.",
			FieldError{Field: "email", Code: kindLastOwner.Code, Message: "is that of the last owner"})
	}
	book, err := s.book(c)
	if err != nil {
		return nil, err
	}
	if err := s.unusedTickets(c, book); err != nil {
		return nil, err
	}
	out := &ErasedMe{Status: "erased"}
	for { // a book has a limit: what is behind it comes in the next
		for _, m := range book {
			err := s.cfg.Erasures.Person(ctx, m.EventID, m.PersonID, inventory.Who{Actor: m.PersonID})
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return nil, err
			}
			out.Events++
		}
		if len(book) < store.MaxBook {
			break
		}
		if book, err = s.book(c); err != nil {
			return nil, err
		}
	}
	if err := s.store.Accounts.EraseAccount(ctx, l.AccountID, inventory.At(s.now())); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	s.access.Logins.Forget(l.AccountID)
	s.access.Logins.Clear(c.Writer)
	s.keepErasures(c)
	return out, nil
}

// unusedTickets refuses to erase somebody with paid tickets of events that are
// still to come: whether there is money back for them is a rule of the event,
// and to be forgotten is no way around it.
func (s *server) unusedTickets(c *Call, book []store.Mine) error {
	var titles []string
	for _, m := range book {
		holds, err := s.store.People.PersonHolds(c.Context(), m.EventID, m.PersonID, mostThings)
		if err != nil {
			return err
		}
		paid := false
		for i := range holds {
			if holds[i].Kind != inventory.KindOrder || holds[i].State != inventory.HoldConfirmed {
				continue
			}
			whole, err := s.store.Registrations.Hold(c.Context(), holds[i].ID)
			if err != nil {
				return err
			}
			paid = paid || whole.Hold.Order != nil && whole.Hold.Order.Refundable() > 0
		}
		if !paid {
			continue
		}
		v, err := s.store.Events.Event(c.Context(), m.EventID)
		if err != nil {
			return err
		}
		if v.Event.EndsAt > inventory.At(s.now()) {
			titles = append(titles, v.Details.Title)
		}
	}
	if len(titles) == 0 {
		return nil
	}
	return kindPaidTickets.With("You have paid tickets for " + strings.Join(titles, ", ") + ". Give them back or away, or wait until the event is over.")
}

// keepErasures adds what was erased to the list outside of the database; when
// that fails a job does it within a minute.
func (s *server) keepErasures(c *Call) {
	if err := s.cfg.Erasures.Work(c.Context()); err != nil {
		s.log.WarnContext(c.Context(), "erasure: not added to the list yet", slog.Any("error", err))
	}
}
