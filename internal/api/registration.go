package api

import (
	"encoding/json"
	"strings"
	"time"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
)

// PartyIn is who wants places and how many: the person and the guests.
type PartyIn struct {
	UserID string  `json:"user_id,omitempty" maxLength:"200" doc:"The caller's own name for the person, unique in the organization. With a key it may be left out when email is given; without a key it is refused, and the address names the person."`
	Email  string  `json:"email,omitempty" maxLength:"254" doc:"Where messages go. Required without a key."`
	Name   string  `json:"name,omitempty" maxLength:"200" doc:"Plain text. Required without a key."`
	Locale string  `json:"locale,omitempty" maxLength:"35" doc:"The language of messages, as in BCP 47. Default: the first of Accept-Language for the public, else that of the server."`
	Guests []Guest `json:"guests,omitempty" maxItems:"50" doc:"Who comes along. Each takes a place."`
	TierID string  `json:"tier_id,omitempty" maxLength:"64" doc:"Which tier. Default: the event's first."`
	Class  int     `json:"priority_class,omitempty" minimum:"0" maximum:"7" doc:"Priority on the waitlist; keys only. Default 0."`
}

// Guest is somebody who comes along.
type Guest struct {
	Name string `json:"name" minLength:"1" maxLength:"200" doc:"Plain text." example:"Grace Hopper"`
}

// NewRegistration is the body of a registration.
type NewRegistration struct {
	PartyIn
	JoinWaitlist bool `json:"join_waitlist,omitempty" doc:"Wait on the waitlist when it is full. Default false."`
}

// Standing is what a registration or a join led to.
type Standing struct {
	Status       string        `json:"status" enum:"confirmed,waitlisted,offered,pending,cancelled,refunded,expired" doc:"confirmed: has the place. waitlisted: is on the waitlist. offered: came to the head of the waitlist at once and has an open offer. pending: a claimed place that costs something and is to be paid until expires_at; the last three tell how such an order ended."`
	OrderID      string        `json:"order_id,omitempty"`
	EntryID      string        `json:"entry_id,omitempty"`
	OfferID      string        `json:"offer_id,omitempty"`
	Units        int64         `json:"units" doc:"1 and the guests."`
	Position     int64         `json:"position,omitempty" doc:"Place on the waitlist, 1 for the head, where the event shows it exactly or to staff."`
	PositionBand *PositionBand `json:"position_band,omitempty" doc:"Where the event shows bands."`
	ExpiresAt    *time.Time    `json:"expires_at,omitempty" doc:"When the offer can no longer be claimed, or the order no longer be paid."`
	Total        int64         `json:"total,omitempty" doc:"What a claimed place costs, in minor units of currency."`
	Currency     string        `json:"currency,omitempty"`
	PaymentURL   string        `json:"payment_url,omitempty" doc:"While it is pending: the page on which it is paid, as in an order."`
	LedgerSeq    int64         `json:"ledger_seq" doc:"The number of the audit row of this change." example:"43"`
}

// party checks a party and turns it into that of a command.
func (s *server) party(c *Call, check *checks, k *card, in *PartyIn) inventory.Party {
	p := inventory.Party{
		UserID: in.UserID, Tier: in.TierID, Class: in.Class, Units: int64(len(in.Guests)) + 1,
		Profile: inventory.Profile{Name: check.line("name", in.Name, 0, MaxName), Locale: check.locale("locale", in.Locale)},
	}
	public := !c.Caller.Staff()
	if in.Email != "" || public {
		p.Profile.Email = check.email("email", in.Email)
	}
	mailID := publicIDPrefix + strings.ToLower(p.Profile.Email)
	switch {
	case public:
		if in.UserID != "" {
			check.add("user_id", "not_allowed", "needs an API key; without one the address names the person")
		}
		if p.Profile.Name == "" {
			check.add("name", "required", "must not be empty")
		}
		if p.Profile.Locale == "" {
			p.Profile.Locale = firstLanguage(c.HTTP.Header.Get("Accept-Language"))
		}
		p.UserID = mailID
	case in.UserID != "":
		p.UserID = check.userID("user_id", in.UserID)
	case in.Email == "":
		check.add("user_id", "required", "is required when there is no email")
	default:
		p.UserID = mailID
	}
	if p.Tier == "" {
		p.Tier = k.DefaultTier
	} else if !k.hasTier(p.Tier) {
		check.add("tier_id", "unknown", "is not a tier of this event")
	}
	check.count("priority_class", int64(in.Class), 0, inventory.MaxClass)
	p.Guests = check.guests(in.Guests)
	p.PersonID = s.ids.In(id.Person, k.EventID)
	p.EntryID = s.ids.In(id.Entry, k.EventID)
	return p
}

// guests checks the names of guests and writes them as they are stored.
func (c *checks) guests(in []Guest) string {
	if len(in) == 0 {
		return "[]"
	}
	if len(in) > inventory.MaxGuestsAllowed {
		c.add("guests", "too_many", "must have at most %d items", inventory.MaxGuestsAllowed)
		return "[]"
	}
	clean := make([]Guest, len(in))
	for i := range in {
		clean[i].Name = c.line("guests["+itoa(int64(i))+"].name", in[i].Name, 1, MaxName)
	}
	text, err := json.Marshal(clean)
	if err != nil { // text always encodes
		panic(err)
	}
	return string(text)
}

// firstLanguage is the language that a browser asks for first, or "".
func firstLanguage(header string) string {
	if header == "" || len(header) > 512 {
		return ""
	}
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(tags) == 0 || len(tags[0].String()) > maxLocale {
		return ""
	}
	return tags[0].String()
}

func (s *server) register(c *Call, k *card, in *NewRegistration) (*Standing, error) {
	var check checks
	party := s.party(c, &check, k, &in.PartyIn)
	if err := check.err(); err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Register{
		Who: c.taking(&party.Profile), Party: party, OrderID: s.ids.In(id.Order, k.EventID), JoinWaitlist: in.JoinWaitlist,
	}, nil)
	if err != nil {
		return nil, err
	}
	return s.standing(c, k, party.Tier, reply), nil
}

func (s *server) joinWaitlist(c *Call, k *card, in *PartyIn) (*Standing, error) {
	var check checks
	party := s.party(c, &check, k, in)
	if err := check.err(); err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Join{Who: c.taking(&party.Profile), Party: party}, nil)
	if err != nil {
		return nil, err
	}
	return s.standing(c, k, party.Tier, reply), nil
}

// standing is the answer to a registration or a join that was committed.
func (s *server) standing(c *Call, k *card, _ string, reply sequencer.Reply) *Standing {
	out := &Standing{
		Status: reply.Status, OrderID: reply.OrderID, EntryID: reply.EntryID, OfferID: reply.OfferID,
		Units: reply.Units, ExpiresAt: timePtr(reply.ExpiresAt), LedgerSeq: reply.Seq,
	}
	if reply.Status != "waitlisted" {
		return out
	}
	place := reply.Place
	if place == 0 && k.shows(&c.Caller) {
		place = s.placeOf(c, reply.EntryID)
	}
	out.Position, out.PositionBand = k.position(&c.Caller, place)
	return out
}

// placeOf reads the place of an entry whose waitlist has several lanes. The change
// is committed by now, so a place that cannot be read is left out and logged
// instead of turning a success into an error.
func (s *server) placeOf(c *Call, entry string) int64 {
	v, err := s.store.Registrations.Entry(c.Context(), entry)
	if err == nil && v.Entry.State == inventory.EntryWaiting {
		if err = s.findPlace(c.Context(), c.Param("event_id"), v); err == nil {
			return v.Place
		}
	}
	if err != nil {
		s.log.Warn("position not read after joining", "entry", entry, "error", err)
	}
	return 0
}

// Registration is where a person stands at an event.
type Registration struct {
	Person Person `json:"person"`
	Status string `json:"status" enum:"held,confirmed,released,waiting,offered,accepted,declined,expired,left,removed,closed" doc:"Of the entry while it is live, else of the order, else of the latest entry."`
	Order  *Order `json:"order,omitempty"`
	Entry  *Entry `json:"entry,omitempty"`
}

// Person is somebody who attends or waits, as the organizer knows them.
type Person struct {
	ID     string `json:"id" example:"per_3k9q0a7c1v5m06f2w8d4xk1n7p9s" doc:"The name that the audit log uses."`
	UserID string `json:"user_id"`
	Email  string `json:"email,omitempty"`
	Name   string `json:"name,omitempty"`
	Locale string `json:"locale,omitempty"`
}

func personOf(p *inventory.Person) Person {
	return Person{ID: p.ID, UserID: p.UserID, Email: p.Profile.Email, Name: p.Profile.Name, Locale: p.Profile.Locale}
}

func (s *server) registrationOf(c *Call, k *card, v *store.RegistrationView) (*Registration, error) {
	out := &Registration{Person: personOf(&v.Person)}
	if v.Hold != nil {
		out.Order = orderOf(k.EventID, v.Hold, nil)
		out.Status = out.Order.Status
	}
	if v.Entry != nil {
		entry, err := s.entryOf(c, k, v)
		if err != nil {
			return nil, err
		}
		out.Entry = entry
		if v.Entry.Live() || v.Hold == nil {
			out.Status = entry.Status
		}
	}
	return out, nil
}

func (s *server) getRegistration(c *Call, _ *None) (*Registration, error) {
	k, v, err := s.registration(c)
	if err != nil {
		return nil, err
	}
	return s.registrationOf(c, k, v)
}

// registration finds the registration in the path and asks for access to it.
func (s *server) registration(c *Call) (*card, *store.RegistrationView, error) {
	k, err := s.access.card(c.Context(), c.Param("event_id"))
	if err != nil {
		return nil, nil, err
	}
	if c.Caller.Staff() { // before the person is looked up
		if err := c.allowed(k, ""); err != nil {
			return nil, nil, err
		}
	}
	user, err := c.userParam()
	if err != nil {
		return nil, nil, err
	}
	v, err := s.store.Registrations.Registration(c.Context(), k.EventID, user)
	if err != nil {
		return nil, nil, err
	}
	return k, v, c.allowed(k, v.Person.ID)
}

// userParam is the user_id in the path.
func (c *Call) userParam() (string, error) {
	var check checks
	user := check.userID("user_id", c.Param("user_id"))
	return user, check.err()
}

// eventUser is the event in the path, and the user there.
func (c *Call) eventUser() (*card, string, error) {
	k, err := c.event()
	if err != nil {
		return nil, "", err
	}
	user, err := c.userParam()
	return k, user, err
}

// Ended is the answer to what was ended.
type Ended struct {
	Status    string `json:"status" doc:"The new state." example:"released"`
	LedgerSeq int64  `json:"ledger_seq"`
}

func (s *server) cancelRegistration(c *Call, _ *None) (*Ended, error) {
	k, v, err := s.registration(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Cancel{Who: c.who(), UserID: v.Person.UserID}, nil)
	if err != nil {
		return nil, err
	}
	return &Ended{Status: stateOr(reply.Status, string(inventory.HoldReleased)), LedgerSeq: reply.Seq}, nil
}

func stateOr(state, otherwise string) string {
	if state == "" {
		return otherwise
	}
	return state
}

// RegistrationList is a page of the guest list.
type RegistrationList struct {
	Items      []*Registration `json:"items"`
	NextCursor string          `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

func (s *server) listRegistrations(c *Call, k *card, _ *None) (*RegistrationList, error) {
	status := c.Query.Get("status")
	switch status {
	case "", "confirmed", "released":
	default:
		return nil, invalid(FieldError{Field: "status", Code: "not_allowed", Message: "must be confirmed or released"})
	}
	ended := status == "released"
	list := "registrations " + k.EventID + " " + status
	var after string
	limit, err := c.Page(list, &after)
	if err != nil {
		return nil, err
	}
	views, err := s.store.Registrations.RegistrationsPage(c.Context(), k.EventID, after, ended, limit+1)
	if err != nil {
		return nil, err
	}
	out := &RegistrationList{Items: []*Registration{}}
	for i := range views[:min(limit, len(views))] {
		v := &views[i]
		out.Items = append(out.Items, &Registration{
			Person: personOf(&v.Person), Status: string(v.Hold.State), Order: orderOf(k.EventID, v.Hold, nil),
		})
	}
	if len(views) > limit {
		out.NextCursor, err = c.Cursor(list, views[limit-1].Hold.ID)
	}
	return out, err
}
