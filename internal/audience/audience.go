// Package audience says who is wanted of the people of an event: the same
// question for the list that an organizer looks at and for the message that goes
// to all of them.
//
// It owns what a guest's standing is and what a guest is found by. It writes nothing: package api
// and package delivery page through the people and ask it about each page.
package audience

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/ngram"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// The standings of a guest, from the one that counts most.
const (
	Confirmed    = "confirmed"     // has a place
	TicketHolder = "ticket_holder" // has tickets that somebody else ordered
	Offered      = "offered"       // a place is kept for them
	Pending      = "pending"       // has an order to pay
	Waiting      = "waiting"       // is on the waitlist
	Applied      = "applied"       // waits for the organizer's answer
	Ended        = "ended"         // has nothing any more
)

// Standings are all of them.
var Standings = []string{Confirmed, TicketHolder, Offered, Pending, Waiting, Applied, Ended}

// Standing is what counts most of what a guest has.
func Standing(g *guests.GuestView) string {
	switch {
	case slices.ContainsFunc(g.Holds, func(h inventory.Hold) bool { return h.State == inventory.HoldConfirmed }):
		return Confirmed
	case len(g.Tickets) > 0:
		return TicketHolder
	case g.Entry != nil && g.Entry.State == inventory.EntryOffered:
		return Offered
	case len(g.Holds) > 0:
		return Pending
	case g.Entry != nil && g.Entry.State == inventory.EntryApplied:
		return Applied
	case g.Entry != nil || len(g.Goods) > 0:
		return Waiting
	}
	return Ended
}

// Filter selects people. The zero Filter wants everybody.
type Filter struct {
	Standing  string   `json:"standing,omitempty"`
	Tier      string   `json:"tier,omitempty"`       // an id
	CheckedIn string   `json:"checked_in,omitempty"` // "yes", "no", or ""
	Words     []string `json:"words,omitempty"`      // folded: each must occur
	// Answer is one that they, or one who comes with them, gave with what they have now: the id of a
	// question, a colon and the value of an option; "" for any.
	Answer string `json:"answer,omitempty"`
	// People are the only ones who are wanted, by id, which means nothing once
	// somebody is erased; none: all.
	People []string `json:"people,omitempty"`
	// Live leaves out people who have nothing any more, and those who have only applied, unless Standing asks
	// for them or People names them.
	Live bool `json:"live,omitempty"`
}

// Which reports of each of a page of guests of an event whether they are wanted.
func (f *Filter) Which(ctx context.Context, s *store.Store, event string, page []guests.GuestView) ([]bool, error) {
	wanted := make([]bool, len(page))
	for i := range page {
		wanted[i] = f.wants(&page[i])
	}
	if f.Answer == "" {
		return wanted, nil
	}
	return wanted, f.keepAnswered(ctx, s, event, page, wanted)
}

// wants reports whether a guest is one of those, whatever they have answered.
func (f *Filter) wants(g *guests.GuestView) bool {
	switch {
	case len(f.People) > 0 && !slices.Contains(f.People, g.Person.ID):
		return false
	case f.Live && f.Standing == "" && len(f.People) == 0 && slices.Contains([]string{Applied, Ended}, Standing(g)):
		return false
	case f.Standing != "" && !stands(g, f.Standing):
		return false
	case f.Tier != "" && !hasTier(g, f.Tier):
		return false
	case f.CheckedIn == "yes" && g.Admitted == 0:
		return false
	case f.CheckedIn == "no" && g.Admitted >= int64(len(g.Tickets)):
		return false
	}
	return len(f.Words) == 0 || ContainsAll(textOf(g), f.Words)
}

// stands reports whether a guest is of a standing. Anyone who waits or is offered a place is
// found as such whatever else they have.
func stands(g *guests.GuestView, standing string) bool {
	switch standing {
	case Offered:
		return g.Entry != nil && g.Entry.State == inventory.EntryOffered
	case Waiting:
		return g.Entry != nil && g.Entry.State == inventory.EntryWaiting
	}
	return Standing(g) == standing
}

func hasTier(g *guests.GuestView, tier string) bool {
	if g.Entry != nil && g.Entry.Tier == tier {
		return true
	}
	return slices.ContainsFunc(g.Holds, func(h inventory.Hold) bool {
		return h.Tier == tier || h.Order != nil && slices.ContainsFunc(h.Order.Items, func(it inventory.Item) bool { return it.Tier == tier && it.Live() })
	})
}

// Fold brings texts that mean the same to one form: without case and accents, in
// every script.
func Fold(text string) string { return ngram.Fold(text) }

// ContainsAll reports whether each folded word stands in a text that people typed.
func ContainsAll(text string, words []string) bool {
	text = Fold(text)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// textOf is what a guest is found by: name, address, the organizer's own name for
// them, the names typed with orders, who comes along, and the numbers of orders. Anyone who does
// not come any more, because that item of an order was given back, is not among them.
func textOf(g *guests.GuestView) string {
	p := &g.Person
	parts := []string{p.Profile.Name, p.Profile.Email, p.UserID}
	for i := range g.Holds {
		parts = append(parts, g.Holds[i].ID, g.Holds[i].Name)
		parts = append(parts, coming(&g.Holds[i])...)
	}
	if g.Entry != nil {
		parts = append(append(parts, g.Entry.Name), companions(g.Entry.Guests)...)
	}
	return strings.Join(parts, "\n")
}

// coming are the names of the people who come along with a hold: the first guest has its second unit.
func coming(h *inventory.Hold) []string {
	names := companions(h.GuestsLeft())
	if h.Order == nil {
		return names
	}
	given := map[int]bool{}
	for i := range h.Order.Items {
		given[h.Order.Items[i].No-2] = !h.Order.Items[i].Live()
	}
	var list []string
	for i, name := range names {
		if !given[i] {
			list = append(list, name)
		}
	}
	return list
}

// companions are the names of the people who come along; none of what was erased.
func companions(text string) []string {
	var list []struct {
		Name string `json:"name"`
	}
	if text == "" || json.Unmarshal([]byte(text), &list) != nil {
		return nil
	}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return names
}
