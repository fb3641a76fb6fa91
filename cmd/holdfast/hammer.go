package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

type hammerCommand struct {
	Target      []string      `help:"Base URL of the server. Repeat it for several servers on one database." default:"http://127.0.0.1:8080" placeholder:"URL"`
	Key         string        `help:"API key of an organizer." required:"" env:"HOLDFAST_KEY" placeholder:"KEY"`
	Scenario    string        `help:"Kind of load to send. For room and draw the server needs --trusted-proxies 1." enum:"register,join,mixed,seats,seatrace,exchanges,room,draw" default:"register"`
	Event       []string      `help:"IDs of the events to load. Default: new events." placeholder:"ID"`
	Events      int           `help:"Number of new events." default:"1"`
	Capacity    int64         `help:"Capacity of each new event." default:"1000"`
	Rows        int           `help:"Rows of 25 seats in a new hall, for the seat scenarios." default:"40"`
	Buyers      int64         `help:"Number of buyers in the scenario seatrace." default:"1000"`
	Inside      int64         `help:"How many the waiting room of the scenarios room and draw lets in at once, where it makes the event." default:"100"`
	LetIn       int64         `help:"How many it calls in a second at most. 0 means as many as there is room for." default:"0"`
	Think       time.Duration `help:"How long people of the scenarios room and draw think on average before they buy, and before they pay." default:"0s"`
	SealAfter   time.Duration `help:"How long people can join the draw of the scenario draw before it is sealed. It serves 90 seconds later, so the duration has to be longer." default:"20s"`
	Connections int           `help:"Number of concurrent connections." default:"64"`
	Rate        float64       `help:"Requests per second (open loop). 0 sends the next request when one is answered (closed loop)." default:"0"`
	WarmUp      time.Duration `help:"How long to send before measuring." default:"1s"`
	Duration    time.Duration `help:"How long to measure." default:"10s"`
	Requests    int64         `help:"Stop after this many requests. 0 means no limit." default:"0"`
	Seed        uint64        `help:"Seed of the random choices." default:"1"`
	AcksFile    string        `help:"Append acknowledged changes to this file." placeholder:"PATH"`
	VerifyDB    string        `help:"Run verify on this database afterwards." env:"HOLDFAST_DB" placeholder:"URL"`
	masterKeys
	logKey
	JSON        bool `help:"Print the result as JSON."`
	AllowRemote bool `help:"Allow targets on other machines. Use it only against your own servers."`
}

// Run sends the load, asks whether everything acknowledged is there, and verifies.
func (c *hammerCommand) Run(ctx context.Context, log *slog.Logger) (err error) {
	acks := hammer.NewAckLog(nil)
	if c.AcksFile != "" {
		f, err := os.OpenFile(c.AcksFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		acks = hammer.NewAckLog(f)
	}
	cfg := hammer.Config{
		Targets: c.Target, APIKey: c.Key, Scenario: hammer.Scenario(c.Scenario), Events: c.Event, NewEvents: c.Events,
		Capacity: c.Capacity, NewRows: c.Rows, Buyers: c.Buyers, Inside: c.Inside, LetIn: c.LetIn, Think: c.Think, SealAfter: c.SealAfter, Connections: c.Connections, Rate: c.Rate, WarmUp: c.WarmUp, Duration: c.Duration,
		Requests: c.Requests, Keys: true, Seed: c.Seed, AllowRemote: c.AllowRemote, Acks: acks,
	}
	result, err := hammer.Run(ctx, cfg)
	if err != nil {
		return err
	}
	if err := acks.Flush(); err != nil {
		return err
	}
	source, err := hammer.NewHTTPSource(cfg)
	if err != nil {
		return err
	}
	defer source.Close()
	check, err := hammer.CheckAcks(ctx, acks, source)
	if err != nil {
		return err
	}
	if err := c.print(result, check); err != nil {
		return err
	}
	if !check.OK() {
		return errFailed
	}
	if c.VerifyDB == "" {
		return nil
	}
	d := database{DB: c.VerifyDB}
	return d.verify(ctx, log, &c.masterKeys, &c.logKey, nil, nil, false)
}

func (c *hammerCommand) print(result *hammer.Result, check *hammer.CheckReport) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{"result": result, "acknowledged": check})
	}
	if err := result.Write(os.Stdout); err != nil {
		return err
	}
	_, err := fmt.Printf("checked %d acknowledged changes: %d lost, %d doubled, %d out of order, %d times too many inside\n", check.Acks, check.Lost, check.Doubled, check.Unfair, check.Crowded)
	for _, f := range check.Faults {
		fmt.Println("  " + f)
	}
	return err
}
