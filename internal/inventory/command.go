package inventory

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Command is one wish. The types that implement it are all in this file.
// Ids of what a command may create are made by the caller and come in with it.
type Command interface{ needs(*Needs) }

// Who says who sends a command, for the audit row and for the cutoffs.
type Who struct {
	Actor string // see AuditRow.Actor
	Staff bool   // organizer or box office: may act after a cutoff, for others, and set a class
	// Proven says that mail to the address of who takes part is known to reach
	// who asks. See Settings.ConfirmedAddress.
	Proven bool
}

// Party is who wants units and how many.
type Party struct {
	UserID  string
	Profile Profile
	Tier    string
	Guests  string // JSON array of {"name"}; opaque
	Units   int64  // 1 + guests
	Class   int    // 0..MaxClass; only Staff may set it above 0
	// PersonID and EntryID, and OrderID for Register, are used when a person,
	// entry or order is created.
	PersonID, EntryID string
	// Wish is what a Join waits for in a hall with seats; Tier is then left empty.
	Wish *SeatWish
}

type (
	// Create brings the event to life: pools, tiers and settings into an empty
	// State. It is the first command of every event.
	Create struct {
		Who
		Event   Event // ID, OrgID, StartsAt, EndsAt, Zone, Settings are read
		Pools   []Pool
		Tiers   []Tier
		Seats   *seatmap.Layout // nil: the event has no seats
		Publish bool
	}
	// Configure changes times and settings as a whole; the caller merges.
	Configure struct {
		Who
		// From is what the caller merged its wish with. When the event is no
		// longer that, somebody else was faster: nothing is changed and the
		// outcome is SettingsMoved. Nil: whatever it is.
		From             *Event
		StartsAt, EndsAt Instant
		Zone             *time.Location
		Settings         Settings
		// Capacity, when not nil, and Tiers are what else changes, all or nothing.
		// Tiers are as in SetTier.
		Capacity *SetCapacity
		Tiers    []Tier
	}
	// SetCapacity changes what a pool holds. Below what is taken it is allowed
	// and recorded as an overcommit.
	SetCapacity struct {
		Who
		Pool     string
		Capacity int64
	}
	// Publish opens a draft to people.
	Publish struct{ Who }
	// CancelEvent ends an event for good. What is live is closed by the batches
	// that follow, at most MaxSweep holds and entries each; the first is due at once.
	CancelEvent struct{ Who }
	// Block takes units of a tier out of circulation, until Unblock.
	Block struct {
		Who
		HoldID string
		Tier   string
		Units  int64
		Seats  []string // instead of Tier and Units: these, all or none
	}
	// Unblock gives the units of a block back: to the line first.
	Unblock struct {
		Who
		HoldID string
		// Seats are those of a block of seats that it gives back; empty: all that it
		// has. One that it gave back before is left alone.
		Seats []string
	}
	// Register wants a confirmed place now; with JoinLine, else a place in line.
	Register struct {
		Who
		Party
		OrderID  string
		JoinLine bool
	}
	// Cancel gives a confirmed registration back: by OrderID, or by UserID when
	// OrderID is empty.
	Cancel struct {
		Who
		OrderID, UserID string
	}
	// Join wants a place in line even if units are free for the public; when
	// units fit at once it is promoted in the same decision.
	Join struct {
		Who
		Party
	}
	// Leave ends an entry (and its open offer). By staff it is a removal.
	Leave struct {
		Who
		EntryID string
	}
	// Accept claims an open offer.
	Accept struct {
		Who
		OfferID string
	}
	// Decline gives an open offer back; the line moves on in the same decision.
	Decline struct {
		Who
		OfferID string
	}
	// Extend moves the end of an open offer to Until, or by By when Until is 0.
	// It never shortens and never reaches past the registration cutoff. The same
	// Until again changes nothing and is OK.
	Extend struct {
		Who
		OfferID string
		Until   Instant
		By      Micros
	}
	// Erase removes the personal data of a person from the event. What is still
	// live (registration, entry) ends first, in the same decision.
	Erase struct {
		Who
		UserID string
	}
	// SetTier changes what a tier costs and when and to whom it is sold, or adds
	// a tier. The pools of a known tier stay as they are.
	SetTier struct {
		Who
		Tier Tier
	}
	// PutCode makes a promo or access code, or changes one that is there: its
	// text and kind stay, and MaxUses may not fall below the uses in force.
	PutCode struct {
		Who
		Code PriceCode // Used and LastSeq are not read
	}
	// Reserve makes an order: all its lines or nothing. It is held until it is
	// paid or its deadline passes; when there is nothing to pay it is confirmed
	// at once.
	Reserve struct {
		Who
		OrderID          string
		PersonID, UserID string // PersonID is used when the person is new
		Profile          Profile
		Guests           string // JSON, opaque
		Lines            []OrderLine
		Promo, Access    string // codes as typed, in upper case; empty: none
		Currency         string // what the caller counts in; empty: whatever the event does
	}
	// Pay says that a payment for an order was captured. It is the last word on
	// the money: the outcome is "confirmed", or "refund_due" for a payment that
	// the event cannot honour. The same payment again changes nothing.
	Pay struct {
		Who
		OrderID, PaymentID string
		Amount             int64 // minor units
		Currency           string
	}
	// CancelOrder ends an order; what was paid for it and not given back yet is
	// due, or Refund of it.
	CancelOrder struct {
		Who
		OrderID string
		Refund  *int64 // staff only; nil: all of it
	}
	// CancelItems ends single items of a confirmed order. Items that are
	// released already are left alone.
	CancelItems struct {
		Who
		OrderID string
		Items   []int  // numbers, from 1
		Refund  *int64 // staff only; nil: what was paid for them
	}
	// Prolong moves the deadline of a pending order, because a payment is under
	// way, to By from now. It does so once, at most by MaxProlong; again it
	// changes nothing.
	Prolong struct {
		Who
		OrderID string
		By      Micros
	}
	// Tick asks for nothing: it gives what is due the chance to happen.
	Tick struct{}
)

// Needs is what a batch must load before it can be decided. The loader adds
// what these lead to: a person's live hold and entry; a hold's person, entry
// and offer; an entry's person and open offer with its hold; an offer's entry,
// hold and person.
type Needs struct {
	UserIDs, HoldIDs, EntryIDs, OfferIDs []string
	// Codes are the texts of codes, CodeIDs their ids, OrdersOf the users all
	// of whose live orders are needed. A hold leads to its order, items, refunds
	// and codes.
	Codes, CodeIDs, OrdersOf []string
	// TransferIDs lead to the transfer, its ticket, its hold and both persons;
	// TicketIDs to the ticket's row and the transfer that is open for it.
	TransferIDs, TicketIDs []string
	// ExchangeIDs are those that may have ended: the others are in the State.
	ExchangeIDs []string
	// Moved says that what became of the tickets of the holds is needed.
	Moved bool
}

// Empty says whether nothing is named.
func (n *Needs) Empty() bool {
	return len(n.UserIDs)+len(n.HoldIDs)+len(n.EntryIDs)+len(n.OfferIDs)+len(n.Codes)+len(n.CodeIDs)+len(n.TransferIDs)+len(n.ExchangeIDs) == 0
}

// NeedsOf collects what the commands name.
func NeedsOf(cmds []Command) Needs {
	var n Needs
	for _, c := range cmds {
		c.needs(&n)
	}
	return n
}

func (Create) needs(*Needs)      {}
func (Configure) needs(*Needs)   {}
func (SetCapacity) needs(*Needs) {}
func (Publish) needs(*Needs)     {}
func (CancelEvent) needs(*Needs) {}
func (Tick) needs(*Needs)        {}
func (c Block) needs(n *Needs)   { n.HoldIDs = append(n.HoldIDs, c.HoldID) }
func (c Unblock) needs(n *Needs) { n.HoldIDs = append(n.HoldIDs, c.HoldID) }
func (c Register) needs(n *Needs) {
	n.UserIDs = append(n.UserIDs, c.UserID)
}
func (c Join) needs(n *Needs) { n.UserIDs = append(n.UserIDs, c.UserID) }
func (c Cancel) needs(n *Needs) {
	n.Moved = true
	if c.OrderID != "" {
		n.HoldIDs = append(n.HoldIDs, c.OrderID)
	} else {
		n.UserIDs = append(n.UserIDs, c.UserID)
	}
}
func (c Erase) needs(n *Needs) {
	n.UserIDs = append(n.UserIDs, c.UserID)
	n.OrdersOf = append(n.OrdersOf, c.UserID)
	n.Moved = true
}
func (SetTier) needs(*Needs) {}
func (c PutCode) needs(n *Needs) {
	n.Codes, n.CodeIDs = append(n.Codes, c.Code.Text), append(n.CodeIDs, c.Code.ID)
}
func (c Reserve) needs(n *Needs) {
	n.UserIDs = append(n.UserIDs, c.UserID)
	for _, code := range [...]string{c.Promo, c.Access} {
		if code != "" {
			n.Codes = append(n.Codes, code)
		}
	}
}
func (c Pay) needs(n *Needs) { n.HoldIDs = append(n.HoldIDs, c.OrderID) }
func (c CancelOrder) needs(n *Needs) {
	n.HoldIDs, n.Moved = append(n.HoldIDs, c.OrderID), true
}
func (c CancelItems) needs(n *Needs) {
	n.HoldIDs, n.Moved = append(n.HoldIDs, c.OrderID), true
}
func (c Prolong) needs(n *Needs) { n.HoldIDs = append(n.HoldIDs, c.OrderID) }
func (c Leave) needs(n *Needs)   { n.EntryIDs = append(n.EntryIDs, c.EntryID) }
func (c Accept) needs(n *Needs)  { n.OfferIDs = append(n.OfferIDs, c.OfferID) }
func (c Decline) needs(n *Needs) { n.OfferIDs = append(n.OfferIDs, c.OfferID) }
func (c Extend) needs(n *Needs)  { n.OfferIDs = append(n.OfferIDs, c.OfferID) }
