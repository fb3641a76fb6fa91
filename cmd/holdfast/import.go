package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/holdfast-events/holdfast/internal/movein"
)

type importCommand struct {
	Target   string            `help:"Base URL of the server." default:"http://127.0.0.1:8080" placeholder:"URL"`
	Key      string            `help:"API key of an owner or organizer." required:"" env:"HOLDFAST_KEY" placeholder:"KEY"`
	From     string            `help:"Which ticket shop has made the file." required:"" enum:"pretix,hi-events,eventbrite,luma,meetup"`
	File     string            `arg:"" help:"What was sold: of pretix the export \"Order data (JSON)\", of the others the list of attendees as CSV. Meetup's has no addresses: it makes invitations, whose links you hand over." type:"existingfile"`
	Waitlist string            `help:"Who waits. Of pretix: the export \"Waiting list\" as CSV." type:"existingfile" placeholder:"FILE"`
	Event    string            `help:"Event that it comes into. Default: a draft that is created for it; for meetup an event has to be named." placeholder:"ID"`
	StartsAt time.Time         `help:"When the event of the draft starts." placeholder:"2027-06-10T19:00:00+02:00"`
	EndsAt   time.Time         `help:"When it ends." placeholder:"2027-06-11T00:00:00+02:00"`
	Timezone string            `help:"Its time zone." default:"UTC" placeholder:"Europe/Berlin"`
	Currency string            `help:"In which the shop sold." default:"EUR" placeholder:"EUR"`
	Tier     map[string]string `help:"Which tier of the event is which of the file, where they are not called the same. May be repeated." placeholder:"NAME=ID"`
	DryRun   bool              `help:"Only say what would happen, and what is wrong."`
}

// Run brings a sale in.
func (c *importCommand) Run(ctx context.Context) error {
	err := movein.Run(ctx, movein.Config{
		Target: c.Target, Key: c.Key, From: c.From, File: c.File, Waitlist: c.Waitlist, Event: c.Event, StartsAt: c.StartsAt, EndsAt: c.EndsAt,
		Timezone: c.Timezone, Currency: c.Currency, Tiers: c.Tier, DryRun: c.DryRun, Out: os.Stdout,
	})
	if errors.Is(err, movein.ErrFaults) || errors.Is(err, movein.ErrIncomplete) { // which was printed
		return errFailed
	}
	return err
}
