package sim

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// event is what a node tells the scheduler.
type event int

const (
	parked   event = iota // it waits before a call to the database
	finished              // its work is done
	gone                  // it crashed
)

// stand is what a node is doing.
type stand int

const (
	idle    stand = iota
	waiting       // for its turn
	going         // or waiting for a lock of the database
)

// plan is what befalls a node in a piece of work.
type plan struct {
	at     int  // the call that does not go well, counted from 0; below 0: none
	commit bool // it is the first COMMIT, whichever call that is
	what   verdict
}

// schedule plays the work of nodes, one call to the database at a time. Which node
// goes on is the seed's choice alone: the scheduler waits until each of the others
// waits for its turn, or for a lock that one of them holds.
type schedule struct {
	sim   *simulation
	nodes []*node
	// lockWaits counts the connections that wait for a lock.
	lockWaits func(context.Context) (int, error)
	lates     []func() // COMMITs on their way whose connections ended
}

// stuckFor is how long a call may take before the scheduler calls it stuck.
const stuckFor = 30 * time.Second

// begin starts a piece of work of a node, up to its first call.
func (n *node) begin(p plan, work func()) {
	n.plan, n.calls, n.stand, n.playing, n.open = p, 0, going, true, nil
	go func() {
		told := gone
		defer func() { n.events <- told }() // also when the process crashes
		work()
		told = finished
	}()
}

// play goes on until all work is done, and no COMMIT is on its way.
func (s *schedule) play(ctx context.Context) error {
	for {
		if err := s.settle(ctx); err != nil {
			return err
		}
		var ready []*node
		busy := false
		for _, n := range s.nodes {
			s.lates, n.onTheWay = append(s.lates, n.onTheWay...), nil
			busy = busy || n.stand != idle
			if n.stand == waiting {
				ready = append(ready, n)
			}
		}
		choices := len(ready) + len(s.lates)
		switch {
		case choices == 0 && !busy:
			return nil
		case choices == 0:
			return errors.New("sim: the nodes wait for each other")
		}
		if c := s.sim.rand.IntN(choices); c < len(ready) {
			ready[c].goOn()
		} else {
			c -= len(ready)
			later := s.lates[c]
			s.lates = append(s.lates[:c:c], s.lates[c+1:]...)
			later()
		}
	}
}

// goOn lets a node make its next call.
func (n *node) goOn() {
	v := done
	if n.plan.at >= 0 && (n.plan.commit && n.commits || !n.plan.commit && n.calls == n.plan.at) {
		v, n.plan.at = n.plan.what, -1
		n.met++
	}
	n.calls++
	n.stand = going
	n.turn <- v
}

// settle waits until each node waits for its turn, or for a lock.
func (s *schedule) settle(ctx context.Context) error {
	began := time.Now()
	for {
		still := 0
		for _, n := range s.nodes {
			if n.stand == going && !n.look() {
				still++
			}
		}
		if still == 0 {
			return nil
		}
		waits, err := s.lockWaits(ctx)
		if err != nil {
			return err
		}
		if waits >= still {
			return nil
		}
		if time.Since(began) > stuckFor {
			return fmt.Errorf("sim: %d nodes are stuck", still)
		}
	}
}

// patience is how long a call is waited for before the database is asked whether
// it waits for a lock.
const patience = 2 * time.Millisecond

// look reports whether a node has come to its next call, or to its end.
func (n *node) look() bool {
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case e := <-n.events:
		n.stand = waiting
		if e != parked {
			n.stand, n.playing, n.down = idle, false, e == gone
		}
		return true
	case <-t.C:
		return false
	}
}
