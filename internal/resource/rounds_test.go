package resource_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/resource"
)

const asksFirst = "https://tables.example"

// atOnce is a resource that offers the same units to so many at once.
func atOnce(t *testing.T, n int64, confirm string) *try {
	t.Helper()
	return newTry(t, func(s *resource.Settings) { s.AtOnce, s.ConfirmURL, s.WaitlistLimit = n, confirm, 20 })
}

// told counts what of the last command somebody is told.
func (h *try) told(who string) (list []resource.Reason) {
	for _, t := range h.last.Tells {
		if t.EntryID == who {
			list = append(list, t.Reason)
		}
	}
	return list
}

func TestTheFirstToAcceptWins(t *testing.T) {
	t.Parallel()
	h := atOnce(t, 3, "")
	for _, who := range []string{"a", "b", "c", "d"} {
		h.join(who, 1)
	}
	h.release("x", 1)
	h.stands(map[string]resource.EntryState{"a": resource.Offered, "b": resource.Offered, "c": resource.Offered, "d": resource.Waiting})
	h.left("x", 0, 0)
	slow, quick := h.offerOf("a"), h.offerOf("b")
	if o := h.st.Offers[quick]; o.Round != slow || o.RoundUnits != 1 || o.RoundSize != 3 {
		t.Errorf("%+v", o)
	}
	h.do(resource.Answer{OfferID: quick, Accept: true}, resource.OK)
	if told := h.told("a"); len(told) != 1 || told[0] != resource.ReasonFaster {
		t.Errorf("a is told %v", told)
	}
	h.do(resource.Answer{OfferID: slow, Accept: true}, resource.AcceptedByAnother)
	h.do(resource.Answer{OfferID: slow}, resource.OfferEnded)
	h.stands(map[string]resource.EntryState{"a": resource.Waiting, "b": resource.Accepted, "c": resource.Waiting, "d": resource.Waiting})
	h.left("x", 0, 0)
	h.release("y", 1) // they have kept their places
	h.stands(map[string]resource.EntryState{"a": resource.Offered, "c": resource.Offered, "d": resource.Offered})
}

// TestRoundsHaveTheirUnitsOnce: whoever would get units by themselves is not set against others who
// would, and what the first to accept does not ask for goes on.
func TestRoundsHaveTheirUnitsOnce(t *testing.T) {
	t.Parallel()
	h := atOnce(t, 2, "")
	h.join("four", 4)
	h.join("two", 2)
	h.join("pair", 2)
	h.join("one", 1, "area", "terrace")
	h.release("x", 6, "area", "hall")
	rounds := map[string]string{}
	for _, who := range []string{"four", "two", "pair"} {
		rounds[who] = h.st.Offers[h.offerOf(who)].Round
	}
	if rounds["four"] == rounds["two"] || rounds["four"] != rounds["pair"] || rounds["two"] != "" {
		t.Errorf("%v", rounds)
	}
	h.stands(map[string]resource.EntryState{"one": resource.Waiting})
	h.left("x", 0, 0)
	h.do(resource.Answer{OfferID: h.offerOf("four")}, resource.OK) // the other still has it
	h.left("x", 0, 0)
	h.do(resource.Answer{OfferID: h.offerOf("pair"), Accept: true}, resource.OK)
	h.left("x", 2, 0)
}

// TestTheOtherSystemIsAskedAboutOne: what becomes of a round when the other system gives it to the
// first, has it no more, or refuses.
func TestTheOtherSystemIsAskedAboutOne(t *testing.T) {
	t.Parallel()
	begin := func() *try {
		h := atOnce(t, 3, asksFirst)
		for _, who := range []string{"a", "b", "c"} {
			h.join(who, 1)
		}
		h.release("x", 1)
		late := h.offerOf("a")
		h.do(resource.Answer{OfferID: h.offerOf("b"), Accept: true}, resource.OK)
		h.do(resource.Answer{OfferID: late, Accept: true}, resource.AcceptedByAnother)
		if len(h.st.Confirmations) != 1 {
			t.Fatalf("%d are asked about", len(h.st.Confirmations))
		}
		h.stands(map[string]resource.EntryState{"a": resource.Waiting, "b": resource.Accepting, "c": resource.Waiting})
		return h
	}
	h := begin()
	h.do(resource.Conclude{OfferID: h.offerOf("b"), As: resource.OutcomeTaken, Status: 409}, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Waiting, "b": resource.Waiting, "c": resource.Waiting})
	h = begin()
	h.do(resource.Conclude{OfferID: h.offerOf("b"), As: resource.OutcomeDeclined, Status: 422}, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Offered, "b": resource.Declined, "c": resource.Offered})
	h.left("x", 0, 0)
	h = begin()
	h.do(resource.Conclude{OfferID: h.offerOf("b"), As: resource.OutcomeFailed}, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Waiting, "b": resource.Accepting, "c": resource.Waiting}) // people decide
	h.do(resource.Conclude{OfferID: h.offerOf("b"), As: resource.OutcomeDeclined, Staff: true}, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Offered, "c": resource.Offered})
}

func TestRoundsEndTogether(t *testing.T) {
	t.Parallel()
	h := atOnce(t, 2, "")
	for _, who := range []string{"a", "b", "c", "d", "e"} {
		h.join(who, 1)
	}
	h.release("x", 2)
	if d := h.withdraw("w", "x", 1); len(d.Ended) != 2 { // the last round, and all of it
		t.Errorf("ended %v", d.Ended)
	}
	h.left("x", 0, 1)
	h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonLeft}, resource.OK)
	h.left("x", 0, 1) // somebody else is offered it
	h.now += 10 * minute
	h.do(resource.Tick{}, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Left, "c": resource.Expired, "b": resource.Offered, "d": resource.Offered, "e": resource.Waiting})
}
