// Package vat says how an order is taxed because of its buyer, by the VAT Directive of the European
// Union (2006/112/EC), and what numbers of businesses look like. It is pure: what is known of the
// seller, the event and the buyer goes in, and the taxation of the order comes out. It is called by
// package billing, when a buyer has said who they are.
package vat

import "github.com/holdfast-events/holdfast/internal/inventory"

// The answers of a register of numbers.
const (
	Valid       = "valid"
	Invalid     = "invalid"     // there is no such number, or not for trade within the Union
	Unavailable = "unavailable" // nobody can say at the moment
)

// Consultation is what a register said of a number, and when: the evidence for an order without tax.
// The zero Consultation: none was asked.
type Consultation struct {
	Answer string
	At     inventory.Instant
	ID     string // by which the register knows the consultation; "": it gave none
}

// Seller is the organization, as it says on its invoices.
type Seller struct {
	Country, VATID string
	// ReverseCharge: what is online is sold without tax to businesses of other countries (art. 44 and 196).
	ReverseCharge bool
	// Rates are those at which what is online is sold to consumers of other countries, by country, in
	// basis points (art. 54(1) and 58 as of 2022/542). Where a country has none, as tiers say.
	Rates Rates
}

// Event is what is sold.
type Event struct {
	// Online: it takes place nowhere else. Admission to a place is taxed there, whoever buys (art. 53 and 54).
	Online bool
	// BusinessOwesTaxIn is the country of the event, where its law makes a business owe the tax of a
	// seller that is not established there (art. 194); "": it does not.
	BusinessOwesTaxIn string
}

// Buyer is what the buyer has said of themselves.
type Buyer struct {
	Country, VATID string
	// Asked: a register is asked for numbers, and said Answer of this one.
	Asked  bool
	Answer string
}

// business is the country in which the buyer is known to be a business; "": they are not.
func (b *Buyer) business() string {
	if b.VATID == "" || b.Asked && b.Answer != Valid || !Wellformed(b.VATID) {
		return ""
	}
	return CountryOf(b.VATID)
}

// Matters reports whether it makes a difference for an order whether a buyer is a business there.
func Matters(s *Seller, e *Event, b *Buyer) bool {
	asked := *b
	asked.Asked = false
	return Decide(s, e, &asked).Rule == inventory.ReverseCharge
}

// Decide returns how an order is taxed. The zero Taxation: as its tiers say, at the place of the
// event and by the seller.
func Decide(s *Seller, e *Event, b *Buyer) inventory.Taxation {
	in := b.business()
	switch {
	case in != "" && e.BusinessOwesTaxIn == in && s.Country != in:
		return inventory.Taxation{Rule: inventory.ReverseCharge, Country: in}
	case !e.Online || e.BusinessOwesTaxIn != "":
	case in != "":
		if s.ReverseCharge && InUnion(s.Country) && in != s.Country && in == b.Country {
			return inventory.Taxation{Rule: inventory.ReverseCharge, Country: in}
		}
	case b.Country != s.Country && InUnion(s.Country) && InUnion(b.Country):
		if rate, known := s.Rates[b.Country]; known {
			return inventory.Taxation{Rule: inventory.BuyerPlace, Country: b.Country, Rate: rate}
		}
	}
	return inventory.Taxation{}
}
