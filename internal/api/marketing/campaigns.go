package marketing

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/campaign"
	"github.com/holdfast-events/holdfast/internal/campaign/stored"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// countPeople is how many of those who have agreed are counted at most for a preview.
	countPeople = 20_000
	// campaignAhead is how far ahead a campaign can be planned.
	campaignAhead = 366 * 24 * time.Hour
)

// CampaignWords are what a campaign says in one language.
type CampaignWords struct {
	Subject string   `json:"subject" minLength:"1" maxLength:"200" doc:"Also the heading."`
	Body    []string `json:"body" minItems:"1" maxItems:"20" doc:"Paragraphs of plain text; markup is shown as it is written. {name} and {organization} are filled in."`
}

// CampaignAudience is which of the people who have agreed a campaign is for.
type CampaignAudience struct {
	EventIDs    []string `json:"event_ids,omitempty" maxItems:"20" doc:"Only people with a ticket for one of these events, or for one of the category."`
	Category    string   `json:"category,omitempty" maxLength:"64" doc:"Only people with a ticket for an event of this category, of the latest 200."`
	CheckedIn   bool     `json:"checked_in,omitempty" doc:"Only people who were checked in there; with event_ids or category."`
	Unconfirmed bool     `json:"unconfirmed,omitempty" doc:"People too who have not shown that they read mail at their address: somebody else may have typed it. Default: only those who have."`
}

// NewCampaign is a message to people who have agreed to a purpose.
type NewCampaign struct {
	PurposeID string                   `json:"purpose_id" maxLength:"64" doc:"Of the kind marketing." example:"cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Audience  CampaignAudience         `json:"audience,omitempty"`
	Default   string                   `json:"default_locale" minLength:"2" maxLength:"5" doc:"The language for people who read none of the others; there must be words in it." example:"en"`
	Words     map[string]CampaignWords `json:"words" doc:"What it says, by language. The languages are those of guests, and what is around the words is in the reader's."`
	EventID   string                   `json:"event_id,omitempty" maxLength:"64" doc:"The event that its button leads to. Default: it has none."`
	SendAt    *time.Time               `json:"send_at,omitempty" doc:"When to send it. Default: now."`
}

// Campaign is a message to people who have agreed to a purpose, and its progress.
type Campaign struct {
	ID        string                   `json:"id" example:"cmp_3k9q0a7c1v5m"`
	PurposeID string                   `json:"purpose_id"`
	Audience  CampaignAudience         `json:"audience"`
	Default   string                   `json:"default_locale"`
	Words     map[string]CampaignWords `json:"words"`
	EventID   string                   `json:"event_id,omitempty"`
	CreatedBy string                   `json:"created_by" doc:"Id of the member or key."`
	CreatedAt time.Time                `json:"created_at"`
	SendAt    time.Time                `json:"send_at"`
	State     string                   `json:"state" enum:"planned,sending,done,stopped" doc:"sending: also while it waits for the next day, because of the limit."`
	Counts    map[string]int64         `json:"mails" doc:"Number of mails by state: claimed (being sent), sent, withdrawn (the consent ended before), suppressed, failed."`
}

// CampaignList is the latest campaigns of an organization.
type CampaignList struct {
	Items []*Campaign `json:"items" doc:"The newest first, at most 100."`
}

// CampaignPreview is a campaign as somebody would read it, and how many would.
type CampaignPreview struct {
	Locale      string `json:"locale" doc:"The language of this preview: the default one."`
	Subject     string `json:"subject"`
	Text        string `json:"text"`
	HTML        string `json:"html"`
	Recipients  int64  `json:"recipients" doc:"How many people it would go to now. Some addresses may be suppressed, or be those of two people."`
	Unconfirmed int64  `json:"unconfirmed" doc:"How many more it would go to with unconfirmed."`
	AtLeast     bool   `json:"recipients_at_least,omitempty" doc:"There may be more: at most 20,000 people are looked at."`
}

// kindTooManyCampaigns is the problem that only campaigns have.
var kindTooManyCampaigns = httpapi.Kind{
	Code: "too_many_campaigns", Status: 409, Title: "Too many campaigns at once",
	Help: "An organization has at most " + strconv.Itoa(audience.MaxOpenCampaigns) + " campaigns that are planned or being sent.",
}

// campaignCall is a campaign that was checked.
type campaignCall struct {
	text    *campaign.Text
	wanted  *campaign.Audience
	purpose *consent.Text
}

// campaign checks a campaign.
func (h *Handlers) campaign(c *access.Call, in *NewCampaign) (*campaignCall, error) {
	var check httpapi.Checks
	out := &campaignCall{
		text:   &campaign.Text{Default: in.Default, Words: map[string]campaign.Words{}, EventID: in.EventID},
		wanted: &campaign.Audience{EventIDs: in.Audience.EventIDs, Category: in.Audience.Category, Came: in.Audience.CheckedIn, Unconfirmed: in.Audience.Unconfirmed},
	}
	for lang, w := range in.Words {
		out.text.Words[lang] = campaign.Words(w)
	}
	for _, f := range out.text.Check() {
		check.Add(f.Field, f.Code, "%s", f.Message)
	}
	p, err := h.Store.Consents.Purpose(c.Context(), c.Caller.OrgID, in.PurposeID)
	switch {
	case errors.Is(err, database.ErrNotFound) || err == nil && p.Kind != string(consent.Marketing):
		check.Add("purpose_id", "unknown", "must be a purpose of the organization, of the kind marketing")
	case err != nil:
		return nil, err
	default:
		if out.purpose, err = consent.Decode(p.Document); err != nil {
			return nil, err
		}
	}
	own := func(field, event string) error {
		k, err := h.Access.Event(c.Context(), event)
		if errors.Is(err, database.ErrNotFound) || err == nil && k.OrgID != c.Caller.OrgID {
			check.Add(field, "unknown", "must be an event of the organization")
			return nil
		}
		return err
	}
	for i, event := range in.Audience.EventIDs {
		if err := own("audience.event_ids["+strconv.Itoa(i)+"]", event); err != nil {
			return nil, err
		}
	}
	if in.EventID != "" {
		if err := own("event_id", in.EventID); err != nil {
			return nil, err
		}
	}
	if in.Audience.Category != "" && !slices.Contains(discovery.Categories(), in.Audience.Category) {
		check.Add("audience.category", "unknown", "must be a category of events")
	}
	if in.Audience.CheckedIn && out.wanted.Everybody() {
		check.Add("audience.checked_in", "not_allowed", "needs event_ids or a category")
	}
	if in.SendAt != nil && in.SendAt.After(h.Now().Add(campaignAhead)) {
		check.Add("send_at", "out_of_range", "must be within a year")
	}
	return out, check.Err()
}

func (h *Handlers) createCampaign(c *access.Call, in *NewCampaign) (*Campaign, error) {
	checked, err := h.campaign(c, in)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	v := audience.Campaign{
		OrgID: c.Caller.OrgID, ID: c.OwnID(id.Campaign), PurposeID: in.PurposeID, CreatedBy: c.Caller.Actor(), CreatedAt: now, DueAt: now, State: audience.CampaignPlanned, UpdatedAt: now,
	}
	if in.SendAt != nil {
		v.DueAt = max(now, inventory.At(*in.SendAt))
	}
	if v.Text, err = campaign.Encode(checked.text); err != nil {
		return nil, err
	}
	if v.Audience, err = campaign.Encode(checked.wanted); err != nil {
		return nil, err
	}
	have, err := access.Made(c, h.Store.Campaigns.Create(c.Context(), v), &v, func(ctx context.Context) (*audience.Campaign, error) {
		return h.Store.Campaigns.ByID(ctx, v.OrgID, v.ID)
	}, func(have *audience.Campaign) bool {
		return have.PurposeID == v.PurposeID && have.Text == v.Text && have.Audience == v.Audience
	})
	switch {
	case errors.Is(err, database.ErrLimit):
		return nil, kindTooManyCampaigns.Problem()
	case err != nil:
		return nil, err
	}
	return h.campaignOf(c, have)
}

func (h *Handlers) campaignOf(c *access.Call, v *audience.Campaign) (*Campaign, error) {
	text, err := campaign.DecodeText(v.Text)
	if err != nil {
		return nil, err
	}
	wanted, err := campaign.DecodeAudience(v.Audience)
	if err != nil {
		return nil, err
	}
	out := &Campaign{
		ID: v.ID, PurposeID: v.PurposeID, Audience: CampaignAudience{wanted.EventIDs, wanted.Category, wanted.Came, wanted.Unconfirmed},
		Default: text.Default, Words: map[string]CampaignWords{}, EventID: text.EventID, CreatedBy: v.CreatedBy, CreatedAt: v.CreatedAt.Time(), SendAt: v.DueAt.Time(), State: v.State,
	}
	for lang, w := range text.Words {
		out.Words[lang] = CampaignWords(w)
	}
	out.Counts, err = h.Store.Campaigns.Counts(c.Context(), v.OrgID, v.ID)
	return out, err
}

func (h *Handlers) listCampaigns(c *access.Call, _ *httpapi.None) (*CampaignList, error) {
	list, err := h.Store.Campaigns.Latest(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	out := &CampaignList{Items: make([]*Campaign, len(list))}
	for i := range list {
		if out.Items[i], err = h.campaignOf(c, &list[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (h *Handlers) getCampaign(c *access.Call, _ *httpapi.None) (*Campaign, error) {
	v, err := h.Store.Campaigns.ByID(c.Context(), c.Caller.OrgID, c.Param("campaign_id"))
	if err != nil {
		return nil, err
	}
	return h.campaignOf(c, v)
}

func (h *Handlers) stopCampaign(c *access.Call, _ *httpapi.None) (*Campaign, error) {
	if _, err := h.getCampaign(c, nil); err != nil {
		return nil, err
	}
	if err := h.Store.Campaigns.Stop(c.Context(), c.Caller.OrgID, c.Param("campaign_id"), inventory.At(h.Now())); err != nil {
		return nil, err
	}
	return h.getCampaign(c, nil)
}

func (h *Handlers) previewCampaign(c *access.Call, in *NewCampaign) (*CampaignPreview, error) {
	checked, err := h.campaign(c, in)
	if err != nil {
		return nil, err
	}
	org := c.Caller.OrgID
	profile, err := h.Store.Organizations.Profile(c.Context(), org)
	if err != nil {
		return nil, err
	}
	said := checked.text.In(in.Default)
	m := message.CampaignMail{
		Locale: in.Default, Name: "Grace Hopper", Organization: profile.Name, OrgID: org, Subject: said.Subject, Body: said.Body, Event: in.EventID,
		WithdrawURL: h.Origin + "/m/preview",
	}
	if m.Event != "" {
		m.URL = h.Origin + "/events/" + m.Event
	}
	m.Consent, _ = checked.purpose.In(in.Default)
	brand, err := h.Store.Wordings.BrandOf(c.Context(), org)
	if err != nil {
		return nil, err
	}
	style, err := message.NewStyle(brand, nil)
	if err != nil {
		return nil, err
	}
	r, err := h.Renderer.RenderCampaign(style, &m)
	if err != nil {
		return nil, err
	}
	out := &CampaignPreview{Locale: r.Locale, Subject: r.Subject, Text: r.Text, HTML: r.HTML}
	people := stored.Audience{Store: h.Store, Org: org, Purpose: in.PurposeID, Wanted: checked.wanted}
	for after, seen := "", 0; ; seen += consentRows {
		page, err := people.Page(c.Context(), after, consentRows)
		if err != nil {
			return nil, err
		}
		out.Recipients, out.Unconfirmed, after = out.Recipients+int64(len(page.People)), out.Unconfirmed+int64(page.Unconfirmed), page.After
		if page.Done {
			return out, nil
		}
		if seen+consentRows >= countPeople {
			out.AtLeast = true
			return out, nil
		}
	}
}

// mailColumns are those of the file, which never change.
var mailColumns = []string{"no", "email", "name", "user_id", "language", "state", "reason", "at"}

// campaignCSV lists to whom a campaign went. It records who took it before it is made.
func (h *Handlers) campaignCSV(c *access.Call, _ *httpapi.None) (*httpapi.Download, error) {
	org, of := c.Caller.OrgID, c.Param("campaign_id")
	if _, err := h.Store.Campaigns.ByID(c.Context(), org, of); err != nil {
		return nil, err
	}
	c.SayWho()
	if err := h.Store.Organizations.NoteExport(c.Context(), org, "campaign "+of); err != nil {
		return nil, err
	}
	return httpapi.CSVPages("campaign-"+of+".csv", mailColumns, consentRows, func(after *audience.CampaignMailView) ([]audience.CampaignMailView, error) {
		no := int64(0)
		if after != nil {
			no = after.No
		}
		return h.Store.Campaigns.MailsOf(c.Context(), org, of, no, consentRows)
	}, func(v *audience.CampaignMailView) []string {
		return []string{
			strconv.FormatInt(v.No, 10), export.Inert(v.Email), export.Inert(v.Name), export.Inert(v.UserID), v.Locale, v.State, export.Inert(v.Reason), v.At.Time().Format(time.RFC3339),
		}
	})
}
