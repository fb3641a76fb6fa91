package discovery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	_ "modernc.org/sqlite" // the driver of the file

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Event is what the index knows of a published event.
type Event struct {
	ID        string
	Title     string
	Place     string
	Host      string // the name of the organization
	Organizer string // its id
	// Language is the ISO 639-1 code of what is written; "": it is seen from the
	// description, which is not searched.
	Language, Description string
	// Translated are its title and place in other languages, by which it is found too.
	Translated        []Translated
	StartsAt, EndsAt  inventory.Instant
	FirstDay, LastDay Day  // on the calendar of the place
	Available         bool // there are places left
	// Prices are what the cheapest ticket costs by time, in minor units of Currency; none
	// when nobody sees one.
	Currency string
	Prices   []inventory.PriceSince
	At       *Point // where it is; nil: that is not known
	City     string // id of the city that it counts for; "": none
	// What it says of itself; see storeevents.Details. Spoken is the language that it is held in.
	Category, Spoken string
	Tags, Performers []string
	AgeMin           int64
	Series           string // id of the series of which it is a date; "": it is none
	// PublishedAt is when it was published.
	PublishedAt inventory.Instant
}

// Translated is what an event is called in another language, and where it is; "": as in its own.
type Translated struct{ Language, Title, Place string }

// layout is the version of the tables and of what is written into them. A file with
// another one is thrown away.
const layout = "12"

// What an event has is kept as memory.go wants it, so that a start does not look for the
// forms of words again: lists of terms, with spaces between.
const tables = `
create table events (
  row      integer primary key,
  id       text not null unique,
  print    integer not null,    -- a hash of all that was written
  starts   integer not null,    -- microseconds since 1970 UTC
  ends     integer not null,
  first    integer not null,    -- days since 1970, on the calendar of the place
  last     integer not null,
  x real, y real, z real,       -- where it is, see vector; null: that is not known
  currency text not null,
  prices   text not null,       -- what the cheapest ticket costs, see pricesText
  city     text not null,       -- that it counts for; '': none
  since    integer not null,    -- when it was published
  title text not null, place text not null, host text not null, performers text not null, tags text not null,
  stems text not null, others text not null, tails text not null, facets text not null
);
create table words (word text primary key, shown text not null) without rowid;
create table meta (name text primary key, value text not null) without rowid;
insert into meta values ('layout', '` + layout + `'), ('cursor', ''), ('source', ?);`

// file is an open file of the index. Searches do not read it: it is for the next start.
type file struct {
	path  string
	info  os.FileInfo // of the file when it was opened
	write *sql.DB     // one connection
	// events is how many are in it; whoever writes sets it.
	events atomic.Int64
}

// dsn says how the file is opened. What a power cut leaves of it is thrown away, so that
// nothing is ever synced. It is not mapped into memory: whoever cut a mapped file short
// would end the process.
func dsn(path string) string {
	v := url.Values{"_txlock": {"immediate"}, "_pragma": {"busy_timeout(5000)", "journal_mode(wal)", "synchronous(off)", "cache_size(-16384)", "temp_store(memory)"}}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: v.Encode()}).String()
}

// errDoubt: the file may be anything.
var errDoubt = errors.New("discovery: the file is in doubt")

// openFile opens a file that the last process filled from a source and closed, or errDoubt.
func openFile(ctx context.Context, path, source string) (*file, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%w: %w", errDoubt, err)
	}
	f, err := connect(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDoubt, err)
	}
	var have, of string
	var events int64
	err = f.write.QueryRowContext(ctx, "select l.value, s.value from meta l, meta s where l.name = 'layout' and s.name = 'source'").Scan(&have, &of)
	switch {
	case err != nil:
	case have != layout:
		err = fmt.Errorf("its layout is %q", have)
	case of != source:
		err = errors.New("it is of another database")
	default:
		err = f.write.QueryRowContext(ctx, "select count(*) from events").Scan(&events)
		f.events.Store(events)
	}
	if err == nil {
		// It is gone until close, so that nobody trusts what a crash left.
		var n int64
		var done sql.Result
		if done, err = f.write.ExecContext(ctx, "delete from meta where name = 'closed'"); err == nil {
			if n, err = done.RowsAffected(); err == nil && n == 0 {
				err = errors.New("it was not closed")
			}
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", errDoubt, err), f.abandon())
	}
	return f, nil
}

// createFile makes an empty file, for what a source tells, in place of what is there.
func createFile(ctx context.Context, path, source string) (*file, error) {
	if err := remove(path); err != nil {
		return nil, err
	}
	f, err := connect(ctx, path)
	if err != nil {
		return nil, err
	}
	if _, err := f.write.ExecContext(ctx, tables, source); err != nil {
		return nil, errors.Join(fmt.Errorf("discovery: make the tables: %w", err), f.abandon())
	}
	return f, nil
}

// remove takes a file away, and what SQLite has beside it.
func remove(path string) error {
	for _, name := range []string{path, path + "-wal", path + "-shm", path + "-journal"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("discovery: remove the index: %w", err)
		}
	}
	return nil
}

func connect(ctx context.Context, path string) (*file, error) {
	f := &file{path: path}
	var err error
	if f.write, err = sql.Open("sqlite", dsn(path)); err != nil {
		return nil, fmt.Errorf("discovery: open: %w", err)
	}
	f.write.SetMaxOpenConns(1)
	if err = f.write.PingContext(ctx); err == nil {
		f.info, err = os.Stat(path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("discovery: open: %w", err), f.abandon())
	}
	return f, nil
}

// abandon closes the connection and leaves the file in doubt.
func (f *file) abandon() error { return f.write.Close() }

// close closes the file so that the next process can trust it.
func (f *file) close(ctx context.Context) error {
	_, err := f.write.ExecContext(ctx, "insert or replace into meta values ('closed', '1')")
	return errors.Join(err, f.abandon())
}

// moved reports whether the path no longer leads to the file that is open.
func (f *file) moved() bool {
	info, err := os.Stat(f.path)
	return err != nil || !os.SameFile(info, f.info)
}

// size is how many bytes the file has, with what is beside it.
func (f *file) size() (n int64) {
	for _, name := range []string{f.path, f.path + "-wal"} {
		if info, err := os.Stat(name); err == nil { // without one it has none
			n += info.Size()
		}
	}
	return n
}

func (f *file) cursor(ctx context.Context) (cursor string, err error) {
	err = f.write.QueryRowContext(ctx, "select value from meta where name = 'cursor'").Scan(&cursor)
	return cursor, err
}

// record is an event as the file has it.
type record struct {
	row          int64
	id           string
	starts, ends int64
	first, last  int64
	at           [3]sql.NullFloat64
	currency     string
	prices       string
	city         string
	since        int64
	fields       [fields]string
}

// columns are those of a record, in their order.
const columns = "row, id, starts, ends, first, last, x, y, z, currency, prices, city, since, title, place, host, performers, tags, stems, others, tails, facets"

// values are where the columns of a record are.
func (r *record) values() []any {
	v := []any{&r.row, &r.id, &r.starts, &r.ends, &r.first, &r.last, &r.at[0], &r.at[1], &r.at[2], &r.currency, &r.prices, &r.city, &r.since}
	for f := range r.fields {
		v = append(v, &r.fields[f])
	}
	return v
}

// written is what a transaction changed.
type written struct {
	gone  []int64 // rows that were there before
	put   map[int64]*record
	words map[string]string // fresh ones
}

// writer writes changes in one transaction.
type writer struct {
	written
	had, remove, free, put, word *sql.Stmt
}

func newWriter(ctx context.Context, tx *sql.Tx) (*writer, error) {
	w := &writer{written: written{put: map[int64]*record{}, words: map[string]string{}}}
	for text, to := range map[string]**sql.Stmt{
		"select row, print from events where id = ?":                                                                         &w.had,
		"delete from events where row = ?":                                                                                   &w.remove,
		"select coalesce(max(row), ?1) + 1 from events where row between ?1 and ?2":                                          &w.free,
		"insert into events (print, " + columns + ") values (?" + strings.Repeat(", ?", strings.Count(columns, ",")+1) + ")": &w.put,
		"insert or ignore into words values (?, ?)":                                                                          &w.word,
	} {
		var err error
		if *to, err = tx.PrepareContext(ctx, text); err != nil { //nolint:sqlclosecheck // the end of the transaction closes it
			return nil, err
		}
	}
	return w, nil
}

// apply writes changes and the cursor behind them in one transaction.
func (f *file) apply(ctx context.Context, changes []Change, cursor string) (*written, error) {
	tx, err := f.write.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	w, err := newWriter(ctx, tx)
	if err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	var more int64 // events than before
	for i := range changes {
		n, err := w.change(ctx, &changes[i])
		if err != nil {
			return nil, errors.Join(fmt.Errorf("discovery: write %s: %w", changes[i].ID, err), tx.Rollback())
		}
		more += n
	}
	if _, err := tx.ExecContext(ctx, "update meta set value = ? where name = 'cursor'", cursor); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return nil, err
	}
	f.events.Add(more)
	return &w.written, nil
}

// change writes an event as it is now, or takes it out. One that says nothing new is not
// written. more is how many events there are more than before.
func (w *writer) change(ctx context.Context, c *Change) (more int64, err error) {
	var row, had int64
	err = w.had.QueryRowContext(ctx, c.ID).Scan(&row, &had)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		if c.Gone {
			return 0, nil
		}
		more = 1
	case err != nil:
		return 0, err
	default:
		if !c.Gone && had == c.print() {
			return 0, nil
		}
		if _, err := w.remove.ExecContext(ctx, row); err != nil {
			return 0, err
		}
		if w.written.put[row] != nil {
			delete(w.written.put, row)
		} else {
			w.gone = append(w.gone, row)
		}
		if c.Gone {
			return -1, nil
		}
	}
	return more, w.add(ctx, &c.Event, row)
}

// add writes an event, where it was, when it still begins in that minute.
func (w *writer) add(ctx context.Context, e *Event, was int64) error {
	row := was
	if first, last := firstRow(e.StartsAt), lastRow(e.StartsAt); row == 0 || row < first || row > last {
		if err := w.free.QueryRowContext(ctx, first, last).Scan(&row); err != nil {
			return err
		}
		if row > last {
			return errFull
		}
	}
	d := documentOf(e)
	r := &record{row: row, id: e.ID, starts: int64(e.StartsAt), ends: int64(e.EndsAt), first: int64(e.FirstDay), last: int64(e.LastDay),
		currency: e.Currency, prices: pricesText(e.Prices), city: e.City, since: int64(e.PublishedAt), fields: [fields]string{d.title, d.place, d.host, d.performers, d.tags, d.stems, d.others, d.tails, d.facets}}
	if e.At != nil {
		for i, v := range e.At.vector() {
			r.at[i] = sql.NullFloat64{Float64: v, Valid: true}
		}
	}
	values := append([]any{e.print()}, r.values()...)
	if _, err := w.put.ExecContext(ctx, values...); err != nil {
		return err
	}
	w.written.put[row] = r
	for word, shown := range d.words {
		if utf8.RuneCountInString(word) < minCorrected-1 {
			continue
		}
		done, err := w.word.ExecContext(ctx, word, shown)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil {
			return err
		} else if n > 0 {
			w.words[word] = shown
		}
	}
	return nil
}

// load calls add with each event of the file, by their rows, and word with each word.
func (f *file) load(ctx context.Context, add func(*record) error, word func(word, shown string)) error {
	var bare, shown string
	if err := f.each(ctx, "select word, shown from words", []any{&bare, &shown}, func() error {
		word(bare, shown)
		return nil
	}); err != nil {
		return err
	}
	var r record
	return f.each(ctx, "select "+columns+" from events order by row", r.values(), func() error { return add(&r) })
}

// each calls read for each row of a query, when it is where its columns go.
func (f *file) each(ctx context.Context, query string, to []any, read func() error) (err error) {
	rows, err := f.write.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return err
		}
		if err := read(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// entry is the event of a record in memory.
func (m *memory) entry(r *record) (entry, error) {
	e := entry{row: r.row, id: r.id, starts: r.starts, ends: r.ends, first: int32(r.first), last: int32(r.last), at: nowhere} //nolint:gosec // days
	if r.at[0].Valid {
		e.at = vector{r.at[0].Float64, r.at[1].Float64, r.at[2].Float64}
	}
	d := m.now.dictionary
	e.currency = d.intern(kindFacet, currencyFacet(r.currency))
	e.since = r.since
	if c := CityByID(r.city); c != nil {
		e.city = int32(c.order) + 1 //nolint:gosec // some thousands
	}
	for f, text := range r.fields {
		for token := range strings.SplitSeq(text, " ") {
			if token == "" {
				continue
			}
			term := d.intern(kindOf[f], token)
			e.fields[f] = append(e.fields[f], term)
			if f == inFacets && strings.HasPrefix(token, facetSeries) {
				e.series = term + 1
			}
		}
	}
	var err error
	e.prices, err = pricesOf(r.prices)
	return e, err
}

// print is a hash of all that is written of an event.
func (e *Event) print() int64 {
	h := fnv.New64a()
	where := ""
	if e.At != nil {
		where = e.At.String()
	}
	for _, s := range []string{e.Title, e.Place, e.Host, e.Organizer, e.Language, e.Description,
		strconv.FormatInt(int64(e.StartsAt), 10), strconv.FormatInt(int64(e.EndsAt), 10),
		strconv.FormatInt(int64(e.FirstDay), 10), strconv.FormatInt(int64(e.LastDay), 10), strconv.FormatBool(e.Available),
		e.Currency, fmt.Sprint(e.Prices), where, e.City,
		e.Category, e.Spoken, e.Series, fmt.Sprintf("%q %q %q", e.Tags, e.Performers, e.Translated), strconv.FormatInt(e.AgeMin, 10),
		strconv.FormatInt(int64(e.PublishedAt), 10)} {
		_, _ = h.Write([]byte(s)) // a hash takes all
		_, _ = h.Write([]byte{0})
	}
	return int64(h.Sum64()) //nolint:gosec // all 64 bits are wanted
}

// A row is day<<dayShift | minute<<minuteShift | n: the day since 1970 UTC and the
// minute of the day that an event starts in, and a number for those that start in one minute.
const (
	dayShift    = 32
	minuteShift = 21
	minuteOfDay = 24 * 60
	minute      = inventory.Instant(60_000_000)
)

// firstRow is the first row of the minute of an instant.
func firstRow(at inventory.Instant) int64 {
	m := int64(at / minute)
	if at%minute < 0 {
		m--
	}
	day := m / minuteOfDay
	if m%minuteOfDay < 0 {
		day--
	}
	return day<<dayShift | (m-day*minuteOfDay)<<minuteShift
}

// lastRow is the last row of the minute of an instant.
func lastRow(at inventory.Instant) int64 { return firstRow(at) | (1<<minuteShift - 1) }

// errFull: more events start in one minute than have a number.
var errFull = errors.New("discovery: too many events start in one minute")

// document is an event as it is written: lists of tokens, with spaces between.
type document struct {
	title, place, host string
	performers         string
	tags               string // with their stems
	stems              string // of the title
	others             string // stems of place and host
	tails              string // of title and place
	facets             string
	words              map[string]string // for typo.go: bare, and how it is shown
}

// maxWords bounds the words of one field that are indexed.
const maxWords = 64

// longStay is how long an event lasts that a search for what is on must look further
// back for.
const longStay = inventory.Day

// Facets: words that stand for what is not text.
const (
	facetAll       = "e_1"
	facetAvailable = "a_1"
	facetLong      = "l_1" // lasts longer than longStay
	facetCompounds = "c_1" // may be in a language that writes compounds as one word
	facetOrganizer = "o_"  // and the id
	facetSeries    = "z_"  // and the id
)

// joined is a list of tokens behind another.
func joined(list, more string) string { return strings.TrimSpace(list + " " + more) }

func documentOf(e *Event) *document {
	in := languagesOf(e.Language, e.Title+". "+e.Description)
	d := &document{words: map[string]string{}}
	var ends []string
	field := func(text string, compound bool) (raw, forms string) {
		list := wordsOf(text, maxWords)
		var all []string
		for i := range list {
			w := &list[i]
			of := knownForms.stems(w, in)
			all = append(all, of...)
			if compound {
				ends = append(ends, tails(w, of, in)...)
			}
			if !w.spaceless {
				d.words[w.bare] = w.lower
			}
		}
		return strings.Join(tokens(list), " "), strings.Join(all, " ")
	}
	var ofPlace, ofHost string
	d.title, d.stems = field(e.Title, true)
	d.place, ofPlace = field(e.Place, true)
	d.host, ofHost = field(e.Host, false)
	own := in
	for _, t := range e.Translated {
		in = languagesOf(t.Language, t.Title+". "+t.Place)
		title, ofTitle := field(t.Title, true)
		place, of := field(t.Place, true)
		d.title, d.stems = joined(d.title, title), joined(d.stems, ofTitle)
		d.place, ofPlace = joined(d.place, place), joined(ofPlace, of)
	}
	in = own
	// A line ends a word, so that those of two names do not run into one.
	d.performers, _ = field(strings.Join(e.Performers, "\n"), false)
	tags, ofTags := field(strings.Join(e.Tags, "\n"), false)
	d.tags = strings.TrimSpace(tags + " " + ofTags)
	d.others = strings.TrimSpace(ofPlace + " " + ofHost)
	d.tails = strings.Join(ends, " ")
	facets := []string{facetAll, facetOrganizer + e.Organizer}
	if e.Series != "" {
		facets = append(facets, facetSeries+e.Series)
	}
	if e.Available {
		facets = append(facets, facetAvailable)
	}
	if e.EndsAt-e.StartsAt > inventory.Instant(longStay) {
		facets = append(facets, facetLong)
	}
	if mayCompound(in) {
		facets = append(facets, facetCompounds)
	}
	facets = append(facets, bandsOf(e)...)
	facets = append(facets, labelFacets(e)...)
	if e.City != "" {
		facets = append(facets, cityFacet(e.City))
	}
	if e.At != nil {
		facets = append(facets, placeFacets(e.At.vector())...)
	}
	d.facets = strings.Join(facets, " ")
	return d
}
