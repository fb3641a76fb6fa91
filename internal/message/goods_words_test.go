package message

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
)

// TestGoodsMails writes what people who wait for goods are told, in each language: it names the
// goods and how many, leaves no placeholder, and speaks of no guests.
func TestGoodsMails(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		if goodsWordings[d] == nil {
			t.Fatalf("%s has none", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *goodsWordings[english], *goodsWordings[d])
		for _, kind := range []inv.MessageKind{inv.MsgWaitlisted, inv.MsgOffer, inv.MsgOfferExtended, inv.MsgOfferExpired, inv.MsgEntryRemoved, inv.MsgWaitlistClosed, inv.MsgConfirmed} {
			ev := concert(t)
			ev.Tiers = append(ev.Tiers, inv.Tier{ID: "tir_shirt", Name: "Shirt <M>", Kind: inv.GoodsTier, Price: inv.Price{Amount: 2500, TaxIncluded: true}})
			m := told(t, kind, "", d.Tag.String())
			for _, e := range []*inv.Entry{m.Entry} {
				if e != nil {
					e.Tier, e.Units, e.Guests = "tir_shirt", 2, inv.NoGuests
				}
			}
			if h := m.Hold; h != nil {
				charge := inv.Charged(ev.Tiers[2].Price, 0, "EUR")
				h.Kind, h.Tier, h.Units, h.Guests, h.EntryID, h.Reason = inv.KindOrder, "", 2, inv.NoGuests, "wle_1", inv.ReasonPromoted
				h.Order = &inv.Order{Currency: "EUR", Total: 2 * charge.Gross, Items: []inv.Item{{No: 1, Tier: "tir_shirt", Charge: charge}, {No: 2, Tier: "tir_shirt", Charge: charge}}}
			}
			got, err := renderer(t).Render(ev, m)
			if err != nil {
				t.Fatalf("%s %s: %v", d.Tag, kind, err)
			}
			mailtest.WellFormed(t, got)
			if strings.ContainsAny(got.Subject+got.Text, "{}") {
				t.Errorf("%s %s leaves a placeholder:\n%s\n%s", d.Tag, kind, got.Subject, got.Text)
			}
			if kind != inv.MsgEntryRemoved && !strings.Contains(got.Text, "2 × Shirt <M>") {
				t.Errorf("%s %s does not say what is waited for:\n%s", d.Tag, kind, got.Text)
			}
			if d == english && kind != inv.MsgConfirmed && strings.Contains(strings.ToLower(got.Text), "ticket") {
				t.Errorf("%s speaks of tickets:\n%s", kind, got.Text)
			}
		}
	}
}

// TestOrderedMails writes what people are told about an order of goods alone, in each language: it
// names them, leaves no placeholder, and in English speaks of no ticket.
func TestOrderedMails(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		if orderedWordings[d] == nil {
			t.Fatalf("%s has none", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *orderedWordings[english], *orderedWordings[d])
		for _, c := range []struct {
			kind   inv.MessageKind
			reason inv.Reason
			names  bool // what was ordered
		}{
			{inv.MsgConfirmed, "", true}, {inv.MsgOrderPending, "", true}, {inv.MsgOrderConfirmed, "", true}, {inv.MsgOrderExpired, "", true},
			{inv.MsgOrderCancelled, "", false}, {inv.MsgOrderRefunded, "", false}, {inv.MsgOrderRefunded, inv.ReasonPaymentLate, false},
			{inv.MsgOrderRefunded, inv.ReasonPaymentAgain, false}, {Reminder, "", true}, {EventChanged, "", true}, {EventPostponed, "", true}, {inv.MsgEventCancelled, "", true},
			{inv.MsgTicketReissued, "", false},
		} {
			ev := concert(t)
			ev.Tiers = append(ev.Tiers,
				inv.Tier{ID: "tir_shirt", Name: "Shirt <M>", Kind: inv.GoodsTier, Price: inv.Price{Amount: 2500, TaxIncluded: true}},
				inv.Tier{ID: "tir_poster", Name: "Poster", Kind: inv.GoodsTier, Price: inv.Price{Amount: 500, TaxIncluded: true}})
			m := told(t, c.kind, c.reason, d.Tag.String())
			shirt, poster := inv.Charged(ev.Tiers[2].Price, 0, "EUR"), inv.Charged(ev.Tiers[3].Price, 0, "EUR")
			h := m.Hold
			h.Kind, h.Tier, h.Units, h.Guests = inv.KindOrder, "", 3, inv.NoGuests
			if h.Order == nil {
				h.Order = &inv.Order{Currency: "EUR", Total: 2*shirt.Gross + poster.Gross}
			}
			if c.kind == inv.MsgTicketReissued {
				var ids id.Maker
				h.ID = ids.In(id.Order, ids.Top(id.Event))
				m.Message.Ref = id.TicketOf(h.ID, 3)
			}
			h.Order.Items = []inv.Item{{No: 1, Tier: "tir_shirt", Charge: shirt}, {No: 2, Tier: "tir_poster", Charge: poster}, {No: 3, Tier: "tir_shirt", Charge: shirt}}
			got, err := renderer(t).Render(ev, m)
			if err != nil {
				t.Fatalf("%s %s: %v", d.Tag, c.kind, err)
			}
			mailtest.WellFormed(t, got)
			if strings.ContainsAny(got.Subject+got.Text, "{}") {
				t.Errorf("%s %s leaves a placeholder:\n%s\n%s", d.Tag, c.kind, got.Subject, got.Text)
			}
			if c.kind == inv.MsgTicketReissued && !strings.Contains(got.Text, "Shirt <M>") {
				t.Errorf("%s does not say what has a new code:\n%s", d.Tag, got.Text)
			}
			if c.names && !strings.Contains(got.Text, "2 × Shirt <M>"+locale.Comma(d.Tag)+"Poster") {
				t.Errorf("%s %s does not say what was ordered:\n%s", d.Tag, c.kind, got.Text)
			}
			if d == english && strings.Contains(strings.ToLower(got.Subject+got.Text), "ticket") {
				t.Errorf("%s %s speaks of tickets:\n%s\n%s", c.kind, c.reason, got.Subject, got.Text)
			}
		}
	}
}
