package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
)

// decideInRedis is the whole decision: refuse who is there already, count, and
// push what is to be written to the list. KEYS: counters, users, list. ARGV:
// capacity, user, record.
var decideInRedis = redis.NewScript(`
if redis.call('HSETNX', KEYS[2], ARGV[2], 1) == 0 then return {-1, 0, 0} end
local seq = redis.call('HINCRBY', KEYS[1], 'seq', 1)
local line = 0
if tonumber(redis.call('HGET', KEYS[1], 'confirmed') or '0') < tonumber(ARGV[1]) then
  redis.call('HINCRBY', KEYS[1], 'confirmed', 1)
else
  line = redis.call('HINCRBY', KEYS[1], 'line', 1)
end
redis.call('RPUSH', KEYS[3], seq .. ' ' .. line .. ' ' .. ARGV[3])
return {0, seq, line}
`)

const (
	redisConns    = 128  // of the client's pool, one request on each at a time
	behindBatch   = 2000 // records written in one transaction, at most
	behindPause   = 2 * time.Millisecond
	behindList    = "behind"
	behindTimeout = 30 * time.Second
)

// redisCounter answers when Redis has counted, which is before anything is
// durable: a crash loses what was acknowledged. It is the fast way that Holdfast
// is compared with, not one to copy.
type redisCounter struct {
	client   *redis.Client
	pool     *pgxpool.Pool
	capacity int64
	ids      id.Maker

	cancel context.CancelFunc
	done   chan struct{}
	err    atomic.Pointer[error] // the first of the writer
}

// behind is a record on its way from Redis to PostgreSQL.
type behind struct {
	Event, Person, Order, Entry, User, Email, Name string
	Now                                            int64
}

func newRedisCounter(ctx context.Context, url, socket string, capacity int64) (*redisCounter, error) {
	pool, err := openPool(ctx, url, 4)
	if err != nil {
		return nil, err
	}
	c := &redisCounter{
		client: redis.NewClient(&redis.Options{Network: "unix", Addr: socket, PoolSize: redisConns}),
		pool:   pool, capacity: capacity, done: make(chan struct{}),
	}
	if err := decideInRedis.Load(ctx, c.client).Err(); err != nil {
		return nil, fmt.Errorf("bench: load script: %w", err)
	}
	ctx, c.cancel = context.WithCancel(ctx)
	go c.writeBehind(ctx)
	return c, nil
}

func (c *redisCounter) register(ctx context.Context, event string, in *registration) (answer, error) {
	if err := c.err.Load(); err != nil {
		return answer{}, *err
	}
	rec := behind{
		Event: event, Person: c.ids.In(id.Person, event), Order: c.ids.In(id.Order, event), Entry: c.ids.In(id.Entry, event),
		User: in.UserID, Email: in.Email, Name: in.Name, Now: time.Now().UnixMicro(),
	}
	text, err := json.Marshal(&rec)
	if err != nil {
		return answer{}, err
	}
	got, err := decideInRedis.Run(ctx, c.client, []string{"counters:" + event, "users:" + event, behindList}, c.capacity, in.UserID, text).Int64Slice()
	switch {
	case err != nil:
		return answer{}, err
	case got[0] < 0:
		return answer{}, errTaken
	case got[2] > 0:
		return answer{Status: "waitlisted", EntryID: rec.Entry, Position: got[2], Units: 1, LedgerSeq: got[1]}, nil
	}
	return answer{Status: "confirmed", OrderID: rec.Order, Units: 1, LedgerSeq: got[1]}, nil
}

// writeBehind moves records to PostgreSQL until it is stopped and the list is empty.
func (c *redisCounter) writeBehind(ctx context.Context) {
	defer close(c.done)
	w := behindWriter{pool: c.pool, heads: map[string]audit.Hash{}, offset: map[string]int64{}}
	for {
		stopping := ctx.Err() != nil
		records, err := c.client.LPopCount(context.WithoutCancel(ctx), behindList, behindBatch).Result()
		if errors.Is(err, redis.Nil) {
			if stopping {
				return
			}
			time.Sleep(behindPause)
			continue
		}
		if err == nil {
			err = w.write(context.WithoutCancel(ctx), records)
		}
		if err != nil {
			err = fmt.Errorf("bench: write behind: %w", err)
			c.err.CompareAndSwap(nil, &err)
			return
		}
	}
}

// close writes out what is in the list.
func (c *redisCounter) close() error {
	c.cancel()
	select {
	case <-c.done:
	case <-time.After(behindTimeout):
		return errors.New("bench: write behind did not end")
	}
	c.pool.Close()
	if err := c.err.Load(); err != nil {
		return *err
	}
	return c.client.Close()
}
