package rehearsal

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
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
	next   int // the cache that reads next
}

func newWatcher(w *crowd) (*watcher, error) {
	conn, err := hammer.NewConn(w.target, false, requestTimeout)
	if err != nil {
		return nil, err
	}
	return &watcher{crowd: w, conn: conn, writer: writer{host: strings.TrimPrefix(w.target, "http://")}}, nil
}

// run reads until ctx ends.
func (w *watcher) run(ctx context.Context, t *tally) {
	defer w.conn.Close()
	tick := time.NewTicker(seen / caches)
	defer tick.Stop()
	for {
		w.look(t)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look reads the document once, and tells the crowd what it says.
func (w *watcher) look(t *tally) {
	var reply hammer.Reply
	began := time.Now()
	w.next = (w.next + 1) % caches
	// Each cache is in a network of its own.
	if err := w.conn.Do(w.writer.watch(w.crowd.copied, &person{no: MaxPeople + w.next}), &reply); err != nil {
		t.broken++
		return
	}
	if !reply.OK() {
		t.refusals[hammer.Field(reply.Body, "code")]++
		return
	}
	var room document
	if err := json.Unmarshal(reply.Body, &room); err != nil {
		t.failed++
		return
	}
	t.looks++
	t.document.Record(time.Since(began))
	t.inside = max(t.inside, room.Inside)
	if n := len(t.seen); n == 0 || room.AsOf.After(t.seen[n-1].at) {
		t.seen = append(t.seen, calling{room.AsOf, room.Serving})
	}
	w.crowd.told(&room)
}

// document is what is read of the public document.
type document struct {
	Entrants  int64     `json:"entrants"`
	Serving   int64     `json:"serving"`
	Inside    int64     `json:"inside"`
	Available int64     `json:"available"`
	AsOf      time.Time `json:"as_of"`
	Draw      struct {
		Entrants *int64       `json:"entrants"` // nil: it is not sealed
		Seed     draw.HexHash `json:"seed"`
	} `json:"draw"`
}
