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
	kindInvoiced = httpapi.Kind{
		Code: "invoice_issued", Status: 409, Title: "The invoice is issued already",
		Help: "Whoever books says who it is to until there is one. Its venue can correct it: ask there. Nothing was stored.",
	}
	kindBeingPaid = httpapi.Kind{
		Code: "order_being_paid", Status: 409, Title: "The order is being paid",
		Help: "What is said would change what the order costs, and its payment is under way, its page cannot be closed at the moment, or the order is over. What it costs was not changed. Try again once it is paid, or in a moment.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindNoInvoice, kindInvoiceFinal, kindInvoiced, kindBeingPaid},
}
