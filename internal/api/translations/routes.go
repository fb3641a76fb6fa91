package translations

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	const path = "/v1/events/{event_id}/translations"
	return append(h.seriesRoutes(), []access.Route{
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodGet, Path: path, ID: "list-translations", Tag: access.TagEvents,
			Summary: "The languages of an event", Description: "The languages that its own words are translated into, and how far.",
		}, h.list),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodGet, Path: path + "/{translation}", ID: "get-translation", Tag: access.TagEvents,
			Summary:     "An event's own words in another language",
			Description: "Every text beside the main one: title, description, place, how to pay, names and descriptions of tiers, add-ons and goods, and what the event asks. Which are missing, and which are older than the main text, is said of each.",
		}, h.get),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPut, Path: path + "/{translation}", ID: "set-translation", Tag: access.TagEvents,
			Summary:     "Say an event's own words in another language",
			Description: "Takes the place of all words in this language. Guests who read it see them at once, and text by text the main one where there is none.",
			Body:        maxBytes, Refusals: refusal.Closed(inventory.SettingsMoved),
			Example: TranslationChange{Texts: []TranslationText{{Field: "title", Text: "Marche aux lanternes"}}},
		}, h.set),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodDelete, Path: path + "/{translation}", ID: "delete-translation", Tag: access.TagEvents,
			Summary: "Delete an event's words in another language", Description: "From then on the main ones are read.",
			Refusals: refusal.Closed(inventory.SettingsMoved), Answer: TranslationDeleted{"deleted", 42},
		}, h.remove),
	}...)
}
