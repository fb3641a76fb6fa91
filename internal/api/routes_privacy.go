package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
)

func (s *server) privacyRoutes() []route {
	return []route{
		on(identity.ManageSelf, Route{
			Method: http.MethodGet, Path: "/v1/me/contacts", ID: "list-my-contacts", Tag: tagMessages,
			Summary: "How one is reached", Description: "By each organization that one has to do with. Change it with `PUT /v1/events/{event_id}/people/{user_id}/contact`, for each of `people`.",
		}, s.myContacts),
		on(identity.ManageSelf, Route{
			Method: http.MethodGet, Path: "/v1/me/data", ID: "get-my-data", Tag: tagSignIn,
			Summary: "Everything that is stored of oneself", Description: "Of the account and of every event that one has registered, ordered or waited for, as a file.",
		}, s.myData),
		on(identity.ManageSelf, Route{
			Method: http.MethodPost, Path: "/v1/me:erase", ID: "erase-me", Tag: tagSignIn, Unkeyed: true,
			Summary:     "Erase oneself",
			Description: "Removes one's data from every event and ends the account, for good. Registrations and places on the waitlist end first, and what comes free goes to the waitlist. Refused while one has paid tickets of an event that is still to come, or is the only owner of an organization. A backup that is restored does not bring the data back.",
			Problems:    []Kind{kindPaidTickets, kindLastOwner},
			Example:     EraseMe{Email: "ada@example.org"}, Answer: ErasedMe{Status: "erased", Events: 3},
		}, s.eraseMe),
		on(identity.ReadPersonData, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/people/{user_id}/data", ID: "get-person-data", Tag: tagEvents,
			Summary: "Everything that is stored of a person", Description: "At this event, as a file: for when somebody asks for their data.",
		}, s.getPersonData),
		on(identity.ErasePerson, Route{
			Method: http.MethodDelete, Path: "/v1/events/{event_id}/people/{user_id}", ID: "erase-person", Tag: tagEvents,
			Summary: "Erase a person", Description: "Removes a person's data from the event for good. A live registration or entry ends first. The audit log names people by id only, so its chain still verifies.",
			Answer: Ended{"erased", 62},
		}, s.erasePerson),
	}
}
