// Package statement determines whether what an organizer promised before the opening was kept, by
// what the log of the event shows. It reads of an audit row only what its entry in the public
// log says too, so everybody who has the entries comes to the same.
package statement

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// A Code says in what the log differs from the statement.
type Code string

// Codes. The list is closed.
const (
	MoreHeld         Code = "more_held"         // more places were kept from the public than was said
	SoldEarly        Code = "sold_early"        // the public took places before the opening
	PriceChanged     Code = "price_changed"     // a tier costs something else
	TierAdded        Code = "tier_added"        // a tier that was not in the statement
	FeeChanged       Code = "fee_changed"       // a fee is another than was said
	FeeAdded         Code = "fee_added"         // a fee that was not in the statement
	PlacesChanged    Code = "places_changed"    // the event has another number of places
	ReleaseWithdrawn Code = "release_withdrawn" // what was to come later was put on sale at another time
	ReleaseLate      Code = "release_late"      // it came later than was said
	ReleaseMissing   Code = "release_missing"   // it has not come, and its time is over
)

// Codes returns all codes.
func Codes() []Code {
	return []Code{MoreHeld, SoldEarly, PriceChanged, TierAdded, FeeChanged, FeeAdded, PlacesChanged, ReleaseWithdrawn, ReleaseLate, ReleaseMissing}
}

// A Difference is one thing in which the log differs. Which numbers it has, its code says.
type Difference struct {
	Code            Code
	Tier            string            // of a price or a release
	At              inventory.Instant // of a release: when it was to come; of SoldEarly the opening
	Promised, Shown int64             // units, or an amount of money; of ReleaseLate Shown are minutes
	Row             int64             // of the log, from which on it shows; 0: no row does
}

// late is from when on a release is late, by the minutes that the log has.
const late = 2 * inventory.Minute

// A Fold follows the log of an event for one version of its statement. It is not safe for
// use by several goroutines.
type Fold struct {
	statement inventory.Statement
	terms     inventory.StatementTerms
	promised  int64 // places kept
	later     []release
	subject   map[string]*release // by its block
	seq       int64               // of the last row that was added

	// kept are the places that are kept from the public, by what keeps them: blocks, and
	// what the organizer took without the public.
	kept        map[string]int64
	total, most int64
	mostRow     int64
	early       int64 // units that the public took before the opening
	earlyRow    int64
	places      int64
	placesRow   int64
	prices      map[string]Difference // the last of each tier that differs
	ended       bool                  // the event was cancelled
}

type release struct {
	inventory.StatementLater
	at       inventory.Instant
	ended    inventory.Instant // 0: it has not
	reason   inventory.Reason
	endedRow int64
}

// New returns a fold that has seen nothing. The error is that of a text which is none.
func New(s *inventory.Statement) (*Fold, error) {
	f := &Fold{statement: *s, subject: map[string]*release{}, kept: map[string]int64{}, prices: map[string]Difference{}}
	if err := json.Unmarshal([]byte(s.Text), &f.terms); err != nil {
		return nil, fmt.Errorf("statement: version %d: %w", s.Version, err)
	}
	f.places = f.terms.Places
	for _, h := range f.terms.Held {
		f.promised += h.Units
	}
	for _, l := range f.terms.Later {
		at, err := time.Parse(time.RFC3339Nano, l.At)
		if err != nil {
			return nil, fmt.Errorf("statement: version %d: %w", s.Version, err)
		}
		f.later = append(f.later, release{StatementLater: l, at: inventory.At(at)})
	}
	return f, nil
}

// Terms are what was promised.
func (f *Fold) Terms() *inventory.StatementTerms { return &f.terms }

// Seq is that of the last row that was added.
func (f *Fold) Seq() int64 { return f.seq }

// Add takes the next row of the log.
func (f *Fold) Add(r *inventory.AuditRow) {
	f.seq = r.Seq
	since := r.Seq > f.statement.Seq
	switch {
	case strings.HasPrefix(r.Subject, id.Block):
		f.block(r)
	case strings.HasPrefix(r.Subject, id.Order):
		f.order(r)
	case r.Subject == f.terms.Pool && since:
		if n := number(r.To); n != f.terms.Places {
			f.places, f.placesRow = n, r.Seq
		}
	case strings.HasPrefix(r.Subject, id.Tier) && since:
		f.price(r)
	case r.Reason == inventory.ReasonEventCancelled && strings.HasPrefix(r.Subject, id.Event):
		f.ended = true
	}
	if r.Seq >= f.statement.Seq && f.total > f.most {
		f.most, f.mostRow = f.total, r.Seq
	}
}

// block follows a block or a release. A release that was not promised is kept like a block.
func (f *Fold) block(r *inventory.AuditRow) {
	if i := slices.IndexFunc(f.later, func(l release) bool { return l.Row == r.Seq }); i >= 0 {
		f.subject[r.Subject] = &f.later[i]
		return
	}
	if l := f.subject[r.Subject]; l != nil {
		if r.To == string(inventory.HoldReleased) {
			l.ended, l.reason, l.endedRow = minute(r.At), r.Reason, r.Seq
		}
		return
	}
	f.keep(r, r.From == "")
}

// order follows what the organizer took: registrations and orders that staff began. What the
// public takes before the opening was sold early, by the minutes that the log has.
func (f *Fold) order(r *inventory.AuditRow) {
	begins := r.From == "" && (r.Reason == inventory.ReasonRegistered || r.Reason == inventory.ReasonOrdered || r.Reason == inventory.ReasonOrderedFree)
	byStaff := staff(r.Actor)
	if begins && !byStaff && r.Actor != "system" && r.Seq > f.statement.Seq && minute(r.At) < minute(f.statement.OpensAt) {
		if f.early == 0 {
			f.earlyRow = r.Seq
		}
		f.early += r.Units
	}
	f.keep(r, begins && byStaff)
}

func (f *Fold) keep(r *inventory.AuditRow, begins bool) {
	units, known := f.kept[r.Subject]
	switch {
	case begins:
		units = r.Units
	case !known:
		return
	case r.Reason == inventory.ReasonPaidLate:
		units = r.Units
	case r.To == string(inventory.HoldReleased):
		units = 0
	case r.Reason == inventory.ReasonSeatsUnblocked, r.Reason == inventory.ReasonItemsCancelled, r.Reason == inventory.ReasonItemsRefunded,
		r.Reason == inventory.ReasonItemsExchanged, r.Reason == inventory.ReasonGuestCancelled:
		units -= r.Units
	default:
		return
	}
	f.total += units - f.kept[r.Subject]
	f.kept[r.Subject] = units
}

func (f *Fold) price(r *inventory.AuditRow) {
	if terms, fee := inventory.ReadFeeTerms(r.To); fee {
		f.fee(r, &terms)
		return
	}
	i := slices.IndexFunc(f.terms.Prices, func(p inventory.StatementPrice) bool { return p.Tier == r.Subject })
	shown, least, most, _ := inventory.ReadPriceText(r.To)
	d := Difference{Code: TierAdded, Tier: r.Subject, Shown: shown, Row: r.Seq}
	if i >= 0 {
		d.Code = PriceChanged
		p := &f.terms.Prices[i]
		switch promised := lowest(p.Amount, p.Min, p.Max); { // of what differs, the first
		case lowest(shown, least, most) != promised:
			d.Promised, d.Shown = promised, lowest(shown, least, most)
		case shown != p.Amount:
			d.Promised = p.Amount
		case most != p.Max:
			d.Promised, d.Shown = p.Max, most
		default:
			return // what it was for a while stays named
		}
	} else if r.From != "" {
		return // a hidden tier, of which nothing was said
	}
	f.prices[r.Subject] = d
}

// fee follows what a fee comes to. Whether it goes back, and whether it is for the door, is no price.
func (f *Fold) fee(r *inventory.AuditRow, terms *inventory.FeeTerms) {
	i := slices.IndexFunc(f.terms.Fees, func(p inventory.StatementFee) bool { return p.Tier == r.Subject })
	switch {
	case i < 0 && !terms.Nothing():
		f.prices[r.Subject] = Difference{Code: FeeAdded, Tier: r.Subject, Row: r.Seq}
	case i >= 0 && !f.terms.Fees[i].Charges(terms):
		f.prices[r.Subject] = Difference{Code: FeeChanged, Tier: r.Subject, Row: r.Seq}
	}
}

// lowest is the least that a tier costs: where buyers choose, up to most, the least of that.
func lowest(amount, least, most int64) int64 {
	if most > 0 {
		return least
	}
	return amount
}

// Differences returns in what the log differs from the statement at a time.
func (f *Fold) Differences(now inventory.Instant) []Difference {
	var list []Difference
	if f.most > f.promised {
		list = append(list, Difference{Code: MoreHeld, Promised: f.promised, Shown: f.most, Row: f.mostRow})
	}
	if f.early > 0 {
		list = append(list, Difference{Code: SoldEarly, At: f.statement.OpensAt, Shown: f.early, Row: f.earlyRow})
	}
	if f.places != f.terms.Places {
		list = append(list, Difference{Code: PlacesChanged, Promised: f.terms.Places, Shown: f.places, Row: f.placesRow})
	}
	for _, tier := range slices.Sorted(maps.Keys(f.prices)) {
		list = append(list, f.prices[tier])
	}
	for i := range f.later {
		l := &f.later[i]
		d := Difference{Tier: l.Tier, At: l.at, Promised: l.Units, Row: l.endedRow}
		planned := minute(l.at)
		switch {
		case l.reason == inventory.ReasonReleaseWithdrawn:
			d.Code = ReleaseWithdrawn
		case l.reason == inventory.ReasonUnitsReleased && l.ended-planned >= inventory.Instant(late):
			d.Code, d.Shown = ReleaseLate, int64((l.ended-planned)/inventory.Instant(inventory.Minute))
		case l.ended == 0 && !f.ended && now-l.at >= inventory.Instant(late):
			d.Code = ReleaseMissing
		default:
			continue
		}
		list = append(list, d)
	}
	return list
}

// Opened reports whether the sale has opened, as the statement says.
func (f *Fold) Opened(now inventory.Instant) bool { return now >= f.statement.OpensAt }

// staff reports whether the log calls an actor staff.
func staff(actor string) bool {
	return actor != "system" && actor != "public" && !strings.HasPrefix(actor, id.Person)
}

// minute is the beginning of the minute of a time, which is what an entry of the log has.
func minute(i inventory.Instant) inventory.Instant {
	return i - i%inventory.Instant(inventory.Minute)
}

// number is a number as a row has it, 0 for what is none.
func number(text string) int64 {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0
	}
	return int64(n) //nolint:gosec // of 63 bits
}
