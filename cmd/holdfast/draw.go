package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
)

type drawCommand struct {
	Check drawCheckCommand `cmd:"" help:"Recompute a published draw from its file alone. Exits with status 1 if it does not hold."`
}

type drawCheckCommand struct {
	File    string `arg:"" help:"The draw as one file: a line of JSON, then a line for each leaf." type:"existingfile" placeholder:"FILE"`
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
	p, served, findings, err := draw.CheckFile(file)
	if err != nil {
		return err
	}
	log.Debug("draw: checked", slog.Int64("entrants", p.Entrants), slog.Duration("took", time.Since(began)))
	for _, f := range findings {
		fmt.Println("The draw does not hold:", f)
	}
	if len(findings) > 0 {
		return errFailed
	}
	fmt.Printf("The draw holds: %d entrants, %d struck out, seed %s\n", p.Entrants, p.Struck, p.Seed)
	fmt.Println("First served:", served[:min(firstShown, len(served))])
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
