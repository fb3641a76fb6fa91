package e2e

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
)

// signed is a key that mails are signed with, and what stands in the DNS for it.
type signed struct{ file, record string }

// signing makes a key for DKIM.
func signing(t *testing.T) signed {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	k := signed{file: filepath.Join(t.TempDir(), "dkim.pem"), record: "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
	if err := os.WriteFile(k.file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return k
}

// check fails the test unless a receiver would believe the mail's signature.
func (s *signed) check(t *testing.T, data string) {
	t.Helper()
	list, err := dkim.VerifyWithOptions(strings.NewReader(data), &dkim.VerifyOptions{LookupTXT: func(domain string) ([]string, error) {
		if domain != "holdfast._domainkey.tickets.example" {
			t.Errorf("asked for the key at %s", domain)
		}
		return []string{s.record}, nil
	}})
	if err != nil || len(list) != 1 || list[0].Err != nil {
		t.Errorf("the signature: %+v, %v", list, err)
	}
}

// subjectOf returns what a mail's list shows of it.
func subjectOf(t *testing.T, m mailtest.Received) string {
	t.Helper()
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	return subject
}

// decoded returns the part of a mail that has a media type, as its reader sees it.
func decoded(t *testing.T, data, want string) (found string) {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var read func(kind string, body io.Reader)
	read = func(kind string, body io.Reader) {
		media, params, err := mime.ParseMediaType(kind)
		if err != nil {
			t.Fatal(err)
		}
		if media == want {
			text, err := io.ReadAll(quotedprintable.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			found = string(text)
		}
		if !strings.HasPrefix(media, "multipart/") {
			return
		}
		for parts := multipart.NewReader(body, params["boundary"]); ; {
			p, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			read(p.Header.Get("Content-Type"), p)
		}
	}
	read(m.Header.Get("Content-Type"), m.Body)
	if found == "" {
		t.Fatalf("no %s in:\n%s", want, data)
	}
	return found
}

// calendarOf returns the properties of the calendar entry of a mail, as a calendar
// program finds them: in the part that says so, decoded and unfolded.
func calendarOf(t *testing.T, data string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for line := range strings.SplitSeq(strings.ReplaceAll(decoded(t, data, "text/calendar"), "\r\n ", ""), "\r\n") {
		name, value, _ := strings.Cut(line, ":")
		found[name] = value
	}
	if !strings.Contains(data, "text/calendar; method="+found["METHOD"]) {
		t.Errorf("the part does not say %s", found["METHOD"])
	}
	return found
}

func sequence(t *testing.T, entry map[string]string) int {
	t.Helper()
	n, err := strconv.Atoi(entry["SEQUENCE"])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
