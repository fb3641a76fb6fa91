package hammer

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
)

// run is what the connections of one run share.
type run struct {
	cfg       Config
	addresses []string

	began, from, until time.Time // measured are [from, until)
	issued, shown      atomic.Int64
	buyers             atomic.Int64
	crowd              *crowd // of Room and Draw; nil: another scenario
}

// Run makes events if none are given, sends what the config says, and reports.
// It ends early, without an error, when ctx ends. An error means that the run
// could not begin.
func Run(ctx context.Context, cfg Config) (*Result, error) {
	cfg, err := cfg.checked()
	if err != nil {
		return nil, err
	}
	r := &run{cfg: cfg}
	for _, t := range cfg.Targets {
		a, err := hostPort(t, cfg.AllowRemote)
		if err != nil {
			return nil, err
		}
		r.addresses = append(r.addresses, a)
	}
	if (cfg.Scenario == SeatRace || cfg.Scenario == Seats || cfg.Scenario == Exchanges) && cfg.Hall == nil {
		if r.cfg.Hall, err = NewHall(ctx, cfg, cfg.NewRows); err != nil {
			return nil, err
		}
	}
	if r.cfg.Hall != nil {
		r.cfg.Events = []string{r.cfg.Hall.Event}
	}
	if len(r.cfg.Events) == 0 && (cfg.Scenario == Queue || cfg.crowds()) {
		event, err := NewRoom(ctx, cfg)
		if err != nil {
			return nil, err
		}
		r.cfg.Events = []string{event}
	}
	if len(r.cfg.Events) == 0 && cfg.Scenario != Place && cfg.Scenario != Fetch && cfg.Scenario != Post {
		if r.cfg.Events, err = NewEvents(ctx, cfg, cfg.NewEvents); err != nil {
			return nil, err
		}
	}
	if cfg.crowds() {
		r.crowd = newCrowd(r)
	}
	workers, err := r.connect()
	if err != nil {
		return nil, err
	}
	r.drive(ctx, workers)
	return r.result(workers), nil
}

// NewEvents makes n published events of cfg.Capacity units at the first target
// and returns their ids.
func NewEvents(ctx context.Context, cfg Config, n int) ([]string, error) {
	m, err := newMaker(cfg)
	if err != nil {
		return nil, err
	}
	defer m.close()
	events := make([]string, n)
	for i := range events {
		body := json.RawMessage(newEvent(fmt.Sprintf("Load %d", i+1), m.cfg.Capacity, time.Now()))
		key := fmt.Sprintf("Idempotency-Key: event-%s-%d\r\n", m.cfg.UserPrefix, i)
		if events[i], err = m.post(ctx, "/v1/events", id.Event, key, body); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// NewShop makes a published event at the first target whose tickets cost so much, in
// cents.
func NewShop(ctx context.Context, cfg Config, capacity, price int64) (string, error) {
	m, err := newMaker(cfg)
	if err != nil {
		return "", err
	}
	defer m.close()
	starts := time.Now().UTC().Add(30 * 24 * time.Hour)
	return m.post(ctx, "/v1/events", id.Event, "", map[string]any{
		"title": "Load", "starts_at": starts.Format(time.RFC3339), "ends_at": starts.Add(3 * time.Hour).Format(time.RFC3339), "timezone": "UTC",
		"capacity": capacity, "currency": "EUR", "tiers": []map[string]any{{"name": "General", "price": price}}, "publish": true,
	})
}

// connect makes all connections before anything is measured.
func (r *run) connect() ([]*worker, error) {
	workers := make([]*worker, r.cfg.Connections+r.watchers())
	for i := range workers {
		workers[i] = newWorker(r, i)
		if err := workers[i].client.connect(); err != nil {
			for _, w := range workers[:i] {
				w.client.close()
			}
			return nil, err
		}
	}
	return workers, nil
}

// drive runs all connections to the end.
func (r *run) drive(ctx context.Context, workers []*worker) {
	r.began = time.Now()
	r.from = r.began.Add(r.cfg.WarmUp)
	r.until = r.from.Add(r.cfg.Duration)
	stop := make(chan struct{})
	var watch, work sync.WaitGroup
	watch.Go(func() { r.watch(ctx, workers, stop) })
	if r.crowd != nil {
		r.crowd.drive(ctx, workers)
	} else {
		for _, w := range workers {
			work.Go(func() { w.loop(ctx) })
		}
		work.Wait()
	}
	close(stop)
	watch.Wait()
}

// watch breaks requests that take too long, and all of them when ctx ends.
func (r *run) watch(ctx context.Context, workers []*worker, stop <-chan struct{}) {
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		limit := r.cfg.Timeout
		select {
		case <-stop:
			return
		case <-ctx.Done():
			limit = 0
		case <-tick.C:
		}
		now := time.Now()
		for _, w := range workers {
			if w.client.busyFor(now) > limit {
				w.client.abort()
			}
		}
		if limit == 0 { // ctx has ended: go on at the ticker's pace
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}
}

// worker drives one connection.
type worker struct {
	run      *run
	client   *client
	encoder  *encoder
	scenario scenario
	random   *rand.Rand
	tally    tally
	number   int
	target   int   // of run.addresses, modulo their number
	keyed    int64 // requests that were given a key
}

func newWorker(r *run, n int) *worker {
	target := r.addresses[n%len(r.addresses)]
	w := &worker{
		run: r, number: n, target: n, client: newClient(target), encoder: newEncoder(target, r.cfg.APIKey),
		random: rand.New(rand.NewPCG(r.cfg.Seed, uint64(n))),
	}
	if r.crowd != nil {
		w.tally.steps = map[Op]*Histogram{}
	}
	p := people{prefix: fmt.Sprintf("%s-%d-", r.cfg.UserPrefix, n)}
	switch r.cfg.Scenario {
	case Mixed:
		w.scenario = &mixed{people: p, events: r.cfg.Events, random: w.random, answered: &r.shown}
	case Place:
		w.scenario = &places{entries: r.cfg.Entries, random: w.random}
	case CheckIn:
		w.scenario = &scans{tokens: r.cfg.Tokens, event: r.cfg.Events[0], shown: &r.shown}
	case SeatRace:
		w.scenario = &race{hall: r.cfg.Hall, buyers: &r.buyers, most: r.cfg.Buyers, prefix: r.cfg.UserPrefix, random: w.random}
	case Seats:
		w.scenario = &seats{people: p, hall: r.cfg.Hall, random: w.random}
	case Exchanges:
		w.scenario = &exchanges{people: p, hall: r.cfg.Hall, random: w.random}
	case Fetch:
		f := &fetches{paths: r.cfg.Paths, turn: n, worker: n}
		if r.cfg.Strangers {
			f.stranger = new(guest)
		}
		w.scenario = f
	case Post:
		w.scenario = &posts{list: r.cfg.Posts, sent: &r.shown}
	case Room, Draw:
		w.scenario = newVisitor(r.crowd, p, w.random)
	case Queue:
		w.scenario = &fresh{op: OpArrive, people: p, events: r.cfg.Events}
	case Buy:
		w.scenario = &fresh{op: OpBuy, people: p, events: r.cfg.Events, turn: n}
	case Join:
		w.scenario = &fresh{op: OpJoin, people: p, events: r.cfg.Events, turn: n}
	default:
		w.scenario = &fresh{op: OpRegister, people: p, events: r.cfg.Events, turn: n}
	}
	return w
}

// loop sends requests until the run is over.
func (w *worker) loop(ctx context.Context) {
	defer w.client.close()
	var q request
	for {
		intended, ok := w.wait(ctx)
		if !ok {
			return
		}
		if !w.scenario.next(&q) {
			return
		}
		if w.run.cfg.Keys && q.op.changes() {
			w.keyed++
			q.key = string(q.op) + "-" + orDefault(q.subject, q.user)
			switch q.op {
			case OpReserve, OpBlock, OpUnblock, OpExchange, OpWithdraw: // several of one name
				q.key = fmt.Sprintf("%s-%s-%d-%d", q.key, w.run.cfg.UserPrefix, w.number, w.keyed)
			}
		}
		w.exchange(ctx, &q, intended)
	}
}

// wait returns when the next request is to be sent, and the moment for which it
// was meant. ok is false when the run is over.
func (w *worker) wait(ctx context.Context) (intended time.Time, ok bool) {
	r := w.run
	n := r.issued.Add(1) - 1
	if n >= r.cfg.Requests || ctx.Err() != nil {
		return intended, false
	}
	now := time.Now()
	if r.cfg.Rate <= 0 {
		return now, now.Before(r.until)
	}
	intended = r.began.Add(time.Duration(float64(n) / r.cfg.Rate * float64(time.Second)))
	if !intended.Before(r.until) {
		return intended, false
	}
	return intended, pause(ctx, intended.Sub(now))
}

// pause waits, and reports whether it was not cut short.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// exchange sends one request, again if it must, and books how it ended.
func (w *worker) exchange(ctx context.Context, q *request, intended time.Time) {
	var reply Reply
	first := time.Now()
	unsure := false // an earlier attempt may have done the change
	for attempt := 1; ; attempt++ {
		w.tally.sent++
		err := w.client.do(w.encoder.encode(q), &reply)
		done := time.Now()
		switch {
		case err != nil:
			unsure = true
			w.tally.fail(err)
			w.elsewhere()
			if (q.key != "" || w.run.cfg.Keys && q.op.repeats()) && done.Sub(first) < w.run.cfg.Timeout && pause(ctx, w.jitter(min(time.Second, 10*time.Millisecond<<min(attempt, 8)))) {
				continue
			}
			w.book(q, nil, true, intended, first, done)
			return
		case reply.Status == 503 && attempt < w.run.cfg.Attempts:
			unsure = true
			w.tally.retried++
			if pause(ctx, w.jitter(max(reply.RetryAfter, 10*time.Millisecond))) {
				continue
			}
		}
		w.book(q, &reply, unsure || reply.Status == 503, intended, first, done)
		return
	}
}

// elsewhere has a connection that broke try the next server, if there are several: one of
// them may be gone for good.
func (w *worker) elsewhere() {
	if len(w.run.addresses) < 2 {
		return
	}
	w.target++
	to := w.run.addresses[w.target%len(w.run.addresses)]
	w.client.address, w.encoder = to, newEncoder(to, w.run.cfg.APIKey)
}

// jitter is d to 1.5 d, so that those who were turned away together do not come
// back together, and nobody comes earlier than was asked.
func (w *worker) jitter(d time.Duration) time.Duration {
	return d + time.Duration(w.random.Int64N(int64(d)/2+1))
}

// book counts an answer (nil: none came) and remembers what was acknowledged.
func (w *worker) book(q *request, reply *Reply, unsure bool, intended, sent, done time.Time) {
	r := w.run
	w.tally.last = done
	ok := reply != nil && reply.OK()
	measured := !done.Before(r.from) && done.Before(r.until)
	if measured && (ok || reply != nil && reply.Status == 409) {
		w.tally.decided++
	}
	if ok {
		if measured {
			w.tally.acknowledged++
		}
		if !intended.Before(r.from) {
			w.tally.latency.Record(done.Sub(intended))
		}
		w.tally.status(q.op, reply)
		w.tally.step(q.op, done.Sub(intended))
	} else {
		w.tally.refuse(reply)
	}
	w.scenario.learn(q, reply)
	if r.cfg.Acks == nil || !q.op.changes() && q.op != OpWatch || !ok && (!unsure || q.op == OpWatch) {
		return
	}
	a := Ack{Op: q.op, Event: q.event, User: q.user, Subject: q.subject, EntryID: q.entry, Sent: r.cfg.Acks.since(sent)}
	if ok {
		a.Received = r.cfg.Acks.since(done)
		a.Status = Field(reply.Body, "status")
		a.OrderID, a.OfferID = FindID(reply.Body, id.Order), FindID(reply.Body, id.Offer)
		a.EntryID = orDefault(FindID(reply.Body, id.Entry), q.entry)
		a.Seq = number(Field(reply.Body, "ledger_seq"))
		if q.op == OpReserve || q.op == OpBlock {
			a.OrderID = orDefault(a.OrderID, FindID(reply.Body, id.Block))
			a.Seats = findIDs(reply.Body, id.Seat)
		}
	}
	switch {
	case q.payer != nil:
		a.Room = &RoomAck{Index: q.payer.index, Place: q.payer.place}
	case q.guest != nil:
		a.User = address.PublicID(mailOf(q.user))
		if q.op == OpArrive {
			a.Key = q.key
		}
		q.guest.note(&a, reply, ok, r.cfg.Acks)
	}
	if !ok && reply != nil && q.key != "" {
		a.Refused = Field(reply.Body, "code")
	}
	r.cfg.Acks.Add(a)
}
