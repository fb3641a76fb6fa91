package resource_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
)

// asking is a resource whose own system is asked, with people who were offered a unit each of
// release x and have accepted it.
func asking(t *testing.T, units int64, people ...string) *try {
	t.Helper()
	h := newTry(t, func(s *resource.Settings) { s.ConfirmURL = "https://tables.example" })
	for _, who := range people {
		h.join(who, 1)
	}
	h.release("x", units)
	for _, who := range people {
		h.do(resource.Answer{OfferID: h.offerOf(who), Accept: true}, resource.OK)
	}
	return h
}

func (h *try) offerOf(who string) string { return h.st.Entries[who].OfferID }

func (h *try) concludes(who string, as resource.Outcome, staff bool, want resource.Code) {
	h.t.Helper()
	h.do(resource.Conclude{OfferID: h.offerOf(who), As: as, Staff: staff}, want)
}

// TestAcceptingIsAskedFirst: what somebody accepts is theirs when the other system says so, and
// until then nobody else's, however long that takes.
func TestAcceptingIsAskedFirst(t *testing.T) {
	t.Parallel()
	h := asking(t, 1, "a")
	offer := h.offerOf("a")
	h.join("b", 1)
	h.now += inventory.Instant(inventory.Day)
	h.do(resource.Tick{}, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Accepting, "b": resource.Waiting})
	if d := h.do(resource.Answer{OfferID: offer, Accept: true}, resource.OK); !d.Repeated {
		t.Errorf("%+v", d)
	}
	h.do(resource.Answer{OfferID: offer}, resource.OfferBusy)
	h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonLeft}, resource.OfferBusy)
	h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonRemoved}, resource.OfferBusy)
	h.concludes("a", resource.OutcomeAccepted, false, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Accepted, "b": resource.Waiting})
	for _, late := range []resource.Outcome{resource.OutcomeAccepted, resource.OutcomeTaken, resource.OutcomeDeclined, resource.OutcomeFailed} {
		if d := h.do(resource.Conclude{OfferID: offer, As: late}, resource.OK); !d.Repeated || len(d.Changes) > 0 {
			t.Errorf("ended twice: %+v", d)
		}
	}
	h.do(resource.Conclude{OfferID: offer, As: resource.OutcomeDeclined, Staff: true}, resource.OfferEnded)
	h.do(resource.Conclude{OfferID: "none", As: resource.OutcomeAccepted}, resource.NotFailed)
}

// TestTakenMeanwhile: whoever accepted something that is gone keeps the place and gets the next, and
// what is gone is offered to nobody.
func TestTakenMeanwhile(t *testing.T) {
	t.Parallel()
	h := asking(t, 1, "a")
	h.join("b", 1)
	h.concludes("a", resource.OutcomeTaken, false, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Waiting, "b": resource.Waiting})
	if s := h.st.Signals["x"]; s.Lost != 1 || s.Free(h.now) != 0 {
		t.Errorf("%+v", s)
	}
	if tell := h.last.Tells; len(tell) != 1 || tell[0].Reason != resource.ReasonTaken {
		t.Errorf("told %+v", tell)
	}
	h.release("y", 1)
	h.stands(map[string]resource.EntryState{"a": resource.Offered, "b": resource.Waiting})
	// What was gone, and is withdrawn now, is the same unit.
	h.withdraw("w", "x", 1)
	if s, w := h.st.Signals["x"], h.st.Signals["w"]; s.Lost != 0 || s.Taken != 1 || w.Taken != 1 {
		t.Errorf("%+v %+v", s, w)
	}
}

// TestRefusedByTheOther: whoever does not get it leaves the waitlist, and the units go on.
func TestRefusedByTheOther(t *testing.T) {
	t.Parallel()
	h := asking(t, 1, "a")
	h.join("b", 1)
	offer := h.offerOf("a")
	h.do(resource.Conclude{OfferID: offer, As: resource.OutcomeDeclined, Cause: resource.CausePayment, Status: 422, Words: "Card expired"}, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Declined, "b": resource.Offered})
	if a := h.st.Confirmations[offer]; a.Cause != resource.CausePayment || a.Words != "Card expired" || a.Status != 422 || a.State != resource.Ended {
		t.Errorf("%+v", a)
	}
	h.do(resource.Answer{OfferID: offer, Accept: true}, resource.OfferEnded)
}

// TestWithdrawalWaits: a withdrawal of what is being accepted waits for the answer, takes what
// is not accepted before anybody is offered it, and leaves what is.
func TestWithdrawalWaits(t *testing.T) {
	t.Parallel()
	h := asking(t, 3, "a", "b", "c")
	h.join("d", 1)
	h.withdraw("w1", "x", 2)
	h.stands(map[string]resource.EntryState{"a": resource.Accepting, "b": resource.Accepting, "c": resource.Accepting})
	h.concludes("a", resource.OutcomeDeclined, false, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Declined, "d": resource.Waiting})
	h.left("x", 0, 1)
	h.concludes("b", resource.OutcomeTaken, false, resource.OK) // which is what w1 says, too
	h.left("x", 0, 2)
	if s := h.st.Signals["x"]; s.Lost != 0 {
		t.Errorf("%+v", s)
	}
	h.withdraw("w2", "x", 1)
	h.concludes("c", resource.OutcomeAccepted, false, resource.OK)
	h.stands(map[string]resource.EntryState{"b": resource.Waiting, "c": resource.Accepted, "d": resource.Waiting})
	if w := h.st.Signals["w2"]; w.Taken != 0 {
		t.Errorf("took what is accepted: %+v", w)
	}
}

// TestPeopleDecide: what the other system does not answer people decide, or have asked again.
func TestPeopleDecide(t *testing.T) {
	t.Parallel()
	h := asking(t, 4, "a", "b", "c", "d")
	h.concludes("a", resource.OutcomeAccepted, true, resource.NotFailed) // while it is asked
	for _, who := range []string{"a", "b", "c", "d"} {
		h.concludes(who, resource.OutcomeFailed, false, resource.OK)
	}
	h.stands(map[string]resource.EntryState{"a": resource.Accepting, "d": resource.Accepting})
	left := h.now
	for who, a := range h.st.Confirmations {
		if a.FailedAt != left || a.FailedSeq <= a.BegunSeq {
			t.Errorf("%s: %+v", who, a)
		}
	}
	offers := map[string]string{"a": h.offerOf("a"), "b": h.offerOf("b"), "c": h.offerOf("c"), "d": h.offerOf("d")}
	h.concludes("a", resource.OutcomeAccepted, true, resource.OK)
	h.concludes("b", resource.OutcomeReturned, true, resource.OK)
	h.concludes("c", resource.OutcomeDeclined, true, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Accepted, "b": resource.Offered, "c": resource.Declined}) // b is offered what c had
	if s := h.st.Signals["x"]; s.Lost != 1 {
		t.Errorf("%+v", s)
	}
	if d := h.do(resource.Conclude{OfferID: offers["a"], As: resource.OutcomeAccepted, Staff: true}, resource.OK); !d.Repeated {
		t.Errorf("%+v", d)
	}
	h.do(resource.Conclude{OfferID: offers["a"], As: resource.OutcomeDeclined, Staff: true}, resource.OfferEnded)
	h.now += minute
	h.do(resource.Retry{OfferID: offers["d"]}, resource.OK)
	h.do(resource.Retry{OfferID: offers["d"]}, resource.NotFailed)
	if a := h.st.Confirmations[offers["d"]]; a.State != resource.Asking || a.Since != h.now || a.BegunAt != h.now-minute || a.FailedAt != 0 || a.FailedSeq != 0 {
		t.Errorf("%+v", a)
	}
	if a := h.st.Confirmations[offers["a"]]; a.State != resource.Ended || a.FailedAt != left {
		t.Errorf("that it was left to people is forgotten: %+v", a)
	}
	// An answer that comes when it was given up decides, too.
	h.concludes("d", resource.OutcomeFailed, false, resource.OK)
	if a := h.st.Confirmations[offers["d"]]; a.FailedAt != h.now {
		t.Errorf("%+v", a)
	}
	h.concludes("d", resource.OutcomeAccepted, false, resource.OK)
	h.stands(map[string]resource.EntryState{"d": resource.Accepted})
}

// TestErasedMeanwhile: whoever is erased while the other system is asked is nobody at once, and the
// answer still decides.
func TestErasedMeanwhile(t *testing.T) {
	t.Parallel()
	h := asking(t, 3, "a", "b", "c")
	for _, who := range []string{"a", "b", "c"} {
		h.do(resource.Leave{EntryID: who, Reason: resource.ReasonErased}, resource.OK)
		if d := h.do(resource.Leave{EntryID: who, Reason: resource.ReasonErased}, resource.OK); !d.Repeated || h.st.Entries[who].UserID != "" {
			t.Errorf("%+v", d)
		}
	}
	h.concludes("a", resource.OutcomeAccepted, false, resource.OK)
	h.concludes("b", resource.OutcomeTaken, false, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Accepted, "b": resource.Removed})
	// What the other system says about who they were is not kept, whenever it comes.
	offer := h.offerOf("c")
	for _, as := range []resource.Outcome{resource.OutcomeFailed, resource.OutcomeDeclined} {
		h.do(resource.Conclude{OfferID: offer, As: as, Words: "Ada has no card"}, resource.OK)
		if a := h.st.Confirmations[offer]; a.Words != "" {
			t.Errorf("%s: %+v", as, a)
		}
	}
	h.stands(map[string]resource.EntryState{"c": resource.Declined})
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status       int
		fault, named resource.Cause
		want         resource.Reading
	}{
		{200, "", "", resource.Reading{Outcome: resource.OutcomeAccepted}},
		{201, "", "", resource.Reading{Outcome: resource.OutcomeAccepted}},
		{202, "", "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseUnexpected}},
		{204, "", "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseUnexpected}},
		{302, "", "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseUnexpected}},
		{401, "", "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseUnexpected}},
		{409, "", resource.CausePayment, resource.Reading{Outcome: resource.OutcomeTaken}},
		{422, "", resource.CausePayment, resource.Reading{Outcome: resource.OutcomeDeclined, Cause: resource.CausePayment}},
		{422, "", "bad mood", resource.Reading{Outcome: resource.OutcomeDeclined, Cause: resource.CauseUnspecified}},
		{429, "", "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseTooMany, Again: true}},
		{500, "", "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseServerError, Again: true}},
		{503, "", "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseUnavailable, Again: true}},
		{0, resource.CauseTimeout, "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseTimeout, Again: true}},
		{0, resource.CauseUnreachable, "", resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseUnreachable, Again: true}},
	} {
		if got := resource.Read(c.status, c.fault, c.named); got != c.want {
			t.Errorf("%d %s %s: %+v, want %+v", c.status, c.fault, c.named, got, c.want)
		}
	}
}

// TestAskAgain: the waits double up to five minutes, are as long as the other system wants, and
// end within the hour.
func TestAskAgain(t *testing.T) {
	t.Parallel()
	const begun = 1000 * minute
	var waits []inventory.Micros
	now := begun
	for {
		at, ok := resource.AskAgain(begun, now, 0)
		if !ok {
			break
		}
		waits = append(waits, inventory.Micros(at-now)/inventory.Second)
		now = at
	}
	if len(waits) < 10 || len(waits) > 25 || waits[0] != 2 || waits[2] != 4 || waits[3] != 8 || waits[len(waits)-1] != 300 {
		t.Errorf("waits %v", waits)
	}
	if at, ok := resource.AskAgain(begun, begun+minute, 7*inventory.Minute); !ok || at != begun+8*minute {
		t.Errorf("%d %t", at-begun, ok)
	}
	if _, ok := resource.AskAgain(begun, begun+minute, inventory.Hour); ok {
		t.Error("asked again after more than an hour")
	}
}
