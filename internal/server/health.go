package server

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// healthPatience bounds how long a server may take to say that it can answer.
const healthPatience = 5 * time.Second

// Healthy asks the server that runs with this configuration on this machine whether it can
// answer, as a load balancer does. A server that says no is an error with its words.
func Healthy(ctx context.Context, cfg *Config) error {
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	host, port, err := net.SplitHostPort(cfg.ListenAt())
	if err != nil {
		return fmt.Errorf("server: --listen: %w", err)
	}
	switch ip := net.ParseIP(host); {
	case host == "", ip != nil && ip.IsUnspecified() && ip.To4() != nil:
		host = "127.0.0.1" // also where no name is known, as in an image of the binary alone
	case ip != nil && ip.IsUnspecified():
		host = "::1"
	}
	u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/readyz"}
	// The connection stays on this machine, and a certificate names the address that people
	// come by: whether it holds is for doctor to say.
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} //nolint:gosec // see above
	defer transport.CloseIdleConnections()
	if cfg.TLS.On() {
		u.Scheme = "https"
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return fmt.Errorf("server: health: %w", err)
	}
	if at, err := url.Parse(cfg.Address()); err == nil && at.Host != "" {
		request.Host, transport.TLSClientConfig.ServerName = at.Host, at.Hostname()
	}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("server: health: %w", err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was read
	said, err := io.ReadAll(io.LimitReader(answer.Body, 1000))
	if err != nil {
		return fmt.Errorf("server: health: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("server: %s answers %d: %s", u.String(), answer.StatusCode, strings.TrimSpace(string(said)))
	}
	return nil
}
