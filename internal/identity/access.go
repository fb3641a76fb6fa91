package identity

import (
	"slices"
)

// Role is what a key may do in its organization.
type Role string

// The roles, from the most to the least that they may do.
const (
	Owner     Role = "owner"
	Organizer Role = "organizer"
	BoxOffice Role = "box_office"
	Door      Role = "door"
	Viewer    Role = "viewer"
)

// Roles are all roles.
var Roles = []Role{Owner, Organizer, BoxOffice, Door, Viewer}

// EventsOnly is in the place of a role of a member who has roles in single events only. No key
// has it.
const EventsOnly Role = "events"

// EventRoles are those that a member or a key can have in a single event.
var EventRoles = []Role{Organizer, BoxOffice, Door, Viewer}

// stronger reports whether a role may more than another.
func stronger(a, b Role) bool {
	i, j := slices.Index(Roles, a), slices.Index(Roles, b)
	return i >= 0 && (j < 0 || i < j)
}

// ValidRole reports whether s names a role.
func ValidRole(s string) bool { return slices.Contains(Roles, Role(s)) }

// Caller is who sends a request. The zero Caller is the public.
type Caller struct {
	// KeyID, OrgID and Role are set for the holder of an API key.
	KeyID, OrgID string
	Role         Role
	// Link is set for a person who came through a signed link.
	Link *Link
	// Pass is set for a phone that was let in by a code, of the organization OrgID.
	Pass *Pass
	// Login is set for signed-in callers. What such a caller acts as depends on
	// the thing, and is found out by Authorize: MemberID, OrgID and Role are then
	// those of the membership that opened it, or PersonID is the person it
	// belongs to.
	Login              *Login
	MemberID, PersonID string
	// Single says that Role is one that the member has in a single event, and that it reaches no
	// further. With the Role EventsOnly, Events are the events in which they have one. A key for
	// one event is Single, and Events is that event.
	Single bool
	Events []string
}

// Staff reports whether the caller acts for an organization.
func (c *Caller) Staff() bool { return c.KeyID != "" || c.MemberID != "" }

// Public reports whether the caller showed no credentials at all.
func (c *Caller) Public() bool {
	return c.KeyID == "" && c.Link == nil && c.Login == nil && c.Pass == nil
}

// Actor is the caller as audit rows name it: an id, or "public". Somebody who is
// signed in is, within an event, the member or the person that the thing was
// opened for.
func (c *Caller) Actor() string {
	switch {
	case c.KeyID != "":
		return c.KeyID
	case c.MemberID != "":
		return c.MemberID
	case c.Pass != nil:
		return c.Pass.ID
	case c.Link != nil:
		return c.Link.Actor()
	case c.PersonID != "":
		return c.PersonID
	case c.Login != nil:
		return c.Login.AccountID
	}
	return "public"
}

// Action is something that a caller wants to do. Every route declares one.
type Action string

// The actions.
const (
	Unauthenticated Action = "" // needs no credentials: documentation and health
	CreateEvent     Action = "event.create"
	ListEvents      Action = "event.list"
	ListSeries      Action = "series.list"
	// MakeSeries makes more events like one.
	MakeSeries    Action = "series.make"
	ReadEvent     Action = "event.read"
	ChangeEvent   Action = "event.change"
	Register      Action = "registration.create"
	ListGuests    Action = "registration.list"
	ReadGuest     Action = "registration.read"
	CancelGuest   Action = "registration.cancel"
	JoinWaitlist  Action = "waitlist.join"
	ListWaitlist  Action = "waitlist.list"
	ReadEntry     Action = "entry.read"
	LeaveWaitlist Action = "entry.leave"
	ReadOffer     Action = "offer.read"
	AnswerOffer   Action = "offer.answer"
	ExtendOffer   Action = "offer.extend"
	ReadOrder     Action = "order.read"
	CancelOrder   Action = "order.cancel"
	PlaceOrder    Action = "order.create"
	ListOrders    Action = "order.list"
	RefundOrder   Action = "order.refund"
	ReadCodes     Action = "code.read"
	ChangeCodes   Action = "code.change"
	TryCode       Action = "code.try"
	// The links that organizers give out, with what came through them.
	ReadTracking   Action = "tracking.read"
	ManageTracking Action = "tracking.manage"
	// What people agree to for marketing and sponsors: the purposes and who agreed; what one
	// has agreed to oneself.
	ReadConsents     Action = "consent.read"
	ManageConsents   Action = "consent.manage"
	ReadOwnConsents  Action = "consent.read_own"
	WithdrawConsents Action = "consent.withdraw"

	ReadPool     Action = "pool.read"
	ChangePool   Action = "pool.change"
	ReadBlocks   Action = "block.read"
	ChangeBlocks Action = "block.change"
	ReadAudit    Action = "audit.read"
	ReadInbox    Action = "inbox.read"
	// FollowOwn: the stream of what is one's own, as far as the link reaches.
	FollowOwn Action = "own.follow"
	// EnterSale joins a waiting room, and comes in from it.
	EnterSale Action = "sale.enter"
	// Who took how much of an event; ReleaseTaken takes back what is not paid or waits.
	ReadTakers   Action = "taker.read"
	ReleaseTaken Action = "taker.release"
	// RehearseSale loads the machine with a crowd, and stops that.
	RehearseSale Action = "sale.rehearse"
	// How people are reached, organizers' own words, what did not arrive.
	ReadContact    Action = "contact.read"
	ChangeContact  Action = "contact.change"
	ManageMessages Action = "message.manage"
	// What people say of an event after it.
	ReadApplications   Action = "application.list"
	AnswerApplications Action = "application.answer"
	ReadInvitations    Action = "invitation.list"
	ManageInvitations  Action = "invitation.manage"
	AnswerInvitation   Action = "invitation.answer"
	GiveFeedback       Action = "feedback.give"
	ReadFeedback       Action = "feedback.read"
	ErasePerson        Action = "person.erase"
	ReadPersonData     Action = "person.read_data"
	ManageKeys         Action = "key.manage"
	ReadTickets        Action = "ticket.read"
	Reissue            Action = "ticket.reissue"
	Reseat             Action = "ticket.reseat"
	CheckIn            Action = "checkin.create"
	ReadCheckins       Action = "checkin.read"
	// HandInScans stores what a device did without a network.
	HandInScans Action = "checkin.hand_in"
	// The passes of phones at the door; ReadOwnPass is for such a phone.
	ManagePasses Action = "checkin_pass.manage"
	ReadOwnPass  Action = "checkin_pass.read_own"

	PayOrder     Action = "order.pay"
	MarkPaid     Action = "payment.by_hand"
	ReadPayments Action = "payment.read"
	// ListRefunds: refunds of orders, bookings and places that somebody has to see to.
	ListRefunds Action = "refund.list"
	// PayRefundOtherwise: what somebody was owed was paid by other means than its payment provider, for good.
	PayRefundOtherwise Action = "refund.paid_otherwise"
	// SellAtDoor opens tills, sells at them and takes sales back; GiveComplimentary gives
	// tickets away there.
	SellAtDoor        Action = "till.sell"
	GiveComplimentary Action = "till.give"
	ReadJournal       Action = "journal.read"
	ReadFigures       Action = "figures.read"
	// Invoices: those of the organization, those of one order, what is said on them, and who
	// an order is invoiced to.
	ReadInvoices    Action = "invoice.list"
	ReadInvoice     Action = "invoice.read"
	ManageInvoicing Action = "invoicing.manage"
	ChangeBilling   Action = "billing.change"

	// ReadChanges and ManageWebhooks: what other programs are told.
	ReadChanges    Action = "change.read"
	ManageWebhooks Action = "webhook.manage"
	// ManageExports: files with the personal data of everybody at an event.
	ManageExports Action = "export.manage"
	// ManageArchives: taking an event out of the tables, and bringing it back. ManageRetention: how
	// long what gets old is kept.
	ManageArchives  Action = "archive.manage"
	ManageRetention Action = "retention.manage"
	ManageImports   Action = "import.manage"
	ReadVenues      Action = "venue.read"
	ChangeVenues    Action = "venue.change"
	ReadSeats       Action = "seat.read"
	// Capacity that another system owns. SignalCapacity is for that system, JoinResource for
	// whoever answers for people.
	ReadResources      Action = "resource.read"
	ChangeResources    Action = "resource.change"
	SignalCapacity     Action = "resource.signal"
	JoinResource       Action = "resource.join"
	ReadResourcePlaces Action = "resource.places"
	// ResolveResourceOffer decides what the other system did not, and sees to refunds that have failed.
	ResolveResourceOffer Action = "resource.resolve"
	// The time of rooms. AnswerBookings confirms and declines what was requested.
	ReadBookings   Action = "booking.read"
	BookRooms      Action = "booking.change"
	AnswerBookings Action = "booking.answer"
	// RevokeLinks: signs all links of a person out.
	RevokeLinks Action = "link.revoke"
	// ReadTicketKeys: public keys, for whoever may see the event.
	ReadTicketKeys Action = "ticket.keys"
	// ReadLog: the public log of an event, of which entries may be for its people alone.
	ReadLog Action = "log.read"

	ReadMembers        Action = "member.read"
	ManageMembers      Action = "member.manage"
	ReadOrganization   Action = "organization.read"
	ChangeOrganization Action = "organization.change"
	ReadSecurityLog    Action = "security_log.read"
	// ManagePaymentAccounts: where the organization's money goes.
	ManagePaymentAccounts Action = "payment_account.manage"
	// ManageBank reads what banks say of the organization's account, and decides what is for
	// which order.
	ManageBank Action = "bank.manage"
	ManageSelf Action = "self.manage"

	TransferTicket Action = "ticket.transfer"
	ReadTransfer   Action = "transfer.read"
	AnswerTransfer Action = "transfer.answer"

	CancelTicket     Action = "ticket.cancel"
	ExchangeTicket   Action = "ticket.exchange"
	ReadExchange     Action = "exchange.read"
	WithdrawExchange Action = "exchange.withdraw"

	EditTicket Action = "ticket.edit"
	// ReadAnswers and ChangeAnswers: what was answered to the questions of an event.
	ReadAnswers   Action = "answer.read"
	ChangeAnswers Action = "answer.change"
	// ReadAllAnswers: what everybody at an event has answered, added up, and who gave an answer.
	ReadAllAnswers Action = "answer.read_all"
	// UploadAnswer sends a file that is to be the answer to a question.
	UploadAnswer  Action = "answer.upload"
	SearchTickets Action = "ticket.search"
	ChangeLists   Action = "checkin_list.change"
	Override      Action = "checkin.override"
	ReadOverrides Action = "override.read"
)

// rule says who may take an action.
type rule struct {
	Roles []Role
	// Whole: it is of the whole organization, wherever it is asked for: a role in a single event
	// does not reach it.
	Whole bool
	// Some: a member who has a role in a single event may, of an organization, as far as those go.
	Some bool
	// Lists: it lists events, and a key for one event is shown that one.
	Lists bool
	// Link are the reaches with which the person of a signed link may: for what is
	// theirs and what the link leads to. Anyone who is signed in may what their person may.
	Link reaches
	// Event: any link may, for all of its event.
	Event  bool
	Public bool // anybody, for a published event
	// Self: whoever is signed in, for what is their own and in no event.
	Self bool
	// Phone: a phone that was let in by a code, for its event; Late: once its pass is over
	// too, as long as it may hand in what it scanned before.
	Phone, Late bool
}

var (
	everyRole  = Roles
	boxOffice  = []Role{Owner, Organizer, BoxOffice}
	door       = []Role{Owner, Organizer, BoxOffice, Door}
	organizers = []Role{Owner, Organizer}
	owners     = []Role{Owner}
)

// table is the one place that says who may do what. An action that is not in it
// is refused to everybody.
var table = map[Action]rule{
	CreateEvent:   {Roles: organizers, Whole: true},
	ListEvents:    {Roles: everyRole, Some: true, Lists: true},
	ListSeries:    {Roles: everyRole, Whole: true},
	MakeSeries:    {Roles: organizers, Whole: true},
	ReadEvent:     {Roles: everyRole, Link: anyReach, Event: true, Public: true},
	ChangeEvent:   {Roles: organizers},
	Register:      {Roles: boxOffice, Link: ownCall, Event: true, Public: true},
	ListGuests:    {Roles: everyRole},
	ReadGuest:     {Roles: everyRole, Link: ownPlace},
	CancelGuest:   {Roles: boxOffice, Link: ownPlace},
	JoinWaitlist:  {Roles: boxOffice, Link: ownCall, Event: true, Public: true},
	ListWaitlist:  {Roles: everyRole},
	ReadEntry:     {Roles: everyRole, Link: ownEntry},
	LeaveWaitlist: {Roles: boxOffice, Link: ownEntry},
	ReadOffer:     {Roles: everyRole, Link: ownEntry},
	AnswerOffer:   {Roles: boxOffice, Link: ownEntry},
	ExtendOffer:   {Roles: organizers},
	ReadOrder:     {Roles: everyRole, Link: ownOrder},
	CancelOrder:   {Roles: boxOffice, Link: ownOrder},
	PlaceOrder:    {Roles: boxOffice, Link: ownCall, Event: true, Public: true},
	EnterSale:     {Roles: boxOffice, Public: true},
	RehearseSale:  {Roles: owners},
	ReadTakers:    {Roles: organizers},
	ReleaseTaken:  {Roles: organizers},
	ListOrders:    {Roles: everyRole},
	// Whether a buyer may have money back without staff is a rule of the event.
	RefundOrder: {Roles: boxOffice, Link: freshOnly},
	ReadCodes:   {Roles: boxOffice},
	ChangeCodes: {Roles: organizers},
	TryCode:     {Roles: everyRole, Link: ownCall, Event: true, Public: true},
	// With the promo codes that they bring along.
	ReadTracking:   {Roles: boxOffice},
	ManageTracking: {Roles: organizers},
	// Addresses to write to, for those who write to them.
	ReadConsents:   {Roles: organizers},
	ManageConsents: {Roles: organizers},
	// As easily as how one is reached.
	ReadOwnConsents:  {Roles: boxOffice, Link: contacts},
	WithdrawConsents: {Roles: boxOffice, Link: contacts},

	ReadPool:     {Roles: everyRole},
	ChangePool:   {Roles: organizers},
	ReadBlocks:   {Roles: everyRole},
	ChangeBlocks: {Roles: boxOffice},
	ReadAudit:    {Roles: organizers},
	ReadInbox:    {Link: freshOnly},
	FollowOwn:    {Link: ownOrder},
	ErasePerson:  {Roles: owners},
	// All that is stored of somebody: for the person, and for those who have to answer.
	ReadPersonData: {Roles: owners, Link: freshOnly},
	ManageKeys:     {Roles: owners, Whole: true},
	// Whoever can read a ticket can come in with it: not for viewers, and the
	// door needs to see tickets, not to make them.
	ReadTickets:  {Roles: boxOffice, Link: ownTickets},
	Reissue:      {Roles: boxOffice},
	Reseat:       {Roles: boxOffice},
	CheckIn:      {Roles: door, Phone: true},
	HandInScans:  {Roles: door, Phone: true, Late: true},
	ReadCheckins: {Roles: everyRole, Phone: true},
	// Whoever answers for the door lets phones in, and sends them away.
	ManagePasses: {Roles: boxOffice},
	ReadOwnPass:  {Phone: true},

	PayOrder:     {Roles: boxOffice, Link: ownOrder},
	MarkPaid:     {Roles: boxOffice},
	ReadPayments: {Roles: boxOffice, Link: ownOrder},
	ListRefunds:  {Roles: organizers, Whole: true},
	// It says that money has left the organization's account, which nobody here can see.
	PayRefundOtherwise: {Roles: owners, Whole: true},
	ReadJournal:        {Roles: organizers},
	SellAtDoor:         {Roles: boxOffice},
	// Whoever sells could else give away what they took money for.
	GiveComplimentary: {Roles: organizers},
	ReadFigures:       {Roles: everyRole},
	ReadInvoices:      {Roles: organizers},
	ManageInvoicing:   {Roles: owners, Whole: true},
	// Whoever only has the address to pay at is not the buyer.
	ReadInvoice:   {Roles: boxOffice, Link: ownPlace},
	ChangeBilling: {Roles: boxOffice, Link: answers},

	// The feed is the audit log of all events. An endpoint is told the same.
	ReadChanges:    {Roles: organizers, Whole: true},
	ManageWebhooks: {Roles: organizers, Whole: true},
	ReadContact:    {Roles: boxOffice, Link: contacts},
	ChangeContact:  {Roles: boxOffice, Link: contacts},
	ManageMessages: {Roles: organizers},
	// With what was answered to the questions of the event.
	ReadApplications:     {Roles: boxOffice},
	AnswerApplications:   {Roles: organizers},
	ReadInvitations:      {Roles: boxOffice},
	ManageInvitations:    {Roles: organizers},
	AnswerInvitation:     {Link: ownCall},
	GiveFeedback:         {Link: ownWords},
	ReadFeedback:         {Roles: organizers},
	ManageExports:        {Roles: organizers},
	ManageArchives:       {Roles: organizers},
	ManageRetention:      {Roles: owners, Whole: true},
	ManageImports:        {Roles: organizers},
	ReadVenues:           {Roles: everyRole, Whole: true},
	ChangeVenues:         {Roles: organizers, Whole: true},
	ReadBookings:         {Roles: everyRole, Whole: true},
	BookRooms:            {Roles: boxOffice, Whole: true},
	AnswerBookings:       {Roles: organizers, Whole: true},
	ReadResources:        {Roles: everyRole, Whole: true},
	ChangeResources:      {Roles: organizers, Whole: true},
	SignalCapacity:       {Roles: boxOffice, Whole: true},
	JoinResource:         {Roles: boxOffice, Whole: true},
	ReadResourcePlaces:   {Roles: boxOffice, Whole: true},
	ResolveResourceOffer: {Roles: organizers, Whole: true},
	ReadSeats:            {Roles: everyRole, Link: anyReach, Event: true, Public: true},
	ReadTicketKeys:       {Roles: everyRole, Public: true},
	ReadLog:              {Roles: everyRole, Link: anyReach, Event: true, Public: true},

	ReadMembers:        {Roles: organizers, Whole: true},
	ManageMembers:      {Roles: owners, Whole: true},
	ReadOrganization:   {Roles: everyRole, Some: true},
	ChangeOrganization: {Roles: owners, Whole: true},
	// Who signed in and from where is for those who answer for the organization.
	ReadSecurityLog:       {Roles: owners, Whole: true},
	ManagePaymentAccounts: {Roles: owners, Whole: true},
	// It shows who else pays the organization, and what for.
	ManageBank: {Roles: owners, Whole: true},
	// What is somebody's own beside events: sessions, passkeys, the list of
	// everything that is in their name.
	ManageSelf: {Self: true},
	// Anyone who has found that somebody else reads their mail need not wait for another.
	RevokeLinks: {Link: ownMove, Self: true},

	TransferTicket: {Roles: boxOffice, Link: freshOnly},
	ReadTransfer:   {Roles: boxOffice, Link: ownMove},
	AnswerTransfer: {Roles: boxOffice, Link: ownMove},

	CancelTicket:     {Roles: boxOffice, Link: ownPlace},
	ExchangeTicket:   {Roles: boxOffice, Link: freshOnly},
	ReadExchange:     {Roles: boxOffice, Link: ownPlace},
	WithdrawExchange: {Roles: boxOffice, Link: ownPlace},

	EditTicket:    {Roles: boxOffice, Link: attendees},
	ReadAnswers:   {Roles: boxOffice, Link: answers},
	ChangeAnswers: {Roles: boxOffice, Link: answers},
	// Of anybody whose own answers they may read.
	ReadAllAnswers: {Roles: boxOffice},
	// Before there is anything that is theirs, as whoever registers; or to change an answer.
	UploadAnswer:  {Roles: boxOffice, Link: uploads, Event: true, Public: true},
	SearchTickets: {Roles: door, Phone: true},
	ChangeLists:   {Roles: organizers},
	// Anyone who stands at the door follows the rules; whoever answers for the door may not.
	Override:      {Roles: boxOffice},
	ReadOverrides: {Roles: boxOffice},
}

// Resource is what an action is about.
type Resource struct {
	// Address is the folded e-mail address of the person, looked up for callers
	// who are signed in.
	Address string

	OrgID    string // whose it is
	EventID  string // which event it lives in; empty for what is in none
	PersonID string // the person it belongs to; empty when it belongs to none
	// Led says that the caller's link is about this very thing, or about what it
	// came of.
	Led bool
	// Published: the event is published (or was, before it was cancelled), and whoever asks may
	// know of it.
	Published bool
	// ByInvitation: the event is for invited people. A link opens it that leads to what
	// somebody has there, or is an invitation.
	ByInvitation bool
}

// May reports whether the caller may take an action on anything at all. It is
// asked before anything is looked up.
func (c *Caller) May(a Action) error { return c.named(a, c.may(a)) }

func (c *Caller) may(a Action) error {
	r, known := table[a]
	switch {
	case !known:
		return ErrForbidden
	case c.forOneEvent() && len(r.Roles) > 0 && r.Whole:
		return c.outOfReach()
	case c.Staff():
		if !slices.Contains(r.Roles, c.Role) && (!r.Some || c.Role != EventsOnly) || c.Single && r.Whole {
			return ErrForbidden
		}
	case c.Pass != nil:
		if !r.Phone || c.Pass.Late && !r.Late {
			return ErrForbidden
		}
	case c.Link != nil:
		return c.Link.may(&r)
	case c.Login != nil:
		return c.Login.may(&r)
	case !r.Public:
		return ErrUnauthenticated
	}
	return nil
}

// Authorize reports whether the caller may take an action on this resource. It is
// the one place where access is decided.
func (c *Caller) Authorize(a Action, res Resource) error {
	if c.Login != nil {
		return c.named(a, c.authorizeLogin(a, res))
	}
	if err := c.May(a); err != nil {
		return err
	}
	switch {
	case c.Staff():
		if res.OrgID == "" || res.OrgID != c.OrgID || c.forOneEvent() && !slices.Contains(c.Events, res.EventID) {
			return ErrHidden
		}
	case c.Pass != nil:
		if res.EventID == "" || res.EventID != c.Pass.EventID {
			return ErrHidden
		}
	case c.Link != nil:
		if res.EventID == "" || res.EventID != c.Link.Event() {
			return ErrHidden
		}
		r := table[a]
		if !r.Event {
			return c.Link.opens(&res)
		}
		if res.ByInvitation && (c.Link.Reach == ReachContact || c.Link.Reach == ReachFeedback) {
			return ErrHidden
		}
	case !res.Published:
		return ErrHidden
	}
	return nil
}

// may reports whether there is anything at all on which the action is possible with
// the link.
func (l *Link) may(r *rule) error {
	switch {
	case r.Link.has(l.Reach):
		return nil
	case r.Link.has(ReachFull):
		return ErrReach
	}
	return ErrForbidden
}

// opens reports whether a link of the event leads to a thing. That a person has more
// than the link leads to is not a secret to whoever has it.
func (l *Link) opens(res *Resource) error {
	switch {
	case l.Bears():
		if !res.Led {
			return ErrHidden
		}
	case res.PersonID == "" || res.PersonID != l.Person:
		return ErrHidden
	case !res.Led && l.Reach != ReachFull && l.Reach != ReachContact && l.Reach != ReachFeedback:
		return ErrReach
	}
	return nil
}

// SignedIn reports whether an action is for everybody who is signed in.
func SignedIn(a Action) bool { return table[a].Self }

// ForPhones reports whether an action is for phones that were let in by a code, and whether
// it is once their pass is over.
func ForPhones(a Action) (phone, late bool) { return table[a].Phone, table[a].Late }

// Callers describes who may take an action, for the documentation.
func Callers(a Action) (roles []Role, links []Reach, public bool) {
	r := table[a]
	return slices.Clone(r.Roles), slices.Clone(r.Link), r.Public
}

// Actions are all actions in the table, in no order.
func Actions() []Action {
	all := make([]Action, 0, len(table))
	for a := range table {
		all = append(all, a)
	}
	return all
}
