package settlement

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Elsewhere is the servers of other cells, where events live that are paid for (0188). What
// providers tell comes in at the catalogue, which verifies it and hands it on.
type Elsewhere interface {
	// AskWhere asks a server of the cell where an event lives. here: it lives here, or is not
	// known, and nobody was asked. The error is archives.ErrElsewhere while the event is on its way.
	AskWhere(ctx context.Context, event, question string, asked any) (answer []byte, here bool, err error)
	// Ask asks a server of each other cell that has events.
	Ask(ctx context.Context, question string, asked any, take func(answer []byte) error) error
	// Away are the events with a row here that do not live here, or are on their way.
	Away(ctx context.Context) (map[string]bool, error)
}

// abroad is a Settler towards the other cells.
type abroad struct{ *Settler }

// AskNotice is what servers of other cells are asked about a fact: to record it.
const AskNotice = "payments/notice"

// settleHandedOn is how long an answer waits until a payment is settled.
const settleHandedOn = 3 * time.Second

// handedOn is a verified fact that is recorded where its event lives.
type handedOn struct {
	Provider string       `json:"provider"`
	Fact     payment.Fact `json:"fact"`
	// Known: only where its payment or its page is known.
	Known bool `json:"known"`
}

// taken is the answer to it.
type taken struct {
	Taken   bool   `json:"taken"`
	Status  string `json:"status"`
	Verdict string `json:"verdict"`
}

// handOn has a fact recorded where its event lives. done is false when that is here.
func (s abroad) handOn(ctx context.Context, provider string, f *payment.Fact) (r Receipt, done bool, err error) {
	others := s.cfg.Elsewhere
	if others == nil {
		return r, false, nil
	}
	if _, _, ofBooking := s.bookingOf(f.Reference); ofBooking { // venues are in the catalogue
		return r, false, nil
	}
	var t taken
	if order, ours := s.orderOf(f.Reference); ours {
		event, _ := id.EventOf(order, id.Order)
		answer, here, err := others.AskWhere(ctx, event, AskNotice, handedOn{Provider: provider, Fact: *f})
		if err != nil || here {
			return r, false, err
		}
		if err := json.Unmarshal(answer, &t); err != nil {
			return r, false, fmt.Errorf("settlement: handed on: %w", err)
		}
	} else {
		known, err := s.knows(ctx, provider, f)
		if err != nil || known {
			return r, false, err
		}
		if t, err = s.offer(ctx, handedOn{Provider: provider, Fact: *f, Known: true}); err != nil || !t.Taken {
			return r, false, err
		}
	}
	if f.Kind == payment.Captured {
		s.handOnEarly(ctx, PaymentID(provider, f.PaymentID))
	}
	return Receipt{Status: t.Status}, true, verdictError(t.Verdict)
}

// offer offers a fact to all other cells: at most one knows what it is about.
func (s abroad) offer(ctx context.Context, h handedOn) (t taken, err error) {
	err = s.cfg.Elsewhere.Ask(ctx, AskNotice, h, peer.Each(func(one taken) {
		if one.Taken {
			t = one
		}
	}))
	return t, err
}

// knows reports whether the payment or the page that a fact is about is in this database.
func (s abroad) knows(ctx context.Context, provider string, f *payment.Fact) (bool, error) {
	if f.PaymentID != "" {
		whole := PaymentID(provider, f.PaymentID)
		for _, name := range []string{whole, payments.ShareID(whole, 1)} {
			if _, err := s.cfg.Store.Payments.Payment(ctx, "", name); !errors.Is(err, database.ErrNotFound) {
				return err == nil, err
			}
		}
	}
	if f.CheckoutID == "" {
		return false, nil
	}
	c, err := s.checkoutOf(ctx, provider, f)
	return c != nil, err
}

// Take records a fact that a server of the catalogue has verified and handed on.
func (s *Settler) Take(ctx context.Context, asked []byte) (any, error) {
	var h handedOn
	if err := json.Unmarshal(asked, &h); err != nil {
		return nil, fmt.Errorf("settlement: handed on: %w", err)
	}
	if h.Known {
		if known, err := (abroad{s}).knows(ctx, h.Provider, &h.Fact); err != nil || !known {
			return taken{}, err
		}
	}
	r, err := s.receive(ctx, h.Provider, &h.Fact)
	answer := taken{Taken: true, Status: r.Status}
	switch {
	case errors.Is(err, ErrUnknownOrder):
		answer.Verdict = verdictUnknown
	case errors.Is(err, ErrAmount):
		answer.Verdict = verdictMismatch
	case err != nil:
		return nil, err
	}
	if r.Status == "recorded" && r.PaymentID != "" {
		soon, cancel := context.WithTimeout(ctx, settleHandedOn)
		defer cancel()
		if err := s.SettleReceived(soon, r); err != nil && !errors.Is(err, database.ErrNotFound) {
			s.log.WarnContext(ctx, "settlement: a payment waits for its job", slog.String("event", r.EventID), slog.Any("error", err))
		}
	}
	return answer, nil
}

// handOnEarly hands on notices of a payment that came before it, when nobody knew where it would
// be. What fails is tried again by Reconcile.
func (s abroad) handOnEarly(ctx context.Context, paymentID string) {
	list, err := s.cfg.Store.Payments.EarlyNotices(ctx, paymentID, earlyLimit)
	if err == nil {
		err = s.offerEarly(ctx, list)
	}
	if err != nil {
		s.log.WarnContext(ctx, "settlement: earlier payment webhooks wait for the reconciler", slog.String("payment", paymentID), slog.Any("error", err))
	}
}

func (s abroad) offerEarly(ctx context.Context, list []payments.PaymentNotice) error {
	for i := range list {
		n := &list[i]
		t, err := s.offer(ctx, handedOn{Provider: n.Provider, Fact: factOf(n), Known: true})
		if err != nil {
			return err
		}
		if !t.Taken {
			continue
		}
		if err := s.cfg.Store.Payments.DropEarly(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// recordElsewhere offers early notices to the cells that their payments may have come to.
func (s abroad) recordElsewhere(ctx context.Context, r *Reconciled) error {
	if s.cfg.Elsewhere == nil {
		return nil
	}
	list, err := s.cfg.Store.Payments.EarlyNotices(ctx, "", reconcileLimit)
	if err != nil || len(list) == 0 {
		return err
	}
	r.Recorded += len(list)
	return s.offerEarly(ctx, list)
}

// away are the events whose rows are left alone here: they live elsewhere, or are on their way.
func (s abroad) away(ctx context.Context) (map[string]bool, error) {
	if s.cfg.Elsewhere == nil {
		return nil, nil
	}
	return s.cfg.Elsewhere.Away(ctx)
}

// here leaves out what is of events that do not live here.
func here[T any](list []T, away map[string]bool, event func(*T) string) []T {
	if len(away) == 0 {
		return list
	}
	kept := list[:0]
	for i := range list {
		if !away[event(&list[i])] {
			kept = append(kept, list[i])
		}
	}
	return kept
}
