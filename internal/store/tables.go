package store

import (
	"encoding/json"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// The tables that batches write.
var (
	poolTable = describeBatch("pools", "event_id", engine.Insert, new(inventory.Pool), func(c *columns, p *inventory.Pool) {
		c.key("id", &p.ID)
		c.text("name", &p.Name)
		c.given("position", engine.Int)
		c.changes(1)
		c.number("capacity", &p.Capacity)
		c.number("held", &p.Held)
		c.number("confirmed", &p.Confirmed)
		c.number("blocked", &p.Blocked)
	})

	tierTable = describeBatch("tiers", "event_id", engine.Insert, new(inventory.Tier), func(c *columns, t *inventory.Tier) {
		c.key("id", &t.ID)
		c.given("position", engine.Int)
		c.changes(1)
		c.text("name", &t.Name)
		c.number("price", &t.Price.Amount)
		c.number("tax_rate", &t.Price.TaxRate)
		c.flag("tax_included", &t.Price.TaxIncluded)
		c.number("sale_starts_at", (*int64)(&t.SaleStarts))
		c.number("sale_ends_at", (*int64)(&t.SaleEnds))
		c.number("max_per_order", &t.MaxPerOrder)
		c.flag("hidden", &t.Hidden)
	})

	tierPoolTable = describeBatch("tier_pools", "event_id", engine.Insert, new(tierPool), func(c *columns, t *tierPool) {
		c.key("tier_id", &t.Tier)
		c.key("pool_id", &t.Pool)
		c.number("position", &t.Position)
	})

	laneTable = describeBatch("lanes", "event_id", engine.Upsert, new(inventory.Lane), func(c *columns, l *inventory.Lane) {
		c.key("tier_id", &l.Tier)
		c.smallKey("class", &l.Class)
		c.number("waiting", &l.Waiting)
		c.number("last_rank", &l.LastRank)
	})

	countTable = describeBatch("waitlist_counts", "event_id", engine.Add, new(WaitlistCount), func(c *columns, l *WaitlistCount) {
		c.key("tier_id", &l.Lane.Tier)
		c.smallKey("class", &l.Lane.Class)
		c.numberKey("level", &l.Level)
		c.numberKey("bucket", &l.Bucket)
		c.number("waiting", &l.Waiting)
	})

	personTable = describeBatch("people", "event_id", engine.Insert, new(inventory.Person), func(c *columns, p *inventory.Person) {
		c.key("id", &p.ID)
		c.changes(changedProfile)
		c.text("user_id", &p.UserID)
		c.text("email", &p.Profile.Email)
		c.text("name", &p.Profile.Name)
		c.text("locale", &p.Profile.Locale)
		c.changes(1)
		c.text("hold_id", &p.HoldID)
		c.text("entry_id", &p.EntryID)
		c.number("units", &p.Units)
		c.number("places", &p.Places)
		c.changes(0)
		c.given("created_at", engine.Int)
		c.changes(changedProfile)
		c.given("erased_at", engine.Int)
	})

	invitationTable = describeBatch("invitations", "event_id", engine.Insert, new(inventory.Invitation), func(c *columns, v *inventory.Invitation) {
		c.key("id", &v.ID)
		c.text("person_id", &v.PersonID)
		c.number("created_at", (*int64)(&v.CreatedAt))
		c.changes(1)
		c.text("state", (*string)(&v.State))
		c.number("places", &v.Places)
		c.number("sent_at", (*int64)(&v.SentAt))
		c.number("updated_at", (*int64)(&v.UpdatedAt))
		c.number("last_seq", &v.LastSeq)
	})

	holdTable = describeBatch("holds", "event_id", engine.Insert, new(inventory.Hold), func(c *columns, h *inventory.Hold) {
		c.key("id", &h.ID)
		c.text("kind", (*string)(&h.Kind))
		c.text("person_id", &h.PersonID)
		c.text("tier_id", &h.Tier)
		c.text("entry_id", &h.EntryID)
		c.text("offer_id", &h.OfferID)
		c.text("name", &h.Name)
		c.number("created_at", (*int64)(&h.CreatedAt))
		c.number("entrant", &h.Entrant)
		c.changes(1)
		c.text("state", (*string)(&h.State))
		c.number("units", &h.Units)
		c.text("guests", &h.Guests)
		c.number("expires_at", (*int64)(&h.ExpiresAt))
		c.number("updated_at", (*int64)(&h.UpdatedAt))
		c.text("reason", (*string)(&h.Reason))
		c.number("last_seq", &h.LastSeq)
		c.text("given_back", &h.GivenBack)
	})

	entryTable = describeBatch("waitlist_entries", "event_id", engine.Insert, new(inventory.Entry), func(c *columns, e *inventory.Entry) {
		c.key("id", &e.ID)
		c.text("person_id", &e.PersonID)
		c.text("wish", &e.Wish)
		c.text("name", &e.Name)
		c.number("joined_at", (*int64)(&e.JoinedAt))
		c.number("entrant", &e.Entrant)
		c.changes(changedPlacement)
		placementColumns(c, &e.Placement)
		c.number("approved_at", (*int64)(&e.ApprovedAt))
		c.changes(1)
		c.text("state", (*string)(&e.State))
		c.number("units", &e.Units)
		c.number("passes", &e.Passes)
		c.text("guests", &e.Guests)
		c.text("offer_id", &e.OfferID)
		c.number("left_seq", &e.LeftSeq)
		c.number("updated_at", (*int64)(&e.UpdatedAt))
		c.text("reason", (*string)(&e.Reason))
		c.number("last_seq", &e.LastSeq)
	})

	pastPlacementTable = describeBatch("past_placements", "event_id", engine.Insert, new(inventory.PastPlacement), func(c *columns, p *inventory.PastPlacement) {
		c.key("entry_id", &p.EntryID)
		placementColumns(c, &p.Placement)
		c.number("until_seq", &p.UntilSeq)
	})

	originTable = describeBatch("origins", "event_id", engine.Insert, new(inventory.Originated), func(c *columns, o *inventory.Originated) {
		c.key("origin", &o.Origin)
		c.key("thing_id", &o.ThingID)
		c.text("person_id", &o.PersonID)
		c.number("units", &o.Units)
		c.flag("unpaid", &o.Unpaid)
	})

	offerTable = describeBatch("offers", "event_id", engine.Insert, new(inventory.Offer), func(c *columns, o *inventory.Offer) {
		c.key("id", &o.ID)
		c.text("entry_id", &o.EntryID)
		c.text("order_id", &o.OrderID)
		c.text("person_id", &o.PersonID)
		c.number("opened_at", (*int64)(&o.OpenedAt))
		c.number("rule_version", &o.RuleVersion)
		c.changes(1)
		c.text("state", (*string)(&o.State))
		c.number("window_starts_at", (*int64)(&o.WindowStartsAt))
		c.number("expires_at", (*int64)(&o.ExpiresAt))
		c.number("ended_at", (*int64)(&o.EndedAt))
		c.number("extensions", &o.Extensions)
		c.number("last_seq", &o.LastSeq)
	})

	orderTable = describeBatch("orders", "event_id", engine.Insert, newOrderRow(), func(c *columns, o orderRow) {
		c.key("id", o.ID)
		c.text("currency", &o.Currency)
		c.number("total", &o.Total)
		c.text("promo_id", &o.PromoID)
		c.text("access_id", &o.AccessID)
		c.number("pay_until", (*int64)(&o.PayUntil))
		c.changes(1)
		c.text("payment_id", &o.PaymentID)
		c.number("paid", &o.Paid)
		c.flag("prolonged", &o.Prolonged)
	})

	itemTable = describeBatch("hold_items", "event_id", engine.Insert, newItemRow(), func(c *columns, i itemRow) {
		c.key("hold_id", i.Order)
		c.smallKey("no", &i.No)
		c.text("tier_id", &i.Tier)
		c.text("seat_id", &i.Seat)
		c.number("price", &i.Price.Amount)
		c.number("tax_rate", &i.TaxRate)
		c.flag("tax_included", &i.TaxIncluded)
		c.number("discount", &i.Discount)
		c.number("net", &i.Net)
		c.number("tax", &i.Tax)
		c.number("gross", &i.Gross)
		c.changes(1)
		c.encoded("state", itemState{i})
		c.number("released_seq", &i.ReleasedSeq)
	})

	codeTable = describeBatch("price_codes", "event_id", engine.Insert, new(inventory.PriceCode), func(c *columns, p *inventory.PriceCode) {
		c.key("id", &p.ID)
		c.text("code", &p.Text)
		c.text("kind", (*string)(&p.Kind))
		c.changes(1)
		c.number("percent_bp", &p.Percent)
		c.number("amount", &p.Amount)
		c.encoded("tier_ids", asCommas(&p.Tiers))
		c.number("starts_at", (*int64)(&p.Starts))
		c.number("ends_at", (*int64)(&p.Ends))
		c.number("max_uses", &p.MaxUses)
		c.number("used", &p.Used)
		c.flag("disabled", &p.Disabled)
		c.number("last_seq", &p.LastSeq)
	})

	statementTable = describeBatch("statements", "event_id", engine.Insert, new(inventory.Statement), func(c *columns, s *inventory.Statement) {
		c.numberKey("version", &s.Version)
		c.text("id", &s.ID)
		c.text("text", &s.Text)
		c.text("hash", &s.Hash)
		c.number("created_at", (*int64)(&s.At))
		c.number("opens_at", (*int64)(&s.OpensAt))
		c.number("seq", &s.Seq)
	})

	refundTable = describeBatch("refunds_due", "event_id", engine.Insert, new(inventory.Refund), func(c *columns, r *inventory.Refund) {
		c.numberKey("seq", &r.Seq)
		c.text("order_id", &r.OrderID)
		c.text("payment_id", &r.PaymentID)
		c.number("amount", &r.Amount)
		c.text("currency", &r.Currency)
		c.text("reason", (*string)(&r.Reason))
		c.number("created_at", (*int64)(&r.At))
		c.elsewhere("begun", engine.Bool) // by the payout of it
	})

	ticketTable = describeBatch("ticket_versions", "event_id", engine.Upsert, new(TicketVersion), func(c *columns, t *TicketVersion) {
		c.key("ticket_id", &t.TicketID)
		c.number("version", &t.Version)
		c.given("issued_at", engine.Int)
		c.text("holder_id", &t.HolderID)
		c.number("transfers", &t.Transfers)
	})

	transferTable = describeBatch("transfers", "event_id", engine.Insert, new(inventory.Transfer), func(c *columns, t *inventory.Transfer) {
		c.key("id", &t.ID)
		c.text("ticket_id", &t.TicketID)
		c.text("from_person", &t.From)
		c.text("to_person", &t.To)
		c.number("offered_at", (*int64)(&t.OfferedAt))
		c.changes(1)
		c.text("state", (*string)(&t.State))
		c.number("ended_at", (*int64)(&t.EndedAt))
		c.number("last_seq", &t.LastSeq)
	}).derive(func(t *inventory.Transfer) error {
		t.OrderID, t.Unit, _ = id.UnitOf(t.TicketID)
		return nil
	})

	exchangeTable = describeBatch("exchanges", "event_id", engine.Insert, new(inventory.Exchange), func(c *columns, x *inventory.Exchange) {
		c.key("id", &x.ID)
		c.text("ticket_id", &x.TicketID)
		c.text("order_id", &x.OrderID)
		c.number("unit", &x.Unit)
		c.text("tier_id", &x.Tier)
		c.text("seat_id", &x.Seat)
		c.text("person_id", &x.PersonID)
		c.number("opened_at", (*int64)(&x.OpenedAt))
		c.number("opened_seq", &x.OpenedSeq)
		c.changes(1)
		c.text("state", (*string)(&x.State))
		c.text("taker_id", &x.TakerID)
		c.number("taker_unit", &x.TakerUnit)
		c.number("refund", &x.Refund)
		c.number("ended_at", (*int64)(&x.EndedAt))
		c.number("last_seq", &x.LastSeq)
	})

	auditTable = describeBatch("audit", "event_id", engine.Insert, newAuditRow(), func(c *columns, a auditRow) {
		c.numberKey("seq", &a.Seq)
		c.number("at", (*int64)(&a.At))
		c.text("actor", &a.Actor)
		c.text("subject", &a.Subject)
		c.text("state_from", &a.From)
		c.text("state_to", &a.To)
		c.text("reason", (*string)(&a.Reason))
		c.number("rule_version", &a.Rule)
		c.text("related", &a.Related)
		c.number("units", &a.Units)
		c.number("prev_seq", &a.PrevSeq)
		c.text("commitment", &a.Commitment)
		c.hash("hash", a.Hash)
	})

	messageTable = describeBatch("messages", "event_id", engine.Insert, new(inventory.Message), func(c *columns, m *inventory.Message) {
		c.numberKey("seq", &m.Seq)
		c.text("person_id", &m.PersonID)
		c.text("kind", (*string)(&m.Kind))
		c.text("ref", &m.Ref)
		c.number("created_at", (*int64)(&m.At))
	})

	replyTable = describeBatch("idempotency_keys", "scope", engine.Insert, new(Reply), func(c *columns, r *Reply) {
		c.key("caller", &r.Key.Caller)
		c.key("key", &r.Key.Key)
		c.hash("body_hash", (*audit.Hash)(&r.Key.BodyHash))
		c.text("reply", &r.Reply)
		c.given("created_at", engine.Int)
	})
)

// Groups of columns that are updated by themselves.
const (
	changedProfile   = 2 // of a person
	changedPlacement = 2 // of an entry

	changedHead     = 2 // of an event, as all that follow
	changedSettings = 3
	changedDetails  = 4
)

// placementColumns are the columns of a placement, the newest or a past one.
func placementColumns(c *columns, p *inventory.Placement) {
	c.text("tier_id", &p.Tier)
	c.small("class", &p.Class)
	c.number("join_no", &p.JoinNo)
	c.number("rank", &p.Rank)
	c.number("placed_seq", &p.PlacedSeq)
}

// tierPool says that units of a tier come from a pool.
type tierPool struct {
	Tier, Pool string
	Position   int64
}

// orderRow is a row of orders: what a hold with items has beside it.
type orderRow struct {
	ID *string
	*inventory.Order
}

func newOrderRow() orderRow { return orderRow{new(string), new(inventory.Order)} }

// itemRow is a row of hold_items.
type itemRow struct {
	Order *string
	State *string // as it is stored, for those who read it; may be nil
	*inventory.Item
}

func newItemRow() itemRow { return itemRow{Order: new(string), Item: new(inventory.Item)} }

// itemState is the state of an item, of which "released" is told by its column
// released_seq as well.
type itemState struct{ itemRow }

func (i itemState) encode() (string, error) {
	switch {
	case !i.Live():
		return "released", nil
	case i.Standing:
		return itemStanding, nil
	}
	return "live", nil
}

func (i itemState) decode(state string) error {
	i.Standing = state == itemStanding
	if i.State != nil {
		*i.State = state
	}
	return nil
}

// itemStanding is the state of an item whose seat is another order's.
const itemStanding = "standing"

// auditRow is a row of audit.
type auditRow struct {
	*inventory.AuditRow
	Hash *audit.Hash
}

func newAuditRow() auditRow { return auditRow{new(inventory.AuditRow), new(audit.Hash)} }

// settingsField is the settings of an event, stored as JSON.
type settingsField struct{ *inventory.Settings }

func (f settingsField) encode() (string, error) {
	text, err := json.Marshal(f.Settings)
	return string(text), err
}

func (f settingsField) decode(text string) error {
	var read inventory.Settings // what the text leaves out is zero
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		return err
	}
	*f.Settings = read
	return nil
}

// eventTable describes the row of an event, of which a batch writes what changed.
var eventTable = describe("events", new(EventRecord), func(c *columns, v *EventRecord) {
	e := &v.Event
	c.key("id", &e.ID)
	c.text("org_id", &e.OrgID)
	c.number("created_at", (*int64)(&v.CreatedAt))
	c.changes(1)
	c.text("status", (*string)(&e.Status))
	c.number("version", &e.Version)
	c.number("seq", &e.Seq)
	c.number("join_no", &e.JoinNo)
	c.number("clock", (*int64)(&e.Clock))
	c.number("due_at", (*int64)(&e.DueAt))
	c.number("draw_due_at", (*int64)(&e.DrawDueAt))
	c.number("wave_started_at", (*int64)(&e.WaveStartedAt))
	c.number("wave_used", &e.WaveUsed)
	c.number("swept_at", (*int64)(&e.SweptAt))
	c.number("live_offers", &v.LiveOffers)
	c.number("applications", &v.Applications)
	c.number("updated_at", (*int64)(&v.UpdatedAt))
	c.changes(changedHead)
	c.hash("head_hash", &v.HeadHash)
	c.blob("head_sig", &v.HeadSig)
	c.changes(changedSettings)
	c.number("starts_at", (*int64)(&e.StartsAt))
	c.number("ends_at", (*int64)(&e.EndsAt))
	c.text("timezone", &v.Timezone)
	c.encoded("settings", settingsField{&e.Settings})
	detailColumns(c, &v.Details)
	c.elsewhere("listed_at", engine.Int) // by listed
	c.elsewhere("sold_out", engine.Int)
	c.elsewhere("prices", engine.Text)
	c.elsewhere("unlisted", engine.Int)
	c.elsewhere("demand", engine.Text)
	c.elsewhere("published_at", engine.Int)
}).derive(func(v *EventRecord) (err error) {
	v.Event.Zone, err = time.LoadLocation(v.Timezone)
	return err
})
