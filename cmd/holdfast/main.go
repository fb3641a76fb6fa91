// Command holdfast is the server and its tools: one binary.
//
// Each subcommand is a struct with its flags that calls one package. Every flag
// can also be given as a HOLDFAST_… variable.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // whom to trust where the system names nobody: an image of the binary alone

	"github.com/holdfast-events/holdfast/internal/store"
	storedatabase "github.com/holdfast-events/holdfast/internal/store/database"
)

// cli is the command line.
type cli struct {
	LogLevel string           `help:"Minimum level of log messages." enum:"debug,info,warn,error" default:"info" env:"HOLDFAST_LOG_LEVEL"`
	Version  kong.VersionFlag `help:"Print the version and exit."`
	LogJSON  bool             `help:"Write the log as JSON, one object per line." env:"HOLDFAST_LOG_JSON"`

	Serve    serveCommand    `cmd:"" help:"Run the server."`
	Demo     demoCommand     `cmd:"" help:"Run the server on the embedded database with demo data and a local mailbox."`
	Migrate  migrateCommand  `cmd:"" help:"Create or update the database schema, then exit."`
	APIKey   apikeyCommand   `cmd:"" name:"apikey" help:"Create API keys."`
	Verify   verifyCommand   `cmd:"" help:"Recompute every invariant from the database. Exits with status 1 if one does not hold."`
	Replay   replayCommand   `cmd:"" help:"Show an event as it stood, worked out from its audit log; or compare the log with the tables. Exits with status 1 if they differ."`
	Doctor   doctorCommand   `cmd:"" help:"Look at the installation that these settings describe, and say what is missing. Exits with status 1 if something does not work."`
	Health   healthCommand   `cmd:"" help:"Ask the server that runs on this machine with these settings whether it can answer. Exits with status 1 if not."`
	Clock    clockCommand    `cmd:"" help:"Compare clocks, and mend the clock of an event."`
	Keys     keysCommand     `cmd:"" help:"Show and rotate the keys that are kept outside the database."`
	Recover  recoverCommand  `cmd:"" help:"Print a link that signs an owner in once, whatever the organization asks of its members: for when the OpenID Connect provider is down, or the only passkey is lost."`
	Draw     drawCommand     `cmd:"" help:"Check published draws."`
	Backup   backupCommand   `cmd:"" help:"Copy the database to a file while it is in use."`
	Restore  restoreCommand  `cmd:"" help:"Make the database anew from its replica, where there is none. Exits with status 1 if anything of the replica is missing or damaged."`
	Move     moveCommand     `cmd:"" help:"Move everything to another database, as from SQLite to PostgreSQL and back, while no server runs. Exits with status 1 if the two are not the same."`
	Cell     cellCommand     `cmd:"" help:"Let events of one installation live in several PostgreSQL databases, and move them between these."`
	Archive  archiveCommand  `cmd:"" help:"Take finished events out of the database into files, or bring them back. Exits with status 1 if one that was named cannot be archived."`
	Import   importCommand   `cmd:"" help:"Bring in what another ticket shop has sold: orders, waitlist, and codes that open the door."`
	Sim      simCommand      `cmd:"" help:"Run random commands with injected crashes and failures against the real decision code and database."`
	Rehearse rehearseCommand `cmd:"" help:"Rehearse the on-sale of an event with a crowd, on a copy from which nothing leaves, and report."`
	Hammer   hammerCommand   `cmd:"" help:"Send load to a server and check the results."`
	Sample   sampleCommand   `cmd:"" help:"Publish sample events on a server, in twelve languages and many towns, to try the search out."`
	OpenAPI  openapiCommand  `cmd:"" name:"openapi" help:"Print the API's OpenAPI document."`

	DecodeAVIF decodeAVIFCommand `cmd:"" name:"decode-avif" hidden:"" help:"Decode an AVIF file from the standard input."`
}

// database is the flag that most subcommands share.
type database struct {
	DB string `help:"Database URL: sqlite:PATH or postgres://…" default:"sqlite:data/holdfast.db" env:"HOLDFAST_DB" placeholder:"URL"`
}

// use opens the database for use, whose schema must be current, and closes it.
func (d *database) use(ctx context.Context, log *slog.Logger, use func(*store.Store) error) error {
	return d.open(ctx, log, (*store.Store).Ping, use)
}

// change is use for commands that write: it is not a database that a move has closed.
func (d *database) change(ctx context.Context, log *slog.Logger, use func(*store.Store) error) error {
	return d.use(ctx, log, func(st *store.Store) error {
		if err := st.Moves.MayServe(ctx); err != nil {
			return err
		}
		return use(st)
	})
}

// migrate is change for commands that may come first: it creates the database when
// there is none, and brings its schema up to date.
func (d *database) migrate(ctx context.Context, log *slog.Logger, use func(*store.Store) error) error {
	if err := makeFolder(d.DB); err != nil {
		return err
	}
	return d.open(ctx, log, func(st *store.Store, ctx context.Context) error {
		if err := st.Migrate(ctx); err != nil {
			return err
		}
		return st.Moves.MayServe(ctx)
	}, use)
}

func (d *database) open(ctx context.Context, log *slog.Logger, ready func(*store.Store, context.Context) error, use func(*store.Store) error) (err error) {
	st, err := store.Open(ctx, storedatabase.Config{URL: d.DB, Log: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := ready(st, ctx); err != nil {
		return err
	}
	return use(st)
}

// errFailed is returned by a command that has printed what is wrong itself: only
// the exit status is left.
var errFailed = errors.New("failed")

func main() {
	var c cli
	k := kong.Parse(&c,
		kong.Name("holdfast"),
		kong.Description("One server for events: registrations, and waitlists that are fair and can prove it."),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"version": version()},
	)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	k.BindTo(ctx, (*context.Context)(nil))
	log := c.logger()
	slog.SetDefault(log)
	k.Bind(log)
	switch err := k.Run(); {
	case errors.Is(err, errFailed):
		os.Exit(1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "holdfast:", err)
		os.Exit(1)
	}
}

func (c *cli) logger() *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo // kong has checked the enum
	}
	opts := &slog.HandlerOptions{Level: level}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(os.Stderr, opts))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, opts))
}

// release is the version that scripts/dist links in.
var release string

// version is the release, the module's version, or the commit that the binary was built
// from.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return s.Value[:12]
		}
	}
	return "dev"
}
