package s3test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // one of the checksums of S3
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// The ways in which a body is sent in chunks, as x-amz-content-sha256 names them.
const (
	signedChunks        = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
	signedChunksTrailer = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
	unsignedTrailer     = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"
)

// minChunk is how long every chunk is at least but the last with content.
const minChunk = 8 << 10

// checksums are those that a trailer can have, by their names.
var checksums = map[string]func() hash.Hash{
	"x-amz-checksum-crc32":     func() hash.Hash { return crc32.NewIEEE() },
	"x-amz-checksum-crc32c":    func() hash.Hash { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) },
	"x-amz-checksum-crc64nvme": func() hash.Hash { return crc64.New(crc64.MakeTable(0x9a6c9329ac4bc9b5)) },
	"x-amz-checksum-sha1":      sha1.New,
	"x-amz-checksum-sha256":    sha256.New,
}

// chunks are a body that is sent in chunks, each signed with the signature before.
type chunks struct {
	rest      []byte
	key       []byte
	date      string
	scope     string
	signature string // the one before
	content   []byte
}

// unchunk gives a call that was sent in chunks its content as its body, and returns what is wrong
// with the chunks; "": nothing is. seed is the signature of the call, with which the first is signed.
func unchunk(r *http.Request, body, key []byte, scope, seed string) string {
	c := &chunks{rest: body, key: key, date: r.Header.Get("X-Amz-Date"), scope: scope, signature: seed}
	how := r.Header.Get("X-Amz-Content-Sha256")
	signed := how != unsignedTrailer
	short := false
	for {
		head, rest, ok := bytes.Cut(c.rest, []byte("\r\n"))
		size, extension, _ := strings.Cut(string(head), ";")
		n, err := strconv.ParseUint(size, 16, 31)
		last := n == 0
		switch {
		case !ok || err != nil || !last && uint64(len(rest)) < n+2:
			return "a chunk is cut off"
		case !last && string(rest[n:n+2]) != "\r\n":
			return "a chunk is longer than it says"
		case !last && short:
			return "a chunk that is not the last has less than 8 KiB"
		}
		data := rest[:n]
		if signed && !c.next(strings.TrimPrefix(extension, "chunk-signature="), "AWS4-HMAC-SHA256-PAYLOAD", digest(nil), digest(data)) {
			return "the signature of a chunk is not that of its content"
		}
		if c.rest = rest; last {
			break
		}
		c.content, c.rest, short = append(c.content, data...), rest[n+2:], n < minChunk
	}
	if length, err := strconv.Atoi(r.Header.Get("X-Amz-Decoded-Content-Length")); err != nil || length != len(c.content) {
		return "the content is not as long as the call says"
	}
	defer func() {
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(c.content)), int64(len(c.content))
		r.Header.Set("Content-Length", strconv.Itoa(len(c.content)))
		r.Header.Set("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD")
		r.Header.Del("Content-Encoding")
	}()
	if how == signedChunks {
		if string(c.rest) != "\r\n" && len(c.rest) > 0 {
			return "something follows the last chunk"
		}
		return ""
	}
	return c.trailer(strings.Split(r.Header.Get("X-Amz-Trailer"), ","), signed)
}

// next takes the signature of a part, and reports whether it is good.
func (c *chunks) next(signature, kind string, hashes ...string) bool {
	text := strings.Join(append([]string{kind, c.date, c.scope, c.signature}, hashes...), "\n")
	c.signature = hex.EncodeToString(mac(c.key, text))
	return hmac.Equal([]byte(signature), []byte(c.signature))
}

// trailer returns what is wrong with what follows the last chunk: the fields that the call
// announces, and where chunks are signed the signature of these.
func (c *chunks) trailer(announced []string, signed bool) string {
	text := c.rest
	if signed {
		fields, signature, ok := bytes.Cut(text, []byte("\r\nx-amz-trailer-signature:"))
		if !ok || !c.next(strings.TrimRight(string(signature), "\r\n"), "AWS4-HMAC-SHA256-TRAILER", digest(fields)) {
			return "the signature of the trailer is not that of its fields"
		}
		text = fields
	}
	var names []string
	for line := range strings.FieldsFuncSeq(string(text), func(r rune) bool { return r == '\r' || r == '\n' }) {
		name, value, _ := strings.Cut(line, ":")
		sum := checksums[name]
		if names = append(names, name); sum == nil || !slices.Contains(announced, name) {
			return name + " in the trailer is no checksum, or was not announced"
		}
		h := sum()
		_, _ = h.Write(c.content) // a hash takes anything
		if value != base64.StdEncoding.EncodeToString(h.Sum(nil)) {
			return "the content does not have the checksum of the trailer"
		}
	}
	if len(names) != len(announced) {
		return "the trailer lacks what the call announces"
	}
	return ""
}
