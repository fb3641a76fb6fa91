package invoices

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only invoices have.
var (
	kindNoInvoice = httpapi.Kind{
		Code: "no_invoice", Status: 409, Title: "There is no invoice",
		Help: "The organization issues no invoices, or nothing was paid. Nothing was stored.",
	}
	kindInvoiceFinal = httpapi.Kind{
		Code: "invoice_final", Status: 409, Title: "The invoice cannot be changed any more",
		Help: "It is older than 30 days, was corrected five times, or something of it was refunded. Ask the organizer.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindNoInvoice, kindInvoiceFinal},
}
