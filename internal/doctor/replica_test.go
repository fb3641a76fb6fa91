package doctor_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/doctor"
	"github.com/holdfast-events/holdfast/internal/replica"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestReplica: what is said of a replica that is kept, of an empty one, of one that nobody keeps
// any more and of one that cannot be reached, and nothing without one.
func TestReplica(t *testing.T) {
	t.Parallel()
	i := sound(t, testdb.SQLite(t))
	i.Now = time.Now
	folder := filepath.Join(i.folder, "replica")
	kept := server.Replicate{To: "file://" + folder}
	to, err := kept.Open()
	if err != nil {
		t.Fatal(err)
	}
	k, err := replica.New(replica.Config{Target: to, Where: kept.To, Sync: true, Host: "one", Now: time.Now, Log: i.Server.Log})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(i.folder, "kept.db")
	exact, err := k.Prepare(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + path, Replica: k})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	feed, err := st.Feed(t.Context())
	if err == nil {
		err = k.Start(t.Context(), feed, exact)
	}
	if err == nil {
		err = k.Stop(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, to string
		later    time.Duration
		level    doctor.Level
		says     string
	}{
		{"none", "", 0, "", ""},
		{"kept", kept.To, 0, doctor.OK, "its newest entry is"},
		{"nobody keeps it", kept.To, time.Hour, doctor.Warning, "1h0m0s old, of one"},
		{"empty", "file://" + filepath.Join(i.folder, "empty"), 0, doctor.Warning, "nothing is in it yet"},
		{"no folder", "file://" + i.Server.DKIMKeyFile, 0, doctor.Fault, "not a directory"},
		{"no address", "replica", 0, doctor.Fault, "neither s3://"},
		{"no keys", "s3://bucket?endpoint=127.0.0.1:1", 0, doctor.Fault, "access key"},
	} {
		i.Server.Replicate.To = c.to
		i.Now = func() time.Time { return time.Now().Add(c.later) }
		judged(t, c.name, about(t, i.Config, "replica"), c.level, c.says)
	}
}
