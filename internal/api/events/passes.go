package events

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/passes"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storepasses "github.com/holdfast-events/holdfast/internal/store/passes"
)

var (
	kindPassPlaces = httpapi.Kind{
		Code: "pass_places_missing", Status: 409, Title: "A date cannot give that many places for passes",
		Help: "The places of a pass are set aside on each of its dates before it is sold. The date is named in errors. Nothing was changed.",
	}
	kindPassSold = httpapi.Kind{
		Code: "pass_places_sold", Status: 409, Title: "More passes are sold or held than that",
		Help: "The places of a pass can be lowered to what is sold, held and kept back. Nothing was changed.",
	}
	kindPassBusy = httpapi.Kind{
		Code: "pass_busy", Status: 409, Title: "Places are being set aside for the pass",
		Help: "A change of the pass is under way. It is finished within a minute or two, or by :resume; then ask again.",
	}
	kindManyPasses = httpapi.Kind{
		Code: "too_many_passes", Status: 409, Title: "Too many kinds of passes",
		Help: "A series has at most 20 kinds of passes.",
	}
	kindSetAside = httpapi.Kind{
		Code: "set_aside_for_passes", Status: 409, Title: "The places are set aside for passes",
		Help: "They are promised to people with a pass for the series. Lower the places of the pass: PATCH /v1/series/{series_id}/passes/{pass_event_id}.",
	}
	kindPassPool = httpapi.Kind{
		Code: "pass_pool", Status: 409, Title: "The event sells passes of a series",
		Help: "It has as many places as are set aside on its dates. Change them with PATCH /v1/series/{series_id}/passes/{pass_event_id}.",
	}
)

// passHandlers serve passes for several dates of a series.
type passHandlers struct{ *Handlers }

// NewPass is the body that makes a pass for dates of a series.
type NewPass struct {
	Title       string   `json:"title" minLength:"1" maxLength:"200" doc:"What the pass is called." example:"Jazz on Fridays: all evenings"`
	Description string   `json:"description,omitempty" maxLength:"10000" doc:"Plain text; markup is shown as it is written."`
	Places      int64    `json:"places" minimum:"1" maximum:"10000000" doc:"How many passes there are. As many places are set aside on each date."`
	Price       int64    `json:"price,omitempty" minimum:"0" maximum:"1000000000000" doc:"Of one pass, in minor units of the currency of the first date, taxed as its tickets are. An order of passes has the fees of that date beside it, as they are now. Default 0: free."`
	Tier        string   `json:"tier,omitempty" maxLength:"200" doc:"The name of the tier whose places are set aside on each date. Default: the first that lets people in."`
	EventIDs    []string `json:"event_ids,omitempty" maxItems:"100" doc:"The dates that it covers. Default: all that are to come and are not cancelled."`
}

// PassChange is the body that changes a pass. What is absent stays.
type PassChange struct {
	Places *int64   `json:"places,omitempty" minimum:"0" maximum:"10000000" doc:"How many passes there are, of which none that is sold or held can be taken away."`
	Add    []string `json:"add_event_ids,omitempty" maxItems:"100" doc:"Dates that it covers as well from now on, for those who have it already too."`
}

// SeriesPass is a pass as its organizers see it.
type SeriesPass struct {
	wire.PublicPass
	SeriesID string         `json:"series_id" example:"ser_3k9q0a7c1v5m"`
	Places   int64          `json:"places" doc:"How many passes there are."`
	Taken    int64          `json:"taken" doc:"Of these: sold, held or blocked."`
	Setting  bool           `json:"setting,omitempty" doc:"Places are being set aside, because something came in between: it goes on by itself within minutes, or by :resume."`
	SetAside []PassSetAside `json:"set_aside" doc:"By date."`
}

// PassSetAside is what is set aside for a pass on a date.
type PassSetAside struct {
	EventID string `json:"event_id" example:"evt_3k9q0a7c1v5m"`
	Tier    string `json:"tier" example:"General"`
	Places  int64  `json:"places" doc:"Places of that tier which are kept for people with the pass."`
	BlockID string `json:"block_id,omitempty" doc:"The block of the date that keeps them."`
	Status  string `json:"status" enum:"planned,set,past,cancelled" doc:"planned: not set aside yet, so the date is not covered. past, cancelled: the date was over or cancelled when it was asked for places last, and keeps what it had."`
}

// SeriesPasses are the passes of a series.
type SeriesPasses struct {
	Items []SeriesPass `json:"items" doc:"By id, at most 20."`
}

// passDates are dates that passes are to cover, with the tier that gives the places.
func (h *passHandlers) passDates(c *access.Call, p *seriesPlan, field string, wanted []string, tier string, have *storepasses.WithDates) (dates []storepasses.Date, views map[string]*events.EventView, err error) {
	_, views, err = h.Store.Events.BriefsOfAll(c.Context(), events.EventsOf(p.dates))
	if err != nil {
		return nil, nil, err
	}
	now := inventory.At(h.Now())
	open := func(v *events.EventView) bool { return v.Event.Status != inventory.Cancelled && now < v.Event.Ends() }
	var check httpapi.Checks
	if len(wanted) == 0 && have == nil {
		for i := range p.dates {
			if v := views[p.dates[i].EventID]; v != nil && open(v) && len(wanted) < storepasses.MaxDates {
				wanted = append(wanted, v.Event.ID)
			}
		}
		if len(wanted) == 0 {
			check.Add(field, "required", "the series has no date that is to come")
		}
	}
	for i, event := range wanted {
		at, v := field+"["+strconv.Itoa(i)+"]", views[event]
		switch {
		case v == nil:
			check.Add(at, "unknown", "must be a date of the series")
			continue
		case v.ArchivedAt == events.Elsewhere: // what it sells is not known here
			return nil, nil, organizations.ErrEventsElsewhere
		case !open(v):
			check.Add(at, "not_allowed", "is over, or was cancelled: %s", named(v))
			continue
		case slices.Contains(wanted[:i], event) || have != nil && have.Date(event) != nil:
			check.Add(at, "duplicate", "is covered already")
			continue
		}
		t := tierOfDate(v, tier)
		switch {
		case t == nil:
			check.Add("tier", "unknown", "%s has no tier of that name that lets people in", named(v))
			continue
		case v.Seated[t.ID]:
			check.Add(at, "not_allowed", "%s sells named seats, and a pass has none", named(v))
			continue
		}
		dates = append(dates, storepasses.Date{
			OrgID: p.OrgID, EventID: event, TierID: t.ID, AddedPlan: 1, State: storepasses.DatePlanned, KnownStart: v.Event.StartsAt, KnownEnd: v.Event.EndsAt,
		})
	}
	return dates, views, check.Err()
}

// tierOfDate is the tier of a date whose places are set aside, or nil.
func tierOfDate(v *events.EventView, name string) *inventory.Tier {
	for i := range v.Tiers {
		if t := &v.Tiers[i]; t.Admits() && (name == "" || t.Name == name) {
			return t
		}
	}
	return nil
}

// named is a date in words.
func named(v *events.EventView) string {
	at := v.Event.StartsAt.Time()
	if v.Event.Zone != nil {
		at = at.In(v.Event.Zone)
	}
	return v.Event.ID + " (" + v.Details.Title + ", " + at.Format(time.DateOnly) + ")"
}

// canGive says which of some dates lacks places, before anything is changed.
func canGive(dates []storepasses.Date, views map[string]*events.EventView, places int64) error {
	var missing []httpapi.FieldError
	for i := range dates {
		v := views[dates[i].EventID]
		free := int64(inventory.MaxCapacity)
		t := v.Tier(dates[i].TierID)
		for j := range v.Pools {
			if slices.Contains(t.Pools, v.Pools[j].ID) {
				free = min(free, v.Pools[j].Available())
			}
		}
		if more := places - dates[i].Places; free < more {
			missing = append(missing, missingPlaces(v, strconv.FormatInt(max(0, free), 10)))
		}
	}
	if len(missing) > 0 {
		return kindPassPlaces.Problem(missing...)
	}
	return nil
}

func missingPlaces(v *events.EventView, free string) httpapi.FieldError {
	message := named(v) + " does not have that many free places"
	if free != "" {
		message = named(v) + " has " + free + " free places"
	}
	return httpapi.FieldError{Field: "places", Code: string(inventory.NotEnoughUnits), Message: message}
}

// passEvent is the command that makes the event which sells a pass.
func passEvent(source *sourceEvent, event string, in *NewPass, dates []storepasses.Date, views map[string]*events.EventView) (inventory.Create, *events.DetailsChange) {
	set := source.Event.Settings
	set.Onsale, set.Visibility, set.Approval, set.CancellationCutoff, set.DoorsOpen, set.Demand = inventory.Onsale{}, inventory.Unlisted, false, 0, 0, inventory.DemandNormal
	starts, ends := spanOf(dates, views)
	set.RegistrationCutoff = starts
	price := inventory.Price{Amount: in.Price}
	if t := source.Tier(dates[0].TierID); t != nil {
		price.TaxRate, price.TaxIncluded = t.Price.TaxRate, t.Price.TaxIncluded
	}
	pool := storepasses.PoolID(event)
	cmd := inventory.Create{
		Event: inventory.Event{ID: event, OrgID: source.Event.OrgID, Zone: source.Event.Zone, Settings: set, StartsAt: starts, EndsAt: ends},
		Pools: []inventory.Pool{{ID: pool, Name: in.Title}},
		Tiers: []inventory.Tier{{ID: id.Named(id.Tier, event, "passes"), Name: in.Title, Pools: []string{pool}, Price: price}},
	}
	if in.Price == 0 {
		cmd.Tiers[0].Price = inventory.Price{}
	}
	// What costs nothing has no fees: they would come with a ticket that is added later.
	for i := range source.Tiers {
		if fee := source.Tiers[i]; fee.Fee() && in.Price > 0 {
			fee.ID = id.Named(id.Tier, event, fee.ID)
			cmd.Tiers = append(cmd.Tiers, fee)
		}
	}
	d := source.Details
	d.Title, d.Description, d.VenueRooms, d.OnlineURL, d.Reminders, d.FeedbackAfter = in.Title, in.Description, events.EventRooms{}, "", nil, 0
	return cmd, d.All()
}

// spanOf is from when to when dates take place, of those that are to.
func spanOf(dates []storepasses.Date, views map[string]*events.EventView) (starts, ends inventory.Instant) {
	for i := range dates {
		v := views[dates[i].EventID]
		if v == nil || v.Event.Status == inventory.Cancelled {
			continue
		}
		if starts == 0 || v.Event.StartsAt < starts {
			starts = v.Event.StartsAt
		}
		ends = max(ends, v.Event.EndsAt)
	}
	return starts, ends
}

// createPass makes the event that sells a pass, and then sets the places aside: until then it
// has none.
func (h *passHandlers) createPass(c *access.Call, in *NewPass) (*SeriesPass, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, err
	}
	pass := c.OwnID(id.Event)
	if have, err := h.Store.Passes.Pass(c.Context(), pass); err == nil {
		if err := c.Repeated(have.SeriesID == p.ID); err != nil {
			return nil, err
		}
		if have.SettledPlaces > 0 {
			return h.pass(c, p, pass)
		}
		return h.settled(c, p, pass)
	} else if !errors.Is(err, database.ErrNotFound) {
		return nil, err
	}
	var check httpapi.Checks
	in.Title, in.Description = check.Line("title", in.Title, 1, wire.MaxTitle), check.Prose("description", in.Description, wire.MaxDescription)
	if err := check.Err(); err != nil {
		return nil, err
	}
	dates, views, err := h.passDates(c, p, "event_ids", in.EventIDs, in.Tier, nil)
	if err != nil {
		return nil, err
	}
	if err := canGive(dates, views, in.Places); err != nil {
		return nil, err
	}
	source, err := h.sourceEvent(c.Context(), dates[0].EventID)
	if err != nil {
		return nil, err
	}
	cmd, details := passEvent(source, pass, in, dates, views)
	cmd.Who = c.Who()
	if reply, err := c.SubmitPart(pass, cmd, details); err != nil && reply.Code != inventory.AlreadyExists {
		return nil, err
	}
	for i := range dates {
		dates[i].PassID = pass
	}
	err = h.Store.Passes.Create(c.Context(), storepasses.Pass{
		OrgID: p.OrgID, ID: pass, SeriesID: p.ID, CreatedAt: inventory.At(h.Now()), Plan: 1, Places: in.Places, State: storepasses.Setting,
	}, dates)
	switch {
	case errors.Is(err, database.ErrLimit):
		return nil, kindManyPasses.Problem()
	case err != nil && !errors.Is(err, database.ErrConflict):
		return nil, err
	}
	out, err := h.settled(c, p, pass)
	if err != nil || source.Event.Status == inventory.Draft {
		return out, err
	}
	if reply, err := c.SubmitPart(pass, inventory.Publish{Who: c.Who()}, nil); err != nil && reply.Code != inventory.AlreadyPublished {
		return nil, err
	}
	return h.pass(c, p, pass)
}

// settled carries out the plan of a pass, and answers with how it stands, or why it was undone.
func (h *passHandlers) settled(c *access.Call, p *seriesPlan, pass string) (*SeriesPass, error) {
	stands, err := h.Passes.Settle(c.Context(), pass)
	if errors.Is(err, storepasses.ErrBusy) {
		return nil, kindPassBusy.Problem()
	}
	if err != nil {
		return nil, err
	}
	h.Access.Forget(pass)
	for i := range stands.Dates {
		h.Access.Forget(stands.Dates[i].EventID)
	}
	switch {
	case stands.Fault == "":
		return h.pass(c, p, pass)
	case stands.FaultEvent == pass:
		return nil, kindPassSold.Problem(httpapi.FieldError{Field: "places", Code: stands.Fault, Message: "must be at least as many as are sold or held"})
	}
	v, err := h.Store.Events.Event(c.Context(), stands.FaultEvent)
	if err != nil {
		return nil, err
	}
	if stands.Fault != string(inventory.NotEnoughUnits) {
		return nil, refusal.Of(inventory.Outcome{Code: inventory.Code(stands.Fault)})
	}
	return nil, kindPassPlaces.Problem(missingPlaces(v, ""))
}

// passOf is the pass in the path, with its series.
func (h *passHandlers) passOf(c *access.Call) (*seriesPlan, *storepasses.WithDates, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, nil, err
	}
	pass, err := h.Store.Passes.Pass(c.Context(), c.Param("pass_event_id"))
	if err == nil && pass.SeriesID != p.ID {
		err = database.ErrNotFound
	}
	return p, pass, err
}

func (h *passHandlers) pass(c *access.Call, p *seriesPlan, pass string) (*SeriesPass, error) {
	stands, err := h.Store.Passes.Pass(c.Context(), pass)
	if err != nil {
		return nil, err
	}
	list, err := h.passesShown(c.Context(), p, []storepasses.WithDates{*stands})
	if err != nil {
		return nil, err
	}
	return &list.Items[0], nil
}

// passesShown are passes of a series as its organizers see them.
func (h *passHandlers) passesShown(ctx context.Context, p *seriesPlan, list []storepasses.WithDates) (*SeriesPasses, error) {
	ids := events.EventsOf(p.dates)
	for i := range list {
		ids = append(ids, list[i].ID)
	}
	_, views, err := h.Store.Events.BriefsOfAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := &SeriesPasses{Items: []SeriesPass{}}
	for i := range list {
		w := &list[i]
		sells := views[w.ID]
		if sells == nil {
			return nil, database.ErrNotFound
		}
		s := SeriesPass{PublicPass: wire.PublicPassOf(w, sells, views, inventory.At(h.Now()), true), SeriesID: p.ID, Places: w.SettledPlaces, Setting: w.State != storepasses.Settled, SetAside: []PassSetAside{}}
		for j := range sells.Pools {
			if pool := &sells.Pools[j]; pool.ID == storepasses.PoolID(w.ID) {
				s.Taken = pool.Held + pool.Confirmed + pool.Blocked
			}
		}
		for j := range w.Dates {
			d := &w.Dates[j]
			tier := ""
			if v := views[d.EventID]; v != nil && v.Tier(d.TierID) != nil {
				tier = v.Tier(d.TierID).Name
			}
			s.SetAside = append(s.SetAside, PassSetAside{EventID: d.EventID, Tier: tier, Places: d.Places, BlockID: d.BlockID, Status: string(d.State)})
		}
		out.Items = append(out.Items, s)
	}
	return out, nil
}

func (h *passHandlers) listPasses(c *access.Call, _ *httpapi.None) (*SeriesPasses, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, err
	}
	list, err := h.Store.Passes.OfSeries(c.Context(), p.ID)
	if err != nil {
		return nil, err
	}
	return h.passesShown(c.Context(), p, list)
}

func (h *passHandlers) getPass(c *access.Call, _ *httpapi.None) (*SeriesPass, error) {
	p, pass, err := h.passOf(c)
	if err != nil {
		return nil, err
	}
	return h.pass(c, p, pass.ID)
}

// changePass makes the next plan of a pass and carries it out. One that is under way is finished
// first, so that a repetition goes on with what it began.
func (h *passHandlers) changePass(c *access.Call, in *PassChange) (*SeriesPass, error) {
	p, pass, err := h.passOf(c)
	if err != nil {
		return nil, err
	}
	if pass.State != storepasses.Settled {
		if _, err := h.settled(c, p, pass.ID); err != nil {
			return nil, err
		}
		if pass, err = h.Store.Passes.Pass(c.Context(), pass.ID); err != nil {
			return nil, err
		}
	}
	tier := ""
	if _, views, err := h.Store.Events.BriefsOfAll(c.Context(), []string{pass.Dates[0].EventID}); err == nil {
		if v := views[pass.Dates[0].EventID]; v != nil && v.Tier(pass.Dates[0].TierID) != nil {
			tier = v.Tier(pass.Dates[0].TierID).Name
		}
	}
	more, views, err := h.passDates(c, p, "add_event_ids", in.Add, tier, pass)
	if err != nil {
		return nil, err
	}
	if len(pass.Dates)+len(more) > storepasses.MaxDates {
		return nil, kindManyDates.Problem()
	}
	places := pass.SettledPlaces
	httpapi.Number(in.Places, func(n int64) { places = n })
	asked := slices.Clone(more)
	for i := range pass.Dates {
		if v := views[pass.Dates[i].EventID]; v != nil && v.Event.Status != inventory.Cancelled && inventory.At(h.Now()) < v.Event.Ends() {
			asked = append(asked, pass.Dates[i])
		}
	}
	if err := canGive(asked, views, places); err != nil {
		return nil, err
	}
	err = h.Store.Passes.Change(c.Context(), pass.ID, func(w *storepasses.WithDates) ([]storepasses.Date, error) {
		if w.Plan != pass.Plan {
			return nil, storepasses.ErrBusy
		}
		w.Places = places
		for i := range more {
			more[i].PassID = w.ID
		}
		return more, nil
	})
	if errors.Is(err, storepasses.ErrBusy) {
		return nil, kindPassBusy.Problem()
	}
	if err != nil {
		return nil, err
	}
	return h.settled(c, p, pass.ID)
}

func (h *passHandlers) resumePass(c *access.Call, _ *httpapi.None) (*SeriesPass, error) {
	p, pass, err := h.passOf(c)
	if err != nil {
		return nil, err
	}
	if pass.State == storepasses.Settled {
		return h.pass(c, p, pass.ID)
	}
	return h.settled(c, p, pass.ID)
}

// keepsForPasses refuses what would take places away that are set aside for passes: a pool that
// becomes smaller than these, or the pool of passes itself.
func keepsForPasses(ctx context.Context, st *store.Store, event, pool string, capacity int64) error {
	if pool == storepasses.PoolID(event) {
		return kindPassPool.Problem()
	}
	aside, err := st.Passes.SetAside(ctx, event, passes.BlockOf)
	if err != nil || len(aside.Tiers) == 0 {
		return err
	}
	v, err := st.Events.Event(ctx, event)
	if err != nil {
		return err
	}
	var kept int64
	for i := range v.Tiers {
		if slices.Contains(v.Tiers[i].Pools, pool) {
			kept += aside.Tiers[v.Tiers[i].ID]
		}
	}
	if capacity < kept {
		return kindSetAside.Problem(httpapi.FieldError{Field: "capacity", Code: kindSetAside.Code, Message: "must be at least " + strconv.FormatInt(kept, 10) + ": so many places are set aside for passes"})
	}
	return nil
}

// keepsBlock refuses to end a block that has places which are set aside for passes.
func keepsBlock(ctx context.Context, st *store.Store, event, block string) error {
	aside, err := st.Passes.SetAside(ctx, event, passes.BlockOf)
	if err == nil && slices.Contains(aside.Blocks, block) {
		return kindSetAside.Problem()
	}
	return err
}
