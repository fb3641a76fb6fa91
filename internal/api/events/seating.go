package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// eventPlan is a plan on its way into an event.
type eventPlan struct {
	stored *venues.SeatingPlan
	plan   *seating.Plan
}

// seat reads the plan that a new event copies, nil when it copies none, and sees
// to it that each of its tiers is one of the event, with a place for each seat.
func (h *Handlers) seat(c *access.Call, check *httpapi.Checks, in *wire.NewEvent) (*eventPlan, error) {
	if in.Seating == nil {
		return nil, nil
	}
	stored, err := h.Store.Venues.SeatingPlan(c.Context(), c.Caller.OrgID, in.Seating.PlanID, in.Seating.Version)
	if err != nil {
		if errors.Is(err, database.ErrNotFound) {
			return nil, httpapi.Invalid(httpapi.FieldError{Field: "seating.plan_id", Code: "unknown", Message: "is not a seating plan of this organization"})
		}
		return nil, err
	}
	plan, err := seating.ReadDocument([]byte(stored.Document))
	if err != nil {
		return nil, err
	}
	if err := assignSeats(in.Seating, plan, stored); err != nil {
		return nil, err
	}
	counts := plan.TierCounts()
	for i := range in.Tiers {
		t := &in.Tiers[i]
		name := strings.TrimSpace(t.Name)
		n, seated := counts[name]
		if !seated {
			continue
		}
		delete(counts, name)
		if t.Capacity != nil && *t.Capacity != n {
			check.Add("tiers["+httpapi.Itoa(int64(i))+"].capacity", "not_allowed", "the plan has %d seats of this tier", n)
		}
		t.Capacity = &n
	}
	for _, name := range plan.Tiers() {
		if n, missing := counts[name]; missing {
			in.Tiers = append(in.Tiers, wire.NewTier{Name: name, Capacity: &n})
		}
	}
	return &eventPlan{stored, plan}, nil
}

// assignSeats has the seats of a plan sold as the event says.
func assignSeats(in *wire.SeatingIn, plan *seating.Plan, stored *venues.SeatingPlan) error {
	if len(in.Sections)+len(in.Tiers) == 0 {
		return nil
	}
	var check httpapi.Checks
	sections, tiers := soldAs(&check, "seating.sections", in.Sections), soldAs(&check, "seating.tiers", in.Tiers)
	if err := check.Err(); err != nil {
		return err
	}
	noSections, noTiers := plan.Assign(sections, tiers)
	unknown(&check, "seating.sections", in.Sections, noSections)
	unknown(&check, "seating.tiers", in.Tiers, noTiers)
	if faults := plan.Check(); len(faults) > 0 {
		check.Add("seating.tiers", faults[0].Code, "%s", faults[0].Message)
	}
	if err := check.Err(); err != nil {
		return err
	}
	text, err := json.Marshal(plan.Document())
	if err != nil {
		return fmt.Errorf("api: plan of an event: %w", err)
	}
	stored.Document = string(text)
	return nil
}

// soldAs are the tiers by the names of what is sold as them.
func soldAs(check *httpapi.Checks, field string, list []wire.SoldAs) map[string]string {
	out := make(map[string]string, len(list))
	for i := range list {
		at := field + "[" + httpapi.Itoa(int64(i)) + "]"
		if _, twice := out[list[i].Name]; twice {
			check.Add(at+".name", "duplicate", "is named twice")
		}
		out[list[i].Name] = check.Line(at+".tier", list[i].Tier, 1, seating.MaxName)
	}
	return out
}

// unknown tells which of the names that were given the plan does not have.
func unknown(check *httpapi.Checks, field string, list []wire.SoldAs, names []string) {
	for i := range list {
		if slices.Contains(names, list[i].Name) {
			check.Add(field+"["+httpapi.Itoa(int64(i))+"].name", "unknown", "the plan has nothing of this name")
		}
	}
}

// forEvent is what the heart and the store must know of the plan.
func (p *eventPlan) forEvent(event string, tiers []inventory.Tier) (*seatmap.Layout, *events.Seating) {
	ids := make(map[string]string, len(tiers))
	for _, name := range p.plan.Tiers() {
		for i := range tiers {
			if tiers[i].Name == name {
				ids[name] = tiers[i].ID
			}
		}
	}
	return p.plan.Layout(id.SeatPrefix(event), ids),
		&events.Seating{PlanID: p.stored.ID, Version: p.stored.Version, Document: p.stored.Document, Tiers: ids}
}
