package checkins

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// maxGates is how many gates a list can have.
const maxGates = 50

// NewList is the body that makes a list of the door.
type NewList struct {
	Name     string            `json:"name" minLength:"1" maxLength:"200" doc:"What the list is called." example:"Lounge"`
	TierIDs  []string          `json:"tier_ids,omitempty" maxItems:"50" doc:"Whose tickets come in. Default: those of all tiers."`
	Gates    []string          `json:"gates,omitempty" maxItems:"50" doc:"Names of gates whose scans belong to the list without saying so. At a list with gates a scan may name no other."`
	OpensAt  wire.OptionalTime `json:"opens_at,omitzero" doc:"Nobody is let in before. Default: doors_open_at of the event."`
	ClosesAt wire.OptionalTime `json:"closes_at,omitzero" doc:"Nobody is let in from then on. Default: never."`
	ReEntry  string            `json:"re_entry,omitempty" enum:"none,exit,free" doc:"How often a ticket lets somebody in: once; again after an exit was scanned; as often as somebody comes. Default none."`
}

// ListChange is the body that changes a list. What is absent stays.
type ListChange struct {
	Name     *string           `json:"name,omitempty" minLength:"1" maxLength:"200"`
	TierIDs  *[]string         `json:"tier_ids,omitempty" maxItems:"50" doc:"Replaces the list; [] is all tiers."`
	Gates    *[]string         `json:"gates,omitempty" maxItems:"50" doc:"Replaces the list."`
	OpensAt  wire.OptionalTime `json:"opens_at,omitzero" doc:"null: with the event's doors."`
	ClosesAt wire.OptionalTime `json:"closes_at,omitzero" doc:"null: never."`
}

// List is a list of the door.
type List struct {
	ID        string     `json:"id" example:"lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string     `json:"event_id"`
	Name      string     `json:"name"`
	TierIDs   []string   `json:"tier_ids" doc:"None: all tiers."`
	Gates     []string   `json:"gates"`
	OpensAt   *time.Time `json:"opens_at" doc:"null: with the event's doors."`
	ClosesAt  *time.Time `json:"closes_at" doc:"null: never."`
	ReEntry   string     `json:"re_entry" enum:"none,exit,free"`
	CreatedAt time.Time  `json:"created_at"`
	UpdatedAt time.Time  `json:"updated_at"`
}

// Lists are all lists of an event.
type Lists struct {
	Items []*List `json:"items"`
}

func listShown(l *checkins.List) *List {
	return &List{
		ID: l.ID, EventID: l.EventID, Name: l.Name, TierIDs: append([]string{}, l.Tiers...), Gates: append([]string{}, l.Gates...),
		OpensAt: wire.TimePtr(l.OpensAt), ClosesAt: wire.TimePtr(l.ClosesAt), ReEntry: string(l.ReEntry),
		CreatedAt: l.CreatedAt.Time(), UpdatedAt: l.UpdatedAt.Time(),
	}
}

// NewListCache remembers the lists of events, as package access does the events themselves.
func NewListCache(s *store.Store) (*cache.Cache[string, []checkins.List], error) {
	return cache.New(cache.Config[string, []checkins.List]{
		Fresh: access.EventFresh, Stale: access.EventStale, Limit: access.EventLimit,
		Load: func(ctx context.Context, event string) ([]checkins.List, error) { return s.CheckIns.Lists(ctx, event) },
	})
}

// listOf finds the list of the door that a request means: the one it names, or
// the one that its gate belongs to, or else the event's own, whose id is "".
// Its rules are complete: a list without hours of its own opens with the event.
func (h *Handlers) listOf(c *access.Call, k *access.EventSummary, field, list, gateField, gate string) (*checkins.List, error) {
	lists, err := h.Lists.Get(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	if p := c.Caller.Pass; p != nil {
		return listOfPass(p, k, lists, field, list, gate)
	}
	found := checkins.List{EventID: k.EventID, Rules: checkin.Rules{ReEntry: checkin.Once}}
	known := list == ""
	for i := range lists {
		if l := &lists[i]; l.ID == list || list == "" && gate != "" && slices.Contains(l.Gates, gate) {
			found, known = *l, true
		}
	}
	if !known {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: field, Code: "unknown", Message: "is not a list of this event"})
	}
	if gateField != "" && len(found.Gates) > 0 && !slices.Contains(found.Gates, gate) {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: gateField, Code: "not_allowed", Message: "must be one of the gates of the list"})
	}
	if found.OpensAt == 0 {
		found.OpensAt = k.DoorsOpen
	}
	return &found, nil
}

// listOfPass is the list that the pass of a phone is for, whatever gates belong to it by now.
// The request may name it and its gate, and no other.
func listOfPass(p *identity.Pass, k *access.EventSummary, lists []checkins.List, field, list, gate string) (*checkins.List, error) {
	switch {
	case list != "" && list != p.List:
		return nil, httpapi.Invalid(httpapi.FieldError{Field: field, Code: "not_allowed", Message: "must be the list of the phone’s pass"})
	case gate != "" && gate != p.Gate:
		return nil, httpapi.Invalid(httpapi.FieldError{Field: strings.TrimSuffix(field, "list_id") + "gate", Code: "not_allowed", Message: "must be the gate of the phone’s pass"})
	}
	found := checkins.List{EventID: k.EventID, Rules: checkin.Rules{ReEntry: checkin.Once}}
	if p.List != "" {
		i := slices.IndexFunc(lists, func(l checkins.List) bool { return l.ID == p.List })
		if i < 0 {
			return nil, database.ErrNotFound
		}
		found = lists[i]
	}
	if found.OpensAt == 0 {
		found.OpensAt = k.DoorsOpen
	}
	return &found, nil
}

// listAsked is the list of the door that the query names, or else the event's own.
func (h *Handlers) listAsked(c *access.Call, k *access.EventSummary) (*checkins.List, error) {
	return h.listOf(c, k, "list_id", c.Query.Get("list_id"), "", "")
}

// listRules checks what both bodies can say of a list.
func listRules(c *httpapi.Checks, k *access.EventSummary, l *checkins.List) {
	for i, t := range l.Tiers {
		field := "tier_ids[" + httpapi.Itoa(int64(i)) + "]"
		if !k.HasTier(t) {
			c.Add(field, "unknown", "is not a tier of this event")
		} else if slices.Contains(l.Tiers[:i], t) {
			c.Add(field, "duplicate", "stands there twice")
		} else if slices.Contains(k.Unticketed, t) {
			c.Add(field, "not_allowed", "is a donation or a fee: nothing is handed over for it")
		}
	}
	if l.ReEntry != checkin.Once && slices.ContainsFunc(l.Tiers, func(t string) bool { return k.HasTier(t) && !k.Admits(t) }) {
		c.Add("re_entry", "not_allowed", "must be none at a list of add-ons or goods: each is handed over once")
	}
	for i := range l.Gates {
		field := "gates[" + httpapi.Itoa(int64(i)) + "]"
		l.Gates[i] = c.Line(field, l.Gates[i], 1, MaxGate)
		if slices.Contains(l.Gates[:i], l.Gates[i]) {
			c.Add(field, "duplicate", "stands there twice")
		}
	}
	if len(l.Gates) > maxGates {
		c.Add("gates", "too_many", "must have at most %d items", maxGates)
	}
	if l.ClosesAt != 0 && l.ClosesAt <= l.OpensAt {
		c.Add("closes_at", "out_of_order", "must be after opens_at")
	}
}

func (h *Handlers) createList(c *access.Call, k *access.EventSummary, in *NewList) (*List, error) {
	now := inventory.At(h.Now())
	l := checkins.List{ID: h.IDs.In(id.List, k.EventID), EventID: k.EventID, CreatedAt: now, UpdatedAt: now}
	if c.Key != "" {
		l.ID = id.Named(id.List, k.EventID, c.Name()+"\n"+c.Key)
	}
	var check httpapi.Checks
	l.Name = check.Line("name", in.Name, 1, httpapi.MaxName)
	l.Tiers, l.Gates = in.TierIDs, in.Gates
	l.ReEntry = checkin.ReEntry(strings.TrimSpace(in.ReEntry))
	if l.ReEntry == "" {
		l.ReEntry = checkin.Once
	}
	wire.Cutoff(&check, "opens_at", in.OpensAt, &l.OpensAt)
	wire.Cutoff(&check, "closes_at", in.ClosesAt, &l.ClosesAt)
	listRules(&check, k, &l)
	if err := check.Err(); err != nil {
		return nil, err
	}
	err := h.Store.CheckIns.CreateList(c.Context(), l)
	if errors.Is(err, database.ErrConflict) && c.Key != "" {
		return h.createdBefore(c, &l)
	}
	if err != nil {
		return nil, listProblem(err)
	}
	h.Lists.Forget(k.EventID)
	return listShown(&l), nil
}

// createdBefore answers a request that is repeated with its Idempotency-Key. The
// key made the id; that it is the same request is seen from what was made.
func (h *Handlers) createdBefore(c *access.Call, l *checkins.List) (*List, error) {
	lists, err := h.Store.CheckIns.Lists(c.Context(), l.EventID)
	if err != nil {
		return nil, err
	}
	for i := range lists {
		old := listShown(&lists[i])
		want := listShown(l)
		want.CreatedAt, want.UpdatedAt = old.CreatedAt, old.UpdatedAt
		if old.ID == want.ID && reflect.DeepEqual(old, want) {
			return old, c.Repeated(true)
		}
	}
	return nil, c.Repeated(false)
}

// listProblem is the problem of an error of changing lists.
func listProblem(err error) error {
	var taken *checkins.GateTaken
	switch {
	case errors.As(err, &taken):
		return kindGateTaken.Problem(httpapi.FieldError{Field: "gates", Code: kindGateTaken.Code, Message: taken.Gate + " belongs to another list"})
	case errors.Is(err, database.ErrLimit):
		return kindTooManyLists.Problem()
	}
	return err
}

func (h *Handlers) listLists(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Lists, error) {
	lists, err := h.Store.CheckIns.Lists(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &Lists{Items: []*List{}}
	for i := range lists {
		if p := c.Caller.Pass; p == nil || p.List == lists[i].ID {
			out.Items = append(out.Items, listShown(&lists[i]))
		}
	}
	return out, nil
}

func (h *Handlers) changeList(c *access.Call, in *ListChange) (*List, error) {
	k, err := c.EventOf(c.Param("list_id"), id.List)
	if err != nil {
		return nil, err
	}
	if err := c.Caller.Authorize(c.Action, k.Resource()); err != nil {
		return nil, err
	}
	lists, err := h.Store.CheckIns.Lists(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(lists, func(l checkins.List) bool { return l.ID == c.Param("list_id") })
	if i < 0 {
		return nil, database.ErrNotFound
	}
	l := lists[i]
	var check httpapi.Checks
	if in.Name != nil {
		l.Name = check.Line("name", *in.Name, 1, httpapi.MaxName)
	}
	if in.TierIDs != nil {
		l.Tiers = *in.TierIDs
	}
	if in.Gates != nil {
		l.Gates = *in.Gates
	}
	wire.Cutoff(&check, "opens_at", in.OpensAt, &l.OpensAt)
	wire.Cutoff(&check, "closes_at", in.ClosesAt, &l.ClosesAt)
	listRules(&check, k, &l)
	if err := check.Err(); err != nil {
		return nil, err
	}
	l.UpdatedAt = inventory.At(h.Now())
	if err := h.Store.CheckIns.ChangeList(c.Context(), l); err != nil {
		if errors.Is(err, database.ErrConflict) {
			return nil, kindListMoved.Problem()
		}
		return nil, listProblem(err)
	}
	h.Lists.Forget(k.EventID)
	return listShown(&l), nil
}
