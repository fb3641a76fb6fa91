package api

// VenueChange is the body that changes a venue. What is absent stays as it is.
type VenueChange struct {
	Name    *string `json:"name,omitempty" minLength:"1" maxLength:"200" doc:"What it is called."`
	Address *string `json:"address,omitempty" maxLength:"300" doc:"Where it is."`
}

// RoomChange is the body that renames a room.
type RoomChange struct {
	Name string `json:"name" minLength:"1" maxLength:"200" doc:"What it is called."`
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

func (s *server) changeVenue(c *Call, in *VenueChange) (*Venue, error) {
	v, err := s.venue(c)
	if err != nil {
		return nil, err
	}
	var check checks
	if in.Name != nil {
		*in.Name = check.line("name", *in.Name, 1, MaxName)
	}
	if in.Address != nil {
		*in.Address = check.line("address", *in.Address, 0, MaxLocation)
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	if v, err = s.store.Venues.ChangeVenue(c.Context(), v.OrgID, v.ID, in.Name, in.Address); err != nil {
		return nil, err
	}
	out := venueOf(v)
	return &out, nil
}

func (s *server) deleteVenue(c *Call, _ *None) (*VenueDeleted, error) {
	v, err := s.venue(c)
	if err != nil {
		return nil, err
	}
	gone, err := s.store.Venues.DeleteVenue(c.Context(), v.OrgID, v.ID)
	if err != nil {
		return nil, err
	}
	return &VenueDeleted{v.ID, "deleted", gone.Rooms, gone.Plans}, nil
}

func (s *server) renameRoom(c *Call, in *RoomChange) (*Room, error) {
	r, err := s.room(c)
	if err != nil {
		return nil, err
	}
	var check checks
	r.Name = check.line("name", in.Name, 1, MaxName)
	if err := check.err(); err != nil {
		return nil, err
	}
	if err := s.store.Venues.RenameRoom(c.Context(), r.OrgID, r.ID, r.Name); err != nil {
		return nil, err
	}
	out := roomOf(r)
	return &out, nil
}

func (s *server) deleteRoom(c *Call, _ *None) (*RoomDeleted, error) {
	r, err := s.room(c)
	if err != nil {
		return nil, err
	}
	plans, err := s.store.Venues.DeleteRoom(c.Context(), r.OrgID, r.ID)
	if err != nil {
		return nil, err
	}
	return &RoomDeleted{r.ID, "deleted", plans}, nil
}

func (s *server) renamePlan(c *Call, in *SeatingPlanRename) (*SeatingPlan, error) {
	p, err := s.plan(c, 0)
	if err != nil {
		return nil, err
	}
	var check checks
	name := check.line("name", in.Name, 1, MaxName)
	if err := check.err(); err != nil {
		return nil, err
	}
	if p, err = s.store.Venues.RenameSeatingPlan(c.Context(), p.OrgID, p.ID, name); err != nil {
		return nil, err
	}
	out := planOf(p)
	return &out, nil
}

func (s *server) deletePlan(c *Call, _ *None) (*SeatingPlanDeleted, error) {
	p, err := s.plan(c, 0)
	if err != nil {
		return nil, err
	}
	if err := s.store.Venues.DeleteSeatingPlan(c.Context(), p.OrgID, p.ID); err != nil {
		return nil, err
	}
	return &SeatingPlanDeleted{p.ID, "deleted"}, nil
}
