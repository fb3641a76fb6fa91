package id_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
)

func TestNamed(t *testing.T) {
	a := id.TopNamed(id.Event, "org_1 key_1 abc")
	if !id.Valid(a, id.Event) || a != id.TopNamed(id.Event, "org_1 key_1 abc") || a == id.TopNamed(id.Event, "org_1 key_1 abd") {
		t.Errorf("TopNamed = %s", a)
	}
	b := id.Named(id.Block, a, "key_1 abc")
	if of, ok := id.EventOf(b, id.Block); !ok || of != a {
		t.Errorf("Named = %s, of event %s", b, of)
	}
	if b != id.Named(id.Block, a, "key_1 abc") || b == id.Named(id.Block, a, "key_1 abd") || b == id.Named(id.Block, id.TopNamed(id.Event, "x"), "key_1 abc") {
		t.Errorf("Named does not follow its seed: %s", b)
	}
}
