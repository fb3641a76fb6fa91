package marketing

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/consent/stored"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// PurposeText is what a purpose says.
type PurposeText struct {
	Sponsor    string            `json:"sponsor,omitempty" maxLength:"120" doc:"Of a sponsor, and required there: what it is called. Guests see it." example:"Lantern Ltd"`
	PrivacyURL string            `json:"privacy_url,omitempty" maxLength:"500" doc:"Of a sponsor, and required there: the https address at which it says what it does with personal data."`
	Default    string            `json:"default_locale" minLength:"2" maxLength:"5" doc:"The language for people who read none of the others; there must be words in it." example:"en"`
	Words      map[string]string `json:"words" doc:"What is agreed to, by language: plain text of at most 600 characters. The languages are those of guests." example:"{\"en\":\"Tell me by email about new concerts.\"}"`
}

// NewPurpose is the body that makes a purpose.
type NewPurpose struct {
	Kind string `json:"kind" enum:"marketing,sponsor" doc:"marketing: by the organization itself. sponsor: somebody else gets name and address."`
	PurposeText
}

// PurposeChange is the body that changes a purpose.
type PurposeChange struct {
	Sponsor    *string           `json:"sponsor,omitempty" maxLength:"120"`
	PrivacyURL *string           `json:"privacy_url,omitempty" maxLength:"500"`
	Default    *string           `json:"default_locale,omitempty" minLength:"2" maxLength:"5"`
	Words      map[string]string `json:"words,omitempty" doc:"Takes the place of the words in all languages."`
	Ended      bool              `json:"ended,omitempty" doc:"true ends it for good."`
}

// Purpose is something that guests may agree to.
type Purpose struct {
	ID   string `json:"id" example:"cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Kind string `json:"kind" enum:"marketing,sponsor"`
	PurposeText
	Version   int64            `json:"version" doc:"Of the words." example:"1"`
	CreatedAt time.Time        `json:"created_at"`
	EndedAt   *time.Time       `json:"ended_at" doc:"null: it did not end."`
	Given     int64            `json:"given" doc:"How many boxes were ticked, at all events; those of erased people too."`
	Withdrawn int64            `json:"withdrawn" doc:"How many of them were taken back."`
	People    int64            `json:"people" doc:"Of how many people a consent stands."`
	Versions  []PurposeVersion `json:"versions,omitempty" doc:"All of them, the newest first; lists leave them out."`
}

// PurposeVersion is a version of the words of a purpose.
type PurposeVersion struct {
	Version   int64     `json:"version"`
	CreatedAt time.Time `json:"created_at"`
	PurposeText
}

// PurposeList is all purposes of an organization.
type PurposeList struct {
	Items []*Purpose `json:"items"`
}

// AskedIn is what an event is to ask for.
type AskedIn struct {
	PurposeIDs []string `json:"purpose_ids" maxItems:"5" doc:"Purposes of the organization that did not end."`
}

// Asked is what an event asks people to agree to.
type Asked struct {
	Purposes []wire.AskedConsent `json:"purposes"`
}

// Consents is what a person has agreed to.
type Consents struct {
	Stand  []wire.ConsentRecord `json:"stand" doc:"What stands now: of each purpose the latest consent."`
	Record []wire.ConsentRecord `json:"record" doc:"All that was given and withdrawn, the latest first; at most 500."`
}

// Withdrawal is the body that withdraws a consent.
type Withdrawal struct {
	PurposeID string `json:"purpose_id" maxLength:"64" example:"cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Reason    string `json:"reason,omitempty" maxLength:"300" doc:"Of staff only, and required of them: how the person asked for it."`
}

// Kinds of problem that only consents have.
var (
	kindTooManyPurposes = httpapi.Kind{
		Code: "too_many_consent_purposes", Status: 409, Title: "Too many purposes",
		Help: "An organization has at most " + strconv.Itoa(consent.MaxPurposes) + " purposes of consent, those that ended among them.",
	}
	kindTooManyVersions = httpapi.Kind{
		Code: "consent_changed_too_often", Status: 409, Title: "The words were changed too often",
		Help: "Each version is kept, because people agreed to it. A purpose has at most " + strconv.Itoa(consent.MaxVersions) + "; end it and make another.",
	}
	kindPurposeEnded = httpapi.Kind{
		Code: "consent_purpose_ended", Status: 409, Title: "The purpose has ended",
		Help: "What was agreed to it stays as it is. Make another purpose.",
	}
)

func textOf(t *consent.Text) PurposeText {
	return PurposeText{t.Sponsor, t.PrivacyURL, t.Default, t.Words}
}

// text checks what a purpose of a kind says.
func (in *PurposeText) text(check *httpapi.Checks, kind string) *consent.Text {
	t := &consent.Text{Sponsor: in.Sponsor, PrivacyURL: in.PrivacyURL, Default: in.Default, Words: map[string]string{}}
	if in.Sponsor != "" {
		t.Sponsor = check.Line("sponsor", in.Sponsor, 1, consent.MaxName)
	}
	for _, lang := range slices.Sorted(maps.Keys(in.Words)) {
		if len(in.Words[lang]) <= 4*consent.MaxWords { // else the rules say so
			t.Words[lang] = check.Line("words."+lang, in.Words[lang], 0, 4*consent.MaxWords)
		} else {
			t.Words[lang] = in.Words[lang]
		}
	}
	for _, f := range t.Check(consent.Kind(kind)) {
		check.Add(f.Field, f.Code, "%s", f.Message)
	}
	return t
}

// purposeOf shows a purpose.
func purposeOf(v *audience.ConsentPurposeView, n audience.ConsentCounts) (*Purpose, error) {
	text, err := consent.Decode(v.Document)
	if err != nil {
		return nil, err
	}
	return &Purpose{
		ID: v.ID, Kind: v.Kind, PurposeText: textOf(text), Version: v.Version, CreatedAt: v.CreatedAt.Time(), EndedAt: wire.TimePtr(v.EndedAt),
		Given: n.Given, Withdrawn: n.Withdrawn, People: n.People,
	}, nil
}

func (h *Handlers) createPurpose(c *access.Call, in *NewPurpose) (*Purpose, error) {
	var check httpapi.Checks
	text := in.text(&check, in.Kind)
	if err := check.Err(); err != nil {
		return nil, err
	}
	document, err := text.Encode()
	if err != nil {
		return nil, err
	}
	p := audience.ConsentPurpose{OrgID: c.Caller.OrgID, ID: c.OwnID(id.Purpose), Kind: in.Kind, CreatedAt: inventory.At(h.Now())}
	err = h.Store.Consents.MakePurpose(organizations.WithBy(c.Context(), c.By()), p, document, consent.MaxPurposes)
	switch {
	case errors.Is(err, database.ErrConflict): // of a request that is repeated
		have, err := h.Store.Consents.Purpose(c.Context(), p.OrgID, p.ID)
		if err != nil {
			return nil, err
		}
		if err := c.Repeated(have.Kind == p.Kind && have.Document == document); err != nil {
			return nil, err
		}
	case errors.Is(err, database.ErrLimit):
		return nil, kindTooManyPurposes.Problem()
	case err != nil:
		return nil, err
	}
	return h.purpose(c, p.ID)
}

func (h *Handlers) listPurposes(c *access.Call, _ *httpapi.None) (*PurposeList, error) {
	list, err := h.Store.Consents.Purposes(c.Context(), c.Caller.OrgID, consent.MaxPurposes)
	if err != nil {
		return nil, err
	}
	counts, err := h.Store.Consents.Counts(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	out := &PurposeList{Items: make([]*Purpose, len(list))}
	for i := range list {
		if out.Items[i], err = purposeOf(&list[i], counts[list[i].ID]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (h *Handlers) getPurpose(c *access.Call, _ *httpapi.None) (*Purpose, error) {
	return h.purpose(c, c.Param("purpose_id"))
}

// purpose reads a purpose of the caller's organization with all its versions.
func (h *Handlers) purpose(c *access.Call, purpose string) (*Purpose, error) {
	v, err := h.Store.Consents.Purpose(c.Context(), c.Caller.OrgID, purpose)
	if err != nil {
		return nil, err
	}
	counts, err := h.Store.Consents.Counts(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	out, err := purposeOf(v, counts[purpose])
	if err != nil {
		return nil, err
	}
	versions, err := h.Store.Consents.Versions(c.Context(), c.Caller.OrgID, purpose, consent.MaxVersions)
	if err != nil {
		return nil, err
	}
	for i := range versions {
		text, err := consent.Decode(versions[i].Document)
		if err != nil {
			return nil, err
		}
		out.Versions = append(out.Versions, PurposeVersion{versions[i].Version, versions[i].CreatedAt.Time(), textOf(text)})
	}
	return out, nil
}

func (h *Handlers) changePurpose(c *access.Call, in *PurposeChange) (*Purpose, error) {
	org, purpose := c.Caller.OrgID, c.Param("purpose_id")
	have, err := h.Store.Consents.Purpose(c.Context(), org, purpose)
	if err != nil {
		return nil, err
	}
	words := func(before string) (string, error) {
		t, err := consent.Decode(before)
		if err != nil {
			return "", err
		}
		next := textOf(t)
		for to, from := range map[*string]*string{&next.Sponsor: in.Sponsor, &next.PrivacyURL: in.PrivacyURL, &next.Default: in.Default} {
			if from != nil {
				*to = *from
			}
		}
		if in.Words != nil {
			next.Words = in.Words
		}
		var check httpapi.Checks
		text := next.text(&check, have.Kind)
		if err := check.Err(); err != nil {
			return "", err
		}
		return text.Encode()
	}
	err = h.Store.Consents.ChangePurpose(organizations.WithBy(c.Context(), c.By()), org, purpose, words, in.Ended, consent.MaxVersions, inventory.At(h.Now()))
	switch {
	case errors.Is(err, database.ErrConflict):
		return nil, kindPurposeEnded.Problem()
	case errors.Is(err, database.ErrLimit):
		return nil, kindTooManyVersions.Problem()
	case err != nil:
		return nil, err
	}
	return h.purpose(c, purpose)
}

// consentRows is how many rows of the file are in memory at once.
const consentRows = 500

// consentColumns are those of the file, which never change.
var consentColumns = []string{"email", "name", "user_id", "given_at", "version", "language", "event_id", "event", "way", "address_confirmed"}

// consentsCSV lists who has agreed to a purpose. It records who took it before it is made.
func (h *Handlers) consentsCSV(c *access.Call, _ *httpapi.None) (*httpapi.Download, error) {
	org, purpose := c.Caller.OrgID, c.Param("purpose_id")
	if _, err := h.Store.Consents.Purpose(c.Context(), org, purpose); err != nil {
		return nil, err
	}
	c.SayWho()
	if err := h.Store.Organizations.NoteExport(c.Context(), org, "consents "+purpose); err != nil {
		return nil, err
	}
	return httpapi.CSVPages("consents-"+purpose+".csv", consentColumns, consentRows, func(after *audience.ConsentView) ([]audience.ConsentView, error) {
		code := ""
		if after != nil {
			code = after.Code
		}
		return h.Store.Consents.WhoConsents(c.Context(), org, purpose, code, consentRows)
	}, func(v *audience.ConsentView) []string {
		return []string{
			export.Inert(v.Email), export.Inert(v.Name), export.Inert(v.UserID), v.At.Time().Format(time.RFC3339), strconv.FormatInt(v.Version, 10), v.Locale, v.EventID,
			export.Inert(v.EventTitle), v.Way, strconv.FormatBool(v.Proven),
		}
	})
}

func (h *Handlers) getAsked(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Asked, error) {
	list, err := stored.Asked(c.Context(), h.Store, k.EventID) // as it is now: the words are what people agree to
	if err != nil {
		return nil, err
	}
	return &Asked{wire.AskedOf(list)}, nil
}

func (h *Handlers) setAsked(c *access.Call, k *access.EventSummary, in *AskedIn) (*Asked, error) {
	var check httpapi.Checks
	for i, p := range in.PurposeIDs {
		if slices.Contains(in.PurposeIDs[:i], p) {
			check.Add("purpose_ids["+strconv.Itoa(i)+"]", "duplicate", "stands there twice")
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	err := h.Store.Consents.SetAsked(organizations.WithBy(c.Context(), c.By()), k.OrgID, k.EventID, in.PurposeIDs, inventory.At(h.Now()))
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "purpose_ids", Code: "unknown", Message: "has one that is not a purpose of the organization, or has ended"})
	case err != nil:
		return nil, err
	}
	h.Access.Forget(k.EventID)
	return h.getAsked(c, k, nil)
}

// person finds the person in the path, asks for access, and returns by which code the record
// knows them.
func (h *Handlers) person(c *access.Call) (k *access.EventSummary, code string, err error) {
	if k, err = h.Access.Event(c.Context(), c.Param("event_id")); err != nil {
		return nil, "", err
	}
	user, err := wire.UserParam(c)
	if err != nil {
		return nil, "", err
	}
	// Before the person is looked up; whose thing it is decides for everybody else.
	if err := c.Caller.Authorize(c.Action, k.Resource()); err != nil && c.Caller.Link == nil && c.Caller.Login == nil {
		return nil, "", err
	}
	v, err := h.Store.Registrations.Registration(c.Context(), k.EventID, user)
	if err != nil {
		return nil, "", err
	}
	return k, h.Links.ConsentCode(k.OrgID, v.Person.UserID), c.Allowed(k, v.Person.ID)
}

func (h *Handlers) getConsents(c *access.Call, _ *httpapi.None) (*Consents, error) {
	k, code, err := h.person(c)
	if err != nil {
		return nil, err
	}
	return h.consentsOf(c, k.OrgID, code)
}

func (h *Handlers) consentsOf(c *access.Call, org, code string) (*Consents, error) {
	stand, err := h.Store.Consents.StandingOf(c.Context(), org, code)
	if err != nil {
		return nil, err
	}
	record, err := h.Store.Consents.RecordOf(c.Context(), org, code)
	if err != nil {
		return nil, err
	}
	out := &Consents{}
	if out.Stand, err = wire.ConsentsOf(stand); err != nil {
		return nil, err
	}
	out.Record, err = wire.ConsentsOf(record)
	return out, err
}

func (h *Handlers) withdraw(c *access.Call, in *Withdrawal) (*Consents, error) {
	k, code, err := h.person(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	actor, reason := "person", strings.TrimSpace(in.Reason)
	switch {
	case c.Caller.Staff():
		actor, reason = c.Caller.Actor(), check.Line("reason", in.Reason, 1, consent.MaxReason)
	case reason != "":
		check.Add("reason", "not_allowed", "is for staff: whoever withdraws a consent of their own need not say why")
	}
	switch _, err := h.Store.Consents.Purpose(c.Context(), k.OrgID, in.PurposeID); {
	case errors.Is(err, database.ErrNotFound):
		check.Add("purpose_id", "not_found", "must be a purpose of the organization")
	case err != nil:
		return nil, err
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if _, err := h.Store.Consents.Withdraw(c.Context(), k.OrgID, code, in.PurposeID, actor, reason, inventory.At(h.Now())); err != nil {
		return nil, err
	}
	return h.consentsOf(c, k.OrgID, code)
}
