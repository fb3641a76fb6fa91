package page

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/consent/stored"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// consentRow is something that the reader has agreed to, with the form that withdraws it.
type consentRow struct {
	Purpose, Lang, Text          string
	Sponsor, Privacy, PrivacyURL string // of a sponsor
	Since, URL                   string
}

// consentBox is something that an event asks to agree to.
type consentBox struct {
	Value, Lang, Text            string
	Sponsor, Privacy, PrivacyURL string // of a sponsor
	Ticked                       bool   // by the person who sent the form before
}

// sponsor says of a sponsor what it gets, and where it says what it does with that.
func (w *Words) sponsor(t *consent.Text) (gets, privacy string) {
	if t.Sponsor == "" {
		return "", ""
	}
	return fill(w.ConsentSponsor, "{name}", t.Sponsor), fill(w.ConsentPrivacy, "{name}", t.Sponsor)
}

// consentsOf are what somebody agreed to at an organization and did not withdraw.
func (p *Pages) consentsOf(ctx context.Context, words *Words, who *reader) ([]consentRow, error) {
	org := who.event.Event.OrgID
	list, err := p.cfg.Store.Consents.StandingOf(ctx, org, p.cfg.Links.ConsentCode(org, who.user))
	if err != nil {
		return nil, err
	}
	var rows []consentRow
	for i := range list {
		v := &list[i]
		text, err := consent.Decode(v.Document)
		if err != nil {
			return nil, err
		}
		row := consentRow{Purpose: v.PurposeID, PrivacyURL: text.PrivacyURL, URL: "/u/" + who.token + "/withdraw"}
		row.Text, row.Lang = text.In(v.Locale)
		row.Sponsor, row.Privacy = words.sponsor(text)
		row.Since = fill(words.ConsentSince, "{time}", words.Moment(v.At.Time(), who.event.Event.Zone))
		rows = append(rows, row)
	}
	return rows, nil
}

// withdrawConsent ends what somebody agreed to, at once and at all events of the organization.
func (p *Pages) withdrawConsent(w http.ResponseWriter, r *http.Request) {
	who, err := p.reader(r.Context(), r.PathValue("token"))
	if err == nil {
		org := who.event.Event.OrgID
		r.Body = http.MaxBytesReader(w, r.Body, maxClick)
		_, err = p.cfg.Store.Consents.Withdraw(r.Context(), org, p.cfg.Links.ConsentCode(org, who.user), r.PostFormValue("purpose"), "person", "", inventory.At(p.cfg.Now()))
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/u/"+who.token, http.StatusSeeOther)
}

// boxes are the boxes of a form, in the language of the page where there are words in it. They
// are ticked only for a person who ticked them and has to send the form again.
func boxes(words *Words, asked []consent.Asked, ticked []string) (list []consentBox) {
	for _, a := range asked {
		text, lang := a.Text.In(words.Tag.String())
		b := consentBox{Value: a.Purpose + " " + strconv.FormatInt(a.Version, 10) + " " + lang, Lang: lang, Text: text, PrivacyURL: a.Text.PrivacyURL}
		b.Sponsor, b.Privacy = words.sponsor(a.Text)
		b.Ticked = slices.Contains(ticked, b.Value)
		list = append(list, b)
	}
	return list
}

// taken are the boxes that were ticked in the form of an invitation, as they go into the record.
func (p *Pages) taken(ctx context.Context, g *invitedTo, ticked []string) ([]audience.ConsentEntry, error) {
	if len(ticked) == 0 {
		return nil, nil
	}
	asked, err := stored.Asked(ctx, p.cfg.Store, g.event.Event.ID)
	if err != nil {
		return nil, err
	}
	given := make([]consent.Given, 0, len(ticked))
	for _, value := range ticked {
		if part := strings.Split(value, " "); len(part) == 3 {
			version, _ := strconv.ParseInt(part[1], 10, 64) // else 0, which is none
			given = append(given, consent.Given{Purpose: part[0], Version: version, Locale: part[2]})
		}
	}
	org := g.event.Event.OrgID
	found, err := consent.Take(asked, given, stored.OlderWords(ctx, p.cfg.Store, org))
	if err != nil {
		return nil, err
	}
	var rows []audience.ConsentEntry
	for _, v := range found {
		rows = append(rows, audience.ConsentEntry{
			PurposeID: v.Purpose, OrgID: org, Code: p.cfg.Links.ConsentCode(org, g.v.Person.UserID), Version: v.Version, Locale: v.Locale,
			Way: string(consent.Invitation), Proven: true, Actor: "person",
		})
	}
	return rows, nil
}
