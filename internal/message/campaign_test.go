package message

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/locale/localetest"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
)

// TestCampaignMail: what an organization wrote stands in the reader's frame, with what was agreed to
// and the link that ends it; in each language there are words for that.
func TestCampaignMail(t *testing.T) {
	r := renderer(t)
	for _, d := range dictionaries {
		if campaignWordings[d] == nil {
			t.Fatalf("%s has no words", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *campaignWordings[english], *campaignWordings[d])
	}
	for _, lang := range []string{"en", "de", "ar"} {
		got, err := r.RenderCampaign(nil, &CampaignMail{
			Locale: lang, Name: "Ana Novák", Organization: "Harbour <Hall>", OrgID: "org_1", Event: "evt_1", URL: "https://holdfast.example/events/evt_1",
			Subject: "The autumn season is here", Body: []string{"Dear {name}, {organization} opens again.", "Bring <b>friends</b>."},
			Consent: "Tell me by email about new concerts.", WithdrawURL: "https://holdfast.example/m/1",
		})
		if err != nil {
			t.Fatal(err)
		}
		mailtest.WellFormed(t, got)
		mailtest.Golden(t, lang+"_campaign.txt", "Subject: "+got.Subject+"\n\n"+got.Text)
		mailtest.Golden(t, lang+"_campaign.html", got.HTML)
	}
}
