package delivery

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"
	_ "time/tzdata" // the test knows the zones it names wherever it runs

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// someZones returns five zones that set their clocks on different days, half an hour, or
// never; one of them where a test is brief.
func someZones(t *testing.T) []string {
	zones := []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Kolkata"}
	if !seed.Brief() {
		return zones
	}
	i := seed.Draw(t, len(zones))
	return zones[i : i+1]
}

// TestQuietHoursForAYear sends messages at every quarter of an hour of a year, with
// quiet hours that begin and end in the hours that are skipped and repeated. None
// goes out inside quiet hours of its person, none early, none later than the next
// moment outside them.
func TestQuietHoursForAYear(t *testing.T) {
	zones := someZones(t)
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
			ev := &events.EventView{Event: inventory.Event{Zone: time.UTC, StartsAt: now + inventory.Instant(10*inventory.Day), EndsAt: now + inventory.Instant(11*inventory.Day)}}
			ev.Event.Settings.Waitlist = inventory.WaitlistSettings{QuietFrom: h[0], QuietTo: h[1], ClaimWindow: 6 * inventory.Hour}
			m := &events.MessageView{Message: inventory.Message{Kind: kind}, Hold: &inventory.Hold{}, Offer: &inventory.Offer{WindowStartsAt: now}}
			a := addressee{contact: &messages.Contact{Zone: name}}
			due, late := quiet(ev, m, &a, now)
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

// TestNobodyIsWokenForAYear hands tasks to a channel at any hour of a year, as a
// retry, a second channel or the end of a long queue would: what reaches the
// provider does so while its person is awake, at once or in the morning, and an
// offer that had to wait has its whole window from then on.
func TestNobodyIsWokenForAYear(t *testing.T) {
	const from, to = 22 * 60, 8 * 60
	renderer, err := message.New(noLinks{})
	if err != nil {
		t.Fatal(err)
	}
	var now inventory.Instant
	d := &Dispatcher{
		cfg: Config{Backoff: defaultBackoff}, log: slog.New(slog.DiscardHandler), renderer: renderer, now: func() time.Time { return now.Time() },
		results: make(chan result, 1), stopping: make(chan struct{}), sendCtx: t.Context(),
	}
	reached := 0
	ch := &channel{name: MailChannel, queue: newQueue(0, 0), transport: &transport{send: func(_ context.Context, tasks []*Task) []answer {
		reached++
		return make([]answer, len(tasks))
	}}}
	random := rand.New(rand.NewPCG(20, 27))
	tasks, waited := 0, 0
	start := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range someZones(t) {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := start; at.Before(start.AddDate(1, 0, 0)); at = at.Add(4 * time.Hour) {
			now = inventory.At(at.Add(time.Duration(random.IntN(4*3600)) * time.Second))
			ev := &events.EventView{Event: inventory.Event{
				ID: "evt_1", Status: inventory.Published, Zone: time.UTC, StartsAt: now + inventory.Instant(10*inventory.Day), EndsAt: now + inventory.Instant(11*inventory.Day),
			}}
			window := 2 * inventory.Hour
			ev.Event.Settings.Waitlist = inventory.WaitlistSettings{QuietFrom: from, QuietTo: to, ClaimWindow: window}
			kind := []inventory.MessageKind{inventory.MsgOffer, message.Reminder, message.EventChanged}[random.IntN(3)]
			m := Sample(ev, kind, "en", "ada@example.org", now)
			task := &Task{
				Delivery: messages.Delivery{EventID: "evt_1", Message: "1", Channel: MailChannel, Kind: kind, CreatedAt: now}, Event: ev, Message: m,
				addressee: addressee{contact: &messages.Contact{Zone: name}, channels: []string{MailChannel}},
			}
			tasks++
			before := reached
			d.deliver(ch, []*Task{task})
			r := <-d.results
			local := now.Time().In(zone)
			minute := local.Hour()*60 + local.Minute()
			asleep := minute >= from || minute < to
			if asleep != (reached == before) || asleep != (r.verdict.state == messages.DeliveryQueued) {
				t.Fatalf("%s at %s: %s, and %d tasks reached the provider", kind, local, r.verdict.state, reached-before)
			}
			if !asleep {
				continue
			}
			waited++
			due := r.verdict.due
			if kind == inventory.MsgOffer {
				var extend Extend
				if r.verdict.job == nil || json.Unmarshal(r.verdict.job.Args, &extend) != nil || extend.Until != int64(due)+int64(window) {
					t.Fatalf("an offer at %s that waits until %s: %+v", local, due.Time().In(zone), r.verdict.job)
				}
				m.Offer.ExpiresAt = inventory.Instant(extend.Until) // as package inventory does
			}
			now = due
			d.deliver(ch, []*Task{task})
			if r = <-d.results; r.verdict.state != messages.DeliverySent || reached != before+1 {
				t.Fatalf("%s at %s waited until %s and was %s: %s", kind, local, due.Time().In(zone), r.verdict.state, r.verdict.answer)
			}
		}
	}
	if waited < tasks/4 {
		t.Fatalf("%d of %d tasks waited", waited, tasks)
	}
	t.Logf("%d tasks, %d waited for the morning, none woke anybody", tasks, waited)
}

// noLinks leads nowhere.
type noLinks struct{}

func (noLinks) OfferURL(string, string, time.Time) string { return "https://holdfast.example/o/x" }
func (noLinks) EntryURL(string, string, time.Time) string { return "https://holdfast.example/w/x" }
func (noLinks) OrderURL(string, string, time.Time) string { return "https://holdfast.example/r/x" }
func (noLinks) EventURL(string) string                    { return "https://holdfast.example/events/x" }
func (noLinks) SeriesURL(string) string                   { return "https://holdfast.example/series/x" }
func (noLinks) FollowURL(string, string) string           { return "https://holdfast.example/f/x" }
func (noLinks) InvitationURL(string, string, time.Time, time.Time) string {
	return "https://holdfast.example/i/x"
}
func (noLinks) FeedbackURL(string, time.Time) string         { return "https://holdfast.example/h/x" }
func (noLinks) PreferencesURL(string, time.Time) string      { return "https://holdfast.example/u/x" }
func (noLinks) TransferURL(string, string, time.Time) string { return "https://holdfast.example/t/x" }

func TestQuietHoursLetThrough(t *testing.T) {
	zone := time.FixedZone("X", 0)
	night := inventory.At(time.Date(2027, 6, 1, 3, 0, 0, 0, time.UTC))
	morning := inventory.At(time.Date(2027, 6, 1, 8, 0, 0, 0, time.UTC))
	ev := func(change func(*inventory.Event)) *events.EventView {
		e := inventory.Event{Zone: zone, StartsAt: night + inventory.Instant(inventory.Day), EndsAt: night + inventory.Instant(2*inventory.Day)}
		e.Settings.Waitlist = inventory.WaitlistSettings{QuietFrom: 22 * 60, QuietTo: 8 * 60}
		if change != nil {
			change(&e)
		}
		return &events.EventView{Event: e}
	}
	told := func(kind inventory.MessageKind, reason inventory.Reason) *events.MessageView {
		return &events.MessageView{Message: inventory.Message{Kind: kind, At: night - inventory.Instant(inventory.Minute)}, Hold: &inventory.Hold{Reason: reason}, Offer: &inventory.Offer{}}
	}
	before := func(d inventory.Micros, m *events.MessageView) *events.MessageView {
		m.Message.At = night - inventory.Instant(d)
		return m
	}
	for name, c := range map[string]struct {
		ev   *events.EventView
		m    *events.MessageView
		due  inventory.Instant
		late bool
	}{
		"who registers is awake":               {ev(nil), told(inventory.MsgConfirmed, inventory.ReasonRegistered), night, false},
		"who has paid is awake":                {ev(nil), told(inventory.MsgOrderConfirmed, inventory.ReasonPaid), night, false},
		"an answer that took two hours waits":  {ev(nil), before(2*inventory.Hour, told(inventory.MsgConfirmed, inventory.ReasonRegistered)), morning, false},
		"who is promoted sleeps":               {ev(nil), told(inventory.MsgConfirmed, inventory.ReasonPromoted), morning, false},
		"who cancels is awake":                 {ev(nil), told(inventory.MsgCancelled, inventory.ReasonCancelledByPerson), night, false},
		"who orders is awake":                  {ev(nil), told(inventory.MsgOrderPending, ""), night, false},
		"who has a new ticket is waiting":      {ev(nil), told(inventory.MsgTicketReissued, ""), night, false},
		"who has accepted a ticket is awake":   {ev(nil), told(inventory.MsgTicketReceived, ""), night, false},
		"whom staff cancels sleeps":            {ev(nil), told(inventory.MsgCancelled, inventory.ReasonCancelledByStaff), morning, false},
		"an offer waits":                       {ev(nil), told(inventory.MsgOffer, ""), morning, false},
		"a time-critical one passes":           {ev(func(e *inventory.Event) { e.Settings.Waitlist.TimeCritical = true }), told(inventory.MsgOffer, ""), night, false},
		"a reminder after the start is none":   {ev(func(e *inventory.Event) { e.StartsAt = morning - 1 }), told(message.Reminder, ""), morning, true},
		"an offer that would be told too late": {ev(func(e *inventory.Event) { e.Settings.RegistrationCutoff = morning }), told(inventory.MsgOffer, ""), night, false},
		"one that has a minute left": {ev(func(e *inventory.Event) {
			e.Settings.RegistrationCutoff = morning + inventory.Instant(inventory.Minute)
		}), told(inventory.MsgOffer, ""), morning, false},
	} {
		due, late := quiet(c.ev, c.m, &addressee{}, night)
		if due != c.due || (late != "") != c.late {
			t.Errorf("%s: due %s, %q", name, due.Time(), late)
		}
	}
}

// TestOwnQuietHours: in the hours that somebody chose nothing comes that can wait, beside those of the
// event; what runs out or answers does.
func TestOwnQuietHours(t *testing.T) {
	zone := time.FixedZone("X", 0)
	noon := inventory.At(time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC))
	at := func(hour int) inventory.Instant {
		return noon + inventory.Instant(hour-12)*inventory.Instant(inventory.Hour)
	}
	ev := &events.EventView{Event: inventory.Event{Zone: zone, StartsAt: at(60), EndsAt: at(62)}}
	ev.Event.Settings.Waitlist = inventory.WaitlistSettings{QuietFrom: 20 * 60, QuietTo: 8 * 60}
	told := func(kind inventory.MessageKind) *events.MessageView {
		return &events.MessageView{Message: inventory.Message{Kind: kind, At: noon - inventory.Instant(inventory.Day)}, Hold: &inventory.Hold{}, Offer: &inventory.Offer{}}
	}
	for name, c := range map[string]struct {
		kind     inventory.MessageKind
		from, to int // hours of the person
		zone     string
		due      inventory.Instant
	}{
		"a reminder waits":                         {message.Reminder, 9, 18, "", at(18)},
		"a new date waits":                         {message.NewEvent, 9, 18, "", at(18)},
		"the organizer's message waits":            {message.Announcement, 9, 18, "", at(18)},
		"the question how it was waits":            {message.Feedback, 9, 18, "", at(18)},
		"outside of them nothing waits":            {message.Reminder, 13, 18, "", noon},
		"without any nothing waits":                {message.Reminder, 0, 0, "", noon},
		"an offer does not":                        {inventory.MsgOffer, 9, 18, "", noon},
		"nor does a change of the event":           {message.EventChanged, 9, 18, "", noon},
		"they end in those of the event":           {message.Reminder, 9, 21, "", at(8 + 24)},
		"they begin where those of the event end":  {message.Reminder, 11, 20, "", at(8 + 24)},
		"they are in the time zone of the person":  {message.Reminder, 13, 15, "Europe/Berlin", at(13)}, // it is 14:00 there
		"which may be another than where it is on": {message.Reminder, 12, 13, "Europe/Berlin", noon},
	} {
		a := &addressee{contact: &messages.Contact{Zone: c.zone, QuietFrom: c.from * 60, QuietTo: c.to * 60}}
		if due, late := quiet(ev, told(c.kind), a, noon); due != c.due || late != "" {
			t.Errorf("%s: due %s, %q", name, due.Time(), late)
		}
	}
	late := told(message.Reminder)
	ev.Event.StartsAt = at(17)
	if _, why := quiet(ev, late, &addressee{contact: &messages.Contact{QuietFrom: 9 * 60, QuietTo: 18 * 60}}, noon); why == "" {
		t.Error("a reminder goes out once the event has begun")
	}
}
