package settlement

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// maxAsks is how often one call asks a provider for a page, when what it was asked
// for before is over or somebody else asks at the same time.
const maxAsks = 3

// ask asks a provider for the page of a checkout. A provider takes a key again
// with the very same order only. So the row of the checkout says, before the
// provider is asked, what it is asked for: asking again asks for the same, whatever
// the clock says, and where the title of the event or the address of the buyer has
// changed since, it asks for another page under another key. It does so too when
// the provider refuses what it was asked for earlier: its answer to that key will
// not change. A page whose address never reached anybody lapses by itself.
//
// asked says that the row was made just now, with what the provider is to be asked for:
// that need not be noted again.
//
// Of two pages that were asked for at the same time, the one that is stored first
// is returned to both.
func (s *Settler) ask(ctx context.Context, p payment.Provider, c *payments.Checkout, o payment.Order, asked bool) (*payments.Checkout, error) {
	hash, err := hashOf(o)
	if err != nil {
		return nil, err
	}
	refused := errors.New("the checkout changes all the time")
	anew := false
	for n := range maxAsks {
		asked = asked && n == 0
		again := c.Asked == hash && !anew && !asked
		if !again && !asked {
			next := *c
			if next.Asked != "" {
				next.Attempt++
			}
			next.Asked, next.AskedAt = hash, s.now()
			noted, err := s.cfg.Store.Payments.AskForCheckout(ctx, c, next)
			switch {
			case err != nil:
				return nil, err
			case noted:
				c = &next
			default: // somebody was faster
				if c, err = s.cfg.Store.Payments.Checkout(ctx, c.EventID, c.ID); err != nil || c.URL != "" {
					return c, err
				}
				anew = false
				continue
			}
		}
		o.Key, o.At = checkoutKey(c), c.AskedAt.Time()
		page, err := p.Checkout(ctx, o)
		switch {
		case err == nil:
			return s.opened(ctx, c, page)
		case errors.Is(err, payment.ErrDenied):
			s.denied(ctx, c.EventID, p.Name(), payments.DeniedPage, err)
			return nil, err
		case errors.Is(err, payment.ErrRejected) && !again:
			s.log.ErrorContext(ctx, "settlement: the payment provider refuses to make a page",
				slog.String("provider", p.Name()), slog.String("checkout", c.ID), slog.Any("error", err))
			return nil, err
		case !again || !errors.Is(err, payment.ErrRejected) && !errors.Is(err, payment.ErrKeyUsed):
			return nil, err
		}
		anew, refused = true, err
	}
	return nil, fmt.Errorf("%w: %w", payment.ErrUnavailable, refused)
}

// opened stores where the page of a checkout is, and returns the checkout as it is then.
func (s *Settler) opened(ctx context.Context, c *payments.Checkout, page payment.Checkout) (*payments.Checkout, error) {
	s.allowed(ctx, c.EventID, c.Provider, payments.DeniedPage)
	noted, err := s.cfg.Store.Payments.PageOfCheckout(ctx, c.EventID, c.ID, page.ID, page.URL)
	switch {
	case err != nil:
		return nil, err
	case noted:
		made := *c
		made.Ref, made.URL = page.ID, page.URL
		return &made, nil
	}
	return s.cfg.Store.Payments.Checkout(ctx, c.EventID, c.ID)
}

// hashOf is a hash of all that a provider is asked for but the key and the time.
// The order itself is not stored: it has the address of the buyer, and a link that
// opens the order.
func hashOf(o payment.Order) (string, error) {
	o.Key, o.At, o.Deadline = "", time.Time{}, o.Deadline.UTC()
	text, err := json.Marshal(o)
	if err != nil {
		return "", fmt.Errorf("settlement: hash an order: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), nil
}

// checkoutKey is the provider's idempotency key: the id of the checkout, and from
// the second attempt on the number of the attempt.
func checkoutKey(c *payments.Checkout) string {
	if c.Attempt == 0 {
		return c.ID
	}
	return c.ID + "." + strconv.FormatInt(c.Attempt, 10)
}
