package wire

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// guestList are the guests of a party, for the fast body.
type guestList []Guest

// SetEmpty makes the list one without guests.
func (l *guestList) SetEmpty() { *l = guestList{} }

// FastField returns where the fast body reader stores a field; nil: it is not one of the simple ones.
func (in *PartyIn) FastField(name string) any {
	switch name {
	case "user_id":
		return &in.UserID
	case "email":
		return &in.Email
	case "name":
		return &in.Name
	case "locale":
		return &in.Locale
	case "tier_id":
		return &in.TierID
	case "via":
		return &in.Via
	case "guests":
		return (*guestList)(&in.Guests)
	}
	return nil
}

// FastField returns where the fast body reader stores a field; nil: it is not one of the simple ones.
func (in *NewRegistration) FastField(name string) any {
	if name == "join_waitlist" {
		return &in.JoinWaitlist
	}
	return in.PartyIn.FastField(name)
}

// PersonIn is the person who wants places: the part of the body that is the same for every way to
// take part. What an event asks of people stands here, and Taking passes it on.
type PersonIn struct {
	UserID string `json:"user_id,omitempty" maxLength:"200" doc:"The caller's own name for the person, unique in the organization. With a key it may be left out when email is given; without a key it is refused, and the address names the person."`
	Email  string `json:"email,omitempty" maxLength:"254" doc:"Where messages go. Required without a key."`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"Plain text. Required without a key."`
	Locale string `json:"locale,omitempty" maxLength:"35" doc:"The language of messages, as in BCP 47. Default: the first of Accept-Language for the public, else that of the server."`
	// Answers are to the questions of the event.
	Answers []AnswerIn `json:"answers,omitempty" maxItems:"500" doc:"Answers to the questions of the event. What is required must be answered, except by staff."`
	// Consents are the boxes for marketing and sponsors that were ticked.
	Consents []ConsentIn `json:"consents,omitempty" maxItems:"5" doc:"What the person agrees to of that which the event asks for (get-event-consents): a box of its own for each, which nobody has to tick and which is not ticked before. What the event does not ask for, or no more, changes nothing."`
	// Via is the code of a tracking link.
	Via string `json:"via,omitempty" maxLength:"40" doc:"The code of the tracking link by which the person came. One that the event does not have, or that has ended, changes nothing."`
}

// PartyIn is the party that wants places and how many: the person and the guests.
type PartyIn struct {
	PersonIn
	Guests []Guest `json:"guests,omitempty" maxItems:"50" doc:"Who comes along. Each takes a place."`
	TierID string  `json:"tier_id,omitempty" maxLength:"64" doc:"Which tier. Default: the event's first."`
	Class  int     `json:"priority_class,omitempty" minimum:"0" maximum:"7" doc:"Priority on the waitlist; keys only. Default 0."`
}

// JoinIn is the body of a request to wait.
type JoinIn struct {
	PartyIn
	Quantity int64 `json:"quantity,omitempty" minimum:"1" maximum:"100" doc:"Of goods: how many. Default 1. Of tickets there is one for the person and one for each of guests, and goods have no guests."`
}

// Wanted has a party want as many as the body says, and returns those of which each attendee is asked
// something: none of goods.
func (in *JoinIn) Wanted(check *httpapi.Checks, k *access.EventSummary, party *inventory.Party) []question.Unit {
	if !slices.Contains(k.Goods, party.Tier) {
		if in.Quantity != 0 {
			check.Add("quantity", "not_allowed", "is of goods: of tickets there is one for the person and one for each of guests")
		}
		return UnitsOf(party.Units, party.Tier)
	}
	if len(in.Guests) > 0 {
		check.Add("guests", "not_allowed", "goods have none: say with quantity how many")
	}
	party.Units = cmp.Or(in.Quantity, 1)
	return nil
}

// Guest is somebody who comes along.
type Guest struct {
	Name string `json:"name,omitempty" maxLength:"200" doc:"Plain text. Required, or left out, as guest_names of the event says." example:"Grace Hopper"`
}

// NewRegistration is the body of a registration.
type NewRegistration struct {
	PartyIn
	JoinWaitlist bool `json:"join_waitlist,omitempty" doc:"Wait on the waitlist when it is full. Default false."`
}

// Standing is what a registration or a join led to.
type Standing struct {
	Status       string        `json:"status" enum:"confirmed,waitlisted,offered,applied,pending,cancelled,refunded,expired" doc:"confirmed: has the place. applied: the organizer approves each, and will answer. waitlisted: is on the waitlist. offered: came to the head of the waitlist at once and has an open offer. pending: an order that is to be paid until expires_at, of a claimed place or of what was there for everybody and needed no wait; the last three tell how such an order ended."`
	OrderID      string        `json:"order_id,omitempty"`
	EntryID      string        `json:"entry_id,omitempty"`
	OfferID      string        `json:"offer_id,omitempty"`
	Units        int64         `json:"units" doc:"1 and the guests; of goods, how many."`
	Position     int64         `json:"position,omitempty" doc:"Place on the waitlist, 1 for the head, where the event shows it exactly or to staff."`
	PositionBand *PositionBand `json:"position_band,omitempty" doc:"Where the event shows bands."`
	ExpiresAt    *time.Time    `json:"expires_at,omitempty" doc:"When the offer can no longer be claimed, or the order no longer be paid."`
	Total        int64         `json:"total,omitempty" doc:"What a claimed place costs, in minor units of currency."`
	Currency     string        `json:"currency,omitempty"`
	PaymentURL   string        `json:"payment_url,omitempty" doc:"While it is pending: the page on which it is paid, as in an order."`
	AccessToken  string        `json:"access_token,omitempty" doc:"Of a pending order, for callers who sent no credentials: as in an order."`
	LedgerSeq    int64         `json:"ledger_seq" doc:"The number of the audit row of this change." example:"43"`
}

// Taking checks who wants places and how many, and says who asks for them, as a command
// that takes places has both.
func (r *Reader) Taking(c *access.Call, check *httpapi.Checks, k *access.EventSummary, in *PartyIn) (inventory.Who, inventory.Party) {
	party := r.Party(c, check, k, in)
	return c.Taking(&party.Profile), party
}

// Party checks a party and turns it into that of a command.
func (r *Reader) Party(c *access.Call, check *httpapi.Checks, k *access.EventSummary, in *PartyIn) inventory.Party {
	p := inventory.Party{
		UserID: in.UserID, Tier: in.TierID, Class: in.Class, Units: int64(len(in.Guests)) + 1,
		Profile: inventory.Profile{Name: check.Line("name", in.Name, 0, httpapi.MaxName), Locale: check.Locale("locale", in.Locale)},
	}
	public := !c.Caller.Staff()
	invitee := c.Invitee()
	if invitee != nil { // who takes part in their own name
		if in.Email == "" {
			p.Profile.Email = invitee.Profile.Email
		} else if email := check.Email("email", in.Email); PublicID(email) != PublicID(invitee.Profile.Email) {
			check.Add("email", "not_allowed", "is not that of the invited person")
		}
		p.Profile.Email = invitee.Profile.Email
		p.Profile.Name = cmp.Or(p.Profile.Name, invitee.Profile.Name)
		p.Profile.Locale = cmp.Or(p.Profile.Locale, invitee.Profile.Locale)
	} else if in.Email != "" || public {
		p.Profile.Email = check.Email("email", in.Email)
	}
	mailID := PublicID(p.Profile.Email)
	switch {
	case public && invitee != nil && in.UserID == "":
		p.UserID = invitee.UserID
	case public:
		if in.UserID != "" {
			check.Add("user_id", "not_allowed", "needs an API key; without one the address names the person")
		}
		if p.Profile.Name == "" {
			check.Add("name", "required", "must not be empty")
		}
		if p.Profile.Locale == "" {
			p.Profile.Locale = FirstLanguage(c.HTTP.Header.Get("Accept-Language"))
		}
		p.UserID = mailID
	case in.UserID != "":
		p.UserID = UserID(check, "user_id", in.UserID)
	case in.Email == "":
		check.Add("user_id", "required", "is required when there is no email")
	default:
		p.UserID = mailID
	}
	if p.Tier == "" {
		p.Tier = k.DefaultTier
	} else if !k.HasTier(p.Tier) {
		check.Add("tier_id", "unknown", "is not a tier of this event")
	}
	check.Count("priority_class", int64(in.Class), 0, inventory.MaxClass)
	named := k.GuestNames
	if named == inventory.GuestNamesNone && !public { // who brings a list has the names
		named = inventory.GuestNamesOptional
	}
	p.Guests = guests(check, in.Guests, named)
	p.PersonID = r.IDs.In(id.Person, k.EventID)
	p.EntryID = r.IDs.In(id.Entry, k.EventID)
	return p
}

// guests checks the names of guests and writes them as they are stored.
func guests(c *httpapi.Checks, in []Guest, named inventory.GuestNames) string {
	if len(in) == 0 {
		return "[]"
	}
	if len(in) > inventory.MaxGuestsAllowed {
		c.Add("guests", "too_many", "must have at most %d items", inventory.MaxGuestsAllowed)
		return "[]"
	}
	clean := make([]Guest, len(in))
	for i := range in {
		field, least := "guests["+httpapi.Itoa(int64(i))+"].name", 1
		switch {
		case named == inventory.GuestNamesNone && in[i].Name != "":
			c.Add(field, "not_allowed", "is not asked for by this event: say {} for each guest")
			continue
		case named != inventory.GuestNamesRequired:
			least = 0
		}
		clean[i].Name = c.Line(field, in[i].Name, least, httpapi.MaxName)
	}
	text, err := json.Marshal(clean)
	if err != nil { // text always encodes
		panic(err)
	}
	return string(text)
}

// Registration is where a person stands at an event.
type Registration struct {
	Person Person `json:"person"`
	Status string `json:"status" enum:"held,confirmed,released,pending,cancelled,refunded,expired,waiting,offered,accepted,declined,left,removed,closed,applied,rejected,none" doc:"Of the entry while it is live, else of the order, else of the latest entry. none: the person has ordered tickets or was given one, and has neither registered nor waited."`
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

// PersonOf converts a person, address included: for staff and the person alone.
func PersonOf(p *inventory.Person) Person {
	return Person{ID: p.ID, UserID: p.UserID, Email: p.Profile.Email, Name: p.Profile.Name, Locale: p.Profile.Locale}
}

// RegistrationOf converts what a person has at an event, position included where it may be shown.
func (r *Reader) RegistrationOf(c *access.Call, k *access.EventSummary, v *events.RegistrationView) (*Registration, error) {
	out := &Registration{Person: PersonOf(&v.Person), Status: "none"}
	if v.Hold != nil {
		out.Order = OrderOf(k.EventID, v.Hold, nil)
		out.Status = out.Order.Status
	}
	if v.Entry != nil {
		entry, err := r.EntryOf(c, k, v)
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

// Registration finds the registration in the path and asks for access to it.
func (r *Reader) Registration(c *access.Call) (*access.EventSummary, *events.RegistrationView, error) {
	k, err := r.Access.Event(c.Context(), c.Param("event_id"))
	if err != nil {
		return nil, nil, err
	}
	if c.Caller.Staff() { // before the person is looked up
		if err := c.Allowed(k, ""); err != nil {
			return nil, nil, err
		}
	}
	user, err := UserParam(c)
	if err != nil {
		return nil, nil, err
	}
	v, err := r.Store.Registrations.Registration(c.Context(), k.EventID, user)
	if err != nil {
		return nil, nil, err
	}
	var things []string
	if v.Hold != nil {
		things = append(things, v.Hold.ID)
	}
	if v.Entry != nil {
		things = append(things, v.Entry.ID)
	}
	return k, v, c.Allowed(k, v.Person.ID, things...)
}

// Ended is the answer to what was ended.
type Ended struct {
	Status    string `json:"status" doc:"The new state." example:"released"`
	LedgerSeq int64  `json:"ledger_seq"`
}

// StateOr returns a state, or otherwise when there is none.
func StateOr(state, otherwise string) string {
	if state == "" {
		return otherwise
	}
	return state
}

// guestsOf reads what party wrote. What was erased is an empty list.
func guestsOf(text string) []Guest {
	guests := []Guest{}
	if text == "" {
		return guests
	}
	if err := json.Unmarshal([]byte(text), &guests); err != nil || guests == nil {
		return []Guest{}
	}
	return guests
}
