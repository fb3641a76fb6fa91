package checkins

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// Limits of what the door sends.
const (
	MaxGate     = 64 // characters
	MaxDeviceID = 64 // of visible ASCII; a scan id too
	// bundlePage is how many orders a page of a bundle covers.
	bundlePage = 2000
)

const scanPrefix = "scn_"

// NewCheckin is a scan at a door with a network.
type NewCheckin struct {
	EventID   string `json:"event_id" maxLength:"64" doc:"The event of this door."`
	Token     string `json:"token,omitempty" maxLength:"1024" doc:"What the QR code says, or the ticket's JWT; or the code of a ticket that another shop has sold and that was imported. This, ticket_id or short_code."`
	TicketID  string `json:"ticket_id,omitempty" maxLength:"64" doc:"Instead of a token, for a person found on the list."`
	ShortCode string `json:"short_code,omitempty" maxLength:"40" doc:"Instead of a token, the ten characters that are printed below the QR code, as they were typed: in any case, with or without the hyphen, O for 0, I and L for 1." example:"F2X4G-4Q5EW"`
	ListID    string `json:"list_id,omitempty" maxLength:"64" doc:"Which list of the door. Default: the list that the gate belongs to, else the event's own."`
	Direction string `json:"direction,omitempty" enum:"entry,exit" doc:"exit at a list that counts who goes out. Default entry."`
	Gate      string `json:"gate,omitempty" maxLength:"64" doc:"Where, for the counts."`
	DeviceID  string `json:"device_id,omitempty" maxLength:"64" doc:"Which device. Default: the API key or member."`
	ScanID    string `json:"scan_id,omitempty" maxLength:"64" doc:"The device's own name for this scan: repeat it to repeat the question."`
}

// Checkin is what the door says.
type Checkin struct {
	Verdict  string     `json:"verdict" enum:"admit,exit,already_admitted,invalid,wrong_event,not_yet,too_late,wrong_list,not_inside"`
	ListID   string     `json:"list_id,omitempty" doc:"The list that decided; absent for the event's own."`
	OpensAt  *time.Time `json:"opens_at,omitempty" doc:"With not_yet: when."`
	TicketID string     `json:"ticket_id,omitempty" doc:"When the ticket is one of this event."`
	Attendee string     `json:"attendee,omitempty" doc:"The name on the ticket."`
	Tier     string     `json:"tier,omitempty"`
	wire.NamedSeat
	Unit       int64         `json:"unit,omitempty" doc:"Of the order, from 1."`
	Units      int64         `json:"units,omitempty" doc:"How many the order has."`
	AdmittedAt *time.Time    `json:"admitted_at,omitempty" doc:"When somebody came in with it."`
	Gate       string        `json:"gate,omitempty" doc:"And where."`
	DeviceID   string        `json:"device_id,omitempty" doc:"And by which device."`
	Answers    []wire.Answer `json:"answers,omitempty" doc:"What was answered to questions that are marked for the door: of the ticket, and of its order."`
	AddOns     []HandOver    `json:"add_ons,omitempty" doc:"Of a ticket that lets somebody in: the add-ons that go with it, and the goods of its order that its holder has, which are handed over at a list that names their tier."`

	Pass *PassAtDoor `json:"pass,omitempty" doc:"When the ticket is a pass for dates of the event's series."`

	extra bool // it is an add-on or goods itself
}

// HandOver is an add-on or goods at the door.
type HandOver struct {
	TicketID string     `json:"ticket_id" doc:"What is scanned, or named in a check-in, when it is handed over."`
	TierID   string     `json:"tier_id"`
	Tier     string     `json:"tier" example:"T-shirt"`
	HandedAt *time.Time `json:"handed_over_at" doc:"When it was handed over; null: it was not."`
}

// toHandOver says what goes with a ticket. Whoever is in stays in when it cannot be read.
func (h *Handlers) toHandOver(c *access.Call, k *access.EventSummary, out *Checkin) []HandOver {
	if len(k.Extras) == 0 || out.TicketID == "" || out.extra {
		return nil
	}
	list, err := h.Store.Tickets.ToHandOver(c.Context(), k.EventID, out.TicketID)
	if err != nil {
		h.Log.Error("cannot read what is to be handed over", "ticket", out.TicketID, "error", err)
	}
	var shown []HandOver
	for i := range list {
		v := &list[i]
		shown = append(shown, HandOver{v.TicketID, v.TierID, v.Tier, wire.TimePtr(v.HandedAt)})
	}
	return shown
}

// deviceName checks what a device calls itself or a scan.
func deviceName(c *httpapi.Checks, field, text string) string {
	ok := text != "" && len(text) <= MaxDeviceID
	for i := 0; ok && i < len(text); i++ {
		ok = text[i] > 0x20 && text[i] < 0x7f
	}
	if !ok {
		c.Add(field, "bad_format", "must be 1 to %d visible ASCII characters", MaxDeviceID)
	}
	return text
}

// ownDevice checks what a device calls itself. A phone with a pass goes by the id of that, and
// nobody else does.
func ownDevice(c *access.Call, check *httpapi.Checks, device string) {
	deviceName(check, "device_id", device)
	p := c.Caller.Pass
	if p != nil && device != p.ID || p == nil && strings.HasPrefix(device, id.CheckinPass) {
		check.Add("device_id", "not_allowed", "is not this device: a phone with a pass goes by the id of its pass, and nobody else does")
	}
}

// doorOf returns the summary of the event that a body names.
func (h *Handlers) doorOf(c *access.Call, event string) (*access.EventSummary, error) {
	k, err := h.Access.Event(c.Context(), event)
	if err != nil {
		return nil, err
	}
	return k, c.Caller.Authorize(c.Action, k.Resource())
}

// scanOf checks the fields of a scan.
func (h *Handlers) scanOf(c *access.Call, k *access.EventSummary, in *NewCheckin) (checkin.Scan, error) {
	var check httpapi.Checks
	scan := checkin.Scan{
		Device: in.DeviceID, ID: in.ScanID, At: inventory.At(h.Now()), Gate: check.Line("gate", in.Gate, 0, MaxGate),
	}
	given := 0
	for _, way := range [...]string{in.Token, in.TicketID, in.ShortCode} {
		if way != "" {
			given++
		}
	}
	if given != 1 {
		check.Add("token", "required", "must be given, or else ticket_id or short_code, and only one of them")
	}
	switch {
	case scan.ID != "":
		deviceName(&check, "scan_id", scan.ID)
	case c.Key != "":
		// Hashed, since a key may be longer than the name of a scan.
		sum := sha256.Sum256([]byte(c.Key))
		scan.ID = "key:" + hex.EncodeToString(sum[:16])
	default:
		scan.ID = h.IDs.In(scanPrefix, k.EventID)
	}
	if scan.Device == "" {
		scan.Device = c.Caller.Actor()
	}
	ownDevice(c, &check, scan.Device)
	if p := c.Caller.Pass; p != nil && scan.Gate == "" {
		scan.Gate = p.Gate
	}
	return scan, check.Err()
}

func (h *Handlers) checkIn(c *access.Call, in *NewCheckin) (*Checkin, error) {
	k, err := h.doorOf(c, in.EventID)
	if err != nil {
		return nil, err
	}
	scan, err := h.scanOf(c, k, in)
	if err != nil {
		return nil, err
	}
	list, err := h.listOf(c, k, "list_id", in.ListID, "gate", scan.Gate)
	if err != nil {
		return nil, err
	}
	if in.Direction == "exit" {
		if list.ReEntry != checkin.WithExit {
			return nil, httpapi.Invalid(httpapi.FieldError{Field: "direction", Code: "not_allowed", Message: "must be entry: this list does not count who goes out"})
		}
		scan.Verdict = checkin.Exit
	}
	scan.List = list.ID
	wish := checkins.Entering{Scan: scan, Version: -1, ReEntry: list.ReEntry}
	verdict := checkin.Admit
	switch {
	case in.Token != "":
		t, err := h.Tickets.Read(k.EventID, in.Token, h.Now())
		if errors.Is(err, ticket.ErrInvalid) {
			if t, err = h.soldElsewhere(c.Context(), k.EventID, in.Token); err != nil && !errors.Is(err, ticket.ErrInvalid) {
				return nil, err
			}
		}
		if err != nil {
			verdict = verdictOf(err)
		}
		wish.Scan.Ticket, wish.Version = t.ID, int64(t.Version)
	case in.ShortCode != "":
		t, err := h.typed(c.Context(), k.EventID, in.ShortCode)
		wish.Scan.Ticket, wish.Version = t.ID, int64(t.Version)
		if errors.Is(err, database.ErrNotFound) {
			verdict = checkin.WrongEvent
			if wish.Scan.Ticket, wish.Version, err = h.typedPass(c.Context(), k, in.ShortCode); errors.Is(err, database.ErrNotFound) {
				verdict, err = checkin.Invalid, nil
			}
		}
		if err != nil {
			return nil, err
		}
	default:
		wish.Scan.Ticket = in.TicketID
		verdict = namedTicket(k.EventID, in.TicketID)
	}
	if verdict == checkin.WrongEvent || k.SellsPass() && list.ID == "" {
		shown, door, err := h.passAt(c.Context(), k, wish.Scan.Ticket, list)
		if err != nil {
			return nil, err
		}
		if door != nil {
			out, err := h.enterWithPass(c.Context(), door, list, wish)
			if err == nil {
				out.Pass = shown
			}
			return out, err
		}
		if out := passVerdict(k, list.ID, shown); out != nil {
			return out, nil
		}
	}
	if verdict != checkin.Admit {
		return &Checkin{Verdict: string(verdict), ListID: list.ID}, nil
	}
	out, err := h.enter(c.Context(), k.EventID, list, wish)
	if err == nil {
		out.Answers = h.answersAtDoor(c, k, out.TicketID)
		out.AddOns = h.toHandOver(c, k, out)
	}
	return out, err
}

// Admit lets somebody in with a ticket that was just sold, at a gate or "": by the list that
// the gate belongs to, or the event's own. Again it is the same scan.
func (h *Handlers) Admit(c *access.Call, k *access.EventSummary, ticket, gate string) (verdict string, err error) {
	list, err := h.listOf(c, k, "list_id", "", "gate", gate)
	if err != nil {
		return "", err
	}
	out, err := h.enter(c.Context(), k.EventID, list, checkins.Entering{Version: -1, ReEntry: list.ReEntry, Scan: checkin.Scan{
		Device: c.Caller.Actor(), ID: "sold:" + ticket, At: inventory.At(h.Now()), Gate: gate, List: list.ID, Ticket: ticket,
	}})
	if err != nil {
		return "", err
	}
	return out.Verdict, nil
}

// namedTicket is what the door says to the id of a ticket before it is looked up.
func namedTicket(event, ticket string) checkin.Verdict {
	order, _, ok := id.UnitOf(ticket)
	if !ok {
		return checkin.Invalid
	}
	if of, _ := id.EventOf(order, id.Order); of != event {
		return checkin.WrongEvent
	}
	return checkin.Admit
}

// typed is the ticket that a short code means: database.ErrNotFound when the event has none,
// a problem when it is mistyped.
func (h *Handlers) typed(ctx context.Context, event, code string) (ticket.Ticket, error) {
	u, err := h.Tickets.ReadShortCode(event, code)
	switch {
	case errors.Is(err, ticket.ErrMistyped):
		return ticket.Ticket{}, httpapi.Invalid(httpapi.FieldError{Field: "short_code", Code: "mistyped", Message: "has a wrong character: read it again"})
	case errors.Is(err, ticket.ErrNoShortCode):
		return ticket.Ticket{}, httpapi.Invalid(httpapi.FieldError{Field: "short_code", Code: "bad_format", Message: "must be the ten characters below the QR code"})
	case err != nil:
		return ticket.Ticket{}, err
	case u.Unit == 0: // no unit is numbered so
		return ticket.Ticket{}, database.ErrNotFound
	}
	order, err := h.Store.Tickets.OrderNumbered(ctx, event, u.Number)
	if err != nil {
		return ticket.Ticket{}, err
	}
	return ticket.Ticket{ID: id.TicketOf(order, u.Unit), Version: u.Version}, nil
}

// soldElsewhere is the ticket that another shop has sold with a code: ticket.ErrInvalid when
// the event has none. The code is as good as the first token of the ticket.
func (h *Handlers) soldElsewhere(ctx context.Context, event, code string) (ticket.Ticket, error) {
	name, err := h.Store.Tickets.TicketOfCode(ctx, event, ticket.HashOfCode(event, code))
	if errors.Is(err, database.ErrNotFound) {
		err = ticket.ErrInvalid
	}
	return ticket.Ticket{ID: name}, err
}

// verdictOf is what the error of reading a token means at the door.
func verdictOf(err error) checkin.Verdict {
	if errors.Is(err, ticket.ErrWrongEvent) {
		return checkin.WrongEvent
	}
	return checkin.Invalid
}

// enter asks for a ticket of this event that is well-formed.
func (h *Handlers) enter(ctx context.Context, event string, list *checkins.List, wish checkins.Entering) (*Checkin, error) {
	return h.enterBy(ctx, event, list, wish, func(v *events.TicketView) checkin.Verdict { return list.Refuses(wish.Scan.At, v.TierID, v.Extra) })
}

// enterBy is enter where refuses says why a good ticket does not come in.
func (h *Handlers) enterBy(ctx context.Context, event string, list *checkins.List, wish checkins.Entering, refuses func(*events.TicketView) checkin.Verdict) (*Checkin, error) {
	wish.May = func(v *events.TicketView) checkin.Verdict {
		switch {
		case wish.Scan.Verdict == checkin.Exit: // whoever is inside may leave
			return ""
		case !v.Valid || wish.Version >= 0 && wish.Version != int64(v.Version):
			return checkin.Invalid
		}
		return refuses(v)
	}
	got, err := h.Admitter.CheckIn(event, wish)
	if err != nil {
		return nil, scanTaken(err)
	}
	out := &Checkin{ListID: list.ID}
	if v := got.Ticket; v != nil {
		out.TicketID, out.Attendee, out.Tier, out.Unit, out.Units = v.ID, v.Attendee.Name, v.Tier, v.Unit, v.Units
		out.extra = v.Extra
		out.NamedSeat = h.seatAtDoor(ctx, v.Seat)
	}
	if out.is(got); got.Verdict == checkin.NotYet {
		out.OpensAt = wire.TimePtr(list.OpensAt)
	}
	return out, nil
}

// seatAtDoor is a named seat. Whoever is in stays in when its place cannot be read.
func (h *Handlers) seatAtDoor(ctx context.Context, seat string) wire.NamedSeat {
	named, err := h.Reader.NamedSeat(ctx, seat)
	if err != nil {
		h.Log.Error("cannot read the name of a seat", "seat", seat, "error", err)
	}
	return named
}

// answersAtDoor are the answers that whoever checks people in sees. Whoever is in stays in
// when they cannot be read.
func (h *Handlers) answersAtDoor(c *access.Call, k *access.EventSummary, ticket string) []wire.Answer {
	order, unit, ok := id.UnitOf(ticket)
	if !ok || k.Questions == nil || !slices.ContainsFunc(k.Questions.Questions, func(q question.Question) bool { return q.AtDoor }) {
		return nil
	}
	list, err := h.Reader.AnswersOfTicket(c, k, order, unit)
	if err != nil {
		h.Log.Error("cannot read answers for the door", "ticket", ticket, "error", err)
	}
	return slices.DeleteFunc(list, func(a wire.Answer) bool {
		q := k.Questions.Find(a.Question)
		return q == nil || !q.AtDoor
	})
}

// is fills in what the store has decided.
func (out *Checkin) is(got checkins.Entered) {
	out.Verdict = string(got.Verdict)
	if got.First.Ticket != "" {
		out.AdmittedAt, out.Gate, out.DeviceID = wire.TimePtr(got.First.At), got.First.Gate, got.First.Device
	}
}

// scanTaken is the problem of a scan whose name the device has used before.
func scanTaken(err error) error {
	if !errors.Is(err, database.ErrConflict) {
		return err
	}
	return httpapi.KindKeyReused.With("The device has used this scan_id for another ticket.",
		httpapi.FieldError{Field: "scan_id", Code: httpapi.KindKeyReused.Code, Message: "was used for another ticket"})
}

// Bundle is a page of what a scanner needs without a network.
type Bundle struct {
	EventID   string        `json:"event_id"`
	PublicKey string        `json:"public_key" doc:"Ed25519, base64url: tokens are signed with it."`
	AsOf      string        `json:"as_of" doc:"Pages with one as_of belong together; when it differs, start again."`
	ListID    string        `json:"list_id,omitempty" doc:"The list that it is for; absent for the event's own."`
	OpensAt   *time.Time    `json:"opens_at,omitempty" doc:"Let nobody in before."`
	ClosesAt  *time.Time    `json:"closes_at,omitempty" doc:"Let nobody in from then on."`
	ReEntry   string        `json:"re_entry" enum:"none,exit,free" doc:"How often a ticket lets somebody in: once; again after an exit was scanned; as often as somebody comes."`
	AllTiers  bool          `json:"all_tiers" doc:"Tickets of every tier come in at the list. Then a ticket with a good signature that stands nowhere in this bundle was issued since, and is good too."`
	Valid     []string      `json:"valid" doc:"Of each good ticket the first 8 bytes, in hex, of the SHA-256 of its id, a dot, and its version in decimal."`
	Elsewhere []string      `json:"elsewhere" doc:"The same of good tickets whose tier does not come in at this list."`
	Revoked   []string      `json:"revoked" doc:"The same of tickets that are void: cancelled, or reissued since."`
	Codes     []string      `json:"short_codes" doc:"Of each good ticket, those of other tiers too, in one text: its short code, a space, its id, and, after a dot, its version unless that is 0. For staff who type what is printed below a QR code."`
	Imported  []string      `json:"imported" doc:"Of each good ticket that another shop has sold, and for which no newer token was issued, in one text: the first 16 bytes, in hex, of the SHA-256 of a text, a space, and the ticket's id. The text is 'holdfast imported ticket v1', the event's id, and the code that the other shop sold the ticket with, with line ends between them."`
	Passes    []BundledPass `json:"passes,omitempty" doc:"Of the first page: the passes of the event's series, those that are for other dates too."`
	Log       *LogHead      `json:"log,omitempty" doc:"How the event's public log stood when this was read; absent while nothing of it is signed. No part of what as_of and the ETag name."`
	httpapi.Next
}

// LogHead is how the public log of an event stood.
type LogHead struct {
	Entries     int64  `json:"entries"`
	Fingerprint string `json:"fingerprint" doc:"The first 8 bytes of the root of the tree over them, in hex, as mails and printed tickets show it: whoever compares two finds out when two people were shown two histories."`
}

func (h *Handlers) checkinBundle(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Bundle, error) {
	door, err := h.listAsked(c, k)
	if err != nil {
		return nil, err
	}
	list, after := "bundle "+k.EventID+door.ID, ""
	if err := c.ReadCursor(list, c.Query.Get("cursor"), &after); err != nil {
		return nil, err
	}
	// Read before the page: one that is newer than its name is fetched again,
	// one that is older would never be.
	v, err := h.Store.Tickets.TicketsVersion(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	passes, err := h.passesVersion(c.Context(), k)
	if err != nil {
		return nil, err
	}
	asOf := fmt.Sprintf("%d.%d.%d", v.Seq, v.Reissued, v.Lists) + passes
	page := sha256.Sum256([]byte(door.ID + "." + after))
	// Weak, because how the log stands is not part of the version.
	if err := c.Version([]string{`W/"` + asOf + "." + hex.EncodeToString(page[:6]) + `"`}); err != nil {
		return nil, err
	}
	public, err := h.Tickets.Public(k.EventID)
	if err != nil {
		return nil, err
	}
	orders, err := h.Store.Tickets.IssuedOrders(c.Context(), k.EventID, after, bundlePage+1)
	if err != nil {
		return nil, err
	}
	shown := orders[:min(bundlePage, len(orders))]
	numbers, err := h.orderNumbers(c.Context(), k.EventID, shown)
	if err != nil {
		return nil, err
	}
	out := &Bundle{
		EventID: k.EventID, PublicKey: base64.RawURLEncoding.EncodeToString(public), AsOf: asOf, ListID: door.ID,
		OpensAt: wire.TimePtr(door.OpensAt), ClosesAt: wire.TimePtr(door.ClosesAt), ReEntry: string(door.ReEntry), AllTiers: len(door.Tiers) == 0 && !(k.SellsPass() && door.ID == ""),
		Valid: []string{}, Elsewhere: []string{}, Revoked: []string{}, Codes: []string{}, Imported: []string{},
	}
	if out.Log, err = h.logHead(c.Context(), k); err != nil {
		return nil, err
	}
	imported, err := h.Store.Tickets.ImportedTickets(c.Context(), k.EventID, shown)
	if err != nil {
		return nil, err
	}
	for i := range shown {
		if err := h.bundled(k, out, &shown[i], door, numbers[shown[i].OrderID], imported); err != nil {
			return nil, err
		}
	}
	if after == "" {
		if err := h.bundlePasses(c, k, out, door); err != nil {
			return nil, err
		}
	}
	if len(orders) > bundlePage {
		out.NextCursor, err = c.Cursor(list, orders[bundlePage-1].OrderID)
	}
	return out, err
}

// logHead returns how the public log of an event stands; nil while nothing of it is signed.
func (h *Handlers) logHead(ctx context.Context, k *access.EventSummary) (*LogHead, error) {
	if k.Log == inventory.LogOff {
		return nil, nil
	}
	head, err := h.Logs.Head(ctx, k.EventID)
	if head == nil || err != nil {
		return nil, err
	}
	return &LogHead{Entries: head.Size, Fingerprint: head.Fingerprint()}, nil
}

// orderNumbers are the numbers of orders that have good tickets, for their short codes.
func (h *Handlers) orderNumbers(ctx context.Context, event string, orders []events.IssuedOrder) (map[string]int64, error) {
	var ids []string
	for i := range orders {
		if !orders[i].Void {
			ids = append(ids, orders[i].OrderID)
		}
	}
	return h.Store.Tickets.OrderNumbers(ctx, event, ids...)
}

// bundled puts the tickets of an order, whose number is given, where they belong. Those that
// another shop has sold are given with the hashes of its codes.
func (h *Handlers) bundled(k *access.EventSummary, b *Bundle, o *events.IssuedOrder, door *checkins.List, number int64, imported map[string]string) error {
	if o.Items == nil {
		of := inventory.Hold{Units: o.Units, GivenBack: o.GivenBack}
		for unit := int64(1); unit <= of.Numbers(); unit++ {
			if err := h.bundledUnit(k, b, o, door, ticket.Unit{Number: number, Unit: unit}, o.TierID, o.Void || of.HasGivenBack(unit), imported); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range o.Items {
		it := &o.Items[i]
		if !it.Ticketed() { // there is no ticket of it
			continue
		}
		if err := h.bundledUnit(k, b, o, door, ticket.Unit{Number: number, Unit: int64(it.No)}, it.Tier, o.Void || !it.Live(), imported); err != nil {
			return err
		}
	}
	return nil
}

func (h *Handlers) bundledUnit(k *access.EventSummary, b *Bundle, o *events.IssuedOrder, door *checkins.List, u ticket.Unit, tier string, void bool, imported map[string]string) error {
	t := ticket.Ticket{ID: id.TicketOf(o.OrderID, u.Unit), Version: o.Versions[u.Unit]}
	for old := range t.Version {
		b.Revoked = append(b.Revoked, ticket.Ticket{ID: t.ID, Version: old}.Hash())
	}
	if void {
		b.Revoked = append(b.Revoked, t.Hash())
		return nil
	}
	if door.Admits(tier, !k.Admits(tier)) && !(k.SellsPass() && door.ID == "" && door.EventID == k.EventID) {
		b.Valid = append(b.Valid, t.Hash())
	} else {
		b.Elsewhere = append(b.Elsewhere, t.Hash())
	}
	if hash := imported[t.ID]; hash != "" && t.Version == 0 {
		b.Imported = append(b.Imported, hash+" "+t.ID)
	}
	u.Version = t.Version
	code, err := h.Tickets.ShortCode(k.EventID, u)
	if err != nil || code == "" {
		return err
	}
	text := code + " " + t.ID
	if t.Version > 0 {
		text += "." + strconv.FormatUint(uint64(t.Version), 10)
	}
	b.Codes = append(b.Codes, text)
	return nil
}
