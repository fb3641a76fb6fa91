package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sample"
)

// Of so many sample events one is a date of a series, of as many dates, each a week after the other.
const seriesEvery, seriesDates = 10, 10

// seriesOf is the series of a sample event, by the number of its first date, and which date it is;
// false: it is none.
func seriesOf(i int) (first, date int, ok bool) {
	if i%seriesEvery != 0 {
		return 0, 0, false
	}
	date = i / seriesEvery % seriesDates
	return i - date*seriesEvery, date, true
}

// indexed is a sample event as a search knows it. Dates of a series say the same of themselves.
func indexed(i int) discovery.Event {
	first, date, dated := seriesOf(i)
	s := sample.Of(searchSeed, i)
	if dated {
		s = sample.Of(searchSeed, first)
		s.Begins += time.Duration(date) * 7 * 24 * time.Hour
	}
	now := inventory.Instant(searchAtUTC * 1_000_000)
	after := func(d time.Duration) inventory.Instant { return now + inventory.Instant(d.Microseconds()) }
	e := discovery.Event{
		ID: "evt_" + strconv.Itoa(i), Title: s.Title, Place: s.Place, Host: s.Host, Organizer: "org_" + strconv.Itoa(s.Organizer), Description: s.Description,
		StartsAt: after(s.Begins), EndsAt: after(s.Begins + s.Lasts), Available: s.Available, Currency: s.Currency,
		Prices: []inventory.PriceSince{{Lowest: s.Price}}, At: &discovery.Point{Latitude: s.Latitude, Longitude: s.Longitude},
	}
	if dated {
		e.Series = "ser_" + strconv.Itoa(first)
	}
	if s.Dear != 0 {
		e.Prices = append(e.Prices, inventory.PriceSince{Since: after(s.DearFrom), Lowest: s.Dear})
	}
	e.FirstDay, e.LastDay = discovery.DaysOf(e.StartsAt, e.EndsAt, time.UTC)
	return e
}

// samples is the source of the first sample events.
type samples int

func (n samples) Changes(_ context.Context, cursor string, limit int) ([]discovery.Change, string, error) {
	from := 0
	if cursor != "" {
		var err error
		if from, err = strconv.Atoi(cursor); err != nil {
			return nil, "", err
		}
	}
	to := min(int(n), from+limit)
	var list []discovery.Change
	for i := from; i < to; i++ {
		list = append(list, discovery.Change{Event: indexed(i)})
	}
	return list, strconv.Itoa(to), nil
}

// ownFinder is Holdfast's index.
type ownFinder struct {
	dir   string
	index *discovery.Index
}

func (f *ownFinder) build(ctx context.Context, events int) (b searchBuild, err error) {
	began, used := time.Now(), treeCPU(os.Getpid())
	if f.index, err = discovery.New(discovery.Config{Path: filepath.Join(f.dir, "index", "events.db"), Source: samples(events), Log: slog.New(slog.DiscardHandler), Every: time.Second}); err != nil {
		return b, err
	}
	if err := f.index.Start(ctx); err != nil {
		return b, err
	}
	for !f.index.Ready() {
		select {
		case <-ctx.Done():
			return b, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
	b.Took, b.CPU = time.Since(began), treeCPU(os.Getpid())-used
	figures := f.index.Figures(time.Now())
	if b.Bytes, b.Memory = figures.Bytes, figures.Memory; figures.Events != int64(events) {
		return b, fmt.Errorf("it has %d events", figures.Events)
	}
	return b, nil
}

func (f *ownFinder) find(ctx context.Context, q *question) (int, error) {
	a := discovery.Query{Text: q.words, Available: q.available, Now: searchAtUTC * 1_000_000, Sort: q.sort, Limit: searchPage, Collapsed: true}
	if q.at != nil {
		a.Near = &discovery.Area{Point: *q.at, Meters: q.km * 1000}
	}
	if q.days > 0 {
		a.Until = a.Now + inventory.Instant(q.days)*inventory.Instant(inventory.Day)
	}
	if q.most > 0 {
		a.Price = &discovery.Price{Most: q.most, Currency: "EUR"}
	}
	if q.sort == discovery.ByPrice {
		a.Currency = "EUR"
	}
	r, err := f.index.Search(ctx, &a)
	if err != nil {
		return 0, err
	}
	return len(r.Hits), nil
}

func (f *ownFinder) close(ctx context.Context) error {
	if f.index == nil {
		return nil
	}
	return f.index.Stop(ctx)
}

// baseRow is a sample event as the baselines have it: id, title, place, host, starts,
// ends, latitude, longitude, the vector of where it is, available, price, currency.
func baseRow(i int) []any {
	e := indexed(i)
	lat, lon := e.At.Latitude*math.Pi/180, e.At.Longitude*math.Pi/180
	available := int64(0)
	if e.Available {
		available = 1
	}
	return []any{int64(i + 1), e.Title, e.Place, e.Host, int64(e.StartsAt), int64(e.EndsAt), e.At.Latitude, e.At.Longitude,
		math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat), available, e.Prices[0].Lowest, e.Currency}
}

const baseColumns = "id, title, place, host, starts, ends, lat, lon, x, y, z, available, price, currency"

// baseQuery is a question as SQL. match is the condition that a row has the words, rank how
// the best comes first; arg adds an argument and says how it is written.
func baseQuery(q *question, match, rank string, arg func(v any) string) (where []string, order string) {
	if q.words != "" {
		where = append(where, match)
	}
	now := int64(searchAtUTC * 1_000_000)
	where = append(where, "e.ends > "+arg(now))
	if q.days > 0 {
		where = append(where, "e.starts < "+arg(now+int64(q.days)*int64(inventory.Day)))
	}
	if q.available {
		where = append(where, "e.available = 1")
	}
	if q.most > 0 {
		where = append(where, "(e.price = 0 or e.price <= "+arg(q.most)+" and e.currency = 'EUR')")
	}
	square := ""
	if q.at != nil {
		const degree = 111.2 // kilometers
		up := q.km / degree
		wide := up / math.Cos(q.at.Latitude*math.Pi/180)
		lat, lon := q.at.Latitude*math.Pi/180, q.at.Longitude*math.Pi/180
		difference := func(column string, v float64) string {
			a := "(e." + column + " - " + arg(v) + ")"
			return a + " * (e." + column + " - " + arg(v) + ")"
		}
		square = difference("x", math.Cos(lat)*math.Cos(lon)) + " + " + difference("y", math.Cos(lat)*math.Sin(lon)) + " + " + difference("z", math.Sin(lat))
		line := 2 * math.Sin(q.km/6371/2)
		where = append(where, "e.lat between "+arg(q.at.Latitude-up)+" and "+arg(q.at.Latitude+up),
			"e.lon between "+arg(q.at.Longitude-wide)+" and "+arg(q.at.Longitude+wide), square+" <= "+arg(line*line))
	}
	switch q.sort {
	case discovery.ByDate:
		order = "e.starts"
	case discovery.ByPrice:
		where, order = append(where, "(e.price = 0 or e.currency = 'EUR')"), "e.price, e.starts"
	case discovery.ByDistance:
		order = square + ", e.starts"
	default:
		order = rank
	}
	return where, order
}

// ftsFinder is SQLite with FTS5, bm25 and indexes on the columns.
type ftsFinder struct {
	dir string
	db  *sql.DB
}

func (f *ftsFinder) build(ctx context.Context, events int) (b searchBuild, err error) {
	began, used := time.Now(), treeCPU(os.Getpid())
	path := filepath.Join(f.dir, "fts5.db")
	if f.db, err = sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(wal)&_pragma=synchronous(off)&_pragma=cache_size(-65536)"); err != nil {
		return b, err
	}
	if _, err := f.db.ExecContext(ctx, `create table events (id integer primary key, starts, ends, lat, lon, x, y, z, available, price, currency);
		create virtual table found using fts5 (title, place, host, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');`); err != nil {
		return b, err
	}
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return b, err
	}
	for i := range events {
		v := baseRow(i)
		_, err := tx.ExecContext(ctx, "insert into events values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", slices.Concat(v[:1], v[4:])...)
		if err == nil {
			_, err = tx.ExecContext(ctx, "insert into found (rowid, title, place, host) values (?, ?, ?, ?)", v[:4]...)
		}
		if err != nil {
			return b, errors.Join(err, tx.Rollback())
		}
	}
	if err := tx.Commit(); err != nil {
		return b, err
	}
	if _, err := f.db.ExecContext(ctx, `insert into found (found) values ('optimize'); create index by_start on events (starts);
		create index by_price on events (price, starts); create index by_place on events (lat, lon); analyze; pragma wal_checkpoint(truncate)`); err != nil {
		return b, err
	}
	b.Took, b.CPU = time.Since(began), treeCPU(os.Getpid())-used
	info, err := os.Stat(path)
	if err == nil {
		b.Bytes = info.Size()
	}
	return b, err
}

func (f *ftsFinder) find(ctx context.Context, q *question) (int, error) {
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return "?" + strconv.Itoa(len(args))
	}
	from, match := "events e", ""
	if q.words != "" {
		words := strings.Fields(q.words)
		for i := range words {
			words[i] = `"` + words[i] + `"`
		}
		from, match = "found f join events e on e.id = f.rowid", "found match "+arg(strings.Join(words, " ")+" *")
	}
	where, order := baseQuery(q, match, "bm25(found)", arg)
	rows, err := f.db.QueryContext(ctx, "select e.id from "+from+" where "+strings.Join(where, " and ")+" order by "+order+" limit "+strconv.Itoa(searchPage), args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close() //nolint:errcheck // only read
	n := 0
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

func (f *ftsFinder) close(context.Context) error {
	if f.db == nil {
		return nil
	}
	return f.db.Close()
}

// pgFinder is PostgreSQL with its text search, a GIN index and indexes on the columns.
type pgFinder struct {
	lab  *lab
	name string
	conn *pgx.Conn
}

func (f *pgFinder) build(ctx context.Context, events int) (b searchBuild, err error) {
	url, err := f.lab.cluster.CreateDB(ctx, f.name, "")
	if err != nil {
		return b, err
	}
	if f.conn, err = pgx.Connect(ctx, url); err != nil {
		return b, err
	}
	began := time.Now()
	if _, err := f.conn.Exec(ctx, `create table events (id bigint primary key, title text, place text, host text, starts bigint, ends bigint,
		lat float8, lon float8, x float8, y float8, z float8, available bigint, price bigint, currency text,
		words tsvector generated always as (setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', place || ' ' || host)) stored)`); err != nil {
		return b, err
	}
	if _, err := f.conn.CopyFrom(ctx, pgx.Identifier{"events"}, strings.Split(baseColumns, ", "), pgx.CopyFromSlice(events, func(i int) ([]any, error) { return baseRow(i), nil })); err != nil {
		return b, err
	}
	for _, text := range []string{"create index on events using gin (words)", "create index on events (starts)", "create index on events (price, starts)", "create index on events (lat, lon)", "vacuum (analyze) events"} {
		if _, err := f.conn.Exec(ctx, text); err != nil {
			return b, err
		}
	}
	b.Took = time.Since(began)
	return b, f.conn.QueryRow(ctx, "select pg_total_relation_size('events')").Scan(&b.Bytes)
}

func (f *pgFinder) find(ctx context.Context, q *question) (int, error) {
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return "$" + strconv.Itoa(len(args))
	}
	match, rank := "", ""
	if q.words != "" {
		query := "to_tsquery('simple', " + arg(strings.Join(strings.Fields(q.words), " & ")+":*") + ")"
		match, rank = "e.words @@ "+query, "ts_rank(e.words, "+query+") desc"
	}
	where, order := baseQuery(q, match, rank, arg)
	rows, err := f.conn.Query(ctx, "select e.id from events e where "+strings.Join(where, " and ")+" order by "+order+" limit "+strconv.Itoa(searchPage), args...)
	if err != nil {
		return 0, err
	}
	n := 0
	for rows.Next() {
		n++
	}
	rows.Close()
	return n, rows.Err()
}

func (f *pgFinder) close(ctx context.Context) error {
	if f.conn == nil {
		return nil
	}
	return errors.Join(f.conn.Close(ctx), f.lab.cluster.DropDB(ctx, f.name))
}
