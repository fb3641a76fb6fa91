package joins_test

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

var key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

func keys() []ed25519.PublicKey { return []ed25519.PublicKey{key.Public().(ed25519.PublicKey)} }

func writer(t *testing.T, s *store.Store, now inventory.Instant) *joins.Writer {
	t.Helper()
	w, err := joins.New(joins.Config{Store: s, Key: key, IdentityKey: make([]byte, 32), Now: func() inventory.Instant { return now }})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// opens is when the waiting rooms of the tests open.
var opens = storetest.Epoch + inventory.Instant(inventory.Hour)

func queue(s *inventory.Settings) {
	s.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, Inside: 100, Admission: 10 * inventory.Minute,
		OpensAt: opens, ServesAt: opens + inventory.Instant(inventory.Hour),
	}
}

// TestTwoServersOneRoom: people join at two servers at once, each several times. Each has
// one index, no index is left out, and every receipt is genuine and stays the same.
func TestTwoServersOneRoom(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		servers := []*store.Store{testdb.Open(t, url), testdb.Open(t, url)}
		h := storetest.OpenEvent(t, servers[0], 1, queue)
		writers := []*joins.Writer{writer(t, servers[0], opens), writer(t, servers[1], opens)}
		const people, times = 300, 2
		var mu sync.Mutex
		texts := map[string]string{} // by person
		var wg sync.WaitGroup
		for _, w := range writers {
			for n := range people * times {
				wg.Go(func() {
					who := fmt.Sprint(n % people)
					r, err := w.Join(t.Context(), h.Event, who)
					if err != nil {
						t.Error(err)
						return
					}
					text := r.Text()
					mu.Lock()
					defer mu.Unlock()
					if before, ok := texts[who]; ok && before != text {
						t.Errorf("person %s has two receipts: %s", who, cmp.Diff(before, text))
					}
					texts[who] = text
				})
			}
		}
		wg.Wait()
		seen := map[int64]bool{}
		for who, text := range texts {
			r, err := waitroom.ParseReceipt(text, h.Event, keys())
			if err != nil {
				t.Fatalf("the receipt of %s: %v", who, err)
			}
			if seen[r.Entrant.Index] || r.Entrant.Index < 0 || r.Entrant.Index >= people {
				t.Errorf("index %d of %s", r.Entrant.Index, who)
			}
			seen[r.Entrant.Index] = true
		}
		// A server that has just started goes on from the rows.
		fresh := writer(t, testdb.Open(t, url), opens)
		for _, who := range []string{"0", "17", "299"} {
			if r, err := fresh.Join(t.Context(), h.Event, who); err != nil || r.Text() != texts[who] {
				t.Errorf("%s came again after a restart: %v", who, err)
			}
		}
		if r, err := fresh.Join(t.Context(), h.Event, "new"); err != nil || r.Entrant.Index != people {
			t.Errorf("the next one: %+v, %v", r, err)
		}
		got, err := servers[1].WaitingRooms.Room(t.Context(), h.Event)
		if err != nil || got.Entrants != people+1 || len(got.Nodes) > 64*32 {
			t.Errorf("%d entrants, %d bytes, %v", got.Entrants, len(got.Nodes), err)
		}
		if n := h.Count("select count(*) from waiting_room_entrants where event_id = $1", h.Event); n != people+1 {
			t.Errorf("%d rows of entrants", n)
		}
	})
}

// TestRoomOfMillions: all that joining needs of a room with almost 17 million people in it is
// one row, of less than 1 KB whatever the number; whoever joins next gets a genuine receipt.
func TestRoomOfMillions(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		h := storetest.OpenEvent(t, s, 1, queue)
		// With so many each bit of the number is set once somebody has joined: it has as many
		// subtrees as there can be.
		const people = 1<<24 - 2
		room := waitingrooms.WaitingRoom{EventID: h.Event, Entrants: people, Sealed: waitingrooms.NotSealed}
		for range bits.OnesCount(people) {
			node := tlog.RecordHash([]byte(fmt.Sprint(len(room.Nodes))))
			room.Nodes = append(room.Nodes, node[:]...)
		}
		if _, err := s.JobsDB().ExecContext(t.Context(), "insert into waiting_rooms (event_id, entrants, nodes, serving, sealed) values ($1, $2, $3, $4, $5)",
			room.EventID, room.Entrants, room.Nodes, room.Serving, room.Sealed); err != nil {
			t.Fatal(err)
		}
		r, err := writer(t, s, opens).Join(t.Context(), h.Event, "ann")
		if err != nil || r.Entrant.Index != people {
			t.Fatalf("the next one: %+v, %v", r, err)
		}
		if _, err := waitroom.ParseReceipt(r.Text(), h.Event, keys()); err != nil {
			t.Error(err)
		}
		got, err := s.WaitingRooms.Room(t.Context(), h.Event)
		if err != nil || got.Entrants != people+1 || len(got.Nodes) != 24*tlog.HashSize {
			t.Fatalf("%d entrants, %d bytes, %v", got.Entrants, len(got.Nodes), err)
		}
		if size := len(got.EventID) + len(got.Nodes) + 3*8; size > 1024 {
			t.Errorf("the room has %d bytes", size)
		}
		if n := h.Count("select count(*) from waiting_room_entrants where event_id = $1", h.Event); n != 1 {
			t.Errorf("%d rows of entrants", n)
		}
	})
}

// TestOnlyWhileOpen: people join from the opening until the registration cutoff, of a
// published event that has a waiting room.
func TestOnlyWhileOpen(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		without := storetest.OpenEvent(t, s, 1, nil)
		if _, err := writer(t, s, opens).Join(t.Context(), without.Event, "ann"); !errors.Is(err, joins.ErrNone) {
			t.Errorf("an event without a room: %v", err)
		}
		if _, err := writer(t, s, opens).Join(t.Context(), "evt_none", "ann"); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("no event: %v", err)
		}
		h := storetest.OpenEvent(t, s, 1, func(s *inventory.Settings) {
			queue(s)
			s.RegistrationCutoff = opens + inventory.Instant(2*inventory.Hour)
		})
		for _, now := range []inventory.Instant{opens - 1, opens + inventory.Instant(2*inventory.Hour)} {
			if _, err := writer(t, s, now).Join(t.Context(), h.Event, "ann"); !errors.Is(err, joins.ErrNotOpen) {
				t.Errorf("at %d: %v", now-opens, err)
			}
		}
		if _, err := s.WaitingRooms.Room(t.Context(), h.Event); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("who was refused left a room: %v", err)
		}
		if _, err := writer(t, s, opens).Join(t.Context(), h.Event, "ann"); err != nil {
			t.Error(err)
		}
	})
}

// TestForgotten: whoever is forgotten in a room, or in all, is found by the identity no more, and
// is somebody new who joins again. The receipts stay genuine.
func TestForgotten(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		w := writer(t, s, opens)
		fixtures := []*storetest.Fixture{storetest.OpenEvent(t, s, 1, queue), storetest.OpenEvent(t, s, 1, queue)}
		texts := make([]string, len(fixtures))
		for i, h := range fixtures {
			for _, who := range []string{"ann", "ben"} {
				r, err := w.Join(t.Context(), h.Event, who)
				if err != nil {
					t.Fatal(err)
				}
				if who == "ann" {
					texts[i] = r.Text()
				}
			}
		}
		known := func(h *storetest.Fixture, who string) bool {
			t.Helper()
			_, _, err := w.Entrant(t.Context(), h.Event, who)
			if err != nil && !errors.Is(err, database.ErrNotFound) {
				t.Fatal(err)
			}
			return err == nil
		}
		if err := w.Forget(t.Context(), fixtures[0].Event, "ann"); err != nil {
			t.Fatal(err)
		}
		if known(fixtures[0], "ann") || !known(fixtures[1], "ann") || !known(fixtures[0], "ben") {
			t.Error("others were forgotten than ann in the first room")
		}
		for range 2 {
			if err := w.Forget(t.Context(), "", "ann"); err != nil {
				t.Fatal(err)
			}
		}
		if known(fixtures[1], "ann") || !known(fixtures[1], "ben") {
			t.Error("others were forgotten than ann in the second room")
		}
		for i, h := range fixtures {
			if _, err := waitroom.ParseReceipt(texts[i], h.Event, keys()); err != nil {
				t.Errorf("the receipt of a forgotten entrant: %v", err)
			}
			if r, err := w.Join(t.Context(), h.Event, "ann"); err != nil || r.Entrant.Index != 2 {
				t.Errorf("ann comes again: %+v, %v", r, err)
			}
			if r, err := w.Join(t.Context(), h.Event, "ben"); err != nil || r.Entrant.Index != 1 {
				t.Errorf("ben comes again: %+v, %v", r, err)
			}
		}
	})
}

// TestReceiptOfChangedRows: rows that were changed get no receipt.
func TestReceiptOfChangedRows(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		h := storetest.OpenEvent(t, s, 1, queue)
		w := writer(t, s, opens)
		for _, who := range []string{"ann", "bob"} {
			if _, err := w.Join(t.Context(), h.Event, who); err != nil {
				t.Fatal(err)
			}
		}
		_, err := s.JobsDB().ExecContext(t.Context(), "update waiting_room_entrants set class = 1 where event_id = $1 and idx = 1", h.Event)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Receipt(t.Context(), h.Event, 0); err != nil {
			t.Errorf("the batch before: %v", err)
		}
		if r, err := w.Receipt(t.Context(), h.Event, 1); err == nil {
			t.Errorf("a changed row has the receipt %s", r.Text())
		}
		if _, err := w.Receipt(t.Context(), h.Event, 2); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("an index that nobody has: %v", err)
		}
	})
}

// TestClosed: a closed writer refuses, and leaves no goroutine.
func TestClosed(t *testing.T) {
	s := testdb.Open(t, testdb.SQLite(t))
	before := goleak.IgnoreCurrent()
	w := writer(t, s, storetest.Epoch)
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Join(t.Context(), "evt_none", "ann"); !errors.Is(err, joins.ErrClosed) {
		t.Errorf("%v", err)
	}
	goleak.VerifyNone(t, before)
	if _, err := joins.New(joins.Config{Store: s}); err == nil {
		t.Error("a writer without keys")
	}
}

// TestBallot: whoever joins a ballot says what they want, can change it until the seal, and
// keeps the place; whoever is forgotten wants nothing any more.
func TestBallot(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		sealed := opens + inventory.Instant(inventory.Hour)
		h := storetest.OpenEvent(t, s, 1, func(s *inventory.Settings) {
			queue(s)
			o := &s.Onsale
			o.Mode, o.Identity, o.Inside, o.Admission, o.SealsAt = inventory.OnsaleBallot, inventory.OnsaleAccount, 0, 0, sealed
			o.ServesAt = sealed + inventory.Instant(inventory.Hour)
			o.Beacon = inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: strings.Repeat("ab", 32), Source: "the lottery of that evening", Members: 1}
		})
		plain := storetest.OpenEvent(t, s, 1, queue)
		w := writer(t, s, opens)
		if _, err := w.Join(t.Context(), h.Event, "ann"); !errors.Is(err, joins.ErrBallot) {
			t.Errorf("who does not say what they want: %v", err)
		}
		if _, err := w.JoinBallot(t.Context(), plain.Event, "ann", &waitingrooms.RoomWish{}); !errors.Is(err, joins.ErrNoBallot) {
			t.Errorf("a wish where there is no ballot: %v", err)
		}
		first := waitingrooms.RoomWish{UserID: "u", Email: "ann@example.org", Name: "Ann", Locale: "en", Tiers: `["a"]`, Units: 1}
		if _, err := w.JoinBallot(t.Context(), h.Event, "ben", &first); err != nil {
			t.Fatal(err)
		}
		got, err := w.JoinBallot(t.Context(), h.Event, "ann", &first)
		if err != nil {
			t.Fatal(err)
		}
		other := first
		other.Tiers, other.Units, other.Name = `["b","a"]`, 2, "Anna"
		again, err := w.JoinBallot(t.Context(), h.Event, "ann", &other)
		if err != nil || again.Text() != got.Text() {
			t.Errorf("whoever says it again has another place: %v", err)
		}
		other.Index = got.Entrant.Index
		if wish, err := s.WaitingRooms.Wish(t.Context(), h.Event, got.Entrant.Index); err != nil || wish != other {
			t.Errorf("what is wanted is %+v, want %+v, %v", wish, other, err)
		}
		if _, err := writer(t, s, sealed).JoinBallot(t.Context(), h.Event, "ann", &first); !errors.Is(err, joins.ErrNotOpen) {
			t.Errorf("after the seal: %v", err)
		}
		if err := w.Forget(t.Context(), h.Event, "ann"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.WaitingRooms.Wish(t.Context(), h.Event, got.Entrant.Index); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("what somebody wants who is forgotten: %v", err)
		}
		if _, err := s.WaitingRooms.Wish(t.Context(), h.Event, 0); err != nil {
			t.Errorf("what somebody else wants is forgotten too: %v", err)
		}
	})
}
