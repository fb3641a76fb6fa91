package objectstore_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/objectstore/s3test"
)

// stores are a folder and a bucket.
func stores(t *testing.T, test func(t *testing.T, s objectstore.Store)) {
	t.Run("folder", func(t *testing.T) {
		s, err := objectstore.Open(filepath.Join(t.TempDir(), "files"), objectstore.Credentials{})
		if err != nil {
			t.Fatal(err)
		}
		test(t, s)
	})
	t.Run("bucket", func(t *testing.T) {
		test(t, s3test.New(t, nil).Open(t, "holdfast"))
	})
}

func TestFiles(t *testing.T) {
	stores(t, func(t *testing.T, s objectstore.Store) {
		ctx := t.Context()
		read := func(name string) (string, error) {
			r, size, err := s.Get(ctx, name)
			if err != nil {
				return "", err
			}
			defer r.Close() //nolint:errcheck // only read
			b, err := io.ReadAll(r)
			if err == nil && int64(len(b)) != size {
				t.Errorf("%d bytes, %d announced", len(b), size)
			}
			return string(b), err
		}
		if _, err := read("exports/a.csv"); !errors.Is(err, objectstore.ErrNotFound) {
			t.Errorf("what is not there: %v", err)
		}
		for _, body := range []string{"one", "another, longer"} {
			if err := s.Put(ctx, "exports/a.csv", strings.NewReader(body), int64(len(body)), "text/csv"); err != nil {
				t.Fatal(err)
			}
			if got, err := read("exports/a.csv"); err != nil || got != body {
				t.Errorf("%q, %v; want %q", got, err, body)
			}
		}
		if err := s.Put(ctx, "exports/a.csv", &broken{}, 100, "text/csv"); err == nil {
			t.Error("half a file was stored")
		}
		if got, err := read("exports/a.csv"); err != nil || got != "another, longer" {
			t.Errorf("after a failure: %q, %v", got, err)
		}
		for range 2 {
			if err := s.Delete(ctx, "exports/a.csv"); err != nil {
				t.Error(err)
			}
		}
		if _, err := read("exports/a.csv"); !errors.Is(err, objectstore.ErrNotFound) {
			t.Errorf("what was deleted: %v", err)
		}
		for _, name := range []string{"", "../x", "/etc/passwd", "a/../../b", "a//b", "a/.b", "a b", "a\x00b", strings.Repeat("a", 501)} {
			if err := s.Put(ctx, name, bytes.NewReader(nil), 0, ""); err == nil {
				t.Errorf("%q named a file", name)
			}
			if _, _, err := s.Get(ctx, name); err == nil || errors.Is(err, objectstore.ErrNotFound) {
				t.Errorf("%q was looked for: %v", name, err)
			}
			if err := s.Delete(ctx, name); err == nil {
				t.Errorf("%q was deleted", name)
			}
		}
	})
}

// TestSameNameAtOnce: of two who store the same at once neither sees half of what the other does.
func TestSameNameAtOnce(t *testing.T) {
	stores(t, func(t *testing.T, s objectstore.Store) {
		const body = "the same bytes"
		begun, ended := make(chan struct{}), make(chan error)
		first, half := io.Pipe()
		go func() {
			ended <- s.Put(t.Context(), "pictures/a.jpg", first, int64(len(body)), "image/jpeg")
		}()
		go func() {
			_, err := io.WriteString(half, body[:7]) // which ends when it was read
			if err != nil {
				t.Error(err)
			}
			close(begun)
		}()
		<-begun
		if err := s.Put(t.Context(), "pictures/a.jpg", strings.NewReader(body), int64(len(body)), "image/jpeg"); err != nil {
			t.Errorf("the second: %v", err)
		}
		if _, err := io.WriteString(half, body[7:]); err != nil {
			t.Error(err)
		}
		if err := errors.Join(half.Close(), <-ended); err != nil {
			t.Errorf("the first: %v", err)
		}
		r, _, err := s.Get(t.Context(), "pictures/a.jpg")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != body || r.Close() != nil {
			t.Errorf("%q, %v", got, err)
		}
		var names []string
		if err := s.List(t.Context(), "pictures", func(name string) error { names = append(names, name); return nil }); err != nil || len(names) != 1 {
			t.Errorf("%q, %v", names, err)
		}
	})
}

// TestCreate: of many who create a file of one name one does, and its bytes stay.
func TestCreate(t *testing.T) {
	stores(t, func(t *testing.T, s objectstore.Store) {
		const tries = 8
		ended := make(chan error, tries)
		for n := range tries {
			go func() {
				ended <- s.Create(t.Context(), "log/1", []byte{byte(n)}, "application/octet-stream")
			}()
		}
		created := 0
		for range tries {
			switch err := <-ended; {
			case err == nil:
				created++
			case !errors.Is(err, objectstore.ErrExists):
				t.Error(err)
			}
		}
		if created != 1 {
			t.Errorf("%d created it", created)
		}
		var names []string
		if err := s.List(t.Context(), "log", func(name string) error { names = append(names, name); return nil }); err != nil || len(names) != 1 {
			t.Errorf("%q, %v", names, err)
		}
		if err := s.Create(t.Context(), "../x", nil, ""); err == nil || errors.Is(err, objectstore.ErrExists) {
			t.Errorf("a name that is none: %v", err)
		}
	})
}

// broken is a file that ends too early.
type broken struct{ n int }

func (b *broken) Read(p []byte) (int, error) {
	if b.n++; b.n > 3 {
		return 0, errors.New("the disk is gone")
	}
	return copy(p, "abc"), nil
}

func TestOpenRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"", file, "s3://", "s3://bucket", "s3://a:b@bucket?endpoint=x", "s3://bucket?endpoint=x", "s3://bucket/../x?endpoint=x"} {
		c := objectstore.Credentials{AccessKey: "a", SecretKey: "b"}
		if address == "s3://bucket?endpoint=x" {
			c = objectstore.Credentials{}
		}
		if _, err := objectstore.Open(address, c); err == nil {
			t.Errorf("%q was opened", address)
		}
	}
}

// TestPrivateFolders: files are for their owner only, also in a folder that was there
// and open to others; the root is left as the operator made it.
func TestPrivateFolders(t *testing.T) {
	root := filepath.Join(t.TempDir(), "files")
	if err := os.MkdirAll(filepath.Join(root, "exports"), 0o750); err != nil {
		t.Fatal(err)
	}
	s, err := objectstore.Open(root, objectstore.Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"exports/a.csv", "erasures/a", "a"} {
		if err := s.Put(t.Context(), name, strings.NewReader(""), 0, "text/csv"); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		".": "drwxr-x---", "exports": "drwx------", "erasures": "drwx------",
		"exports/a.csv": "-rw-------", "erasures/a": "-rw-------", "a": "-rw-------",
	} {
		info, err := os.Stat(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().String(); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
