package mail

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
)

const letterText = "From: Holdfast <events@tickets.example>\r\nTo: ada@example.org\r\nSubject: Your tickets\r\nDate: Sat, 21 Nov 2026 09:00:00 +0000\r\n" +
	"Message-ID: <evt_1.2@tickets.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\nList-Unsubscribe: <https://tickets.example/u>\r\n" +
	"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nAuto-Submitted: auto-generated\r\n\r\nSee you there.\r\n"

func inPEM(t *testing.T, kind string, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if k, ok := key.(*rsa.PrivateKey); ok && kind == "RSA PRIVATE KEY" {
		der, err = x509.MarshalPKCS1PrivateKey(k), nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// record is what stands in the DNS for a key.
func record(t *testing.T, key crypto.Signer) string {
	t.Helper()
	switch k := key.Public().(type) {
	case ed25519.PublicKey:
		return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(k)
	default:
		der, err := x509.MarshalPKIXPublicKey(k)
		if err != nil {
			t.Fatal(err)
		}
		return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)
	}
}

// TestDKIM signs with each kind of key, and has another implementation's reader
// believe it, and not believe a mail that was changed on the way.
func TestDKIM(t *testing.T) {
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, short, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		key  crypto.Signer
		text []byte
	}{
		"RSA, PKCS #8": {long, inPEM(t, "PRIVATE KEY", long)}, "RSA, PKCS #1": {long, inPEM(t, "RSA PRIVATE KEY", long)},
		"Ed25519": {short, inPEM(t, "PRIVATE KEY", short)},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := NewSigner("tickets.example", "holdfast", c.text)
			if err != nil {
				t.Fatal(err)
			}
			signed, failure := s.sign([]byte(letterText))
			if failure != nil {
				t.Fatal(failure)
			}
			if !bytes.HasSuffix(signed, []byte(letterText)) {
				t.Error("the mail itself was changed")
			}
			published := record(t, c.key)
			for text, want := range map[string]bool{
				published: true, strings.ReplaceAll(published, "; ", " ;\r\n\t"): true, published[:len(published)-8]: false, "v=DKIM1; p=": false, "": false,
			} {
				if got, err := s.Published(text); got != want || err != nil {
					t.Errorf("%q publishes the key: %t, %v", text, got, err)
				}
			}
			verify := func(mail string) error {
				list, err := dkim.VerifyWithOptions(strings.NewReader(mail), &dkim.VerifyOptions{LookupTXT: func(domain string) ([]string, error) {
					if domain != "holdfast._domainkey.tickets.example" {
						t.Errorf("asked for %s", domain)
					}
					return []string{record(t, c.key)}, nil
				}})
				if err != nil || len(list) != 1 {
					t.Fatalf("%d signatures, %v", len(list), err)
				}
				if list[0].Domain != "tickets.example" || len(list[0].HeaderKeys) < len(signedHeaders) {
					t.Errorf("%+v", list[0])
				}
				return list[0].Err
			}
			if err := verify(string(signed)); err != nil {
				t.Errorf("not believed: %v", err)
			}
			for _, change := range [][2]string{{"See you", "Pay me"}, {"Your tickets", "Your debts"}, {"https://tickets.example/u", "https://evil.example/u"}} {
				if verify(strings.Replace(string(signed), change[0], change[1], 1)) == nil {
					t.Errorf("believed with %q", change[1])
				}
			}
		})
	}
}

// TestDKIMKeys: what is not a key that receivers trust is refused at the start.
func TestDKIMKeys(t *testing.T) {
	t.Setenv("GODEBUG", "rsa1024min=0")
	weak, err := rsa.GenerateKey(rand.Reader, 512)
	if err != nil {
		t.Fatal(err)
	}
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	_, good, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key := inPEM(t, "PRIVATE KEY", good)
	for name, c := range map[string]struct {
		domain, selector string
		key              []byte
	}{
		"too short": {"a.example", "s", inPEM(t, "PRIVATE KEY", weak)}, "another kind": {"a.example", "s", inPEM(t, "PRIVATE KEY", other)},
		"no PEM": {"a.example", "s", []byte("secret")}, "broken": {"a.example", "s", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("x")})},
		"no domain": {"", "s", key}, "no selector": {"a.example", "", key}, "a selector that breaks out": {"a.example", "s; d=evil.example", key},
	} {
		if _, err := NewSigner(c.domain, c.selector, c.key); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	s, err := NewSigner("münchen.example", "s", key)
	if err != nil || s.options.Domain != "xn--mnchen-3ya.example" {
		t.Errorf("a domain with an umlaut: %v", err)
	}
}
