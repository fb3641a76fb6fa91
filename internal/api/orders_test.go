package api_test

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/picture/shelf"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/upload"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// sale is an event with three tiers out of one pool: an early bird with a
// window, a regular one, and a few in front.
func (h *testServer) sale(capacity int, change ...func(object)) (event string, tiers map[string]string) {
	h.t.Helper()
	soon := h.now().Add(48 * time.Hour).UTC().Truncate(time.Second).Format(time.RFC3339)
	event = h.event(capacity, append([]func(object){func(e object) {
		e["currency"] = "EUR"
		e["tiers"] = []object{
			{"name": "Regular", "price": 2000, "tax_rate_bp": 1900},
			{"name": "Early bird", "price": 1500, "tax_rate_bp": 1900, "sale_ends_at": soon, "max_per_order": 2},
			{"name": "Front", "price": 5000, "tax_rate_bp": 700, "tax_included": false, "capacity": 2},
		}
	}}, change...)...)
	got := h.owner("GET", event, nil).want(200)
	tiers = map[string]string{}
	for i, name := range []string{"Regular", "Early bird", "Front"} {
		if got.text("tiers", i, "name") != name {
			h.t.Fatalf("tiers: %s", got.Raw)
		}
		tiers[name] = got.text("tiers", i, "id")
	}
	return event, tiers
}

// buy is the body of an order: tier and quantity by turns.
func buy(user string, lines ...any) object {
	items := []object{}
	for i := 0; i < len(lines); i += 2 {
		items = append(items, object{"tier_id": lines[i], "quantity": lines[i+1]})
	}
	return object{"user_id": user, "email": user + "@example.org", "name": user, "items": items}
}

// with adds a field to a body.
func with(o object, name string, value any) object {
	o[name] = value
	return o
}

// pay says that a payment for an order came in.
func (h *testServer) pay(order, payment string, amount int64) inventory.Outcome {
	h.t.Helper()
	event := "evt_" + order[len("ord_"):len("ord_")+12]
	reply, err := h.seq.Submit(context.Background(), sequencer.Request{EventID: event, Command: inventory.Pay{
		Who: inventory.Who{Actor: "system"}, OrderID: order, PaymentID: payment, Amount: amount, Currency: "EUR",
	}})
	h.must(err)
	return reply.Outcome
}

func (h *testServer) verified() (*verify.Report, error) {
	return verify.Run(context.Background(), h.store, verify.Options{
		WithoutJobs: true, AuditKeys: []ed25519.PublicKey{h.auditKey}, Logs: h.logs.Signer,
		Pictures: func(ctx context.Context, p *events.Picture) (string, bool, error) {
			return shelf.Wrong(ctx, h.files, p)
		},
		Uploads: func(ctx context.Context, u *audience.Upload) (wrong, there bool, err error) {
			return upload.Wrong(ctx, h.files, u)
		},
	})
}

// sound runs every check of the database.
func (h *testServer) sound() {
	h.t.Helper()
	report, err := h.verified()
	h.must(err)
	if !report.Clean() {
		var text strings.Builder
		h.must(report.WriteText(&text))
		h.t.Fatal(text.String())
	}
}

// TestOrderStory: three tiers out of one pool, two people order, one lets the
// hold lapse and the next on the waitlist is offered it, a partial refund returns a unit
// to the waitlist.
func TestOrderStory(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tier := h.sale(3)
	ada := h.owner("POST", event+"/orders", buy("ada", tier["Early bird"], 1, tier["Regular"], 1)).want(201)
	if ada.text("status") != "pending" || ada.number("total") != 3500 || ada.text("currency") != "EUR" || ada.number("units") != 2 ||
		ada.number("items", 0, "net") != 1261 || ada.number("items", 0, "tax") != 239 || ada.text("expires_at") == "" {
		t.Fatalf("ada: %s", ada.Raw)
	}
	bob := h.owner("POST", event+"/orders", buy("bob", tier["Front"], 1)).want(201)
	if bob.number("total") != 5350 || bob.number("tax") != 350 {
		t.Errorf("tax on top: %s", bob.Raw)
	}
	h.owner("POST", event+"/orders", buy("cyd", tier["Regular"], 1)).problem(409, "sold_out").names("items[0].tier_id")
	cyd := h.owner("POST", event+"/waitlist:join", object{"user_id": "cyd", "name": "Cyd", "tier_id": tier["Regular"]}).want(201)
	dan := h.owner("POST", event+"/waitlist:join", object{"user_id": "dan", "name": "Dan", "tier_id": tier["Regular"]}).want(201)

	paid := h.pay(ada.text("id"), "pay_ada", 3500)
	if paid.Status != "confirmed" {
		t.Fatalf("ada pays: %+v", paid)
	}
	order := h.owner("GET", "/v1/orders/"+ada.text("id"), nil).want(200)
	if order.text("status") != "confirmed" || order.number("paid") != 3500 || !strings.HasPrefix(order.text("items", 1, "ticket_id"), "tkt_") {
		t.Errorf("paid: %s", order.Raw)
	}

	h.later(16 * time.Minute) // bob lets the hold lapse
	lapsed := h.pay(bob.text("id"), "pay_bob", 5350)
	if lapsed.Status != "refund_due" || lapsed.Refund != 5350 {
		t.Errorf("bob pays too late, and the unit is owed to the waitlist: %+v", lapsed)
	}
	entry := h.owner("GET", "/v1/waitlist/"+cyd.text("entry_id"), nil).want(200)
	offer := entry.text("offer", "id")
	if entry.text("status") != "offered" || offer == "" {
		t.Fatalf("cyd is next: %s", entry.Raw)
	}
	token := h.link(identity.OfferLink, offer, h.personID(event, "cyd"))
	accepted := h.send("POST", "/v1/offers/"+offer+":accept", token, nil).want(200)
	if accepted.text("status") != "pending" || accepted.number("total") != 2000 || accepted.text("expires_at") == "" {
		t.Fatalf("accepted: %s", accepted.Raw)
	}
	if again := h.send("POST", "/v1/offers/"+offer+":accept", token, nil).want(200); again.text("status") != "pending" {
		t.Errorf("accepted again: %s", again.Raw)
	}
	if o := h.pay(accepted.text("order_id"), "pay_cyd", 2000); o.Status != "confirmed" {
		t.Errorf("cyd pays: %+v", o)
	}

	refund := h.as(identity.BoxOffice, "POST", "/v1/orders/"+ada.text("id")+":refund", object{"items": []int{1}}).want(200)
	if refund.number("refund") != 1500 || refund.text("order", "status") != "confirmed" || refund.number("order", "units") != 1 || refund.number("order", "refunded") != 1500 {
		t.Errorf("refund: %s", refund.Raw)
	}
	if e := h.owner("GET", "/v1/waitlist/"+dan.text("entry_id"), nil).want(200); e.text("status") != "offered" {
		t.Errorf("the unit goes to dan: %s", e.Raw)
	}
	due, err := h.store.Orders.RefundsDue(t.Context(), strings.TrimPrefix(event, "/v1/events/"), 0, 10)
	if err != nil || len(due) != 2 || due[0].PaymentID != "pay_bob" || due[1].PaymentID != "pay_ada" || due[1].Amount != 1500 {
		t.Errorf("due back: %+v, %v", due, err)
	}
	if list := h.owner("GET", event+"/orders?status=confirmed", nil).want(200); len(list.at("items").([]any)) != 2 {
		t.Errorf("confirmed orders: %s", list.Raw)
	}
	h.sound()
}

// Each of these is refused with the field named, and changes nothing.
func TestBadOrders(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	other, theirs := h.sale(9)
	h.owner("POST", other+"/codes", object{"code": "THEIRS", "kind": "promo", "percent_bp": 100}).want(201)
	later := h.now().Add(time.Hour).UTC().Truncate(time.Second).Format(time.RFC3339)
	event, tier := h.sale(20, func(e object) {
		e["limit_per_person"] = 5
		e["tiers"] = append(e["tiers"].([]object),
			object{"name": "Late", "price": 1, "sale_starts_at": later}, object{"name": "Secret", "price": 1, "hidden": true})
	})
	all := h.owner("GET", event, nil).want(200)
	late, secret := all.text("tiers", 3, "id"), all.text("tiers", 4, "id")
	for code, terms := range map[string]object{
		"ONCE": {"percent_bp": 5000, "max_uses": 1}, "SOON": {"percent_bp": 5000, "starts_at": later}, "OFF": {"amount": 5, "disabled": true},
		"FRONT": {"amount": 5, "tier_ids": []string{tier["Front"]}},
	} {
		h.owner("POST", event+"/codes", with(with(terms, "code", code), "kind", "promo")).want(201)
	}
	h.owner("POST", event+"/codes", object{"code": "door", "kind": "access", "tier_ids": []string{secret}}).want(201)
	h.owner("POST", event+"/orders", with(buy("first", tier["Regular"], 1), "promo_code", "once")).want(201)
	before := h.owner("GET", event+"/audit?limit=200", nil).want(200).Raw
	regular := tier["Regular"]
	for name, c := range map[string]struct {
		body   object
		status int
		code   string
		field  string
	}{
		"quantity 0":               {buy("u", regular, 0), 422, "invalid_request", "items[0].quantity"},
		"negative":                 {buy("u", regular, -1), 422, "invalid_request", "items[0].quantity"},
		"too many":                 {buy("u", regular, 101), 422, "invalid_request", "items[0].quantity"},
		"too many in all":          {buy("u", regular, 60, regular, 60), 422, "quantity_out_of_range", "items[1].quantity"},
		"nothing":                  {buy("u"), 422, "invalid_request", "items"},
		"over the limit per order": {buy("u", tier["Early bird"], 1, tier["Early bird"], 2), 422, "limit_per_order", "items[1].quantity"},
		"over the limit":           {buy("u", regular, 6), 409, "limit_per_person", ""},
		"over it with another":     {buy("first", regular, 5), 409, "limit_per_person", ""},
		"another event's tier":     {buy("u", regular, 1, theirs["Regular"], 1), 422, "invalid_request", "items[1].tier_id"},
		"not open yet":             {buy("pub", late, 1), 409, "sale_not_open", "items[0].tier_id"},
		"hidden":                   {buy("pub", secret, 1), 404, "not_found", "items[0].tier_id"},
		"another currency":         {with(buy("u", regular, 1), "currency", "USD"), 422, "currency_mismatch", "currency"},
		"no currency":              {with(buy("u", regular, 1), "currency", "eur"), 422, "invalid_request", "currency"},
		"no such code":             {with(buy("u", regular, 1), "promo_code", "NONE"), 422, "code_unknown", "promo_code"},
		"another event's code":     {with(buy("u", regular, 1), "promo_code", "THEIRS"), 422, "code_unknown", "promo_code"},
		"an access code as promo":  {with(buy("u", regular, 1), "promo_code", "DOOR"), 422, "code_unknown", "promo_code"},
		"used up":                  {with(buy("u", regular, 1), "promo_code", "ONCE"), 409, "code_used_up", "promo_code"},
		"not valid yet":            {with(buy("u", regular, 1), "promo_code", "SOON"), 409, "code_not_valid", "promo_code"},
		"disabled":                 {with(buy("u", regular, 1), "promo_code", "OFF"), 409, "code_not_valid", "promo_code"},
		"for another tier":         {with(buy("u", regular, 1), "promo_code", "FRONT"), 422, "code_not_applicable", "promo_code"},
		"opens nothing ordered":    {with(buy("u", regular, 1), "access_code", "DOOR"), 422, "code_not_applicable", "access_code"},
		"sold out together":        {buy("u", regular, 1, tier["Front"], 3), 409, "sold_out", "items[1].tier_id"},
	} {
		token := h.keys[identity.Owner]
		if c.body["user_id"] == "pub" {
			token = ""
			delete(c.body, "user_id")
		}
		a := h.send("POST", event+"/orders", token, c.body)
		if a.Status != c.status || a.Body["code"] != c.code {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		} else if c.field != "" {
			a.names(c.field)
		}
	}
	h.owner("POST", event+"/registrations", with(person("reg"), "tier_id", regular)).problem(409, "payment_required").names("tier_id")
	if after := h.owner("GET", event+"/audit?limit=200", nil).want(200).Raw; after != before {
		t.Error("a refused order changed something")
	}
	h.later(49 * time.Hour)
	early := buy("p", tier["Early bird"], 1)
	delete(early, "user_id")
	h.send("POST", event+"/orders", "", early).problem(409, "sale_over").names("items[0].tier_id")
	h.sound()
}

// What an organizer can set wrongly.
func TestBadTiersAndCodes(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	tier := func(fields object) func(object) {
		return func(e object) {
			e["currency"] = "EUR"
			e["tiers"] = []object{with(fields, "name", "A")}
		}
	}
	for field, change := range map[string]func(object){
		"currency":               func(e object) { e["tiers"] = []object{{"name": "A", "price": 5}} },
		"tiers[0].currency":      tier(object{"price": 5, "currency": "USD"}),
		"tiers[0].price":         tier(object{"price": -1}),
		"tiers[0].tax_rate_bp":   tier(object{"price": 5, "tax_rate_bp": 10001}),
		"tiers[0].sale_ends_at":  tier(object{"price": 5, "sale_starts_at": "2030-01-02T00:00:00Z", "sale_ends_at": "2030-01-01T00:00:00Z"}),
		"tiers[0].max_per_order": tier(object{"price": 5, "max_per_order": 101}),
		"orders.hold_seconds":    func(e object) { e["orders"] = object{"hold_seconds": 1} },
	} {
		h.owner("POST", "/v1/events", h.newEvent(5, change)).problem(422, "invalid_request").names(field)
	}
	event, tiers := h.sale(5)
	code := h.owner("POST", event+"/codes", object{"code": " ten ", "kind": "promo", "percent_bp": 1000, "max_uses": 2}).want(201)
	if code.text("code") != "TEN" || code.number("used") != 0 {
		t.Errorf("code: %s", code.Raw)
	}
	for field, body := range map[string]object{
		"percent_bp":  {"code": "X", "kind": "promo"},
		"amount":      {"code": "X", "kind": "promo", "percent_bp": 1, "amount": 1},
		"kind":        {"code": "X", "kind": "access", "amount": 1},
		"tier_ids[0]": {"code": "X", "kind": "access", "tier_ids": []string{"tir_nobody"}},
		"ends_at":     {"code": "X", "kind": "access", "starts_at": "2030-01-02T00:00:00Z", "ends_at": "2030-01-01T00:00:00Z"},
		"code":        {"code": "A,B", "kind": "access"},
	} {
		h.owner("POST", event+"/codes", body).problem(422, "invalid_request").names(field)
	}
	h.owner("POST", event+"/codes", object{"code": "TEN", "kind": "promo", "amount": 1}).problem(409, "already_exists").names("code")
	for _, user := range []string{"a", "b"} {
		h.owner("POST", event+"/orders", with(buy(user, tiers["Regular"], 1), "promo_code", "ten")).want(201)
	}
	path := event + "/codes/" + code.text("id")
	h.owner("PATCH", path, object{"max_uses": 1}).problem(422, "invalid_settings").names("max_uses")
	if got := h.owner("PATCH", path, object{"max_uses": 3}).want(200); got.number("used") != 2 || got.number("max_uses") != 3 {
		t.Errorf("changed: %s", got.Raw)
	}
	h.owner("DELETE", path, nil).want(200)
	if got := h.owner("GET", path, nil).want(200); got.at("disabled") != true {
		t.Errorf("deleted: %s", got.Raw)
	}
	h.owner("GET", event+"/codes/cod_000000000000ffffffffffffffff", nil).problem(404, "not_found")
	h.owner("PATCH", event, object{"tiers": []object{{"id": "tir_nobody"}}}).problem(422, "invalid_request").names("tiers[0].id")
	h.owner("PATCH", event, object{"currency": "USD"}).problem(422, "invalid_settings").names("currency")
	h.sound()
}

// A price that changes does not touch who has ordered; a tier can be added.
func TestPricesChange(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(5)
	first := h.owner("POST", event+"/orders", buy("a", tiers["Regular"], 1)).want(201)
	changed := h.owner("PATCH", event, object{"tiers": []object{
		{"id": tiers["Regular"], "price": 9900}, {"name": "Student", "price": 100},
	}, "orders": object{"hold_seconds": 60}}).want(200)
	if changed.number("tiers", 0, "price") != 9900 || changed.text("tiers", 3, "name") != "Student" || changed.number("orders", "hold_seconds") != 60 {
		t.Fatalf("changed: %s", changed.Raw)
	}
	if o := h.pay(first.text("id"), "pay_a", 2000); o.Status != "confirmed" {
		t.Errorf("the old price: %+v", o)
	}
	second := h.owner("POST", event+"/orders", buy("b", tiers["Regular"], 1, changed.text("tiers", 3, "id"), 1)).want(201)
	if second.number("total") != 10000 {
		t.Errorf("the new price: %s", second.Raw)
	}
	if left := second.at("expires_at"); left == "" {
		t.Errorf("no deadline: %s", second.Raw)
	}
	h.sound()
}

// Access codes show and sell what is hidden, to the public too.
func TestAccessCode(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, _ := h.sale(5, func(e object) {
		e["tiers"] = append(e["tiers"].([]object), object{"name": "Friends", "price": 0, "hidden": true})
	})
	friends := h.owner("GET", event, nil).want(200).text("tiers", 3, "id")
	h.owner("POST", event+"/codes", object{"code": "FRIEND", "kind": "access", "tier_ids": []string{friends}}).want(201)
	if a := h.send("GET", event, "", nil).want(200); strings.Contains(a.Raw, friends) {
		t.Errorf("the public sees a hidden tier: %s", a.Raw)
	}
	if a := h.send("POST", event+"/codes:try", "", object{"code": "friend"}).want(200); a.text("tiers", 0, "id") != friends || a.text("kind") != "access" {
		t.Errorf("what the code opens: %s", a.Raw)
	}
	h.send("POST", event+"/codes:try", "", object{"code": "guess"}).problem(404, "not_found")
	body := object{"email": "p@example.org", "name": "P", "items": []object{{"tier_id": friends, "quantity": 1}}, "access_code": "friend"}
	a := h.send("POST", event+"/orders", "", body, "Idempotency-Key: one").want(201)
	if a.text("status") != "confirmed" || a.number("total") != 0 || a.at("expires_at") != nil {
		t.Errorf("what costs nothing is confirmed at once: %s", a.Raw)
	}
	if a.text("items", 0, "tier_name") != "Friends" {
		t.Errorf("the order does not say what the public page does not: %s", a.Raw)
	}
	if b := h.send("POST", event+"/orders", "", body, "Idempotency-Key: one").want(201); b.text("id") != a.text("id") {
		t.Errorf("the same request made another order: %s", b.Raw)
	}
	h.sound()
}

// 500 orders at once for the one use that a code has left.
func TestLastUseOfCode(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(1000)
	h.owner("POST", event+"/codes", object{"code": "LAST", "kind": "promo", "percent_bp": 10000, "max_uses": 1}).want(201)
	var wait sync.WaitGroup
	codes := make([]string, 500)
	for i := range codes {
		wait.Add(1)
		go func() {
			defer wait.Done()
			a := h.owner("POST", event+"/orders", with(buy(fmt.Sprint("u", i), tiers["Regular"], 1), "promo_code", "LAST"))
			codes[i], _ = a.Body["code"].(string)
		}()
	}
	wait.Wait()
	slices.Sort(codes)
	if codes[0] != "" || codes[1] != "code_used_up" || codes[499] != "code_used_up" {
		t.Errorf("answers %v", slices.Compact(codes))
	}
	h.sound()
}

// Buyers act through the link in their message.
func TestBuyerActsByLink(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(5)
	o := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 2)).want(201)
	order := o.text("id")
	mailed := h.link(identity.OrderLink, order, o.text("person", "id"))
	h.send("GET", "/v1/orders/"+order, mailed, nil).want(200)
	h.send("POST", "/v1/orders/"+order+":refund", mailed, object{"items": []int{1}}).problem(403, "fresh_link_required")
	token := h.fresh(identity.OrderLink, order, o.text("person", "id"))
	h.send("POST", "/v1/orders/"+order+":refund", token, object{"items": []int{1}}).problem(409, "order_pending")
	h.pay(order, "pay_1", 4000)
	h.send("POST", "/v1/orders/"+order+":refund", token, object{"items": []int{1}}).problem(403, "refund_by_staff_only")
	h.owner("POST", "/v1/orders/"+order+":refund", object{"items": []int{3}}).problem(404, "not_found").names("items[0]")
	h.owner("POST", "/v1/orders/"+order+":refund", object{"items": []int{1}, "amount": 4001}).problem(422, "refund_exceeds_payment").names("amount")
	h.owner("PATCH", event, object{"orders": object{"self_refund": true}}).want(200)
	h.send("POST", "/v1/orders/"+order+":refund", token, object{"items": []int{1}, "amount": 1}).problem(403, "refund_by_staff_only")
	if a := h.send("POST", "/v1/orders/"+order+":refund", token, object{"items": []int{1}}).want(200); a.number("refund") != 2000 {
		t.Errorf("refund: %s", a.Raw)
	}
	if a := h.send("POST", "/v1/orders/"+order+":cancel", token, nil).want(200); a.text("status") != "refunded" {
		t.Errorf("cancelled: %s", a.Raw)
	}
	h.owner("POST", "/v1/orders/"+order+":refund", object{"items": []int{2}}).problem(410, "order_ended")
	if a := h.send("GET", "/v1/orders/"+order, token, nil).want(200); a.text("status") != "refunded" || a.number("refunded") != 4000 {
		t.Errorf("ended: %s", a.Raw)
	}
	h.sound()
}

// Anyone who orders without credentials can go on with that one order, and with nothing
// else of the person whose address was given.
func TestPublicOrder(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(5)
	body := buy("ada", tiers["Regular"], 1)
	delete(body, "user_id")
	first := h.send("POST", event+"/orders", "", body).want(201)
	token := first.text("access_token")
	if token == "" || strings.Contains(first.Raw, "ada@example.org") {
		t.Fatalf("ordered: %s", first.Raw)
	}
	second := h.send("POST", event+"/orders", "", body).want(201)
	path := "/v1/orders/" + first.text("id")
	if a := h.send("GET", path, token, nil).want(200); a.text("status") != "pending" {
		t.Errorf("read: %s", a.Raw)
	}
	h.send("GET", "/v1/orders/"+second.text("id"), token, nil).problem(404, "not_found")
	h.send("POST", "/v1/orders/"+second.text("id")+":cancel", token, nil).problem(404, "not_found")
	h.send("GET", event+"/registrations/mail:ada@example.org", token, nil).problem(403, "fresh_link_required")
	h.send("GET", "/v1/me/inbox", token, nil).problem(403, "fresh_link_required")
	h.pay(second.text("id"), "pay_2", 2000)
	if a := h.send("POST", path+":cancel", token, nil).want(200); a.text("status") != "cancelled" {
		t.Errorf("cancelled: %s", a.Raw)
	}
	h.send("GET", path, first.text("access_token")+"A", nil).problem(401, "invalid_link")
	h.later(25 * time.Hour)
	h.send("GET", path, token, nil).problem(401, "link_expired")
	h.sound()
}
