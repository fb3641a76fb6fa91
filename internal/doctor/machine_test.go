package doctor_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/doctor"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestTemporaryFolder: a folder for temporary files in which none can be written is a fault.
func TestTemporaryFolder(t *testing.T) {
	i := sound(t, testdb.SQLite(t))
	of := about(t, i.Config, "temporary files")
	if len(of) != 1 || of[0].Level != doctor.OK {
		t.Errorf("%+v", of)
	}
	t.Setenv("TMPDIR", filepath.Join(i.folder, "none"))
	of = about(t, i.Config, "temporary files")
	if len(of) != 1 || of[0].Level != doctor.Fault || !strings.Contains(of[0].Says, "no such file") || !strings.Contains(of[0].Do, "TMPDIR") {
		t.Errorf("%+v", of)
	}
}
