package keyring

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxFile bounds a file of keys, in bytes.
const maxFile = 64 << 10

const heading = `# The master keys of this Holdfast installation, the newest last. They open the secrets
# in its database and sign its audit log. Every server of the installation needs this
# file. Keep a copy of it, and keep it apart from the backups of the database: without
# it they cannot be used, with it they are the whole installation.
`

// Read reads the keys of a file. The error is fs.ErrNotExist when there is none.
func Read(path string) (*Ring, error) {
	text, err := ReadFile(path, maxFile)
	if err != nil {
		return nil, err
	}
	r, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%w (%s)", err, path)
	}
	return r, nil
}

// ReadFile returns what is in a file, at most so many bytes of it. The error is
// fs.ErrNotExist when there is none.
func ReadFile(path string, most int64) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("keyring: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err := errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("keyring: %w", err)
	}
	return string(text), nil
}

// OpenToOthers reports whether other users of the machine can read the file.
func OpenToOthers(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o077 != 0
}

// Make returns the keys of a file, which it makes with a new key when there is none.
// Of several processes that do so at once, all get the same.
func Make(path string) (*Ring, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	r, err := New()
	if err != nil {
		return nil, err
	}
	// Link, unlike Rename, fails when somebody made the file meanwhile.
	err = r.write(path, os.Link)
	if errors.Is(err, fs.ErrExist) {
		return Read(path)
	}
	return r, err
}

// Replace writes the keys to a file that is there. A crash leaves the old file or
// the new one.
func (r *Ring) Replace(path string) error { return r.write(path, os.Rename) }

func (r *Ring) write(path string, name func(from, to string) error) error {
	return WriteFile(path, heading+r.Text(), name)
}

// WriteFile writes a file beside path, on disk and for its owner only, and gives it that
// name: os.Link where it must not be there, os.Rename where it may.
func WriteFile(path, text string, name func(from, to string) error) (err error) {
	dir, err := os.MkdirTemp(filepath.Dir(path), ".master-keys-*") // 0700
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	part := filepath.Join(dir, "part")
	f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	if err := name(part, path); err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder puts the name of a new file on disk: a key that a power loss takes
// away would take the database with it.
func syncFolder(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	if err := errors.Join(dir.Sync(), dir.Close()); err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	return nil
}
