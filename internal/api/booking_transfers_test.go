package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// transferTerms are bookingTerms of a venue that takes transfers.
func transferTerms() object {
	terms := object{"bank_transfer": true}
	for name, v := range bookingTerms {
		terms[name] = v
	}
	return terms
}

// TestBookingsByTransfer: whoever books is told the account, the amount and a reference for what
// is to be paid; a statement that names it pays it once, and staff put the rest where it belongs.
func TestBookingsByTransfer(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) { bookingsByTransfer(t, newTestServerAt(t, url)) })
}

func bookingsByTransfer(t *testing.T, h *testServer) {
	t.Helper()
	x := h.venue(object{"booking_terms": transferTerms(), "public_page": true, "guest_bookings": true})
	if got := h.owner("GET", x.path, nil).want(200); got.at("booking_terms", "bank_transfer") != true {
		t.Errorf("%s", got.Raw)
	}
	b := x.booked(60)
	path := "/v1/bookings/" + b.text("id")
	if got := h.owner("GET", path+"/payments", nil).want(200); got.at("bank_transfer") != nil { // there is no account
		t.Errorf("%s", got.Raw)
	}
	h.owner("PUT", "/v1/organization/bank-account", object{"iban": bankIBAN, "bic": "BYLADEM1001", "holder": "Nordlicht e. V."}).want(200)
	told := h.owner("GET", path+"/payments", nil).want(200)
	ref := told.text("bank_transfer", "payment_reference")
	if told.text("bank_transfer", "part") != "deposit" || told.number("bank_transfer", "amount") != 2700 || told.text("bank_transfer", "iban") != "DE02 1203 0000 0000 2020 51" ||
		told.text("bank_transfer", "due_at") != b.text("cost", "deposit_due_at") || !strings.Contains(told.text("bank_transfer", "code"), "\nEUR27.00\n\n"+strings.ReplaceAll(ref, " ", "")+"\n") {
		t.Errorf("%s", told.Raw)
	}
	guest := x.asks(61)
	if got := h.send("GET", guest, "", nil).want(200); got.at("bank_transfer") != nil { // nothing is booked
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", guest+":confirm", "", nil).want(200)
	asked := h.send("GET", guest, "", nil).want(200)
	theirs := asked.text("bank_transfer", "payment_reference")
	if asked.number("bank_transfer", "amount") != 2700 || theirs == ref || !strings.HasPrefix(asked.text("bank_transfer", "code_svg"), "<svg") {
		t.Errorf("%s", asked.Raw)
	}
	// Its page says the same, without a script.
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/b/"+h.guestToken(), nil))
	if page := w.Body.String(); !strings.Contains(page, theirs) || !strings.Contains(page, "IBAN DE02 1203 0000 0000 2020 51") || !strings.Contains(page, "<figure class=\"transfer\"><svg") {
		t.Errorf("%s", page)
	}
	late := x.booked(62)
	third := h.owner("GET", "/v1/bookings/"+late.text("id")+"/payments", nil).want(200).text("bank_transfer", "payment_reference")

	wrong := []byte(strings.ReplaceAll(theirs, " ", ""))
	wrong[9] = map[bool]byte{true: '3', false: '4'}[wrong[9] == '4']
	file := camt(bankIBAN, bankLine{amount: 2700, payer: "Choir", text: "deposit " + strings.ToLower(ref)}, bankLine{amount: 2000, payer: "Grace", text: string(wrong)},
		bankLine{amount: 5000, payer: "Late", text: "late " + third})
	h.statement(file).want(201)
	h.statement(file).want(200)
	h.statement(camt(bankIBAN, bankLine{amount: 2700, payer: "Choir", text: "deposit " + strings.ToLower(ref)})).want(201)
	paid := h.owner("GET", path+"/payments", nil).want(200)
	if list := paid.at("items").([]any); len(list) != 1 || paid.text("items", 0, "provider") != "bank_transfer" || paid.text("items", 0, "status") != "tickets" ||
		paid.text("bank_transfer", "part") != "balance" || paid.text("bank_transfer", "payment_reference") == ref {
		t.Errorf("%s", paid.Raw)
	}
	if got := h.owner("GET", path, nil).want(200); got.text("status") != "confirmed" {
		t.Errorf("%s", got.Raw)
	}

	// The desk: whose reference is nearly right is suggested; assigned in parts by id and by reference.
	desk := h.onDesk()
	near := desk[string(wrong)]
	if near.text("reason") != "unknown_reference" || near.text("suggestions", 0, "booking_id") != asked.text("booking", "id") || near.text("suggestions", 0, "booking_part") != "deposit" ||
		near.text("suggestions", 0, "name") != "Grace" || near.text("suggestions", 0, "reference") != theirs || near.at("suggestions", 0, "by_reference") != true {
		t.Errorf("%s", near.Raw)
	}
	at := func(of *answer, verb string) string {
		return "/v1/organization/bank-transactions/" + of.text("id") + ":" + verb
	}
	h.owner("POST", at(near, "assign"), object{}).problem(422, "invalid_request").names("order_id")
	h.owner("POST", at(near, "assign"), object{"booking_id": "bkg_3k9q0a7c1v5m"}).problem(422, "invalid_request").names("booking_id")
	h.owner("POST", at(near, "assign"), object{"booking_id": asked.text("booking", "id"), "order_id": theirs}).problem(422, "invalid_request").names("booking_id")
	h.owner("POST", at(near, "assign"), object{"booking_id": b.text("id")}).problem(409, "order_paid")
	part := h.owner("POST", at(near, "assign"), object{"order_id": theirs}).want(200)
	if part.text("status") != "part" || part.number("order", "due") != 700 || part.text("booking_id") != asked.text("booking", "id") || part.at("order_id") != nil || part.at("event_id") != nil {
		t.Errorf("%s", part.Raw)
	}
	h.statement(camt(bankIBAN, bankLine{amount: 700, payer: "Grace", text: theirs})).want(201)
	if got := h.send("GET", guest, "", nil).want(200); got.text("booking", "status") != "confirmed" || got.text("bank_transfer", "part") != "balance" {
		t.Errorf("%s", got.Raw)
	}
	// Too much pays it, and the rest is a refund that a person makes.
	over := desk["late "+third]
	if over.text("reason") != "too_much" || over.text("order", "booking_id") != late.text("id") || over.text("order", "status") != "pending" || over.number("order", "due") != 2700 {
		t.Errorf("%s", over.Raw)
	}
	done := h.owner("POST", at(over, "assign"), object{"booking_id": late.text("id"), "booking_part": "deposit"}).want(200)
	if done.text("status") != "matched" || done.number("applied") != 2700 || done.number("back") != 2300 || done.text("order", "status") != "confirmed" {
		t.Errorf("%s", done.Raw)
	}
	back := h.owner("GET", "/v1/bookings/"+late.text("id")+"/payments", nil).want(200)
	refund := back.text("items", 1, "refunds", 0, "id")
	if back.number("items", 1, "refunds", 0, "amount") != 2300 {
		t.Errorf("%s", back.Raw)
	}
	if got := h.owner("POST", "/v1/bookings/"+late.text("id")+"/refunds/"+refund+":mark-refunded", object{"reference": "Transfer of 3 May"}).want(200); got.text("status") != "done" {
		t.Errorf("%s", got.Raw)
	}
	csv := h.owner("GET", "/v1/organization/bank-transactions.csv", nil).want(200).Raw
	if !strings.Contains(csv, ","+late.text("id")+",deposit,\r\n") || strings.Contains(csv, "-deposit") {
		t.Errorf("%s", csv)
	}
	// One that lapses is confirmed by what comes late, while its time is free.
	lapsed := x.booked(63)
	fourth := h.owner("GET", "/v1/bookings/"+lapsed.text("id")+"/payments", nil).want(200).text("bank_transfer", "payment_reference")
	h.later(25 * time.Hour)
	if got := h.owner("GET", "/v1/bookings/"+lapsed.text("id")+"/payments", nil).want(200); got.at("bank_transfer") != nil {
		t.Errorf("%s", got.Raw)
	}
	h.statement(camt(bankIBAN, bankLine{amount: 2700, payer: "Late", text: fourth})).want(201)
	if got := h.owner("GET", "/v1/bookings/"+lapsed.text("id"), nil).want(200); got.text("status") != "confirmed" {
		t.Errorf("%s", got.Raw)
	}
	// Another organization can assign nothing to it.
	rival := h.rival(h.organization("Rival"))
	rival.owner("POST", at(near, "assign"), object{"booking_id": b.text("id")}).problem(404, "not_found")
	h.sound()
}
