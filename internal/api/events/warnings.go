package events

import (
	"context"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// warn adds to an event what its organizer has to know of it. An event with a warning can be
// published: tickets can be sold at the door alone, or be marked as paid one by one.
func (h *Handlers) warn(ctx context.Context, v *events.EventView, out *wire.Event) error {
	missing, err := lacksPayment(ctx, h, v)
	if missing {
		out.Warnings = append(out.Warnings, wire.NoWayToPay)
	}
	return err
}

// lacksPayment reports whether something of an event costs money that buyers are told no way
// to pay: their organizer has no provider with a page, and neither instructions nor an account
// for bank transfers.
func lacksPayment(ctx context.Context, h *Handlers, v *events.EventView) (bool, error) {
	orders := &v.Event.Settings.Orders
	over := v.Event.Status == inventory.Cancelled || inventory.At(h.Now()) >= v.Event.EndsAt
	if over || orders.Instructions != "" || !slices.ContainsFunc(v.Tiers, func(t inventory.Tier) bool { return t.Paid() }) {
		return false, nil
	}
	if pages, err := h.Providers(ctx, v.Event.OrgID); err != nil || len(pages) > 0 {
		return false, err
	}
	if !orders.BankTransfer {
		return true, nil
	}
	_, err := h.Store.Banks.Account(ctx, v.Event.OrgID)
	if errors.Is(err, database.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// warned is the state of an event that was published, with what its organizer has to know.
func warned(c *access.Call, h *Handlers, state *EventState, err error) (*EventState, error) {
	if err != nil {
		return nil, err
	}
	v, err := h.Store.Events.Event(c.Context(), state.EventID)
	if err != nil {
		return nil, err
	}
	var about wire.Event
	err = h.warn(c.Context(), v, &about)
	state.Warnings = about.Warnings
	return state, err
}
