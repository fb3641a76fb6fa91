package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/broker"
	"github.com/holdfast-events/holdfast/internal/demo"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/peers"
	"github.com/holdfast-events/holdfast/internal/picture/shelf"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	storedatabase "github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/upload"
)

// listening are the flags of the commands that serve.
type listening struct {
	Listen   string `help:"Address to listen on. Default: 127.0.0.1:8080, or :443 with --tls-domain." env:"HOLDFAST_LISTEN" placeholder:"HOST:PORT"`
	BaseURL  string `help:"Public URL of the server, for links in messages. Default: http:// and the listen address, or https:// and the first --tls-domain." env:"HOLDFAST_BASE_URL" placeholder:"URL"`
	SMTP     string `help:"Mail server: smtp://user:password@host:port or smtps://…" env:"HOLDFAST_SMTP" placeholder:"URL"`
	MailFrom string `help:"Sender of mails." default:"Holdfast <holdfast@localhost>" env:"HOLDFAST_MAIL_FROM" placeholder:"ADDRESS"`
	messaging
	fileStore
	replicating
	Search           string  `name:"search-index" help:"Folder of the index of public events. It is filled from the database, and may be deleted at any time. Default: the folder search beside the database." env:"HOLDFAST_SEARCH_INDEX" placeholder:"PATH"`
	TrustedProxies   int     `help:"Number of proxies in front of the server that add to X-Forwarded-For." default:"0" env:"HOLDFAST_TRUSTED_PROXIES" placeholder:"N"`
	KeyRate          float64 `help:"Calls per second of one API key, after a burst of four seconds' calls. 0 means no limit." default:"500" env:"HOLDFAST_KEY_RATE" placeholder:"N"`
	NewOrganizations string  `help:"Who creates organizations: operator (whoever runs the server) or anyone who signs in." enum:"operator,anyone" default:"operator" env:"HOLDFAST_NEW_ORGANIZATIONS"`
	Rehearsals       string  `help:"Who may rehearse on-sales on this server, which loads it: owners of organizations, or none. Default: owners, or none with --new-organizations anyone." enum:",owners,none" default:"" env:"HOLDFAST_REHEARSALS" placeholder:"WHO"`
	masterKeys
	logKey
	MaxConnections           int    `help:"How many connections may be open. Default: 32768, or what the limit on open files leaves." env:"HOLDFAST_MAX_CONNECTIONS" placeholder:"N"`
	MaxConnectionsPerNetwork int    `help:"How many connections one network (IPv4 address, IPv6 /64) may have open. Default: 4096, or half of all. -1: no bound. Not with --trusted-proxies." env:"HOLDFAST_MAX_CONNECTIONS_PER_NETWORK" placeholder:"N"`
	MetricsListen            string `help:"Address on which /metrics is served, apart from everything else, as 127.0.0.1:9464." env:"HOLDFAST_METRICS_LISTEN" placeholder:"HOST:PORT"`
	MetricsToken             string `help:"Token with which /metrics can be read (Authorization: Bearer). Without it and --metrics-listen, only on a server that no other machine reaches." env:"HOLDFAST_METRICS_TOKEN" placeholder:"TOKEN"`
	between
	PrivateWebhooks bool          `help:"Allow webhooks to private networks and without TLS." env:"HOLDFAST_PRIVATE_WEBHOOKS"`
	BeaconRelays    []string      `help:"Relays of drand's network quicknet, from which draws take their chance; what they answer is checked. Default: the public ones." env:"HOLDFAST_BEACON_RELAYS" placeholder:"URL"`
	Witnesses       string        `help:"File with the witnesses of the log of the installation, a line for each: witness NAME KEY URL (C2SP tlog-witness)." env:"HOLDFAST_WITNESSES" placeholder:"PATH"`
	Drain           time.Duration `help:"How long the server goes on answering after SIGTERM, while /readyz already says that it stops: as long as load balancers need to notice." default:"5s" env:"HOLDFAST_DRAIN"`
	DrainFor        time.Duration `help:"How long a shutdown may take after that to answer pending requests." default:"30s" env:"HOLDFAST_DRAIN_FOR"`
	logCopy
	encryption
	paying
	wallets
	asking
	vouching
}

// fileStore are the flags of where files are kept.
type fileStore struct {
	Files       string `help:"Where to store files: a folder, or s3://BUCKET/PREFIX?endpoint=HOST:PORT, with &region=NAME and &tls=false where they are needed. Default: the folder files beside the database." env:"HOLDFAST_FILES" placeholder:"WHERE"`
	S3AccessKey string `name:"s3-access-key" aliases:"s-3-access-key" help:"Access key of the bucket." env:"HOLDFAST_S3_ACCESS_KEY" placeholder:"KEY"`
	S3SecretKey string `name:"s3-secret-key" aliases:"s-3-secret-key" help:"Secret key of the bucket." env:"HOLDFAST_S3_SECRET_KEY" placeholder:"KEY"`
}

// opened opens where files are kept, once it is asked for.
func (f *fileStore) opened(db string) func() (objectstore.Store, error) {
	return sync.OnceValues(func() (objectstore.Store, error) {
		at := server.Config{DB: db, Files: f.Files}
		return objectstore.Open(at.FilesAt(), objectstore.Credentials{AccessKey: f.S3AccessKey, SecretKey: f.S3SecretKey})
	})
}

// wrong returns what finds the file of a picture that is not what was stored. Where files are kept
// is opened when there is a picture; of no store, nothing.
func (f *fileStore) wrong(db string) func(context.Context, *events.Picture) (string, bool, error) {
	if f == nil {
		return nil
	}
	open := f.opened(db)
	return func(ctx context.Context, p *events.Picture) (string, bool, error) {
		files, err := open()
		if err != nil {
			return "", false, err
		}
		return shelf.Wrong(ctx, files, p)
	}
}

// wrongUpload returns what finds that the file of an answer is not what was stored; of no store, nothing.
func (f *fileStore) wrongUpload(db string) func(context.Context, *audience.Upload) (wrong, there bool, err error) {
	if f == nil {
		return nil
	}
	open := f.opened(db)
	return func(ctx context.Context, u *audience.Upload) (wrong, there bool, err error) {
		files, err := open()
		if err != nil {
			return false, false, err
		}
		return upload.Wrong(ctx, files, u)
	}
}

// archives returns what checks the file of an archived event; of no store, nothing.
func (f *fileStore) archives(db string) func(context.Context, *archives.Archive, *events.EventRecord, *logs.EventLog) ([]string, error) {
	if f == nil {
		return nil
	}
	open := f.opened(db)
	return func(ctx context.Context, a *archives.Archive, e *events.EventRecord, l *logs.EventLog) ([]string, error) {
		files, err := open()
		if err != nil {
			return nil, err
		}
		return archive.Check(ctx, files, a, e, l)
	}
}

// between are the flags of what is between several servers.
type between struct {
	DBRead    string        `name:"db-read" help:"A standby of the PostgreSQL database, which exports are read from, and what fills the index of the search. Nothing older than the moment of asking is read there." env:"HOLDFAST_DB_READ" placeholder:"URL"`
	DBReadLag time.Duration `name:"db-read-lag" help:"How far that standby may be behind to be used." default:"2s" env:"HOLDFAST_DB_READ_LAG"`
	Redis     string        `help:"Redis or Valkey between several servers: they tell each other what has changed, and count calls together. redis://user:password@host:6379, or rediss://… with TLS." env:"HOLDFAST_REDIS" placeholder:"URL"`
	RedisCA   string        `name:"redis-ca" help:"File with the certificates (PEM) of the authority that signed that of the Redis server. Default: those that the system trusts." env:"HOLDFAST_REDIS_CA" placeholder:"PATH"`
	RedisCert string        `help:"File with the certificate (PEM) that is shown to the Redis server." env:"HOLDFAST_REDIS_CERT" placeholder:"PATH"`
	RedisKey  string        `help:"File with the key of --redis-cert (PEM)." env:"HOLDFAST_REDIS_KEY" placeholder:"PATH"`

	NATS            string `name:"nats" help:"NATS with JetStream, on which systems of organizations publish what they release and withdraw. nats://host:4222, or tls://host:4222 with TLS; several servers of one cluster with commas between." env:"HOLDFAST_NATS" placeholder:"URL"`
	NATSCredentials string `name:"nats-credentials" help:"File with the JWT and the key for NATS, as nsc makes it." env:"HOLDFAST_NATS_CREDENTIALS" placeholder:"PATH"`
	NATSCA          string `name:"nats-ca" help:"File with the certificates (PEM) of the authority that signed those of the NATS servers. Default: those that the system trusts." env:"HOLDFAST_NATS_CA" placeholder:"PATH"`
	NATSCert        string `name:"nats-cert" help:"File with the certificate (PEM) that is shown to NATS." env:"HOLDFAST_NATS_CERT" placeholder:"PATH"`
	NATSKey         string `name:"nats-key" help:"File with the key of --nats-cert (PEM)." env:"HOLDFAST_NATS_KEY" placeholder:"PATH"`
	NATSStream      string `name:"nats-stream" help:"Stream with the subjects holdfast.resources.>, which you make." default:"holdfast" env:"HOLDFAST_NATS_STREAM" placeholder:"NAME"`
	NATSConsumer    string `name:"nats-consumer" help:"Durable consumer of that stream, which all servers of an installation share. It is made if it is missing." default:"holdfast" env:"HOLDFAST_NATS_CONSUMER" placeholder:"NAME"`

	PeerListen  string `help:"Where other servers on this database hand on requests about events that this one writes. Only servers with the same master key are heard. Default: nothing is handed on." env:"HOLDFAST_PEER_LISTEN" placeholder:"HOST:PORT"`
	Cell        string `help:"The cell of this server, where an installation has several databases (holdfast cell). Default: it has none." env:"HOLDFAST_CELL" placeholder:"NAME"`
	Catalogue   string `help:"The database of the catalogue, in a cell that is not it." env:"HOLDFAST_CATALOGUE" placeholder:"URL"`
	CellListen  string `help:"Where servers of other cells hand on requests to this one. Only servers with the same master key are heard." env:"HOLDFAST_CELL_LISTEN" placeholder:"HOST:PORT"`
	PeerAddress string `help:"How the other servers reach --peer-listen. Default: at that address." env:"HOLDFAST_PEER_ADDRESS" placeholder:"HOST[:PORT]"`
}

func (b *between) config() peers.Settings {
	return peers.Settings{URL: b.Redis, Roots: b.RedisCA, Cert: b.RedisCert, Key: b.RedisKey}
}

func (b *between) nats() broker.Settings {
	return broker.Settings{URL: b.NATS, Credentials: b.NATSCredentials, Roots: b.NATSCA, Cert: b.NATSCert, Key: b.NATSKey, Stream: b.NATSStream, Consumer: b.NATSConsumer}
}

// encryption are the flags of a server that speaks TLS itself.
type encryption struct {
	TLSDomain     []string `name:"tls-domain" help:"Speak TLS, with certificates for these names from a certificate authority, whose terms you accept with this. The names must lead here." env:"HOLDFAST_TLS_DOMAIN" placeholder:"NAME"`
	TLSEmail      string   `name:"tls-email" help:"Where the certificate authority tells of trouble." env:"HOLDFAST_TLS_EMAIL" placeholder:"ADDRESS"`
	ACMEDirectory string   `name:"acme-directory" help:"Directory of the certificate authority (ACME). Default: Let's Encrypt." env:"HOLDFAST_ACME_DIRECTORY" placeholder:"URL"`
	ACMERoots     string   `name:"acme-roots" help:"File with the certificates (PEM) of the authority that signed that of the authority's directory. Default: those that the system trusts." env:"HOLDFAST_ACME_ROOTS" placeholder:"PATH"`
	TLSCert       string   `name:"tls-cert" help:"Speak TLS, with the certificate and its chain in this file (PEM). It is read again when it changes." env:"HOLDFAST_TLS_CERT" placeholder:"PATH"`
	TLSKey        string   `name:"tls-key" help:"File with the key of --tls-cert (PEM)." env:"HOLDFAST_TLS_KEY" placeholder:"PATH"`
	HTTPListen    string   `name:"http-listen" help:"Address without TLS that sends people to the one with it, and answers the certificate authority; none: do not listen there. Default: :80 with --tls-domain, none with --tls-cert." env:"HOLDFAST_HTTP_LISTEN" placeholder:"HOST:PORT"`
}

func (e *encryption) config() server.TLS {
	return server.TLS{
		Domains: e.TLSDomain, Email: e.TLSEmail, Directory: e.ACMEDirectory, Roots: e.ACMERoots,
		Cert: e.TLSCert, Key: e.TLSKey, HTTPListen: e.HTTPListen,
	}
}

func (l *listening) config(db string, log *slog.Logger) server.Config {
	c := server.Config{
		DB: db, DBRead: l.between.DBRead, DBReadLag: l.between.DBReadLag, Listen: l.Listen, BaseURL: l.BaseURL, SMTP: l.SMTP, MailFrom: l.MailFrom,
		TrustedProxies: l.TrustedProxies, PrivateWebhooks: l.PrivateWebhooks, BeaconRelays: l.BeaconRelays, Files: l.Files, Search: l.Search,
		FileKeys: objectstore.Credentials{AccessKey: l.S3AccessKey, SecretKey: l.S3SecretKey}, Drain: l.Drain, DrainFor: l.DrainFor, Version: version(), Log: log,
		Connections: l.MaxConnections, ConnectionsPerNetwork: l.MaxConnectionsPerNetwork, MetricsListen: l.MetricsListen, MetricsToken: l.MetricsToken,
		MasterKeys: l.masterKeys.at(db), LogKey: l.LogKey, LogCopy: l.LogCopy, Witnesses: l.Witnesses, KeyRate: l.KeyRate, NewOrganizations: identity.NewOrganizations(l.NewOrganizations),
		Payments: l.paying.config(), Wallets: l.wallets.config(), Captcha: l.asking.config(), OIDC: l.vouching.config(), TLS: l.encryption.config(), Redis: l.between.config(), NATS: l.between.nats(), Homes: server.Homes{Listen: l.between.PeerListen, Address: l.between.PeerAddress},
		Cells:      server.Cells{Name: l.between.Cell, Catalogue: l.between.Catalogue, Listen: l.between.CellListen},
		Rehearsals: server.Rehearsals(l.Rehearsals), Program: program(log), Replicate: l.replicating.config(&l.fileStore),
	}
	l.messaging.into(&c)
	return c
}

// program is this binary; "": the system does not say.
func program(log *slog.Logger) string {
	path, err := os.Executable()
	if err != nil {
		log.Warn("no rehearsals and no AVIF: it is not known where this binary is", slog.Any("error", err))
		return ""
	}
	return path
}

type serveCommand struct {
	database
	listening
	LocalMailbox bool `help:"Without --smtp: show all mail to everybody at /mailbox. For trying things out only." env:"HOLDFAST_LOCAL_MAILBOX"`
}

// Run serves until it is told to stop.
func (c *serveCommand) Run(ctx context.Context, log *slog.Logger) error {
	if err := makeFolder(c.DB); err != nil {
		return err
	}
	server.Tune()
	cfg := c.config(c.DB, log)
	cfg.LocalMailbox = c.LocalMailbox
	return server.Run(ctx, cfg, func(ctx context.Context, s *server.Server) error {
		log.Info("serving", "address", s.BaseURL, "docs", s.BaseURL+"/docs")
		url, err := s.SetupURL(ctx)
		if err == nil && url != "" {
			_, err = fmt.Printf("\n  Nobody has signed in here yet. Set Holdfast up (this link works once, for a day):\n\n  %s\n\n", url)
		}
		return err
	})
}

type demoCommand struct {
	database
	listening
	KeyFile string `help:"File for the demo organizer's API key." default:"data/demo.key" env:"HOLDFAST_DEMO_KEY_FILE" placeholder:"PATH"`
}

// Run serves with demo data and says where to look.
func (c *demoCommand) Run(ctx context.Context, log *slog.Logger) error {
	if err := makeFolder(c.DB); err != nil {
		return err
	}
	server.Tune()
	cfg := c.config(c.DB, log)
	cfg.LocalMailbox = c.SMTP == ""
	cfg.Payments.Test = true
	cfg.PrivateWebhooks = true
	cfg.Drain = 0 // no load balancer is in front of it
	cfg.Trial = true
	cfg.NewOrganizations = identity.ByAnyone
	if cfg.Rehearsals == "" {
		cfg.Rehearsals = server.ByOwners
	}
	return server.Run(ctx, cfg, func(ctx context.Context, s *server.Server) error {
		org, err := demo.Fill(ctx, demo.Config{
			Store: s.Store, Sequencer: s.Sequencer, IDs: s.IDs, Now: time.Now,
			Pay: func(ctx context.Context, order, reference string) error {
				_, err := s.Settler.MarkPaid(ctx, order, reference, 0)
				return err
			},
		})
		if err != nil {
			return err
		}
		if err := demo.Members(ctx, s.Store, s.IDs, org, time.Now()); err != nil {
			return err
		}
		key, err := c.key(ctx, s, org)
		if err != nil {
			return err
		}
		c.announce(os.Stdout, s, key)
		return nil
	})
}

// key reads the demo key, or makes one when there is none that works.
func (c *demoCommand) key(ctx context.Context, s *server.Server, org string) (string, error) {
	text, err := os.ReadFile(c.KeyFile)
	if err == nil {
		key := strings.TrimSpace(string(text))
		if k, err := s.Keys.Authenticate(ctx, key); err == nil && k.OrgID == org {
			return key, nil
		}
	}
	key, err := identity.Issue(ctx, s.Store, s.IDs, org, "demo organizer", identity.Owner, time.Now(), time.Time{})
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(c.KeyFile), 0o700); err != nil {
		return "", fmt.Errorf("keep demo key: %w", err)
	}
	if err := os.WriteFile(c.KeyFile, []byte(key+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("keep demo key: %w", err)
	}
	return key, nil
}

func (c *demoCommand) announce(w io.Writer, s *server.Server, key string) {
	mailbox := s.BaseURL + "/mailbox"
	if c.SMTP != "" {
		mailbox = "(mail goes out by SMTP)"
	}
	fmt.Fprintf(w, `
  Holdfast is running, with demo data.

  Address      %s
  API docs     %s/docs
  Mailbox      %s
  Organize     %s/manage
               sign in as %s: the link arrives in the mailbox
  Check-in     %s/door
               sign in as %s; the tickets are in the mails of the mailbox
  Demo key     %s
               (an organizer's key, also in %s)

  Try:  curl -H "Authorization: Bearer $(cat %s)" %s/v1/events

  Stop with Ctrl-C. The data stays in %s.

`, s.BaseURL, s.BaseURL, mailbox, s.BaseURL, demo.OwnerEmail, s.BaseURL, demo.DoorEmail, key, c.KeyFile, c.KeyFile, s.BaseURL, c.DB)
}

// makeFolder makes the folder that an embedded database will be in. It is closed
// to other users: the database holds personal data and this server's signing keys.
func makeFolder(db string) error {
	path := server.SQLitePath(db)
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make the database's folder: %w", err)
	}
	return nil
}

type migrateCommand struct{ database }

// Run migrates.
func (c *migrateCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.migrate(ctx, log, func(*store.Store) error { return nil })
}

type apikeyCommand struct {
	Create apikeyCreateCommand `cmd:"" help:"Create a key and print it. It is never shown again."`
}

// commandLine is who made what was made without a server.
const commandLine = "command_line"

type apikeyCreateCommand struct {
	database
	masterKeys
	Org     string        `help:"Organization: its ID, or the name of a new one." required:"" placeholder:"ORG"`
	Role    string        `help:"Role of the key." enum:"owner,organizer,box_office,door,viewer" default:"organizer"`
	Event   string        `help:"ID of the one event that the key is for. Without it the key reaches the organization and all of its events." placeholder:"ID"`
	Name    string        `help:"Name of the key." default:"command line"`
	Expires time.Duration `help:"How long the key is valid. 0 means until it is revoked." default:"0"`
}

// Run prints the key and nothing else.
func (c *apikeyCreateCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.migrate(ctx, log, func(st *store.Store) error {
		// That there is a key is a row of the organization's chain, which is signed.
		signing, err := c.at(c.DB).AuditKey(ctx, st, log)
		if err != nil {
			return err
		}
		st.SignWith(signing)
		ctx = organizations.WithBy(ctx, organizations.By{Actor: commandLine})
		ids := &id.Maker{}
		org, err := c.organization(ctx, st, ids)
		if err != nil {
			return err
		}
		now := time.Now()
		var expires time.Time
		if c.Expires > 0 {
			expires = now.Add(c.Expires)
		}
		key, err := identity.IssueFor(ctx, st, ids, c.Event, org, c.Name, identity.Role(c.Role), now, expires)
		if err != nil {
			return err
		}
		_, err = fmt.Println(key)
		return err
	})
}

// organization is whose key it is: a new one where --org names none and no event is named. Of a key for
// one event it is the one that runs the event.
func (c *apikeyCreateCommand) organization(ctx context.Context, st *store.Store, ids *id.Maker) (string, error) {
	if c.Event == "" {
		return organization(ctx, st, ids, c.Org)
	}
	if !identity.ValidEventRole(c.Role) {
		return "", errors.New("--role: an owner is one of a whole organization, so a key for one event is none")
	}
	event, err := st.Events.Event(ctx, c.Event)
	if errors.Is(err, storedatabase.ErrNotFound) {
		return "", fmt.Errorf("--event: there is no event %s", c.Event)
	}
	if err != nil {
		return "", err
	}
	have, err := st.Organizations.OrganizationNamed(ctx, c.Org)
	if errors.Is(err, storedatabase.ErrNotFound) || err == nil && have.ID != event.Event.OrgID {
		return "", fmt.Errorf("--event: %s is not an event of %s", c.Event, c.Org)
	}
	if err != nil {
		return "", err
	}
	return have.ID, nil
}
