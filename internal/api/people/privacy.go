package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// What is stored of a person, to be read and to be erased by that person.

// Limits of what one answer tells of a person in one event: more than the
// limits of events let anybody have.
const (
	mostThings   = 1000
	mostMessages = 5000
	mostSecurity = 5000
)

// MyData is everything that is stored of whoever is signed in.
type MyData struct {
	MadeAt      time.Time            `json:"made_at"`
	Account     wire.Account         `json:"account"`
	Since       time.Time            `json:"account_since"`
	Memberships []wire.Membership    `json:"memberships"`
	Sessions    []wire.Session       `json:"sessions" doc:"Where you are signed in."`
	Passkeys    []wire.Passkey       `json:"passkeys" doc:"Their names; what is stored of the key itself means nothing without your device."`
	Providers   []wire.OIDCLink      `json:"oidc_links" doc:"Who you are at the OpenID Connect provider that you sign in with."`
	Security    []wire.SecurityEntry `json:"security" doc:"What the security logs of your organizations say of you, at most the latest 5,000 rows. Where others were is left out."`
	Follows     []Follow             `json:"follows" doc:"Of whose new events you are told."`
	Contacts    []*MyContact         `json:"contacts" doc:"How each organization that you follow, or a series of which, reaches you, and each whose resources you wait for or whose rooms you have booked. How others do stands with their events."`
	Calendar    *time.Time           `json:"calendar_since,omitempty" doc:"Since when there is an address at which calendar programs read which events you have tickets for; absent when there is none. Of the address itself only a hash is stored."`
	Places      []PersonPlace        `json:"resource_entries" doc:"Places on the waitlists of what other systems own, those that ended too; at most 1,000."`
	Bookings    []PersonBooking      `json:"bookings" doc:"Bookings of rooms that you made: on the pages of venues, and as a member of an organization. Those that ended, too; at most 1,000 of each."`
	Events      []PersonData         `json:"events" doc:"What is stored at each event, under each of the names that you have there."`
}

// PersonPlace is a place on the waitlist of a resource.
type PersonPlace struct {
	ID         string            `json:"id"`
	ResourceID string            `json:"resource_id"`
	Status     string            `json:"status"`
	UserID     string            `json:"user_id"`
	Email      string            `json:"email"`
	Name       string            `json:"name"`
	Locale     string            `json:"locale"`
	Units      int64             `json:"units"`
	Attributes map[string]string `json:"attributes" doc:"What you asked for."`
	Terms      string            `json:"terms,omitempty" doc:"What you agreed to when you joined by yourself."`
	JoinedAt   time.Time         `json:"joined_at" doc:"Of a place that you have asked for and not confirmed: when you did."`
	EndedAt    *time.Time        `json:"ended_at,omitempty"`

	Fee    *resources.ResourceEntryFee `json:"hold_fee,omitempty" doc:"What you pay, or have paid, for it."`
	Offers []PersonPlaceOffer          `json:"offers" doc:"What you were offered, in this order."`
	PersonMoney
}

// PersonPlaceOffer is what somebody was offered of a resource.
type PersonPlaceOffer struct {
	ID        string                   `json:"id"`
	Status    string                   `json:"status"`
	Units     int64                    `json:"units"`
	Price     *resources.ResourcePrice `json:"price,omitempty"`
	OfferedAt time.Time                `json:"offered_at"`
	ExpiresAt time.Time                `json:"expires_at"`
	EndedAt   *time.Time               `json:"ended_at,omitempty"`
	ToldBy    string                   `json:"told_by,omitempty" doc:"How you were told: mail, sms or push."`
	ToldAt    *time.Time               `json:"told_at,omitempty"`
	SeenAt    *time.Time               `json:"seen_at,omitempty" doc:"When you first opened the page of it."`
}

// PersonData is everything that is stored of a person at one event.
type PersonData struct {
	Event   wire.EventBrief  `json:"event"`
	Person  wire.Person      `json:"person"`
	Contact *wire.ContactOut `json:"contact" nullable:"false" doc:"How the organization of the event reaches you, in all its events."`
	Orders  []*wire.Order    `json:"orders" doc:"Registrations and orders, those that ended too."`
	Tickets []*wire.Ticket   `json:"tickets" doc:"With the name of the person who comes in with each. Their codes are left out: this file lets nobody in."`
	Entries []*wire.Entry    `json:"entries" doc:"Places on the waitlist, those that ended too."`
	Answers []PersonAnswers  `json:"answers" doc:"What you answered to the questions of the event, with the words in which they were asked."`
	// Consents are what the person agreed to and withdrew at the organization of the event.
	Consents []wire.ConsentRecord `json:"consents" doc:"What you agreed to for marketing and sponsors and what you withdrew, at all events of the organization."`
	Feedback *PersonFeedback      `json:"feedback,omitempty" doc:"What you said of the event after it; absent when you said nothing."`
	// Invitation is what the person was invited to.
	Invitation *PersonInvitation `json:"invitation,omitempty" doc:"That you were invited to the event; absent when you were not."`
	Scans      []PersonScan      `json:"scans" doc:"When your tickets were scanned at the door."`
	Payments   []wire.Payment    `json:"payments"`
	Invoices   []wire.Invoice    `json:"invoices" doc:"Invoices and credit notes of your orders. The law asks for them to be kept, with your name and address, when all else is erased."`
	Billing    []*wire.Billing   `json:"billing" doc:"Who your orders are invoiced to, as you said."`
	Transfers  []PersonTransfer  `json:"bank_transfers" doc:"What the organization's bank said of transfers for your orders."`
	Messages   []wire.Message    `json:"messages" doc:"What you were told, and on which ways."`
	// WaitingRoom is the place in that of the event.
	WaitingRoom *PersonRoom     `json:"waiting_room,omitempty" doc:"Your place in the waiting room of the event; absent when you did not join it signed in."`
	History     []PersonHistory `json:"history" doc:"What the audit log says of you and of what is yours. It names people by id only."`
}

// PersonAnswers is what was answered with an order, a registration or a place on the
// waitlist.
type PersonAnswers struct {
	OrderID string        `json:"order_id,omitempty"`
	EntryID string        `json:"entry_id,omitempty"`
	Answers []wire.Answer `json:"answers"`
}

// PersonFeedback is what somebody said of an event after it.
type PersonFeedback struct {
	Rating    int64     `json:"rating" doc:"From 1, the worst, to 5."`
	Words     string    `json:"words"`
	Named     bool      `json:"named" doc:"Whether organizers see who said it."`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// PersonInvitation is an invitation of somebody.
type PersonInvitation struct {
	ID        string    `json:"id"`
	Status    string    `json:"status" enum:"invited,declined,ended"`
	Places    int64     `json:"places"`
	SentAt    time.Time `json:"sent_at" doc:"When it was mailed last."`
	CreatedAt time.Time `json:"created_at"`
}

// PersonTransfer is a transfer as the bank of the organization told of it.
type PersonTransfer struct {
	OrderID   string `json:"order_id"`
	Booked    string `json:"booked" doc:"The day." example:"2027-05-03"`
	Amount    int64  `json:"amount" doc:"In minor units of the currency."`
	Currency  string `json:"currency" example:"EUR"`
	Payer     string `json:"payer"`
	PayerIBAN string `json:"payer_iban"`
	Text      string `json:"text"`
	EndToEnd  string `json:"end_to_end_id,omitempty"`
	Status    string `json:"status"`
	Note      string `json:"note,omitempty"`
}

// PersonScan is a ticket at the door.
type PersonScan struct {
	TicketID string    `json:"ticket_id"`
	At       time.Time `json:"at"`
	Gate     string    `json:"gate"`
	Verdict  string    `json:"verdict"`
}

// PersonRoom is a place in a waiting room. What is stored has no address: it is found by a
// keyed hash of it.
type PersonRoom struct {
	Place     int64      `json:"place"`
	JoinedAt  time.Time  `json:"joined_at"`
	EnteredAt *time.Time `json:"entered_at,omitempty" doc:"Absent: not let in."`
	TierIDs   []string   `json:"tier_ids,omitempty" doc:"Of a ballot: what is wanted, by preference."`
	Units     int64      `json:"units,omitempty" doc:"Of a ballot: how many."`
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

func (h *Handlers) myData(c *access.Call, _ *httpapi.None) (*MyData, error) {
	ctx, l := c.Context(), c.Caller.Login
	account, err := h.Store.Accounts.Account(ctx, l.AccountID)
	if err != nil {
		return nil, err
	}
	me, err := h.Reader.Self(c)
	if err != nil {
		return nil, err
	}
	out := &MyData{MadeAt: h.Now().UTC(), Account: *me.Account, Since: account.CreatedAt.Time(), Memberships: me.Memberships, Security: []wire.SecurityEntry{}}
	sessions, err := h.Reader.Sessions(c)
	if err != nil {
		return nil, err
	}
	keys, err := h.Reader.OwnPasskeys(c)
	if err != nil {
		return nil, err
	}
	out.Sessions, out.Passkeys = sessions, keys
	if out.Providers, err = h.Reader.OwnOIDCLinks(c); err != nil {
		return nil, err
	}
	log, err := h.Store.Accounts.SecurityOf(ctx, l.AccountID, mostSecurity)
	if err != nil {
		return nil, err
	}
	for i := range log {
		out.Security = append(out.Security, wire.SecurityOf(&log[i]))
	}
	if out.Follows, err = h.followsOf(c); err != nil {
		return nil, err
	}
	contacts := MyContactList{Items: []*MyContact{}}
	if err := otherContacts(c, h, &contacts, map[string]*MyContact{}); err != nil {
		return nil, err
	}
	out.Contacts = contacts.Items
	switch calendar, err := h.Store.Accounts.CalendarAddress(ctx, l.AccountID); {
	case err == nil:
		since := calendar.CreatedAt.Time()
		out.Calendar = &since
	case !errors.Is(err, database.ErrNotFound):
		return nil, err
	}
	if out.Places, err = h.placesOf(ctx, l.Address); err != nil {
		return nil, err
	}
	if out.Bookings, err = bookingsOf(ctx, h, l.Address, me.Memberships); err != nil {
		return nil, err
	}
	if out.Events, err = h.dataEverywhere(c); err != nil {
		return nil, err
	}
	asFile(c, "my-data.json")
	return out, nil
}

// placesOf are the places of an address on waitlists of resources, and what was asked for with it
// and not confirmed.
func (h *Handlers) placesOf(ctx context.Context, address string) ([]PersonPlace, error) {
	places, err := h.Store.Resources.ResourcesOf(ctx, address, mostThings)
	if err != nil {
		return nil, err
	}
	joins, err := h.Store.ResourceJoins.OfAddress(ctx, address, mostThings)
	if err != nil {
		return nil, err
	}
	terms := map[string]string{}
	for i := range joins {
		terms[joins[i].EntryID] = joins[i].Terms
	}
	list := []PersonPlace{}
	for i := range places {
		p := &places[i]
		list = append(list, PersonPlace{
			p.ID, p.ResourceID, string(p.State), p.UserID, p.Email, p.Name, p.Locale, p.Units, p.Attributes, terms[p.ID], p.JoinedAt.Time(), wire.TimePtr(p.EndedAt), resources.EntryFeeOf(p), nil, noMoney(),
		})
		if list[len(list)-1].Offers, err = placeOffers(ctx, h, p); err != nil {
			return nil, err
		}
		if err := feeMoney(ctx, h, p, &list[len(list)-1].PersonMoney); err != nil {
			return nil, err
		}
		delete(terms, p.ID)
	}
	for i := range joins {
		j := &joins[i]
		if _, only := terms[j.EntryID]; only {
			list = append(list, PersonPlace{j.EntryID, j.ResourceID, "confirm_address", "", j.Email, j.Name, j.Locale, j.Units, j.Attributes, j.Terms, j.RequestedAt.Time(), nil, nil, []PersonPlaceOffer{}, noMoney()})
		}
	}
	return list, nil
}

// getPersonData is what an organization has of one person at an event.
func (h *Handlers) getPersonData(c *access.Call, _ *httpapi.None) (*PersonData, error) {
	k, v, err := h.Reader.Registration(c)
	if err != nil {
		return nil, err
	}
	asFile(c, "data.json")
	return h.personData(c, k.EventID, v.Person.ID)
}

// asFile makes browsers keep the answer as a file, and nobody else keep it.
func asFile(c *access.Call, name string) {
	c.Writer.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	c.Writer.Header().Set("Cache-Control", "no-store")
}

// personData gathers what is stored of a person at an event.
func (h *Handlers) personData(c *access.Call, event, person string) (*PersonData, error) {
	k, err := h.Access.Event(c.Context(), event)
	if err != nil {
		return nil, err
	}
	v, err := h.Store.Registrations.PersonByID(c.Context(), event, person)
	if err != nil {
		return nil, err
	}
	briefs, err := h.Store.Events.Briefs(c.Context(), []string{event})
	if err != nil {
		return nil, err
	}
	out := &PersonData{
		Person: wire.PersonOf(&v.Person), Orders: []*wire.Order{}, Tickets: []*wire.Ticket{}, Entries: []*wire.Entry{}, Answers: []PersonAnswers{}, Scans: []PersonScan{},
		Payments: []wire.Payment{}, Invoices: []wire.Invoice{}, Billing: []*wire.Billing{}, Transfers: []PersonTransfer{}, Messages: []wire.Message{}, History: []PersonHistory{},
	}
	if b := briefs[event]; b != nil {
		out.Event = wire.BriefOf(b)
	}
	for _, step := range []func(*access.Call, *access.EventSummary, *events.RegistrationView, *PersonData) error{h.contactData, h.orderData, h.invoiceData, h.transferData, h.entryData, h.sourceData, h.answerData, h.consentData, h.feedbackData, h.invitationData, h.messageData, h.roomData} {
		if err := step(c, k, v, out); err != nil {
			return nil, err
		}
	}
	return out, h.historyData(c, k, person, out)
}

func (h *Handlers) invoiceData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	said, err := h.Store.Invoices.BillingOf(c.Context(), k.EventID, v.Person.ID, mostThings)
	if err != nil {
		return err
	}
	for i := range said {
		out.Billing = append(out.Billing, wire.BillingOf(&said[i]))
	}
	rows, err := h.Store.Invoices.OfPerson(c.Context(), k.EventID, v.Person.ID, mostThings)
	if err != nil {
		return err
	}
	out.Invoices, err = wire.InvoicesOf(rows)
	return err
}

// consentData is what the person agreed to and withdrew.
func (h *Handlers) consentData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	list, err := h.Store.Consents.RecordOf(c.Context(), k.OrgID, h.Reader.Links.ConsentCode(k.OrgID, v.Person.UserID))
	if err != nil {
		return err
	}
	out.Consents, err = wire.ConsentsOf(list)
	return err
}

func (h *Handlers) contactData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	have, err := h.Reader.ContactOf(c.Context(), k.OrgID, h.Reader.PersonKey(k.OrgID, v.Person.UserID))
	if err != nil {
		return err
	}
	out.Contact, err = h.Reader.ContactOut(c, k, v, have)
	return err
}

// transferData is what a bank said of transfers for orders of the person.
func (h *Handlers) transferData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	transfers, err := h.Store.Banks.PersonTransactions(c.Context(), k.EventID, v.Person.ID, mostThings)
	if err != nil {
		return err
	}
	for i := range transfers {
		t := &transfers[i]
		out.Transfers = append(out.Transfers, PersonTransfer{
			OrderID: t.OrderID, Booked: t.Booked, Amount: t.Amount, Currency: t.Currency, Payer: t.Payer, PayerIBAN: t.PayerIBAN, Text: t.Text, EndToEnd: t.EndToEnd,
			Status: t.State, Note: t.Note,
		})
	}
	return nil
}

func (h *Handlers) orderData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	ctx := c.Context()
	holds, err := h.Store.People.PersonHolds(ctx, k.EventID, v.Person.ID, mostThings)
	if err != nil {
		return err
	}
	var tickets []string
	for i := range holds {
		whole, err := h.Store.Registrations.Hold(ctx, holds[i].ID) // with its items and money
		if err != nil {
			return err
		}
		out.Orders = append(out.Orders, wire.OrderOf(k.EventID, whole.Hold, nil))
		paid, err := h.Store.Payments.OrderPayments(ctx, k.EventID, holds[i].ID)
		if err != nil {
			return err
		}
		for j := range paid {
			p, err := h.Reader.PaymentOf(c, &paid[j])
			if err != nil {
				return err
			}
			out.Payments = append(out.Payments, *p)
		}
		list, err := h.Store.Tickets.OrderTickets(ctx, holds[i].ID)
		if err != nil {
			return err
		}
		for j := range list.Tickets {
			t, err := h.Reader.TicketOf(ctx, &list.Tickets[j])
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
	scans, err := h.Store.CheckIns.TicketScans(ctx, k.EventID, tickets)
	for _, f := range scans {
		out.Scans = append(out.Scans, PersonScan{f.Ticket, f.At.Time(), f.Gate, f.Verdict})
	}
	return err
}

func (h *Handlers) entryData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	entries, err := h.Store.People.PersonEntries(c.Context(), k.EventID, v.Person.ID, mostThings)
	if err != nil {
		return err
	}
	for i := range entries {
		whole, err := h.Store.Registrations.Entry(c.Context(), entries[i].ID)
		if err != nil {
			return err
		}
		e, err := h.Reader.EntryOf(c, k, whole)
		if err != nil {
			return err
		}
		out.Entries = append(out.Entries, e)
	}
	return nil
}

// sourceData reads by which links the orders and entries came that were read before.
func (h *Handlers) sourceData(c *access.Call, k *access.EventSummary, _ *events.RegistrationView, out *PersonData) error {
	return h.Reader.ShowSources(c, k.EventID, out.Orders, out.Entries)
}

// feedbackData reads what the person said of the event.
func (h *Handlers) feedbackData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	f, err := h.Store.Feedback.Of(c.Context(), k.EventID, v.Person.ID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil
	case err == nil:
		out.Feedback = &PersonFeedback{Rating: f.Rating, Words: f.Words, Named: f.Named, CreatedAt: f.CreatedAt.Time(), UpdatedAt: f.UpdatedAt.Time()}
	}
	return err
}

// invitationData reads what the person was invited to.
func (h *Handlers) invitationData(c *access.Call, _ *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	i, err := h.Store.Invitations.Of(c.Context(), inventory.InvitationID(v.Person.ID))
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil
	case err == nil:
		out.Invitation = &PersonInvitation{ID: i.ID, Status: string(i.State), Places: i.Places, SentAt: i.SentAt.Time(), CreatedAt: i.CreatedAt.Time()}
	}
	return err
}

// answerData reads what was answered with the orders and entries that were read before.
func (h *Handlers) answerData(c *access.Call, k *access.EventSummary, _ *events.RegistrationView, out *PersonData) error {
	var things []string
	for _, o := range out.Orders {
		things = append(things, o.ID)
	}
	for _, e := range out.Entries {
		things = append(things, e.ID)
	}
	found, err := h.Store.Questions.Answers(c.Context(), k.EventID, things)
	if err != nil {
		return err
	}
	lists, err := h.Reader.Lists(c, k.EventID, slices.Concat(slices.Collect(maps.Values(found))...)...)
	if err != nil {
		return err
	}
	for i, thing := range things {
		rows := found[thing]
		if len(rows) == 0 {
			continue
		}
		a := PersonAnswers{OrderID: thing}
		if i >= len(out.Orders) {
			a = PersonAnswers{EntryID: thing}
		}
		if a.Answers, err = wire.AnswersOf(lists, rows); err != nil {
			return err
		}
		out.Answers = append(out.Answers, a)
	}
	return nil
}

func (h *Handlers) messageData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	views, err := h.Store.Messages.Inbox(c.Context(), k.EventID, v.Person.ID, 0, mostMessages)
	if err != nil {
		return err
	}
	seqs := make([]int64, len(views))
	for i := range views {
		seqs[i] = views[i].Message.Seq
	}
	deliveries, err := h.Store.Deliveries.DeliveriesOf(c.Context(), k.EventID, seqs)
	if err != nil {
		return err
	}
	box := Inbox{httpapi.NewList([]wire.Message{}, "")}
	for i := range views {
		box.Items = append(box.Items, messageOf(k, &views[i], deliveries[seqs[i]]))
	}
	told, err := h.Store.Deliveries.Told(c.Context(), k.EventID, v.Person.ID, mostMessages)
	if err != nil {
		return err
	}
	box.weave(k, told, "", 0, 0)
	if err := h.weaveDates(c, &box, k, v.Person.ID, 0, 0); err != nil {
		return err
	}
	out.Messages = box.Items
	return nil
}

func (h *Handlers) roomData(c *access.Call, k *access.EventSummary, v *events.RegistrationView, out *PersonData) error {
	e, pass, err := h.Joins.Entrant(c.Context(), k.EventID, joins.AccountIdentity(address.Fold(v.Person.Profile.Email)))
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	out.WaitingRoom = &PersonRoom{Place: e.Index + 1, JoinedAt: e.JoinedAt.Time(), EnteredAt: wire.TimePtr(pass.EnteredAt)}
	wish, err := h.Store.WaitingRooms.Wish(c.Context(), k.EventID, e.Index)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	out.WaitingRoom.Units = wish.Units
	return json.Unmarshal([]byte(wish.Tiers), &out.WaitingRoom.TierIDs)
}

func (h *Handlers) historyData(c *access.Call, k *access.EventSummary, person string, out *PersonData) error {
	subjects := []string{person}
	for _, o := range out.Orders {
		subjects = append(subjects, o.ID)
	}
	for _, e := range out.Entries {
		subjects = append(subjects, e.ID)
	}
	for _, subject := range subjects {
		lines, err := h.Store.Events.Story(c.Context(), k.EventID, subject, 0, mostThings)
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
