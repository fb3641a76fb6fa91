package events

import (
	"context"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Figures are what an event adds up to.
type Figures struct {
	EventID  string          `json:"event_id"`
	At       time.Time       `json:"at" doc:"When they were added up: they may be a few seconds old."`
	Tiers    []TierFigures   `json:"tiers" doc:"In the order of the event's tiers."`
	Waitlist WaitlistFigures `json:"waitlist"`
	Offers   OfferFigures    `json:"offers"`
	Money    *MoneyFigures   `json:"money,omitempty" doc:"Absent while nothing was ever sold for money."`
	Step     int64           `json:"step_seconds" doc:"How long the stretches of time are that points are made of: from 15 seconds to a week, by the age of the event."`
	Points   []FigurePoint   `json:"points" doc:"By time; stretches in which nothing moved are left out."`
	Begins   time.Time       `json:"begins_at" doc:"When the first stretch begins, before which there was nothing."`
	Capacity wire.Bound      `json:"capacity" doc:"null: there is no bound."`
}

// TierFigures are the places of a tier that are taken.
type TierFigures struct {
	TierID    string `json:"tier_id"`
	Confirmed int64  `json:"confirmed"`
	Held      int64  `json:"held" doc:"In open offers and orders that are not paid yet."`
	Gross     int64  `json:"gross" doc:"What the confirmed ones cost, in minor units of the event's currency."`
}

// WaitlistFigures say who waits.
type WaitlistFigures struct {
	Entries  int64         `json:"entries"`
	Units    int64         `json:"units" doc:"How many places they want."`
	Parties  []PartyOfSize `json:"parties" doc:"The smallest first."`
	OldestAt *time.Time    `json:"oldest_joined_at" doc:"When the entry that waits longest joined; null: nobody waits."`
}

// PartyOfSize counts the parties of a size.
type PartyOfSize struct {
	Units   int64 `json:"units"`
	Entries int64 `json:"entries"`
}

// OfferFigures say what became of the offers to the waitlist.
type OfferFigures struct {
	Made     int64 `json:"made"`
	Open     int64 `json:"open"`
	Accepted int64 `json:"accepted"`
	Declined int64 `json:"declined"`
	Expired  int64 `json:"expired"`
	Ended    int64 `json:"ended" doc:"Otherwise: the person left or was removed, or the event was cancelled."`
	Promoted int64 `json:"promoted" doc:"Entries that were given their place at once, without an offer."`
}

// MoneyFigures is the money of an event's orders, in minor units.
type MoneyFigures struct {
	Currency string `json:"currency" example:"EUR"`
	Paid     int64  `json:"paid" doc:"For orders, before refunds."`
	Refunded int64  `json:"refunded" doc:"Given back, or on its way."`
	Pending  int64  `json:"pending" doc:"In orders that are held until they are paid."`
}

// FigurePoint is how things stood at the end of a stretch of time.
type FigurePoint struct {
	At        time.Time `json:"at" doc:"The end of the stretch."`
	Confirmed int64     `json:"confirmed" doc:"Places that were taken."`
	Waiting   int64     `json:"waiting" doc:"Entries that waited."`
	Gained    int64     `json:"gained" doc:"Places that were taken in the stretch, those of people from the waitlist too."`
	Lost      int64     `json:"lost" doc:"Places that were given back in it."`
	Offered   int64     `json:"offered" doc:"Offers that were made in it."`
}

// How long what an event adds up to is remembered: everybody at a dashboard asks at each
// change.
const (
	figuresFresh = 2 * time.Second
	figuresStale = 5 * time.Second
	figuresLimit = 1000
	// sumsLimit is of how many events the sums of the audit log are kept, so that only
	// newer rows are read: some ten thousand bytes each, two hundred thousand at most.
	sumsLimit = 100
)

// mostPoints is how many stretches of time an event's life is cut into at most;
// beyond what weeks of figureSteps reach, more.
const mostPoints = 160

var figureSteps = []inventory.Micros{15 * inventory.Second, 2 * inventory.Minute, 15 * inventory.Minute, inventory.Hour, 6 * inventory.Hour, inventory.Day, 7 * inventory.Day}

// stepFor is the shortest stretch that cuts a time into few enough.
func stepFor(life inventory.Micros) inventory.Micros {
	for _, step := range figureSteps {
		if life/step < mostPoints {
			return step
		}
	}
	return figureSteps[len(figureSteps)-1]
}

// NewFigures returns the cache of what events add up to, by event id.
func NewFigures(s *store.Store, now func() time.Time) (*cache.Cache[string, *Figures], error) {
	load := newAdder(s, now).figures
	return cache.New(cache.Config[string, *Figures]{Fresh: figuresFresh, Stale: figuresStale, Limit: figuresLimit, Load: load})
}

// adder adds events up. It remembers what their audit logs came to.
type adder struct {
	store *store.Store
	now   func() time.Time

	mu   sync.Mutex
	sums map[string]*events.Figures // by event (guarded by mu); what they point to never changes
}

func newAdder(s *store.Store, now func() time.Time) *adder {
	return &adder{store: s, now: now, sums: map[string]*events.Figures{}}
}

// since reads what an event adds up to, of its audit log only what is new.
func (a *adder) since(ctx context.Context, event string, step inventory.Micros) (*events.Figures, error) {
	a.mu.Lock()
	before := a.sums[event]
	a.mu.Unlock()
	f, err := a.store.Events.Figures(ctx, event, step, before)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.sums, event)
	for other := range a.sums { // any: what is in use comes back with one whole read
		if len(a.sums) < sumsLimit {
			break
		}
		delete(a.sums, other)
	}
	a.sums[event] = f
	return f, nil
}

func (a *adder) figures(ctx context.Context, event string) (*Figures, error) {
	v, err := a.store.Events.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	now := a.now()
	step := stepFor(inventory.Micros(inventory.At(now) - v.CreatedAt))
	f, err := a.since(ctx, event, step)
	if err != nil {
		return nil, err
	}
	out := &Figures{EventID: event, At: now.UTC(), Step: int64(step / inventory.Second), Tiers: []TierFigures{}}
	if len(v.Pools) > 0 {
		out.Capacity = wire.Bound(v.Pools[0].Capacity)
	}
	sold := map[string]*events.TierSales{}
	for i := range f.Tiers {
		sold[f.Tiers[i].Tier] = &f.Tiers[i]
	}
	for i := range v.Tiers {
		t := TierFigures{TierID: v.Tiers[i].ID}
		if n := sold[t.TierID]; n != nil {
			t.Confirmed, t.Held, t.Gross = n.Confirmed, n.Held, n.Gross
		}
		out.Tiers = append(out.Tiers, t)
	}
	out.line(f)
	for _, m := range f.Takings {
		if m.Currency == v.Event.Settings.Orders.Currency {
			out.Money = &MoneyFigures{Currency: m.Currency, Paid: m.Paid, Refunded: m.Refunded, Pending: m.Pending}
		}
	}
	out.points(f.Movements, step, v.CreatedAt)
	out.Offers.Open = f.Open
	return out, nil
}

func (out *Figures) line(f *events.Figures) {
	out.Waitlist.Parties = []PartyOfSize{}
	for _, p := range f.Parties {
		out.Waitlist.Entries += p.Entries
		out.Waitlist.Units += p.Units * p.Entries
		out.Waitlist.Parties = append(out.Waitlist.Parties, PartyOfSize(p))
	}
	out.Waitlist.OldestAt = wire.TimePtr(f.OldestJoined)
}

// points follows the movements of an event from its beginning.
func (out *Figures) points(list []events.Movement, step inventory.Micros, created inventory.Instant) {
	first := int64(created) / int64(step)
	if len(list) > 0 {
		first = min(first, list[0].Stretch)
	}
	out.Begins = inventory.Instant(first * int64(step)).Time()
	out.Points = []FigurePoint{}
	var now FigurePoint
	for i := range list {
		m := &list[i]
		if i > 0 && m.Stretch != list[i-1].Stretch {
			now.Gained, now.Lost, now.Offered = 0, 0, 0
		}
		now.add(m, &out.Offers)
		if i == len(list)-1 || list[i+1].Stretch != m.Stretch {
			now.At = inventory.Instant((m.Stretch + 1) * int64(step)).Time()
			out.Points = append(out.Points, now)
		}
	}
}

// add counts a movement. An event, a pool and a code have states of other names,
// so a pair of states says what moved; a block is never confirmed.
func (p *FigurePoint) add(m *events.Movement, offers *OfferFigures) {
	const (
		confirmed = string(inventory.HoldConfirmed)
		waiting   = string(inventory.EntryWaiting)
		offered   = string(inventory.EntryOffered)
	)
	switch {
	case m.From != confirmed && m.To == confirmed:
		p.Confirmed += m.Units
		p.Gained += m.Units
	case m.From == confirmed && m.To != confirmed,
		m.Reason == inventory.ReasonItemsCancelled, m.Reason == inventory.ReasonItemsRefunded,
		m.Reason == inventory.ReasonItemsExchanged, m.Reason == inventory.ReasonGuestCancelled:
		p.Confirmed -= m.Units
		p.Lost += m.Units
	case m.To == waiting && m.From == "":
		p.Waiting += m.Times
	case m.From == waiting && m.To != waiting:
		p.Waiting -= m.Times
		switch m.To {
		case offered:
			p.Offered += m.Times
			offers.Made += m.Times
		case string(inventory.EntryAccepted):
			offers.Promoted += m.Times
		}
	case m.From == offered:
		switch inventory.EntryState(m.To) {
		case inventory.EntryAccepted:
			offers.Accepted += m.Times
		case inventory.EntryDeclined:
			offers.Declined += m.Times
		case inventory.EntryExpired:
			offers.Expired += m.Times
		default:
			offers.Ended += m.Times
		}
	}
}

func (h *Handlers) readFigures(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Figures, error) {
	return h.Figures.Get(c.Context(), k.EventID)
}
