// Package turns bounds how many requests of a crowd are worked on at once, so that whoever does not
// belong to it finds a processor that is free. It decides about nothing but when: nobody's place
// depends on it.
//
// Goroutines that can run take turns, each for some microseconds, whoever they work for. When
// thousands join at the same time, a person inside waits behind all of them, again after each query
// to the database. With turns as many of the crowd can run as keep the processors busy, and all
// others wait where they cost nothing:
//
//	Take ─► work ─► Rest ─► a commit ─► GoOn ─► answer ─► End
package turns

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"sync"
)

// PerProcessor is how many of a crowd each processor works on at once: more than one, because some
// wait for the database.
const PerProcessor = 4

// ErrFull: as many wait for their first turn as may. Nothing was done.
var ErrFull = errors.New("turns: too many wait for their turn")

// Gate gives turns. It is safe for concurrent use; nil gives one to everybody at once.
type Gate struct {
	most int // that wait for their first turn

	mu   sync.Mutex
	free int // turns that nobody has; guarded by mu, as all below
	// Whoever goes on is before whoever begins: what has begun is the sooner out of the way.
	going, coming line
}

// New returns a gate at which so many wait for their first turn at most. each is how many have one at
// once for each processor of this process; 0: PerProcessor.
func New(each, most int) *Gate {
	return &Gate{most: most, free: cmp.Or(each, PerProcessor) * runtime.GOMAXPROCS(0)}
}

// Turn is that of one request, which has it until Rest or End. It is not safe for concurrent use, and
// its zero value is one that bounds nothing.
type Turn struct {
	gate *Gate
	has  bool
}

// Take waits for a turn, behind all who came before. The error is ErrFull, or that of ctx.
func (g *Gate) Take(ctx context.Context) (Turn, error) {
	if g == nil {
		return Turn{}, nil
	}
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return Turn{g, true}, nil
	}
	if g.coming.waiting >= g.most {
		g.mu.Unlock()
		return Turn{}, ErrFull
	}
	w := g.coming.add()
	g.mu.Unlock()
	if !g.wait(ctx, &g.coming, w) {
		return Turn{}, ctx.Err()
	}
	return Turn{g, true}, nil
}

// Waiting is how full the gate is of those who wait for their first turn, from 0 to 1.
func (g *Gate) Waiting() float64 {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return float64(g.coming.waiting) / float64(g.most)
}

// Rest gives the turn back while something else is waited for, such as a commit.
func (t *Turn) Rest() {
	if t.has {
		t.has = false
		t.gate.pass()
	}
}

// GoOn waits for another turn after Rest, before all who have had none. When ctx ends it goes on
// without one: what was done is still to be answered.
func (t *Turn) GoOn(ctx context.Context) {
	g := t.gate
	if g == nil || t.has {
		return
	}
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		t.has = true
		return
	}
	w := g.going.add()
	g.mu.Unlock()
	t.has = g.wait(ctx, &g.going, w)
}

// End gives the turn back for good. To do it again changes nothing.
func (t *Turn) End() { t.Rest() }

// wait waits in a line, and reports whether the turn came. It returns false when ctx has ended.
func (g *Gate) wait(ctx context.Context, l *line, w *waiter) bool {
	select {
	case <-w.turn:
		// Whoever is woken by somebody who goes on runs next, before all who were ready. So a crowd would
		// hand its processor on among itself.
		runtime.Gosched()
		return true
	case <-ctx.Done():
	}
	g.mu.Lock()
	gone := l.leave(w)
	g.mu.Unlock()
	if !gone { // the turn came at the same moment
		g.pass()
	}
	return false
}

// pass gives a turn to whoever is next.
func (g *Gate) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.going.call() || g.coming.call() {
		return
	}
	g.free++
}

// line is who waits, the first first. Its zero value is empty.
type line struct {
	waiters []*waiter // from first on
	first   int
	waiting int // without those who have left
}

// waiter is somebody in a line.
type waiter struct {
	turn   chan struct{} // closed when the turn has come
	called bool
	left   bool
}

// add puts somebody at the end.
func (l *line) add() *waiter {
	if l.first > 0 && l.first*2 >= len(l.waiters) { // so that it does not grow for good
		n := copy(l.waiters, l.waiters[l.first:])
		clear(l.waiters[n:])
		l.waiters, l.first = l.waiters[:n], 0
	}
	w := &waiter{turn: make(chan struct{})}
	l.waiters = append(l.waiters, w)
	l.waiting++
	return w
}

// call gives the first of a line their turn, and reports whether there was anybody.
func (l *line) call() bool {
	for l.first < len(l.waiters) {
		w := l.waiters[l.first]
		l.waiters[l.first] = nil
		l.first++
		if w.left {
			continue
		}
		w.called = true
		l.waiting--
		close(w.turn)
		return true
	}
	l.waiters, l.first = l.waiters[:0], 0
	return false
}

// leave takes somebody out of the line, and reports whether they were still in it.
func (l *line) leave(w *waiter) bool {
	if w.called {
		return false
	}
	w.left = true
	l.waiting--
	return true
}
