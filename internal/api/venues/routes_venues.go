package venues

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// examplePlan is a plan by CSV, as people have it.
var examplePlan = map[string]any{
	"name": "Theatre", "csv": "section,row,number,tier,accessible\nStalls,A,1,Front,\nStalls,A,2,Front,\nStalls,B,1,Back,yes\n",
}

func (h *Handlers) venueRoutes() []access.Route {
	const planHelp = " Give either `sections` or `csv`. A CSV file has a header line and one seat a line: `section,row,number,tier` and, where wanted, `x,y,accessible,companion,obstructed_view,aisle_after`; fields are separated by commas or semicolons. What is wrong is told with its waitlist, as `csv[7].number`, and nothing is stored."
	exists := refusal.Kinds(inventory.AlreadyExists)
	return []access.Route{
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/venues", ID: "create-venue", Tag: access.TagSeats,
			Status: http.StatusCreated, Summary: "Create a venue", Description: "A building or place with rooms.", Refusals: exists,
			Example: map[string]any{"name": "Old harbour", "address": "Quay 3"},
		}, h.createVenue),
		access.On(identity.ReadVenues, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues", ID: "list-venues", Tag: access.TagSeats,
			Summary: "List venues", Description: "The organization's venues by id, with their rooms.", Query: []string{"limit", "cursor"},
		}, h.listVenues),
		access.On(identity.ReadVenues, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues/{venue_id}", ID: "get-venue", Tag: access.TagSeats,
			Summary: "Read a venue", Description: "The venue with its rooms.",
		}, h.getVenue),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/venues/{venue_id}", ID: "change-venue", Tag: access.TagSeats,
			Summary: "Change a venue",
			Description: "Its name, its address, or its rules for bookings; what is absent stays as it is. Events say where they are themselves, and do not change with it. " +
				"`buffer_rule` is not changed where live bookings would come into each other's way; the other rules are for bookings and moves to come.",
			Problems: []httpapi.Kind{kindBooked},
			Example:  map[string]any{"name": "New harbour", "opening_hours": map[string]any{"weekly": []any{map[string]any{"weekday": "monday", "opens": "09:00", "closes": "22:00"}}}},
		}, h.changeVenue),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/venues/{venue_id}", ID: "delete-venue", Tag: access.TagSeats,
			Summary:     "Delete a venue",
			Description: "With its rooms and their seating plans. Events that copied one of these keep their copy, and nothing of them changes. Not while it has live bookings.",
			Problems:    []httpapi.Kind{kindBooked},
			Answer:      VenueDeleted{"ven_3k9q0a7c1v5m", "deleted", 2, 3},
		}, h.deleteVenue),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/venues/{venue_id}/rooms", ID: "create-room", Tag: access.TagSeats,
			Status: http.StatusCreated, Summary: "Create a room", Description: "A room of a venue, for which there can be seating plans, and which can be booked.", Refusals: exists,
			Problems: []httpapi.Kind{kindRooms, kindPartOf, kindBooked},
			Example:  map[string]any{"name": "Great hall"},
		}, h.createRoom),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/rooms/{room_id}", ID: "rename-room", Tag: access.TagSeats,
			Summary:     "Change a room",
			Description: "Its name, what it is a part of, how many people it holds; what is absent stays as it is. Its seating plans keep the names that they have. `part_of` is not changed where live bookings would come into each other's way.",
			Problems:    []httpapi.Kind{kindBooked, kindPartOf},
			Example:     map[string]any{"name": "Small hall"},
		}, h.changeRoom),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/rooms/{room_id}", ID: "delete-room", Tag: access.TagSeats,
			Summary: "Delete a room", Description: "With its seating plans. Events that copied one of these keep their copy, and nothing of them changes. Not while a live booking has it; its parts stand for themselves from then on.",
			Problems: []httpapi.Kind{kindBooked},
			Answer:   RoomDeleted{"roo_3k9q0a7c1v5m", "deleted", 2},
		}, h.deleteRoom),
		access.On(identity.ReadVenues, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/rooms/{room_id}/seating-plans", ID: "list-seating-plans", Tag: access.TagSeats,
			Summary: "List the seating plans of a room", Description: "The newest version of each, without its seats.",
		}, h.listPlans),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/rooms/{room_id}/seating-plans", ID: "create-seating-plan", Tag: access.TagSeats,
			Status: http.StatusCreated, Body: httpapi.MaxPlanBody, Summary: "Create a seating plan", Description: "Stores version 1 of a new plan." + planHelp,
			Refusals: exists, Example: examplePlan,
		}, h.createPlan),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/rooms/{room_id}/seating-plans:check", ID: "check-seating-plan", Tag: access.TagSeats,
			Body: httpapi.MaxPlanBody, Summary: "Try a seating plan", Description: "Checks a plan as creating it would, and stores nothing." + planHelp,
			Example: examplePlan,
		}, h.checkPlan),
		access.On(identity.ReadVenues, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/seating-plans", ID: "list-all-seating-plans", Tag: access.TagSeats,
			Summary:     "List all seating plans",
			Description: "The newest version of each plan of the organization by id, without its seats, and where its room is.",
			Query:       []string{"limit", "cursor"},
		}, h.listAllPlans),
		access.On(identity.ReadVenues, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/seating-plans/{plan_id}", ID: "get-seating-plan", Tag: access.TagSeats,
			Summary: "Read a seating plan", Description: "A version of the plan, with its seats.", Query: []string{"version"},
		}, h.getPlan),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/seating-plans/{plan_id}", ID: "rename-seating-plan", Tag: access.TagSeats,
			Summary:     "Rename a seating plan",
			Description: "Gives the newest version another name, without making a version. Versions before it keep theirs.",
			Example:     map[string]any{"name": "Theatre, without the pit"},
		}, h.renamePlan),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/seating-plans/{plan_id}", ID: "delete-seating-plan", Tag: access.TagSeats,
			Summary: "Delete a seating plan",
			Description: "All its versions. Events that copied one keep their copy, and nothing of them changes; they cannot be copied with their seats any " +
				"more.",
			Answer: SeatingPlanDeleted{"pla_3k9q0a7c1v5m", "deleted"},
		}, h.deletePlan),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/seating-plans/{plan_id}/versions", ID: "change-seating-plan", Tag: access.TagSeats,
			Status: http.StatusCreated, Body: httpapi.MaxPlanBody, Summary: "Change a seating plan",
			Description: "Stores the next version of a plan. Events that copied an earlier one keep it. `replaces` is the version that the change began with: when there is a later one, somebody else was faster." + planHelp,
			Refusals:    exists, Example: map[string]any{"name": "Theatre", "csv": examplePlan["csv"], "replaces": 1},
		}, h.changePlan),
	}
}
