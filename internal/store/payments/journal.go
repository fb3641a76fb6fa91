package payments

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// JournalLine is one line of an event's accounting journal.
type JournalLine struct {
	Ref                string // what is booked
	Line               int64  // of the ref, from 1
	BookedAt, At       inventory.Instant
	Account            string
	Debit, Credit      int64
	Currency           string
	OrderID, PaymentID string
}

// JournalCursor is where a page of a journal ended.
type JournalCursor struct {
	BookedAt inventory.Instant
	Ref      string
	Line     int64
}

// JournalTable describes the table journal; a row is one JournalLine.
var JournalTable = table.NewIn("journal", "event_id", new(JournalLine), func(c *table.Columns, l *JournalLine) {
	c.Key("ref", &l.Ref)
	c.NumberKey("line", &l.Line)
	c.Number("booked_at", (*int64)(&l.BookedAt))
	c.Number("at", (*int64)(&l.At))
	c.Text("account", &l.Account)
	c.Number("debit", &l.Debit)
	c.Number("credit", &l.Credit)
	c.Text("currency", &l.Currency)
	c.Text("order_id", &l.OrderID)
	c.Text("payment_id", &l.PaymentID)
})

// book adds lines to the journal. The lines of each ref must balance; what was
// booked before is not booked again.
func book(ctx context.Context, tx *sql.Tx, event string, lines []JournalLine) error {
	if err := balanced(lines); err != nil {
		return err
	}
	for i := range lines {
		if _, err := JournalTable.InsertIn(ctx, tx, event, &lines[i], JournalTable.Otherwise); err != nil {
			return err
		}
	}
	return nil
}

func balanced(lines []JournalLine) error {
	type key struct{ ref, currency string }
	sums := map[key]int64{}
	for i := range lines {
		sums[key{lines[i].Ref, lines[i].Currency}] += lines[i].Debit - lines[i].Credit
	}
	for k, n := range sums {
		if n != 0 {
			return fmt.Errorf("store: the journal lines of %s are out of balance by %d %s", k.ref, n, k.currency)
		}
	}
	return nil
}

// Journal returns a page of the journal of an event in the order in which it was
// booked, after a cursor.
func (s Journals) Journal(ctx context.Context, event string, after JournalCursor, limit int) ([]JournalLine, error) {
	list, err := journalPage(ctx, s.db.Read, event, after, limit)
	return list, s.db.Classify(err)
}

func journalPage(ctx context.Context, q table.Querier, event string, after JournalCursor, limit int) ([]JournalLine, error) {
	return table.All(ctx, q, JournalTable.Scan, JournalTable.From()+` where event_id = $1
		and (booked_at, ref, line) > (cast($2 as bigint), cast($3 as text), cast($4 as bigint))
		order by booked_at, ref, line limit $5`, event, int64(after.BookedAt), after.Ref, after.Line, limit)
}

// Balance is what the lines of one account in one currency add up to.
type Balance struct {
	Account, Currency string
	Debit, Credit     int64
}

// Balances returns the sums of an event's journal by account and currency.
func (s Journals) Balances(ctx context.Context, event string) ([]Balance, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, b *Balance) error {
		return r.Scan(&b.Account, &b.Currency, &b.Debit, &b.Credit)
	}, `select account, currency, cast(sum(debit) as bigint), cast(sum(credit) as bigint) from journal
		where event_id = $1 group by account, currency order by account, currency`, event)
	return list, s.db.Classify(err)
}

// Journals is the accounting journals of events.
type Journals struct{ db *database.DB }

// NewJournals returns Journals on a database.
func NewJournals(db *database.DB) Journals { return Journals{db} }
