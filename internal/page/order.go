package page

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// moneyView shows an order that has items: what it costs, and how it stands. An
// order that waits for its payment must not look like a place that is sure.
func (p *Pages) moneyView(v *view, s *subject, h *inventory.Hold, now inventory.Instant) {
	status := h.OrderStatus()
	if h.State == inventory.HoldHeld && h.ExpiresAt <= now {
		status = "expired" // which the next batch will say
	}
	v.State, v.Good = "order."+status, h.State == inventory.HoldConfirmed || status == "pending"
	if h.Order.Total > 0 {
		v.Facts = append(v.Facts, fact{Label: v.Total, Text: inventory.Money(h.Order.Total, h.Order.Currency)})
	}
	if status == "pending" {
		ends := h.ExpiresAt.Time()
		v.Facts = append(v.Facts, fact{
			Label: v.PayUntil, Text: v.Moment(ends, s.event.Event.Zone), Datetime: ends.Format(time.RFC3339), Strong: true,
		})
	}
}

// mayEnd says whether the buyer alone can give the order back now.
func mayEnd(e *inventory.Event, h *inventory.Hold, now inventory.Instant) bool {
	switch h.State {
	case inventory.HoldHeld:
		return true
	case inventory.HoldConfirmed:
		return now < e.CancellationEnds() && (h.Order.Paid == 0 || e.Settings.Orders.SelfRefund)
	}
	return false
}
