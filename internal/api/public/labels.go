package public

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// labelsAsked are what events are asked for that they say of themselves.
type labelsAsked struct {
	category, tag, language string
	age                     *int64 // of a person who wants to come; nil: any
}

// maxTag is how many characters a tag has at most.
const maxTag = 30

// MaxAge is how old people get.
const MaxAge = 150

func labelsOf(check *httpapi.Checks, query url.Values) labelsAsked {
	a := labelsAsked{category: query.Get("category"), language: wire.Language(check, "language", query.Get("language"))}
	if a.category != "" && !discovery.IsCategory(a.category) {
		check.Add("category", "not_allowed", "must be one of the categories that events have, like music")
	}
	if tag := query.Get("tag"); tag != "" {
		a.tag = discovery.TagKey(check.Line("tag", tag, 1, maxTag))
	}
	if text := query.Get("age"); text != "" {
		switch n, err := strconv.ParseInt(text, 10, 64); {
		case err != nil:
			check.Add("age", "bad_format", "must be a number of years")
		case n < 0 || n > MaxAge:
			check.Add("age", "out_of_range", "must be from 0 to %d", MaxAge)
		default:
			a.age = &n
		}
	}
	return a
}

func (a *labelsAsked) any() bool { return *a != labelsAsked{} }

// String tells lists apart, as that of asked.
func (a *labelsAsked) String() string {
	if !a.any() {
		return ""
	}
	age := int64(-1)
	if a.age != nil {
		age = *a.age
	}
	return fmt.Sprintf(", of category %s, with tag %q, in %s, at age %d", a.category, a.tag, a.language, age)
}

// has reports whether an event is what is asked for.
func (a *labelsAsked) has(l *events.Labels) bool {
	return (a.category == "" || l.Category == a.category) && (a.language == "" || l.Language == a.language) &&
		(a.age == nil || l.AgeMin <= *a.age) && (a.tag == "" || discovery.HasTag(l.Tags, a.tag))
}
