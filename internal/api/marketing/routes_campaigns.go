package marketing

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

const (
	campaignsPath = "/v1/campaigns"
	campaignPath  = campaignsPath + "/{campaign_id}"
)

func (h *Handlers) campaignRoutes() []access.Route {
	example := NewCampaign{
		PurposeID: "cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Default: "en",
		Words: map[string]CampaignWords{"en": {Subject: "The autumn season is here", Body: []string{"Dear {name}, tickets for all concerts are on sale now."}}},
	}
	return []access.Route{
		access.On(identity.ManageConsents, httpapi.Route{
			Method: http.MethodPost, Path: campaignsPath, ID: "create-campaign", Tag: access.TagMarketing, Status: http.StatusCreated,
			Summary: "Write to people who have agreed",
			Description: "Over all events of the organization: everybody whose consent to the purpose stands when their mail is sent, once to each address. " +
				"Addresses that are suppressed and people who were erased are left out. Each mail has a link, and a header for one click (RFC 8058), that withdraws this consent and no other. " +
				"Within 24 hours an organization sends as many mails as the server allows; the others go out later.",
			Problems: []httpapi.Kind{kindTooManyCampaigns}, Example: example,
		}, h.createCampaign),
		access.On(identity.ManageConsents, httpapi.Route{
			Method: http.MethodPost, Path: campaignsPath + ":preview", ID: "preview-campaign", Tag: access.TagMarketing,
			Summary: "Preview a campaign", Description: "As somebody would read it in the default language, and how many people it would go to now.", Example: example,
		}, h.previewCampaign),
		access.On(identity.ReadConsents, httpapi.Route{
			Method: http.MethodGet, Path: campaignsPath, ID: "list-campaigns", Tag: access.TagMarketing,
			Summary: "List campaigns", Description: "The latest messages to people who have agreed, with their progress.",
		}, h.listCampaigns),
		access.On(identity.ReadConsents, httpapi.Route{
			Method: http.MethodGet, Path: campaignPath, ID: "get-campaign", Tag: access.TagMarketing,
			Summary: "Get a campaign", Description: "With its progress.", Problems: []httpapi.Kind{httpapi.KindNotFound},
		}, h.getCampaign),
		access.On(identity.ManageConsents, httpapi.Route{
			Method: http.MethodPost, Path: campaignPath + ":stop", ID: "stop-campaign", Tag: access.TagMarketing,
			Summary: "Stop a campaign", Description: "It goes to nobody else. What was sent stays sent; one that is over stays as it is.", Problems: []httpapi.Kind{httpapi.KindNotFound},
		}, h.stopCampaign),
		access.On(identity.ReadConsents, httpapi.Route{
			Method: http.MethodGet, Path: campaignPath + "/mails.csv", ID: "get-campaign-mails-csv", Tag: access.TagMarketing,
			Summary: "To whom a campaign went, as CSV",
			Description: "A row for each mail (RFC 4180, UTF-8) with what became of it; without name and address of people who were erased. " +
				"It is kept for three years. That somebody took the file is in the security log.",
			Media: httpapi.MediaCSV, Problems: []httpapi.Kind{httpapi.KindNotFound},
		}, h.campaignCSV),
	}
}
