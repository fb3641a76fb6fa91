package inventory

// Command is one wish. Each has a file of its own with what it wants, what it
// needs loaded, what it might set free, and how it is decided.
// Ids of what a command may create are made by the caller and come in with it.
type Command interface {
	// needs adds what must be loaded before the command can be decided.
	needs(*RequiredRows)
	// forecast adds what the command might set free, or change on the waitlist.
	forecast(*forecast)
	// decide applies the command, or refuses it and changes nothing.
	decide(*decider) Outcome
}

// eventless is a command that is decided for an event that does not exist too.
type eventless interface{ eventless() }

// Party is the people who want units, and how many.
type Party struct {
	UserID  string
	Profile Profile
	Tier    string
	Guests  string // JSON array of {"name"}; opaque
	Units   int64  // 1 + guests
	Class   int    // 0..MaxClass; only Staff may set it above 0
	// PersonID and EntryID, and OrderID for Register, are used when a person,
	// entry or order is created.
	PersonID, EntryID string
	// Wish is what a Join waits for in a hall with seats; Tier is then left empty.
	Wish *SeatWish
}

// RequiredRows lists what a batch must load before it can be decided. The loader adds
// what these lead to: a person's live hold and entry; a hold's person, entry
// and offer; an entry's person and open offer with its hold; an offer's entry,
// hold and person.
type RequiredRows struct {
	UserIDs, HoldIDs, EntryIDs, OfferIDs []string
	// Codes are the texts of codes, CodeIDs their ids, OrdersOf the users all
	// of whose live orders are needed. A hold leads to its order, items, refunds
	// and codes.
	Codes, CodeIDs, OrdersOf []string
	// TransferIDs lead to the transfer, its ticket, its hold and both persons;
	// TicketIDs to the ticket's row and the transfer that is open for it.
	TransferIDs, TicketIDs []string
	// ExchangeIDs are those that may have ended: the others are in the State.
	ExchangeIDs []string
	// Origins are the keys of those that are counted.
	Origins []string
	// Passes are the entrants of the waiting room whose passes were shown. They are read with
	// a lock, in the transaction of the batch. A held hold leads to the one it was taken with.
	Passes []int64
	// Admitted are tickets of which it matters whether somebody came in with them.
	Admitted []string
	// InvitationIDs lead to the invitation and its person; Invitations says that those of all
	// people who are loaded are needed.
	InvitationIDs []string
	Invitations   bool
	// Moved says that what became of the tickets of the holds is needed.
	Moved bool
	// Releases says that all releases of the event are needed that are planned or have
	// happened.
	Releases bool
	// Statements says that all versions of the statement of the event are needed.
	Statements bool
}

// Empty reports whether nothing is named.
func (r *RequiredRows) Empty() bool {
	return len(r.UserIDs)+len(r.HoldIDs)+len(r.EntryIDs)+len(r.OfferIDs)+len(r.Codes)+len(r.CodeIDs)+len(r.TransferIDs)+len(r.ExchangeIDs)+len(r.InvitationIDs) == 0
}

// taking names what a command that takes places is counted against, and the pass that it
// shows.
func (r *RequiredRows) taking(who Who) {
	if who.Entrant > 0 {
		r.Passes = append(r.Passes, who.Entrant)
	}
	for i := range who.Origins {
		r.Origins = append(r.Origins, who.Origins[i].Key)
	}
}

// RequiredRowsOf collects what the commands name.
func RequiredRowsOf(cmds []Command) RequiredRows {
	var n RequiredRows
	for _, c := range cmds {
		c.needs(&n)
	}
	return n
}
