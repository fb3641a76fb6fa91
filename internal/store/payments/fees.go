package payments

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ProviderFee is what a provider has kept of a payment, or of a refund: less than 0 is
// what it gave back.
type ProviderFee struct {
	Fee         int64             // in minor units of FeeCurrency
	FeeCurrency string            // that in which the provider reckons; "": the fee is not known
	FeeDue      inventory.Instant // when the provider is to be asked; 0: not to be asked
}

func (f *ProviderFee) visit(c *table.Columns) {
	c.Number("fee", &f.Fee)
	c.Text("fee_currency", &f.FeeCurrency)
	c.Number("fee_due", (*int64)(&f.FeeDue))
}

// FeeCursor is where a page of what has a fee due ended.
type FeeCursor struct {
	Due inventory.Instant
	ID  string
}

// PaymentFeesDue returns payments of all events whose provider is to be asked for its fee
// by t, those due longest first, after a cursor.
func (s Payments) PaymentFeesDue(ctx context.Context, t inventory.Instant, after FeeCursor, limit int) ([]Payment, error) {
	list, err := table.All(ctx, s.db.Read, PaymentTable.Scan, "select "+PaymentTable.Columns+" from payments"+feesDue, int64(t), int64(after.Due), after.ID, limit)
	return list, s.db.Classify(err)
}

// PayoutFeesDue is PaymentFeesDue of payouts.
func (s Payouts) PayoutFeesDue(ctx context.Context, t inventory.Instant, after FeeCursor, limit int) ([]Payout, error) {
	list, err := table.All(ctx, s.db.Read, PayoutTable.Scan, "select "+PayoutTable.Columns+" from payouts"+feesDue, int64(t), int64(after.Due), after.ID, limit)
	return list, s.db.Classify(err)
}

const feesDue = ` where fee_due > 0 and fee_due <= $1 and (fee_due, id) > (cast($2 as bigint), cast($3 as text))
	order by fee_due, id limit $4`

// BookPaymentFee stores the fee of a payment with its journal lines, or when its provider
// is to be asked again. booked is false when the fee is known already.
func (s Payments) BookPaymentFee(ctx context.Context, p *Payment, lines []JournalLine) (booked bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, `update payments set fee = $1, fee_currency = $2, fee_due = $3
			where event_id = $4 and id = $5 and fee_currency = ''`, p.Fee, p.FeeCurrency, int64(p.FeeDue), p.EventID, p.ID)
		if booked = n == 1; err != nil || !booked {
			return err
		}
		return book(ctx, tx, p.EventID, lines)
	})
	return booked, err
}

// BookPayoutFee is BookPaymentFee of a payout. booked is false too when the refund that
// the fee is of has failed since, or the payout is another attempt by now.
func (s Payouts) BookPayoutFee(ctx context.Context, p *Payout, lines []JournalLine) (booked bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, `update payouts set fee = $1, fee_currency = $2, fee_due = $3
			where event_id = $4 and id = $5 and fee_currency = '' and state = 'done' and attempt = $6 and ref = $7`,
			p.Fee, p.FeeCurrency, int64(p.FeeDue), p.EventID, p.ID, p.Attempt, p.Ref)
		if booked = n == 1; err != nil || !booked {
			return err
		}
		return book(ctx, tx, p.EventID, lines)
	})
	return booked, err
}

// OrderFees returns what providers have kept of the payments of orders and of their
// refunds, as far as it is known: by order, a sum for each currency, in their order.
func (s Payments) OrderFees(ctx context.Context, event string, orders []string) (map[string][]ProviderFee, error) {
	fees := map[string][]ProviderFee{}
	if len(orders) == 0 {
		return fees, nil
	}
	in, args := table.InList(2, orders)
	_, err := table.All(ctx, s.db.Read, func(r engine.Row, _ *struct{}) error {
		var order string
		var f ProviderFee
		err := r.Scan(&order, &f.FeeCurrency, &f.Fee)
		fees[order] = append(fees[order], f)
		return err
	}, `select order_id, fee_currency, cast(sum(fee) as bigint) from (
			select order_id, fee_currency, fee from payments where event_id = $1 and order_id in (`+in+`)
			union all
			select p.order_id, o.fee_currency, o.fee from payments p join payouts o on o.event_id = p.event_id and o.payment_id = p.id
			where p.event_id = $1 and p.order_id in (`+in+`)
		) f where fee_currency <> '' group by order_id, fee_currency order by order_id, fee_currency`, append([]any{event}, args...)...)
	return fees, s.db.Classify(err)
}
