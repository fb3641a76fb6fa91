package people

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) privacyRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/contacts", ID: "list-my-contacts", Tag: access.TagMessages,
			Summary: "How one is reached",
			Description: "By each organization at whose events one is, or which one follows. Change it with `PUT /v1/events/{event_id}/people/{user_id}/contact`, for each of " +
				"`people`, and where one `follows` or `visits`, with `PUT /v1/me/contacts/{organization_id}`.",
		}, h.myContacts),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/data", ID: "get-my-data", Tag: access.TagSignIn,
			Summary:     "Everything that is stored of oneself",
			Description: "Of the account, of every event that one has registered, ordered or waited for, and of bookings of rooms and places on the waitlists of resources, with their payments and invoices, as a file.",
		}, h.myData),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/me:erase", ID: "erase-me", Tag: access.TagSignIn, Unkeyed: true,
			Summary: "Erase oneself",
			Description: "Removes one's data from every event and ends the account, for good. Registrations and places on the waitlist end first, and what " +
				"comes free goes to the waitlist. Refused while one has paid tickets of an event, or paid for a booking of rooms, that is still to come, " +
				"or is the only owner of an organization. Bookings as a guest that are not paid for are cancelled; those that are over lose name, address, words and links. Invoices stay: the law asks for them to be kept. A backup that is restored does not bring the data back.",
			Problems: []httpapi.Kind{kindPaidTickets, kindPaidBookings, access.KindLastOwner},
			Example:  EraseMe{Email: "ada@example.org"}, Answer: ErasedMe{Status: "erased", Events: 3, Bookings: 1},
		}, h.eraseMe),
		access.On(identity.ReadPersonData, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/people/{user_id}/data", ID: "get-person-data", Tag: access.TagEvents,
			Summary: "Everything that is stored of a person", Description: "At this event, as a file: for when somebody asks for their data.",
		}, h.getPersonData),
		access.On(identity.ErasePerson, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/events/{event_id}/people/{user_id}", ID: "erase-person", Tag: access.TagEvents,
			Summary: "Erase a person",
			Description: "Removes a person's data from the event for good. A live registration or entry ends first; once the event is over, what they had is kept without a name. The audit log names people by id only, " +
				"so its chain still verifies. Invoices stay, with the name and address that they are to: the law asks for them to be kept.",
			Answer: wire.Ended{Status: "erased", LedgerSeq: 62},
		}, h.erasePerson),
	}
}
