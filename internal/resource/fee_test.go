package resource_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
)

var fiver = resource.Money{Amount: 500, Currency: "EUR"}

// asksFee is a resource that asks for a fee, with a rule by which it goes back.
func asksFee(t *testing.T, rule resource.GiveBack) *try {
	t.Helper()
	return newTry(t, func(s *resource.Settings) {
		s.HoldFee, s.HoldFeeCurrency, s.GiveBack = fiver.Amount, fiver.Currency, rule
		s.ConfirmURL = "https://tables.example"
	})
}

func (h *try) pays(who, payment string, want resource.Code) *resource.Decision {
	h.t.Helper()
	return h.do(resource.Pay{EntryID: who, PaymentID: payment, Money: fiver}, want)
}

// TestFirstPaidFirstServed: whoever joined later and paid first is first, and nobody is offered
// anything before they have paid.
func TestFirstPaidFirstServed(t *testing.T) {
	t.Parallel()
	h := asksFee(t, resource.GiveAlways)
	h.join("a", 1)
	h.now += minute
	h.join("b", 1)
	h.release("x", 1)
	h.stands(map[string]resource.EntryState{"a": resource.PendingPayment, "b": resource.PendingPayment})
	h.now += minute
	h.pays("b", "pay-b", resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.PendingPayment, "b": resource.Offered})
	h.now += minute
	h.pays("a", "pay-a", resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Waiting, "b": resource.Offered})
	if a, b := h.st.Entries["a"], h.st.Entries["b"]; resource.Ahead(b, a) >= 0 || a.PaidSeq <= b.PaidSeq || a.Rank != int64(a.PaidAt) {
		t.Errorf("%+v\n%+v", a, b)
	}
	// A fee that is changed, or taken off, is that of those who join from then on.
	h.st.Settings.HoldFee = 0
	h.join("c", 1)
	h.stands(map[string]resource.EntryState{"a": resource.Waiting, "c": resource.Waiting})
}

// TestPaymentsOfFees: one payment gives the place, of the right amount and in time. Every other
// one goes back.
func TestPaymentsOfFees(t *testing.T) {
	t.Parallel()
	h := asksFee(t, resource.GiveNever)
	h.join("a", 1)
	h.pays("nobody", "pay-1", resource.PaidNothing)
	h.do(resource.Pay{EntryID: "a", PaymentID: "pay-2", Money: resource.Money{Amount: 499, Currency: "EUR"}}, resource.PaidOther)
	h.do(resource.Pay{EntryID: "a", PaymentID: "pay-2", Money: resource.Money{Amount: 500, Currency: "USD"}}, resource.PaidOther)
	h.pays("a", "pay-3", resource.OK)
	if d := h.pays("a", "pay-3", resource.OK); !d.Repeated || len(d.Changes) > 0 {
		t.Errorf("%+v", d)
	}
	h.pays("a", "pay-4", resource.PaidAgain)
	h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonLeft}, resource.OK)
	h.pays("a", "pay-5", resource.PaidAgain)
	h.join("b", 1)
	h.now += inventory.Instant(30 * inventory.Minute)
	if d := h.pays("b", "pay-6", resource.PaidLate); len(d.Tells) != 1 || d.Tells[0].Reason != resource.ReasonUnpaid {
		t.Errorf("%+v", d)
	}
	h.stands(map[string]resource.EntryState{"a": resource.Left, "b": resource.Unpaid})
	h.join("c", 1)
	h.do(resource.Leave{EntryID: "c", Reason: resource.ReasonLeft}, resource.OK)
	h.pays("c", "pay-7", resource.PaidLate)
	if e := h.st.Entries["c"]; e.FeeBack || e.PaidBy != "" {
		t.Errorf("%+v", e)
	}
}

// TestUnpaidPlacesCount: whoever pays has a place, so those who are about to count towards the bound.
func TestUnpaidPlacesCount(t *testing.T) {
	t.Parallel()
	h := asksFee(t, resource.GiveAlways)
	for _, who := range []string{"a", "b", "c", "d", "e"} {
		h.join(who, 1)
	}
	full := resource.Join{EntryID: "f", UserID: "f", Units: 1}
	h.do(full, resource.WaitlistFull)
	h.do(resource.Join{EntryID: "a2", UserID: "a", Units: 1}, resource.AlreadyWaiting)
	h.now += resource.PayWithin
	h.do(full, resource.OK)
}

// TestGiveBack: what goes back by each rule at each end of a place.
func TestGiveBack(t *testing.T) {
	t.Parallel()
	ends := map[string]func(h *try){
		"accepted": func(h *try) {
			h.release("x", 1)
			h.do(resource.Answer{OfferID: h.offerOf("a"), Accept: true}, resource.OK)
			h.concludes("a", resource.OutcomeAccepted, false, resource.OK)
		},
		"declined": func(h *try) {
			h.release("x", 1)
			h.do(resource.Answer{OfferID: h.offerOf("a")}, resource.OK)
		},
		"lapsed": func(h *try) {
			h.release("x", 1)
			h.now += inventory.Instant(h.rules.ClaimWindow)
			h.do(resource.Tick{}, resource.OK)
		},
		"left": func(h *try) { h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonLeft}, resource.OK) },
		"left an offer": func(h *try) {
			h.release("x", 1)
			h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonLeft}, resource.OK)
		},
		"erased": func(h *try) { h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonErased}, resource.OK) },
		"removed with an offer": func(h *try) {
			h.release("x", 1)
			h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonRemoved}, resource.OK)
		},
		"refused": func(h *try) {
			h.release("x", 1)
			h.do(resource.Answer{OfferID: h.offerOf("a"), Accept: true}, resource.OK)
			h.concludes("a", resource.OutcomeDeclined, false, resource.OK)
		},
	}
	back := map[resource.GiveBack]map[string]bool{
		resource.GiveAlways:         {"accepted": true, "declined": true, "lapsed": true, "left": true, "left an offer": true, "erased": true},
		resource.GiveUnlessDeclined: {"accepted": true, "left": true, "erased": true},
		resource.GiveUnlessAccepted: {"declined": true, "lapsed": true, "left": true, "left an offer": true, "erased": true},
		resource.GiveNever:          {},
	}
	for _, rule := range resource.GiveBacks {
		for end, do := range ends {
			t.Run(string(rule)+" "+end, func(t *testing.T) {
				t.Parallel()
				h := asksFee(t, rule)
				h.join("a", 1)
				h.pays("a", "pay", resource.OK)
				do(h)
				want := back[rule][end] || end == "refused" || end == "removed with an offer"
				if e := h.st.Entries["a"]; e.State.Live() || e.FeeBack != want {
					t.Errorf("%s: goes back: %t, want %t", e.State, e.FeeBack, want)
				}
			})
		}
	}
	// Who keeps the place keeps the money in it.
	h := asksFee(t, resource.GiveUnlessDeclined)
	h.join("a", 1)
	h.pays("a", "pay", resource.OK)
	h.release("x", 1)
	h.withdraw("w", "x", 1)
	if e := h.st.Entries["a"]; e.State != resource.Waiting || e.FeeBack {
		t.Errorf("%+v", e)
	}
}

// TestOffersKeepTheirPrice: a price that is changed is that of offers from then on.
func TestOffersKeepTheirPrice(t *testing.T) {
	t.Parallel()
	h := newTry(t, func(s *resource.Settings) { s.Price, s.PriceCurrency = 2500, "EUR" })
	h.join("a", 1)
	h.join("b", 1)
	h.release("x", 1)
	h.st.Settings.Price = 3000
	h.release("y", 1)
	for who, want := range map[string]int64{"a": 2500, "b": 3000} {
		if o := h.st.Offers[h.offerOf(who)]; o.Price != want || o.PriceCurrency != "EUR" {
			t.Errorf("%s: %+v", who, o)
		}
	}
}
