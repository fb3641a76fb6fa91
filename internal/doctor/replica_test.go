package doctor_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/doctor"
	"github.com/holdfast-events/holdfast/internal/objectstore"
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
	kept := replicatedTo(t, i)
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

// replicatedTo makes a replica of a database, which nobody keeps any more.
func replicatedTo(t *testing.T, i *installation) server.Replicate {
	t.Helper()
	kept := server.Replicate{To: "file://" + filepath.Join(i.folder, "replica")}
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
	return kept
}

// TestReplicaFiles: the copies of files in a folder are beside the replica of the database, and it is
// said where they are not what the files are.
func TestReplicaFiles(t *testing.T) {
	t.Parallel()
	i := sound(t, testdb.SQLite(t))
	i.Server.Files = filepath.Join(i.folder, "files")
	kept := replicatedTo(t, i)
	i.Server.Replicate.To = kept.To
	to, err := kept.Open()
	if err != nil {
		t.Fatal(err)
	}
	mirror, err := objectstore.OpenMirror(t.Context(), objectstore.MirrorConfig{Folder: i.Server.Files, Copy: to, Sync: true, Log: i.Server.Log})
	if err != nil {
		t.Fatal(err)
	}
	const name = "pictures/a.jpg"
	put := func(in objectstore.Store, text string) {
		t.Helper()
		if err := in.Put(t.Context(), name, strings.NewReader(text), int64(len(text)), "image/jpeg"); err != nil {
			t.Fatal(err)
		}
	}
	put(mirror, "one")
	soon := func() time.Time { return time.Now().Add(5 * time.Minute) }
	later := func() time.Time { return time.Now().Add(time.Hour) }
	says := func(what string, now func() time.Time, level doctor.Level, text string) {
		t.Helper()
		i.Now = now
		of := slices.DeleteFunc(about(t, i.Config, "files"), func(f doctor.Finding) bool { return strings.Contains(f.Says, "can be written") })
		judged(t, what, of, level, text)
	}
	says("copied", later, doctor.OK, "the replica has 1 file")
	beside, err := objectstore.Open(i.Server.Files, objectstore.Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	put(beside, "one") // written again as it was
	says("the same", later, doctor.OK, "the replica has 1 file")
	put(beside, "two")
	says("just changed", soon, "", "")
	says("changed", later, doctor.Warning, "the newest state of 1 file is not in the replica, for 1h0m0s")
	put(mirror, "two")
	says("copied again", later, doctor.OK, "the replica has 1 file")
	if err := beside.Delete(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	says("deleted", later, doctor.Warning, "the newest state of 1 file")
	if err := mirror.Delete(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	says("none", later, "", "")
	i.Server.Files = i.Server.DKIMKeyFile
	i.Server.Files = i.Server.DKIMKeyFile
	if of := about(t, i.Config, "files"); len(of) != 2 || of[1].Level != doctor.Warning || !strings.Contains(of[1].Says, "it is not known whether the replica has them") {
		t.Errorf("no folder: %+v", of)
	}
}
