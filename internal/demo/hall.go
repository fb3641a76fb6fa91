package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/seating"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// hall is a room with seats, and who has some of them already.
type hall struct {
	venue, address, room, plan string
	sections                   []section
	prices                     map[string]int64 // gross, in cents, by tier
	// parties order the best seats of a tier, one after the other.
	parties []party
	blocked []int // seats that are not for sale, by their place in the plan from 1
}

// section is a bent block of rows.
type section struct {
	name  string
	tiers []string // of its rows, from the front; the last one goes on
	rows  int
	// seats are in its first row; each further one has widen more.
	seats, widen int
	radius       float64 // of the first row, from the middle of the stage, in seats
	aisle        bool    // down the middle
	// wheelchairs are spaces at the ends of the last row, each with a seat beside it.
	wheelchairs bool
}

type party struct {
	tier  string
	seats int64
}

// How far apart seats and rows are, as plans measure it.
const (
	seatApart = 50
	rowApart  = 66
)

// drawn is the plan of a hall.
func (h *hall) drawn() *seating.Plan {
	p := &seating.Plan{}
	for i := range h.sections {
		p.Sections = append(p.Sections, h.sections[i].drawn())
	}
	return p
}

func (s *section) drawn() seating.Section {
	out := seating.Section{Name: s.name}
	for r := range s.rows {
		n := s.seats + r*s.widen
		row := seating.Row{Name: string(rune('A' + r))}
		radius := s.radius*seatApart + float64(r)*rowApart
		for k := range n {
			at := float64(k) - float64(n-1)/2
			if s.aisle { // a seat's width, between the halves
				at += math.Copysign(0.6, at)
			}
			angle := at * seatApart / radius
			x, y := int(math.Round(radius*math.Sin(angle))), int(math.Round(radius*math.Cos(angle)))
			seat := seating.Seat{Number: k + 1, Tier: s.tiers[min(r, len(s.tiers)-1)], X: &x, Y: &y, Aisle: s.aisle && k == n/2-1}
			if last := r == s.rows-1; last && s.wheelchairs {
				seat.Accessible, seat.Companion = k == 0 || k == n-1, k == 1 || k == n-2
			}
			row.Seats = append(row.Seats, seat)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// build makes the venue, its room and its plan.
func (f *filler) build(ctx context.Context, org string, h *hall) (*venues.SeatingPlan, *seating.Plan, error) {
	plan := h.drawn()
	if faults := plan.Check(); len(faults) > 0 {
		return nil, nil, fmt.Errorf("%s: %s %s", h.plan, faults[0].Field, faults[0].Message)
	}
	text, err := json.Marshal(plan.Document())
	if err != nil {
		return nil, nil, err
	}
	now := inventory.At(f.Now())
	venue := venues.Venue{OrgID: org, ID: f.IDs.Top(id.Venue), Name: h.venue, Address: h.address, CreatedAt: now}
	if err := f.Store.Venues.CreateVenue(ctx, venue); err != nil {
		return nil, nil, err
	}
	room := venues.Room{OrgID: org, ID: f.IDs.Top(id.Room), VenueID: venue.ID, Name: h.room, CreatedAt: now}
	if err := f.Store.Venues.CreateRoom(ctx, room); err != nil {
		return nil, nil, err
	}
	stored := &venues.SeatingPlan{
		OrgID: org, ID: f.IDs.Top(id.SeatingPlan), Version: 1, RoomID: room.ID, Name: h.plan, Seats: int64(plan.Count()), Document: string(text), CreatedAt: now,
	}
	return stored, plan, f.Store.Venues.CreateSeatingPlan(ctx, stored)
}

// seated adds the seats of a plan to an event that is about to be made: a tier
// and a pool for each kind of seat.
func (f *filler) seated(create *inventory.Create, details *storeevents.DetailsChange, h *hall, stored *venues.SeatingPlan, plan *seating.Plan) {
	event := create.Event.ID
	counts, ids := plan.TierCounts(), map[string]string{}
	for _, name := range plan.Tiers() {
		pool := inventory.Pool{ID: f.IDs.In(id.Pool, event), Name: name, Capacity: counts[name]}
		tier := inventory.Tier{
			ID: f.IDs.In(id.Tier, event), Name: name, Pools: []string{create.Pools[0].ID, pool.ID},
			Price: inventory.Price{Amount: h.prices[name], TaxRate: 700, TaxIncluded: true},
		}
		create.Pools, create.Tiers, ids[name] = append(create.Pools, pool), append(create.Tiers, tier), tier.ID
	}
	create.Pools[0].Capacity = int64(plan.Count())
	create.Seats = plan.Layout(id.SeatPrefix(event), ids)
	details.Seating = &storeevents.Seating{PlanID: stored.ID, Version: stored.Version, Document: stored.Document, Tiers: ids}
}

// sell keeps some seats off the sale, and has parties order others and pay.
func (f *filler) sell(ctx context.Context, eventID string, h *hall, tiers map[string]string) error {
	var kept []string
	layout := seatmap.Layout{Prefix: id.SeatPrefix(eventID)}
	for _, n := range h.blocked {
		kept = append(kept, layout.ID(int32(n-1)))
	}
	if _, err := f.submit(ctx, eventID, inventory.Block{Who: staff, HoldID: f.IDs.In(id.Block, eventID), Seats: kept}, nil); err != nil {
		return err
	}
	for i, p := range h.parties {
		name := cast[i%len(cast)]
		order := f.IDs.In(id.Order, eventID)
		_, err := f.submit(ctx, eventID, inventory.Reserve{
			Who: staff, OrderID: order, PersonID: f.IDs.In(id.Person, eventID), UserID: userID(i),
			Profile: inventory.Profile{Email: mailOf(name, i), Name: name, Locale: "en"}, Guests: "[]",
			Lines: []inventory.OrderLine{{Tier: tiers[p.tier], Quantity: p.seats}},
		}, nil)
		if err == nil {
			err = f.Pay(ctx, order, fmt.Sprintf("Box office %03d", i+1))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// playhouse is a small theatre whose premiere is on sale.
var playhouse = hall{
	venue: "The Little Playhouse", address: "Quay 12, Berlin", room: "Main hall", plan: "Stalls and balcony",
	sections: []section{
		{name: "Stalls", tiers: []string{"Front", "Front", "Front", "Stalls"}, rows: 11, seats: 14, widen: 1, radius: 7, aisle: true, wheelchairs: true},
		{name: "Balcony", tiers: []string{"Balcony"}, rows: 4, seats: 30, widen: 1, radius: 24, aisle: true},
	},
	prices: map[string]int64{"Front": 4200, "Stalls": 3200, "Balcony": 1800},
	parties: []party{
		{"Front", 2}, {"Stalls", 4}, {"Balcony", 2}, {"Front", 3}, {"Stalls", 2}, {"Balcony", 5}, {"Stalls", 2}, {"Front", 2}, {"Stalls", 4},
		{"Balcony", 2}, {"Front", 4}, {"Stalls", 6}, {"Stalls", 2}, {"Balcony", 3}, {"Front", 2}, {"Stalls", 5}, {"Stalls", 2}, {"Front", 3},
		{"Balcony", 4}, {"Stalls", 2}, {"Front", 2}, {"Stalls", 4},
	},
	blocked: []int{1, 2, 13, 14},
}
