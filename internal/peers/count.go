package peers

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/holdfast-events/holdfast/internal/limit"
)

const (
	// pendingQuestions bounds the calls that wait for a decision: what comes when so many do is
	// decided by this server.
	pendingQuestions = 1024
	// atOnce is how many of them are asked in one round trip.
	atOnce = 128
)

// decideScript is limit.Decide. The time is that of the caller, which all servers have from
// their database. A key is an instant in microseconds, and goes a minute after it is
// past and means nothing. ARGV is the time, and for each key Every and Full of its rule, and
// the instant that the caller knows.
var decideScript = redis.NewScript(`
local now, wait, which, at = tonumber(ARGV[1]), 0, -1, {}
for i, key in ipairs(KEYS) do
  local every, full = tonumber(ARGV[3*i-1]), tonumber(ARGV[3*i])
  local known = tonumber(redis.call('GET', key) or '0') or 0
  at[i] = math.min(math.max(known, tonumber(ARGV[3*i+1])), now + full)
  local w = math.max(at[i], now) + every - full - now
  if w > wait then wait, which = w, i - 1 end
end
for i, key in ipairs(KEYS) do
  if wait == 0 then at[i] = math.max(at[i], now) + tonumber(ARGV[3*i-1]) end
  if at[i] > now then
    redis.call('SET', key, string.format('%.0f', at[i]), 'PX', math.ceil((at[i] - now) / 1000) + 60000)
  end
end
return {wait, which, unpack(at)}
`)

// question is a call that is to be decided.
type question struct {
	keys []string
	args []any
	done chan reply // holds one, so that nobody has to take it
}

type reply struct {
	wait  int64
	which int
	at    []int64
	err   error
}

// Take is limit.Shared: it decides about a call by what all servers have counted.
func (r *Redis) Take(now int64, names []string, states []limit.State) (wait int64, which int, after []limit.State, err error) {
	if !r.up.Load() {
		return 0, -1, nil, limit.ErrAway
	}
	q := &question{keys: make([]string, len(names)), args: make([]any, 1, 1+3*len(states)), done: make(chan reply, 1)}
	q.args[0] = now
	for i, s := range states {
		q.keys[i] = r.key(names[i])
		q.args = append(q.args, s.Rule.Every, s.Rule.Full, s.At)
	}
	select {
	case r.asked <- q:
	default:
		return 0, -1, nil, limit.ErrAway
	}
	late := time.NewTimer(answerWithin)
	defer late.Stop()
	select {
	case a := <-q.done:
		if a.err != nil {
			return 0, -1, nil, a.err
		}
		after = append(after, states...)
		for i := range after {
			after[i].At = a.at[i]
		}
		return a.wait, a.which, after, nil
	case <-late.C:
		r.lost(errors.New("a decision took more than " + answerWithin.String()))
		return 0, -1, nil, limit.ErrAway
	}
}

// count answers questions, as many as have come in one round trip, and asks a server that
// does not answer whether it does again.
func (r *Redis) count(ctx context.Context) {
	tick := time.NewTicker(probeEvery)
	defer tick.Stop()
	var heard time.Time
	probe := func() {
		if err := r.probe(ctx); err != nil && ctx.Err() == nil {
			r.lost(err)
		} else if err == nil {
			heard = time.Now()
			r.found(heard)
		}
	}
	probe()
	for {
		select {
		case <-ctx.Done():
			return
		case q := <-r.asked:
			if r.answer(ctx, r.batch(q)) {
				heard = time.Now()
			}
		case now := <-tick.C:
			if !r.up.Load() || now.Sub(heard) > idleProbe {
				probe()
			}
		}
	}
}

// batch is a question with those that have come since.
func (r *Redis) batch(q *question) []*question {
	list := []*question{q}
	for len(list) < atOnce {
		select {
		case q := <-r.asked:
			list = append(list, q)
		default:
			return list
		}
	}
	return list
}

// answer decides a batch, and reports whether the server did.
func (r *Redis) answer(ctx context.Context, list []*question) bool {
	if !r.up.Load() { // its callers do not wait any more
		for _, q := range list {
			q.done <- reply{err: limit.ErrAway}
		}
		return false
	}
	within, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	replies, err := r.decide(within, list)
	if err != nil && ctx.Err() == nil {
		r.lost(err)
	}
	for i, q := range list {
		if err != nil {
			q.done <- reply{err: limit.ErrAway}
			continue
		}
		q.done <- replies[i]
	}
	return err == nil
}

// decide runs the script for each question. A server that has forgotten the script, as after
// a restart, is given it again.
func (r *Redis) decide(ctx context.Context, list []*question) ([]reply, error) {
	cmds, err := r.run(ctx, list)
	if redis.HasErrorPrefix(err, "NOSCRIPT") {
		if err := decideScript.Load(ctx, r.counting).Err(); err != nil {
			return nil, err
		}
		cmds, err = r.run(ctx, list)
	}
	if err != nil {
		return nil, err
	}
	replies := make([]reply, len(list))
	for i, c := range cmds {
		n, err := c.Int64Slice()
		if err != nil {
			return nil, err
		}
		if want := 2 + len(list[i].keys); len(n) != want {
			return nil, fmt.Errorf("%s numbers instead of %s", strconv.Itoa(len(n)), strconv.Itoa(want))
		}
		replies[i] = reply{wait: n[0], which: int(n[1]), at: n[2:]}
	}
	return replies, nil
}

// run asks all questions in one round trip.
func (r *Redis) run(ctx context.Context, list []*question) ([]*redis.Cmd, error) {
	pipe := r.counting.Pipeline()
	cmds := make([]*redis.Cmd, len(list))
	for i, q := range list {
		cmds[i] = decideScript.EvalSha(ctx, pipe, q.keys, q.args...)
	}
	_, err := pipe.Exec(ctx)
	return cmds, err
}
