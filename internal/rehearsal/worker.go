package rehearsal

import (
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// requestTimeout is how long an answer is waited for.
const requestTimeout = 60 * time.Second

// worker makes the requests of people, one at a time, on a connection.
type worker struct {
	crowd  *crowd
	conn   *hammer.Conn
	writer writer
	random *rand.Rand
	tally  *tally
	reply  hammer.Reply
}

func newWorker(w *crowd, n int) (*worker, error) {
	conn, err := hammer.NewConn(w.target, false, requestTimeout)
	if err != nil {
		return nil, err
	}
	return &worker{
		crowd: w, conn: conn, writer: writer{host: strings.TrimPrefix(w.target, "http://")}, tally: newTally(),
		random: rand.New(rand.NewPCG(w.cfg.Seed, uint64(n)+1)), //nolint:gosec // not negative
	}, nil
}

func (w *worker) run(tasks <-chan task) {
	defer w.conn.Close()
	for t := range tasks {
		w.do(t.person)
		w.crowd.done()
	}
}

// do makes the request of a person's step, and says what the person does next.
func (w *worker) do(p *person) {
	p.sent++
	err := w.conn.Do(w.writer.request(w.crowd.copied, p), &w.reply)
	now := time.Now()
	if err != nil {
		w.tally.broken++
		w.again(p, now, 0)
		return
	}
	if w.reply.Status >= 400 {
		w.refused(p, now)
		return
	}
	if p.step == confirm && hammer.Field(w.reply.Body, "status") == "pending" {
		w.again(p, now, 0) // the payment is being settled
		return
	}
	took := now.Sub(p.since)
	w.tally.answered(p.step, took)
	if p.step.inside() {
		p.answers += took
	}
	w.answered(p, now)
}

// again has a person make the same request once more, or give up.
func (w *worker) again(p *person, now time.Time, after time.Duration) {
	if p.sent >= w.crowd.attempts {
		w.tally.unanswered++
		w.ended(p)
		return
	}
	if after == 0 {
		after = 200 * time.Millisecond
	}
	w.retry(p, now.Add(after+time.Duration(w.random.Int64N(int64(after)))))
}

// retry makes a person due again for the same step.
func (w *worker) retry(p *person, at time.Time) {
	w.crowd.mu.Lock()
	defer w.crowd.mu.Unlock()
	w.crowd.busy++
	w.crowd.schedule(at, p)
}

// goOn makes a person due for another step.
func (w *worker) goOn(p *person, next step, at time.Time) {
	p.step, p.since, p.sent = next, at, 0
	w.retry(p, at)
}

// refused is what a refused person does.
func (w *worker) refused(p *person, now time.Time) {
	code := hammer.Field(w.reply.Body, "code")
	if code == "" {
		code = "other"
	}
	w.tally.refusals[code]++
	switch {
	case w.reply.Status == 503 || w.reply.Status == 429 || w.reply.Status >= 500:
		if w.reply.Status != 503 && w.reply.Status != 429 {
			w.tally.failed++
		}
		w.again(p, now, w.reply.RetryAfter)
		return
	case code == "not_called_yet" && p.habit == hasty: // and waits like everybody else
		w.tally.answered(p.step, now.Sub(p.since))
		w.tally.habits[hasty]++
		p.habit = buys
		w.crowd.waits(p)
		return
	case code == "not_called_yet": // as many are inside as may be, or the document was newer than the server
		w.tally.answered(p.step, now.Sub(p.since))
		w.goOn(p, enter, now.Add(max(w.reply.RetryAfter, time.Second)+time.Duration(w.random.Int64N(int64(time.Second)))))
		return
	}
	took := now.Sub(p.since)
	w.tally.answered(p.step, took)
	switch {
	case p.step == order && code == "sold_out" && p.less(w.crowd.copied):
		w.goOn(p, order, now)
	case p.step == order:
		if code == "sold_out" {
			w.tally.soldOut++
		}
		w.out(p, now)
	case p.step == payPage || p.step == pay || p.step == confirm || p.step == cancel:
		w.ended(p)
		w.out(p, now)
	default:
		w.ended(p)
	}
}

// out has a person leave the room, if there is one that lets in.
func (w *worker) out(p *person, now time.Time) {
	if w.crowd.copied.room && w.crowd.copied.mode != inventory.OnsaleBallot {
		w.goOn(p, leave, now)
	}
}

// ended notes a basket that was begun, as the person left it.
func (w *worker) ended(p *person) {
	if p.order != "" {
		w.tally.baskets = append(w.tally.baskets, basket{order: p.order, units: p.units, paid: p.paid, gaveBack: p.gaveBack})
		p.order = ""
	}
}

// answer is what is read of answers.
type answer struct {
	ID          string    `json:"id"`
	OrderID     string    `json:"order_id"`
	Status      string    `json:"status"`
	Index       int64     `json:"index"`
	Receipt     string    `json:"receipt"`
	Pass        string    `json:"pass"`
	ExpiresAt   time.Time `json:"expires_at"`
	AccessToken string    `json:"access_token"`
	PaymentURL  string    `json:"payment_url"`
	EntryID     string    `json:"entry_id"`
	TierID      string    `json:"tier_id"`
	Offer       struct {
		ID string `json:"id"`
	} `json:"offer"`
}

// answered is what an answered person does.
func (w *worker) answered(p *person, now time.Time) {
	var a answer
	if p.step != pay && p.step != leave {
		if err := json.Unmarshal(w.reply.Body, &a); err != nil {
			w.tally.failed++
			w.ended(p)
			return
		}
	}
	switch p.step {
	case join:
		p.index, p.receipt = a.Index, a.Receipt
		w.tally.joined++
		w.crowd.waits(p)
	case ownPart:
		p.entry = a.EntryID
		w.goOn(p, ownPlace, now)
	case ownPlace:
		w.finds(p, &a, now)
	case enter:
		p.pass = a.Pass
		w.tally.entered++
		w.tally.admitted = append(w.tally.admitted, calling{a.ExpiresAt.Add(-w.crowd.copied.admission), p.place})
		if p.habit == returns {
			w.tally.habits[returns]++
		}
		next := order
		if p.habit == leaves {
			next = leave
		}
		w.goOn(p, next, now.Add(w.crowd.thinks(w.random)))
	case order:
		if w.crowd.copied.free() {
			a.ID = a.OrderID
		}
		w.taken(p, &a, now)
	case accept:
		a.ID = a.OrderID
		w.taken(p, &a, now)
	case payPage:
		w.pays(p, &a, now)
	case pay:
		p.paid = true
		w.goOn(p, confirm, now)
	case confirm:
		if a.Status == "confirmed" {
			w.bought(p, now)
			return
		}
		w.ended(p) // the order was over before it was paid
		w.out(p, now)
	case cancel:
		p.gaveBack = true
		w.tally.habits[giveUp]++
		w.ended(p)
		w.out(p, now)
	case leave, decline:
		if p.habit == leaves {
			w.tally.habits[leaves]++
		}
		w.ended(p)
	}
}

// finds is what a person does with an offer.
func (w *worker) finds(p *person, a *answer, now time.Time) {
	if a.Offer.ID == "" { // it lapsed meanwhile
		w.ended(p)
		return
	}
	p.offer = a.Offer.ID
	p.tier = max(0, slices.IndexFunc(w.crowd.copied.tiers, func(t inventory.Tier) bool { return t.ID == a.TierID }))
	next := accept
	if p.habit == leaves {
		next = decline
	}
	w.goOn(p, next, now.Add(w.crowd.thinks(w.random)))
}

// taken is what a person does with a basket.
func (w *worker) taken(p *person, a *answer, now time.Time) {
	p.order, p.token = a.ID, a.AccessToken
	w.tally.takenAt = now
	switch {
	case p.habit == giveUp:
		w.goOn(p, cancel, now.Add(w.crowd.thinks(w.random)))
	case a.Status == "confirmed":
		p.paid = true
		w.bought(p, now)
	default:
		w.goOn(p, payPage, now.Add(w.crowd.thinks(w.random)))
	}
}

// pays sends a person to the page of the provider.
func (w *worker) pays(p *person, a *answer, now time.Time) {
	u, err := url.Parse(a.PaymentURL)
	if err != nil || u.Path == "" {
		w.tally.failed++
		w.ended(p)
		w.out(p, now)
		return
	}
	p.payPath = u.Path
	w.goOn(p, pay, now)
}

// bought ends a person who has what they came for.
func (w *worker) bought(p *person, now time.Time) {
	w.tally.bought++
	w.tally.units += p.units
	w.tally.boughtAt = now
	w.tally.purchase.Record(p.answers)
	w.ended(p)
}
