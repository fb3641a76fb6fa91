package discovery

import (
	"slices"
	"strconv"
	"strings"
)

// Categories are what an event can be, in the order in which they are offered. The list is
// closed, so that a category means the same at every organization and in every language;
// what is finer are tags.
func Categories() []string { return slices.Clone(categories) }

var categories = []string{
	"music", "party", "theatre", "comedy", "dance", "film", "art", "literature", "food", "sport", "outdoors", "wellness", "family",
	"games", "learning", "technology", "business", "community", "charity", "faith",
}

// NoCategory stands for that of an event that has none.
const NoCategory = "none"

// IsCategory reports whether an event can have a category.
func IsCategory(category string) bool { return slices.Contains(categories, category) }

// MaxAge is how old, in years, people may have to be at least.
const MaxAge = 99

// TagKey is one form for tags that are typed alike: case, accents and spaces do not matter.
func TagKey(tag string) string { return strings.Join(strings.Fields(fold(tag)), " ") }

// HasTag reports whether one of some tags is typed like another.
func HasTag(tags []string, tag string) bool {
	return slices.ContainsFunc(tags, func(t string) bool { return TagKey(t) == TagKey(tag) })
}

// Facets of what an event says of itself.
const (
	facetCategory  = "k_" // and the category
	facetTag       = "t_" // and its key, without spaces
	facetPerformer = "v_" // and the key of the name, as a tag's
	facetLanguage  = "s_" // and the code
	facetAge       = "n_" // and the least age
)

func tagFacet(tag string) string { return keyFacet(facetTag, tag) }

func performerFacet(name string) string { return keyFacet(facetPerformer, name) }

// keyFacet is a facet of what is the same in any spelling.
func keyFacet(facet, text string) string { return facet + strings.ReplaceAll(TagKey(text), " ", "_") }

func ageFacet(age int64) string { return facetAge + strconv.FormatInt(age, 10) }

// labelFacets are those of an event.
func labelFacets(e *Event) []string {
	list := []string{ageFacet(e.AgeMin)}
	if e.Category != "" {
		list = append(list, facetCategory+e.Category)
	}
	if e.Spoken != "" {
		list = append(list, facetLanguage+e.Spoken)
	}
	for _, tag := range e.Tags {
		list = append(list, tagFacet(tag))
	}
	for _, name := range e.Performers {
		list = append(list, performerFacet(name))
	}
	return list
}

// forAge are the facets of what somebody of an age may come to.
func forAge(age int64) []string {
	list := make([]string, 0, age+1)
	for n := range min(age, MaxAge) + 1 {
		list = append(list, ageFacet(n))
	}
	return list
}
