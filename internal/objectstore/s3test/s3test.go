// Package s3test stands in for an S3 bucket in tests. It refuses what a real one refuses: calls
// that are not signed, or not with its keys, or whose body is not what was signed (Signature
// Version 4), in chunks and with a checksum behind them too. Every client of the package objectstore is tested against it.
package s3test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/holdfast-events/holdfast/internal/objectstore"
)

// Keys are those of every Bucket.
var Keys = objectstore.Credentials{AccessKey: "AKHOLDFAST", SecretKey: "a secret of forty characters, about"}

const (
	region = "us-east-1"
	// skew is how far the time of a call may be from that of the bucket.
	skew = 15 * time.Minute
)

// Bucket is a bucket that is empty at first.
type Bucket struct {
	host    string
	handler http.Handler
}

// New starts a server with the bucket. before, if not nil, sees each call that is well signed, and
// may answer it: it reports whether it did.
func New(t testing.TB, before func(http.ResponseWriter, *http.Request) bool) *Bucket {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("holdfast"); err != nil {
		t.Fatal(err)
	}
	b := &Bucket{handler: gofakes3.New(backend).Server()}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch wrong := unsigned(r); {
		case wrong != "":
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, "<Error><Code>SignatureDoesNotMatch</Code><Message>"+wrong+"</Message></Error>")
		case before != nil && before(w, r):
		default:
			b.handler.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	b.host = strings.TrimPrefix(server.URL, "http://")
	return b
}

// At is the address of a prefix of the bucket.
func (b *Bucket) At(prefix string) string {
	return "s3://holdfast/" + prefix + "?tls=false&endpoint=" + b.host
}

// Open opens a prefix of the bucket.
func (b *Bucket) Open(t testing.TB, prefix string) objectstore.Store {
	t.Helper()
	s, err := objectstore.Open(b.At(prefix), Keys)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// unsigned returns what is wrong with the signature of a call; "": nothing is.
func unsigned(r *http.Request) string {
	fields := map[string]string{}
	scheme, rest, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[name] = value
	}
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	scope := at.Format("20060102") + "/" + region + "/s3/aws4_request"
	signed := strings.Split(fields["SignedHeaders"], ";")
	content := r.Header.Get("X-Amz-Content-Sha256")
	switch {
	case scheme != "AWS4-HMAC-SHA256":
		return "the call is not signed"
	case fields["Credential"] != Keys.AccessKey+"/"+scope:
		return "the key or its scope is not known"
	case err != nil || time.Since(at).Abs() > skew:
		return "the call is of another time"
	case !slices.Contains(signed, "host") || !slices.Contains(signed, "x-amz-date") || !slices.Contains(signed, "x-amz-content-sha256"):
		return "host, time and content have to be signed"
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return "the body is cut off"
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	inChunks := content == signedChunks || content == signedChunksTrailer || content == unsignedTrailer
	if !inChunks && content != "UNSIGNED-PAYLOAD" && digest(body) != content {
		return "the body is not what was signed"
	}
	var headers strings.Builder
	for _, name := range signed {
		value := strings.Join(r.Header.Values(name), ",")
		switch name {
		case "host":
			value = r.Host
		case "content-length":
			value = r.Header.Get("Content-Length")
		}
		headers.WriteString(name + ":" + strings.TrimSpace(value) + "\n")
	}
	request := strings.Join([]string{r.Method, r.URL.EscapedPath(), query(r.URL.Query()), headers.String(), fields["SignedHeaders"], content}, "\n")
	text := "AWS4-HMAC-SHA256\n" + r.Header.Get("X-Amz-Date") + "\n" + scope + "\n" + digest([]byte(request))
	key := []byte("AWS4" + Keys.SecretKey)
	for part := range strings.SplitSeq(scope, "/") {
		key = mac(key, part)
	}
	if !hmac.Equal([]byte(hex.EncodeToString(mac(key, text))), []byte(fields["Signature"])) {
		return "the signature is not that of the call"
	}
	if inChunks {
		return unchunk(r, body, key, scope, fields["Signature"])
	}
	return ""
}

// query is the query as it is signed: sorted, and with %20 for spaces.
func query(values url.Values) string { return strings.ReplaceAll(values.Encode(), "+", "%20") }

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	_, _ = io.WriteString(h, text) // a hash takes anything
	return h.Sum(nil)
}
