package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/saleimport"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// pretixFiles are what a real pretix has exported (scripts/pretix).
func pretixFiles(t *testing.T) (orders, waitlist string) {
	t.Helper()
	for name, text := range map[string]*string{"pretix.json": &orders, "pretix-waitinglist.de.csv": &waitlist} {
		b, err := os.ReadFile("../saleimport/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		*text = string(b)
	}
	return orders, waitlist
}

// secretOf is the code of a ticket of pretix.
func secretOf(t *testing.T, orders, code string, position int) string {
	t.Helper()
	var f struct {
		Event struct {
			Orders []struct {
				Code      string
				Positions []struct{ Secret string }
			}
		}
	}
	if err := json.Unmarshal([]byte(orders), &f); err != nil {
		t.Fatal(err)
	}
	for _, o := range f.Event.Orders {
		if o.Code == code {
			return o.Positions[position].Secret
		}
	}
	t.Fatalf("pretix has no order %s", code)
	return ""
}

// moveIn is the work of imports.
func (h *testServer) moveIn(submit func(context.Context, string, []sequencer.Request) ([]sequencer.Result, error)) *guestlist.Importer {
	sales := &saleimport.Importer{IDs: h.ids, Now: h.now, Submit: submit, Paid: h.settler.MarkImported}
	return &guestlist.Importer{Store: h.store, IDs: h.ids, Now: h.now, Submit: h.seq.SubmitAll, Sales: sales.Work}
}

// pretixEvent creates the draft that pretix's file proposes, and returns its path.
func (h *testServer) pretixEvent(orders, waitlist string, change ...func(object)) string {
	h.t.Helper()
	read := h.owner("POST", "/v1/imports:read", object{"from": "pretix", "file": orders, "waitlist": waitlist, "currency": "EUR"}).want(200)
	body := h.newEvent(0, append([]func(object){func(e object) {
		for name, value := range read.at("event").(object) {
			e[name] = value
		}
		delete(e, "publish")
	}}, change...)...)
	return "/v1/events/" + h.owner("POST", "/v1/events", body).want(201).text("id")
}

// TestMovingInFromPretix brings a sale of a real pretix into a draft, in the middle of it:
// twice, and with a crash in between; then the event is published, the door opens to codes
// of pretix, and those who waited there are first.
func TestMovingInFromPretix(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	orders, waitlist := pretixFiles(t)
	read := h.owner("POST", "/v1/imports:read", object{"from": "pretix", "file": orders, "waitlist": waitlist, "currency": "EUR"}).want(200)
	if read.number("orders") != 8 || read.number("pending") != 1 || read.number("tickets") != 12 || read.number("waiting") != 5 || read.number("paid") != 64_000 ||
		read.text("reference") != "nordlicht/fest27" || read.number("event", "capacity") != 1021 || read.number("fault_count") != 0 {
		t.Errorf("read: %s", read.Raw)
	}
	event := h.pretixEvent(orders, waitlist)
	body := object{"from": "pretix", "file": orders, "waitlist": waitlist, "dry_run": true}
	before := h.ledger(event)
	dry := h.owner("POST", event+"/sale-imports", body).want(200)
	var left []string
	for i := range dry.at("left_out").([]any) {
		left = append(left, fmt.Sprint(dry.text("left_out", i, "reason"), " ", dry.number("left_out", i, "count")))
	}
	if dry.number("fault_count") != 0 || dry.number("known") != 0 || dry.number("questions") != 3 ||
		strings.Join(left, ", ") != "fees 1, expired 2, cancelled 1, test 1, approval 1, options 2, has_voucher 1" {
		t.Errorf("dry: %s", dry.Raw)
	}
	if h.ledger(event) != before || len(h.owner("GET", event+"/imports", nil).want(200).at("items").([]any)) != 0 {
		t.Error("a dry run has changed something")
	}

	// The first try dies in the middle: some orders are here, one is not yet known to be paid.
	body["dry_run"] = false
	first := h.owner("POST", event+"/sale-imports", body, "Idempotency-Key: move").want(202).text("import_id")
	if again := h.owner("POST", event+"/sale-imports", body, "Idempotency-Key: move").want(202).text("import_id"); again != first {
		t.Errorf("the import %s is another when it is asked for again: %s", first, again)
	}
	died := h.moveIn(func(ctx context.Context, event string, rs []sequencer.Request) ([]sequencer.Result, error) {
		if _, err := h.seq.SubmitAll(ctx, event, rs[:4]); err != nil {
			return nil, err
		}
		return nil, context.Canceled
	})
	if err := died.Run(t.Context(), first); err == nil {
		t.Fatal("the import has not died")
	}
	h.must(h.moveIn(h.seq.SubmitAll).Run(t.Context(), first))
	h.settleAll()
	done := h.owner("GET", "/v1/imports/"+first, nil).want(200)
	if done.text("state") != "done" || done.text("from") != "pretix" || done.number("lines") != 13 || done.number("confirmed") != 4 || done.number("known") != 4 ||
		done.number("waiting") != 5 || done.number("refused") != 0 {
		t.Errorf("done: %s", done.Raw)
	}
	v := h.owner("GET", event, nil).want(200)
	if v.number("availability", "confirmed") != 11 || v.number("availability", "held") != 1 || v.text("status") != "draft" {
		t.Errorf("the event: %s", v.Raw)
	}
	h.sound()

	// The same again changes nothing.
	after := h.ledger(event)
	if dry := h.owner("POST", event+"/sale-imports", with(object{"from": "pretix", "file": orders, "waitlist": waitlist}, "dry_run", true)).want(200); dry.number("known") != 13 {
		t.Errorf("dry again: %s", dry.Raw)
	}
	second := h.owner("POST", event+"/sale-imports", body).want(202).text("import_id")
	h.must(h.moveIn(h.seq.SubmitAll).Run(t.Context(), second))
	if again := h.owner("GET", "/v1/imports/"+second, nil).want(200); again.number("known") != 13 || again.number("confirmed")+again.number("waiting")+again.number("refused") != 0 {
		t.Errorf("again: %s", again.Raw)
	}
	if h.ledger(event) != after {
		t.Error("the same file again has changed something")
	}

	// What was paid there is paid, at its price there; nobody was told.
	var early, ada string
	for i := range h.owner("GET", event+"/orders?limit=50", nil).want(200).at("items").([]any) {
		o := h.owner("GET", event+"/orders?limit=50", nil)
		switch o.text("items", i, "person", "email") {
		case "early@example.org":
			early = o.text("items", i, "id")
		case "ada@example.org":
			if o.number("items", i, "units") == 3 {
				ada = o.text("items", i, "id")
			}
		}
	}
	if o := h.owner("GET", "/v1/orders/"+early, nil).want(200); o.number("total") != 3500 || o.number("paid") != 3500 || o.text("status") != "confirmed" {
		t.Errorf("sold for less: %s", o.Raw)
	}
	h.must(h.store.Snapshot(t.Context(), func(v *snapshot.Snapshot) error {
		return v.Messages(eventID(event), func(m *snapshot.MessageRecord) error {
			return fmt.Errorf("somebody was told: %+v", m.Message)
		})
	}))
	answers := h.owner("GET", "/v1/orders/"+ada+"/answers", nil).want(200)
	for _, want := range []string{"Vegan", "Analytical Engines", "What do you eat?"} {
		if !strings.Contains(answers.Raw, want) {
			t.Errorf("%q is not answered: %s", want, answers.Raw)
		}
	}
	tickets := h.owner("GET", "/v1/orders/"+ada+"/tickets", nil).want(200)
	if !strings.Contains(tickets.Raw, "Charles Babbage") || !strings.Contains(tickets.Raw, "charles@example.org") {
		t.Errorf("who comes: %s", tickets.Raw)
	}

	// It is given back by hand.
	h.owner("POST", "/v1/orders/"+early+":cancel", nil).want(200)
	h.settleAll()
	pay := h.owner("GET", "/v1/orders/"+early+"/payments", nil).want(200)
	if pay.text("items", 0, "provider") != "import" || pay.text("items", 0, "reference") != "pretix EARLY" || pay.text("items", 0, "refunds", 0, "status") != "pending" {
		t.Errorf("given back: %s", pay.Raw)
	}
	h.owner("POST", "/v1/refunds/"+pay.text("items", 0, "refunds", 0, "id")+":mark-refunded", object{"reference": "bank"}).want(200)

	// Once it is published, whoever waited longest with the highest priority is first.
	h.owner("POST", event+":publish", nil).want(200)
	var order []string
	list := h.owner("GET", event+"/waitlist?tier_id="+h.tierOf(event, "VIP"), nil).want(200)
	for i := range list.at("items").([]any) {
		order = append(order, strings.TrimSuffix(list.text("items", i, "person", "email"), "@example.org"))
	}
	if got := strings.Join(order, ", "); got != "frances, margaret, alan, john" {
		t.Errorf("who waits: %s: %s", got, list.Raw)
	}
	if red := h.owner("GET", event+"/registrations/mail:red@example.org", nil).want(200); red.text("status") != "offered" {
		t.Errorf("there is room: %s", red.Raw)
	}

	// Codes of pretix open the door, once; those of orders that do not stand do not.
	bundle := h.owner("GET", event+"/checkin-bundle", nil).want(200)
	if n := len(bundle.at("imported").([]any)); n != 10 {
		t.Errorf("%d codes for scanners without a network: %s", n, bundle.Raw)
	}
	for what, c := range map[string]struct {
		code    string
		verdict string
	}{
		"ada":       {secretOf(t, orders, "ADA01", 0), "admit"},
		"cancelled": {secretOf(t, orders, "CANCL", 0), "invalid"},
		"test":      {secretOf(t, orders, "TEST1", 0), "invalid"},
		"pending":   {secretOf(t, orders, "PENDG", 0), "invalid"},
		"refunded":  {secretOf(t, orders, "EARLY", 0), "invalid"},
		"shirt":     {secretOf(t, orders, "ADA01", 2), "admit"},
		"nobody":    {strings.Repeat("x", 32), "invalid"},
	} {
		if got := h.scan(event, c.code).want(200); got.text("verdict") != c.verdict {
			t.Errorf("%s: %s", what, got.Raw)
		}
	}
	if got := h.scan(event, secretOf(t, orders, "ADA01", 0)).verdict("already_admitted"); got.text("attendee") != "Ada Lovelace" {
		t.Errorf("ada comes again: %s", got.Raw)
	}
	// A newer token makes the old code void.
	charles := tickets.text("items", 1, "id")
	h.owner("POST", "/v1/tickets/"+charles+":reissue", object{"version": 0}).want(200)
	h.scan(event, secretOf(t, orders, "ADA01", 1)).verdict("invalid")
	h.sound()
}

// TestSaleImportFaults: files that cannot come in are refused as a whole, with their faults.
func TestSaleImportFaults(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	orders, waitlist := pretixFiles(t)
	event := h.pretixEvent(orders, waitlist)
	changed := func(old, next string) string { return strings.Replace(orders, old, next, 1) }
	for what, c := range map[string]struct{ file, waitlist, field, code string }{
		"no JSON":                   {"email,name\n", "", "file", "bad_format"},
		"something else":            {`{"event": {"slug": "x"}}`, "", "event", "required"},
		"another type":              {changed(`"code": "ADA01"`, `"code": 7`), "", "event.orders.code", "wrong_type"},
		"no such item":              {changed(`"secret"`, `"item": 99, "secret"`), "", "event.orders[0].positions[0].item", "unknown"},
		"the same secret":           {strings.ReplaceAll(orders, secretOf(t, orders, "GRC02", 0), secretOf(t, orders, "ADA01", 0)), "", "event.orders[11].positions[0].secret", "duplicate"},
		"the same code":             {strings.ReplaceAll(orders, `"GRC02"`, `"ADA01"`), "", "event.orders[11].code", "duplicate"},
		"half a cent":               {changed(`"price": "35.00"`, `"price": "35.005"`), "", "event.orders[10].positions[0].price", "bad_format"},
		"no address":                {changed(`"email": "grace@example.org"`, `"email": "grace"`), "", "event.orders[11].email", "bad_format"},
		"no status":                 {changed(`"status": "p"`, `"status": "x"`), "", "event.orders[0].status", "unknown"},
		"dates":                     {changed(`"subevents": []`, `"subevents": [{"id": 1}]`), "", "event.subevents", "not_supported"},
		"no waitlist":               {orders, "Name,Email\nA,a@example.org\n", "waitlist[1]", "bad_format"},
		"a waitlist of another":     {orders, strings.ReplaceAll(waitlist, "fest27", "other"), "waitlist[2]", "mismatch"},
		"waits for nothing we know": {orders, strings.Replace(waitlist, `"VIP","2"`, `"VIP","77"`, 1), "waitlist[2]", "unknown"},
		"a tier that is not here":   {strings.ReplaceAll(orders, `"VIP"`, `"Backstage"`), "", "tiers[Backstage]", "unknown"},
	} {
		body := object{"from": "pretix", "file": c.file, "waitlist": c.waitlist}
		a := h.owner("POST", event+"/sale-imports", body).problem(422, "invalid_request").names(c.field)
		if !strings.Contains(a.Raw, `"`+c.code+`"`) {
			t.Errorf("%s: %s", what, a.Raw)
		}
		dry := h.owner("POST", event+"/sale-imports", with(body, "dry_run", true)).want(200)
		if dry.text("faults", 0, "field") != c.field || dry.number("fault_count") == 0 {
			t.Errorf("%s, dry: %s", what, dry.Raw)
		}
	}
	h.owner("POST", event+"/sale-imports", object{"from": "pretix", "file": orders, "tiers": []object{{"name": "VIP", "tier_id": "tir_other"}}}).problem(422, "invalid_request").names("tiers[0].tier_id")
	h.owner("POST", event+"/sale-imports", object{"from": "pretix", "file": strings.Repeat("x", 49<<20)}).problem(413, "body_too_large")
	h.owner("POST", "/v1/imports:read", object{"from": "pretix", "file": orders, "currency": "QQQ"}).problem(422, "invalid_request").names("currency")

	// More than there is room for is said before, and refused until the organizer raises it.
	small := h.pretixEvent(orders, "", func(e object) { e["capacity"] = 10 })
	pool := "pools[" + h.owner("GET", small, nil).want(200).text("pools", 0, "name") + "]"
	h.owner("POST", small+"/sale-imports", object{"from": "pretix", "file": orders}).problem(422, "invalid_request").names(pool)
	h.owner("PATCH", small, object{"capacity": 12}).want(200)
	h.owner("POST", small+"/sale-imports", object{"from": "pretix", "file": orders, "dry_run": true}).want(200)
	h.must(h.moveIn(h.seq.SubmitAll).Run(t.Context(), h.owner("POST", small+"/sale-imports", object{"from": "pretix", "file": orders}).want(202).text("import_id")))
	if v := h.owner("GET", small, nil).want(200); v.number("availability", "confirmed")+v.number("availability", "held") != 12 {
		t.Errorf("full: %s", v.Raw)
	}
	h.sound()
	h.owner("POST", small+":cancel", nil).want(200)
	h.owner("POST", small+"/sale-imports", object{"from": "pretix", "file": orders}).problem(422, "invalid_request").names("event_id")
}
