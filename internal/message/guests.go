package message

import (
	"encoding/json"

	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// maxGuestsShown bounds the guests that a mail lists by name; the others are counted.
const maxGuestsShown = 50

// guestNames returns the names of the guests of a hold or entry. The guests were checked
// when they were stored; a list that cannot be read yields no names, because a mail
// should go out without them rather than not at all.
func guestNames(guests string) []string {
	var names []string
	for _, g := range guestsOf(guests) {
		if name := mailkit.CleanName(g.Name); name != "" && len(names) < maxGuestsShown {
			names = append(names, name)
		}
	}
	return names
}

// namedGuest is a guest of a party, who may have no name.
type namedGuest struct {
	Name string `json:"name"`
}

// guestsOf returns the guests of a party, in their order.
func guestsOf(guests string) (list []namedGuest) {
	if guests == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(guests), &list); err != nil {
		return nil
	}
	return list
}
