package api

import "github.com/holdfast-events/holdfast/internal/inventory"

// Kinds of problem that only these resources have.
var (
	kindTicketUsed     = Kind{Code: "ticket_used", Status: 409, Title: "The ticket was used", Help: "Somebody came in with it, so it cannot change hands any more."}
	kindNoWallet       = Kind{Code: "wallet_not_configured", Status: 404, Title: "No such passes here", Help: "The installation has no keys for passes of this kind: the PDF and the QR code are as good."}
	kindTooManyTickets = Kind{Code: "too_many_tickets", Status: 409, Title: "Too many tickets to print at once", Help: "A document has at most 200 pages. Print the tickets one by one."}
)

// ticketsProblems are the problems that only these resources have.
var ticketsProblems = Problems{
	Kinds: []Kind{kindTicketUsed, kindNoWallet, kindTooManyTickets},
}

// Kinds that decisions have too.
var (
	kindTicketVoid  = refusalKind(inventory.TicketVoid)
	kindTicketMoved = refusalKind(inventory.TicketMoved)
)
