package verify_test

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// door lets those who are registered in: some online, some by two devices
// without a network that both scan a few of them, and a device that scans what
// is no ticket.
func (p *party) door() {
	t, now := p.h.t, inventory.At(p.h.now)
	t.Helper()
	var logs []checkin.Scan
	scan := func(device, ticket string, at inventory.Instant) {
		logs = append(logs, checkin.Scan{Device: device, ID: fmt.Sprint(len(logs)), Ticket: ticket, At: at, Gate: "south", Verdict: checkin.Admit})
	}
	for n, order := range p.h.column("select id from holds where event_id = $1 and state = 'confirmed' and kind = 'registration' order by id", p.id) {
		ticket := id.TicketOf(order, 1)
		if n%3 == 0 {
			if err := p.h.store.ReissueTicket(t.Context(), ticket, 0, now); err != nil {
				t.Fatal(err)
			}
		}
		if n%2 == 0 {
			got, err := p.h.store.CheckIn(t.Context(), p.id, []store.Entering{{
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
	if _, err := p.h.store.SyncScans(t.Context(), p.id, logs, now); err != nil {
		t.Fatal(err)
	}
}
