package mail

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
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
		return nil, fmt.Errorf("mail: DKIM: %q is no domain", domain)
	}
	if selector == "" || strings.ContainsFunc(selector, func(r rune) bool { return r <= ' ' || r == ';' || r == '=' || r > '~' }) {
		return nil, fmt.Errorf("mail: DKIM: %q is no selector", selector)
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
