package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestContactsWithoutEvents: an organization that has no events reaches those who wait for its tables, or have booked
// its rooms, as they choose: signed in, by the links of their mails, which add no telephone, and as the organization
// says of people whom it has put on the waitlist itself. It is in the file of their data, and is forgotten with the last
// thing that it has to do with them.
func TestContactsWithoutEvents(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		org := h.owner("GET", "/v1/organization", nil).want(200).text("id")
		contact, push := "/v1/me/contacts/"+org, "/v1/me/contacts/"+org+"/push-subscriptions"
		wants := object{"phone": "+4930123456", "sms_consent": true, "channels": []string{"mail", "sms"}, "quiet_hours": object{"from": "20:00", "to": "09:30"}}
		grace := h.signIn("GRACE@example.org")
		personal := func(want int) {
			t.Helper()
			var n int
			h.must(h.store.JobsDB().QueryRowContext(t.Context(), "select (select count(*) from contacts where phone <> '' or quiet_from <> quiet_to or channels <> '') + (select count(*) from push_subscriptions)").Scan(&n))
			if n != want {
				t.Errorf("%d contacts, want %d", n, want)
			}
		}

		// Whoever asks for rooms has nothing to do with the organization before they have confirmed their address.
		x := h.venue(object{"public_page": true, "guest_bookings": true})
		asked := x.asks(60)
		h.visit(grace, "PUT", contact, wants).problem(404, "not_found")
		h.visit(grace, "POST", push, examplePushBody).problem(404, "not_found")
		if list := h.visit(grace, "GET", "/v1/me/contacts", nil).want(200); len(list.at("items").([]any)) != 0 {
			t.Fatalf("%s", list.Raw)
		}
		personal(0)
		booked := h.send("POST", asked+":confirm", "", nil).want(200).text("booking", "id")
		list := h.visit(grace, "GET", "/v1/me/contacts", nil).want(200)
		if len(list.at("items").([]any)) != 1 || len(list.at("items", 0, "people").([]any)) != 0 || list.at("items", 0, "visits") != true || list.at("items", 0, "follows") != false || list.text("items", 0, "organization", "id") != org {
			t.Fatalf("%s", list.Raw)
		}
		h.visit(grace, "PUT", contact, object{"sms_consent": true}).problem(422, "invalid_request").names("phone")
		personal(0)
		h.visit(grace, "PUT", contact, wants).want(200)
		h.visit(grace, "POST", push, examplePushBody).want(201)
		first := func(want string) {
			t.Helper()
			c := h.visit(grace, "GET", "/v1/me/contacts", nil).want(200)
			if c.text("items", 0, "contact", "channels", 0) != want || c.text("items", 0, "contact", "phone") != "+4930123456" || c.text("items", 0, "contact", "quiet_hours", "from") != "20:00" {
				t.Errorf("how she is told: %s", c.Raw)
			}
		}
		first("mail")
		if data := h.visit(grace, "GET", "/v1/me/data", nil).want(200); data.text("contacts", 0, "contact", "phone") != "+4930123456" {
			t.Errorf("%s", data.Raw)
		}

		// By the link of the mails about the booking, and about a place.
		h.owner("PUT", "/v1/resources/harbour", object{"name": "Table"}).want(201)
		place := h.owner("POST", "/v1/resources/harbour/waitlist:join", object{"user_id": "guest-7", "email": "grace@example.org", "units": 1}).want(201).text("id")
		links := h.links.Base
		for page, choice := range map[string]string{h.links.BookingURL(booked): "sms", h.links.PlaceURL(place): "push"} {
			path := strings.TrimPrefix(page, links)
			shown := h.send("GET", path, "", nil).want(200)
			for _, part := range []string{`action="` + path + `/reach"`, `<option value="sms"`, `<option value="push"`, `href="/me/preferences"`} {
				if !strings.Contains(shown.Raw, part) {
					t.Errorf("the page lacks %s: %s", part, shown.Raw)
				}
			}
			if strings.Contains(shown.Raw, "123456") || strings.Contains(shown.Raw, `name="until"`) {
				t.Errorf("the page says or asks too much: %s", shown.Raw)
			}
			says := func(status int, form, site string) *answer {
				t.Helper()
				a := h.send("POST", path+"/reach", "", form, "Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: "+site)
				if a.Status != status {
					t.Errorf("%s: %d %s", form, a.Status, a.Raw)
				}
				return a
			}
			says(403, "channel="+choice, "cross-site")
			if a := says(303, "channel=pigeon", "same-origin"); a.Header.Get("Location") != path {
				t.Errorf("an unknown channel leads to %s", a.Header.Get("Location"))
			}
			if a := says(303, "channel="+choice, "same-origin"); a.Header.Get("Location") != path+"?saved" {
				t.Errorf("what was chosen leads to %s", a.Header.Get("Location"))
			}
			first(choice)
			if again := h.send("GET", path+"?saved", "", nil).want(200); !strings.Contains(again.Raw, `role="status">`) || !strings.Contains(again.Raw, `<option value="`+choice+`" selected>`) {
				t.Errorf("once it is saved: %s", again.Raw)
			}
		}
		if a := h.send("POST", "/b/nothing/reach", "", "channel=sms", "Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: same-origin"); a.Status != 404 {
			t.Errorf("a link that leads nowhere: %d", a.Status)
		}

		// Whom the organization has put on the waitlist itself, it says how it reaches.
		guest := "/v1/people/guest-7/contact"
		h.owner("PUT", "/v1/people/guest-8/contact", object{"phone": "+4930777777"}).problem(404, "not_found")
		h.owner("PUT", guest, object{"phone": "+49"}).problem(422, "invalid_request").names("phone")
		if c := h.owner("PUT", guest, object{"phone": "+4930777777", "sms_consent": true, "channels": []string{"sms"}}).want(200); c.at("sms_consent_at") == nil {
			t.Errorf("%s", c.Raw)
		}
		if c := h.owner("GET", guest, nil).want(200); c.text("phone") != "+4930777777" || c.text("channels", 0) != "sms" {
			t.Errorf("%s", c.Raw)
		}
		// What she says herself takes its place.
		if c := h.visit(grace, "GET", "/v1/me/contacts", nil).want(200); c.text("items", 0, "contact", "phone") != "+4930777777" {
			t.Errorf("%s", c.Raw)
		}
		h.visit(grace, "PUT", contact, object{"phone": "+4930123456", "push_consent": true}).want(200)
		if c := h.owner("GET", guest, nil).want(200); c.at("sms_consent_at") != nil || c.text("phone") != "+4930123456" {
			t.Errorf("%s", c.Raw)
		}

		// Nothing of her is left with the last thing that she has there.
		h.owner("POST", "/v1/resource-entries/"+place+":erase", nil).want(200)
		if c := h.visit(grace, "GET", "/v1/me/contacts", nil).want(200); c.text("items", 0, "contact", "phone") != "+4930123456" {
			t.Errorf("%s", c.Raw)
		}
		h.owner("GET", guest, nil).problem(404, "not_found")
		personal(2) // hers, and a browser
		h.owner("POST", "/v1/bookings/"+booked+":erase-booker", nil).want(200)
		personal(0)
		if c := h.visit(grace, "GET", "/v1/me/contacts", nil).want(200); len(c.at("items").([]any)) != 0 {
			t.Errorf("%s", c.Raw)
		}
		h.sound()
	})
}

// examplePushBody is a browser that takes messages.
var examplePushBody = object{
	"endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", "auth": "BTBZMqHH6r4Tts7J_aSIgg",
	"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
}
