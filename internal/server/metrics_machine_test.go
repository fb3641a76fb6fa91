package server

import (
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// figure scrapes one figure.
func (m *metrics) figure(t *testing.T, name string) float64 {
	t.Helper()
	w := httptest.NewRecorder()
	m.handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindStringSubmatch(w.Body.String())
	if found == nil {
		t.Fatalf("nothing tells %s", name)
	}
	v, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestDiskIsTold: how much room there is where the database and the files are or will be, and
// nothing of what is elsewhere.
func TestDiskIsTold(t *testing.T) {
	folder := t.TempDir()
	room, known := RoomIn(folder)
	if !known || room.Free == 0 || room.Free > room.Size {
		t.Fatalf("%+v, %t", room, known)
	}
	m := newMetrics("test", "sqlite")
	m.disks(&Config{DB: "sqlite:" + filepath.Join(folder, "not/yet/holdfast.db")})
	for _, of := range []string{"database", "files"} {
		free, ratio := m.figure(t, `holdfast_disk_free_bytes{of="`+of+`"}`), m.figure(t, `holdfast_disk_free_ratio{of="`+of+`"}`)
		if free < 0.5*float64(room.Free) || free > float64(room.Size) || ratio <= 0 || ratio > 1 {
			t.Errorf("%s: %v bytes are free, %v of all", of, free, ratio)
		}
	}
	elsewhere := newMetrics("test", "postgres")
	elsewhere.disks(&Config{DB: "postgres://db/holdfast", Files: "s3://bucket?endpoint=store"})
	w := httptest.NewRecorder()
	elsewhere.handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if strings.Contains(w.Body.String(), "holdfast_disk") {
		t.Error("there are figures of disks of other machines")
	}
}

// TestBackupIsTold: how old the newest backup is, by the clock of the server.
func TestBackupIsTold(t *testing.T) {
	st := testdb.Open(t, testdb.SQLite(t))
	now := time.Now()
	m := newMetrics("test", "sqlite")
	m.backups(st, func() time.Time { return now })
	if age := m.figure(t, "holdfast_backup_age_seconds"); age != 0 {
		t.Errorf("before anything began it is %v", age)
	}
	if err := st.Backups.Note(t.Context(), "sqlite_file", inventory.At(now.Add(-50*time.Hour))); err != nil {
		t.Fatal(err)
	}
	if age := m.figure(t, "holdfast_backup_age_seconds"); age < 50*3600-1 || age > 50*3600+1 {
		t.Errorf("it is %v s", age)
	}
}

// TestOffersThatFailAreSeen: the counters of offers that are not delivered are there before the
// first, so that it is an increase.
func TestOffersThatFailAreSeen(t *testing.T) {
	m := newMetrics("test", "sqlite")
	for _, state := range []string{"failed", "bounced"} {
		if n := m.figure(t, `holdfast_deliveries_total{channel="mail",kind="waitlist_offer",state="`+state+`"}`); n != 0 {
			t.Errorf("%s: %v", state, n)
		}
	}
}
