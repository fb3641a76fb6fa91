package joiners

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
)

// mostMine is how many places of somebody are shown: those that are live, and then those that ended last.
const mostMine = 50

// MyResourceEntry is a place on the waitlist of a resource, of whoever is signed in.
type MyResourceEntry struct {
	ID         string `json:"id" example:"rwe_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	PlaceToken string `json:"place_token" doc:"As in the links that are mailed: with it an offer is accepted or declined, the fee is paid, and the waitlist is left."`
	PageURL    string `json:"page_url" doc:"The page that the mails lead to."`
	ResourcePlace
}

// MyResourceEntryList are the places of whoever is signed in.
type MyResourceEntryList struct {
	Items []MyResourceEntry `json:"items" doc:"Those that are live first, and in each the latest first; at most 50. Those that have ended are here for as long as their links lead somewhere."`
}

// mine lists the places of whoever is signed in: of the address that they have proven to be theirs, to which
// the same links were mailed.
func (h *Handlers) mine(c *access.Call, _ *httpapi.None) (*MyResourceEntryList, error) {
	ctx := c.Context()
	list, err := h.Store.Resources.Mine(ctx, c.Caller.Login.Address, inventory.At(h.Now())-waitlists.KeptFor, mostMine)
	if err != nil {
		return nil, err
	}
	out := &MyResourceEntryList{Items: []MyResourceEntry{}}
	for i := range list {
		token := h.Links.PlaceToken(list[i].ID)
		f, err := h.Find(ctx, token)
		if errors.Is(err, identity.ErrLinkInvalid) { // erased meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		place, err := h.show(ctx, f)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, MyResourceEntry{list[i].ID, token, h.Links.PlaceURL(list[i].ID), *place})
	}
	return out, nil
}
