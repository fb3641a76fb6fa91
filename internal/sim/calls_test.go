package sim

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// verdict is what becomes of a call to the database.
type verdict int

const (
	done    verdict = iota
	before          // the connection ends before it was made
	after           // the connection ends when it was made, before the answer came
	late            // the connection ends, and a COMMIT on its way is done later
	crashed         // the process ends before it was made
)

// errLost is what a connection that ended gives.
var errLost = fmt.Errorf("injected: the connection ended: %w", io.ErrUnexpectedEOF)

// call waits until the scheduler lets the node go on, and returns what becomes of
// the call. A process that crashes never comes back from it.
func (n *node) call(commit bool) verdict {
	n.commits = commit
	n.events <- parked
	v := <-n.turn
	if v == crashed {
		for _, s := range n.open { // the server takes back what a process leaves behind
			s.Rollback()
		}
		runtime.Goexit()
	}
	return v
}

// around is the engine of a node.
func (n *node) around(e engine.Engine) engine.Engine { return nodeEngine{e, n} }

type nodeEngine struct {
	engine.Engine
	node *node
}

// Begin makes no call: the first Run of a session does.
func (e nodeEngine) Begin(ctx context.Context) (engine.Session, error) {
	s, err := e.Engine.Begin(ctx)
	if err != nil || !e.node.playing {
		return s, err
	}
	session := &nodeSession{Session: s, node: e.node}
	e.node.open = append(e.node.open, session)
	return session, nil
}

// nodeSession is a transaction of a node, each call of which is a step of the
// history.
type nodeSession struct {
	engine.Session
	node *node
	over bool // its connection ended, or it is the scheduler's now
}

// Run does the steps, or part of what a connection that ends does.
func (s *nodeSession) Run(ctx context.Context, steps []engine.Step) error {
	if len(steps) == 0 {
		return nil
	}
	if s.over {
		return errLost
	}
	v := s.node.call(false)
	if v == done {
		return s.Session.Run(ctx, steps)
	}
	if v != before {
		if err := s.Session.Run(ctx, steps); err != nil {
			return err
		}
	}
	s.end()
	return errLost
}

// end ends the connection: the server takes back what was not committed.
func (s *nodeSession) end() {
	s.over = true
	s.Session.Rollback()
}

// Commit commits, or leaves it open whether it did.
func (s *nodeSession) Commit(last []engine.Step) (unknown bool, err error) {
	return s.ends(func() (bool, error) { return s.Session.Commit(last) }, func() { _, _ = s.Session.Commit(nil) })
}

// CommitAll is Commit of a transaction that travels in one piece.
func (s *nodeSession) CommitAll(ctx context.Context, key string, steps []engine.Step) (unknown bool, err error) {
	all := func() (bool, error) { return s.Session.(engine.AtOnce).CommitAll(ctx, key, steps) }
	return s.ends(all, func() { _, _ = all() })
}

func (s *nodeSession) ends(commit func() (bool, error), later func()) (unknown bool, err error) {
	if s.over {
		return false, errLost
	}
	switch s.node.call(true) {
	case done:
		return commit()
	case before:
		s.end()
	case after:
		if unknown, err := commit(); err != nil {
			return unknown, err // it failed by itself
		}
		s.over = true
	default:
		s.over = true
		s.node.onTheWay = append(s.node.onTheWay, later)
	}
	return true, errLost
}

// Rollback is not a call.
func (s *nodeSession) Rollback() {
	if !s.over {
		s.Session.Rollback()
	}
}
