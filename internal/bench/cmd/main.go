// Command cmd measures Holdfast beside baselines and writes docs/BENCHMARKS.md.
// It is what make bench runs.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/holdfast-events/holdfast/internal/bench"
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == bench.RoleArgument {
		return bench.Child(ctx, args, os.Stdin, os.Stdout)
	}
	cfg := bench.Config{Log: os.Stderr}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.BoolVar(&cfg.Short, "short", false, "a smoke test of under a minute; its figures mean nothing")
	flags.IntVar(&cfg.Rounds, "rounds", 0, "rounds (default 5)")
	flags.IntVar(&cfg.Events, "events", 0, "events of the turns that are spread over many (default 1000)")
	flags.IntVar(&cfg.Waitlist, "waitlist", 0, "entries of the long waitlist (default 1000000)")
	flags.IntVar(&cfg.Mails, "mails", 0, "people who are due a reminder (default 200000)")
	flags.IntVar(&cfg.Bookings, "bookings", 0, "bookings that race for the time of rooms (default 10000)")
	flags.IntVar(&cfg.Payments, "payments", 0, "orders that are placed and paid in a turn (default 10000)")
	flags.IntVar(&cfg.Streams, "streams", 0, "streams that follow an event at once (default 15000); each is an open file of the server and of this program")
	flags.IntVar(&cfg.Entrants, "entrants", 0, "people who wait in a waiting room (default 1000000)")
	flags.IntVar(&cfg.Places, "places", 0, "places of a draw that are computed (default 14000000)")
	flags.Func("searched", "how many events are searched; repeat it for more (default 100000 and 1000000)", func(text string) error {
		n, err := strconv.Atoi(text)
		cfg.Searched = append(cfg.Searched, n)
		return err
	})
	flags.DurationVar(&cfg.WarmUp, "warm-up", 0, "warm-up of each turn (default 1s)")
	flags.DurationVar(&cfg.Length, "length", 0, "length of each turn (default 3s)")
	groups := flags.String("groups", "", "only these groups, with commas between them: "+strings.Join(bench.Groups(), ","))
	profile := flags.String("profile", "", "instead: profile this system (holdfast-pg, holdfast-sqlite, …) under load")
	profileMail := flags.String("profile-mail", "", "instead: profile this system while a reminder goes out")
	profileMap := flags.Bool("profile-map", false, "instead: profile a server while the map of a hall is read")
	profileRoom := flags.String("profile-room", "", "instead: profile this system while people join a waiting room")
	profileDocument := flags.Bool("profile-document", false, "with -profile-room: while they read its public document")
	profileBookings := flags.String("profile-bookings", "", "instead: profile this system while people race for the time of rooms")
	conns := flags.Int("conns", 256, "with -profile: connections")
	dir := flags.String("dir", "profile", "with -profile: where the profiles go")
	out := flags.String("out", "", "write the report here (default: standard output)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unknown argument %q", flags.Arg(0))
	}
	if *groups != "" {
		cfg.Groups = strings.Split(*groups, ",")
	}
	if *profile != "" {
		return bench.Profile(ctx, *profile, *conns, cmp.Or(cfg.Events, 1000), max(cfg.Length, 8*time.Second), *dir, os.Stderr)
	}
	if *profileMail != "" {
		return bench.ProfileMail(ctx, *profileMail, cmp.Or(cfg.Mails, 20_000), *dir, os.Stderr)
	}
	if *profileRoom != "" {
		return bench.ProfileRoom(ctx, *profileRoom, *profileDocument, max(cfg.Length, 8*time.Second), *dir, os.Stderr)
	}
	if *profileBookings != "" {
		return bench.ProfileBookings(ctx, *profileBookings, cmp.Or(cfg.Bookings, 10_000), max(cfg.Length, 8*time.Second), *dir, os.Stderr)
	}
	if *profileMap {
		return bench.ProfileMap(ctx, max(cfg.Length, 8*time.Second), *dir, os.Stderr)
	}
	report, err := bench.Run(ctx, cfg)
	if err != nil {
		return err
	}
	return write(report, *out)
}

func write(report *bench.Report, path string) (err error) {
	if path == "" {
		return report.Write(os.Stdout)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return report.Write(f)
}
