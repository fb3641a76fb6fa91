package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/redisserver"
)

// templateDB is the database that is prepared once and copied for each turn.
const templateDB = "bench_template"

// ample is a capacity that no turn reaches, so that every system does the same
// work for every request.
const ample = 10_000_000

// What PostgreSQL keeps of its write-ahead log to write over it again: more than
// a turn fills.
const (
	keptSegments = 32
	segmentMB    = 16
)

// prepared is a database with events in it, to be copied.
type prepared struct {
	hot    string   // one event of ample capacity
	spread []string // many of them
	key    string   // an API key of the organization that owns them
}

// lab has what all turns share.
type lab struct {
	dir      string
	cluster  *pgserver.Server
	pg, lite prepared
	log      io.Writer
	segments int // of the write-ahead log that are made before the first turn
	// wrap runs what makes things durable: PostgreSQL, or the server on SQLite.
	wrap []string
	// turns counts what was made for a turn, which has its name from it:
	// one turn is measured at a time, but tests take several.
	turns atomic.Int64
}

// newLab starts PostgreSQL with durable settings and prepares the templates. segments is
// how many of the write-ahead log there are before the first turn.
func newLab(ctx context.Context, events, segments int, log io.Writer, wrap ...string) (l *lab, err error) {
	l = &lab{log: log, segments: segments, wrap: wrap}
	if l.dir, err = os.MkdirTemp("", "hfbench"); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	if err = errors.Join(os.Mkdir(l.pgKeys(), 0o700), os.Mkdir(filepath.Dir(l.liteTemplate()), 0o700)); err == nil {
		err = l.prepare(ctx, events)
	}
	if err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *lab) prepare(ctx context.Context, events int) (err error) {
	// Checkpoints are forced between turns, so that none falls into one.
	l.cluster, err = pgserver.Start(ctx, pgserver.Options{Durable: true, Wrap: l.wrap, Settings: map[string]string{
		"min_wal_size": fmt.Sprintf("%dMB", keptSegments*segmentMB), "max_wal_size": "4GB", "checkpoint_timeout": "30min",
	}})
	if err != nil {
		return err
	}
	if err := l.makeSegments(ctx); err != nil {
		return err
	}
	url, err := l.cluster.CreateDB(ctx, templateDB, "")
	if err != nil {
		return err
	}
	if l.pg, err = fillEvents(ctx, l.pgKeys(), url, events); err != nil {
		return err
	}
	l.lite, err = fillEvents(ctx, filepath.Dir(l.liteTemplate()), "sqlite:"+l.liteTemplate(), events)
	return err
}

// pgKeys is where the server of PostgreSQL's template has kept its keys and what it signed.
func (l *lab) pgKeys() string { return filepath.Join(l.dir, "template_postgres") }

func (l *lab) liteTemplate() string { return filepath.Join(l.dir, "template", "holdfast.db") }

// fillEvents migrates a database and makes the events, by the API of a server that keeps
// its keys in dir.
func fillEvents(ctx context.Context, dir, url string, events int) (p prepared, err error) {
	c, err := start(ctx, role{Kind: roleHoldfast, DB: url, Dir: dir, MakeKey: true})
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, c.stop()) }()
	p.key = c.APIKey
	cfg := hammer.Config{Targets: []string{c.URL}, APIKey: c.APIKey, Capacity: ample, Duration: time.Second}
	made, err := hammer.NewEvents(ctx, cfg, 1+events)
	if err != nil {
		return p, err
	}
	p.hot, p.spread = made[0], made[1:]
	return p, logsKept(ctx, url) // as a server has them that has run for a minute
}

func (l *lab) close() error {
	var err error
	if l.cluster != nil {
		err = l.cluster.Stop()
	}
	return errors.Join(err, os.RemoveAll(l.dir))
}

// makeSegments makes as many segments of the write-ahead log as PostgreSQL keeps, as
// one has that has run for a day. It writes over them then; where it has to make
// one first (16 MB of zeros and a sync), everybody waits for that.
func (l *lab) makeSegments(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, l.cluster.URL("postgres"))
	if err != nil {
		return fmt.Errorf("bench: segments: %w", err)
	}
	_, err = conn.Exec(ctx, fmt.Sprintf(`do $$ begin
		for i in 1..%d loop
			perform pg_logical_emit_message(false, 'bench', 'a segment that is empty is not left');
			perform pg_switch_wal();
		end loop;
	end $$`, l.segments))
	if err == nil {
		_, err = conn.Exec(ctx, "checkpoint")
	}
	return errors.Join(err, conn.Close(ctx))
}

// checkpoint flushes PostgreSQL's buffers, so that every turn begins alike.
func (l *lab) checkpoint(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, l.cluster.URL("postgres"))
	if err != nil {
		return fmt.Errorf("bench: checkpoint: %w", err)
	}
	_, err = conn.Exec(ctx, "checkpoint")
	return errors.Join(err, conn.Close(ctx))
}

// vacuum does at once what autovacuum does within minutes of a million new rows,
// so that it does not begin in the middle of a turn. On SQLite there is none.
func (l *lab) vacuum(ctx context.Context, run *running) error {
	if run.cluster == 0 {
		return nil
	}
	conn, err := pgx.Connect(ctx, run.db)
	if err != nil {
		return fmt.Errorf("bench: vacuum: %w", err)
	}
	_, err = conn.Exec(ctx, "vacuum (analyze)")
	return errors.Join(err, conn.Close(ctx), l.checkpoint(ctx))
}

// freshPG copies the template, and its keys as freshLite does.
func (l *lab) freshPG(ctx context.Context) (url, dir string, drop func() error, err error) {
	dir, dropKeys, err := l.freshDir(l.pgKeys())
	if err != nil {
		return "", "", nil, err
	}
	name := "bench_" + filepath.Base(dir)
	url, err = l.cluster.CreateDB(ctx, name, templateDB)
	return url, dir, func() error { return errors.Join(l.cluster.DropDB(context.WithoutCancel(ctx), name), dropKeys()) }, err
}

// freshDir copies a folder into one of its own.
func (l *lab) freshDir(from string) (dir string, drop func() error, err error) {
	dir = filepath.Join(l.dir, fmt.Sprintf("turn_%d", l.turns.Add(1)))
	drop = func() error { return os.RemoveAll(dir) }
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		return "", nil, errors.Join(err, drop())
	}
	return dir, drop, nil
}

// freshLite copies the template, with its keys and what it has signed, into a folder of
// its own: databases made from one template have the same events, and their logs grow apart.
func (l *lab) freshLite() (path string, drop func() error, err error) {
	dir, drop, err := l.freshDir(filepath.Dir(l.liteTemplate()))
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, filepath.Base(l.liteTemplate()))
	to, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return "", nil, errors.Join(err, drop())
	}
	return path, drop, errors.Join(to.Sync(), to.Close())
}

// startRedis starts a private Redis on a unix socket.
func (l *lab) startRedis(ctx context.Context) (*redisserver.Server, error) {
	return redisserver.Start(ctx, redisserver.Options{Socket: filepath.Join(l.dir, fmt.Sprintf("redis_%d.sock", l.turns.Add(1)))})
}
