package courier

import (
	"math/rand/v2"
	"testing"
	"time"
	_ "time/tzdata" // the test knows the zones it names wherever it runs

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// TestQuietHoursForAYear sends messages at every quarter of an hour of a year, in
// five zones that set their clocks on different days, half an hour, or never, with
// quiet hours that begin and end in the hours that are skipped and repeated. None
// goes out inside quiet hours of its person, none early, none later than the next
// moment outside them.
func TestQuietHoursForAYear(t *testing.T) {
	zones := []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Kolkata"}
	hours := [][2]int{{22 * 60, 8 * 60}, {0, 150}, {90, 135}, {23*60 + 30, 150}, {120, 180}}
	kinds := []inventory.MessageKind{inventory.MsgOffer, message.Reminder, message.EventChanged, inventory.MsgEventCancelled, inventory.MsgOfferExpired}
	random := rand.New(rand.NewPCG(4, 19))
	start := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	sent, violations := 0, 0
	for _, name := range zones {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		inside := func(at inventory.Instant, from, to int) bool {
			local := at.Time().In(zone)
			minute := local.Hour()*60 + local.Minute()
			if from < to {
				return minute >= from && minute < to
			}
			return minute >= from || minute < to
		}
		for at := start; at.Before(start.AddDate(1, 0, 0)); at = at.Add(15 * time.Minute) {
			now := inventory.At(at.Add(time.Duration(random.IntN(900)) * time.Second))
			h := hours[random.IntN(len(hours))]
			kind := kinds[random.IntN(len(kinds))]
			ev := &store.EventView{Event: inventory.Event{Zone: time.UTC, StartsAt: now + inventory.Instant(10*inventory.Day), EndsAt: now + inventory.Instant(11*inventory.Day)}}
			ev.Event.Settings.Waitlist = inventory.WaitlistSettings{QuietFrom: h[0], QuietTo: h[1], ClaimWindow: 6 * inventory.Hour}
			m := &store.MessageView{Message: inventory.Message{Kind: kind}, Hold: &inventory.Hold{}, Offer: &inventory.Offer{WindowStartsAt: now}}
			a := addressee{contact: &store.Contact{Zone: name}}
			due, late := quiet(ev, m, a.zone(ev), now)
			sent++
			switch {
			case late != "", due < now, inside(due, h[0], h[1]):
				violations++
				t.Errorf("%s %s quiet %v at %s: due %s (%s)", name, kind, h, now.Time().In(zone), due.Time().In(zone), late)
			case due > now && (!inside(now, h[0], h[1]) || !inside(due-inventory.Instant(inventory.Second), h[0], h[1])):
				violations++
				t.Errorf("%s %s quiet %v at %s: waits until %s for nothing", name, kind, h, now.Time().In(zone), due.Time().In(zone))
			}
			if violations > 10 {
				t.FailNow()
			}
		}
	}
	t.Logf("%d messages in %d zones, %d violations", sent, len(zones), violations)
}

func TestQuietHoursLetThrough(t *testing.T) {
	zone := time.FixedZone("X", 0)
	night := inventory.At(time.Date(2027, 6, 1, 3, 0, 0, 0, time.UTC))
	morning := inventory.At(time.Date(2027, 6, 1, 8, 0, 0, 0, time.UTC))
	ev := func(change func(*inventory.Event)) *store.EventView {
		e := inventory.Event{Zone: zone, StartsAt: night + inventory.Instant(inventory.Day), EndsAt: night + inventory.Instant(2*inventory.Day)}
		e.Settings.Waitlist = inventory.WaitlistSettings{QuietFrom: 22 * 60, QuietTo: 8 * 60}
		if change != nil {
			change(&e)
		}
		return &store.EventView{Event: e}
	}
	told := func(kind inventory.MessageKind, reason inventory.Reason) *store.MessageView {
		return &store.MessageView{Message: inventory.Message{Kind: kind}, Hold: &inventory.Hold{Reason: reason}, Offer: &inventory.Offer{}}
	}
	for name, c := range map[string]struct {
		ev   *store.EventView
		m    *store.MessageView
		due  inventory.Instant
		late bool
	}{
		"who registers is awake":                {ev(nil), told(inventory.MsgConfirmed, inventory.ReasonRegistered), night, false},
		"who is promoted sleeps":                {ev(nil), told(inventory.MsgConfirmed, inventory.ReasonPromoted), morning, false},
		"who cancels is awake":                  {ev(nil), told(inventory.MsgCancelled, inventory.ReasonCancelledByPerson), night, false},
		"whom staff cancels sleeps":             {ev(nil), told(inventory.MsgCancelled, inventory.ReasonCancelledByStaff), morning, false},
		"an offer waits":                        {ev(nil), told(inventory.MsgOffer, ""), morning, false},
		"a time-critical one passes":            {ev(func(e *inventory.Event) { e.Settings.Waitlist.TimeCritical = true }), told(inventory.MsgOffer, ""), night, false},
		"a reminder after the start is none":    {ev(func(e *inventory.Event) { e.StartsAt = morning - 1 }), told(message.Reminder, ""), morning, true},
		"an offer after registration is closed": {ev(func(e *inventory.Event) { e.Settings.RegistrationCutoff = morning }), told(inventory.MsgOffer, ""), morning, true},
	} {
		due, late := quiet(c.ev, c.m, zone, night)
		if due != c.due || (late != "") != c.late {
			t.Errorf("%s: due %s, %q", name, due.Time(), late)
		}
	}
}
