package page_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestWaitingRoomWithoutScript: the page says in its first HTML how the waiting room is
// served by now, also where the order is drawn.
func TestWaitingRoomWithoutScript(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hash := sha256.Sum256(nil)
	opens := inventory.At(f.now()) + inventory.Instant(inventory.Hour)
	after := func(d inventory.Micros) inventory.Instant { return opens + inventory.Instant(d) }
	v, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	e := v.Event
	e.Settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleDraw, Identity: inventory.OnsaleNobody, Inside: 5, Admission: inventory.Hour, OpensAt: opens, SealsAt: after(inventory.Hour), ServesAt: after(2 * inventory.Hour),
		Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(hash[:]), Source: "the lottery", Members: 1},
	}
	f.submit(inventory.Configure{Who: staff, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}, nil)
	says := func(language, text string) {
		t.Helper()
		if got := f.send(http.MethodGet, "/events/"+f.event, "Accept-Language: "+language).Body.String(); !strings.Contains(got, text) {
			t.Errorf("the page lacks %q", text)
		}
	}
	says("en", "The order is drawn at random among everyone who joins by")
	says("de", "Die Reihenfolge wird unter allen ausgelost, die bis")
	f.later(61 * time.Minute)
	says("en", "Open: the order is drawn at random")
	root := hex.EncodeToString(hash[:])
	system := inventory.Who{Actor: "system"}
	f.submit(inventory.AdvanceDraw{Who: system, To: inventory.DrawOpened}, nil)
	f.later(time.Hour)
	f.submit(inventory.AdvanceDraw{Who: system, To: inventory.DrawSealed, Seal: inventory.DrawSeal{Root: root, StruckRoot: root}}, nil)
	says("en", "The draw is being held.")
	f.later(2 * time.Minute)
	f.submit(inventory.AdvanceDraw{Who: system, To: inventory.DrawDrawn, Result: inventory.DrawValue{Signature: "ab", Seed: root}}, nil)
	says("en", "The order has been drawn")
	says("de", "Die Reihenfolge ist ausgelost")
	f.later(time.Hour)
	says("en", "The order has been drawn")
}
