package events

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The tables that batches write.
var (
	PoolTable = table.NewBatched("pools", "event_id", engine.Insert, new(inventory.Pool), func(c *table.Columns, p *inventory.Pool) {
		c.Key("id", &p.ID)
		c.Text("name", &p.Name)
		c.Given("position", engine.Int)
		c.Changes(1)
		c.Number("capacity", &p.Capacity)
		c.Number("held", &p.Held)
		c.Number("confirmed", &p.Confirmed)
		c.Number("blocked", &p.Blocked)
	})

	TierTable = table.NewBatched("tiers", "event_id", engine.Insert, new(inventory.Tier), func(c *table.Columns, t *inventory.Tier) {
		c.Key("id", &t.ID)
		c.Given("position", engine.Int)
		c.Changes(1)
		c.Text("name", &t.Name)
		c.Text("description", &t.Description)
		c.Number("price", &t.Price.Amount)
		c.Number("price_min", &t.PriceMin)
		c.Number("price_max", &t.PriceMax)
		c.Number("tax_rate", &t.Price.TaxRate)
		c.Flag("tax_included", &t.Price.TaxIncluded)
		c.Number("sale_starts_at", (*int64)(&t.SaleStarts))
		c.Number("sale_ends_at", (*int64)(&t.SaleEnds))
		c.Number("max_per_order", &t.MaxPerOrder)
		c.Flag("hidden", &t.Hidden)
		c.Text("kind", (*string)(&t.Kind))
		c.Number("per_ticket", &t.PerTicket)
		c.Encoded("goes_with", table.AsCommas(&t.GoesWith))
		c.Encoded("suggested", table.AsNumbers(&t.Suggested))
		c.Encoded("fee", feeTerms{&t.FeeTerms})
	})

	TierPoolTable = table.NewBatched("tier_pools", "event_id", engine.Insert, new(TierPool), func(c *table.Columns, t *TierPool) {
		c.Key("tier_id", &t.Tier)
		c.Key("pool_id", &t.Pool)
		c.Number("position", &t.Position)
	})

	LaneTable = table.NewBatched("lanes", "event_id", engine.Upsert, new(inventory.Lane), func(c *table.Columns, l *inventory.Lane) {
		c.Key("tier_id", &l.Tier)
		c.SmallKey("class", &l.Class)
		c.Number("waiting", &l.Waiting)
		c.Number("last_rank", &l.LastRank)
	})

	CountTable = table.NewBatched("waitlist_counts", "event_id", engine.Add, new(WaitlistCount), func(c *table.Columns, l *WaitlistCount) {
		c.Key("tier_id", &l.Lane.Tier)
		c.SmallKey("class", &l.Lane.Class)
		c.NumberKey("level", &l.Level)
		c.NumberKey("bucket", &l.Bucket)
		c.Number("waiting", &l.Waiting)
	})

	PersonTable = table.NewBatched("people", "event_id", engine.Insert, new(inventory.Person), func(c *table.Columns, p *inventory.Person) {
		c.Key("id", &p.ID)
		c.Changes(ChangedProfile)
		c.Text("user_id", &p.UserID)
		c.Text("email", &p.Profile.Email)
		c.Text("name", &p.Profile.Name)
		c.Text("locale", &p.Profile.Locale)
		c.Changes(1)
		c.Text("hold_id", &p.HoldID)
		c.Text("entry_id", &p.EntryID)
		c.Text("goods_entries", &p.GoodsEntries)
		c.Number("units", &p.Units)
		c.Number("places", &p.Places)
		c.Changes(0)
		c.Given("created_at", engine.Int)
		c.Changes(ChangedProfile)
		c.Given("erased_at", engine.Int)
	})

	InvitationTable = table.NewBatched("invitations", "event_id", engine.Insert, new(inventory.Invitation), func(c *table.Columns, v *inventory.Invitation) {
		c.Key("id", &v.ID)
		c.Text("person_id", &v.PersonID)
		c.Number("created_at", (*int64)(&v.CreatedAt))
		c.Changes(1)
		c.Text("state", (*string)(&v.State))
		c.Number("places", &v.Places)
		c.Number("sent_at", (*int64)(&v.SentAt))
		c.Number("updated_at", (*int64)(&v.UpdatedAt))
		c.Number("last_seq", &v.LastSeq)
		c.Number("waited", &v.Waited)
	})

	HoldTable = table.NewBatched("holds", "event_id", engine.Insert, new(inventory.Hold), func(c *table.Columns, h *inventory.Hold) {
		c.Key("id", &h.ID)
		c.Text("kind", (*string)(&h.Kind))
		c.Text("person_id", &h.PersonID)
		c.Text("tier_id", &h.Tier)
		c.Text("entry_id", &h.EntryID)
		c.Text("offer_id", &h.OfferID)
		c.Text("name", &h.Name)
		c.Number("created_at", (*int64)(&h.CreatedAt))
		c.Number("entrant", &h.Entrant)
		c.Changes(1)
		c.Text("state", (*string)(&h.State))
		c.Number("units", &h.Units)
		c.Text("guests", &h.Guests)
		c.Number("expires_at", (*int64)(&h.ExpiresAt))
		c.Number("updated_at", (*int64)(&h.UpdatedAt))
		c.Text("reason", (*string)(&h.Reason))
		c.Number("last_seq", &h.LastSeq)
		c.Text("given_back", &h.GivenBack)
	})

	EntryTable = table.NewBatched("waitlist_entries", "event_id", engine.Insert, new(inventory.Entry), func(c *table.Columns, e *inventory.Entry) {
		c.Key("id", &e.ID)
		c.Text("person_id", &e.PersonID)
		c.Text("wish", &e.Wish)
		c.Text("name", &e.Name)
		c.Number("joined_at", (*int64)(&e.JoinedAt))
		c.Number("entrant", &e.Entrant)
		c.Changes(ChangedPlacement)
		placementColumns(c, &e.Placement)
		c.Number("approved_at", (*int64)(&e.ApprovedAt))
		c.Changes(1)
		c.Text("state", (*string)(&e.State))
		c.Number("units", &e.Units)
		c.Number("passes", &e.Passes)
		c.Text("guests", &e.Guests)
		c.Text("offer_id", &e.OfferID)
		c.Number("left_seq", &e.LeftSeq)
		c.Number("updated_at", (*int64)(&e.UpdatedAt))
		c.Text("reason", (*string)(&e.Reason))
		c.Number("last_seq", &e.LastSeq)
	})

	PastPlacementTable = table.NewBatched("past_placements", "event_id", engine.Insert, new(inventory.PastPlacement), func(c *table.Columns, p *inventory.PastPlacement) {
		c.Key("entry_id", &p.EntryID)
		placementColumns(c, &p.Placement)
		c.Number("until_seq", &p.UntilSeq)
	})

	OriginTable = table.NewBatched("origins", "event_id", engine.Insert, new(inventory.Originated), func(c *table.Columns, o *inventory.Originated) {
		c.Key("origin", &o.Origin)
		c.Key("thing_id", &o.ThingID)
		c.Text("person_id", &o.PersonID)
		c.Number("units", &o.Units)
		c.Flag("unpaid", &o.Unpaid)
	})

	OfferTable = table.NewBatched("offers", "event_id", engine.Insert, new(inventory.Offer), func(c *table.Columns, o *inventory.Offer) {
		c.Key("id", &o.ID)
		c.Text("entry_id", &o.EntryID)
		c.Text("order_id", &o.OrderID)
		c.Text("person_id", &o.PersonID)
		c.Number("opened_at", (*int64)(&o.OpenedAt))
		c.Number("rule_version", &o.RuleVersion)
		c.Changes(1)
		c.Text("state", (*string)(&o.State))
		c.Number("window_starts_at", (*int64)(&o.WindowStartsAt))
		c.Number("expires_at", (*int64)(&o.ExpiresAt))
		c.Number("ended_at", (*int64)(&o.EndedAt))
		c.Number("extensions", &o.Extensions)
		c.Number("last_seq", &o.LastSeq)
	})

	OrderTable = table.NewBatched("orders", "event_id", engine.Insert, NewOrderRow(), func(c *table.Columns, o OrderRow) {
		c.Key("id", o.ID)
		c.Text("currency", &o.Currency)
		c.Changes(ChangedPrice)
		c.Number("total", &o.Total)
		c.Text("promo_id", &o.PromoID)
		c.Text("taxation", &o.Taxation)
		c.Text("vat_id", &o.VATID)
		c.Changes(0)
		c.Text("access_id", &o.AccessID)
		c.Number("pay_until", (*int64)(&o.PayUntil))
		c.Changes(1)
		c.Text("payment_id", &o.PaymentID)
		c.Number("paid", &o.Paid)
		c.Flag("prolonged", &o.Prolonged)
	})

	ItemTable = table.NewBatched("hold_items", "event_id", engine.Insert, NewItemRow(), func(c *table.Columns, i ItemRow) {
		c.Key("hold_id", i.Order)
		c.SmallKey("no", &i.No)
		c.Text("tier_id", &i.Tier)
		c.Text("seat_id", &i.Seat)
		c.Text("first_seat_id", &i.FirstSeat)
		c.Small("goes_with", &i.GoesWith)
		c.Flag("donation", &i.Donation)
		c.Text("fee", &i.Fee)
		c.Changes(ChangedPrice)
		c.Number("price", &i.Price.Amount)
		c.Number("tax_rate", &i.TaxRate)
		c.Flag("tax_included", &i.TaxIncluded)
		c.Number("discount", &i.Discount)
		c.Number("net", &i.Net)
		c.Number("tax", &i.Tax)
		c.Number("gross", &i.Gross)
		c.Text("listed", &i.Listed)
		c.Changes(1)
		c.Encoded("state", itemState{i})
		c.Number("released_seq", &i.ReleasedSeq)
	})

	// ItemSeats writes the seats of items that were moved to others.
	ItemSeats = ItemTable.OfEvent(engine.Update, func(column string) bool {
		return slices.Contains([]string{"hold_id", "no", "seat_id", "first_seat_id", "state"}, column)
	})

	CodeTable = table.NewBatched("price_codes", "event_id", engine.Insert, new(inventory.PriceCode), func(c *table.Columns, p *inventory.PriceCode) {
		c.Key("id", &p.ID)
		c.Text("code", &p.Text)
		c.Text("kind", (*string)(&p.Kind))
		c.Changes(1)
		c.Number("percent_bp", &p.Percent)
		c.Number("amount", &p.Amount)
		c.Encoded("tier_ids", table.AsCommas(&p.Tiers))
		c.Number("starts_at", (*int64)(&p.Starts))
		c.Number("ends_at", (*int64)(&p.Ends))
		c.Number("max_uses", &p.MaxUses)
		c.Number("used", &p.Used)
		c.Flag("disabled", &p.Disabled)
		c.Number("last_seq", &p.LastSeq)
	})

	StatementTable = table.NewBatched("statements", "event_id", engine.Insert, new(inventory.Statement), func(c *table.Columns, s *inventory.Statement) {
		c.NumberKey("version", &s.Version)
		c.Text("id", &s.ID)
		c.Text("text", &s.Text)
		c.Text("hash", &s.Hash)
		c.Number("created_at", (*int64)(&s.At))
		c.Number("opens_at", (*int64)(&s.OpensAt))
		c.Number("seq", &s.Seq)
	})

	RefundTable = table.NewBatched("refunds_due", "event_id", engine.Insert, new(inventory.Refund), func(c *table.Columns, r *inventory.Refund) {
		c.NumberKey("seq", &r.Seq)
		c.Text("order_id", &r.OrderID)
		c.Text("payment_id", &r.PaymentID)
		c.Number("amount", &r.Amount)
		c.Text("currency", &r.Currency)
		c.Text("reason", (*string)(&r.Reason))
		c.Number("created_at", (*int64)(&r.At))
		c.Elsewhere("begun", engine.Bool) // by the payout of it
	})

	TicketTable = table.NewBatched("ticket_versions", "event_id", engine.Upsert, new(TicketVersion), func(c *table.Columns, t *TicketVersion) {
		c.Key("ticket_id", &t.TicketID)
		c.Number("version", &t.Version)
		c.Given("issued_at", engine.Int)
		c.Text("holder_id", &t.HolderID)
		c.Number("transfers", &t.Transfers)
	})

	TransferTable = table.NewBatched("transfers", "event_id", engine.Insert, new(inventory.Transfer), func(c *table.Columns, t *inventory.Transfer) {
		c.Key("id", &t.ID)
		c.Text("ticket_id", &t.TicketID)
		c.Text("from_person", &t.From)
		c.Text("to_person", &t.To)
		c.Number("offered_at", (*int64)(&t.OfferedAt))
		c.Changes(1)
		c.Text("state", (*string)(&t.State))
		c.Number("ended_at", (*int64)(&t.EndedAt))
		c.Number("last_seq", &t.LastSeq)
	}).Derive(func(t *inventory.Transfer) error {
		t.OrderID, t.Unit, _ = id.UnitOf(t.TicketID)
		return nil
	})

	ExchangeTable = table.NewBatched("exchanges", "event_id", engine.Insert, new(inventory.Exchange), func(c *table.Columns, x *inventory.Exchange) {
		c.Key("id", &x.ID)
		c.Text("ticket_id", &x.TicketID)
		c.Text("order_id", &x.OrderID)
		c.Number("unit", &x.Unit)
		c.Text("tier_id", &x.Tier)
		c.Text("seat_id", &x.Seat)
		c.Text("person_id", &x.PersonID)
		c.Number("opened_at", (*int64)(&x.OpenedAt))
		c.Number("opened_seq", &x.OpenedSeq)
		c.Changes(1)
		c.Text("state", (*string)(&x.State))
		c.Text("taker_id", &x.TakerID)
		c.Number("taker_unit", &x.TakerUnit)
		c.Number("refund", &x.Refund)
		c.Number("ended_at", (*int64)(&x.EndedAt))
		c.Number("last_seq", &x.LastSeq)
	})

	AuditTable = table.NewBatched("audit", "event_id", engine.Insert, NewAuditRow(), func(c *table.Columns, a AuditRow) {
		c.NumberKey("seq", &a.Seq)
		c.Number("at", (*int64)(&a.At))
		c.Text("actor", &a.Actor)
		c.Text("subject", &a.Subject)
		c.Text("state_from", &a.From)
		c.Text("state_to", &a.To)
		c.Text("reason", (*string)(&a.Reason))
		c.Number("rule_version", &a.Rule)
		c.Text("related", &a.Related)
		c.Number("units", &a.Units)
		c.Number("prev_seq", &a.PrevSeq)
		c.Text("commitment", &a.Commitment)
		c.Hash("hash", a.Hash)
	})

	MessageTable = table.NewBatched("messages", "event_id", engine.Insert, new(inventory.Message), func(c *table.Columns, m *inventory.Message) {
		c.NumberKey("seq", &m.Seq)
		c.Text("person_id", &m.PersonID)
		c.Text("kind", (*string)(&m.Kind))
		c.Text("ref", &m.Ref)
		c.Number("created_at", (*int64)(&m.At))
	})

	ReplyTable = table.NewBatched("idempotency_keys", "scope", engine.Insert, new(database.Reply), func(c *table.Columns, r *database.Reply) {
		c.Key("caller", &r.Key.Caller)
		c.Key("key", &r.Key.Key)
		c.Hash("body_hash", (*audit.Hash)(&r.Key.BodyHash))
		c.Text("reply", &r.Reply)
		c.Given("created_at", engine.Int)
	})
)

// Groups of columns that are updated by themselves.
const (
	ChangedProfile   = 2 // of a person
	ChangedPlacement = 2 // of an entry
	ChangedPrice     = 2 // of an order and its items

	ChangedHead     = 2 // of an event, as all that follow
	ChangedSettings = 3
	ChangedDetails  = 4
)

// placementColumns are the columns of a placement, the newest or a past one.
func placementColumns(c *table.Columns, p *inventory.Placement) {
	c.Text("tier_id", &p.Tier)
	c.Small("class", &p.Class)
	c.Number("join_no", &p.JoinNo)
	c.Number("rank", &p.Rank)
	c.Number("placed_seq", &p.PlacedSeq)
}

// TierPool says that units of a tier come from a pool.
type TierPool struct {
	Tier, Pool string
	Position   int64
}

// OrderRow is a row of orders: what a hold with items has beside it.
type OrderRow struct {
	ID *string
	*inventory.Order
}

// NewOrderRow returns an empty row.
func NewOrderRow() OrderRow { return OrderRow{new(string), new(inventory.Order)} }

// ItemRow is a row of hold_items.
type ItemRow struct {
	Order *string
	State *string // as it is stored, for those who read it; may be nil
	*inventory.Item
}

// NewItemRow returns an empty row.
func NewItemRow() ItemRow { return ItemRow{Order: new(string), Item: new(inventory.Item)} }

// itemState is the state of an item, of which "released" is told by its column
// released_seq as well.
type itemState struct{ ItemRow }

func (i itemState) Encode() (string, error) {
	switch {
	case !i.Live():
		return "released", nil
	case i.Standing:
		return itemStanding, nil
	}
	return "live", nil
}

func (i itemState) Decode(state string) error {
	i.Standing = state == itemStanding
	if i.State != nil {
		*i.State = state
	}
	return nil
}

// itemStanding is the state of an item whose seat is another order's.
const itemStanding = "standing"

// AuditRow is a row of audit.
type AuditRow struct {
	*inventory.AuditRow
	Hash *audit.Hash
}

// NewAuditRow returns an empty row.
func NewAuditRow() AuditRow { return AuditRow{new(inventory.AuditRow), new(audit.Hash)} }

// SettingsField is the settings of an event, stored as JSON.
type SettingsField struct{ *inventory.Settings }

// Encode returns the settings as JSON.
func (f SettingsField) Encode() (string, error) {
	text, err := json.Marshal(f.Settings)
	return string(text), err
}

// Decode reads settings from JSON.
func (f SettingsField) Decode(text string) error {
	var read inventory.Settings // what the text leaves out is zero
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		return err
	}
	*f.Settings = read
	return nil
}

// EventTable describes the row of an event, of which a batch writes what changed.
var EventTable = table.New("events", new(EventRecord), func(c *table.Columns, v *EventRecord) {
	e := &v.Event
	c.Key("id", &e.ID)
	c.Text("org_id", &e.OrgID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("archived_at", (*int64)(&v.ArchivedAt))
	c.Number("moved_from", (*int64)(&v.MovedFrom)) // by a statement of its own
	c.Changes(1)
	c.Text("status", (*string)(&e.Status))
	c.Number("version", &e.Version)
	c.Number("seq", &e.Seq)
	c.Number("join_no", &e.JoinNo)
	c.Number("clock", (*int64)(&e.Clock))
	c.Number("due_at", (*int64)(&e.DueAt))
	c.Number("draw_due_at", (*int64)(&e.DrawDueAt))
	c.Number("wave_started_at", (*int64)(&e.WaveStartedAt))
	c.Number("wave_used", &e.WaveUsed)
	c.Number("swept_at", (*int64)(&e.SweptAt))
	c.Number("live_offers", &v.LiveOffers)
	c.Number("applications", &v.Applications)
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
	c.Changes(ChangedHead)
	c.Hash("head_hash", &v.HeadHash)
	c.Blob("head_sig", &v.HeadSig)
	c.Changes(ChangedSettings)
	c.Number("starts_at", (*int64)(&e.StartsAt))
	c.Number("ends_at", (*int64)(&e.EndsAt))
	c.Text("timezone", &v.Timezone)
	c.Encoded("settings", SettingsField{&e.Settings})
	detailColumns(c, &v.Details)
	c.Elsewhere("listed_at", engine.Int) // by listed
	c.Elsewhere("sold_out", engine.Int)
	c.Elsewhere("prices", engine.Text)
	c.Elsewhere("unlisted", engine.Int)
	c.Elsewhere("demand", engine.Text)
	c.Elsewhere("published_at", engine.Int)
}).Derive(func(v *EventRecord) (err error) {
	v.Event.Zone, err = time.LoadLocation(v.Timezone)
	return err
})

// feeTerms are the terms of a fee as text; empty: of a tier that is none, or that comes to nothing.
type feeTerms struct{ *inventory.FeeTerms }

func (f feeTerms) Encode() (string, error) {
	if *f.FeeTerms == (inventory.FeeTerms{}) {
		return "", nil
	}
	return f.String(), nil
}

func (f feeTerms) Decode(text string) error {
	if text == "" {
		*f.FeeTerms = inventory.FeeTerms{}
		return nil
	}
	terms, ok := inventory.ReadFeeTerms(text)
	if !ok {
		return fmt.Errorf("store: %q are no terms of a fee", text)
	}
	*f.FeeTerms = terms
	return nil
}
