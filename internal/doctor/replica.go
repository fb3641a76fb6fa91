package doctor

import (
	"errors"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/replica"
)

const (
	// replicaLate is how old the newest entry of a replica may be: a server that runs sends
	// one every few seconds, if only of its own work.
	replicaLate = 10 * time.Minute
	// snapshotLate is how old its newest snapshot may be.
	snapshotLate = 48 * time.Hour
)

// replica looks at where the database is replicated to.
func (e *examination) replica() {
	const subject = "replica"
	r := &e.Server.Replicate
	if !r.On() {
		return
	}
	if !strings.HasPrefix(e.Server.DB, "sqlite:") {
		e.fault(subject, "leave --replicate out: PostgreSQL replicates by itself, to a standby server", "it is for SQLite")
		return
	}
	to, err := r.Open()
	if err != nil {
		e.fault(subject, "check --replicate and its keys", "%s", short(err))
		return
	}
	i, err := replica.Inspect(e.ctx, to)
	switch now := e.Now(); {
	case errors.Is(err, replica.ErrNoCreate):
		e.fault(subject, "use a store that knows If-None-Match on PUT, as Amazon S3, MinIO, Cloudflare R2 and Ceph do", "%s", short(err))
	case err != nil:
		e.fault(subject, "check --replicate and its keys, and whether the store answers: the server does not start without it", "%s", short(err))
	case i.Empty:
		e.warn(subject, "start the server", "nothing is in it yet")
	case i.Snapshot.IsZero():
		e.warn(subject, "wait for the first copy of the database, or start the server", "no snapshot is complete: nothing can be restored yet")
	case now.Sub(i.At) > replicaLate:
		e.warn(subject, "see whether the server runs, and HoldfastReplicaBehind in docs/RUNBOOK.md", "its newest entry is %s old, of %s", now.Sub(i.At).Round(time.Minute), i.Host)
	case now.Sub(i.Snapshot) > snapshotLate:
		e.warn(subject, "see the log for why no snapshot is taken", "its newest snapshot is %s old, with %d entries behind it", now.Sub(i.Snapshot).Round(time.Hour), i.Entries)
	default:
		e.ok(subject, "its newest entry is %s old, %d behind a snapshot of %s ago", max(0, now.Sub(i.At)).Round(time.Second), i.Entries, now.Sub(i.Snapshot).Round(time.Minute))
	}
	if err == nil && !i.Empty && !strings.Contains(e.Server.FilesAt(), "://") {
		e.replicaFiles(to)
	}
}

// replicaFiles looks at the copies of the files in a folder, which are beside the replica of the
// database: pictures, archives, the list of erasures.
func (e *examination) replicaFiles(to objectstore.Store) {
	const subject = "files"
	u, err := objectstore.Compare(e.ctx, e.Server.FilesAt(), to)
	late := e.Now().Sub(u.Since)
	switch {
	case err != nil:
		e.warn(subject, "let this command read the folder of the files, and check --replicate and its keys", "it is not known whether the replica has them: %s", short(err))
	case u.Files > 0 && late > replicaLate:
		e.warn(subject, "see whether the server runs, and HoldfastReplicaBehind in docs/RUNBOOK.md", "the newest state of %s is not in the replica, for %s", of(u.Files, "file"), late.Round(time.Minute))
	case u.Copied > 0:
		e.ok(subject, "the replica has %s", of(u.Copied, "file"))
	}
}
