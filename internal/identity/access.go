package identity

import (
	"errors"
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

// ValidRole reports whether s names a role.
func ValidRole(s string) bool { return slices.Contains(Roles, Role(s)) }

// Caller is who sends a request. The zero Caller is the public.
type Caller struct {
	// KeyID, OrgID and Role are set for the holder of an API key.
	KeyID, OrgID string
	Role         Role
	// Link is set for a person who came through a signed link.
	Link *Link
	// Login is set for who is signed in. What such a caller acts as depends on
	// the thing, and is found out by Authorize: MemberID, OrgID and Role are then
	// those of the membership that opened it, or PersonID is the person it
	// belongs to.
	Login              *Login
	MemberID, PersonID string
}

// Staff reports whether the caller acts for an organization.
func (c *Caller) Staff() bool { return c.KeyID != "" || c.MemberID != "" }

// Public reports whether the caller showed no credentials at all.
func (c *Caller) Public() bool { return c.KeyID == "" && c.Link == nil && c.Login == nil }

// Actor is the caller as audit rows name it: an id, or "public". Somebody who is
// signed in is, within an event, the member or the person that the thing was
// opened for.
func (c *Caller) Actor() string {
	switch {
	case c.KeyID != "":
		return c.KeyID
	case c.MemberID != "":
		return c.MemberID
	case c.Link != nil:
		return c.Link.Person
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
	ReadEvent       Action = "event.read"
	ChangeEvent     Action = "event.change"
	Register        Action = "registration.create"
	ListGuests      Action = "registration.list"
	ReadGuest       Action = "registration.read"
	CancelGuest     Action = "registration.cancel"
	JoinWaitlist    Action = "waitlist.join"
	ListWaitlist    Action = "waitlist.list"
	ReadEntry       Action = "entry.read"
	LeaveWaitlist   Action = "entry.leave"
	ReadOffer       Action = "offer.read"
	AnswerOffer     Action = "offer.answer"
	ExtendOffer     Action = "offer.extend"
	ReadOrder       Action = "order.read"
	CancelOrder     Action = "order.cancel"
	PlaceOrder      Action = "order.create"
	ListOrders      Action = "order.list"
	RefundOrder     Action = "order.refund"
	ReadCodes       Action = "code.read"
	ChangeCodes     Action = "code.change"
	TryCode         Action = "code.try"
	ReadPool        Action = "pool.read"
	ChangePool      Action = "pool.change"
	ReadBlocks      Action = "block.read"
	ChangeBlocks    Action = "block.change"
	ReadAudit       Action = "audit.read"
	ReadInbox       Action = "inbox.read"
	// How people are reached, organizers' own words, what did not arrive.
	ReadContact    Action = "contact.read"
	ChangeContact  Action = "contact.change"
	ManageMessages Action = "message.manage"
	ErasePerson    Action = "person.erase"
	ReadPersonData Action = "person.read_data"
	ManageKeys     Action = "key.manage"
	ReadTickets    Action = "ticket.read"
	Reissue        Action = "ticket.reissue"
	CheckIn        Action = "checkin.create"
	ReadCheckins   Action = "checkin.read"

	PayOrder     Action = "order.pay"
	MarkPaid     Action = "payment.by_hand"
	ReadPayments Action = "payment.read"
	ReadJournal  Action = "journal.read"
	ReadFigures  Action = "figures.read"

	// ReadChanges and ManageWebhooks: what other programs are told.
	ReadChanges    Action = "change.read"
	ManageWebhooks Action = "webhook.manage"
	// ManageExports: files with the personal data of everybody at an event.
	ManageExports Action = "export.manage"
	ManageImports Action = "import.manage"
	ReadVenues    Action = "venue.read"
	ChangeVenues  Action = "venue.change"
	ReadSeats     Action = "seat.read"
	// ReadTicketKeys: public keys, for whoever may see the event.
	ReadTicketKeys Action = "ticket.keys"

	ReadMembers        Action = "member.read"
	ManageMembers      Action = "member.manage"
	ReadOrganization   Action = "organization.read"
	ChangeOrganization Action = "organization.change"
	ManageSelf         Action = "self.manage"

	TransferTicket Action = "ticket.transfer"
	ReadTransfer   Action = "transfer.read"
	AnswerTransfer Action = "transfer.answer"

	ExchangeTicket   Action = "ticket.exchange"
	ReadExchange     Action = "exchange.read"
	WithdrawExchange Action = "exchange.withdraw"

	EditTicket    Action = "ticket.edit"
	SearchTickets Action = "ticket.search"
	ChangeLists   Action = "checkin_list.change"
	Override      Action = "checkin.override"
	ReadOverrides Action = "override.read"
)

// reach is how far a signed link goes for an action.
type reach int

const (
	nothing  reach = iota
	ownEvent       // the event that the link is about
	ownThing       // what belongs to the link's person in that event
)

// rule says who may take an action.
type rule struct {
	Roles  []Role
	Link   reach
	Public bool // anybody, for a published event
	// Self: whoever is signed in, for what is their own and in no event.
	Self bool
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
	CreateEvent:   {Roles: organizers},
	ListEvents:    {Roles: everyRole},
	ReadEvent:     {Roles: everyRole, Link: ownEvent, Public: true},
	ChangeEvent:   {Roles: organizers},
	Register:      {Roles: boxOffice, Public: true},
	ListGuests:    {Roles: everyRole},
	ReadGuest:     {Roles: everyRole, Link: ownThing},
	CancelGuest:   {Roles: boxOffice, Link: ownThing},
	JoinWaitlist:  {Roles: boxOffice, Public: true},
	ListWaitlist:  {Roles: everyRole},
	ReadEntry:     {Roles: everyRole, Link: ownThing},
	LeaveWaitlist: {Roles: boxOffice, Link: ownThing},
	ReadOffer:     {Roles: everyRole, Link: ownThing},
	AnswerOffer:   {Roles: boxOffice, Link: ownThing},
	ExtendOffer:   {Roles: organizers},
	ReadOrder:     {Roles: everyRole, Link: ownThing},
	CancelOrder:   {Roles: boxOffice, Link: ownThing},
	PlaceOrder:    {Roles: boxOffice, Public: true},
	ListOrders:    {Roles: everyRole},
	// Whether a buyer may have money back without staff is a rule of the event.
	RefundOrder:  {Roles: boxOffice, Link: ownThing},
	ReadCodes:    {Roles: boxOffice},
	ChangeCodes:  {Roles: organizers},
	TryCode:      {Roles: everyRole, Public: true},
	ReadPool:     {Roles: everyRole},
	ChangePool:   {Roles: organizers},
	ReadBlocks:   {Roles: everyRole},
	ChangeBlocks: {Roles: boxOffice},
	ReadAudit:    {Roles: organizers},
	ReadInbox:    {Link: ownThing},
	ErasePerson:  {Roles: owners},
	// All that is stored of somebody: for the person, and for who has to answer.
	ReadPersonData: {Roles: owners, Link: ownThing},
	ManageKeys:     {Roles: owners},
	// Whoever can read a ticket can come in with it: not for viewers, and the
	// door needs to see tickets, not to make them.
	ReadTickets:  {Roles: boxOffice, Link: ownThing},
	Reissue:      {Roles: boxOffice},
	CheckIn:      {Roles: door},
	ReadCheckins: {Roles: everyRole},

	PayOrder:     {Roles: boxOffice, Link: ownThing},
	MarkPaid:     {Roles: boxOffice},
	ReadPayments: {Roles: boxOffice, Link: ownThing},
	ReadJournal:  {Roles: organizers},
	ReadFigures:  {Roles: everyRole},

	// The feed is the audit log of all events. An endpoint is told the same.
	ReadChanges:    {Roles: organizers},
	ManageWebhooks: {Roles: organizers},
	ReadContact:    {Roles: boxOffice, Link: ownThing},
	ChangeContact:  {Roles: boxOffice, Link: ownThing},
	ManageMessages: {Roles: organizers},
	ManageExports:  {Roles: organizers},
	ManageImports:  {Roles: organizers},
	ReadVenues:     {Roles: everyRole},
	ChangeVenues:   {Roles: organizers},
	ReadSeats:      {Roles: everyRole, Link: ownEvent, Public: true},
	ReadTicketKeys: {Roles: everyRole, Public: true},

	ReadMembers:        {Roles: organizers},
	ManageMembers:      {Roles: owners},
	ReadOrganization:   {Roles: everyRole},
	ChangeOrganization: {Roles: owners},
	// What is somebody's own beside events: sessions, passkeys, the list of
	// everything that is in their name.
	ManageSelf: {Self: true},

	TransferTicket: {Roles: boxOffice, Link: ownThing},
	ReadTransfer:   {Roles: boxOffice, Link: ownThing},
	AnswerTransfer: {Roles: boxOffice, Link: ownThing},

	ExchangeTicket:   {Roles: boxOffice, Link: ownThing},
	ReadExchange:     {Roles: boxOffice, Link: ownThing},
	WithdrawExchange: {Roles: boxOffice, Link: ownThing},

	EditTicket:    {Roles: boxOffice, Link: ownThing},
	SearchTickets: {Roles: door},
	ChangeLists:   {Roles: organizers},
	// Who stands at the door follows the rules; who answers for the door may not.
	Override:      {Roles: boxOffice},
	ReadOverrides: {Roles: boxOffice},
}

// Errors of Authorize and May.
var (
	ErrUnauthenticated = errors.New("identity: credentials are required")
	ErrForbidden       = errors.New("identity: this caller may not do that")
	// ErrHidden: the thing belongs to somebody else. It is answered like a
	// thing that does not exist, so that ids cannot be probed.
	ErrHidden = errors.New("identity: not visible to this caller")
)

// Resource is what an action is about.
type Resource struct {
	// Address is the folded e-mail address of the person, looked up for callers
	// who are signed in.
	Address string

	OrgID     string // whose it is
	EventID   string // which event it lives in; empty for what is in none
	PersonID  string // the person it belongs to; empty when it belongs to none
	Published bool   // the event is published (or was, before it was cancelled)
}

// May reports whether the caller may take an action on anything at all. It is
// asked before anything is looked up.
func (c *Caller) May(a Action) error {
	r, known := table[a]
	switch {
	case !known:
		return ErrForbidden
	case c.Staff():
		if !slices.Contains(r.Roles, c.Role) {
			return ErrForbidden
		}
	case c.Link != nil:
		if r.Link == nothing {
			return ErrForbidden
		}
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
		return c.authorizeLogin(a, res)
	}
	if err := c.May(a); err != nil {
		return err
	}
	switch {
	case c.Staff():
		if res.OrgID == "" || res.OrgID != c.OrgID {
			return ErrHidden
		}
	case c.Link != nil:
		if res.EventID == "" || res.EventID != c.Link.Event() {
			return ErrHidden
		}
		if table[a].Link == ownThing && (res.PersonID == "" || res.PersonID != c.Link.Person) {
			return ErrHidden
		}
	case !res.Published:
		return ErrHidden
	}
	return nil
}

// SignedIn reports whether an action is for everybody who is signed in.
func SignedIn(a Action) bool { return table[a].Self }

// Callers describes who may take an action, for the documentation.
func Callers(a Action) (roles []Role, link, public bool) {
	r := table[a]
	return slices.Clone(r.Roles), r.Link != nothing, r.Public
}

// Actions are all actions in the table, in no order.
func Actions() []Action {
	all := make([]Action, 0, len(table))
	for a := range table {
		all = append(all, a)
	}
	return all
}
