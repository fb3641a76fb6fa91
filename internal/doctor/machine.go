package doctor

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/keyring"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Bounds below which there is too little room for the database.
const (
	littleRoom = 1 << 30
	noRoom     = 100 << 20
)

// database looks at the database and at what is kept with it: keys, clock, members.
func (e *examination) database() {
	const subject = "database"
	if path := server.SQLitePath(e.Server.DB); path != "" {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			e.warn(subject, "start the server once: it makes the database and the keys", "there is no database at %s yet", path)
			return
		case err != nil:
			e.fault(subject, "give the server's user access to it", "%s", short(err))
			return
		case info.Mode().Perm()&0o077 != 0:
			e.warn(subject, "chmod 600 "+path, "other users of this machine can read %s, which holds personal data", path)
		}
	}
	st, err := store.Open(e.ctx, database.Config{URL: e.Server.DB, Read: e.Server.DBRead, ReadLag: e.Server.DBReadLag, Log: e.Server.Log})
	if err != nil {
		e.fault(subject, "check --db, and that the database runs", "it cannot be opened: %s", short(err))
		return
	}
	defer func() {
		if err := st.Close(); err != nil {
			e.warn(subject, "", "it was not closed cleanly: %s", short(err))
		}
	}()
	switch err := st.Ping(e.ctx); {
	case errors.Is(err, database.ErrSchemaOld):
		e.fault(subject, "holdfast migrate", "its schema is older than this version of Holdfast needs")
		return
	case err != nil:
		e.fault(subject, "check that the database runs, and is of this version", "%s", short(err))
		return
	}
	if err := st.Moves.MayServe(e.ctx); err != nil {
		e.fault(subject, "see “Moving to PostgreSQL and back” in docs/OPERATIONS.md", "no server opens it: %s", short(err))
		return
	}
	if err := st.Writable(e.ctx); err != nil {
		e.fault(subject, "see “When the database takes no writes” in docs/OPERATIONS.md", "it takes no writes: %s", short(err))
	} else {
		e.ok(subject, "%s: its schema is current, and it takes writes", st.Engine())
	}
	follows := e.Server.Replicate.On()
	if st.Engine() == "postgres" {
		follows = e.servers(st)
	}
	e.readReplica(st)
	e.keys(st)
	e.clock(st)
	e.members(st)
	e.backup(st, follows)
}

// backupLate is how old the newest backup may be of a database that nothing follows.
const backupLate = 48 * time.Hour

// backup looks at how old the newest copy of the database is. follows says whether a replica or a
// standby has what it has.
func (e *examination) backup(st *store.Store, follows bool) {
	const subject, do = "backup", "have a timer run holdfast backup each day, or keep a replica (--replicate) or a standby; see “Backup and restore” in docs/OPERATIONS.md"
	b, err := st.Backups.Newest(e.ctx)
	age := b.Age(e.Now())
	days := of(int(age/(24*time.Hour)), "day")
	switch {
	case err != nil:
		e.warn(subject, "", "it is not known when the last was made: %s", short(err))
	case b.MadeAt > 0 && (follows || age <= backupLate):
		e.ok(subject, "holdfast backup has made the last (%s) %s ago", b.Kind, age.Round(time.Minute))
	case follows || age <= backupLate:
	case b.MadeAt > 0:
		e.warn(subject, do, "holdfast backup has made the last %s ago, and neither a replica nor a standby has what came since", days)
	default:
		e.warn(subject, do, "holdfast backup has made none in the %s since this installation began, and there is neither a replica nor a standby", days)
	}
}

// keys looks whether the master keys open what they have wrapped.
func (e *examination) keys(st *store.Store) {
	const subject = "keys"
	at := e.Server.MasterKeys.At(e.Server.DB)
	ring, err := at.Check(e.ctx, st)
	switch {
	case errors.Is(err, server.ErrNoMasterKey):
		e.fault(subject, "put the key file of this installation back; without it links, sessions and tickets are worth nothing", "%s", short(err))
	case err != nil:
		e.fault(subject, "name the keys of this installation with --master-key-file", "%s", short(err))
	case ring == nil:
		e.warn(subject, "start the server once: it makes them", "there are no master keys yet")
	case at.Text != "":
		e.ok(subject, "the given master keys open all secrets of the database")
	case keyring.OpenToOthers(at.File):
		e.warn(subject, "chmod 600 "+at.File, "other users of this machine can read the master keys in %s", at.File)
	default:
		e.ok(subject, "%s opens all secrets of the database; keep a copy of it apart from the database's backups", at.File)
	}
}

// clock compares the clocks.
func (e *examination) clock(st *store.Store) {
	const subject = "clock"
	clocks, err := server.ReadClocks(e.ctx, st, e.Server.Log)
	switch {
	case err != nil:
		e.fault(subject, "see “Clocks” in docs/OPERATIONS.md", "%s", short(err))
	case clocks.Err != nil || clocks.Skew.Abs() > clock.MaxSkew:
		e.fault(subject, "set the clock that is wrong right (timedatectl, chronyc tracking)",
			"the system clock is %s ahead of the time that counts", clocks.Skew.Round(time.Millisecond))
	case len(clocks.Ahead) > 0:
		e.fault(subject, "holdfast clock check lists them, holdfast clock mend EVENT mends one", "the clocks of %s are ahead of the time", of(len(clocks.Ahead), "event"))
	default:
		e.ok(subject, "the clocks agree within %s", max(time.Millisecond, clocks.Skew.Abs().Round(time.Millisecond)))
	}
}

// members looks whether the installation belongs to anybody.
func (e *examination) members(st *store.Store) {
	switch found, err := st.Organizations.AnyMember(e.ctx); {
	case err != nil:
		e.fault("members", "", "%s", short(err))
	case !found:
		e.warn("members", "start the server and open the link that it prints", "nobody has set this installation up")
	}
}

// disk looks at the room for an embedded database.
func (e *examination) disk() {
	path := server.SQLitePath(e.Server.DB)
	if path == "" {
		return
	}
	room, known := server.RoomIn(filepath.Dir(path))
	free := room.Free
	const subject, do = "disk", "make room, or put the database elsewhere: on a full disk every change is refused"
	switch mb := free >> 20; {
	case !known:
	case free < noRoom:
		e.fault(subject, do, "%d MB are free beside the database", mb)
	case free < littleRoom:
		e.warn(subject, do, "%d MB are free beside the database", mb)
	default:
		e.ok(subject, "%d GB are free beside the database", free>>30)
	}
}

// files puts a file where files are kept, reads it, and takes it away.
func (e *examination) files() {
	const subject = "files"
	where := e.Server.FilesAt()
	if !strings.Contains(where, "://") {
		if _, err := os.Stat(where); errors.Is(err, fs.ErrNotExist) {
			return // it is made when it is needed
		}
	}
	kept, err := objectstore.Open(where, e.Server.FileKeys)
	if err == nil {
		err = tryFile(e.ctx, kept)
	}
	if err != nil {
		e.fault(subject, "check --files and its keys: without a place for files there are no exports", "%s", short(err))
		return
	}
	e.ok(subject, "files can be written, read and deleted")
}

// tryFile writes a file, reads it back and deletes it.
func tryFile(ctx context.Context, kept objectstore.Store) (err error) {
	const name, text = "doctor/try.txt", "holdfast doctor"
	if err := kept.Put(ctx, name, strings.NewReader(text), int64(len(text)), "text/plain"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Delete(ctx, name)) }()
	r, _, err := kept.Get(ctx, name)
	if err != nil {
		return err
	}
	back, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return err
	}
	if string(back) != text {
		return errors.New("what was written is not what is read")
	}
	return nil
}

// temporary writes a temporary file. Exports and archives are made in one.
func (e *examination) temporary() {
	const subject = "temporary files"
	if err := tryTemporary(); err != nil {
		e.fault(subject, "make room there, or name another folder with TMPDIR: without it there are no exports, and nothing is archived", "%s", short(err))
		return
	}
	e.ok(subject, "temporary files can be written in %s", os.TempDir())
}

func tryTemporary() (err error) {
	const size = 64 << 10 // more than a file system keeps beside the name
	f, err := os.CreateTemp("", "holdfast-doctor-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	_, err = f.Write(make([]byte, size))
	return err
}

// limits looks at how many files the process may have open.
func (e *examination) limits() {
	const wanted = 4096
	if n, known := openFiles(); known && n < wanted {
		e.warn("limits", "raise it to 65536: LimitNOFILE= of the unit, ulimits of the container", "a process may have %d files and connections open", n)
	}
}
