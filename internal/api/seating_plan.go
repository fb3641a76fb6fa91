package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store"
)

// NewSeatingPlan is the body that makes a plan.
type NewSeatingPlan struct {
	Name     string            `json:"name" minLength:"1" maxLength:"200" doc:"What it is called."`
	Sections []seating.Section `json:"sections,omitempty" maxItems:"500" doc:"The best first; in each the best row first."`
	CSV      string            `json:"csv,omitempty" maxLength:"8000000" doc:"The plan as CSV, instead of sections."`
}

// SeatingPlanChange is the body that makes the next version of a plan.
type SeatingPlanChange struct {
	NewSeatingPlan
	Replaces int64 `json:"replaces" minimum:"1" doc:"The version that the change began with."`
}

// SeatingPlan is a version of a plan, without its seats.
type SeatingPlan struct {
	ID        string    `json:"id" example:"pla_3k9q0a7c1v5m"`
	RoomID    string    `json:"room_id"`
	Version   int64     `json:"version"`
	Name      string    `json:"name"`
	Seats     int64     `json:"seats"`
	CreatedAt time.Time `json:"created_at"`
}

// SeatingPlanLayout is a version of a plan, with its seats.
type SeatingPlanLayout struct {
	SeatingPlan
	Layout seating.Document `json:"layout"`
}

// SeatingPlanList are the plans of a room.
type SeatingPlanList struct {
	Items []SeatingPlan `json:"items" doc:"The first 200, by id."`
}

// PlacedPlan is the newest version of a plan, and where its room is.
type PlacedPlan struct {
	SeatingPlan
	Room    string `json:"room" doc:"Name of the room."`
	VenueID string `json:"venue_id"`
	Venue   string `json:"venue" doc:"Name of the venue."`
}

// PlacedPlanList is a page of the plans of an organization.
type PlacedPlanList struct {
	Items      []PlacedPlan `json:"items"`
	NextCursor string       `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// SeatingPlanCheck says what a plan that may be stored would have.
type SeatingPlanCheck struct {
	Seats    int               `json:"seats"`
	Tiers    map[string]int64  `json:"tiers" doc:"How many seats each tier has."`
	Sections map[string]int    `json:"sections" doc:"How many seats each section has."`
	Layout   *seating.Document `json:"layout" doc:"The plan as it would be stored."`
}

func planOf(p *store.SeatingPlan) SeatingPlan {
	return SeatingPlan{ID: p.ID, RoomID: p.RoomID, Version: p.Version, Name: p.Name, Seats: p.Seats, CreatedAt: p.CreatedAt.Time()}
}

// plan reads the plan of a request, or says what is wrong with it.
func (in *NewSeatingPlan) plan() (*seating.Plan, error) {
	if (in.CSV == "") == (len(in.Sections) == 0) {
		return nil, invalid(FieldError{Field: "sections", Code: "required", Message: "give sections or csv, not both"})
	}
	plan, faults := &seating.Plan{Sections: in.Sections}, []seating.Fault(nil)
	if in.CSV != "" {
		plan, faults = seating.ParseCSV([]byte(in.CSV))
	} else {
		faults = plan.Check()
	}
	if len(faults) == 0 {
		return plan, nil
	}
	fields := make([]FieldError, len(faults))
	for i, f := range faults {
		fields[i] = FieldError(f)
	}
	p := kindInvalid.With(fmt.Sprintf("The plan has %d faults; the first is at %s. Nothing was stored.", len(faults), faults[0].Field), fields...)
	if len(faults) == seating.MaxFaults {
		p.Detail = fmt.Sprintf("The plan has more than %d faults; the first is at %s. Nothing was stored.", len(faults)-1, faults[0].Field)
	}
	return nil, p
}

// stored is the row of a plan.
func (in *NewSeatingPlan) stored(s *server, room *store.Room) (*store.SeatingPlan, error) {
	var check checks
	name := check.line("name", in.Name, 1, MaxName)
	if err := check.err(); err != nil {
		return nil, err
	}
	plan, err := in.plan()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(plan.Document())
	if err != nil {
		return nil, fmt.Errorf("api: seating plan: %w", err)
	}
	return &store.SeatingPlan{
		OrgID: room.OrgID, RoomID: room.ID, Version: 1, Name: name, Seats: int64(plan.Count()), Document: string(text),
		CreatedAt: inventory.At(s.now()),
	}, nil
}

// room is the room in the path.
func (s *server) room(c *Call) (*store.Room, error) {
	r, err := s.store.Venues.Room(c.Context(), c.Caller.OrgID, c.Param("room_id"))
	if err != nil {
		return nil, err
	}
	return r, c.ownedBy(r.OrgID)
}

func (s *server) listPlans(c *Call, _ *None) (*SeatingPlanList, error) {
	room, err := s.room(c)
	if err != nil {
		return nil, err
	}
	plans, err := s.store.Venues.SeatingPlans(c.Context(), room.OrgID, room.ID, maxRooms)
	if err != nil {
		return nil, err
	}
	out := &SeatingPlanList{Items: []SeatingPlan{}}
	for i := range plans {
		out.Items = append(out.Items, planOf(&plans[i]))
	}
	return out, nil
}

func (s *server) listAllPlans(c *Call, _ *None) (*PlacedPlanList, error) {
	var after string
	list := "plans " + c.Caller.OrgID
	limit, err := c.Page(list, &after)
	if err != nil {
		return nil, err
	}
	plans, err := s.store.Venues.PlacedPlans(c.Context(), c.Caller.OrgID, after, limit+1)
	if err != nil {
		return nil, err
	}
	out := &PlacedPlanList{Items: []PlacedPlan{}}
	for i := range plans[:min(limit, len(plans))] {
		p := &plans[i]
		out.Items = append(out.Items, PlacedPlan{SeatingPlan: planOf(&p.SeatingPlan), Room: p.Room, VenueID: p.VenueID, Venue: p.Venue})
	}
	if len(plans) > limit {
		out.NextCursor, err = c.Cursor(list, plans[limit-1].ID)
	}
	return out, err
}

func (s *server) createPlan(c *Call, in *NewSeatingPlan) (*SeatingPlan, error) {
	room, err := s.room(c)
	if err != nil {
		return nil, err
	}
	p, err := in.stored(s, room)
	if err != nil {
		return nil, err
	}
	p.ID = c.ownID(id.SeatingPlan)
	p, err = made(c, s.store.Venues.CreateSeatingPlan(c.Context(), p), p,
		func(ctx context.Context) (*store.SeatingPlan, error) {
			return s.store.Venues.SeatingPlan(ctx, p.OrgID, p.ID, p.Version)
		},
		func(have *store.SeatingPlan) bool { return samePlan(have, p) })
	if err != nil {
		return nil, err
	}
	out := planOf(p)
	return &out, nil
}

func samePlan(a, b *store.SeatingPlan) bool {
	return a.RoomID == b.RoomID && a.Name == b.Name && a.Document == b.Document
}

func (s *server) checkPlan(c *Call, in *NewSeatingPlan) (*SeatingPlanCheck, error) {
	if _, err := s.room(c); err != nil {
		return nil, err
	}
	plan, err := in.plan()
	if err != nil {
		return nil, err
	}
	out := &SeatingPlanCheck{Seats: plan.Count(), Tiers: plan.TierCounts(), Sections: map[string]int{}, Layout: plan.Document()}
	for i := range plan.Sections {
		section := &plan.Sections[i]
		for j := range section.Rows {
			out.Sections[section.Name] += len(section.Rows[j].Seats)
		}
	}
	return out, nil
}

func (s *server) getPlan(c *Call, _ *None) (*SeatingPlanLayout, error) {
	var version int64
	if text := c.Query.Get("version"); text != "" {
		var err error
		if version, err = strconv.ParseInt(text, 10, 64); err != nil || version < 1 {
			return nil, invalid(FieldError{Field: "version", Code: "out_of_range", Message: "must be a whole number above 0"})
		}
	}
	p, err := s.plan(c, version)
	if err != nil {
		return nil, err
	}
	out := &SeatingPlanLayout{SeatingPlan: planOf(p)}
	if err := json.Unmarshal([]byte(p.Document), &out.Layout); err != nil {
		return nil, fmt.Errorf("api: stored plan %s: %w", p.ID, err)
	}
	return out, nil
}

// plan is a version of the plan in the path, the newest for 0.
func (s *server) plan(c *Call, version int64) (*store.SeatingPlan, error) {
	p, err := s.store.Venues.SeatingPlan(c.Context(), c.Caller.OrgID, c.Param("plan_id"), version)
	if err != nil {
		return nil, err
	}
	return p, c.ownedBy(p.OrgID)
}

func (s *server) changePlan(c *Call, in *SeatingPlanChange) (*SeatingPlan, error) {
	old, err := s.plan(c, in.Replaces)
	if err != nil {
		return nil, s.noPlan(c, err, in.Replaces)
	}
	p, err := in.stored(s, &store.Room{OrgID: old.OrgID, ID: old.RoomID})
	if err != nil {
		return nil, err
	}
	p.ID, p.Version = old.ID, old.Version+1
	if err := s.store.Venues.CreateSeatingPlan(c.Context(), p); errors.Is(err, store.ErrConflict) {
		// The same change again, or somebody else's.
		have, err := s.store.Venues.SeatingPlan(c.Context(), p.OrgID, p.ID, p.Version)
		if err != nil {
			return nil, err
		}
		if c.Key == "" || !samePlan(have, p) {
			return nil, refusalKind(inventory.AlreadyExists).With("There is a later version than the one that this change began with: read it again.",
				FieldError{Field: "replaces", Code: string(inventory.AlreadyExists), Message: "is not the newest version"})
		}
		c.Replayed()
		p = have
	} else if err != nil {
		return nil, s.noPlan(c, err, in.Replaces)
	}
	out := planOf(p)
	return &out, nil
}

// noPlan says which plan it is that a change cannot be made of, when err is that
// it was not found: somebody may have deleted it since the change was begun.
func (s *server) noPlan(c *Call, err error, version int64) error {
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	plan := c.Param("plan_id")
	if _, err := s.plan(c, 0); err == nil {
		return kindNotFound.With(fmt.Sprintf("Nothing was stored: seating plan %s has no version %d.", plan, version),
			FieldError{Field: "replaces", Code: "unknown", Message: "is not a version of the plan"})
	}
	return kindNotFound.With(fmt.Sprintf("Nothing was stored: there is no seating plan %s here, or not any more.", plan),
		FieldError{Field: "plan_id", Code: "unknown", Message: "is not, or no longer, a seating plan of this organization"})
}
