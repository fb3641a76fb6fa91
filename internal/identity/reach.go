package identity

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Reach says how far a signed link goes. Each mail carries the narrowest with which
// its reader can do what the mail is about: mails are forwarded, kept by mail
// programs and read by others. What gives money back or a ticket away takes a fresh
// link, which is mailed when it is asked for, or a session.
type Reach byte

// The reaches.
const (
	ReachContact  Reach = 'c' // how the person is reached; the link in a mail's header
	ReachFeedback Reach = 'h' // what the person says of the event; the link in the mail that asks
	// ReachInvitation: the event, and places in it, as many as the invitation says.
	ReachInvitation Reach = 'i'
	ReachPay        Reach = 'p' // for whoever has it: reads, pays and cancels an order that is pending
	ReachCheckout   Reach = 'k' // ReachPay, and says who comes in: for the person who placed the order
	ReachEntry      Reach = 'e' // an entry, its offers and the order that came of it
	ReachOrder      Reach = 'r' // an order and its tickets
	ReachTransfer   Reach = 't' // a transfer, and the ticket for the person who got it that way
	ReachFull       Reach = 'f' // all of the person's in the event, for FreshLinkLife
)

// AllReaches are all reaches, from the least to the most.
var AllReaches = []Reach{ReachContact, ReachFeedback, ReachInvitation, ReachPay, ReachCheckout, ReachEntry, ReachOrder, ReachTransfer, ReachFull}

// reachNames are the names of reaches in the documents.
var reachNames = map[Reach]string{
	ReachContact: "contact", ReachFeedback: "feedback", ReachInvitation: "invitation", ReachPay: "pay", ReachCheckout: "checkout", ReachEntry: "entry",
	ReachOrder: "order", ReachTransfer: "transfer", ReachFull: "fresh",
}

// String is the reach by its name.
func (r Reach) String() string { return reachNames[r] }

// narrowest is the reach of a link of a kind unless it is made with another.
var narrowest = map[LinkKind]Reach{
	OfferLink: ReachEntry, EntryLink: ReachEntry, OrderLink: ReachOrder, PreferenceLink: ReachContact, TransferLink: ReachTransfer, FeedbackLink: ReachFeedback, InvitationLink: ReachInvitation,
}

// bears reports whether links of this reach are for whoever has them.
func (r Reach) bears() bool { return r == ReachPay || r == ReachCheckout }

// of reports whether a link of a kind can have the reach.
func (r Reach) of(kind LinkKind) bool {
	switch {
	case narrowest[kind] == 0:
		return false
	case r == narrowest[kind]:
		return true
	case r.bears():
		return kind == OrderLink
	}
	return r == ReachFull && kind != PreferenceLink && kind != FeedbackLink && kind != InvitationLink
}

// Actor is the person who came through the link, as audit rows name them: its person, or of a
// link that is for whoever has it, anybody.
func (l *Link) Actor() string {
	if l.Bears() {
		return "public"
	}
	return l.Person
}

// MayEnd reports whether the link goes so far as to end an order. Money comes back for
// people with a fresh link only; whoever has a link that is for any holder can end
// what is pending.
func (l *Link) MayEnd(h *inventory.Hold) bool {
	switch {
	case l.Reach == ReachFull || h.State == inventory.HoldHeld:
		return true
	case l.Bears():
		return false
	}
	return h.Order == nil || h.Order.Refundable() == 0
}

// reaches are those with which an action is possible.
type reaches []Reach

func (rs reaches) has(r Reach) bool { return slices.Contains(rs, r) }

var (
	anyReach   = reaches(AllReaches)
	contacts   = reaches{ReachContact, ReachFull}
	ownCall    = reaches{ReachInvitation}
	ownWords   = reaches{ReachFeedback, ReachFull}
	ownEntry   = reaches{ReachEntry, ReachFull}
	ownOrder   = reaches{ReachPay, ReachCheckout, ReachEntry, ReachOrder, ReachFull}
	ownTickets = reaches{ReachEntry, ReachOrder, ReachTransfer, ReachFull}
	attendees  = reaches{ReachCheckout, ReachEntry, ReachOrder, ReachTransfer, ReachFull}
	answers    = reaches{ReachCheckout, ReachEntry, ReachOrder, ReachFull}
	uploads    = reaches{ReachInvitation, ReachCheckout, ReachEntry, ReachOrder, ReachFull}
	ownPlace   = reaches{ReachEntry, ReachOrder, ReachFull}
	ownMove    = reaches{ReachEntry, ReachOrder, ReachTransfer, ReachFull}
	freshOnly  = reaches{ReachFull}
)
