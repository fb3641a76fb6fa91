package cells

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Open opens the database of a cell that is not the catalogue.
type Open = func(ctx context.Context, cell *cells.Cell) (*store.Store, error)

// Add adds a cell, and makes its database one of this installation: it has the schema, and the
// secrets that links and tickets are signed with.
func Add(ctx context.Context, catalogue *store.Store, cell cells.Cell, open Open) (err error) {
	if cell.Database != "" {
		if _, _, err := known(ctx, catalogue); err != nil {
			return fmt.Errorf("%w: add it first, without a database", err)
		}
		st, err := open(ctx, &cell)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, st.Close()) }()
		if err := ready(ctx, catalogue, st); err != nil {
			return fmt.Errorf("cells: the database of %s: %w", cell.Name, err)
		}
	}
	return catalogue.Cells.Put(ctx, cell)
}

// ErrOtherKeys: a database has secrets of another installation.
var ErrOtherKeys = errors.New("cells: it has secrets of another installation: take an empty database")

func ready(ctx context.Context, catalogue, st *store.Store) error {
	if err := st.Migrate(ctx); err != nil {
		return err
	}
	if err := st.Moves.MayServe(ctx); err != nil {
		return err
	}
	keys, err := catalogue.Organizations.ServerKeys(ctx)
	if err != nil {
		return err
	}
	for _, k := range keys {
		has, err := st.Organizations.ServerKey(ctx, k)
		if err != nil {
			return err
		}
		if string(has.Secret) != string(k.Secret) {
			return ErrOtherKeys
		}
	}
	if len(keys) == 0 {
		return errors.New("cells: the catalogue has no secrets yet: start a server of it once")
	}
	return nil
}

// Overview is the cells, and the events that were moved.
type Overview struct {
	Cells []struct {
		Name     string `json:"name"`
		Region   string `json:"region"`
		Database string `json:"database"`
		Address  string `json:"address"`
	} `json:"cells"`
	Events []MovedEvent `json:"events"`
}

// MovedEvent is where an event lives that was moved.
type MovedEvent struct {
	Event  string `json:"event"`
	Cell   string `json:"cell"`
	Target string `json:"target,omitempty"`
	State  string `json:"state"`
}

// List returns the cells, and where the events live that were moved.
func List(ctx context.Context, catalogue *store.Store) (*Overview, error) {
	list, err := catalogue.Cells.List(ctx)
	if err != nil {
		return nil, err
	}
	o := &Overview{Events: []MovedEvent{}}
	for _, c := range list {
		o.Cells = append(o.Cells, struct {
			Name     string `json:"name"`
			Region   string `json:"region"`
			Database string `json:"database"`
			Address  string `json:"address"`
		}{c.Name, c.Region, c.Database, c.Address})
	}
	places, err := allPlaces(ctx, catalogue)
	for _, event := range slices.Sorted(maps.Keys(places)) {
		p := places[event]
		o.Events = append(o.Events, MovedEvent{p.EventID, p.Cell, p.Target, string(p.State)})
	}
	return o, err
}

func allPlaces(ctx context.Context, catalogue *store.Store) (map[string]cells.Place, error) {
	places := map[string]cells.Place{}
	for behind, more := "", true; more; {
		list, again, err := catalogue.Cells.Since(ctx, 0, behind)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			places[p.EventID], behind = p, p.EventID
		}
		more = again
	}
	return places, nil
}

// Report is what Check has found.
type Report struct {
	Cells      int      `json:"cells"`
	Moved      int      `json:"moved"`
	Violations []string `json:"violations"`
}

// Check checks invariant 52 over all cells: each event lives in exactly one, which is the one
// that the catalogue says. What is moved while it runs may be reported.
func Check(ctx context.Context, catalogue *store.Store, open Open) (*Report, error) {
	all, home, err := known(ctx, catalogue)
	if err != nil {
		return nil, err
	}
	places, err := allPlaces(ctx, catalogue)
	if err != nil {
		return nil, err
	}
	r := &Report{Cells: len(all), Moved: len(places), Violations: []string{}}
	fail := func(format string, args ...any) { r.Violations = append(r.Violations, fmt.Sprintf(format, args...)) }
	lives := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		cell := all[name]
		st := catalogue
		if name != home {
			if st, err = open(ctx, &cell); err != nil {
				return nil, fmt.Errorf("cells: the database of %s: %w", name, err)
			}
		}
		err := living(ctx, st, func(event string) { lives[event] = append(lives[event], name) })
		if name != home {
			err = errors.Join(err, st.Close())
		}
		if err != nil {
			return nil, fmt.Errorf("cells: the database of %s: %w", name, err)
		}
	}
	for _, event := range slices.Sorted(maps.Keys(lives)) {
		want := home
		if p, moved := places[event]; moved {
			want = p.Cell
		}
		if in := lives[event]; len(in) != 1 || in[0] != want {
			fail("%s lives in %v, and the catalogue says in %s", event, in, want)
		}
	}
	for _, event := range slices.Sorted(maps.Keys(places)) {
		p := places[event]
		if p.State != cells.There {
			fail("%s is on its way (%s) between %s and %s: move it again", event, p.State, p.Cell, p.Target)
		} else if len(lives[event]) == 0 {
			fail("%s lives nowhere, and the catalogue says in %s", event, p.Cell)
		}
		if _, err := catalogue.Cells.OrgOf(ctx, event); errors.Is(err, database.ErrNotFound) {
			fail("%s has no row in the catalogue", event)
		} else if err != nil {
			return nil, err
		}
	}
	away, err := catalogue.Cells.Away(ctx)
	if err != nil {
		return nil, err
	}
	for _, event := range away {
		if p, moved := places[event]; !moved || p.Cell == home && p.State == cells.There {
			fail("%s is marked in the catalogue as living elsewhere, and nobody says where", event)
		}
	}
	return r, nil
}

// living tells of the events that live in a database.
func living(ctx context.Context, st *store.Store, tell func(event string)) error {
	for behind, more := "", true; more; {
		list, again, err := st.Cells.Versions(ctx, behind)
		if err != nil {
			return err
		}
		for _, v := range list {
			tell(v.EventID)
			behind = v.EventID
		}
		more = again
	}
	return nil
}
