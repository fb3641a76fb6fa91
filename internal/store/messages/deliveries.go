package messages

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The states of a delivery.
const (
	DeliveryQueued     = "queued"     // to be sent, or retried
	DeliverySent       = "sent"       // accepted by the provider
	DeliveryDelivered  = "delivered"  // reported as delivered by the provider
	DeliveryBounced    = "bounced"    // the address is dead
	DeliveryFailed     = "failed"     // refused for good, or not accepted for too long
	DeliverySuppressed = "suppressed" // not to be sent: no address, opted out, out of date
)

// Delivery is the delivery of a message on one channel. Its key is (EventID, Message,
// Channel).
type Delivery struct {
	EventID, Message, Channel string
	OrgID, PersonID           string
	Kind                      inventory.MessageKind
	Seq                       int64             // of the message; 0 for that of an announcement
	Announcement              string            // id of the announcement; "" for a message of the ledger
	EventStartsAt             inventory.Instant // the start of the event that an announcement names; 0 for a message of the ledger
	Urgency                   int64             // 0 goes first
	State                     string
	DueAt                     inventory.Instant // while queued: not before; 0: now
	Owner                     string            // while queued: the worker that has taken it
	Attempts                  int64
	Answer                    string // of the provider, or why it was not sent; without addresses
	ProviderID                string // the provider's ID of it
	CreatedAt                 inventory.Instant
	SentAt, EndedAt           inventory.Instant // 0: not
}

// MessageOfSeq returns the name of a message of the ledger.
func MessageOfSeq(seq int64) string { return strconv.FormatInt(seq, 10) }

// DeliveryTable describes the table deliveries; a row is one Delivery.
var DeliveryTable = table.New("deliveries", new(Delivery), func(c *table.Columns, v *Delivery) {
	c.Key("event_id", &v.EventID)
	c.Key("message", &v.Message)
	c.Key("channel", &v.Channel)
	c.Text("org_id", &v.OrgID)
	c.Text("person_id", &v.PersonID)
	c.Text("kind", (*string)(&v.Kind))
	c.Number("seq", &v.Seq)
	c.Text("announcement", &v.Announcement)
	c.Number("event_starts_at", (*int64)(&v.EventStartsAt))
	c.Number("urgency", &v.Urgency)
	c.Text("state", &v.State)
	c.Number("due_at", (*int64)(&v.DueAt))
	c.Text("owner", &v.Owner)
	c.Number("attempts", &v.Attempts)
	c.Text("answer", &v.Answer)
	c.Text("provider_id", &v.ProviderID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("sent_at", (*int64)(&v.SentAt))
	c.Number("ended_at", (*int64)(&v.EndedAt))
})

// insertSizes are the numbers of rows of one insert: few statements, which are prepared once.
var insertSizes = [...]int{64, 8, 1}

// DeliveryKey names a delivery within its event.
type DeliveryKey struct{ Message, Channel string }

// AddDeliveries stores deliveries of one event, and jobs with them. Deliveries whose key
// exists are skipped. It returns the keys of the new ones.
func (s Deliveries) AddDeliveries(ctx context.Context, list []Delivery, jobs ...database.Job) (added map[DeliveryKey]bool, err error) {
	if len(list)+len(jobs) == 0 {
		return nil, nil
	}
	texts, err := deliveryTexts(ctx, s.db)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	err = s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) (err error) {
		if added, err = addDeliveries(ctx, database.NewHeldTx(tx, texts), list); err != nil {
			return err
		}
		return s.db.InsertJobs(ctx, tx, jobs...)
	})
	return added, err
}

// deliveryTexts prepares the statements of addDeliveries on SQLite, where parsing an
// insert of 64 rows is a third of the cost of sending their mails; nil elsewhere.
func deliveryTexts(ctx context.Context, db *database.DB) (map[string]*sql.Stmt, error) {
	if db.Eng.Name() != "sqlite" {
		return nil, nil
	}
	texts := make(map[string]*sql.Stmt, len(insertDeliveriesText))
	for _, text := range insertDeliveriesText {
		st, err := db.HeldJobs.Get(ctx, text) //nolint:sqlclosecheck // it is held
		if err != nil {
			return nil, err
		}
		texts[text] = st
	}
	return texts, nil
}

func addDeliveries(ctx context.Context, q table.Querier, list []Delivery) (map[DeliveryKey]bool, error) {
	added := make(map[DeliveryKey]bool, len(list))
	for at := 0; at < len(list); {
		n := 1
		for _, size := range insertSizes {
			if size <= len(list)-at {
				n = size
				break
			}
		}
		args := make([]any, 0, n*DeliveryTable.Width())
		for i := at; i < at+n; i++ {
			row, err := DeliveryTable.Args(&list[i])
			if err != nil {
				return nil, err
			}
			args = append(args, row...)
		}
		keys, err := table.All(ctx, q, func(r engine.Row, k *DeliveryKey) error { return r.Scan(&k.Message, &k.Channel) }, insertDeliveriesText[n], args...)
		if err != nil {
			return nil, err
		}
		for _, k := range keys {
			added[k] = true
		}
		at += n
	}
	return added, nil
}

var insertDeliveriesText = func() map[int]string {
	texts := map[int]string{}
	for _, n := range insertSizes {
		texts[n] = "insert into deliveries (" + DeliveryTable.Columns + ") values " + rowsOfMarks(n, DeliveryTable.Width()) + " on conflict (event_id, message, channel) do nothing returning message, channel"
	}
	return texts
}()

// rowsOfMarks is "($1, $2), ($3, $4)", for that many rows and columns.
func rowsOfMarks(rows, columns int) string {
	var b strings.Builder
	for i := range rows {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('(')
		for j := range columns {
			if j > 0 {
				b.WriteString(", ")
			}
			b.WriteString("$" + strconv.Itoa(i*columns+j+1))
		}
		b.WriteByte(')')
	}
	return b.String()
}

const ready = "state = 'queued' and due_at = 0 and owner = ''"

// ReadyOrgs returns organizations with deliveries for a channel that can go out now, by
// ID, from IDs greater than after. It reads one index entry for each organization,
// however many deliveries that has.
func (s Deliveries) ReadyOrgs(ctx context.Context, channel, after string, limit int) (list []string, err error) {
	spread, err := s.db.Eng.Spread(ctx)
	switch {
	case err != nil:
		return nil, s.db.Classify(err)
	case spread:
		return s.readyOrgsOneByOne(ctx, channel, after, limit)
	}
	list, err = table.All(ctx, s.db.Read, table.ScanText, `with recursive o(id) as (
			select min(org_id) from deliveries where channel = $1 and org_id > $2 and `+ready+`
			union all
			select (select min(d.org_id) from deliveries d where d.channel = $3 and d.org_id > o.id and d.state = 'queued' and d.due_at = 0 and d.owner = '')
			from o where o.id is not null)
		select id from o where id is not null limit $4`, channel, after, channel, limit)
	return list, s.db.Classify(err)
}

// readyOrgsOneByOne is ReadyOrgs where the deliveries are on several machines, which no
// recursive statement can read.
func (s Deliveries) readyOrgsOneByOne(ctx context.Context, channel, after string, limit int) (list []string, err error) {
	for len(list) < limit {
		next, err := table.One(ctx, s.db.Read, table.ScanText, "select coalesce(min(org_id), '') from deliveries where channel = $1 and org_id > $2 and "+ready, channel, after)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		if next == "" {
			break
		}
		list, after = append(list, next), next
	}
	return list, nil
}

// TakeDeliveries gives a worker up to limit deliveries of an organization that can go
// out now, the most urgent and oldest first, and counts an attempt of each.
func (s Deliveries) TakeDeliveries(ctx context.Context, channel, org, worker string, limit int) ([]Delivery, error) {
	var list []Delivery
	err := s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) (err error) {
		list, err = table.All(ctx, tx, DeliveryTable.Scan, `update deliveries set owner = $1, attempts = attempts + 1
			where (event_id, message, channel) in (select event_id, message, channel from deliveries
				where channel = $2 and org_id = $3 and `+ready+` order by urgency, created_at, seq limit $4) and `+ready+`
			returning `+DeliveryTable.Columns, worker, channel, org, limit)
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, byUrgency)
	return list, nil
}

func byUrgency(a, b Delivery) int {
	for _, d := range [...]int64{a.Urgency - b.Urgency, int64(a.CreatedAt - b.CreatedAt), a.Seq - b.Seq} {
		if d != 0 {
			return int(max(-1, min(1, d)))
		}
	}
	return strings.Compare(a.Message, b.Message)
}

// WakeDeliveries makes at most limit deliveries ready that have become due, and returns
// their number.
func (s Deliveries) WakeDeliveries(ctx context.Context, now inventory.Instant, limit int) (int64, error) {
	var n int64
	err := s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, `update deliveries set due_at = 0 where (event_id, message, channel) in (
				select event_id, message, channel from deliveries where state = 'queued' and due_at > 0 and owner = '' and due_at <= $1 order by due_at limit $2)
			and state = 'queued' and due_at > 0 and owner = ''`, int64(now), limit)
		return err
	})
	return n, err
}

// AnyLater reports whether a delivery has become due.
func (s Deliveries) AnyLater(ctx context.Context, now inventory.Instant) (bool, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanInt, "select 1 from deliveries where state = 'queued' and due_at > 0 and owner = '' and due_at <= $1 limit 1", int64(now))
	return len(list) > 0, s.db.Classify(err)
}

// Taken returns at most limit deliveries that a worker has taken and not finished.
func (s Deliveries) Taken(ctx context.Context, worker string, limit int) ([]Delivery, error) {
	list, err := table.All(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+" from deliveries where owner = $1 and owner <> '' and state = 'queued' limit $2", worker, limit)
	return list, s.db.Classify(err)
}

func releaseDeliveries(ctx context.Context, q table.Querier, worker string) error {
	_, err := table.Exec(ctx, q, "update deliveries set owner = '', due_at = 0 where owner = $1 and owner <> '' and state = 'queued'", worker)
	return err
}

// workerRow says when a worker was seen alive.
type workerRow struct {
	ID     string
	SeenAt inventory.Instant
}

// WorkerTable describes the table workers; a row is one workerRow.
var WorkerTable = table.New("workers", new(workerRow), func(c *table.Columns, v *workerRow) {
	c.Key("id", &v.ID)
	c.Changes(1)
	c.Number("seen_at", (*int64)(&v.SeenAt))
})

// Heartbeat records that a worker is alive at now, and releases the deliveries,
// announcements and jobs of workers that were not seen since before. It returns how many
// workers are alive. known is false if this worker was taken for dead: what it has taken
// is no longer its own.
func (s Deliveries) Heartbeat(ctx context.Context, worker string, first bool, now, before inventory.Instant) (alive int64, known bool, err error) {
	err = s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		known = true
		if first {
			if _, err := WorkerTable.InsertUnless(ctx, tx, &workerRow{worker, now}, WorkerTable.Replace[1]); err != nil {
				return err
			}
		} else {
			n, err := table.Exec(ctx, tx, "update workers set seen_at = $1 where id = $2", int64(now), worker)
			if err != nil {
				return err
			}
			known = n == 1
		}
		dead, err := table.All(ctx, tx, table.ScanText, "select id from workers where seen_at < $1", int64(before))
		if err != nil {
			return err
		}
		for _, id := range dead {
			if err := Bury(ctx, tx, id); err != nil {
				return err
			}
		}
		alive, err = table.One(ctx, tx, table.ScanInt, "select cast(count(*) as bigint) from workers")
		return err
	})
	return alive, known, err
}

// Bury removes a worker and releases what it had taken. River keeps who attempted a job
// as an array on PostgreSQL and as JSON on SQLite; the last one is running it.
func Bury(ctx context.Context, q table.Querier, worker string) error {
	if _, err := table.Exec(ctx, q, "delete from workers where id = $1", worker); err != nil {
		return err
	}
	if err := releaseDeliveries(ctx, q, worker); err != nil {
		return err
	}
	if _, err := table.Exec(ctx, q, "update announcements set owner = '' where owner = $1 and state = 'sending'", worker); err != nil {
		return err
	}
	_, err := table.Exec(ctx, q, `update river_job set state = 'available' where state = 'running'
		and (cast(attempted_by as text) like $1 or cast(attempted_by as text) like $2)`, "%"+worker+"}", `%`+worker+`"]`)
	return err
}

// Retire removes a worker that stops, and releases what it had taken.
func (s Deliveries) Retire(ctx context.Context, worker string) error {
	return s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error { return Bury(ctx, tx, worker) })
}

// Deliveries is what became of messages on each channel.
type Deliveries struct{ db *database.DB }

// NewDeliveries returns Deliveries on a database.
func NewDeliveries(db *database.DB) Deliveries { return Deliveries{db} }
