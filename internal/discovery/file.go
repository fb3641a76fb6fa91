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
	StartsAt, EndsAt      inventory.Instant
	FirstDay, LastDay     Day  // on the calendar of the place
	Available             bool // there are places left
	// Prices are what the cheapest ticket costs by time, in minor units of Currency; none
	// when nobody sees one.
	Currency string
	Prices   []inventory.PriceSince
	At       *Point // where it is; nil: that is not known
	City     string // id of the city that it counts for; "": none
	// PublishedAt is when it was published.
	PublishedAt inventory.Instant
}

// layout is the version of the tables and of what is written into them. A file with
// another one is thrown away.
const layout = "6"

// A token of found is what package discovery made of a word, so the tokenizer only
// cuts at spaces. Its columns are what rank.go weighs.
const tables = `
create virtual table found using fts5 (title, place, host, stems, others, tails, facets,
  tokenize = "ascii tokenchars '_'", prefix = '2 3', detail = full);
create virtual table vocabulary using fts5vocab (found, 'row');
create table events (
  row    integer primary key, -- of found
  id     text not null unique,
  starts integer not null,    -- microseconds since 1970 UTC
  ends   integer not null,
  first  integer not null,    -- days since 1970, on the calendar of the place
  last   integer not null,
  x real, y real, z real,     -- where it is, see vector; null: that is not known
  print  integer not null     -- a hash of all that was written
);
create table prices (         -- what the cheapest ticket costs: a row for each span of time
  row      integer not null,  -- of the event
  since    integer not null,
  until    integer not null,
  lowest   integer not null,
  currency text not null,
  primary key (row, since)
) without rowid;
` + listingTables + `
create table words (word text primary key, shown text not null) without rowid;
create table trigrams (trigram text, word text, primary key (trigram, word)) without rowid;
create table meta (name text primary key, value text not null) without rowid;
insert into meta values ('layout', '` + layout + `'), ('cursor', ''), ('source', ?);`

// file is an open file of the index.
type file struct {
	path  string
	info  os.FileInfo // of the file when it was opened
	write *sql.DB     // one connection
	read  *sql.DB
	// events is how many are in it; whoever writes sets it.
	events atomic.Int64
}

// readers is how many searches read at once; others wait.
const readers = 4

// dsn says how the file is opened. What a power cut leaves of it is thrown away, so that
// nothing is ever synced. It is not mapped into memory: whoever cut a mapped file short
// would end the process.
func dsn(path string, readOnly bool) string {
	v := url.Values{"_pragma": {"busy_timeout(5000)", "journal_mode(wal)", "synchronous(off)", "cache_size(-16384)", "temp_store(memory)"}}
	if readOnly {
		v.Add("_pragma", "query_only(1)")
	} else {
		v.Set("_txlock", "immediate")
	}
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
	if f.write, err = sql.Open("sqlite", dsn(path, false)); err != nil {
		return nil, fmt.Errorf("discovery: open: %w", err)
	}
	if f.read, err = sql.Open("sqlite", dsn(path, true)); err != nil {
		return nil, errors.Join(fmt.Errorf("discovery: open: %w", err), f.write.Close())
	}
	f.write.SetMaxOpenConns(1)
	f.read.SetMaxOpenConns(readers)
	f.read.SetMaxIdleConns(readers)
	if err = f.write.PingContext(ctx); err == nil {
		f.info, err = os.Stat(path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("discovery: open: %w", err), f.abandon())
	}
	return f, nil
}

// abandon closes the connections and leaves the file in doubt.
func (f *file) abandon() error { return errors.Join(f.read.Close(), f.write.Close()) }

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

// apply writes changes and the cursor behind them in one transaction.
func (f *file) apply(ctx context.Context, changes []Change, cursor string) error {
	tx, err := f.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	var more int64 // events than before
	for i := range changes {
		var n int64
		if changes[i].Gone {
			var row int64
			if row, err = takeOut(ctx, tx, changes[i].ID); row != 0 {
				n = -1
			}
		} else {
			n, err = put(ctx, tx, &changes[i].Event)
		}
		more += n
		if err == nil {
			err = keepListing(ctx, tx, &changes[i])
		}
		if err != nil {
			return errors.Join(fmt.Errorf("discovery: write %s: %w", changes[i].ID, err), tx.Rollback())
		}
	}
	if _, err := tx.ExecContext(ctx, "update meta set value = ? where name = 'cursor'", cursor); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	f.events.Add(more)
	return nil
}

// takeOut removes an event and returns the row that it had; 0: it was not there.
func takeOut(ctx context.Context, tx *sql.Tx, id string) (row int64, err error) {
	err = tx.QueryRowContext(ctx, "delete from events where id = ? returning row", id).Scan(&row)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	for _, text := range []string{"delete from found where rowid = ?", "delete from prices where row = ?"} {
		if err == nil {
			_, err = tx.ExecContext(ctx, text, row)
		}
	}
	return row, err
}

// put writes an event as it is now. One that says nothing new is not written. more is 1
// when it was not there.
func put(ctx context.Context, tx *sql.Tx, e *Event) (more int64, err error) {
	var had int64
	now := e.print()
	err = tx.QueryRowContext(ctx, "select print from events where id = ?", e.ID).Scan(&had)
	if err == nil && had == now {
		return 0, nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	row, err := takeOut(ctx, tx, e.ID)
	if err != nil {
		return 0, err
	}
	if row == 0 {
		more = 1
	}
	if row == 0 || row>>minuteShift != firstRow(e.StartsAt)>>minuteShift {
		if row, err = freeRow(ctx, tx, e.StartsAt); err != nil {
			return 0, err
		}
	}
	d := documentOf(e)
	var place [3]any
	if e.At != nil {
		v := e.At.vector()
		place = [3]any{v[0], v[1], v[2]}
	}
	if _, err := tx.ExecContext(ctx, "insert into events (row, id, starts, ends, first, last, x, y, z, print) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		row, e.ID, int64(e.StartsAt), int64(e.EndsAt), int64(e.FirstDay), int64(e.LastDay), place[0], place[1], place[2], now); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, "insert into found (rowid, title, place, host, stems, others, tails, facets) values (?, ?, ?, ?, ?, ?, ?, ?)",
		row, d.title, d.place, d.host, d.stems, d.others, d.tails, d.facets); err != nil {
		return 0, err
	}
	if err := addPrices(ctx, tx, row, e); err != nil {
		return 0, err
	}
	return more, addWords(ctx, tx, d.words)
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
		e.Currency, fmt.Sprint(e.Prices), where, e.City} {
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

func freeRow(ctx context.Context, tx *sql.Tx, at inventory.Instant) (int64, error) {
	first, last := firstRow(at), lastRow(at)
	var row int64
	if err := tx.QueryRowContext(ctx, "select coalesce(max(row), ?) + 1 from events where row between ? and ?", first, first, last).Scan(&row); err != nil {
		return 0, err
	}
	if row > last {
		return 0, errFull
	}
	return row, nil
}

// document is an event as it is written: lists of tokens, with spaces between.
type document struct {
	title, place, host string
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

// Facets: words that stand for what is no text.
const (
	facetAll       = "e_1"
	facetAvailable = "a_1"
	facetLong      = "l_1" // lasts longer than longStay
	facetCompounds = "c_1" // may be in a language that writes compounds as one word
	facetOrganizer = "o_"  // and the id
)

func documentOf(e *Event) *document {
	in := languagesOf(e.Language, e.Title+". "+e.Description)
	d := &document{words: map[string]string{}}
	var ends []string
	field := func(text string, compound bool) (raw, forms string) {
		list := wordsOf(text, maxWords)
		var all []string
		for i := range list {
			w := &list[i]
			of := stems(w, in)
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
	d.others = strings.TrimSpace(ofPlace + " " + ofHost)
	d.tails = strings.Join(ends, " ")
	facets := []string{facetAll, facetOrganizer + e.Organizer}
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
	if e.City != "" {
		facets = append(facets, cityFacet(e.City))
	}
	if e.At != nil {
		facets = append(facets, placeFacets(e.At.vector())...)
	}
	d.facets = strings.Join(facets, " ")
	return d
}
