package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/pgserver"
)

// TestPrivacyPages has somebody use passkeys, say how to be reached, take their
// data and be erased. On SQLite it looks at the pages too.
func TestPrivacyPages(t *testing.T) {
	for engine, open := range map[string]func(*testing.T) string{"sqlite": sqlite, "postgres": func(t *testing.T) string { return pgserver.ForTest(t) }} {
		t.Run(engine, func(t *testing.T) {
			db := open(t)
			// Browsers have passkeys for names, not for bare addresses.
			address := strings.Replace(freeAddress(t), "127.0.0.1", "localhost", 1)
			var args []string
			if engine == "sqlite" {
				args = append(args, "--thorough")
				if screens := os.Getenv("HOLDFAST_SCREENS"); screens != "" {
					args = append(args, "--screens", screens)
				}
			}
			browseWith(t, "privacy", serveAt(t, address, db, ownerKey(t, db), "--base-url", "http://"+address), args...)
			verified(t, db)
		})
	}
}
