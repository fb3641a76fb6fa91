package events

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The kinds of rows that are looked up by their id.
var (
	HoldKind       = table.NewKind(HoldTable, HoldsByID, func(h *inventory.Hold) string { return h.ID })
	EntryKind      = table.NewKind(EntryTable, EntriesByID, func(e *inventory.Entry) string { return e.ID })
	OfferKind      = table.NewKind(OfferTable, OffersByID, func(o *inventory.Offer) string { return o.ID })
	PersonKind     = table.NewKind(PersonTable, PeopleByID, func(p *inventory.Person) string { return p.ID })
	CodeKind       = table.NewKind(CodeTable, CodesByID, func(c *inventory.PriceCode) string { return c.ID })
	InvitationKind = table.NewKind(InvitationTable, InvitationsByID, func(v *inventory.Invitation) string { return v.ID })
	ExchangeKind   = table.NewKind(ExchangeTable, ExchangesByID, func(x *inventory.Exchange) string { return x.ID })
)

// ScanAudit scans a row of audit with its hash.
func ScanAudit(r engine.Row, l *ChainedRow) error {
	return AuditTable.Scan(r, AuditRow{&l.AuditRow, &l.Hash})
}

// Elsewhere is EventRecord.ArchivedAt of an event that lives in another cell, or is on its way
// there: its row is what this database tells of it, and nobody changes it here.
const Elsewhere inventory.Instant = -1

// ErrArchived: the rows of the event are in a file, or on the way there. Nothing is changed
// until it is brought back.
var ErrArchived = errors.New("store: the event is archived")

// ErrElsewhere: the event lives in another cell, or is on its way there (0184). Like one that is
// archived, nobody changes it here.
var ErrElsewhere = fmt.Errorf("store: the event lives in another cell, or is on its way there: here, %w", ErrArchived)

// Lives is nil when an event lives in this database, or is not known in it, and else
// ErrElsewhere. A transaction asks behind its first write: whoever moves the event waits for all
// that had written before it was closed, and the others find it closed.
func Lives(ctx context.Context, q table.Querier, event string) error {
	away, err := table.All(ctx, q, table.ScanInt, "select 1 from events where id = $1 and archived_at < 0", event)
	if err == nil && len(away) > 0 {
		err = ErrElsewhere
	}
	return err
}

// EventRecord is the row of an event as it is stored.
type EventRecord struct {
	Event                inventory.Event
	Details              Details
	Timezone             string
	LiveOffers           int64
	Applications         int64
	CreatedAt, UpdatedAt inventory.Instant
	HeadHash             audit.Hash
	HeadSig              []byte
	// ArchivedAt is since when its rows are in a file, or on the way there; 0: they are not;
	// Elsewhere: it lives in another cell.
	ArchivedAt inventory.Instant
	// MovedFrom is when it was to start before it was moved last, once it was published; 0: it never was.
	MovedFrom inventory.Instant
}
