package page

import (
	"cmp"
	"errors"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// keptRoom is how long after its event a place in a waiting room has a page.
const keptRoom = inventory.Instant(30 * inventory.Day)

// stays is the parameter with which a page is not loaded again by itself.
const stays = "stay"

// withRooms adds the headings and leads of places in waiting rooms. Leads that say more than
// words are written with the page.
func withRooms(list ...*Words) []*Words {
	for _, w := range list {
		r, c := w.RoomPlace, w.Chance
		for state, text := range map[string][2]string{
			"waiting": {r.Title, r.Safe}, "turn": {r.Turn, r.Safe}, "inside": {r.In, r.InText}, "over": {r.Over, r.OverText}, "done": {r.Done, r.DoneText},
			"closed": {r.Closed, r.ClosedText}, "postponed": {r.Postponed, r.PostponedText}, "struck": {r.Struck, r.StruckText}, "drawing": {r.Draw, r.Safe}, "sealed": {r.Sealed, r.Safe},
			"ballot": {r.Ballot, r.Safe},
			"left":   {c.LeftDraw, c.LeftDrawText}, "cancelled": {c.Cancelled, c.CancelledText}, "ended": {c.Ended, c.EndedText}, "waitlist": {c.SoldOutTurn, r.Safe},
		} {
			w.Headings["room."+state], w.Leads["room."+state] = text[0], text[1]
		}
	}
	return list
}

// refresh is how a page without a script is loaded again.
type refresh struct{ Note, Label, URL string }

func (p *Pages) roomRoutes() []Route {
	return []Route{
		{http.MethodGet, identity.RoomPath + "{token}", http.HandlerFunc(p.roomPage)},
		{http.MethodGet, identity.RoomPath + "{token}/code.svg", http.HandlerFunc(p.roomCode)},
		{http.MethodGet, identity.RoomPath + "{token}" + identity.RoomReceiptFile, http.HandlerFunc(p.roomReceipt)},
		{http.MethodPost, identity.RoomPath + "{token}/enter", p.guard.Handler(http.HandlerFunc(p.enterRoom))},
	}
}

// roomPlace is what a token leads to.
type roomPlace struct {
	event *events.EventView
	at    *turnstile.Standing
}

func (p *Pages) roomPlace(r *http.Request) (*roomPlace, error) {
	event, index, err := p.cfg.Links.Room(r.PathValue("token"))
	if err != nil {
		return nil, err
	}
	s := &roomPlace{}
	if s.event, err = p.cfg.Store.Events.Event(r.Context(), event); err != nil {
		return nil, err
	}
	if s.event.Event.EndsAt+keptRoom <= inventory.At(p.cfg.Now()) {
		return nil, identity.ErrLinkInvalid
	}
	s.at, err = p.cfg.Rooms.Standing(r.Context(), event, index)
	return s, err
}

// roomPage shows where somebody stands in a waiting room. With a script the app takes the place
// over and goes on to its own page.
func (p *Pages) roomPage(w http.ResponseWriter, r *http.Request) {
	s, err := p.roomPlace(r)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.showRoom(w, r, http.StatusOK, s, false)
}

func (p *Pages) showRoom(w http.ResponseWriter, r *http.Request, status int, s *roomPlace, full bool) {
	words, token, e := WordsFor(r.Header.Get("Accept-Language")), r.PathValue("token"), &s.event.Event
	v := &view{Words: words, Title: words.of(s.event).Details.Title, Further: "/events/" + e.ID, FurtherText: words.RoomPlace.ToEvent}
	v.ZoneNote = fill(words.Zone, "{zone}", mailkit.ZoneName(p.cfg.Now(), e.Zone))
	v.Embedded = embedded{Room: &roomTarget{EventID: e.ID}}
	again := p.roomView(v, s, full)
	if p.cfg.RoomReceipt != nil && s.event.Event.Settings.Onsale.Draws() {
		v.Facts = append(v.Facts, fact{Label: words.RoomPlace.Receipt, Text: words.RoomPlace.ReceiptFile, Path: identity.RoomPath + token + identity.RoomReceiptFile})
	}
	if v.Ways != nil {
		v.Ways[0].URL = identity.RoomPath + token + "/enter"
	}
	if again > 0 {
		path := identity.RoomPath + token
		v.Refresh = &refresh{words.RoomPlace.Updates, words.RoomPlace.Stop, path + "?" + stays}
		if r.URL.Query().Has(stays) {
			v.Refresh = &refresh{"", words.RoomPlace.Again, path}
		} else {
			// By its address: the answer to the form has another, which shows nothing.
			v.Head = template.HTML(`<noscript><meta http-equiv="refresh" content="` + strconv.Itoa(int(again/time.Second)) + `;url=` + template.HTMLEscapeString(path) + `"></noscript>`)
		}
	}
	p.show(w, r, status, v)
}

// How long until a page without a script is loaded again: while it is not long, while it is, and
// while nothing changes but the time.
const (
	roomSoon = 15 * time.Second
	roomLate = time.Minute
	roomLong = 30 // minutes
)

// roomView shows the status of a place, and returns when that is to be looked at again; 0:
// it does not change any more.
func (p *Pages) roomView(v *view, s *roomPlace, full bool) time.Duration {
	at, words, now := s.at, v.Words.RoomPlace, inventory.At(p.cfg.Now())
	switch {
	case at.Struck:
		v.State = "room.struck"
		return 0
	case at.Gone:
		v.State = "room.left"
		return 0
	case at.Done:
		v.State, v.Good = "room.done", true
		return 0
	case at.ClosedBecause == waitroom.ByPostponement && !at.Over:
		return v.roomPostponed(s)
	case at.Mode == waitroom.Ballot && at.Place != 0 && at.ClosedBecause != waitroom.ByCancellation:
		return v.roomBallot(s)
	case at.Phase == waitroom.Closed || at.Phase == "":
		v.State = cmp.Or(map[waitroom.ClosedReason]string{waitroom.ByCancellation: "room.cancelled", waitroom.ByTime: "room.ended"}[at.ClosedBecause], "room.closed")
		return 0
	case at.Over:
		v.State = "room.over"
		return 0
	case at.Until != 0:
		v.State, v.Good, v.FurtherText, v.WithoutScript = "room.inside", true, words.Tickets, words.NoScript
		v.roomFact(s, v.Until, at.Until, true)
		return min(roomLate, max(time.Second, at.Until.Time().Sub(now.Time())))
	case at.Place == 0:
		return v.roomDraw(s)
	}
	v.LineLabel, v.Line = words.Yours, strconv.FormatInt(at.Place, 10)
	if at.Mode != waitroom.Queue && at.Index < at.Draw.Seal.Entrants {
		v.LineLabel = words.Drawn
		v.LineNote = words.Of.In(v.Tag, at.Draw.Seal.Entrants)
	}
	if at.Called {
		minutes := int64((at.Admission + inventory.Minute/2) / inventory.Minute)
		v.State, v.Good, v.WithoutScript = "room.turn", true, words.NoScript
		v.LeadText = words.TurnText.In(v.Tag, minutes)
		v.Ways = []ending{{Label: words.GoIn}}
		switch {
		case at.Stock.SoldOut && !at.Stock.Waits:
			v.Facts = append(v.Facts, fact{Label: v.Chance.SoldOut, Text: v.Chance.SoldOutNone})
		case at.Stock.SoldOut:
			v.State, v.LeadText = "room.waitlist", fill(v.Chance.SoldOutTurnText, "{n}", strconv.FormatInt(minutes, 10))
		}
		if full {
			v.LeadText = words.Full
		}
		return roomSoon
	}
	v.State = "room.waiting"
	return v.roomWait(s)
}

// roomPostponed says what becomes of a place whose event has no date now: it rests, and is looked at
// again, because the room goes on by itself. Of somebody who is inside it is not said that the place
// stays: their time passes.
func (v *view) roomPostponed(s *roomPlace) time.Duration {
	at, words := s.at, v.Words.RoomPlace
	v.State, v.LeadText = "room.postponed", words.PostponedText
	switch {
	case at.Until != 0:
	case at.Mode == waitroom.Ballot:
		v.LeadText += " " + words.PostponedBallot
	case at.Place == 0:
		v.LeadText += " " + words.PostponedDraw
	default:
		v.LineLabel, v.Line = words.Yours, strconv.FormatInt(at.Place, 10)
		v.LeadText += " " + words.PostponedPlace
	}
	return roomLate
}

// roomBallot says what becomes of a place that was drawn in a ballot, in which nobody is let in: the
// ballot has a page, on which an entrant who is signed in sees what became of theirs.
func (v *view) roomBallot(s *roomPlace) time.Duration {
	at, words := s.at, v.Words.RoomPlace
	v.State, v.LineLabel, v.Line, v.LineNote = "room.ballot", words.Drawn, strconv.FormatInt(at.Place, 10), words.Of.In(v.Tag, at.Draw.Seal.Entrants)
	v.Further, v.FurtherText = "/events/"+s.event.Event.ID+"/waiting-room", words.BallotPage
	if at.Place <= at.Serving {
		v.LeadText = words.BallotOver
		return 0
	}
	v.LeadText = fill(words.BallotWaits, "{time}", v.Deadline(at.ServesAt.Time(), s.event.Event.Zone))
	return roomLate
}

// roomWait says how many are ahead, how long it takes, and what is left.
func (v *view) roomWait(s *roomPlace) time.Duration {
	at, words := s.at, v.Words.RoomPlace
	ahead := max(0, at.Place-1-at.Serving)
	text := words.Next
	if ahead > 0 {
		text = words.Ahead.In(v.Tag, ahead)
	}
	if v.LineNote != "" {
		v.LineNote += " · "
	}
	v.LineNote += text
	if at.Phase != waitroom.Serving {
		v.Facts = append(v.Facts, fact{Label: words.Wait, Text: fill(words.Before, "{time}", v.Deadline(at.ServesAt.Time(), s.event.Event.Zone)), Datetime: at.ServesAt.Time().Format(time.RFC3339)})
		v.roomOdds(s, true)
		return roomLate
	}
	again, wait := roomSoon, words.WaitUnknown
	switch {
	case at.SlotAt != 0:
		wait, again = fill(words.SlotFrom, "{time}", v.Deadline(at.SlotAt.Time(), s.event.Event.Zone)), roomLate
	case at.Paused:
		wait = words.Paused
	case at.Minutes >= 120:
		wait, again = words.WaitHours.In(v.Tag, (at.Minutes+30)/60), roomLate
	case at.Minutes >= 0:
		if wait = words.WaitMinutes.In(v.Tag, at.Minutes); at.Minutes > roomLong {
			again = roomLate
		}
	}
	v.Facts = append(v.Facts, fact{Label: words.Wait, Text: wait, Strong: true})
	if at.Serving > 0 {
		v.Facts[len(v.Facts)-1].Text += "\n" + fill(words.Serving, "{n}", strconv.FormatInt(at.Serving, 10))
		v.Facts[len(v.Facts)-1].Lines = true
	}
	if at.Stock.SoldOut {
		text := v.Chance.SoldOutNone
		if at.Stock.Waits {
			text = v.Chance.SoldOutWaitlist
		}
		v.Facts = append(v.Facts, fact{Label: v.Chance.SoldOut, Text: text})
		return again
	}
	chance := v.chance(at.Odds().Chance)
	left := v.Unbounded
	if at.Stock.Units < inventory.MaxCapacity {
		left = words.LeftPlaces.In(v.Tag, max(0, at.Stock.Units))
	}
	v.Facts = append(v.Facts, fact{Label: words.Left, Text: left + "\n" + chance, Lines: true})
	return again
}

// roomOdds says what there is for those who have joined before anybody is called, and what was promised.
// placed: they have a place, and are told what that leads to.
func (v *view) roomOdds(s *roomPlace, placed bool) {
	at, words, unbounded := s.at, v.Words.RoomPlace, s.at.Opening >= inventory.MaxCapacity
	lines := []string{v.Unbounded, words.Joined.In(v.Tag, at.Entrants)}
	if !unbounded {
		lines[0] = words.LeftPlaces.In(v.Tag, at.Opening)
	}
	share, enough := waitroom.EnoughFor(at.Entrants, at.Opening)
	switch {
	case placed:
		lines = append(lines, v.chance(waitroom.OddsAt(at.Place-1, at.Opening, waitroom.Sale{}).Chance))
	case unbounded || enough:
		lines = append(lines, words.Enough)
	case share > 0:
		lines = append(lines, fill(words.Share, "{n}", strconv.FormatInt(share, 10)))
	}
	v.Facts = append(v.Facts, fact{Label: words.AtStart, Text: strings.Join(lines, "\n"), Lines: true})
	if s.event.Statement != 0 {
		v.Facts = append(v.Facts, fact{Label: words.Promised, Text: words.PromisedLink, Path: "/events/" + s.event.Event.ID + "/statement"})
	}
}

// chance says how likely it is that something is left.
func (v *view) chance(c waitroom.Chance) string {
	return map[waitroom.Chance]string{waitroom.Likely: v.Chance.Likely, waitroom.Possible: v.Chance.Possible, waitroom.Unlikely: v.Chance.Unlikely}[c]
}

// roomDraw says what becomes of a place that is to be drawn.
func (v *view) roomDraw(s *roomPlace) time.Duration {
	at, words, zone := s.at, v.Words.RoomPlace, s.event.Event.Zone
	v.LineLabel, v.Line = words.Title, strconv.FormatInt(at.Index+1, 10)
	v.roomOdds(s, false)
	if at.Phase == waitroom.Open {
		v.State, v.LeadText = "room.drawing", fill(words.DrawText, "{time}", v.Deadline(at.SealsAt.Time(), zone))
		return roomLate
	}
	v.State, v.LeadText = "room.sealed", words.SealedText.In(v.Tag, at.Draw.Seal.Entrants)
	if at.Late {
		v.LeadText = words.Late
	}
	if at.Draw.Seal.Round != at.Beacon.Round {
		v.LeadText += " " + words.OtherRound
	}
	return roomSoon
}

func (v *view) roomFact(s *roomPlace, label string, t inventory.Instant, strong bool) {
	v.Facts = append(v.Facts, fact{Label: label, Text: v.Deadline(t.Time(), s.event.Event.Zone), Datetime: t.Time().Format(time.RFC3339), Strong: strong})
}

// roomCode answers with the QR code of a link, for another device.
func (p *Pages) roomCode(w http.ResponseWriter, r *http.Request) {
	event, index, err := p.cfg.Links.Room(r.PathValue("token"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	qr, err := ticket.NewCode(p.cfg.Links.RoomURL(event, index))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	sendFile(w, "image/svg+xml", "inline", []byte(qr.SVG("QR code")))
}

// roomReceipt answers with the receipt of a link as a file, to the byte as it was given: with it the
// draw is checked by programs that know nothing of this server.
func (p *Pages) roomReceipt(w http.ResponseWriter, r *http.Request) {
	s, err := p.roomPlace(r)
	if err == nil && p.cfg.RoomReceipt == nil {
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	receipt, err := p.cfg.RoomReceipt(r.Context(), s.event.Event.ID, s.at.Index)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	sendFile(w, "text/plain; charset=utf-8", `attachment; filename="receipt.txt"`, []byte(receipt.Text()))
}

// enterRoom lets somebody in whose turn it is, and shows the page again, by a redirect, so that
// reloading repeats nothing. A refusal means that it stands otherwise by now: the page says how.
func (p *Pages) enterRoom(w http.ResponseWriter, r *http.Request) {
	s, err := p.roomPlace(r)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	_, _, err = p.cfg.Rooms.EnterAt(r.Context(), s.event.Event.ID, s.at.Index)
	var waiting *turnstile.Waiting
	switch {
	case errors.As(err, &waiting):
		if waiting.Called {
			p.showRoom(w, r, http.StatusTooEarly, s, true)
			return
		}
	case errors.Is(err, turnstile.ErrClosed), errors.Is(err, turnstile.ErrPassOver), errors.Is(err, turnstile.ErrDone), errors.Is(err, turnstile.ErrStruck), errors.Is(err, turnstile.ErrLeft):
	case err != nil:
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, identity.RoomPath+r.PathValue("token"), http.StatusSeeOther)
}
