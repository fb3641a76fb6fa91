package rehearsal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

const (
	maxInside = inventory.MaxOnsaleInside
	// titlePrefix begins the title of each copy, so that it is shown as one wherever it is shown.
	titlePrefix = "Rehearsal: "
	// blocksRead is how many blocks are read at once, maxBlocks how many are copied.
	blocksRead, maxBlocks = 500, 10_000
	// startsIn is how long after it was made the copy takes place at the soonest.
	startsIn = 7 * inventory.Day
	// admission is how long a pass is good where the event does not say.
	admission = 10 * inventory.Minute
	// maxSlots is how many time slots a copy goes through at most: each takes a second or more.
	maxSlots = 100
	// claimWindow is for how long an offer of a ballot stands in the copy.
	claimWindow = inventory.Hour
)

// source is what is read of the event.
type source struct {
	view    *events.EventView
	org     string
	seating *events.Seating // nil: it has no seats
	blocks  []inventory.Hold
}

// read reads the event. It writes nothing.
func read(ctx context.Context, st *store.Store, event string) (*source, error) {
	v, err := st.Events.Event(ctx, event)
	if err != nil {
		return nil, fmt.Errorf("rehearsal: read event %s: %w", event, err)
	}
	out := &source{view: v}
	org, err := st.Organizations.OrganizationNamed(ctx, v.Event.OrgID)
	if err != nil {
		return nil, fmt.Errorf("rehearsal: read the organization of %s: %w", event, err)
	}
	out.org = org.Name
	if v.PlanID != "" {
		if out.seating, err = st.Events.Seating(ctx, event); err != nil {
			return nil, fmt.Errorf("rehearsal: read the seats of %s: %w", event, err)
		}
	}
	for after := ""; ; after = out.blocks[len(out.blocks)-1].ID {
		page, err := st.Registrations.Blocks(ctx, event, after, blocksRead)
		if err != nil {
			return nil, fmt.Errorf("rehearsal: read what is blocked of %s: %w", event, err)
		}
		out.blocks = append(out.blocks, page...)
		if len(page) < blocksRead || len(out.blocks) >= maxBlocks {
			return out, nil
		}
	}
}

// copied is the copy.
type copied struct {
	event, title string
	currency     string
	cookies      []string // of those who are signed in from the start, by number; nil: nobody is
	room         bool     // it has a waiting room
	mode         inventory.OnsaleMode
	draw         *ceremony // of a draw or a ballot; else nil
	inside       int64
	admission    time.Duration // for how long a pass is good
	tiers        []inventory.Tier
	personLimit  int64
	guests       int64 // beside the person who registers
	capacity     int64 // for the public
	// differs says how the copy differs from the event.
	differs   []string
	differsBy []Difference
}

// free reports whether nothing costs anything, so that people register.
func (c *copied) free() bool { return c.currency == "" }

type copier struct {
	*copied
	server *server.Server
	src    *source
	tier   map[string]string // ids of the copy by those of the event
	pool   map[string]string
}

// copyEvent makes the copy, published, in the database of a server.
func copyEvent(ctx context.Context, s *server.Server, src *source, cfg *Config, now time.Time) (*copied, error) {
	c := &copier{
		copied: &copied{event: s.IDs.Top(id.Event), title: titlePrefix + src.view.Details.Title}, server: s, src: src,
		tier: map[string]string{}, pool: map[string]string{},
	}
	org := s.IDs.Top(id.Organization)
	if err := s.Store.Organizations.CreateOrganization(ctx, organizations.Organization{ID: org, Name: src.org, CreatedAt: inventory.At(now)}); err != nil {
		return nil, fmt.Errorf("rehearsal: copy the organization: %w", err)
	}
	v := src.view
	create := inventory.Create{
		Who: staff, Publish: true,
		Event: inventory.Event{ID: c.event, OrgID: org, Zone: v.Event.Zone, Settings: c.settings(cfg, inventory.At(now))},
	}
	create.Event.StartsAt, create.Event.EndsAt = c.times(inventory.At(now))
	for _, p := range v.Pools {
		c.pool[p.ID] = s.IDs.In(id.Pool, c.event)
		create.Pools = append(create.Pools, inventory.Pool{ID: c.pool[p.ID], Name: p.Name, Capacity: p.Capacity})
	}
	for i := range v.Tiers {
		create.Tiers = append(create.Tiers, c.oneTier(&v.Tiers[i]))
	}
	details := v.Details
	details.Title, details.Reminders, details.VenueRooms = c.title, nil, events.EventRooms{} // its venues stay behind
	details.CoverPicture, details.Cover = "", events.Cover{}                                 // and so do files
	change := details.All()
	if err := c.seats(&create, change); err != nil {
		return nil, err
	}
	if err := c.submit(ctx, create, change); err != nil {
		return nil, fmt.Errorf("rehearsal: copy the event: %w", err)
	}
	if err := c.block(ctx); err != nil {
		return nil, err
	}
	made, err := s.Store.Events.Event(ctx, c.event)
	if err != nil {
		return nil, fmt.Errorf("rehearsal: read the copy: %w", err)
	}
	c.capacity = made.Pools[0].Left()
	if c.mode == inventory.OnsaleBallot { // which gives no named seats, and nothing but places
		c.tiers = slices.DeleteFunc(c.tiers, func(t inventory.Tier) bool { return made.Seated[t.ID] || !t.Admits() })
	}
	c.compare()
	return c.copied, nil
}

var staff = inventory.Who{Actor: "system", Staff: true}

func (c *copier) submit(ctx context.Context, cmd inventory.Command, d *events.DetailsChange) error {
	r, err := c.server.Sequencer.Submit(ctx, sequencer.Request{EventID: c.event, Command: cmd, Details: d})
	if err == nil && r.Code != inventory.OK {
		err = fmt.Errorf("refused: %s %s", r.Code, r.Field)
	}
	return err
}

// settings are those of the event, with a clock of their own: whatever waits for a time is due now.
func (c *copier) settings(cfg *Config, now inventory.Instant) inventory.Settings {
	s := c.src.view.Event.Settings
	s.RegistrationCutoff, s.CancellationCutoff, s.DoorsOpen = 0, 0, 0
	if s.RequireConfirmedAddress {
		s.RequireConfirmedAddress = false
		c.differ(AddressesUnconfirmed, "nobody has to confirm an address: there is no mailbox to look into")
	}
	// Nobody is bounded who storms the copy, and its waiting room is the rehearsal's.
	s.Demand = inventory.DemandNormal
	c.currency, c.personLimit, c.guests = s.Orders.Currency, s.LimitPerPerson, s.MaxGuests
	o := s.Onsale
	s.Onsale = inventory.Onsale{Challenge: inventory.ChallengeOff}
	if o.Mode == inventory.OnsaleBallot && cfg.Inside == 0 {
		c.ballot(&s, cfg, now)
		return s
	}
	// A rehearsal is of the sale: nobody is called to join the waitlist when it is over.
	if !s.Waitlist.Disabled {
		s.Waitlist.Disabled = true
		c.differ(NoWaitlist, "there is no waitlist: the rehearsal is over when everything is sold")
	}
	if o.Challenge != inventory.ChallengeOff {
		c.differ(NoProofOfWork, "nobody is asked for a proof of work")
	}
	inside := cfg.Inside
	if inside == 0 && o.Mode != inventory.OnsaleOpen {
		inside = o.Inside
	}
	if inside <= 0 {
		if o.Mode != inventory.OnsaleOpen {
			c.differ(NoWaitingRoom, "there is no waiting room")
		}
		return s
	}
	s.Onsale.Mode, s.Onsale.Identity = inventory.OnsaleQueue, inventory.OnsaleNobody
	s.Onsale.OpensAt, s.Onsale.ServesAt = now, now
	s.Onsale.Inside, s.Onsale.Admission, s.Onsale.PerMinute = inside, o.Admission, o.PerMinute
	if s.Onsale.Admission == 0 {
		s.Onsale.Admission = admission
	}
	c.room, c.inside, c.admission = true, inside, time.Duration(s.Onsale.Admission)*time.Microsecond
	if o.Mode == inventory.OnsaleDraw {
		c.draws(&s.Onsale, o.Mode, cfg, now)
		c.slots(&s.Onsale, o.Slots, cfg.People)
	}
	c.mode = s.Onsale.Mode
	switch {
	case o.Mode == inventory.OnsaleOpen:
		c.differ(WaitingRoomAdded, "there is a waiting room")
	case o.Inside != inside:
		c.differ(OtherInside, "%d people may be inside at once, not %d", inside, o.Inside)
	}
	if o.Mode == inventory.OnsaleBallot {
		c.differ(NothingDrawn, "people are let in, in the order of arrival: nothing is drawn")
	}
	if o.Mode != inventory.OnsaleOpen && o.Identity != inventory.OnsaleNobody {
		c.differ(NobodySignedIn, "whoever joins the waiting room is not signed in")
	}
	if o.PerMinute > 0 {
		c.differ(CallsBounded, "as in the event, at most %d people are called in a minute", o.PerMinute)
	}
	return s
}

// draws has the copy draw, by a ceremony of its own. It is sealed later than the rehearsal lasts, by
// the clock: the time of the copy moves on to that when everybody is there.
func (c *copier) draws(o *inventory.Onsale, mode inventory.OnsaleMode, cfg *Config, now inventory.Instant) {
	c.draw = newCeremony()
	o.Mode, o.OpensAt = mode, now
	o.SealsAt = now + inventory.Instant((cfg.Duration + time.Minute).Microseconds())
	o.ServesAt = o.SealsAt + inventory.Instant(inventory.BeaconAfterSeal+inventory.SealWithin)
	o.Beacon = c.draw.terms()
	c.draw.seals, c.draw.serves = o.SealsAt, o.ServesAt
	c.differ(OwnBeacon, "the order is drawn by a ceremony of the rehearsal, with a secret that was committed to and a number that nobody knew before the seal: nobody waits for the beacon of the event, and no relay of it is asked")
	c.differ(OwnTime, "nobody waits for the times of the draw: it is sealed once all who take part are there")
}

// slots has people come in by the time slots of the event, unless so many people need more of them
// than are gone through. Nobody waits for their times: see crowd.slots.
func (c *copier) slots(o *inventory.Onsale, s inventory.OnsaleSlots, people int) {
	if s == (inventory.OnsaleSlots{}) {
		return
	}
	n := (int64(people) + s.People - 1) / s.People
	if n > maxSlots || inventory.Micros(n*s.Minutes)*inventory.Minute > startsIn-inventory.Day {
		c.differ(NoSlots, "there are no time slots, because there would be %d of them: people are called as there is room", n)
		return
	}
	o.Slots, c.draw.slots = s, s
	c.differ(OwnTime, "nobody waits for a time slot: it begins once nobody of those before it is at it any more")
}

// ballot has the copy hold one.
func (c *copier) ballot(s *inventory.Settings, cfg *Config, now inventory.Instant) {
	c.room, c.mode = true, inventory.OnsaleBallot
	s.Onsale.Identity = inventory.OnsaleAccount
	c.draws(&s.Onsale, inventory.OnsaleBallot, cfg, now)
	w := &s.Waitlist
	w.Disabled, w.Limit, w.WaveSize, w.WaveInterval, w.TimeCritical, w.ClaimWindow = false, 0, 0, 0, true, claimWindow
	c.differ(ShortClaims, "an offer stands for an hour, which goes by at once when nobody is at it any more")
	c.differ(NoProofOfWork, "nobody is asked for a proof of work")
}

// times are when the copy takes place: as the event does, and not before it can be sold.
func (c *copier) times(now inventory.Instant) (starts, ends inventory.Instant) {
	e := &c.src.view.Event
	starts = max(e.StartsAt, now+inventory.Instant(startsIn))
	return starts, starts + e.EndsAt - e.StartsAt
}

// oneTier is a tier that is on sale now.
func (c *copier) oneTier(t *inventory.Tier) inventory.Tier {
	out := *t
	out.ID = c.server.IDs.In(id.Tier, c.event)
	c.tier[t.ID] = out.ID
	out.Pools = nil
	for _, p := range t.Pools {
		out.Pools = append(out.Pools, c.pool[p])
	}
	if t.SaleStarts != 0 || t.SaleEnds != 0 {
		c.differ(TiersOnSale, "tickets of %q are on sale at once, whatever their times", t.Name)
	}
	out.SaleStarts, out.SaleEnds = 0, 0
	if !out.Hidden {
		c.tiers = append(c.tiers, out)
	}
	return out
}

// seats gives the copy the seats of the event.
func (c *copier) seats(create *inventory.Create, change *events.DetailsChange) error {
	from := c.src.seating
	if from == nil {
		return nil
	}
	plan, err := seating.ReadDocument([]byte(from.Document))
	if err != nil {
		return fmt.Errorf("rehearsal: read the seating plan: %w", err)
	}
	ids := make(map[string]string, len(from.Tiers))
	for name, tier := range from.Tiers {
		ids[name] = c.tier[tier]
	}
	create.Seats = plan.Layout(id.SeatPrefix(c.event), ids)
	change.Seating = &events.Seating{PlanID: from.PlanID, Version: from.Version, Document: from.Document, Tiers: ids}
	return nil
}

// block keeps off the sale what the event keeps off.
func (c *copier) block(ctx context.Context) error {
	for i := range c.src.blocks {
		b := &c.src.blocks[i]
		cmd := inventory.Block{Who: staff, HoldID: c.server.IDs.In(id.Block, c.event)}
		if !b.Itemized() {
			cmd.Tier, cmd.Units = c.tier[b.Tier], b.Units
		} else {
			for _, it := range b.Order.Items {
				if it.Live() {
					cmd.Seats = append(cmd.Seats, id.SeatPrefix(c.event)+strings.TrimPrefix(it.Seat, id.SeatPrefix(c.src.view.Event.ID)))
				}
			}
		}
		if err := c.submit(ctx, cmd, nil); err != nil {
			return fmt.Errorf("rehearsal: keep off the sale what the event does: %w", err)
		}
	}
	if len(c.src.blocks) >= maxBlocks {
		c.differ(BlocksLeftOut, "only the first %d blocks are kept off the sale", maxBlocks)
	}
	return nil
}

// compare says what else the copy does not have.
func (c *copier) compare() {
	v := c.src.view
	if v.Questions > 0 {
		c.differ(NoQuestions, "nobody is asked the questions of the event")
	}
	if sold := v.Pools[0].Held + v.Pools[0].Confirmed; sold > 0 {
		c.differ(TakenOnSale, "the %d places that are taken in the event are on sale", sold)
	}
	if len(v.Releases) > 0 {
		c.differ(ReleasedAtOnce, "what is held back until a planned release is on sale at once")
	}
	if v.Event.Status != inventory.Published {
		c.differ(Published, "it is published, and the event is not")
	}
}

// differ notes a difference.
func (c *copied) differ(by Difference, format string, args ...any) {
	if !slices.Contains(c.differsBy, by) {
		c.differsBy = append(c.differsBy, by)
	}
	c.differs = append(c.differs, fmt.Sprintf(format, args...))
}
