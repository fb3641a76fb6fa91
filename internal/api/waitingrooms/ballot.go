package waitingrooms

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// BallotWish is the body that says what somebody wants.
type BallotWish struct {
	Name    string   `json:"name" minLength:"1" maxLength:"200" doc:"Of the person who takes part; the address is that of the account."`
	TierIDs []string `json:"tier_ids" minItems:"1" maxItems:"10" doc:"By preference: the first that has so many places when it is one's own turn, and the first of all when none has. Not of named seats."`
	Units   int64    `json:"units" minimum:"1" maximum:"51" doc:"How many places."`
}

// BallotPlace is somebody's part in a ballot.
type BallotPlace struct {
	Index   int64    `json:"index" doc:"In the order of arrival, from 0."`
	Place   int64    `json:"place" doc:"Counted from 1. 0: it is to be drawn."`
	Receipt string   `json:"receipt" doc:"The place, signed. It names nobody. Keep it: with it everybody can recompute the place."`
	PageURL string   `json:"page_url" doc:"A page that shows the place. It is the receipt in short: whoever has it has the receipt, which is at page_url/receipt.txt as a file."`
	Mail    string   `json:"mail,omitempty" enum:"server,mailbox,none" doc:"Where the mail goes that acknowledges the application and brings the receipt, once, however often it is changed. server: to a mail server. mailbox: it is kept and shown at /mailbox, for trying things out. none: nowhere, this installation sends none. Absent when one's own part is read." example:"server"`
	Name    string   `json:"name,omitempty" doc:"Absent once it is one's own turn."`
	TierIDs []string `json:"tier_ids" doc:"What is wanted, by preference."`
	Units   int64    `json:"units"`
	Status  string   `json:"status" enum:"waiting,placed,refused,struck" doc:"waiting: for one's own turn. placed: on the waitlist, as entry_id. refused: for the reason. struck: out, before the seal."`
	EntryID string   `json:"entry_id,omitempty"`
	Reason  string   `json:"reason,omitempty" doc:"Why it was refused, as the code of the problem that joining the waitlist would have answered with; or why it is out: duplicate or fraud, says the organizer, and left, whoever takes part."`
}

// statusStruck is BallotPlace.Status of a struck-out entrant.
const statusStruck = "struck"

var exampleBallot = BallotPlace{
	Index: 411, Place: 0, Receipt: "holdfast/receipt/v1\nevt_3k9q0a7c1v5m\n411\n…", PageURL: "https://tickets.example/q/hq_…", Mail: "server", Name: "Ada Lovelace", TierIDs: []string{"tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s"}, Units: 2, Status: "waiting",
}

func (h *Handlers) ballotRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.EnterSale, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/events/{event_id}/ballot", ID: "enter-ballot", Tag: access.TagWaitingRoom,
			Summary: "Take part in a ballot",
			Description: "For signed-in people; an address has one place. Until it is sealed, to say it again changes what is wanted, and not the place. After the draw those who take part are " +
				"put on the waitlist in the order that was drawn, and are offered what there is. The first time it is acknowledged by a mail with the receipt.",
			Problems: append([]httpapi.Kind{kindNone, kindNotOpen, kindAccount, kindNoBallot, kindStruck, kindLeftDraw}, access.ChallengeProblems...),
			Example:  BallotWish{Name: "Ada Lovelace", TierIDs: []string{"tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s"}, Units: 2},
			Answer:   exampleBallot,
		}, h.enterBallot).OfCrowd(),
		access.InEvent(identity.EnterSale, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/ballot", ID: "get-ballot", Tag: access.TagWaitingRoom,
			Summary: "Read one's own part in a ballot", Description: "For signed-in people: what is wanted, the place once it is drawn, and what became of it.",
			Problems: []httpapi.Kind{kindNone, kindAccount, kindNoBallot, kindNoWish},
			Answer:   exampleBallot,
		}, h.getBallot),
	}
}

func (h *Handlers) enterBallot(c *access.Call, k *access.EventSummary, in *BallotWish) (*BallotPlace, error) {
	who, err := h.balloter(c, k)
	if err != nil {
		return nil, err
	}
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	wish := waitingrooms.RoomWish{
		UserID: wire.PublicID(who), Email: who, Units: in.Units, Name: check.Line("name", in.Name, 1, httpapi.MaxName), Locale: wire.FirstLanguage(c.HTTP.Header.Get("Accept-Language")),
	}
	for i, id := range in.TierIDs {
		field := "tier_ids[" + strconv.Itoa(i) + "]"
		switch t := v.Tier(id); {
		case t == nil || t.Hidden:
			check.Add(field, "unknown", "is not a tier of this event")
		case !t.Admits():
			check.Add(field, "not_allowed", "is an add-on or goods, which is ordered")
		case v.Seated[id]:
			check.Add(field, "not_allowed", "has named seats, which a ballot does not give")
		case slices.Contains(in.TierIDs[:i], id):
			check.Add(field, "duplicate", "is there twice")
		}
	}
	if in.Units > v.Event.Settings.MaxGuests+1 {
		check.Add("units", "out_of_range", "must be at most %d", v.Event.Settings.MaxGuests+1)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	tiers, err := json.Marshal(in.TierIDs)
	if err != nil {
		return nil, err
	}
	wish.Tiers = string(tiers)
	if err := c.Screened(k, challenge.Join); err != nil {
		return nil, err
	}
	mail, way, err := h.mailTo(c, "")
	if err != nil {
		return nil, err
	}
	c.Turn.Rest()
	r, err := h.Joins.JoinBallotMailed(c.Context(), k.EventID, joins.AccountIdentity(who), h.Access.NetworkOf(c, k.EventID), &wish, mail)
	c.Turn.GoOn(c.Context())
	if err != nil {
		if errors.Is(err, joins.ErrBusy) {
			h.Challenges.Refused()
		}
		return nil, err
	}
	out, err := h.ballotOf(c, k.EventID, r, &wish)
	if err == nil && out.Status == statusStruck {
		if draw.Reason(out.Reason) == draw.Left {
			return nil, kindLeftDraw.Problem()
		}
		return nil, kindStruck.Problem()
	}
	if err == nil {
		out.Mail = way
	}
	return out, err
}

func (h *Handlers) getBallot(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*BallotPlace, error) {
	who, err := h.balloter(c, k)
	if err != nil {
		return nil, err
	}
	entrant, _, err := h.Joins.Entrant(c.Context(), k.EventID, joins.AccountIdentity(who))
	if errors.Is(err, database.ErrNotFound) {
		return nil, kindNoWish.Problem()
	}
	if err != nil {
		return nil, err
	}
	wish, err := h.Store.WaitingRooms.Wish(c.Context(), k.EventID, entrant.Index)
	if errors.Is(err, database.ErrNotFound) {
		return nil, kindNoWish.Problem()
	}
	if err != nil {
		return nil, err
	}
	r, err := h.Joins.Receipt(c.Context(), k.EventID, entrant.Index)
	if err != nil {
		return nil, err
	}
	return h.ballotOf(c, k.EventID, r, &wish)
}

// balloter is the address of the person who takes part in the ballot of an event.
func (h *Handlers) balloter(c *access.Call, k *access.EventSummary) (string, error) {
	v, err := h.Turnstile.Look(c.Context(), k.EventID)
	switch {
	case err != nil:
		return "", err
	case v.Phase == "":
		return "", kindNone.Problem()
	case v.Mode != waitroom.Ballot:
		return "", kindNoBallot.Problem()
	}
	if l := c.Caller.Login; l != nil && l.Address != "" {
		return address.Fold(l.Address), nil
	}
	return "", kindAccount.Problem()
}

// ballotOf is somebody's part in a ballot.
func (h *Handlers) ballotOf(c *access.Call, event string, r *waitroom.Receipt, wish *waitingrooms.RoomWish) (*BallotPlace, error) {
	v, err := h.Turnstile.Look(c.Context(), event)
	if err != nil {
		return nil, err
	}
	out := &BallotPlace{Index: r.Entrant.Index, Receipt: r.Text(), PageURL: h.Links.RoomURL(event, r.Entrant.Index), Name: wish.Name, TierIDs: []string{}, Units: wish.Units, Status: "waiting"}
	if err := json.Unmarshal([]byte(wish.Tiers), &out.TierIDs); err != nil {
		return nil, err
	}
	if out.Place, err = v.Place(out.Index); err != nil {
		return nil, err
	}
	struck, err := h.Store.WaitingRooms.Struck(c.Context(), event, out.Index)
	switch {
	case err != nil:
		return nil, err
	case struck != "":
		out.Status, out.Reason = statusStruck, struck
	case wish.Outcome == waitingrooms.WishPlaced:
		out.Status, out.EntryID = "placed", wish.EntryID
	case wish.Outcome != "":
		out.Status, out.Reason = "refused", wish.Outcome
	}
	return out, nil
}
