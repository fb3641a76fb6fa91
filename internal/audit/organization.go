package audit

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Action is what a row of an organization's chain says was done.
type Action string

// The actions. The list is closed: verify knows what each of them makes of its subject.
const (
	OrganizationCreated Action = "organization_created"
	OrganizationChanged Action = "organization_changed"
	KeyCreated          Action = "key_created"
	KeyRevoked          Action = "key_revoked"
	MemberAdded         Action = "member_added"
	MemberChanged       Action = "member_changed"
	MemberRemoved       Action = "member_removed"
	WebhookCreated      Action = "webhook_created"
	WebhookChanged      Action = "webhook_changed"
	WebhookDeleted      Action = "webhook_deleted"
	// The account at a payment provider, which says where money goes.
	PaymentAccountAdded   Action = "payment_account_added"
	PaymentAccountChanged Action = "payment_account_changed" // its keys
	PaymentAccountRemoved Action = "payment_account_removed" // for new orders
	PaymentAccountClosed  Action = "payment_account_closed"  // its keys are gone
	// What the organization says on its invoices, and whether it issues any.
	InvoicingCreated Action = "invoicing_created"
	InvoicingChanged Action = "invoicing_changed"
	EventCreated     Action = "event_created"
	// QuestionsChanged says that Commitment is to what the event asks from now on.
	QuestionsChanged Action = "questions_changed"
	// AnswersChanged says that staff changed the answers of an order, registration or
	// entry. It commits to nothing: what was answered is personal.
	AnswersChanged Action = "answers_changed"
	// The pass of a phone at the door of an event.
	CheckinPassCreated  Action = "checkin_pass_created"
	CheckinPassRedeemed Action = "checkin_pass_redeemed" // by the phone that has it from then on
	CheckinPassChanged  Action = "checkin_pass_changed"  // its hours
	CheckinPassEnded    Action = "checkin_pass_ended"
	// A till of the box office, with the cash that was in it.
	TillOpened Action = "till_opened"
	TillClosed Action = "till_closed"
	// TrackingLinkMade and TrackingLinkChanged say that Commitment is to where a tracking link
	// of an event leads, and until when it counts.
	TrackingLinkMade    Action = "tracking_link_made"
	TrackingLinkChanged Action = "tracking_link_changed"
	// ConsentPurposeMade and ConsentPurposeChanged say that Commitment is to the newest words of
	// a purpose of consent and to its end, and ConsentsAsked to the purposes that an event asks for.
	ConsentPurposeMade    Action = "consent_purpose_made"
	ConsentPurposeChanged Action = "consent_purpose_changed"
	ConsentsAsked         Action = "consents_asked"
	// The account at a bank, which says where money goes.
	BankAccountAdded   Action = "bank_account_added"
	BankAccountChanged Action = "bank_account_changed"
	BankAccountRemoved Action = "bank_account_removed"
	// A file of the bank was read; a transaction was taken from it, and what became of that.
	BankStatementRead      Action = "bank_statement_read"
	BankTransactionTaken   Action = "bank_transaction_taken"
	BankTransactionChanged Action = "bank_transaction_changed"
	// What became of a booking of rooms: Commitment is to all of it that decides.
	BookingCreated   Action = "booking_created"
	BookingConfirmed Action = "booking_confirmed"
	BookingDeclined  Action = "booking_declined"
	BookingCancelled Action = "booking_cancelled"
	BookingMoved     Action = "booking_moved"
	BookingLapsed    Action = "booking_lapsed"
	// BookingApproved: the venue agrees, and its deposit is to be paid. BookingPaid: something
	// was paid for it. BookingDepositWaived: the venue wants no deposit.
	BookingApproved      Action = "booking_approved"
	BookingAddOns        Action = "booking_add_ons_changed"
	BookingPriced        Action = "booking_priced" // the venue has named its price
	BookingPaid          Action = "booking_paid"
	BookingDepositWaived Action = "booking_deposit_waived"
	BookingCompleted     Action = "booking_completed"
	// BookingGranted says that the time of a booking that waited came free, and is its own;
	// BookingPassedOver that one behind it had what came free, because other bookings or the
	// opening hours were still in its way.
	BookingGranted    Action = "booking_granted"
	BookingPassedOver Action = "booking_passed_over"
	// BookingRefundAssigned: staff say of which dates a refund is that was made in the dashboard of a provider;
	// BookingRefundReassigned: they say otherwise. Commitment is to what they said last.
	BookingRefundAssigned   Action = "booking_refund_assigned"
	BookingRefundReassigned Action = "booking_refund_reassigned"
	// RefundPaidOtherwise: an owner has paid a refund that its provider refuses by other means.
	RefundPaidOtherwise Action = "refund_paid_otherwise"
	// What became of capacity that another system owns, of the people who wait for it and of what they
	// were offered. Commitment is to all of that which decides.
	ResourceCreated        Action = "resource_created"
	ResourceChanged        Action = "resource_changed"
	ResourceEntryJoined    Action = "resource_entry_joined"
	ResourceEntryOffered   Action = "resource_entry_offered"
	ResourceEntryAccepting Action = "resource_entry_accepting"
	ResourceEntryReturned  Action = "resource_entry_returned" // to its place, when what it was offered was withdrawn
	ResourceEntryEnded     Action = "resource_entry_ended"
	ResourceEntryPaid      Action = "resource_entry_paid" // its fee, and is in the queue
	ResourceOfferMade      Action = "resource_offer_made"
	ResourceOfferAccepting Action = "resource_offer_accepting" // the other system is asked
	ResourceOfferEnded     Action = "resource_offer_ended"
	// ResourceConfirmationBegun: the other system is asked about an offer.
	ResourceConfirmationBegun    Action = "resource_confirmation_begun"
	ResourceConfirmationRepeated Action = "resource_confirmation_repeated" // asked again, because staff want so
	ResourceConfirmationFailed   Action = "resource_confirmation_failed"
	ResourceConfirmationEnded    Action = "resource_confirmation_ended"
	ResourceCapacitySignal       Action = "resource_capacity_signal"
	// HeadTaken says that the chain of an event had the hash Commitment at EventSeq.
	HeadTaken Action = "head_taken"
	// NamesSealed says that the names in the ledger of an event up to EventSeq had the
	// seals that Commitment is to.
	NamesSealed Action = "names_sealed"
	// ScansSealed says that Commitment is to the scans of an event in the slot EventSeq.
	ScansSealed Action = "scans_sealed"
)

// Sealing reports whether nobody does it: a job takes in what was written before.
func (a Action) Sealing() bool { return a == HeadTaken || a == NamesSealed || a == ScansSealed }

// Booking reports whether it was done to a booking of rooms, which changes nobody's access.
func (a Action) Booking() bool {
	switch a {
	case BookingCreated, BookingConfirmed, BookingDeclined, BookingCancelled, BookingMoved, BookingLapsed, BookingCompleted, BookingGranted, BookingPassedOver, BookingApproved, BookingPriced, BookingAddOns, BookingPaid, BookingDepositWaived, BookingRefundAssigned, BookingRefundReassigned:
		return true
	}
	return false
}

// Resource reports whether it was done to capacity that another system owns, which changes
// nobody's access.
func (a Action) Resource() bool { return strings.HasPrefix(string(a), "resource_") }

// Tracking reports whether it was done to a tracking link, which changes nobody's access.
func (a Action) Tracking() bool { return a == TrackingLinkMade || a == TrackingLinkChanged }

// Consent reports whether it was done to what people may agree to, which changes nobody's access.
func (a Action) Consent() bool {
	return a == ConsentPurposeMade || a == ConsentPurposeChanged || a == ConsentsAsked
}

// Till reports whether it was done to a till, which changes nobody's access.
func (a Action) Till() bool { return a == TillOpened || a == TillClosed }

// Bank reports whether it was done to what a bank says of an account, which changes nobody's
// access and not where money goes.
func (a Action) Bank() bool {
	return a == BankStatementRead || a == BankTransactionTaken || a == BankTransactionChanged
}

// Deed is a row of the chain of an organization: who may act for it and which events
// it has, neither of which is in the chain of any event. It holds no name and no
// address; what it is about may be erased, and the chain still hashes.
type Deed struct {
	Seq     int64 // 1, 2, 3, … in the organization
	At      inventory.Instant
	Actor   string // as in the rows of events
	Subject string // a key, member, webhook or event, or the organization itself
	Action  Action
	// EventSeq is the ledger seq of the event that a head is of, or up to which names are
	// sealed, or the slot of the scans; 0 with every other action.
	EventSeq int64
	// Commitment is to what Subject is, or asks, from now on; empty when it is gone.
	Commitment string
}

// ChainDeeds returns the hash of each row of an organization, given the hash before
// the first of them.
func ChainDeeds(prev Hash, org string, deeds []Deed) []Hash {
	hashes := make([]Hash, len(deeds))
	for i := range deeds {
		d := &deeds[i]
		e := encoding(append([]byte("holdfast organization\n"), prev[:]...))
		e.text(org)
		e.number(d.Seq)
		e.number(int64(d.At))
		e.text(d.Actor)
		e.text(d.Subject)
		e.text(string(d.Action))
		e.number(d.EventSeq)
		e.text(d.Commitment)
		prev = sha256.Sum256(e)
		hashes[i] = prev
	}
	return hashes
}

func organizationMessage(org string, seq int64, head Hash) []byte {
	b := append([]byte("holdfast organization head v1\n"), org...)
	b = binary.BigEndian.AppendUint64(append(b, '\n'), uint64(seq))
	return append(b, head[:]...)
}

// SignOrganization signs the statement that the chain of org has hash head at seq. No
// signature of an event's head is one of it, or the other way round.
func SignOrganization(key ed25519.PrivateKey, org string, seq int64, head Hash) []byte {
	return ed25519.Sign(key, organizationMessage(org, seq, head))
}

// VerifyOrganization reports whether sig is a valid SignOrganization of that statement.
func VerifyOrganization(key ed25519.PublicKey, org string, seq int64, head Hash, sig []byte) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, organizationMessage(org, seq, head), sig)
}

// encoding is values one after another, so that no two different lists encode alike:
// numbers are eight bytes, texts and blobs are preceded by their length.
type encoding []byte

func (e *encoding) number(v int64) { *e = binary.BigEndian.AppendUint64(*e, uint64(v)) }

func (e *encoding) text(s string) {
	*e = binary.BigEndian.AppendUint32(*e, uint32(len(s)))
	*e = append(*e, s...)
}

func (e *encoding) truth(v bool) {
	if v {
		e.number(1)
	} else {
		e.number(0)
	}
}

// commitment is 128 bits of the hash of what is encoded, as in the rows of events.
func (e encoding) commitment() string {
	sum := sha256.Sum256(e)
	return hex.EncodeToString(sum[:16])
}

// Key is what decides about an API key.
type Key struct {
	ID, Org, Role        string
	Event                string   // that it is for alone
	Hash                 [32]byte // of its text
	ExpiresAt, RevokedAt inventory.Instant
}

// Commitment commits to whose key it is, what it may do and how long.
func (k *Key) Commitment() string {
	e := encoding("key\n")
	e.text(k.ID)
	e.text(k.Org)
	e.text(k.Role)
	e.text(k.Event)
	e.text(string(k.Hash[:]))
	e.number(int64(k.ExpiresAt))
	e.number(int64(k.RevokedAt))
	return e.commitment()
}

// Member is what decides about a member. The address is personal, and few enough
// addresses exist to try them all: Salt keeps a hash of it from telling whose it was
// once the member's row is gone.
type Member struct {
	ID, Org, Role, Address string
	Salt                   []byte
	// Events are the single events in which the member has a role, each with that behind it.
	Events []string
}

// Commitment commits to who acts for which organization, and as what.
func (m *Member) Commitment() string {
	e := encoding("member\n")
	e.text(m.ID)
	e.text(m.Org)
	e.text(m.Role)
	e.text(m.Address)
	e.text(string(m.Salt))
	for _, text := range m.Events {
		e.text(text)
	}
	return e.commitment()
}

// Webhook is what decides about where changes are sent.
type Webhook struct {
	ID, Org, URL string
	Types        []string
	// SecretVersion is which secret signs what is sent.
	SecretVersion int64
}

// Commitment commits to where an organization's changes go, and which of them.
func (w *Webhook) Commitment() string {
	e := encoding("webhook\n")
	e.text(w.ID)
	e.text(w.Org)
	e.text(w.URL)
	e.number(int64(len(w.Types)))
	for _, t := range w.Types {
		e.text(t)
	}
	e.number(w.SecretVersion)
	return e.commitment()
}

// PaymentAccount is what decides about where money goes.
type PaymentAccount struct {
	ID, Org, Provider, State string
	Version                  int64 // of its keys
}

// Commitment commits to whose account it is, whether orders are paid to it, and with
// which keys.
func (a *PaymentAccount) Commitment() string {
	e := encoding("payment account\n")
	e.text(a.ID)
	e.text(a.Org)
	e.text(a.Provider)
	e.text(a.State)
	e.number(a.Version)
	return e.commitment()
}

// Invoicing is what an organization says on its invoices.
type Invoicing struct {
	Org           string
	Since         inventory.Instant
	Texts         []string
	SmallBusiness bool
	ReverseCharge bool
}

// Commitment commits to what is on invoices, and since when there are any.
func (v *Invoicing) Commitment() string {
	e := encoding("invoicing\n")
	e.text(v.Org)
	e.number(int64(v.Since))
	e.number(int64(len(v.Texts)))
	for _, t := range v.Texts {
		e.text(t)
	}
	e.truth(v.SmallBusiness)
	e.truth(v.ReverseCharge)
	return e.commitment()
}

// Organization is what decides about an organization, and how it shows itself.
type Organization struct {
	ID, Name, Color string
	StaffPasskeys   bool
	StaffOIDC       bool
	Websites        []string // origins whose pages may take part for people
}

// Commitment commits to how the organization shows itself and what it asks of its members.
func (o *Organization) Commitment() string {
	e := encoding("organization\n")
	e.text(o.ID)
	e.text(o.Name)
	e.text(o.Color)
	e.truth(o.StaffPasskeys)
	e.number(int64(len(o.Websites)))
	for _, origin := range o.Websites {
		e.text(origin)
	}
	e.truth(o.StaffOIDC)
	return e.commitment()
}

// HeadCommitment commits to the hash of an event's chain.
func HeadCommitment(head Hash) string { return hex.EncodeToString(head[:16]) }

// Questions is what an event asks its people.
type Questions struct {
	Event, Document string
	Version         int64
}

// Commitment commits to which version of the list is the newest, and to its words.
func (q *Questions) Commitment() string {
	e := encoding("questions\n")
	e.text(q.Event)
	e.number(q.Version)
	e.text(q.Document)
	return e.commitment()
}

// CheckinPass is what decides about the pass of a phone.
type CheckinPass struct {
	ID, Event, List, Gate string
	CodeHash, TokenHash   string
	ValidFrom, ValidUntil inventory.Instant
	RedeemedAt, EndedAt   inventory.Instant
	LateUntil             inventory.Instant
}

// Commitment commits to which phone may check in where and when. What the pass is called is
// left out: it may name people.
func (p *CheckinPass) Commitment() string {
	e := encoding("checkin pass\n")
	e.text(p.ID)
	e.text(p.Event)
	e.text(p.List)
	e.text(p.Gate)
	e.text(p.CodeHash)
	e.text(p.TokenHash)
	e.number(int64(p.ValidFrom))
	e.number(int64(p.ValidUntil))
	e.number(int64(p.RedeemedAt))
	e.number(int64(p.EndedAt))
	e.number(int64(p.LateUntil))
	return e.commitment()
}

// Till is what a till of the box office had, took and gave. Of one that is open what it took
// is left out: its payments say so.
type Till struct {
	ID, Event, Currency      string
	OpeningFloat             int64
	OpenedBy                 string
	OpenedAt                 inventory.Instant
	ClosedBy                 string
	ClosedAt                 inventory.Instant
	Counted, CashIn, CashOut int64
}

// Commitment commits to who opened the till with how much, and to how it was closed. What it
// is called is left out: it may name people.
func (t *Till) Commitment() string {
	e := encoding("till\n")
	e.text(t.ID)
	e.text(t.Event)
	e.text(t.Currency)
	e.number(t.OpeningFloat)
	e.text(t.OpenedBy)
	e.number(int64(t.OpenedAt))
	e.text(t.ClosedBy)
	e.number(int64(t.ClosedAt))
	e.number(t.Counted)
	e.number(t.CashIn)
	e.number(t.CashOut)
	return e.commitment()
}

// TrackingLink is what a tracking link of an event counts.
type TrackingLink struct {
	ID, Event, Code, PriceCode string
	EndsAt                     inventory.Instant
}

// Commitment commits to the code of the link, to the promo or access code that it brings
// along, and to its end. What it is called is left out: it may name people.
func (t *TrackingLink) Commitment() string {
	e := encoding("tracking link\n")
	e.text(t.ID)
	e.text(t.Event)
	e.text(t.Code)
	e.text(t.PriceCode)
	e.number(int64(t.EndsAt))
	return e.commitment()
}

// ConsentPurpose is what people may agree to.
type ConsentPurpose struct {
	ID, Org, Kind string
	Version       int64
	Document      string
	EndedAt       inventory.Instant
}

// Commitment commits to the newest words of the purpose and to its end.
func (p *ConsentPurpose) Commitment() string {
	e := encoding("consent purpose\n")
	e.text(p.ID)
	e.text(p.Org)
	e.text(p.Kind)
	e.number(p.Version)
	e.text(p.Document)
	e.number(int64(p.EndedAt))
	return e.commitment()
}

// ConsentAsked is which purposes an event asks for.
type ConsentAsked struct {
	Event    string
	Purposes []string
}

// Commitment commits to the purposes, whatever their order.
func (a *ConsentAsked) Commitment() string {
	e := encoding("consents asked\n")
	e.text(a.Event)
	for _, p := range slices.Sorted(slices.Values(a.Purposes)) {
		e.text(p)
	}
	return e.commitment()
}

// BankAccount is what decides about where transfers go.
type BankAccount struct{ ID, Org, IBAN, BIC, Holder string }

// Commitment commits to what buyers are told to transfer to.
func (a *BankAccount) Commitment() string {
	e := encoding("bank account\n")
	e.text(a.ID)
	e.text(a.Org)
	e.text(a.IBAN)
	e.text(a.BIC)
	e.text(a.Holder)
	return e.commitment()
}

// BankStatement is what decides about a file of a bank.
type BankStatement struct {
	ID, Org, Hash                          string
	Transactions, Taken, Known, Out, Later int64
}

// Commitment commits to the file and to how much was taken from it.
func (s *BankStatement) Commitment() string {
	e := encoding("bank statement\n")
	e.text(s.ID)
	e.text(s.Org)
	e.text(s.Hash)
	e.number(s.Transactions)
	e.number(s.Taken)
	e.number(s.Known)
	e.number(s.Out)
	e.number(s.Later)
	return e.commitment()
}

// BankTransaction is what decides about a transaction of an account.
type BankTransaction struct {
	ID, Org, Statement, Account, Currency, Kind, Booked string
	Amount                                              int64
	State, Order, Payment, BackPayment                  string
	Applied, Back                                       int64
}

// Commitment commits to the money, and to what became of it. Who paid and what for is left
// out: it is personal.
func (t *BankTransaction) Commitment() string {
	e := encoding("bank transaction\n")
	e.text(t.ID)
	e.text(t.Org)
	e.text(t.Statement)
	e.text(t.Account)
	e.text(t.Currency)
	e.text(t.Kind)
	e.text(t.Booked)
	e.number(t.Amount)
	e.text(t.State)
	e.text(t.Order)
	e.text(t.Payment)
	e.text(t.BackPayment)
	e.number(t.Applied)
	e.number(t.Back)
	return e.commitment()
}

// AssignedRefund is what staff say of a refund that was made in the dashboard of a provider, of a payment for
// several dates: how much of it is of which share. Shares and Amounts are in the same order.
type AssignedRefund struct {
	Org, Payment, Refund, Reason string
	Shares                       []string
	Amounts                      []int64
}

// Commitment commits to what is of which share, and why.
func (a *AssignedRefund) Commitment() string {
	e := encoding("assigned refund\n")
	e.text(a.Org)
	e.text(a.Payment)
	e.text(a.Refund)
	e.text(a.Reason)
	e.number(int64(len(a.Shares)))
	for i, s := range a.Shares {
		e.text(s)
		e.number(a.Amounts[i])
	}
	return e.commitment()
}

// PaidOtherwise is what an owner says of a refund that its provider refuses, and that was paid by other means.
// What to find it by is not of it: it may name somebody, and be erased.
type PaidOtherwise struct {
	Org, Of, Refund string // Of is the event, or the organization
	Amount          int64  // minor units
	Currency        string
	PaidOn          string // the day, as 2027-05-03
}

// Commitment commits to what was paid, and when.
func (p *PaidOtherwise) Commitment() string {
	e := encoding("refund paid otherwise\n")
	e.text(p.Org)
	e.text(p.Of)
	e.text(p.Refund)
	e.number(p.Amount)
	e.text(p.Currency)
	e.text(p.PaidOn)
	return e.commitment()
}
