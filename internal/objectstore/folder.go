package objectstore

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// folder keeps files in a folder. os.Root keeps every name inside it, links
// included.
type folder struct {
	root *os.Root
	// noting reports whether deleted files are noted, for a copy that follows.
	noting bool
}

func newFolder(name string) (Store, error) {
	if name == "" {
		return nil, errors.New("objectstore: no folder given")
	}
	if err := os.MkdirAll(name, 0o700); err != nil {
		return nil, fmt.Errorf("objectstore: %w", err)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("objectstore: %w", err)
	}
	f := &folder{root: root}
	if _, err := root.Stat(notes); err == nil {
		f.noting = true
	}
	return f, nil
}

// Put writes beside the name and then renames: nobody sees half a file.
func (f *folder) Put(_ context.Context, name string, r io.Reader, size int64, _ string) (err error) {
	if err := check(name); err != nil {
		return err
	}
	if err := f.private(path.Dir(name)); err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	part := name + ".part"
	file, err := f.root.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) { // somebody writes the same, or a crash left it
		part = name + "." + rand.Text() + ".part"
		file, err = f.root.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	}
	if err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	defer func() {
		if err != nil {
			gone := f.root.Remove(part)
			if errors.Is(gone, fs.ErrNotExist) { // it has its name
				gone = nil
			}
			err = errors.Join(fmt.Errorf("objectstore: %w", full(err)), gone)
		}
	}()
	n, err := io.Copy(file, r)
	if err == nil && n != size {
		err = fmt.Errorf("%d bytes instead of %d", n, size)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := f.root.Rename(part, name); err != nil {
		return err
	}
	return f.syncFolder(path.Dir(name))
}

// syncFolder has a folder keep its newest names through a loss of power.
func (f *folder) syncFolder(name string) error {
	dir, err := f.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Create links what was written to the name, which fails when there is one.
func (f *folder) Create(_ context.Context, name string, content []byte, _ string) (err error) {
	if err := check(name); err != nil {
		return err
	}
	dir := path.Dir(name)
	if err := f.private(dir); err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	part := name + "." + rand.Text() + ".part"
	file, err := f.root.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = f.root.Link(part, name)
	}
	exists := errors.Is(err, fs.ErrExist)
	if exists {
		err = nil
	}
	if err = errors.Join(err, f.root.Remove(part)); err == nil {
		err = f.syncFolder(dir)
	}
	switch {
	case err != nil:
		return fmt.Errorf("objectstore: create: %w", full(err))
	case exists:
		return ErrExists
	}
	return nil
}

// private makes a folder, closed to other users of the machine: files have personal
// data. One that is there is closed too; the root is the operator's own.
func (f *folder) private(name string) error {
	if err := f.root.MkdirAll(name, 0o700); err != nil {
		return err
	}
	info, err := f.root.Stat(name)
	if err != nil || name == "." || info.Mode().Perm()&^0o700 == 0 {
		return err
	}
	// Anyone who is not the owner cannot; the files themselves are private all the same.
	if err := f.root.Chmod(name, 0o700); !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

func (f *folder) Get(_ context.Context, name string) (io.ReadCloser, int64, error) {
	if err := check(name); err != nil {
		return nil, 0, err
	}
	file, err := f.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, ErrNotFound
	}
	if err != nil {
		return nil, 0, fmt.Errorf("objectstore: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("objectstore: %w", err), file.Close())
	}
	return file, info.Size(), nil
}

func (f *folder) Delete(_ context.Context, name string) error {
	if err := check(name); err != nil {
		return err
	}
	if err := f.note(name); err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	for _, n := range []string{name, name + ".part"} {
		if err := f.root.Remove(n); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("objectstore: %w", err)
		}
	}
	return nil
}

func (f *folder) List(_ context.Context, folder string, each func(name string) error) error {
	if err := check(folder); err != nil {
		return err
	}
	dir, err := f.root.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	entries, err := dir.ReadDir(-1)
	if err := errors.Join(err, dir.Close()); err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) == ".part" {
			continue
		}
		if err := each(folder + "/" + e.Name()); err != nil {
			return err
		}
	}
	return nil
}
