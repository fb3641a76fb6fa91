package erasure_test

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

const crowdEvent = "evt_great0000000"

// signing is the key of heads of events and organizations.
var signing = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

func noEntrants(context.Context, string, string) error { return nil }

func noPlaces(context.Context, string) error { return database.ErrNotFound }

// crowd writes an event with n people, who all have something that an erasure looks for,
// and one of them more: it returns who that is.
func crowd(t *testing.T, s *store.Store, n int) (person string) {
	t.Helper()
	storetest.ManyGuests(t, s, crowdEvent, int64(n))
	code := strings.TrimPrefix(crowdEvent, id.Event)
	person = id.Person + code + fmt.Sprintf("%016d", 7)
	do := func(query string) {
		t.Helper()
		if _, err := s.JobsDB().ExecContext(t.Context(), strings.NewReplacer("$EVENT", crowdEvent, "$CODE", code, "$PERSON", person, "$N", strconv.Itoa(n)).Replace(query)); err != nil {
			t.Fatalf("%v: %s", err, query)
		}
	}
	do(`update people set hold_id = '' where event_id = '$EVENT' and created_at % 3 = 0`)
	do(`update holds set state = 'released' where event_id = '$EVENT' and last_seq % 3 = 0`)
	do(`update holds set kind = 'order' where event_id = '$EVENT' and last_seq % 3 = 2`)
	do(`update people set hold_id = '' where event_id = '$EVENT' and created_at % 3 = 2`)
	do(`insert into orders (event_id, id, currency, total, promo_id, access_id, payment_id, paid, prolonged, pay_until)
		select event_id, id, '', 0, '', '', '', 0, 0, 0 from holds where event_id = '$EVENT' and kind = 'order'`)
	do(`insert into payments (event_id, id, provider, order_id, checkout_id, amount, currency, captured_at, received_at, state, problem, note, disputed, settled_at, fee, fee_currency, fee_due)
		select event_id, 'manual:' || id, 'manual', id, '', 1, 'EUR', 1, 1, 'refund', '', 'said by staff', 0, 1, 0, '', 0 from holds where event_id = '$EVENT'`)
	do(`insert into payouts (event_id, id, seq, order_id, payment_id, amount, owed, currency, state, reason, ref, note, till_id, error, tries, created_at, updated_at, fee, fee_currency, fee_due)
		select event_id, 'rfd_' || id, last_seq, id, 'manual:' || id, 1, 1, 'EUR', 'done', 'r', '', 'said by staff', '', '', 0, 1, 1, 0, '', 0 from holds where event_id = '$EVENT'`)
	do(`insert into scans (event_id, device_id, scan_id, list_id, ticket_id, at, gate, verdict, online, counts, once, first_device, first_scan, override_by, override_reason, received_at)
		select event_id, 'd', id, '', 'tkt_' || substr(id, 5) || '01', 1, 'g', 'admit', true, true, false, '', '', 'key_staff', 'said by staff', 1 from holds where event_id = '$EVENT'`)
	do(`insert into waitlist_entries (event_id, id, state, person_id, tier_id, units, class, join_no, rank, passes, name, guests, offer_id, joined_at, placed_seq, left_seq, updated_at, reason, last_seq)
		select event_id, 'wle_' || substr(id, 5), 'left', person_id, 'tir_many', 1, 0, last_seq, last_seq, 0, '', '[]', '', 1, 1, 1, 1, 'left', last_seq from holds where event_id = '$EVENT' and last_seq <> 7`)
	do(`insert into transfers (event_id, id, state, ticket_id, from_person, to_person, offered_at, ended_at, last_seq)
		select event_id, 'trf_' || substr(id, 5), 'declined', 'tkt_' || substr(id, 5) || '01', 'per_$CODE0000000000000001', person_id, 1, 1, last_seq from holds where event_id = '$EVENT' and last_seq <> 7`)

	// Beside a registration, one person has an order that is over, was on the waitlist,
	// has a ticket of somebody else, and was renamed.
	const tail = "x000000000000000"
	row := func(seq, prev int, subject, from, to, reason string) {
		do(fmt.Sprintf(`insert into audit (event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash)
			values ('$EVENT', $N + %d, $N + %d, 'public', '%s', '%s', '%s', '%s', 1, '', 1, case %d when 0 then 0 else $N + %d end, '')`, seq, seq, subject, from, to, reason, prev, prev))
	}
	row(1, 0, "ord_"+code+tail, "", "held", "order_placed")
	row(2, 1, "ord_"+code+tail, "held", "released", "order_cancelled")
	row(3, 0, "wle_"+code+tail, "", "waiting", "joined")
	row(4, 3, "wle_"+code+tail, "waiting", "left", "left")
	row(5, 0, "trf_"+code+tail, "", "offered", "transfer_offered")
	row(6, 5, "trf_"+code+tail, "offered", "accepted", "transfer_accepted")
	row(7, 0, person, "known", "known", "profile_changed")
	do(`update holds set guests = '[{"name":"G"}]' where event_id = '$EVENT' and last_seq = 7`)
	do(`insert into holds (event_id, id, kind, state, person_id, tier_id, units, entry_id, offer_id, name, guests, expires_at, created_at, updated_at, reason, last_seq)
		values ('$EVENT', 'ord_$CODEx000000000000000', 'order', 'released', '$PERSON', '', 1, '', '', 'Nickname', '[]', 0, 1, 1, 'order_cancelled', $N + 2)`)
	do(`insert into orders (event_id, id, currency, total, promo_id, access_id, payment_id, paid, prolonged, pay_until)
		values ('$EVENT', 'ord_$CODEx000000000000000', '', 0, '', '', '', 0, 0, 0)`)
	do(`insert into hold_items (event_id, hold_id, no, tier_id, seat_id, state, released_seq, price, tax_rate, tax_included, discount, net, tax, gross)
		values ('$EVENT', 'ord_$CODEx000000000000000', 1, 'tir_many', '', 'released', $N + 2, 0, 0, 1, 0, 0, 0, 0)`)
	do(`insert into waitlist_entries (event_id, id, state, person_id, tier_id, units, class, join_no, rank, passes, name, guests, offer_id, joined_at, placed_seq, left_seq, updated_at, reason, last_seq)
		values ('$EVENT', 'wle_$CODEx000000000000000', 'left', '$PERSON', 'tir_many', 1, 0, $N + 3, $N + 3, 0, '', '[{"name":"G"}]', '', 1, $N + 3, $N + 4, 1, 'left', $N + 4)`)
	do(`insert into transfers (event_id, id, state, ticket_id, from_person, to_person, offered_at, ended_at, last_seq)
		values ('$EVENT', 'trf_$CODEx000000000000000', 'accepted', 'tkt_$CODE000000000000000801', 'per_$CODE0000000000000008', '$PERSON', 1, 2, $N + 6)`)
	do(`insert into ticket_versions (event_id, ticket_id, version, issued_at, holder_id, transfers) values ('$EVENT', 'tkt_$CODE000000000000000801', 1, 1, '$PERSON', 1)`)
	do(`update events set seq = $N + 7 where id = '$EVENT'`)
	s.SignWith(signing)
	for more := true; more; {
		var err error
		if more, err = s.Erasures.SealNames(t.Context(), "org_of_"+crowdEvent); err != nil {
			t.Fatal(err)
		}
	}
	return person
}

// erase erases a person as the API does, with a server that has just started and read
// where the event stands; then it calls started. "" erases nobody.
func erase(t *testing.T, s *store.Store, person string, started func()) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	seq, err := sequencer.New(sequencer.Config{WriterConfig: sequencer.WriterConfig{Store: s, SigningKey: signing, Log: log}, Tick: -1})
	must(err)
	defer func() { must(seq.Close(context.Background())) }()
	submit := func(ctx context.Context, event string, cmd inventory.Command) error {
		reply, err := seq.Submit(ctx, sequencer.Request{EventID: event, Command: cmd})
		if err == nil && reply.Code != inventory.OK {
			err = fmt.Errorf("refused: %s", reply.Code)
		}
		return err
	}
	must(submit(t.Context(), crowdEvent, inventory.Tick{}))
	started()
	if person == "" {
		return
	}
	files, err := objectstore.Open(t.TempDir(), objectstore.Credentials{})
	must(err)
	rooms, err := joins.New(joins.Config{
		Store: s, Key: signing, IdentityKey: make([]byte, 32), Now: func() inventory.Instant { return inventory.At(time.Now()) },
	})
	must(err)
	defer func() { must(rooms.Close(context.Background())) }()
	k, err := erasure.New(erasure.Config{
		Store: s, Files: files, Submit: submit, Now: time.Now, Log: log, PersonKey: func(org, user string) string { return org + user },
		ForgetPlace: noPlaces, ForgetEntrant: func(ctx context.Context, event, address string) error {
			return rooms.Forget(ctx, event, joins.AccountIdentity(address))
		},
	})
	must(err)
	holds, err := s.People.PersonHolds(t.Context(), crowdEvent, person, 9)
	must(err)
	entries, err := s.People.PersonEntries(t.Context(), crowdEvent, person, 9)
	must(err)
	rows, err := s.Events.Story(t.Context(), crowdEvent, person, 0, 9)
	must(err)
	if len(holds) != 2 || len(entries) != 1 || len(rows) != 1 {
		t.Fatalf("the person has %d holds, %d entries, %d audit rows", len(holds), len(entries), len(rows))
	}
	must(k.Person(t.Context(), crowdEvent, person, inventory.Who{Actor: person}))
	must(k.Work(t.Context()))
}

// checkErased sees that of one person nothing is left, and of others everything.
func checkErased(t *testing.T, s *store.Store, person string, n int) {
	t.Helper()
	all, err := s.JobsDB().QueryContext(t.Context(), "select seals from name_seals where event_id = $1", crowdEvent)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close() //nolint:errcheck // read to its end below
	theirs, others := 0, 0
	for all.Next() {
		var stored []byte
		if err := all.Scan(&stored); err != nil {
			t.Fatal(err)
		}
		seals, err := audit.DecodeNames(stored)
		if err != nil {
			t.Fatal(err)
		}
		for _, seal := range seals {
			switch {
			case seal.Person == person && !seal.Blank():
				t.Errorf("the salt of %s is left", seal.Subject)
			case seal.Person == person:
				theirs++
			case seal.Blank():
				t.Errorf("the salt of %s is gone, who was not erased", seal.Subject)
			default:
				others++
			}
		}
	}
	if err := all.Err(); err != nil {
		t.Fatal(err)
	}
	if theirs != 5 || others != n-1 {
		t.Errorf("%d seals of the person, %d of others", theirs, others)
	}
	for query, want := range map[string]int{
		"select count(*) from scans where override_reason = 'said by staff'": n - 2, // the ticket of somebody else among them
		"select count(*) from payments where note = ''":                      1,
		"select count(*) from payouts where note = ''":                       1,
		"select count(*) from people where erased_at > 0":                    1,
		"select count(*) from holds where name <> '' or guests <> '[]'":      0,
	} {
		var got int
		if err := s.JobsDB().QueryRowContext(t.Context(), query).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %d, want %d (%v)", query, got, want, err)
		}
	}
}

// TestErasingReadsWhatIsOnesOwn: to erase somebody from a large event reads no more than
// from a small one.
func TestErasingReadsWhatIsOnesOwn(t *testing.T) {
	t.Parallel()
	const small, large = 2500, 7500 // people, with two and four pages of seals
	open := func(t *testing.T, url, driver string) *store.Store {
		s, err := store.Open(t.Context(), database.Config{URL: url, SQLiteDriver: driver})
		if err != nil {
			t.Fatal(err)
		}
		s.SignWith(signing)
		return s
	}
	done := func(t *testing.T, s *store.Store) {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// spoil takes away the index by which what a person once had is found.
	spoil := func(t *testing.T, s *store.Store, spoiled bool) {
		if !spoiled {
			return
		}
		if _, err := s.JobsDB().ExecContext(t.Context(), "drop index holds_released_person"); err != nil {
			t.Fatal(err)
		}
	}
	// onSQLite returns how many statements erase somebody of n people, and which of them read
	// all of an event.
	onSQLite := func(t *testing.T, n int, spoiled bool) (runs int, whole []string) {
		url := testdb.SQLite(t)
		s := open(t, url, "")
		person := crowd(t, s, n)
		spoil(t, s, spoiled)
		done(t, s)
		heard := &heard{runs: map[string]int{}}
		name := fmt.Sprintf("heard-%s-%d", t.Name(), n)
		sql.Register(name, heardDriver{&sqlite.Driver{}, heard})
		s = open(t, url, name)
		erase(t, s, person, heard.forget)
		done(t, s)
		s = open(t, url, "")
		defer done(t, s)
		checkErased(t, s, person, n)
		for text, times := range heard.runs {
			if runs += times; !dataStatement.MatchString(text) {
				continue
			}
			if all := wholeEvent.FindString(planOf(t, s, text)); all != "" && !bounded.MatchString(text) {
				whole = append(whole, fmt.Sprintf("%q: %s", all, text))
			}
		}
		return runs, whole
	}
	// onPostgres returns how many rows are read to erase somebody of n people.
	onPostgres := func(t *testing.T, n int, spoiled bool) int {
		url := testdb.Postgres(t)
		s := open(t, url, "")
		person := crowd(t, s, n)
		spoil(t, s, spoiled)
		done(t, s)
		var read []int
		for _, who := range []string{"", person} { // to start reads something, too
			before := tuplesRead(t, url)
			s = open(t, url, "")
			erase(t, s, who, func() {})
			done(t, s)
			read = append(read, tuplesRead(t, url)-before)
		}
		s = open(t, url, "")
		checkErased(t, s, person, n)
		done(t, s)
		return read[1] - read[0]
	}
	// Some indexes have a row more in both versions before and after a change.
	const more = 10
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		few, whole := onSQLite(t, small, false)
		many, wholeToo := onSQLite(t, large, false)
		for _, text := range slices.Concat(whole, wholeToo) {
			t.Errorf("reads all of an event, by %s", text)
		}
		if few != many || few == 0 {
			t.Errorf("%d statements of %d people, %d of %d", few, small, many, large)
		}
	})
	t.Run("sqlite control", func(t *testing.T) {
		t.Parallel()
		if _, whole := onSQLite(t, small, true); len(whole) == 0 {
			t.Error("without an index nothing reads all of an event: this test shows nothing")
		}
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		few, many := onPostgres(t, small, false), onPostgres(t, large, false)
		if many > few+more || few < more {
			t.Errorf("%d rows were read of %d people, %d of %d", few, small, many, large)
		}
	})
	t.Run("postgres control", func(t *testing.T) {
		t.Parallel()
		few, many := onPostgres(t, small, true), onPostgres(t, large, true)
		if many < few+large-small {
			t.Errorf("without an index %d rows were read of %d people, %d of %d: this test shows nothing", few, small, many, large)
		}
	})
}

// tuplesRead is how many rows and entries of indexes have been read in a PostgreSQL
// database. A connection says so at the latest when it ends.
func tuplesRead(t *testing.T, url string) (n int) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // nothing was written
	for deadline := time.Now().Add(time.Minute); ; {
		var others int
		err := db.QueryRowContext(t.Context(), `select count(*), (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes)
			from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`).Scan(&others, &n)
		if err != nil {
			t.Fatal(err)
		}
		if others == 0 {
			return n
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d connections are left", others)
		}
		if _, err := db.ExecContext(t.Context(), "select pg_sleep(0.01)"); err != nil { // another process ends them
			t.Fatal(err)
		}
	}
}

var (
	dataStatement = regexp.MustCompile(`^\s*(select|insert|update|delete|with)\b`)
	// wholeEvent finds in a plan that all of a table is read, or all that an event has in
	// it, of those tables of which every person has a row.
	wholeEvent = regexp.MustCompile(`(SCAN|SEARCH) (people|holds|orders|hold_items|waitlist_entries|transfers|ticket_versions|audit|name_seals|messages|payments|payouts|refunds_due|scans|attendees|answers|origins|address_book|mailbox|offers|exchanges|deliveries|waiting_room_entrants|waiting_room_passes|[a-v])( USING (COVERING )?INDEX \w+)?( \(event_id=\?\))?\n`)
	// bounded are statements that say how much they read.
	bounded    = regexp.MustCompile(`limit (\$\d+|1)\b`)
	parameters = regexp.MustCompile(`\$(\d+)`)
)

// planOf returns how SQLite does a statement.
func planOf(t *testing.T, s *store.Store, text string) string {
	t.Helper()
	most := 0
	for _, p := range parameters.FindAllStringSubmatch(text, -1) {
		no, err := strconv.Atoi(p[1])
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, no)
	}
	rows, err := s.JobsDB().QueryContext(t.Context(), "explain query plan "+text, slices.Repeat([]any{"1"}, max(most, strings.Count(text, "?")))...)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	defer rows.Close() //nolint:errcheck // read to its end below
	var plan strings.Builder
	for rows.Next() {
		var at, parent, unused int
		var detail string
		if err := rows.Scan(&at, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&plan, detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

// heard is what a driver was asked to do, and how often.
type heard struct {
	mu   sync.Mutex
	runs map[string]int // guarded by mu
}

func (h *heard) run(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.runs[text]++
}

func (h *heard) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.runs)
}

// heardDriver is a driver of which one hears what it does.
type heardDriver struct {
	driver.Driver
	heard *heard
}

func (d heardDriver) Open(name string) (driver.Conn, error) {
	c, err := d.Driver.Open(name)
	if err != nil {
		return nil, err
	}
	return heardConn{c.(wholeConn), d.heard}, nil
}

// wholeConn and wholeStmt are what the driver of SQLite can do.
type (
	wholeConn interface {
		driver.Conn
		driver.ConnBeginTx
		driver.ConnPrepareContext
		driver.ExecerContext
		driver.QueryerContext
		driver.Pinger
		driver.SessionResetter
		driver.Validator
	}
	wholeStmt interface {
		driver.Stmt
		driver.StmtExecContext
		driver.StmtQueryContext
	}
)

type heardConn struct {
	wholeConn
	heard *heard
}

func (c heardConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	st, err := c.wholeConn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	return heardStmt{st.(wholeStmt), c.heard, text}, nil
}

func (c heardConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	c.heard.run(text)
	return c.wholeConn.ExecContext(ctx, text, args)
}

func (c heardConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	c.heard.run(text)
	return c.wholeConn.QueryContext(ctx, text, args)
}

type heardStmt struct {
	wholeStmt
	heard *heard
	text  string
}

func (s heardStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.heard.run(s.text)
	return s.wholeStmt.ExecContext(ctx, args)
}

func (s heardStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.heard.run(s.text)
	return s.wholeStmt.QueryContext(ctx, args)
}
