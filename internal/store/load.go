package store

import "github.com/holdfast-events/holdfast/internal/store/engine"

var (
	PeopleByUser = &engine.LookupSpec{Table: "people", Cols: PersonTable.Columns, Event: "event_id", Key: "user_id"}
	PeopleByID   = &engine.LookupSpec{Table: "people", Cols: PersonTable.Columns, Event: "event_id", Key: "id"}
	HoldsByID    = &engine.LookupSpec{Table: "holds", Cols: HoldTable.Columns, Event: "event_id", Key: "id"}
	EntriesByID  = &engine.LookupSpec{Table: "waitlist_entries", Cols: EntryTable.Columns, Event: "event_id", Key: "id"}
	OffersByID   = &engine.LookupSpec{Table: "offers", Cols: OfferTable.Columns, Event: "event_id", Key: "id"}
	RepliesByKey = &engine.LookupSpec{Table: "idempotency_keys", Cols: ReplyTable.Columns, Event: "scope", Key: "caller", Key2: "key"}
)
