package payments

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MaxTills is how many tills an event has at most, open and closed.
const MaxTills = 500

// Errors of tills, found with errors.Is.
var (
	// ErrTillClosed: the till is closed, and takes and gives nothing.
	ErrTillClosed = errors.New("store: the till is closed")
	// ErrTillOpen: the member has another till of the event open.
	ErrTillOpen = errors.New("store: the member has a till open")
)

// The kinds of sales at a till.
const (
	SoldForCash   = "cash"
	SoldByCard    = "card_terminal"
	Complimentary = "complimentary"
)

// CashProvider is the provider of the payments that are in tills, in cash.
const CashProvider = SoldForCash

// Till is a till of the box office of an event.
type Till struct {
	EventID, ID, Name, Currency string
	// OpeningFloat is the cash that was in it before the first sale; CashIn and CashOut are
	// what came in and went out in cash since.
	OpeningFloat, CashIn, CashOut int64
	OpenedBy                      string
	OpenedAt                      inventory.Instant
	ClosedBy                      string            // "": it is open
	ClosedAt                      inventory.Instant // 0: it is open
	Counted                       int64             // the cash that was in it when it was closed
	Note                          string            // of the person who closed it
}

// Expected is the cash that has to be in the till.
func (t *Till) Expected() int64 { return t.OpeningFloat + t.CashIn - t.CashOut }

// TillTable describes the table tills; a row is one Till.
var TillTable = table.New("tills", new(Till), func(c *table.Columns, v *Till) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("name", &v.Name)
	c.Text("currency", &v.Currency)
	c.Number("opening_float", &v.OpeningFloat)
	c.Number("cash_in", &v.CashIn)
	c.Number("cash_out", &v.CashOut)
	c.Text("opened_by", &v.OpenedBy)
	c.Number("opened_at", (*int64)(&v.OpenedAt))
	c.Text("closed_by", &v.ClosedBy)
	c.Number("closed_at", (*int64)(&v.ClosedAt))
	c.Number("counted", &v.Counted)
	c.Text("note", &v.Note)
})

// TillSale says that an order was made at a till.
type TillSale struct {
	OrderID, TillID string
	Kind            string
	Tendered        int64 // the cash that the buyer gave; 0: it was not said
	SoldBy          string
	SoldAt          inventory.Instant
}

// TillSaleTable describes which order was sold at which till.
var TillSaleTable = table.NewBatched("till_sales", "event_id", engine.Insert, new(TillSale), func(c *table.Columns, v *TillSale) {
	c.Key("order_id", &v.OrderID)
	c.Text("till_id", &v.TillID)
	c.Text("kind", &v.Kind)
	c.Number("tendered", &v.Tendered)
	c.Text("sold_by", &v.SoldBy)
	c.Number("sold_at", (*int64)(&v.SoldAt))
})

// Commitment commits to what the till had when it was opened, and to what it took, gave and
// was found to have when it was closed.
func (t *Till) Commitment() string {
	c := audit.Till{ID: t.ID, Event: t.EventID, Currency: t.Currency, OpeningFloat: t.OpeningFloat, OpenedBy: t.OpenedBy, OpenedAt: t.OpenedAt}
	if t.ClosedAt != 0 {
		c.ClosedBy, c.ClosedAt, c.Counted, c.CashIn, c.CashOut = t.ClosedBy, t.ClosedAt, t.Counted, t.CashIn, t.CashOut
	}
	return c.Commitment()
}

func (t *Till) deed(a audit.Action) audit.Deed {
	return audit.Deed{Subject: t.ID, Action: a, Commitment: t.Commitment()}
}

// OpenTill stores a till. ErrConflict: its id is taken. ErrTillOpen: the member has another
// one open. ErrLimit: the event has had MaxTills.
func (s Tills) OpenTill(ctx context.Context, t Till) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := events.LockEventRow(ctx, s.db, tx, t.EventID); err != nil {
			return err
		}
		if err := events.Lives(ctx, tx, t.EventID); err != nil {
			return err
		}
		if err := TillTable.InsertRow(ctx, tx, &t); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, func(r engine.Row, n *[2]int64) error { return r.Scan(&n[0], &n[1]) },
			`select count(*), cast(coalesce(sum(case when closed_at = 0 and opened_by = $1 then 1 else 0 end), 0) as bigint)
			from tills where event_id = $2`, t.OpenedBy, t.EventID)
		switch {
		case err != nil:
			return err
		case n[0] > MaxTills:
			return database.ErrLimit
		case n[1] > 1 && strings.HasPrefix(t.OpenedBy, id.Member): // keys are shared by many
			return ErrTillOpen
		}
		return organizations.RecordOf(ctx, s.db, tx, t.EventID, t.deed(audit.TillOpened))
	})
}

// Tills returns the tills of an event, by id.
func (s Tills) Tills(ctx context.Context, event string) ([]Till, error) {
	list, err := table.All(ctx, s.db.Read, TillTable.Scan, TillTable.From()+" where event_id = $1 order by id", event)
	return list, s.db.Classify(err)
}

// Till returns a till of an event, or ErrNotFound.
func (s Tills) Till(ctx context.Context, event, till string) (*Till, error) {
	t, err := table.One(ctx, s.db.Read, TillTable.Scan, TillTable.From()+" where event_id = $1 and id = $2", event, till)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &t, nil
}

// RenameTill changes what a till is called, or ErrNotFound.
func (s Tills) RenameTill(ctx context.Context, event, till, name string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := table.ExecOne(ctx, tx, "update tills set name = $1 where event_id = $2 and id = $3", name, event, till); err != nil {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}

// CloseTill closes a till with the cash that was counted in it. ErrTillClosed: it was closed
// before, by somebody else or with another count; by the same again nothing is changed.
func (s Tills) CloseTill(ctx context.Context, event, till, by string, counted int64, note string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		t, err := table.One(ctx, tx, TillTable.Scan, TillTable.From()+" where event_id = $1 and id = $2"+s.db.ForUpdate, event, till)
		switch {
		case err != nil:
			return err
		case t.ClosedAt != 0 && t.ClosedBy == by && t.Counted == counted:
			return nil
		case t.ClosedAt != 0:
			return ErrTillClosed
		}
		t.ClosedBy, t.ClosedAt, t.Counted, t.Note = by, max(now, t.OpenedAt), counted, note
		if err := table.ExecOne(ctx, tx, "update tills set closed_by = $1, closed_at = $2, counted = $3, note = $4 where event_id = $5 and id = $6",
			t.ClosedBy, int64(t.ClosedAt), t.Counted, t.Note, event, till); err != nil {
			return err
		}
		if err := events.Lives(ctx, tx, event); err != nil {
			return err
		}
		return organizations.RecordOf(ctx, s.db, tx, event, t.deed(audit.TillClosed))
	})
}

// moveCash notes in the transaction of a payment or a refund that a till took or gave it, and
// how much of it was cash. ErrTillClosed: it takes and gives nothing any more.
func moveCash(ctx context.Context, tx *sql.Tx, event, till string, in, out int64) error {
	n, err := table.Exec(ctx, tx, "update tills set cash_in = cash_in + $1, cash_out = cash_out + $2 where event_id = $3 and id = $4 and closed_at = 0", in, out, event, till)
	switch {
	case err != nil:
		return err
	case n == 0:
		return ErrTillClosed
	}
	return events.Lives(ctx, tx, event)
}

// TillSaleOf returns at which till an order was made, or ErrNotFound.
func (s Tills) TillSaleOf(ctx context.Context, event, order string) (*TillSale, error) {
	v, err := table.One(ctx, s.db.Read, TillSaleTable.Scan, TillSaleTable.From()+" where event_id = $1 and order_id = $2", event, order)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// TillSaleView is a sale with the status of its order.
type TillSaleView struct {
	TillSale
	State    string // of the order's hold
	Paid     bool   // at the till, or nothing was to be paid
	Units    int64  // of the order that are left
	Sold     int64  // of the order
	Total    int64  // of the order, as it was sold
	Refunded int64  // that went back in any way
	Due      int64  // that is still to be given back
}

// TillSales returns the sales of a till, the latest first, before a position.
func (s Tills) TillSales(ctx context.Context, event, till string, before TillPosition, limit int) ([]TillSaleView, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *TillSaleView) error {
		c := table.Scanning()
		TillSaleTable.Into(c, &v.TillSale)
		c.Add(&v.State)
		c.Add(&v.Paid)
		c.Add(&v.Units)
		c.Add(&v.Sold)
		c.Add(&v.Total)
		c.Add(&v.Refunded)
		c.Add(&v.Due)
		return c.From(r)
	}, "select "+TillSaleTable.As("ts")+`, h.state, `+paidAtTill+`, h.units,
		(select count(*) from hold_items i where i.event_id = ts.event_id and i.hold_id = ts.order_id and i.fee = ''), o.total,
		cast(coalesce((select sum(p.amount) from payouts p where p.event_id = ts.event_id and p.order_id = ts.order_id and p.state = 'done'), 0) as bigint),
		cast(coalesce((select sum(r.amount) from refunds_due r where r.event_id = ts.event_id and r.order_id = ts.order_id), 0) as bigint)
			- cast(coalesce((select sum(p.amount) from payouts p where p.event_id = ts.event_id and p.order_id = ts.order_id and p.state = 'done'), 0) as bigint)
		from till_sales ts join holds h on h.event_id = ts.event_id and h.id = ts.order_id
		join orders o on o.event_id = ts.event_id and o.id = ts.order_id
		where ts.event_id = $1 and ts.till_id = $2 and (cast($3 as bigint) = 0 or ts.sold_at < $3 or ts.sold_at = $3 and ts.order_id < $4)
		order by ts.sold_at desc, ts.order_id desc limit $5`, event, till, int64(before.At), before.OrderID, limit)
	return list, s.db.Classify(err)
}

// TillPosition is a place in the list of sales of a till.
type TillPosition struct {
	At      inventory.Instant
	OrderID string
}

// paidAtTill reports whether an order was paid at its till, or cost nothing.
const paidAtTill = "(o.total = 0 or substr(o.payment_id, 1, length(ts.kind) + 1) = ts.kind || ':')"

// TillSold is what a till has sold of a tier, in one way.
type TillSold struct {
	TierID, Kind string
	TaxRate      int64
	Count        int64
	// GivenBack is how many of them were given back since, wherever.
	GivenBack                 int64
	Discount, Net, Tax, Gross int64
}

// TillRefund is what a till has given back of payments of a provider.
type TillRefund struct {
	Provider      string
	Count, Amount int64
}

// TillReport is what a till has sold and given back.
type TillReport struct {
	Till    Till
	Sold    []TillSold
	Refunds []TillRefund
	// Orders is how many orders, by kind.
	Orders map[string]int64
	// Due is what is still to be given back of its sales.
	Due int64
}

// TillReport reads a till with what it has sold and given back, as they stand at one moment.
func (s Tills) TillReport(ctx context.Context, event, till string) (*TillReport, error) {
	out := &TillReport{}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		*out = TillReport{Orders: map[string]int64{}}
		if out.Till, err = table.One(ctx, tx, TillTable.Scan, TillTable.From()+" where event_id = $1 and id = $2", event, till); err != nil {
			return err
		}
		if out.Sold, err = table.All(ctx, tx, func(r engine.Row, v *TillSold) error {
			return r.Scan(&v.TierID, &v.Kind, &v.TaxRate, &v.Count, &v.GivenBack, &v.Discount, &v.Net, &v.Tax, &v.Gross)
		}, `select i.tier_id, ts.kind, i.tax_rate, count(*), cast(sum(case when i.state = 'released' then 1 else 0 end) as bigint),
			cast(sum(i.discount) as bigint), cast(sum(i.net) as bigint), cast(sum(i.tax) as bigint), cast(sum(i.gross) as bigint)
			from till_sales ts join orders o on o.event_id = ts.event_id and o.id = ts.order_id
			join hold_items i on i.event_id = ts.event_id and i.hold_id = ts.order_id
			where ts.event_id = $1 and ts.till_id = $2 and `+paidAtTill+`
			group by i.tier_id, ts.kind, i.tax_rate order by i.tier_id, ts.kind, i.tax_rate`, event, till); err != nil {
			return err
		}
		orders, err := table.All(ctx, tx, func(r engine.Row, v *TillRefund) error { return r.Scan(&v.Provider, &v.Count) },
			`select ts.kind, count(*) from till_sales ts join orders o on o.event_id = ts.event_id and o.id = ts.order_id
			where ts.event_id = $1 and ts.till_id = $2 and `+paidAtTill+" group by ts.kind", event, till)
		if err != nil {
			return err
		}
		for _, o := range orders {
			out.Orders[o.Provider] = o.Count
		}
		if out.Refunds, err = table.All(ctx, tx, func(r engine.Row, v *TillRefund) error { return r.Scan(&v.Provider, &v.Count, &v.Amount) },
			`select p.provider, count(*), cast(sum(o.amount) as bigint) from payouts o join payments p on p.event_id = o.event_id and p.id = o.payment_id
			where o.event_id = $1 and o.till_id = $2 and o.state = 'done' group by p.provider order by p.provider`, event, till); err != nil {
			return err
		}
		out.Due, err = table.One(ctx, tx, table.ScanInt, `select cast(coalesce(sum(r.amount), 0) as bigint)
			- cast(coalesce((select sum(p.amount) from payouts p join till_sales ts on ts.event_id = p.event_id and ts.order_id = p.order_id
				where p.event_id = $1 and ts.till_id = $2 and p.state = 'done'), 0) as bigint)
			from refunds_due r join till_sales ts on ts.event_id = r.event_id and ts.order_id = r.order_id where r.event_id = $1 and ts.till_id = $2`, event, till)
		return err
	})
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return out, nil
}

// Tills is the tills of the box office, and what was sold at them.
type Tills struct{ db *database.DB }

// NewTills returns Tills on a database.
func NewTills(db *database.DB) Tills { return Tills{db} }
