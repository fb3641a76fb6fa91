package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

func putMail(t *testing.T, s *store.Store, to ...string) {
	t.Helper()
	var mails []messages.Mail
	for i, recipient := range to {
		mails = append(mails, messages.Mail{ID: fmt.Sprint(i), SentAt: Epoch, Recipient: recipient, Subject: "s", TextBody: "t", HTMLBody: "h"})
	}
	if err := s.Mails.PutMail(t.Context(), mails); err != nil {
		t.Fatal(err)
	}
}

func testRollback(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 10, nil)
	before := h.Count("select count(*) from audit")
	b := h.Begin(h.Register("ann", 1))
	inventory.Decide(b.Cached.State, b.Work, h.batch(h.Register("ann", 1)))
	b.Rollback()
	b.Rollback()
	if err := h.commit(b, &inventory.Changes{}); err == nil {
		t.Error("a batch that was rolled back could be committed")
	}
	h.Cached = nil
	h.Must(h.Register("bob", 1))
	if n := h.Count("select count(*) from holds where event_id = $1", h.Event); n != 1 {
		t.Errorf("%d holds, want the one that was committed", n)
	}
	if n := h.Count("select count(*) from audit"); n <= before {
		t.Errorf("%d audit rows, no more than the %d before", n, before)
	}
}

func testOutbox(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 10, nil)
	errMail := errors.New("the outbox is full")
	for _, fail := range []bool{true, false} {
		cmds := []inventory.Command{h.Register("ann", 1), h.Register("bob", 1)}
		b := h.Begin(cmds...)
		result := inventory.Decide(b.Cached.State, b.Work, h.batch(cmds...))
		w := h.write(&result.Changes, b.Cached.Head)
		calls := 0
		w.Outbox = func(event string, list []inventory.Message) (database.Job, error) {
			calls++
			if event != h.Event || len(list) != 2 || list[1].Seq != list[0].Seq+1 {
				t.Errorf("a job for %v of %s", list, event)
			}
			if fail {
				return database.Job{}, errMail
			}
			return database.Job{Kind: "deliver_messages", Args: []byte(`{"x":1}`), Queue: "default", Priority: 1, MaxAttempts: 3}, nil
		}
		err := b.Commit(t.Context(), w)
		if fail != errors.Is(err, errMail) || calls != 1 {
			t.Fatalf("fail %t: %d calls, error %v", fail, calls, err)
		}
		h.Cached = nil
		want := int64(2)
		if fail {
			want = 0
		}
		if n := h.Count("select count(*) from messages where event_id = $1", h.Event); n != want {
			t.Fatalf("fail %t: %d messages, want %d", fail, n, want)
		}
		if n := h.Count("select count(*) from river_job where kind = 'deliver_messages' and state = 'available'"); n != want/2 {
			t.Fatalf("fail %t: %d jobs, want %d", fail, n, want/2)
		}
	}
}

func testReplies(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 10, nil)
	stored := []database.Reply{
		{Key: database.Key{Scope: h.Event, Caller: "key_a", Key: "1", BodyHash: [32]byte{1}}, Reply: `{"a":1}`},
		{Key: database.Key{Scope: h.Event, Caller: "key_b", Key: "1", BodyHash: [32]byte{2}}, Reply: `{"b":1}`},
		{Key: database.Key{Scope: h.Org, Caller: "key_a", Key: "1", BodyHash: [32]byte{3}}, Reply: `{"org":1}`},
	}
	version := h.Cached.State.Event.Version
	b := h.Begin()
	// Refusals change nothing of the event and are stored all the same.
	if err := b.Commit(t.Context(), ledger.Write{Changes: &inventory.Changes{}, Replies: stored, Now: h.Now}); err != nil {
		t.Fatal(err)
	}
	keys := []database.Key{{Scope: h.Event, Caller: "key_c", Key: "1"}, {Scope: h.Event, Caller: "key_a", Key: "2"}}
	for _, r := range stored {
		keys = append(keys, database.Key{Scope: r.Key.Scope, Caller: r.Key.Caller, Key: r.Key.Key})
	}
	b, err := ledger.Begin(t.Context(), h.S, ledger.BatchQuery{EventID: h.Event, Batch: h.batch(), Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	b.Rollback()
	want := map[database.Key]database.Reply{}
	for _, r := range stored {
		want[database.Key{Scope: r.Key.Scope, Caller: r.Key.Caller, Key: r.Key.Key}] = r
	}
	if d := diff(want, b.Replies); d != "" {
		t.Errorf("replies (-stored +found):\n%s", d)
	}
	if b.Cached.State.Event.Version != version {
		t.Error("replies alone changed the version of the event")
	}
	// The same key again is another server's work, and a conflict.
	b = h.Begin()
	err = b.Commit(t.Context(), ledger.Write{Changes: &inventory.Changes{}, Replies: stored[:1], Now: h.Now})
	if !errors.Is(err, database.ErrConflict) {
		t.Errorf("a reply stored twice: %v, want ErrConflict", err)
	}
}

func testStale(t *testing.T, open Open) {
	s := open(t)
	h := OpenEvent(t, s, 10, nil)
	other := h.Beside(open(t))
	other.Must(other.Register("ann", 2))
	if h.Cached.State.Event.Version == other.Cached.State.Event.Version {
		t.Fatal("a batch left the version as it was")
	}
	stale := h.Cached
	b := h.Begin()
	b.Rollback()
	if b.Cached == stale {
		t.Fatal("a stale state was taken for current")
	}
	if d := diff(other.Cached, b.Cached); d != "" {
		t.Errorf("the other server's state (-its +loaded):\n%s", d)
	}
	other.Begin().Rollback()
	h.Cached = other.Cached
	b = h.Begin()
	b.Rollback()
	if b.Cached != other.Cached {
		t.Error("a current state was loaded again")
	}
}

// testReload runs a random crowd and compares, after every batch, the cached
// state with what a server that starts now would load.
func testReload(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 40, func(s *inventory.Settings) { s.Waitlist.WaveSize, s.Waitlist.WaveInterval = 3, inventory.Hour })
	const seed = 7
	random := rand.New(rand.NewPCG(seed, seed))
	t.Logf("seed %d", seed)
	person := inventory.Who{Actor: "public"}
	staff := inventory.Who{Actor: "key_a", Staff: true}
	for batch := range 25 {
		var cmds []inventory.Command
		for range 1 + random.IntN(12) {
			user := fmt.Sprintf("user%d", random.IntN(120))
			switch random.IntN(8) {
			case 0, 1, 2, 3:
				cmds = append(cmds, h.Register(user, 1+random.Int64N(3)))
			case 4:
				cmds = append(cmds, inventory.Cancel{Who: person, UserID: user})
			case 5:
				party := h.Party(user, 1)
				party.Class = random.IntN(3)
				cmds = append(cmds, inventory.Join{Who: staff, Party: party})
			case 6:
				cmds = append(cmds, inventory.SetCapacity{Who: staff, Pool: h.Pool, Capacity: 30 + random.Int64N(20)})
			case 7:
				cmds = append(cmds, inventory.Erase{Who: staff, UserID: user})
			}
		}
		h.Now += inventory.Instant(random.Int64N(int64(2 * inventory.Hour)))
		if _, err := h.Do(t.Context(), cmds...); err != nil {
			t.Fatalf("batch %d: %v", batch, err)
		}
		h.CheckReload()
		h.CheckCounts()
	}
	if h.Count("select count(*) from offers where event_id = $1", h.Event) == 0 ||
		h.Count("select count(*) from waitlist_entries where event_id = $1", h.Event) == 0 {
		t.Error("the crowd never filled the hall: the test shows little")
	}
	checkChain(t, h)
}

// checkChain recomputes the hash chain from the stored rows.
func checkChain(t *testing.T, h *Fixture) {
	t.Helper()
	var head audit.Hash
	for after := int64(0); ; {
		lines, err := h.S.Events.Audit(t.Context(), h.Event, after, 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) == 0 {
			break
		}
		for _, l := range lines {
			head = audit.Chain(head, h.Event, []inventory.AuditRow{l.AuditRow})[0]
			if head != l.Hash {
				t.Fatalf("audit row %d does not have the hash of its fields", l.Seq)
			}
			after = l.Seq
		}
	}
	if head != h.Cached.Head {
		t.Error("the chain does not end at the head")
	}
}

func testCommitted(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 10, nil)
	seq, head := h.Cached.State.Event.Seq, h.Cached.Head
	for _, c := range []struct {
		name string
		seq  int64
		hash audit.Hash
		want bool
	}{
		{"the last row", seq, head, true},
		{"another hash", seq, audit.Hash{1}, false},
		{"a row that is not there", seq + 1, head, false},
	} {
		got, err := ledger.Committed(t.Context(), h.S, h.Event, c.seq, c.hash)
		if err != nil || got != c.want {
			t.Errorf("%s: %t, %v, want %t", c.name, got, err, c.want)
		}
	}
	got, err := ledger.Committed(t.Context(), h.S, NewFixture(t, h.S).Event, 1, head)
	if err != nil || got {
		t.Errorf("an event that does not exist: %t, %v", got, err)
	}
}
