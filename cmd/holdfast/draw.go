package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

type drawCommand struct {
	Check drawCheckCommand `cmd:"" help:"Recompute a published draw from its file alone. Exits with status 1 if it does not hold."`
}

type drawCheckCommand struct {
	File    string `arg:"" help:"The draw as one file: a line of JSON, then a line for each leaf." type:"existingfile" placeholder:"FILE"`
	Receipt string `help:"Compare a receipt that was kept with the draw, and tell where it stands." type:"existingfile" placeholder:"FILE"`
	Entrant *int64 `help:"Tell where this entrant stands: the index in the receipt, from 0." placeholder:"INDEX"`
}

// firstShown is how many of those who are served first are printed.
const firstShown = 10

// Run prints who is served first, or what does not hold.
func (c *drawCheckCommand) Run(log *slog.Logger) (err error) {
	file, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("open draw: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	began := time.Now()
	kept, err := c.kept()
	if err != nil {
		return err
	}
	var watch []func(string)
	if kept != nil {
		watch = append(watch, kept.Leaf)
	}
	p, served, findings, err := draw.CheckFile(file, watch...)
	if err != nil {
		return err
	}
	log.Debug("draw: checked", slog.Int64("entrants", p.Entrants), slog.Duration("took", time.Since(began)))
	if kept != nil {
		findings = append(findings, kept.Findings(p)...)
	}
	for _, f := range findings {
		fmt.Println("The draw does not hold:", f)
	}
	if len(findings) > 0 {
		return errFailed
	}
	fmt.Printf("The draw holds: %d entrants, %d struck out, seed %s\n", p.Entrants, p.Struck, p.Seed)
	if p.Announced != 0 && p.Announced != p.Round {
		fmt.Printf("Round %d was announced, and round %d was taken: the draw was sealed too late for the first, at %s\n", p.Announced, p.Round, p.SealedAt.Format(time.RFC3339))
	}
	fmt.Println("First served:", served[:min(firstShown, len(served))])
	if kept != nil {
		fmt.Printf("The receipt of entrant %d is genuine, and agrees with the draw\n", kept.Entrant.Index)
		if kept.Entrant.Index >= p.Entrants {
			fmt.Println("It was given after the seal: it stands behind everybody in the draw")
			return nil
		}
		c.Entrant = &kept.Entrant.Index
	}
	if c.Entrant == nil {
		return nil
	}
	switch at := slices.Index(served, *c.Entrant); {
	case at >= 0:
		fmt.Printf("Entrant %d is number %d\n", *c.Entrant, at+1)
	case *c.Entrant >= 0 && *c.Entrant < p.Entrants:
		fmt.Printf("Entrant %d was struck out\n", *c.Entrant)
	default:
		return fmt.Errorf("there is no entrant %d", *c.Entrant)
	}
	return nil
}

// kept is the receipt that is to be compared; nil: none is.
func (c *drawCheckCommand) kept() (*waitroom.KeptReceipt, error) {
	if c.Receipt == "" {
		return nil, nil //nolint:nilnil // none is asked for
	}
	text, err := os.ReadFile(c.Receipt)
	if err != nil {
		return nil, fmt.Errorf("read receipt: %w", err)
	}
	return waitroom.KeepReceipt(string(text))
}
