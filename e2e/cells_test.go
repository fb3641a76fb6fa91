package e2e

import (
	"bytes"
	"encoding/json"
	drawn "image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// movedIn bounds for how long an event that is on its way to another cell is answered 503.
const movedIn = 20 * time.Second

// TestCells moves an event between the three cells of an installation while people register
// there and at other events, kills a move, and goes on with it. Only requests for that event
// are answered 503, for seconds; nothing that was acknowledged is lost; what was given out
// before the moves is good at every server; what costs something is sold on; whoever erases their
// account is erased from every cell or from none; each cell and the catalogue verify.
func TestCells(t *testing.T) {
	seed.InTurn(t, 1)
	t.Parallel()
	cells := map[string]*cell{}
	home := &cell{name: "home", db: pgserver.ForTest(t), at: freeAddress(t), logKey: logKey(t)}
	must(t, "migrate", "--db", home.db)
	home.added(t, home)
	shop := standin.NewStripe(t)
	stripe := shop.Account("sk_test_cells", "whsec_cells")
	files := t.TempDir() // of all cells
	shared := []string{"--files", files, "--private-webhooks", "--stripe-key", "sk_test_cells", "--stripe-webhook-secret", "whsec_cells", "--stripe-url", shop.URL}
	home.process = serve(t, home.db, append(shared, "--cell", "home", "--cell-listen", home.at)...)
	for _, name := range []string{"west", "east"} {
		c := &cell{name: name, db: pgserver.ForTest(t), at: freeAddress(t), logKey: filepath.Join(t.TempDir(), "log.key")}
		c.added(t, home)
		key, err := os.ReadFile(home.logKey)
		if err == nil {
			err = os.WriteFile(c.logKey, key, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		c.process = serveAs(t, c.db, home.key, append(shared, "--cell", name, "--catalogue", home.db, "--cell-listen", c.at, "--log-key", c.logKey)...)
		cells[name] = c
	}
	cells["home"] = home
	west, east := cells["west"], cells["east"]

	// What is given out before.
	soon := time.Now().Add(72 * time.Hour).UTC().Truncate(time.Hour) // phones have passes a week before
	event := home.newEvent(3, object{"starts_at": soon, "ends_at": soon.Add(3 * time.Hour)})
	registrations := "/v1/events/" + event + "/registrations"
	order := home.call("POST", registrations, person("Ada"), "Idempotency-Key: ada").want(201).at("order_id")
	link := linkOfOrder.FindString(home.mailTo("ada@example.org", ""))
	ticket := items[heldTicket](home.call("GET", "/v1/orders/"+order+"/tickets", nil))[0]
	for _, name := range []string{"Bert", "Cleo", "Dora"} {
		home.call("POST", registrations, person(name)).want(201)
	}
	phone, waits := home.phone(event, "Gate A"), home.code(event, "Gate B")
	hammered := home.newEvent(300, nil)

	const pace = 60 // requests a second
	busy := home.load(hammer.Config{Scenario: hammer.Mixed, Connections: 8, Rate: pace, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t)}, west.process, east.process)
	busy.cfg.Events = []string{hammered}
	others := home.load(hammer.Config{Scenario: hammer.Mixed, Connections: 4, Rate: pace, Capacity: 200, Seed: seed.Of(t) + 1}, west.process)
	others.events(t, 2)
	stopBusy, stopOthers := busy.start(t), others.start(t)
	watches := map[string]*outage{}
	for name, c := range cells {
		watches[name] = c.watchOutage(t, hammered)
	}
	moved := func(to string) string {
		t.Helper()
		done := must(t, "cell", "move", "--db", home.db, hammered, to)
		had := len(busy.cfg.Acks.Acks())
		within(t, 30*time.Second, "people go on to register in "+to, func() bool { return len(busy.cfg.Acks.Acks()) > had+20 })
		return done
	}
	t.Log(moved("west"))
	// One that is killed while its event is on its way.
	home.cutOff(hammered, "east", west)
	t.Log(moved("east"))
	t.Log(moved("home"))
	for _, name := range []string{"home", "west", "east"} {
		watches[name].within(t, movedIn, "the event that is moved three times, once by a move that is killed, at "+name)
	}
	result, untouched := stopBusy(), stopOthers()
	onlyClean(t, result)
	t.Logf("%d acknowledged, %d times 503; at other events %d acknowledged, %d times 503", result.Acknowledged, result.Retried, untouched.Acknowledged, untouched.Retried)
	if untouched.Retried > 0 || untouched.Refused[503] > 0 || untouched.Acknowledged == 0 {
		t.Errorf("other events were not left alone: %+v", untouched)
	}
	if result.Retried == 0 || result.Acknowledged == 0 {
		t.Errorf("the event was moved under no load: %+v", result)
	}
	for _, c := range cells { // each reads where it lives twice a second
		c.answers(hammered)
	}
	busy.kept(t)

	// What was given out before is good at every server.
	must(t, "cell", "move", "--db", home.db, event, "east")
	for _, c := range cells {
		c.answers(event)
		c.call("POST", registrations, person("Ada"), "Idempotency-Key: ada").want(201).is("order_id", order)
		c.call("GET", "/v1/orders/"+order, nil).want(200)
		c.call("GET", "/v1/orders/"+order, nil, "Authorization: Bearer no").want(401)
		if status, page := c.get(link[strings.Index(link, "/r/"):]); status != 200 || !strings.Contains(page, "An evening of short films") {
			t.Errorf("%s: the link: %d\n%s", c.name, status, page)
		}
	}
	for _, token := range []string{phone, west.take(waits)} { // one that was let in before, and one that is now
		for _, c := range cells {
			c.call("GET", "/v1/checkin-pass", nil, "Authorization: Bearer "+token).want(200).is("event_id", event)
		}
	}
	west.call("GET", "/v1/checkin-pass", nil, "Authorization: Bearer hp_"+strings.Repeat("A", len(phone)-3)).want(401)
	home.scan(event, ticket.Token, "admit")
	west.scan(event, ticket.Token, "already_admitted")
	// It goes on there: who waits is offered what comes back, by mail.
	home.call("DELETE", registrations+"/bert", nil).want(200)
	east.mailTo("dora@example.org", "Your turn")
	home.call("PATCH", "/v1/events/"+event, object{"title": "Long films"}).want(200)
	within(t, 20*time.Second, "the catalogue lists it as it is now", func() bool {
		return strings.Contains(string(home.call("GET", "/v1/events", nil).want(200).body), "Long films")
	})
	type shown struct {
		ID           string
		Availability json.RawMessage
	}
	var there shown
	if err := json.Unmarshal(east.call("GET", "/v1/events/"+event, nil).want(200).body, &there); err != nil {
		t.Fatal(err)
	}
	for _, e := range items[shown](west.call("GET", "/v1/events", nil)) {
		if e.ID == event && string(e.Availability) != string(there.Availability) {
			t.Errorf("the list has figures %s, and the event %s", e.Availability, there.Availability)
		}
	}
	// Who may act is decided by the catalogue.
	west.call("GET", "/v1/organization", nil).want(200).is("name", "End to End")
	if _, err := holdfast(t, "cell", "add", "--db", home.db, "--database", "postgres://u:secret@localhost/x", "--address", "x:1", "north"); err == nil {
		t.Error("a password was stored")
	}
	home.sellsOn(stripe, west, east)

	// The data of somebody who is signed in is whole wherever their events live, and erased everywhere or not at all.
	ada, cleo := home.signIn("ada@example.org"), home.signIn("cleo@example.org")
	if data := west.call("GET", "/v1/me/data", nil, ada, "Authorization: ").want(200); !strings.Contains(string(data.body), order) {
		t.Errorf("what is stored of her: %s", data.body)
	}
	west.call("POST", "/v1/me:erase", object{"email": "ada@example.org"}, ada, "Authorization: ").want(200).is("events", "1")
	for _, c := range []*cell{home, east} {
		c.call("GET", registrations+"/ada", nil).want(404)
		c.call("GET", "/v1/me/data", nil, ada, "Authorization: ").want(401)
	}
	east.stop()
	home.call("GET", "/v1/me/data", nil, cleo, "Authorization: ").want(503)
	home.call("POST", "/v1/me:erase", object{"email": "cleo@example.org"}, cleo, "Authorization: ").want(503)
	home.call("GET", "/v1/me", nil, cleo, "Authorization: ").want(200)
	for _, c := range cells {
		if c != east {
			c.stop()
		}
		must(t, "verify", "--db", c.db, "--log-key", c.logKey, "--files", files)
	}
	t.Log(must(t, "cell", "verify", "--db", home.db), must(t, "cell", "list", "--db", home.db))
}

// code makes a pass for a phone, and returns the code that the phone takes it with.
func (c *cell) code(event, name string) string {
	c.t.Helper()
	_, code, _ := strings.Cut(c.call("POST", "/v1/events/"+event+"/checkin-passes", object{"name": name, "valid_from": time.Now().Add(-time.Hour), "valid_until": time.Now().Add(time.Hour)}).want(201).at("url"), "#")
	return code
}

// take has a phone take a pass, and returns its token.
func (c *cell) take(code string) string {
	c.t.Helper()
	return c.call("POST", "/v1/checkin-passes:redeem", object{"code": code}, "Authorization: ").want(201).at("token")
}

// phone lets a phone in.
func (c *cell) phone(event, name string) string {
	c.t.Helper()
	return c.take(c.code(event, name))
}

// sellsOn moves an event that costs something, whose orders are paid before, while it is on its
// way, and after; whatever server the provider tells, money taken is a ticket or goes back.
func (c *cell) sellsOn(stripe *standin.StripeAccount, west, east *cell) {
	c.t.Helper()
	poster, other := c.picture("/v1/pictures", 1), east.picture("/v1/pictures", 2)
	show := c.newEvent(50, object{"cover": object{"picture_id": poster, "alt": "A poster"}, "currency": "EUR", "tiers": []object{{"name": "Stalls", "price": 1200}}})
	c.call("PUT", "/v1/events/"+show+"/questions", object{"questions": []object{{"id": "card", "kind": "file", "scope": "order", "label": "Card", "accept": []string{"image"}}}}).want(200)
	card := c.picture("/v1/events/"+show+"/questions/card/files", 3)
	till := c.call("POST", "/v1/events/"+show+"/tills", object{"name": "Door", "opening_float": 5000}).want(201).at("id")
	sale := func(at *cell) {
		c.t.Helper()
		at.call("POST", "/v1/events/"+show+"/tills/"+till+"/sales", object{"payment": "cash", "items": []object{{"tier_id": c.tierOf(show), "quantity": 1}}}).want(201)
	}
	sale(c)
	before, early := c.buy(show, "eve", object{"question": "card", "value": card})
	c.hear(stripe.Pay(early)).want(200)
	c.stands("/v1/orders/"+before, "confirmed")
	during, page := c.buy(show, "finn")
	after, late := c.buy(show, "gus")
	c.cutOff(show, "west", east)
	paid := stripe.Pay(page)
	for _, to := range []*cell{c, west, east} {
		to.hear(paid).want(503) // and providers tell it again
	}
	must(c.t, "cell", "move", "--db", c.db, show, "west")
	within(c.t, 10*time.Second, "it is recorded where the event lives", func() bool { return east.hear(paid).status == http.StatusOK })
	for _, of := range []*cell{c, west, east} { // each reads where it lives twice a second
		of.answers(show)
	}
	c.hear(paid).want(200).is("status", "duplicate")
	west.hear(stripe.Pay(late)).want(200)
	for _, order := range []string{during, after} {
		east.stands("/v1/orders/"+order, "confirmed")
	}
	sale(east)
	west.call("GET", "/v1/events/"+show+"/tills/"+till, nil).want(200).is("cash_in", "2400")
	c.call("POST", "/v1/events/"+show+"/tills/"+till+":close", object{"counted": 7400}).want(200).is("difference", "0")
	there, page := east.buy(show, "hugo") // the page is made by the cell
	c.hear(stripe.Pay(page)).want(200)
	c.stands("/v1/orders/"+there, "confirmed")
	east.call("PATCH", "/v1/events/"+show, object{"cover": object{"picture_id": other, "alt": "Another poster"}}).want(200).is("cover.picture_id", other)
	for _, of := range []*cell{c, west, east} {
		of.call("GET", "/v1/orders/"+before+"/files/"+card, nil).want(200)
	}
	// What names no order is recorded where its payment is known.
	c.call("POST", "/v1/orders/"+before+":refund", object{}).want(200).is("refund", "1200")
	within(c.t, 30*time.Second, "the money goes back", func() bool { return stripe.Refunds() == 1 })
	c.hear(stripe.Refunded()).want(200)
	west.hear(stripe.Disputed(late)).want(200).is("status", "recorded")
	gus := c.signIn("gus@example.org")
	c.call("POST", "/v1/me:erase", object{"email": "gus@example.org"}, gus, "Authorization: ").want(409).is("code", "paid_tickets")
	owner := "Authorization: Bearer " + strings.TrimSpace(must(c.t, "apikey", "create", "--db", c.db, "--org", "End to End", "--role", "owner"))
	c.call("PUT", "/v1/organization/bank-account", object{"iban": "DE02120300000000202051", "holder": "End to End"}, owner).want(409).is("code", "events_elsewhere")
	c.hooked(show, west)
	must(c.t, "cell", "move", "--db", c.db, show, "home")
	c.answers(show)
	payments := c.call("GET", "/v1/orders/"+after+"/payments", nil).want(200)
	if !strings.Contains(string(payments.body), `"disputed":1200`) {
		c.t.Errorf("the dispute is not with its payment: %s", payments.body)
	}
	c.stands("/v1/orders/"+before, "refunded")
	c.call("GET", "/v1/events/"+show, nil).want(200).is("cover.picture_id", other)
	if status, _ := c.get(picture.Path(other, 640)); status != http.StatusOK {
		c.t.Errorf("the file of the picture: %d", status)
	}
	c.hear(paid).want(200).is("status", "duplicate")
}

// picture sends a picture, and returns its id.
func (c *cell) picture(path string, tone uint8) string {
	c.t.Helper()
	img := drawn.NewGray(drawn.Rect(0, 0, 640, 360))
	for i := range img.Pix {
		img.Pix[i] = tone * uint8(i%100) //nolint:gosec // what it wraps to is a picture too
	}
	var body bytes.Buffer
	if err := jpeg.Encode(&body, img, nil); err != nil {
		c.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.base+path, &body)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	req.Header.Set("Content-Type", "image/jpeg")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return (&reply{t: c.t, call: "a picture", status: resp.StatusCode, body: b}).want(201).at("id")
}

// hooked makes a webhook while an event lives in another cell: from then on that sends what happens
// there, the catalogue lists it, and to send again is asked there.
func (c *cell) hooked(event string, lives *cell) {
	c.t.Helper()
	var mu sync.Mutex
	heard := map[string]int{}
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		heard[r.Header.Get("Webhook-Id")]++
	}))
	c.t.Cleanup(receiver.Close)
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(heard)
	}
	hook := c.call("POST", "/v1/webhook-endpoints", object{"url": receiver.URL, "types": []string{"order.*"}}).want(201).at("id")
	order, _ := lives.buy(event, "iris")
	within(c.t, 20*time.Second, "the cell of the event tells of an order", func() bool { return count() > 0 })
	first := count()
	var sent struct {
		EventID   string `json:"event_id"`
		LedgerSeq int64  `json:"ledger_seq"`
	}
	within(c.t, 10*time.Second, "the catalogue lists what another cell has sent", func() bool {
		list := items[struct {
			EventID   string `json:"event_id"`
			LedgerSeq int64  `json:"ledger_seq"`
		}](c.call("GET", "/v1/webhook-endpoints/"+hook+"/deliveries?delivery_state=delivered", nil))
		if len(list) == 0 {
			return false
		}
		sent = list[0]
		return sent.EventID == event
	})
	c.call("POST", "/v1/webhook-endpoints/"+hook+":replay", object{"event_id": event, "ledger_seq": sent.LedgerSeq}).want(200)
	within(c.t, 10*time.Second, "the cell sends it again", func() bool {
		mu.Lock()
		defer mu.Unlock()
		for _, times := range heard {
			if times > 1 {
				return true
			}
		}
		return false
	})
	if now := count(); now != first {
		c.t.Errorf("%d changes of one order %s, and %d before", now, order, first)
	}
	c.call("DELETE", "/v1/webhook-endpoints/"+hook, nil).want(200)
}

// tierOf is the first tier of an event.
func (c *cell) tierOf(event string) string {
	c.t.Helper()
	var made struct{ Tiers []struct{ ID string } }
	if err := json.Unmarshal(c.call("GET", "/v1/events/"+event, nil).want(200).body, &made); err != nil {
		c.t.Fatal(err)
	}
	return made.Tiers[0].ID
}

// buy orders a ticket, and returns the order and the page at Stripe on which it is paid.
func (c *cell) buy(event, name string, answers ...object) (order, page string) {
	c.t.Helper()
	order = c.call("POST", "/v1/events/"+event+"/orders", object{
		"user_id": name, "email": name + "@example.org", "name": name, "items": []object{{"tier_id": c.tierOf(event), "quantity": 1}}, "answers": append([]object{}, answers...),
	}).want(201).at("id")
	at := c.call("POST", "/v1/orders/"+order+":checkout", object{"provider": "stripe"}).want(200).at("payment_url")
	return order, at[strings.LastIndexAny(at, "/=")+1:]
}

// hear is told by Stripe.
func (c *cell) hear(w standin.Webhook) *reply {
	c.t.Helper()
	return c.call("POST", "/v1/webhooks/stripe", json.RawMessage(w.Body), "Stripe-Signature: "+w.Header.Get("Stripe-Signature"))
}

// cutOff begins to move an event, and is killed while requests for it are answered 503.
func (c *cell) cutOff(event, to string, seen *cell) {
	c.t.Helper()
	killed := exec.Command(binary, "cell", "move", "--db", c.db, event, to)
	killed.Env = environment(c.t)
	if err := killed.Start(); err != nil {
		c.t.Fatal(err)
	}
	within(c.t, 30*time.Second, "its requests are answered 503", func() bool {
		resp, err := http.Get(seen.base + "/v1/events/" + event)
		return err == nil && resp.Body.Close() == nil && resp.StatusCode == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") != ""
	})
	if err := killed.Process.Signal(syscall.SIGKILL); err != nil {
		c.t.Fatal(err)
	}
	_ = killed.Wait() // it was killed
}

// cell is a database and a server of an installation.
type cell struct {
	*process
	name, db, at, logKey string
}

// answers waits until a server answers for an event.
func (c *cell) answers(event string) {
	c.t.Helper()
	within(c.t, 10*time.Second, c.name+" answers for "+event, func() bool { return c.call("GET", "/v1/events/"+event, nil).status == http.StatusOK })
}

// added adds the cell to the installation.
func (c *cell) added(t *testing.T, home *cell) {
	t.Helper()
	args := []string{"cell", "add", "--db", home.db, "--region", "the " + c.name, "--address", c.at, c.name}
	if c != home {
		args = append(args, "--database", c.db)
	}
	must(t, args...)
}
