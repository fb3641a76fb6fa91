package resources

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
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
	// PublicPage: everybody may see it, and join its waitlist. Description is what is said of it
	// there, Asks are the attributes that people may ask for, and Terms what they have to
	// agree to, or empty.
	PublicPage         bool
	Description, Terms string
	Asks               []ResourceAsk
	// SecretVersion is which secret both sign with, RotatedAt since when, if it is not the
	// first.
	SecretVersion int64
	RotatedAt     inventory.Instant
	// Version counts the changes of its rules.
	Version int64
	// Seq counts the changes of all that is of the resource, Joined who has joined.
	Seq, Joined          int64
	CreatedAt, UpdatedAt inventory.Instant
	// DecisionsToldAt is when members were told last that accepted offers wait for them to decide, and
	// DecisionsToldSeq the last change by then; 0: never. See TellUndecided.
	DecisionsToldAt  inventory.Instant
	DecisionsToldSeq int64
}

// Zone is the time zone of the resource.
func (r *Resource) Zone() (*time.Location, error) {
	zone, err := time.LoadLocation(r.Timezone)
	if err != nil {
		return nil, fmt.Errorf("store: time zone of resource %s: %w", r.ID, err)
	}
	return zone, nil
}

// ResourceAsk is an attribute that people may ask for on the public page.
type ResourceAsk struct {
	Name   string   `json:"name"`
	Label  string   `json:"label"` // for people
	Values []string `json:"values"`
}

// LabelOf is what people read for an attribute: its label, or its name where it has none.
func (r *Resource) LabelOf(name string) string {
	for i := range r.Asks {
		if r.Asks[i].Name == name {
			return r.Asks[i].Label
		}
	}
	return name
}

// TermsVersion names the terms as they are; empty: there are none.
func (r *Resource) TermsVersion() string {
	if r.Terms == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(r.Terms))
	return hex.EncodeToString(sum[:8])
}

// ResourceEntry is a place on the waitlist of a resource.
type ResourceEntry struct {
	ResourceID string
	resource.Entry
	// Who it is, empty when they were erased, as Address.
	Email, Name, Locale string
	// RequestHash is of the request that made it: whoever repeats one with its Idempotency-Key
	// asks for the same.
	RequestHash [32]byte
}

// ResourceSignal is what the other system said.
type ResourceSignal struct {
	ResourceID string
	resource.Signal
}

// ResourceConfirmation is the question to the other system about an offer that was accepted.
type ResourceConfirmation struct {
	ResourceID string
	resource.Confirmation
	// Attempts is how often it was asked, DueAt when it is asked again, and LeasedUntil until
	// when one server asks and no other.
	Attempts           int64
	DueAt, LeasedUntil inventory.Instant
	// LastCause is why the last attempt did not decide, and LastStatus of which answer.
	LastCause  resource.Cause
	LastStatus int64
	// PaymentMethod is handed on with each question, and forgotten when it has ended. It is
	// never logged.
	PaymentMethod string
}

// ResourceOffer is an offer of such capacity.
type ResourceOffer struct {
	ResourceID string
	resource.Offer
	// ToldBy is the channel that took the message about it, and ToldAt when it did; 0: none has
	// yet. Nothing is decided by it.
	ToldBy string
	ToldAt inventory.Instant
}

// ResourceTable describes the table resources; a row is one Resource.
var ResourceTable = table.New("resources", new(Resource), func(c *table.Columns, r *Resource) {
	c.Key("id", &r.ID)
	c.Text("org_id", &r.OrgID)
	c.Text("key", &r.Key)
	c.Changes(1)
	c.Text("name", &r.Name)
	c.Text("timezone", &r.Timezone)
	c.Number("claim_window", (*int64)(&r.ClaimWindow))
	c.Number("waitlist_limit", &r.WaitlistLimit)
	c.Number("max_units", &r.MaxUnits)
	c.Number("head_start", (*int64)(&r.HeadStart))
	c.Text("position_display", &r.PositionDisplay)
	c.Number("at_once", &r.AtOnce)
	c.Number("price", &r.Price)
	c.Text("price_currency", &r.PriceCurrency)
	c.Number("hold_fee", &r.HoldFee)
	c.Text("hold_fee_currency", &r.HoldFeeCurrency)
	c.Number("hold_fee_tax_rate", &r.HoldFeeTaxRate)
	c.Text("give_back", (*string)(&r.GiveBack))
	c.Text("confirm_url", &r.ConfirmURL)
	c.Text("notify_url", &r.NotifyURL)
	c.Flag("public_page", &r.PublicPage)
	c.Text("description", &r.Description)
	c.Encoded("asks", table.AsJSON(&r.Asks))
	c.Text("terms", &r.Terms)
	c.Number("secret_version", &r.SecretVersion)
	c.Number("rotated_at", (*int64)(&r.RotatedAt))
	c.Number("version", &r.Version)
	c.Number("seq", &r.Seq)
	c.Number("joined", &r.Joined)
	c.Number("updated_at", (*int64)(&r.UpdatedAt))
	c.Changes(0)
	c.Number("created_at", (*int64)(&r.CreatedAt))
	c.Number("decisions_told_at", (*int64)(&r.DecisionsToldAt))
	c.Number("decisions_told_seq", &r.DecisionsToldSeq)
})

// ResourceEntryTable describes the table resource_entries; a row is one ResourceEntry.
var ResourceEntryTable = table.New("resource_entries", new(ResourceEntry), func(c *table.Columns, e *ResourceEntry) {
	c.Key("resource_id", &e.ResourceID)
	c.Key("id", &e.ID)
	c.Changes(1)
	c.Text("state", (*string)(&e.State))
	c.Text("offer_id", &e.OfferID)
	c.Number("ended_at", (*int64)(&e.EndedAt))
	c.Number("ended_seq", &e.EndedSeq)
	c.Number("rank", &e.Rank)
	c.Text("paid_by", &e.PaidBy)
	c.Number("paid_at", (*int64)(&e.PaidAt))
	c.Number("paid_seq", &e.PaidSeq)
	c.Flag("fee_back", &e.FeeBack)
	c.Changes(0)
	c.Text("user_id", &e.UserID)
	c.Text("email", &e.Email)
	c.Text("address", &e.Address)
	c.Text("name", &e.Name)
	c.Encoded("attributes", table.AsJSON(&e.Attributes))
	c.Number("units", &e.Units)
	c.Number("class", &e.Class)
	c.Number("join_no", &e.JoinNo)
	c.Number("joined_at", (*int64)(&e.JoinedAt))
	c.Number("joined_seq", &e.JoinedSeq)
	c.Text("locale", &e.Locale)
	c.ExactHash("request_hash", &e.RequestHash)
	c.Flag("own", &e.Own)
	c.Number("fee", &e.Fee)
	c.Text("fee_currency", &e.FeeCurrency)
	c.Number("fee_tax_rate", &e.FeeTaxRate)
	c.Text("give_back", (*string)(&e.GiveBack))
	c.Number("pay_until", (*int64)(&e.PayUntil))
})

// ResourceSignalTable describes the table resource_signals; a row is one ResourceSignal.
var ResourceSignalTable = table.New("resource_signals", new(ResourceSignal), func(c *table.Columns, s *ResourceSignal) {
	c.Key("resource_id", &s.ResourceID)
	c.Key("event_id", &s.EventID)
	c.Text("kind", (*string)(&s.Kind))
	c.Changes(1)
	c.Number("offered", &s.Offered)
	c.Number("taken", &s.Taken)
	c.Number("lost", &s.Lost)
	c.Changes(0)
	c.Number("units", &s.Units)
	c.Encoded("attributes", table.AsJSON(&s.Attributes))
	c.Number("valid_until", (*int64)(&s.ValidUntil))
	c.Text("release_id", &s.ReleaseID)
	c.Number("at", (*int64)(&s.At))
	c.Number("seq", &s.Seq)
})

// ResourceOfferTable describes the table resource_offers; a row is one ResourceOffer.
var ResourceOfferTable = table.New("resource_offers", new(ResourceOffer), func(c *table.Columns, o *ResourceOffer) {
	c.Key("resource_id", &o.ResourceID)
	c.Key("id", &o.ID)
	c.Changes(1)
	c.Text("state", (*string)(&o.State))
	c.Number("ended_at", (*int64)(&o.EndedAt))
	c.Number("ended_seq", &o.EndedSeq)
	c.Changes(0)
	c.Text("entry_id", &o.EntryID)
	c.Text("release_id", &o.ReleaseID)
	c.Number("units", &o.Units)
	c.Number("made_at", (*int64)(&o.MadeAt))
	c.Number("deadline", (*int64)(&o.Deadline))
	c.Number("made_seq", &o.MadeSeq)
	c.Number("seen_at", (*int64)(&o.SeenAt))
	c.Text("told_by", &o.ToldBy)
	c.Number("told_at", (*int64)(&o.ToldAt))
	c.Text("round", &o.Round)
	c.Number("round_units", &o.RoundUnits)
	c.Number("round_size", &o.RoundSize)
	c.Number("price", &o.Price)
	c.Text("price_currency", &o.PriceCurrency)
})

// ResourceConfirmationTable describes the table resource_confirmations; a row is one ResourceConfirmation.
var ResourceConfirmationTable = table.New("resource_confirmations", new(ResourceConfirmation), func(c *table.Columns, a *ResourceConfirmation) {
	c.Key("resource_id", &a.ResourceID)
	c.Key("offer_id", &a.OfferID)
	c.Changes(1)
	c.Text("state", (*string)(&a.State))
	c.Text("outcome", (*string)(&a.Outcome))
	c.Text("cause", (*string)(&a.Cause))
	c.Number("status", &a.Status)
	c.Text("words", &a.Words)
	c.Flag("staff", &a.Staff)
	c.Number("since", (*int64)(&a.Since))
	c.Number("ended_at", (*int64)(&a.EndedAt))
	c.Number("ended_seq", &a.EndedSeq)
	c.Number("failed_at", (*int64)(&a.FailedAt))
	c.Number("failed_seq", &a.FailedSeq)
	c.Text("payment_method", &a.PaymentMethod)
	c.Number("due_at", (*int64)(&a.DueAt))
	c.Number("leased_until", (*int64)(&a.LeasedUntil))
	c.Changes(0)
	c.Number("attempts", &a.Attempts)
	c.Text("last_cause", (*string)(&a.LastCause))
	c.Number("last_status", &a.LastStatus)
	c.Number("begun_at", (*int64)(&a.BegunAt))
	c.Number("begun_seq", &a.BegunSeq)
})

// ByKey returns a resource of an organization by what it calls it, or ErrNotFound.
func (s Resources) ByKey(ctx context.Context, org, key string) (*Resource, error) {
	r, err := table.One(ctx, s.db.Read, ResourceTable.Scan, ResourceTable.From()+" where org_id = $1 and key = $2", org, key)
	if err != nil {
		return nil, fmt.Errorf("store: resource: %w", s.db.Classify(err))
	}
	return &r, nil
}

// ByID returns a resource, or ErrNotFound.
func (s Resources) ByID(ctx context.Context, id string) (*Resource, error) {
	r, err := oneResource(ctx, s.db.Read, id, "")
	if err != nil {
		return nil, fmt.Errorf("store: resource: %w", s.db.Classify(err))
	}
	return &r, nil
}

// Public returns a resource that everybody may see, or ErrNotFound.
func (s Resources) Public(ctx context.Context, id string) (*Resource, error) {
	r, err := s.ByID(ctx, id)
	if err == nil && !r.PublicPage {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Mapped returns the ids of resources that everybody may see, in order, at most limit.
func (s Resources) Mapped(ctx context.Context, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select id from resources where public_page = 1 order by id limit $1", limit)
	if err != nil {
		return nil, fmt.Errorf("store: public resources: %w", s.db.Classify(err))
	}
	return list, nil
}

// LiveOf returns a live entry of an address, the first in the order of the waitlist, or ErrNotFound.
func (s Resources) LiveOf(ctx context.Context, resourceID, address string) (*ResourceEntry, error) {
	e, err := table.One(ctx, s.db.Read, ResourceEntryTable.Scan, ResourceEntryTable.From()+` where address = $1 and address <> '' and resource_id = $2
		and state in ('pending_payment', 'waiting', 'offered', 'accepting') order by rank, join_no limit 1`, address, resourceID)
	if err != nil {
		return nil, fmt.Errorf("store: entry of an address: %w", s.db.Classify(err))
	}
	return &e, nil
}

// End returns where somebody would stand who joined now, behind everybody.
func (s Resources) End(ctx context.Context, resourceID string, since inventory.Instant) (*Standing, error) {
	return s.Standing(ctx, &ResourceEntry{ResourceID: resourceID, Entry: resource.Entry{Rank: math.MaxInt64, JoinNo: math.MaxInt64}}, since)
}

func oneResource(ctx context.Context, q table.Querier, id, lock string) (Resource, error) {
	return table.One(ctx, q, ResourceTable.Scan, ResourceTable.From()+" where id = $1"+lock, id)
}

// Page returns the resources of an organization behind a key, at most limit.
func (s Resources) Page(ctx context.Context, org, after string, limit int) ([]Resource, error) {
	list, err := table.All(ctx, s.db.Read, ResourceTable.Scan, ResourceTable.From()+" where org_id = $1 and key > $2 order by key limit $3", org, after, limit)
	if err != nil {
		return nil, fmt.Errorf("store: resources: %w", s.db.Classify(err))
	}
	return list, nil
}

// Entry returns a place on the waitlist of a resource, or ErrNotFound.
func (s Resources) Entry(ctx context.Context, resourceID, id string) (*ResourceEntry, error) {
	e, err := table.One(ctx, s.db.Read, ResourceEntryTable.Scan, ResourceEntryTable.From()+" where resource_id = $1 and id = $2", resourceID, id)
	if err != nil {
		return nil, fmt.Errorf("store: entry of a resource: %w", s.db.Classify(err))
	}
	return &e, nil
}

// Offer returns an offer of a resource, or ErrNotFound.
func (s Resources) Offer(ctx context.Context, resourceID, id string) (*ResourceOffer, error) {
	o, err := table.One(ctx, s.db.Read, ResourceOfferTable.Scan, ResourceOfferTable.From()+" where resource_id = $1 and id = $2", resourceID, id)
	if err != nil {
		return nil, fmt.Errorf("store: offer of a resource: %w", s.db.Classify(err))
	}
	return &o, nil
}

// Signal returns what the other system said, or ErrNotFound.
func (s Resources) Signal(ctx context.Context, resourceID, event string) (*ResourceSignal, error) {
	g, err := table.One(ctx, s.db.Read, ResourceSignalTable.Scan, ResourceSignalTable.From()+" where resource_id = $1 and event_id = $2", resourceID, event)
	if err != nil {
		return nil, fmt.Errorf("store: signal of a resource: %w", s.db.Classify(err))
	}
	return &g, nil
}

// EntryOffers returns the offers that an entry had, in their order, at most limit.
func (s Resources) EntryOffers(ctx context.Context, resourceID, entry string, limit int) ([]ResourceOffer, error) {
	list, err := table.All(ctx, s.db.Read, ResourceOfferTable.Scan, ResourceOfferTable.From()+" where resource_id = $1 and entry_id = $2 order by made_seq limit $3", resourceID, entry, limit)
	if err != nil {
		return nil, fmt.Errorf("store: offers of an entry: %w", s.db.Classify(err))
	}
	return list, nil
}

// ResourcePosition is where a page of entries ends: of those who wait by their order, of all by
// the number with which they joined.
type ResourcePosition struct{ Rank, JoinNo int64 }

// Waiting returns the live entries of a resource in their order, behind a position, at most
// limit.
func (s Resources) Waiting(ctx context.Context, resourceID string, after ResourcePosition, limit int) ([]ResourceEntry, error) {
	list, err := table.All(ctx, s.db.Read, ResourceEntryTable.Scan, ResourceEntryTable.From()+` where resource_id = $1 and state in ('pending_payment', 'waiting', 'offered', 'accepting')
		and (rank, join_no) > (cast($2 as bigint), cast($3 as bigint)) order by rank, join_no limit $4`, resourceID, after.Rank, after.JoinNo, limit)
	if err != nil {
		return nil, fmt.Errorf("store: waitlist of a resource: %w", s.db.Classify(err))
	}
	return list, nil
}

// Everybody returns all entries of a resource, those that ended too, by when they joined.
func (s Resources) Everybody(ctx context.Context, resourceID string, after ResourcePosition, limit int) ([]ResourceEntry, error) {
	list, err := table.All(ctx, s.db.Read, ResourceEntryTable.Scan, ResourceEntryTable.From()+" where resource_id = $1 and join_no > $2 order by join_no limit $3", resourceID, after.JoinNo, limit)
	if err != nil {
		return nil, fmt.Errorf("store: entries of a resource: %w", s.db.Classify(err))
	}
	return list, nil
}

// OffersPage returns the offers of a resource, or only those that are being accepted, the newest
// first, made before a change (0: all), at most limit.
func (s Resources) OffersPage(ctx context.Context, resourceID string, accepting bool, before int64, limit int) ([]ResourceOffer, error) {
	only := ""
	if accepting {
		only = " and state = 'accepting'"
	}
	list, err := table.All(ctx, s.db.Read, ResourceOfferTable.Scan, ResourceOfferTable.From()+` where resource_id = $1`+only+` and (cast($2 as bigint) = 0 or made_seq < $2)
		order by made_seq desc limit $3`, resourceID, before, limit)
	if err != nil {
		return nil, fmt.Errorf("store: offers of a resource: %w", s.db.Classify(err))
	}
	return list, nil
}

// ResourcesOf returns the entries of an address on the waitlists of all organizations, at most
// limit.
func (s Resources) ResourcesOf(ctx context.Context, address string, limit int) ([]ResourceEntry, error) {
	list, err := table.All(ctx, s.db.Read, ResourceEntryTable.Scan, ResourceEntryTable.From()+" where address = $1 and address <> '' order by resource_id, join_no limit $2", address, limit)
	if err != nil {
		return nil, fmt.Errorf("store: entries of an address: %w", s.db.Classify(err))
	}
	return list, nil
}

// Mine returns the entries of an address on the waitlists of all organizations that are live or have
// ended after a time, the live ones first and in each the latest first, at most limit.
func (s Resources) Mine(ctx context.Context, address string, since inventory.Instant, limit int) ([]ResourceEntry, error) {
	list, err := table.All(ctx, s.db.Read, ResourceEntryTable.Scan, ResourceEntryTable.From()+` where address = $1 and address <> '' and (ended_at = 0 or ended_at > $2)
		order by case when ended_at = 0 then 0 else 1 end, joined_at desc, id limit $3`, address, int64(since), limit)
	if err != nil {
		return nil, fmt.Errorf("store: places of an address: %w", s.db.Classify(err))
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
	st, err := table.One(ctx, s.db.Read, func(r engine.Row, st *Standing) error {
		return r.Scan(&st.Ahead, &st.AheadUnits, &st.Given, (*int64)(&st.First))
	}, `select (select count(*) from resource_entries a where a.resource_id = $1 and a.state = 'waiting' and (a.rank, a.join_no) < (cast($2 as bigint), cast($3 as bigint))),
		(select cast(coalesce(sum(a.units), 0) as bigint) from resource_entries a where a.resource_id = $1 and a.state = 'waiting' and (a.rank, a.join_no) < (cast($2 as bigint), cast($3 as bigint))),
		(select cast(coalesce(sum(o.units), 0) as bigint) from resource_offers o where o.resource_id = $1 and o.state = 'accepted' and o.ended_at >= $4),
		(select cast(coalesce(min(g.at), 0) as bigint) from resource_signals g where g.resource_id = $1)`, e.ResourceID, e.Rank, e.JoinNo, int64(since))
	if err != nil {
		return nil, fmt.Errorf("store: standing of an entry: %w", s.db.Classify(err))
	}
	return &st, nil
}

// ResourceFigures are the figures of a resource.
//
// Accepting is how many have accepted while the other system is asked, Failed of how many of these
// people have to decide, and Unpaid how many have a fee to pay before they are in the queue.
type ResourceFigures struct{ Waiting, Offered, Accepting, Failed, Unpaid, FreeUnits int64 }

// Live is how many have a place, or are about to pay for one.
func (f *ResourceFigures) Live() int64 { return f.Unpaid + f.Waiting + f.Offered + f.Accepting }

// Figures returns the figures of a resource at a time.
func (s Resources) Figures(ctx context.Context, resourceID string, now inventory.Instant) (*ResourceFigures, error) {
	f, err := table.One(ctx, s.db.Read, func(r engine.Row, f *ResourceFigures) error {
		return r.Scan(&f.Waiting, &f.Offered, &f.Accepting, &f.Failed, &f.Unpaid, &f.FreeUnits)
	},
		`select (select count(*) from resource_entries where resource_id = $1 and state = 'waiting'),
		(select count(*) from resource_entries where resource_id = $1 and state = 'offered'),
		(select count(*) from resource_entries where resource_id = $1 and state = 'accepting'),
		(select count(*) from resource_confirmations where resource_id = $1 and state = 'failed'),
		(select count(*) from resource_entries where resource_id = $1 and state = 'pending_payment'),
		(select cast(coalesce(sum(units - offered - taken - lost), 0) as bigint) from resource_signals where resource_id = $1 and kind = 'released' and (valid_until = 0 or valid_until > $2))`,
		resourceID, int64(now))
	if err != nil {
		return nil, fmt.Errorf("store: figures of a resource: %w", s.db.Classify(err))
	}
	return &f, nil
}

// DueResources returns resources with an offer whose time is over, or a fee that was not paid in time,
// at most limit.
func (s Resources) DueResources(ctx context.Context, now inventory.Instant, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select resource_id from resource_offers where state = 'open' and deadline <= $1
		union select resource_id from resource_entries where state = 'pending_payment' and pay_until <= $1 limit $2`, int64(now), limit)
	if err != nil {
		return nil, fmt.Errorf("store: resources with offers that are over: %w", s.db.Classify(err))
	}
	return list, nil
}

// Resources is capacity that other systems own, and who waits for it.
type Resources struct{ db *database.DB }

// NewResources returns Resources on a database.
func NewResources(db *database.DB) Resources { return Resources{db} }
