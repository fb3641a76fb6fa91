package venues

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
)

// VenueChange is the body that changes a venue. What is absent stays as it is.
type VenueChange struct {
	Name    *string `json:"name,omitempty" minLength:"1" maxLength:"200" doc:"What it is called."`
	Address *string `json:"address,omitempty" maxLength:"300" doc:"Where it is."`
	VenueProfile
	VenueRules
}

// RoomChange is the body that changes a room. What is absent stays as it is.
type RoomChange struct {
	Name       *string         `json:"name,omitempty" minLength:"1" maxLength:"200" doc:"What it is called."`
	PartOf     *string         `json:"part_of,omitempty" maxLength:"60" doc:"Id of the room that it is a part of; empty: of none."`
	Capacities *RoomCapacities `json:"capacities,omitempty" doc:"How many people it holds, in place of all that was said before."`
	Facilities *[]string       `json:"facilities,omitempty" maxItems:"40" doc:"What it has beside what its venue has, in place of all that was said before."`

	Pictures *[]wire.PictureIn `json:"pictures,omitempty" maxItems:"12" doc:"The pictures of the room, all of them in their order, in place of those that it had."`
}

// SeatingPlanRename is the body that renames a plan.
type SeatingPlanRename struct {
	Name string `json:"name" minLength:"1" maxLength:"200" doc:"What it is called."`
}

// VenueDeleted is the answer to a venue that was deleted.
type VenueDeleted struct {
	ID           string `json:"id"`
	Status       string `json:"status" enum:"deleted"`
	Rooms        int64  `json:"rooms" doc:"How many rooms went with it."`
	SeatingPlans int64  `json:"seating_plans" doc:"How many seating plans went with them."`
}

// RoomDeleted is the answer to a room that was deleted.
type RoomDeleted struct {
	ID           string `json:"id"`
	Status       string `json:"status" enum:"deleted"`
	SeatingPlans int64  `json:"seating_plans" doc:"How many seating plans went with it."`
}

// SeatingPlanDeleted is the answer to a plan that was deleted.
type SeatingPlanDeleted struct {
	ID     string `json:"id"`
	Status string `json:"status" enum:"deleted"`
}

func (h *Handlers) changeVenue(c *access.Call, in *VenueChange) (*Venue, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	if in.Name != nil {
		*in.Name = check.Line("name", *in.Name, 1, httpapi.MaxName)
	}
	if in.Address != nil {
		*in.Address = check.Line("address", *in.Address, 0, wire.MaxLocation)
	}
	change := &venuechanges.VenueChange{Name: in.Name, Address: in.Address}
	in.VenueRules.change(&check, change)
	in.VenueProfile.change(&check, change)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.knownPictures(c, v.OrgID, change.Pictures); err != nil {
		return nil, err
	}
	if v, err = h.Store.Venues.ChangeVenue(c.Context(), v.OrgID, v.ID, change); err != nil {
		return nil, err
	}
	out := venueOf(v)
	return &out, nil
}

func (h *Handlers) deleteVenue(c *access.Call, _ *httpapi.None) (*VenueDeleted, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	gone, err := h.Store.Venues.DeleteVenue(c.Context(), v.OrgID, v.ID)
	if err != nil {
		return nil, err
	}
	return &VenueDeleted{v.ID, "deleted", gone.Rooms, gone.Plans}, nil
}

func (h *Handlers) changeRoom(c *access.Call, in *RoomChange) (*Room, error) {
	r, err := h.room(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	change := &venuechanges.RoomChange{Name: in.Name, PartOf: in.PartOf, Facilities: facilities(&check, in.Facilities)}
	if in.Name != nil {
		*in.Name = check.Line("name", *in.Name, 1, httpapi.MaxName)
	}
	if in.Capacities != nil {
		change.Capacities = httpapi.Ptr(in.Capacities.capacities())
	}
	change.Pictures = wire.Pictures(&check, in.Pictures)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.knownPictures(c, r.OrgID, change.Pictures); err != nil {
		return nil, err
	}
	if r, err = h.Store.Venues.ChangeRoom(c.Context(), r.OrgID, r.ID, change); err != nil {
		return nil, err
	}
	out := roomOf(r)
	return &out, nil
}

func (h *Handlers) deleteRoom(c *access.Call, _ *httpapi.None) (*RoomDeleted, error) {
	r, err := h.room(c)
	if err != nil {
		return nil, err
	}
	plans, err := h.Store.Venues.DeleteRoom(c.Context(), r.OrgID, r.ID)
	if err != nil {
		return nil, err
	}
	return &RoomDeleted{r.ID, "deleted", plans}, nil
}

func (h *Handlers) renamePlan(c *access.Call, in *SeatingPlanRename) (*SeatingPlan, error) {
	p, err := h.plan(c, 0)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	name := check.Line("name", in.Name, 1, httpapi.MaxName)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if p, err = h.Store.Venues.RenameSeatingPlan(c.Context(), p.OrgID, p.ID, name); err != nil {
		return nil, err
	}
	out := planOf(p)
	return &out, nil
}

func (h *Handlers) deletePlan(c *access.Call, _ *httpapi.None) (*SeatingPlanDeleted, error) {
	p, err := h.plan(c, 0)
	if err != nil {
		return nil, err
	}
	if err := h.Store.Venues.DeleteSeatingPlan(c.Context(), p.OrgID, p.ID); err != nil {
		return nil, err
	}
	return &SeatingPlanDeleted{p.ID, "deleted"}, nil
}
