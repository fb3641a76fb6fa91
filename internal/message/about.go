package message

import (
	"fmt"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/drawmail"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// about is the subject matter of a message.
type about struct {
	units  int64
	guests string
	tier   string
	reason inv.Reason // set if the wording depends on it
	goods  string     // what is waited for, of a message about the waitlist for goods
	// ordered is what was ordered, of a message about an order of goods alone.
	ordered string
	// transferred is what lets nobody in, of a message about its transfer.
	transferred string
	url         string
	drawn       *drawmail.Drawn // the part in a ballot; nil: none
	online      string          // where it takes place online, for ticket holders
}

// OfTransfer reports whether messages of a kind are about the transfer of a ticket. They
// name the other person and link to the page of the transfer.
func OfTransfer(kind inv.MessageKind) bool {
	switch kind {
	case inv.MsgTransferOffered, inv.MsgTransferAccepted, inv.MsgTicketReceived, inv.MsgTransferDeclined, inv.MsgTransferCancelled, inv.MsgTicketVoided:
		return true
	}
	return false
}

// aboutOf returns the subject matter of a message from the rows that came with it.
func (r *Renderer) aboutOf(ev *events.EventView, m *events.MessageView) (about, error) {
	var a about
	if m.Hold != nil {
		a = about{units: ev.PlacesOf(m.Hold), guests: m.Hold.GuestsLeft(), tier: m.Hold.Tier}
	}
	if m.Entry != nil && (m.Hold == nil || a.guests == "") {
		a = about{units: m.Entry.Units, guests: m.Entry.Guests, tier: m.Entry.Tier}
	}
	a.goods = goodsOf(ev, m)
	person, ends := m.Person.ID, ev.Event.EndsAt.Time()
	missing := func(what string) (about, error) {
		return about{}, fmt.Errorf("message: %s of %s has no %s", m.Message.Kind, m.EventID, what)
	}
	if m.Pass != nil {
		return r.aboutPass(ev, m)
	}
	if OfTransfer(m.Message.Kind) {
		if m.Transfer == nil {
			return missing("transfer")
		}
		a.units, a.tier, a.url = 1, m.Transfer.Ticket.TierID, r.links.TransferURL(m.Transfer.Transfer.ID, person, ends)
		return a, nil
	}
	switch m.Message.Kind {
	case inv.MsgConfirmed, inv.MsgCancelled, Reminder, EventChanged, EventPostponed:
		if m.Transfer != nil {
			return r.aboutReceived(ev, m), nil
		}
		if (m.Message.Kind == EventChanged || m.Message.Kind == EventPostponed) && m.Waits() {
			return r.aboutWaiting(ev, m, a), nil
		}
		if m.Hold == nil {
			return missing("order")
		}
		a.reason, a.url = m.Hold.Reason, r.links.OrderURL(m.Hold.ID, person, ends)
		if m.Message.Kind == inv.MsgConfirmed && approvedAt(m, m.Hold.CreatedAt) {
			a.reason = inv.ReasonApproved
		}
	case inv.MsgOrderPending, inv.MsgOrderConfirmed, inv.MsgOrderExpired, inv.MsgOrderCancelled, inv.MsgOrderRefunded:
		if m.Hold == nil || m.Hold.Order == nil {
			return missing("order")
		}
		a.url = r.links.OrderURL(m.Hold.ID, person, ends)
		if m.Message.Kind == inv.MsgOrderRefunded {
			a.reason = refundReason(m)
		}
	case inv.MsgOffer, inv.MsgOfferExtended:
		if m.Offer == nil {
			return missing("offer")
		}
		a.url = r.links.OfferURL(m.Offer.ID, person, ends)
		if a.tier == "" {
			a.tier = tierOf(m.Hold)
		}
		if m.Message.Kind == inv.MsgOffer && approvedAt(m, m.Offer.OpenedAt) {
			a.reason = inv.ReasonApproved
			if costs(ev.Tier(a.tier), m.Hold) {
				a.reason = wordings.ToPay
			}
		}
	case inv.MsgApplied, inv.MsgApproved, inv.MsgApplicationDeclined, inv.MsgWaitlisted, inv.MsgOfferExpired, inv.MsgEntryRemoved, inv.MsgWaitlistClosed:
		if m.Entry == nil {
			return missing("entry")
		}
		a.reason, a.url = m.Entry.Reason, r.links.EntryURL(m.Entry.ID, person, ends)
		if m.Message.Kind == inv.MsgWaitlisted {
			a.reason = ""
			if ev.Event.Settings.Waitlist.Promotion == inv.PromoteConfirm {
				a.reason = inv.ReasonPromoted
			}
		}
	case Announcement:
		switch {
		case m.Hold != nil:
			a.url = r.links.OrderURL(m.Hold.ID, person, ends)
		case m.Entry != nil:
			a.url = r.links.EntryURL(m.Entry.ID, person, ends)
		}
	case inv.MsgInvitation:
		if m.Invitation == nil {
			return missing("invitation")
		}
		a = about{units: m.Invitation.Places, url: r.links.InvitationURL(m.Invitation.ID, person, m.Invitation.SentAt.Time(), ends)}
	case Feedback:
		a = about{url: r.links.FeedbackURL(person, ends)}
	case NewEvent:
		a = about{url: r.links.EventURL(ev.Event.ID)}
		if ev.Series != nil && ev.Series.Told > 1 {
			a = about{url: r.links.SeriesURL(ev.Series.ID), reason: wordings.NewDates}
		}
	case inv.MsgGuestCancelled:
		if m.Hold == nil {
			return missing("ticket")
		}
		a.url = r.links.OrderURL(m.Hold.ID, person, ends)
	case inv.MsgTicketReissued, inv.MsgTicketReseated:
		if m.Hold == nil {
			return missing("ticket")
		}
		a.units, a.guests, a.url = 1, "", r.links.OrderURL(m.Hold.ID, person, ends)
		if m.Transfer != nil { // a transferred ticket
			a.url = r.links.TransferURL(m.Transfer.Transfer.ID, person, ends)
		}
	case inv.MsgExchanged, inv.MsgExchangeClosed:
		if m.Exchange == nil || m.Hold == nil {
			return missing("exchange")
		}
		a.units, a.tier, a.url = 1, m.Exchange.Tier, r.links.OrderURL(m.Hold.ID, person, ends)
		if m.Exchange.Refund == 0 && m.Message.Kind == inv.MsgExchanged {
			a.reason = inv.ReasonItemsCancelled // everything paid was refunded before
		}
	case inv.MsgEventCancelled:
		if m.Transfer != nil {
			return r.aboutReceived(ev, m), nil
		}
		if m.Hold == nil && m.Entry == nil {
			return missing("order or entry")
		}
		if m.Hold == nil {
			a.reason = onWaitlist
			if ev.Event.Settings.Approval && m.Entry.ApprovedAt == 0 {
				a.reason = hasApplied
			}
		}
	}
	return a, nil
}

// costs reports whether what is offered costs something, or what its person chooses. A free place is an
// order too where something can be taken with it.
func costs(t *inv.Tier, h *inv.Hold) bool {
	return h != nil && h.Order != nil && (h.Order.Total > 0 || t != nil && t.Chosen())
}

// tierOf is the tier of all items of an order; "" if they have several, as seats may.
func tierOf(h *inv.Hold) string {
	if h == nil || h.Order == nil {
		return ""
	}
	tier := ""
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; tier == "" {
			tier = it.Tier
		} else if tier != it.Tier {
			return ""
		}
	}
	return tier
}

// approvedAt reports whether somebody was given a place at the moment at which their
// application was approved: it had not been waited for.
func approvedAt(m *events.MessageView, at inv.Instant) bool {
	return m.Entry != nil && m.Entry.ApprovedAt != 0 && m.Entry.ApprovedAt == at
}

// aboutReceived returns the subject matter of a message about a transferred ticket.
func (r *Renderer) aboutReceived(ev *events.EventView, m *events.MessageView) about {
	t := m.Transfer
	return about{units: 1, tier: t.Ticket.TierID, reason: inv.ReasonTicketReceived, url: r.links.TransferURL(t.Transfer.ID, m.Person.ID, ev.Event.EndsAt.Time())}
}
