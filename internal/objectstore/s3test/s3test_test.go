package s3test_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/objectstore/s3test"
)

// TestUnsigned: what is not signed with the keys of the bucket is refused.
func TestUnsigned(t *testing.T) {
	t.Parallel()
	b := s3test.New(t, nil)
	right := b.Open(t, "p")
	if err := right.Create(t.Context(), "a/b", []byte("text"), "text/plain"); err != nil {
		t.Fatal(err)
	}
	if err := right.Create(t.Context(), "a/b", []byte("other"), "text/plain"); !errors.Is(err, objectstore.ErrExists) {
		t.Errorf("written over: %v", err)
	}
	if err := right.Put(t.Context(), "a/c", strings.NewReader("more"), 4, "text/plain"); err != nil {
		t.Error(err)
	}
	for _, keys := range []objectstore.Credentials{{AccessKey: "other", SecretKey: s3test.Keys.SecretKey}, {AccessKey: s3test.Keys.AccessKey, SecretKey: "other"}} {
		wrong, err := objectstore.Open(b.At("p"), keys)
		if err != nil {
			t.Fatal(err)
		}
		if err := wrong.Create(t.Context(), "a/d", []byte("text"), "text/plain"); err == nil || errors.Is(err, objectstore.ErrExists) {
			t.Errorf("stored with %q", keys)
		}
		if _, _, err := wrong.Get(t.Context(), "a/b"); err == nil {
			t.Errorf("read with %q", keys)
		}
	}
	host := strings.TrimPrefix(b.At(""), "s3://holdfast/?tls=false&endpoint=")
	resp, err := http.Get("http://" + host + "/holdfast/p/a/b") //nolint:noctx // of this test
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusForbidden {
		t.Errorf("%d %v", resp.StatusCode, err)
	}
}
