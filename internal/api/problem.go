package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/admission"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// Problem is what every error is answered with: a problem document of RFC 9457.
// It never carries what an inner error says.
type Problem struct {
	Type   string       `json:"type" doc:"A stable address of the kind of problem. It leads to a page that explains it." example:"/problems/sold_out"`
	Title  string       `json:"title" doc:"The kind of problem in a few words." example:"Sold out"`
	Status int          `json:"status" doc:"The HTTP status." example:"409"`
	Code   string       `json:"code" doc:"The kind of problem, for programs. Stable." example:"sold_out"`
	Detail string       `json:"detail,omitempty" doc:"What happened this time." example:"No units are left, and join_waitlist was not set."`
	Errors []FieldError `json:"errors,omitempty" doc:"What is wrong with which field."`

	retryAfter time.Duration
}

// FieldError says what is wrong with one field of a request.
type FieldError struct {
	Field   string `json:"field" doc:"The field, as guests[0].name. Of a header or parameter, its name." example:"guests[0].name"`
	Code    string `json:"code" doc:"What is wrong, for programs." example:"too_long"`
	Message string `json:"message" doc:"What is wrong, for people." example:"must have at most 200 characters"`
}

func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// Problems that are not refusals of the heart.
const (
	codeMalformed      = "malformed_json"
	codeInvalid        = "invalid_request"
	codeTooLarge       = "body_too_large"
	codeURITooLong     = "query_too_long"
	codeMediaType      = "unsupported_media_type"
	codeCredentials    = "credentials_required"
	codeKeyInvalid     = "invalid_key"
	codeKeyExpired     = "key_expired"
	codeKeyRevoked     = "key_revoked"
	codeLinkInvalid    = "invalid_link"
	codeLinkExpired    = "link_expired"
	codeForbidden      = "forbidden"
	codeNotFound       = "not_found"
	codeMethod         = "method_not_allowed"
	codeKeyReused      = "idempotency_key_reused"
	codeRateLimited    = "rate_limited"
	codeBusy           = "busy"
	codeShuttingDown   = "shutting_down"
	codeUnavailable    = "unavailable"
	codeUnknown        = "outcome_unknown"
	codeCancelled      = "request_cancelled"
	codeInternal       = "internal_error"
	codeTicketVoid     = "ticket_void"
	codeNoMail         = "no_mail_server"
	codeNotSent        = "mail_not_taken"
	codeNotDead        = "not_a_dead_letter"
	codeTicketVersion  = "ticket_version"
	codeWebhookLimit   = "webhook_limit"
	codeExportLink     = "export_link_invalid"
	codeExportLinkOld  = "export_link_expired"
	codeExportGone     = "export_gone"
	codePaidTickets    = "paid_tickets"
	codeForeignPage    = "cross_origin"
	codeOrganization   = "organization_required"
	codePasskey        = "passkey_required"
	codeOneTimeInvalid = "one_time_link_invalid"
	codeOneTimeEnded   = "one_time_link_ended"
	codeLastOwner      = "last_owner"
	codeSetUp          = "already_set_up"
	codeMemberExists   = "already_member"
	codePasskeyInvalid = "passkey_invalid"
	codePasskeyLimit   = "passkey_limit"
	codeChallengeEnded = "challenge_ended"
	codeTicketMoved    = "ticket_moved"
	codeTicketUsed     = "ticket_used"
	codeGateTaken      = "gate_taken"
	codeListMoved      = "list_changed"
	codeTooManyLists   = "too_many_lists"
	codeTooManyTickets = "too_many_tickets"
	codeNoWallet       = "wallet_not_configured"
	codeOtherVersion   = "refused_by_another_version"
	problemPath        = "/problems/"
	defaultRetryAfter  = time.Second
	statusClientClosed = 499 // what proxies log for a client that went away
)

// kind is one row of the table of problems.
type kind struct {
	Status int
	Title  string
	Help   string // what to do about it, for the page that explains it
	Field  string // the field that a refusal of this kind is about, if always the same
}

// kinds is the one table of all problems. Every inventory.Code is in it; a test
// sees to that.
var kinds = map[string]kind{
	string(inventory.SoldOut):              {409, "Sold out", "No units are free for the public. Send join_waitlist: true to wait on the waitlist instead.", ""},
	string(inventory.AlreadyRegistered):    {409, "Already registered", "This person has a live registration for the event. Cancel it first to change the party.", ""},
	string(inventory.AlreadyWaiting):       {409, "Already on the waitlist", "This person has a live place on the waitlist of the event.", ""},
	string(inventory.WaitlistFull):         {410, "The waitlist is full", "The organizer limits how many may wait, and that many do.", ""},
	string(inventory.WaitlistDisabled):     {409, "The event keeps no line", "The organizer has turned the waitlist off.", ""},
	string(inventory.RegistrationClosed):   {409, "Registration is closed", "The registration cutoff of the event has passed.", ""},
	string(inventory.CancellationClosed):   {409, "Cancellation is closed", "The cancellation cutoff has passed. The organizer can still cancel.", ""},
	string(inventory.EventNotPublished):    {409, "The event is not published", "Publish the event first.", ""},
	string(inventory.EventIsCancelled):     {409, "The event is cancelled", "Nothing can be changed in a cancelled event.", ""},
	string(inventory.EventOver):            {409, "The event is over", "The event has ended.", ""},
	string(inventory.GuestsOverLimit):      {422, "Too many guests", "The event's max_guests says how many guests one person may bring.", "guests"},
	string(inventory.LimitReached):         {409, "Limit per person reached", "The event's limit_per_person counts what a person holds and waits for, together.", ""},
	string(inventory.PartyExceedsCapacity): {422, "The party can never fit", "The party is larger than a pool of the tier, so no wait would help.", "guests"},
	string(inventory.NotFound):             {404, "Not found", "There is no such thing, or it is not yours to see.", ""},
	string(inventory.OfferEnded):           {410, "The offer has ended", "It was declined, or lapsed, or was taken back. A lapsed place goes to the next on the waitlist.", ""},
	string(inventory.ExtendTooShort):       {422, "Not an extension", "The new end must be later than the present one.", "until"},
	string(inventory.ExtendPastCutoff):     {422, "Past the registration cutoff", "A claim window never outlives the registration cutoff.", "until"},
	string(inventory.NotEnoughUnits):       {409, "Not enough free units", "Only free units can be blocked.", ""},
	string(inventory.AlreadyPublished):     {409, "Already published", "The event is published.", ""},
	string(inventory.EntryEnded):           {410, "The place on the waitlist has ended", "It was accepted, declined, left or closed before.", ""},
	string(inventory.CapacityOutOfRange):   {422, "Capacity out of range", "A capacity is between 0 and 10,000,000.", "capacity"},
	string(inventory.InvalidSettings):      {422, "Invalid settings", "The field that is named does not fit the others.", ""},
	string(inventory.SettingsMoved):        {409, "Changed meanwhile", "Somebody else keeps changing the event. Read it again and decide.", ""},
	string(inventory.ClassNotAllowed):      {403, "Priority class not allowed", "Only the organizer's staff may set a priority class.", "priority_class"},
	string(inventory.AddressNotConfirmed):  {403, "Address not confirmed", "The event asks who takes part to confirm first that mail reaches them: sign in with the address, by a link of POST /v1/auth/links, and send the request again.", "email"},
	string(inventory.AlreadyExists):        {409, "Already exists", "The id is taken.", ""},

	string(inventory.PaymentRequired):    {409, "It has a price", "Nothing is given away here: order it, with POST /v1/events/{event_id}/orders.", "tier_id"},
	string(inventory.QuantityOutOfRange): {422, "Quantity out of range", "An order has between 1 and 100 units, each line at least 1, and a line that names a seat exactly 1.", "items"},
	string(inventory.LimitPerOrder):      {422, "Limit per order", "The tier's max_per_order says how many of it one order may have.", "items"},
	string(inventory.SaleNotOpen):        {409, "The sale is not open yet", "The tier's sale_starts_at says when it opens.", "tier_id"},
	string(inventory.SaleOver):           {409, "The sale is over", "The tier's sale_ends_at has passed.", "tier_id"},
	string(inventory.CurrencyMismatch):   {422, "Another currency", "All prices of an event are in its currency, and so is what an order costs.", "currency"},
	string(inventory.CodeUnknown):        {422, "No such code", "The event has no code of that kind with this text.", "promo_code"},
	string(inventory.CodeNotValid):       {409, "The code is not valid now", "It is disabled, not yet valid, or not any more.", "promo_code"},
	string(inventory.CodeUsedUp):         {409, "The code is used up", "Orders that are paid, or wait for their payment, have all its uses. One that lapses gives its use back.", "promo_code"},
	string(inventory.CodeNotApplicable):  {422, "The code is for something else", "None of the tiers ordered is one that the code is for.", "promo_code"},
	string(inventory.OrderPending):       {409, "The order is not confirmed", "Single items can be given back once it is paid. Until then cancel it as a whole.", ""},
	string(inventory.OrderEnded):         {410, "The order has ended", "It was cancelled, refunded or not paid in time.", ""},
	string(inventory.RefundByStaffOnly):  {403, "Refunds are the organizer's", "Ask the organizer: this event gives buyers no money back without its staff.", ""},
	string(inventory.RefundTooHigh):      {422, "More than was paid", "A refund is at most what was paid for the order and not given back yet.", "amount"},

	string(inventory.SeatTaken):     {409, "Seat not available", "The seat is held, sold or promised to somebody who waits. Choose another, or wait for it.", "seat_id"},
	string(inventory.SeatBlocked):   {409, "Seat blocked", "The organizer has taken the seat out of circulation.", "seat_id"},
	string(inventory.SeatLeftAlone): {409, "A seat would be left alone", "The event does not sell seats so that one between them is left over. Choose seats next to those that are taken, or let the best be chosen.", "items"},
	string(inventory.SeatsRequired): {409, "Sold by seats", "This tier has numbered seats: order seats, or the best there are, or wait for seats.", "tier_id"},
	string(inventory.NotTogether):   {409, "Not side by side", "There are seats, but not so many next to each other. Order fewer together.", "quantity"},

	codeMalformed:     {400, "Malformed JSON", "The body must be one JSON object, and nothing after it.", ""},
	codeInvalid:       {422, "Invalid request", "errors names each field that is wrong, and why. Nothing was changed.", ""},
	codeTooLarge:      {413, "Body too large", "A body may have at most 64 KiB, one with a seating plan 8 MiB, one with a guest list 12 MiB.", ""},
	codeURITooLong:    {414, "Query too long", "A query may have at most 4 KiB.", ""},
	codeMediaType:     {415, "Unsupported media type", "Send JSON, with Content-Type: application/json.", ""},
	codeCredentials:   {401, "Credentials required", "Sign in, or send Authorization: Bearer with an API key (hf_…) or the token of a signed link (hl_…).", ""},
	codeKeyInvalid:    {401, "Invalid API key", "The key is not known here.", ""},
	codeKeyExpired:    {401, "API key expired", "Make a new key.", ""},
	codeKeyRevoked:    {401, "API key revoked", "Make a new key.", ""},
	codeLinkInvalid:   {401, "Invalid link", "The token was not made by this server, or not completely copied.", ""},
	codeLinkExpired:   {401, "Link expired", "Ask the organizer for a new message.", ""},
	codeForbidden:     {403, "Not allowed", "The role of this key, or this link, does not permit that.", ""},
	codeMethod:        {405, "Method not allowed", "Allow names the methods that are.", ""},
	codeKeyReused:     {422, "Idempotency key reused", "The key was used for another request. Use a new one for each request; the same one only to repeat it.", "Idempotency-Key"},
	codeOtherVersion:  {409, "Refused by another version", "This request was sent before, and another version of the server refused it for a reason that this one does not know. Nothing was changed. Send it with a new Idempotency-Key to have it decided anew.", ""},
	codeRateLimited:   {429, "Too many requests", "Wait as long as Retry-After says.", ""},
	codeBusy:          {503, "Busy", "Too many requests wait for this event. Nothing was changed: repeat after Retry-After.", ""},
	codeShuttingDown:  {503, "Shutting down", "Nothing was changed: repeat after Retry-After.", ""},
	codeUnavailable:   {503, "Temporarily unavailable", "The database cannot be used now. Nothing was changed: repeat after Retry-After.", ""},
	codeUnknown:       {503, "Outcome unknown", "The database went away while it stored the change. Repeat with the same Idempotency-Key to learn what became of it.", ""},
	codeCancelled:     {statusClientClosed, "Request cancelled", "The client went away before the answer. The change may have been made.", ""},
	codeNoMail:        {409, "No mail server", "This server has no way to send mail: see --smtp.", ""},
	codeNotSent:       {502, "The mail was not taken", "The mail server refused it or did not answer.", ""},
	codeNotDead:       {409, "Not a dead letter", "Only deliveries that failed or bounced are sent again.", ""},
	codeTicketVoid:    {409, "The ticket is void", "Its order is not, or no longer, confirmed.", ""},
	codeTicketVersion: {409, "Another version", "The ticket has been reissued since. Read it again.", "version"},
	codeExportLink:    {403, "Not an address of ours", "The address of a file must be used as it was given.", ""},
	codeExportLinkOld: {410, "The address has expired", "It works for 15 minutes. Read the export again for another.", ""},
	codeExportGone:    {410, "The file is gone", "It is kept for a day, and ends when a person of the event is erased. Make it again.", ""},
	codePaidTickets:   {409, "Paid tickets of an event to come", "Give them back or away, or wait until the event is over.", ""},
	codeWebhookLimit:  {409, "Too many endpoints", "An organization has at most 20 webhook endpoints. Remove one first.", ""},
	codeInternal:      {500, "Internal error", "The fault is ours, and it is in the log under the X-Request-Id of the answer.", ""},

	codeForeignPage:    {403, "Sent from another page", "A change with the cookie of a session must come from this server's own pages.", ""},
	codeOrganization:   {422, "Which organization?", "You are a member of several: name one in the header Holdfast-Organization.", "Holdfast-Organization"},
	codePasskey:        {403, "Passkey required", "The organization wants its members to sign in with a passkey.", ""},
	codeOneTimeInvalid: {401, "Invalid link", "The token was not made by this server, or not completely copied.", "token"},
	codeOneTimeEnded:   {410, "Link used or expired", "The link works once, and for a short time. Ask for a new one.", "token"},
	codeLastOwner:      {409, "The last owner", "An organization needs an owner. Make somebody else an owner first.", "role"},
	codeSetUp:          {409, "Already set up", "There is a member already: sign in, or be invited.", ""},
	codeMemberExists:   {409, "Already a member", "This address is that of a member.", "email"},
	codePasskeyInvalid: {401, "Not a passkey of this server", "The answer does not belong to a passkey that is known here, or not to what was asked.", "credential"},
	codePasskeyLimit:   {409, "Enough passkeys", "Remove one first.", ""},
	codeChallengeEnded: {410, "Asked too long ago", "A challenge is answered once, within 5 minutes. Begin again.", "challenge_id"},

	string(inventory.TicketsMoved):   {409, "Somebody else holds a ticket", "A ticket of the order was transferred. Only the organizer can cancel it now.", ""},
	string(inventory.TransferOpen):   {409, "The ticket is offered already", "It is offered to somebody else. Cancel that transfer first.", ""},
	string(inventory.TransferLimit):  {409, "The ticket cannot change hands again", "The event's max_transfers says how often a ticket may go to somebody else.", ""},
	string(inventory.TransferToSelf): {422, "That is who holds it", "A ticket is transferred to somebody else.", "email"},
	string(inventory.TransferEnded):  {410, "The transfer has ended", "It was accepted, declined or cancelled before.", ""},
	codeTicketUsed:                   {409, "The ticket was used", "Somebody came in with it, so it cannot change hands any more.", ""},
	codeTicketMoved:                  {409, "Somebody else holds the ticket", "It was transferred meanwhile. Read it again.", ""},
	codeGateTaken:                    {409, "The gate belongs to another list", "A gate belongs to one list, so that its scans do.", "gates"},
	codeListMoved:                    {409, "Changed meanwhile", "Somebody else has changed the list. Read it again and decide.", ""},
	codeNoWallet:                     {404, "No such passes here", "The installation has no keys for passes of this kind: the PDF and the QR code are as good.", ""},
	codeTooManyTickets:               {409, "Too many tickets to print at once", "A document has at most 200 pages. Print the tickets one by one.", ""},
	codeTooManyLists:                 {409, "Too many lists", "The door of an event has at most 50 lists.", ""},

	string(inventory.ExchangeNotBought): {409, "Who holds it did not buy it", "Only who paid for a ticket can give it back to the waitlist. It can be transferred instead.", ""},
	string(inventory.ExchangeTogether):  {409, "Registered together", "The ticket cost nothing and belongs to a registration of several: cancel the registration, or register again with fewer.", ""},
	string(inventory.ExchangesOff):      {409, "The event takes no tickets back for the waitlist", "Ask the organizer.", ""},
	string(inventory.ExchangeStands):    {409, "The ticket is offered to the waitlist", "Withdraw its exchange first.", ""},
	string(inventory.ExchangeTaken):     {409, "Somebody is about to take it", "A person of the waitlist is offered the place. If they do not pay in time, the ticket can be kept again.", ""},
	string(inventory.ExchangeEnded):     {410, "The exchange has ended", "Somebody took the ticket, or the exchange was closed before.", ""},

	codeNoProvider:       {404, "No such payment provider", "None of that name is switched on here.", ""},
	codeProviderDown:     {503, "The payment provider does not answer", "Nothing was paid or changed: repeat after Retry-After.", ""},
	codeProviderRefuses:  {502, "The payment provider refuses", "The organizer finds the reason at the provider.", ""},
	codeWebhookSignature: {400, "The signature is wrong", "The webhook was not signed with the secret of this endpoint, or was changed on the way. Nothing was stored.", ""},
	codeWebhookStale:     {400, "The signature is too old", "Signatures are believed for a few minutes only; compare the clocks. Nothing was stored.", ""},
	codeWebhookMalformed: {400, "The webhook cannot be read", "It is signed, and is not what the provider documents. Nothing was stored.", ""},
	codePaymentUnknown:   {422, "A payment for no order", "No order of this installation has this reference. The payment was recorded, and is given back; nothing else was changed.", ""},
	codeAmountMismatch:   {422, "Another amount than the order's", "No order was changed. What a provider has captured was recorded, and is given back.", "amount"},
	codeNotPayable:       {409, "The order cannot be paid", "It is paid, or has ended, or is about to lapse.", ""},
	codeOrderPaid:        {409, "The order is paid", "Nothing was recorded. If money came a second time, give it back as it came.", ""},
	codeNotByHand:        {409, "Not given by hand", "The provider gives this refund.", ""},
	codeNotFailed:        {409, "The refund has not failed", "Only a failed refund can be tried again.", ""},
	codeNothingLeft:      {409, "Nothing is left to give back", "All of the payment has gone back by other ways.", ""},
}

// problem makes a problem of a kind in the table.
func problem(code, detail string, fields ...FieldError) *Problem {
	k, ok := kinds[code]
	if !ok {
		code = codeInternal
		k, detail = kinds[code], ""
	}
	return &Problem{Type: problemPath + code, Title: k.Title, Status: k.Status, Code: code, Detail: detail, Errors: fields}
}

// invalid is the problem of a request with wrong fields.
func invalid(fields ...FieldError) *Problem {
	names := make([]string, 0, len(fields))
	for _, f := range fields {
		if !slices.Contains(names, f.Field) {
			names = append(names, f.Field)
		}
	}
	return problem(codeInvalid, "Look at "+strings.Join(names, ", ")+".", fields...)
}

// replayed is the problem of a refusal that was stored, perhaps by a version of
// this program whose codes this one does not have.
func replayed(o inventory.Outcome) *Problem {
	if _, ok := kinds[string(o.Code)]; !ok {
		return problem(codeOtherVersion, kinds[codeOtherVersion].Help)
	}
	return refusal(o)
}

// refusal is the problem of an outcome that is not OK.
func refusal(o inventory.Outcome) *Problem {
	k := kinds[string(o.Code)]
	p := problem(string(o.Code), k.Help)
	field := k.Field
	if o.Field != "" && o.Code != inventory.ClassNotAllowed { // the heart says class, the API priority_class
		field = o.Field
	}
	if o.Code == inventory.OfferEnded && o.OfferState != "" {
		p.Detail = fmt.Sprintf("The offer is %s. %s", o.OfferState, k.Help)
	}
	if field != "" {
		p.Errors = []FieldError{{Field: field, Code: string(o.Code), Message: strings.ToLower(k.Title)}}
	}
	return p
}

// errorKinds maps the errors of other rooms to kinds, the first match wins.
var errorKinds = []struct {
	err  error
	code string
}{
	{identity.ErrUnauthenticated, codeCredentials},
	{identity.ErrForbidden, codeForbidden},
	{identity.ErrHidden, codeNotFound},
	{identity.ErrKeyInvalid, codeKeyInvalid},
	{identity.ErrKeyExpired, codeKeyExpired},
	{identity.ErrKeyRevoked, codeKeyRevoked},
	{identity.ErrLinkInvalid, codeLinkInvalid},
	{identity.ErrLinkExpired, codeLinkExpired},
	{identity.ErrWhichOrganization, codeOrganization},
	{identity.ErrPasskey, codePasskey},
	{identity.ErrOneTimeInvalid, codeOneTimeInvalid},
	{identity.ErrPasskeyInvalid, codePasskeyInvalid},
	{identity.ErrChallenge, codeChallengeEnded},
	{store.ErrEnded, codeOneTimeEnded},
	{store.ErrLastOwner, codeLastOwner},
	{store.ErrSetUp, codeSetUp},
	{sequencer.ErrBusy, codeBusy},
	{admission.ErrBusy, codeBusy},
	{sequencer.ErrClosed, codeShuttingDown},
	{stream.ErrClosed, codeShuttingDown},
	{sequencer.ErrKeyReused, codeKeyReused},
	{sequencer.ErrUnknown, codeUnknown},
	{sequencer.ErrUnavailable, codeUnavailable},
	{sequencer.ErrInternal, codeInternal},
	{store.ErrNotFound, codeNotFound},
	{store.ErrUnavailable, codeUnavailable},
	{store.ErrCommitUnknown, codeUnknown},
	{store.ErrConflict, string(inventory.AlreadyExists)},
	{store.ErrStale, codeBusy},
	{store.ErrConstraint, codeInternal},
	{context.Canceled, codeCancelled},
	{context.DeadlineExceeded, codeUnavailable},
}

// problemOf turns any error into a problem. What it does not know is ours: an
// internal error, of which the client learns nothing more.
func problemOf(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	for _, k := range errorKinds {
		if errors.Is(err, k.err) {
			p := problem(k.code, kinds[k.code].Help)
			if f := kinds[k.code].Field; f != "" {
				p.Errors = []FieldError{{Field: f, Code: k.code, Message: strings.ToLower(p.Title)}}
			}
			if p.Status == http.StatusServiceUnavailable {
				p.retryAfter = defaultRetryAfter
			}
			return p
		}
	}
	return problem(codeInternal, kinds[codeInternal].Help)
}
