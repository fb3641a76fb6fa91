package resources

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// What is paid for a place on the waitlist of a resource is in the tables of payments, with the id
// of the organization where that of an event stands, and with the entry where the order does
// (decision 0180). What a payment becomes is decided under the lock of the resource, as everything
// of its waitlist is: of a payment and the end of its entry one is first, whoever writes them.

// feeSuffix marks an entry that stands in the place of an order.
const feeSuffix = "-fee"

// FeeOrder is what stands for the fee of an entry where an order stands.
func FeeOrder(entry string) string { return entry + feeSuffix }

// CutFeeOrder reverses FeeOrder; ok is false for what it cannot have made.
func CutFeeOrder(order string) (resourceID, entry string, ok bool) {
	entry, ok = strings.CutSuffix(order, feeSuffix)
	if !ok {
		return "", "", false
	}
	resourceID, ok = id.ResourceOf(entry, id.ResourceEntry)
	return resourceID, entry, ok
}

// OfEntry is the resource of a place; "": it is the id of something else.
func OfEntry(entry string) string {
	of, _ := id.ResourceOf(entry, id.ResourceEntry)
	return of
}

const (
	// AccountFees is the account of the journal that has the fees of places on waitlists.
	AccountFees = "hold_fees"
	// ReasonPlaceEnded is the reason of a payout: the place has ended, and by its rule the fee goes
	// back. The other reasons are the outcomes of resource.Pay.
	ReasonPlaceEnded = "place_ended"
)

// feeRefund is the payout of a payment for a place, of which there is one at most: what did not give
// a place goes back at once, and what did when that has ended.
func feeRefund(p *payments.Payment, reason string, now inventory.Instant) *payments.Payout {
	return &payments.Payout{
		EventID: p.EventID, ID: id.OfOrganization(id.Refund, p.EventID, sha256.Sum256([]byte("holdfast hold fee refund v1\n"+p.ID))), OrderID: p.OrderID, PaymentID: p.ID,
		Owed: p.Amount, Currency: p.Currency, Reason: reason, CreatedAt: now,
	}
}

// SettleFee decides what a captured payment for a place becomes, and stores it with all that
// follows, in one transaction: the entry has its place, or all of it goes back. What was settled before
// stays as it is, and d is nil. The command of c is made here.
func (s Resources) SettleFee(ctx context.Context, c *ResourceCall, p *payments.Payment) (d *resource.Decision, err error) {
	of, entry, ok := CutFeeOrder(p.OrderID)
	if !ok {
		return nil, fmt.Errorf("store: payment %s is for no place", p.ID)
	}
	if by := organizations.ByOf(ctx); by.Actor == "system" {
		ctx = organizations.WithBy(ctx, organizations.By{At: c.Now})
	}
	c.paid = p
	c.ResourceID, c.Command = of, resource.Pay{EntryID: entry, PaymentID: p.ID, Money: resource.Money{Amount: p.Amount, Currency: p.Currency}}
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		d, err = s.settleFee(ctx, tx, c, p)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store: settle a fee: %w", s.db.Classify(err))
	}
	return d, nil
}

func (s Resources) settleFee(ctx context.Context, tx *sql.Tx, c *ResourceCall, p *payments.Payment) (*resource.Decision, error) {
	r, err := oneResource(ctx, tx, c.ResourceID, s.db.ForUpdate)
	if errors.Is(err, database.ErrNotFound) || err == nil && r.OrgID != p.EventID {
		return nil, payments.TurnDown(ctx, s.db, tx, p, feeRefund(p, string(resource.PaidNothing), c.Now))
	}
	if err != nil {
		return nil, err
	}
	state, err := table.One(ctx, tx, table.ScanText, "select state from payments"+table.WithID, p.EventID, p.ID)
	if err != nil || state != payments.PaymentCaptured {
		return nil, err
	}
	// One after what was decided before, so that of two who have paid one is first by its time, too.
	now := max(c.Now, r.UpdatedAt+1)
	d, err := s.decide(ctx, tx, &r, c, now)
	if err != nil {
		return nil, err
	}
	if d.Code != resource.OK {
		return d, payments.TurnDown(ctx, s.db, tx, p, feeRefund(p, string(d.Code), now))
	}
	return d, nil
}

// keepFee stores that a place has the payment of the call, with its invoice. It is done before the chain of the
// organization is locked, as with bookings: whoever issues invoices has their numbers first.
func (s Resources) keepFee(ctx context.Context, tx *sql.Tx, r *Resource, p *payments.Payment, now inventory.Instant) error {
	_, entry, _ := CutFeeOrder(p.OrderID)
	e, err := table.One(ctx, tx, ResourceEntryTable.Scan, ResourceEntryTable.From()+" where resource_id = $1 and id = $2", r.ID, entry)
	if err != nil {
		return err
	}
	if _, err := payments.RecordSettlement(ctx, s.db, tx, &payments.Settlement{
		EventID: p.EventID, PaymentID: p.ID, State: payments.PaymentTickets, At: now, Journal: payments.TaxedLines("sale:"+p.ID, p, AccountFees, p.Amount, e.Tax(), false, now),
	}); err != nil {
		return err
	}
	return s.invoiceFee(ctx, tx, r, &e, p, now)
}

// giveBack stores that the fees of the places that a decision has ended go back, by the rule of each.
func (s Resources) giveBack(ctx context.Context, tx *sql.Tx, r *Resource, d *resource.Decision, now inventory.Instant) error {
	for i := range d.Changes {
		e := d.Changes[i].Entry
		if e == nil || !e.FeeBack || e.EndedSeq != d.Changes[i].Seq {
			continue
		}
		p, err := table.One(ctx, tx, payments.PaymentTable.Scan, "select "+payments.PaymentTable.Columns+" from payments"+table.WithID, r.OrgID, e.PaidBy)
		if err != nil {
			return fmt.Errorf("store: payment %s of place %s: %w", e.PaidBy, e.ID, err)
		}
		o := feeRefund(&p, ReasonPlaceEnded, now)
		fresh, err := payments.InsertPayout(ctx, tx, o, func(o *payments.Payout) []payments.JournalLine {
			return append(payments.TaxedLines("refund:"+o.ID, &p, AccountFees, o.Owed, e.Tax(), true, now), payments.CoveredLines(&p, o)...)
		})
		if err != nil {
			return err
		}
		if !fresh {
			continue
		}
		give, err := payments.PayoutJob(o)
		if err == nil {
			err = s.db.InsertJobs(ctx, tx, give)
		}
		if err == nil {
			err = payments.CreditReturn(ctx, s.db, tx, o, []booking.Share{feeShare(e)})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// FeePayments returns what was paid for a place, and what of that goes back, oldest first.
func (s Resources) FeePayments(ctx context.Context, org, entry string) (in []payments.Payment, out []payments.Payout, err error) {
	return payments.NewPayments(s.db).PaidFor(ctx, org, FeeOrder(entry))
}
