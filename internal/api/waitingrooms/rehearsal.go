package waitingrooms

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// NewRehearsal is the body that asks for a rehearsal.
type NewRehearsal struct {
	People    int64  `json:"people" minimum:"1" maximum:"50000" doc:"How many come."`
	Minutes   int64  `json:"minutes,omitempty" minimum:"0" maximum:"10" doc:"When to end if the sale has not ended by then: 1 to 10. Default 5."`
	Curve     string `json:"curve,omitempty" enum:"emf,burst,minute" doc:"How they come. emf: evenly for 13 seconds, as to the on-sale of EMF Camp. burst: within a second. minute: evenly for a minute. Default emf."`
	MaxInside int64  `json:"max_inside,omitempty" minimum:"-1" maximum:"100000" doc:"How many are let in from the waiting room at once. Absent: as the event says, which may have none. -1: without a waiting room."`
}

// Rehearsal is an on-sale that is tried out with a crowd, on a copy of the event.
type Rehearsal struct {
	ID         string             `json:"id" example:"reh_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID    string             `json:"event_id"`
	State      string             `json:"state" enum:"running,done,stopped,failed"`
	Reason     string             `json:"reason,omitempty" enum:"asked,on_sale,shutdown,interrupted,connections,no_tickets,error" doc:"Why it was stopped or failed. asked: by an organizer. on_sale: one of this server came near. shutdown: the server was stopped; interrupted: it is gone. connections: the PostgreSQL cluster has too few left. no_tickets: for the public. error: its log says more."`
	People     int64              `json:"people"`
	Minutes    int64              `json:"minutes"`
	Curve      string             `json:"curve" enum:"emf,burst,minute"`
	MaxInside  int64              `json:"max_inside" doc:"0: as the event says. -1: without a waiting room."`
	CreatedAt  time.Time          `json:"created_at"`
	FinishedAt *time.Time         `json:"finished_at"`
	Progress   *RehearsalProgress `json:"progress,omitempty" doc:"While it is running."`
	Report     *RehearsalReport   `json:"report,omitempty" doc:"Once it is done."`
}

// RehearsalProgress is how far a rehearsal is.
type RehearsalProgress struct {
	Phase    string  `json:"phase" enum:"copying,selling,checking" doc:"checking: whether every invariant holds."`
	Seconds  float64 `json:"seconds" doc:"Since the first people came."`
	Arrived  int64   `json:"arrived" doc:"People who have come."`
	Called   int64   `json:"called" doc:"Up to which place people are called in; 0 without a waiting room."`
	Sold     int64   `json:"sold" doc:"Places."`
	Capacity int64   `json:"capacity" doc:"Places for the public."`
}

// RehearsalReport is what a rehearsal has shown.
type RehearsalReport struct {
	Sound          bool    `json:"sound" doc:"Nothing was found that an on-sale must not have: no basket was lost, nothing oversold, nobody let in before being called, everybody was answered, and every invariant holds."`
	Verified       bool    `json:"verified" doc:"Every invariant holds."`
	Engine         string  `json:"engine" enum:"sqlite,postgres"`
	CPUs           int64   `json:"cpus"`
	WaitingRoom    bool    `json:"waiting_room"`
	Mode           string  `json:"mode,omitempty" enum:"queue,draw,ballot" doc:"How the waiting room made its order. Absent: there was none."`
	MaxInside      int64   `json:"max_inside,omitempty"`
	CameSeconds    float64 `json:"came_seconds" doc:"For how long people came."`
	PeakPerSecond  int64   `json:"peak_per_second" doc:"How many came in one second at most."`
	Capacity       int64   `json:"capacity" doc:"Places for the public."`
	Sold           int64   `json:"sold"`
	SoldOut        bool    `json:"sold_out"`
	SoldOutSeconds float64 `json:"sold_out_seconds,omitempty" doc:"After how long the last basket was taken."`
	TookSeconds    float64 `json:"took_seconds"`
	TimeOver       bool    `json:"time_over" doc:"It was ended by its time, before the sale had."`

	Drawn        int64 `json:"drawn,omitempty" doc:"Of a draw or a ballot: how many took part in it."`
	Late         int64 `json:"late,omitempty" doc:"Of a draw: how many joined after the seal, and stood behind those who were drawn."`
	TooEarly     int64 `json:"too_early" doc:"People who tried to come in before they were called, and were told to wait."`
	OutOfOrder   int64 `json:"out_of_order" doc:"People who were let in before they were called, by what the public document said."`
	Offered      int64 `json:"offered,omitempty" doc:"Of a ballot: people who had an offer."`
	OfferedLater int64 `json:"offered_later,omitempty" doc:"Of these, how many had one that others had let lapse."`

	Joined      int64 `json:"joined" doc:"People in the waiting room."`
	Entered     int64 `json:"entered"`
	Bought      int64 `json:"bought" doc:"People with tickets."`
	ToldSoldOut int64 `json:"told_sold_out"`
	InVain      int64 `json:"in_vain" doc:"People who waited until the end."`
	Unanswered  int64 `json:"unanswered"`
	Unfinished  int64 `json:"unfinished"`

	Join     RehearsalLatency `json:"join" doc:"How long people waited for an answer when they joined the waiting room."`
	Inside   RehearsalLatency `json:"inside" doc:"How long people waited for an answer once they were inside, any of them."`
	Purchase RehearsalLatency `json:"purchase" doc:"How long people waited in all until they had their tickets, without what they thought."`

	Refusals    []RehearsalRefusal `json:"refusals" doc:"The most frequent first."`
	Limits      []RehearsalLimit   `json:"limits" doc:"How near anything came to its limit, the nearest first."`
	Baskets     int64              `json:"baskets"`
	LostBaskets int64              `json:"lost_baskets"`
	Mails       int64              `json:"mails" doc:"That were rendered. None was sent."`
	Differs     []string           `json:"differs" enum:"addresses_unconfirmed,no_proof_of_work,no_waiting_room,waiting_room_added,other_inside,nothing_drawn,own_beacon,own_time,no_slots,short_claims,nobody_signed_in,calls_bounded,tiers_on_sale,blocks_left_out,no_questions,no_waitlist,taken_on_sale,released_at_once,published" doc:"How the copy differs from the event."`
}

// RehearsalLatency is how long answers were waited for, in milliseconds.
type RehearsalLatency struct {
	Answers int64   `json:"answers"`
	P50     float64 `json:"p50_ms"`
	P99     float64 `json:"p99_ms"`
	Max     float64 `json:"max_ms"`
}

// RehearsalRefusal is how often somebody was refused for a reason.
type RehearsalRefusal struct {
	Code  string `json:"code"`
	Count int64  `json:"count"`
}

// RehearsalLimit is how near something came to its limit.
type RehearsalLimit struct {
	Code  string  `json:"code" enum:"event_queue,join_queue,inside,connections" doc:"event_queue: of the event's writer. join_queue: of those who join the waiting room."`
	Peak  float64 `json:"peak"`
	Limit float64 `json:"limit"`
	Share float64 `json:"share" doc:"Of the limit; 1 is all of it."`
}

// RehearsalList are the rehearsals of an event.
type RehearsalList struct {
	Enabled bool        `json:"enabled" doc:"Whether owners may rehearse on this server."`
	Items   []Rehearsal `json:"items" doc:"The latest first, at most 20."`
}

const defaultRehearsal = 5 // minutes

// Kinds of problem of rehearsals.
var (
	kindRehearsing = httpapi.Kind{
		Code: "rehearsal_running", Status: 409, Title: "A rehearsal is running",
		Help: "A rehearsal loads the machine, so there is one at a time for all who use this server. Try again when it has ended.",
	}
	kindOnsaleNear = httpapi.Kind{
		Code: "on_sale_near", Status: 409, Title: "An on-sale is near",
		Help: "A rehearsal loads the machine, so there is none from an hour before many may come to an on-sale of this server until a day after. Rehearse at another time.",
	}
	kindRehearsalsOff = httpapi.Kind{
		Code: "rehearsals_off", Status: 409, Title: "No rehearsals here", Help: "Whoever runs this server rehearses, with `holdfast rehearse`, or lets owners do so, with `--rehearsals owners`.",
	}
)

var exampleRehearsal = Rehearsal{
	ID: "reh_3k9q0a7c1v5m06f2w8d4xk1n7p9s", State: "running", People: 5000, Minutes: 5, Curve: "emf",
	Progress: &RehearsalProgress{Phase: "selling", Seconds: 9, Arrived: 3460, Called: 240, Sold: 118, Capacity: 400},
}

func (h *Handlers) rehearsalRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.RehearseSale, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/rehearsals", ID: "create-rehearsal", Tag: access.TagWaitingRoom, Status: http.StatusAccepted,
			Summary: "Rehearse an on-sale",
			Description: "A crowd comes to a copy of the event over HTTP, through its waiting room, and a report says how that went. The copy has a database of its own, nothing is sent for it, no money moves, " +
				"and it is removed afterwards. One rehearsal runs at a time, at a low priority, and none while an on-sale of this server is near.",
			Problems: []httpapi.Kind{kindRehearsing, kindOnsaleNear, kindRehearsalsOff}, Example: map[string]any{"people": 5000, "minutes": 5}, Answer: exampleRehearsal,
		}, h.createRehearsal),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/rehearsals", ID: "list-rehearsals", Tag: access.TagWaitingRoom,
			Summary: "List rehearsals", Description: "The latest first.", Answer: RehearsalList{Enabled: true, Items: []Rehearsal{exampleRehearsal}},
		}, h.listRehearsals),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/rehearsals/{rehearsal_id}", ID: "get-rehearsal", Tag: access.TagWaitingRoom,
			Summary: "How far a rehearsal is", Description: "Once it is done, with its report.", Answer: exampleRehearsal,
		}, h.getRehearsal),
		access.On(identity.RehearseSale, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/rehearsals/{rehearsal_id}:stop", ID: "stop-rehearsal", Tag: access.TagWaitingRoom, Unkeyed: true,
			Summary: "Stop a rehearsal", Description: "Within seconds, and without a report. One that has ended stays as it is.", Answer: exampleRehearsal,
		}, h.stopRehearsal),
	}
}

func (h *Handlers) createRehearsal(c *access.Call, k *access.EventSummary, in *NewRehearsal) (*Rehearsal, error) {
	r := waitingrooms.Rehearsal{
		ID: c.OwnIDIn(waitingrooms.RehearsalPrefix, k.EventID), EventID: k.EventID, State: waitingrooms.RehearsalRunning, People: in.People, Minutes: cmp.Or(in.Minutes, defaultRehearsal), Curve: cmp.Or(in.Curve, "emf"),
		Inside: in.MaxInside, CreatedBy: c.Caller.Actor(), CreatedAt: inventory.At(h.Access.Now()),
	}
	find := func(ctx context.Context) (*waitingrooms.Rehearsal, error) {
		return h.Store.Rehearsals.RehearsalByID(ctx, r.ID)
	}
	same := func(have *waitingrooms.Rehearsal) bool {
		return have.People == r.People && have.Minutes == r.Minutes && have.Curve == r.Curve && have.Inside == r.Inside
	}
	if c.Key != "" { // a repetition names the same rehearsal, and is answered also when an on-sale has come near
		have, err := find(c.Context())
		switch {
		case err == nil:
			if err := c.Repeated(same(have)); err != nil {
				return nil, err
			}
			return h.rehearsalOf(have)
		case !errors.Is(err, database.ErrNotFound):
			return nil, err
		}
	}
	r.SeenAt = r.CreatedAt
	err := h.Rehearsals.Start(c.Context(), r)
	var near *runs.ErrNear
	if errors.As(err, &near) { // of which event is nobody's business
		return nil, kindOnsaleNear.With(fmt.Sprintf("An on-sale of this server begins or began at %s. %s", near.At.UTC().Format(time.RFC3339), kindOnsaleNear.Help))
	}
	out, err := access.Made(c, err, &r, find, same)
	if err != nil {
		return nil, err
	}
	return h.rehearsalOf(out)
}

func (h *Handlers) listRehearsals(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*RehearsalList, error) {
	list, err := h.Store.Rehearsals.RehearsalsPage(c.Context(), k.EventID, waitingrooms.RehearsalsKept)
	if err != nil {
		return nil, err
	}
	out := &RehearsalList{Enabled: h.Rehearsals.On(), Items: make([]Rehearsal, 0, len(list))}
	for i := range list {
		r, err := h.rehearsalOf(&list[i])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *r)
	}
	return out, nil
}

// rehearsal finds the rehearsal of the path in an event that the caller may see.
func (h *Handlers) rehearsal(c *access.Call) (*waitingrooms.Rehearsal, error) {
	k, err := c.EventOf(c.Param("rehearsal_id"), waitingrooms.RehearsalPrefix)
	if err != nil {
		return nil, err
	}
	if err := c.Allowed(k, ""); err != nil {
		return nil, err
	}
	return h.Store.Rehearsals.RehearsalByID(c.Context(), c.Param("rehearsal_id"))
}

func (h *Handlers) getRehearsal(c *access.Call, _ *httpapi.None) (*Rehearsal, error) {
	r, err := h.rehearsal(c)
	if err != nil {
		return nil, err
	}
	return h.rehearsalOf(r)
}

func (h *Handlers) stopRehearsal(c *access.Call, _ *httpapi.None) (*Rehearsal, error) {
	r, err := h.rehearsal(c)
	if err != nil {
		return nil, err
	}
	if err := h.Store.Rehearsals.StopRehearsal(c.Context(), r.ID); err != nil {
		return nil, err
	}
	return h.rehearsalOf(r)
}

func (h *Handlers) rehearsalOf(r *waitingrooms.Rehearsal) (*Rehearsal, error) {
	out := &Rehearsal{
		ID: r.ID, EventID: r.EventID, State: string(r.State), Reason: string(r.Reason), People: r.People, Minutes: r.Minutes, Curve: r.Curve, MaxInside: r.Inside,
		CreatedAt: r.CreatedAt.Time(), FinishedAt: wire.TimePtr(r.FinishedAt),
	}
	running := r.State == waitingrooms.RehearsalRunning
	if running && r.SeenAt < inventory.At(h.Access.Now())-inventory.Instant(waitingrooms.RehearsalLost) {
		running, out.State, out.Reason, out.FinishedAt = false, string(waitingrooms.RehearsalFailed), string(waitingrooms.RehearsalInterrupted), wire.TimePtr(r.SeenAt)
	}
	if running && r.Progress != "" {
		out.Progress = &RehearsalProgress{}
		if err := json.Unmarshal([]byte(r.Progress), out.Progress); err != nil {
			return nil, fmt.Errorf("waitingrooms: the progress of %s: %w", r.ID, err)
		}
	}
	if r.Report == "" {
		return out, nil
	}
	out.Report = &RehearsalReport{}
	if err := json.Unmarshal([]byte(r.Report), out.Report); err != nil {
		return nil, fmt.Errorf("waitingrooms: the report of %s: %w", r.ID, err)
	}
	return out, nil
}
