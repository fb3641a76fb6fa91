package publiclog_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// somebody registers, and returns the person, the registration and its audit row.
func (k *kept) somebody(event, user string) (person, order string, seq int64) {
	k.t.Helper()
	person, order = k.ids.In(id.Person, event), k.ids.In(id.Order, event)
	k.write(event, inventory.Register{
		Who: inventory.Who{Actor: "public"}, OrderID: order,
		Party: inventory.Party{PersonID: person, UserID: user, Tier: k.tiers[event], Units: 1, Profile: inventory.Profile{Email: user + "@example.org", Name: user}},
	})
	v, err := k.store.Events.Event(k.t.Context(), event)
	k.must(err)
	return person, order, v.Event.Seq
}

// grown takes all rows of an event into its log, and returns it.
func (k *kept) grown(event string) *publiclog.Published {
	k.t.Helper()
	for more := true; more; {
		var err error
		more, err = k.logs.Grow(k.t.Context(), event)
		k.must(err)
	}
	p, err := k.logs.Published(k.t.Context(), event)
	k.must(err)
	return p
}

// opening is the Opening of an audit row in its proof.
func (k *kept) opening(event, subject string, seq int64) *tlog.Opening {
	k.t.Helper()
	proof, err := k.logs.Proof(k.t.Context(), event, subject, seq)
	k.must(err)
	_, rest, _ := strings.Cut(string(proof), "\nextra ")
	line, _, _ := strings.Cut(rest, "\n")
	extra, err := base64.StdEncoding.DecodeString(line)
	k.must(err)
	o, err := tlog.Open(extra, event, seq-1)
	k.must(err)
	return o
}

// salt is what the database has of an audit row.
func (k *kept) salt(event string, seq int64) tlog.Salt {
	k.t.Helper()
	b, err := k.store.Logs.Bundle(k.t.Context(), event, (seq-1)/tlog.TileWidth)
	k.must(err)
	return tlog.SaltAt(b.Salts, int((seq-1)%tlog.TileWidth))
}

// TestErasedSalts: once somebody is erased nothing in the database opens what the log says of
// them, neither by the erasure nor, when that was cut off in between, by what grows the log; the
// tree, its entries and all other openings stay, verify is clean, and what somebody was given
// before still opens the entry.
func TestErasedSalts(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		key := filepath.Join(t.TempDir(), "log.key")
		k := &kept{t: t, store: testdb.Open(t, url), ids: &id.Maker{}, tiers: map[string]string{}}
		public, private, err := ed25519.GenerateKey(nil)
		k.must(err)
		k.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: k.store, SigningKey: private})
		k.must(err)
		signer, err := tlog.OpenSigner(key, "holdfast.test")
		k.must(err)
		k.logs = &publiclog.Logs{Store: k.store, Signer: signer, Log: slog.New(slog.NewTextHandler(&k.told, nil))}
		event := k.open()
		_, adas, adaSeq := k.somebody(event, "ada")
		_, bens, benSeq := k.somebody(event, "ben")
		k.register(event, 400)
		cem, cems, cemSeq := k.somebody(event, "cem")
		k.grown(event)
		k.register(event, 40) // the last bundle grows
		before := k.grown(event)
		entries := func(p *publiclog.Published, n int64, width int) []byte {
			t.Helper()
			data, err := k.logs.Tile(t.Context(), p, tlog.TilePart{Entries: true, N: n, Width: width})
			k.must(err)
			return data
		}
		last := before.Head.Size / tlog.TileWidth
		first, edge := entries(before, 0, tlog.TileWidth), entries(before, last, int(before.Head.Size%tlog.TileWidth))
		opened, bensOpened, cemsOpened := k.opening(event, adas, adaSeq), k.opening(event, bens, benSeq), k.opening(event, cems, cemSeq)
		if k.salt(event, adaSeq) != opened.Salt || opened.Salt.Erased() {
			t.Fatal("the salt of the proof is not that of the database")
		}
		clean := func(erased int64) {
			t.Helper()
			report, err := verify.Run(t.Context(), k.store, verify.Options{Logs: signer, AuditKeys: []ed25519.PublicKey{public}, WithoutJobs: true})
			k.must(err)
			for _, v := range report.Violations {
				t.Errorf("%+v", v)
			}
			if report.Checked.LogEntriesErased != erased {
				t.Errorf("%d entries are compared with no row, want %d", report.Checked.LogEntriesErased, erased)
			}
		}
		clean(0)
		// damaged has verify find what salts of a bundle are, that somebody put there.
		damaged := func(n int64, salts []byte, says string) {
			t.Helper()
			b, err := k.store.Logs.Bundle(t.Context(), event, n)
			k.must(err)
			put := func(salts []byte) {
				t.Helper()
				_, err := k.store.JobsDB().ExecContext(t.Context(), "update log_bundles set salts = $1 where event_id = $2 and n = $3", salts, event, n)
				k.must(err)
			}
			put(salts)
			report, err := verify.Run(t.Context(), k.store, verify.Options{Logs: signer, AuditKeys: []ed25519.PublicKey{public}, WithoutJobs: true})
			k.must(err)
			if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return v.Invariant == 19 && strings.Contains(v.What, says) }) {
				t.Errorf("nothing says %q: %+v", says, report.Violations)
			}
			put(b.Salts)
		}
		damaged(0, make([]byte, tlog.TileWidth*len(tlog.Salt{})), "and nobody was erased")

		// Ada's erasure is cut off behind the command, Cem's is not, and is there at once.
		k.write(event, inventory.Erase{Who: inventory.Who{Actor: "system", Staff: true}, UserID: "ada"})
		k.write(event, inventory.Erase{Who: inventory.Who{Actor: "system", Staff: true}, UserID: "cem"})
		k.must(k.store.Erasures.ForgetSalts(t.Context(), event, cem))
		if !k.salt(event, cemSeq).Erased() || k.salt(event, adaSeq).Erased() {
			t.Error("the salts of Cem, who is erased, are there, or those of Ada are gone too early")
		}
		after := k.grown(event)
		clean(6) // of each of them: registered, given up, erased
		for n := range after.Head.Size/tlog.TileWidth + 1 {
			b, err := k.store.Logs.Bundle(t.Context(), event, n)
			k.must(err)
			for name, o := range map[string]*tlog.Opening{"ada": opened, "cem": cemsOpened} {
				if bytes.Contains(b.Salts, o.Salt[:]) {
					t.Errorf("the salt of %s is in bundle %d", name, n)
				}
			}
		}
		for subject, seq := range map[string]int64{adas: adaSeq, cems: cemSeq} {
			if _, err := k.logs.Proof(t.Context(), event, subject, seq); !errors.Is(err, publiclog.ErrErased) {
				t.Errorf("row %d is opened after the erasure: %v", seq, err)
			}
		}
		if got := k.opening(event, bens, benSeq); got.Salt != bensOpened.Salt || !bytes.Equal(got.Entry, bensOpened.Entry) {
			t.Error("ben, who was not erased, is opened otherwise")
		}
		if !bytes.Equal(first, entries(after, 0, tlog.TileWidth)) || !bytes.Equal(edge, entries(after, last, int(before.Head.Size%tlog.TileWidth))) {
			t.Error("entries are others after the erasure")
		}
		row := sha256.Sum256(append(opened.Salt[:], opened.RowHash[:]...))
		if !bytes.Contains(first, []byte(hex.EncodeToString(row[:]))) {
			t.Error("what ada was given does not open the entry any more")
		}
		if _, err := signer.Sign(event, after.Head, nil); err != nil {
			t.Errorf("the tree is another than was signed: %v", err)
		}

		end, err := k.store.Logs.Bundle(t.Context(), event, last)
		k.must(err)
		kept := slices.Clone(end.Salts)
		copy(kept[len(kept)-len(tlog.Salt{}):], "that of the erasure")
		damaged(last, kept, "tells of an erasure, and what opens it is kept")

		// A later row about something of hers has no salt either.
		log, err := k.store.Logs.Log(t.Context(), event)
		k.must(err)
		bundle, err := k.store.Logs.Bundle(t.Context(), event, log.Size/tlog.TileWidth)
		k.must(err)
		fresh := bytes.Repeat([]byte{7}, 2*len(tlog.Salt{}))
		done, err := k.store.Logs.Grow(t.Context(), &log, &logs.LogGrowth{
			Size: log.Size + 2, Root: log.Root, Bundles: []logs.LogBundle{{EventID: event, N: bundle.N, Entries: bundle.Entries, Salts: fresh}},
			Links: []logs.LogLink{{Seq: log.Size + 1, Previous: adaSeq}, {Seq: log.Size + 2, Previous: benSeq}},
		})
		if k.must(err); !done || !k.salt(event, log.Size+1).Erased() || k.salt(event, log.Size+2).Erased() {
			t.Errorf("grown: %t; the salt of a later row about what was hers: %x, about ben: %x", done, k.salt(event, log.Size+1), k.salt(event, log.Size+2))
		}
	})
}
