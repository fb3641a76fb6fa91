package store

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Resource is capacity that another system owns.
type Resource struct {
	ID, OrgID string
	Key       string // what the organization calls it
	Name      string
	Timezone  string // IANA
	resource.Settings
	PositionDisplay string // exact or hidden
	NotifyURL       string // where the other system is told what became of offers, or empty
	// SecretVersion is which secret both sign with, RotatedAt since when, if it is not the
	// first.
	SecretVersion int64
	RotatedAt     inventory.Instant
	// Seq counts the changes of all that is of the resource, Joined who has joined.
	Seq, Joined          int64
	CreatedAt, UpdatedAt inventory.Instant
}

// Zone is the time zone of the resource.
func (r *Resource) Zone() (*time.Location, error) {
	zone, err := time.LoadLocation(r.Timezone)
	if err != nil {
		return nil, fmt.Errorf("store: time zone of resource %s: %w", r.ID, err)
	}
	return zone, nil
}

// ResourceEntry is a place on the waitlist of a resource.
type ResourceEntry struct {
	ResourceID string
	resource.Entry
	// Who it is, empty when they were erased. Address is the folded email.
	Email, Address, Name, Locale string
	// RequestHash is of the request that made it: who repeats one with its Idempotency-Key
	// asks for the same.
	RequestHash [32]byte
}

// ResourceSignal is what the other system said.
type ResourceSignal struct {
	ResourceID string
	resource.Signal
}

// ResourceOffer is an offer of such capacity.
type ResourceOffer struct {
	ResourceID string
	resource.Offer
}

var resourceTable = describe("resources", new(Resource), func(c *columns, r *Resource) {
	c.key("id", &r.ID)
	c.text("org_id", &r.OrgID)
	c.text("key", &r.Key)
	c.changes(1)
	c.text("name", &r.Name)
	c.text("timezone", &r.Timezone)
	c.number("claim_window", (*int64)(&r.ClaimWindow))
	c.number("waitlist_limit", &r.WaitlistLimit)
	c.number("max_units", &r.MaxUnits)
	c.number("head_start", (*int64)(&r.HeadStart))
	c.text("position_display", &r.PositionDisplay)
	c.text("notify_url", &r.NotifyURL)
	c.number("secret_version", &r.SecretVersion)
	c.number("rotated_at", (*int64)(&r.RotatedAt))
	c.number("seq", &r.Seq)
	c.number("joined", &r.Joined)
	c.number("updated_at", (*int64)(&r.UpdatedAt))
	c.changes(0)
	c.number("created_at", (*int64)(&r.CreatedAt))
})

var resourceEntryTable = describe("resource_entries", new(ResourceEntry), func(c *columns, e *ResourceEntry) {
	c.key("resource_id", &e.ResourceID)
	c.key("id", &e.ID)
	c.changes(1)
	c.text("state", (*string)(&e.State))
	c.text("offer_id", &e.OfferID)
	c.number("ended_at", (*int64)(&e.EndedAt))
	c.number("ended_seq", &e.EndedSeq)
	c.changes(0)
	c.text("user_id", &e.UserID)
	c.text("email", &e.Email)
	c.text("address", &e.Address)
	c.text("name", &e.Name)
	c.encoded("attributes", asJSON(&e.Attributes))
	c.number("units", &e.Units)
	c.number("class", &e.Class)
	c.number("join_no", &e.JoinNo)
	c.number("rank", &e.Rank)
	c.number("joined_at", (*int64)(&e.JoinedAt))
	c.number("joined_seq", &e.JoinedSeq)
	c.text("locale", &e.Locale)
	c.exactHash("request_hash", &e.RequestHash)
})

var resourceSignalTable = describe("resource_signals", new(ResourceSignal), func(c *columns, s *ResourceSignal) {
	c.key("resource_id", &s.ResourceID)
	c.key("event_id", &s.EventID)
	c.text("kind", (*string)(&s.Kind))
	c.changes(1)
	c.number("offered", &s.Offered)
	c.number("taken", &s.Taken)
	c.changes(0)
	c.number("units", &s.Units)
	c.encoded("attributes", asJSON(&s.Attributes))
	c.number("valid_until", (*int64)(&s.ValidUntil))
	c.text("release_id", &s.ReleaseID)
	c.number("at", (*int64)(&s.At))
	c.number("seq", &s.Seq)
})

var resourceOfferTable = describe("resource_offers", new(ResourceOffer), func(c *columns, o *ResourceOffer) {
	c.key("resource_id", &o.ResourceID)
	c.key("id", &o.ID)
	c.changes(1)
	c.text("state", (*string)(&o.State))
	c.number("ended_at", (*int64)(&o.EndedAt))
	c.number("ended_seq", &o.EndedSeq)
	c.changes(0)
	c.text("entry_id", &o.EntryID)
	c.text("release_id", &o.ReleaseID)
	c.number("units", &o.Units)
	c.number("made_at", (*int64)(&o.MadeAt))
	c.number("deadline", (*int64)(&o.Deadline))
	c.number("made_seq", &o.MadeSeq)
})

// ByKey returns a resource of an organization by what it calls it, or ErrNotFound.
func (s Resources) ByKey(ctx context.Context, org, key string) (*Resource, error) {
	r, err := one(ctx, s.read, resourceTable.scan, resourceTable.from()+" where org_id = $1 and key = $2", org, key)
	if err != nil {
		return nil, fmt.Errorf("store: resource: %w", s.classify(err))
	}
	return &r, nil
}

// ByID returns a resource, or ErrNotFound.
func (s Resources) ByID(ctx context.Context, id string) (*Resource, error) {
	r, err := oneResource(ctx, s.read, id, "")
	if err != nil {
		return nil, fmt.Errorf("store: resource: %w", s.classify(err))
	}
	return &r, nil
}

func oneResource(ctx context.Context, q querier, id, lock string) (Resource, error) {
	return one(ctx, q, resourceTable.scan, resourceTable.from()+" where id = $1"+lock, id)
}

// Page returns the resources of an organization behind a key, at most limit.
func (s Resources) Page(ctx context.Context, org, after string, limit int) ([]Resource, error) {
	list, err := all(ctx, s.read, resourceTable.scan, resourceTable.from()+" where org_id = $1 and key > $2 order by key limit $3", org, after, limit)
	if err != nil {
		return nil, fmt.Errorf("store: resources: %w", s.classify(err))
	}
	return list, nil
}

// Entry returns a place on the waitlist of a resource, or ErrNotFound.
func (s Resources) Entry(ctx context.Context, resourceID, id string) (*ResourceEntry, error) {
	e, err := one(ctx, s.read, resourceEntryTable.scan, resourceEntryTable.from()+" where resource_id = $1 and id = $2", resourceID, id)
	if err != nil {
		return nil, fmt.Errorf("store: entry of a resource: %w", s.classify(err))
	}
	return &e, nil
}

// Offer returns an offer of a resource, or ErrNotFound.
func (s Resources) Offer(ctx context.Context, resourceID, id string) (*ResourceOffer, error) {
	o, err := one(ctx, s.read, resourceOfferTable.scan, resourceOfferTable.from()+" where resource_id = $1 and id = $2", resourceID, id)
	if err != nil {
		return nil, fmt.Errorf("store: offer of a resource: %w", s.classify(err))
	}
	return &o, nil
}

// Signal returns what the other system said, or ErrNotFound.
func (s Resources) Signal(ctx context.Context, resourceID, event string) (*ResourceSignal, error) {
	g, err := one(ctx, s.read, resourceSignalTable.scan, resourceSignalTable.from()+" where resource_id = $1 and event_id = $2", resourceID, event)
	if err != nil {
		return nil, fmt.Errorf("store: signal of a resource: %w", s.classify(err))
	}
	return &g, nil
}

// EntryOffers returns the offers that an entry had, in their order, at most limit.
func (s Resources) EntryOffers(ctx context.Context, resourceID, entry string, limit int) ([]ResourceOffer, error) {
	list, err := all(ctx, s.read, resourceOfferTable.scan, resourceOfferTable.from()+" where resource_id = $1 and entry_id = $2 order by made_seq limit $3", resourceID, entry, limit)
	if err != nil {
		return nil, fmt.Errorf("store: offers of an entry: %w", s.classify(err))
	}
	return list, nil
}

// ResourcePosition is where a page of entries ends: of those who wait by their order, of all by
// the number with which they joined.
type ResourcePosition struct{ Rank, JoinNo int64 }

// Waiting returns the live entries of a resource in their order, behind a position, at most
// limit.
func (s Resources) Waiting(ctx context.Context, resourceID string, after ResourcePosition, limit int) ([]ResourceEntry, error) {
	list, err := all(ctx, s.read, resourceEntryTable.scan, resourceEntryTable.from()+` where resource_id = $1 and state in ('waiting', 'offered')
		and (rank, join_no) > (cast($2 as bigint), cast($3 as bigint)) order by rank, join_no limit $4`, resourceID, after.Rank, after.JoinNo, limit)
	if err != nil {
		return nil, fmt.Errorf("store: waitlist of a resource: %w", s.classify(err))
	}
	return list, nil
}

// Everybody returns all entries of a resource, those that ended too, by when they joined.
func (s Resources) Everybody(ctx context.Context, resourceID string, after ResourcePosition, limit int) ([]ResourceEntry, error) {
	list, err := all(ctx, s.read, resourceEntryTable.scan, resourceEntryTable.from()+" where resource_id = $1 and join_no > $2 order by join_no limit $3", resourceID, after.JoinNo, limit)
	if err != nil {
		return nil, fmt.Errorf("store: entries of a resource: %w", s.classify(err))
	}
	return list, nil
}

// OffersPage returns the offers of a resource, the newest first, made before a change (0: all),
// at most limit.
func (s Resources) OffersPage(ctx context.Context, resourceID string, before int64, limit int) ([]ResourceOffer, error) {
	list, err := all(ctx, s.read, resourceOfferTable.scan, resourceOfferTable.from()+` where resource_id = $1 and (cast($2 as bigint) = 0 or made_seq < $2)
		order by made_seq desc limit $3`, resourceID, before, limit)
	if err != nil {
		return nil, fmt.Errorf("store: offers of a resource: %w", s.classify(err))
	}
	return list, nil
}

// ResourcesOf returns the entries of an address on the waitlists of all organizations, at most
// limit.
func (s Resources) ResourcesOf(ctx context.Context, address string, limit int) ([]ResourceEntry, error) {
	list, err := all(ctx, s.read, resourceEntryTable.scan, resourceEntryTable.from()+" where address = $1 and address <> '' order by resource_id, join_no limit $2", address, limit)
	if err != nil {
		return nil, fmt.Errorf("store: entries of an address: %w", s.classify(err))
	}
	return list, nil
}

// Standing is where an entry stands, and how fast capacity came lately.
type Standing struct {
	// Ahead are the live entries before it that have no offer, with AheadUnits between them.
	Ahead, AheadUnits int64
	// Given are the units that were accepted since a time, and First when the first signal
	// came; 0: none did.
	Given int64
	First inventory.Instant
}

// Standing returns where a live entry stands.
func (s Resources) Standing(ctx context.Context, e *ResourceEntry, since inventory.Instant) (*Standing, error) {
	st, err := one(ctx, s.read, func(r engine.Row, st *Standing) error {
		return r.Scan(&st.Ahead, &st.AheadUnits, &st.Given, (*int64)(&st.First))
	}, `select (select count(*) from resource_entries a where a.resource_id = $1 and a.state = 'waiting' and (a.rank, a.join_no) < (cast($2 as bigint), cast($3 as bigint))),
		(select cast(coalesce(sum(a.units), 0) as bigint) from resource_entries a where a.resource_id = $1 and a.state = 'waiting' and (a.rank, a.join_no) < (cast($2 as bigint), cast($3 as bigint))),
		(select cast(coalesce(sum(o.units), 0) as bigint) from resource_offers o where o.resource_id = $1 and o.state = 'accepted' and o.ended_at >= $4),
		(select cast(coalesce(min(g.at), 0) as bigint) from resource_signals g where g.resource_id = $1)`, e.ResourceID, e.Rank, e.JoinNo, int64(since))
	if err != nil {
		return nil, fmt.Errorf("store: standing of an entry: %w", s.classify(err))
	}
	return &st, nil
}

// ResourceFigures are how a resource stands.
type ResourceFigures struct{ Waiting, Offered, FreeUnits int64 }

// Figures returns how a resource stands at a time.
func (s Resources) Figures(ctx context.Context, resourceID string, now inventory.Instant) (*ResourceFigures, error) {
	f, err := one(ctx, s.read, func(r engine.Row, f *ResourceFigures) error { return r.Scan(&f.Waiting, &f.Offered, &f.FreeUnits) },
		`select (select count(*) from resource_entries where resource_id = $1 and state = 'waiting'),
		(select count(*) from resource_entries where resource_id = $1 and state = 'offered'),
		(select cast(coalesce(sum(units - offered - taken), 0) as bigint) from resource_signals where resource_id = $1 and kind = 'released' and (valid_until = 0 or valid_until > $2))`,
		resourceID, int64(now))
	if err != nil {
		return nil, fmt.Errorf("store: figures of a resource: %w", s.classify(err))
	}
	return &f, nil
}

// DueResources returns resources with an offer whose time is over, at most limit.
func (s Resources) DueResources(ctx context.Context, now inventory.Instant, limit int) ([]string, error) {
	list, err := all(ctx, s.read, scanText, "select distinct resource_id from resource_offers where state = 'open' and deadline <= $1 limit $2", int64(now), limit)
	if err != nil {
		return nil, fmt.Errorf("store: resources with offers that are over: %w", s.classify(err))
	}
	return list, nil
}
