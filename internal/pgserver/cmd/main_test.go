package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/pgserver"
)

// TestDatabasePerLine asks for two databases, and then there is no cluster any more.
func TestDatabasePerLine(t *testing.T) {
	var out bytes.Buffer
	pgserver.Require(t, run(t.Context(), strings.NewReader("\n\n"), &out))
	urls := strings.Fields(out.String())
	if len(urls) != 2 || urls[0] == urls[1] || !strings.HasPrefix(urls[0], "postgres://") {
		t.Fatalf("two lines are answered by %q", urls)
	}
}
