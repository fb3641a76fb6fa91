// Package server wires the rooms of Holdfast together and runs them.
//
// It is the only place where they meet: the command line, the end-to-end tests
// and the benchmarks all call Run. Each room is made of those that are there
// already: store, sequencer, settlement, delivery, jobs, and last the handlers.
// What starts and stops is one list (lifecycle), started in that order and stopped
// in reverse, so that a SIGTERM loses no request: first the listener stops taking
// new ones and those under way are answered, then the jobs stop, then what is pending
// in the sequencer is written, then the database is closed.
package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/broker"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/peers"
)

// Config says what to run.
type Config struct {
	// DB is sqlite:PATH or postgres://…
	DB string
	// DBRead is a standby of a PostgreSQL, from which exports are read, and what fills the
	// index of the search, while it is behind by at most DBReadLag; empty: there is none.
	DBRead    string
	DBReadLag time.Duration
	// Listen is a TCP address; port 0 picks a free one. Empty: 127.0.0.1:8080,
	// or with domains of TLS :443.
	Listen string
	// BaseURL is how people reach the server, for links in messages. Empty:
	// http:// and the address listened on, or https:// and the first domain of TLS.
	BaseURL string
	// SMTP is the mail server: smtp://user:password@host:port or smtps://….
	// Empty: mail is kept in a local mailbox and shown at /mailbox when
	// LocalMailbox is set, and waits in the inbox only when it is not.
	SMTP string
	// Mail takes all mail instead of a mail server or the mailbox; nil: those do. A
	// rehearsal counts mails, and sends none.
	Mail mail.Sender
	// MailFrom is the sender's address.
	MailFrom string
	// DKIMKeyFile is a private key in PEM that signs mails for DKIMDomain under
	// DKIMSelector; empty: they are not signed.
	DKIMKeyFile, DKIMDomain, DKIMSelector string
	// BounceDomain takes mails about bounces, BounceListen is the address on which
	// this server takes them by SMTP, and BounceSecret signs reports of them to
	// /hooks/mail. Empty: none.
	BounceDomain, BounceListen, BounceSecret string
	// MailRate, SMSRate and PushRate bound the messages per second over all
	// servers, OrgRate those of one organization on one channel; 0: no bound.
	MailRate, SMSRate, PushRate, OrgRate float64
	// CampaignMails is how many mails of campaigns an organization sends within a day; 0: as many as
	// is usual.
	CampaignMails int64
	// Twilio sends short messages; without an account there are none.
	Twilio TwilioConfig
	// LocalMailbox shows mail at /mailbox. It is meant for trying things out:
	// whoever reaches the page reads everybody's mail. Not with SMTP.
	LocalMailbox bool
	// Files is where files are kept that the server makes: a folder, or
	// s3://BUCKET/PREFIX?endpoint=HOST:PORT with FileKeys. Empty: the folder
	// files beside an SQLite database, and data/files with any other.
	Files    string
	FileKeys objectstore.Credentials
	// Replicate is where an SQLite database is replicated to.
	Replicate Replicate
	// Search is the folder of the index of public events, which is filled from the
	// database and may go at any time. Empty: the folder search beside an SQLite
	// database, and data/search with any other.
	Search string
	// MasterKeys says where the keys are that are kept outside the database.
	MasterKeys MasterKeys
	// LogKey is the file of the key that signs the public logs of events, made at the first
	// start. Empty: log.key beside an SQLite database, and data/log.key with any other.
	LogKey string
	// Witnesses is a file with the witnesses of the log of the installation; empty: none.
	Witnesses string
	// LogCopy is where public logs are copied to by their paths: a folder, or a bucket as Files
	// has it, with FileKeys. Empty: nowhere.
	LogCopy string
	// PrivateWebhooks lets webhooks reach private networks, and without TLS: for
	// trying things out, and for a network that is the organizer's own.
	PrivateWebhooks bool
	// BeaconRelays are where the rounds of drand's quicknet are asked for, which draws take
	// their chance from; empty: drand's public ones. What they answer is checked.
	BeaconRelays []string
	// Rehearsals says who rehearses on-sales on this server; empty: owners where the operator
	// creates organizations, and nobody where anyone does. Program is this binary, which is
	// started for it; empty: nobody.
	Rehearsals Rehearsals
	Program    string
	// Payments says how orders can be paid.
	Payments Payments
	// Wallets makes passes for telephones.
	Wallets Wallets
	// Captcha says which company asks strangers whether they are people.
	Captcha Captcha
	// OIDC is the provider that members may sign in with.
	OIDC OIDC
	// TrustedProxies is how many proxies in front of the server add to
	// X-Forwarded-For; 0 ignores the header.
	TrustedProxies int
	// KeyRate bounds the calls per second of one API key; 0: no bound.
	KeyRate float64
	// Redis is between the servers of an installation: they tell each other what has changed,
	// and count the calls of callers together. Without a URL each asks the database, and counts
	// alone.
	Redis peers.Settings
	// NATS is where other systems publish what they say of capacity of their own; without a URL
	// they say it by requests alone.
	NATS broker.Settings
	// Homes lets several servers write a busy event by one of them.
	Homes Homes
	// Cells says which of several databases of an installation this server is at.
	Cells Cells
	// NewOrganizations says who creates organizations; empty: identity.ByOperator.
	NewOrganizations identity.NewOrganizations
	// Connections bounds open connections, and ConnectionsPerNetwork those of one
	// network, which a server behind proxies cannot tell apart. 0: DefaultConnections,
	// or what the process may have, and DefaultConnectionsPerNetwork, or half of all;
	// -1 per network: no bound.
	Connections, ConnectionsPerNetwork int
	// MetricsListen is an address of its own for /metrics, MetricsToken what to read
	// them with. Without either a server that only its own machine reaches shows them
	// there, and any other to nobody.
	MetricsListen, MetricsToken string
	// TLS is how the server speaks TLS itself.
	TLS TLS
	// OwnTime has the server tell a time of its own, which Server.Advance moves on: for a
	// rehearsal, whose copy of an event nobody else knows. Ahead is how far that is ahead of the
	// time that counts elsewhere from the start: of a server that had moved on and is started again.
	OwnTime bool
	Ahead   time.Duration
	// JoinTurns is how many of those who join waiting rooms each processor works on at once; 0: as many as
	// package turns thinks fit, negative: all who come. Measurements compare them.
	JoinTurns int
	// Trial says that the server is for trying things out, with demo data.
	Trial bool
	// Version is shown in the OpenAPI document and the logs.
	Version string
	// Drain is how long a server that is told to stop goes on answering while /readyz says
	// that it stops; 0: it stops at once.
	Drain time.Duration
	// DrainFor bounds what a graceful stop takes after that; default 30 s.
	DrainFor time.Duration
	Log      *slog.Logger

	// beforePart fails a part of the lifecycle before it begins, for tests.
	beforePart func(name string) error
	// system is the system clock, for tests; nil: the machine's.
	system func() time.Time
}

// Rehearsals is who rehearses on-sales on a server, which loads its machine.
type Rehearsals string

// Who does.
const (
	ByOwners Rehearsals = "owners" // of organizations
	ByNobody Rehearsals = "none"   // but whoever runs the server, with the command
)

// rehearses reports whether owners do.
func (c *Config) rehearses() bool {
	return c.Program != "" && (c.Rehearsals == ByOwners || c.Rehearsals == "" && c.NewOrganizations != identity.ByAnyone)
}

// TwilioConfig says which account sends short messages.
type TwilioConfig struct {
	Account, Token, From string
	Base                 string // of the API; empty: Twilio's
}

func (c *Config) check() error {
	if c.DB == "" {
		return errors.New("server: no database given (--db sqlite:PATH or postgres://…)")
	}
	if err := c.Replicate.check(c.DB); err != nil {
		return err
	}
	c.Files = c.FilesAt()
	if c.Search == "" {
		c.Search = beside(c.DB, "search")
	}
	c.MasterKeys = c.MasterKeys.At(c.DB)
	if err := c.TLS.check(); err != nil {
		return err
	}
	c.Listen = c.ListenAt()
	if c.BaseURL != "" {
		u, err := url.Parse(c.BaseURL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("server: --base-url must be an http or https address, got %q", c.BaseURL)
		}
		if c.TLS.On() && u.Scheme != "https" {
			return fmt.Errorf("server: a server with TLS is reached by https, and --base-url is %q", c.BaseURL)
		}
		c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	}
	if c.Connections < 0 {
		return fmt.Errorf("server: --max-connections must be 1 or more, got %d", c.Connections)
	}
	if c.SMTP != "" && c.LocalMailbox {
		return errors.New("server: a local mailbox and an SMTP server exclude each other")
	}
	if err := c.Payments.check(); err != nil {
		return err
	}
	if err := c.Cells.check(c.DB); err != nil {
		return err
	}
	if err := c.Captcha.check(); err != nil {
		return err
	}
	if err := c.OIDC.check(); err != nil {
		return err
	}
	if c.MailFrom == "" {
		c.MailFrom = "holdfast@localhost"
	}
	if c.DrainFor == 0 {
		c.DrainFor = 30 * time.Second
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Version == "" {
		c.Version = "dev"
	}
	return nil
}

// ListenAt returns the address to listen on, with what is not given filled in.
func (c *Config) ListenAt() string {
	switch {
	case c.Listen != "":
		return c.Listen
	case len(c.TLS.Domains) > 0:
		return ":" + httpsPort
	}
	return "127.0.0.1:8080"
}

// FilesAt returns where files are kept, with what is not given filled in.
func (c *Config) FilesAt() string {
	if c.Files == "" {
		return beside(c.DB, "files")
	}
	return c.Files
}

// Address is how people reach the server as far as the settings say it; "": by an address
// of this machine.
func (c *Config) Address() string {
	if c.BaseURL != "" || len(c.TLS.Domains) == 0 {
		return c.BaseURL
	}
	_, port, err := net.SplitHostPort(c.ListenAt())
	if err != nil {
		port = httpsPort
	}
	return withTLS(c.TLS.Domains[0], port)
}

// baseURL is where people reach a server that listens on addr.
func (c *Config) baseURL(addr net.Addr) string {
	if c.BaseURL != "" {
		return c.BaseURL
	}
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "http://" + addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	if c.TLS.On() {
		return withTLS(c.TLS.host(host), port)
	}
	return "http://" + net.JoinHostPort(host, port)
}

// given reports whether settings that belong together are there; some of them are
// the error that what says.
func given(what string, texts ...string) (bool, error) {
	n := 0
	for _, t := range texts {
		if t != "" {
			n++
		}
	}
	if n != 0 && n != len(texts) {
		return false, errors.New("server: " + what)
	}
	return n != 0, nil
}
