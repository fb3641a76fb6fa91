package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Payments streams the payments of an event by id; of "" those of no event.
func (v *Snapshot) Payments(event string, fn func(*payments.Payment) error) error {
	return database.Stream(func(last *payments.Payment) ([]payments.Payment, error) {
		if last == nil {
			last = &payments.Payment{}
		}
		return table.All(v.ctx, v.q, payments.PaymentTable.Scan, "select "+payments.PaymentTable.Columns+" from payments where event_id = $1 and id > $2 order by id limit $3", event, last.ID, database.PageRows)
	}, fn)
}

// SharedCheckouts streams the pages of an event on which several orders are paid at once, by id.
func SharedCheckouts(v *Snapshot, event string, fn func(*payments.Checkout) error) error {
	return database.Stream(func(last *payments.Checkout) ([]payments.Checkout, error) {
		if last == nil {
			last = &payments.Checkout{}
		}
		return table.All(v.ctx, v.q, payments.CheckoutTable.Scan, "select "+payments.CheckoutTable.Columns+" from checkouts where event_id = $1 and id > $2 and shares <> '[]' order by id limit $3", event, last.ID, database.PageRows)
	}, fn)
}

// MovedRefunds streams what staff of an organization said of refunds that were made in the dashboards of providers, by
// provider and name.
func MovedRefunds(v *Snapshot, org string, fn func(*payments.PaymentNotice) error) error {
	return database.Stream(func(last *payments.PaymentNotice) ([]payments.PaymentNotice, error) {
		if last == nil {
			last = &payments.PaymentNotice{}
		}
		return table.All(v.ctx, v.q, payments.PaymentNoticeTable.Scan, "select "+payments.PaymentNoticeTable.Columns+` from payment_notices where event_id = $1 and kind = 'refund_moved'
			and (provider, id) > (cast($2 as text), cast($3 as text)) order by provider, id limit $4`, org, last.Provider, last.ID, database.PageRows)
	}, fn)
}

// Payouts streams the payouts of an event by id.
func (v *Snapshot) Payouts(event string, fn func(*payments.Payout) error) error {
	return database.Stream(func(last *payments.Payout) ([]payments.Payout, error) {
		if last == nil {
			last = &payments.Payout{}
		}
		return table.All(v.ctx, v.q, payments.PayoutTable.Scan, "select "+payments.PayoutTable.Columns+" from payouts where event_id = $1 and id > $2 order by id limit $3", event, last.ID, database.PageRows)
	}, fn)
}

// Journal streams the journal of an event by ref and line.
func (v *Snapshot) Journal(event string, fn func(*payments.JournalLine) error) error {
	return database.Stream(func(last *payments.JournalLine) ([]payments.JournalLine, error) {
		if last == nil {
			last = &payments.JournalLine{}
		}
		return table.All(v.ctx, v.q, payments.JournalTable.Scan, payments.JournalTable.From()+` where event_id = $1
			and (ref, line) > (cast($2 as text), cast($3 as bigint)) order by ref, line limit $4`, event, last.Ref, last.Line, database.PageRows)
	}, fn)
}
