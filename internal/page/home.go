package page

import (
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// longestHome is how many events the home page begins with: as many as the app asks
// for at once.
const longestHome = 24

// listed is an event in the list of the home page.
type listed struct {
	Path, Title    string
	Datetime, When string
	Where          string // the place and who hosts it
}

// homePage lists what is on, as far as that can be shown and found without a script.
func (p *Pages) homePage(w http.ResponseWriter, r *http.Request) {
	now := p.cfg.Now()
	events, err := p.cfg.Store.Events.PublicEvents(r.Context(), store.PublicList{}, inventory.At(now), 0, "", longestHome+1)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v := &view{State: "home.events", Public: true}
	// The app begins with a list that is whole, for it could not go on with another.
	if len(events) <= longestHome && p.cfg.Events != nil {
		if v.Embedded.Events, err = p.cfg.Events(r.Context(), events); err != nil {
			p.fail(w, r, err)
			return
		}
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	for i := range events[:min(len(events), longestHome)] {
		e := &events[i]
		zone, err := time.LoadLocation(e.Timezone)
		if err != nil {
			p.fail(w, r, err)
			return
		}
		item := listed{
			Path: EventURL("", e.EventID), Title: e.Title, Datetime: e.StartsAt.Time().Format(time.RFC3339),
			When: words.Moment(e.StartsAt.Time(), zone), Where: e.OrgName,
		}
		if e.Location != "" {
			item.Where = e.Location + " · " + e.OrgName
		}
		v.Upcoming = append(v.Upcoming, item)
	}
	if len(events) == 0 {
		v.State = "home.none"
	}
	p.show(w, r, http.StatusOK, v)
}
