package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"
)

// lookEvery is how often files are looked at for a newer certificate.
const lookEvery = 10 * time.Second

// Files are a certificate and its key in two files, which are read again when they change.
type Files struct {
	cert, key string
	log       *slog.Logger
	every     time.Duration
	now       atomic.Pointer[tls.Certificate]
	read      [2]fileState // when the pair was read; only Run writes it
}

// fileState tells whether a file is another than before.
type fileState struct {
	changed time.Time
	size    int64
}

// FromFiles reads a certificate with those that it was signed by, and its key, both in PEM.
func FromFiles(cert, key string, log *slog.Logger) (*Files, error) {
	f := &Files{cert: cert, key: key, log: log, every: lookEvery}
	return f, f.load()
}

func (f *Files) load() error {
	state, err := f.state()
	if err != nil {
		return fmt.Errorf("certs: %w", err)
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return fmt.Errorf("certs: %s and %s: %w", f.cert, f.key, err)
	}
	f.now.Store(&pair)
	f.read = state
	return nil
}

func (f *Files) state() (both [2]fileState, err error) {
	for i, path := range [...]string{f.cert, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return both, err
		}
		both[i] = fileState{info.ModTime(), info.Size()}
	}
	return both, nil
}

// Run reads the files again whenever they change, until ctx ends. A pair that cannot be
// read leaves the one before it in use.
func (f *Files) Run(ctx context.Context) {
	tick := time.NewTicker(f.every)
	defer tick.Stop()
	var refused [2]fileState
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		state, err := f.state()
		if err == nil && (state == f.read || state == refused) {
			continue
		}
		if err == nil {
			err = f.load()
		}
		if err != nil {
			// Once for each change: a renewal writes one file after the other.
			if state != refused {
				f.log.ErrorContext(ctx, "certs: cannot read the certificate again; the one before is in use", slog.Any("error", err))
			}
			refused = state
			continue
		}
		leaf := f.now.Load().Leaf
		f.log.InfoContext(ctx, "certs: another certificate is in use", slog.Any("names", leaf.DNSNames), slog.Time("until", leaf.NotAfter))
	}
}

// TLS returns how connections are served.
func (f *Files) TLS() *tls.Config {
	return served(func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.now.Load(), nil })
}

// InUse returns the certificates that are served now.
func (f *Files) InUse() []*x509.Certificate { return []*x509.Certificate{f.now.Load().Leaf} }

// served is how connections are served with the certificates of get.
func served(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}, GetCertificate: get}
}
