package page

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

const (
	// resourcePath is where the pages of resources are. They are the server's alone.
	resourcePath = "/resources/"
	// maxJoinForm bounds the form with which somebody joins a waitlist, in bytes.
	maxJoinForm = 32 << 10
	// asksField begins the name of a field for an attribute.
	asksField = "asks."
)

// Joins answers for people who join waitlists of resources by themselves, as the API does. What
// they cannot have is a GuestRefusal.
type Joins interface {
	// Ask stores what a reader asks for, and mails them the link that confirms their address.
	Ask(r *http.Request, of *resources.Resource, language string, f *AskedPlace) error
	// Confirm confirms the address behind a token, and puts its person on the waitlist.
	Confirm(ctx context.Context, token string) error
	// Pay returns the address of a provider's page on which the fee of a place is paid.
	Pay(ctx context.Context, e *resources.ResourceEntry, provider string) (address string, err error)
	// Erase makes what a token leads to nobody's. Both say identity.ErrLinkInvalid.
	Erase(ctx context.Context, token string) error
}

// AskedPlace is what somebody asks for. Terms is the version of those that they agree to.
type AskedPlace struct {
	Name, Email, Terms string
	Units              int64
	Attributes         map[string]string
}

// joinForm is the form with which somebody joins a waitlist.
type joinForm struct {
	*Words
	URL, Wrong               string
	Asks                     []joinAsk
	Name, Mail, Units, Terms string
	TermsText                []string // its paragraphs
	Most                     int64
	Lead                     string // what happens next
}

type joinAsk struct {
	Field, Label string
	Values       []joinValue
}

type joinValue struct {
	Text   string
	Chosen bool
}

// joinPages are the pages of people who join waitlists by themselves.
type joinPages struct{ *Pages }

func (p joinPages) routes() []Route {
	post := func(path string, do http.HandlerFunc) Route {
		return Route{http.MethodPost, path, p.guard.Handler(do)}
	}
	const of = identity.PlacePath + "{token}"
	return []Route{
		{http.MethodGet, resourcePath + "{resource_id}", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.shown(w, r, http.StatusOK, "") })},
		post(resourcePath+"{resource_id}/join", p.ask),
		post(of+"/confirm", func(w http.ResponseWriter, r *http.Request) { p.change(w, r, p.cfg.Joins.Confirm) }),
		post(of+"/pay/{provider}", p.payFee),
		post(of+"/erase", p.erase),
	}
}

// public is the resource in the path that everybody may see, or the page is that there is none.
func (p joinPages) public(w http.ResponseWriter, r *http.Request) *resources.Resource {
	res, err := p.cfg.Store.Resources.Public(r.Context(), r.PathValue("resource_id"))
	switch {
	case errors.Is(err, database.ErrNotFound):
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return nil
	case err != nil:
		p.fail(w, r, err)
		return nil
	}
	return res
}

// shown shows what a resource is and how long the wait is, with the form and what is wrong in it.
func (p joinPages) shown(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	res := p.public(w, r)
	if res == nil {
		return
	}
	words, now := WordsFor(r.Header.Get("Accept-Language")), inventory.At(p.cfg.Now())
	zone, err := res.Zone()
	if err != nil {
		p.fail(w, r, err)
		return
	}
	org, err := p.cfg.Store.Organizations.Profile(r.Context(), res.OrgID)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v := &view{State: "resource", Title: org.Name, Called: res.Name, Public: true, ZoneNote: fill(words.Zone, "{zone}", mailkit.ZoneName(now.Time(), zone))}
	v.Joining = words.joining(res, r, wrong)
	v.Paragraphs = paragraphs(res.Description)
	if res.Price > 0 {
		v.Facts = append(v.Facts, fact{Label: words.Booking.Price, Text: words.money(res.Price, res.PriceCurrency)})
	}
	if res.HoldFee > 0 {
		v.Facts = append(v.Facts, words.holdFeeFacts(res.HoldFee, res.HoldFeeCurrency, res.GiveBack)...)
		v.Joining.Lead = words.Resource.FeeLead
	}
	if v.LineNote = words.Resource.Hidden; res.PositionDisplay != "hidden" {
		end, err := p.cfg.Store.Resources.End(r.Context(), res.ID, now-inventory.Instant(waitlists.EstimateOver))
		if err != nil {
			p.fail(w, r, err)
			return
		}
		v.LineNote, v.LineLabel, v.Line = words.Resource.Unknown, words.Resource.Waiting, words.number(float64(end.Ahead))
		if at := waitlists.Expected(end, 1, now); at != 0 {
			v.LineNote = fill(words.Resource.Around, "{time}", words.Moment(at.Time(), zone))
		}
	}
	v.Rule = words.resourceRule(res)
	if v.Head, err = head(headOf{Title: res.Name, Summary: strings.Join(strings.Fields(res.Description), " "), URL: p.cfg.Origin + resourcePath + res.ID, Locale: words.Tag.String()}); err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, status, v)
}

// joining is the form, with what was sent.
func (w *Words) joining(res *resources.Resource, r *http.Request, wrong string) *joinForm {
	f := &joinForm{
		Words: w, URL: resourcePath + res.ID + "/join", Wrong: wrong, Name: r.PostFormValue("name"), Mail: r.PostFormValue("email"), Units: r.PostFormValue("units"), Terms: res.TermsVersion(), TermsText: paragraphs(res.Terms), Most: res.MaxUnits, Lead: w.Resource.JoinLead,
	}
	if f.Units == "" {
		f.Units = "1"
	}
	for _, a := range res.Asks {
		ask := joinAsk{Field: asksField + a.Name, Label: a.Label}
		for _, value := range a.Values {
			ask.Values = append(ask.Values, joinValue{value, r.PostFormValue(ask.Field) == value})
		}
		f.Asks = append(f.Asks, ask)
	}
	return f
}

// ask takes the form.
func (p joinPages) ask(w http.ResponseWriter, r *http.Request) {
	res := p.public(w, r)
	if res == nil {
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	r.Body = http.MaxBytesReader(w, r.Body, maxJoinForm)
	if err := r.ParseForm(); err != nil {
		p.shown(w, r, http.StatusBadRequest, words.Booking.WrongForm)
		return
	}
	// What is no number is 0, which is too few.
	units, _ := strconv.ParseInt(r.PostFormValue("units"), 10, 64)
	if units < 1 || units > res.MaxUnits {
		p.shown(w, r, http.StatusUnprocessableEntity, words.Resource.WrongUnits)
		return
	}
	f := &AskedPlace{Name: r.PostFormValue("name"), Email: r.PostFormValue("email"), Terms: r.PostFormValue("terms"), Units: units, Attributes: map[string]string{}}
	for name := range r.PostForm {
		if of, ok := strings.CutPrefix(name, asksField); ok && r.PostFormValue(name) != "" {
			f.Attributes[of] = r.PostFormValue(name)
		}
	}
	err := p.cfg.Joins.Ask(r, res, words.Tag.String(), f)
	var refused *GuestRefusal
	switch {
	case errors.As(err, &refused):
		p.shown(w, r, http.StatusUnprocessableEntity, words.joinRefused(refused))
	case err != nil:
		p.fail(w, r, err)
	default:
		p.show(w, r, http.StatusOK, &view{State: "place.sent", Good: true, Title: res.Name, Back: resourcePath + res.ID})
	}
}

// joinRefused says why somebody cannot join.
func (w *Words) joinRefused(r *GuestRefusal) string {
	for _, known := range [...]struct{ code, text string }{
		{"resource_waitlist_full", w.Resource.Full}, {"resource_terms", w.Resource.WrongTerms}, {"resource_units", w.Resource.WrongUnits},
		{"resource_already_waiting", w.Resource.Already}, {"resource_not_public", w.Resource.Closed},
	} {
		if r.Code == known.code {
			return known.text
		}
	}
	return w.Booking.wrong(r)
}

// asked shows what somebody asked for, before they have joined.
func (p joinPages) asked(w http.ResponseWriter, r *http.Request, token string) {
	p.showAsked(w, r, http.StatusOK, token, "")
}

func (p joinPages) showAsked(w http.ResponseWriter, r *http.Request, status int, token, wrong string) {
	entry, err := p.cfg.Links.Place(token)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	of, _ := id.ResourceOf(entry, id.ResourceEntry)
	j, err := p.cfg.Store.ResourceJoins.Join(r.Context(), of, entry)
	if errors.Is(err, database.ErrNotFound) || err == nil && j.Email == "" {
		err = identity.ErrLinkInvalid
	}
	var res *resources.Resource
	if err == nil {
		res, err = p.cfg.Store.Resources.ByID(r.Context(), of)
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words, base := WordsFor(r.Header.Get("Accept-Language")), identity.PlacePath+token
	v := &view{State: "place.address", Title: res.Name, Erasing: &ending{words.Booking.Erase, base + "/erase"}}
	v.Facts = []fact{{Label: words.Resource.Units, Text: strconv.FormatInt(j.Units, 10)}}
	for _, name := range slices.Sorted(maps.Keys(j.Attributes)) {
		v.Facts = append(v.Facts, fact{Label: res.LabelOf(name), Text: j.Attributes[name]})
	}
	late := j.ConfirmedAt == 0 && j.ExpiresAt <= inventory.At(p.cfg.Now())
	if res.PublicPage {
		v.Back = resourcePath + res.ID
	}
	switch {
	case wrong != "":
		v.State, v.LeadText = "place.failed", wrong
	case late:
		v.State = "place.late"
	default:
		v.Back, v.Ways = "", []ending{{words.Resource.Confirm, base + "/confirm"}}
	}
	p.show(w, r, status, v)
}

// change does what a form asks for, and shows the page again by a redirect.
func (p joinPages) change(w http.ResponseWriter, r *http.Request, do func(context.Context, string) error) {
	token := r.PathValue("token")
	err := do(r.Context(), token)
	var refused *GuestRefusal
	switch {
	case errors.As(err, &refused) && refused.Code == "join_expired":
		p.showAsked(w, r, http.StatusGone, token, "")
	case errors.As(err, &refused):
		p.showAsked(w, r, http.StatusConflict, token, WordsFor(r.Header.Get("Accept-Language")).joinRefused(refused))
	case err != nil:
		p.fail(w, r, err)
	default:
		http.Redirect(w, r, identity.PlacePath+token, http.StatusSeeOther)
	}
}

// erase deletes who has the token.
func (p joinPages) erase(w http.ResponseWriter, r *http.Request) {
	if err := p.cfg.Joins.Erase(r.Context(), r.PathValue("token")); err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, http.StatusOK, &view{State: "place.erased", Good: true})
}
