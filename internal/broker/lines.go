package broker

import (
	"sync"
	"time"
)

const (
	// lineWindow is how long lines of the log about messages are counted, and lines how many there are of a
	// reason within it. What a stream has that is wrong may be as many as it holds.
	lineWindow = time.Minute
	lines      = 10
)

// lined counts what was said of messages in the log, by reason. Reasons are those of Consumer.Reasons and
// therefore few. The zero value has said nothing.
type lined struct {
	mu sync.Mutex
	of map[string]*window
}

// window is what was said of a reason since from, and what was not said since the last line.
type window struct {
	from   time.Time
	said   int
	silent uint64
}

// says reports whether there is a line about a message at a time, and how many like it there were without one
// since the last.
func (l *lined) says(reason string, now time.Time) (silent uint64, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[string]*window{}
	}
	w := l.of[reason]
	if w == nil {
		w = &window{from: now}
		l.of[reason] = w
	}
	if now.Sub(w.from) >= lineWindow {
		w.from, w.said = now, 0
	}
	if w.said == lines {
		w.silent++
		return 0, false
	}
	w.said++
	silent, w.silent = w.silent, 0
	return silent, true
}
