package doctor_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/backup"
	"github.com/holdfast-events/holdfast/internal/doctor"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestBackupAge: an installation that nothing follows is told when its newest backup is older than
// two days, or when there is none after as long.
func TestBackupAge(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		i := sound(t, db)
		withSecret(t, i)
		says := func(what string, later time.Duration, level doctor.Level, text string) {
			t.Helper()
			i.Now = func() time.Time { return time.Now().Add(later) }
			judged(t, what, about(t, i.Config, "backup"), level, text)
		}
		const days3 = 3 * 24 * time.Hour
		says("new", time.Hour, "", "")
		says("none after days", days3, doctor.Warning, "has made none in the 3 days since this installation began")
		st := testdb.Open(t, db)
		for range 2 { // the second replaces the first
			if err := st.Backups.Note(t.Context(), backup.Kind(st), inventory.At(time.Now())); err != nil {
				t.Fatal(err)
			}
		}
		says("made", time.Hour, doctor.OK, "has made the last ("+backup.Kind(st)+") 1h0m0s ago")
		says("old", days3, doctor.Warning, "has made the last 3 days ago, and neither")
		if strings.HasPrefix(db, "sqlite:") {
			i.Server.Replicate.To = "file://" + filepath.Join(i.folder, "replica")
			says("replicated", days3, doctor.OK, "72h0m0s ago")
		}
	})
}
