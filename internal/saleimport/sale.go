// Package saleimport brings in what another ticket shop has sold: tiers and pools, orders,
// questions with their answers, and who waits.
//
// A reader turns the files of one shop into a Sale, which knows nothing of this one; Plan
// says what becomes of it in an event, and Work does that. Each order is known by the shop
// and its code there, so that the same file again changes nothing, and a file that was
// fetched later brings in what is new. The codes of tickets are kept as hashes, and open
// the door ([ticket.HashOfCode]).
package saleimport

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
)

// Limits of a file.
const (
	// MaxFile is how long its text may be, in bytes.
	MaxFile = 24_000_000
	// MaxRows is how many orders, and how many people on the waitlist, a file may have.
	MaxRows = 50_000
	// maxFaults is how many faults are told.
	maxFaults  = 1000
	maxMessage = 500  // of a fault, which may repeat what the file has, in characters
	maxCode    = 1024 // of a ticket, in bytes
	maxText    = 200  // of names, in characters
)

// Sale is what another shop has sold and promised.
type Sale struct {
	// Source is the shop, Of what was sold there: orders are known by both and their code.
	Source, Of string
	Title      string
	Pools      []Pool
	Tiers      []Tier
	Questions  []Question
	Orders     []Order   // that stand, in the order in which they were made
	Waiting    []Waiting // in the order in which they would be served there
	Invitees   []Invitee // of a list without addresses, in the order in which they are invited
	Left       []Left
	Faults     Faults
}

// Pool is a quota of the other shop.
type Pool struct {
	Name string
	Size int64 // less than 0: no limit
}

// Tier is what people could pick there.
type Tier struct {
	Name         string
	Price        inventory.Price
	Pools        []int // of Sale.Pools
	MaxPerOrder  int64
	Starts, Ends inventory.Instant
	Hidden       bool
}

// Question is one that each attendee was asked. Its list of options is what was answered:
// files do not tell what nobody chose.
type Question struct {
	question.Question
	tiers map[int]bool // of those who answered it
}

// Order is an order that is paid or can be.
type Order struct {
	Code, Path  string
	Email, Name string
	Locale      string
	Paid        bool
	Until       inventory.Instant // one that is not paid: until when it can be
	Items       []Item
}

// Item is a ticket of an order.
type Item struct {
	Tier        int // of Sale.Tiers
	Price       inventory.Price
	Name, Email string
	Seat        string // as the other shop names it; empty: none
	Code        string // that it was sold with; empty: none
	Answers     []question.Given
}

// Waiting is somebody on the waitlist.
type Waiting struct {
	Path                string
	Email, Name, Locale string
	Tier                int
	Class               int
}

// Left is what a file has that does not come in, and why.
type Left struct {
	Reason string
	Count  int64
	// Amount is, of fees, what they come to in minor units.
	Amount int64
	// Names are codes of orders, at most a hundred.
	Names []string
}

// Why something does not come in.
const (
	LeftCancelled = "cancelled"   // an order
	LeftExpired   = "expired"     // an order, or one whose time to be paid is over
	LeftTest      = "test"        // an order that was made to try the shop out
	LeftApproval  = "approval"    // an order that was not approved yet
	LeftFees      = "fees"        // fees of orders: an order costs here what its tickets do
	LeftBlocked   = "blocked"     // a ticket that its organizer has blocked
	LeftVoucher   = "has_voucher" // somebody on the waitlist who was sent a voucher
	LeftTwice     = "waits_twice" // somebody who is on the waitlist once more
	LeftFiles     = "files"       // a question that is answered with a file
	LeftAnswers   = "answers"     // an answer that the question here does not take
	LeftSeats     = "seats"       // of tickets whose tier has no seats here
	LeftDeclined  = "declined"    // somebody who has said no
	LeftOptions   = "options"     // of questions with options there are those that somebody chose
	maxLeftNames  = 100
)

func (s *Sale) leave(reason, name string, amount int64) {
	for i := range s.Left {
		if l := &s.Left[i]; l.Reason == reason {
			l.Count, l.Amount = l.Count+1, l.Amount+amount
			if len(l.Names) < maxLeftNames && name != "" {
				l.Names = append(l.Names, name)
			}
			return
		}
	}
	l := Left{Reason: reason, Count: 1, Amount: amount}
	if name != "" {
		l.Names = []string{name}
	}
	s.Left = append(s.Left, l)
}

// Fault is what is wrong with a file: where, a code, and a sentence without its subject.
type Fault struct{ Field, Code, Message string }

// Faults are what is wrong with a file.
type Faults struct {
	List  []Fault // the first ones
	Total int
}

// Add notes a fault.
func (f *Faults) Add(field, code, format string, args ...any) {
	if f.Total++; f.Total <= maxFaults {
		f.List = append(f.List, Fault{field, code, clip(fmt.Sprintf(format, args...), maxMessage)})
	}
}

// decimal reads a decimal number as a whole number of units, of which one has 10^digits;
// false: it is none, or has more digits than that. Zeros at the end do not count: pretix
// writes two digits for every currency.
func decimal(text string, digits int) (int64, bool) {
	whole, part, _ := strings.Cut(text, ".")
	part = strings.TrimRight(part, "0")
	if whole == "" || len(part) > digits {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", digits-len(part)), 10, 64)
	return n, err == nil
}

// priceOf is what was paid for something, its tax included.
func (f *Faults) priceOf(field, text, rate, currency string) inventory.Price {
	p := inventory.Price{TaxIncluded: true}
	n, ok := decimal(text, inventory.Decimals(currency))
	switch {
	case !ok:
		f.Add(field+".price", "bad_format", "%q is not an amount in %s", text, currency)
	case n < 0 || n > inventory.MaxPrice || n%inventory.Step(currency) != 0:
		f.Add(field+".price", "out_of_range", "%q is not an amount that can be paid in %s", text, currency)
	default:
		p.Amount = n
	}
	if rate == "" {
		return p
	}
	if n, ok = decimal(rate, 2); !ok || n < 0 || n > inventory.MaxTaxRate {
		f.Add(field+".tax_rate", "bad_format", "%q is not a tax rate from 0 to 100 percent with two digits after the point at most", rate)
		return p
	}
	p.TaxRate = n
	return p
}
