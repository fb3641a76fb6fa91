package replay

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// holdRow folds a row of a registration, an order or a block.
func (s *State) holdRow(r *inventory.AuditRow) error {
	h := s.holds[r.Subject]
	if h == nil {
		return ErrMissing
	}
	before := inventory.HoldState(r.From)
	if err := h.step(r); err != nil {
		return err
	}
	switch r.Reason {
	case inventory.ReasonOffered:
		h.open = true
	case inventory.ReasonAccepted:
		h.open = false
	}
	if len(h.items) > 0 {
		return s.itemsRow(h, r, before)
	}
	to := inventory.HoldState(r.To)
	if before == inventory.HoldNone {
		h.units = r.Units
	}
	t := s.tier(h.Tier)
	switch {
	case t == nil:
		return fmt.Errorf("%w: its tier %q", ErrMissing, h.Tier)
	case r.Reason == inventory.ReasonGuestCancelled:
		if r.Units != 1 || h.units < 2 {
			return fmt.Errorf("%w: %d of %d units are given back, and the registration goes on", ErrBroken, r.Units, h.units)
		}
		h.units--
		h.gaveUp = append(h.gaveUp, r.Related)
		t.confirmed--
		return nil
	case r.Units != h.units:
		return fmt.Errorf("%w: it had %d units", ErrBroken, h.units)
	}
	if alive(before) {
		*t.counter(h.Kind, before) -= h.units
	}
	if alive(to) {
		*t.counter(h.Kind, to) += h.units
	}
	return nil
}

// itemsRow folds a row of a hold with items.
func (s *State) itemsRow(h *hold, r *inventory.AuditRow, before inventory.HoldState) error {
	to := inventory.HoldState(r.To)
	moved := h.units
	switch {
	case before == inventory.HoldNone:
		if err := s.standOn(h, r.Units); err != nil {
			return err
		}
		for h.units = 0; h.begun < len(h.items) && h.units+s.unitsAt(h, h.begun) <= r.Units; h.begun++ {
			if err := s.takeItem(h, &h.items[h.begun], to); err != nil {
				return err
			}
			h.units += s.unitsAt(h, h.begun)
		}
		moved = h.units
	case r.Reason == inventory.ReasonAccepted:
		for ; h.begun < len(h.items); h.begun++ {
			if err := s.takeItem(h, &h.items[h.begun], before); err != nil {
				return err
			}
			h.units += s.unitsAt(h, h.begun)
		}
		s.confirmItems(h, before, to)
		moved = h.units
	case r.Reason == inventory.ReasonPaidLate:
		for _, i := range h.ended {
			h.items[i].released = 0
			if err := s.takeItem(h, &h.items[i], to); err != nil {
				return err
			}
		}
		h.units = s.unitsAt(h, h.ended...)
		h.ended = nil
	case givesSome(r.Reason):
		n, err := s.giveSome(h, r)
		if err != nil {
			return err
		}
		moved = n
		h.units -= n
	case alive(before) && !alive(to):
		h.ended = nil
		for i := range h.items[:h.begun] {
			if h.items[i].released == 0 {
				if err := s.giveItem(h, &h.items[i], before, r.Seq); err != nil {
					return err
				}
				h.ended = append(h.ended, i)
			}
		}
		moved = s.unitsAt(h, h.ended...)
	case before != to:
		s.confirmItems(h, before, to)
	}
	if r.Units != moved {
		return fmt.Errorf("%w: its items are %d", ErrBroken, moved)
	}
	return nil
}

// confirmItems moves what a hold takes from one state to another.
func (s *State) confirmItems(h *hold, before, to inventory.HoldState) {
	for i := range h.items {
		if it := &h.items[i]; it.taken {
			t := s.tier(it.Tier)
			*t.counter(h.Kind, before)--
			*t.counter(h.Kind, to)++
		}
	}
}

// unitsAt is how many units items of a hold are, by their places.
func (s *State) unitsAt(h *hold, places ...int) (n int64) {
	for _, i := range places {
		if t := s.tiers[h.items[i].Tier]; t == nil || !t.Fee {
			n++
		}
	}
	return n
}

// givesSome reports whether a row lists items that go, while the hold goes on.
func givesSome(r inventory.Reason) bool {
	switch r {
	case inventory.ReasonItemsCancelled, inventory.ReasonItemsRefunded, inventory.ReasonItemsExchanged, inventory.ReasonSeatsUnblocked:
		return true
	}
	return false
}

func (s *State) giveSome(h *hold, r *inventory.AuditRow) (n int64, err error) {
	for _, name := range strings.Split(r.Related, ",") {
		no, err := strconv.Atoi(name)
		if err != nil || no < 1 || no > len(h.items) || h.items[no-1].released != 0 {
			return 0, fmt.Errorf("%w: it releases item %q, which the hold does not have", ErrBroken, name)
		}
		if err := s.giveItem(h, &h.items[no-1], inventory.HoldState(r.From), r.Seq); err != nil {
			return 0, err
		}
		n += s.unitsAt(h, no-1)
	}
	return n, nil
}

// takeItem takes the unit and the seat of an item, unless it stands on an exchange.
func (s *State) takeItem(h *hold, it *item, state inventory.HoldState) error {
	if it.on != nil {
		return nil
	}
	t := s.tier(it.Tier)
	if t == nil {
		return fmt.Errorf("%w: tier %q of an item", ErrMissing, it.Tier)
	}
	if it.Seat != "" {
		if other := s.seats[it.Seat]; other != "" {
			return fmt.Errorf("%w: the seat %s was that of %s", ErrBroken, it.Seat, other)
		}
		s.seats[it.Seat] = h.ID
	}
	it.taken = true
	*t.counter(h.Kind, state)++
	return nil
}

func (s *State) giveItem(h *hold, it *item, state inventory.HoldState, seq int64) error {
	it.released = seq
	if !it.taken {
		return nil // what it stands on stays its holder's
	}
	it.taken = false
	if it.Seat != "" {
		if s.seats[it.Seat] != h.ID {
			return fmt.Errorf("%w: the seat %s was that of %q", ErrBroken, it.Seat, s.seats[it.Seat])
		}
		delete(s.seats, it.Seat)
	}
	*s.tier(it.Tier).counter(h.Kind, state)--
	return nil
}
