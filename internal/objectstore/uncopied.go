package objectstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Uncopied is what a Mirror has not copied yet.
type Uncopied struct {
	// Files are so many whose copies are not what they are, Since is when the first of them was
	// changed, and Copied are all others.
	Files, Copied int
	Since         time.Time
}

// Compare compares the files of a folder with what a Mirror has copied of them, and changes neither. A
// folder that is not there has no files.
func Compare(ctx context.Context, name string, in Store) (u Uncopied, err error) {
	root, err := os.OpenRoot(name)
	if errors.Is(err, fs.ErrNotExist) {
		return u, nil
	}
	if err != nil {
		return u, fmt.Errorf("objectstore: %w", err)
	}
	defer root.Close() //nolint:errcheck // only read
	there, err := versions(ctx, in)
	if err != nil {
		return u, err
	}
	err = (&folder{root: root}).walk(func(name string, changed time.Time) error {
		list := there[name]
		same := len(list) > 0 && changed.UnixMicro() <= list[len(list)-1].at
		if len(list) > 0 && !same {
			sum, err := sumOf(root, name)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			same = sum == list[len(list)-1].sum
		}
		if same {
			u.Copied++
			return ctx.Err()
		}
		u.wait(changed)
		return ctx.Err()
	})
	if err == nil {
		err = u.deleted(root, there)
	}
	if err != nil {
		return u, fmt.Errorf("objectstore: compare: %w", err)
	}
	return u, nil
}

// walk goes through the files of a folder that a Mirror copies, with when they were changed.
func (f *folder) walk(each func(name string, changed time.Time) error) error {
	return fs.WalkDir(f.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted meanwhile
			return nil
		case err != nil:
			return err
		case e.IsDir() && name == notes:
			return fs.SkipDir
		case !e.Type().IsRegular() || strings.HasSuffix(name, ".part") || check(name) != nil:
			return nil
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return each(name, info.ModTime())
	})
}

func (u *Uncopied) wait(since time.Time) {
	if u.Files++; u.Since.IsZero() || since.Before(u.Since) {
		u.Since = since
	}
}

// deleted counts files that were deleted, and whose copies were not yet.
func (u *Uncopied) deleted(root *os.Root, there map[string][]version) error {
	names, err := (&folder{root: root}).notesLeft()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, name := range names {
		if info, gone := root.Stat(noteOf(name)); gone == nil && len(there[name]) > 0 {
			u.wait(info.ModTime())
		}
	}
	return err
}

func sumOf(root *os.Root, name string) (string, error) {
	file, err := root.Open(name)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return hex.EncodeToString(hash.Sum(nil)), errors.Join(err, file.Close())
}
