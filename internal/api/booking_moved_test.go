package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestMovingWhatIsPaid: what a booking costs follows its length as long as not all of it is paid, which is
// said before it is moved, and whoever cannot confirm bookings cannot make one longer that is.
func TestMovingWhatIsPaid(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"booking_terms": bookingTerms})
	b := x.booked(60)
	path := "/v1/bookings/" + b.text("id")
	h.owner("POST", path+":mark-paid", object{"reference": "Receipt 1"}).want(200)
	trial := x.hours(24*60+10, 24*60+14, x.cellar)
	trial["booking_id"] = b.text("id")
	longer := object{"ends_at": x.hour(24*60 + 14)}
	for _, got := range []*answer{h.as(identity.BoxOffice, "POST", x.path+"/bookings:check", trial).want(200), h.as(identity.BoxOffice, "POST", path+":move", longer).want(200)} {
		if got.number("cost", "price") != 18000 || got.number("cost", "deposit") != 2700 || got.number("cost", "balance") != 15300 {
			t.Errorf("%s", got.Raw)
		}
	}
	h.owner("POST", path+":mark-paid", object{"part": "balance", "reference": "Receipt 2", "amount": 15300}).want(200)
	trial["ends_at"], longer["ends_at"] = x.hour(24*60+16), x.hour(24*60+16)
	h.as(identity.BoxOffice, "POST", x.path+"/bookings:check", trial).problem(409, "booking_paid")
	h.as(identity.BoxOffice, "POST", path+":move", longer).problem(409, "booking_paid")
	if got := h.owner("POST", path+":move", longer).want(200); got.number("cost", "price") != 18000 || got.text("cost", "balance_status") != "paid" {
		t.Errorf("%s", got.Raw)
	}
	h.sound()
}

// TestMovingFarAheadOverTheAPI: the rule of a booking that was moved says no more than when it was.
func TestMovingFarAheadOverTheAPI(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"booking_terms": bookingTerms})
	path := "/v1/bookings/" + x.booked(20).text("id")
	h.owner("POST", path+":mark-paid", object{"reference": "Receipt 1"}).want(200)
	got := h.as(identity.BoxOffice, "POST", path+":move", object{"starts_at": x.hour(24*200 + 10)}).want(200)
	if got.number("cost", "refund_percent") != 50 || got.number("cost", "refunds", 0, "percent") != 50 || got.number("cost", "refund_amount") != 1350 {
		t.Errorf("%s", got.Raw)
	}
	h.sound()
}

// guestPages reads and sends the pages of guests.
type guestPages struct {
	*testServer
}

func (g guestPages) seen(r *http.Request) (int, string) {
	w := httptest.NewRecorder()
	g.handler.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// has wants a page to say these.
func (g guestPages) has(path string, texts ...string) {
	g.t.Helper()
	status, text := g.seen(httptest.NewRequestWithContext(g.t.Context(), http.MethodGet, path, nil))
	g.says(path, status, text, 200, texts...)
}

func (g guestPages) says(what string, status int, text string, want int, texts ...string) {
	g.t.Helper()
	if status != want {
		g.t.Errorf("%s: %d, want %d", what, status, want)
	}
	for _, part := range texts {
		if not, ok := strings.CutPrefix(part, "!"); ok == strings.Contains(text, strings.TrimPrefix(part, "!")) {
			g.t.Errorf("%s: %q is wrongly there or not: %s %s", what, part, not, text)
		}
	}
}

// sends wants a form to be answered so. In texts a ! before one says that it is not there.
func (g guestPages) sends(path string, fields url.Values, want int, texts ...string) {
	g.t.Helper()
	r := httptest.NewRequestWithContext(g.t.Context(), http.MethodPost, path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	status, text := g.seen(r)
	g.says(path, status, text, want, texts...)
}

// rule is what the pages say of bookingTerms.
var rule = []string{"If it is cancelled", "100% of what was paid goes back, until 30 days before", "50% of what was paid goes back, until 7 days before", "After that, nothing goes back.", "If the venue cancels, everything goes back."}

// TestGuestsSeeWhatItCosts: the page of the venue, its form, the page on which an address is confirmed
// and that of the booking say what it costs, when that is to be paid and what goes back; and before a
// booking is moved, what it costs then.
func TestGuestsSeeWhatItCosts(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms})
	x.addOn(object{"name": "Cook", "unit": "hour", "price": 3000})
	g := guestPages{h}
	venue := "/venues/" + x.path[len("/v1/venues/"):]
	g.has(venue, append([]string{"30 % deposit to confirm a booking", "To be paid within 24 hours", "The rest is due 14 days before"}, rule...)...)
	at := x.at.AddDate(0, 0, 60)
	fields := url.Values{"room": {x.cellar}, "date": {at.Format(time.DateOnly)}, "from": {"10:00"}, "to": {"12:00"}, "look": {"1"}}
	cost := append([]string{"€90.00", "€27.00\nTo be paid within 24 hours", "€63.00", "Balance due by"}, rule...)
	asked := len(h.letters)
	g.sends(venue+"/book", fields, 200, append(cost, `value="10:00"`)...)
	if len(h.letters) != asked {
		t.Error("whoever looks at the price is mailed a link")
	}
	g.sends(venue+"/book", url.Values{"date": fields["date"], "from": {"10:00"}, "to": {"12:00"}, "look": {"1"}}, 422, "Something isn’t right", "!€90.00")
	fields.Del("look")
	fields.Set("people", "20")
	fields.Set("name", "Grace")
	fields.Set("email", "grace@example.org")
	g.sends(venue+"/book", fields, 200, "Check your inbox")
	token := h.guestToken()
	link, api := "/b/"+token, "/v1/guest-bookings/"+token
	g.has(link, append(cost, link+"/confirm")...)
	g.sends(link+"/confirm", nil, 303)
	g.has(link, append([]string{link + "/pay/deposit/testpay", "€90.00"}, rule...)...)
	h.choose(h.send("POST", api+":checkout", "", object{"part": "deposit", "provider": "testpay"}).want(200).text("payment_url"), "pay")

	// A move that changes the price says so first, and is made when its reader agrees to that.
	to := url.Values{"date": fields["date"], "from": {"10:00"}, "to": {"14:00"}}
	g.sends(link+"/move", to, 200, append([]string{"This changes what you pay or get back", "€180.00", "€153.00", `name="agreed" value="18000-0"`, `value="14:00"`}, rule...)...)
	g.has(link, "€90.00", "!€180.00")
	to.Set("agreed", "9000-0") // to another price
	g.sends(link+"/move", to, 200, "€180.00")
	to.Set("agreed", "18000-0")
	g.sends(link+"/move", to, 303)
	g.has(link, "€180.00", "/pay/balance/testpay", "€153.00")
	same := url.Values{"date": fields["date"], "from": {"11:00"}, "to": {"15:00"}}
	h.later(45 * 24 * time.Hour) // 15 days before, half goes back
	same.Set("date", at.AddDate(0, 0, 100).Format(time.DateOnly))
	g.sends(link+"/move", same, 200, "This changes what you pay or get back", "50% of what was paid goes back, until 30 days before", `value="18000-50"`)
	same.Set("date", fields.Get("date"))
	same.Set("agreed", "18000-50")
	g.sends(link+"/move", same, 303)
	h.choose(h.send("POST", api+":checkout", "", object{"part": "balance", "provider": "testpay"}).want(200).text("payment_url"), "pay")
	g.sends(link+"/move", url.Values{"date": fields["date"], "from": {"11:00"}, "to": {"16:00"}}, 409, "paid for already")
	h.sound()
}

// TestGuestPagesAfterAndBefore: of a booking that is over the rest can still be paid on its page, and its
// calendar entry stands; that of one that waits is tentative.
func TestGuestPagesAfterAndBefore(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms})
	g := guestPages{h}
	path := x.asks(60)
	link := "/b/" + h.guestToken()
	h.send("POST", path+":confirm", "", nil).want(200)
	g.has(link+"/calendar.ics", "STATUS:TENTATIVE") // its deposit is to be paid
	h.choose(h.send("POST", path+":checkout", "", object{"part": "deposit", "provider": "testpay"}).want(200).text("payment_url"), "pay")
	g.has(link+"/calendar.ics", "STATUS:CONFIRMED")
	in := x.hours(24*60+10, 24*60+12, x.cellar)
	in["name"], in["email"], in["on_conflict"] = "Ada", "ada@example.org", "wait"
	h.send("POST", "/v1/public"+x.path[len("/v1"):]+"/bookings", "", in).want(202)
	waits := h.guestToken()
	h.send("POST", "/v1/guest-bookings/"+waits+":confirm", "", nil).want(200)
	g.has("/b/"+waits+"/calendar.ics", "STATUS:TENTATIVE", "!STATUS:CANCELLED")
	g.has("/b/"+waits, rule...)
	h.later(75 * 24 * time.Hour)
	g.has(link, link+"/pay/balance/testpay", "€63.00", "!"+link+"/move")
	g.has(link+"/calendar.ics", "STATUS:CONFIRMED", "!STATUS:CANCELLED")
	g.has("/b/"+waits+"/calendar.ics", "STATUS:CANCELLED") // its time never came free
	h.choose(h.send("POST", path+":checkout", "", object{"part": "balance", "provider": "testpay"}).want(200).text("payment_url"), "pay")
	h.sound()
}
