// Package stored finds the people that a campaign is for among those who have agreed.
package stored

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/campaign"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// maxEvents is how many events of a category are looked at, the latest first.
const maxEvents = 200

// Audience finds the people of one campaign.
type Audience struct {
	Store        *store.Store
	Org, Purpose string
	Wanted       *campaign.Audience

	events []string // what they took part in, one of all
	read   bool
}

// Page is some of those whose consent stands, by their codes.
type Page struct {
	People []audience.ConsentView
	// Unconfirmed is how many would be among them if it did not matter that they have not shown that
	// they read mail at their address.
	Unconfirmed int
	// After is where the next page begins; Done: there is none.
	After string
	Done  bool
}

// Page returns those of the next limit people who have agreed whom the campaign is for, from codes
// greater than after.
func (a *Audience) Page(ctx context.Context, after string, limit int) (*Page, error) {
	list, err := a.Store.Consents.WhoConsents(ctx, a.Org, a.Purpose, after, limit)
	if err != nil {
		return nil, err
	}
	out := &Page{After: after, Done: len(list) < limit}
	if len(list) > 0 {
		out.After = list[len(list)-1].Code
	}
	fits, err := a.tookPart(ctx, list)
	if err != nil {
		return nil, err
	}
	for i := range list {
		v := &list[i]
		switch {
		case v.Email == "" || fits != nil && !fits[v.UserID]:
		case !v.Proven && !a.Wanted.Unconfirmed:
			out.Unconfirmed++
		default:
			out.People = append(out.People, *v)
		}
	}
	return out, nil
}

// tookPart returns which of some people took part in what the campaign is about; nil: all fit.
func (a *Audience) tookPart(ctx context.Context, list []audience.ConsentView) (map[string]bool, error) {
	if a.Wanted.Everybody() {
		return nil, nil //nolint:nilnil // see above
	}
	if !a.read {
		a.events = a.Wanted.EventIDs
		if a.Wanted.Category != "" {
			more, err := a.Store.Campaigns.EventsIn(ctx, a.Org, a.Wanted.Category, maxEvents)
			if err != nil {
				return nil, err
			}
			a.events = append(a.events[:len(a.events):len(a.events)], more...)
		}
		a.read = true
	}
	users := make([]string, len(list))
	for i := range list {
		users[i] = list[i].UserID
	}
	fits := map[string]bool{}
	for _, event := range a.events {
		found, err := a.Store.Campaigns.TookPart(ctx, event, users, a.Wanted.Came)
		if err != nil {
			return nil, err
		}
		for user := range found {
			fits[user] = true
		}
	}
	return fits, nil
}
