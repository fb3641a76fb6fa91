package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

var deposit = object{"amount": 500, "currency": "EUR", "give_back": "unless_declined"}

// TestFeesOfPlaces: a resource says what a unit costs and asks for a fee; who joins pays it, is in the
// queue from then on, and reads where it is; what was paid goes back by its rule.
func TestFeesOfPlaces(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	path := "/v1/resources/harbour"
	with := func(more object) object {
		body := object{"name": "Table", "price": object{"amount": 4500, "currency": "EUR"}, "hold_fee": deposit, "waitlist_limit": 2}
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	h.owner("PUT", path, with(object{"price": object{"amount": 1, "currency": "XXY"}})).problem(422, "invalid_request").names("price.currency")
	h.owner("PUT", path, with(object{"hold_fee": object{"amount": 501, "currency": "HUF", "give_back": "never"}})).problem(422, "invalid_request").names("hold_fee.amount")
	h.owner("PUT", path, with(object{"hold_fee": object{"amount": 500, "currency": "EUR", "give_back": "sometimes"}})).problem(422, "invalid_request").names("hold_fee.give_back")
	h.owner("PUT", path, with(object{"hold_fee": object{"amount": 0, "currency": "EUR", "give_back": "never"}})).problem(422, "invalid_request").names("hold_fee.amount")
	made := h.owner("PUT", path, with(nil)).want(201)
	if made.number("price", "amount") != 4500 || made.text("hold_fee", "give_back") != "unless_declined" || made.number("hold_fee", "amount") != 500 {
		t.Errorf("%s", made.Raw)
	}
	join := func(who string) *answer {
		return h.owner("POST", path+"/waitlist:join", object{"user_id": who, "email": who + "@example.org"})
	}
	ada, bob := join("ada").want(201), join("bob").want(201)
	if ada.text("status") != "pending_payment" || ada.text("hold_fee", "status") != "open" || ada.at("position") != nil || ada.text("hold_fee", "due_at") == "" {
		t.Errorf("%s", ada.Raw)
	}
	join("cyd").problem(410, "resource_waitlist_full") // nobody pays for a place that is not there
	if got := h.owner("GET", path, nil).want(200); got.number("pending_payment") != 2 || got.number("waiting") != 0 {
		t.Errorf("%s", got.Raw)
	}
	entry := func(of *answer) string { return "/v1/resource-entries/" + of.text("id") }
	h.owner("POST", entry(ada)+":checkout", object{"provider": "manual"}).problem(422, "invalid_request").names("provider")
	h.owner("POST", entry(ada)+":checkout", object{"provider": "nobody"}).problem(404, "no_payment_provider")
	page := h.owner("POST", entry(bob)+":checkout", object{"provider": "testpay"}).want(200)
	if page.number("amount") != 500 || page.text("entry_id") != bob.text("id") || page.text("payment_url") == "" {
		t.Errorf("%s", page.Raw)
	}
	// Whoever comes back from the page has no place yet: the provider says so.
	if got := h.owner("GET", entry(bob), nil).want(200); got.text("status") != "pending_payment" {
		t.Errorf("%s", got.Raw)
	}
	h.choose(page.text("payment_url"), "pay")
	h.later(time.Minute)
	h.choose(h.owner("POST", entry(ada)+":checkout", object{"provider": "testpay"}).want(200).text("payment_url"), "pay")
	got := h.owner("GET", entry(ada), nil).want(200)
	if got.text("status") != "waiting" || got.number("position") != 2 || got.text("hold_fee", "status") != "paid" || got.text("history", 1, "reason") != "fee_paid" {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", entry(ada)+":checkout", object{"provider": "testpay"}).problem(409, "order_paid")
	list := h.owner("GET", path+"/waitlist", nil).want(200)
	if list.text("items", 0, "user_id") != "bob" || list.text("items", 1, "user_id") != "ada" {
		t.Errorf("%s", list.Raw)
	}

	// Bob declines, and what he has paid is kept; Ada is removed, and gets hers back.
	h.owner("POST", path+":capacity-released", object{"event_id": "a", "units": 1}).want(200)
	offered := h.owner("GET", entry(bob), nil).want(200)
	if offered.number("offers", 0, "price", "amount") != 4500 {
		t.Errorf("%s", offered.Raw)
	}
	h.owner("POST", "/v1/resource-offers/"+offered.text("offer_id")+":decline", nil).want(200)
	h.owner("POST", entry(ada)+":leave", object{"reason": "removed_by_staff"}).want(200)
	refund := h.owner("GET", entry(ada)+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id")
	// One that failed is due again when somebody says so.
	due, err := h.store.Payouts.Payout(t.Context(), h.owner("GET", "/v1/organization", nil).want(200).text("id"), refund)
	h.must(err)
	failed := *due
	failed.State = payments.PayoutFailed
	if moved, err := h.store.Payouts.MovePayout(t.Context(), &failed, due, nil); err != nil || !moved {
		t.Fatal(moved, err)
	}
	h.owner("POST", entry(ada)+"/refunds/"+refund+":retry", nil).want(200)
	h.settleAll()
	if got := h.owner("GET", entry(bob), nil).want(200); got.text("hold_fee", "status") != "kept" {
		t.Errorf("%s", got.Raw)
	}
	if got := h.owner("GET", entry(ada), nil).want(200); got.text("hold_fee", "status") != "given_back" {
		t.Errorf("%s", got.Raw)
	}
	paid := h.owner("GET", entry(ada)+"/payments", nil).want(200)
	if paid.text("items", 0, "provider") != "testpay" || paid.number("items", 0, "refunds", 0, "amount") != 500 || paid.text("payment_providers", 0) != "testpay" {
		t.Errorf("%s", paid.Raw)
	}
	h.owner("POST", entry(ada)+"/refunds/"+refund+":retry", nil).problem(409, "refund_not_failed")
	h.owner("POST", entry(ada)+"/refunds/"+refund+":mark-refunded", object{"reference": "Transfer"}).problem(409, "refund_not_manual")
	h.owner("POST", entry(bob)+"/refunds/"+refund+":retry", nil).problem(404, "not_found")
	h.owner("POST", entry(bob)+"/refunds/"+refund+":mark-refunded", object{"reference": "Transfer"}).problem(404, "not_found")

	// Whoever does not pay in time has no place.
	late := join("late").want(201)
	h.later(31 * time.Minute)
	h.owner("POST", entry(late)+":checkout", object{"provider": "testpay"}).problem(409, "order_not_payable")
	join("cyd").want(201)
	if got := h.owner("GET", entry(late), nil).want(200); got.text("status") != "unpaid" || got.text("hold_fee", "status") != "unpaid" || got.text("history", 1, "reason") != "fee_unpaid" {
		t.Errorf("%s", got.Raw)
	}
	h.sound()
}

// TestPeoplePayForPlaces: somebody who joins by themselves reads what it costs before, pays behind
// the link, and reads that it goes back: by the API, and by forms.
func TestPeoplePayForPlaces(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	path, public := h.openTables(object{"terms": "", "hold_fee": deposit, "price": object{"amount": 4500, "currency": "EUR"}})
	read := func(of string, words ...string) {
		t.Helper()
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, of, nil))
		for _, word := range words {
			if !strings.Contains(w.Body.String(), word) {
				t.Errorf("%s: no %q in %s", of, word, w.Body.String())
			}
		}
	}
	form := func(to string, status int, word string) {
		t.Helper()
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, to, nil))
		if w.Code != status || !strings.Contains(w.Body.String(), word) {
			t.Errorf("%s: %d %s", to, w.Code, w.Body)
		}
	}
	seen := h.send("GET", public, "", nil).want(200)
	if seen.number("hold_fee", "amount") != 500 || seen.number("price", "amount") != 4500 {
		t.Errorf("%s", seen.Raw)
	}
	read("/resources/"+seen.text("id"), "Waitlist fee", "€5.00", "You get the fee back unless you decline", "€45.00", "confirm there and pay the fee")
	ask := func(who string) (place, link string) {
		h.send("POST", public+"/waitlist", "", object{"name": who, "email": who + "@example.org"}).want(202)
		token := h.placeToken(accountmail.ResourceAddressMail)
		return "/v1/resource-places/" + token, "/w/" + token
	}
	place, link := ask("ada")
	h.send("POST", place+":checkout", "", object{"provider": "testpay"}).problem(409, "resource_not_joined")
	if got := h.send("POST", place+":confirm", "", nil).want(200); got.text("status") != "pending_payment" || got.text("payment_providers", 0) != "testpay" || got.at("position") != nil {
		t.Errorf("%s", got.Raw)
	}
	h.letters = nil
	h.send("POST", public+"/waitlist", "", object{"name": "Ada", "email": "ada@example.org"}).want(202)
	h.placeToken(accountmail.ResourceFeeMail) // who asks again is led to pay
	read(link, "Pay to join the waitlist", link+"/pay/testpay", "€5.00", "Pay by")
	form(link+"/pay/testpay", 200, "/testpay/")
	form(link+"/pay/nobody", 404, "")
	h.choose(h.send("POST", place+":checkout", "", object{"provider": "testpay"}).want(200).text("payment_url"), "pay")
	h.send("POST", place+":checkout", "", object{"provider": "testpay"}).problem(409, "order_paid")
	form(link+"/pay/testpay", 409, "")
	read(link, "You’re on the waitlist", "#1", "You paid the fee.", "€45.00")
	h.owner("POST", path+":capacity-released", object{"event_id": "a", "units": 1}).want(200)
	if got := h.send("GET", place, "", nil).want(200); got.number("offer", "price", "amount") != 4500 || got.text("hold_fee", "status") != "paid" {
		t.Errorf("%s", got.Raw)
	}
	read(link, "It’s your turn", "Price", "€45.00")
	h.send("POST", place+":accept", "", nil).want(200)
	h.settleAll()
	read(link, "It’s yours", "Your fee of €5.00 goes back to you")
	second, also := ask("bob")
	h.send("POST", second+":confirm", "", nil).want(200)
	h.later(31 * time.Minute)
	read(also, "The fee wasn’t paid in time")
	h.send("POST", second+":checkout", "", object{"provider": "testpay"}).problem(409, "order_not_payable")
	h.sound()
}

// TestFeesNobodyCanPay: a resource asks for a fee only where somebody could pay it, on a page or by hand. What it asks
// for already stays, and so do its other rules.
func TestFeesNobodyCanPay(t *testing.T) {
	t.Parallel()
	b := newServerPaidBy(t, testdb.SQLite(t), func(c *merchant.Config) { c.Own = true })
	ada := b.tenant("Ada")
	b.stripe.Account(adaKey, adaHook)
	path := "/v1/resources/harbour"
	with := func(name string, amount int) object {
		return object{"name": name, "hold_fee": object{"amount": amount, "currency": "EUR", "give_back": "never"}}
	}
	refused := func(amount int) {
		t.Helper()
		body := with("Table", amount)
		if raw := ada.owner("PUT", path, body).problem(422, "invalid_request").names("hold_fee").Raw; !strings.Contains(raw, `"no_payment_provider"`) {
			t.Error(raw)
		}
		body["key"] = "another"
		ada.owner("POST", "/v1/resources", body).problem(422, "invalid_request").names("hold_fee")
	}
	refused(500)
	ada.owner("GET", path, nil).problem(404, "not_found")
	// A price alone is charged nowhere here.
	ada.owner("PUT", path, object{"name": "Table", "price": object{"amount": 4500, "currency": "EUR"}}).want(201)
	// Keys without the secret of their webhook are no account yet.
	made := ada.owner("POST", accountsPath, object{"provider": "stripe", "secret_key": adaKey}).want(201)
	refused(500)
	account := accountsPath + "/" + made.text("id")
	ada.owner("POST", account+":change-keys", object{"webhook_secret": adaHook}).want(200)
	ada.owner("PUT", path, with("Table", 500)).want(200)
	ada.owner("DELETE", account, nil).want(200)
	if got := ada.owner("PUT", path, with("Renamed", 500)).want(200); got.text("name") != "Renamed" || got.number("hold_fee", "amount") != 500 {
		t.Errorf("%s", got.Raw)
	}
	refused(700)
	if got := ada.owner("GET", path, nil).want(200); got.text("name") != "Renamed" || got.number("hold_fee", "amount") != 500 {
		t.Errorf("what was refused has changed something: %s", got.Raw)
	}
	entry := ada.owner("POST", path+"/waitlist:join", object{"user_id": "a", "email": "a@example.org"}).want(201).text("id")
	ada.owner("POST", "/v1/resource-entries/"+entry+":mark-paid", object{"reference": "Receipt"}).problem(404, "no_payment_provider")
	b.sound()
}

// TestFeesByHand: where an organization has no provider with a page, a fee is paid at the desk: staff say so, the
// place counts from then, and its person reads how it is paid. It is given back by hand, too. With invoices on, the
// fee has one, with its tax, and what goes back a credit note, which staff and the person can read.
func TestFeesByHand(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		b := newBankedServer(t, url, func(c *merchant.Config) { c.Own = true })
		ada := b.tenant("Ada")
		path := "/v1/resources/harbour"
		fee := object{"amount": 1190, "currency": "EUR", "tax_rate_bp": 1900, "give_back": "unless_declined"}
		body := object{"name": "Table", "public_page": true, "hold_fee": fee}
		fee["tax_rate_bp"] = 10000
		ada.owner("PUT", path, body).problem(422, "invalid_request").names("hold_fee.tax_rate_bp")
		fee["tax_rate_bp"] = 1900
		made := ada.owner("PUT", path, body).want(201)
		if made.number("hold_fee", "tax_rate_bp") != 1900 {
			t.Errorf("%s", made.Raw)
		}
		ada.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
		join := func(who string) string {
			got := ada.owner("POST", path+"/waitlist:join", object{"user_id": who, "email": who + "@example.org", "name": who}).want(201)
			if got.text("status") != "pending_payment" || got.number("hold_fee", "tax_rate_bp") != 1900 {
				t.Errorf("%s", got.Raw)
			}
			return "/v1/resource-entries/" + got.text("id")
		}
		first, second := join("ann"), join("ben")
		read := func(of string, words ...string) string {
			t.Helper()
			w := httptest.NewRecorder()
			b.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, of, nil))
			for _, word := range words {
				if !strings.Contains(w.Body.String(), word) {
					t.Errorf("%s: no %q in %s", of, word, w.Body.String())
				}
			}
			return w.Body.String()
		}
		link := func(entry string) string {
			t.Helper()
			return "/w/" + b.links.PlaceToken(strings.TrimPrefix(entry, "/v1/resource-entries/"))
		}
		read(link(second), "Please pay the fee directly to", "€11.90")
		ada.owner("POST", second+":checkout", object{}).problem(404, "no_payment_provider")
		ada.owner("POST", second+":mark-paid", object{"reference": ""}).problem(422, "invalid_request").names("reference")
		ada.owner("POST", second+":mark-paid", object{"reference": "Receipt 1", "amount": 1189}).problem(422, "amount_mismatch").names("amount")
		for range 2 { // the second time it is recorded already
			if got := ada.owner("POST", second+":mark-paid", object{"reference": "Receipt 1"}).want(200); got.text("status") != "tickets" || got.number("amount") != 1190 || got.text("reference") != "Receipt 1" {
				t.Errorf("%s", got.Raw)
			}
		}
		ada.owner("POST", second+":mark-paid", object{"reference": "Receipt 2"}).problem(409, "order_paid")
		ada.owner("POST", first+":mark-paid", object{"reference": "Receipt 1", "amount": 1190}).want(200)
		list := ada.owner("GET", path+"/waitlist", nil).want(200)
		if list.text("items", 0, "user_id") != "ben" || list.text("items", 1, "user_id") != "ann" {
			t.Errorf("whoever paid first is not first: %s", list.Raw)
		}

		documents := ada.owner("GET", second+"/invoices", nil).want(200)
		id := documents.text("items", 0, "id")
		if documents.number("items", 0, "gross") != 1190 || documents.number("items", 0, "tax") != 190 || documents.text("items", 0, "resource_entry_id") == "" || documents.text("items", 0, "buyer") != "ben" {
			t.Errorf("%s", documents.Raw)
		}
		one := second + "/invoices/" + id
		d := ada.owner("GET", one, nil).want(200)
		if d.text("lines", 0, "text") != "Waitlist fee" || d.number("lines", 0, "tax_rate_bp") != 1900 || d.text("title") != "Table" {
			t.Errorf("%s", d.Raw)
		}
		if pdf := ada.owner("GET", one+"/document.pdf", nil).want(200); !strings.HasPrefix(pdf.Raw, "%PDF-") {
			t.Errorf("%.60s", pdf.Raw)
		}
		if xml := ada.owner("GET", one+"/document.xml", nil).want(200).Raw; !strings.Contains(xml, ">11.90<") || !strings.Contains(xml, ">1.90<") {
			t.Errorf("%s", xml)
		}
		ada.owner("GET", first+"/invoices/"+id, nil).problem(404, "not_found") // it is another place's
		if bob := b.tenant("Bob"); bob.owner("GET", one, nil).Status != 404 || bob.owner("GET", second+"/invoices", nil).Status != 404 || bob.owner("POST", second+":mark-paid", object{"reference": "x"}).Status != 404 {
			t.Error("another organization reaches it")
		}
		page := read(link(second), "You’re on the waitlist", "/invoices/"+id+"/document.pdf")
		if !strings.Contains(page, d.text("number")) {
			t.Errorf("no number in %s", page)
		}
		if pdf := read(link(second) + "/invoices/" + id + "/document.pdf"); !strings.HasPrefix(pdf, "%PDF-") {
			t.Errorf("%.60s", pdf)
		}
		read(link(second)+"/invoices/"+id+"/document.xml", ">11.90<")
		if text := read(link(first) + "/invoices/" + id + "/document.pdf"); strings.HasPrefix(text, "%PDF-") {
			t.Error("the link of another place leads to the document")
		}

		ada.owner("POST", second+":leave", object{"reason": "removed_by_staff"}).want(200)
		b.settleAll()
		paid := ada.owner("GET", second+"/payments", nil).want(200)
		refund := paid.text("items", 0, "refunds", 0, "id")
		if paid.text("items", 0, "provider") != "manual" || paid.text("items", 0, "refunds", 0, "status") == "done" {
			t.Errorf("%s", paid.Raw)
		}
		for range 2 {
			if got := ada.owner("POST", second+"/refunds/"+refund+":mark-refunded", object{"reference": "Cash"}).want(200); got.text("status") != "done" || got.number("amount") != 1190 {
				t.Errorf("%s", got.Raw)
			}
		}
		all := ada.owner("GET", "/v1/invoices", nil).want(200)
		if n := len(all.at("items").([]any)); n != 3 || all.text("items", 0, "kind") != "credit_note" || all.text("items", 0, "refers_to") != id || all.at("items", 0, "event_id") != nil {
			t.Errorf("%s", all.Raw)
		}
		if csv := ada.owner("GET", "/v1/invoices.csv", nil).want(200).Raw; strings.Count(csv, "SEA-") < 3 || !strings.Contains(csv, "-11.90") {
			t.Errorf("%s", csv)
		}
		b.sound()
	})
}

// TestAFeeOfAClosedAccountGoesBackByHand: the keys of an account are kept while somebody waits who has
// paid there, and what they are owed comes from it. A refund that it did not make and for which it has
// no keys any more is made by hand, and whoever makes it says so.
func TestAFeeOfAClosedAccountGoesBackByHand(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		b := newBankedServer(t, url, nil)
		ada := b.tenant("Ada")
		bank := b.stripe.Account(adaKey, adaHook)
		account := ada.connect(object{"provider": "stripe", "secret_key": adaKey}, object{"webhook_secret": adaHook})
		path := "/v1/resources/harbour"
		ada.owner("PUT", path, object{"name": "Table", "hold_fee": deposit}).want(201)
		join := func(who string) (entry string) {
			entry = "/v1/resource-entries/" + ada.owner("POST", path+"/waitlist:join", object{"user_id": who, "email": who + "@example.org"}).want(201).text("id")
			at := ada.owner("POST", entry+":checkout", object{"provider": "stripe"}).want(200).text("payment_url")
			b.hear("stripe", account, bank.Pay(at[strings.LastIndexAny(at, "/=")+1:])).want(200)
			b.settleAll()
			if got := ada.owner("GET", entry, nil).want(200); got.text("status") != "waiting" || got.text("hold_fee", "status") != "paid" {
				t.Fatalf("%s", got.Raw)
			}
			return entry
		}
		waits, left := join("ann"), join("ben")
		later := func(closes int) {
			t.Helper()
			b.clock.Add(int64((31 + 180 + 1) * 24 * time.Hour))
			if n, err := b.merchants.Close(t.Context()); n != closes || err != nil {
				t.Fatalf("%d accounts are closed, %v", n, err)
			}
		}
		if got := ada.owner("DELETE", accountsPath+"/"+account, nil).want(200).text("status"); got != "retired" {
			t.Errorf("the account is %s", got)
		}
		later(0) // they may leave, or be removed
		ada.owner("POST", waits+":leave", object{"reason": "removed_by_staff"}).want(200)
		b.settleAll()
		if bank.Refunds() != 1 {
			t.Errorf("the account has made %d refunds", bank.Refunds())
		}

		ada.owner("POST", left+":leave", object{"reason": "removed_by_staff"}).want(200)
		refund := ada.owner("GET", left+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id")
		due, err := b.store.Payouts.Payout(t.Context(), ada.owner("GET", "/v1/organization", nil).want(200).text("id"), refund)
		b.must(err)
		failed := *due
		failed.State = payments.PayoutFailed
		if moved, err := b.store.Payouts.MovePayout(t.Context(), &failed, due, nil); err != nil || !moved {
			t.Fatal(moved, err)
		}
		by := left + "/refunds/" + refund + ":mark-refunded"
		ada.owner("POST", by, object{"reference": "Transfer of 3 May"}).problem(409, "refund_not_manual") // the account has its keys
		later(1)
		ada.owner("POST", by, object{"reference": ""}).problem(422, "invalid_request").names("reference")
		for range 2 { // the second time it is recorded already
			if got := ada.owner("POST", by, object{"reference": "Transfer of 3 May"}).want(200); got.text("status") != "done" || got.number("amount") != 500 {
				t.Errorf("%s", got.Raw)
			}
		}
		if got := ada.owner("GET", left, nil).want(200); got.text("hold_fee", "status") != "given_back" || bank.Refunds() != 1 {
			t.Errorf("%d refunds, %s", bank.Refunds(), got.Raw)
		}
		b.sound()
	})
}
