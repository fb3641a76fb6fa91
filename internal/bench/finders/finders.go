package finders

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
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/sample"
)

// Built is what it took to have an index.
type Built struct {
	Took   time.Duration
	Bytes  int64 // on disk
	Memory int64 // 0: it is not known
}

// Finder answers questions.
type Finder interface {
	// Build makes the index of the first sample events.
	Build(ctx context.Context, events int) (Built, error)
	// Find returns how many events are on the first page.
	Find(ctx context.Context, q *Question) (found int, err error)
	Close(ctx context.Context) error
}

const (
	// Page is how many events a page has.
	Page = 20
	// Seed is that of the sample events.
	Seed = 1
	// atUTC is the start of the first day, in seconds since 1970.
	atUTC = 1_790_000_000
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
	s := sample.Of(Seed, i)
	if dated {
		s = sample.Of(Seed, first)
		s.Begins += time.Duration(date) * 7 * 24 * time.Hour
	}
	now := inventory.Instant(atUTC * 1_000_000)
	after := func(d time.Duration) inventory.Instant { return now + inventory.Instant(d.Microseconds()) }
	e := discovery.Event{
		ID: "evt_" + strconv.Itoa(i), Title: s.Title, Place: s.Place, Host: s.Host, Organizer: "org_" + strconv.Itoa(s.Organizer), Description: s.Description,
		StartsAt: after(s.Begins), EndsAt: after(s.Begins + s.Lasts), Available: s.Available, Currency: s.Currency,
		Prices: []inventory.PriceSince{{Lowest: s.Price}}, At: &discovery.Point{Latitude: s.Latitude, Longitude: s.Longitude},
		Category: s.Category, Spoken: s.Language, AgeMin: s.AgeMin,
	}
	if city := discovery.CityOf(s.Place, e.At, s.Timezone); city != nil {
		e.City = city.ID
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

func (s samples) Changes(_ context.Context, cursor string, limit int) ([]discovery.Change, string, error) {
	from := 0
	if cursor != "" {
		var err error
		if from, err = strconv.Atoi(cursor); err != nil {
			return nil, "", err
		}
	}
	to := min(int(s), from+limit)
	var list []discovery.Change
	for i := from; i < to; i++ {
		list = append(list, discovery.Change{Event: indexed(i)})
	}
	return list, strconv.Itoa(to), nil
}

// Holdfast returns Holdfast's index, in a folder.
func Holdfast(dir string) Finder { return &ownFinder{dir: dir} }

type ownFinder struct {
	dir   string
	index *discovery.Index
}

func (f *ownFinder) Build(ctx context.Context, events int) (b Built, err error) {
	began := time.Now()
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
	b.Took = time.Since(began)
	figures := f.index.Figures(time.Now())
	if b.Bytes, b.Memory = figures.Bytes, figures.Memory; figures.Events != int64(events) {
		return b, fmt.Errorf("it has %d events", figures.Events)
	}
	return b, nil
}

func (f *ownFinder) Find(ctx context.Context, q *Question) (int, error) {
	a := discovery.Query{
		Text: q.Words, Available: q.Available, Category: q.Category, City: q.City, Language: q.Language, Now: atUTC * 1_000_000,
		Sort: q.Sort, Limit: Page, Collapsed: true,
	}
	if q.At != nil {
		a.Near = &discovery.Area{Point: *q.At, Meters: q.KM * 1000}
	}
	if q.Days > 0 {
		a.Until = a.Now + inventory.Instant(q.Days)*inventory.Instant(inventory.Day)
	}
	if q.Most != nil {
		a.Price = &discovery.Price{Most: *q.Most, Currency: priceCurrency}
	}
	if q.Age > 0 {
		a.Age = &q.Age
	}
	if q.Sort == discovery.ByPrice {
		a.Currency = priceCurrency
	}
	r, err := f.index.Search(ctx, &a)
	if err != nil {
		return 0, err
	}
	return len(r.Hits), nil
}

func (f *ownFinder) Close(ctx context.Context) error {
	if f.index == nil {
		return nil
	}
	return f.index.Stop(ctx)
}

// baseRow is a sample event as the baselines have it: id, title, place, host, starts,
// ends, latitude, longitude, the vector of where it is, available, price, currency, category,
// city, language, and the age that people have at least.
func baseRow(i int) []any {
	e := indexed(i)
	lat, lon := e.At.Latitude*math.Pi/180, e.At.Longitude*math.Pi/180
	available := int64(0)
	if e.Available {
		available = 1
	}
	return []any{int64(i + 1), e.Title, e.Place, e.Host, int64(e.StartsAt), int64(e.EndsAt), e.At.Latitude, e.At.Longitude,
		math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat), available, e.Prices[0].Lowest, e.Currency, e.Category, e.City, e.Spoken, e.AgeMin}
}

const baseColumns = "id, title, place, host, starts, ends, lat, lon, x, y, z, available, price, currency, category, city, language, age"

// baseIndexes are on the columns that the baselines are asked for.
var baseIndexes = []string{"starts", "price, starts", "lat, lon", "category, starts", "city, starts", "language, starts"}

// baseQuery is a question as SQL. match is the condition that a row has the words, rank how
// the best comes first; arg adds an argument and says how it is written.
func baseQuery(q *Question, match, rank string, arg func(v any) string) (where []string, order string) {
	if q.Words != "" {
		where = append(where, match)
	}
	now := int64(atUTC * 1_000_000)
	where = append(where, "e.ends > "+arg(now))
	if q.Days > 0 {
		where = append(where, "e.starts < "+arg(now+int64(q.Days)*int64(inventory.Day)))
	}
	if q.Available {
		where = append(where, "e.available = 1")
	}
	if q.Most != nil {
		where = append(where, "(e.price = 0 or e.price <= "+arg(*q.Most)+" and e.currency = '"+priceCurrency+"')")
	}
	for _, c := range []struct{ column, is string }{{"category", q.Category}, {"city", q.City}, {"language", q.Language}} {
		if c.is != "" {
			where = append(where, "e."+c.column+" = "+arg(c.is))
		}
	}
	if q.Age > 0 {
		where = append(where, "e.age <= "+arg(q.Age))
	}
	square := ""
	if q.At != nil {
		const degree = 111.2 // kilometers
		up := q.KM / degree
		wide := up / math.Cos(q.At.Latitude*math.Pi/180)
		lat, lon := q.At.Latitude*math.Pi/180, q.At.Longitude*math.Pi/180
		difference := func(column string, v float64) string {
			a := "(e." + column + " - " + arg(v) + ")"
			return a + " * (e." + column + " - " + arg(v) + ")"
		}
		square = difference("x", math.Cos(lat)*math.Cos(lon)) + " + " + difference("y", math.Cos(lat)*math.Sin(lon)) + " + " + difference("z", math.Sin(lat))
		line := 2 * math.Sin(q.KM/6371/2)
		where = append(where, "e.lat between "+arg(q.At.Latitude-up)+" and "+arg(q.At.Latitude+up),
			"e.lon between "+arg(q.At.Longitude-wide)+" and "+arg(q.At.Longitude+wide), square+" <= "+arg(line*line))
	}
	switch q.Sort {
	case discovery.ByDate:
		order = "e.starts"
	case discovery.ByPrice:
		where, order = append(where, "(e.price = 0 or e.currency = '"+priceCurrency+"')"), "e.price, e.starts"
	case discovery.ByDistance:
		order = square + ", e.starts"
	default:
		order = rank
	}
	return where, order
}

// FTS5 returns SQLite with FTS5, bm25 and indexes on the columns, in a folder.
func FTS5(dir string) Finder { return &ftsFinder{dir: dir} }

type ftsFinder struct {
	dir string
	db  *sql.DB
}

func (f *ftsFinder) Build(ctx context.Context, events int) (b Built, err error) {
	began := time.Now()
	path := filepath.Join(f.dir, "fts5.db")
	if f.db, err = sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(wal)&_pragma=synchronous(off)&_pragma=cache_size(-65536)"); err != nil {
		return b, err
	}
	if _, err := f.db.ExecContext(ctx, `create table events (id integer primary key, `+strings.TrimPrefix(baseColumns, "id, title, place, host, ")+`);
		create virtual table found using fts5 (title, place, host, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');`); err != nil {
		return b, err
	}
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return b, err
	}
	insert := "insert into events values (?" + strings.Repeat(", ?", strings.Count(baseColumns, ",")-3) + ")"
	for i := range events {
		v := baseRow(i)
		_, err := tx.ExecContext(ctx, insert, slices.Concat(v[:1], v[4:])...)
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
	finish := "insert into found (found) values ('optimize'); "
	for n, columns := range baseIndexes {
		finish += fmt.Sprintf("create index events_%d on events (%s); ", n, columns)
	}
	if _, err := f.db.ExecContext(ctx, finish+"analyze; pragma wal_checkpoint(truncate)"); err != nil {
		return b, err
	}
	b.Took = time.Since(began)
	info, err := os.Stat(path)
	if err == nil {
		b.Bytes = info.Size()
	}
	return b, err
}

func (f *ftsFinder) Find(ctx context.Context, q *Question) (int, error) {
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return "?" + strconv.Itoa(len(args))
	}
	from, match := "events e", ""
	if q.Words != "" {
		words := strings.Fields(q.Words)
		for i := range words {
			words[i] = `"` + words[i] + `"`
		}
		from, match = "found f join events e on e.id = f.rowid", "found match "+arg(strings.Join(words, " ")+" *")
	}
	where, order := baseQuery(q, match, "bm25(found)", arg)
	rows, err := f.db.QueryContext(ctx, "select e.id from "+from+" where "+strings.Join(where, " and ")+" order by "+order+" limit "+strconv.Itoa(Page), args...)
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

func (f *ftsFinder) Close(context.Context) error {
	if f.db == nil {
		return nil
	}
	return f.db.Close()
}

// PostgreSQL returns PostgreSQL with its text search, a GIN index and indexes on the columns,
// in a database of its own.
func PostgreSQL(cluster *pgserver.Server, name string) Finder {
	return &pgFinder{cluster: cluster, name: name}
}

type pgFinder struct {
	cluster *pgserver.Server
	name    string
	conn    *pgx.Conn
}

func (f *pgFinder) Build(ctx context.Context, events int) (b Built, err error) {
	url, err := f.cluster.CreateDB(ctx, f.name, "")
	if err != nil {
		return b, err
	}
	if f.conn, err = pgx.Connect(ctx, url); err != nil {
		return b, err
	}
	began := time.Now()
	if _, err := f.conn.Exec(ctx, `create table events (id bigint primary key, title text, place text, host text, starts bigint, ends bigint,
		lat float8, lon float8, x float8, y float8, z float8, available bigint, price bigint, currency text,
		category text, city text, language text, age bigint,
		words tsvector generated always as (setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', place || ' ' || host)) stored)`); err != nil {
		return b, err
	}
	if _, err := f.conn.CopyFrom(ctx, pgx.Identifier{"events"}, strings.Split(baseColumns, ", "), pgx.CopyFromSlice(events, func(i int) ([]any, error) { return baseRow(i), nil })); err != nil {
		return b, err
	}
	finish := []string{"create index on events using gin (words)"}
	for _, columns := range baseIndexes {
		finish = append(finish, "create index on events ("+columns+")")
	}
	for _, text := range append(finish, "vacuum (analyze) events") {
		if _, err := f.conn.Exec(ctx, text); err != nil {
			return b, err
		}
	}
	b.Took = time.Since(began)
	return b, f.conn.QueryRow(ctx, "select pg_total_relation_size('events')").Scan(&b.Bytes)
}

func (f *pgFinder) Find(ctx context.Context, q *Question) (int, error) {
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return "$" + strconv.Itoa(len(args))
	}
	match, rank := "", ""
	if q.Words != "" {
		query := "to_tsquery('simple', " + arg(strings.Join(strings.Fields(q.Words), " & ")+":*") + ")"
		match, rank = "e.words @@ "+query, "ts_rank(e.words, "+query+") desc"
	}
	where, order := baseQuery(q, match, rank, arg)
	rows, err := f.conn.Query(ctx, "select e.id from events e where "+strings.Join(where, " and ")+" order by "+order+" limit "+strconv.Itoa(Page), args...)
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

func (f *pgFinder) Close(ctx context.Context) error {
	if f.conn == nil {
		return nil
	}
	return errors.Join(f.conn.Close(ctx), f.cluster.DropDB(ctx, f.name))
}
