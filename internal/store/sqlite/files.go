package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
)

// suffixes are of the files that an open database has: itself, its log, and the
// index of the log.
var suffixes = [...]string{"", "-wal", "-shm"}

// privateMode is the mode of all of them.
const privateMode fs.FileMode = 0o600

// files are the files of an open database. SQLite does not notice that one of them
// was deleted or replaced: it goes on in the file that it has open and nobody else
// can find, and all that was committed there is gone when the process ends. So they
// are compared with those that were opened before and after each transaction that
// writes, which costs some microseconds.
//
// Once one is lost nothing is written any more. What was committed by then is
// still in the log that is open, and is carried over into the database file.
type files struct {
	path   string
	opened [len(suffixes)]os.FileInfo // written once, by remember
	lost   atomic.Pointer[lostError]
}

// lostError says which file is not the one that was opened.
type lostError struct {
	file    string
	rescued bool // everything that was committed is in the database file
}

func (e *lostError) Error() string {
	if e.rescued {
		return "sqlite: " + e.file + " was deleted while it was open; what was committed is in the database file: restart the server"
	}
	return "sqlite: " + e.file + " was deleted or replaced while it was open; what was committed lately may be lost when the server stops"
}

// private closes the files to other users of the machine: they hold personal data. The
// database file is made if it is not there, because SQLite would make it readable, and
// gives each other file the mode of the database file.
//
// A file that is there is never opened here: closing it would end the locks of a
// connection that this process has already (POSIX).
func (f *files) private() error {
	file, err := os.OpenFile(f.path, os.O_CREATE|os.O_EXCL|os.O_RDWR, privateMode)
	if err == nil {
		err = file.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("sqlite: %w", err)
	}
	for _, suffix := range suffixes {
		info, err := os.Stat(f.path + suffix)
		if err == nil && info.Mode().Perm()&^privateMode != 0 {
			err = os.Chmod(f.path+suffix, privateMode)
		}
		// Anyone who is not the owner cannot; the owner's next start does it.
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("sqlite: %w", err)
		}
	}
	return nil
}

// remember takes the files that are there for those of the database.
func (f *files) remember() error {
	var opened [len(suffixes)]os.FileInfo
	for i, suffix := range suffixes {
		info, err := os.Stat(f.path + suffix)
		if err != nil {
			return fmt.Errorf("sqlite: remember the files: %w", err)
		}
		opened[i] = info
	}
	f.opened = opened
	return nil
}

// err is why nothing may be written; nil: all files are there.
func (f *files) err() error {
	if lost := f.lost.Load(); lost != nil {
		return lost
	}
	return nil
}

// look compares the files without touching the database, and says why no connection may
// be opened; nil: all files are there. The writer carries over what was committed.
func (f *files) look() error {
	if err := f.err(); err != nil || f.opened[0] == nil {
		return err
	}
	if file, _ := f.compare(); file != "" {
		f.lost.CompareAndSwap(nil, &lostError{file: file})
	}
	return f.err()
}

// check compares the files, and carries over what was committed when one is lost.
// c is the writer's connection, outside of a transaction: so no two checks are made
// at once.
func (f *files) check(c driver.Conn) {
	lost := f.lost.Load()
	if lost != nil && lost.rescued || f.opened[0] == nil {
		return
	}
	file, replaced := f.compare()
	if file == "" && lost == nil {
		return
	}
	if lost != nil {
		file = lost.file // and once more it is tried to carry over
	}
	f.lost.Store(&lostError{file: file, rescued: !replaced && carryOver(c)})
}

// compare returns the file that is not what was opened. replaced says that another
// one has its name: then it may have a life of its own, and must be left alone.
func (f *files) compare() (file string, replaced bool) {
	for i, suffix := range suffixes {
		info, err := os.Stat(f.path + suffix)
		switch {
		case err == nil && !os.SameFile(info, f.opened[i]):
			return f.path + suffix, true
		case errors.Is(err, fs.ErrNotExist) && i == 0:
			return f.path, true // there is nothing to carry it over to
		case errors.Is(err, fs.ErrNotExist) && file == "":
			file = f.path + suffix
		}
	}
	return file, false
}

// carryOver writes all of the open log into the database file, and reports whether
// it did.
func carryOver(c driver.Conn) bool {
	rows, err := c.(driver.QueryerContext).QueryContext(context.Background(), "pragma wal_checkpoint(full)", nil)
	if err != nil {
		return false
	}
	defer rows.Close()                //nolint:errcheck // what it answered is what counts
	answer := make([]driver.Value, 3) // busy, frames in the log, frames that were carried over
	if err := rows.Next(answer); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	busy, ok := answer[0].(int64)
	return ok && busy == 0 && answer[1] == answer[2]
}

// CheckFiles compares the files now: an idle server would notice too late. When ctx ends
// before the writer has time for it, what is known already counts.
func (db *DB) CheckFiles(ctx context.Context) error {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return errors.Join(err, db.files.err())
	}
	err = conn.Raw(func(dc any) error {
		c := dc.(*keptConn)
		c.files.check(c.Conn)
		return nil
	})
	return errors.Join(err, conn.Close(), db.files.err())
}
