package sim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/booking/bookingtest"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// bookedEvery is how many histories of events there are to one of bookings, and bookedSteps how many steps
// that has.
const (
	bookedEvery = 5
	bookedSteps = 60
)

// bookers is a history of its own beside those of events: people book the rooms of a venue in every way
// that there is, its server crashes, and after each step everything is as a naive model has it. It has a
// database, a clock, randomness and ids of its own, so that all other histories are what they are without it.
type bookers struct {
	*simulation // of its database; the report is everybody's
	number      int
	seed        uint64
	player      *bookingtest.Player
	model       *bookingtest.Model
	history     *bookingtest.History
}

// bookRooms plays the nth history of bookings.
func (s *simulation) bookRooms(ctx context.Context, n int) error {
	random := rand.New(rand.NewPCG(s.cfg.Seed^0x626f6f6b657273, uint64(n))) //nolint:gosec // it has to be played again
	b := &bookers{number: n, seed: random.Uint64(), simulation: &simulation{
		cfg: s.cfg, report: s.report, trace: s.trace, template: s.template, base: s.base, rand: random,
	}}
	b.ids = &id.Maker{Now: b.clock, Rand: random.Uint64}
	b.history = bookingtest.Generate(b.seed, bookedSteps)
	b.now = b.history.Begins.Time()
	if err := b.begin(ctx); err != nil {
		return errors.Join(err, b.closeStore())
	}
	for i := range b.history.Steps {
		if err := b.step(ctx, &b.history.Steps[i]); err != nil {
			if d := (*bookingtest.Difference)(nil); errors.As(err, &d) {
				b.wrong(i, d)
				break
			}
			return errors.Join(fmt.Errorf("step %d, %s: %w", i, b.history.Steps[i], err), b.closeStore())
		}
	}
	err := b.judge(ctx)
	if err := errors.Join(err, b.closeStore()); err != nil {
		return err
	}
	return b.remove()
}

// begin makes the venue.
func (b *bookers) begin(ctx context.Context) error {
	if err := b.copyTemplate(fmt.Sprintf("booked-%d.db", b.number)); err != nil {
		return err
	}
	if err := b.open(ctx); err != nil {
		return err
	}
	org := id.TopNamed(id.Organization, fmt.Sprint(b.seed))
	if err := b.store.Organizations.CreateOrganization(ctx, organizations.Organization{ID: org, Name: "Booked", CreatedAt: 1}); err != nil {
		return err
	}
	b.model = bookingtest.NewModel(&b.history.Venue, bookingtest.Namer(b.seed))
	b.player = bookingtest.NewPlayer(b.history, b.seed, org, b.clock)
	b.player.Write = func(ctx context.Context, r sequencer.Request) (sequencer.Reply, error) {
		results, _ := b.writer.Write(ctx, r.EventID, []sequencer.Request{r})
		return results[0].Reply, results[0].Err
	}
	b.process()
	return b.player.Open(ctx, b.history.Begins)
}

// process is what a process has beside its store, after each start: every second one decides also bookings
// that come alone as it decides many.
func (b *bookers) process() {
	b.player.Store = b.store
	if b.rand.IntN(2) == 0 {
		b.store.Bookings.EnoughCalls = 1
	}
}

// step is something that somebody does, perhaps with a failure in the middle. Whoever is answered nothing
// asks again, and has then asked once.
func (b *bookers) step(ctx context.Context, s *bookingtest.Step) error {
	b.now = s.At.Time()
	b.faults.decide(nil)
	if b.rand.IntN(1000) < b.cfg.Faults {
		b.faults.decide(b.rand)
	}
	for {
		met := b.faults.met
		got, err := b.try(ctx, s)
		failed, crashed := b.faults.met > met, b.faults.down
		b.report.Faults += b.faults.met - met
		b.faults.decide(nil)
		switch {
		case crashed:
			if err := b.crash(ctx); err != nil {
				return fmt.Errorf("restart: %w", err)
			}
			b.process()
			b.saw("a crash")
		case err != nil && !failed:
			return err
		case err == nil:
			return b.agree(ctx, s, got)
		}
	}
}

// try does what the step says, with what the job of each minute does before, perhaps, and behind.
func (b *bookers) try(ctx context.Context, s *bookingtest.Step) (got bookingtest.Answer, err error) {
	if s.Job {
		err = b.player.Job(ctx, s.At)
	}
	if err == nil {
		got, err = b.player.Do(ctx, s.At, s.Command)
	}
	if err == nil {
		err = b.player.Job(ctx, s.At)
	}
	return got, err
}

// agree compares everything with the model, in which the step is played then.
func (b *bookers) agree(ctx context.Context, s *bookingtest.Step, got bookingtest.Answer) error {
	waiting := b.model.Waiting()
	if err := b.player.Agree(ctx, b.model, s, got); err != nil {
		return err
	}
	for _, w := range waiting {
		if w.State != booking.Waiting {
			b.saw("a booking that waited, and is " + string(w.State))
		}
	}
	if got.Code != "" {
		b.saw("an answer " + got.Code)
	}
	return nil
}

// saw counts something that has happened, by a name for the figures.
func (b *bookers) saw(what string) { b.report.Rooms[what]++ }

// wrong reports a difference with the steps that led to it.
func (b *bookers) wrong(step int, d error) {
	var text strings.Builder
	for _, s := range b.history.Steps[:step+1] {
		fmt.Fprintf(&text, "\n%s", s)
	}
	b.report.violate(b.number*bookedEvery, "bookings: after step %d: %v%s", step, d, &text)
}

// judge counts what became of bookings, and has verify look at the database.
func (b *bookers) judge(ctx context.Context) error {
	for _, of := range b.model.Bookings {
		b.saw("a booking that is " + string(of.State))
	}
	for _, p := range b.model.Payments {
		b.saw(map[bool]string{true: "a payment that is kept", false: "a payment that goes back"}[p.Kept])
	}
	if _, err := fmt.Fprintln(b.trace, b.model); err != nil {
		return err
	}
	return b.verified(ctx, func(format string, a ...any) { b.report.violate(b.number*bookedEvery, "bookings: "+format, a...) })
}
