package tlog

import (
	"encoding/json"
	"os"
	"testing"
)

// TestOpeningsOfFile: openings that were packed before are read as they are in the browser,
// whose tests read the same file.
func TestOpeningsOfFile(t *testing.T) {
	text, err := os.ReadFile("testdata/openings.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Event string
		Index int64
		Extra []byte
		Entry string
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) < 2 {
		t.Fatalf("%d openings", len(list))
	}
	for _, c := range list {
		o, err := Open(c.Extra, c.Event, c.Index)
		if err != nil || string(o.Entry) != c.Entry {
			t.Errorf("%d of %s: %v, %s", c.Index, c.Event, err, o.Entry)
		}
	}
}
