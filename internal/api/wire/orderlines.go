package wire

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
)

// NewOrderItem is a line of an order.
type NewOrderItem struct {
	TierID    string     `json:"tier_id,omitempty" maxLength:"64" doc:"Which tier. Default: the event's first. Of a tier with seats, the best that are side by side are chosen."`
	Quantity  int64      `json:"quantity,omitempty" minimum:"1" maximum:"100" doc:"How many units of it; of seats at most 10. Default 1 for a seat that is named, else required."`
	SeatID    string     `json:"seat_id,omitempty" maxLength:"64" doc:"A seat by name, instead of a tier and a quantity. One order can have 10 seats."`
	UnitPrice *int64     `json:"unit_price,omitempty" minimum:"0" maximum:"10000000000" doc:"What the buyer chose to pay for each, in minor units of the event's currency. Required for a tier with pricing chosen, within its price_min and price_max; refused for any other. What is given away at a till has none."`
	Best      *BestSeats `json:"best,omitempty" doc:"The best seats side by side, as many as quantity says, in a tier or in any."`
}

// BestSeats says among which seats the best are chosen.
type BestSeats struct {
	Section    string `json:"section,omitempty" maxLength:"80" doc:"Name of a section. Default: any."`
	Accessible bool   `json:"accessible,omitempty" doc:"A wheelchair space among them."`
	MaxGross   int64  `json:"max_unit_gross,omitempty" minimum:"1" maximum:"2000000000000" doc:"What one seat may cost at most, tax and discount included, in minor units of the event's currency. Default: anything."`
}

// Chosen is the wish for seats, whose fields are below a path.
func (b *BestSeats) Chosen(check *httpapi.Checks, path string) *inventory.Chosen {
	if b.MaxGross != 0 {
		check.Count(path+"max_unit_gross", b.MaxGross, 1, inventory.MaxTotal)
	}
	return &inventory.Chosen{Section: b.Section, Accessible: b.Accessible, MaxGross: b.MaxGross}
}

// OrderLines checks what is ordered in an event, and returns its lines.
func OrderLines(check *httpapi.Checks, k *access.EventSummary, items []NewOrderItem) []inventory.OrderLine {
	var lines []inventory.OrderLine
	for i := range items {
		at := "items[" + httpapi.Itoa(int64(i)) + "]"
		l := inventory.OrderLine{Tier: items[i].TierID, Quantity: items[i].Quantity, Seat: items[i].SeatID, UnitPrice: items[i].UnitPrice}
		if b := items[i].Best; b != nil {
			l.Best = b.Chosen(check, at+".best.")
		}
		switch {
		case l.Seat != "" && (l.Best != nil || l.Quantity > 1):
			check.Add(at+".seat_id", "not_allowed", "names one seat: best and quantity are for seats that are not named")
		case l.Seat != "":
			l.Quantity = 1
		case l.Tier == "" && l.Best == nil:
			l.Tier = k.DefaultTier
		}
		if l.Tier != "" && !k.HasTier(l.Tier) {
			check.Add(at+".tier_id", "unknown", "is not a tier of this event")
		}
		check.Count(at+".quantity", l.Quantity, 1, inventory.MaxOrderUnits)
		lines = append(lines, l)
	}
	return lines
}

// UnitsOfLines are the tickets that lines will have, by the numbers of their items: they come
// before add-ons and goods. Which tier a seat is of, the decision says.
func UnitsOfLines(k *access.EventSummary, lines []inventory.OrderLine) (units []question.Unit) {
	for i := range lines {
		if !k.Admits(lines[i].Tier) {
			continue
		}
		for range min(lines[i].Quantity, inventory.MaxOrderUnits) {
			units = append(units, question.Unit{No: int64(len(units) + 1), Tier: lines[i].Tier})
		}
	}
	return units
}
