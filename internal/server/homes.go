package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/homes"
	"github.com/holdfast-events/holdfast/internal/sequencer"
)

// Homes says how the servers of an installation hand on to one of them what they are asked of
// a busy event. The zero value: each writes what it is asked.
type Homes struct {
	// Listen is where this server takes what others hand on, HOST:PORT; empty: it takes
	// nothing, and hands on nothing.
	Listen string
	// Address is how the others reach it, HOST:PORT or HOST; empty: at Listen.
	Address string
}

// check refuses settings that cannot work.
func (h Homes) check(engine string) error {
	switch {
	case h.Listen == "" && h.Address != "":
		return errors.New("server: --peer-address belongs to --peer-listen")
	case h.Listen != "" && engine != "postgres":
		return errors.New("server: --peer-listen is for several servers on one PostgreSQL; SQLite has one server")
	}
	return nil
}

// reachedAt is the address that other servers are told.
func (h Homes) reachedAt(at net.Addr) (string, error) {
	tcp, ok := at.(*net.TCPAddr)
	if !ok {
		return "", fmt.Errorf("server: --peer-listen: %s is no address of TCP", at)
	}
	if h.Address != "" {
		if _, _, err := net.SplitHostPort(h.Address); err == nil {
			return h.Address, nil
		}
		if _, err := netip.ParseAddr(h.Address); err != nil && strings.Contains(h.Address, ":") {
			return "", fmt.Errorf("server: --peer-address %q is neither HOST nor HOST:PORT", h.Address)
		}
		return net.JoinHostPort(h.Address, strconv.Itoa(tcp.Port)), nil
	}
	if tcp.IP.IsUnspecified() {
		return "", errors.New("server: --peer-listen is at all addresses of this machine: say with --peer-address how other servers reach it")
	}
	return at.String(), nil
}

// openHomes listens for other servers; nil: this one is alone.
func openHomes(ctx context.Context, g *ground, l *lifecycle) (*homes.Homes, net.Listener, error) {
	settings := g.cfg.Homes
	if err := settings.check(g.store.Engine()); err != nil || settings.Listen == "" {
		return nil, nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", settings.Listen)
	if err := l.made("listener for other servers", err, func(context.Context) error { return closeListener(listener) }); err != nil {
		return nil, nil, err
	}
	address, err := settings.reachedAt(listener.Addr())
	if err != nil {
		return nil, nil, err
	}
	h, err := homes.New(homes.Config{Store: g.store, Secret: g.links.Derive("homes"), Server: g.worker, Address: address, Now: g.now, Log: g.log})
	if err := l.made("homes of events", err, h.Close); err != nil {
		return nil, nil, err
	}
	g.figures.homes(h.Figures)
	return h, listener, nil
}

// startSequencer makes the sequencer, and with several servers what takes from the others.
func (c *core) startSequencer(ctx context.Context, cfg *sequencer.Config, l *lifecycle) error {
	h, listener, err := openHomes(ctx, c.ground, l)
	if err != nil {
		return err
	}
	if h != nil {
		cfg.HandOn, cfg.Shared = h.HandOn, h.Shared
	}
	c.sequencer, err = sequencer.New(*cfg)
	if err := l.made("sequencer", err, c.sequencer.Close); err != nil {
		return err
	}
	if h != nil {
		taking := h.Listen(listener, c.sequencer.SubmitHere)
		l.add("other servers", taking.Start, taking.Stop)
	}
	return nil
}

// homes adds what servers hand on to each other.
func (m *metrics) homes(of func() homes.Figures) {
	const commands, what = "holdfast_homes_commands_total", "Commands for events that another server is the home of: answered by it (handed_on), written here because it could not be asked (here), or neither is known (unknown)."
	count := func(ended string, is func(homes.Figures) uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: commands, Help: what, ConstLabels: prometheus.Labels{"ended": ended}}, func() float64 { return float64(is(of())) })
	}
	m.registry.MustRegister(
		count("handed_on", func(f homes.Figures) uint64 { return f.HandedOn }),
		count("here", func(f homes.Figures) uint64 { return f.KeptHere }),
		count("unknown", func(f homes.Figures) uint64 { return f.Unknown }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holdfast_homes_events", Help: "Events that this server is the home of: others hand on to it what they are asked."},
			func() float64 { return float64(of().Home) }))
}
