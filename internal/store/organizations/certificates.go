package organizations

import (
	"context"
	"database/sql"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// TLSFile is something that is kept of a certificate authority, by a name with slashes.
type TLSFile struct {
	Name      string
	Sealed    []byte
	ChangedAt inventory.Instant
}

// tlsLock is a name that one server holds for a while.
type tlsLock struct {
	Name, Holder string
	Until        inventory.Instant
}

var (
	// TLSFileTable describes the table tls_files; a row is one TLSFile.
	TLSFileTable = table.New("tls_files", new(TLSFile), func(c *table.Columns, v *TLSFile) {
		c.Key("name", &v.Name)
		c.Blob("sealed", &v.Sealed)
		c.Number("changed_at", (*int64)(&v.ChangedAt))
	})
	// TLSLockTable describes the table tls_locks; a row is one tlsLock.
	TLSLockTable = table.New("tls_locks", new(tlsLock), func(c *table.Columns, v *tlsLock) {
		c.Key("name", &v.Name)
		c.Text("holder", &v.Holder)
		c.Number("until", (*int64)(&v.Until))
	})
)

// PutFile stores a file, in place of one with its name.
func (s Certificates) PutFile(ctx context.Context, f *TLSFile) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := TLSFileTable.InsertUnless(ctx, tx, f, " on conflict (name) do update set sealed = excluded.sealed, changed_at = excluded.changed_at")
		return err
	})
}

// File returns the file of a name, or ErrNotFound.
func (s Certificates) File(ctx context.Context, name string) (TLSFile, error) {
	f, err := table.One(ctx, s.db.Read, TLSFileTable.Scan, TLSFileTable.From()+" where name = $1", name)
	return f, s.db.Classify(err)
}

// FilesBelow returns names that begin with a text, in order and after one of them.
func (s Certificates) FilesBelow(ctx context.Context, beginning, after string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select name from tls_files where substr(name, 1, $1) = $2 and name > $3 order by name limit $4",
		utf8.RuneCountInString(beginning), beginning, after, limit)
	return list, s.db.Classify(err)
}

// DeleteFiles deletes the file of a name, and those below it as in a folder.
func (s Certificates) DeleteFiles(ctx context.Context, name string) error {
	below := name + "/"
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from tls_files where name = $1 or substr(name, 1, $2) = $3", name, utf8.RuneCountInString(below), below)
		return err
	})
}

// Lock takes a name for a holder until a time, or prolongs that the holder has it, and
// reports whether the holder has it. What another held is over after its time.
func (s Certificates) Lock(ctx context.Context, name, holder string, now, until inventory.Instant) (held bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, `insert into tls_locks (name, holder, until) values ($1, $2, $3)
			on conflict (name) do update set holder = excluded.holder, until = excluded.until
			where tls_locks.holder = excluded.holder or tls_locks.until <= $4`, name, holder, int64(until), int64(now))
		held = n == 1
		return err
	})
	return held, err
}

// Unlock gives a name up that a holder has.
func (s Certificates) Unlock(ctx context.Context, name, holder string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from tls_locks where name = $1 and holder = $2", name, holder)
		return err
	})
}

// Certificates is what certificate authorities gave, and which server asks them.
type Certificates struct{ db *database.DB }

// NewCertificates returns Certificates on a database.
func NewCertificates(db *database.DB) Certificates { return Certificates{db} }
