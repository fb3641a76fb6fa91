package wire

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/vat"
)

// OptionalTime is a time that can be absent, null or given.
type OptionalTime struct {
	Set bool      // it stood in the request
	At  time.Time // zero: null
}

// UnmarshalJSON reads a time or null.
func (o *OptionalTime) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		o.At = time.Time{}
		return nil
	}
	return json.Unmarshal(b, &o.At)
}

// Schema is that of a time or null.
func (OptionalTime) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Nullable: true}
}

// OptionalSeconds is a span in seconds that can be absent, null or given.
type OptionalSeconds struct {
	Set bool   // it stood in the request
	To  *int64 // nil: null
}

// UnmarshalJSON reads a number or null.
func (o *OptionalSeconds) UnmarshalJSON(b []byte) error {
	o.Set = true
	return json.Unmarshal(b, &o.To)
}

// Schema is that of a number or null.
func (OptionalSeconds) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Nullable: true, Minimum: httpapi.Ptr(0.0), Maximum: httpapi.Ptr(float64(MaxSecondsBefore))}
}

// MaxSecondsBefore is the longest time before its start that something of an event can be set
// for: two years.
const MaxSecondsBefore = 2 * 366 * 86_400

// Before is the time that lies so long before a start, as something of an event is set to it;
// absent where the span is.
func (o OptionalSeconds) Before(starts inventory.Instant) OptionalTime {
	if !o.Set || o.To == nil {
		return OptionalTime{Set: o.Set}
	}
	return OptionalTime{Set: true, At: (starts - inventory.Instant(inventory.Micros(*o.To)*inventory.Second)).Time()}
}

// NewEvent is the body that creates an event.
type NewEvent struct {
	Title    string     `json:"title" minLength:"1" maxLength:"200" doc:"What the event is called."`
	StartsAt time.Time  `json:"starts_at" doc:"When it starts."`
	EndsAt   time.Time  `json:"ends_at" doc:"When it ends; after starts_at."`
	Timezone string     `json:"timezone" minLength:"1" maxLength:"64" doc:"The event's IANA time zone. Times are shown in it, and quiet hours are in it."`
	Capacity Bound      `json:"capacity" doc:"How many places there are in all. null: there is no bound, as 10000000 says too, which is the most."`
	Tiers    []NewTier  `json:"tiers,omitempty" maxItems:"50" doc:"What people can pick. Without any there is one tier, General, that draws from all places."`
	Pools    []NewPool  `json:"pools,omitempty" maxItems:"49" doc:"Pools that several tiers share, beside the event-wide one."`
	Seating  *SeatingIn `json:"seating,omitempty" doc:"The seating plan that the event copies. Its tiers are sold by seats; those that tiers does not list are made, free of charge. Later versions of the plan do not change the event."`
	Publish  bool       `json:"publish,omitempty" doc:"Publish at once. Default false: the event is a draft."`
	DetailsIn
	SettingsIn
}

// EventChange is the body that changes an event. What is absent stays.
type EventChange struct {
	Title    *string       `json:"title,omitempty" minLength:"1" maxLength:"200" doc:"What the event is called."`
	StartsAt *time.Time    `json:"starts_at,omitempty" doc:"When it starts."`
	EndsAt   *time.Time    `json:"ends_at,omitempty" doc:"When it ends."`
	Timezone *string       `json:"timezone,omitempty" minLength:"1" maxLength:"64" doc:"The event's IANA time zone."`
	Capacity OptionalBound `json:"capacity,omitzero" doc:"Places in all; null: without a bound. Below what is taken it is allowed, and recorded as an overcommit."`
	Tiers    []TierChange  `json:"tiers,omitempty" maxItems:"50" doc:"Tiers to change, by id, and tiers to add, without one. What is not named stays. Orders keep the price they were made at."`
	DetailsIn
	SettingsIn
}

// DetailsIn are the details of an event as far as they are given, beside its title.
type DetailsIn struct {
	Description   *string     `json:"description,omitempty" maxLength:"10000" doc:"Plain text; markup is shown as it is written."`
	Location      *string     `json:"location,omitempty" maxLength:"300" doc:"Where it is."`
	Coordinates   *string     `json:"coordinates,omitempty" maxLength:"40" doc:"Where that is on a map, so that it is found nearby: latitude and longitude in degrees, as 53.5436,9.9889. Empty: not said."`
	OnlineURL     *string     `json:"online_url,omitempty" maxLength:"500" doc:"Where it takes place online, too or only: an address with https. Ticket holders are told, with the confirmation, reminders, the ticket and their calendar, and nobody else; others read that it is online. Changing it is told like a change of place. Empty: it is not online." example:"https://meet.example/lantern-walk"`
	OwesTaxIn     *string     `json:"business_owes_tax_in,omitempty" maxLength:"2" doc:"The country of the event, ISO 3166, where buyers who are businesses of that country owe its value added tax in place of an organizer who is not established there (art. 194 of Directive 2006/112/EC). Each country decides whether and for what: Austria does not for admission, Germany not for fairs and congresses. They pay the net amount. Empty: the organizer owes it."`
	VenueRooms    *VenueRooms `json:"venue_rooms,omitempty" doc:"The rooms of a venue that it takes, the whole of it. A draft has them as a wish; publishing it books them, or is refused with all that is in the way. From then on their booking moves with the event, and other rooms are booked in place of it. What location and coordinates say, and with a change timezone, becomes the venue's unless they are named too."`
	Category      *string     `json:"category,omitempty" enum:"none,music,party,theatre,comedy,dance,film,art,literature,food,sport,outdoors,wellness,family,games,learning,technology,business,community,charity,faith" doc:"What it is, of a closed list. Default none."`
	Tags          *[]string   `json:"tags,omitempty" maxItems:"10" minLength:"1" maxLength:"30" doc:"What else it is found by; the whole list. Case, accents and spaces do not tell two tags apart."`
	Performers    *[]string   `json:"performers,omitempty" maxItems:"20" minLength:"1" maxLength:"100" doc:"Artists, speakers and others whom people come to see, the first ones first; the whole list."`
	Language      *string     `json:"language,omitempty" maxLength:"8" doc:"What is spoken or sung, as an ISO 639 code. Empty: not said." example:"de"`
	MainLanguage  *string     `json:"main_language,omitempty" maxLength:"8" doc:"What the event's own words are written in: one of ar, cs, de, en, es, fr, it, nl, pl, pt, sv, tr. Its words in the others are its translations. Empty: not said." example:"de"`
	Cover         *CoverIn    `json:"cover,omitempty" doc:"The picture of the event, the whole of it."`
	FeedbackAfter *int64      `json:"feedback_after_seconds,omitempty" minimum:"0" maximum:"1209600" doc:"How many seconds after the end guests are asked how it was: one message with a link to a page that takes a rating and words, for 30 days. Where tickets are scanned at the door, only people who came in are asked. 0: nobody is asked, which is the default."`
	AgeMin        *int64      `json:"age_min,omitempty" minimum:"0" maximum:"99" doc:"How old people should be at least, in years. It is shown and searched for, and nobody is refused by it. Default 0: all ages."`
	Reminders     *[]int64    `json:"reminder_offsets_seconds,omitempty" maxItems:"10" minimum:"60" maximum:"31536000" doc:"How many seconds before the start people are reminded; the whole list."`
}

// VenueRooms are the rooms that an event takes.
type VenueRooms struct {
	VenueID         string   `json:"venue_id" maxLength:"60" doc:"A venue of the same organization. Empty: it takes no rooms." example:"ven_3k9q0a7c1v5m"`
	Rooms           []string `json:"rooms,omitempty" maxItems:"50" doc:"Ids of rooms of the venue, one at least." example:"[\"roo_3k9q0a7c1v5m\"]"`
	SetupMinutes    *int64   `json:"setup_minutes,omitempty" minimum:"0" maximum:"10080" doc:"How long the rooms are busy before. Default: the venue's."`
	TeardownMinutes *int64   `json:"teardown_minutes,omitempty" minimum:"0" maximum:"10080" doc:"How long the rooms are busy after. Default: the venue's."`
	Layout          string   `json:"layout,omitempty" enum:"rows,tables,standing" doc:"How the rooms are furnished."`
	People          int64    `json:"people,omitempty" minimum:"0" maximum:"1000000" doc:"How many come. The rooms hold them together."`
}

// stored are the rooms as they are stored.
func (r *VenueRooms) stored(c *httpapi.Checks) *events.EventRooms {
	if r.VenueID == "" {
		return new(events.EventRooms)
	}
	if len(r.Rooms) == 0 {
		c.Add("venue_rooms.rooms", "required", "must name a room of the venue")
	}
	return &events.EventRooms{
		VenueID: r.VenueID, Rooms: r.Rooms, SetupMinutes: r.SetupMinutes, TeardownMinutes: r.TeardownMinutes, Layout: r.Layout, People: r.People,
	}
}

// roomsOf shows the rooms that an event takes, nil where it takes none.
func roomsOf(r *events.EventRooms) *VenueRooms {
	if r.VenueID == "" {
		return nil
	}
	return &VenueRooms{VenueID: r.VenueID, Rooms: r.Rooms, SetupMinutes: r.SetupMinutes, TeardownMinutes: r.TeardownMinutes, Layout: r.Layout, People: r.People}
}

// Change returns what becomes of the details, nil when the body names none.
func (in *DetailsIn) Change(c *httpapi.Checks, title *string) *events.DetailsChange {
	var d events.DetailsChange
	if title != nil {
		d.Title = httpapi.Ptr(c.Line("title", *title, 1, MaxTitle))
	}
	if in.Description != nil {
		d.Description = httpapi.Ptr(c.Prose("description", *in.Description, MaxDescription))
	}
	if in.Location != nil {
		d.Location = httpapi.Ptr(c.Line("location", *in.Location, 0, MaxLocation))
	}
	if in.Coordinates != nil {
		d.Coordinates = httpapi.Ptr(Coordinates(c, *in.Coordinates))
	}
	if in.OnlineURL != nil {
		d.OnlineURL = httpapi.Ptr(c.HTTPS("online_url", *in.OnlineURL, maxOnlineURL))
	}
	if in.OwesTaxIn != nil {
		if d.BusinessOwesTaxIn = in.OwesTaxIn; *in.OwesTaxIn != "" && !vat.InUnion(*in.OwesTaxIn) {
			c.Add("business_owes_tax_in", "bad_format", "must be a country of the European Union in two letters")
		}
	}
	if in.VenueRooms != nil {
		d.VenueRooms = in.VenueRooms.stored(c)
	}
	if in.Category != nil {
		if d.Category = httpapi.Ptr(*in.Category); *in.Category == discovery.NoCategory {
			d.Category = new(string)
		}
	}
	if in.Tags != nil {
		d.Tags = httpapi.Ptr(namesOf(c, "tags", *in.Tags, maxTag))
	}
	if in.Performers != nil {
		d.Performers = httpapi.Ptr(namesOf(c, "performers", *in.Performers, maxPerformer))
	}
	if in.Language != nil {
		d.Language = httpapi.Ptr(Language(c, "language", *in.Language))
	}
	if in.Cover != nil {
		d.CoverPicture, d.Cover = in.Cover.Change(c)
	}
	d.AgeMin, d.FeedbackAfter = in.AgeMin, in.FeedbackAfter
	if in.Reminders != nil {
		d.Reminders = httpapi.Ptr(reminders(c, *in.Reminders))
	}
	if in.MainLanguage != nil {
		d.MainLanguage = httpapi.Ptr(Spoken(c, "main_language", *in.MainLanguage))
	}
	if reflect.ValueOf(d).IsZero() {
		return nil
	}
	return &d
}

// Limits of what an event says of itself, in characters.
const (
	maxTag       = 30
	maxPerformer = 100
	maxOnlineURL = 500
)

// namesOf checks a list of names, of which no two are typed alike.
func namesOf(c *httpapi.Checks, field string, in []string, most int) []string {
	list, seen := make([]string, len(in)), map[string]bool{}
	for i, name := range in {
		at := field + "[" + httpapi.Itoa(int64(i)) + "]"
		list[i] = strings.Join(strings.Fields(c.Line(at, name, 1, most)), " ")
		if key := discovery.TagKey(list[i]); seen[key] {
			c.Add(at, "duplicate", "stands there twice")
		} else {
			seen[key] = true
		}
	}
	return list
}

// Language returns the code of a language as ISO 639 has it, the one of two letters where
// there is one; "" is none.
func Language(c *httpapi.Checks, field, code string) string {
	if code == "" {
		return ""
	}
	base, err := language.ParseBase(code)
	if err != nil {
		c.Add(field, "bad_format", "must be the ISO 639 code of a language, like de")
		return ""
	}
	return base.String()
}

// reminders checks the offsets of reminders.
func reminders(c *httpapi.Checks, in []int64) []int64 {
	seen := map[int64]bool{}
	for i, n := range in {
		if seen[n] {
			c.Add("reminder_offsets_seconds["+httpapi.Itoa(int64(i))+"]", "duplicate", "stands there twice")
		}
		seen[n] = true
	}
	return in
}

// TierWords is what a tier says beside its name, as far as it is given.
type TierWords struct {
	Description *string `json:"description,omitempty" maxLength:"300" doc:"What a unit comes with, in one line: \u201cWith a drink and a seat near the stage\u201d. Shown below the name." example:"With a drink"`
}

// NewTier is a tier of a new event.
type NewTier struct {
	Name     string   `json:"name" minLength:"1" maxLength:"200" doc:"What people pick." example:"VIP"`
	Capacity *int64   `json:"capacity,omitempty" minimum:"0" maximum:"10000000" nullable:"true" doc:"Places of this tier alone. Without it, and with null, the tier is bounded by the event and its shared pools only; of add-ons and goods, which take none of these, by nothing."`
	Pools    []string `json:"pools,omitempty" maxItems:"49" doc:"Names of shared pools that a place of this tier takes from as well. Not of add-ons and goods."`
	TierWords
	KindIn
	SaleIn
}

// NewPool is a pool that several tiers share.
type NewPool struct {
	Name     string `json:"name" minLength:"1" maxLength:"200" doc:"The name that tiers refer to." example:"Balcony"`
	Capacity Bound  `json:"capacity" doc:"How many units it holds; null: without a bound."`
}

// Event is an event as it stands.
type Event struct {
	ID           string       `json:"id" example:"evt_3k9q0a7c1v5m"`
	Status       string       `json:"status" enum:"draft,published,postponed,cancelled"`
	State        string       `json:"state" enum:"draft,announced,on_sale,sold_out,closed,completed,postponed,cancelled" doc:"Where it stands for its readers: status, and of a published event whether its sale has begun, there is something left, or it is over. closed: nothing is sold any more, and it is not over."`
	Organization Organization `json:"organization" doc:"Who runs it."`
	Title        string       `json:"title"`
	Description  string       `json:"description"`
	Location     string       `json:"location"`
	Coordinates  string       `json:"coordinates" doc:"Latitude and longitude in degrees." example:"53.5436,9.9889"`
	Online       bool         `json:"online" doc:"It takes place online: too, where it has a location, else only. Ticket holders are told where."`
	OnlineURL    string       `json:"online_url,omitempty" doc:"To staff: where it takes place online. Guests have it with their ticket."`
	OwesTaxIn    string       `json:"business_owes_tax_in,omitempty" doc:"The country where buyers who are businesses owe the tax of the event; absent where they do not."`
	VenueRooms   *VenueRooms  `json:"venue_rooms,omitempty" doc:"The rooms of a venue that it takes, as they were asked for; absent where it takes none, and for the public. What is booked: see its bookings."`
	Cover        *Cover       `json:"cover,omitempty" doc:"The picture of the event; absent where it has none."`
	Place        *EventVenue  `json:"place,omitempty" doc:"The venue whose rooms it takes, as guests read of it; absent where it takes none, and in lists."`
	Labels
	SettingsOut
	StartsAt      time.Time     `json:"starts_at"`
	EndsAt        time.Time     `json:"ends_at"`
	Timezone      string        `json:"timezone" example:"Europe/Berlin"`
	Capacity      Bound         `json:"capacity" doc:"Places in all: the capacity of the event-wide pool. null: there is no bound."`
	Availability  Availability  `json:"availability" doc:"Of the event-wide pool."`
	Tiers         []Tier        `json:"tiers" doc:"In the order in which people see them."`
	Pools         []Pool        `json:"pools" doc:"The event-wide pool first."`
	Reminders     []int64       `json:"reminder_offsets_seconds"`
	FeedbackAfter int64         `json:"feedback_after_seconds" doc:"How many seconds after the end guests are asked how it was; 0: nobody is."`
	Consents      int64         `json:"consents" doc:"How many boxes for marketing and sponsors it shows (get-event-consents)."`
	Questions     int64         `json:"questions" doc:"How many questions it asks of the people who take part."`
	Seating       *EventSeating `json:"seating,omitempty" doc:"The seating plan that it copied; absent without one."`
	Series        *EventSeries  `json:"series,omitempty" doc:"The series of which it is a date; absent of what is none."`
	WaitingRoom   *EventRoom    `json:"waiting_room,omitempty" doc:"The waiting room that stands before its sale; absent without one."`
	Releases      []Release     `json:"releases,omitempty" doc:"Parts of the inventory that are held back until a time, the next one first. Absent when there are none."`
	Statement     int64         `json:"statement,omitempty" doc:"The newest version of what was promised before the opening. Absent: nothing was."`
	CreatedAt     time.Time     `json:"created_at"`
	UpdatedAt     time.Time     `json:"updated_at"`
	ArchivedAt    *time.Time    `json:"archived_at,omitempty" doc:"Since when the event is archived, and read only; absent while it is not."`
	MainLanguage  string        `json:"main_language" doc:"What its own words are written in; empty: not said." example:"de"`
	Languages     []string      `json:"languages,omitempty" doc:"The other languages that it has words in; absent in lists." example:"[\"fr\"]"`
	ShownLanguage string        `json:"shown_language,omitempty" doc:"Its words are shown in this language beside the main one, as far as they are translated. Absent: they are as they were written." example:"fr"`
	Untranslated  []string      `json:"untranslated,omitempty" doc:"With shown_language: the fields that are shown in the main language, as set-translation names them." example:"[\"description\"]"`
	Warnings      []string      `json:"warnings,omitempty" enum:"no_way_to_pay" doc:"To staff, of one event: what hinders people, though it can be published. no_way_to_pay: something costs money, and there is neither a payment provider with a page, nor instructions (orders.payment_instructions), nor an account for bank transfers, so that buyers are not told how to pay. Absent: nothing does."`
	LedgerSeq     int64         `json:"ledger_seq" doc:"The number of the event's last audit row." example:"42"`

	said []byte // as it is sent; nil: not written
}

// JSON is the event as it is sent; nil: it was not written.
func (e *Event) JSON() []byte { return e.said }

// Write writes the event as it is sent. It is not changed any more.
func (e *Event) Write() (err error) {
	e.said, err = httpapi.JSON(e)
	return err
}

// NoWayToPay warns of an event of which something costs money that nobody is told how to pay.
const NoWayToPay = "no_way_to_pay"

// Labels are what an event says of itself beside words, place and time.
type Labels struct {
	Category   string   `json:"category" enum:"none,music,party,theatre,comedy,dance,film,art,literature,food,sport,outdoors,wellness,family,games,learning,technology,business,community,charity,faith" doc:"What it is, of a closed list." example:"music"`
	Tags       []string `json:"tags" doc:"What else it is found by."`
	Performers []string `json:"performers" doc:"Artists, speakers and others whom people come to see, the first ones first."`
	Language   string   `json:"language" doc:"What is spoken or sung, as an ISO 639 code; empty: not said." example:"de"`
	AgeMin     int64    `json:"age_min" doc:"How old people should be at least, in years; 0: all ages."`
}

// LabelsOf shows what an event says of itself.
func LabelsOf(l *events.Labels) Labels {
	out := Labels{Category: cmp.Or(l.Category, discovery.NoCategory), Tags: l.Tags, Performers: l.Performers, Language: l.Language, AgeMin: l.AgeMin}
	if out.Tags == nil {
		out.Tags = []string{}
	}
	if out.Performers == nil {
		out.Performers = []string{}
	}
	return out
}

// EventRoom says when the waiting room of an event stands before its sale. What moves in
// it is a document of its own.
type EventRoom struct {
	Mode     string     `json:"mode" enum:"queue,draw,ballot"`
	OpensAt  time.Time  `json:"opens_at" doc:"From then on whoever takes part without staff needs a pass."`
	SealsAt  *time.Time `json:"seals_at,omitempty" doc:"Of a draw: until when people join it."`
	ServesAt time.Time  `json:"serves_at" doc:"When the first are called."`
	Closed   bool       `json:"closed" doc:"It was closed: whoever comes takes part as usual."`
}

// Availability says where the units of a pool are.
// capacity = available + held + confirmed + blocked, unless it is overcommitted or unbounded.
type Availability struct {
	Capacity   Bound `json:"capacity" doc:"null: there is no bound."`
	Available  int64 `json:"available" doc:"Free, 10000000 where there is no bound. While people wait these are reserved for the waitlist."`
	Held       int64 `json:"held" doc:"In open offers."`
	Confirmed  int64 `json:"confirmed"`
	Blocked    int64 `json:"blocked" doc:"Taken out of circulation by the organizer, or held back until a release."`
	Waiting    int64 `json:"waiting" doc:"Entries on the waitlist for tickets."`
	Overcommit int64 `json:"overcommit,omitempty" doc:"By how much more is taken than the capacity, after it was lowered."`
}

// Tier is what a person picks.
type Tier struct {
	ID   string `json:"id" example:"tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Name string `json:"name" example:"General"`
	// Description is what a unit comes with.
	Description string   `json:"description,omitempty" doc:"What a unit comes with, in one line." example:"With a drink"`
	Pools       []string `json:"pools" doc:"The pools that a place of this tier takes from."`
	Capacity    Bound    `json:"capacity" doc:"The least capacity of its pools; null: none of them has a bound."`
	Available   int64    `json:"available" doc:"The least that is free in its pools, 10000000 where none of them has a bound."`
	Waiting     int64    `json:"waiting" doc:"Entries in this tier's waitlist."`
	Waitlist    bool     `json:"waitlist" doc:"People can wait for it when it is gone (join-waitlist): tickets and goods, where the event has a waitlist."`
	Seated      bool     `json:"seated,omitempty" doc:"It is sold by seats. Then what is free is promised to the waitlist only where somebody waits for that seat: the chart says which."`
	KindOut
	SaleOut
}

// Pool is a bounded number of units.
type Pool struct {
	ID         string `json:"id" example:"pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Name       string `json:"name"`
	Capacity   Bound  `json:"capacity" doc:"null: there is no bound."`
	Available  int64  `json:"available" doc:"10000000 where there is no bound."`
	Held       int64  `json:"held"`
	Confirmed  int64  `json:"confirmed"`
	Blocked    int64  `json:"blocked"`
	Overcommit int64  `json:"overcommit,omitempty"`
}

// StateOf is where an event stands for its readers.
func StateOf(v *events.EventView, now inventory.Instant) string {
	return string(inventory.StandingOf(&v.Event, v.Tiers, func(t *inventory.Tier) bool { return page.Free(v, t) > 0 }, now))
}

// EventAt is EventOf with where it stands at now.
func EventAt(v *events.EventView, now inventory.Instant) *Event {
	e := EventOf(v)
	e.State = StateOf(v, now)
	return e
}

// EventOf shows an event, but for its State.
func EventOf(v *events.EventView) *Event {
	set := &v.Event.Settings
	e := &Event{
		ID: v.Event.ID, Status: string(v.Event.Status),
		Title: v.Details.Title, Description: v.Details.Description, Location: v.Details.Location, Coordinates: v.Details.Coordinates,
		Online: v.Details.OnlineURL != "", OnlineURL: v.Details.OnlineURL, OwesTaxIn: v.Details.BusinessOwesTaxIn,
		VenueRooms: roomsOf(&v.Details.VenueRooms), Cover: CoverOf(v.Details.CoverPicture, &v.Details.Cover),
		Labels:   LabelsOf(httpapi.Ptr(v.Details.Labels())),
		StartsAt: v.Event.StartsAt.Time(), EndsAt: v.Event.EndsAt.Time(), Timezone: v.Timezone,
		SettingsOut: settingsOf(set), Reminders: v.Details.Reminders, FeedbackAfter: v.Details.FeedbackAfter,
		CreatedAt: v.CreatedAt.Time(), UpdatedAt: v.UpdatedAt.Time(), ArchivedAt: TimePtr(max(0, v.ArchivedAt)), LedgerSeq: v.Event.Seq,
		Questions: v.Questions, Consents: v.Consents, Tiers: []Tier{}, Pools: []Pool{},
	}
	e.MainLanguage, e.ShownLanguage, e.Untranslated = v.Details.MainLanguage, v.Shown, v.Untranslated
	e.Languages = slices.Sorted(maps.Keys(v.Translations))
	if e.Reminders == nil {
		e.Reminders = []int64{}
	}
	if o := &set.Onsale; o.Mode != inventory.OnsaleOpen {
		e.WaitingRoom = &EventRoom{Mode: string(o.Mode), SealsAt: TimePtr(o.SealsAt), OpensAt: o.OpensAt.Time(), ServesAt: o.ServesAt.Time(), Closed: o.Closed}
	}
	e.Releases, e.Statement = ReleasesOf(v), v.Statement
	if v.Series != nil {
		e.Series = &EventSeries{v.Series.ID, v.Series.Title, v.Series.Position}
	}
	if v.PlanID != "" {
		e.Seating = &EventSeating{PlanID: v.PlanID, Version: v.PlanVersion}
	}
	byID := make(map[string]*inventory.Pool, len(v.Pools))
	for i := range v.Pools {
		p := &v.Pools[i]
		byID[p.ID] = p
		e.Pools = append(e.Pools, PoolOf(p))
	}
	if len(v.Pools) > 0 {
		whole := &v.Pools[0]
		e.Capacity = Bound(whole.Capacity)
		e.Availability = Availability{
			Capacity: e.Capacity, Available: whole.Left(), Held: whole.Held, Confirmed: whole.Confirmed,
			Blocked: whole.Blocked, Overcommit: whole.Overcommit(),
		}
	}
	fees := inventory.Fees(v.Tiers)
	for i := range v.Tiers {
		t := tierOf(&v.Tiers[i], byID)
		t.Waiting, t.Seated = v.TierWaiting[t.ID], v.Seated[t.ID]
		if v.Tiers[i].Admits() {
			e.Availability.Waiting += t.Waiting
		}
		t.Waitlist = v.Tiers[i].WaitedFor() && !set.Waitlist.Disabled
		t.KindOut, t.SaleOut = kindOf(&v.Tiers[i]), saleOf(&v.Tiers[i], fees, set.Orders.Currency)
		e.Tiers = append(e.Tiers, t)
	}
	return e
}

func tierOf(t *inventory.Tier, pools map[string]*inventory.Pool) Tier {
	out := Tier{ID: t.ID, Name: t.Name, Description: t.Description, Pools: t.Pools, Capacity: -1, Available: -1}
	if t.Fee() { // which takes from no pool
		out.Pools, out.Capacity, out.Available = []string{}, 0, 0
	}
	for _, name := range t.Pools {
		p := pools[name]
		if p == nil {
			continue
		}
		if of := Bound(p.Capacity); out.Capacity < 0 || of < out.Capacity {
			out.Capacity = of
		}
		if out.Available < 0 || p.Left() < out.Available {
			out.Available = p.Left()
		}
	}
	return out
}

// PoolOf converts a pool.
func PoolOf(p *inventory.Pool) Pool {
	return Pool{
		ID: p.ID, Name: p.Name, Capacity: Bound(p.Capacity), Available: p.Left(), Held: p.Held,
		Confirmed: p.Confirmed, Blocked: p.Blocked, Overcommit: p.Overcommit(),
	}
}

func seconds(m inventory.Micros) int64 { return int64(m / inventory.Second) }

// clock writes minutes after midnight as "22:00".
func clock(minutes int) string {
	return time.Date(2000, 1, 1, minutes/60, minutes%60, 0, 0, time.UTC).Format("15:04")
}

// TimePtr is the moment, or nil for none.
func TimePtr(i inventory.Instant) *time.Time {
	if i == 0 {
		return nil
	}
	t := i.Time()
	return &t
}

// SeatingIn names the plan that a new event copies.
type SeatingIn struct {
	PlanID  string `json:"plan_id" minLength:"1" maxLength:"64" doc:"Id of a seating plan." example:"pla_3k9q0a7c1v5m"`
	Version int64  `json:"version,omitempty" minimum:"1" doc:"Which version. Default: the newest."`
	// Sections and Tiers say as what the seats are sold here.
	Sections []SoldAs `json:"sections,omitempty" maxItems:"500" doc:"Which tiers of the event the seats of sections are sold as."`
	Tiers    []SoldAs `json:"tiers,omitempty" maxItems:"50" doc:"The same for the other seats of tiers of the plan. What is named in neither keeps the name that it has in the plan."`
}

// EventSeries says of which series an event is a date.
type EventSeries struct {
	ID       string `json:"id" example:"ser_3k9q0a7c1v5m"`
	Title    string `json:"title" example:"Jazz on Fridays"`
	Position int64  `json:"position" doc:"Its number in the series, as it was planned: 1, 2, 3, …; 0: it sells passes for the series, and is not a date of it." example:"3"`
}

// SoldAs says as which tier of an event something of a plan is sold.
type SoldAs struct {
	Name string `json:"name" minLength:"1" maxLength:"80" doc:"Of the section, or of the tier of the plan." example:"Balcony"`
	Tier string `json:"tier" minLength:"1" maxLength:"80" doc:"Name of the event's tier." example:"Standard"`
}

// EventSeating names the plan that an event copied.
type EventSeating struct {
	PlanID  string `json:"plan_id" example:"pla_3k9q0a7c1v5m"`
	Version int64  `json:"version"`
}
