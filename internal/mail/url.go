package mail

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
)

// startTLS is when a plain connection is encrypted.
type startTLS string

const (
	tlsRequired startTLS = "required" // or nothing is sent
	tlsAuto     startTLS = "auto"     // when the server offers it
	tlsNever    startTLS = "never"
)

// endpoint is a mail server as its URL names it.
type endpoint struct {
	host, port     string
	implicitTLS    bool
	startTLS       startTLS
	user, password string
}

func (e endpoint) address() string { return net.JoinHostPort(e.host, e.port) }

// parseURL reads smtp://user:password@host:port?starttls=required|auto|never and
// smtps://user:password@host:port. Without a port it is 587 and 465; without
// starttls it is required, and auto for a server on this machine. Errors do not
// repeat the URL, which holds a password.
func parseURL(raw string) (endpoint, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return endpoint{}, errors.New("mail: the SMTP URL cannot be read; it looks like smtp://user:password@host:587")
	}
	e := endpoint{host: u.Hostname(), port: u.Port()}
	if e.host == "" || u.Opaque != "" || (u.Path != "" && u.Path != "/") || u.Fragment != "" {
		return endpoint{}, errors.New("mail: the SMTP URL needs a host and no path: smtp://host:587")
	}
	if u.User != nil {
		e.user = u.User.Username()
		e.password, _ = u.User.Password()
	}
	query := u.Query()
	switch u.Scheme {
	case "smtps":
		e.implicitTLS, e.startTLS = true, tlsNever
		if e.port == "" {
			e.port = "465"
		}
	case "smtp":
		e.startTLS = startTLS(query.Get("starttls"))
		if e.port == "" {
			e.port = "587"
		}
		if e.startTLS == "" {
			e.startTLS = tlsRequired
			if loopback(e.host) {
				e.startTLS = tlsAuto
			}
		}
		query.Del("starttls")
	default:
		return endpoint{}, fmt.Errorf("mail: the SMTP URL must begin with smtp:// or smtps://, not %q", u.Scheme)
	}
	switch e.startTLS {
	case tlsRequired, tlsAuto, tlsNever:
	default:
		return endpoint{}, fmt.Errorf("mail: starttls must be required, auto or never, not %q", e.startTLS)
	}
	for name := range query {
		return endpoint{}, fmt.Errorf("mail: the SMTP URL has an unknown setting %q", name)
	}
	if n, err := strconv.Atoi(e.port); err != nil || n < 1 || n > 65535 {
		return endpoint{}, fmt.Errorf("mail: the SMTP port %q is none", e.port)
	}
	return e, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
