package store

import (
	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

var (
	holds       = table.NewKind(holdTable, holdsByID, func(h *inventory.Hold) string { return h.ID })
	entries     = table.NewKind(entryTable, entriesByID, func(e *inventory.Entry) string { return e.ID })
	offers      = table.NewKind(offerTable, offersByID, func(o *inventory.Offer) string { return o.ID })
	people      = table.NewKind(personTable, peopleByID, func(p *inventory.Person) string { return p.ID })
	codes       = table.NewKind(codeTable, codesByID, func(c *inventory.PriceCode) string { return c.ID })
	invitations = table.NewKind(invitationTable, invitationsByID, func(v *inventory.Invitation) string { return v.ID })
	exchanges   = table.NewKind(exchangeTable, exchangesByID, func(x *inventory.Exchange) string { return x.ID })
)

func scanAudit(r engine.Row, l *ChainedRow) error {
	return auditTable.Scan(r, auditRow{&l.AuditRow, &l.Hash})
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
}
