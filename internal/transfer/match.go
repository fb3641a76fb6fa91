package transfer

import (
	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Reason is why a person has to look at a transaction. The list is closed.
type Reason string

// The reasons.
const (
	NoReference      Reason = "no_reference"      // it names no order
	UnknownReference Reason = "unknown_reference" // it names one that is not there
	SeveralOrders    Reason = "several_orders"    // it names more than one
	TooLittle        Reason = "too_little"
	TooMuch          Reason = "too_much"
	AlreadyPaid      Reason = "already_paid"
	OrderLapsed      Reason = "order_lapsed" // or it has ended in another way
	WrongCurrency    Reason = "wrong_currency"
	OtherAccount     Reason = "other_account" // it came in on an account that is not set
	Reversal         Reason = "reversal"      // money that went out came back, or the other way round
)

// Reasons are all reasons.
func Reasons() []Reason {
	return []Reason{NoReference, UnknownReference, SeveralOrders, TooLittle, TooMuch, AlreadyPaid, OrderLapsed, WrongCurrency, OtherAccount, Reversal}
}

// Order is an order that a transaction may be for.
type Order struct {
	EventID, ID string
	State       inventory.HoldState
	// Lapsed: it has ended because it was not paid in time, and nothing else.
	Lapsed   bool
	Total    int64
	Received int64 // by transfers that are assigned to it, and did not suffice
	Currency string
	Name     string // of the buyer
	// Reference is what its payer writes, without spaces; "": that of the order of this ID.
	Reference string
	// Shares are what of Total is for which order, where it is several.
	Shares []Share
}

// Share is what of an amount is for an order.
type Share struct {
	OrderID string
	Amount  int64
}

// Due is what is still to be paid for an order.
func (o *Order) Due() int64 { return o.Total - o.Received }

// Waits reports whether the order can be paid: it is pending, or has lapsed, and then has its
// places again if there are any.
func (o *Order) Waits() bool { return o.State == inventory.HoldHeld || o.Lapsed }

// Verdict is what becomes of a transaction.
type Verdict struct {
	// Pay: it pays the order, which is Order.
	Pay bool
	// Reason is why a person has to look at it, where it pays none.
	Reason Reason
	Order  *Order // that it names; nil: none, or several
}

// Decide decides about money that came in. named is whether it names any order by a reference
// that may be ours, and orders are those that are there. What pays an order by the cent, does
// so at once, also when the order has lapsed: then it has its places again if there are any,
// or the money is due back, as with any payment that is late. A person decides about all else.
func Decide(t *bankfile.Transaction, account string, named bool, orders []Order) Verdict {
	v := Verdict{}
	if len(orders) == 1 {
		v.Order = &orders[0]
	}
	o := v.Order
	switch {
	case t.Kind != bankfile.Credit:
		v.Reason = Reversal
	case !SameAccount(t.Account, account):
		v.Reason = OtherAccount
	case !named:
		v.Reason = NoReference
	case len(orders) == 0:
		v.Reason = UnknownReference
	case len(orders) > 1:
		v.Reason = SeveralOrders
	case o.Currency != t.Currency:
		v.Reason = WrongCurrency
	case o.State == inventory.HoldConfirmed:
		v.Reason = AlreadyPaid
	case !o.Waits():
		v.Reason = OrderLapsed
	case t.Amount < o.Due():
		v.Reason = TooLittle
		if o.Lapsed {
			v.Reason = OrderLapsed
		}
	case t.Amount > o.Due():
		v.Reason = TooMuch
		if o.Lapsed {
			v.Reason = OrderLapsed
		}
	default:
		v.Pay = true
	}
	return v
}
