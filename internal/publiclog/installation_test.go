package publiclog_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"filippo.io/torchwood"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	storelogs "github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/witness"
	"github.com/holdfast-events/holdfast/internal/witness/witnesstest"
)

// exec changes the database past every guard.
func (k *kept) exec(query string, args ...any) {
	k.t.Helper()
	_, err := k.store.JobsDB().ExecContext(k.t.Context(), query, args...)
	k.must(err)
}

// grow takes all that has happened at events into their logs.
func (k *kept) grow(events ...string) {
	k.t.Helper()
	for _, event := range events {
		for more := true; more; {
			var err error
			more, err = k.logs.Grow(k.t.Context(), event)
			k.must(err)
		}
	}
}

// settings changes the settings of an event.
func (k *kept) settings(event string, change func(*inventory.Settings)) {
	k.t.Helper()
	v, err := k.store.Events.Event(k.t.Context(), event)
	k.must(err)
	settings := v.Event.Settings
	change(&settings)
	k.write(event, inventory.Configure{
		Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: v.Event.StartsAt, EndsAt: v.Event.EndsAt, Zone: v.Event.Zone, Settings: settings,
	})
}

func extraOf(t *testing.T, proof []byte) string {
	t.Helper()
	extra, err := torchwood.ProofExtraData(proof)
	if err != nil {
		t.Fatal(err)
	}
	return string(extra)
}

// included are the entries of the log of the installation.
func (k *kept) included() []storelogs.KeyedEntry {
	k.t.Helper()
	entries, err := k.store.Logs.InstallationEntries(k.t.Context(), 0, 10_000)
	k.must(err)
	return entries
}

// TestKeepInstallation: what was signed of events is in the log of the installation ten
// seconds later, all that an event signed in between as one entry.
func TestKeepInstallation(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		events := []string{k.open(), k.open(), k.open()}
		if _, err := k.logs.Installation(t.Context()); !errors.Is(err, publiclog.ErrPending) {
			t.Errorf("before the first: %v", err)
		}
		defer k.keep()()
		defer k.keepInstallation()()
		k.wait(11 * time.Second)
		if n := len(k.included()); n != 3 {
			t.Fatalf("%d entries of three events", n)
		}
		for range 5 {
			k.register(events[1], 1)
			k.wait(time.Second)
		}
		k.wait(10 * time.Second)
		entries := k.included()
		if n := len(entries); n != 4 || entries[3].EventID != events[1] || entries[3].Size <= entries[1].Size {
			t.Errorf("then the entries are %+v", entries)
		}
		head, err := k.logs.Installation(t.Context())
		k.must(err)
		if head.Head.Size != 4 || k.logs.InstallationLag() != 0 {
			t.Errorf("%d entries are signed, and it lags by %s", head.Head.Size, k.logs.InstallationLag())
		}
	})
}

func (k *kept) keepInstallation() (stop func()) { return k.run(k.logs.KeepInstallation) }

// TestInstallationInARush: the log of the installation waits in a rush, for a minute.
func TestInstallationInARush(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		event := k.open()
		k.grow(event)
		k.rush.Store(true)
		defer k.keepInstallation()()
		k.wait(55 * time.Second)
		if n, lag := len(k.included()), k.logs.InstallationLag(); n != 0 || lag != 45*time.Second {
			t.Errorf("after 55 seconds of a rush there are %d entries, and it lags by %s", n, lag)
		}
		k.wait(16 * time.Second)
		if n, lag := len(k.included()), k.logs.InstallationLag(); n != 1 || lag != 0 {
			t.Errorf("after 71 seconds of a rush there are %d entries, and it lags by %s", n, lag)
		}
	})
}

// TestInstallationOfAnOlderDatabase: neither a restored backup nor a database in which an
// entry was changed gets anything signed, and the operator is told once.
func TestInstallationOfAnOlderDatabase(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string][]string{
		"restored": {
			"update event_logs set included = 0 where event_id = (select event_id from installation_entries where n = 1)",
			"delete from installation_entries where n = 1", "delete from installation_tiles", "update installation_log set size = 1, root = (select max(root) from event_logs), signed = 0, checkpoint = ''",
		},
		"emptied": {"update event_logs set included = 0", "delete from installation_entries", "delete from installation_tiles", "delete from installation_log"},
		// As long as the first, of another history.
		"rewritten": {
			"update event_logs set included = 0", "delete from installation_entries", "delete from installation_tiles", "delete from installation_log",
			"insert into installation_log values (1, 2, (select max(root) from event_logs), '', 0, 0)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T, k *kept) {
				k.grow(k.open(), k.open())
				k.must(k.logs.Include(t.Context()))
				_, before, err := k.logs.Signer.Last(tlog.Installation)
				k.must(err)
				for _, query := range damage {
					k.exec(query)
				}
				stop := k.keepInstallation()
				k.wait(31 * time.Second)
				stop()
				if _, last, err := k.logs.Signer.Last(tlog.Installation); err != nil || last != before {
					t.Errorf("signed %v after %v (%v)", last, before, err)
				}
				if _, err := k.logs.Installation(t.Context()); err == nil {
					t.Error("it is served")
				}
				if k.logs.Stopped() != 1 && name != "rewritten" || k.logs.InstallationLag() == 0 {
					t.Errorf("%d logs have stopped, and it lags by %s", k.logs.Stopped(), k.logs.InstallationLag())
				}
				if n := strings.Count(k.told.String(), "not signed any more"); n != 1 && name != "rewritten" {
					t.Errorf("the operator was told %d times:\n%s", n, k.told.String())
				}
			})
		})
	}
}

// TestInstallationGoesOn: a crash after the entries were stored, before they were signed,
// costs nothing; what nobody of this installation has signed is not taken in, and what else
// there is is.
func TestInstallationGoesOn(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		one, other := k.open(), k.open()
		k.grow(one, other)
		k.exec("update event_logs set checkpoint = replace(checkpoint, 'holdfast', 'holdslow') where event_id = $1", one)
		k.must(k.logs.Include(t.Context()))
		if entries := k.included(); len(entries) != 1 || entries[0].EventID != other || !strings.Contains(k.told.String(), one) {
			t.Fatalf("the entries are %+v, the operator is told %s", entries, k.told.String())
		}
		k.exec("update event_logs set checkpoint = replace(checkpoint, 'holdslow', 'holdfast') where event_id = $1", one)
		k.must(k.logs.Include(t.Context()))
		k.exec("update installation_log set signed = 1, checkpoint = ''")
		k.must(k.logs.Include(t.Context()))
		if p, err := k.logs.Installation(t.Context()); err != nil || p.Head.Size != 2 {
			t.Errorf("%+v, %v", p, err)
		}
		k.must(k.logs.Include(t.Context())) // with nothing to do
		if n := len(k.included()); n != 2 {
			t.Errorf("%d entries", n)
		}
	})
}

// TestSealedEntries: of an event that is a draft or not listed the log has a hash that says
// nothing, and the event's proof opens it; of one that keeps no log any more it has nothing.
func TestSealedEntries(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		listed, unlisted, draft, off := k.open(), k.open(), k.open(), k.open()
		k.grow(listed, unlisted, draft, off)
		k.settings(unlisted, func(s *inventory.Settings) { s.Visibility = inventory.Unlisted })
		k.settings(off, func(s *inventory.Settings) { s.Log = inventory.LogOff })
		k.exec("update events set status = 'draft' where id = $1", draft)
		k.grow(unlisted)
		k.must(k.logs.Include(t.Context()))
		head, err := k.logs.Installation(t.Context())
		k.must(err)
		part, err := tlog.ParseTile("tile/entries/000.p/3")
		k.must(err)
		bundle, err := k.logs.Tile(t.Context(), head, part)
		k.must(err)
		text := string(bundle)
		if !strings.Contains(text, listed) || strings.Count(text, tlog.SealedVersion+"\n") != 2 {
			t.Errorf("the entries are %q", text)
		}
		for _, secret := range []string{unlisted, draft, off} {
			if strings.Contains(text, secret) {
				t.Errorf("%s is in %q", secret, text)
			}
		}
		for event, salted := range map[string]bool{listed: false, unlisted: true, draft: true} {
			proof, err := k.logs.Included(t.Context(), event)
			k.must(err)
			if opening := extraOf(t, proof); strings.Contains(opening, `"salt"`) != salted || !strings.Contains(opening, event) {
				t.Errorf("the proof of %s has %s", event, opening)
			}
		}
		if _, err := k.logs.Included(t.Context(), off); !errors.Is(err, publiclog.ErrPending) {
			t.Errorf("of an event without a log: %v", err)
		}
	})
}

// TestIncludeTogether: several servers on one database make one log, without a gap or a
// double, also while events sign.
func TestIncludeTogether(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		events := make([]string, 8)
		for i := range events {
			events[i] = k.open()
		}
		for round := range 5 {
			k.grow(events...)
			var wg sync.WaitGroup
			errs := make([]error, 3)
			for i := range errs {
				wg.Go(func() { errs[i] = k.logs.Include(t.Context()) })
			}
			wg.Wait()
			k.must(errors.Join(errs...))
			for _, event := range events {
				k.register(event, 1)
			}
			seen := map[string]bool{}
			entries := k.included()
			for i, e := range entries {
				key := fmt.Sprint(e.EventID, e.Size)
				if e.N != int64(i) || seen[key] {
					t.Fatalf("entry %d is %+v", i, e)
				}
				seen[key] = true
			}
			if len(entries) != (round+1)*len(events) {
				t.Fatalf("%d entries after round %d", len(entries), round)
			}
		}
	})
}

// TestWitnesses: witnesses sign what the log of the installation has grown to before it is
// published, and what they missed when they are back; the log goes on without them.
func TestWitnesses(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		verifier, err := k.logs.Signer.Key().VerifierKey(tlog.Installation)
		k.must(err)
		w := witnesstest.New(t, "witness.example.net/w1")
		w.Knows(t, verifier)
		list, err := witness.Parse(w.Line("https://witness.example.net"))
		k.must(err)
		k.logs.Witnesses = witness.NewGroup(list, transport{w}, k.logs.Log)
		defer k.keepInstallation()()
		event := k.open()
		signed := func() (int, *publiclog.Published) {
			k.t.Helper()
			p, err := k.logs.Installation(t.Context())
			k.must(err)
			return len(k.logs.Witnesses.Signed(p.Checkpoint)), p
		}
		for round := range 3 {
			k.register(event, 1)
			k.grow(event)
			k.wait(11 * time.Second)
			if n, p := signed(); n != 1 || p.Head.Size != int64(round+1) || w.Head(p.Origin) != p.Head.Size {
				t.Fatalf("round %d: %d witnesses have signed %s", round, n, p.Checkpoint)
			}
		}
		if n := w.Asked(); n != 3 {
			t.Errorf("the witness was asked %d times for three heads", n)
		}
		proof, err := k.logs.Included(t.Context(), event)
		k.must(err)
		if !strings.Contains(string(proof), "— witness.example.net/w1 ") || len(proof) > 1500 {
			t.Errorf("a proof of %d bytes: %s", len(proof), proof)
		}

		w.Fails(func(res http.ResponseWriter, _ *http.Request) { res.WriteHeader(http.StatusServiceUnavailable) })
		k.register(event, 1)
		k.grow(event)
		k.wait(11 * time.Second)
		n, without := signed()
		if n != 0 || without.Head.Size != 4 {
			t.Errorf("while it is away: %d have signed %s", n, without.Checkpoint)
		}
		w.Fails(nil)
		k.wait(time.Minute)
		if n, p := signed(); n != 1 || p.Head.Size != 4 || p.SignedAt != without.SignedAt || !strings.HasPrefix(string(p.Checkpoint), string(without.Checkpoint)) {
			t.Errorf("when it is back: %d have signed %s", n, p.Checkpoint)
		}
	})
}

// transport calls a handler.
type transport struct{ http.Handler }

func (h transport) RoundTrip(r *http.Request) (*http.Response, error) {
	res := httptest.NewRecorder()
	h.ServeHTTP(res, r)
	return res.Result(), nil
}

// TestCosignaturesStay: servers that publish at once lose no signature of what is published,
// and no newer head.
func TestCosignaturesStay(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		k.grow(k.open(), k.open())
		k.must(k.logs.Include(t.Context()))
		first, err := k.logs.Installation(t.Context())
		k.must(err)
		logs, was := k.store.Logs, string(first.Checkpoint)
		k.must(logs.PublishInstallation(t.Context(), was, was+"— a AAAA\n", 2, 9))
		k.must(logs.PublishInstallation(t.Context(), was, was+"— b AAAA\n", 2, 9)) // had read it before
		k.must(logs.PublishInstallation(t.Context(), was, "smaller", 1, 9))
		k.must(logs.PublishInstallation(t.Context(), was, "larger than the tree", 3, 9))
		tree, err := logs.Installation(t.Context())
		k.must(err)
		if tree.Checkpoint != was+"— a AAAA\n" || tree.SignedAt != first.SignedAt || tree.Signed != 2 {
			t.Errorf("published: %+v", tree)
		}
	})
}
