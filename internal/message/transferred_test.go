package message

import (
	"strings"
	"testing"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TestTransferredMails writes what both persons are told about the transfer of what lets nobody in, and
// whoever was given it of the event, in each language: it names what it is, leaves no placeholder, and
// in English speaks of no ticket.
func TestTransferredMails(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		if transferredWordings[d] == nil {
			t.Fatalf("%s has none", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *transferredWordings[english], *transferredWordings[d])
		for _, c := range []struct {
			kind   inv.MessageKind
			reason inv.Reason
		}{
			{inv.MsgTransferOffered, ""}, {inv.MsgTransferAccepted, ""}, {inv.MsgTicketReceived, ""}, {inv.MsgTransferDeclined, ""}, {inv.MsgTransferCancelled, ""},
			{inv.MsgTicketVoided, ""}, {Reminder, inv.ReasonTicketReceived}, {EventChanged, inv.ReasonTicketReceived}, {EventPostponed, inv.ReasonTicketReceived},
			{inv.MsgEventCancelled, inv.ReasonTicketReceived},
		} {
			ev := concert(t)
			ev.Tiers = append(ev.Tiers, inv.Tier{ID: "tir_park", Name: "Parking <P2>", Kind: inv.AddOnTier, PerTicket: 1})
			m := told(t, c.kind, c.reason, d.Tag.String())
			m.Transfer.Ticket.TierID, m.Transfer.Ticket.Extra = "tir_park", true
			got, err := renderer(t).Render(ev, m)
			if err != nil {
				t.Fatalf("%s %s: %v", d.Tag, c.kind, err)
			}
			mailtest.WellFormed(t, got)
			if strings.ContainsAny(got.Subject+got.Text, "{}") {
				t.Errorf("%s %s leaves a placeholder:\n%s\n%s", d.Tag, c.kind, got.Subject, got.Text)
			}
			if strings.Count(got.Text, "Parking <P2>") < 1 || !strings.Contains(got.HTML, "Parking &lt;P2&gt;") {
				t.Errorf("%s %s does not say what is transferred:\n%s", d.Tag, c.kind, got.Text)
			}
			if d == english && strings.Contains(strings.ToLower(got.Subject+got.Text), "ticket") {
				t.Errorf("%s speaks of a ticket:\n%s\n%s", c.kind, got.Subject, got.Text)
			}
		}
	}
}

// TestAddOnsInMails: the mail of an offer names the add-ons that can be taken with it, in each language
// and beside an organizer's own words, as long as they are for sale and there are any.
func TestAddOnsInMails(t *testing.T) {
	t.Parallel()
	mail := func(d *dictionary, reason inv.Reason, style *Style, change func(*events.EventView, *events.MessageView)) mailkit.Rendered {
		t.Helper()
		ev := concert(t)
		ev.Pools = []inv.Pool{{ID: "pol_park", Capacity: 3}, {ID: "pol_meal", Capacity: 3}}
		ev.Tiers = append(ev.Tiers,
			inv.Tier{ID: "tir_park", Name: "Parking <P1>", Kind: inv.AddOnTier, PerTicket: 1, Pools: []string{"pol_park"}},
			inv.Tier{ID: "tir_meal", Name: "Meal", Kind: inv.AddOnTier, PerTicket: 1, Pools: []string{"pol_meal"}, GoesWith: []string{"tir_2"}},
			inv.Tier{ID: "tir_crew", Name: "Crew meal", Kind: inv.AddOnTier, PerTicket: 1, Hidden: true},
			inv.Tier{ID: "tir_shirt", Name: "Shirt", Kind: inv.GoodsTier})
		m := told(t, inv.MsgOffer, reason, d.Tag.String())
		if m.Hold.Order == nil { // a free one
			m.Hold.Kind, m.Hold.Tier = inv.KindOrder, ""
			m.Hold.Order = &inv.Order{Currency: "EUR", Items: []inv.Item{{No: 1, Tier: "tir_2"}}}
			m.Hold.Units = 1
		}
		if change != nil {
			change(ev, m)
		}
		got, err := renderer(t).RenderWith(style, nil, ev, m, nil)
		if err != nil {
			t.Fatalf("%s: %v", d.Tag, err)
		}
		mailtest.WellFormed(t, got)
		return got
	}
	for _, d := range dictionaries {
		if addOnWordings[d] == "" {
			t.Fatalf("%s has none", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, []string{addOnWordings[english]}, []string{addOnWordings[d]})
		before, _, _ := strings.Cut(addOnWordings[d], "{")
		for _, reason := range []inv.Reason{"", inv.ReasonApproved, wordings.ToPay} {
			if got := mail(d, reason, nil, nil); !strings.Contains(got.Text, strings.TrimSpace(before)) || !strings.Contains(got.Text, "Meal.") || strings.Contains(got.Text, "Crew") || strings.Contains(got.Text, "Shirt") {
				t.Errorf("%s %s:\n%s", d.Tag, reason, got.Text)
			}
		}
	}
	if got := mail(english, "", nil, nil); strings.Count(got.Text, "Parking <P1>, Meal.") != 1 {
		t.Errorf("not as it is called:\n%s", got.Text)
	}
	own := &Style{own: map[styleKey]Words{{inv.MsgOffer, "en"}: {Body: []string{"Quick, {name}!"}}}}
	if got := mail(english, "", own, nil); !strings.Contains(got.Text, "Quick, Ana") || !strings.Contains(got.Text, "extras when you claim") {
		t.Errorf("beside an organizer's words:\n%s", got.Text)
	}
	for name, change := range map[string]func(*events.EventView, *events.MessageView){
		"goes with other tickets, and is gone": func(ev *events.EventView, m *events.MessageView) {
			m.Hold.Order.Items[0].Tier, ev.Pools[0].Held = "tir_1", 3
		},
		"not for sale": func(ev *events.EventView, _ *events.MessageView) {
			for i := range ev.Tiers {
				ev.Tiers[i].SaleStarts = at(t, "2030-01-01T10:00:00Z")
			}
		},
		"offered before there were add-ons": func(_ *events.EventView, m *events.MessageView) { m.Hold.Order = nil },
	} {
		if got := mail(english, "", nil, change); strings.Contains(got.Text, "extras") {
			t.Errorf("%s:\n%s", name, got.Text)
		}
	}
}

// TestGiftsInMails: the mail of an offer says what can be given to where it is accepted, in each
// language, as long as that is asked for.
func TestGiftsInMails(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		if giftWordings[d] == "" {
			t.Fatalf("%s has none", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, []string{giftWordings[english]}, []string{giftWordings[d]})
		for _, hidden := range []bool{false, true} {
			ev := concert(t)
			ev.Tiers = append(ev.Tiers, inv.Tier{ID: "tir_gift", Name: "Kitchen <fund>", Kind: inv.DonationTier, PriceMax: 10_000, Hidden: hidden})
			m := told(t, inv.MsgOffer, "", d.Tag.String())
			m.Hold.Kind, m.Hold.Tier, m.Hold.Units = inv.KindOrder, "", 1
			m.Hold.Order = &inv.Order{Currency: "EUR", Items: []inv.Item{{No: 1, Tier: "tir_2"}}}
			got, err := renderer(t).Render(ev, m)
			if err != nil {
				t.Fatalf("%s: %v", d.Tag, err)
			}
			mailtest.WellFormed(t, got)
			if strings.Contains(got.Text, "Kitchen <fund>.") == hidden || strings.ContainsAny(got.Text, "{}") {
				t.Errorf("%s, hidden %t:\n%s", d.Tag, hidden, got.Text)
			}
		}
	}
}
