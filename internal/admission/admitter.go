// Package admission lets people in at this moment: it takes the admissions of many
// gates to the store together, and finds the tickets of people who have none to show.
//
// The rules and the words are those of package checkin. A scan at a busy door is
// a transaction with a sync to disk; done one by one they would wait for the
// disk one after another. So those that come in while one transaction is under way
// share the next one, and at a quiet door nobody waits for company.
package admission

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
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

// ErrBusy: too many scans of the event wait. Nothing was done.
var ErrBusy = errors.New("admission: too many scans wait")

var errClosed = errors.New("admission: closed") // an admitter never is

// Admitter writes check-ins, those of one event together. It is safe for concurrent
// use, keeps no goroutine while nobody waits, and needs no closing.
type Admitter struct {
	store *store.Store
	group *batch.Group[string, checkins.Entering, answer] // by event
	// searches has a place for each search that reads.
	searches chan struct{}
}

type answer struct {
	got checkins.Entered
	err error
}

// NewAdmitter returns an admitter that writes to st.
func NewAdmitter(st *store.Store) (*Admitter, error) {
	if st == nil {
		return nil, errors.New("admission: a store is required")
	}
	d := &Admitter{store: st, searches: make(chan struct{}, maxSearches)}
	var err error
	d.group, err = batch.New(batch.Config[string, checkins.Entering, answer]{
		Waiting: maxWaiting, Together: maxTogether, Busy: ErrBusy, Closed: errClosed,
		Commit: func(event string, wishes []checkins.Entering, _ func() []checkins.Entering) ([]answer, *checkins.Entering) {
			return d.write(event, wishes), nil
		},
	})
	return d, err
}

// CheckIn lets a ticket in, or says why not. It returns after the commit. Errors
// are ErrBusy and the store's: database.ErrConflict says that the device has used
// the name of the scan for another ticket.
func (ad *Admitter) CheckIn(event string, wish checkins.Entering) (checkins.Entered, error) {
	// Every scan that is queued is answered, so nothing is left behind when this
	// returns.
	a, err := ad.group.Submit(context.Background(), event, wish)
	if err != nil {
		return checkins.Entered{}, err
	}
	return a.got, a.err
}

// write does one transaction. When one of the scans has a fault, each is tried
// alone, so that nobody pays for another's mistake.
func (ad *Admitter) write(event string, wishes []checkins.Entering) []answer {
	ctx, cancel := context.WithTimeout(context.Background(), writeFor)
	defer cancel()
	got, err := ad.store.CheckIns.CheckIn(ctx, event, wishes)
	answers := make([]answer, 0, len(wishes))
	if errors.Is(err, database.ErrConflict) && len(wishes) > 1 {
		for i := range wishes {
			answers = append(answers, ad.write(event, wishes[i:i+1])...)
		}
		return answers
	}
	for i := range wishes {
		if err != nil {
			answers = append(answers, answer{err: err})
		} else {
			answers = append(answers, answer{got: got[i]})
		}
	}
	return answers
}
