// Package move moves all that a database has to another one, of the same engine or the
// other: an installation that has outgrown SQLite goes to PostgreSQL, and back if it wants.
//
// Nobody serves meanwhile: the engine of the source refuses all changes from the beginning
// on, so what is read is one state of it however long that takes, and stays closed when the
// move is done. Rows are read in the order of their primary key, a page at a time, and each
// page is written in one transaction with the note how far its table is. So a move that was
// cut off anywhere goes on from there when it is begun again.
//
// The move is done when every table has the same rows on both sides, by a checksum of what
// was read and one of what is stored, and verify finds the same in both.
package move

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/moves"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

const (
	// aliveFor is how long a server counts as running that was seen: longer than servers
	// wait until they take each other for dead.
	aliveFor = inventory.Instant(10 * time.Second / time.Microsecond)
	// jobsAtOnce is how many jobs are written in one transaction.
	jobsAtOnce = 1000
)

// Config says what to move, and where to.
type Config struct {
	// Source is left, Target filled. Both are open.
	Source, Target *store.Store
	// From and To are their URLs.
	From, To string
	// AuditKeys and Logs are what verify needs to check signatures: see verify.Options.
	AuditKeys []ed25519.PublicKey
	Logs      *tlog.Signer
	// Progress, when not nil, is told how far the move is, often.
	Progress func(Progress)
	Log      *slog.Logger
}

// Phase is a part of a move.
type Phase string

// The phases, in their order.
const (
	Copying   Phase = "copy"
	Comparing Phase = "compare"
	Verifying Phase = "verify"
)

// Progress is how far a move is.
type Progress struct {
	Phase Phase  `json:"phase"`
	Table string `json:"table,omitempty"`
	// Done is how many of Total rows this phase has done, Here those in this run: a move
	// that is gone on with has done some before. In the phase verify they are databases.
	Done  int64 `json:"done"`
	Total int64 `json:"total"`
	Here  int64 `json:"here"`
	// Seconds since the phase began, in this run.
	Seconds float64 `json:"seconds"`
}

// mover is a move under way.
type mover struct {
	Config
	move   moves.MoveRecord
	tables []moves.MovedTable
	rows   map[string]int64 // of the source, by table
	report *Report

	phase Progress
	began time.Time
}

// Run moves, or goes on with a move that was cut off. The report says what came of it when
// the error is nil: it may be that something is not the same, and then the source stays
// closed and the target incomplete.
func Run(ctx context.Context, c Config) (*Report, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	m := &mover{Config: c, rows: map[string]int64{}, report: &Report{From: Shown(c.From), To: Shown(c.To), Differences: []string{}}}
	if err := m.ready(ctx); err != nil {
		return nil, err
	}
	begun := time.Now()
	done, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	if done {
		return m.report, nil
	}
	if err := m.copy(ctx); err != nil {
		return nil, err
	}
	if err := m.compare(ctx); err != nil {
		return nil, err
	}
	if err := m.verify(ctx); err != nil {
		return nil, err
	}
	if len(m.report.Differences) == 0 {
		err = m.end(ctx)
	}
	m.report.Seconds = time.Since(begun).Seconds()
	return m.report, err
}

// Release opens a database again that a move has closed.
func Release(ctx context.Context, st *store.Store) error { return st.Moves.Release(ctx) }

// ready compares the schemas.
func (m *mover) ready(ctx context.Context) error {
	if err := m.Source.Ping(ctx); err != nil {
		return fmt.Errorf("move: the database to move: %w", err)
	}
	if err := m.Target.Migrate(ctx); err != nil {
		return fmt.Errorf("move: the database to fill: %w", err)
	}
	var err error
	if m.tables, err = m.Source.Moves.MovedTables(ctx); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	// The target has been migrated by this program, which has looked that it has the same
	// version; the columns say it once more.
	filled, err := m.Target.Moves.MovedTables(ctx)
	if err != nil {
		return fmt.Errorf("move: the database to fill: %w", err)
	}
	for i := range m.tables {
		if what := m.tables[i].Differs(&filled[i]); what != "" {
			return fmt.Errorf("move: the schemas differ: %s", what)
		}
	}
	return nil
}

// begin closes the source and marks the target, or finds the move that was cut off. done
// says that there is nothing left to do.
func (m *mover) begin(ctx context.Context) (done bool, err error) {
	from, err := m.Source.Moves.Move(ctx)
	if err != nil {
		return false, err
	}
	to, err := m.Target.Moves.Move(ctx)
	if err != nil {
		return false, err
	}
	now, err := server.Now(ctx, m.Source)
	if err != nil {
		return false, fmt.Errorf("move: %w", err)
	}
	switch {
	case from == nil || from.State == moves.MoveArrived:
		if err := m.Target.Moves.Vacant(ctx); err != nil {
			return false, fmt.Errorf("move: the database to fill: %w", err)
		}
		m.move = moves.MoveRecord{ID: rand.Text(), Other: Shown(m.To), ChangedAt: now}
		if err := m.Source.Moves.Leave(ctx, m.move, now-aliveFor); err != nil {
			return false, fmt.Errorf("move: %w", served(err))
		}
	case from.State == moves.MoveArriving:
		return false, fmt.Errorf("move: the database to move: %w", &moves.MovedError{MoveRecord: *from})
	default:
		m.move, m.report.Resumed = *from, true
		m.move.ChangedAt = now
	}
	m.report.ID = m.move.ID
	filling := to != nil && to.ID == m.move.ID && (to.State == moves.MoveArriving || to.State == moves.MoveArrived)
	if filling {
		m.report.Already = to.State == moves.MoveArrived && from.State == moves.MoveLeft
		m.report.Finished = m.report.Already
		return m.report.Already, nil
	}
	if from != nil && from.State == moves.MoveLeft {
		return false, fmt.Errorf("move: the database to move: %w", &moves.MovedError{MoveRecord: *from})
	}
	m.report.Resumed = false
	arriving := m.move
	arriving.Other = Shown(m.From)
	if err := m.Target.Moves.Arrive(ctx, arriving); err != nil {
		return false, fmt.Errorf("move: the database to fill: %w", err)
	}
	return false, nil
}

// served adds what to do where a server runs.
func served(err error) error {
	if errors.Is(err, moves.ErrServed) {
		return fmt.Errorf("%w: stop it first (one that was killed counts for %s)", err, time.Duration(aliveFor)*time.Microsecond)
	}
	return err
}

// enter begins a phase.
func (m *mover) enter(p Phase, total, done int64) {
	m.phase, m.began = Progress{Phase: p, Total: total, Done: done}, time.Now()
}

// step tells that n more are done.
func (m *mover) step(table string, n int64) {
	m.phase.Table, m.phase.Done, m.phase.Here = table, m.phase.Done+n, m.phase.Here+n
	m.phase.Seconds = time.Since(m.began).Seconds()
	if m.Progress != nil {
		m.Progress(m.phase)
	}
}

// copy writes all rows that have not arrived yet, and then the jobs.
func (m *mover) copy(ctx context.Context) error {
	arrived, err := m.Target.Moves.Arrivals(ctx)
	if err != nil {
		return err
	}
	var total, before int64
	for i := range m.tables {
		t := &m.tables[i]
		n, err := m.Source.Moves.CountRows(ctx, t)
		if err != nil {
			return err
		}
		m.rows[t.Name] = n
		total, before = total+n, before+arrived[t.Name].Arrived
	}
	m.enter(Copying, total, before)
	m.step("", 0)
	for i := range m.tables {
		t := &m.tables[i]
		if a := arrived[t.Name]; !a.Complete {
			if err := m.copyTable(ctx, t, a); err != nil {
				return err
			}
		}
	}
	if err := m.copyJobs(ctx, arrived[moves.JobsTable]); err != nil {
		return err
	}
	if err := m.Target.Moves.Filled(ctx); err != nil {
		return err
	}
	m.report.Copied, m.report.CopySeconds = m.phase.Here, time.Since(m.began).Seconds()
	return nil
}

func (m *mover) copyTable(ctx context.Context, t *moves.MovedTable, a moves.Arrival) error {
	sum, err := database.ParseChecksum(a.Checksum)
	if err != nil {
		return err
	}
	return each(ctx, m.Source, t, a.LastKey, sum, func(p *page) error {
		before := a.Arrived
		a.LastKey, a.Arrived, a.Checksum, a.Complete = p.LastKey, before+int64(len(p.Rows)), p.sum.String(), p.last
		if err := m.Target.Moves.Fill(ctx, t, &a, before, p.Rows); err != nil {
			return err
		}
		m.step(t.Name, int64(len(p.Rows)))
		return nil
	})
}

// copyJobs writes the jobs that are still to be done.
func (m *mover) copyJobs(ctx context.Context, a moves.Arrival) error {
	var behind int64
	if a.LastKey != "" {
		var err error
		if behind, err = strconv.ParseInt(a.LastKey, 10, 64); err != nil {
			return fmt.Errorf("move: how far the jobs are: %w", err)
		}
	}
	for arrived, complete := a.Arrived, a.Complete; !complete; {
		jobs, err := m.Source.Moves.Jobs(ctx, behind, jobsAtOnce)
		if err != nil {
			return err
		}
		complete = len(jobs) < jobsAtOnce
		if err := m.Target.Moves.FillJobs(ctx, jobs, arrived, complete); err != nil {
			return err
		}
		if arrived += int64(len(jobs)); len(jobs) > 0 {
			behind = jobs[len(jobs)-1].ID
		}
	}
	return nil
}

// compare reads the target and compares what is there with what was read in the source.
func (m *mover) compare(ctx context.Context) error {
	arrived, err := m.Target.Moves.Arrivals(ctx)
	if err != nil {
		return err
	}
	var total int64
	for _, n := range m.rows {
		total += n
	}
	m.enter(Comparing, total, 0)
	for i := range m.tables {
		t := &m.tables[i]
		a, row := arrived[t.Name], Table{Name: t.Name, Rows: m.rows[t.Name]}
		var sum database.Checksum
		err := each(ctx, m.Target, t, "", sum, func(p *page) error {
			row.Arrived, sum = row.Arrived+int64(len(p.Rows)), p.sum
			m.step(t.Name, int64(len(p.Rows)))
			return nil
		})
		if err != nil {
			return err
		}
		if row.Source, row.Target = a.Checksum, sum.String(); row.Source == "" {
			row.Source = database.Checksum{}.String()
		}
		m.report.add(row)
	}
	if m.report.Jobs, err = m.Target.Moves.CountJobs(ctx); err != nil {
		return err
	}
	jobs, err := m.Source.Moves.CountJobs(ctx)
	if err == nil && jobs != m.report.Jobs {
		m.report.differ("the queue has %d jobs to do, and %d arrived", jobs, m.report.Jobs)
	}
	return err
}

// verify verifies both sides at one time, and compares what it finds.
func (m *mover) verify(ctx context.Context) error {
	options := verify.Options{AuditKeys: m.AuditKeys, Logs: m.Logs, Now: m.move.ChangedAt}
	m.enter(Verifying, 2, 0)
	var err error
	m.step("", 0)
	if m.report.SourceVerified, err = verify.Run(ctx, m.Source, options); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	m.step("", 1)
	if m.report.TargetVerified, err = verify.Run(ctx, m.Target, options); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	m.step("", 1)
	if what := differing(m.report.SourceVerified, m.report.TargetVerified); what != "" {
		m.report.differ("verify does not find the same on both sides: %s", what)
	}
	return nil
}

// end gives the installation over: from here on the source is no longer the one to serve,
// and then the target is. What is cut off between them is done when the move is begun again.
func (m *mover) end(ctx context.Context) error {
	left, arrived := m.move, m.move
	left.Other, arrived.Other = Shown(m.To), Shown(m.From)
	if err := m.Source.Moves.Leaves(ctx, left); err != nil {
		return err
	}
	if err := m.Target.Moves.Arrives(ctx, arrived); err != nil {
		return err
	}
	m.report.Finished = true
	return nil
}

// Shown is the URL of a database as it may be shown and stored: without its password.
func Shown(db string) string {
	if strings.HasPrefix(db, "sqlite:") {
		return db
	}
	u, err := url.Parse(db)
	if err != nil {
		return "postgres://…"
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	u.RawQuery = ""
	return u.String()
}
