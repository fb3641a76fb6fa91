package server

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/api/streams"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/peers"
)

// keyBurst is for how many seconds' calls of an API key can come at once.
const keyBurst = 4

// openPeers makes what is told about changes, by this server and others, and the limits that
// they may count together.
func openPeers(ctx context.Context, c *core, l *lifecycle) (err error) {
	c.peers = peers.Alone{}
	var redis *peers.Redis
	if c.cfg.Redis.On() {
		if redis, err = peers.Open(ctx, peers.Config{
			Settings: c.cfg.Redis, Secret: c.links.Derive("peers"), Server: c.worker, Log: c.log,
		}); err != nil {
			return err
		}
		c.peers = redis
	}
	c.streams, err = streams.NewLive(c.store, c.charts, c.peers.Hears, c.log)
	if err := l.made("streams", err, quiet(c.streams.Close)); err != nil {
		return err
	}
	c.limits = limit.New(limit.Config{Rates: c.cfg.rates(), Shared: c.peers.Shared()})
	c.figures.limits(c.limits)
	if redis != nil {
		c.figures.shared(c.limits)
		c.figures.redis(redis.Figures)
		l.add("redis", func(ctx context.Context) error { return redis.Start(ctx, c.streams) }, redis.Stop)
	}
	return nil
}

// rates are those that differ from the table of limits.
func (c *Config) rates() map[limit.Kind]limit.Rate {
	if c.KeyRate <= 0 {
		return map[limit.Kind]limit.Rate{limit.Key: {PerSecond: -1}}
	}
	return map[limit.Kind]limit.Rate{limit.Key: {PerSecond: c.KeyRate, Burst: max(1, int(keyBurst*c.KeyRate))}}
}
