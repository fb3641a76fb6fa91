package venues

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
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
	httpapi.List[PlacedPlan]
}

// SeatingPlanCheck says what a plan that may be stored would have.
type SeatingPlanCheck struct {
	Seats    int               `json:"seats"`
	Tiers    map[string]int64  `json:"tiers" doc:"How many seats each tier has."`
	Sections map[string]int    `json:"sections" doc:"How many seats each section has."`
	Layout   *seating.Document `json:"layout" nullable:"false" doc:"The plan as it would be stored."`
}

func planOf(p *storevenues.SeatingPlan) SeatingPlan {
	return SeatingPlan{ID: p.ID, RoomID: p.RoomID, Version: p.Version, Name: p.Name, Seats: p.Seats, CreatedAt: p.CreatedAt.Time()}
}

// plan reads the plan of a request, or says what is wrong with it.
func (in *NewSeatingPlan) plan() (*seating.Plan, error) {
	if (in.CSV == "") == (len(in.Sections) == 0) {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "sections", Code: "required", Message: "give sections or csv, not both"})
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
	fields := make([]httpapi.FieldError, len(faults))
	for i, f := range faults {
		fields[i] = httpapi.FieldError(f)
	}
	p := httpapi.KindInvalid.With(fmt.Sprintf("The plan has %d faults; the first is at %s. Nothing was stored.", len(faults), faults[0].Field), fields...)
	if len(faults) == seating.MaxFaults {
		p.Detail = fmt.Sprintf("The plan has more than %d faults; the first is at %s. Nothing was stored.", len(faults)-1, faults[0].Field)
	}
	return nil, p
}

// stored is the row of a plan.
func (in *NewSeatingPlan) stored(s *Handlers, room *storevenues.Room) (*storevenues.SeatingPlan, error) {
	var check httpapi.Checks
	name := check.Line("name", in.Name, 1, httpapi.MaxName)
	if err := check.Err(); err != nil {
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
	return &storevenues.SeatingPlan{
		OrgID: room.OrgID, RoomID: room.ID, Version: 1, Name: name, Seats: int64(plan.Count()), Document: string(text),
		CreatedAt: inventory.At(s.Now()),
	}, nil
}

// room is the room in the path.
func (h *Handlers) room(c *access.Call) (*storevenues.Room, error) {
	r, err := h.Store.Venues.Room(c.Context(), c.Caller.OrgID, c.Param("room_id"))
	if err != nil {
		return nil, err
	}
	return r, ownedBy(c, r.OrgID)
}

func (h *Handlers) listPlans(c *access.Call, _ *httpapi.None) (*SeatingPlanList, error) {
	room, err := h.room(c)
	if err != nil {
		return nil, err
	}
	plans, err := h.Store.Venues.SeatingPlans(c.Context(), room.OrgID, room.ID, maxRooms)
	if err != nil {
		return nil, err
	}
	out := &SeatingPlanList{Items: []SeatingPlan{}}
	for i := range plans {
		out.Items = append(out.Items, planOf(&plans[i]))
	}
	return out, nil
}

func (h *Handlers) listAllPlans(c *access.Call, _ *httpapi.None) (*PlacedPlanList, error) {
	plans, next, err := httpapi.Page(&c.Request, "plans "+c.Caller.OrgID,
		func(after string, limit int) ([]storevenues.PlacedPlan, error) {
			return h.Store.Venues.PlacedPlans(c.Context(), c.Caller.OrgID, after, limit)
		},
		func(r *storevenues.PlacedPlan) string { return r.ID })
	if err != nil {
		return nil, err
	}
	out := &PlacedPlanList{httpapi.NewList([]PlacedPlan{}, next)}
	for i := range plans {
		p := &plans[i]
		out.Items = append(out.Items, PlacedPlan{SeatingPlan: planOf(&p.SeatingPlan), Room: p.Room, VenueID: p.VenueID, Venue: p.Venue})
	}
	return out, nil
}

func (h *Handlers) createPlan(c *access.Call, in *NewSeatingPlan) (*SeatingPlan, error) {
	room, err := h.room(c)
	if err != nil {
		return nil, err
	}
	p, err := in.stored(h, room)
	if err != nil {
		return nil, err
	}
	p.ID = c.OwnID(id.SeatingPlan)
	p, err = access.Made(c, h.Store.Venues.CreateSeatingPlan(c.Context(), p), p,
		func(ctx context.Context) (*storevenues.SeatingPlan, error) {
			return h.Store.Venues.SeatingPlan(ctx, p.OrgID, p.ID, p.Version)
		},
		func(have *storevenues.SeatingPlan) bool { return samePlan(have, p) })
	if err != nil {
		return nil, err
	}
	out := planOf(p)
	return &out, nil
}

func samePlan(a, b *storevenues.SeatingPlan) bool {
	return a.RoomID == b.RoomID && a.Name == b.Name && a.Document == b.Document
}

func (h *Handlers) checkPlan(c *access.Call, in *NewSeatingPlan) (*SeatingPlanCheck, error) {
	if _, err := h.room(c); err != nil {
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

func (h *Handlers) getPlan(c *access.Call, _ *httpapi.None) (*SeatingPlanLayout, error) {
	var version int64
	if text := c.Query.Get("version"); text != "" {
		var err error
		if version, err = strconv.ParseInt(text, 10, 64); err != nil || version < 1 {
			return nil, httpapi.Invalid(httpapi.FieldError{Field: "version", Code: "out_of_range", Message: "must be a whole number above 0"})
		}
	}
	p, err := h.plan(c, version)
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
func (h *Handlers) plan(c *access.Call, version int64) (*storevenues.SeatingPlan, error) {
	p, err := h.Store.Venues.SeatingPlan(c.Context(), c.Caller.OrgID, c.Param("plan_id"), version)
	if err != nil {
		return nil, err
	}
	return p, ownedBy(c, p.OrgID)
}

func (h *Handlers) changePlan(c *access.Call, in *SeatingPlanChange) (*SeatingPlan, error) {
	old, err := h.plan(c, in.Replaces)
	if err != nil {
		return nil, h.noPlan(c, err, in.Replaces)
	}
	p, err := in.stored(h, &storevenues.Room{OrgID: old.OrgID, ID: old.RoomID})
	if err != nil {
		return nil, err
	}
	p.ID, p.Version = old.ID, old.Version+1
	if err := h.Store.Venues.CreateSeatingPlan(c.Context(), p); errors.Is(err, database.ErrConflict) {
		// The same change again, or somebody else's.
		have, err := h.Store.Venues.SeatingPlan(c.Context(), p.OrgID, p.ID, p.Version)
		if err != nil {
			return nil, err
		}
		if c.Key == "" || !samePlan(have, p) {
			return nil, refusal.Kind(inventory.AlreadyExists).With("There is a later version than the one that this change began with: read it again.",
				httpapi.FieldError{Field: "replaces", Code: string(inventory.AlreadyExists), Message: "is not the newest version"})
		}
		c.Replayed()
		p = have
	} else if err != nil {
		return nil, h.noPlan(c, err, in.Replaces)
	}
	out := planOf(p)
	return &out, nil
}

// noPlan says which plan it is that a change cannot be made of, when err is that
// it was not found: somebody may have deleted it since the change was begun.
func (h *Handlers) noPlan(c *access.Call, err error, version int64) error {
	if !errors.Is(err, database.ErrNotFound) {
		return err
	}
	plan := c.Param("plan_id")
	if _, err := h.plan(c, 0); err == nil {
		return httpapi.KindNotFound.With(fmt.Sprintf("Nothing was stored: seating plan %s has no version %d.", plan, version),
			httpapi.FieldError{Field: "replaces", Code: "unknown", Message: "is not a version of the plan"})
	}
	return httpapi.KindNotFound.With(fmt.Sprintf("Nothing was stored: there is no seating plan %s here, or not any more.", plan),
		httpapi.FieldError{Field: "plan_id", Code: "unknown", Message: "is not, or no longer, a seating plan of this organization"})
}
