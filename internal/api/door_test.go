package api_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// tickets are the tickets of a person's order.
func (h *testServer) ticketsOf(order string) []object {
	h.t.Helper()
	var list []object
	for _, item := range h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200).at("items").([]any) {
		list = append(list, item.(object))
	}
	return list
}

func eventID(path string) string { return strings.TrimPrefix(path, "/v1/events/") }

// scan is what the door says to a token or a ticket id.
func (h *testServer) scan(event, what string, more ...func(object)) *answer {
	h.t.Helper()
	body := object{"event_id": eventID(event), "gate": "North"}
	if strings.HasPrefix(what, id.Ticket) {
		body["ticket_id"] = what
	} else {
		body["token"] = what
	}
	for _, m := range more {
		m(body)
	}
	return h.as(identity.Door, "POST", "/v1/checkins", body)
}

func (a *answer) verdict(want string) *answer {
	a.h.t.Helper()
	if got := a.want(200).text("verdict"); got != want {
		a.h.t.Fatalf("%s: the door says %q, want %q: %s", a.what, got, want, a.Raw)
	}
	return a
}

func TestTickets(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	order := h.register(event, "ada", "Bo", "Cy").text("order_id")
	list := h.ticketsOf(order)
	if len(list) != 3 {
		t.Fatalf("%d tickets", len(list))
	}
	for i, name := range []string{"Ada", "Bo", "Cy"} {
		got := list[i]
		want := ticket.Ticket{ID: id.TicketOf(order, int64(i+1))}
		if got["attendee"] != name || got["id"] != want.ID || got["unit"] != float64(i+1) || got["version"] != 0.0 || got["order_id"] != order {
			t.Errorf("ticket %d: %v", i, got)
		}
		if tk, err := h.tickets.Parse(eventID(event), got["token"].(string)); err != nil || tk != want {
			t.Errorf("token %d is of %v, %v", i, tk, err)
		}
		if tk, err := h.tickets.ParseJWT(eventID(event), got["jwt"].(string), h.now()); err != nil || tk != want {
			t.Errorf("JWT %d is of %v, %v", i, tk, err)
		}
	}
	raw, err := base64.RawURLEncoding.DecodeString(strings.Split(list[0]["jwt"].(string), ".")[1])
	h.must(err)
	var says object
	h.must(json.Unmarshal(raw, &says))
	ends, err := time.Parse(time.RFC3339, h.owner("GET", event, nil).want(200).text("ends_at"))
	h.must(err)
	if says["iss"] != "http://holdfast.test" || says["tier"] != list[0]["tier_id"] || says["tier"] == "" || says["exp"] != float64(ends.Add(24*time.Hour).Unix()) {
		t.Errorf("the JWT says %s", raw)
	}
	// Programs of others check the JWT with the key that everybody may read.
	keys := h.send("GET", event+"/ticket-keys", "", nil).want(200)
	public, err := base64.RawURLEncoding.DecodeString(keys.text("keys", 0, "x"))
	h.must(err)
	said, signature, _ := strings.Cut(list[0]["jwt"].(string), ".")
	claims, signature, _ := strings.Cut(signature, ".")
	sum, err := base64.RawURLEncoding.DecodeString(signature)
	h.must(err)
	if keys.text("keys", 0, "kty") != "OKP" || keys.text("keys", 0, "kid") != eventID(event) || !ed25519.Verify(public, []byte(said+"."+claims), sum) {
		t.Errorf("%s does not check %s", keys.Raw, list[0]["jwt"])
	}
	link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	h.send("GET", "/v1/orders/"+order+"/tickets", link, nil).want(200)
	for path, media := range map[string]string{list[1]["qr_svg"].(string): "image/svg+xml", list[1]["qr_png"].(string): "image/png"} {
		a := h.send("GET", path, link, nil).want(200)
		if a.Header.Get("Content-Type") != media || len(a.Raw) < 300 {
			t.Errorf("%s: %s, %d bytes", path, a.Header.Get("Content-Type"), len(a.Raw))
		}
	}
	h.owner("GET", "/v1/tickets/"+id.TicketOf(order, 4)+"/qr.svg", nil).problem(404, "not_found")
	h.owner("GET", "/v1/tickets/tkt_x/qr.svg", nil).problem(404, "not_found")

	// A reissued ticket has a new token, and the old one is void.
	old := list[2]["token"].(string)
	path := "/v1/tickets/" + list[2]["id"].(string) + ":reissue"
	fresh := h.owner("POST", path, object{"version": 0}).want(200)
	if again := h.owner("POST", path, object{"version": 0}).want(200); again.text("token") != fresh.text("token") || fresh.text("token") == old || fresh.number("version") != 1 {
		t.Errorf("reissued: %s, %s", fresh.Raw, again.Raw)
	}
	h.owner("POST", path, object{"version": 7}).problem(409, "ticket_version")
	h.owner("POST", path, object{"version": -1}).problem(422, "invalid_request").names("version")
	h.owner("POST", path, object{}).problem(422, "invalid_request").names("version")
	h.scan(event, old).verdict("invalid")
	h.scan(event, fresh.text("token")).verdict("admit")
	if now := h.ticketsOf(order); now[2]["token"] != fresh.text("token") {
		t.Errorf("the list has %v", now[2])
	}

	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	if list := h.ticketsOf(order); len(list) != 0 {
		t.Errorf("a cancelled order has %v", list)
	}
	h.owner("GET", list[0]["qr_png"].(string), nil).problem(409, "ticket_void")
	h.owner("POST", path, object{"version": 1}).problem(409, "ticket_void")
}

func TestCheckIn(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, other := h.event(9), h.event(9)
	order := h.register(event, "ada", "Bo").text("order_id")
	list := h.ticketsOf(order)
	one, two := list[0]["token"].(string), list[1]["id"].(string)
	in := h.scan(event, one).verdict("admit")
	if in.text("attendee") != "Ada" || in.number("units") != 2 || in.text("tier") != "General" || in.text("gate") != "North" {
		t.Errorf("%s", in.Raw)
	}
	again := h.scan(event, one, set("gate", "South")).verdict("already_admitted")
	if again.text("admitted_at") != in.text("admitted_at") || again.text("gate") != "North" || again.text("attendee") != "Ada" {
		t.Errorf("%s after %s", again.Raw, in.Raw)
	}
	h.scan(event, list[0]["jwt"].(string)).verdict("already_admitted")
	h.scan(other, list[0]["jwt"].(string)).verdict("wrong_event")
	h.scan(event, list[0]["jwt"].(string)+"A").verdict("invalid")
	named := func(o object) { o["device_id"], o["scan_id"] = "tablet", "1" }
	h.scan(event, two, named).verdict("admit")
	h.scan(event, two, named).verdict("admit") // asked again
	h.scan(event, two).verdict("already_admitted")
	foreign := h.ticketsOf(h.register(other, "bob").text("order_id"))[0]
	h.scan(event, foreign["token"].(string)).verdict("wrong_event")
	h.scan(event, foreign["id"].(string)).verdict("wrong_event")
	h.scan(event, foreign["token"].(string)+"x").verdict("invalid")
	altered := one[:len(one)-2] + "AA"
	if altered == one { // one signature in 1,024 ends like that
		altered = one[:len(one)-2] + "BA"
	}
	h.scan(event, altered).verdict("invalid")
	h.scan(event, id.TicketOf(order, 3)).verdict("invalid")
	h.scan(event, "tkt_").verdict("invalid")
	last := h.ticketsOf(h.register(event, "cyd").text("order_id"))[0]
	h.scan(event, last["id"].(string), named).problem(422, "idempotency_key_reused").names("scan_id")
	body := object{"event_id": eventID(event), "ticket_id": last["id"]}
	h.as(identity.Door, "POST", "/v1/checkins", body, "Idempotency-Key: k").want(200).verdict("admit")
	h.as(identity.Door, "POST", "/v1/checkins", body, "Idempotency-Key: k").want(200).verdict("admit")
	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	h.scan(event, one).verdict("invalid")
	counts := h.as(identity.Viewer, "GET", event+"/checkins", nil).want(200)
	if counts.number("admitted") != 3 || counts.number("tickets") != 1 || counts.number("double_admissions") != 0 {
		t.Errorf("%s", counts.Raw)
	}
	h.owner("POST", other+":cancel", nil).want(200)
	h.scan(other, foreign["token"].(string)).verdict("invalid")
}

// The JWT of a ticket lets its holder in like the token, online and in what a device
// sends later, until it ends.
func TestCheckInByJWT(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	list := h.ticketsOf(h.register(event, "ada", "Bo", "Cy").text("order_id"))
	jwt := func(i int) string { return list[i]["jwt"].(string) }
	h.scan(event, jwt(0)).verdict("admit")
	h.scan(event, list[0]["token"].(string)).verdict("already_admitted")
	send := func(name, token string) *answer {
		t.Helper()
		return h.as(identity.Door, "POST", "/v1/checkins:sync", object{"event_id": eventID(event), "device_id": "d", "scans": []object{
			{"scan_id": name, "token": token, "at": h.now().UTC().Format(time.RFC3339), "verdict": "admit"}}}).want(200)
	}
	if a := send("1", jwt(1)); a.at("items", 0, "refused") != nil {
		t.Errorf("a JWT: %s", a.Raw)
	}
	h.scan(event, list[1]["token"].(string)).verdict("already_admitted")
	h.owner("POST", "/v1/tickets/"+list[2]["id"].(string)+":reissue", object{"version": 0}).want(200)
	h.scan(event, jwt(2)).verdict("invalid") // the JWT of the version before
	ends, err := time.Parse(time.RFC3339, h.owner("GET", event, nil).want(200).text("ends_at"))
	h.must(err)
	h.later(ends.Add(24 * time.Hour).Sub(h.now()))
	h.scan(event, jwt(0)).verdict("invalid")
	h.scan(event, list[0]["token"].(string)).verdict("already_admitted")
	if a := send("2", jwt(1)); a.at("items", 0, "refused") != "invalid" {
		t.Errorf("a JWT that had ended when it was scanned: %s", a.Raw)
	}
	h.later(-2 * time.Hour)
	if a := send("3", jwt(1)); a.at("items", 0, "refused") != nil {
		t.Errorf("a JWT that had not: %s", a.Raw)
	}
}

// The public, links, viewers and other organizations do not get to the door.
func TestDoorIsClosed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	order := h.register(event, "ada").text("order_id")
	tk := h.ticketsOf(order)[0]
	rival := h.key(h.organization("Rival"), identity.Owner)
	link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	scan := object{"event_id": eventID(event), "token": tk["token"]}
	log := object{"event_id": eventID(event), "device_id": "d", "scans": []object{{"scan_id": "1", "ticket_id": tk["id"], "at": "2026-05-01T18:00:00Z", "verdict": "admit"}}}
	for path, body := range map[string]object{"/v1/checkins": scan, "/v1/checkins:sync": log} {
		h.send("POST", path, rival, body).problem(404, "not_found")
		h.send("POST", path, "", body).problem(401, "credentials_required")
		h.send("POST", path, link, body).problem(403, "forbidden")
		h.as(identity.Viewer, "POST", path, body).problem(403, "forbidden")
		for _, bad := range []string{"", "evt_000000000000", "evt_x", order} {
			body["event_id"] = bad
			h.owner("POST", path, body).problem(404, "not_found")
		}
	}
	h.send("GET", event+"/checkins", rival, nil).problem(404, "not_found")
	h.send("GET", event+"/checkin-bundle", rival, nil).problem(404, "not_found")
	h.as(identity.Door, "GET", "/v1/orders/"+order+"/tickets", nil).problem(403, "forbidden")
	// A ticket of theirs at an event of mine is a ticket of another event.
	var scans []object
	never := h.ids.In(id.Order, eventID(event))
	mine := h.send("POST", "/v1/events", rival, h.newEvent(3)).want(201).text("id")
	h.send("POST", "/v1/checkins", rival, object{"event_id": mine, "token": tk["token"]}).verdict("wrong_event")
	want := []any{"wrong_event", "wrong_event", "invalid", "invalid", nil}
	for i, fields := range []object{{"token": tk["token"]}, {"ticket_id": tk["id"]}, {"token": "forged"}, {"ticket_id": "tkt_"}, {}} {
		fields["scan_id"], fields["at"], fields["verdict"] = fmt.Sprint(i), "2026-05-01T18:00:00Z", "admit"
		scans = append(scans, fields)
	}
	for _, status := range []string{"stored", "duplicate"} {
		a := h.send("POST", "/v1/checkins:sync", rival, object{"event_id": mine, "device_id": "d", "scans": scans}).want(200)
		for i := range scans {
			if a.text("items", i, "status") != status || a.at("items", i, "refused") != want[i] {
				t.Errorf("scan %d is to be %s and refused as %v: %s", i, status, want[i], a.Raw)
			}
		}
	}
	own := []object{{"scan_id": "1", "ticket_id": id.TicketOf(never, 1), "at": "2026-05-01T18:00:00Z", "verdict": "admit"}}
	if a := h.owner("POST", "/v1/checkins:sync", object{"event_id": eventID(event), "device_id": "d", "scans": own}).want(200); a.text("items", 0, "refused") != "invalid" {
		t.Errorf("a ticket that was never issued: %s", a.Raw)
	}
	if a := h.owner("GET", event+"/checkins", nil).want(200); a.number("admitted") != 0 {
		t.Errorf("somebody came in: %s", a.Raw)
	}
}

func TestBadScans(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	tk := h.ticketsOf(h.register(event, "ada").text("order_id"))[0]
	good := func() object {
		return object{"event_id": eventID(event), "ticket_id": tk["id"], "gate": "North", "device_id": "d", "scan_id": "s"}
	}
	long := strings.Repeat("x", 65)
	for name, c := range map[string]struct {
		field  string
		change func(object)
	}{
		"nothing to scan": {"token", without("ticket_id")}, "both": {"token", set("token", "x")}, "no event": {"event_id", without("event_id")},
		"gate too long": {"gate", set("gate", long)}, "gate with a line end": {"gate", set("gate", "a\nb")},
		"device with a space": {"device_id", set("device_id", "a b")}, "device too long": {"device_id", set("device_id", long)},
		"scan of another script": {"scan_id", set("scan_id", "ключ")}, "token a number": {"token", set("token", 5)},
		"token too long": {"token", set("token", strings.Repeat("x", 1025))}, "unknown field": {"name", set("name", "x")},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			body := good()
			c.change(body)
			h.owner("POST", "/v1/checkins", body).problem(422, "invalid_request").names(c.field)
		})
	}
	h.t = t
	log := func(change func(object)) object {
		s := object{"scan_id": "1", "ticket_id": tk["id"], "at": "2026-05-01T18:00:00Z", "gate": "North", "verdict": "admit"}
		change(s)
		return object{"event_id": eventID(event), "device_id": "d", "scans": []object{s}}
	}
	for field, change := range map[string]func(object){
		"scans[0].scan_id": set("scan_id", ""), "scans[0].at": set("at", "yesterday"), "scans[0].verdict": set("verdict", "maybe"),
		"scans[0].gate": set("gate", long), "scans[0].token": set("token", "x"), "scans[0].name": set("name", "x"),
	} {
		h.owner("POST", "/v1/checkins:sync", log(change)).problem(422, "invalid_request").names(field)
	}
	h.owner("POST", "/v1/checkins:sync", log(set("at", "0001-01-01T00:00:00Z"))).problem(422, "invalid_request").names("scans[0].at")
	body := log(func(object) {})
	for field, value := range map[string]any{"device_id": "", "scans": []object{}} {
		body := log(func(object) {})
		body[field] = value
		h.owner("POST", "/v1/checkins:sync", body).problem(422, "invalid_request").names(field)
	}
	body["scans"] = make([]object, 201)
	h.owner("POST", "/v1/checkins:sync", body).problem(422, "invalid_request").names("scans")
	h.owner("GET", event+"/checkins?cursor=x", nil).problem(422, "invalid_request").names("cursor")
	h.owner("GET", event+"/checkin-bundle?cursor=x", nil).problem(422, "invalid_request").names("cursor")
	if a := h.owner("GET", event+"/checkins", nil).want(200); a.number("admitted") != 0 {
		t.Errorf("somebody came in: %s", a.Raw)
	}
}

// One evening: a gate with a network and two devices without one.
func TestOfflineEvening(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	var all []object
	for _, name := range []string{"ada", "bob", "cyd"} {
		all = append(all, h.ticketsOf(h.register(event, name).text("order_id"))...)
	}
	h.owner("DELETE", event+"/registrations/cyd", nil).want(200)
	bundle := h.as(identity.Door, "GET", event+"/checkin-bundle", nil).want(200)
	etag := bundle.Header.Get("ETag")
	if _, told := bundle.Body["log"]; told {
		t.Errorf("nothing of the public log is signed, and yet %s", bundle.Raw)
	}
	h.growLog(event)
	head, err := h.logs.Head(t.Context(), eventID(event))
	h.must(err)
	if b := h.as(identity.Door, "GET", event+"/checkin-bundle", nil).want(200); b.number("log", "entries") != head.Size || b.text("log", "fingerprint") != head.Fingerprint() || b.Header.Get("ETag") != etag {
		t.Errorf("the public log has %d entries and %s: %s", head.Size, head.Fingerprint(), b.Raw)
	}
	if a := h.as(identity.Door, "GET", event+"/checkin-bundle", nil, "If-None-Match: "+etag).want(304); a.Raw != "" {
		t.Errorf("not modified, and yet %s", a.Raw)
	}
	public, err := base64.RawURLEncoding.DecodeString(bundle.text("public_key"))
	h.must(err)
	for i, tk := range all {
		got, err := ticket.Verify(public, eventID(event), tk["token"].(string))
		h.must(err)
		sum := sha256.Sum256(fmt.Appendf(nil, "%s.%d", got.ID, got.Version))
		hash := hex.EncodeToString(sum[:8])
		if valid, void := bundle.has("valid", hash), bundle.has("revoked", hash); valid != (i < 2) || void == valid {
			t.Errorf("ticket %d: valid %v, revoked %v", i, valid, void)
		}
	}
	first := all[0]
	if codes := bundle.at("short_codes").([]any); len(codes) != 2 || !bundle.has("short_codes", first["short_code"].(string)+" "+first["id"].(string)) {
		t.Errorf("short codes: %v", codes)
	}
	if strings.Contains(bundle.Raw, "Ada") || strings.Contains(bundle.Raw, "example.org") || strings.Contains(bundle.Raw, "ord_") {
		t.Errorf("personal data: %s", bundle.Raw)
	}

	h.scan(event, all[0]["token"].(string)).verdict("admit")
	at := h.now().UTC().Add(-time.Hour).Format(time.RFC3339Nano)
	send := func(device string, status string, scans ...object) {
		t.Helper()
		a := h.as(identity.Door, "POST", "/v1/checkins:sync", object{"event_id": eventID(event), "device_id": device, "scans": scans}).want(200)
		for i := range scans {
			if a.text("items", i, "status") != status {
				t.Errorf("%s", a.Raw)
			}
		}
	}
	offline := func(id string, tk object) object {
		return object{"scan_id": id, "token": tk["token"], "at": at, "gate": "South", "verdict": "admit"}
	}
	send("tablet", "stored", offline("1", all[0]), offline("2", all[1]), object{"scan_id": "3", "at": at, "verdict": "invalid"},
		object{"scan_id": "4", "at": at, "verdict": "admit", "token": "forged"}, object{"scan_id": "5", "at": at, "verdict": "admit", "ticket_id": id.TicketOf(h.ids.In(id.Order, eventID(event)), 1)})
	send("tablet", "duplicate", offline("2", all[1]), offline("1", all[0]))
	send("tablet", "conflict", offline("1", all[1]))
	send("phone", "stored", offline("1", all[1]))
	a := h.owner("GET", event+"/checkins?limit=1", nil).want(200)
	if a.number("admitted") != 2 || a.number("double_admissions") != 2 || a.text("gates", 0, "gate") != "South" || a.number("gates", 0, "admitted") != 2 {
		t.Errorf("%s", a.Raw)
	}
	b := h.owner("GET", event+"/checkins?limit=1&cursor="+a.text("next_cursor"), nil).want(200)
	seen := []string{}
	for _, page := range []*answer{a, b} {
		seen = append(seen, page.text("items", 0, "scan", "gate")+"/"+page.text("items", 0, "scan", "device_id")[:3]+" after "+page.text("items", 0, "first", "device_id"))
	}
	slices.Sort(seen)
	if want := []string{"North/key after tablet", "South/tab after phone"}; !slices.Equal(seen, want) || b.text("next_cursor") != "" {
		t.Errorf("doubles %v, want %v", seen, want)
	}
	h.register(event, "dan")
	if a := h.as(identity.Door, "GET", event+"/checkin-bundle", nil, "If-None-Match: "+etag).want(200); a.Header.Get("ETag") == etag {
		t.Error("another bundle, the same name")
	}
}

// TestShortCode: what is printed below the QR code lets its ticket in, however it is
// typed, is mistyped or void when it is, and finds the ticket.
func TestShortCode(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, other := h.event(9), h.event(9)
	order := h.register(event, "ada", "Bo").text("order_id")
	list := h.ticketsOf(order)
	one, two := list[0]["short_code"].(string), list[1]["short_code"].(string)
	if len(one) != ticket.ShortCodeChars || one == two {
		t.Fatalf("codes %q and %q", one, two)
	}
	typed := func(event, code string) *answer {
		t.Helper()
		return h.as(identity.Door, "POST", "/v1/checkins", object{"event_id": eventID(event), "gate": "North", "short_code": code})
	}
	if a := typed(event, " "+strings.ToLower(one[:5])+"-"+one[5:]).verdict("admit"); a.text("attendee") != "Ada" || a.text("ticket_id") != list[0]["id"] {
		t.Errorf("%s", a.Raw)
	}
	typed(event, one).verdict("already_admitted")
	h.scan(event, list[0]["token"].(string)).verdict("already_admitted")
	last := "0"
	if strings.HasSuffix(one, last) {
		last = "1"
	}
	for code, problem := range map[string]string{one[:9] + last: "mistyped", one[1:2] + one[:1] + one[2:]: "mistyped", one[:8]: "bad_format", "ABCDE-FGHU0": "bad_format"} {
		if code == one {
			continue
		}
		if a := typed(event, code).problem(422, "invalid_request").names("short_code"); a.text("errors", 0, "code") != problem {
			t.Errorf("%s: %s", code, a.Raw)
		}
	}
	if a := typed(other, one).want(200); a.text("verdict") != "invalid" {
		t.Errorf("at another event: %s", a.Raw)
	}
	h.owner("POST", "/v1/checkins", object{"event_id": eventID(event), "short_code": one, "ticket_id": list[0]["id"]}).problem(422, "invalid_request").names("token")

	search := func(q string) *answer {
		t.Helper()
		return h.as(identity.Door, "GET", event+"/tickets?q="+q, nil).want(200)
	}
	if a := search(two[:5] + "-" + two[5:]); len(a.at("items").([]any)) != 1 || a.text("items", 0, "attendee") != "Bo" {
		t.Errorf("%s", a.Raw)
	}
	// A reissued ticket has a new code, and the old one is void, online and in what devices keep.
	h.owner("POST", "/v1/tickets/"+list[1]["id"].(string)+":reissue", object{"version": 0}).want(200)
	fresh := h.ticketsOf(order)[1]["short_code"].(string)
	if a := search(two); fresh == two || len(a.at("items").([]any)) != 0 {
		t.Errorf("the old code %s finds, beside %s: %s", two, fresh, a.Raw)
	}
	typed(event, two).verdict("invalid")
	// So is what the QR code says, of this event and as it is now.
	token := h.ticketsOf(order)[1]["token"].(string)
	if a := search(token); len(a.at("items").([]any)) != 1 || a.text("items", 0, "ticket_id") != list[1]["id"] {
		t.Errorf("by its token: %s", a.Raw)
	}
	elsewhere := h.ticketsOf(h.register(other, "cy").text("order_id"))[0]["token"].(string)
	for what, q := range map[string]string{"replaced": list[1]["token"].(string), "forged": token[:len(token)-8] + "AAAAAAAA", "of another event": elsewhere} {
		if a := search(q); len(a.at("items").([]any)) != 0 {
			t.Errorf("a token that is %s finds %s", what, a.Raw)
		}
	}
	bundle := h.as(identity.Door, "GET", event+"/checkin-bundle", nil).want(200)
	if !bundle.has("short_codes", fresh+" "+list[1]["id"].(string)+".1") || strings.Contains(bundle.Raw, two) {
		t.Errorf("%s", bundle.Raw)
	}
	typed(event, fresh).verdict("admit")
	// Anyone who waited and was offered a place has a code like everybody.
	full := h.event(1)
	first := h.register(full, "ann").text("order_id")
	entry := h.register(full, "bea").text("entry_id")
	h.owner("POST", "/v1/orders/"+first+":cancel", nil).want(200)
	offer := h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id")
	got := h.owner("POST", "/v1/offers/"+offer+":accept", nil).want(200).text("order_id")
	typed(full, h.ticketsOf(got)[0]["short_code"].(string)).verdict("admit")
}

// TestCheckedIn: the guest list says when and where somebody came in, and who is in is
// counted by hour; a double admission has a name.
func TestCheckedIn(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	tk := h.ticketsOf(h.register(event, "ada", "Bo").text("order_id"))
	h.register(event, "bob")
	h.scan(event, tk[1]["token"].(string)).verdict("admit")
	at := h.now().UTC().Add(-time.Hour).Format(time.RFC3339Nano)
	h.as(identity.Door, "POST", "/v1/checkins:sync", object{"event_id": eventID(event), "device_id": "tablet", "scans": []object{
		{"scan_id": "1", "token": tk[1]["token"], "at": at, "gate": "South", "verdict": "admit"}}}).want(200)
	a := h.owner("GET", event+"/checkins", nil).want(200)
	if a.text("items", 0, "attendee") != "Bo" || a.number("items", 0, "units") != 2 || a.text("items", 0, "first", "gate") != "South" {
		t.Errorf("%s", a.Raw)
	}
	if hours := a.at("hours").([]any); len(hours) != 1 || a.number("hours", 0, "admitted") != 1 || a.text("hours", 0, "at")[14:16] != "00" {
		t.Errorf("%s", a.Raw)
	}
	here := h.owner("GET", event+"/guests?checked_in=yes", nil).want(200)
	if len(here.at("items").([]any)) != 1 || here.text("items", 0, "gate") != "South" || here.text("items", 0, "checked_in_at") == "" || here.number("items", 0, "checked_in") != 1 {
		t.Errorf("%s", here.Raw)
	}
	if all := h.owner("GET", event+"/guests?checked_in=no", nil).want(200); len(all.at("items").([]any)) != 2 {
		t.Errorf("%s", all.Raw)
	}
}

// has reports whether a list of the answer has a text.
func (a *answer) has(field, text string) bool {
	list, _ := a.at(field).([]any)
	return slices.Contains(list, any(text))
}

// A thousand scans of one ticket at once admit one.
func TestManyScannersOneTicket(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	tk := h.ticketsOf(h.register(event, "ada").text("order_id"))[0]
	body := fmt.Sprintf(`{"event_id":%q,"token":%q}`, eventID(event), tk["token"])
	var wg sync.WaitGroup
	var admitted, refused atomic.Int64
	for range 20 {
		wg.Go(func() {
			for range 50 {
				switch raw := h.as(identity.Door, "POST", "/v1/checkins", body).Raw; {
				case strings.Contains(raw, `"verdict":"admit"`):
					admitted.Add(1)
				case strings.Contains(raw, `"verdict":"already_admitted"`):
					refused.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if admitted.Load() != 1 || refused.Load() != 999 {
		t.Errorf("%d admitted, %d refused", admitted.Load(), refused.Load())
	}
}
