package returns

import (
	"strconv"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// assignedElsewhere is the error of a payout in whose place others are.
const assignedElsewhere = "staff have said that this is of other dates, or another amount"

// Assignment is what staff say of a refund: how much of it is of each share of its payment.
type Assignment struct {
	Ref     string  // the provider's name of it
	Amounts []int64 // by share
	Reason  string  // a code
	Now     inventory.Instant
	FeeDue  inventory.Instant // when a provider is to be asked what it keeps of a refund
	// Name returns the id of a payout that no decision of ours has caused.
	Name func(event, of string) string
}

// heard is when the refund was made, as the provider said of its shares, 0 if it did not; when staff said something
// of it last, and how many notices there are of that.
func (a *Assignment) heard(parts []Part) (at, last inventory.Instant, round int) {
	for i := range parts {
		for j := range parts[i].Heard {
			switch n := &parts[i].Heard[j]; {
			case n.RefundID != a.Ref:
			case payment.Kind(n.Kind) == Moved:
				last, round = max(last, n.ReceivedAt), round+1
			case payment.Kind(n.Kind) == payment.Refunded && (at == 0 || n.At < at):
				at = n.At
			}
		}
	}
	return at, last, round
}

// Received is what is stored then: a notice for each share of which something was, or is, the others with the first,
// as when a provider tells of several; where the amount changes, that the earlier payout has ended, and another in
// its place; and the row of the chain of the organization.
func (a *Assignment) Received(parts []Part) *payments.Received {
	at, last, round := a.heard(parts)
	now := max(a.Now, last+1)
	whole, _ := payments.CutShare(parts[0].Payment.ID)
	deed := audit.AssignedRefund{Org: parts[0].Payment.EventID, Payment: whole, Refund: a.Ref, Reason: a.Reason}
	stays, fee := false, false // what the provider keeps of the refund stands with one payout of it
	for i := range parts {
		if o := parts[i].Payout; o != nil && (o.FeeDue > 0 || o.FeeCurrency != "") {
			stays, fee = stays || a.Amounts[i] == parts[i].Amount, true
		}
	}
	var all []*payments.Received
	for i := range parts {
		part := &parts[i]
		if part.Payout == nil && a.Amounts[i] == 0 {
			continue
		}
		deed.Shares, deed.Amounts = append(deed.Shares, part.Payment.ID), append(deed.Amounts, a.Amounts[i])
		r := a.share(part, a.Amounts[i], at, now, round)
		if r.Payout != nil && fee && !stays {
			r.Payout.FeeDue, stays = a.FeeDue, true
		}
		part.Dispute(r)
		all = append(all, r)
	}
	action := audit.BookingRefundReassigned
	if round == 0 {
		action = audit.BookingRefundAssigned
	}
	r := all[0]
	r.With, r.Record = all[1:], &audit.Deed{Subject: payments.AssignedSubject(whole, a.Ref), Action: action, Commitment: deed.Commitment()}
	return r
}

func (a *Assignment) share(part *Part, want int64, at, now inventory.Instant, round int) *payments.Received {
	p, said := part.Payment, strconv.Itoa(round)
	_, n := payments.CutShare(p.ID)
	r := &payments.Received{
		Notice: payments.PaymentNotice{
			EventID: p.EventID, Provider: p.Provider, ID: payments.ShareID("assigned "+a.Ref+" "+said, n), Kind: string(Moved), PaymentID: p.ID,
			RefundID: a.Ref, RefundRef: a.Reason, Amount: want, Currency: p.Currency, At: at, ReceivedAt: now,
		},
		Weighed: payments.TallyOf(part.Payouts),
	}
	if want == part.Amount {
		return r
	}
	if was := part.Payout; was != nil {
		ended := *was
		r.Journal = journal.Lost(p, &ended, now, now)
		ended.State, ended.Error, ended.UpdatedAt = payments.PayoutFailed, assignedElsewhere, now
		r.Ends, r.EndsWas = &ended, was
	}
	if want > 0 {
		r.Payout = &payments.Payout{
			EventID: p.EventID, ID: a.Name(p.EventID, payments.ShareID(p.Provider+":"+a.Ref, n)+"#"+said), OrderID: p.OrderID, PaymentID: p.ID, Amount: want, Owed: want,
			Currency: p.Currency, State: payments.PayoutDone, Reason: payments.ReasonAtProvider, Ref: a.Ref, CreatedAt: now, UpdatedAt: now,
		}
		r.Journal = append(r.Journal, journal.Payout(p, r.Payout, now, now)...)
	}
	return r
}
