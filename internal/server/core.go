package server

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/peers"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/picture/shelf"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/publiclog/mirror"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/rush"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/stream"
	"github.com/holdfast-events/holdfast/internal/tracking"
	"github.com/holdfast-events/holdfast/internal/turnedaway"
	"github.com/holdfast-events/holdfast/internal/upload"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// core is what decides, and tells who looks on. Each group below is made by a method of its own,
// in the order in which they stand here.
type core struct {
	*ground
	listeners
	behindLedger
	shelves
	discoveries
	sequencer *sequencer.Sequencer
	// crowd is whether people come faster than what is behind the ledger can be done too.
	crowd rush.Meter
	// answering counts the calls of the API that are being answered.
	answering *atomic.Int64
	onSale
	money
	archives *archive.Archiver
	erasures *erasure.Keeper
}

// listeners hear of each change of an event.
type listeners struct {
	streams *stream.Hub
	peers   peers.Peers
	changed *webhook.Marks
	limits  *limit.Limits // which the peers may count together
}

// behindLedger is what is made of the audit rows of events after they are written.
type behindLedger struct {
	logs      *publiclog.Logs
	copies    *mirror.Keeper // of the logs; nil: there are none
	snapshots *stored.Keeper
}

// shelves keep files.
type shelves struct {
	pictures *shelf.Shelf  // of events
	uploads  *upload.Shelf // with which questions are answered
}

// discoveries are the ways in which people find events, and what is counted of them.
type discoveries struct {
	search   *discovery.Index // of public events
	trends   *discovery.Trends
	tracking *tracking.Links // of organizers
	// turnedAway counts why people are refused at events.
	turnedAway *turnedaway.Counter
}

// onSale is what stands before the sale of an event.
type onSale struct {
	rooms      waitingRooms
	draws      *draws.Keeper
	rehearsals *runs.Keeper // which organizers ask for
}

// money is who is paid, and with what.
type money struct {
	merchants *merchant.Accounts
	places    *waitlists.Service // of capacity that others own
	settler   *settlement.Settler
	testPages http.Handler // of the test provider of payments; nil without it
}

// newCore makes the groups of a core in the order in which they need each other.
func newCore(ctx context.Context, g *ground, l *lifecycle) (*core, error) {
	c := &core{ground: g, listeners: listeners{changed: &webhook.Marks{}}, answering: &atomic.Int64{}}
	if err := openPeers(ctx, c, l); err != nil {
		return nil, err
	}
	if err := c.openBehindLedger(ctx); err != nil {
		return nil, err
	}
	if err := c.openDiscoveries(); err != nil {
		return nil, err
	}
	c.openShelves()
	if err := c.startSequencer(ctx, c.sequencing(), l); err != nil {
		return nil, err
	}
	g.figures.queues(c.sequencer.Depth)
	g.figures.queueRefused(c.sequencer.Refused)
	if err := c.openOnSale(l); err != nil {
		return nil, err
	}
	if err := c.openMoney(ctx, l); err != nil {
		return nil, err
	}
	if err := c.openErasures(); err != nil {
		return nil, err
	}
	c.addWork(l)
	return c, nil
}

func (c *core) openBehindLedger(ctx context.Context) (err error) {
	var marks *mirror.Marks
	var grown func(log string)
	if c.cfg.LogCopy != "" {
		marks = mirror.NewMarks()
		grown = marks.Grown
	}
	if c.logs, err = openLogs(ctx, c.ground, c.crowd.Rush, grown); err != nil {
		return err
	}
	if marks != nil {
		if c.copies, err = openLogCopies(c.ground, c.logs, marks); err != nil {
			return err
		}
	}
	c.snapshots = &stored.Keeper{Store: c.store, Log: c.log, Rush: c.crowd.Rush}
	c.figures.rush(c.crowd.Rush)
	return nil
}

func (c *core) openDiscoveries() (err error) {
	if c.search, err = discovery.New(discovery.Config{
		Path: filepath.Join(c.cfg.Search, "events.db"), Of: databaseOf(c.auditKey), Source: discovery.Published(c.store, c.now), Log: c.log,
	}); err != nil {
		return err
	}
	c.trends = discovery.NewTrends(c.store, c.now, c.log)
	if c.tracking, err = tracking.New(c.store, c.now, c.log); err != nil {
		return err
	}
	c.turnedAway, err = turnedaway.New(turnedaway.Config{Store: c.store, Server: c.worker, Now: c.now, Log: c.log})
	return err
}

func (c *core) openShelves() {
	maker := picture.NewMaker(runtime.GOMAXPROCS(0))
	if c.cfg.Program != "" {
		maker = maker.WithAVIF(c.cfg.Program, "decode-avif")
	}
	c.pictures = &shelf.Shelf{Store: c.store, Files: c.files, Maker: maker, Now: c.now, Log: c.log, Copies: c.cfg.Cells.Catalogue != ""}
	c.uploads = upload.NewShelf(upload.Config{Store: c.store, Files: c.files, Maker: maker, IDs: c.ids, Now: c.now, Log: c.log})
}

// sequencing configures the sequencer.
func (c *core) sequencing() *sequencer.Config {
	return &sequencer.Config{
		WriterConfig: sequencer.WriterConfig{
			Store: c.store, SigningKey: c.auditKey, Outbox: jobs.Outbox, PayRefunds: settlement.PayRefunds, TellAgain: jobs.TellAgain, Log: c.log,
			Now: c.now, CheckClock: c.clock.Check, ClockRefused: c.figures.clockRefused,
		},
		Observe: c.observe, Published: c.published,
	}
}

// observe records each batch of the sequencer.
func (c *core) observe(b sequencer.BatchStats) {
	c.figures.observe(b)
	c.crowd.Batch(b.Commands, b.Took)
}

// published tells of a change of an event.
func (c *core) published(event string) {
	c.streams.Publish(event)
	c.peers.Changed(event)
	c.changed.Publish(event)
	c.logs.Changed(event)
	c.snapshots.Changed(event)
	c.trends.Changed(event)
}

func (c *core) openOnSale(l *lifecycle) (err error) {
	c.rooms, err = openWaitingRooms(c.ground, c.sequencer.Queued)
	if err := l.made("waiting rooms", err, c.rooms.joins.Close); err != nil {
		return err
	}
	asks, err := openCaptcha(c.ground, l)
	if err != nil {
		return err
	}
	c.rooms.gate, err = openGate(c, asks)
	if err := l.made("challenges", err, c.rooms.gate.Close); err != nil {
		return err
	}
	c.figures.challenges(c.rooms.gate.Now)
	if c.draws, err = openDraws(c); err != nil {
		return err
	}
	c.rehearsals, err = openRehearsals(c.ground)
	return l.made("rehearsals", err, c.rehearsals.Close)
}

func (c *core) openMoney(ctx context.Context, l *lifecycle) (err error) {
	if c.merchants, err = openMerchants(c.ground); err != nil {
		return err
	}
	if c.places, err = waitlists.New(c.store, jobs.ResourceOutbox, c.now, c.figures.offered); err != nil {
		return err
	}
	if c.settler, c.testPages, err = openSettler(ctx, c.ground, c.sequencer, c.merchants, c.places); err != nil {
		return err
	}
	return l.made("settlement", nil, c.settler.Close)
}

// openErasures makes what takes people out of what there is, of what is archived too.
func (c *core) openErasures() (err error) {
	if c.archives, err = archive.New(archive.Config{Store: c.store, Files: c.files, Logs: c.logs, Now: c.now, Log: c.log}); err != nil {
		return err
	}
	c.erasures, err = erasure.New(erasure.Config{
		ForgetElsewhere: c.cells.forget(),
		BringBack:       c.archives.RestoreForErasure, Store: c.store, Files: c.files, Submit: submitTo(c.sequencer), Now: c.now, Log: c.log,
		PersonKey: func(org, user string) string {
			return delivery.PersonKey(c.links.Derive(delivery.KeyPurpose), org, user)
		},
		ForgetEntrant: c.rooms.forget, ForgetPlace: c.places.Forget,
	})
	if err != nil {
		return err
	}
	c.archives.Forget = c.erasures.Aged
	return nil
}

// addWork lists what the core does by itself.
func (c *core) addWork(l *lifecycle) {
	// Before anybody is answered or written to: the database may be one that was
	// restored.
	l.add("erasures", func(ctx context.Context) error {
		if err := c.erasures.Work(ctx); err != nil && ctx.Err() == nil {
			c.log.ErrorContext(ctx, "server: list of erasures not readable or writable; trying again each minute", slog.Any("error", err))
		}
		return nil
	}, nil)
	l.addWork("draws", c.draws.Run)
	c.figures.searched(c.search.Figures)
	l.add("search", c.search.Start, c.search.Stop)
	l.addWork("trends", c.trends.Run)
	l.addWork("tracking", c.tracking.Run)
	l.addWork("refusals", c.turnedAway.Run)
}

// databaseOf names a database to what is kept beside it: each has an audit key of its own.
func databaseOf(audit ed25519.PrivateKey) string {
	sum := sha256.Sum256(audit.Public().(ed25519.PublicKey))
	return hex.EncodeToString(sum[:8])
}

// submitTo gives commands to the sequencer. A refusal is an answer, and no error.
func submitTo(seq *sequencer.Sequencer) func(ctx context.Context, event string, cmd inventory.Command) error {
	return func(ctx context.Context, event string, cmd inventory.Command) error {
		_, err := seq.Submit(ctx, sequencer.Request{EventID: event, Command: cmd})
		return err
	}
}
