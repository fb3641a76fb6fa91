package guests

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/ngram"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The index that guests are searched by. Chunks of people are read when they are
// complete, in order of their ids; what runs of characters occur in whose texts is
// stored as sets of numbers (see package ngram). Nobody is missed: whoever came after the
// last chunk, and of whom something was said since, is looked at one by one.
const (
	// chunkPeople is how many people a chunk has. More of them make the index smaller,
	// and longer what has to be looked at one by one.
	chunkPeople = 2048
	// chunkLate is how many of the latest people stay out: somebody whose id was made
	// a little earlier may still come.
	chunkLate = 256
	// maxStale is how many people of a chunk are looked at one by one before it is
	// built again.
	maxStale = 32
	// indexEvents is how many events a round looks at, and LedgerPage how many of an
	// event's rows at once.
	indexEvents = 64
	LedgerPage  = 2000
	// runsAtOnce is how many runs are written by a statement and in a transaction.
	runsAtOnce = 500
	// maxBuilds is how many chunks a turn can build.
	maxBuilds = 1000
	// indexLease is how long a round of an event keeps others away.
	indexLease = 2 * inventory.Minute
)

type guestChunk struct {
	EventID         string
	No, Build, AsOf int64
	FirstID, LastID string
	Size            int64
	People          string
}

type guestRun struct {
	EventID, Run string
	No, Build    int64
	People       []byte
}

type guestMark struct {
	EventID     string
	Seq, Turn   int64
	Unfinished  bool // chunks are to be built, whether the ledger goes on or not
	LeasedUntil inventory.Instant
}

var (
	// ChunkTable describes the table guest_chunks; a row is one guestChunk.
	ChunkTable = table.New("guest_chunks", new(guestChunk), func(c *table.Columns, v *guestChunk) {
		c.Key("event_id", &v.EventID)
		c.NumberKey("no", &v.No)
		c.Changes(1)
		c.Number("build", &v.Build)
		c.Number("as_of", &v.AsOf)
		c.Text("first_id", &v.FirstID)
		c.Text("last_id", &v.LastID)
		c.Number("size", &v.Size)
		c.Text("people", &v.People)
	})
	// RunTable describes the table guest_runs; a row is one guestRun.
	RunTable = table.NewIn("guest_runs", "event_id", new(guestRun), func(c *table.Columns, v *guestRun) {
		c.Key("run", &v.Run)
		c.NumberKey("no", &v.No)
		c.NumberKey("build", &v.Build)
		c.Blob("people", &v.People)
	})
	// GuestMarkTable describes the table guest_marks; a row is one guestMark.
	GuestMarkTable = table.New("guest_marks", new(guestMark), func(c *table.Columns, v *guestMark) {
		c.Key("event_id", &v.EventID)
		c.Number("seq", &v.Seq)
		c.Number("turn", &v.Turn)
		c.Truth("unfinished", &v.Unfinished)
		c.Number("leased_until", (*int64)(&v.LeasedUntil))
	})
)

// ids are the people of a chunk, by number.
func (c *guestChunk) ids() []string {
	shared := c.FirstID[:sharedPrefix(c.FirstID, c.LastID)]
	list := strings.Split(c.People, "\n")
	for i := range list {
		list[i] = shared + list[i]
	}
	return list
}

func sharedPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// chunkRange is a chunk without its people.
type chunkRange struct {
	no, build, asOf int64
	size            int64
	first, last     string
}

const chunkRangesSQL = "select no, build, as_of, first_id, last_id, size from guest_chunks where event_id = $1 order by no"

func chunkRanges(ctx context.Context, q table.Querier, event string) ([]chunkRange, error) {
	return table.All(ctx, q, func(r engine.Row, v *chunkRange) error {
		return r.Scan(&v.no, &v.build, &v.asOf, &v.first, &v.last, &v.size)
	}, chunkRangesSQL, event)
}

// chunkOf finds the chunk that a person belongs to, nil when it is none yet. Somebody
// whose id lies between two chunks belongs to the later one.
func chunkOf(chunks []chunkRange, person string) *chunkRange {
	i, _ := slices.BinarySearchFunc(chunks, person, func(c chunkRange, p string) int { return cmp.Compare(c.last, p) })
	if i == len(chunks) {
		return nil
	}
	return &chunks[i]
}

// IndexGuests follows the ledgers of events and indexes their people: a round of it,
// with at most most chunks of each event, and whether there is more.
func (s People) IndexGuests(ctx context.Context, now inventory.Instant, most int) (more bool, err error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, m *database.LedgerMark) error { return r.Scan(&m.EventID, &m.Seq) },
		`select e.id, e.seq from events e left join guest_marks m on m.event_id = e.id
			where e.archived_at = 0 and (e.seq > coalesce(m.seq, 0) or m.unfinished) and coalesce(m.leased_until, 0) < $1 order by e.id limit $2`, int64(now), indexEvents)
	if err != nil {
		return false, s.db.Classify(err)
	}
	more = len(list) == indexEvents
	var failed []error // what is wrong with one event holds none of the others up
	for _, e := range list {
		left, err := s.indexGuests(ctx, e.EventID, now, most)
		if err != nil && !errors.Is(err, errTurnOver) {
			failed = append(failed, err)
		}
		more = more || left
	}
	return more, errors.Join(failed...)
}

// guestIndexing is a round of one event.
type guestIndexing struct {
	People
	event  string
	turn   int64
	built  int64 // chunks, of this turn
	mark   int64
	chunks []chunkRange
}

func (s People) indexGuests(ctx context.Context, event string, now inventory.Instant, most int) (more bool, err error) {
	x := &guestIndexing{People: s, event: event}
	var mine bool
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := GuestMarkTable.InsertUnless(ctx, tx, &guestMark{EventID: event}, GuestMarkTable.Otherwise); err != nil {
			return err
		}
		n, err := table.Exec(ctx, tx, "update guest_marks set turn = turn + 1, leased_until = $1 where event_id = $2 and leased_until < $3",
			int64(now)+int64(indexLease), event, int64(now))
		if mine = n > 0; err != nil || !mine {
			return err
		}
		m, err := table.One(ctx, tx, GuestMarkTable.Scan, GuestMarkTable.From()+" where event_id = $1", event)
		x.turn, x.mark = m.Turn, m.Seq
		return err
	})
	if err != nil || !mine {
		return false, err
	}
	more, err = x.round(ctx, most)
	free := s.db.WithTx(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update guest_marks set seq = $1, unfinished = $2, leased_until = 0 where event_id = $3 and turn = $4", x.mark, more || err != nil, event, x.turn)
		return err
	})
	return more, errors.Join(err, free)
}

func (x *guestIndexing) round(ctx context.Context, most int) (more bool, err error) {
	if x.chunks, err = chunkRanges(ctx, x.db.Read, x.event); err != nil {
		return false, x.db.Classify(err)
	}
	behind, err := x.follow(ctx)
	if err != nil || behind {
		return behind, err
	}
	for range min(most, maxBuilds) {
		built, err := x.again(ctx)
		if err == nil && !built {
			built, err = x.next(ctx)
		}
		if err != nil || !built {
			return false, err
		}
	}
	return true, nil
}

// follow notes of whom something was said since the mark, and moves the mark. behind:
// there is more.
func (x *guestIndexing) follow(ctx context.Context) (behind bool, err error) {
	said, last, full, err := saidSince(ctx, x.db.Reader(x.db.Read), x.event, x.mark, x.chunks)
	if err != nil {
		return false, x.db.Classify(err)
	}
	err = x.db.WithTx(ctx, func(tx *sql.Tx) error {
		for i := range said {
			if err := events.NoteStale(ctx, tx, said[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		x.mark = last
	}
	return full, err
}

// saidSince finds of whom of the chunks something was said after a seq that their
// chunk does not have, in LedgerPage rows at most. last is the row that was read last,
// and full says that there are more.
func saidSince(ctx context.Context, q table.Reader, event string, after int64, chunks []chunkRange) (said []events.StaleGuest, last int64, full bool, err error) {
	if len(chunks) == 0 { // the rows that a first chunk does not have come after it is read
		last, err = table.One(ctx, q, table.ScanInt, "select seq from events where id = $1", event)
		return nil, last, false, err
	}
	type row struct {
		seq                   int64
		subject, from, reason string
	}
	rows, err := table.All(ctx, q, func(r engine.Row, v *row) error { return r.Scan(&v.seq, &v.subject, &v.from, &v.reason) },
		"select seq, subject, state_from, reason from audit where event_id = $1 and seq > $2 order by seq limit $3", event, after, LedgerPage)
	if err != nil || len(rows) == 0 {
		return nil, after, false, err
	}
	last, full = rows[len(rows)-1].seq, len(rows) == LedgerPage
	var newHolds, newEntries []string
	for _, r := range rows {
		switch {
		case r.from != "":
		case strings.HasPrefix(r.subject, id.Order):
			newHolds = append(newHolds, r.subject)
		case strings.HasPrefix(r.subject, id.Entry):
			newEntries = append(newEntries, r.subject)
		}
	}
	person := map[string]string{}
	for _, of := range [...]struct {
		spec *engine.LookupSpec
		ids  []string
	}{{OwnerByHold, newHolds}, {OwnerByEntry, newEntries}} {
		if err := ownersOf(ctx, q, of.spec, event, of.ids, person); err != nil {
			return nil, 0, false, err
		}
	}
	for _, r := range rows {
		who := person[r.subject]
		if strings.HasPrefix(r.subject, id.Person) {
			who = r.subject
		}
		if c := chunkOf(chunks, who); who != "" && c != nil && r.seq > c.asOf {
			said = append(said, events.StaleGuest{EventID: event, No: c.no, PersonID: who, Erased: r.reason == string(inventory.ReasonPersonErased)})
		}
	}
	return said, last, full, nil
}

// What is asked of whose a hold or an entry is.
var (
	OwnerByHold  = &engine.LookupSpec{Table: "holds", Cols: "id, person_id", Event: "event_id", Key: "id"}
	OwnerByEntry = &engine.LookupSpec{Table: "waitlist_entries", Cols: "id, person_id", Event: "event_id", Key: "id"}
)

// ownersOf finds whose rows are, by their ids.
func ownersOf(ctx context.Context, q table.Reader, spec *engine.LookupSpec, event string, ids []string, person map[string]string) error {
	type owner struct{ id, person string }
	rows, err := table.LookUp(ctx, q, spec, func(r engine.Row, v *owner) error { return r.Scan(&v.id, &v.person) }, event, ids)
	for _, r := range rows {
		person[r.id] = r.person
	}
	return err
}

// next builds the next chunk, when there are people enough for it.
func (x *guestIndexing) next(ctx context.Context) (built bool, err error) {
	after, no := "", int64(1)
	if n := len(x.chunks); n > 0 {
		after, no = x.chunks[n-1].last, x.chunks[n-1].no+1
	}
	ids, err := table.All(ctx, x.db.Read, table.ScanText, "select id from people where event_id = $1 and id > $2 order by id limit $3", x.event, after, chunkPeople+chunkLate)
	if err != nil || len(ids) < chunkPeople+chunkLate {
		return false, x.db.Classify(err)
	}
	return true, x.build(ctx, no, after, ids[chunkPeople-1])
}

// again builds the chunk again that needs it most: one that still has what was said of
// somebody who is erased, or of whose people too many are looked at one by one.
func (x *guestIndexing) again(ctx context.Context) (built bool, err error) {
	type need struct{ no, stale, erased int64 }
	worst, err := table.All(ctx, x.db.Read, func(r engine.Row, n *need) error { return r.Scan(&n.no, &n.stale, &n.erased) },
		`select no, count(*), count(*) filter (where erased) from guest_stale where event_id = $1 group by no
			having count(*) > $2 or count(*) filter (where erased) > 0 order by 3 desc, 2 desc, 1 limit 1`, x.event, maxStale)
	if err != nil || len(worst) == 0 {
		return false, x.db.Classify(err)
	}
	i := slices.IndexFunc(x.chunks, func(c chunkRange) bool { return c.no == worst[0].no })
	if i < 0 {
		return false, nil
	}
	after := ""
	if i > 0 {
		after = x.chunks[i-1].last
	}
	return true, x.build(ctx, worst[0].no, after, x.chunks[i].last)
}

// build reads the people after one id and up to another, and writes what runs their
// texts have. Until the last transaction nobody reads any of it.
func (x *guestIndexing) build(ctx context.Context, no int64, after, to string) error {
	x.built++
	chunk := &guestChunk{EventID: x.event, No: no, Build: x.turn*maxBuilds + x.built, LastID: to}
	var texts []*guestText
	var stale []events.StaleGuest
	err := x.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		if chunk.AsOf, err = table.One(ctx, tx, table.ScanInt, "select seq from events where id = $1", x.event); err != nil {
			return err
		}
		if stale, err = table.All(ctx, tx, events.StaleTable.Scan, events.StaleTable.From()+" where event_id = $1 and no = $2", x.event, no); err != nil {
			return err
		}
		texts, err = guestTexts(ctx, tx, x.event, Between(after+"0", to)) // "0" is the lowest character of ids
		return err
	})
	if err != nil || len(texts) == 0 {
		return err
	}
	// More than there are numbers for is what no chunk grows to: it has the people
	// of one stretch of time.
	texts = texts[:min(len(texts), ngram.MaxNumbers)]
	chunk.FirstID = texts[0].id
	runs := chunk.fill(texts)
	err = x.db.WithTx(ctx, func(tx *sql.Tx) error { // what a turn that came to no end has left
		_, err := table.Exec(ctx, tx, `delete from guest_runs where event_id = $1 and no = $2
			and build <> (select coalesce(max(build), 0) from guest_chunks where event_id = $1 and no = $2)`, x.event, no)
		return err
	})
	for part := range slices.Chunk(runs, runsAtOnce) {
		if err != nil {
			return err
		}
		err = x.db.WithTx(ctx, func(tx *sql.Tx) error {
			_, err := RunTable.InsertAll(ctx, tx, x.event, part, "")
			return err
		})
	}
	if err != nil {
		return err
	}
	return x.publish(ctx, chunk, stale)
}

// fill numbers the people of a chunk, and returns its runs.
func (c *guestChunk) fill(texts []*guestText) []*guestRun {
	c.LastID = max(c.LastID, texts[len(texts)-1].id)
	sets := map[string]ngram.Set{}
	set := map[string]struct{}{}
	shared := sharedPrefix(c.FirstID, c.LastID)
	ids := make([]string, len(texts))
	for n, g := range texts {
		ids[n] = g.id[shared:]
		clear(set)
		ngram.Add(set, g.text.String())
		for run := range set {
			if sets[run] == nil {
				sets[run] = ngram.NewSet(len(texts))
			}
			sets[run].Put(n)
		}
	}
	c.People, c.Size = strings.Join(ids, "\n"), int64(len(ids))
	runs := make([]*guestRun, 0, len(sets))
	for run, s := range sets {
		runs = append(runs, &guestRun{Run: run, No: c.No, Build: c.Build, People: s.Encode()})
	}
	slices.SortFunc(runs, func(a, b *guestRun) int { return strings.Compare(a.Run, b.Run) })
	return runs
}

// errTurnOver says that a round took so long that another has begun.
var errTurnOver = errors.New("store: another round indexes the guests")

// publish makes a chunk the one that is read, and forgets of whom it has what was said.
func (x *guestIndexing) publish(ctx context.Context, chunk *guestChunk, stale []events.StaleGuest) error {
	err := x.db.WithTx(ctx, func(tx *sql.Tx) error {
		turn, err := table.One(ctx, tx, table.ScanInt, "select turn from guest_marks where event_id = $1"+x.db.ForUpdate, x.event)
		if err != nil {
			return err
		}
		if turn != x.turn {
			return errTurnOver
		}
		if _, err := ChunkTable.InsertUnless(ctx, tx, chunk, ChunkTable.Replace[1]); err != nil {
			return err
		}
		for _, g := range stale {
			if _, err := table.Exec(ctx, tx, "delete from guest_stale where event_id = $1 and no = $2 and person_id = $3 and noted = $4",
				x.event, chunk.No, g.PersonID, g.Noted); err != nil {
				return err
			}
		}
		_, err = table.Exec(ctx, tx, "delete from guest_runs where event_id = $1 and no = $2 and build <> $3", x.event, chunk.No, chunk.Build)
		return err
	})
	if err != nil {
		return err
	}
	x.chunks, err = chunkRanges(ctx, x.db.Read, x.event)
	return x.db.Classify(err)
}
