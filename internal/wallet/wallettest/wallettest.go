// Package wallettest makes the keys that Apple and Google give those who issue
// passes, for tests.
package wallettest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/wallet"
)

// Authority is one that signs as Apple does.
type Authority struct {
	Certificate *x509.Certificate
	// Config is that of somebody whom it has given a certificate.
	Config wallet.AppleConfig
}

// NewKey makes a private key.
func NewKey(t testing.TB) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func sign(t testing.TB, template, parent *x509.Certificate, public *rsa.PublicKey, key *rsa.PrivateKey) *x509.Certificate {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, public, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// PEM writes something as text.
func PEM(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func pkcs8(t testing.TB, key *rsa.PrivateKey) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return PEM("PRIVATE KEY", der)
}

// NewAuthority makes one whose certificates are good around a moment.
func NewAuthority(t testing.TB, now time.Time) *Authority {
	t.Helper()
	a, key := &Authority{}, NewKey(t)
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Developer Relations"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(5, 0, 0),
	}
	a.Certificate = sign(t, root, root, &key.PublicKey, key)
	leafKey := NewKey(t)
	leaf := sign(t, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "Pass Type ID: pass.org.example"},
		NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(1, 0, 0), KeyUsage: x509.KeyUsageDigitalSignature,
	}, a.Certificate, &leafKey.PublicKey, key)
	a.Config = wallet.AppleConfig{
		PassType: "pass.org.example", Team: "TEAM123456",
		Certificate: PEM("CERTIFICATE", leaf.Raw), Key: pkcs8(t, leafKey), Intermediate: PEM("CERTIFICATE", a.Certificate.Raw),
	}
	return a
}

// Account is the key file of a service account.
func Account(t testing.TB, key *rsa.PrivateKey) []byte {
	t.Helper()
	b, err := json.Marshal(map[string]string{"type": "service_account", "client_email": "passes@example.iam.gserviceaccount.com", "private_key": string(pkcs8(t, key))})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Wallets are both kinds, and the authority behind Apple's passes.
func Wallets(t testing.TB, now time.Time) (wallet.Wallets, *Authority) {
	t.Helper()
	a := NewAuthority(t, now)
	apple, err := wallet.NewApple(a.Config, now)
	if err != nil {
		t.Fatal(err)
	}
	google, err := wallet.NewGoogle(wallet.GoogleConfig{Issuer: "3388000000012345678", Account: Account(t, NewKey(t))}, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	return wallet.Wallets{Apple: apple, Google: google}, a
}
