package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestEraseMeWithBookings: whoever has paid for rooms to come is told which, and nothing is changed; once that
// is over they are erased from all bookings that they made as a guest. What is not paid for is cancelled, what
// was asked for and not confirmed goes too, and invoices stay.
func TestEraseMeWithBookings(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
		x := h.venue(object{"booking_terms": bookingTerms, "public_page": true, "guest_bookings": true, "timezone": "Europe/Berlin"})
		over := x.asks(60)
		booked := h.send("POST", over+":confirm", "", nil).want(200).text("booking", "id")
		page := h.send("POST", over+":checkout", "", object{"part": "deposit", "provider": "testpay"}).want(200)
		h.choose(page.text("payment_url"), "pay")

		me := h.signIn("GRACE@example.org")
		refused := h.visit(me, "POST", "/v1/me:erase", object{"email": "grace@example.org"}).problem(409, "paid_bookings")
		if day := x.at.AddDate(0, 0, 60).Format(time.DateOnly); !strings.Contains(refused.text("detail"), "Old harbour on "+day) {
			t.Errorf("%s", refused.Raw)
		}
		if got := h.send("GET", over, "", nil).want(200); got.text("booking", "status") != "confirmed" || got.text("name") != "Grace" {
			t.Errorf("a refusal changed something: %s", got.Raw)
		}
		if data := h.visit(me, "GET", "/v1/me/data", nil).want(200); data.text("bookings", 0, "venue_name") != "Old harbour" || data.text("bookings", 0, "timezone") != "Europe/Berlin" {
			t.Errorf("%s", data.Raw)
		}

		h.later(64 * 24 * time.Hour)
		unpaid := x.asks(150)
		free := h.send("POST", unpaid+":confirm", "", nil).want(200).text("booking", "id")
		asked := x.asks(151)
		me = h.signIn("grace@example.org")
		if done := h.visit(me, "POST", "/v1/me:erase", object{"email": "grace@example.org"}).want(200); done.number("bookings") != 3 {
			t.Errorf("%s", done.Raw)
		}
		for _, link := range []string{over, unpaid, asked} {
			h.send("GET", link, "", nil).problem(404, "not_found")
		}
		for booking, status := range map[string]string{booked: "completed", free: "cancelled"} {
			if got := h.owner("GET", "/v1/bookings/"+booking, nil).want(200); got.text("status") != status || got.at("booker") != nil || got.at("purpose") != nil {
				t.Errorf("%s", got.Raw)
			}
			file, _, err := h.files.Get(t.Context(), "erasures/"+booking)
			h.must(err)
			h.must(file.Close())
		}
		paid := h.owner("GET", "/v1/bookings/"+booked+"/payments", nil).want(200)
		if paid.number("items", 0, "amount") != 2700 || len(paid.at("items", 0, "refunds").([]any)) != 0 {
			t.Errorf("%s", paid.Raw)
		}
		if got := h.owner("GET", "/v1/bookings/"+booked+"/invoices", nil).want(200); got.text("items", 0, "buyer") != "Grace" {
			t.Errorf("%s", got.Raw)
		}
		var n int
		h.must(h.store.JobsDB().QueryRowContext(t.Context(), "select count(*) from booking_guests where name <> '' or email <> '' or address <> '' or asked like '%Choir%'").Scan(&n))
		if n != 0 {
			t.Errorf("%d guests are still known", n)
		}
		h.sound()
	})
}
