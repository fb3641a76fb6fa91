package changefeed_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func TestOf(t *testing.T) {
	maker := &id.Maker{}
	event := maker.Top(id.Event)
	subjects := map[string]string{
		event: "event", maker.In(id.Pool, event): "pool", maker.In(id.Order, event): "order", maker.In(id.Block, event): "block",
		maker.In(id.Entry, event): "entry", maker.In(id.Offer, event): "offer", maker.In(id.Person, event): "person",
		maker.In(id.Transfer, event): "transfer", maker.In(id.Exchange, event): "exchange", maker.In(id.Tier, event): "tier", maker.In(id.Code, event): "code",
	}
	for subject, thing := range subjects {
		row := inventory.AuditRow{Seq: 7, At: 1, Subject: subject, Reason: inventory.ReasonCreated}
		c := changefeed.Of(event, &row)
		if want := thing + ".created"; c.Type != want || c.LedgerSeq != 7 || c.EventID != event {
			t.Errorf("%+v, want type %s", c, want)
		}
		if in, ok := id.EventOf(c.ID, changefeed.Prefix); !ok || in != event {
			t.Errorf("id %s does not say which event", c.ID)
		}
		if !changefeed.Known(c.Type) || !changefeed.Known(thing+".*") {
			t.Errorf("%s is not known", c.Type)
		}
	}
}

func TestPatterns(t *testing.T) {
	for pattern, known := range map[string]bool{
		"*": true, "order.*": true, "order.registered": true, "entry.offered": true,
		"": false, "order": false, "order.": false, "order.sung": false, "song.*": false, "*.registered": false, "order.registered.x": false,
	} {
		if changefeed.Known(pattern) != known {
			t.Errorf("Known(%q) is %t", pattern, !known)
		}
	}
	for _, test := range []struct {
		patterns []string
		typ      string
		want     bool
	}{
		{nil, "order.registered", true},
		{[]string{"*"}, "order.registered", true},
		{[]string{"entry.*"}, "order.registered", false},
		{[]string{"entry.*", "order.*"}, "order.registered", true},
		{[]string{"order.registered"}, "order.registered", true},
		{[]string{"order.registered"}, "order.accepted", false},
	} {
		if got := changefeed.Matches(test.patterns, test.typ); got != test.want {
			t.Errorf("Matches(%v, %s) is %t", test.patterns, test.typ, got)
		}
	}
}

// Every type that there can be belongs to a thing with a name, and can be asked for.
func TestTypes(t *testing.T) {
	kinds := 0
	for thing, types := range changefeed.Types() {
		kinds++
		for _, typ := range types {
			if !changefeed.Known(typ) || !changefeed.Matches([]string{thing + ".*"}, typ) {
				t.Errorf("%s is not known as a change of %q", typ, thing)
			}
		}
	}
	if want := len(inventory.ReasonsBySubject()); kinds != want {
		t.Errorf("%d things change, want %d", kinds, want)
	}
}
