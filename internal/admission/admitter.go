// Package door lets people in at this moment: it takes the admissions of many
// gates to the store together, and finds the tickets of who has none to show.
//
// The rules and the words are those of package checkin. A scan at a busy door is
// a transaction with a sync to disk; done one by one they would wait for the
// disk in a line. So those that come in while one transaction is under way
// share the next one, and at a quiet door nobody waits for company.
package admission

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/store"
)

const (
	// maxWaiting bounds the scans of one event that wait for a transaction.
	maxWaiting = 4096
	// maxTogether is how many share a transaction.
	maxTogether = 128
	// writeFor is how long a transaction may take. It is not the request's to
	// give up: others are in it.
	writeFor = 10 * time.Second
)

// ErrBusy says that too many scans wait. Nothing was done.
var ErrBusy = errors.New("door: too many scans wait")

// Desk writes check-ins, those of one event together. It is safe for concurrent
// use, keeps no goroutine while nobody waits, and needs no closing.
type Admitter struct {
	store  *store.Store
	mu     sync.Mutex
	queues map[string]*queue // of events with a transaction under way; guarded by mu
	// searches has a place for each search that reads.
	searches chan struct{}
}

type queue struct{ waiting []*waiter }

type waiter struct {
	wish store.Entering
	done chan struct{}
	got  store.Entered
	err  error
}

// NewDesk returns a desk that writes to st.
func NewAdmitter(st *store.Store) (*Admitter, error) {
	if st == nil {
		return nil, errors.New("door: a store is required")
	}
	return &Admitter{store: st, queues: map[string]*queue{}, searches: make(chan struct{}, maxSearches)}, nil
}

// CheckIn lets a ticket in, or says why not. It returns after the commit. Errors
// are ErrBusy and the store's: store.ErrConflict says that the device has used
// the name of the scan for another ticket.
func (d *Admitter) CheckIn(event string, wish store.Entering) (store.Entered, error) {
	w := &waiter{wish: wish, done: make(chan struct{})}
	d.mu.Lock()
	q, underWay := d.queues[event]
	if !underWay {
		q = &queue{}
		d.queues[event] = q
	}
	if len(q.waiting) >= maxWaiting {
		d.mu.Unlock()
		return store.Entered{}, ErrBusy
	}
	q.waiting = append(q.waiting, w)
	d.mu.Unlock()
	if !underWay {
		go d.work(event, q)
	}
	// Everybody on the waitlist is answered, so nothing is left behind when this returns.
	<-w.done
	return w.got, w.err
}

// work writes what waits until nobody does.
func (d *Admitter) work(event string, q *queue) {
	for {
		list := d.take(event, q)
		if len(list) == 0 {
			return
		}
		d.write(event, list)
	}
}

// take returns those who go next. When there is nobody, the queue is gone.
func (d *Admitter) take(event string, q *queue) []*waiter {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(q.waiting) == 0 {
		delete(d.queues, event)
		return nil
	}
	n := min(len(q.waiting), maxTogether)
	list := q.waiting[:n:n]
	q.waiting = q.waiting[n:]
	return list
}

// write does one transaction and answers those in it. When one of them has a
// fault, each is tried alone, so that nobody waits for another's mistake.
func (d *Admitter) write(event string, list []*waiter) {
	ctx, cancel := context.WithTimeout(context.Background(), writeFor)
	defer cancel()
	wishes := make([]store.Entering, len(list))
	for i, w := range list {
		wishes[i] = w.wish
	}
	got, err := d.store.CheckIn(ctx, event, wishes)
	if errors.Is(err, store.ErrConflict) && len(list) > 1 {
		for i := range list {
			d.write(event, list[i:i+1])
		}
		return
	}
	for i, w := range list {
		if w.err = err; err == nil {
			w.got = got[i]
		}
		close(w.done)
	}
}
