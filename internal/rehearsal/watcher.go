package rehearsal

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// caches are how many keep the public document of the waiting room for people, each for a
// second, as those of a network that delivers content do.
const caches = 8

// watcher reads the public document for everybody.
type watcher struct {
	crowd  *crowd
	conn   *hammer.Conn
	writer writer
	random *rand.Rand
	next   int // the cache that reads next
}

func newWatcher(w *crowd) (*watcher, error) {
	conn, err := hammer.NewConn(w.target, false, requestTimeout)
	if err != nil {
		return nil, err
	}
	return &watcher{crowd: w, conn: conn, writer: writer{host: strings.TrimPrefix(w.target, "http://")}, random: rand.New(rand.NewPCG(w.cfg.Seed, 0))}, nil
}

// run reads until ctx ends.
func (l *watcher) run(ctx context.Context, t *tally) {
	defer l.conn.Close()
	tick := time.NewTicker(seen / caches)
	defer tick.Stop()
	for {
		l.look(t)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look reads the document once, and tells the crowd what it says.
func (l *watcher) look(t *tally) {
	var reply hammer.Reply
	began := time.Now()
	l.next = (l.next + 1) % caches
	// Each cache is in a network of its own.
	if err := l.conn.Do(l.writer.watch(l.crowd.copied, &person{no: MaxPeople + l.next}), &reply); err != nil {
		t.broken++
		return
	}
	if !reply.OK() {
		t.refusals[hammer.Field(reply.Body, "code")]++
		return
	}
	var room struct {
		Serving, Inside, Available int64
	}
	if err := json.Unmarshal(reply.Body, &room); err != nil {
		t.failed++
		return
	}
	t.looks++
	t.document.Record(time.Since(began))
	t.inside = max(t.inside, room.Inside)
	l.crowd.called(room.Serving, room.Available, l.random)
}
