package api_test

import (
	"testing"
	"time"
)

// What an event adds up to is what its parts say, and the last point is now.
func TestFigures(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	h.register(event, "ada", "Guest One")
	h.register(event, "bob")
	h.register(event, "cyd", "Guest Two")
	h.register(event, "dan")
	h.owner("DELETE", event+"/registrations/bob", nil).want(200) // Dan passes Cyd's party
	a := h.owner("GET", event+"/figures", nil).want(200)
	points := a.at("points").([]any)
	moved := map[string]float64{}
	for _, p := range points { // two of them when a stretch ended meanwhile
		for _, path := range []string{"gained", "lost", "offered"} {
			moved[path] += p.(object)[path].(float64)
		}
	}
	last := points[len(points)-1].(object)
	if moved["gained"] != 3 || moved["lost"] != 1 || moved["offered"] != 1 || last["confirmed"] != 2.0 || last["waiting"] != 1.0 {
		t.Errorf("points: %s", a.Raw)
	}
	for _, c := range []struct {
		want float64
		path []any
	}{
		{3, []any{"capacity"}},
		{2, []any{"tiers", 0, "confirmed"}},
		{1, []any{"tiers", 0, "held"}},
		{1, []any{"waitlist", "entries"}},
		{2, []any{"waitlist", "units"}},
		{2, []any{"waitlist", "parties", 0, "units"}},
		{1, []any{"offers", "made"}},
		{1, []any{"offers", "open"}},
		{15, []any{"step_seconds"}},
	} {
		if got := a.at(c.path...); got != c.want {
			t.Errorf("%v is %v, want %v: %s", c.path, got, c.want, a.Raw)
		}
	}
	if _, sold := a.at().(object)["money"]; sold {
		t.Errorf("a free event has takings: %s", a.Raw)
	}
	h.later(300 * 24 * time.Hour)
	h.eventually("an old event has longer stretches", func() bool {
		return h.owner("GET", event+"/figures", nil).want(200).at("step_seconds") == 604800.0
	})
}

func TestFiguresOfMoney(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(9)
	h.placeOrder(event, "pia", 1)
	h.refundByHand(h.placeOrder(event, "ada", 2))
	bob := h.placeOrder(event, "bob", 3)
	h.owner("POST", "/v1/orders/"+bob+":mark-paid", object{"reference": "slip"}).want(200)
	h.owner("POST", "/v1/orders/"+bob+":refund", object{"items": []int{2}}).want(200)
	a := h.owner("GET", event+"/figures", nil).want(200)
	for path, want := range map[string]float64{"paid": 5 * 11900, "refunded": 3 * 11900, "pending": 11900} {
		if got := a.at("money", path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	if a.at("tiers", 0, "gross") != 2*11900.0 || a.at("tiers", 0, "confirmed") != 2.0 || a.at("tiers", 0, "held") != 1.0 {
		t.Errorf("tiers: %s", a.Raw)
	}
}
