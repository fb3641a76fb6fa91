package inventory

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// The units of a registration are numbered from 1, and its tickets go by these numbers.
// A unit that is given back keeps its number: nobody else ever has it, and the others
// keep theirs.

// Numbers is the highest number that a unit of the hold ever had.
func (h *Hold) Numbers() int64 {
	if h.Order != nil {
		return int64(len(h.Order.Items))
	}
	return h.Units + int64(len(h.givenBack()))
}

// HasGivenBack reports whether a unit of a registration was given back while the
// registration went on.
func (h *Hold) HasGivenBack(unit int64) bool {
	return h.GivenBack != "" && slices.Contains(h.givenBack(), strconv.FormatInt(unit, 10))
}

func (h *Hold) givenBack() []string {
	if h.GivenBack == "" {
		return nil
	}
	return strings.Split(h.GivenBack, ",")
}

// giveBack adds a unit to those that were given back, in the order of their numbers.
func (h *Hold) giveBack(unit int64) {
	var list []string
	for n := int64(1); n <= h.Numbers()+1; n++ { // the unit is not among Units any more
		if n == unit || h.HasGivenBack(n) {
			list = append(list, strconv.FormatInt(n, 10))
		}
	}
	h.GivenBack = strings.Join(list, ",")
}

// GuestsLeft returns Guests without those whose units were given back. The first unit
// is that of the person who registered; the others are those of the guests, in order.
func (h *Hold) GuestsLeft() string {
	var list []json.RawMessage
	if h.GivenBack == "" || json.Unmarshal([]byte(h.Guests), &list) != nil {
		return h.Guests // of what cannot be read, verify tells
	}
	left := make([]json.RawMessage, 0, len(list))
	for i, guest := range list {
		if !h.HasGivenBack(int64(i) + 2) {
			left = append(left, guest)
		}
	}
	text, err := json.Marshal(left)
	if err != nil {
		return NoGuests
	}
	return string(text)
}

// UnitsGivenBack returns the numbers in GivenBack.
func (h *Hold) UnitsGivenBack() []int64 {
	var units []int64
	for _, text := range h.givenBack() {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			units = append(units, n)
		}
	}
	return units
}
