package store

import (
	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

var (
	holds       = newKind(holdTable, holdsByID, func(h *inventory.Hold) string { return h.ID })
	entries     = newKind(entryTable, entriesByID, func(e *inventory.Entry) string { return e.ID })
	offers      = newKind(offerTable, offersByID, func(o *inventory.Offer) string { return o.ID })
	people      = newKind(personTable, peopleByID, func(p *inventory.Person) string { return p.ID })
	codes       = newKind(codeTable, codesByID, func(c *inventory.PriceCode) string { return c.ID })
	invitations = newKind(invitationTable, invitationsByID, func(v *inventory.Invitation) string { return v.ID })
	exchanges   = newKind(exchangeTable, exchangesByID, func(x *inventory.Exchange) string { return x.ID })
)

func scanAudit(r engine.Row, l *ChainedRow) error {
	return auditTable.scan(r, auditRow{&l.AuditRow, &l.Hash})
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
