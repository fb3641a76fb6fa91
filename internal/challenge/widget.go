package challenge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// ErrAgain is an answer that cannot be verified because the company that was to do it is
// away: another challenge is available, our own.
var ErrAgain = errors.New("challenge: it has to be answered anew")

// ErrUnavailable means that nobody is let in at the moment, because nothing can be verified.
var ErrUnavailable = errors.New("challenge: what verifies answers is away")

// Widget is what another company asks people, instead of our own proof of work.
type Widget struct {
	// Kind is which company it is, SiteKey our name there, and Script the address of the
	// script that shows the widget.
	Kind    captcha.Kind
	SiteKey string
	Script  string
	// Action and Data are what the widget is rendered for; empty where the company does not
	// vouch for them.
	Action, Data string
}

// Captcha is a company that verifies instead of our own proof of work.
type Captcha struct {
	Provider *captcha.Provider
	Service  *captcha.Service
	// Open are the purposes for which people are asked for our own proof of work while the
	// company is away. For the others nobody is let in meanwhile.
	Open []Purpose
}

// OpenByDefault are the purposes that are open while a company is away: whoever registers waits
// for nobody, and whoever joins a waiting room would be one of many who were not asked.
var OpenByDefault = []Purpose{Register, Order, Wait, Upload}

func (c *Captcha) open(p Purpose) bool { return slices.Contains(c.Open, p) }

// widget is what a scope is rendered for. Action takes letters, digits, _ and -, as ids do.
func (c *Captcha) widget(scope WorkScope) *Widget {
	w := &Widget{Kind: c.Provider.Kind, SiteKey: c.Provider.SiteKey, Script: c.Provider.Script()}
	if c.Provider.Binds() {
		w.Action, w.Data = string(scope.Purpose), scope.Event
	}
	return w
}

// own reports whether an answer is one to a challenge of ours: they are given out while the
// company is away, and are good until they end.
func (c *Captcha) own(scope WorkScope, text string) bool {
	_, err := Parse(text)
	return err == nil && c.open(scope.Purpose)
}

// takeWidget accepts a token of the company for a scope, once.
func (g *Gate) takeWidget(ctx context.Context, scope WorkScope, token, by, remoteIP string) error {
	c := g.cfg.Captcha
	sum := sha256.Sum256([]byte(token))
	use := &use{id: hex.EncodeToString(sum[:]), by: by, until: g.cfg.Now() + inventory.Instant(c.Provider.Life().Microseconds())}
	if done, err := g.usedBefore(ctx, use); done || err != nil {
		return err
	}
	got, err := c.Service.Verify(ctx, token, remoteIP)
	switch w := c.widget(scope); {
	case errors.Is(err, captcha.ErrUnavailable), errors.Is(err, captcha.ErrMisconfigured):
		if c.Service.Down() && c.open(scope.Purpose) {
			return ErrAgain
		}
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	case errors.Is(err, captcha.ErrExpired):
		return ErrExpired
	case errors.Is(err, captcha.ErrUsed):
		return ErrUsed
	case errors.Is(err, captcha.ErrInvalid):
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	case err != nil:
		return fmt.Errorf("challenge: verify an answer: %w", err)
	case c.Provider.Binds() && (got.Action != w.Action || got.Data != w.Data):
		return fmt.Errorf("%w: it is for another event or purpose", ErrInvalid)
	}
	return g.useUp(ctx, use)
}
