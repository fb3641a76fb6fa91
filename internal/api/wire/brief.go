package wire

import (
	"cmp"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/events"
)

// EventBrief is what an event is called, where and when it is, and who runs it.
type EventBrief struct {
	ID            string       `json:"id" example:"evt_3k9q0a7c1v5m"`
	Status        string       `json:"status" enum:"draft,published,postponed,cancelled"`
	Title         string       `json:"title"`
	TitleLanguage string       `json:"title_language,omitempty" doc:"What the title is written in; absent: not said." example:"de"`
	Location      string       `json:"location"`
	Online        bool         `json:"online,omitempty" doc:"It takes place online: too, where it has a location, else only."`
	StartsAt      time.Time    `json:"starts_at"`
	EndsAt        time.Time    `json:"ends_at"`
	Timezone      string       `json:"timezone" example:"Europe/Berlin"`
	Organization  Organization `json:"organization"`
	Cover         *Cover       `json:"cover,omitempty" doc:"Its picture; absent where it has none."`
}

// BriefOf converts what lists of tickets say of an event.
func BriefOf(b *events.Brief) EventBrief {
	return EventBrief{
		ID: b.EventID, Status: string(b.Status), Title: b.Title, TitleLanguage: cmp.Or(b.TitleLanguage, b.MainLanguage), Location: b.Location, Online: b.Online, StartsAt: b.StartsAt.Time(), EndsAt: b.EndsAt.Time(),
		Timezone: b.Timezone, Organization: Organization{ID: b.OrgID, Name: b.OrgName, Color: b.OrgColor},
		Cover: CoverOf(b.CoverPicture, &b.Cover),
	}
}
