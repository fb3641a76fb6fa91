package jobs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// tellAgainEvery is how often a person is mailed at most because somebody asks with their
// address for what they have. Anybody can ask, and nobody is to be mailed all day for it.
const tellAgainEvery = time.Hour

// tellAgain mails people what they have, with whose addresses strangers asked for it. The
// strangers were answered as if nobody were known.
type tellAgain struct {
	EventID string             `json:"event_id"`
	Asked   []tellAgainPersons `json:"asked"`
}

type tellAgainPersons struct {
	PersonID string `json:"person_id"`
	Thing    string `json:"thing,omitempty"` // what they have; empty: all that one person may
}

// Kind names the job in the database.
func (tellAgain) Kind() string { return "tell_again" }

// TellAgain returns the job that mails people what they have. It is used as
// ledger.Write.TellAgain.
func TellAgain(event string, asked []inventory.AskedAgain) (database.Job, error) {
	args := tellAgain{EventID: event, Asked: make([]tellAgainPersons, len(asked))}
	for i, a := range asked {
		args.Asked[i] = tellAgainPersons(a)
	}
	return newJob(args, river.PriorityDefault, maxAttempts)
}

type againTeller struct {
	river.WorkerDefaults[tellAgain]
	jobs *Jobs
}

// Work stores the mails of those who were mailed none of late. Each person's is stored
// with the moment of it, so an attempt can end anywhere.
func (w *againTeller) Work(ctx context.Context, job *river.Job[tellAgain]) error {
	for _, a := range job.Args.Asked {
		if err := w.tell(ctx, job.Args.EventID, a); err != nil && !errors.Is(err, database.ErrNotFound) { // erased meanwhile
			return fmt.Errorf("tell somebody of what they have: %w", err)
		}
	}
	return nil
}

func (w *againTeller) tell(ctx context.Context, event string, a tellAgainPersons) error {
	what := accountmail.RegisteredAlreadyMail
	switch {
	case strings.HasPrefix(a.Thing, id.Entry):
		what = accountmail.WaitingAlreadyMail
	case a.Thing == "":
		holds, err := w.jobs.store.People.PersonHolds(ctx, event, a.PersonID, inventory.MaxOrderUnits)
		if err != nil {
			return err
		}
		for i := range holds {
			if holds[i].Live() {
				what, a.Thing = accountmail.LimitReachedMail, holds[i].ID
			}
		}
		if a.Thing == "" {
			return nil // it has ended since
		}
	}
	letter, err := newJob(sendAccountMail{What: what, ID: a.Thing, Person: a.PersonID}, river.PriorityDefault, mailAttempts)
	if err != nil {
		return err
	}
	now := w.jobs.now()
	_, err = w.jobs.store.People.MailLink(ctx, event, a.PersonID, &letter, inventory.At(now.Add(-tellAgainEvery)), inventory.At(now))
	return err
}
