package rehearsal

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// A step is a request that a person makes.
type step int

// Steps, in the order in which they are made.
const (
	join     step = iota // the waiting room
	enter                // from it
	order                // or register, where nothing costs anything
	payPage              // ask for the page on which the order is paid
	pay                  // on the page of the test provider
	confirm              // read the order, which is paid
	cancel               // give the basket back
	leave                // the room, with nothing
	ownPart              // for their part in a ballot, after the mail with an offer
	ownPlace             // the place on the waitlist that it has become, with the offer
	accept               // the offer
	decline              // it
	steps
)

var stepNames = [steps]string{"join", "enter", "order", "payment page", "payment", "paid order", "give back", "leave", "own part", "own place", "accept", "decline"}

// inside reports whether who makes the step is inside, and waits for the answer with the
// others watching the clock.
func (s step) inside() bool { return s != join }

// A habit is what a person is up to.
type habit int

// Habits.
const (
	buys    habit = iota
	absent        // joins, and is never seen again
	returns       // closes the tab after joining, and comes back with the receipt, late
	leaves        // comes in, looks around, and leaves; declines an offer
	giveUp        // takes a basket, and gives it back
	hasty         // tries to come in before being called
)

// Of a hundred people with a waiting room, so many are up to something else than buying.
const (
	percentAbsent  = 5
	percentReturns = 10
	percentLeaves  = 3
	percentGiveUp  = 3
	percentHasty   = 5
)

// person is one of those who come.
type person struct {
	no    int
	habit habit
	tier  int   // of copied.tiers, that is tried next
	tried int   // how many of them were sold out
	units int64 // wanted

	step step
	// since is when the step was first to be made, sent how often it was since.
	since time.Time
	sent  int

	index, place          int64
	cookie                string // of a session; "": nobody is signed in
	entry, offer          string // of a ballot
	receipt, pass         string
	order, token, payPath string
	answers               time.Duration // waited for while inside
	gaveBack, paid        bool
}

// partySizes are how many of a hundred come as one, two, three and four.
var partySizes = [...]int{30, 50, 8, 12}

// newPerson draws one.
func newPerson(no int, c *copied, random *rand.Rand) *person {
	p := &person{no: no, step: join, units: 1}
	if !c.room {
		p.step = order
	}
	at := random.IntN(100)
	for i, percent := range partySizes {
		if at -= percent; at < 0 {
			p.units = int64(i + 1)
			break
		}
	}
	if len(c.tiers) > 0 {
		p.tier = random.IntN(len(c.tiers))
		p.units = min(p.units, c.most(p.tier))
	}
	switch at := random.IntN(100); {
	case c.room && at < percentAbsent:
		p.habit = absent
	case c.room && at < percentAbsent+percentReturns:
		p.habit = returns
	case c.room && at < percentAbsent+percentReturns+percentLeaves:
		p.habit = leaves
	case c.room && c.mode != inventory.OnsaleBallot && at < percentAbsent+percentReturns+percentLeaves+percentHasty:
		p.habit = hasty
	case at >= 100-percentGiveUp && !c.free():
		p.habit = giveUp
	}
	if c.cookies != nil {
		p.cookie = c.cookies[no]
	}
	return p
}

// most is how many places of a tier one person may take at once.
func (c *copied) most(tier int) int64 {
	n := int64(inventory.MaxOrderUnits)
	if m := c.tiers[tier].MaxPerOrder; m > 0 {
		n = m
	}
	if c.personLimit > 0 {
		n = min(n, c.personLimit)
	}
	if c.free() || c.mode == inventory.OnsaleBallot {
		n = min(n, 1+c.guests)
	}
	return n
}

// email is where mails for a person go, which are counted and dropped.
func email(no int) string { return fmt.Sprintf("person%d@rehearsal.invalid", no) }

// address is a network of a person's own: the first 48 bits of an IPv6 address. Nothing is
// ever sent to it.
func (p *person) address() string {
	return fmt.Sprintf("2%03x:%x:%x::1", 0x400|p.no>>20, p.no>>8&0xfff, 0x100|p.no&0xff)
}

// less is what to want when so much is not left: fewer, then of another tier. It reports
// false when there is nothing more to try.
func (p *person) less(c *copied) bool {
	if p.units > 1 {
		p.units = 1
		return true
	}
	if p.tried++; p.tried >= len(c.tiers) {
		return false
	}
	p.tier = (p.tier + 1) % len(c.tiers)
	return true
}
