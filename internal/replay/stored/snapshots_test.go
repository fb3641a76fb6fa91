package stored

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/replay"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// busy is an event to which many come, of whom nine in ten find a place.
type busy struct {
	t      *testing.T
	store  *store.Store
	writer *sequencer.Writer
	ids    id.Maker
	event  string
	tier   string
	told   strings.Builder
	keeper Keeper
}

func newBusy(t *testing.T, url string, capacity int64, every int64) *busy {
	t.Helper()
	b := &busy{t: t, store: testdb.Open(t, url)}
	_, private, err := ed25519.GenerateKey(nil)
	b.must(err)
	b.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: b.store, SigningKey: private})
	b.must(err)
	b.keeper = Keeper{Store: b.store, Log: slog.New(slog.NewTextHandler(&b.told, nil)), Every: every}
	org := b.ids.Top(id.Organization)
	b.event = b.ids.Top(id.Event)
	b.tier = b.ids.In(id.Tier, b.event)
	pool := b.ids.In(id.Pool, b.event)
	now := inventory.At(time.Now())
	b.must(b.store.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: now}))
	b.write(sequencer.Request{EventID: b.event, Details: events.Details{Title: "Concert"}.All(), Command: inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{
			ID: b.event, OrgID: org, Zone: time.UTC, StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
			Settings: inventory.Settings{Waitlist: inventory.WaitlistSettings{
				Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact, ClaimWindow: 6 * inventory.Hour,
			}},
		},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: capacity}}, Tiers: []inventory.Tier{{ID: b.tier, Name: "General", Pools: []string{pool}}},
		Publish: true,
	}})
	return b
}

func (b *busy) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *busy) write(requests ...sequencer.Request) {
	b.t.Helper()
	results, _ := b.writer.Write(b.t.Context(), b.event, requests)
	for _, r := range results {
		b.must(r.Err)
		if r.Reply.Code != inventory.OK {
			b.t.Fatalf("refused: %s", r.Reply.Code)
		}
	}
}

// come lets people register, from one of them to another, 500 in a batch.
func (b *busy) come(from, to int) {
	b.t.Helper()
	for ; from < to; from += 500 {
		var requests []sequencer.Request
		for i := from; i < min(to, from+500); i++ {
			user := fmt.Sprintf("user%d", i)
			requests = append(requests, sequencer.Request{EventID: b.event, Command: inventory.Register{
				Who: inventory.Who{Actor: "public"}, OrderID: b.ids.In(id.Order, b.event), JoinWaitlist: true,
				Party: inventory.Party{EntryID: b.ids.In(id.Entry, b.event), PersonID: b.ids.In(id.Person, b.event), UserID: user, Tier: b.tier, Units: 1, Profile: inventory.Profile{Email: user + "@example.org", Name: user}},
			}})
		}
		b.write(requests...)
	}
}

// stand replays the event, and says how long it took and which rows were folded at most.
func (b *busy) stand(seq int64, w Way) (*View, time.Duration) {
	b.t.Helper()
	begun := time.Now()
	v, err := Replay(b.t.Context(), b.store, b.event, Moment{Seq: seq}, w)
	b.must(err)
	return v, time.Since(begun)
}

func (b *busy) compare() *Damage {
	b.t.Helper()
	var d *Damage
	b.must(b.store.Snapshot(b.t.Context(), func(snap *snapshot.Snapshot) (err error) {
		d, err = Compare(snap, b.event)
		return err
	}))
	return d
}

// TestLongEvent: an event of many rows is answered at any moment, from a bounded number of
// rows, and as all rows have it.
func TestLongEvent(t *testing.T) {
	t.Parallel()
	people := seed.Count(t, "HOLDFAST_REPLAY_ROWS", 3000)
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		every := int64(max(100, people/40))
		b := newBusy(t, url, int64(people*9/10), every)
		b.come(0, people)
		begun := time.Now()
		b.keeper.beginSweep()
		b.must(b.keeper.Round(t.Context()))
		made := time.Since(begun)
		last, _ := b.stand(0, Way{Most: every})
		for _, seq := range []int64{1, every - 1, every, every + 1, last.Seq() / 2, last.Seq()} {
			got, quick := b.stand(seq, Way{Most: every})
			want, slow := b.stand(seq, Way{FromRows: true})
			if !reflect.DeepEqual(got.Figures(), want.Figures()) || !reflect.DeepEqual(got.Waitlist(), want.Waitlist()) {
				t.Errorf("after row %d it stood as %+v, by the rows %+v", seq, got.Figures(), want.Figures())
			}
			t.Logf("row %d: %v from the snapshots, %v from the rows", seq, quick, slow)
		}
		begun = time.Now()
		if d := b.compare(); d != nil {
			t.Errorf("the snapshot after row %d: %s", d.Seq, d.Why)
		}
		var bytes int64
		b.must(b.store.JobsDB().QueryRowContext(t.Context(), "select sum(length(delta)) from replay_snapshots").Scan(&bytes))
		t.Logf("%d rows: made in %v, compared in %v, %d bytes", last.Seq(), made, time.Since(begun), bytes)
	})
}

// TestDishonestSnapshots: a snapshot that is whole, and not what the rows add up to, is
// found by whoever compares; one that rows do not follow from is not answered from, and is
// made again.
func TestDishonestSnapshots(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		const every = 20
		b := newBusy(t, url, 30, every)
		b.come(0, 70)
		b.keeper.Changed(b.event)
		b.must(b.keeper.Round(t.Context()))
		honest, _ := b.stand(0, Way{})
		upTo := 40
		forge := func(change func(*replay.Facts, *inventory.AuditRow)) {
			t.Helper()
			var list []logs.ReplaySnapshot
			b.must(b.store.Snapshot(t.Context(), func(snap *snapshot.Snapshot) error {
				e, err := snap.Event(b.event)
				b.must(err)
				s, err := begin(snap, e)
				b.must(err)
				s.Follow()
				rows, err := snap.AuditPage(b.event, 0, upTo)
				b.must(err)
				subjects, err := snap.Subjects(b.event, rows)
				b.must(err)
				f := facts(subjects)
				var sum []byte
				for i := range rows {
					change(f, &rows[i].AuditRow)
					s.Know(f)
					b.must(s.Apply(&rows[i].AuditRow))
					if rows[i].Seq%every != 0 {
						continue
					}
					packed, err := pack(s.Delta())
					b.must(err)
					r := logs.ReplaySnapshot{EventID: b.event, Seq: rows[i].Seq, Format: replay.DeltaFormat, RowHash: rows[i].Hash[:], Delta: packed}
					r.Sum = sumOf(sum, &r)
					sum, list = r.Sum, append(list, r)
				}
				return nil
			}))
			b.must(b.store.Logs.StoreSnapshots(t.Context(), b.event, 0, list))
		}
		forge(func(*replay.Facts, *inventory.AuditRow) {})
		if d := b.compare(); d != nil {
			t.Fatalf("forged as they are, that after row %d: %s", d.Seq, d.Why)
		}
		forge(func(_ *replay.Facts, r *inventory.AuditRow) {
			if strings.HasPrefix(r.Subject, id.Order) {
				r.Units = 2
			}
		})
		if d := b.compare(); d == nil || d.Seq != every || !strings.Contains(d.Why, "not what the rows") {
			t.Errorf("a snapshot with another count of units: %+v", d)
		}
		if got, _ := b.stand(honest.Seq(), Way{}); reflect.DeepEqual(got.Figures(), honest.Figures()) {
			t.Error("the forged snapshot was not used, so it shows nothing")
		}
		// Rows that do not follow from a snapshot are folded without it.
		forge(func(f *replay.Facts, _ *inventory.AuditRow) {
			for i := range f.Entries {
				for n := range f.Entries[i].Places {
					f.Entries[i].Places[n].Rank = 1 << 60
				}
			}
		})
		if got, _ := b.stand(honest.Seq(), Way{}); !reflect.DeepEqual(got.Figures(), honest.Figures()) || !reflect.DeepEqual(got.Waitlist(), honest.Waitlist()) {
			t.Errorf("from a snapshot that is contradicted it stands as %+v", got.Figures())
		}
		if d := b.compare(); d == nil {
			t.Error("a snapshot that is contradicted is said to be right")
		}
		// One that is right before it is enough, where not all rows may be folded.
		forge(func(f *replay.Facts, r *inventory.AuditRow) {
			for i := range f.Entries {
				for n := range f.Entries[i].Places {
					if p := &f.Entries[i].Places[n]; r.Seq > every && p.PlacedSeq > every {
						p.Rank = 1 << 60
					}
				}
			}
		})
		if d := b.compare(); d == nil || d.Seq != 2*every {
			t.Errorf("only the second snapshot is wrong, and found was %+v", d)
		}
		if got, _ := b.stand(honest.Seq(), Way{Most: honest.Seq() - every}); !reflect.DeepEqual(got.Waitlist(), honest.Waitlist()) {
			t.Errorf("from the snapshot before one that is contradicted it stands as %+v", got.Figures())
		}
		// Whoever steps back from a snapshot says so, and it is thrown away: it is whole, and no
		// row comes after it, so nothing else would.
		again := func(v *View, good int64) {
			t.Helper()
			if !v.Wrong || v.Good != good {
				t.Fatalf("stepped back: %t, to %d, want %d", v.Wrong, v.Good, good)
			}
			b.keeper.Changed(b.event)
			b.must(b.keeper.Round(t.Context()))
			if d := b.compare(); d == nil {
				t.Error("the wrong snapshot was thrown away before anybody said that it is wrong")
			}
			b.keeper.Wrong(b.event, v.Good)
			b.must(b.keeper.Round(t.Context()))
			if d := b.compare(); d != nil {
				t.Errorf("made again, that after row %d: %s", d.Seq, d.Why)
			}
			if got, _ := b.stand(honest.Seq(), Way{Most: every}); got.Wrong || !reflect.DeepEqual(got.Figures(), honest.Figures()) {
				t.Errorf("made again, it stands as %+v", got.Figures())
			}
		}
		upTo = 1000
		forge(func(f *replay.Facts, r *inventory.AuditRow) {
			for i := range f.Entries {
				for n := range f.Entries[i].Places {
					if p := &f.Entries[i].Places[n]; r.Seq > every && p.PlacedSeq > every {
						p.Rank = 1 << 60
					}
				}
			}
		})
		v, _ := b.stand(honest.Seq(), Way{})
		again(v, every)
		b.come(70, 90)
		b.keeper.Wanted(b.event)
		b.must(b.keeper.Round(t.Context()))
		honest, _ = b.stand(0, Way{FromRows: true})
		if got, _ := b.stand(0, Way{Most: every}); !reflect.DeepEqual(got.Figures(), honest.Figures()) {
			t.Errorf("made again, it stands as %+v", got.Figures())
		}
	})
}

// TestRowsThatCannotBeFolded have no snapshots; it is said once.
func TestRowsThatCannotBeFolded(t *testing.T) {
	t.Parallel()
	b := newBusy(t, testdb.SQLite(t), 30, 20)
	b.come(0, 70)
	b.keeper.Changed(b.event)
	b.must(b.keeper.Round(t.Context()))
	if _, err := b.store.JobsDB().ExecContext(t.Context(), "update audit set state_to = 'held' where event_id = $1 and seq = 65", b.event); err != nil {
		t.Fatal(err)
	}
	b.come(70, 90)
	for range 3 {
		b.keeper.Changed(b.event)
		b.must(b.keeper.Round(t.Context()))
	}
	_, err := Replay(t.Context(), b.store, b.event, Moment{}, Way{Most: 100})
	if !errors.Is(err, replay.ErrBroken) {
		t.Errorf("a row that does not follow: %v", err)
	}
	if n := strings.Count(b.told.String(), "cannot be replayed"); n != 1 {
		t.Errorf("it was said %d times: %s", n, b.told.String())
	}
}
