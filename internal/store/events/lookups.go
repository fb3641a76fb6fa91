package events

import "github.com/holdfast-events/holdfast/internal/store/engine"

// How the rows of an event are looked up by their keys.
var (
	PeopleByUser    = &engine.LookupSpec{Table: "people", Cols: PersonTable.Columns, Event: "event_id", Key: "user_id"}
	PeopleByID      = &engine.LookupSpec{Table: "people", Cols: PersonTable.Columns, Event: "event_id", Key: "id"}
	HoldsByID       = &engine.LookupSpec{Table: "holds", Cols: HoldTable.Columns, Event: "event_id", Key: "id"}
	EntriesByID     = &engine.LookupSpec{Table: "waitlist_entries", Cols: EntryTable.Columns, Event: "event_id", Key: "id"}
	OffersByID      = &engine.LookupSpec{Table: "offers", Cols: OfferTable.Columns, Event: "event_id", Key: "id"}
	RepliesByKey    = &engine.LookupSpec{Table: "idempotency_keys", Cols: ReplyTable.Columns, Event: "scope", Key: "caller", Key2: "key"}
	OrdersByID      = &engine.LookupSpec{Table: "orders", Cols: OrderTable.Columns, Event: "event_id", Key: "id"}
	ItemsByOrder    = &engine.LookupSpec{Table: "hold_items", Cols: ItemTable.Columns, Event: "event_id", Key: "hold_id", Many: true}
	RefundsByOrder  = &engine.LookupSpec{Table: "refunds_due", Cols: RefundTable.Columns, Event: "event_id", Key: "order_id", Many: true}
	CodesByID       = &engine.LookupSpec{Table: "price_codes", Cols: CodeTable.Columns, Event: "event_id", Key: "id"}
	CodesByText     = &engine.LookupSpec{Table: "price_codes", Cols: CodeTable.Columns, Event: "event_id", Key: "code"}
	TransfersByID   = &engine.LookupSpec{Table: "transfers", Cols: TransferTable.Columns, Event: "event_id", Key: "id"}
	OpenTransfers   = &engine.LookupSpec{Table: "transfers", Cols: TransferTable.Columns, Event: "event_id", Key: "ticket_id", Where: "state = 'offered'"}
	TicketsByID     = &engine.LookupSpec{Table: "ticket_versions", Cols: TicketTable.Columns, Event: "event_id", Key: "ticket_id"}
	ExchangesByID   = &engine.LookupSpec{Table: "exchanges", Cols: ExchangeTable.Columns, Event: "event_id", Key: "id"}
	InvitationsByID = &engine.LookupSpec{Table: "invitations", Cols: InvitationTable.Columns, Event: "event_id", Key: "id"}
)
