package objectstore

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// notes is the folder with an empty file for each file that was deleted and whose copy may still be
// there. Where it is there, whoever deletes a file leaves a note, a command beside the server too.
const notes = ".replica"

// keepNotes has deleted files noted from now on.
func (f *folder) keepNotes() error {
	f.noting = true
	return f.root.MkdirAll(notes, 0o700)
}

func noteOf(name string) string { return notes + "/" + strings.ReplaceAll(name, "/", "..") }

// note notes that a file is deleted, before it is.
func (f *folder) note(name string) error {
	if !f.noting {
		return nil
	}
	file, err := f.root.OpenFile(noteOf(name), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), f.syncFolder(notes))
}

// noted reports whether somebody has deleted a file.
func (f *folder) noted(name string) bool {
	_, err := f.root.Stat(noteOf(name))
	return err == nil
}

// unnote forgets that a file was deleted.
func (f *folder) unnote(name string) error {
	if !f.noting {
		return nil
	}
	if err := f.root.Remove(noteOf(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// notesLeft returns the names of the files that were deleted.
func (f *folder) notesLeft() (names []string, err error) {
	dir, err := f.root.Open(notes)
	if err != nil {
		return nil, err
	}
	entries, err := dir.ReadDir(-1)
	for _, e := range entries {
		names = append(names, strings.ReplaceAll(e.Name(), "..", "/"))
	}
	return names, errors.Join(err, dir.Close())
}
