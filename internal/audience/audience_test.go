package audience

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// Who is wanted: by what they have, where they are, and what they are called.
func TestWants(t *testing.T) {
	registration := inventory.Hold{ID: "ord_1", State: inventory.HoldConfirmed, Tier: "stalls", Guests: `[{"name":"Márta Özgür"}]`}
	offer := inventory.Hold{ID: "ord_2", State: inventory.HoldHeld, Tier: "stalls"}
	order := inventory.Hold{
		ID: "ord_3", State: inventory.HoldHeld, Guests: `[{"name":"Coming Carla"},{"name":"Cancelled Carlo"}]`,
		Order: &inventory.Order{Items: []inventory.Item{{No: 1, Tier: "box", ReleasedSeq: 9}, {No: 2, Tier: "stalls"}, {No: 3, Tier: "stalls", ReleasedSeq: 9}}},
	}
	named := func(name string) inventory.Person {
		return inventory.Person{ID: "per_" + name, UserID: name, Profile: inventory.Profile{Name: name, Email: name + "@example.org"}}
	}
	people := []*guests.GuestView{
		{Person: named("Zoë"), Holds: []inventory.Hold{registration}, Tickets: []string{"a", "b"}, Admitted: 1},
		{Person: named("offered"), Holds: []inventory.Hold{offer}, Entry: &inventory.Entry{State: inventory.EntryOffered, Placement: inventory.Placement{Tier: "stalls"}}},
		{Person: named("pending"), Holds: []inventory.Hold{order}},
		{Person: named("waiting"), Entry: &inventory.Entry{State: inventory.EntryWaiting, Placement: inventory.Placement{Tier: "box"}}},
		{Person: named("both"), Holds: []inventory.Hold{registration}, Tickets: []string{"c"}, Entry: &inventory.Entry{State: inventory.EntryWaiting, Placement: inventory.Placement{Tier: "box"}}},
		{Person: named("holder"), Tickets: []string{"d"}, Admitted: 1},
		{Person: named("applicant"), Entry: &inventory.Entry{State: inventory.EntryApplied, Placement: inventory.Placement{Tier: "hall"}}},
		{Person: named("gone")},
	}
	for _, c := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, "Zoë offered pending waiting both holder applicant gone"},
		{Filter{Live: true}, "Zoë offered pending waiting both holder"},
		{Filter{Live: true, Standing: Ended}, "gone"},
		{Filter{Live: true, People: []string{"per_gone", "per_both"}}, "both gone"},
		{Filter{Standing: Applied}, "applicant"},
		{Filter{Standing: Confirmed}, "Zoë both"},
		{Filter{Standing: Waiting}, "waiting both"},
		{Filter{Standing: Offered}, "offered"},
		{Filter{Standing: Pending}, "pending"},
		{Filter{Standing: TicketHolder}, "holder"},
		{Filter{Tier: "box"}, "waiting both"},
		{Filter{Tier: "stalls"}, "Zoë offered pending both"},
		{Filter{CheckedIn: "yes"}, "Zoë holder"},
		{Filter{CheckedIn: "no"}, "Zoë both"},
		{Filter{Words: []string{Fold("ZOE")}}, "Zoë"},
		{Filter{Words: []string{"ozgur", "marta"}, Standing: Confirmed}, "Zoë both"},
		{Filter{Words: []string{"ord_2"}}, "offered"},
		{Filter{Words: []string{"carla"}}, "pending"},
		{Filter{Words: []string{"carlo"}}, ""},
	} {
		var got []string
		for _, g := range people {
			if c.f.wants(g) {
				got = append(got, g.Person.UserID)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: %v, want %s", c.f, got, c.want)
		}
	}
}
