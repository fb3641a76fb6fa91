package payments

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The states of a Checkout.
const (
	CheckoutOpen   = "open"   // somebody may pay, or has and we do not know yet
	CheckoutPaid   = "paid"   // its payment is known
	CheckoutClosed = "closed" // nobody can pay any more
)

// Checkout is a page at a provider on which an order can be paid.
type Checkout struct {
	EventID, ID, OrderID, Provider string
	Ref, URL                       string // the provider's; empty until it answered
	Amount                         int64
	Currency                       string
	State                          string
	Deadline                       inventory.Instant
	CreatedAt                      inventory.Instant
	LookAt                         inventory.Instant // when its provider is to be asked next
	// Standing is how the provider was heard to say that it stands, a
	// payment.Kind; "open" until then.
	Standing string
	// Attempt, Asked and AskedAt tell what the provider was asked for last: the
	// attempt, a hash of all that was asked ("" until then), and when it was first
	// asked for. The same attempt always asks for the same.
	Attempt int64
	Asked   string
	AskedAt inventory.Instant
	// Shares are what of the amount is for which order, where several are paid at once; empty: all of
	// it is for OrderID.
	Shares []Share
}

// CheckoutTable describes the table checkouts; a row is one Checkout.
var CheckoutTable = table.New("checkouts", new(Checkout), func(c *table.Columns, v *Checkout) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("order_id", &v.OrderID)
	c.Text("provider", &v.Provider)
	c.Text("ref", &v.Ref)
	c.Text("url", &v.URL)
	c.Number("amount", &v.Amount)
	c.Text("currency", &v.Currency)
	c.Text("state", &v.State)
	c.Number("deadline", (*int64)(&v.Deadline))
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("look_at", (*int64)(&v.LookAt))
	c.Text("standing", &v.Standing)
	c.Number("attempt", &v.Attempt)
	c.Text("asked", &v.Asked)
	c.Number("asked_at", (*int64)(&v.AskedAt))
	c.Encoded("shares", table.AsList(&v.Shares))
})

// OpenCheckout stores a checkout before its provider is asked for the page, with
// what it is asked for and the job that watches it, and returns it; when the order has an open one at that
// provider already, that one. account is that of an organization which is to be paid, "" for
// the installation's. ErrStale: no new orders are paid to it any more.
func (s Payments) OpenCheckout(ctx context.Context, c Checkout, account string, watch database.Job) (open Checkout, err error) {
	c.Ref, c.URL, c.State, c.Attempt = "", "", CheckoutOpen, 0
	insert, err := CheckoutTable.InsertStep("", &c, "on conflict (event_id, order_id, provider) where state = 'open' do nothing")
	if err != nil {
		return Checkout{}, err
	}
	var made int64
	insert.Affected = &made
	find := engine.Step{SQL: openCheckoutText, Args: []any{c.EventID, c.OrderID, c.Provider}, Row: func(r engine.Row) error { return CheckoutTable.Scan(r, &open) }}
	err = s.db.InSession(ctx, func(session engine.Session) error {
		open, made = Checkout{}, 0
		takes, err := takesOrders(ctx, s.db, session, account)
		if err != nil {
			return err
		}
		steps := []engine.Step{find}
		if takes {
			steps = []engine.Step{insert, find}
		}
		switch err := session.Run(ctx, steps); {
		case err != nil:
			return err
		case made == 1:
			open = c
			return session.Run(ctx, []engine.Step{s.db.JobStep(watch)})
		case open.ID != "":
			return nil
		case takes: // the open one was closed in between
			return database.ErrNotFound
		}
		return database.ErrStale
	})
	if err == nil && made == 0 || errors.Is(err, database.ErrStale) {
		if lost := s.db.Settled(ctx); lost != nil {
			return Checkout{}, lost
		}
	}
	return open, err
}

// openCheckoutText finds the open checkout of an order at a provider.
var openCheckoutText = "select " + CheckoutTable.Columns + " from checkouts where event_id = $1 and order_id = $2 and provider = $3 and state = 'open'"

// AskForCheckout notes what the provider of a checkout is about to be asked for,
// unless somebody noted something else since was was read or the page is there.
// asked is false then, and nothing was changed.
func (s Payments) AskForCheckout(ctx context.Context, was *Checkout, next Checkout) (asked bool, err error) {
	return s.changeCheckout(ctx, engine.Step{
		SQL: `update checkouts set attempt = $1, asked = $2, asked_at = $3
			where event_id = $4 and id = $5 and attempt = $6 and asked = $7 and ref = ''`,
		Args: []any{next.Attempt, next.Asked, int64(next.AskedAt), was.EventID, was.ID, was.Attempt, was.Asked},
	})
}

// PageOfCheckout notes what the provider calls a checkout and where it is. Told
// again it changes nothing, and noted is false.
func (s Payments) PageOfCheckout(ctx context.Context, event, id, ref, url string) (noted bool, err error) {
	return s.changeCheckout(ctx, engine.Step{
		SQL:  "update checkouts set ref = $1, url = $2 where event_id = $3 and id = $4 and ref = ''",
		Args: []any{ref, url, event, id},
	})
}

// changeCheckout changes a checkout, if it is still as the step wants it.
func (s Payments) changeCheckout(ctx context.Context, step engine.Step) (changed bool, err error) {
	var n int64
	step.Affected = &n
	err = s.db.InSession(ctx, func(session engine.Session) error {
		n = 0
		return session.Run(ctx, []engine.Step{step})
	})
	if err == nil && n == 0 {
		err = s.db.Settled(ctx)
	}
	return n == 1, err
}

// Checkout returns a checkout, or ErrNotFound.
func (s Payments) Checkout(ctx context.Context, event, id string) (*Checkout, error) {
	c, err := table.One(ctx, s.db.Read, CheckoutTable.Scan, "select "+CheckoutTable.Columns+" from checkouts"+table.WithID, event, id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &c, nil
}

// CheckoutByRef returns the checkout that a provider calls so, or ErrNotFound.
func (s Payments) CheckoutByRef(ctx context.Context, provider, ref string) (*Checkout, error) {
	if ref == "" {
		return nil, database.ErrNotFound
	}
	c, err := table.One(ctx, s.db.Read, CheckoutTable.Scan, "select "+CheckoutTable.Columns+" from checkouts where provider = $1 and ref = $2 and ref <> ''", provider, ref)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &c, nil
}

// OrderCheckouts returns the checkouts of an order, oldest first, at most 200. An
// order has few; asked for them by id, SQLite would read all of the event's, which
// are in that order, rather than sort these.
func (s Payments) OrderCheckouts(ctx context.Context, event, order string) ([]Checkout, error) {
	list, err := table.All(ctx, s.db.Read, CheckoutTable.Scan, OrderCheckoutsSQL, event, order)
	return list, s.db.Classify(err)
}

// OrderCheckoutsSQL reads the checkouts of an order, the oldest first.
var OrderCheckoutsSQL = "select " + CheckoutTable.Columns + ` from checkouts
	where event_id = $1 and order_id = $2 order by created_at, id limit 200`

// Watched is a checkout with what a watch has to know of its order.
type Watched struct {
	Checkout
	Order OrderTime
}

// OrderTime is what time an order has for its payment; without a State there is
// no such order.
type OrderTime struct {
	State                inventory.HoldState
	CreatedAt, ExpiresAt inventory.Instant
	Total                int64
	Prolonged            bool // it got more time, which it does once
}

var watchedColumns = CheckoutTable.As("c") + ", coalesce(h.state, ''), coalesce(h.created_at, 0), coalesce(h.expires_at, 0), coalesce(o.total, 0), coalesce(o.prolonged, 0)"

// The statements that read checkouts with what a watch has to know of their orders: one, and
// those that nobody has looked at since a time.
var (
	WatchedSQL = "select " + watchedColumns + " from checkouts c" + ofOrder + " where c.event_id = $1 and c.id = $2"
	ToLookSQL  = "select " + watchedColumns + ` from (select ` + CheckoutTable.Columns + ` from checkouts
		where state = 'open' and look_at < $1 order by look_at, event_id, id limit $2) c` + ofOrder + `
		order by c.look_at, c.event_id, c.id`
)

const ofOrder = `
		left join holds h on h.event_id = c.event_id and h.id = c.order_id
		left join orders o on o.event_id = c.event_id and o.id = c.order_id`

func scanWatched(r engine.Row, w *Watched) error {
	o := &w.Order
	var prolonged int64
	c := table.Scanning()
	CheckoutTable.Into(c, &w.Checkout)
	c.Add((*string)(&o.State), (*int64)(&o.CreatedAt), (*int64)(&o.ExpiresAt), &o.Total, &prolonged)
	err := c.From(r)
	o.Prolonged = prolonged != 0
	return err
}

// WatchedCheckout returns a checkout with the time that its order has, or
// ErrNotFound. A watch looks every few minutes at each order that waits for its
// payment, so this is one statement.
func (s Payments) WatchedCheckout(ctx context.Context, event, id string) (*Watched, error) {
	w, err := table.One(ctx, s.db.Read, scanWatched, WatchedSQL, event, id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &w, nil
}

// CheckoutsToLook returns open checkouts of all events which were to be looked at
// before t, the longest overdue first.
func (s Payments) CheckoutsToLook(ctx context.Context, t inventory.Instant, limit int) ([]Watched, error) {
	list, err := table.All(ctx, s.db.Read, scanWatched, ToLookSQL, int64(t), limit)
	return list, s.db.Classify(err)
}

// LookedAtCheckout records the status of a checkout after its provider was asked: if
// it was open, its state, the order's deadline and when to look again. standing is
// how it stood before; a provider that has said something else since is newer.
func (s Payments) LookedAtCheckout(ctx context.Context, c *Checkout, standing string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, `update checkouts set state = $1, deadline = $2, look_at = $3,
			standing = case when standing = $4 then $5 else standing end
			where event_id = $6 and id = $7 and state = 'open'`,
			c.State, int64(c.Deadline), int64(c.LookAt), standing, c.Standing, c.EventID, c.ID)
		return err
	})
}

// InsertJobs inserts jobs that belong to no other change.
func (s Jobs) InsertJobs(ctx context.Context, jobs ...database.Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return s.db.InsertJobs(ctx, tx, jobs...)
	})
}

// Jobs is rows for the job queue.
type Jobs struct{ db *database.DB }

// NewJobs returns Jobs on a database.
func NewJobs(db *database.DB) Jobs { return Jobs{db} }
