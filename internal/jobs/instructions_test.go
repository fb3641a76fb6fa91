package jobs_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/courier"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store"
)

const howToPay = "To the account of the hall\nDE02 1203 0000 0000 2020 51"

// priced makes the event's tier cost something that is paid by hand.
func (h *house) priced() {
	h.t.Helper()
	ev, err := h.store.Event(h.t.Context(), h.event)
	if err != nil {
		h.t.Fatal(err)
	}
	set := ev.Event.Settings
	set.Orders = inventory.OrderSettings{Currency: "EUR", HoldTime: 3 * inventory.Day, SeatHoldTime: inventory.Hour, Instructions: howToPay}
	staff := inventory.Who{Actor: "system", Staff: true}
	h.write(inventory.Configure{Who: staff, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: set})
	h.write(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: h.tier, Name: "General", Price: inventory.Price{Amount: 1250}}})
}

func (h *house) order(n int) string {
	h.t.Helper()
	r := h.registration(n)
	return h.write(inventory.Reserve{
		Who: r.Who, OrderID: r.OrderID, PersonID: r.PersonID, UserID: r.UserID, Profile: r.Profile, Guests: "[]",
		Lines: []inventory.OrderLine{{Tier: h.tier, Quantity: 2}},
	})[0].OrderID
}

// Who has to pay by bank transfer is told how, how much, as what and until when;
// who has paid before the mail went out is not asked for it.
func TestHowToPayGoesOut(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := newHouse(t, store.Config{URL: url}, 10)
		h.priced()
		waits, paid := h.order(0), h.order(1)
		h.write(inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: paid, PaymentID: "slip", Amount: 2500, Currency: "EUR"})
		s := mailtest.Start(t, &mailtest.Server{})
		h.start(h.worker(h.smtp(s), nil))
		h.settled()
		if m := h.messages("user0"); len(m) != 1 || m[0].mail().State != "sent" || m[0].Message.Kind != inventory.MsgOrderPending {
			t.Errorf("who has not paid: %+v", m)
		}
		if m := h.messages("user1"); len(m) != 2 || m[0].mail().State != "sent" || m[1].mail().State != "suppressed" ||
			m[1].mail().Answer != "the order was paid or over before the message went out" {
			t.Errorf("who has paid: %+v", m)
		}
		for _, r := range s.Received() {
			if r.To != "user0@example.org" {
				continue
			}
			for _, text := range []string{"DE02 1203 0000 0000 2020 51\r\n", "25.00 EUR", (&inventory.Hold{ID: waits}).PaymentReference(), "/r/"} {
				if !strings.Contains(r.Data, text) {
					t.Errorf("no %q in\n%s", text, r.Data)
				}
			}
		}
	})
}

// A new code for a ticket is told to who holds it, whoever bought it, with the code
// and the link to where it is; of a ticket that is void by then nothing is told.
func TestReissueGoesOut(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := newHouse(t, store.Config{URL: url}, 10)
		staff := inventory.Who{Actor: "system", Staff: true}
		orders := h.register(0, 3)
		transfer := h.ids.In(id.Transfer, h.event)
		reissue := func(n int, version int64) inventory.Command {
			order := orders[n].OrderID
			return inventory.ReissueTicket{Who: staff, TicketID: id.TicketOf(order, 1), OrderID: order, Unit: 1, Version: version}
		}
		h.write(reissue(0, 0), reissue(1, 0), inventory.Cancel{Who: staff, OrderID: orders[1].OrderID})
		v, err := h.store.TicketByID(t.Context(), id.TicketOf(orders[2].OrderID, 1))
		if err != nil {
			t.Fatal(err)
		}
		h.write(inventory.OfferTransfer{
			Who: staff, TransferID: transfer, TicketID: v.ID, OrderID: v.OrderID, Unit: 1, Holder: v.HolderID,
			UserID: "eve", PersonID: h.ids.In(id.Person, h.event), Profile: inventory.Profile{Email: "eve@example.org", Name: "Eve", Locale: "de"},
		}, inventory.AcceptTransfer{Who: staff, TransferID: transfer})
		h.write(reissue(2, 1))
		s := mailtest.Start(t, &mailtest.Server{})
		// The code that goes with a mail says here whose of which order it is.
		drawn := func(order, person string) []byte { return []byte(order + " " + person) }
		h.start(h.worker(h.smtp(s), func(c *courier.Config) {
			c.Codes = func(_ context.Context, order, person string) ([]mail.Image, error) {
				return []mail.Image{{Name: "ticket-1.png", PNG: drawn(order, person)}}, nil
			}
		}))
		h.settled()
		if m := h.messages("user0")[0]; m.Message.Kind != inventory.MsgTicketReissued || m.mail().State != "sent" {
			t.Errorf("who holds it: %+v", m)
		}
		if m := h.messages("user1")[1]; m.Message.Kind != inventory.MsgTicketReissued || m.mail().State != "suppressed" || m.mail().Answer != "the place was given back before the message went out" {
			t.Errorf("whose place is gone: %+v", m)
		}
		want := map[string]string{"user0@example.org": "/r/", "eve@example.org": "/t/"}
		codes := map[string][]byte{
			"user0@example.org": drawn(orders[0].OrderID, h.messages("user0")[0].Person.ID),
			"eve@example.org":   drawn(orders[2].OrderID, h.messages("eve")[0].Person.ID),
		}
		for _, r := range s.Received() {
			if link := want[r.To]; link != "" && (strings.Contains(r.Data, "has a new code") || strings.Contains(r.Data, "einen neuen Code")) {
				if !strings.Contains(r.Data, "https://holdfast.example"+link) {
					t.Errorf("no link %s for %s in\n%s", link, r.To, r.Data)
				}
				if !strings.Contains(strings.ReplaceAll(r.Data, "\r\n", ""), base64.StdEncoding.EncodeToString(codes[r.To])) {
					t.Errorf("no code for %s in\n%s", r.To, r.Data)
				}
				delete(want, r.To)
			}
		}
		if len(want) != 0 {
			t.Errorf("not told of the new code: %v", want)
		}
	})
}
