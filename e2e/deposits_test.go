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

	"github.com/holdfast-events/holdfast/internal/payment/standin"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// deposit is what each booking of TestKillWhileDepositsArePaid asks for.
const deposit = 3000

// TestKillWhileDepositsArePaid kills the server, as often as HOLDFAST_DEPOSIT_KILLS says on each
// engine, while deposits of bookings are paid: once, twice, at the provider and by hand, slowly,
// and when the booking is cancelled or its time is somebody else's. In the end each payment keeps
// a booking or goes back whole, no booking is paid by two, and whoever was said to have paid has.
// The provider is the test provider, and Stripe as its documents say that it is.
func TestKillWhileDepositsArePaid(t *testing.T) {
	seed.InTurn(t, 0)
	kills := count(t, "HOLDFAST_DEPOSIT_KILLS", 1)
	t.Run("testpay", func(t *testing.T) {
		engines(t, func(t *testing.T, db string) {
			p := &payers{t: t, s: serveDemo(t, db), provider: "testpay"}
			p.press = p.pressPage
			p.payUnderKills(db, kills)
		})
	})
	t.Run("stripe", func(t *testing.T) {
		each := engines
		if kills == 1 { // the suite has Stripe on one engine, proves have it on both
			each = func(t *testing.T, test func(*testing.T, string)) {
				t.Helper()
				test(t, sqlite(t))
			}
		}
		each(t, func(t *testing.T, db string) {
			stripe := standin.NewStripe(t)
			account := stripe.Account("sk_test_deposits", "whsec_deposits")
			p := &payers{t: t, provider: "stripe", s: serve(t, db, "--stripe-key", "sk_test_deposits", "--stripe-webhook-secret", "whsec_deposits", "--stripe-url", stripe.URL)}
			p.press = func(page, button string) bool { return p.payStripe(account, page, button) }
			p.payUnderKills(db, kills)
		})
	})
}

// payUnderKills has payers pay deposits at a server that is killed so often, and judges what became
// of each.
func (p *payers) payUnderKills(db string, kills int) {
	t, s := p.t, p.s
	t.Helper()
	p.random = rand.New(rand.NewPCG(seed.Of(t), uint64(kills)))
	p.venue = s.call("POST", "/v1/venues", object{"name": "House", "booking_terms": object{
		"currency": "EUR", "price_per_booking": 10000, "deposit_percent": 30, "pay_within_hours": 24,
	}}).want(http.StatusCreated).at("id")
	for i := range 3 {
		room := s.call("POST", "/v1/venues/"+p.venue+"/rooms", object{"name": fmt.Sprint("Room ", i)}).want(http.StatusCreated).at("id")
		p.wg.Go(func() { p.work(i, room) })
	}
	for n := range kills {
		had := p.done.Load()
		within(t, time.Minute, "more deposits are paid", func() bool { return p.done.Load() >= had+5 })
		<-time.After(time.Duration(p.upTo(int(100 * time.Millisecond))))
		s.kill()
		if took := s.restart(); took > readyIn {
			t.Errorf("kill %d: ready after %s, want at most %s", n+1, took, readyIn)
		}
	}
	p.ended.Store(true)
	p.wg.Wait()
	kept, back := 0, 0
	for _, b := range p.made {
		k, r := p.judge(&b)
		kept, back = kept+k, back+r
	}
	t.Logf("of %d bookings %d deposits are kept and %d go back", len(p.made), kept, back)
	s.stop()
	verified(t, db)
}

// payStripe has somebody pay on a page of Stripe, and Stripe tell the server until that has heard it,
// sometimes twice. Nothing is slow there: who has not paid yet does nothing.
func (p *payers) payStripe(account *standin.StripeAccount, page, button string) bool {
	if button == "slow" {
		return false
	}
	hook, paid := account.PayIfOpen(page[strings.LastIndexByte(page, '/')+1:])
	if !paid {
		return false
	}
	for heard := p.upTo(2); heard < 2; {
		req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.s.base+"/v1/webhooks/stripe", bytes.NewReader(hook.Body))
		if err != nil {
			panic(err)
		}
		req.Header = hook.Header.Clone()
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			<-time.After(askAgain)
			continue
		}
		_, err = io.Copy(io.Discard, resp.Body)
		if closed := resp.Body.Close(); err == nil {
			err = closed
		}
		switch {
		case err == nil && resp.StatusCode < http.StatusMultipleChoices:
			heard++
		case err == nil && resp.StatusCode < http.StatusInternalServerError && resp.StatusCode != http.StatusTooManyRequests:
			p.t.Errorf("a webhook is answered %d", resp.StatusCode)
			return true
		default:
			<-time.After(askAgain)
		}
	}
	return true
}

// askAgain is how long payers wait for a server that is gone.
const askAgain = 20 * time.Millisecond

// payers book rooms and pay deposits until they are stopped. A server that is gone is asked again.
type payers struct {
	t     *testing.T
	s     *process
	venue string
	// provider is where pages are, and press presses a button of one: see pressPage.
	provider string
	press    func(page, button string) bool

	done  atomic.Int64
	ended atomic.Bool
	wg    sync.WaitGroup

	mu     sync.Mutex
	random *rand.Rand // guarded by mu
	made   []deposited
}

// deposited is a booking, what its payer was told, and how it may stand in the end.
type deposited struct {
	id   string
	paid bool // the provider said so
	want string
}

func (p *payers) upTo(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.random.IntN(n)
}

func (p *payers) note(b deposited) {
	p.mu.Lock()
	p.made = append(p.made, b)
	p.mu.Unlock()
	p.done.Add(1)
}

// work plays one case after the other in a room of its own.
func (p *payers) work(worker int, room string) {
	day := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 30)
	for n := 0; !p.ended.Load(); n++ {
		at := day.Add(time.Duration(n) * 3 * time.Hour)
		book := func(by string) string {
			return p.send("/v1/venues/"+p.venue+"/bookings", object{"rooms": []string{room}, "starts_at": at, "ends_at": at.Add(2 * time.Hour)}, fmt.Sprintf("%d-%d-%s", worker, n, by), http.StatusCreated)["id"].(string)
		}
		b := deposited{id: book("first"), want: "confirmed"}
		page, _ := p.send("/v1/bookings/"+b.id+":checkout", object{"provider": p.provider}, "", http.StatusOK)["payment_url"].(string)
		byHand := func(of string) { p.send("/v1/bookings/"+of+":mark-paid", object{"reference": "slip " + of}, "", 0) }
		cancel := func() {
			p.send("/v1/bookings/"+b.id+":cancel", object{"reason": "venue_closed", "by_venue": true}, "", 0)
		}
		var both sync.WaitGroup
		switch p.upTo(5) {
		case 0: // pressed twice
			both.Go(func() { p.press(page, "pay") })
			b.paid = p.press(page, "pay")
		case 1: // at the provider and by hand
			both.Go(func() { byHand(b.id) })
			p.press(page, "pay") // which may be closed by then
		case 2: // it is under way, and the booking is cancelled
			p.press(page, "slow")
			cancel()
			b.paid, b.want = p.press(page, "arrived"), "cancelled"
		case 3: // at once with that
			both.Go(cancel)
			p.press(page, "pay")
			b.want = "cancelled"
		case 4: // and somebody else has the time
			p.press(page, "slow")
			cancel()
			other := deposited{id: book("second"), want: "confirmed"}
			both.Go(func() { byHand(other.id) })
			b.paid, b.want = p.press(page, "arrived"), "cancelled"
			both.Wait()
			p.note(other)
		}
		both.Wait()
		p.note(b)
	}
}

// judge wants a booking to stand as it has to, with each payment for it settled, and returns how
// many of these keep it and how many go back. Jobs of a server that is gone take a while.
func (p *payers) judge(b *deposited) (kept, back int) {
	p.t.Helper()
	p.s.stands("/v1/bookings/"+b.id, b.want)
	type refund struct {
		Amount int64
		Status string
	}
	type money struct {
		Provider, Status string
		Amount           int64
		Refunds          []refund
	}
	var list []money
	within(p.t, 2*time.Minute, "the money of booking "+b.id+" is settled", func() bool {
		list = items[money](p.s.call("GET", "/v1/bookings/"+b.id+"/payments", nil))
		kept, back = 0, 0
		open := b.paid && len(list) == 0
		for _, m := range list {
			returned := int64(0)
			for _, r := range m.Refunds {
				returned += r.Amount
				open = open || r.Status == "due" || r.Status == "pending" && m.Provider != "manual"
			}
			switch {
			case m.Status == "tickets" && m.Amount == deposit && returned == 0:
				kept++
			case m.Status != "captured" && m.Amount == deposit && returned == deposit:
				back++
			default:
				open = true
			}
		}
		return !open
	})
	if want := map[string]int{"confirmed": 1}[b.want]; kept != want {
		p.t.Errorf("booking %s is %s, and keeps %d deposits: %+v", b.id, b.want, kept, list)
	}
	return kept, back
}

// pressPage presses a button of a page of the test provider until it is answered, and reports whether
// the page is paid then.
func (p *payers) pressPage(page, button string) bool {
	quiet := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for {
		req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, page+"/"+button, nil)
		if err != nil {
			panic(err)
		}
		resp, err := quiet.Do(req)
		if err != nil {
			<-time.After(askAgain)
			continue
		}
		_, err = io.Copy(io.Discard, resp.Body)
		if closed := resp.Body.Close(); err == nil {
			err = closed
		}
		if err == nil && resp.StatusCode < http.StatusInternalServerError && resp.StatusCode != http.StatusTooManyRequests {
			return resp.StatusCode == http.StatusSeeOther && !strings.HasPrefix(resp.Header.Get("Location"), page)
		}
	}
}

// send repeats a call until it is answered: with that status, or with any where that is 0.
func (p *payers) send(path string, body object, key string, want int) object {
	in, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	for {
		req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.s.base+path, bytes.NewReader(in))
		if err != nil {
			panic(err)
		}
		req.Header.Set("Authorization", "Bearer "+p.s.key)
		req.Header.Set("Content-Type", "application/json")
		if key != "" {
			req.Header.Set("Idempotency-Key", key)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			<-time.After(askAgain)
			continue
		}
		raw, err := io.ReadAll(resp.Body)
		if closed := resp.Body.Close(); err == nil {
			err = closed
		}
		if err != nil || resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusTooManyRequests {
			continue
		}
		out := object{}
		if err := json.Unmarshal(raw, &out); err != nil || want != 0 && resp.StatusCode != want {
			p.t.Errorf("%s: %d %s", path, resp.StatusCode, raw)
			p.ended.Store(true)
			return object{"id": "", "payment_url": p.s.base + "/testpay/none"}
		}
		return out
	}
}
