package inventory_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// profile says by what name, address and language a person is known, by which names
// what the person has goes, and what was changed.
func (s *tableCase) profile(name string) []string {
	var words []string
	for _, p := range s.store.People {
		if p.UserID == name {
			words = append(words, strings.TrimSpace(p.Profile.Name+" "+p.Profile.Email+" "+p.Profile.Locale)+";")
		}
	}
	var typed []string
	for id, h := range s.store.Holds {
		if s.owner(id) == name && h.Name != "" {
			typed = append(typed, fmt.Sprintf("order as %s;", h.Name))
		}
	}
	for id, e := range s.store.Entries {
		if s.owner(id) == name && e.Name != "" {
			typed = append(typed, fmt.Sprintf("entry as %s;", e.Name))
		}
	}
	slices.Sort(typed)
	words = append(words, typed...)
	for _, r := range s.store.Audit {
		if r.Reason == inventory.ReasonProfileChanged && strings.HasPrefix(r.Subject, "per_"+name+"-") {
			words = append(words, fmt.Sprintf("%s by %s;", r.Related, r.Actor))
		}
	}
	return words
}
