package events

import (
	"cmp"
	"reflect"
	"strings"
	"unicode"

	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// Details are the fields of an event that no decision reads. Each has a column that
// is named after it.
type Details struct {
	Title, Description, Location string
	VenueRooms                   EventRooms
	// Coordinates are where it is, latitude and longitude in degrees: "53.5436,9.9889"; "": not said.
	Coordinates string
	Category    string   // of discovery.Categories; "": not said
	Tags        []string // as they are shown
	Performers  []string // artists and speakers, in their order
	Language    string   // that it is held in, ISO 639; "": not said
	// MainLanguage is that of its own words, one of locale.Tags; "": not said.
	MainLanguage string
	AgeMin       int64 // how old people are at least, in years; 0: of any age
	// OnlineURL is where it takes place online, an address with https; "": it does not, or that
	// is not known yet. It is for ticket holders only.
	OnlineURL string
	// BusinessOwesTaxIn is the country of the event, ISO 3166, where buyers who are businesses of that
	// country owe its tax in place of the organizer; "": they do not.
	BusinessOwesTaxIn string
	// CoverPicture is the picture of the event, of its organization; "": it has none.
	CoverPicture string
	Cover        Cover   // what is seen in it
	Reminders    []int64 // seconds before the start
	// FeedbackAfter is how many seconds after the end guests are asked how it was; 0: they are not.
	FeedbackAfter int64
}

// Limits of what an event says, in characters.
const (
	MaxTitle           = 200
	MaxLocation        = 300
	MaxDescription     = 10_000
	MaxTierName        = 200
	MaxTierDescription = 300
)

// Word is a text of an event that guests read and that can be in other languages.
type Word struct {
	Field string // as package translation calls it
	Text  *string
	Most  int  // characters that it has, in any language
	Lines bool // it can have more than one line
}

// words are those of the details. Of the other texts a test says why they are in no other language.
func (d *Details) words() []Word {
	return []Word{
		{translation.Title, &d.Title, MaxTitle, false},
		{translation.Description, &d.Description, MaxDescription, true},
		{translation.Location, &d.Location, MaxLocation, false},
	}
}

// Labels are those of the details.
func (d *Details) Labels() Labels {
	return Labels{Category: d.Category, Language: d.Language, Tags: d.Tags, Performers: d.Performers, AgeMin: d.AgeMin}
}

// detailColumns describes the columns of d.
func detailColumns(c *table.Columns, d *Details) {
	c.Changes(ChangedDetails)
	c.Text("title", &d.Title)
	c.Text("description", &d.Description)
	c.Text("location", &d.Location)
	c.Encoded("venue_rooms", table.AsJSON(&d.VenueRooms))
	c.Text("coordinates", &d.Coordinates)
	c.Text("category", &d.Category)
	c.Encoded("tags", table.AsList(&d.Tags))
	c.Encoded("performers", table.AsList(&d.Performers))
	c.Text("language", &d.Language)
	c.Text("main_language", &d.MainLanguage)
	c.Number("age_min", &d.AgeMin)
	c.Text("online_url", &d.OnlineURL)
	c.Text("business_owes_tax_in", &d.BusinessOwesTaxIn)
	c.Text("cover_picture", &d.CoverPicture)
	c.Encoded("cover", table.AsJSON(&d.Cover))
	c.Encoded("reminders", table.AsList(&d.Reminders))
	c.Number("feedback_after", &d.FeedbackAfter)
}

// DetailsChange says which details become what; nil stays as it is. So two
// changes at once of different details both last.
type DetailsChange struct {
	Title, Description, Location, Coordinates *string
	Category, Language, MainLanguage          *string
	VenueRooms                                *EventRooms
	Tags, Performers                          *[]string
	AgeMin, FeedbackAfter                     *int64
	OnlineURL, BusinessOwesTaxIn              *string
	CoverPicture                              *string
	Cover                                     *Cover
	Reminders                                 *[]int64
	// Seating is the plan that a new event copies; it is read with Create only.
	Seating *Seating
	// TierOrder are IDs of tiers as people see them; those of the event that it does not name stand
	// behind. With Create the tiers stand as the command has them.
	TierOrder *[]string
	// Translations are the words in the languages that it names; one without any text has none
	// from then on. Other languages stay as they are.
	Translations translation.All
}

// Apply writes the changes into d, and returns the columns that they are in: each
// is named after its field. A nil change changes nothing.
func (c *DetailsChange) Apply(d *Details) map[string]bool {
	changed := map[string]bool{}
	if c == nil {
		return changed
	}
	to := reflect.ValueOf(d).Elem()
	for i := range to.NumField() {
		field := to.Type().Field(i).Name
		if value := reflect.ValueOf(c).Elem().FieldByName(field); !value.IsNil() {
			to.Field(i).Set(value.Elem())
			changed[columnOf(field)] = true
		}
	}
	return changed
}

// columnOf is the column that is named after a field: age_min after AgeMin, online_url
// after OnlineURL.
func columnOf(field string) string {
	var b strings.Builder
	upper := true // the letter before
	for _, r := range field {
		if unicode.IsUpper(r) && !upper {
			b.WriteByte('_')
		}
		upper = unicode.IsUpper(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// All says that the details become d, each of them.
func (d Details) All() *DetailsChange {
	c := new(DetailsChange)
	from, to := reflect.ValueOf(&d).Elem(), reflect.ValueOf(c).Elem()
	for i := range from.NumField() {
		to.FieldByName(from.Type().Field(i).Name).Set(from.Field(i).Addr())
	}
	return c
}

// Then returns what c and, after it, next amount to. Either may be nil.
func (c *DetailsChange) Then(next *DetailsChange) *DetailsChange {
	if c == nil || next == nil {
		return cmp.Or(next, c)
	}
	both := *c
	from, to := reflect.ValueOf(next).Elem(), reflect.ValueOf(&both).Elem()
	for i := range from.NumField() {
		if value := from.Field(i); !value.IsNil() {
			to.Field(i).Set(value)
		}
	}
	return &both
}

// EventRooms are the rooms that an event takes. Without a venue it takes none.
type EventRooms struct {
	VenueID string   `json:"venue_id,omitempty"`
	Rooms   []string `json:"rooms,omitempty"`
	// SetupMinutes and TeardownMinutes are nil where they are the venue's.
	SetupMinutes    *int64 `json:"setup_minutes,omitempty"`
	TeardownMinutes *int64 `json:"teardown_minutes,omitempty"`
	Layout          string `json:"layout,omitempty"`
	People          int64  `json:"people,omitempty"`
}
