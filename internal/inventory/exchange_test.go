package inventory_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// exchange is "offer ann 1" and "keep ann 1", by the buyer; "by ben" makes it
// somebody else.
func (s *tableCase) exchange(who inventory.Who, verb, name string, args []string) inventory.Command {
	s.made++
	ticket, order := s.ticket(name, args[0]), s.orders[name]
	holder := cmp.Or(s.store.Tickets[ticket].HolderID, s.store.Holds[order].PersonID)
	if len(args) > 2 {
		p, _ := s.store.Person(args[2])
		holder = p.ID
	}
	if !who.Staff {
		who.Actor = holder
	}
	if verb == "offer" {
		return inventory.ExchangeTicket{
			Who: who, ExchangeID: fmt.Sprintf("exc_%s-%d", name, s.made), TicketID: ticket, OrderID: order, Unit: s.number(args[0]), Holder: holder,
		}
	}
	var latest inventory.Exchange
	for _, x := range s.store.Exchanges {
		if x.TicketID == ticket && x.OpenedSeq > latest.OpenedSeq {
			latest = x
		}
	}
	return inventory.WithdrawExchange{Who: who, ExchangeID: latest.ID}
}

func (s *tableCase) ticket(name, unit string) string { return "tkt_" + s.orders[name] + "/" + unit }

// exchanges returns the status of all exchanges, in the order in which they opened.
func (s *tableCase) exchanges() string {
	var list []inventory.Exchange
	for _, x := range s.store.Exchanges {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b inventory.Exchange) int { return cmp.Compare(a.OpenedSeq, b.OpenedSeq) })
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = fmt.Sprintf("%s %d %s", s.owner(x.OrderID), x.Unit, x.State)
		if x.TakerID != "" {
			words[i] += fmt.Sprintf(" by item %d of %s", x.TakerUnit, s.owner(x.TakerID))
		}
		if x.Refund > 0 {
			words[i] += fmt.Sprintf(" for %d", x.Refund)
		}
	}
	return strings.Join(words, ", ")
}
