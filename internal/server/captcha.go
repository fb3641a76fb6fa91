package server

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/challenge"
)

// Captcha says which company asks people whether they are one; the zero value: none does,
// and our own proof of work is asked for.
type Captcha struct {
	Kind       captcha.Kind
	SiteKey    string
	SecretFile string
	// Base is where a service with the same interface answers at /siteverify, and has its
	// script at /api.js; empty: the company's own addresses.
	Base string
	// Open are the purposes for which our own proof of work takes the place while the company
	// is away; nobody is let in for the others. Nil: challenge.OpenByDefault.
	Open []challenge.Purpose
}

// On reports whether a company asks.
func (c *Captcha) On() bool { return c.Kind != "" }

// Provider reads the secret and checks the settings. It does not connect. host is the name
// that people reach the server by.
func (c *Captcha) Provider(host string) (*captcha.Provider, error) {
	switch {
	case c.SiteKey == "":
		return nil, errors.New("server: --captcha needs the site key (--captcha-site-key)")
	case c.SecretFile == "":
		return nil, errors.New("server: --captcha needs a file with the secret (--captcha-secret-file)")
	}
	text, err := os.ReadFile(c.SecretFile)
	if err != nil {
		return nil, fmt.Errorf("server: --captcha-secret-file: %w", err)
	}
	return captcha.New(captcha.Config{Kind: c.Kind, SiteKey: c.SiteKey, Secret: strings.TrimSpace(string(text)), Host: host, Base: c.Base})
}

// check refuses what is given by half.
func (c *Captcha) check() error {
	if !c.On() && (c.SiteKey != "" || c.SecretFile != "") {
		return errors.New("server: --captcha-site-key and --captcha-secret-file need --captcha, which says whose they are")
	}
	for _, p := range c.Open {
		if !slices.Contains(challenge.Purposes, p) {
			return fmt.Errorf("server: --captcha-open: %q is not one of register, order, waitlist, upload and join", p)
		}
	}
	return nil
}

// openCaptcha makes what asks the company; nil: none does.
func openCaptcha(g *ground, l *lifecycle) (*challenge.Captcha, error) {
	cfg := &g.cfg.Captcha
	if !cfg.On() {
		return nil, nil
	}
	p, err := cfg.Provider(g.host)
	if err != nil {
		return nil, err
	}
	if p.ForTests() {
		g.log.Warn("server: the secret of --captcha-secret-file is one that the provider publishes for tests: whoever knows that passes", slog.String("captcha", string(p.Kind)))
	}
	s, err := captcha.NewService(captcha.ServiceConfig{Provider: p, Now: g.now, Log: g.log, Observe: g.figures.verified})
	if err != nil {
		return nil, err
	}
	g.figures.captcha(s.Down)
	l.addWork("captcha", s.Run)
	open := cfg.Open
	if open == nil {
		open = challenge.OpenByDefault
	}
	return &challenge.Captcha{Provider: p, Service: s, Open: open}, nil
}
