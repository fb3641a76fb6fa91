package wire

import (
	"cmp"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/passes"
)

// PublicPass is a pass for dates of a series, as everybody may see it.
type PublicPass struct {
	EventID   string     `json:"event_id" example:"evt_3k9q0a7c1v5n" doc:"The event that sells it: it is ordered, waited for and transferred there."`
	Title     string     `json:"title" example:"Jazz on Fridays: all evenings"`
	State     string     `json:"state" enum:"published,postponed,cancelled,draft" doc:"Of that event."`
	Currency  string     `json:"currency,omitempty" example:"EUR"`
	Price     int64      `json:"price" example:"4000" doc:"The least that a buyer pays for one, in minor units of currency, tax and the fees of a ticket included."`
	Singly    int64      `json:"singly" example:"6000" doc:"What a buyer pays now for single tickets to its dates that are to come, with tax and the fees of a ticket; 0: that cannot be compared."`
	Saves     int64      `json:"saves" example:"2000" doc:"By how much it is cheaper than that; 0: it is not."`
	Available int64      `json:"available" example:"12" doc:"Passes that are left."`
	Dates     []PassDate `json:"dates" doc:"By start."`
}

// PassDate is a date that a pass covers.
type PassDate struct {
	EventID  string    `json:"event_id" example:"evt_3k9q0a7c1v5m"`
	Title    string    `json:"title"`
	Location string    `json:"location"`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
	Timezone string    `json:"timezone" example:"Europe/Berlin"`
	Status   string    `json:"status" enum:"published,postponed,cancelled,draft"`
}

// PublicPassOf is a pass by what sells it and what it covers. Drafts are dates for its organizer
// only.
func PublicPassOf(p *passes.WithDates, sells *events.EventView, views map[string]*events.EventView, now inventory.Instant, drafts bool) PublicPass {
	out := PublicPass{
		EventID: p.ID, Title: sells.Details.Title, State: string(sells.Event.Status), Currency: sells.Event.Settings.Orders.Currency, Dates: PassDates(p, views, drafts),
	}
	found := false
	for i := range sells.Tiers {
		if t := &sells.Tiers[i]; t.Admits() && !t.Hidden {
			paid := paidForUnit(sells, t.LeastPrice())
			if !found || paid < out.Price {
				out.Price, found = paid, true
			}
		}
	}
	for i := range sells.Pools {
		if sells.Pools[i].ID == passes.PoolID(p.ID) {
			out.Available = sells.Pools[i].Left()
		}
	}
	for i := range p.Dates {
		v := views[p.Dates[i].EventID]
		if v == nil || !p.Dates[i].Covered() || v.Event.Status == inventory.Cancelled || now >= v.Event.Ends() {
			continue
		}
		t := v.Tier(p.Dates[i].TierID)
		if t == nil || v.Event.Settings.Orders.Currency != out.Currency {
			out.Singly = 0
			break
		}
		out.Singly += paidForUnit(v, t.Price)
	}
	out.Saves = max(0, out.Singly-out.Price)
	return out
}

// paidForUnit is what a buyer pays for one ticket of an event at a price, with its fees.
func paidForUnit(v *events.EventView, price inventory.Price) int64 {
	currency := v.Event.Settings.Orders.Currency
	gross := inventory.Charged(price, 0, currency).Gross
	return gross + inventory.UnitFees(inventory.Fees(v.Tiers), gross, currency)
}

// PassDates are the dates that a pass covers, by start.
func PassDates(p *passes.WithDates, views map[string]*events.EventView, drafts bool) []PassDate {
	list := []PassDate{}
	for i := range p.Dates {
		v := views[p.Dates[i].EventID]
		if v == nil || !p.Dates[i].Covered() || v.Event.Status == inventory.Draft && !drafts {
			continue
		}
		list = append(list, PassDate{
			EventID: v.Event.ID, Title: v.Details.Title, Location: v.Details.Location, StartsAt: v.Event.StartsAt.Time(), EndsAt: v.Event.EndsAt.Time(),
			Timezone: v.Timezone, Status: string(v.Event.Status),
		})
	}
	slices.SortFunc(list, func(a, b PassDate) int {
		return cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.EventID, b.EventID))
	})
	return list
}
