package saleimport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/files"
)

const (
	// completeWithin is how long an order that was paid elsewhere may wait for that to be
	// noted, when the server stands still in between.
	completeWithin = 7 * 24 * time.Hour
	// notingTogether is how many payments are noted at the same time.
	notingTogether = 16
)

// Importer makes the work of imports of sales. All its fields are required.
type Importer struct {
	IDs    *id.Maker
	Now    func() time.Time
	Submit func(ctx context.Context, event string, rs []sequencer.Request) ([]sequencer.Result, error)
	// Paid notes that an order was paid elsewhere, with a note to find it by there; false: it
	// lapsed before.
	Paid func(ctx context.Context, order, note string) (bool, error)
}

// Work returns the work of an import, whose rows are given as JSON.
func (i *Importer) Work(m *files.Import, rows string) (guestlist.Work, error) {
	w := &work{Importer: i, m: m}
	if err := json.Unmarshal([]byte(rows), &w.rows); err != nil {
		return nil, fmt.Errorf("saleimport: the rows of %s: %w", m.ID, err)
	}
	return w, nil
}

type work struct {
	*Importer
	m    *files.Import
	rows []Row
}

// Len returns how many rows there are.
func (w *work) Len() int64 { return int64(len(w.rows)) }

// Do brings in some rows, and adds up what came of them. What an earlier try has brought in
// is known again, and completed.
func (w *work) Do(ctx context.Context, from, to int64) (files.ImportProgress, []files.ImportRefusal, error) {
	p, rows := w.m.ImportProgress, w.rows[from:to]
	requests := make([]sequencer.Request, len(rows))
	for i := range rows {
		requests[i] = w.request(&rows[i])
	}
	results, err := w.Submit(ctx, w.m.EventID, requests)
	if err != nil {
		return p, nil, fmt.Errorf("saleimport: %w", err)
	}
	for i, r := range results {
		if r.Err != nil {
			return p, nil, fmt.Errorf("saleimport: %s: %w", rows[i].Label, r.Err)
		}
	}
	lapsed, err := w.paid(ctx, rows, results)
	if err != nil {
		return p, nil, err
	}
	var refused []files.ImportRefusal
	refuse := func(i int, code inventory.Code) {
		p.Refused++
		refused = append(refused, files.ImportRefusal{Line: from + int64(i) + 1, Label: rows[i].Label, Code: string(code)})
	}
	for i, r := range results {
		switch code := r.Reply.Code; {
		case lapsed[i]:
			refuse(i, inventory.OrderEnded)
		case code == inventory.AlreadyExists:
			p.Known++
		case code != inventory.OK:
			refuse(i, code)
		case rows[i].PersonID != "" && r.Reply.Units == 0:
			p.Known++
		case rows[i].EntryID != "":
			p.Waiting++
		default:
			p.Confirmed++
		}
	}
	p.Worked = to
	return p, refused, nil
}

// paid notes which orders were paid elsewhere.
func (w *work) paid(ctx context.Context, rows []Row, results []sequencer.Result) (lapsed []bool, err error) {
	lapsed = make([]bool, len(rows))
	errs := make([]error, len(rows))
	turns := make(chan struct{}, notingTogether)
	var all sync.WaitGroup
	for i := range rows {
		code := results[i].Reply.Code
		if !rows[i].Paid || !rows[i].costs() || code != inventory.OK && code != inventory.AlreadyExists {
			continue
		}
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			ok, err := w.Paid(ctx, rows[i].OrderID, rows[i].Note)
			if lapsed[i] = !ok; err != nil {
				errs[i] = fmt.Errorf("saleimport: %s: %w", rows[i].Label, err)
			}
		})
	}
	all.Wait()
	return lapsed, errors.Join(errs...)
}

// costs reports whether something was paid for an order.
func (r *Row) costs() bool {
	var total int64
	for _, it := range r.Items {
		total += it.Price.Amount
	}
	return total > 0
}

func (w *work) request(r *Row) sequencer.Request {
	who := inventory.Who{Actor: w.m.CreatedBy, Staff: true, Import: w.m.Source}
	if r.PersonID != "" {
		return sequencer.Request{EventID: w.m.EventID, Command: r.invites(who)}
	}
	if r.EntryID != "" {
		return sequencer.Request{EventID: w.m.EventID, Command: inventory.Join{
			Who: who, OrderID: w.IDs.In(id.Order, w.m.EventID),
			Party: inventory.Party{
				UserID: r.User, Profile: r.Who, Tier: r.Tier, Guests: "[]", Units: 1, Class: r.Class,
				PersonID: w.IDs.In(id.Person, w.m.EventID), EntryID: r.EntryID,
			},
		}}
	}
	until := r.Until
	if r.Paid {
		until = inventory.At(w.Now().Add(completeWithin))
	}
	c := inventory.Reserve{
		Who: who, OrderID: r.OrderID, PersonID: w.IDs.In(id.Person, w.m.EventID), UserID: r.User, Profile: r.Who, Guests: "[]", PayUntil: until,
	}
	for _, it := range r.Items {
		price := it.Price
		c.Lines = append(c.Lines, inventory.OrderLine{Tier: it.Tier, Quantity: 1, Seat: it.Seat, Price: &price})
	}
	out := sequencer.Request{EventID: w.m.EventID, Command: c, Imported: &sequencer.Imported{Codes: r.Codes, Attendees: r.Guests}}
	if len(r.Answers) > 0 {
		out.Answers = &sequencer.Answers{Units: r.Answers}
	}
	return out
}
