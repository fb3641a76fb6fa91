package tickets

import (
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Kinds of problem that only these resources have.
var (
	kindNoWallet = httpapi.Kind{
		Code: "wallet_not_configured", Status: 404, Title: "No such passes here",
		Help: "The installation has no keys for passes of this kind: the PDF and the QR code are as good.",
	}
	kindTooManyTickets = httpapi.Kind{
		Code: "too_many_tickets", Status: 409, Title: "Too many tickets to print at once",
		Help: "A document has at most 200 pages. Print the tickets one by one.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindNoWallet, kindTooManyTickets},
}

// Kinds that decisions have too.
var (
	kindTicketVoid  = refusal.Kind(inventory.TicketVoid)
	kindTicketMoved = refusal.Kind(inventory.TicketMoved)
	kindTicketUsed  = refusal.Kind(inventory.TicketUsed)
)
