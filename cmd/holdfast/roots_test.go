package main

import (
	"crypto/x509"
	"path/filepath"
	"testing"
)

// TestRoots: where the system has no certificates, as in an image of the binary alone, the
// server knows whom to trust: it calls mail servers and payment providers.
func TestRoots(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	for _, name := range []string{"SSL_CERT_FILE", "SSL_CERT_DIR"} {
		t.Setenv(name, none)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		t.Fatal(err)
	}
	if pool.Equal(x509.NewCertPool()) {
		t.Error("nobody is trusted")
	}
}
