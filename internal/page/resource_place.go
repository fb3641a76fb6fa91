package page

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/tracking"
)

// withPlaces adds the words of places on the waitlists of resources, of which some are those of
// waitlists of events.
func withPlaces(list ...*Words) []*Words {
	for _, w := range list {
		for _, state := range []string{"waiting", "expired", "left", "removed"} {
			w.Headings["place."+state] = w.Headings["entry."+state]
		}
		w.Leads["place.accepted"] = w.Leads["entry.accepted"]
		for state, of := range map[string]string{"sent": "sent", "address": "address", "late": "late", "failed": "refused"} {
			w.Headings["place."+state] = w.Headings["booking."+of]
		}
		for state, text := range w.Resource.Headings {
			w.Headings["place."+state] = text
		}
		for state, text := range w.Resource.Leads {
			w.Leads["place."+state] = text
		}
		w.Leads["resource"] = w.Resource.Leads["public"]
	}
	return list
}

// placeStep says what happened to a place.
func (w *Words) placeStep(why resource.Reason) string {
	switch why {
	case resource.ReasonJoined:
		return w.Own[inventory.ReasonJoined]
	case resource.ReasonPaid:
		return w.Resource.Paid
	case resource.ReasonUnpaid:
		return w.Headings["place.unpaid"]
	case resource.ReasonOffered:
		return w.Resource.Offered
	case resource.ReasonAccepted:
		return w.Resource.Accepted
	case resource.ReasonDeclined:
		return w.Resource.Declined
	case resource.ReasonExpired:
		return w.Own[inventory.ReasonOfferExpired]
	case resource.ReasonAsked:
		return w.Resource.Asked
	case resource.ReasonUnanswered:
		return w.Resource.Unanswered
	case resource.ReasonTaken, resource.ReasonReturned:
		return w.Resource.Taken
	case resource.ReasonRefused, resource.ReasonRefusedByStaff:
		return w.Resource.Refused
	case resource.ReasonWithdrawn:
		return w.Resource.Withdrawn
	case resource.ReasonFaster:
		return w.Resource.Faster
	case resource.ReasonLeft:
		return w.Own[inventory.ReasonLeft]
	}
	return w.Headings["place.removed"]
}

func (p *Pages) placeRoutes() []Route {
	joins := []Route{}
	if p.cfg.Joins != nil {
		joins = joinPages{p}.routes()
	}
	post := func(do func(*resources.ResourceEntry) resource.Command) http.Handler {
		return p.guard.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.answerPlace(w, r, do) }))
	}
	return append(joins, []Route{
		{http.MethodGet, identity.PlacePath + "{token}", http.HandlerFunc(p.placePage)},
		{http.MethodGet, identity.PlacePath + "{token}/invoices/{invoice}/{file}", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { feeDocument(p, w, r) })},
		{http.MethodPost, identity.PlacePath + "{token}/billing", p.guard.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { billFee(p, w, r) }))},
		{http.MethodPost, identity.PlacePath + "{token}/reach", p.guard.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { placeReach(p, w, r) }))},
		{http.MethodPost, identity.PlacePath + "{token}/accept", post(func(e *resources.ResourceEntry) resource.Command {
			return resource.Answer{OfferID: e.OfferID, Accept: true}
		})},
		{http.MethodPost, identity.PlacePath + "{token}/decline", post(func(e *resources.ResourceEntry) resource.Command {
			return resource.Answer{OfferID: e.OfferID}
		})},
		{http.MethodPost, identity.PlacePath + "{token}/leave", post(func(e *resources.ResourceEntry) resource.Command {
			return resource.Leave{EntryID: e.ID, Reason: resource.ReasonLeft}
		})},
	}...)
}

// place is what a token leads to.
func (p *Pages) place(ctx context.Context, token string) (*resources.Resource, *resources.ResourceEntry, error) {
	entry, err := p.cfg.Links.Place(token)
	if err != nil {
		return nil, nil, err
	}
	of, _ := id.ResourceOf(entry, id.ResourceEntry)
	e, err := p.cfg.Store.Resources.Entry(ctx, of, entry)
	if err != nil {
		return nil, nil, err
	}
	if e.Email == "" || e.EndedAt != 0 && e.EndedAt+waitlists.KeptFor <= inventory.At(p.cfg.Now()) {
		return nil, nil, identity.ErrLinkInvalid
	}
	r, err := p.cfg.Store.Resources.ByID(ctx, of)
	return r, e, err
}

// placePage shows where somebody stands, and what they can do about it.
func (p *Pages) placePage(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	res, e, err := p.place(r.Context(), token)
	if errors.Is(err, database.ErrNotFound) && p.cfg.Joins != nil {
		joinPages{p}.asked(w, r, token)
		return
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if e.State == resource.Offered && readByPerson(r, p.cfg.Origin) {
		if err := offerOpened(r.Context(), &p.cfg, e); err != nil {
			p.fail(w, r, err)
			return
		}
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	v, err := p.placeView(r.Context(), words, token, res, e)
	if err == nil && e.EndedAt == 0 {
		v.Reach, err = toldBy(p, r, words, identity.PlacePath+token, res.OrgID, e.UserID, address.PublicID(e.Email))
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, http.StatusOK, v)
}

// placeReach takes by which channel somebody wants to be told what they are offered.
func placeReach(p *Pages, w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	res, e, err := p.place(r.Context(), token)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	takeToldBy(p, w, r, identity.PlacePath+token, res.OrgID, e.UserID, address.PublicID(e.Email))
}

// readByPerson reports whether somebody opens a page, as far as the request tells: not a program that
// looks at links in mails, and not a browser before anybody wants the page. Browsers say that they go
// to a page wherever the connection is secure.
func readByPerson(r *http.Request, origin string) bool {
	from := tracking.Page{UserAgent: r.UserAgent(), Purpose: r.Header.Get("Sec-Purpose")}
	secure := strings.HasPrefix(origin, "https:")
	return r.Method == http.MethodGet && from.Counts() && (!secure || r.Header.Get("Sec-Fetch-Mode") == "navigate")
}

// offerOpened stores that somebody looks at what they are offered.
func offerOpened(ctx context.Context, c *Config, e *resources.ResourceEntry) error {
	o, err := c.Store.Resources.Offer(ctx, e.ResourceID, e.OfferID)
	if err != nil {
		return err
	}
	return c.Places.Seen(ctx, o)
}

func (p *Pages) placeView(ctx context.Context, words *Words, token string, res *resources.Resource, e *resources.ResourceEntry) (*view, error) {
	zone, err := res.Zone()
	if err != nil {
		return nil, err
	}
	now, base, st := inventory.At(p.cfg.Now()), identity.PlacePath+token, p.cfg.Store.Resources
	asked, err := st.EntryConfirmations(ctx, res.ID, e.ID, historyShown)
	if err != nil {
		return nil, err
	}
	offers, err := st.EntryOffers(ctx, res.ID, e.ID, historyShown)
	if err != nil {
		return nil, err
	}
	state := e.State
	var open *resources.ResourceOffer
	for i := range offers {
		if o := &offers[i]; o.State == resource.OfferOpen {
			open = o
		}
	}
	if open != nil && open.Deadline <= now {
		open, state = nil, resource.Expired // which the next look of the server writes
	}
	v := &view{Words: words, State: "place." + string(state), Title: res.Name, HasHistory: true, ZoneNote: fill(words.Zone, "{zone}", mailkit.ZoneName(now.Time(), zone))}
	if last, ok := waitlists.Refusal(offers, asked); ok && state == resource.Declined {
		v.State = "place.refused"
		v.LineNote = accountmail.ResourceCause(words.Tag.String(), string(last.Cause))
		if last.Words != "" {
			v.Facts = append(v.Facts, fact{Label: words.Resource.Says, Text: last.Words})
		}
	}
	if waitlists.LeftToStaff(e, asked) != 0 {
		v.State = "place.undecided"
	}
	v.Good = state == resource.Offered || state == resource.Accepted
	moment := func(label string, at inventory.Instant, strong bool) {
		v.Facts = append(v.Facts, fact{Label: label, Text: words.Moment(at.Time(), zone), Datetime: at.Time().Format(time.RFC3339), Strong: strong})
	}
	if e.Units > 1 {
		v.Facts = append(v.Facts, fact{Label: words.Resource.Units, Text: strconv.FormatInt(e.Units, 10)})
	}
	for _, name := range slices.Sorted(maps.Keys(e.Attributes)) {
		v.Facts = append(v.Facts, fact{Label: res.LabelOf(name), Text: e.Attributes[name]})
	}
	words.feeView(v, e)
	if e.PaidBy != "" {
		if err := p.invoiceLinks(ctx, v, res.OrgID, resources.FeeOrder(e.ID), base); err != nil {
			return nil, err
		}
	}
	if v.Business, err = feeBilling(ctx, &p.cfg, words, res.OrgID, base, e); err != nil {
		return nil, err
	}
	if p.cfg.Joins != nil {
		v.Erasing = &ending{words.Booking.Erase, base + "/erase"}
	}
	switch {
	case state == resource.PendingPayment && e.PayUntil <= now:
		v.State, v.Business = "place.unpaid", nil // which the next look of the server writes
	case state == resource.PendingPayment:
		moment(words.PayUntil, e.PayUntil, true)
		if v.Ways, err = feeWays(ctx, &p.cfg, words, base, res.OrgID); err != nil {
			return nil, err
		}
		if len(v.Ways) == 0 {
			org, err := p.cfg.Store.Organizations.Profile(ctx, res.OrgID)
			if err != nil {
				return nil, err
			}
			v.LeadText = fill(words.Resource.FeeByHand, "{organizer}", org.Name)
		}
		v.Ending = &ending{words.Leave, base + "/leave"}
	case open != nil:
		if open.Price > 0 {
			v.Facts = append(v.Facts, fact{Label: words.Booking.Price, Text: words.unitPrice(open.Price, open.PriceCurrency, e.Units)})
		}
		until := words.Until
		if open.Round != "" {
			until = words.Resource.AcceptBy
			v.State, v.LeadText = "place.race", fill(words.Resource.Race, "{n}", words.number(float64(open.RoundSize)))
		}
		moment(until, open.Deadline, true)
		v.Claim = &claim{AcceptURL: base + "/accept", DeclineURL: base + "/decline", Accept: words.Resource.Accept, Decline: words.LeaveTicket}
	case state == resource.Waiting:
		standing, err := st.Standing(ctx, e, now-inventory.Instant(waitlists.EstimateOver))
		if err != nil {
			return nil, err
		}
		if v.Line = fill(words.PlaceExact, "{n}", strconv.FormatInt(standing.Ahead+1, 10)); res.PositionDisplay == "hidden" {
			v.Line, v.LineNote = "", words.PlaceHidden
		} else if at := waitlists.Expected(standing, e.Units, now); at != 0 {
			moment(words.Resource.Expected, at, false)
		}
		moment(words.Since, max(e.JoinedAt, e.PaidAt), false)
		if res.Price > 0 {
			v.Facts = append(v.Facts, fact{Label: words.Booking.Price, Text: words.unitPrice(res.Price, res.PriceCurrency, e.Units)})
		}
		if n := len(offers); n > 0 && offers[n-1].State == resource.OfferTaken {
			v.LeadText = words.Resource.Faster
		}
		v.Rule = words.resourceRule(res)
		v.Ending = &ending{words.Leave, base + "/leave"}
	}
	for _, s := range waitlists.History(e, offers, asked) {
		text := words.placeStep(s.Reason)
		if e.Fee > 0 && s.Reason == resource.ReasonJoined {
			text = words.Resource.Applied
		}
		if _, was := asked[s.OfferID]; was && s.Reason == resource.ReasonAccepted {
			text = words.Resource.Confirmed
		}
		v.Steps = append(v.Steps, step{words.Moment(s.At.Time(), zone), s.At.Time().Format(time.RFC3339), text})
	}
	return v, nil
}

// resourceRule says how units are offered other than to one after another by the time of joining.
func (w *Words) resourceRule(res *resources.Resource) (rule string) {
	if res.AtOnce > 0 {
		rule = fill(w.Resource.AtOnce, "{n}", w.number(float64(res.AtOnce)))
	}
	if res.HeadStart > 0 {
		rule = strings.TrimSpace(rule + " " + fill(w.Resource.Priority, "{time}", mailkit.Length(w.Tag.String(), max(res.HeadStart, inventory.Minute))))
	}
	return rule
}

// answerPlace does what a form asks for and shows the page again, by a redirect, so that
// reloading repeats nothing. A refusal means that it has ended meanwhile: the page says how.
func (p *Pages) answerPlace(w http.ResponseWriter, r *http.Request, do func(*resources.ResourceEntry) resource.Command) {
	token := r.PathValue("token")
	res, e, err := p.place(r.Context(), token)
	if err == nil {
		ctx := organizations.WithBy(r.Context(), organizations.By{Actor: e.ID, At: inventory.At(p.cfg.Now())})
		_, _, err = p.cfg.Places.Do(ctx, res.ID, do(e))
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, identity.PlacePath+token, http.StatusSeeOther)
}
