package bench

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

const (
	// buyConns is how many connections buyers and the payment provider come by.
	buyConns = 256
	// buyPrice is what a ticket costs, in cents.
	buyPrice = 2500
)

// paymentTurn is one round of payments: the same orders are placed, given a page to pay
// on, and paid.
type paymentTurn struct {
	System string
	Round  int
	// Orders, Pages and Paid are the requests of buyers for orders, their requests for
	// pages, and the webhooks of the provider, each in a closed loop.
	Orders, Pages, Paid *hammer.Result
	ServerCPU, DBCPU    float64 // µs of a payment
	Foreign             float64
}

// payments measures how fast orders are paid beside how fast they are placed.
func (r *Report) payments(ctx context.Context, l *lab) error {
	systems := []string{sysPG, sysLite}
	for round := range r.Config.Rounds {
		for i := range systems {
			system := systems[(i+round)%len(systems)]
			t, err := l.pay(ctx, system, round+1, r.Config.Payments)
			if err != nil {
				return fmt.Errorf("bench: payments, %s: %w", system, err)
			}
			r.Payments = append(r.Payments, t)
			fmt.Fprintf(l.log, "payments round %d  %-16s orders %6.0f/s  pages %6.0f/s  payments %6.0f/s  ratio %.2f  p99 %.0f ms  server %4.0f µs  db %4.0f µs  foreign %.1f%%\n", t.Round, t.System,
				t.Orders.PerSecond, t.Pages.PerSecond, t.Paid.PerSecond, t.ratio(), float64(t.Paid.Latency.P99)/1000, t.ServerCPU, t.DBCPU, 100*t.Foreign)
		}
	}
	return nil
}

func (t *paymentTurn) ratio() float64 { return t.Paid.PerSecond / t.Orders.PerSecond }

// pay takes one round with so many orders. What one step has left to be done by jobs is
// done before the next is measured.
func (l *lab) pay(ctx context.Context, system string, round, orders int) (t paymentTurn, err error) {
	provider, err := newStripe()
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, provider.close()) }()
	run, err := l.launch(ctx, system, false, func(ro *role) { ro.Stripe = provider.url })
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	cfg := l.load(spec{System: system, Conns: buyConns, Round: round}, run)
	cfg.WarmUp, cfg.Duration, cfg.Acks = 0, fillWithin, hammer.NewAckLog(nil)
	event, err := hammer.NewShop(ctx, cfg, ample, buyPrice)
	if err != nil {
		return t, err
	}
	t.System, t.Round = system, round
	cfg.Scenario, cfg.Events, cfg.Requests = hammer.Buy, []string{event}, int64(orders)
	if t.Orders, err = checkedRun(ctx, cfg); err != nil {
		return t, err
	}
	pages := make([]hammer.Body, 0, orders)
	for _, a := range cfg.Acks.Acks() {
		pages = append(pages, hammer.Body{Path: "/v1/orders/" + a.OrderID + ":checkout", Text: `{"provider":"stripe"}`})
	}
	if len(pages) != orders {
		return t, fmt.Errorf("%d of %d orders were placed", len(pages), orders)
	}
	cfg.Acks, cfg.Scenario, cfg.Posts = nil, hammer.Post, pages
	if err := settle(ctx, run); err != nil {
		return t, err
	}
	if t.Pages, err = checkedRun(ctx, cfg); err != nil {
		return t, err
	}
	if cfg.Posts = provider.webhooks(); len(cfg.Posts) != orders {
		return t, fmt.Errorf("the provider was asked for %d pages for %d orders", len(cfg.Posts), orders)
	}
	cfg.APIKey = "" // providers sign
	if err := settle(ctx, run); err != nil {
		return t, err
	}
	before := usage(run)
	if t.Paid, err = checkedRun(ctx, cfg); err != nil {
		return t, err
	}
	book := turn{Result: t.Paid}
	book.account(before, usage(run))
	t.ServerCPU, t.DBCPU, t.Foreign = book.ServerCPU, book.DatabaseCPU, book.Foreign
	// Each answer says that the payment is stored; it is measured as settled too.
	return t, allSettled(ctx, run.db, event, orders)
}

// allSettled is an error unless so many payments of an event have ended in tickets.
func allSettled(ctx context.Context, db, event string, want int) (err error) {
	s, err := store.Open(ctx, database.Config{URL: db})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	n := 0
	const page = 5000
	for after := ""; ; {
		list, err := s.Payments.EventPayments(ctx, event, after, page)
		if err != nil {
			return err
		}
		for i := range list {
			if list[i].State == payments.PaymentTickets {
				n++
			}
		}
		if len(list) < page {
			break
		}
		after = list[len(list)-1].ID
	}
	if n != want {
		return fmt.Errorf("%d of %d payments were settled when the last was answered", n, want)
	}
	return nil
}

// webhooks are the notifications of all pages that were asked for, each of a payment.
func (s *stripeStandIn) webhooks() []hammer.Body {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]hammer.Body, 0, len(s.sessions))
	now := time.Now().Unix()
	for _, p := range s.sessions {
		text, err := json.Marshal(map[string]any{
			"id": "evt_" + p.name, "object": "event", "type": "checkout.session.completed", "created": now,
			"data": map[string]any{"object": map[string]any{
				"id": "cs_" + p.name, "object": "checkout.session", "amount_total": p.amount, "currency": p.currency, "status": "complete", "payment_status": "paid",
				"payment_intent": "pi_" + p.name, "client_reference_id": p.reference, "metadata": map[string]string{stripeReference: p.reference},
			}},
		})
		if err != nil {
			panic(err) // strings and numbers
		}
		mac := hmac.New(sha256.New, []byte(stripeSecret))
		fmt.Fprintf(mac, "%d.%s", now, text)
		list = append(list, hammer.Body{
			Path: "/v1/webhooks/stripe", Text: string(text),
			Header: fmt.Sprintf("Stripe-Signature: t=%d,v1=%s\r\n", now, hex.EncodeToString(mac.Sum(nil))),
		})
	}
	return list
}

// paymentTargets are the lines of "what it must show" about payments.
func (r *Report) paymentTargets() []target {
	var out []target
	for _, system := range []string{sysPG, sysLite} {
		var ratios []float64
		for i := range r.Payments {
			if r.Payments[i].System == system {
				ratios = append(ratios, r.Payments[i].ratio())
			}
		}
		out = append(out, target{what: "payments, " + system + ": received, decided and settled / orders placed", want: "≥ 0.5", got: summarize(ratios), limit: 0.5})
	}
	return out
}

func (r *Report) writePayments(p *page) {
	p.say("## Payments\n")
	p.say("%d connections place %d orders of one ticket, ask for the page of each, and send Stripe's signed webhook of each. A payment is answered when it is stored, decided, in the journal, and its order has its ticket.\n", buyConns, r.Config.Payments)
	p.head("system", "round", "orders/s", "pages/s", "payments/s", "payments / orders", "p50 ms", "p99 ms", "server CPU µs/payment", "with database", "foreign %")
	for i := range r.Payments {
		t := &r.Payments[i]
		p.row(t.System, fmt.Sprint(t.Round), fmt.Sprintf("%.0f", t.Orders.PerSecond), fmt.Sprintf("%.0f", t.Pages.PerSecond), fmt.Sprintf("%.0f", t.Paid.PerSecond),
			fmt.Sprintf("%.2f", t.ratio()), fmt.Sprintf("%.1f", float64(t.Paid.Latency.P50)/1000), fmt.Sprintf("%.1f", float64(t.Paid.Latency.P99)/1000),
			fmt.Sprintf("%.0f", t.ServerCPU), fmt.Sprintf("%.0f", t.ServerCPU+t.DBCPU), fmt.Sprintf("%.1f", 100*t.Foreign))
	}
	p.say("")
}
