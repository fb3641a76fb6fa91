package store

import "github.com/holdfast-events/holdfast/internal/store/table"

// Payments streams the payments of an event by id; of "" those of no event.
func (v *Snapshot) Payments(event string, fn func(*Payment) error) error {
	return stream(func(last *Payment) ([]Payment, error) {
		if last == nil {
			last = &Payment{}
		}
		return table.All(v.ctx, v.q, paymentTable.Scan, "select "+paymentTable.Columns+" from payments where event_id = $1 and id > $2 order by id limit $3", event, last.ID, pageRows)
	}, fn)
}

// Payouts streams the payouts of an event by id.
func (v *Snapshot) Payouts(event string, fn func(*Payout) error) error {
	return stream(func(last *Payout) ([]Payout, error) {
		if last == nil {
			last = &Payout{}
		}
		return table.All(v.ctx, v.q, payoutTable.Scan, "select "+payoutTable.Columns+" from payouts where event_id = $1 and id > $2 order by id limit $3", event, last.ID, pageRows)
	}, fn)
}

// Journal streams the journal of an event by ref and line.
func (v *Snapshot) Journal(event string, fn func(*JournalLine) error) error {
	return stream(func(last *JournalLine) ([]JournalLine, error) {
		if last == nil {
			last = &JournalLine{}
		}
		return table.All(v.ctx, v.q, journalTable.Scan, journalTable.From()+` where event_id = $1
			and (ref, line) > (cast($2 as text), cast($3 as bigint)) order by ref, line limit $4`, event, last.Ref, last.Line, pageRows)
	}, fn)
}
