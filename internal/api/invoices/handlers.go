// Package invoices answers for invoices and credit notes: how an organization issues them, their
// lists and files, and whom they are made out to.
package invoices

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/billing"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Handlers answer for invoices and credit notes.
type Handlers struct {
	Now func() time.Time
	// Print makes the PDF of an invoice or a credit note.
	Print func(*invoice.Document) ([]byte, error)
	Store *store.Store
	// Billing takes who orders are invoiced to.
	Billing *billing.Biller
}
