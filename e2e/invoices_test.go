package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
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
		key := strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner"))
		s := serveAs(t, db, key)
		s.call("PUT", "/v1/organization/invoicing", object{
			"enabled": true, "legal_name": "Seaside Events GmbH", "street": "Am Hafen 1", "city": "Hamburg", "country": "DE", "vat_id": "DE123456789",
			"prefix": "SEA", "language": "en", "timezone": "UTC",
		}).want(http.StatusOK)
		event := s.newEvent(100_000, object{"currency": "EUR", "tiers": []object{{"name": "General", "price": 1190, "tax_rate_bp": 1900, "tax_included": true}}})
		b := &buyers{t: t, base: s.base, key: s.key, event: event}
		b.start(4)
		random := rand.New(rand.NewPCG(from, uint64(kills)))
		for n := range kills {
			had := b.count.Load()
			within(t, 30*time.Second, "more orders are paid", func() bool { return b.count.Load() > had+10 })
			<-time.After(time.Duration(random.Int64N(int64(100 * time.Millisecond))))
			s.kill()
			if took := s.restart(); took > readyIn {
				t.Errorf("kill %d: ready after %s, want at most %s", n+1, took, readyIn)
			}
		}
		paid := b.stop()
		numbered := map[string]bool{}
		var last int64
		for cursor := ""; ; {
			var page struct {
				Items []struct {
					OrderID string `json:"order_id"`
					Number  string `json:"number"`
				}
				NextCursor string `json:"next_cursor"`
			}
			if err := json.Unmarshal(s.call("GET", "/v1/invoices?limit=200"+cursor, nil).want(http.StatusOK).body, &page); err != nil {
				t.Fatal(err)
			}
			for _, v := range page.Items {
				var no int64
				if _, err := fmt.Sscanf(v.Number[len(v.Number)-6:], "%d", &no); err != nil {
					t.Fatal(err)
				}
				if last != 0 && no != last-1 || numbered[v.OrderID] {
					t.Errorf("%s of %s stands behind number %d", v.Number, v.OrderID, last)
				}
				last, numbered[v.OrderID] = no, true
			}
			if page.NextCursor == "" {
				break
			}
			cursor = "&cursor=" + page.NextCursor
		}
		if last != 1 {
			t.Errorf("the first number is %d", last)
		}
		for _, order := range paid {
			if !numbered[order] {
				t.Errorf("order %s was said to be paid, and has no invoice", order)
			}
		}
		s.stop()
		verified(t, db)
	})
}

// buyers order and pay by hand until they are stopped; a server that is gone is asked again.
type buyers struct {
	t                *testing.T
	base, key, event string

	count atomic.Int64
	ended atomic.Bool
	wg    sync.WaitGroup
	mu    sync.Mutex
	paid  []string // guarded by mu
}

func (b *buyers) start(n int) {
	for i := range n {
		b.wg.Go(func() {
			for k := 0; !b.ended.Load(); k++ {
				name := fmt.Sprintf("u%d-%d", i, k)
				order, _ := b.send("/v1/events/"+b.event+"/orders", object{"user_id": name, "email": name + "@example.org", "name": name, "items": []object{{"quantity": 1}}})["id"].(string)
				if order == "" {
					continue
				}
				for !b.ended.Load() {
					if b.send("/v1/orders/"+order+":mark-paid", object{"reference": "slip " + order}) != nil {
						b.mu.Lock()
						b.paid = append(b.paid, order)
						b.mu.Unlock()
						b.count.Add(1)
						break
					}
				}
			}
		})
	}
}

// stop returns the orders that were said to be paid.
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
