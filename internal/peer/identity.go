package peer

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"math/big"
	"time"
)

// name is what the certificate is for. It names no host: servers know each other by the key.
const name = "holdfast servers"

// errStranger fails the handshake with a server that has another key.
var errStranger = errors.New("peer: the other side is no server of this installation")

// identity is what all servers of an installation, and nobody else, can show.
type identity struct {
	certificate tls.Certificate
	public      ed25519.PublicKey
}

// newIdentity derives the identity from a secret (HKDF, RFC 5869).
func newIdentity(secret []byte) (*identity, error) {
	seed, err := hkdf.Key(sha256.New, secret, nil, "holdfast homes v1", ed25519.SeedSize)
	if err != nil {
		return nil, fmt.Errorf("peer: derive the key of the servers: %w", err)
	}
	key := ed25519.NewKeyFromSeed(seed)
	public, _ := key.Public().(ed25519.PublicKey)
	// Nobody asks how old it is: who has the key may make it anew.
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{"homes.invalid"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, key)
	if err != nil {
		return nil, fmt.Errorf("peer: certificate: %w", err)
	}
	return &identity{certificate: tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, public: public}, nil
}

// TLS returns how servers that have a secret take connections of each other, and how they make
// them: nobody else is heard, and nobody else is told anything.
func TLS(secret []byte) (server, client *tls.Config, err error) {
	id, err := newIdentity(secret)
	if err != nil {
		return nil, nil, err
	}
	return id.server(), id.client(), nil
}

// check refuses whoever has not shown that it has our key. TLS 1.3 proves the possession of
// the key of the certificate that is shown (RFC 8446, section 4.4.3), on both sides.
func (i *identity) check(s tls.ConnectionState) error {
	if len(s.PeerCertificates) == 0 {
		return errStranger
	}
	if key, ok := s.PeerCertificates[0].PublicKey.(ed25519.PublicKey); !ok || !key.Equal(i.public) {
		return errStranger
	}
	return nil
}

// server is how connections of other servers are taken, client how they are made.
func (i *identity) server() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{i.certificate}, ClientAuth: tls.RequireAnyClientCert, VerifyConnection: i.check}
}

func (i *identity) client() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{i.certificate}, VerifyConnection: i.check,
		InsecureSkipVerify: true, //nolint:gosec // instead of a chain, check compares the key with ours
	}
}
