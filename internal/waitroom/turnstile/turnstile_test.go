package turnstile_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

const serves = inventory.Instant(2 * inventory.Hour)

// room is an event with a waiting room that serves so many at once, of whom each is inside
// for ten minutes at most, and has the receipts of its people.
type room struct {
	*storetest.Fixture
	receipts []string
	gate     *turnstile.Turnstile
	queued   float64 // how full the queue of the writer is
}

var (
	passKey    = []byte("a key for passes")
	receiptKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
)

func open(t *testing.T, s *store.Store, capacity, inside int64, people int, more ...func(*inventory.Settings)) *room {
	t.Helper()
	r := &room{Fixture: storetest.OpenEvent(t, s, capacity, func(s *inventory.Settings) {
		s.Orders.Currency = "EUR"
		s.Onsale = inventory.Onsale{
			Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, Inside: inside, Admission: 10 * inventory.Minute,
			OpensAt: storetest.Epoch + inventory.Instant(inventory.Hour), ServesAt: storetest.Epoch + serves,
		}
		for _, change := range more {
			change(s)
		}
	})}
	r.Now = storetest.Epoch + inventory.Instant(inventory.Hour)
	w, err := joins.New(joins.Config{Store: s, Key: receiptKey, IdentityKey: make([]byte, 32), Now: func() inventory.Instant { return r.Now }})
	if err != nil {
		t.Fatal(err)
	}
	for n := range people {
		got, err := w.Join(t.Context(), r.Event, fmt.Sprint(n))
		if err != nil {
			t.Fatal(err)
		}
		r.receipts = append(r.receipts, got.Text())
	}
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.gate = r.server(s)
	r.Now = storetest.Epoch + serves
	return r
}

// server returns the turnstile of another server on a store, or of one that was started anew.
func (r *room) server(s *store.Store) *turnstile.Turnstile {
	r.T.Helper()
	gate, err := turnstile.New(turnstile.Config{
		Store: s, Key: passKey, Receipts: []ed25519.PublicKey{receiptKey.Public().(ed25519.PublicKey)},
		Queued: func(string) float64 { return r.queued }, Now: func() inventory.Instant { return r.Now },
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return gate
}

// look returns the public document anew, and wants so many called and inside.
func (r *room) look(serving, inside int64) *turnstile.View {
	r.T.Helper()
	r.gate.Forget(r.Event)
	v, err := r.gate.Look(r.T.Context(), r.Event)
	if err != nil {
		r.T.Fatal(err)
	}
	if v.Serving != serving || v.Inside != inside {
		r.T.Errorf("%d are called and %d inside, want %d and %d", v.Serving, v.Inside, serving, inside)
	}
	return v
}

// enter lets an entrant in, and returns who that is as a command names them.
func (r *room) enter(n int) inventory.Who {
	r.T.Helper()
	_, pass, err := r.gate.Enter(r.T.Context(), r.Event, r.receipts[n])
	if err != nil {
		r.T.Fatalf("entrant %d: %v", n, err)
	}
	return inventory.Who{Actor: "public", Entrant: pass.Index + 1}
}

func (r *room) registers(who inventory.Who, user string) inventory.Register {
	c := r.Register(user, 1)
	c.Who = who
	return c
}

// TestFullQueue: while the writer of the event has more to do than it gets done nobody is called,
// and they are once it has caught up.
func TestFullQueue(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		r := open(t, testdb.Open(t, url), 20, 2, 6)
		r.queued = 0.9
		r.look(0, 0)
		r.queued = 0
		r.Now++
		r.look(2, 0)
	})
}

// TestServesInOrder: as many are called as may be inside, who is inside is answered the same
// pass again, and each who is done, leaves or whose pass is over makes room for one more.
func TestServesInOrder(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		r := open(t, testdb.Open(t, url), 20, 2, 6)
		if v := r.look(2, 0); v.Phase != waitroom.Serving || v.Entrants != 6 || v.Stock.Units != 20 || v.MaxInside != 2 {
			t.Errorf("the room is %+v", v)
		}
		first, pass, err := r.gate.Enter(t.Context(), r.Event, r.receipts[0])
		if err != nil || pass.Index != 0 || pass.Until != r.Now+inventory.Instant(10*inventory.Minute) {
			t.Fatalf("the first has %+v, %v", pass, err)
		}
		if got, err := waitroom.ParsePass(first, r.Event, passKey, r.Now); err != nil || got != pass {
			t.Errorf("the pass says %+v, %v", got, err)
		}
		r.Now++
		if again, _, err := r.gate.Enter(t.Context(), r.Event, r.receipts[0]); err != nil || again != first {
			t.Errorf("the first has another pass: %v", err)
		}
		r.enter(1)
		var waiting *turnstile.Waiting
		if _, _, err := r.gate.Enter(t.Context(), r.Event, r.receipts[2]); !errors.As(err, &waiting) || waiting.Place != 3 || waiting.Serving != 2 || waiting.Called {
			t.Errorf("the third is told %v", err)
		}

		r.look(2, 2)
		r.Must(r.registers(inventory.Who{Actor: "public", Entrant: 1}, "ann"))
		if _, _, err := r.gate.Enter(t.Context(), r.Event, r.receipts[0]); !errors.Is(err, turnstile.ErrDone) {
			t.Errorf("who is done: %v", err)
		}
		r.look(3, 1)
		third := r.enter(2)
		if err := r.gate.Leave(t.Context(), r.Event, r.receipts[1]); err != nil {
			t.Fatal(err)
		}
		r.Now++
		r.look(4, 1)
		r.Now += inventory.Instant(10 * inventory.Minute)
		r.look(6, 0) // the fourth, who was called and did not come, is not waited for
		if o, err := r.Try(r.registers(third, "late")); err != nil || o[0].Code != inventory.PassRequired {
			t.Errorf("whose pass is over: %+v, %v", o, err)
		}
		r.enter(4)
		r.enter(3)
	})
}

// TestNeverTooManyInThePublicDocument: the document counts those inside in the order in which
// they came and left, although its time was taken before that. If it counted by its time, a person who
// left since and one who came instead would both be inside.
func TestNeverTooManyInThePublicDocument(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		r := open(t, testdb.Open(t, url), 20, 2, 6)
		r.look(2, 0)
		r.enter(0)
		r.enter(1)
		early := r.Now
		// The other server, or this one while its document waits for the lock.
		r.Now += inventory.Instant(inventory.Second)
		if err := r.gate.Leave(t.Context(), r.Event, r.receipts[0]); err != nil {
			t.Fatal(err)
		}
		r.look(3, 1)
		r.enter(2)
		r.Now = early
		r.look(3, 2)
		// Done is as good as left.
		r.Now += inventory.Instant(2 * inventory.Second)
		early = r.Now - 1
		r.Must(r.registers(inventory.Who{Actor: "public", Entrant: 2}, "ben"))
		r.look(4, 1)
		r.enter(3)
		r.Now = early
		r.look(4, 2)
		// And so is a pass that was over when the next was given.
		r.Now += 1 + inventory.Instant(10*inventory.Minute)
		early = r.Now - 1
		r.look(6, 0)
		r.enter(4)
		r.enter(5)
		r.Now = early
		r.look(6, 2)
	})
}

// TestNobodyIsCalledForNothing: whoever has an order to pay competes for nothing that is left.
func TestNobodyIsCalledForNothing(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		r := open(t, testdb.Open(t, url), 2, 5, 5)
		r.Must(inventory.SetTier{Who: inventory.Who{Actor: "key_staff", Staff: true}, Tier: inventory.Tier{ID: r.Tier, Name: "General", Pools: []string{r.Pool}, Price: inventory.Price{Amount: 100}}})
		r.look(2, 0)
		ann := r.enter(0)
		r.enter(1)
		r.look(2, 2)
		order := inventory.Reserve{
			Who: ann, OrderID: r.In("ord_"), PersonID: r.In("per_"), UserID: "ann", Guests: inventory.NoGuests, Profile: inventory.Profile{Email: "ann@example.org"},
			Lines: []inventory.OrderLine{{Tier: r.Tier, Quantity: 1}},
		}
		if o := r.Must(order); o[0].Status != "pending" {
			t.Fatalf("%+v", o[0])
		}
		// One unit is left, and the second looks at it: the first, who has an order, does not.
		r.Now += inventory.Instant(inventory.Second)
		r.look(2, 2)
		if err := r.gate.Leave(t.Context(), r.Event, r.receipts[1]); err != nil {
			t.Fatal(err)
		}
		r.Now += inventory.Instant(inventory.Second)
		r.look(3, 1)
	})
}

// TestNothingIsTakenWhileLeaving: whoever leaves waits for what is being taken with the pass, and
// was there until then; nothing is taken after that. Without the lock on the row of the pass
// leaving would not wait.
func TestNothingIsTakenWhileLeaving(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		r := open(t, testdb.Open(t, url), 2, 2, 2)
		for n, order := range []bool{false, true} {
			who := r.enter(n)
			c := r.registers(who, fmt.Sprint("user", n))
			b := r.Begin(c)
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			err := r.gate.Leave(ctx, r.Event, r.receipts[n])
			cancel()
			b.Rollback()
			if err == nil {
				t.Fatal("somebody left while something was taken with the pass")
			}
			if order {
				if err := r.gate.Leave(t.Context(), r.Event, r.receipts[n]); err != nil {
					t.Fatal(err)
				}
				if o, err := r.Try(c); err != nil || o[0].Code != inventory.PassRequired {
					t.Errorf("after leaving: %+v, %v", o, err)
				}
			} else if o := r.Must(c); o[0].Status != "confirmed" {
				t.Errorf("before leaving: %+v", o)
			}
		}
	})
}

// TestLeavesBehind: where a server's clock is behind that of the one that let somebody in, they
// leave when they came in, and not before.
func TestLeavesBehind(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		r := open(t, testdb.Open(t, url), 2, 2, 1)
		r.enter(0)
		came := r.Now
		r.Now -= inventory.Instant(inventory.Second)
		if err := r.gate.Leave(t.Context(), r.Event, r.receipts[0]); err != nil {
			t.Fatal(err)
		}
		err := r.S.Snapshot(t.Context(), func(v *snapshot.Snapshot) error {
			return v.RoomPasses(r.Event, func(p *inventory.Pass) error {
				if p.EnteredAt != came || p.LeftAt != came {
					t.Errorf("%+v", p)
				}
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestRefused: a receipt of another event, of nobody, or of a room that does not serve lets
// nobody in.
func TestRefused(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		r, other := open(t, s, 2, 2, 1), open(t, s, 2, 2, 1)
		for _, text := range []string{"", "x", other.receipts[0], r.receipts[0] + "\n"} {
			if _, _, err := r.gate.Enter(t.Context(), r.Event, text); !errors.Is(err, waitroom.ErrReceipt) {
				t.Errorf("the receipt %q: %v", text, err)
			}
			if err := r.gate.Leave(t.Context(), r.Event, text); !errors.Is(err, waitroom.ErrReceipt) {
				t.Errorf("to leave with %q: %v", text, err)
			}
		}
		if err := r.gate.Leave(t.Context(), r.Event, r.receipts[0]); !errors.Is(err, turnstile.ErrNotInside) {
			t.Errorf("to leave before coming in: %v", err)
		}
		if _, err := r.gate.Look(t.Context(), "evt_none"); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("no event: %v", err)
		}
		r.Must(inventory.CancelEvent{Who: inventory.Who{Actor: "key_staff", Staff: true}})
		r.gate.Forget(r.Event)
		if _, _, err := r.gate.Enter(t.Context(), r.Event, r.receipts[0]); !errors.Is(err, turnstile.ErrClosed) {
			t.Errorf("of an event that was cancelled: %v", err)
		}
	})
}

// TestSoldOutIsCalledForTheWaitlist: when all is taken, people are called in order all the same,
// as many at once as may be, and join the waitlist; not while somebody could give back what is
// not paid.
func TestSoldOutIsCalledForTheWaitlist(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		r := open(t, testdb.Open(t, url), 1, 2, 5)
		r.Sell(100)
		r.look(1, 0)
		order := r.Reserve("ann", 1)
		order.Who = r.enter(0)
		r.Must(order)
		r.Now += inventory.Instant(inventory.Minute)
		if v := r.look(1, 1); !v.Stock.SoldOut || !v.Stock.Waits || v.Buying != 1 || v.Stock.Tiers[0].State != waitroom.TierSoldOut {
			t.Errorf("with an order to pay: %+v", v)
		}
		var waiting *turnstile.Waiting
		if _, _, err := r.gate.Enter(t.Context(), r.Event, r.receipts[1]); !errors.As(err, &waiting) || !waiting.SoldOut || waiting.Odds == nil || waiting.Odds.Chance != waitroom.Unlikely {
			t.Errorf("who waits is told %v", err)
		}
		r.Must(inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: order.OrderID, PaymentID: "pay_ann", Amount: 100, Currency: "EUR"})
		r.Now += inventory.Instant(inventory.Minute)
		v := r.look(3, 0)
		if v.Sale != (waitroom.Sale{Called: 3, Came: 1, Decided: 1, Took: 1}) {
			t.Errorf("the sale is %+v", v.Sale)
		}
		waits := func(n int, user string) {
			who := r.enter(n)
			c := inventory.Join{Who: who, Party: r.registers(who, user).Party}
			if o := r.Must(c); o[0].Status != "waitlisted" {
				t.Errorf("%s: %+v", user, o[0])
			}
		}
		waits(1, "ben")
		waits(2, "cid")
		r.Now += inventory.Instant(inventory.Second)
		r.look(5, 0)
		waits(4, "eve") // whose number is called, before the fourth, who comes late
		waits(3, "dan")
	})
}

// TestNobodyIsCalledForAFullWaitlist: no more are called to join the waitlist than it takes, with
// those who are offered something already.
func TestNobodyIsCalledForAFullWaitlist(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		r := open(t, testdb.Open(t, url), 1, 5, 6, func(s *inventory.Settings) { s.Waitlist.Limit = 2 })
		r.look(1, 0)
		taken := r.registers(r.enter(0), "ann")
		r.Must(taken)
		r.Now += inventory.Instant(inventory.Minute)
		r.look(3, 0)
		for n, user := range []string{1: "ben", 2: "cid"} {
			if n > 0 {
				if o := r.Must(inventory.Join{Who: r.enter(n), Party: r.registers(inventory.Who{}, user).Party}); o[0].Status != "waitlisted" {
					t.Fatalf("%s: %+v", user, o[0])
				}
			}
		}
		r.Now += inventory.Instant(inventory.Minute)
		r.look(3, 0)
		r.Must(inventory.Cancel{Who: inventory.Who{Actor: "key_staff", Staff: true}, OrderID: taken.OrderID})
		r.Now += inventory.Instant(inventory.Minute)
		if v := r.look(3, 0); v.Stock.Waits {
			t.Errorf("with an offer and one who waits, two are on the waitlist, and two may be: %+v", v.Stock)
		}
	})
}

// TestServersCallAsOne: two servers call no more people than one: of those for whom there is room
// each is called once, and an organizer's rate is that of the room. A server that is started anew
// calls nobody again for whom it waits.
func TestServersCallAsOne(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		const people = 150
		s := testdb.Open(t, url)
		together := func(r *room, servers ...*turnstile.Turnstile) (serving int64) {
			t.Helper()
			var wg sync.WaitGroup
			views := make([]*turnstile.View, len(servers))
			for n, server := range servers {
				server.Forget(r.Event)
				wg.Go(func() {
					v, err := server.Look(t.Context(), r.Event)
					if err != nil {
						t.Error(err)
						return
					}
					views[n] = v
				})
			}
			wg.Wait()
			for _, v := range views {
				if v != nil {
					serving = max(serving, v.Serving)
				}
			}
			return serving
		}

		full := open(t, s, people, 10, 40)
		a, b := full.gate, full.server(testdb.Open(t, url))
		if got := together(full, a, b); got != 10 {
			t.Errorf("%d are called by two servers, and there is room for 10", got)
		}
		full.enter(0)
		full.enter(1)
		full.Now += inventory.Instant(5 * inventory.Second)
		if got := together(full, b, full.server(s)); got != 10 {
			t.Errorf("%d are called after a restart, and there is room for 10", got)
		}
		// Two of ten came, by the first server. Each of the others counts the rest as not coming.
		full.Now += inventory.Instant(16 * inventory.Second)
		if got := together(full, b); got != 40 {
			t.Errorf("%d are called for eight free places when a fifth of those who were called came, want all 40", got)
		}

		slow := open(t, s, people, people, people, func(s *inventory.Settings) { s.Onsale.PerMinute = 60 })
		a, b = slow.gate, slow.server(testdb.Open(t, url))
		together(slow, a, b)
		first := together(slow, a, b)
		var last int64
		for range 60 {
			slow.Now += inventory.Instant(inventory.Second)
			last = together(slow, a, b)
		}
		if called := last - first; called < 58 || called > 61 {
			t.Errorf("two servers have called %d in a minute, at 60 a minute", called)
		}
	})
}
