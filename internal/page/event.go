package page

import (
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/cover"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/translation"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// longestSummary is how many characters of a description others show of a page.
const longestSummary = 200

// EventURL is the public address of an event below origin.
func EventURL(origin, event string) string { return origin + "/events/" + event }

// eventPage is the public page of an event, as far as it can be shown and found
// without a script.
func (p *Pages) eventPage(w http.ResponseWriter, r *http.Request) {
	r = asked(r)
	v, err := p.publicEvent(r.Context(), r.PathValue("event_id"), r.Header.Get("Accept-Language"))
	switch {
	case errors.Is(err, database.ErrNotFound):
		// A member may see a draft: the app asks on.
		p.show(w, r, http.StatusNotFound, &view{State: "unknown"})
	case err != nil:
		p.fail(w, r, err)
	default:
		if p.cfg.Saw != nil && !strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") {
			p.cfg.Saw(r, r.PathValue("event_id"))
		}
		p.show(w, r, http.StatusOK, v)
	}
}

func (p *Pages) publicEvent(ctx context.Context, event, accept string) (*view, error) {
	if !id.Valid(event, id.Event) {
		return nil, database.ErrNotFound
	}
	of, err := p.cfg.Keeper.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	e, org, at := of.View, of.By, of.At
	if e.Event.Status == inventory.Draft || e.Event.Settings.VisibleTo() == inventory.ByInvitation {
		return nil, database.ErrNotFound
	}
	w := WordsFor(accept)
	e = w.of(e)
	v := &view{Words: w, shown: e, Title: e.Details.Title, Details: e.Details, Organized: fill(w.Organizer, "{name}", org.Name), HostPath: HostURL("", org.ID), Public: e.Event.Settings.Listed(), Websites: org.Websites}
	v.FollowPath = p.followPath(org.ID)
	switch now := inventory.At(p.cfg.Now()); {
	case e.Event.Status == inventory.Cancelled:
		v.State = "cancelled"
	case e.Event.Status == inventory.Postponed:
		v.State = "postponed"
	case now >= e.Event.EndsAt:
		v.State = "over"
	}
	v.eventFacts(e, inventory.At(p.cfg.Now()))
	dates, err := passDates(ctx, p.cfg.Store, w, e)
	if err != nil {
		return nil, err
	}
	if len(dates) > 0 { // each says when it is
		v.Facts = append(dates, v.Facts[1:]...)
	}
	v.atVenue(at)
	palette, _ := cover.Of(event, 0)
	v.Ground, v.Picture = palette[0], shownPictureOf(e.Details.CoverPicture, &e.Details.Cover)
	if p.cfg.Logs != nil && e.Event.Settings.LogAudience() != inventory.LogOff {
		v.LogPath = LogURL("", event)
	}
	v.Paragraphs, v.InSeries = paragraphs(e.Details.Description), w.inSeries(e.Series)
	var data embedded
	if p.cfg.Event != nil {
		data.Event = p.cfg.Event(e, org, at)
	}
	v.Embedded = data
	v.Head, err = p.eventHead(e, org.Name, w, at)
	return v, err
}

// eventFacts adds when and where, what is left of each tier, and the waiting room by now.
func (v *view) eventFacts(e *events.EventView, now inventory.Instant) {
	zone, starts := e.Event.Zone, e.Event.StartsAt.Time()
	v.ZoneNote = fill(v.Zone, "{zone}", mailkit.ZoneName(starts, zone))
	v.Facts = append(v.Facts, fact{Label: v.When, Text: v.Span(starts, e.Event.EndsAt.Time(), zone), Datetime: starts.Format(time.RFC3339), Strong: true})
	if e.Event.Status == inventory.Postponed {
		v.postponed(0)
	}
	if e.Details.Location != "" {
		v.Facts = append(v.Facts, fact{Label: v.Where, Text: e.Details.Location, Lang: v.LangOf(translation.Location)})
	}
	if e.Details.OnlineURL != "" {
		v.Facts = append(v.Facts, fact{Label: v.Online, Text: v.OnlineNote})
	}
	labels := e.Details.Labels()
	v.labels(&labels)
	if v.State != "" {
		return
	}
	tiers := shownTiers(e)
	for i := range tiers {
		t := &tiers[i]
		label, lang := t.Name, v.LangOf(translation.Tier(t.ID, "name"))
		if len(tiers) == 1 {
			label, lang = v.Places, ""
		}
		note := v.tierNote(e, t)
		if t.Description != "" {
			note = t.Description + "\n" + note
		}
		v.Facts = append(v.Facts, fact{Label: label, LabelLang: lang, Text: note, Lines: t.Description != ""})
	}
	v.Facts = append(v.Facts, v.feeFacts(e)...)
	if e.Event.Settings.Approval {
		v.Facts = append(v.Facts, fact{Label: v.Approval, Text: v.ApprovesEach})
	}
	for _, r := range e.Releases {
		label := v.More
		if i := slices.IndexFunc(tiers, func(t inventory.Tier) bool { return t.ID == r.Tier }); i >= 0 && len(tiers) > 1 {
			label = fill(v.MoreOf, "{tier}", tiers[i].Name)
		} else if i < 0 && r.Tier != "" {
			continue
		}
		when := r.At.Time()
		v.Facts = append(v.Facts, fact{
			Label: label, Text: fill(v.MoreWhen, "{n}", strconv.FormatInt(r.Units, 10), "{time}", v.Moment(when, zone)), Datetime: when.Format(time.RFC3339),
		})
	}
	if f := roomFact(v, e, now, zone); f.Text != "" {
		v.Facts = append(v.Facts, f)
	}
}

// feeFacts say what the fees of an event are beside the prices that are shown, and which of them do
// not go back.
func (w *Words) feeFacts(e *events.EventView) (list []fact) {
	for _, t := range inventory.Fees(e.Tiers) {
		f := t.FeeTerms
		var parts []string
		if f.Order > 0 {
			alone := inventory.FeeTerms{Order: f.Order, Max: f.Max}
			parts = append(parts, fill(w.FeePerOrder, "{name}", t.Name, "{amount}", w.money(alone.Of(1, 0), e.Event.Settings.Orders.Currency)))
		}
		if f.Ticket > 0 || f.Rate > 0 {
			parts = append(parts, w.FeesIncluded)
		}
		if f.Kept {
			parts = append(parts, fill(w.FeeKept, "{name}", t.Name))
		}
		list = append(list, fact{Label: t.Name, Text: strings.Join(parts, "\n"), Lines: len(parts) > 1})
	}
	return list
}

// tierNote says what a tier costs, and what is left of it.
func (w *Words) tierNote(e *events.EventView, t *inventory.Tier) string {
	left := w.left(Free(e, t), e.TierWaiting[t.ID])
	if !t.Paid() {
		return left
	}
	return w.tierPrice(t, inventory.Fees(e.Tiers), e.Event.Settings.Orders.Currency) + " · " + left
}

// roomFact says how the waiting room before the sale stands; its Text is empty when there is
// none, or it is closed.
func roomFact(v *view, e *events.EventView, now inventory.Instant, zone *time.Location) fact {
	o := &e.Event.Settings.Onsale
	label, opens, open, sealed, drawn := v.Room, v.RoomOpens, v.RoomOpen, v.RoomSealed, v.RoomOpen
	switch o.Mode {
	case inventory.OnsaleDraw:
		opens, open, drawn = v.RoomDrawOpens, v.RoomDrawOpen, v.RoomDrawn
	case inventory.OnsaleBallot:
		label, opens, open, sealed, drawn = v.Ballot, v.RoomBallotOpens, v.RoomBallotOpen, v.RoomBallotSealed, v.RoomBallotSealed
	}
	seals := v.Moment(o.SealsAt.Time(), zone)
	switch waitroom.PhaseAt(&e.Event, now) {
	case waitroom.Announced:
		at := o.OpensAt.Time()
		return fact{Label: label, Text: fill(opens, "{time}", v.Moment(at, zone), "{seals}", seals), Datetime: at.Format(time.RFC3339)}
	case waitroom.Open:
		return fact{Label: label, Text: fill(open, "{seals}", seals)}
	case waitroom.Sealed:
		return fact{Label: label, Text: sealed}
	case waitroom.Drawn, waitroom.Serving:
		return fact{Label: label, Text: drawn}
	}
	return fact{}
}

// shownTiers are the tickets that everybody may see. Hidden ones are for people with an
// access code.
func shownTiers(e *events.EventView) []inventory.Tier {
	return slices.DeleteFunc(slices.Clone(e.Tiers), func(t inventory.Tier) bool { return t.Hidden || !t.Admits() })
}

// Free is how many places of a tier the public can have: none while anybody
// waits for it, because what is free is owed to them. Of seats, only those that
// somebody waits for are. Of what has no bound it is inventory.MaxCapacity.
func Free(e *events.EventView, t *inventory.Tier) int64 {
	if e.TierWaiting[t.ID] > 0 && !e.Seated[t.ID] {
		return 0
	}
	free := int64(-1)
	for i := range e.Pools {
		p := &e.Pools[i]
		for _, of := range t.Pools {
			if of == p.ID && (free < 0 || p.Left() < free) {
				free = p.Left()
			}
		}
	}
	return max(free, 0)
}

// left says how much there is left; of what has no bound, that there is something.
func (w *Words) left(free, waiting int64) string {
	switch {
	case free >= inventory.MaxCapacity:
		return w.Unbounded
	case free > 0:
		return w.Left.In(w.Tag, free)
	case waiting > 0:
		return w.Full + " · " + fill(w.InLine, "{n}", strconv.FormatInt(waiting, 10))
	}
	return w.Full
}

// eventHead is what others read of an event's page.
func (p *Pages) eventHead(e *events.EventView, organizer string, w *Words, at *venues.EventPlace) (template.HTML, error) {
	data := headOf{Title: e.Details.Title, URL: EventURL(p.cfg.Origin, e.Event.ID), Organizer: organizer, Locale: w.Tag.String(), Feed: FeedURL(p.cfg.Origin, e.Event.OrgID)}
	data.Alternates = alternates(e, data.URL)
	data.Summary = w.Moment(e.Event.StartsAt.Time(), e.Event.Zone)
	if e.Details.Location != "" {
		data.Summary += " · " + e.Details.Location
	}
	if text := summary(e.Details.Description); text != "" {
		data.Summary += " · " + text
	}
	data.Image, data.Shows = p.cfg.Origin+previewPath(e, organizer, w), e.Details.Title
	text, err := head(data)
	if err != nil {
		return "", err
	}
	ld, err := json.Marshal(p.linkedData(e, organizer, data.URL, w, at)) // escapes what could end the element
	if err != nil {
		return "", err
	}
	return text + template.HTML(`<script type="application/ld+json">`+string(ld)+"</script>\n"), nil
}

// plain takes the signs of Markdown out of a text that is shown without it.
var plain = strings.NewReplacer("**", "", "__", "", "`", "", "#", "")

// summary is the beginning of a description without its markup.
func summary(text string) string {
	text = strings.Join(strings.Fields(plain.Replace(text)), " ")
	if r := []rune(text); len(r) > longestSummary {
		text = strings.TrimSpace(string(r[:longestSummary])) + "…"
	}
	return text
}
