package page

import (
	"context"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// consentPages are the pages behind the links of mails to people who have agreed to something.
type consentPages struct{ *Pages }

func (p consentPages) routes() []Route {
	return []Route{
		{http.MethodGet, "/m/{token}", http.HandlerFunc(p.consentLink)},
		{http.MethodGet, "/m/{token}/unsubscribe", http.HandlerFunc(p.consentLink)},
		{http.MethodPost, "/m/{token}/unsubscribe", http.HandlerFunc(p.withdrawByLink)},
	}
}

// agreed is what a link of a mail to people who have agreed to something is about.
type agreed struct {
	token, org, purpose, code, name string
	stands                          *audience.StoredConsent // nil: it was withdrawn
}

// agreed reads what such a link is about.
func (p consentPages) agreed(ctx context.Context, token string) (*agreed, error) {
	a := &agreed{token: token}
	var err error
	if a.org, a.purpose, a.code, err = p.cfg.Links.ParseWithdraw(token); err != nil {
		return nil, err
	}
	profile, err := p.cfg.Store.Organizations.Profile(ctx, a.org)
	if err != nil {
		return nil, err
	}
	a.name = profile.Name
	list, err := p.cfg.Store.Consents.StandingOf(ctx, a.org, a.code)
	for i := range list {
		if list[i].PurposeID == a.purpose {
			a.stands = &list[i]
		}
	}
	return a, err
}

// consentLink shows what the reader of a mail has agreed to, and the button that withdraws it.
func (p consentPages) consentLink(w http.ResponseWriter, r *http.Request) {
	a, err := p.agreed(r.Context(), r.PathValue("token"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v := &view{State: "consent.off", Title: a.name}
	if a.stands != nil {
		text, err := consent.Decode(a.stands.Document)
		if err != nil {
			p.fail(w, r, err)
			return
		}
		event, err := p.cfg.Store.Events.Event(r.Context(), a.stands.EventID)
		if err != nil {
			p.fail(w, r, err)
			return
		}
		words := WordsFor(r.Header.Get("Accept-Language"))
		row := consentRow{Purpose: a.purpose, PrivacyURL: text.PrivacyURL, URL: "/m/" + a.token + "/unsubscribe"}
		row.Text, row.Lang = text.In(a.stands.Locale)
		row.Sponsor, row.Privacy = words.sponsor(text)
		row.Since = fill(words.ConsentSince, "{time}", words.Moment(a.stands.At.Time(), event.Event.Zone))
		v.State, v.Good, v.Consents = "consent.on", true, []consentRow{row}
	}
	p.show(w, r, http.StatusOK, v)
}

// withdrawByLink withdraws it, for a reader or their mail program.
func (p consentPages) withdrawByLink(w http.ResponseWriter, r *http.Request) {
	a, err := p.agreed(r.Context(), r.PathValue("token"))
	if err == nil {
		_, err = p.cfg.Store.Consents.Withdraw(r.Context(), a.org, a.code, a.purpose, "person", "", inventory.At(p.cfg.Now()))
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if oneClick(w, r) {
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(w, r, "/m/"+a.token, http.StatusSeeOther)
}
