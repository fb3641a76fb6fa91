package guestlist

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/files"
)

// step is how many lines are given to the sequencer at once. Anyone who registers by
// hand meanwhile stands behind that many at most.
const step = 100

// statusConfirmed is package inventory's word for a person who has a place.
const statusConfirmed = "confirmed"

// Row is a line that was checked, as it waits to be registered.
type Row struct {
	Line   int               `json:"l"`
	User   string            `json:"u"`
	Who    inventory.Profile `json:"w"`
	Tier   string            `json:"t"`
	Guests string            `json:"g"`
	Units  int64             `json:"n"`
	Class  int               `json:"c,omitempty"`
	// Answers are to the questions of the event, of each unit and with 0 of the whole, as they are
	// stored.
	Answers map[int64]string `json:"a,omitempty"`
}

// Importer registers the people of lists, and brings in sales. All its fields but Sales and
// Observe are required.
type Importer struct {
	Store  *store.Store
	IDs    *id.Maker
	Now    func() time.Time
	Submit func(ctx context.Context, event string, rs []sequencer.Request) ([]sequencer.Result, error)
	// Sales makes the work of an import of what another shop has sold, whose rows are given
	// as JSON; nil: there is none.
	Sales func(m *files.Import, rows string) (Work, error)
	// Observe, when not nil, is told what became of lines, and of an import that
	// has ended: done or failed; "": it goes on.
	Observe func(lines files.ImportProgress, ended string)
}

func (w *Importer) observe(lines files.ImportProgress, ended string) {
	if w.Observe != nil {
		w.Observe(lines, ended)
	}
}

// Work is what an import does: so many rows, some at a time.
type Work interface {
	Len() int64
	// Do works the rows from one up to another, and returns how far the import is then, and
	// what was refused. Done again it does nothing twice.
	Do(ctx context.Context, from, to int64) (files.ImportProgress, []files.ImportRefusal, error)
}

// Run does what is left of an import. An error means that it can be tried
// again, and goes on where it was: each line has a key of its own, so one that
// was registered before the error is not registered twice.
func (w *Importer) Run(ctx context.Context, name string) error {
	m, people, err := w.Store.Imports.BeginImport(ctx, name)
	if errors.Is(err, database.ErrNotFound) || err == nil && m == nil {
		return nil
	}
	if err != nil {
		return err
	}
	work, err := w.work(m, people)
	if err != nil {
		return err
	}
	if n := work.Len(); n != m.Total || m.Worked > m.Total {
		return fmt.Errorf("guestlist: %s has %d lines, not %d", name, n, m.Total)
	}
	for at := m.Worked; at < m.Total; {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, refused, err := work.Do(ctx, at, min(at+step, m.Total))
		if err != nil {
			return err
		}
		moved, err := w.Store.Imports.AdvanceImport(ctx, name, at, p, refused, inventory.At(w.Now()))
		if err != nil || !moved {
			return err
		}
		ended := ""
		if p.Worked >= m.Total {
			ended = "done"
		}
		before := m.ImportProgress
		w.observe(files.ImportProgress{
			Worked: p.Worked - before.Worked, Confirmed: p.Confirmed - before.Confirmed, Waiting: p.Waiting - before.Waiting,
			Known: p.Known - before.Known, Refused: p.Refused - before.Refused,
		}, ended)
		m.ImportProgress, at = p, p.Worked
	}
	return nil
}

// work returns the work of an import.
func (w *Importer) work(m *files.Import, people string) (Work, error) {
	if m.Source != "" {
		return w.Sales(m, people)
	}
	l := &list{Importer: w, m: m}
	if err := json.Unmarshal([]byte(people), &l.rows); err != nil {
		return nil, fmt.Errorf("guestlist: the lines of %s: %w", m.ID, err)
	}
	return l, nil
}

// list is the work of a guest list.
type list struct {
	*Importer
	m    *files.Import
	rows []Row
}

// Len returns how many lines there are.
func (l *list) Len() int64 { return int64(len(l.rows)) }

// Do registers some lines and adds up what came of them.
func (l *list) Do(ctx context.Context, from, to int64) (files.ImportProgress, []files.ImportRefusal, error) {
	p, refused, rows := l.m.ImportProgress, []files.ImportRefusal(nil), l.rows[from:to]
	requests := make([]sequencer.Request, len(rows))
	for i := range rows {
		requests[i] = l.request(l.m, &rows[i])
	}
	results, err := l.Submit(ctx, l.m.EventID, requests)
	if err != nil {
		return p, nil, fmt.Errorf("guestlist: %w", err)
	}
	for i, r := range results {
		switch {
		case r.Err != nil:
			return p, nil, fmt.Errorf("guestlist: line %d: %w", rows[i].Line, r.Err)
		case r.Reply.Code != inventory.OK:
			p.Refused++
			refused = append(refused, files.ImportRefusal{Line: int64(rows[i].Line), Code: string(r.Reply.Code)})
		case r.Reply.Status == statusConfirmed:
			p.Confirmed++
		default:
			p.Waiting++
		}
	}
	p.Worked = to
	return p, refused, nil
}

func (w *Importer) request(m *files.Import, r *Row) sequencer.Request {
	line := strconv.Itoa(r.Line)
	var answers *sequencer.Answers
	if len(r.Answers) > 0 {
		answers = &sequencer.Answers{Units: r.Answers}
	}
	return sequencer.Request{
		EventID: m.EventID, Answers: answers,
		Key: &database.Key{Scope: m.EventID, Caller: m.ID, Key: line, BodyHash: sha256.Sum256([]byte(m.ID + "\n" + line))},
		Command: inventory.Register{
			Who: inventory.Who{Actor: m.CreatedBy, Staff: true}, OrderID: w.IDs.In(id.Order, m.EventID), JoinWaitlist: m.JoinWaitlist,
			Party: inventory.Party{
				UserID: r.User, Profile: r.Who, Tier: r.Tier, Guests: r.Guests, Units: r.Units, Class: r.Class,
				PersonID: w.IDs.In(id.Person, m.EventID), EntryID: w.IDs.In(id.Entry, m.EventID),
			},
		},
	}
}

// GiveUp says of an import that it failed for good.
func (w *Importer) GiveUp(ctx context.Context, name string) error {
	failed, err := w.Store.Imports.EndImport(ctx, name, "failed", inventory.At(w.Now()))
	if failed {
		w.observe(files.ImportProgress{}, "failed")
	}
	return err
}
