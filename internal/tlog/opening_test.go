package tlog

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestSizeOfProofs: a proof of any entry is at most 1,500 bytes, in a log of 10,000 rows and
// in one of a million, all that goes with it included.
func TestSizeOfProofs(t *testing.T) {
	t.Parallel()
	const most = 1500
	const event, other = "evt_3k9q0a7c1v5m", "3k9q0a7c1v5m06f2w8d4xk1n7p9s"
	signer, err := OpenSigner(filepath.Join(t.TempDir(), "log.key"), "tickets.example.org")
	if err != nil {
		t.Fatal(err)
	}
	at, key := inventory.Instant(1_795_900_000_000_000), EventKey(strings.Repeat("k", EventKeySize))
	rows := map[string]func(*inventory.AuditRow) *Place{
		"registered": func(r *inventory.AuditRow) *Place {
			r.Subject, r.To, r.Actor, r.Reason = "ord_"+other, "confirmed", "public", inventory.ReasonRegistered
			return nil
		},
		"joined": func(r *inventory.AuditRow) *Place {
			r.Subject, r.To, r.Actor, r.Reason = "wle_"+other, "waiting", "per_"+other, inventory.ReasonJoined
			return &Place{Placement: inventory.Placement{Tier: "tir_" + other, Class: 3, Rank: int64(at) - 1e12}, Seats: true}
		},
		"offered": func(r *inventory.AuditRow) *Place {
			r.Subject, r.From, r.To, r.Actor, r.Reason = "wle_"+other, "waiting", "offered", "system", inventory.ReasonOffered
			r.Related, r.PrevSeq = "off_"+other, r.Seq-1000
			return nil
		},
		"back on the waitlist": func(r *inventory.AuditRow) *Place {
			r.Subject, r.From, r.To, r.Actor, r.Reason = "wle_"+other, "offered", "waiting", "system", inventory.ReasonOfferExpired
			r.Related, r.PrevSeq = "off_"+other, r.Seq-1000
			return &Place{Placement: inventory.Placement{Tier: "tir_" + other, Class: 3, Rank: int64(at) - 1e12}}
		},
	}
	for _, size := range []int64{10_000, 1_000_000} {
		var hashes []tlog.Hash
		read := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
			list := make([]tlog.Hash, len(indexes))
			for i, index := range indexes {
				list[i] = hashes[index]
			}
			return list, nil
		})
		for i := range size {
			more, err := tlog.StoredHashesForRecordHash(i, sha256.Sum256([]byte{byte(i), byte(i >> 8), byte(i >> 16)}), read)
			if err != nil {
				t.Fatal(err)
			}
			hashes = append(hashes, more...)
		}
		root, err := tlog.TreeHash(size, read)
		if err != nil {
			t.Fatal(err)
		}
		head := Head{Size: size, Root: root}
		checkpoint, err := signer.Sign(fmt.Sprint(event, size), head, nil)
		if err != nil {
			t.Fatal(err)
		}
		tiles := func(_ context.Context, level int, n int64, width int) ([]byte, error) {
			return tlog.ReadTileData(tlog.Tile{H: torchwood.TileHeight, L: level, N: n, W: width}, read)
		}
		for name, row := range rows {
			r := inventory.AuditRow{Seq: size/2 + 1, At: at, Units: 12, Rule: 3}
			place := row(&r)
			chain := audit.Hash(sha256.Sum256([]byte(name)))
			salt := Salt(chain[16:])
			e := key.EntryOf(event, &r, chain, salt, place)
			text, err := e.Text()
			if err != nil {
				t.Fatal(err)
			}
			o := &Opening{Salt: salt, RowHash: chain, Subject: r.Subject, Entry: text}
			extra, err := o.Extra(event, r.Seq-1)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Open(extra, event, r.Seq-1)
			if err != nil || string(again.Entry) != string(text) || again.Subject != r.Subject || again.RowHash != chain {
				t.Errorf("%s: opened as %+v, %v", name, again, err)
			}
			proof, err := head.ProveEntry(t.Context(), tiles, r.Seq-1, checkpoint, extra)
			if err != nil {
				t.Fatal(err)
			}
			if len(proof) > most {
				t.Errorf("%s, %d rows: %d bytes", name, size, len(proof))
			}
			t.Logf("%s, %d rows: %d bytes, %d of them the opening", name, size, len(proof), (len(extra)+2)/3*4)
		}
	}
}
