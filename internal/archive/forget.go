package archive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/store/database"
)

// How many people a round erases at most, and how many are read at once: each is a command of
// their event, and the next round goes on.
const (
	forgetMost = 5000
	forgetPage = 200
)

// forget erases people of events whose organizations keep nobody of them any longer. What fails for
// one event is done for the others.
func (a *Archiver) forget(ctx context.Context) error {
	if a.Forget == nil {
		return nil
	}
	var failed []error
	n := 0
	for after := ""; n < forgetMost && ctx.Err() == nil; {
		due, err := a.Store.Retention.DuePeople(ctx, a.now(), after, atOnce)
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		for _, event := range due {
			erased, err := a.forgetIn(ctx, event, forgetMost-n)
			failed, n = append(failed, err), n+erased
		}
		if len(due) < atOnce {
			break
		}
		after = due[len(due)-1]
	}
	if n > 0 {
		a.Log.InfoContext(ctx, "archive: erased people whom organizations do not keep any longer", slog.Int("people", n))
	}
	return errors.Join(failed...)
}

// forgetIn erases people of an event, so many at most.
func (a *Archiver) forgetIn(ctx context.Context, event string, most int) (n int, err error) {
	for after := ""; n < most && ctx.Err() == nil; {
		people, err := a.Store.Retention.PeopleOf(ctx, event, after, min(most-n, forgetPage))
		if err != nil {
			return n, err
		}
		for _, person := range people {
			switch err := a.Forget(ctx, event, person); {
			case err == nil:
				n++
			case !errors.Is(err, database.ErrNotFound):
				return n, fmt.Errorf("archive: erase %s: %w", person, err)
			}
		}
		if len(people) < forgetPage {
			break
		}
		after = people[len(people)-1]
	}
	return n, ctx.Err()
}
