package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store"
)

// SeatingIn names the plan that a new event copies.
type SeatingIn struct {
	PlanID  string `json:"plan_id" minLength:"1" maxLength:"64" doc:"Id of a seating plan." example:"pla_3k9q0a7c1v5m"`
	Version int64  `json:"version,omitempty" minimum:"1" doc:"Which version. Default: the newest."`
	// Sections and Tiers say as what the seats are sold here.
	Sections []SoldAs `json:"sections,omitempty" maxItems:"500" doc:"Which tiers of the event the seats of sections are sold as."`
	Tiers    []SoldAs `json:"tiers,omitempty" maxItems:"50" doc:"The same for the other seats of tiers of the plan. What is named in neither keeps the name that it has in the plan."`
}

// SoldAs says as which tier of an event something of a plan is sold.
type SoldAs struct {
	Name string `json:"name" minLength:"1" maxLength:"80" doc:"Of the section, or of the tier of the plan." example:"Balcony"`
	Tier string `json:"tier" minLength:"1" maxLength:"80" doc:"Name of the event's tier." example:"Standard"`
}

// EventSeating names the plan that an event copied.
type EventSeating struct {
	PlanID  string `json:"plan_id" example:"pla_3k9q0a7c1v5m"`
	Version int64  `json:"version"`
}

// eventPlan is a plan on its way into an event.
type eventPlan struct {
	stored *store.SeatingPlan
	plan   *seating.Plan
}

// seat reads the plan that a new event copies, nil when it copies none, and sees
// to it that each of its tiers is one of the event, with a place for each seat.
func (s *server) seat(c *Call, check *checks, in *NewEvent) (*eventPlan, error) {
	if in.Seating == nil {
		return nil, nil
	}
	stored, err := s.store.Venues.SeatingPlan(c.Context(), c.Caller.OrgID, in.Seating.PlanID, in.Seating.Version)
	if err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return nil, invalid(FieldError{Field: "seating.plan_id", Code: "unknown", Message: "is not a seating plan of this organization"})
		}
		return nil, err
	}
	plan, err := seating.ReadDocument([]byte(stored.Document))
	if err != nil {
		return nil, err
	}
	if err := in.Seating.assign(plan, stored); err != nil {
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
			check.add("tiers["+itoa(int64(i))+"].capacity", "not_allowed", "the plan has %d seats of this tier", n)
		}
		t.Capacity = &n
	}
	for _, name := range plan.Tiers() {
		if n, missing := counts[name]; missing {
			in.Tiers = append(in.Tiers, NewTier{Name: name, Capacity: &n})
		}
	}
	return &eventPlan{stored, plan}, nil
}

// assign has the seats of a plan sold as the event says.
func (in *SeatingIn) assign(plan *seating.Plan, stored *store.SeatingPlan) error {
	if len(in.Sections)+len(in.Tiers) == 0 {
		return nil
	}
	var check checks
	sections, tiers := soldAs(&check, "seating.sections", in.Sections), soldAs(&check, "seating.tiers", in.Tiers)
	if err := check.err(); err != nil {
		return err
	}
	noSections, noTiers := plan.Assign(sections, tiers)
	unknown(&check, "seating.sections", in.Sections, noSections)
	unknown(&check, "seating.tiers", in.Tiers, noTiers)
	if faults := plan.Check(); len(faults) > 0 {
		check.add("seating.tiers", faults[0].Code, "%s", faults[0].Message)
	}
	if err := check.err(); err != nil {
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
func soldAs(check *checks, field string, list []SoldAs) map[string]string {
	out := make(map[string]string, len(list))
	for i := range list {
		at := field + "[" + itoa(int64(i)) + "]"
		if _, twice := out[list[i].Name]; twice {
			check.add(at+".name", "duplicate", "is named twice")
		}
		out[list[i].Name] = check.line(at+".tier", list[i].Tier, 1, seating.MaxName)
	}
	return out
}

// unknown tells which of the names that were given the plan does not have.
func unknown(check *checks, field string, list []SoldAs, names []string) {
	for i := range list {
		if slices.Contains(names, list[i].Name) {
			check.add(field+"["+itoa(int64(i))+"].name", "unknown", "the plan has nothing of this name")
		}
	}
}

// forEvent is what the heart and the store must know of the plan.
func (p *eventPlan) forEvent(event string, tiers []inventory.Tier) (*seatmap.Layout, *store.Seating) {
	ids := make(map[string]string, len(tiers))
	for _, name := range p.plan.Tiers() {
		for i := range tiers {
			if tiers[i].Name == name {
				ids[name] = tiers[i].ID
			}
		}
	}
	return p.plan.Layout(id.SeatPrefix(event), ids),
		&store.Seating{PlanID: p.stored.ID, Version: p.stored.Version, Document: p.stored.Document, Tiers: ids}
}

// encodedChart is an answer that was encoded before anybody asked.
type encodedChart seatchart.Document

// Reply writes the document as the client can read it.
func (e *encodedChart) Reply(q *Request) {
	h := q.Writer.Header()
	h["Content-Type"] = jsonType
	h["Vary"] = byEncoding
	body := &e.Plain
	if acceptsGzip(q.HTTP.Header.Get("Accept-Encoding")) {
		h["Content-Encoding"] = gzipped
		body = &e.Gzip
	}
	h["Content-Length"] = body.Length
	q.Writer.Write(body.Text)
}

// acceptsGzip reads an Accept-Encoding (RFC 9110 section 12.5.3).
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name = strings.TrimSpace(name); name == "gzip" || name == "*" {
			weight = strings.ReplaceAll(weight, " ", "")
			return weight != "q=0" && !strings.HasPrefix(weight, "q=0.000") && weight != "q=0.0" && weight != "q=0.00"
		}
	}
	return false
}

// ledgerSeq reads a ledger seq of the query; 0 when it is absent.
func (c *Call) ledgerSeq(name string) (int64, error) {
	text := c.Query.Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, invalid(FieldError{Field: name, Code: "out_of_range", Message: "must be a ledger seq"})
	}
	return n, nil
}

func (s *server) getSeats(c *Call, k *card, _ *None) (*encodedChart, error) {
	atLeast, err := c.ledgerSeq("at_least")
	if err != nil {
		return nil, err
	}
	doc, err := s.charts.Status(c.Context(), k.EventID, atLeast)
	if err != nil {
		return nil, err
	}
	return (*encodedChart)(doc), c.Version(doc.ETag)
}

func (s *server) getSeatLayout(c *Call, k *card, _ *None) (*encodedChart, error) {
	doc, err := s.charts.Layout(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	return (*encodedChart)(doc), c.Version(doc.ETag)
}

// SeatChanges are the seats that changed since the caller looked.
type SeatChanges struct {
	LedgerSeq int64                  `json:"ledger_seq" doc:"All changes up to here are told."`
	Complete  bool                   `json:"complete" doc:"false: it is too long ago to tell; read all seats again."`
	Seats     []seatchart.SeatChange `json:"seats"`
}

func (s *server) getSeatChanges(c *Call, k *card, _ *None) (*SeatChanges, error) {
	since, err := c.ledgerSeq("since")
	if err != nil {
		return nil, err
	}
	changes, seq, ok, err := s.charts.Changes(c.Context(), k.EventID, since, 0)
	if err != nil {
		return nil, err
	}
	if changes == nil {
		changes = []seatchart.SeatChange{}
	}
	return &SeatChanges{LedgerSeq: seq, Complete: ok, Seats: changes}, nil
}

// seatsOf are the seats that a block has.
func seatsOf(h *inventory.Hold) []string {
	if h.Order == nil {
		return nil
	}
	seats := make([]string, 0, len(h.Order.Items))
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; it.Live() {
			seats = append(seats, it.Seat)
		}
	}
	return seats
}

// SeatReservation is the body of who wants a seat.
type SeatReservation struct {
	UserID  string   `json:"user_id,omitempty" maxLength:"200" doc:"As in an order."`
	Email   string   `json:"email,omitempty" maxLength:"254" doc:"Where messages go. Required without a key."`
	Name    string   `json:"name,omitempty" maxLength:"200" doc:"Plain text. Required without a key."`
	Locale  string   `json:"locale,omitempty" maxLength:"35" doc:"The language of messages, as in BCP 47."`
	SeatIDs []string `json:"seat_ids,omitempty" maxItems:"9" doc:"More seats, all or none with the one in the path."`
}

func (s *server) reserveSeat(c *Call, k *card, in *SeatReservation) (*PlacedOrder, error) {
	order := &NewOrder{UserID: in.UserID, Email: in.Email, Name: in.Name, Locale: in.Locale, Items: []NewOrderItem{{SeatID: c.Param("seat_id")}}}
	for _, seat := range in.SeatIDs {
		order.Items = append(order.Items, NewOrderItem{SeatID: seat})
	}
	return s.placeOrder(c, k, order)
}
