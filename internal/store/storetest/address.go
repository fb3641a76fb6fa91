package storetest

import (
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// testBook: whoever has an address is found at once by what was written, and after
// indexing by what the book says; what was erased is not found.
func testBook(t *testing.T, open Open) {
	s := open(t)
	var fixtures []*Fixture
	for range 3 {
		h := OpenEvent(t, s, 1, nil)
		ada, bob := h.Register("ada", 1), h.Register("bob", 1)
		ada.Profile.Email, bob.Profile.Email = "Ada@Example.org", "bob@example.org"
		ada.JoinWaitlist, bob.JoinWaitlist = true, true
		h.Must(ada)
		h.Must(bob)
		fixtures = append(fixtures, h)
	}
	book := func(address string) []string {
		t.Helper()
		var events []string
		for _, m := range must[[]guests.Mine](t)(s.People.Book(t.Context(), address)) {
			v := must[*storeevents.RegistrationView](t)(s.Registrations.PersonByID(t.Context(), m.EventID, m.PersonID))
			if v.Person.ID != m.PersonID {
				t.Errorf("%+v is %+v", m, v.Person)
			}
			events = append(events, m.EventID)
		}
		slices.Sort(events)
		return events
	}
	if got := book("ada@example.org"); len(got) != 0 {
		t.Errorf("found by a user id that is not an address, before indexing: %v", got)
	}
	// One who registered by address is found before the book knows.
	early := fixtures[0].Register("mail:eve@example.org", 1)
	early.Profile.Email, early.JoinWaitlist = "Eve@example.org", true
	fixtures[0].Must(early)
	if got := book("eve@example.org"); !slices.Equal(got, []string{fixtures[0].Event}) {
		t.Errorf("before indexing: %v", got)
	}
	index := func() {
		t.Helper()
		for {
			more, err := s.People.IndexAddresses(t.Context(), guests.BookPage)
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				return
			}
		}
	}
	index()
	index() // again changes nothing
	want := []string{fixtures[0].Event, fixtures[1].Event, fixtures[2].Event}
	slices.Sort(want)
	for _, address := range []string{"ada@example.org", "bob@example.org"} {
		if got := book(address); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
	if got := book("eve@example.org"); !slices.Equal(got, []string{fixtures[0].Event}) {
		t.Errorf("after indexing: %v", got)
	}
	if got := book("nobody@example.org"); len(got) != 0 {
		t.Errorf("nobody: %v", got)
	}
	fixtures[1].Must(inventory.Erase{UserID: "ada"})
	if got := book("ada@example.org"); len(got) != 2 {
		t.Errorf("after erasing: %v", got)
	}
	attended := func(h *Fixture, address string, want int) {
		t.Helper()
		book := must[[]guests.Mine](t)(h.S.People.Book(t.Context(), address))
		if got := must[[]guests.Mine](t)(h.S.People.Attended(t.Context(), book)); len(got) != want {
			t.Errorf("%s has %+v, want %d of %d", address, got, want, len(book))
		}
	}
	attended(fixtures[0], "ada@example.org", 2) // where nobody was erased
	attended(fixtures[0], "bob@example.org", 0) // who waits, and was offered a place there
	// Everything of a person, ended or not.
	h := fixtures[2]
	mine := must[[]guests.Mine](t)(s.People.Book(t.Context(), "ada@example.org"))
	at := slices.IndexFunc(mine, func(m guests.Mine) bool { return m.EventID == h.Event })
	person := mine[at].PersonID
	h.Must(inventory.Cancel{UserID: "ada"})
	attended(h, "ada@example.org", 1)
	again := h.Register("ada", 1)
	again.JoinWaitlist = true
	h.Must(again) // waits: bob was promoted
	if holds := must[[]inventory.Hold](t)(s.People.PersonHolds(t.Context(), h.Event, person, 10)); len(holds) != 1 || holds[0].State != inventory.HoldReleased {
		t.Errorf("holds: %+v", holds)
	}
	if list := must[[]inventory.Entry](t)(s.People.PersonEntries(t.Context(), h.Event, person, 10)); len(list) != 1 || list[0].State != inventory.EntryWaiting {
		t.Errorf("entries: %+v", list)
	}
	inbox := must[[]storeevents.MessageView](t)(s.Messages.InboxBefore(t.Context(), h.Event, person, 0, 10))
	if len(inbox) != 3 {
		t.Fatalf("inbox: %d", len(inbox))
	}
	if older := must[[]storeevents.MessageView](t)(s.Messages.InboxBefore(t.Context(), h.Event, person, inbox[2].Message.At, 10)); len(older) < 1 || older[len(older)-1].Message.Seq != inbox[2].Message.Seq {
		t.Errorf("older: %+v", older)
	}
	if email, err := s.People.PersonEmail(t.Context(), h.Event, person); err != nil || email == "" {
		t.Errorf("address: %q, %v", email, err)
	}
	_, err := s.People.PersonEmail(t.Context(), h.Event, h.In("per_"))
	wantErr(t, err, database.ErrNotFound)
	_, err = s.Registrations.PersonByID(t.Context(), h.Event, h.In("per_"))
	wantErr(t, err, database.ErrNotFound)
}

// testBookOfTheUntold: whoever was told nothing is in the book too, because what they have is
// theirs to see and to have erased: whoever has an order that nobody paid, who is offered a
// ticket, and who has another address by now.
func testBookOfTheUntold(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 10, priced)
	sold := h.Order("ann", 1)
	h.Sell(1000)
	moved := h.Reserve("ann", 1)
	moved.Who, moved.Profile.Email = staff, "ann@example.net"
	h.Must(h.Reserve("cora", 2), moved)
	v := must[*storeevents.TicketView](t)(h.S.Tickets.TicketByID(t.Context(), id.TicketOf(sold, 1)))
	h.Must(h.give(v, "dan"))
	if n := h.Count("select count(*) from messages m join people p on p.event_id = m.event_id and p.id = m.person_id where p.user_id = 'cora'"); n != 0 {
		t.Fatalf("cora was told %d things, and the test wants none", n)
	}
	for more := true; more; { // row by row
		var err error
		if more, err = h.S.People.IndexAddresses(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	for address, want := range map[string]int{"cora@example.com": 1, "dan@example.com": 1, "ann@example.net": 1, "ann@example.com": 0} {
		if got := must[[]guests.Mine](t)(h.S.People.Book(t.Context(), address)); len(got) != want {
			t.Errorf("%s: %+v, want %d", address, got, want)
		}
	}
	// Of them ann alone has paid; her ticket for dan waits for him, and cora's order for money.
	for address, want := range map[string]int{"cora@example.com": 0, "dan@example.com": 0, "ann@example.net": 1} {
		book := must[[]guests.Mine](t)(h.S.People.Book(t.Context(), address))
		if got := must[[]guests.Mine](t)(h.S.People.Attended(t.Context(), book)); len(got) != want {
			t.Errorf("%s has %+v, want %d", address, got, want)
		}
	}
}
