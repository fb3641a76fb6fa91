// Package objectstore keeps files that the server makes: in a folder, or in a
// bucket of anything that speaks S3.
package objectstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"syscall"
)

// ErrNotFound: there is no file of that name.
var ErrNotFound = errors.New("objectstore: not found")

// ErrExists: there is a file of that name already.
var ErrExists = errors.New("objectstore: the file exists already")

// ErrFull: there is no room for a file. What was there before is unchanged.
var ErrFull = errors.New("objectstore: no room is left")

// full is err with ErrFull where it says that there is no room: on the disk, of a quota, or up to
// the largest file that may be written.
func full(err error) error {
	for _, no := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, no) {
			return fmt.Errorf("%w: %w", ErrFull, err)
		}
	}
	return err
}

// ErrNotCopied: a file is stored, and its copy elsewhere is not yet, which was to be waited for.
var ErrNotCopied = errors.New("objectstore: the file is not replicated")

// Store keeps files by name: segments of letters, digits, dots, dashes and
// underscores, with slashes between them.
type Store interface {
	// Put stores a file of that many bytes, all of it or nothing, in the place of
	// one that had its name.
	Put(ctx context.Context, name string, r io.Reader, size int64, mediaType string) error
	// Create is Put for a name that nobody has used: ErrExists, and nothing is stored, when
	// there is a file of it, of whomever. Of two who create the same at once one does. The
	// file stays when the machine fails.
	Create(ctx context.Context, name string, content []byte, mediaType string) error
	// Get opens a file and says how long it is; ErrNotFound when there is none.
	Get(ctx context.Context, name string) (io.ReadCloser, int64, error)
	// Delete removes a file; one that is not there is as good as removed.
	Delete(ctx context.Context, name string) error
	// List calls each with the names of the files in a folder, in no order. Folders
	// within it are left out. An error of each ends it.
	List(ctx context.Context, folder string, each func(name string) error) error
}

// Credentials are those of a bucket.
type Credentials struct{ AccessKey, SecretKey string }

// Open opens what address says: a folder, which is made when it is not there,
// or s3://BUCKET/PREFIX?endpoint=HOST:PORT with region=… and tls=false where
// they differ from us-east-1 and true.
func Open(address string, c Credentials) (Store, error) {
	if !strings.HasPrefix(address, "s3://") {
		return newFolder(address)
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Query().Get("endpoint") == "" || u.User != nil {
		return nil, fmt.Errorf("objectstore: %q is not s3://BUCKET/PREFIX?endpoint=HOST:PORT", address)
	}
	return newBucket(u, c)
}

var goodName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`)

func check(name string) error {
	if len(name) > 500 || !goodName.MatchString(name) {
		return fmt.Errorf("objectstore: %q cannot name a file", name)
	}
	return nil
}
