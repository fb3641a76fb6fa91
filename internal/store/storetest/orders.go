package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// testMirror plays random commands, orders and codes among them, on the store
// and on rows in memory, and compares the answers and all that is stored.
func testMirror(t *testing.T, open Open) {
	s := open(t)
	for seed := range 4 {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		h := NewFixture(t, s)
		w := inventorytest.NewMemoryStore()
		w.DeriveID = func(prefix string, seq int64) string { return id.Seq(prefix, h.Event, seq) }
		g := &inventorytest.Generator{
			Stream: inventorytest.Seeded(uint64(seed)<<8 | 9), ID: func(prefix string) string { return h.In(prefix) }, Ticket: ticketOf,
		}
		cmds := []inventory.Command{g.Create(h.Event, h.Org, h.Now)}
		const batches = 60
		var figures *events.Figures
		for n := range batches {
			want, err := w.Do(h.Now, cmds...)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			got, err := h.Do(t.Context(), cmds...)
			if err != nil {
				t.Fatalf("seed %d: %v\n%+v", seed, err, cmds)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("seed %d: %T%+v: stored %+v, in memory %+v", seed, cmds[i], cmds[i], got[i], want[i])
				}
			}
			if r.IntN(4) == 0 && n < batches-1 {
				h.Cached = nil // the next batch reads the state as it is stored
			}
			if r.IntN(3) == 0 {
				figures = followFigures(t, h, w, figures)
			}
			// Never back: a clock that no row was written at is not stored.
			h.Now += max(0, inventory.Instant(g.Step()))
			known := w.Known()
			cmds = cmds[:0]
			for range 1 + r.IntN(5) {
				cmds = append(cmds, g.Command(known))
			}
			if n == batches-2 {
				cmds = append(cmds, inventory.SetCapacity{Who: staff, Pool: known.Pools[0], Capacity: 1000 + int64(seed)})
			}
		}
		compareOrders(t, h, w)
		compareFigures(t, h, w)
	}
}

func ticketOf(order string, unit int) string { return id.TicketOf(order, int64(unit)) }

func compareOrders(t *testing.T, h *Fixture, w *inventorytest.MemoryStore) {
	t.Helper()
	views, err := h.S.Orders.OrdersPage(t.Context(), h.Event, "", "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]bool{}
	for i := range views {
		v := &views[i]
		want := w.Holds[v.Hold.ID]
		order := *want.Order
		for _, r := range w.Refunds {
			if r.OrderID == want.ID {
				order.Refunds = append(order.Refunds, r)
			}
		}
		want.Order = &order
		if d := diff(&want, v.Hold); d != "" {
			t.Fatalf("order %s (-decided +stored):\n%s", v.Hold.ID, d)
		}
		one, err := h.S.Registrations.Hold(t.Context(), v.Hold.ID)
		if err != nil || diff(v.Hold, one.Hold) != "" || one.Person.ID != want.PersonID {
			t.Fatalf("order %s by itself: %+v, %v", v.Hold.ID, one, err)
		}
		items, err := h.S.Orders.OrderItems(t.Context(), v.Hold.ID)
		if err != nil {
			t.Fatal(err)
		}
		items.Order.Refunds = v.Hold.Order.Refunds // which it leaves out
		if d := diff(v.Hold, items); d != "" {
			t.Fatalf("order %s with its items (-whole +items):\n%s", v.Hold.ID, d)
		}
		stored[v.Hold.ID] = true
	}
	for order, hold := range w.Holds {
		if hold.Kind == inventory.KindOrder && !stored[order] {
			t.Errorf("order %s is not stored", order)
		}
	}
	codes, err := h.S.Orders.PriceCodes(t.Context(), h.Event, "", 1000)
	if err != nil || len(codes) != len(w.Codes) {
		t.Fatalf("%d codes, want %d: %v", len(codes), len(w.Codes), err)
	}
	for _, c := range codes {
		if d := diff(w.Codes[c.ID], c); d != "" {
			t.Fatalf("code (-decided +stored):\n%s", d)
		}
	}
	refunds, err := h.S.Orders.RefundsDue(t.Context(), h.Event, 0, 1000)
	if err != nil || diff(w.Refunds, refunds) != "" {
		t.Fatalf("refunds due (-decided +stored): %v\n%s", err, diff(w.Refunds, refunds))
	}
	h.CheckCounts()
	if w.Event.Status != inventory.Cancelled { // then the last batch may have written nothing, and its clock is not stored
		h.CheckReload()
	}
}

// Sell makes the fixture's tier cost something.
func (h *Fixture) Sell(amount int64) {
	h.T.Helper()
	tier := *h.Cached.State.Tiers[h.Tier]
	tier.Price = inventory.Price{Amount: amount, TaxRate: 1900, TaxIncluded: true}
	h.Must(inventory.SetTier{Who: staff, Tier: tier})
}

var staff = inventory.Who{Actor: "key_test", Staff: true}

// Reserve is the wish of a person for units of the fixture's tier.
func (h *Fixture) Reserve(user string, units int64) inventory.Reserve {
	return inventory.Reserve{
		Who: inventory.Who{Actor: "public"}, OrderID: h.In(id.Order), PersonID: h.In(id.Person), UserID: user, Guests: "[]",
		Profile: inventory.Profile{Email: user + "@example.com", Name: "Person " + user, Locale: "en"},
		Lines:   []inventory.OrderLine{{Tier: h.Tier, Quantity: units}},
	}
}

func priced(s *inventory.Settings) { s.Orders.Currency = "EUR" }

// testLastUse lets two servers race for the last use of a code.
func testLastUse(t *testing.T, open Open) {
	s := open(t)
	h := OpenEvent(t, s, 1000, priced)
	h.Sell(1000)
	h.Must(inventory.PutCode{Who: staff, Code: inventory.PriceCode{
		ID: h.In(id.Code), Text: "LAST", Kind: inventory.PromoCode, Percent: 5000, MaxUses: 1,
	}})
	const each = 250
	type result struct {
		won int
		err error
	}
	results := make(chan result)
	for server := range 2 {
		other := h.Beside(s)
		go func() {
			var r result
			for n := 0; n < each && r.err == nil; n += 25 {
				var cmds []inventory.Command
				for i := range 25 {
					c := other.Reserve(fmt.Sprintf("s%d-%d", server, n+i), 1)
					c.Promo = "LAST"
					cmds = append(cmds, c)
				}
				outs, err := other.Try(cmds...)
				r.err = err
				for _, o := range outs {
					switch o.Code {
					case inventory.OK:
						r.won++
					case inventory.CodeUsedUp:
					default:
						r.err = errors.Join(r.err, fmt.Errorf("refused: %s", o.Code))
					}
				}
			}
			results <- r
		}()
	}
	won := 0
	for range 2 {
		r := <-results
		won += r.won
		if r.err != nil {
			t.Error(r.err)
		}
	}
	used := h.Count("select used from price_codes where event_id = $1", h.Event)
	if won != 1 || used != 1 {
		t.Errorf("%d of %d had the one use, %d are counted", won, 2*each, used)
	}
}

// testPaidAtTheEnd races a payment with the deadline of its order.
func testPaidAtTheEnd(t *testing.T, open Open) {
	s := open(t)
	h := OpenEvent(t, s, 1, priced)
	h.Sell(1000)
	order := h.Must(h.Reserve("ann", 1))[0]
	h.Now = order.ExpiresAt
	pay := inventory.Pay{Who: staff, OrderID: order.OrderID, PaymentID: "pay_1", Amount: 1000, Currency: "EUR"}
	other := h.Beside(s)
	rival := other.Reserve("bob", 1)
	done := make(chan error, 1)
	var bob []inventory.Outcome
	go func() {
		var err error
		bob, err = other.Try(rival)
		done <- err
	}()
	ann, err := h.Try(pay)
	if err := errors.Join(err, <-done); err != nil {
		t.Fatal(err)
	}
	again, err := h.Try(pay)
	if err != nil || again[0].Status != ann[0].Status || again[0].Refund != ann[0].Refund {
		t.Errorf("the payment again: %+v, first %+v, %v", again[0], ann[0], err)
	}
	due := h.Count("select count(*) from refunds_due where event_id = $1", h.Event)
	tickets := h.Count("select count(*) from holds where event_id = $1 and state = 'confirmed'", h.Event)
	if got := bob[0].Code == inventory.OK; tickets+due != 1 || got == (tickets == 1) {
		t.Errorf("%d tickets, %d refunds due, the other has it: %t", tickets, due, got)
	}
}

func testOrderReads(t *testing.T, open Open) {
	s := open(t)
	for _, unknown := range []string{"", "cod_nonsense", "cod_000000000000ffffffffffffffff"} {
		if _, err := s.Orders.PriceCode(t.Context(), unknown); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("code %q: %v", unknown, err)
		}
	}
	h := OpenEvent(t, s, 10, priced)
	h.Sell(1250)
	code := h.In(id.Code)
	h.Must(inventory.PutCode{Who: staff, Code: inventory.PriceCode{
		ID: code, Text: "Ü10", Kind: inventory.PromoCode, Amount: 10, Tiers: []string{h.Tier}, Starts: 5, Ends: Epoch * 2, MaxUses: 7,
	}})
	if c, err := s.Orders.PriceCode(t.Context(), code); err != nil || c.Text != "Ü10" || len(c.Tiers) != 1 || c.MaxUses != 7 || c.LastSeq == 0 {
		t.Errorf("code %+v, %v", c, err)
	}
	var ids []string
	for i := range 3 {
		c := h.Reserve(fmt.Sprint("u", i), 2)
		c.Promo = "Ü10"
		ids = append(ids, h.Must(c)[0].OrderID)
	}
	h.Must(inventory.Pay{Who: staff, OrderID: ids[1], PaymentID: "pay_1", Amount: 2480, Currency: "EUR"})
	h.Must(inventory.CancelOrder{Who: staff, OrderID: ids[2]})
	page, err := s.Orders.OrdersPage(t.Context(), h.Event, "", ids[0], 1)
	if err != nil || len(page) != 1 || page[0].Hold.ID != ids[1] || page[0].Person.UserID != "u1" || len(page[0].Hold.Order.Items) != 2 {
		t.Errorf("second page %+v, %v", page, err)
	}
	for state, want := range map[string]string{"held": ids[0], "confirmed": ids[1], "released": ids[2]} {
		page, err := s.Orders.OrdersPage(t.Context(), h.Event, state, "", 10)
		if err != nil || len(page) != 1 || page[0].Hold.ID != want {
			t.Errorf("%s: %+v, %v", state, page, err)
		}
	}
	v, err := s.Events.Event(t.Context(), h.Event)
	if err != nil || v.Tiers[0].Price != (inventory.Price{Amount: 1250, TaxRate: 1900, TaxIncluded: true}) || v.Event.Settings.Orders.Currency != "EUR" {
		t.Errorf("event %+v, %v", v, err)
	}
	h.CheckReload()
}

// testAddedTier adds a tier to an event that is there.
func testAddedTier(t *testing.T, open Open) {
	s := open(t)
	h := OpenEvent(t, s, 10, priced)
	late := inventory.Tier{
		ID: h.In(id.Tier), Name: "Late", Pools: []string{h.Pool}, Price: inventory.Price{Amount: 5, TaxRate: 6}, SaleStarts: 7, SaleEnds: 8,
		MaxPerOrder: 9, Hidden: true,
	}
	h.Must(inventory.SetTier{Who: staff, Tier: late})
	h.CheckReload()
	v, err := s.Events.Event(t.Context(), h.Event)
	if err != nil || len(v.Tiers) != 2 || v.Tiers[0].ID != h.Tier || diff(v.Tiers[1], late) != "" {
		t.Errorf("tiers %+v, %v", v.Tiers, err)
	}
}
