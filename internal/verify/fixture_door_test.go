package verify_test

import (
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// door lets those who are registered in: some online, some by two devices
// without a network that both scan a few of them, and a device that scans what
// is not a ticket.
func (p *party) door() {
	t, now := p.h.t, inventory.At(p.h.now)
	t.Helper()
	var logs []checkin.Scan
	scan := func(device, ticket string, at inventory.Instant) {
		logs = append(logs, checkin.Scan{Device: device, ID: fmt.Sprint(len(logs)), Ticket: ticket, At: at, Gate: "south", Verdict: checkin.Admit})
	}
	for n, order := range p.registered() {
		ticket := id.TicketOf(order, 1)
		if n%3 == 0 {
			p.must(inventory.ReissueTicket{Who: staff, TicketID: ticket, OrderID: order, Unit: 1})
		}
		if n%2 == 0 {
			got, err := p.h.store.CheckIns.CheckIn(t.Context(), p.id, []checkins.Entering{{
				Scan: checkin.Scan{Device: "gate", ID: fmt.Sprint(n), Ticket: ticket, At: now, Gate: "north"}, Version: -1}})
			if err != nil || got[0].Verdict != checkin.Admit {
				t.Fatalf("%v, %v", got, err)
			}
		}
		if n%4 < 2 {
			scan("tablet", ticket, now+inventory.Instant(n%3)-1)
			scan("phone", ticket, now+5)
		}
	}
	logs = append(logs, checkin.Scan{Device: "phone", ID: "torn", At: now, Verdict: checkin.Invalid},
		checkin.Scan{Device: "phone", ID: "ghost", Ticket: id.TicketOf((&id.Maker{}).In(id.Order, p.id), 1), At: now, Verdict: checkin.Admit})
	if _, err := p.h.store.CheckIns.SyncScans(t.Context(), p.id, logs, now); err != nil {
		t.Fatal(err)
	}
	p.lounge()
	p.phones()
	p.give()
}

// phones lets phones in by passes: one waits, one lets people in and is ended, and hands in what
// it scanned before; one is replaced.
func (p *party) phones() {
	t, now, doors := p.h.t, inventory.At(p.h.now), p.h.store.CheckIns
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	pass := func(name, gate string) checkins.CheckinPass {
		made := checkins.CheckinPass{Name: name, CodeHash: name + p.id, CreatedAt: now - 9, Pass: checkin.Pass{
			ID: p.h.ids.In(id.CheckinPass, p.id), EventID: p.id, Gate: gate, ValidFrom: now - 9, ValidUntil: now + 1000}}
		must(doors.CreatePass(t.Context(), made))
		return made
	}
	redeem := func(pass, token string, want checkin.PassRefusal) {
		t.Helper()
		if why, err := doors.RedeemPass(t.Context(), p.id, pass, token+p.id, now-8); err != nil || why != want {
			t.Fatalf("%q, %v", why, err)
		}
	}
	pass("waits", "")
	used := pass("used", "Gate A")
	redeem(used.ID, "mia", "")
	redeem(used.ID, "mia", "")
	redeem(used.ID, "otto", checkin.RefusedUsed)
	for n, order := range p.registered() {
		scan := checkin.Scan{Device: used.ID, ID: fmt.Sprint(n), Ticket: id.TicketOf(order, 1), At: now, Gate: "Gate A", Verdict: checkin.Admit}
		if n%2 == 0 {
			_, err := doors.CheckIn(t.Context(), p.id, []checkins.Entering{{Scan: scan, Version: -1}})
			must(err)
		} else {
			_, err := doors.SyncScans(t.Context(), p.id, []checkin.Scan{scan}, now+1)
			must(err)
		}
	}
	must(doors.EndPass(t.Context(), p.id, used.ID, now, true))
	must(doors.EndPass(t.Context(), p.id, used.ID, now+1, true)) // changes nothing
	old := pass("old", "")
	redeem(old.ID, "old", "")
	must(doors.ReplacePass(t.Context(), p.id, old.ID, now, func(was checkins.CheckinPass) (checkins.CheckinPass, error) {
		return checkins.CheckinPass{Name: was.Name, CodeHash: "new" + p.id, CreatedAt: now, Pass: checkin.Pass{
			ID: p.h.ids.In(id.CheckinPass, p.id), EventID: p.id, ValidFrom: was.ValidFrom, ValidUntil: was.ValidUntil}}, nil
	}))
}

// registered are the registrations whose first unit was not given back.
func (p *party) registered() []string {
	return p.h.column(`select id from holds where event_id = $1 and state = 'confirmed' and kind = 'registration'
		and ',' || given_back || ',' not like '%,1,%' order by id`, p.id)
}

// give lets tickets change hands, and stay.
func (p *party) give() {
	t := p.h.t
	t.Helper()
	moved := p.h.column("select ticket_id from transfers where event_id = $1 union select ticket_id from exchanges where event_id = $1", p.id)
	orders := slices.DeleteFunc(p.registered(),
		func(order string) bool { return slices.Contains(moved, id.TicketOf(order, 1)) })
	for n, order := range orders {
		ticket := id.TicketOf(order, 1)
		v, err := p.h.store.Tickets.TicketByID(t.Context(), ticket)
		if err != nil {
			t.Fatal(err)
		}
		transfer := p.h.ids.In(id.Transfer, p.id)
		cmds := []inventory.Command{inventory.OfferTransfer{
			Who: inventory.Who{Actor: v.HolderID}, TransferID: transfer, TicketID: ticket, OrderID: order, Unit: 1, Holder: v.HolderID,
			UserID: fmt.Sprint("mail:taker", n), PersonID: p.h.ids.In(id.Person, p.id), Profile: inventory.Profile{Email: fmt.Sprint("taker", n, "@example.org")},
		}}
		switch n % 4 {
		case 0:
			cmds = append(cmds, inventory.AcceptTransfer{Who: staff, TransferID: transfer})
		case 1:
			cmds = append(cmds, inventory.DeclineTransfer{Who: staff, TransferID: transfer})
		case 2:
			cmds = append(cmds, inventory.CancelTransfer{Who: staff, TransferID: transfer})
		}
		for _, cmd := range cmds {
			if r := p.do(cmd); r[0].Code != inventory.OK {
				t.Fatalf("%T: %s", cmd, r[0].Code)
			}
		}
		if n == 0 {
			p.must(inventory.ReissueTicket{Who: staff, TicketID: ticket, OrderID: order, Unit: 1, Version: int64(v.Version) + 1})
		}
		if n == 4 { // its taker is told
			p.must(inventory.Cancel{Who: staff, OrderID: order})
		}
	}
}

// lounge is a list where people go out and come in again, with a device that has
// no network, and a supervisor.
func (p *party) lounge() {
	t, now := p.h.t, inventory.At(p.h.now)
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	list := checkins.List{ID: p.h.ids.In(id.List, p.id), EventID: p.id, Name: "Lounge", Gates: []string{"lounge"}, CreatedAt: now, UpdatedAt: now,
		Rules: checkin.Rules{ReEntry: checkin.WithExit}}
	must(p.h.store.CheckIns.CreateList(t.Context(), list))
	move := func(ticket, scan string, verdict, want checkin.Verdict) {
		t.Helper()
		got, err := p.h.store.CheckIns.CheckIn(t.Context(), p.id, []checkins.Entering{{Version: -1, ReEntry: checkin.WithExit,
			Scan: checkin.Scan{Device: "lounge", ID: scan + ticket, List: list.ID, Ticket: ticket, At: now, Gate: "lounge", Verdict: verdict}}})
		if err != nil || got[0].Verdict != want {
			t.Fatalf("%v, %v", got, err)
		}
	}
	for n, order := range p.registered() {
		ticket := id.TicketOf(order, 1)
		v, err := p.h.store.Tickets.TicketByID(t.Context(), ticket)
		must(err)
		must(p.h.store.Tickets.SetAttendee(t.Context(), ticket, v.HolderID, events.Attendee{Name: "Somebody"}, now))
		move(ticket, "1", checkin.Admit, checkin.Admit)
		move(ticket, "2", checkin.Admit, checkin.AlreadyAdmitted)
		if n == 0 {
			_, err := p.h.store.CheckIns.SyncScans(t.Context(), p.id, []checkin.Scan{
				{Device: "roof", ID: "out", List: list.ID, Ticket: ticket, At: now + 1, Gate: "roof", Verdict: checkin.Exit},
				{Device: "roof", ID: "again", List: list.ID, Ticket: ticket, At: now, Gate: "roof", Verdict: checkin.Admit},
			}, now)
			must(err)
			continue
		}
		move(ticket, "3", checkin.Exit, checkin.Exit)
		move(ticket, "4", checkin.Exit, checkin.NotInside)
		if n == 1 {
			_, err := p.h.store.CheckIns.Override(t.Context(), p.id, checkins.Overriding{By: "key_boss", Why: "The artist", Scan: checkin.Scan{
				Device: "boss", ID: "1", List: list.ID, Ticket: ticket, At: now, Gate: "lounge"}}, now)
			must(err)
		} else if n%2 == 0 {
			move(ticket, "5", checkin.Admit, checkin.Admit)
		}
	}
}
