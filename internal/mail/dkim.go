package mail

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/idna"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// signedHeaders are covered by a signature. List-Unsubscribe is in it because
// one click counts only when it is signed (RFC 8058, 4).
var signedHeaders = []string{
	"From", "Reply-To", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type",
	"List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted",
}

// minRSABits is the shortest key that receivers trust (RFC 8301).
const minRSABits = 1024

// Signer signs mails for a domain (DKIM, RFC 6376).
type Signer struct{ options dkim.SignOptions }

// NewSigner reads a private key, RSA or Ed25519, from PEM.
func NewSigner(domain, selector string, keyPEM []byte) (*Signer, error) {
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil || domain == "" {
		return nil, fmt.Errorf("mail: DKIM: %q is not a domain", domain)
	}
	if selector == "" || strings.ContainsFunc(selector, func(r rune) bool { return r <= ' ' || r == ';' || r == '=' || r > '~' }) {
		return nil, fmt.Errorf("mail: DKIM: %q is not a selector", selector)
	}
	key, err := parseKey(keyPEM)
	if err != nil {
		return nil, err
	}
	return &Signer{options: dkim.SignOptions{
		Domain: ascii, Selector: selector, Signer: key, HeaderKeys: signedHeaders,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	}}, nil
}

// Where is the name in the DNS whose TXT record publishes the key.
func (s *Signer) Where() string {
	return s.options.Selector + "._domainkey." + s.options.Domain
}

// Record is the text to publish there (RFC 6376, 3.6.1, and RFC 8463).
func (s *Signer) Record() (string, error) {
	switch key := s.options.Signer.Public().(type) {
	case ed25519.PublicKey:
		return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key), nil
	default:
		der, err := x509.MarshalPKIXPublicKey(key)
		if err != nil {
			return "", fmt.Errorf("mail: DKIM: %w", err)
		}
		return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der), nil
	}
}

// Published reports whether a record publishes the key: that its p= is the key's, wherever
// it has been folded.
func (s *Signer) Published(record string) (bool, error) {
	ours, err := s.Record()
	if err != nil {
		return false, err
	}
	return publicKey(record) == publicKey(ours), nil
}

// publicKey is the p= of a record, without white space.
func publicKey(record string) string {
	for tag := range strings.SplitSeq(record, ";") {
		if p, ok := strings.CutPrefix(strings.Join(strings.Fields(tag), ""), "p="); ok {
			return p
		}
	}
	return ""
}

func parseKey(text []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("mail: DKIM: the key is not in PEM")
	}
	var key any
	var err error
	if block.Type == "RSA PRIVATE KEY" {
		key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	} else {
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	}
	if err != nil {
		return nil, errors.New("mail: DKIM: the key cannot be read; it is PKCS #1 or PKCS #8")
	}
	switch k := key.(type) {
	case *rsa.PrivateKey:
		if k.N.BitLen() < minRSABits {
			return nil, fmt.Errorf("mail: DKIM: the RSA key has %d bits, and less than %d is not trusted", k.N.BitLen(), minRSABits)
		}
		return k, nil
	case ed25519.PrivateKey:
		return k, nil
	}
	return nil, errors.New("mail: DKIM: the key must be RSA or Ed25519")
}

// sign returns the mail with its signature on top.
func (s *Signer) sign(body []byte) ([]byte, *provider.Error) {
	var b bytes.Buffer
	b.Grow(len(body) + 1024)
	options := s.options // Sign keeps nothing in it, but promises nothing
	if err := dkim.Sign(&b, bytes.NewReader(body), &options); err != nil {
		return nil, &provider.Error{Channel: channel, Outage: true, Phase: "sign", Reason: "the mail cannot be signed", Cause: err}
	}
	return b.Bytes(), nil
}
