package waitingrooms

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// WaitingRoom is a waiting room as everybody may see it. It is the same for all.
type WaitingRoom struct {
	Mode          string         `json:"mode" enum:"queue,draw,ballot"`
	Phase         string         `json:"phase" enum:"announced,open,sealed,drawn,serving,closed" doc:"sealed and drawn are those of a draw or a ballot."`
	OpensAt       *time.Time     `json:"opens_at"`
	SealsAt       *time.Time     `json:"seals_at,omitempty" doc:"Of a draw: until when people join it."`
	ServesAt      *time.Time     `json:"serves_at"`
	Slots         *TimeSlots     `json:"slots,omitempty" doc:"Of a draw: people come in portions, each place at its time. Absent: there are no slots."`
	Draw          *RoomDraw      `json:"draw,omitempty" doc:"Of a draw: what the places of those who joined before seals_at follow from."`
	Identity      string         `json:"identity" enum:"account,none"`
	Entrants      int64          `json:"entrants" doc:"How many have joined."`
	Serving       int64          `json:"serving" doc:"People are called up to this place; in a ballot, they are on the waitlist. Places count from 1: that of a receipt is its index plus 1; in a draw, for an index below draw.entrants, what draw.seed makes of it."`
	Inside        int64          `json:"inside" doc:"How many passes are good."`
	MaxInside     int64          `json:"max_inside"`
	Admission     int64          `json:"admission_seconds" doc:"For how long a pass is good."`
	Buying        int64          `json:"buying" doc:"How many of those inside have an order that waits for its payment. What is not paid comes back."`
	CameIn        int64          `json:"came_in" doc:"How many have come in so far, of those who were called; a few seconds old, as the next two."`
	Decided       int64          `json:"decided" doc:"How many of these have taken something, have left, or had their time."`
	UnitsTaken    int64          `json:"units_taken" doc:"What those who came in have taken and keep, with orders that wait for their payment."`
	Available     int64          `json:"available" doc:"Units that can be taken now: they are on sale, free, and not reserved for the waitlist. 10000000 where there is no bound."`
	Opening       *int64         `json:"available_at_serving,omitempty" doc:"Before people are called: units that are on sale when they are, of what is free now and is released by then. 10000000 where there is no bound. Absent from then on."`
	Tiers         []RoomTier     `json:"tiers" doc:"What is available, of all tiers that everybody may know of and whose units let somebody in."`
	SoldOut       bool           `json:"sold_out" doc:"Nothing is available of any of these tiers. People are called all the same, once nobody inside has an order to pay, if they can join the waitlist."`
	WaitlistOpen  bool           `json:"waitlist_open" doc:"Whoever comes in and finds nothing left can join the waitlist."`
	ClosedReason  string         `json:"closed_reason,omitempty" enum:"cancelled,postponed,over,organizer" doc:"Why the phase is closed: the event was cancelled, it is postponed and the room opens by its times once there is a new date, nobody registers for it any more, or the organizer closed the room, and whoever comes takes part as usual."`
	Releases      []wire.Release `json:"releases,omitempty" doc:"Parts of the inventory that are held back until a time, the next one first. Absent when there are none."`
	Paused        bool           `json:"paused"`
	RatePerMinute float64        `json:"rate_per_minute" doc:"How many people were called in a minute, in the last two; 0: not known."`
	AsOf          time.Time      `json:"as_of"`
}

// RoomTier is what whoever waits may know of a tier.
type RoomTier struct {
	TierID   string `json:"tier_id" example:"tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Name     string `json:"name" example:"General"`
	Price    int64  `json:"price" doc:"What a buyer pays for one, in minor units of currency, with what the fees of the event add to a ticket; 0: free. Where buyers choose, that of what is suggested. What fees are for an order as a whole comes beside it."`
	Currency string `json:"currency,omitempty" example:"EUR"`
	State    string `json:"state" enum:"available,few,sold_out" doc:"few: at most 30 are available. sold_out: none, because they are taken, reserved for the waitlist, or not on sale any more."`
}

// RoomDraw is how far the draw of a waiting room has come.
type RoomDraw struct {
	Kind     string `json:"kind" enum:"drand-quicknet,ceremony"`
	Round    int64  `json:"round,omitempty" doc:"Of quicknet: the one that was announced, or a later one when the seal was late."`
	RoundAt  string `json:"round_at,omitempty" format:"date-time" doc:"When it is signed."`
	Source   string `json:"source,omitempty" doc:"Of a ceremony."`
	Members  int64  `json:"members,omitempty" doc:"Of a ceremony: how many members of the organization enter its value. 2: it is drawn once both have entered the same."`
	First    string `json:"first_entered_at,omitempty" format:"date-time" doc:"When the first of two members entered the value. It is drawn once another one has entered the same."`
	Entrants *int64 `json:"entrants" doc:"How many take part: those with an index below it. null: it is not sealed."`
	Seed     string `json:"seed,omitempty" doc:"Absent: it is not drawn. From it and entrants everybody computes their own place, as holdfast/draw/v1 says."`
	Late     bool   `json:"late" doc:"The beacon is more than an hour late. Its value is the same however late it comes: it is waited for."`
}

// WaitingRoomPlace is a place in a waiting room.
type WaitingRoomPlace struct {
	Index   int64      `json:"index" doc:"In the order of arrival, from 0. The place is one more."`
	Place   int64      `json:"place" doc:"Counted from 1, to compare with serving. 0: it is to be drawn."`
	SlotAt  *time.Time `json:"slot_at,omitempty" doc:"When the time slot of the place begins, once it is known, in a draw with slots."`
	Receipt string     `json:"receipt" doc:"The place, signed: whoever shows it comes in, from any device. It names nobody. Keep it."`
	PageURL string     `json:"page_url" doc:"A page that shows the place and lets in, also without JavaScript. It is the receipt in short: whoever has it has the place. page_url/code.svg is its QR code."`
	Mail    string     `json:"mail,omitempty" enum:"server,mailbox,none,limited" doc:"Where the mail with the receipt goes. server: to a mail server. mailbox: it is kept and shown at /mailbox, for trying things out. none: nowhere, this installation sends none. limited: nowhere, because too many were asked for; ask again later, by joining again. Absent: no address is known." example:"server"`
}

// WritePlain writes the place by hand.
func (p *WaitingRoomPlace) WritePlain(w *httpapi.PlainJSON) {
	w.Number("index", p.Index)
	w.Number("place", p.Place)
	w.TimeIf("slot_at", p.SlotAt)
	w.Text("receipt", p.Receipt)
	w.Text("page_url", p.PageURL)
	w.TextIf("mail", p.Mail)
}

// WaitingRoomJoin is what may be said when joining.
type WaitingRoomJoin struct {
	Email string `json:"email,omitempty" maxLength:"254" doc:"Where the receipt is mailed, once. Default: to the address that the caller is signed in with, and else to nobody. It is forgotten as soon as the mail was sent." example:"ada@example.org"`
}

// WaitingRoomReceipt shows a receipt.
type WaitingRoomReceipt struct {
	Receipt string `json:"receipt" minLength:"1" maxLength:"4096" doc:"As joining has answered."`
}

// WaitingRoomShown shows a place: by its receipt, or by the token of its page.
type WaitingRoomShown struct {
	Receipt string `json:"receipt,omitempty" maxLength:"4096" doc:"As joining has answered. This or token."`
	Token   string `json:"token,omitempty" maxLength:"128" doc:"The end of page_url. This or receipt."`
}

// WaitingRoomPass is a pass.
type WaitingRoomPass struct {
	Pass      string    `json:"pass" doc:"Send it as the header Holdfast-Pass with whatever takes part in the event."`
	ExpiresAt time.Time `json:"expires_at"`
}

// WaitingRoomLeft says that a place inside was given up.
type WaitingRoomLeft struct {
	Status string `json:"status" enum:"left"`
}

var exampleTiers = []RoomTier{
	{TierID: "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Name: "General", Price: 3900, Currency: "EUR", State: string(waitroom.TierAvailable)},
	{TierID: "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9t", Name: "Early bird", Price: 2900, Currency: "EUR", State: string(waitroom.TierSoldOut)},
}

func (h *Handlers) roomRoutes() []access.Route {
	return []access.Route{
		encoded[WaitingRoom](access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/waiting-room", ID: "get-waiting-room", Tag: access.TagWaitingRoom, Versioned: true,
			Summary: "Watch a waiting room",
			Description: "One small document that is the same for everybody, and may be kept for a second by any cache. Nobody asks for their own place: compare it with " +
				"`serving`. It changes at most once a second.",
			Problems: []httpapi.Kind{kindNone},
			Answer:   WaitingRoom{Mode: "queue", Phase: "serving", Identity: "account", Entrants: 9800, Serving: 412, Inside: 380, MaxInside: 500, Admission: 600, CameIn: 405, Decided: 25, UnitsTaken: 48, Buying: 12, Available: 1200, RatePerMinute: 95, Tiers: exampleTiers},
		}, h.getRoom)),
		access.InEvent(identity.EnterSale, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/waiting-room:join", ID: "join-waiting-room", Tag: access.TagWaitingRoom, Status: http.StatusCreated,
			Summary: "Join a waiting room",
			Description: "Answers with a receipt, when it is stored. Anyone who has joined gets the same one again: where `identity` is `account`, by the address that they are signed in " +
				"with; otherwise by the `Idempotency-Key`. The receipt is mailed too, once for each place, where an address is known; that holds nobody up.",
			Bodiless: true, Example: WaitingRoomJoin{Email: "ada@example.org"},
			Problems: append([]httpapi.Kind{kindNone, kindNotOpen, kindAccount, kindBallot}, access.ChallengeProblems...),
			Answer:   WaitingRoomPlace{Index: 411, Place: 412, Receipt: "holdfast/receipt/v1\nevt_3k9q0a7c1v5m\n411\n…", PageURL: "https://holdfast.example/q/hq_M2s5cTBhN2MxdjVtAAAAAAAAAZt5b3VyIHBsYWNlIGlzIHNhZmU", Mail: "server"},
		}, h.join).OfCrowd(),
		access.InEvent(identity.EnterSale, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/waiting-room:place", ID: "show-waiting-room-place", Tag: access.TagWaitingRoom, Unkeyed: true,
			Summary: "Read a place in a waiting room",
			Description: "Answers as joining has, but for mail: with the receipt for the token of a page, which was mailed or scanned, and with the page for a receipt. " +
				"Nothing is changed, and nobody has to ask for it while waiting.",
			Problems: []httpapi.Kind{kindNone, kindReceipt},
			Example:  WaitingRoomShown{Token: "hq_M2s5cTBhN2MxdjVtAAAAAAAAAZt5b3VyIHBsYWNlIGlzIHNhZmU"},
			Answer:   WaitingRoomPlace{Index: 411, Place: 412, Receipt: "holdfast/receipt/v1\nevt_3k9q0a7c1v5m\n411\n…", PageURL: "https://holdfast.example/q/hq_M2s5cTBhN2MxdjVtAAAAAAAAAZt5b3VyIHBsYWNlIGlzIHNhZmU"},
		}, h.showPlace),
		access.InEvent(identity.EnterSale, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/waiting-room:enter", ID: "enter-sale", Tag: access.TagWaitingRoom, Status: http.StatusCreated, Unkeyed: true,
			Summary: "Come in from a waiting room",
			Description: "Answers with a pass: the same one again to callers who have one. A caller who is not called yet, or finds as many inside as may be, is told to wait and keeps the " +
				"place: whoever comes late comes in. A pass is good for one registration, one order that is paid or costs nothing, or one place on the waitlist.",
			Problems: []httpapi.Kind{kindNotOpen, kindReceipt, kindNotCalled, kindPassOver, kindPassUsed, kindStruck, kindLeftDraw},
			Example:  WaitingRoomReceipt{Receipt: "holdfast/receipt/v1\nevt_3k9q0a7c1v5m\n411\n…"},
			Answer:   WaitingRoomPass{Pass: "AQAAAAAAAAGb…"},
		}, h.enter),
		access.InEvent(identity.EnterSale, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/waiting-room:leave", ID: "leave-sale", Tag: access.TagWaitingRoom, Unkeyed: true,
			Summary: "Give up a place inside",
			Description: "For people who want nothing after all: somebody else comes in, and nothing is taken with the pass any more. To leave again changes nothing. " +
				"Anyone who registers, pays an order or joins the waitlist is done, and does not have to leave. Before a draw is sealed it gives up the part in it, for good.",
			Problems: []httpapi.Kind{kindReceipt, kindNotInside, kindNoDraw, kindSealed},
			Example:  WaitingRoomReceipt{Receipt: "holdfast/receipt/v1\nevt_3k9q0a7c1v5m\n411\n…"},
			Answer:   WaitingRoomLeft{Status: "left"},
		}, h.leave),
	}
}

// sharedForASecond lets any cache keep the document.
const sharedForASecond = "public, max-age=1"

func (h *Handlers) getRoom(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*encodedRoom, error) {
	v, err := h.Turnstile.Look(c.Context(), k.EventID)
	switch {
	case err != nil:
		return nil, err
	case v.Phase == "":
		return nil, kindNone.Problem()
	}
	doc := v.Once(func() any { return encode(roomOf(v)) }).(*encodedRoom)
	err = c.Version(doc.etag)
	if k.Published {
		c.Writer.Header().Set("Cache-Control", sharedForASecond)
	}
	return doc, err
}

// roomOf is a waiting room as everybody may see it.
func roomOf(v *turnstile.View) *WaitingRoom {
	out := &WaitingRoom{
		Mode: string(v.Mode), Draw: roomDraw(v), SealsAt: wire.TimePtr(v.SealsAt), Slots: slotsOf(v.Slots),
		Phase: string(v.Phase), OpensAt: wire.TimePtr(v.OpensAt), ServesAt: wire.TimePtr(v.ServesAt), Identity: string(v.Identity), Entrants: v.Entrants, Serving: v.Serving,
		Inside: v.Inside, MaxInside: v.MaxInside, Admission: int64(v.Admission / inventory.Second), Available: v.Stock.Units, Paused: v.Paused, RatePerMinute: math.Round(v.PerMinute*10) / 10, AsOf: v.AsOf.Time(),
		Buying: v.Buying, CameIn: v.Sale.Came, Decided: v.Sale.Decided, UnitsTaken: v.Sale.Took, Tiers: tiersOf(v), SoldOut: v.Stock.SoldOut, WaitlistOpen: v.Stock.Waits, ClosedReason: string(v.ClosedBecause),
	}
	if v.Phase != waitroom.Serving && v.Phase != waitroom.Closed {
		out.Opening = &v.Opening
	}
	for _, r := range v.Releases {
		out.Releases = append(out.Releases, wire.Release{At: r.At.Time(), TierID: r.Tier, Units: r.Units})
	}
	return out
}

// tiersOf are the tiers as whoever waits sees them.
func tiersOf(v *turnstile.View) []RoomTier {
	out := []RoomTier{}
	for i := range v.Stock.Tiers {
		t := &v.Stock.Tiers[i]
		out = append(out, RoomTier{TierID: t.ID, Name: t.Name, Price: t.Price, Currency: t.Currency, State: string(t.State)})
	}
	return out
}

// roomDraw is how far the draw of a room has come; nil: it has none.
func roomDraw(v *turnstile.View) *RoomDraw {
	if v.Mode == waitroom.Queue {
		return nil
	}
	out := &RoomDraw{Kind: string(v.Beacon.Kind), Round: v.Beacon.Round, Source: v.Beacon.Source, Seed: v.Draw.Result.Seed, Late: v.Late, Members: v.Beacon.Members}
	if first := v.Draw.First.At; first != 0 {
		out.First = first.Time().UTC().Format(time.RFC3339)
	}
	at := v.Beacon.At
	if s := &v.Draw.Seal; s.At != 0 {
		out.Entrants, out.Round, at = &s.Entrants, s.Round, s.RoundAt
	}
	if at != 0 {
		out.RoundAt = at.Time().UTC().Format(time.RFC3339)
	}
	return out
}

func (h *Handlers) enter(c *access.Call, k *access.EventSummary, in *WaitingRoomReceipt) (*WaitingRoomPass, error) {
	token, pass, err := h.Turnstile.Enter(c.Context(), k.EventID, in.Receipt)
	var waiting *turnstile.Waiting
	switch {
	case errors.As(err, &waiting):
		return nil, notCalled(waiting, h.Access.Now())
	case err != nil:
		return nil, err
	}
	return &WaitingRoomPass{Pass: token, ExpiresAt: pass.Until.Time()}, nil
}

func (h *Handlers) leave(c *access.Call, k *access.EventSummary, in *WaitingRoomReceipt) (*WaitingRoomLeft, error) {
	v, err := h.Turnstile.Look(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	if v.Mode != waitroom.Queue && v.Phase == waitroom.Open {
		index, err := h.Turnstile.Index(k.EventID, in.Receipt)
		if err == nil {
			_, err = h.Draws.Strike(c.Context(), k.EventID, index, draw.Left)
		}
		if err != nil {
			return nil, err
		}
		return &WaitingRoomLeft{Status: "left"}, nil
	}
	if err := h.Turnstile.Leave(c.Context(), k.EventID, in.Receipt); err != nil {
		return nil, err
	}
	return &WaitingRoomLeft{Status: "left"}, nil
}

// maxRetry is the longest time for which somebody is told not to ask again: terms of a draw do
// not change, but its clock is the server's.
const maxRetry = time.Hour

// notCalled tells somebody where they stand.
func notCalled(w *turnstile.Waiting, now time.Time) *httpapi.Problem {
	p := kindNotCalled.Problem()
	p.RetryAfter = 2 * time.Second
	if w.Place == 0 {
		p.Detail = "Your place is not drawn yet."
		return p
	}
	if w.SlotAt != 0 {
		p.Detail = fmt.Sprintf("Your place is %d. Its time slot begins at %s; from then on it stays good.", w.Place, w.SlotAt.Time().UTC().Format(time.RFC3339))
		p.RetryAfter = min(maxRetry, max(p.RetryAfter, w.SlotAt.Time().Sub(now)))
		return p
	}
	p.Detail = fmt.Sprintf("Your place is %d, and people are called up to place %d.", w.Place, w.Serving)
	switch {
	case w.Called:
		p.Detail += " It is called: as soon as somebody who is inside is done, you come in."
	case w.Minutes == 1:
		p.Detail += " At the present rate that takes about a minute."
	case w.Minutes > 1:
		p.Detail += fmt.Sprintf(" At the present rate that takes about %d minutes.", w.Minutes)
	default:
		p.Detail += " Nobody can say yet how long it takes."
	}
	if o := w.Odds; o != nil {
		p.Odds = &httpapi.Odds{Ahead: o.Ahead, Left: o.Left, Share: round(o.Share), Each: round(o.Each), Chance: string(o.Chance)}
		p.Detail += outlook(w)
	}
	return p
}

// outlook is what somebody can hope for, with the figures.
func outlook(w *turnstile.Waiting) string {
	o := w.Odds
	switch {
	case w.SoldOut && w.Waits:
		return " It is sold out: whoever is called can join the waitlist, in the order of these places."
	case w.SoldOut:
		return " It is sold out."
	}
	text := fmt.Sprintf(" %d units are left, %d people are ahead of you", o.Left, o.Ahead)
	if o.Each > 0 {
		text += fmt.Sprintf(", those who came in took %.1f each", o.Each)
	}
	switch o.Chance {
	case waitroom.Likely:
		return text + ": there should be some left."
	case waitroom.Possible:
		return text + ": it will be close."
	}
	return text + ": it is unlikely that there are any left."
}

// round is a figure of odds as it is shown.
func round(n float64) float64 { return math.Round(n*100) / 100 }
