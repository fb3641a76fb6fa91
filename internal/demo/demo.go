// Package demo fills an empty database with organizations, events in
// different states, people who registered and people who wait, so that a
// newcomer sees Holdfast at work within a minute. It writes through the
// sequencer, as everybody does; `holdfast demo` calls it once, on first start.
package demo

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Config says what to fill, and when it is.
type Config struct {
	Store     *store.Store
	Sequencer *sequencer.Sequencer
	IDs       *id.Maker
	Now       func() time.Time
	// Pay marks an order as paid; reference is what to find the money by.
	Pay func(ctx context.Context, order, reference string) error
}

// Fill fills the database unless an organization exists already, and returns
// the organization that demo keys are for.
func Fill(ctx context.Context, c Config) (org string, err error) {
	have, err := c.Store.Organizations.OrganizationNamed(ctx, organizers[0])
	switch {
	case err == nil:
		return have.ID, nil
	case !errors.Is(err, database.ErrNotFound):
		return "", err
	}
	orgs, err := c.Store.Organizations.AllOrganizations(ctx, "", 1)
	if err != nil {
		return "", err
	}
	if len(orgs) > 0 {
		return orgs[0].ID, nil
	}
	f := filler{Config: c, orgs: map[string]string{}}
	now := inventory.At(c.Now())
	for _, name := range organizers {
		f.orgs[name] = c.IDs.Top(id.Organization)
		if err := c.Store.Organizations.CreateOrganization(ctx, organizations.Organization{ID: f.orgs[name], Name: name, CreatedAt: now}); err != nil {
			return "", fmt.Errorf("demo: organization: %w", err)
		}
	}
	for _, e := range events {
		if err := f.event(ctx, e); err != nil {
			return "", fmt.Errorf("demo: %s: %w", e.title, err)
		}
	}
	return f.orgs[organizers[0]], nil
}

// event is what the demo tells of an event.
type event struct {
	// by is the organization; "" is the first of organizers.
	by                                 string
	title, description, location, zone string
	at                                 string // coordinates
	labels                             storeevents.Labels
	inDays                             int // its start, from today
	// onWeekday is the next such day from today on instead, where there are no inDays.
	onWeekday        time.Weekday
	atHour           int // local
	hours            int
	tiers            []tier
	pools            []pool
	maxGuests        int64
	draft, cancelled bool
	waitlist         inventory.WaitlistSettings
	// guests[i] is how many guests person i of the cast brings; the first come
	// first, and when nothing is left the rest waits.
	guests []int
	cancel []int // then these people of the cast cancel
	// hall has the seats of an event that is sold by seats, nil for one without.
	hall *hall
}

type pool struct {
	name     string
	capacity int64
}

// tier draws from the pools with those names.
type tier struct {
	name  string
	pools []string
}

type filler struct {
	Config
	orgs map[string]string // ids by name
}

func (f *filler) submit(ctx context.Context, event string, cmd inventory.Command, d *storeevents.DetailsChange) (inventory.Outcome, error) {
	r, err := f.Sequencer.Submit(ctx, sequencer.Request{EventID: event, Command: cmd, Details: d})
	if err == nil && r.Code != inventory.OK {
		err = fmt.Errorf("refused: %s %s", r.Code, r.Field)
	}
	return r.Outcome, err
}

var staff = inventory.Who{Actor: "system", Staff: true}

func (f *filler) event(ctx context.Context, e event) error {
	zone, err := time.LoadLocation(e.zone)
	if err != nil {
		return err
	}
	day := f.Now().In(zone).AddDate(0, 0, e.inDays)
	start := time.Date(day.Year(), day.Month(), day.Day(), e.atHour, 0, 0, 0, zone)
	for e.inDays == 0 && (start.Weekday() != e.onWeekday || start.Before(f.Now())) {
		start = start.AddDate(0, 0, 1)
	}
	end := start.Add(time.Duration(e.hours) * time.Hour)
	eventID := f.IDs.Top(id.Event)

	pools, byName := make([]inventory.Pool, len(e.pools)), map[string]string{}
	for i, p := range e.pools {
		pools[i] = inventory.Pool{ID: f.IDs.In(id.Pool, eventID), Name: p.name, Capacity: p.capacity}
		byName[p.name] = pools[i].ID
	}
	tiers := make([]inventory.Tier, len(e.tiers))
	for i, t := range e.tiers {
		tiers[i] = inventory.Tier{ID: f.IDs.In(id.Tier, eventID), Name: t.name}
		for _, name := range t.pools {
			tiers[i].Pools = append(tiers[i].Pools, byName[name])
		}
	}
	create := inventory.Create{
		Who: staff,
		Event: inventory.Event{
			ID: eventID, OrgID: f.orgs[cmp.Or(e.by, organizers[0])], StartsAt: inventory.At(start), EndsAt: inventory.At(end), Zone: zone,
			Settings: inventory.Settings{MaxGuests: e.maxGuests, Waitlist: e.waitlist},
		},
		Pools: pools, Tiers: tiers, Publish: !e.draft,
	}
	details := storeevents.Details{Title: e.title, Description: e.description, Location: e.location, Coordinates: e.at,
		Category: e.labels.Category, Tags: e.labels.Tags, Performers: e.labels.Performers, Language: e.labels.Language, AgeMin: e.labels.AgeMin,
		Reminders: []int64{86400}}.All()
	if e.hall != nil {
		stored, plan, err := f.build(ctx, create.Event.OrgID, e.hall)
		if err != nil {
			return err
		}
		create.Event.Settings.NoSingleSeats = true
		create.Event.Settings.Orders = inventory.OrderSettings{Currency: "EUR", SeatHoldTime: 10 * inventory.Minute, SelfRefund: true}
		f.seated(&create, details, e.hall, stored, plan)
	}
	if _, err := f.submit(ctx, eventID, create, details); err != nil {
		return err
	}
	if e.hall != nil {
		return f.sell(ctx, eventID, e.hall, details.Seating.Tiers)
	}
	if err := f.people(ctx, eventID, tiers, e); err != nil || !e.cancelled {
		return err
	}
	_, err = f.submit(ctx, eventID, inventory.CancelEvent{Who: staff}, nil)
	return err
}

func (f *filler) people(ctx context.Context, eventID string, tiers []inventory.Tier, e event) error {
	for i, n := range e.guests {
		name := cast[i%len(cast)]
		guests := make([]map[string]string, 0, n)
		for g := range n {
			guests = append(guests, map[string]string{"name": cast[(i+7*g+11)%len(cast)]})
		}
		text, err := json.Marshal(guests)
		if err != nil {
			return err
		}
		_, err = f.submit(ctx, eventID, inventory.Register{
			Who: staff,
			Party: inventory.Party{
				UserID: userID(i), Profile: inventory.Profile{Email: mailOf(name, i), Name: name, Locale: "en"},
				Tier: tiers[i%len(tiers)].ID, Guests: string(text), Units: int64(1 + n),
				PersonID: f.IDs.In(id.Person, eventID), EntryID: f.IDs.In(id.Entry, eventID),
			},
			OrderID: f.IDs.In(id.Order, eventID), JoinWaitlist: true,
		}, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, i := range e.cancel {
		who := inventory.Who{Actor: "system"}
		if _, err := f.submit(ctx, eventID, inventory.Cancel{Who: who, UserID: userID(i)}, nil); err != nil {
			return fmt.Errorf("cancel %s: %w", cast[i%len(cast)], err)
		}
	}
	return nil
}

func userID(i int) string { return fmt.Sprintf("guest-%02d", i+1) }

func mailOf(name string, i int) string {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	return fmt.Sprintf("%s%d@example.org", asciiFold.Replace(first), i+1)
}

var asciiFold = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ö", "o", "ü", "u", "ø", "o", "ł", "l", "ş", "s", "ç", "c", "ñ", "n")
