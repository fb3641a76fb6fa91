package e2e

import (
	"os"
	"testing"

	"github.com/holdfast-events/holdfast/internal/pgserver"
)

// TestPlanning has an organizer draw a seating plan in a browser, bring one from a
// file, and sell a seat of an event with it. On SQLite its pages are looked at with
// axe, in both themes and two sizes; on PostgreSQL the journey is made once more.
func TestPlanning(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		db := sqlite(t)
		args := []string{"--thorough"}
		if screens := os.Getenv("HOLDFAST_SCREENS"); screens != "" {
			args = append(args, "--screens", screens)
		}
		browseWith(t, "planning", serveDemo(t, db), args...)
		verified(t, db)
	})
	t.Run("postgres", func(t *testing.T) {
		db := pgserver.ForTest(t)
		browseWith(t, "planning", serveDemo(t, db))
		verified(t, db)
	})
}
