package payments

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The statements on payments that are received and settled together: of one event, with
// one statement for each table, whatever their number.

// What is looked up and written of payments that are received together.
var (
	NoticesByID     = &engine.LookupSpec{Table: "payment_notices", Cols: "id, verdict", Event: "provider", Key: "id"}
	PaymentsByID    = &engine.LookupSpec{Table: "payments", Cols: PaymentTable.Columns, Event: "event_id", Key: "id"}
	CheckoutsByRef  = &engine.LookupSpec{Table: "checkouts", Cols: CheckoutTable.Columns, Event: "provider", Key: "ref", Where: "ref <> ''", Across: true}
	TotalsByOrder   = &engine.LookupSpec{Table: "orders", Cols: "id, total, currency", Event: "event_id", Key: "id"}
	OpenByOrder     = &engine.LookupSpec{Table: "checkouts", Cols: CheckoutTable.Columns, Event: "event_id", Key: "order_id", Where: "state = 'open'", Many: true}
	ElsewhereByID   = &engine.LookupSpec{Table: "events", Cols: "id", Event: "id", Key: "id", Where: "archived_at < 0"}
	EarlyByPayment  = &engine.LookupSpec{Table: "payment_notices", Cols: PaymentNoticeTable.Columns, Event: "verdict", Key: "payment_id", Where: "verdict = 'early'", Many: true}
	insertNotices   = PaymentNoticeTable.OfEvent(engine.Insert, func(string) bool { return true })
	insertPayments  = PaymentTable.OfEvent(engine.Insert, func(string) bool { return true })
	insertLines     = JournalTable.OfEvent(engine.Insert, func(string) bool { return true })
	UpdateCheckouts = CheckoutTable.OfEvent(engine.Update, oneOf("id", "state", "standing")).InState("state", CheckoutOpen)
	UpdatePayments  = PaymentTable.OfEvent(engine.Update, oneOf("id", "state", "problem", "settled_at")).InState("state", PaymentCaptured)
)

func oneOf(names ...string) func(string) bool {
	set := map[string]bool{}
	for _, n := range names {
		set[n] = true
	}
	return func(name string) bool { return set[name] }
}

// bulk appends the statement st on t for n rows.
func bulk[T any](session engine.Session, steps []engine.Step, event string, t *table.Of[T], st *table.Statement, n int, row func(int) T, affected *int64) ([]engine.Step, error) {
	if n == 0 {
		return steps, nil
	}
	cols, err := table.Values(t, st, n, row)
	if err != nil {
		return steps, err
	}
	return session.Bulk(steps, &engine.Bulk{Spec: st.Spec, EventID: event, Rows: n, Columns: cols, Affected: affected}), nil
}

// CapturesQuery names what captured payments of one event and one provider refer to.
type CapturesQuery struct {
	EventID, Provider                       string
	Notices, Payments, CheckoutRefs, Orders []string
}

// KnownCaptures is what is known of it.
type KnownCaptures struct {
	Verdicts  map[string]string     // on the notices that were received before, by their ID
	Payments  map[string]bool       // that are there already, by ID
	Checkouts map[string]Checkout   // by the provider's name of them
	Orders    map[string]OrderTotal // by ID
}

// OrderTotal is what an order costs.
type OrderTotal struct {
	Total    int64
	Currency string
}

// ReceiveTogether stores captured payments of one event, with their notices, checkouts
// and journal lines, in one transaction. weigh is told what is known and returns what to
// store, and the jobs that go with it; it may be called again. The early notices of these
// payments are returned.
//
// ErrConflict: another server has received one of them meanwhile. Nothing was stored then,
// as with any other error.
func (s Payments) ReceiveTogether(ctx context.Context, q CapturesQuery, weigh func(*KnownCaptures) ([]*Received, []database.Job, error)) (early []PaymentNotice, err error) {
	err = s.db.Again(ctx, func() error {
		early, err = s.receiveTogether(ctx, q, weigh)
		return err
	})
	return early, err
}

func (s Payments) receiveTogether(ctx context.Context, q CapturesQuery, weigh func(*KnownCaptures) ([]*Received, []database.Job, error)) ([]PaymentNotice, error) {
	session, err := s.db.Eng.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer session.Rollback()
	known, err := knownCaptures(ctx, session, q)
	if err != nil {
		return nil, err
	}
	list, jobs, err := weigh(known)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0: // nothing is committed that would wait for what is known
		session.Rollback()
		return nil, s.db.Settled(ctx)
	}
	steps, err := receivedSteps(session, q.EventID, list)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		steps = append(steps, s.db.JobStep(j))
	}
	// Behind what is written, as Receive does.
	steps = session.Find(steps, &engine.Lookup{Spec: ElsewhereByID, EventID: q.EventID, Keys: []string{q.EventID}, Row: func(engine.Row) error { return archives.ErrElsewhere }})
	if err := session.Run(ctx, steps); err != nil {
		return nil, err
	}
	var early []PaymentNotice
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Payment.ID
	}
	_, err = session.Commit(session.Find(nil, &engine.Lookup{Spec: EarlyByPayment, EventID: NoticeEarly, Keys: ids, Row: func(r engine.Row) error {
		var n PaymentNotice
		err := PaymentNoticeTable.Scan(r, &n)
		early = append(early, n)
		return err
	}}))
	return early, err
}

// knownCaptures reads in one round trip what is known.
func knownCaptures(ctx context.Context, session engine.Session, q CapturesQuery) (*KnownCaptures, error) {
	k := &KnownCaptures{Verdicts: map[string]string{}, Payments: map[string]bool{}, Checkouts: map[string]Checkout{}, Orders: map[string]OrderTotal{}}
	var steps []engine.Step
	steps = session.Find(steps, &engine.Lookup{Spec: NoticesByID, EventID: q.Provider, Keys: q.Notices, Row: func(r engine.Row) error {
		var id, verdict string
		err := r.Scan(&id, &verdict)
		k.Verdicts[id] = verdict
		return err
	}})
	steps = session.Find(steps, &engine.Lookup{Spec: PaymentsByID, EventID: q.EventID, Keys: q.Payments, Row: func(r engine.Row) error {
		var p Payment
		err := PaymentTable.Scan(r, &p)
		k.Payments[p.ID] = true
		return err
	}})
	steps = session.Find(steps, &engine.Lookup{Spec: CheckoutsByRef, EventID: q.Provider, Keys: q.CheckoutRefs, Row: func(r engine.Row) error {
		var c Checkout
		err := CheckoutTable.Scan(r, &c)
		k.Checkouts[c.Ref] = c
		return err
	}})
	steps = session.Find(steps, &engine.Lookup{Spec: TotalsByOrder, EventID: q.EventID, Keys: q.Orders, Row: func(r engine.Row) error {
		var id string
		var o OrderTotal
		err := r.Scan(&id, &o.Total, &o.Currency)
		k.Orders[id] = o
		return err
	}})
	return k, session.Run(ctx, steps)
}

// receivedSteps stores captured payments. Notices come first, in order: a server that
// receives some of the same at the same moment waits there, holding nothing that is waited
// for.
func receivedSteps(session engine.Session, event string, list []*Received) (steps []engine.Step, err error) {
	slices.SortFunc(list, func(a, b *Received) int { return strings.Compare(a.Notice.ID, b.Notice.ID) })
	var lines []JournalLine
	var paid []*Checkout
	payments := make([]*Payment, len(list))
	for i, r := range list {
		lines, payments[i] = append(lines, r.Journal...), r.Payment
		if r.Checkout != nil {
			paid = append(paid, r.Checkout)
		}
	}
	if err := balanced(lines); err != nil {
		return nil, err
	}
	if steps, err = bulk(session, steps, event, PaymentNoticeTable, insertNotices, len(list), func(i int) *PaymentNotice { return &list[i].Notice }, nil); err != nil {
		return nil, err
	}
	if steps, err = bulk(session, steps, event, PaymentTable, insertPayments, len(payments), func(i int) *Payment { return payments[i] }, nil); err != nil {
		return nil, err
	}
	if steps, err = bulk(session, steps, event, CheckoutTable, UpdateCheckouts, len(paid), func(i int) *Checkout { return paid[i] }, nil); err != nil {
		return nil, err
	}
	return bulk(session, steps, event, JournalTable, insertLines, len(lines), func(i int) *JournalLine { return &lines[i] }, nil)
}

// PaymentsByID returns those of an event's payments that there are.
func (s Payments) PaymentsByID(ctx context.Context, event string, ids []string) (map[string]*Payment, error) {
	found, err := table.ByID(ctx, s.db.Reader(s.db.Read), table.NewKind(PaymentTable, PaymentsByID, func(p *Payment) string { return p.ID }), event, ids)
	return found, s.db.Classify(err)
}

// SoldOrder is what is read of an order whose payment is settled.
type SoldOrder struct {
	Items []inventory.Item // in no order
	Open  []Checkout       // pages on which it could be paid again
}

// SettleTogether records that payments of one event ended in tickets, in one
// transaction. weigh is told about their orders, by ID, and returns the settlements; it may
// be called again. ErrStale or ErrConflict: one of them has been settled meanwhile. Nothing
// was stored then, as with any other error.
func (s Payments) SettleTogether(ctx context.Context, event string, orders []string, weigh func(map[string]*SoldOrder) ([]*Settlement, error)) error {
	if v, err := invoicingOf(ctx, s.db.Read, event); err == nil && v.Since > 0 {
		return s.settleInvoiced(ctx, event, orders, weigh)
	}
	return s.db.InSession(ctx, func(session engine.Session) error {
		sold := make(map[string]*SoldOrder, len(orders))
		for _, o := range orders {
			sold[o] = &SoldOrder{}
		}
		steps := session.Find(nil, &engine.Lookup{Spec: events.ItemsByOrder, EventID: event, Keys: orders, Row: func(r engine.Row) error {
			var v events.ItemRecord
			err := events.ScanItem(r, &v)
			if err == nil {
				sold[v.Order].Items = append(sold[v.Order].Items, v.Item)
			}
			return err
		}})
		steps = session.Find(steps, &engine.Lookup{Spec: OpenByOrder, EventID: event, Keys: orders, Row: func(r engine.Row) error {
			var c Checkout
			err := CheckoutTable.Scan(r, &c)
			if err == nil {
				sold[c.OrderID].Open = append(sold[c.OrderID].Open, c)
			}
			return err
		}})
		if err := session.Run(ctx, steps); err != nil {
			return err
		}
		list, err := weigh(sold)
		if err != nil {
			return err
		}
		return s.settledSteps(ctx, session, event, list)
	})
}

// settleInvoiced is SettleTogether where each of the orders gets an invoice: their numbers are
// allotted in the same transaction.
func (s Payments) settleInvoiced(ctx context.Context, event string, orders []string, weigh func(map[string]*SoldOrder) ([]*Settlement, error)) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		sold := make(map[string]*SoldOrder, len(orders))
		for _, o := range orders {
			sold[o] = &SoldOrder{}
		}
		for part := range slices.Chunk(orders, table.MaxInList) {
			in, args := table.InList(2, part)
			args = append([]any{event}, args...)
			items, err := table.All(ctx, tx, events.ScanItem, "select "+events.ItemTable.Columns+" from hold_items where event_id = $1 and hold_id in ("+in+")", args...)
			if err != nil {
				return err
			}
			for i := range items {
				sold[items[i].Order].Items = append(sold[items[i].Order].Items, items[i].Item)
			}
			open, err := table.All(ctx, tx, CheckoutTable.Scan, CheckoutTable.From()+" where event_id = $1 and state = 'open' and order_id in ("+in+")", args...)
			if err != nil {
				return err
			}
			for i := range open {
				sold[open[i].OrderID].Open = append(sold[open[i].OrderID].Open, open[i])
			}
		}
		list, err := weigh(sold)
		if err != nil || len(list) == 0 {
			return err
		}
		// In one order: whoever settles some of the same waits at the first of them.
		slices.SortFunc(list, func(a, b *Settlement) int { return strings.Compare(a.PaymentID, b.PaymentID) })
		payments := make([]string, len(list))
		for i, d := range list {
			changed, err := RecordSettlement(ctx, s.db, tx, d)
			if err == nil && !changed {
				err = fmt.Errorf("%w: payment %s was settled meanwhile", database.ErrStale, d.PaymentID)
			}
			if err != nil {
				return err
			}
			payments[i] = d.PaymentID
		}
		return invoiceSales(ctx, s.db, tx, event, payments, list[0].At)
	})
}

func (s Payments) settledSteps(ctx context.Context, session engine.Session, event string, list []*Settlement) error {
	var lines []JournalLine
	var jobs []database.Job
	rows := make([]Payment, len(list))
	for i, d := range list {
		lines, jobs = append(lines, d.Journal...), append(jobs, d.Jobs...)
		rows[i] = Payment{ID: d.PaymentID, State: d.State, Problem: d.Problem, SettledAt: d.At}
	}
	if err := balanced(lines); err != nil {
		return err
	}
	var changed int64
	steps, err := bulk(session, nil, event, PaymentTable, UpdatePayments, len(rows), func(i int) *Payment { return &rows[i] }, &changed)
	if err != nil {
		return err
	}
	steps, err = bulk(session, steps, event, JournalTable, insertLines, len(lines), func(i int) *JournalLine { return &lines[i] }, nil)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		steps = append(steps, s.db.JobStep(j))
	}
	if err := session.Run(ctx, steps); err != nil {
		return err
	}
	if changed != int64(len(rows)) {
		return fmt.Errorf("%w: %d of %d payments were still to be settled", database.ErrStale, changed, len(rows))
	}
	return nil
}
