package streams

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/holdfast-events/holdfast/internal/socket"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// backlog is how many frames a reader may be behind that does not take what it is sent.
const backlog = 16

// direct is the stream of an event on a connection that is written to without waiting, by
// whoever tells all readers. Its one goroutine reads, to notice that the reader leaves,
// and sends heartbeats. A reader that does not take all of a frame gets a goroutine until
// it has, and is dropped when it takes too long or falls too far behind.
type direct struct {
	f    *eventFollower
	conn net.Conn
	raw  syscall.RawConn
	late sync.WaitGroup // the goroutine of a reader that is behind

	mu      sync.Mutex
	seen    int64            // guarded by mu
	pending [][]stream.Frame // guarded by mu: what came while it is behind
	behind  bool             // guarded by mu: late writes to it
	over    bool             // guarded by mu: it was closed
}

// run reads until the reader or the server leaves, or its credentials are no longer good.
func (d *direct) run() {
	defer d.late.Wait()
	defer d.drop()
	if !d.begin() {
		return
	}
	beat := time.Now().Add(d.f.heartbeat)
	for b := make([]byte, 16); ; {
		if err := d.conn.SetReadDeadline(beat); err != nil {
			return
		}
		_, err := d.conn.Read(b)
		switch {
		case err == nil: // a reader has nothing to say
		case !errors.Is(err, os.ErrDeadlineExceeded):
			return
		default:
			if !d.beat() || d.refused() {
				return
			}
			beat = time.Now().Add(d.f.heartbeat)
		}
	}
}

// begin sends what there is so far, and has the hub send the rest.
func (d *direct) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	before, goesOn := d.f.reader.Deliver(d)
	if !goesOn {
		d.send(elsewhere())
		return false
	}
	select {
	case <-d.f.reader.Dropped():
		return false
	default:
	}
	d.tell(d.f.frames)
	d.tell(before)
	d.f.frames = nil
	return true
}

// Tell sends frames, or keeps them while the reader is behind.
func (d *direct) Tell(frames []stream.Frame) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tell(frames)
}

// tell is Tell; the caller holds mu.
func (d *direct) tell(frames []stream.Frame) {
	switch {
	case d.over:
	case !d.behind:
		d.send(d.next(frames))
	case len(d.pending) == backlog:
		d.close()
	default:
		d.pending = append(d.pending, frames)
	}
}

// next is the text of frames that the reader has not seen. The caller holds mu.
func (d *direct) next(frames []stream.Frame) []byte {
	text := d.f.wanted(frames, d.seen)
	for i := range frames {
		d.seen = max(d.seen, frames[i].Seq+1) // frames of one seq come together
	}
	return text
}

// send writes what the reader takes, and has the rest written by a goroutine. The caller
// holds mu.
func (d *direct) send(text []byte) {
	if len(text) == 0 || d.over {
		return
	}
	n, err := socket.WriteNow(d.raw, text)
	switch {
	case err != nil:
		d.close()
	case n < len(text):
		d.behind = true
		d.late.Go(func() { d.catchUp(text[n:]) })
	}
}

// catchUp writes what a reader did not take, and what has come meanwhile.
func (d *direct) catchUp(text []byte) {
	for {
		err := d.conn.SetWriteDeadline(time.Now().Add(writeWithin))
		if err == nil {
			_, err = d.conn.Write(text)
		}
		d.mu.Lock()
		text = nil
		for ; len(text) == 0 && len(d.pending) > 0; d.pending = d.pending[1:] {
			text = d.next(d.pending[0])
		}
		if err == nil && len(text) == 0 {
			d.pending, d.behind = nil, false
			err = d.conn.SetWriteDeadline(time.Time{})
		}
		if err != nil {
			d.close()
		}
		done := err != nil || len(text) == 0
		d.mu.Unlock()
		if done {
			return
		}
	}
}

// beat shows that the stream goes on, and reports whether it does.
func (d *direct) beat() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.behind {
		d.send(streamBeat)
	}
	return !d.over
}

// refused reports whether the reader may have no more of it.
func (d *direct) refused() bool {
	ctx, cancel := context.WithTimeout(context.Background(), writeWithin)
	defer cancel()
	return d.f.recheck.Refuses(ctx)
}

// End tells the reader to come back, if it takes that, and closes the connection.
func (d *direct) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.behind {
		d.send(elsewhere())
	}
	d.close()
}

func (d *direct) drop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.close()
}

// close closes the connection, which ends the goroutines. The caller holds mu.
func (d *direct) close() {
	if !d.over {
		d.over = true
		_ = d.conn.Close() // the reader has gone, or is to come back: there is nobody to tell
	}
}
