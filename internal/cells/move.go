package cells

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

const (
	// settleFor is how long a move waits until servers have read that an event is on its way:
	// they ask every readEvery.
	settleFor = 4 * readEvery
	// parkFor bounds how long it waits for what is being sent or done for the event.
	parkFor   = time.Minute
	parkEvery = 100 * time.Millisecond
)

// Config says what is moved, and where to.
type Config struct {
	Catalogue *store.Store
	// Open opens the database of a cell that is not the catalogue.
	Open Open
	// Now is the time of the catalogue's database.
	Now func(context.Context) (inventory.Instant, error)

	// step is told what is about to be done, for tests; its error ends the move there.
	step func(string) error
	// settle, for tests, is how long a move waits instead of settleFor.
	settle time.Duration
}

// Result is what came of a move.
type Result struct {
	Event   string  `json:"event"`
	From    string  `json:"from"`
	To      string  `json:"to"`
	Already bool    `json:"already,omitempty"` // it lived there
	Resumed bool    `json:"resumed,omitempty"` // a move that was cut off was gone on with, or undone
	Rows    int64   `json:"rows"`              // that were copied in this run
	Closed  float64 `json:"closed_seconds"`    // how long its requests were answered 503, in this run
}

// ErrNoCell: there is no cell of that name.
var ErrNoCell = errors.New("cells: there is no cell of that name")

// mover is a move under way.
type mover struct {
	Config
	cells  map[string]cells.Cell
	home   string // the catalogue's name
	opened map[string]*store.Store
	of     []cells.Table // of events
	orgs   []cells.Table // of organizations
	result *Result
}

// Run moves an event to a cell. A move that was cut off is gone on with; one to another cell is
// undone by moving the event to where it is.
func Run(ctx context.Context, c Config, event, to string) (r *Result, err error) {
	m := &mover{Config: c, opened: map[string]*store.Store{}, result: &Result{Event: event, To: to}}
	if m.step == nil {
		m.step, m.settle = func(string) error { return nil }, settleFor
	}
	if m.cells, m.home, err = known(ctx, c.Catalogue); err != nil {
		return nil, err
	}
	if _, ok := m.cells[to]; !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoCell, to)
	}
	defer func() {
		for _, st := range m.opened {
			err = errors.Join(err, st.Close())
		}
	}()
	if m.of, m.orgs, err = c.Catalogue.Cells.Tables(ctx); err != nil {
		return nil, err
	}
	for {
		place, err := c.Catalogue.Cells.Place(ctx, event)
		if err != nil {
			return nil, err
		}
		done, err := m.next(ctx, event, to, place)
		if err != nil || done {
			return m.result, err
		}
	}
}

// known returns the cells by name, and which of them is the catalogue.
func known(ctx context.Context, catalogue *store.Store) (map[string]cells.Cell, string, error) {
	list, err := catalogue.Cells.List(ctx)
	if err != nil {
		return nil, "", err
	}
	all, home := map[string]cells.Cell{}, ""
	for _, c := range list {
		if all[c.Name] = c; c.Database == "" {
			home = c.Name
		}
	}
	if home == "" {
		return nil, "", fmt.Errorf("%w: the catalogue itself is none yet", ErrNoCell)
	}
	return all, home, nil
}

// next takes an event on from where it is.
func (m *mover) next(ctx context.Context, event, to string, place *cells.Place) (done bool, err error) {
	is := place
	if is == nil {
		is = &cells.Place{EventID: event, Cell: m.home, State: cells.There}
	}
	if m.result.From == "" {
		m.result.From = is.Cell
	}
	switch {
	case is.State == cells.There && is.Cell == to:
		m.result.Already = m.result.From == to && !m.result.Resumed
		return true, nil
	case is.State == cells.There:
		source, err := m.at(ctx, is.Cell)
		if err != nil {
			return false, err
		}
		if err := m.bound(ctx, source, event); err != nil {
			return false, err
		}
		return false, m.change(ctx, place, cells.Place{EventID: event, Cell: is.Cell, Target: to, State: cells.Leaving})
	case is.State == cells.Leaving && is.Target == to:
		return false, m.copy(ctx, is)
	case is.State == cells.Leaving && is.Cell == to:
		m.result.Resumed = true
		return false, m.undo(ctx, is)
	case is.State == cells.Leaving:
		return false, fmt.Errorf("cells: %s is on its way from %s to %s: finish that first, or move it back to %s", event, is.Cell, is.Target, is.Cell)
	default:
		return false, m.finish(ctx, is)
	}
}

// bound is nil when an event can be moved. Else it is a *cells.BoundError, or ErrNotFound where it
// does not live there. One that people wait for stays: a room that opens while its event is on its
// way would lose nothing, but all who wait would see that it does not answer.
func (m *mover) bound(ctx context.Context, source *store.Store, event string) error {
	err := source.Cells.Bound(ctx, event)
	var bound *cells.BoundError
	if err != nil && !errors.As(err, &bound) {
		return err
	}
	e, unread := source.Events.Event(ctx, event)
	if unread != nil {
		return unread
	}
	now, unread := m.Now(ctx)
	if unread != nil {
		return unread
	}
	if e.Event.Status != inventory.Published || !waitroom.PhaseAt(&e.Event, now).Joinable() {
		return err
	}
	if bound == nil {
		bound = &cells.BoundError{}
	}
	bound.Reasons = append(bound.Reasons, "its waiting room is open")
	return bound
}

// at returns the open database of a cell.
func (m *mover) at(ctx context.Context, name string) (*store.Store, error) {
	if name == m.home {
		return m.Catalogue, nil
	}
	if st := m.opened[name]; st != nil {
		return st, nil
	}
	c, ok := m.cells[name]
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoCell, name)
	}
	st, err := m.Open(ctx, &c)
	if err != nil {
		return nil, fmt.Errorf("cells: the database of %s: %w", name, err)
	}
	m.opened[name] = st
	return st, st.Ping(ctx)
}

func (m *mover) change(ctx context.Context, before *cells.Place, now cells.Place) error {
	if err := m.step("say " + string(now.State)); err != nil {
		return err
	}
	at, err := m.Now(ctx)
	if err != nil {
		return err
	}
	now.ChangedAt = at
	return m.Catalogue.Cells.Change(ctx, before, now)
}

// copy brings an event from where it lives to where it is to live, and says that it lives there.
func (m *mover) copy(ctx context.Context, p *cells.Place) error {
	source, err := m.at(ctx, p.Cell)
	if err != nil {
		return err
	}
	target, err := m.at(ctx, p.Target)
	if err != nil {
		return err
	}
	begun := time.Now()
	if err := wait(ctx, m.settle); err != nil {
		return err
	}
	if err := m.step("close"); err != nil {
		return err
	}
	if err := source.Cells.Close(ctx, p.EventID); err != nil {
		return errors.Join(err, m.undo(ctx, p))
	}
	if err := m.park(ctx, source, p); err != nil {
		return err
	}
	// Again: what keeps it may have been added by somebody who had begun before.
	if err := source.Cells.Free(ctx, p.EventID); err != nil {
		return errors.Join(err, m.undo(ctx, p))
	}
	if err := m.step("organization"); err != nil {
		return err
	}
	org, err := source.Cells.OrgOf(ctx, p.EventID)
	if err != nil {
		return err
	}
	unknown, err := source.Cells.Forgotten(ctx, org)
	if err != nil {
		return err
	}
	if err := m.organization(ctx, source, target, p, org); err != nil {
		return err
	}
	for _, st := range []*store.Store{source, target} {
		if st != m.Catalogue {
			if err := followHooks(ctx, m.Catalogue, st, org); err != nil {
				return err
			}
		}
	}
	if err := m.picture(ctx, source, target, p.EventID); err != nil {
		return err
	}
	if err := m.step("copy"); err != nil {
		return err
	}
	content, err := m.fill(ctx, source, target, p.EventID, org)
	if err != nil {
		return err
	}
	// Who was erased since the contacts were read may have come to the other cell after they were
	// forgotten there.
	if err := m.forgotten(ctx, source, target, org, unknown); err != nil {
		return err
	}
	if err := m.step("compare"); err != nil {
		return err
	}
	if err := m.same(ctx, source, target, p.EventID, content); err != nil {
		return err
	}
	m.result.Rows = content.Rows()
	if err := m.change(ctx, p, cells.Place{EventID: p.EventID, Cell: p.Target, Target: p.Cell, State: cells.Arrived}); err != nil {
		return err
	}
	m.result.Closed = time.Since(begun).Seconds()
	// What came after the comparison was refused where it came. If it was not, nothing is deleted.
	return m.finish(ctx, &cells.Place{EventID: p.EventID, Cell: p.Target, Target: p.Cell, State: cells.Arrived})
}

// park puts aside what is to be done for the event, until nobody is at it any more.
func (m *mover) park(ctx context.Context, source *store.Store, p *cells.Place) error {
	if err := m.step("park"); err != nil {
		return err
	}
	writers, err := source.Cells.Writers(ctx)
	if err != nil {
		return err
	}
	for end := time.Now().Add(parkFor); ; {
		busy, err := source.Cells.Park(ctx, p.EventID)
		if err != nil {
			return err
		}
		if busy == 0 {
			if ended, err := source.Cells.Ended(ctx, writers); err != nil || ended {
				return err
			}
		}
		if time.Now().After(end) {
			return errors.Join(fmt.Errorf("cells: after %s %d messages or jobs of the event are still being sent or done, or somebody still writes who began before", parkFor, busy), m.undo(ctx, p))
		}
		if err := wait(ctx, parkEvery); err != nil {
			return err
		}
	}
}

// organization makes the organization of an event be in a cell, as the catalogue has it.
func (m *mover) organization(ctx context.Context, source, target *store.Store, p *cells.Place, org string) error {
	if p.Target != m.home {
		profile, err := m.Catalogue.Organizations.Profile(ctx, org)
		if err != nil {
			return err
		}
		have, err := target.Organizations.Profile(ctx, org)
		if errors.Is(err, database.ErrNotFound) {
			if err := target.Organizations.CreateOrganization(ctx, organizations.Organization{ID: org, Name: profile.Name, CreatedAt: profile.CreatedAt}); err != nil {
				return err
			}
			have, err = target.Organizations.Profile(ctx, org)
		}
		if err != nil {
			return err
		}
		if fmt.Sprint(*have) != fmt.Sprint(*profile) {
			if err := target.Organizations.ChangeProfile(ctx, *profile); err != nil {
				return err
			}
		}
	}
	rows, err := source.Cells.OfOrganization(ctx, m.orgs, org)
	if err != nil {
		return err
	}
	if p.Target != m.home { // what organizers change in the catalogue alone
		at := slices.IndexFunc(m.orgs, func(t cells.Table) bool { return t.Name == "series" })
		shared, err := m.Catalogue.Cells.OfOrganization(ctx, m.orgs[at:at+1], org)
		if err != nil {
			return err
		}
		rows["series"] = shared["series"]
	}
	return target.Cells.PutOrganization(ctx, m.orgs, rows, p.Target == m.home)
}

// picture makes a cell know the picture of an event. Its files are in the object store of all cells.
func (m *mover) picture(ctx context.Context, source, target *store.Store, event string) error {
	p, err := source.Cells.Picture(ctx, event)
	if err != nil || p == nil {
		return err
	}
	now, err := m.Now(ctx)
	if err != nil {
		return err
	}
	return target.Cells.CopyPicture(ctx, *p, now)
}

// forgotten forgets the contacts in a cell that were forgotten where they were copied from since
// unknown were all of these.
func (*mover) forgotten(ctx context.Context, source, target *store.Store, org string, unknown []string) error {
	keys, err := source.Cells.Forgotten(ctx, org)
	if err != nil {
		return err
	}
	return target.Cells.Forget(ctx, org, slices.DeleteFunc(keys, func(k string) bool {
		_, before := slices.BinarySearch(unknown, k)
		return before
	}))
}

// fill copies all of an event that is closed, from the start.
func (m *mover) fill(ctx context.Context, source, target *store.Store, event, org string) (cells.Content, error) {
	begin := func() error { return target.Cells.Clear(ctx, m.of, event) }
	if err := begin(); err != nil {
		return nil, err
	}
	var again error
	content, err := source.Cells.Read(ctx, m.of, event, func(tries int) {
		if tries > 1 {
			again = begin()
		}
	}, func(t *cells.Table, rows [][]any) error {
		if again != nil {
			return again
		}
		if err := m.step("fill " + t.Name); err != nil {
			return err
		}
		return target.Cells.Fill(ctx, t, event, rows)
	})
	if err != nil {
		return nil, err
	}
	jobs, err := source.Cells.Aside(ctx, event)
	if err != nil {
		return nil, err
	}
	if err := m.step("jobs"); err != nil {
		return nil, err
	}
	if err := target.Cells.FillJobs(ctx, event, jobs); err != nil {
		return nil, err
	}
	told, err := source.Cells.Told(ctx, org, event)
	if err != nil {
		return nil, err
	}
	if err := m.step("tell"); err != nil {
		return nil, err
	}
	return content, target.Cells.Tell(ctx, org, event, told)
}

// same compares what was read with what is there now, on both sides, and the newest row of the
// ledger with its head.
func (m *mover) same(ctx context.Context, source, target *store.Store, event string, content cells.Content) error {
	for _, side := range []struct {
		what string
		of   *store.Store
	}{{"arrived", target}, {"left", source}} {
		now, err := side.of.Cells.Read(ctx, m.of, event, func(int) {}, func(*cells.Table, [][]any) error { return nil })
		if err != nil {
			return err
		}
		if names := now.Differs(content); len(names) > 0 {
			return fmt.Errorf("cells: what was copied of %s is not what %s, in %s: nothing was changed where it lives; move it again", event, side.what, strings.Join(names, ", "))
		}
	}
	seq, head, err := target.Cells.Head(ctx, event)
	if err != nil {
		return err
	}
	if seq == 0 || !head {
		return fmt.Errorf("cells: the ledger of %s does not end at its head where it arrived", event)
	}
	return nil
}

// finish opens an event where it lives now, and deletes it where it was.
func (m *mover) finish(ctx context.Context, p *cells.Place) error {
	target, err := m.at(ctx, p.Cell)
	if err != nil {
		return err
	}
	source, err := m.at(ctx, p.Target)
	if err != nil {
		return err
	}
	if err := m.step("open"); err != nil {
		return err
	}
	if err := target.Cells.Open(ctx, p.EventID); err != nil {
		return err
	}
	if err := m.step("clear"); err != nil {
		return err
	}
	if err := source.Cells.Clear(ctx, m.of, p.EventID); err != nil {
		return err
	}
	return m.change(ctx, p, cells.Place{EventID: p.EventID, Cell: p.Cell, State: cells.There})
}

// undo deletes what was copied of an event, and opens it where it lives.
func (m *mover) undo(ctx context.Context, p *cells.Place) error {
	source, err := m.at(ctx, p.Cell)
	if err != nil {
		return err
	}
	target, err := m.at(ctx, p.Target)
	if err != nil {
		return err
	}
	if err := m.step("undo"); err != nil {
		return err
	}
	if err := target.Cells.Clear(ctx, m.of, p.EventID); err != nil {
		return err
	}
	if err := source.Cells.Open(ctx, p.EventID); err != nil {
		return err
	}
	return m.change(ctx, p, cells.Place{EventID: p.EventID, Cell: p.Cell, State: cells.There})
}

// wait waits, or until the context ends.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
