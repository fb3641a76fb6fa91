package api

// Kinds of problem that only these resources have.
var (
	kindPaidTickets = Kind{Code: "paid_tickets", Status: 409, Title: "Paid tickets of an event to come", Help: "Give them back or away, or wait until the event is over."}
)

// peopleProblems are the problems that only these resources have.
var peopleProblems = Problems{
	Kinds: []Kind{kindPaidTickets},
}
