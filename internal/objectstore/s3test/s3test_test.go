package s3test_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

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

// tampering changes the body of each call on its way.
type tampering struct {
	change func(body []byte) []byte
	sent   int
}

func (c *tampering) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPut && strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		c.sent++
		body = c.change(body)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// TestChunks: a body in chunks is taken as its client has signed it, chunk by chunk, and no other.
func TestChunks(t *testing.T) {
	t.Parallel()
	b := s3test.New(t, nil)
	content := bytes.Repeat([]byte("0123456789abcdef"), 10<<10) // of two chunks of 64 KiB, and one of 32
	next := func(body []byte, n int) int {                      // where the content of chunk n begins
		at := 0
		for range n {
			at += bytes.Index(body[at:], []byte("chunk-signature=")) + 16 + 64 + 2
		}
		return at
	}
	signature := func(n int) func([]byte) []byte {
		return func(body []byte) []byte {
			body[next(body, n)-3] ^= 1
			return body
		}
	}
	for what, c := range map[string]struct {
		options minio.PutObjectOptions
		change  func([]byte) []byte
		taken   bool
	}{
		"as it was signed":                    {change: func(b []byte) []byte { return b }, taken: true},
		"as it was signed, with a checksum":   {minio.PutObjectOptions{Checksum: minio.ChecksumCRC32C}, func(b []byte) []byte { return b }, true},
		"with a checksum of 64 bits":          {minio.PutObjectOptions{Checksum: minio.ChecksumCRC64NVME}, func(b []byte) []byte { return b }, true},
		"with a signature that is not its":    {change: signature(1)},
		"with a second signature that is not": {change: signature(2)},
		"with a last signature that is not":   {change: signature(4)},
		"with other content": {change: func(body []byte) []byte {
			body[next(body, 2)+9] ^= 1
			return body
		}},
		"with chunks in another order": {change: func(body []byte) []byte {
			const of = 5 + 17 + 64 + 2 + 64<<10 + 2
			return slices.Concat(body[of:2*of], body[:of], body[2*of:])
		}},
		"without its last chunk": {change: func(body []byte) []byte { return body[:next(body, 3)+32<<10+2] }},
		"with another checksum": {minio.PutObjectOptions{Checksum: minio.ChecksumCRC32C}, func(body []byte) []byte {
			body[bytes.LastIndex(body, []byte("x-amz-checksum-crc32c:"))+22] ^= 1
			return body
		}, false},
	} {
		way := &tampering{change: c.change}
		client, err := minio.New(strings.TrimPrefix(b.At(""), "s3://holdfast/?tls=false&endpoint="), &minio.Options{
			Creds: credentials.NewStaticV4(s3test.Keys.AccessKey, s3test.Keys.SecretKey, ""), Region: "us-east-1", Transport: way, TrailingHeaders: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		name := "chunks/" + strings.NewReplacer(" ", "-", ",", "").Replace(what)
		_, err = client.PutObject(t.Context(), "holdfast", name, bytes.NewReader(content), int64(len(content)), c.options)
		if (err == nil) != c.taken || way.sent == 0 {
			t.Errorf("%s: %v, of %d calls in chunks", what, err, way.sent)
		}
		object, _, err := b.Open(t, "").Get(t.Context(), name)
		if !c.taken {
			if !errors.Is(err, objectstore.ErrNotFound) {
				t.Errorf("%s: it is there: %v", what, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(object); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%s: %d bytes came back, %v", what, len(got), err)
		}
		if err := object.Close(); err != nil {
			t.Error(err)
		}
	}
}
