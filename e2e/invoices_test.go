package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestKillWhileInvoicing kills the server while orders are paid that get invoices, on each
// engine: the numbers have no gap and no double, and each order that was said to be paid has one.
func TestKillWhileInvoicing(t *testing.T) {
	seed.InTurn(t, 2)
	kills := count(t, "HOLDFAST_KILLS", 5)
	if testing.Short() {
		kills = 3
	}
	from := seed.Of(t)
	engines(t, func(t *testing.T, db string) {
		s := invoicing(t, db)
		event := s.newEvent(100_000, object{"currency": "EUR", "tiers": []object{{"name": "General", "price": 1190, "tax_rate_bp": 1900, "tax_included": true}}})
		b := &buyers{t: t, base: s.base, key: s.key}
		b.start(4, func(name string) string {
			order, _ := b.send("/v1/events/"+event+"/orders", object{"user_id": name, "email": name + "@example.org", "name": name, "items": []object{{"quantity": 1}}})["id"].(string)
			if order == "" || !b.until("/v1/orders/"+order+":mark-paid", object{"reference": "slip " + order}) {
				return ""
			}
			return order
		})
		b.underKills(s, kills, from)
		paid := b.stop()
		documents := s.documents()
		for _, order := range paid {
			if len(documents[order]) != 1 {
				t.Errorf("order %s was said to be paid, and has the documents %v", order, documents[order])
			}
		}
		s.stop()
		verified(t, db)
	})
}

// TestKillWhileFeesAreInvoiced kills the server while fees of places on a waitlist are paid and given back, and
// deposits and balances of bookings are paid and given back, on each engine. All of their documents have numbers
// of one series: these have no gap and no double, each fee, deposit and balance that was said to be paid has exactly
// one invoice, and each that was given back exactly one credit note.
func TestKillWhileFeesAreInvoiced(t *testing.T) {
	seed.InTurn(t, 1)
	kills := count(t, "HOLDFAST_KILLS", 5)
	if testing.Short() {
		kills = 3
	}
	from := seed.Of(t)
	engines(t, func(t *testing.T, db string) {
		s := invoicing(t, db)
		s.call("PUT", "/v1/resources/tables", object{"name": "Tables", "waitlist_limit": 10_000, "hold_fee": object{
			"amount": 1190, "currency": "EUR", "tax_rate_bp": 1900, "give_back": "unless_declined",
		}}).want(http.StatusCreated)
		venue := s.call("POST", "/v1/venues", object{"name": "House", "booking_terms": object{
			"currency": "EUR", "price_per_booking": 11900, "tax_rate_bp": 1900, "deposit_percent": 30, "pay_within_hours": 24,
		}}).want(http.StatusCreated).at("id")
		const bookers = 3
		var halls []string
		for i := range bookers {
			halls = append(halls, s.call("POST", "/v1/venues/"+venue+"/rooms", object{"name": fmt.Sprint("Room ", i)}).want(http.StatusCreated).at("id"))
		}
		fees := &buyers{t: t, base: s.base, key: s.key}
		var back sync.Map // places whose fee was given back
		var joined atomic.Int64
		fees.start(3, func(name string) string {
			entry, _ := fees.send("/v1/resources/tables/waitlist:join", object{"user_id": name, "email": name + "@example.org", "name": name})["id"].(string)
			if entry == "" || !fees.until("/v1/resource-entries/"+entry+":mark-paid", object{"reference": "slip " + entry}) {
				return ""
			}
			if joined.Add(1)%3 != 0 { // most, so that the waitlist is never full
				if !fees.until("/v1/resource-entries/"+entry+":leave", object{"reason": "removed_by_staff"}) {
					return "" // nobody knows
				}
				back.Store(entry, true)
			}
			return entry
		})
		rooms := &buyers{t: t, base: s.base, key: s.key}
		day := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 30)
		var kinds sync.Map // of bookings, which documents they have
		rooms.start(bookers, func(name string) string {
			var i, k int
			if _, err := fmt.Sscanf(name, "u%d-%d", &i, &k); err != nil {
				panic(err)
			}
			at := day.Add(time.Duration(k) * 3 * time.Hour)
			of, _ := rooms.send("/v1/venues/"+venue+"/bookings", object{"rooms": []string{halls[i]}, "starts_at": at, "ends_at": at.Add(2 * time.Hour)})["id"].(string)
			if of == "" || !rooms.until("/v1/bookings/"+of+":mark-paid", object{"reference": "slip " + of}) {
				return ""
			}
			has := []string{"invoice"}
			if k%2 == 0 {
				if !rooms.until("/v1/bookings/"+of+":mark-paid", object{"part": "balance", "reference": "rest of " + of}) {
					return "" // nobody knows
				}
				has = append(has, "invoice")
			}
			if k%3 == 0 {
				if !rooms.until("/v1/bookings/"+of+":cancel", object{"reason": "venue_closed", "by_venue": true}) {
					return ""
				}
				for range len(has) {
					has = append(has, "credit_note")
				}
			}
			kinds.Store(of, strings.Join(has, " "))
			return of
		})
		fees.underKills(s, kills, from)
		places, booked := fees.stop(), rooms.stop()
		var documents map[string][]string
		for _, thing := range append(places, booked...) {
			want := "invoice"
			if _, gone := back.Load(thing); gone {
				want += " credit_note"
			}
			if of, ok := kinds.Load(thing); ok {
				want = of.(string)
			}
			within(t, time.Minute, "the documents of "+thing+" are "+want, func() bool {
				if strings.Join(documents[thing], " ") != want { // jobs of a server that is gone take a while
					documents = s.documents()
				}
				return strings.Join(documents[thing], " ") == want
			})
		}
		t.Logf("%d fees and %d bookings were paid", len(places), len(booked))
		s.stop()
		verified(t, db)
	})
}

// invoicing is a server whose organization issues invoices, called by its owner.
func invoicing(t *testing.T, db string) *process {
	t.Helper()
	p := serveAs(t, db, strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner")))
	p.call("PUT", "/v1/organization/invoicing", object{
		"enabled": true, "legal_name": "Seaside Events GmbH", "street": "Am Hafen 1", "city": "Hamburg", "country": "DE", "vat_id": "DE123456789",
		"prefix": "SEA", "language": "en", "timezone": "UTC",
	}).want(http.StatusOK)
	return p
}

// documents are the kinds of the invoices and credit notes of each order, booking and place, the first first.
// Their numbers have no gap and no double.
func (p *process) documents() map[string][]string {
	p.t.Helper()
	found := map[string][]string{}
	var last int64
	for cursor := ""; ; {
		var page struct {
			Items []struct {
				Order  string `json:"order_id"`
				Room   string `json:"booking_id"`
				Place  string `json:"resource_entry_id"`
				Kind   string
				Number string
			}
			NextCursor string `json:"next_cursor"`
		}
		if err := json.Unmarshal(p.call("GET", "/v1/invoices?limit=200"+cursor, nil).want(http.StatusOK).body, &page); err != nil {
			p.t.Fatal(err)
		}
		for _, v := range page.Items {
			var no int64
			if _, err := fmt.Sscanf(v.Number[len(v.Number)-6:], "%d", &no); err != nil {
				p.t.Fatal(err)
			}
			if last != 0 && no != last-1 {
				p.t.Errorf("%s stands behind number %d", v.Number, last)
			}
			last = no
			of := v.Order + v.Room + v.Place
			found[of] = slices.Insert(found[of], 0, v.Kind)
		}
		if page.NextCursor == "" {
			break
		}
		cursor = "&cursor=" + page.NextCursor
	}
	if last != 1 {
		p.t.Errorf("the first number is %d", last)
	}
	return found
}

// buyers take something and pay for it by hand until they are stopped; a server that is gone is asked again.
type buyers struct {
	t         *testing.T
	base, key string

	count atomic.Int64
	ended atomic.Bool
	wg    sync.WaitGroup
	mu    sync.Mutex
	paid  []string // guarded by mu
}

// start has n of them buy. buy buys something under a name, and returns what was said to be paid; "": nothing was.
func (b *buyers) start(n int, buy func(name string) string) {
	for i := range n {
		b.wg.Go(func() {
			for k := 0; !b.ended.Load(); k++ {
				thing := buy(fmt.Sprintf("u%d-%d", i, k))
				if thing == "" {
					continue
				}
				b.mu.Lock()
				b.paid = append(b.paid, thing)
				b.mu.Unlock()
				b.count.Add(1)
			}
		})
	}
}

// until repeats a call until it was done, and reports that; false: they were stopped before.
func (b *buyers) until(path string, body object) bool {
	for !b.ended.Load() {
		if b.send(path, body) != nil {
			return true
		}
	}
	return false
}

// underKills kills the server so often while they buy.
func (b *buyers) underKills(s *process, kills int, from uint64) {
	b.t.Helper()
	random := rand.New(rand.NewPCG(from, uint64(kills)))
	for n := range kills {
		had := b.count.Load()
		within(b.t, 30*time.Second, "more is paid", func() bool { return b.count.Load() > had+10 })
		<-time.After(time.Duration(random.Int64N(int64(100 * time.Millisecond))))
		s.kill()
		if took := s.restart(); took > readyIn {
			b.t.Errorf("kill %d: ready after %s, want at most %s", n+1, took, readyIn)
		}
	}
}

// stop returns what was said to be paid.
func (b *buyers) stop() []string {
	b.ended.Store(true)
	b.wg.Wait()
	return b.paid
}

// send returns the answer of a call that was done; nil: it was not, or nobody knows.
func (b *buyers) send(path string, body object) object {
	in, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	req, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.base+path, bytes.NewReader(in))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Authorization", "Bearer "+b.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= http.StatusMultipleChoices {
		return nil
	}
	out := object{}
	if json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}
