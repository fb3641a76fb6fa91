package jobs_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

const howToPay = "To the account of the hall\nDE02 1203 0000 0000 2020 51"

// priced makes the event's tier cost something that is paid by hand.
func (f *fixture) priced() {
	f.t.Helper()
	ev, err := f.store.Events.Event(f.t.Context(), f.event)
	if err != nil {
		f.t.Fatal(err)
	}
	set := ev.Event.Settings
	set.Orders = inventory.OrderSettings{Currency: "EUR", HoldTime: 3 * inventory.Day, SeatHoldTime: inventory.Hour, Instructions: howToPay}
	staff := inventory.Who{Actor: "system", Staff: true}
	f.write(inventory.Configure{Who: staff, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: set})
	f.write(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: f.tier, Name: "General", Price: inventory.Price{Amount: 1250}}})
}

func (f *fixture) order(n int) string {
	f.t.Helper()
	r := f.registration(n)
	return f.write(inventory.Reserve{
		Who: r.Who, OrderID: r.OrderID, PersonID: r.PersonID, UserID: r.UserID, Profile: r.Profile, Guests: "[]",
		Lines: []inventory.OrderLine{{Tier: f.tier, Quantity: 2}},
	})[0].OrderID
}

// Anyone who has to pay by bank transfer is told how, how much, as what and until when;
// whoever has paid before the mail went out is not asked for it.
func TestHowToPayGoesOut(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		f.priced()
		waits, paid := f.order(0), f.order(1)
		f.write(inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: paid, PaymentID: "slip", Amount: 2500, Currency: "EUR"})
		s := mailtest.Start(t, &mailtest.Server{})
		f.start(f.worker(f.smtp(s), nil))
		f.settled()
		if m := f.messages("user0"); len(m) != 1 || m[0].mail().State != "sent" || m[0].Message.Kind != inventory.MsgOrderPending {
			t.Errorf("who has not paid: %+v", m)
		}
		if m := f.messages("user1"); len(m) != 2 || m[0].mail().State != "sent" || m[1].mail().State != "suppressed" ||
			m[1].mail().Answer != "the order was paid or had ended before the message went out" {
			t.Errorf("who has paid: %+v", m)
		}
		for _, r := range s.Received() {
			if r.To != "user0@example.org" {
				continue
			}
			for _, text := range []string{"DE02 1203 0000 0000 2020 51\r\n", "=E2=82=AC25.00", (&inventory.Hold{ID: waits}).PaymentReference(), "/r/"} {
				if !strings.Contains(r.Data, text) {
					t.Errorf("no %q in\n%s", text, r.Data)
				}
			}
		}
	})
}

// pictured is a ticket with a picture of its code; of names the order or the ticket.
func pictured(of string, png []byte) delivery.Code {
	return delivery.Code{
		Ticket:  message.Ticket{Unit: 1, Units: 1, Tier: "Regular"},
		Picture: mail.Image{ID: "ticket-1@" + of, Name: "ticket-1.png", PNG: png},
	}
}

// A new code for a ticket is told to its holder, whoever bought it, with the code
// and the link to where it is; of a ticket that is void by then nothing is told.
func TestReissueGoesOut(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		staff := inventory.Who{Actor: "system", Staff: true}
		orders := f.register(0, 3)
		reissue := func(n int, version int64) inventory.Command {
			order := orders[n].OrderID
			return inventory.ReissueTicket{Who: staff, TicketID: id.TicketOf(order, 1), OrderID: order, Unit: 1, Version: version}
		}
		f.write(reissue(0, 0), reissue(1, 0), inventory.Cancel{Who: staff, OrderID: orders[1].OrderID})
		f.give(id.TicketOf(orders[2].OrderID, 1), "eve")
		f.write(reissue(2, 1))
		s := mailtest.Start(t, &mailtest.Server{})
		// The code that goes with a mail says here whose of which order it is.
		drawn := func(order, person string) []byte { return []byte(order + " " + person) }
		f.start(f.worker(f.smtp(s), func(c *delivery.Config) {
			c.Codes = func(_ context.Context, order, person string) ([]delivery.Code, error) {
				return []delivery.Code{pictured(order, drawn(order, person))}, nil
			}
		}))
		f.settled()
		if m := f.messages("user0")[0]; m.Message.Kind != inventory.MsgTicketReissued || m.mail().State != "sent" {
			t.Errorf("who holds it: %+v", m)
		}
		if m := f.messages("user1")[1]; m.Message.Kind != inventory.MsgTicketReissued || m.mail().State != "suppressed" || m.mail().Answer != "the place was given back before the message went out" {
			t.Errorf("whose place is gone: %+v", m)
		}
		want := map[string]string{"user0@example.org": "/r/", "eve@example.org": "/t/"}
		codes := map[string][]byte{
			"user0@example.org": drawn(orders[0].OrderID, f.messages("user0")[0].Person.ID),
			"eve@example.org":   drawn(orders[2].OrderID, f.messages("eve")[0].Person.ID),
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

// give lets a ticket go to somebody by name, who accepts it.
func (f *fixture) give(ticket, to string) {
	f.t.Helper()
	v, err := f.store.Tickets.TicketByID(f.t.Context(), ticket)
	if err != nil {
		f.t.Fatal(err)
	}
	staff, transfer := inventory.Who{Actor: "system", Staff: true}, f.ids.In(id.Transfer, f.event)
	f.write(inventory.OfferTransfer{
		Who: staff, TransferID: transfer, TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Holder: v.HolderID,
		UserID: to, PersonID: f.ids.In(id.Person, f.event), Profile: inventory.Profile{Email: to + "@example.org", Name: to, Locale: "de"},
	}, inventory.AcceptTransfer{Who: staff, TransferID: transfer})
}

// Anyone who accepts a ticket has it by mail, with its new code, which lets in where the
// old one does not; whoever has none any more when the mail would go out has none.
func TestTicketReceivedGoesOut(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		staff := inventory.Who{Actor: "system", Staff: true}
		ev, err := f.store.Events.Event(t.Context(), f.event)
		if err != nil {
			t.Fatal(err)
		}
		set := ev.Event.Settings
		set.MaxTransfers = 2
		f.write(inventory.Configure{Who: staff, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: set})
		var tickets []string
		orders := f.register(0, 5)
		for _, o := range orders {
			tickets = append(tickets, id.TicketOf(o.OrderID, 1))
		}
		f.give(tickets[0], "eve")
		f.give(tickets[1], "fay")
		f.write(inventory.Cancel{Who: staff, OrderID: orders[1].OrderID})
		f.give(tickets[2], "gus")
		f.give(tickets[2], "hal")
		f.give(tickets[3], "user4")
		f.write(inventory.Cancel{Who: staff, OrderID: orders[4].OrderID})
		// The code says here which token it is of: that of the ticket when the mail goes.
		drawn := func(ticket string, version uint32) []byte { return fmt.Appendf(nil, "token %d of %s", version, ticket) }
		s := mailtest.Start(t, &mailtest.Server{})
		f.start(f.worker(f.smtp(s), func(c *delivery.Config) {
			c.Codes = func(ctx context.Context, order, person string) (codes []delivery.Code, err error) {
				found, err := f.store.Tickets.OrderTickets(ctx, order)
				if err != nil {
					return nil, err
				}
				for i := range found.Tickets {
					if v := &found.Tickets[i]; v.HolderID == person {
						codes = append(codes, pictured(v.ID, drawn(v.ID, v.Version)))
					}
				}
				return codes, nil
			}
		}))
		f.settled()
		for user, want := range map[string]string{
			"eve": "sent", "hal": "sent",
			"fay": "suppressed: the ticket was void before the message went out",
			"gus": "suppressed: the ticket went to somebody else before the message went out",
		} {
			got := ""
			for _, m := range f.messages(user) {
				if m.Message.Kind == inventory.MsgTicketReceived {
					if got = m.mail().State; got == messages.DeliverySuppressed {
						got += ": " + m.mail().Answer
					}
				}
			}
			if got != want {
				t.Errorf("the ticket of %s: %q, want %q", user, got, want)
			}
		}
		// That it is void is told to its holder, with the link to what became of it.
		told := ""
		for _, m := range f.messages("fay") {
			told += string(m.Message.Kind) + " " + m.mail().State + "; "
		}
		if !strings.Contains(told, string(inventory.MsgTicketVoided)+" sent") {
			t.Errorf("whose ticket is void was told %s", told)
		}
		// What is in the calendar goes when nothing is left: Gus has given the ticket on,
		// Fay's is void, and user1 hears of both. User0 still has an order, and user4 the ticket of another.
		gone := map[string]int{}
		for _, r := range s.Received() {
			if strings.Contains(r.Data, "text/calendar; method=CANCEL") {
				gone[r.To]++
			}
		}
		if want := map[string]int{"fay@example.org": 1, "gus@example.org": 1, "user1@example.org": 2}; !maps.Equal(gone, want) {
			t.Errorf("taken out of the calendars of %v, want %v", gone, want)
		}
		codes := map[string][]byte{"eve@example.org": drawn(tickets[0], 1), "hal@example.org": drawn(tickets[2], 2)}
		for _, r := range s.Received() {
			data := strings.ReplaceAll(r.Data, "\r\n", "")
			if strings.Contains(data, "ticket-1.png") && !slices.Contains([]string{"eve@example.org", "hal@example.org", "user4@example.org"}, r.To) {
				t.Errorf("a code for %s in\n%s", r.To, r.Data)
			}
			if code := codes[r.To]; code != nil && strings.Contains(r.Data, "ticket-1.png") {
				for _, text := range []string{base64.StdEncoding.EncodeToString(code), "https://holdfast.example/t/", "text/calendar; method=REQUEST"} {
					if !strings.Contains(data, text) {
						t.Errorf("no %q for %s in\n%s", text, r.To, r.Data)
					}
				}
				delete(codes, r.To)
			}
		}
		if len(codes) != 0 {
			t.Errorf("no code went to %v", codes)
		}
		// The token that user0 had is dead, and the one of the mail lets in.
		for n, version := range []int64{0, 1} {
			got, err := f.store.CheckIns.CheckIn(t.Context(), f.event, []checkins.Entering{{
				Scan: checkin.Scan{Device: "gate", ID: fmt.Sprint(n), Ticket: tickets[0], At: inventory.At(f.clock())}, Version: version}})
			if want := []checkin.Verdict{checkin.Invalid, checkin.Admit}[n]; err != nil || got[0].Verdict != want {
				t.Errorf("version %d of the token: %+v, %v, want %s", version, got, err, want)
			}
		}
	})
}

// What everybody who comes is told, the holder of a ticket from somebody else is told,
// too: that the event was moved, when it begins, and that it is off. Whose ticket is
// void is told nothing, and whoever has a place besides, or a second ticket, no more than
// others.
func TestWhoHasATicketFromSomebodyIsTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		staff := inventory.Who{Actor: "system", Staff: true}
		orders := f.register(0, 6)
		ticket := func(n int) string { return id.TicketOf(orders[n].OrderID, 1) }
		f.give(ticket(0), "eve")
		f.give(ticket(1), "eve")
		f.give(ticket(2), "user3")
		f.give(ticket(4), "fay")
		f.write(inventory.Cancel{Who: staff, OrderID: orders[4].OrderID})
		mx := mailtest.Start(t, &mailtest.Server{})
		servers := f.servers(1, mx)
		f.remind(3600)
		f.settled()
		ev, err := f.store.Events.Event(t.Context(), f.event)
		if err != nil {
			t.Fatal(err)
		}
		// Each of those who come, once; and nobody else.
		told := func(what string, kind inventory.MessageKind) {
			t.Helper()
			coming := []string{"eve", "user0", "user1", "user2", "user3", "user5"}
			said := func(state string) []string {
				rows, err := f.store.JobsDB().QueryContext(t.Context(), `select p.user_id from deliveries d join people p on p.event_id = d.event_id and p.id = d.person_id
					where d.kind = '`+string(kind)+`' and d.state = '`+state+`' order by p.user_id`)
				if err != nil {
					t.Fatal(err)
				}
				defer rows.Close() //nolint:errcheck // read to its end
				var list []string
				for rows.Next() {
					var user string
					if err := rows.Scan(&user); err != nil {
						t.Fatal(err)
					}
					list = append(list, user)
				}
				if err := rows.Err(); err != nil {
					t.Fatal(err)
				}
				return list
			}
			mailtest.WaitForCount(t, "who are told "+what, len(coming), func() int { return len(said("sent")) })
			mailtest.WaitForCount(t, "announcements that are not over", 0, func() int {
				return f.count("select count(*) from announcements where (state = 'planned' or state = 'sending') and due_at <= " + fmt.Sprint(int64(inventory.At(f.clock()))))
			})
			if got := said("sent"); !slices.Equal(got, coming) || len(said("suppressed")) != 0 {
				t.Errorf("%s: told are %v, and left out %v", what, got, said("suppressed"))
			}
			for _, r := range mx.Received()[len(mx.Received())-len(coming):] {
				data := strings.ReplaceAll(r.Data, "=\r\n", "")
				if leads := strings.Contains(data, "https://holdfast.example/t/"); r.To == "eve@example.org" && (kind != inventory.MsgEventCancelled) != leads || r.To != "eve@example.org" && leads {
					t.Errorf("%s: where %s is led:\n%s", what, r.To, r.Data)
				}
				if r.To == "eve@example.org" && !strings.Contains(data, "Person") {
					t.Errorf("%s: not who gave the ticket:\n%s", what, r.Data)
				}
			}
		}
		f.move(ev, 7*inventory.Day)
		f.later(time.Minute)
		told("of the move", inventory.MessageKind(messages.EventChangedKind))
		f.jump(37*24*time.Hour-time.Hour, mx, servers)
		told("when it begins", inventory.MessageKind(messages.ReminderKind))
		f.write(inventory.CancelEvent{Who: staff})
		f.write(inventory.Tick{})
		f.later(time.Minute)
		told("that it is off", inventory.MsgEventCancelled)
		f.once(mx)
	})
}
