package broker

import (
	"testing"
	"time"
)

// TestAFloodIsTenLines: of messages that are wrong for one reason ten a minute have a line, and the next line
// says how many had none. Those of another reason are told beside it.
func TestAFloodIsTenLines(t *testing.T) {
	t.Parallel()
	var l lined
	now := time.Unix(1_800_000_000, 0)
	said := 0
	for range 1000 {
		if silent, ok := l.says("bad_signature", now); ok {
			if said++; silent != 0 {
				t.Errorf("%d before had no line", silent)
			}
		}
		now = now.Add(time.Millisecond)
	}
	if said != lines {
		t.Errorf("%d lines, want %d", said, lines)
	}
	if _, ok := l.says("subject", now); !ok {
		t.Error("another reason is not told")
	}
	now = now.Add(lineWindow)
	if silent, ok := l.says("bad_signature", now); !ok || silent != 1000-lines {
		t.Errorf("a minute later: %t, and %d before had no line", ok, silent)
	}
	if silent, ok := l.says("bad_signature", now); !ok || silent != 0 {
		t.Errorf("the line behind it: %t, and %d before had no line", ok, silent)
	}
}
