package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestErasedStaysErased restores a backup from before somebody was erased: the
// server erases again before it answers anybody.
func TestErasedStaysErased(t *testing.T) {
	seed.InTurn(t, 1)
	together(t, func(t *testing.T, db string) {
		files := t.TempDir()
		s := serve(t, db, "--files", files)
		event := "/v1/events/" + s.newEvent(3, nil)
		for _, name := range []string{"anna", "ben"} {
			s.call("POST", event+"/registrations", person(name)).want(201)
		}
		copied := filepath.Join(t.TempDir(), "copy")
		must(t, "backup", "--db", db, copied)
		owner := strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner"))
		s.call("DELETE", event+"/people/anna", nil, "Authorization: Bearer "+owner).want(200)
		restored := "sqlite:" + copied
		if db[:8] == "postgres" {
			restored = pgserver.ForTest(t)
			restore(t, copied, restored)
		}
		moreIsSigned(t, restored) // the erasure, which the copy makes anew
		s.stop()
		verified(t, db)

		forgetSigned(t)
		r := serveAs(t, restored, s.key, "--files", files)
		r.call("GET", event+"/registrations/anna", nil).want(404)
		r.call("GET", event+"/registrations/ben", nil).want(200)
		r.stop()
		verified(t, restored)
	})
}
