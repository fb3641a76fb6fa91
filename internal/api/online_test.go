package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestOnline: where an event takes place online is told to ticket holders, and to nobody
// else: not to strangers, people who wait, who cancelled, who gave the ticket away, who have the
// address of a payment, or another organization.
func TestOnline(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		const secret = "https://meet.example/lantern-walk?pwd=S3cret"
		event := h.event(3, set("online_url", secret), set("location", ""))
		series := h.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2"}).want(201).text("id")
		for _, date := range h.owner("GET", "/v1/series/"+series, nil).want(200).dates() {
			h.owner("GET", date, nil).want(200).sees(t, "a date of the series", object{"online_url": secret})
		}
		eventID := strings.TrimPrefix(event, "/v1/events/")
		told := func(who string, a *answer) {
			t.Helper()
			if a.want(200); !strings.Contains(a.Raw, secret) {
				t.Errorf("%s is not told: %s", who, a.Raw)
			}
		}
		kept := func(who string, a *answer) {
			t.Helper()
			if strings.Contains(a.Raw, "meet.example") {
				t.Errorf("%s is told (%d): %s", who, a.Status, a.Raw)
			}
		}

		order := h.register(event, "ada").text("order_id")
		gone := h.register(event, "bob").text("order_id")
		given := h.register(event, "cyd").text("order_id")
		entry := h.owner("POST", event+"/registrations", object{"user_id": "dee", "email": "dee@example.org", "name": "Dee", "join_waitlist": true}).want(201).text("entry_id")
		cyd := h.fresh(identity.OrderLink, given, h.personID(event, "cyd"))
		h.owner("PATCH", event, object{"waitlist": object{"enabled": true}, "capacity": 3}).want(200)
		transfer := h.owner("POST", "/v1/tickets/"+id.TicketOf(given, 1)+":transfer", object{"email": "eve@example.org"}).want(201).text("id")
		eve := h.taker(transfer)
		kept("who is offered a ticket", h.send("GET", "/v1/transfers/"+transfer, eve, nil))
		h.send("POST", "/v1/transfers/"+transfer+":accept", eve, nil).want(200)

		told("an organizer", h.owner("GET", event, nil))
		told("who has a ticket", h.send("GET", "/v1/orders/"+order+"/tickets", h.link(identity.OrderLink, order, h.personID(event, "ada")), nil))
		told("who was given one", h.send("GET", "/v1/tickets/"+id.TicketOf(given, 1), eve, nil))
		ada := h.signIn("ada@example.org")
		told("who has a ticket, signed in", h.visit(ada, "GET", "/v1/me/tickets", nil))
		h.eventually("the last batch ends", func() bool { return !h.seq.Busy() })
		_, calendar, _ := strings.Cut(h.visit(ada, "POST", "/v1/me/calendar", nil).want(201).text("url"), "/v1/calendars/")
		if entry := h.send("GET", "/v1/calendars/"+calendar, "", nil).want(200).entry(event); entry["LOCATION"] != secret || entry["CONFERENCE;FEATURE=VIDEO;VALUE=URI"] != secret {
			t.Errorf("the calendar of a ticket holder: %v", entry)
		}

		h.owner("DELETE", event+"/registrations/bob", nil).want(200)
		dee := h.link(identity.EntryLink, entry, h.personID(event, "dee"))
		for who, a := range map[string]*answer{
			"a stranger":                           h.send("GET", event, "", nil).want(200),
			"who reads the list":                   h.send("GET", "/v1/public/events", "", nil).want(200),
			"who reads the series":                 h.send("GET", "/v1/public/series/"+series, "", nil).want(200),
			"the calendar of the organizer":        h.send("GET", "/v1/public/organizers/"+h.org+"/events.ics", "", nil).want(200),
			"the feed of the organizer":            h.send("GET", "/v1/public/organizers/"+h.org+"/events.atom", "", nil).want(200),
			"who cancelled":                        h.send("GET", "/v1/orders/"+gone+"/tickets", h.fresh(identity.OrderLink, gone, h.personID(event, "bob")), nil),
			"who cancelled, of the order":          h.send("GET", "/v1/orders/"+gone, h.fresh(identity.OrderLink, gone, h.personID(event, "bob")), nil),
			"who gave the ticket away":             h.send("GET", "/v1/orders/"+given+"/tickets", h.fresh(identity.OrderLink, given, h.personID(event, "cyd")), nil),
			"who gave it away, with the old link":  h.send("GET", "/v1/tickets/"+id.TicketOf(given, 1), cyd, nil),
			"who waits":                            h.send("GET", "/v1/waitlist/"+entry, dee, nil),
			"who waits, of the event":              h.send("GET", event, dee, nil),
			"who waits, signed in":                 h.visit(h.signIn("zoe@example.org"), "GET", "/v1/me/tickets", nil),
			"the change feed":                      h.owner("GET", "/v1/changes", nil).want(200),
			"another organization, of the event":   h.send("GET", event, h.key(h.organization("Rival"), identity.Owner), nil),
			"another organization, of the tickets": h.send("GET", "/v1/orders/"+order+"/tickets", h.key(h.organization("Rival"), identity.Owner), nil),
		} {
			kept(who, a)
		}
		if a := h.send("GET", event, "", nil).want(200); a.at("online") != true {
			t.Errorf("others do not read that it is online: %s", a.Raw)
		}
		if a := h.send("GET", "/v1/public/events", "", nil).want(200); a.at("items", 0, "online") != true {
			t.Errorf("the list does not say that it is online: %s", a.Raw)
		}

		// It is told like a change of place, in one message however often it changes.
		changes := func() (planned int) {
			t.Helper()
			list, err := h.store.Announcements.Automatic(t.Context(), eventID)
			h.must(err)
			for i := range list {
				if list[i].Kind == messages.EventChangedKind && list[i].State == messages.AnnouncementPlanned {
					planned++
				}
			}
			return planned
		}
		before := changes()
		h.owner("PATCH", event, object{"online_url": secret}).want(200)
		same := changes()
		h.owner("PATCH", event, object{"online_url": "https://meet.example/another"}).want(200)
		h.owner("PATCH", event, object{"online_url": "https://meet.example/a-third"}).want(200)
		if before != 0 || same != 0 || changes() != 1 {
			t.Errorf("told of changes: %d before, %d of none, %d of two", before, same, changes())
		}

		for _, bad := range []string{"http://meet.example/", "meet.example", "https://", "javascript:alert(1)", "https://user:pw@meet.example/", "https://meet.example/a b", `https://meet.example/"><script>`, "https://meet.example/" + strings.Repeat("a", 500)} {
			h.owner("PATCH", event, object{"online_url": bad}).problem(422, "invalid_request").names("online_url")
		}
		h.owner("GET", event, nil).want(200).sees(t, "after what was refused", object{"online_url": "https://meet.example/a-third"})
		h.owner("PATCH", event, object{"online_url": " https://Bücher.example:8443/ä "}).want(200)
		h.owner("GET", event, nil).want(200).sees(t, "as it is stored", object{"online_url": "https://xn--bcher-kva.example:8443/%C3%A4"})
		h.owner("PATCH", event, object{"online_url": ""}).want(200)
		if a := h.send("GET", event, "", nil).want(200); a.at("online") != false {
			t.Errorf("it is no longer online: %s", a.Raw)
		}
		h.sound()
	})
}
