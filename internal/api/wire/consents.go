package wire

import (
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/consent/stored"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// ConsentIn is a box that was ticked.
type ConsentIn struct {
	PurposeID string `json:"purpose_id" maxLength:"64" doc:"Which." example:"cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Version   int64  `json:"version" minimum:"1" doc:"Of the words that were shown." example:"1"`
	Locale    string `json:"locale" minLength:"2" maxLength:"35" doc:"The language in which they were shown." example:"en"`
	Reason    string `json:"reason,omitempty" maxLength:"300" doc:"Of staff only, and required of them: how the person agreed, such as the form that they filled in."`
}

// AskedConsent is a purpose that an event asks for.
type AskedConsent struct {
	PurposeID  string            `json:"purpose_id" example:"cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Kind       string            `json:"kind" enum:"marketing,sponsor" doc:"marketing: by the organization itself. sponsor: somebody else gets name and address."`
	Version    int64             `json:"version" doc:"Of the words." example:"1"`
	Sponsor    string            `json:"sponsor,omitempty" doc:"What the sponsor is called." example:"Lantern Ltd"`
	PrivacyURL string            `json:"privacy_url,omitempty" doc:"Where the sponsor says what it does with personal data." example:"https://lantern.example/privacy"`
	Default    string            `json:"default_locale" doc:"The language for people who read none of the others." example:"en"`
	Words      map[string]string `json:"words" doc:"What is agreed to, by language."`
}

// AskedOf shows what an event asks for.
func AskedOf(list []consent.Asked) []AskedConsent {
	out := make([]AskedConsent, len(list))
	for i, a := range list {
		out[i] = AskedConsent{a.Purpose, string(a.Kind), a.Version, a.Text.Sponsor, a.Text.PrivacyURL, a.Text.Default, a.Text.Words}
	}
	return out
}

// Consents are the boxes for marketing and sponsors that were ticked by the person taking part, as
// they go into the record; nil: none. What the event does not ask for changes nothing.
func (r *Reader) Consents(c *access.Call, check *httpapi.Checks, k *access.EventSummary, in *PersonIn, user string, proven bool, way consent.Way) ([]audience.ConsentEntry, error) {
	if len(in.Consents) == 0 {
		return nil, nil
	}
	actor, staff := "person", c.Caller.Staff()
	if staff {
		actor = c.Caller.Actor()
	}
	if c.Invitee() != nil {
		way = consent.Invitation
	} else if k.Approval && !staff {
		way = consent.Application
	}
	ticked, reasons := make([]consent.Given, len(in.Consents)), map[string]string{}
	for i := range in.Consents {
		v, at := &in.Consents[i], "consents["+strconv.Itoa(i)+"]"
		ticked[i] = consent.Given{Purpose: v.PurposeID, Version: v.Version, Locale: v.Locale}
		switch {
		case staff:
			reasons[v.PurposeID] = check.Line(at+".reason", v.Reason, 1, consent.MaxReason)
		case v.Reason != "":
			check.Add(at+".reason", "not_allowed", "is for staff, who enter what somebody agreed to elsewhere")
		}
	}
	older := stored.OlderWords(c.Context(), r.Store, k.OrgID)
	taken, err := consent.Take(k.Consents, ticked, older)
	if err == nil && len(taken) < len(ticked) { // the form may know newer words than the summary
		var now []consent.Asked
		if now, err = stored.Asked(c.Context(), r.Store, k.EventID); err == nil {
			taken, err = consent.Take(now, ticked, older)
		}
	}
	if err != nil {
		return nil, err
	}
	rows := make([]audience.ConsentEntry, len(taken))
	for i, g := range taken {
		rows[i] = audience.ConsentEntry{
			PurposeID: g.Purpose, OrgID: k.OrgID, Code: r.Links.ConsentCode(k.OrgID, user), Version: g.Version, Locale: g.Locale,
			Way: string(way), Proven: proven, Actor: actor, Reason: reasons[g.Purpose],
		}
	}
	return rows, nil
}

// ConsentRecord is something that was agreed to or withdrawn.
type ConsentRecord struct {
	PurposeID string    `json:"purpose_id"`
	Kind      string    `json:"kind" enum:"marketing,sponsor"`
	Sponsor   string    `json:"sponsor,omitempty"`
	Privacy   string    `json:"privacy_url,omitempty"`
	Action    string    `json:"action" enum:"given,withdrawn"`
	Words     string    `json:"words" doc:"What was agreed to, in the language in which it was shown."`
	Version   int64     `json:"version"`
	Locale    string    `json:"locale"`
	EventID   string    `json:"event_id"`
	Event     string    `json:"event" doc:"The title of the event at which it was agreed to."`
	Way       string    `json:"way" enum:"registration,waitlist,order,application,invitation" doc:"By which form."`
	At        time.Time `json:"at"`
	Actor     string    `json:"actor" doc:"Who did it: person, or the id of a member or key." example:"person"`
	Reason    string    `json:"reason,omitempty" doc:"Of staff."`
}

// ConsentsOf shows entries of the record.
func ConsentsOf(list []audience.StoredConsent) ([]ConsentRecord, error) {
	out := make([]ConsentRecord, len(list))
	for i := range list {
		v := &list[i]
		text, err := consent.Decode(v.Document)
		if err != nil {
			return nil, err
		}
		words, _ := text.In(v.Locale)
		out[i] = ConsentRecord{
			v.PurposeID, v.Kind, text.Sponsor, text.PrivacyURL, v.Action, words, v.Version, v.Locale, v.EventID, v.EventTitle, v.Way, v.At.Time(), v.Actor, v.Reason,
		}
	}
	return out, nil
}
