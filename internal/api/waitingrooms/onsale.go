package waitingrooms

import (
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/demand"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// OnsaleTerms are what an organizer announces. A field that is not here, such as those of a draw,
// is refused.
type OnsaleTerms struct {
	Mode             string     `json:"mode" enum:"open,queue,draw,ballot" doc:"open: no waiting room. queue: people join it, and are let in, in the order of arrival. draw: those who join before seals_at are let in in an order by chance that everybody can recompute; whoever joins later stands behind them. ballot: as draw, but nobody is let in: people say what they want, until seals_at, and in that order they are put on the waitlist, which is offered what there is."`
	OpensAt          *time.Time `json:"opens_at,omitempty" doc:"When people may join; a time that is over means now. From then on the terms stand, and nobody takes part without a pass."`
	ServesAt         *time.Time `json:"serves_at,omitempty" doc:"When the first are called: at most 14 days after opens_at, and of a draw at least 90 seconds after seals_at."`
	SealsAt          *time.Time `json:"seals_at,omitempty" doc:"Of a draw or a ballot, required: until when people join it. At least 10 seconds after opens_at."`
	Beacon           *DrawTerms `json:"beacon,omitempty" doc:"Of a draw or a ballot: where its chance comes from. Default: drand-quicknet."`
	Slots            *TimeSlots `json:"slots,omitempty" doc:"Of a draw: people come in portions. The first people may come in at serves_at, as many more each time so many minutes have gone by, by place. Absent: there are none."`
	Identity         string     `json:"identity,omitempty" enum:"account,none" doc:"account: whoever joins is signed in, and each address has one place. none: nobody is asked who they are; not in a ballot. Default account."`
	AdmissionSeconds int64      `json:"admission_seconds,omitempty" minimum:"0" maximum:"7200" doc:"For how long a pass is good: 60 to 7,200. Default 600. Not of a ballot."`
	MaxInside        int64      `json:"max_inside,omitempty" minimum:"0" maximum:"100000" doc:"How many may be inside at once, which is how many passes are good at once. Required, but for a ballot, which has none."`
	Challenge        string     `json:"challenge,omitempty" enum:"auto,off,always" doc:"When whoever is not signed in is asked for a proof of work. auto: to join the waiting room, while the server is busy. off: never. always: to join it, and without a pass of it to register, order or join the waitlist; also with mode open. Default auto."`
	// Releases are nil when the plan stays as it is.
	Releases []wire.ReleaseIn `json:"releases,omitempty" maxItems:"24" doc:"Inventory in parts: what is held back, and until when; then the waitlist is served first, and anybody after it. Also with mode open. The whole plan: what was planned and is not in it is available at once, and what has been released may be in it or not. Absent: it stays as it is. It changes until the waiting room opens; without one, whenever it has not happened."`
}

// DrawTerms are where the chance of a draw comes from, announced before anybody can know it.
type DrawTerms struct {
	Kind       string `json:"kind" enum:"drand-quicknet,ceremony" doc:"drand-quicknet: the signature of a round of drand's network of that name. ceremony: a secret that is committed to, followed by the value of a public source; for halls without a network."`
	Round      int64  `json:"round,omitempty" minimum:"0" doc:"Of quicknet: at least 30 rounds, 90 seconds, after seals_at, and not after serves_at. Default: the first of these."`
	Commitment string `json:"commitment,omitempty" maxLength:"64" doc:"Of a ceremony, required: the SHA-256 of its secret, in hex."`
	Source     string `json:"source,omitempty" maxLength:"500" doc:"Of a ceremony, required: what its value is taken from, such as the lottery of that evening. Nobody may know the value before seals_at."`
	Members    int64  `json:"members,omitempty" minimum:"0" maximum:"2" doc:"Of a ceremony: how many members enter its value. 2, the default: it is drawn once two members have entered the same, one after the other. 1: whoever may change the event enters it, with a key too."`
}

// TimeSlots have those of a draw come in portions, by place.
type TimeSlots struct {
	Minutes int64 `json:"minutes" minimum:"1" maximum:"1440" doc:"Between the beginnings of two slots."`
	People  int64 `json:"people" minimum:"1" maximum:"1000000" doc:"How many places are in one. That of a place begins (place - 1) / people, rounded down, times minutes after serves_at."`
}

// slotsOf are slots as they are shown; nil: there are none.
func slotsOf(s inventory.OnsaleSlots) *TimeSlots {
	if s.People == 0 {
		return nil
	}
	return &TimeSlots{Minutes: s.Minutes, People: s.People}
}

// OnsaleSteering is what changes while a waiting room is open. What is absent stays as it is.
type OnsaleSteering struct {
	Paused        *bool  `json:"paused,omitempty" doc:"Nobody is called. Anyone who was called or is inside is not disturbed."`
	RatePerMinute *int64 `json:"rate_per_minute,omitempty" minimum:"0" maximum:"1000000" doc:"How many are called in a minute at most; 0: as many as there is room for."`
	Challenge     string `json:"challenge,omitempty" enum:"auto,off,always" doc:"When whoever is not signed in is asked for a proof of work. Also of an event without a waiting room."`
	Closed        *bool  `json:"closed,omitempty" doc:"true ends the waiting room for good: from then on whoever comes takes part as usual."`
}

// Onsale is how an event is sold when many come at once.
type Onsale struct {
	Mode             string                `json:"mode" enum:"open,queue,draw,ballot"`
	Phase            string                `json:"phase,omitempty" enum:"announced,open,sealed,drawn,serving,closed" doc:"Absent: there is no waiting room. sealed and drawn are those of a draw."`
	OpensAt          *time.Time            `json:"opens_at,omitempty"`
	ServesAt         *time.Time            `json:"serves_at,omitempty"`
	SealsAt          *time.Time            `json:"seals_at,omitempty"`
	Beacon           *DrawTerms            `json:"beacon,omitempty" doc:"Of a draw or a ballot: where its chance comes from."`
	Slots            *TimeSlots            `json:"slots,omitempty" doc:"Of a draw: how people come in portions."`
	Identity         string                `json:"identity,omitempty" enum:"account,none"`
	AdmissionSeconds int64                 `json:"admission_seconds,omitempty"`
	MaxInside        int64                 `json:"max_inside,omitempty"`
	Challenge        string                `json:"challenge" enum:"auto,off,always" doc:"When whoever is not signed in is asked for a proof of work."`
	Paused           bool                  `json:"paused"`
	RatePerMinute    int64                 `json:"rate_per_minute" doc:"How many are called in a minute at most; 0: as many as there is room for."`
	Releases         []wire.PlannedRelease `json:"releases" doc:"Inventory in parts, by its time."`
	// Demand is nil where normal demand is expected.
	Demand    *DemandPlan `json:"demand,omitempty" doc:"What the demand of the event switches on. Absent: it is normal."`
	LedgerSeq int64       `json:"ledger_seq"`
}

// DemandPlan is what high or extreme demand switches on around openings, by itself.
type DemandPlan struct {
	Demand    string      `json:"demand" enum:"high,extreme"`
	On        bool        `json:"on" doc:"Whether it is on now."`
	Since     *time.Time  `json:"since,omitempty" doc:"When it was or will be switched on. Absent: nothing opens any more, or nothing says when."`
	Until     *time.Time  `json:"until,omitempty" doc:"When it ends."`
	Challenge string      `json:"challenge" enum:"auto,off,always" doc:"When whoever is not signed in is asked for a proof of work now."`
	Openings  []time.Time `json:"openings" doc:"What opens when, by time: sales of tiers, and the waiting room."`
}

const (
	defaultAdmission = 600 // seconds
	// maxRound is after everybody who reads this: rounds are every three seconds.
	maxRound = 1 << 31
)

var exampleOnsale = Onsale{Mode: "queue", Phase: "announced", Identity: "account", AdmissionSeconds: 600, MaxInside: 500, Challenge: "auto", LedgerSeq: 3, Releases: []wire.PlannedRelease{}}

func (h *Handlers) onsaleRoutes() []access.Route {
	refusals := refusal.Closed(inventory.InvalidSettings, inventory.SettingsMoved, inventory.OnsaleFrozen)
	announced := append(refusal.Kinds(inventory.NotEnoughUnits, inventory.SeatTaken, inventory.SeatsRequired, inventory.NotFound), refusals...)
	return []access.Route{
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/events/{event_id}/onsale", ID: "set-onsale", Tag: access.TagWaitingRoom,
			Summary: "Announce a waiting room",
			Description: "Sets its terms, or with `mode: open` takes it back, until it opens. From `opens_at` until the registration cutoff, or until it is closed, whoever takes " +
				"part without staff needs a pass, in the header `Holdfast-Pass`; without one they are refused with `waiting_room`. Members and keys of the organization need none.",
			Refusals: announced,
			Example:  map[string]any{"mode": "queue", "opens_at": "2027-11-01T09:30:00+01:00", "serves_at": "2027-11-01T10:00:00+01:00", "max_inside": 500},
			Answer:   exampleOnsale,
		}, h.setOnsale),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/events/{event_id}/onsale", ID: "steer-onsale", Tag: access.TagWaitingRoom,
			Summary: "Pause, slow down, or close a waiting room", Description: "Each change is a row of the audit log. `challenge` can be changed without a waiting room too.",
			Refusals: refusals, Problems: []httpapi.Kind{kindNone}, Example: map[string]any{"paused": true}, Answer: exampleOnsale,
		}, h.steer),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/onsale", ID: "get-onsale", Tag: access.TagWaitingRoom,
			Summary: "Read the terms of a waiting room", Description: "The terms, and how it is steered at the moment.", Answer: exampleOnsale,
		}, h.getOnsale),
	}
}

func (h *Handlers) setOnsale(c *access.Call, k *access.EventSummary, in *OnsaleTerms) (*Onsale, error) {
	var check httpapi.Checks
	var to inventory.Onsale
	if in.Mode != "open" {
		to = inventory.Onsale{
			Mode: inventory.OnsaleMode(in.Mode), Identity: inventory.OnsaleIdentity(in.Identity), Inside: in.MaxInside, Admission: inventory.Micros(in.AdmissionSeconds) * inventory.Second,
			OpensAt: required(&check, "opens_at", in.OpensAt), ServesAt: required(&check, "serves_at", in.ServesAt),
		}
		if to.Identity == "" {
			to.Identity = inventory.OnsaleAccount
		}
		if in.Slots != nil {
			to.Slots = inventory.OnsaleSlots{Minutes: in.Slots.Minutes, People: in.Slots.People}
		}
		insideOf(&check, &to, in)
		drawOf(&check, &to, in)
	} else if !reflect.DeepEqual(in, &OnsaleTerms{Mode: in.Mode, Challenge: in.Challenge, Releases: in.Releases}) {
		check.Add("mode", "not_allowed", "must be queue, draw or ballot when there are terms of a waiting room")
	}
	plan := h.planOf(c, k, &check, in.Releases)
	if err := check.Err(); err != nil {
		return nil, err
	}
	return h.change(c, k.EventID, plan, func(o *inventory.Onsale) {
		to.Paused, to.PerMinute, to.Closed = o.Paused, o.PerMinute, o.Closed
		if to.Mode == inventory.OnsaleOpen {
			to = inventory.Onsale{}
		}
		to.Challenge = challengeOf(in.Challenge)
		*o = to
	})
}

// insideOf reads how people are let in, which they are not in a ballot.
func insideOf(check *httpapi.Checks, to *inventory.Onsale, in *OnsaleTerms) {
	if to.Mode == inventory.OnsaleBallot {
		if in.MaxInside != 0 {
			check.Add("max_inside", "not_allowed", "is not of a ballot: nobody is let in")
		}
		if in.AdmissionSeconds != 0 {
			check.Add("admission_seconds", "not_allowed", "is not of a ballot: nobody is let in")
		}
		return
	}
	if in.AdmissionSeconds == 0 {
		to.Admission = defaultAdmission * inventory.Second
	}
	if in.MaxInside == 0 {
		check.Add("max_inside", "required", "must be from 1 to 100,000")
	}
}

// drawOf reads the terms of a draw. What they must be is the decision's to say; here a round
// is chosen, and looked up when it is signed.
func drawOf(check *httpapi.Checks, to *inventory.Onsale, in *OnsaleTerms) {
	if !to.Draws() {
		if in.SealsAt != nil {
			check.Add("seals_at", "not_allowed", "is of a draw")
		}
		if in.Beacon != nil {
			check.Add("beacon", "not_allowed", "is of a draw")
		}
		return
	}
	to.SealsAt = required(check, "seals_at", in.SealsAt)
	terms := in.Beacon
	if terms == nil {
		terms = &DrawTerms{Kind: string(inventory.BeaconQuicknet)}
	}
	b := inventory.OnsaleBeacon{Kind: inventory.BeaconKind(terms.Kind), Round: terms.Round, Commitment: terms.Commitment, Source: terms.Source, Members: terms.Members}
	switch {
	case b.Kind == inventory.BeaconCeremony && b.Members == 0:
		b.Members = 2
	case b.Kind != inventory.BeaconQuicknet:
	case b.Round == 0:
		b.Round, b.At = waitroom.RoundAfter(to.SealsAt + inventory.Instant(inventory.BeaconAfterSeal+inventory.SealWithin))
	case b.Round > maxRound:
		check.Add("beacon.round", "out_of_range", "is in another century")
	default:
		b.At = inventory.At(draw.RoundTime(uint64(b.Round))) //nolint:gosec // not negative
	}
	to.Beacon = b
}

func required(check *httpapi.Checks, field string, t *time.Time) inventory.Instant {
	if t == nil {
		check.Add(field, "required", "is required for a waiting room")
		return 0
	}
	return wire.Moment(check, field, *t)
}

func (h *Handlers) steer(c *access.Call, k *access.EventSummary, in *OnsaleSteering) (*Onsale, error) {
	if *in != (OnsaleSteering{Challenge: in.Challenge}) {
		v, err := h.Turnstile.Look(c.Context(), k.EventID)
		switch {
		case err != nil:
			return nil, err
		case v.Phase == "":
			return nil, kindNone.Problem()
		}
	}
	return h.change(c, k.EventID, nil, func(o *inventory.Onsale) {
		if in.Paused != nil {
			o.Paused = *in.Paused
		}
		if in.RatePerMinute != nil {
			o.PerMinute = *in.RatePerMinute
		}
		if in.Challenge != "" {
			o.Challenge = challengeOf(in.Challenge)
		}
		if in.Closed != nil {
			o.Closed = *in.Closed
		}
	})
}

// challengeOf is a setting as it is stored, from its word; "": the default.
func challengeOf(word string) inventory.OnsaleChallenge {
	if word == "auto" {
		return inventory.ChallengeAuto
	}
	return inventory.OnsaleChallenge(word)
}

// tries bounds how often a change is merged again after somebody else changed the event.
const tries = 8

// planOf reads a plan of releases; nil: it stays as it is.
func (h *Handlers) planOf(c *access.Call, k *access.EventSummary, check *httpapi.Checks, in []wire.ReleaseIn) *inventory.PlanReleases {
	if in == nil {
		return nil
	}
	plan := &inventory.PlanReleases{Who: c.Who()}
	for i := range in {
		field := "releases[" + strconv.Itoa(i) + "]"
		r := inventory.Release{HoldID: h.IDs.In(id.Block, k.EventID), At: wire.Moment(check, field+".at", in[i].At), Tier: in[i].TierID, Units: in[i].Units, Seats: in[i].SeatIDs}
		switch named := len(r.Seats) > 0; {
		case named == (r.Units > 0), named && r.Tier != "":
			check.Add(field+".units", "required", "give units, or seat_ids and nothing else")
		case named:
		case r.Tier == "":
			r.Tier = k.DefaultTier
		case !k.HasTier(r.Tier):
			check.Add(field+".tier_id", "unknown", "is not a tier of this event")
		}
		plan.Releases = append(plan.Releases, r)
	}
	return plan
}

// change merges a change of the waiting room into the settings of the event, with a plan of
// releases unless it is nil.
func (h *Handlers) change(c *access.Call, event string, plan *inventory.PlanReleases, merge func(*inventory.Onsale)) (*Onsale, error) {
	lock := h.merging.Of(event)
	lock.Lock()
	defer lock.Unlock()
	for try := 1; ; try++ {
		v, err := h.Store.Events.Event(c.Context(), event)
		if err != nil {
			return nil, err
		}
		e := v.Event
		merge(&e.Settings.Onsale)
		reply, err := c.Submit(event, inventory.Configure{
			Who: c.Who(), From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings, Releases: plan,
		}, nil)
		if err != nil && reply.Code == inventory.SettingsMoved && try < tries {
			continue
		}
		if err != nil {
			return nil, err
		}
		h.Access.Forget(event)
		h.Turnstile.Forget(event)
		if v, err = h.Store.Events.Event(c.Context(), event); err != nil { // as it was decided
			return nil, err
		}
		return h.onsaleOf(c, v, reply.Seq)
	}
}

func (h *Handlers) getOnsale(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Onsale, error) {
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	// The summary may be seconds old: a draft must not be shown to the public.
	if err := c.AuthorizeIn(v); err != nil {
		return nil, err
	}
	return h.onsaleOf(c, v, v.Event.Seq)
}

// demandOf says what the demand of an event switches on; nil: it is normal.
func demandOf(v *events.EventView, challenge string, now inventory.Instant) *DemandPlan {
	plan := demand.PlanOf(&v.Event, v.Tiers)
	if plan.Demand == inventory.DemandNormal {
		return nil
	}
	span, on := plan.At(now)
	if on && challenge == "auto" {
		challenge = string(inventory.ChallengeAlways)
	}
	out := &DemandPlan{Demand: string(plan.Demand), On: on, Since: wire.TimePtr(span.Since), Until: wire.TimePtr(span.Until), Challenge: challenge, Openings: []time.Time{}}
	for _, at := range plan.Openings {
		out.Openings = append(out.Openings, at.Time())
	}
	return out
}

func (h *Handlers) onsaleOf(c *access.Call, v *events.EventView, seq int64) (*Onsale, error) {
	e, o := &v.Event, &v.Event.Settings.Onsale
	out := &Onsale{
		Mode: "open", Phase: string(waitroom.PhaseAt(e, inventory.At(h.Access.Now()))), OpensAt: wire.TimePtr(o.OpensAt), ServesAt: wire.TimePtr(o.ServesAt), SealsAt: wire.TimePtr(o.SealsAt), Slots: slotsOf(o.Slots), Identity: string(o.Identity),
		AdmissionSeconds: int64(o.Admission / inventory.Second), MaxInside: o.Inside, Paused: o.Paused, RatePerMinute: o.PerMinute, Challenge: "auto", LedgerSeq: seq, Releases: []wire.PlannedRelease{},
	}
	if o.Mode != inventory.OnsaleOpen {
		out.Mode = string(o.Mode)
	}
	if o.Challenge != inventory.ChallengeAuto {
		out.Challenge = string(o.Challenge)
	}
	out.Demand = demandOf(v, out.Challenge, inventory.At(h.Access.Now()))
	if b := &o.Beacon; b.Kind != "" {
		out.Beacon = &DrawTerms{Kind: string(b.Kind), Round: b.Round, Commitment: b.Commitment, Source: b.Source, Members: b.Members}
	}
	holds, err := h.Store.Registrations.Releases(c.Context(), e.ID, inventory.MaxReleases)
	if err != nil {
		return nil, err
	}
	for i := range holds {
		out.Releases = append(out.Releases, wire.PlannedReleaseOf(&holds[i]))
	}
	return out, nil
}
