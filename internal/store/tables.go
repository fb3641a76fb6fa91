package store

import "github.com/holdfast-events/holdfast/internal/store/engine"

// The bulk statements of a batch. Each is compared by address, so there is one
// of each, and nothing changes them.
var (
	insertPools = spec("pools", engine.Insert,
		key("id"), text("name"), number("position"), number("capacity"), number("held"), number("confirmed"), number("blocked"))
	updatePools = spec("pools", engine.Update,
		key("id"), number("capacity"), number("held"), number("confirmed"), number("blocked"))
	insertTiers = spec("tiers", engine.Insert, key("id"), text("name"), number("price"), number("tax_rate"), number("tax_included"),
		number("sale_starts_at"), number("sale_ends_at"), number("max_per_order"), number("hidden"), number("position"))
	updateTiers = spec("tiers", engine.Update, key("id"), text("name"), number("price"), number("tax_rate"), number("tax_included"),
		number("sale_starts_at"), number("sale_ends_at"), number("max_per_order"), number("hidden"))
	insertTierPools   = spec("tier_pools", engine.Insert, key("tier_id"), key("pool_id"), number("position"))
	upsertLanes       = spec("lanes", engine.Upsert, key("tier_id"), numberKey("class"), number("waiting"), number("last_rank"))
	addWaitlistCounts = spec("waitlist_counts", engine.Add,
		key("tier_id"), numberKey("class"), numberKey("level"), numberKey("bucket"), number("waiting"))

	insertPeople = spec("people", engine.Insert,
		key("id"), text("user_id"), text("email"), text("name"), text("locale"), text("hold_id"), text("entry_id"),
		number("units"), number("created_at"), number("erased_at"))
	updatePeople   = spec("people", engine.Update, key("id"), text("hold_id"), text("entry_id"), number("units"))
	updateProfiles = spec("people", engine.Update,
		key("id"), text("user_id"), text("email"), text("name"), text("locale"), number("erased_at"))

	insertHolds = spec("holds", engine.Insert,
		key("id"), text("kind"), text("state"), text("person_id"), text("tier_id"), number("units"), text("entry_id"), text("offer_id"),
		text("guests"), number("expires_at"), number("created_at"), number("updated_at"), text("reason"), number("last_seq"))
	updateHolds = spec("holds", engine.Update,
		key("id"), text("state"), number("units"), text("guests"), number("expires_at"), number("updated_at"), text("reason"), number("last_seq"))

	insertEntries = spec("waitlist_entries", engine.Insert,
		key("id"), text("state"), text("person_id"), text("tier_id"), number("units"), number("class"), number("join_no"), number("rank"), text("wish"),
		number("passes"), text("guests"), text("offer_id"), number("joined_at"), number("joined_seq"), number("left_seq"),
		number("updated_at"), text("reason"), number("last_seq"))
	updateEntries = spec("waitlist_entries", engine.Update,
		key("id"), text("state"), number("units"), number("passes"), text("guests"), text("offer_id"), number("left_seq"),
		number("updated_at"), text("reason"), number("last_seq"))

	insertOffers = spec("offers", engine.Insert,
		key("id"), text("state"), text("entry_id"), text("order_id"), text("person_id"), number("opened_at"), number("window_starts_at"),
		number("expires_at"), number("ended_at"), number("extensions"), number("rule_version"), number("last_seq"))
	updateOffers = spec("offers", engine.Update,
		key("id"), text("state"), number("window_starts_at"), number("expires_at"), number("ended_at"), number("extensions"), number("last_seq"))

	insertOrders = spec("orders", engine.Insert,
		key("id"), text("currency"), number("total"), text("promo_id"), text("access_id"), text("payment_id"), number("paid"), number("prolonged"))
	updateOrders = spec("orders", engine.Update, key("id"), text("payment_id"), number("paid"), number("prolonged"))
	insertItems  = spec("hold_items", engine.Insert,
		key("hold_id"), numberKey("no"), text("tier_id"), text("seat_id"), text("state"), number("released_seq"),
		number("price"), number("tax_rate"), number("tax_included"), number("discount"), number("net"), number("tax"), number("gross"))
	updateItems = spec("hold_items", engine.Update, key("hold_id"), numberKey("no"), text("state"), number("released_seq"))
	insertCodes = spec("price_codes", engine.Insert,
		key("id"), text("code"), text("kind"), number("percent_bp"), number("amount"), text("tier_ids"),
		number("starts_at"), number("ends_at"), number("max_uses"), number("used"), number("disabled"), number("last_seq"))
	updateCodes = spec("price_codes", engine.Update,
		key("id"), number("percent_bp"), number("amount"), text("tier_ids"),
		number("starts_at"), number("ends_at"), number("max_uses"), number("used"), number("disabled"), number("last_seq"))
	insertRefunds = spec("refunds_due", engine.Insert,
		numberKey("seq"), text("order_id"), text("payment_id"), number("amount"), text("currency"), text("reason"), number("created_at"))

	insertAudit = spec("audit", engine.Insert,
		numberKey("seq"), number("at"), text("actor"), text("subject"), text("state_from"), text("state_to"), text("reason"),
		number("rule_version"), text("related"), number("units"), number("prev_seq"), blob("hash"))
	insertMessages = spec("messages", engine.Insert,
		numberKey("seq"), text("person_id"), text("kind"), text("ref"), number("created_at"))
	insertReplies = &engine.Spec{Table: "idempotency_keys", Kind: engine.Insert, Event: "scope",
		Cols: []engine.Col{key("caller"), key("key"), blob("body_hash"), text("reply"), number("created_at")}}
)

func spec(table string, kind engine.Kind, cols ...engine.Col) *engine.Spec {
	return &engine.Spec{Table: table, Kind: kind, Event: "event_id", Cols: cols}
}

func key(name string) engine.Col       { return engine.Col{Name: name, Type: engine.Text, Key: true} }
func numberKey(name string) engine.Col { return engine.Col{Name: name, Type: engine.Int, Key: true} }
func text(name string) engine.Col      { return engine.Col{Name: name, Type: engine.Text} }
func number(name string) engine.Col    { return engine.Col{Name: name, Type: engine.Int} }
func blob(name string) engine.Col      { return engine.Col{Name: name, Type: engine.Blob} }

// ints, texts and blobs make a column of one value of each row.

func ints[T any](rows []T, value func(*T) int64) engine.Column {
	list := make([]int64, len(rows))
	for i := range rows {
		list[i] = value(&rows[i])
	}
	return engine.Column{Ints: list}
}

func texts[T any](rows []T, value func(*T) string) engine.Column {
	list := make([]string, len(rows))
	for i := range rows {
		list[i] = value(&rows[i])
	}
	return engine.Column{Texts: list}
}

func blobs[T any](rows []T, value func(*T) []byte) engine.Column {
	list := make([][]byte, len(rows))
	for i := range rows {
		list[i] = value(&rows[i])
	}
	return engine.Column{Blobs: list}
}
