package inventory_test

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// transfer is "give ann 1 ben" (the first ticket of Ann's order, by its holder;
// with "by cid" at the end, by somebody else), "take ben", "refuse ben", "withdraw
// ann" and "reissue ann 1 0" (that ticket, of which version 0 is good).
func (s *tableCase) transfer(who inventory.Who, verb, name string, args []string) inventory.Command {
	s.made++
	id, actor := s.transferOf(name)
	if who.Staff {
		actor = who.Actor
	}
	who.Actor = actor
	switch verb {
	case "take":
		return inventory.AcceptTransfer{Who: who, TransferID: id}
	case "refuse":
		return inventory.DeclineTransfer{Who: who, TransferID: id}
	case "withdraw":
		return inventory.CancelTransfer{Who: who, TransferID: id}
	}
	order := s.orders[name]
	if verb == "reissue" {
		return inventory.ReissueTicket{Who: who, OrderID: order, Unit: s.number(args[0]), TicketID: "tkt_" + order + "/" + args[0], Version: s.number(args[1])}
	}
	c := inventory.OfferTransfer{
		Who: who, TransferID: fmt.Sprint("trf_", s.made), OrderID: order, Unit: s.number(args[0]), TicketID: "tkt_" + order + "/" + args[0],
		UserID: args[1], PersonID: fmt.Sprintf("per_%s-%d", args[1], s.made), Profile: inventory.Profile{Email: args[1] + "@example.org"},
	}
	c.Holder = s.store.Holds[order].PersonID
	if t := s.store.Tickets[c.TicketID]; t.HolderID != "" {
		c.Holder = t.HolderID
	}
	if len(args) > 3 {
		p, _ := s.store.Person(args[3])
		c.Holder = p.ID
	}
	if !who.Staff {
		c.Actor = c.Holder
	}
	return c
}

// transferOf is the latest transfer from or to a person, and that person's id.
func (s *tableCase) transferOf(name string) (id, person string) {
	p, _ := s.store.Person(name)
	var latest inventory.Transfer
	for _, t := range s.store.Transfers {
		if (t.From == p.ID || t.To == p.ID) && t.LastSeq > latest.LastSeq {
			latest = t
		}
	}
	return latest.ID, p.ID
}

// tickets says who holds the tickets of a person's order, by unit, where that is
// somebody else or the token is not the first, with the version.
func (s *tableCase) tickets(name string) string {
	var list []string
	for unit := range 9 {
		t, ok := s.store.Tickets[fmt.Sprintf("tkt_%s/%d", s.orders[name], unit)]
		if ok {
			holder, _, _ := strings.Cut(strings.TrimPrefix(t.HolderID, "per_"), "-")
			list = append(list, fmt.Sprintf("%d: %s, version %d", unit, cmp.Or(holder, name), t.Version))
		}
	}
	return strings.Join(list, "; ")
}
