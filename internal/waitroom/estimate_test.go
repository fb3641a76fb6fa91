package waitroom

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestOdds: by the cases by which the page's arithmetic is tested too.
func TestOdds(t *testing.T) {
	text, err := os.ReadFile("testdata/odds.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Why                                      string
		Ahead, Left, Called, Came, Decided, Took int64
		Chance                                   Chance
		Share, Each                              float64
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 10 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, c := range cases {
		o := OddsAt(c.Ahead, c.Left, Sale{Called: c.Called, Came: c.Came, Decided: c.Decided, Took: c.Took})
		if o.Chance != c.Chance || o.Share != c.Share || o.Each != c.Each {
			t.Errorf("%s: %+v", c.Why, o)
		}
	}
}

func TestWaitMinutes(t *testing.T) {
	for _, c := range []struct {
		place, serving int64
		rate           float64
		want           int64
	}{{10, 10, 0, 0}, {11, 10, 60, 1}, {130, 10, 60, 2}, {131, 10, 60, 3}, {11, 10, 0, -1}, {1 << 40, 0, 1e-9, 366 * 24 * 60}} {
		if got := WaitMinutes(c.place, c.serving, c.rate); got != c.want {
			t.Errorf("%+v: %d minutes", c, got)
		}
	}
}

// TestSoldOutRoomsAreCalledForTheWaitlist: when all is taken and paid for, whoever waits is called
// in the order of the places, no more at once than may be inside; while somebody has an order to
// pay nobody is, and where nobody can join the waitlist nobody is at all.
func TestSoldOutRoomsAreCalledForTheWaitlist(t *testing.T) {
	c := newCrowd(1)
	c.room.Left, c.room.Waits, c.room.Inside, c.room.Buying = 0, true, 1, 1
	c.play(60)
	if c.room.Serving != 0 {
		t.Errorf("%d were called while somebody could give back what is not paid", c.room.Serving)
	}
	c.room.Inside, c.room.Buying = 0, 0
	c.play(600)
	if c.entered < 2*c.terms.Inside || c.most > c.terms.Inside {
		t.Errorf("%d came in, %d at once", c.entered, c.most)
	}
	c.room.Waits = false
	serving := c.room.Serving
	c.play(60)
	if c.room.Serving != serving {
		t.Errorf("%d were called for nothing", c.room.Serving-serving)
	}
}

// TestStock: what is left follows from pools, tiers, their sales and who waits.
func TestStock(t *testing.T) {
	const now = noon
	hour := inventory.Instant(inventory.Hour)
	pool := func(id string, capacity, confirmed int64) inventory.Pool {
		return inventory.Pool{ID: id, Capacity: capacity, Confirmed: confirmed}
	}
	general := inventory.Tier{ID: "general", Name: "General", Pools: []string{"event"}, Price: inventory.Price{Amount: 1000, TaxRate: 1900}}
	vip := inventory.Tier{ID: "vip", Name: "VIP", Pools: []string{"event", "vip"}, Price: inventory.Price{Amount: 5000, TaxRate: 1900, TaxIncluded: true}}
	fee := inventory.Tier{ID: "fee", Name: "Booking fee", Kind: inventory.FeeTier, FeeTerms: inventory.FeeTerms{Ticket: 150, Order: 400}}
	shirt := inventory.Tier{ID: "shirt", Name: "T-shirt", Kind: inventory.GoodsTier, Pools: []string{"shirts"}}
	secret := inventory.Tier{ID: "secret", Name: "Friends", Pools: []string{"event"}, Hidden: true}
	with := func(tier inventory.Tier, change func(*inventory.Tier)) inventory.Tier {
		change(&tier)
		return tier
	}
	over := with(general, func(t *inventory.Tier) { t.SaleEnds = now })
	later := with(vip, func(t *inventory.Tier) { t.SaleStarts = now + hour })
	for _, c := range []struct {
		why     string
		pools   []inventory.Pool
		tiers   []inventory.Tier
		waiting map[string]int64
		pending int64
		seated  map[string]bool
		rules   inventory.WaitlistSettings
		units   int64
		states  string
		soldOut bool
		waits   bool
		spots   int64
		coming  bool
		fee     int64 // what each price is more than that of its tier
	}{
		{why: "plenty", pools: []inventory.Pool{pool("event", 100, 0), pool("vip", 10, 0)}, tiers: []inventory.Tier{general, vip, shirt}, units: 100, states: "available few"},
		{why: "with a fee of each ticket, and one of the order", pools: []inventory.Pool{pool("event", 100, 0), pool("vip", 10, 0)}, tiers: []inventory.Tier{general, vip, fee}, units: 100, states: "available few", fee: 150},
		{why: "the cheap ones are gone", pools: []inventory.Pool{pool("event", 100, 60), pool("cheap", 60, 60), pool("vip", 40, 0)}, tiers: []inventory.Tier{with(general, func(t *inventory.Tier) { t.Pools = []string{"event", "cheap"} }), vip}, units: 40, states: "sold_out available", waits: true},
		{why: "all is taken", pools: []inventory.Pool{pool("event", 100, 100), pool("vip", 10, 0)}, tiers: []inventory.Tier{general, vip}, states: "sold_out sold_out", soldOut: true, waits: true},
		{why: "without a waitlist", pools: []inventory.Pool{pool("event", 100, 100)}, tiers: []inventory.Tier{general}, rules: inventory.WaitlistSettings{Disabled: true}, states: "sold_out", soldOut: true},
		{why: "with one that is full", pools: []inventory.Pool{pool("event", 100, 100)}, tiers: []inventory.Tier{general}, waiting: map[string]int64{"general": 3}, rules: inventory.WaitlistSettings{Limit: 3}, states: "sold_out", soldOut: true},
		{why: "with one that offers fill", pools: []inventory.Pool{pool("event", 100, 99)}, tiers: []inventory.Tier{general}, waiting: map[string]int64{"general": 2}, pending: 1, rules: inventory.WaitlistSettings{Limit: 3}, states: "sold_out", soldOut: true},
		{why: "with one that takes one more", pools: []inventory.Pool{pool("event", 100, 100)}, tiers: []inventory.Tier{general}, waiting: map[string]int64{"general": 1}, pending: 1, rules: inventory.WaitlistSettings{Limit: 3}, states: "sold_out", soldOut: true, waits: true, spots: 1},
		{why: "what came back is the waitlist's", pools: []inventory.Pool{pool("event", 100, 98)}, tiers: []inventory.Tier{general}, waiting: map[string]int64{"general": 3}, states: "sold_out", soldOut: true, waits: true},
		{why: "who waits for a tier that shares a pool", pools: []inventory.Pool{pool("event", 100, 90), pool("vip", 10, 5)}, tiers: []inventory.Tier{general, vip}, waiting: map[string]int64{"vip": 1}, states: "sold_out sold_out", soldOut: true, waits: true},
		{why: "who waits for a tier that has nothing", pools: []inventory.Pool{pool("event", 100, 50), pool("vip", 10, 10)}, tiers: []inventory.Tier{general, vip}, waiting: map[string]int64{"vip": 1}, units: 50, states: "available sold_out", waits: true},
		{why: "seats are promised one by one", pools: []inventory.Pool{pool("event", 100, 50)}, tiers: []inventory.Tier{general}, waiting: map[string]int64{"general": 1}, seated: map[string]bool{"general": true}, units: 50, states: "available"},
		{why: "a sale that is over", pools: []inventory.Pool{pool("event", 100, 0)}, tiers: []inventory.Tier{over}, states: "sold_out", soldOut: true},
		{why: "one that comes", pools: []inventory.Pool{pool("event", 100, 0), pool("vip", 100, 0)}, tiers: []inventory.Tier{over, later}, states: "sold_out available", coming: true},
		{why: "one is gone, and another comes", pools: []inventory.Pool{pool("event", 200, 100), pool("cheap", 100, 100), pool("vip", 100, 0)}, tiers: []inventory.Tier{with(general, func(t *inventory.Tier) { t.Pools = []string{"event", "cheap"} }), later}, states: "sold_out available", waits: true, coming: true},
		{why: "only who has a code gets some", pools: []inventory.Pool{pool("event", 100, 0), pool("vip", 10, 10)}, tiers: []inventory.Tier{vip, secret}, units: 100, states: "sold_out", soldOut: true, waits: true},
		{why: "nothing that everybody may know of", pools: []inventory.Pool{pool("event", 100, 0)}, tiers: []inventory.Tier{secret}, units: 100},
	} {
		s := Stock{Settings: &inventory.Settings{Waitlist: c.rules, Orders: inventory.OrderSettings{Currency: "EUR"}}, Pools: c.pools, Tiers: c.tiers, Waiting: c.waiting, Pending: c.pending, Seated: c.seated}
		got := s.At(now)
		var states []string
		for _, tier := range got.Tiers {
			states = append(states, string(tier.State))
			if want := map[string]int64{"general": 1190, "vip": 5000}[tier.ID]; tier.Price != want+c.fee || tier.Currency != "EUR" {
				t.Errorf("%s: %+v", c.why, tier)
			}
		}
		if got.Units != c.units || strings.Join(states, " ") != c.states || got.SoldOut != c.soldOut || got.Waits != c.waits || got.Spots != c.spots || got.Coming != c.coming {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
}

// TestEnoughFor: it is said of few that there is something for one in a hundred at least, and of all
// only where there is enough for all.
func TestEnoughFor(t *testing.T) {
	for _, c := range []struct {
		people, units, want int64
		enough              bool
	}{
		{0, 5, 100, true}, {0, 0, 0, false}, {10, 20, 100, true}, {10, 19, 95, false}, {1000, 1999, 99, false}, {1000, 1, 1, false}, {1000, 0, 0, false}, {412, 60, 7, false},
	} {
		if got, enough := EnoughFor(c.people, c.units); got != c.want || enough != c.enough {
			t.Errorf("%d units for %d people: %d, %v", c.units, c.people, got, enough)
		}
	}
}
