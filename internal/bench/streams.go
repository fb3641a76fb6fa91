package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// Sizes of the turns of streams.
const (
	sysSSE = "nethttp-sse" // server-sent events by net/http alone

	sseBytes        = 330 // of the data of an event of the baseline: what availability_changed has
	streamOpeners   = 256 // open streams at the same time
	streamAddresses = 64  // networks that readers come from: the server bounds what one may have open
	streamArrivals  = 50  // registrations per second while they open
	streamChanges   = 10  // that are to reach all
	streamWithin    = 5 * time.Minute
	streamRest      = 2 * time.Second // until what opening left to do is done
	streamMemory    = 10.0            // KB that a stream may cost
	streamReach     = 150.0           // ms in which a change is to reach 99 of 100
)

// streamTurn is one crowd of streams of an event.
type streamTurn struct {
	System  string
	Round   int
	Streams int
	Memory  float64 // KB of the server's resident memory for each
	Opening time.Duration
	// Reached are the p50 and p99 of the time from the sending of a change to each reader,
	// over all changes, in ms.
	ReachedP50, ReachedP99 float64
	CPU                    float64 // µs of the server for each event that a reader got
	// Registrations before, and while the streams open; nil of the baseline.
	Without, While *hammer.Result
	Foreign        float64
}

// streams measures crowds that follow one event, beside net/http alone.
func (r *Report) streams(ctx context.Context, l *lab) error {
	systems := []string{sysLite, sysSSE}
	for round := range r.Config.Rounds {
		for i := range systems {
			t, err := l.crowd(ctx, systems[(i+round)%len(systems)], round+1, r.Config.Streams, r.Config)
			if err != nil {
				return fmt.Errorf("bench: streams: %w", err)
			}
			r.Streams = append(r.Streams, t)
			fmt.Fprintf(l.log, "%s\n", t.line())
		}
	}
	return nil
}

func (t *streamTurn) line() string {
	text := fmt.Sprintf("streams  round %d  %-16s %6d open in %5.1f s, %5.1f KB each, a change reaches them in p50 %6.1f ms, p99 %6.1f ms, server %4.1f µs",
		t.Round, t.System, t.Streams, t.Opening.Seconds(), t.Memory, t.ReachedP50, t.ReachedP99, t.CPU)
	if t.While != nil {
		text += fmt.Sprintf("  registration p90 %.1f → %.1f ms", float64(t.Without.Latency.P90)/1000, float64(t.While.Latency.P90)/1000)
	}
	return fmt.Sprintf("%s  foreign %.1f%%", text, 100*t.Foreign)
}

// crowd is one turn: streams are opened while people register, and then changes are made
// that are to reach all of them.
func (l *lab) crowd(ctx context.Context, system string, round, streams int, c Config) (t streamTurn, err error) {
	t = streamTurn{System: system, Round: round, Streams: streams}
	var run *running
	if system == sysSSE {
		run = &running{}
		one, err := start(ctx, role{Kind: roleSSE})
		if err != nil {
			return t, err
		}
		run.children = []*child{one}
	} else if run, err = l.launch(ctx, system, false); err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	load := l.load(spec{System: system, Conns: 16, Arrivals: streamArrivals, WarmUp: c.WarmUp, Length: c.Length}, run)
	path := "/stream"
	if system != sysSSE {
		path = "/v1/events/" + load.Events[0] + "/stream?only=availability"
		if t.Without, err = checkedRun(ctx, load); err != nil {
			return t, err
		}
	}
	before, atFirst := usage(run), residentKB(run)
	a := &audience{address: strings.TrimPrefix(run.children[0].URL, "http://"), path: path}
	defer a.close()
	during := make(chan error, 1)
	registering, registered := context.WithCancel(ctx)
	defer registered()
	if system == sysSSE {
		during <- nil
	} else {
		go func() {
			load.WarmUp, load.Duration, load.UserPrefix = 0, streamWithin, "while"
			var err error
			t.While, err = checkedRun(registering, load)
			during <- err
		}()
	}
	began := time.Now()
	err = a.open(ctx, streams)
	t.Opening = time.Since(began)
	registered()
	if err = errors.Join(err, <-during); err != nil {
		return t, err
	}
	if err := a.reach(ctx, &t, func(n int) error { return change(ctx, system, &load, run, n) }, run); err != nil {
		return t, err
	}
	t.Memory = (residentKB(run) - atFirst) / float64(streams)
	after := usage(run)
	busy := after.machine.busy - before.machine.busy - (after.server - before.server) - (after.owner - before.owner)
	t.Foreign = max(0, busy.Seconds()/(after.at.Sub(before.at).Seconds()*float64(cores())))
	return t, nil
}

// change changes what the readers follow.
func change(ctx context.Context, system string, load *hammer.Config, run *running, n int) error {
	if system == sysSSE {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, run.children[0].URL+"/change", nil)
		if err != nil {
			return err
		}
		_, err = replied(*load, req, http.StatusCreated)
		return err
	}
	text, err := json.Marshal(map[string]string{"user_id": fmt.Sprint("change", n), "email": fmt.Sprintf("change%d@load.example", n), "name": "C"})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, load.Targets[0]+"/v1/events/"+load.Events[0]+"/registrations", bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	_, err = replied(*load, req, http.StatusCreated)
	return err
}

// residentKB is the memory that the server's processes have of the machine's, privateKB the
// part of it that is not a file's.
func residentKB(run *running) float64 {
	return memoryKB(run, func(resident, _ int) int { return resident })
}

func privateKB(run *running) float64 {
	return memoryKB(run, func(resident, shared int) int { return resident - shared })
}

func memoryKB(run *running, pages func(resident, shared int) int) (kb float64) {
	for _, c := range run.children {
		text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(c.cmd.Process.Pid), "statm"))
		if err != nil {
			continue
		}
		if f := strings.Fields(string(text)); len(f) > 2 {
			resident, err := strconv.Atoi(f[1])
			shared, err2 := strconv.Atoi(f[2])
			if errors.Join(err, err2) == nil {
				kb += float64(pages(resident, shared)*os.Getpagesize()) / 1024
			}
		}
	}
	return kb
}

// audience are readers of streams, as browsers open them.
type audience struct {
	address, path string

	mu      sync.Mutex
	readers []*reader // guarded by mu
	work    sync.WaitGroup
	gone    atomic.Int64 // streams that ended
}

// reader is one stream. At is when it was told something last, in ns.
type reader struct {
	conn net.Conn
	at   atomic.Int64
}

// errBusy: the server asks to come back.
var errBusy = errors.New("the server asks to come back")

// open opens so many streams, some at a time, and returns when each has been told how
// things are.
func (a *audience) open(ctx context.Context, n int) error {
	ctx, cancel := context.WithTimeout(ctx, streamWithin)
	defer cancel()
	var next atomic.Int64
	errs := make([]error, min(n, streamOpeners))
	var openers sync.WaitGroup
	for i := range errs {
		openers.Go(func() {
			for k := next.Add(1) - 1; k < int64(n) && errs[i] == nil; k = next.Add(1) - 1 {
				for {
					if errs[i] = a.one(ctx, int(k)); !errors.Is(errs[i], errBusy) {
						break
					}
					select {
					case <-time.After(100 * time.Millisecond):
					case <-ctx.Done():
						errs[i] = ctx.Err()
					}
				}
			}
		})
	}
	openers.Wait()
	return errors.Join(errs...)
}

// one opens a stream from one of the networks of the loopback.
func (a *audience) one(ctx context.Context, k int) error {
	from := net.IPv4(127, 1, byte(k%streamAddresses), 1)
	// Which port it comes from is for the kernel to say when it knows where to: one port
	// then serves several connections.
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { _ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IP, bindAddressNoPort, 1) })
	}}
	conn, err := dialer.DialContext(ctx, "tcp", a.address)
	if err != nil {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetReadDeadline(deadline); err != nil {
			return errors.Join(err, conn.Close())
		}
	}
	if _, err := io.WriteString(conn, "GET "+a.path+" HTTP/1.1\r\nHost: "+a.address+"\r\nAccept: text/event-stream\r\n\r\n"); err != nil {
		return errors.Join(err, conn.Close())
	}
	var text []byte
	b := make([]byte, 1024)
	for !bytes.Contains(text, []byte("\ndata: ")) {
		n, err := conn.Read(b)
		text = append(text, b[:n]...)
		if busy := bytes.HasPrefix(text, []byte("HTTP/1.1 429")) || bytes.HasPrefix(text, []byte("HTTP/1.1 503")); busy {
			return errors.Join(errBusy, conn.Close())
		}
		if err != nil {
			return errors.Join(fmt.Errorf("stream %d had no event, but %.300q: %w", k, text, err), conn.Close())
		}
	}
	r := &reader{conn: conn}
	if err := conn.SetReadDeadline(time.Time{}); err != nil {
		return errors.Join(err, conn.Close())
	}
	a.mu.Lock()
	a.readers = append(a.readers, r)
	a.mu.Unlock()
	a.work.Go(func() { a.follow(r) })
	return nil
}

// bindAddressNoPort is IP_BIND_ADDRESS_NO_PORT of Linux.
const bindAddressNoPort = 24

// follow notes when a reader is told something, and passes over heartbeats.
func (a *audience) follow(r *reader) {
	defer a.gone.Add(1)
	for b := make([]byte, 1024); ; {
		n, err := r.conn.Read(b)
		if err != nil {
			return
		}
		if n > 16 {
			r.at.Store(time.Now().UnixNano())
		}
	}
}

// reach makes changes, one after the other, and notes how long each takes to be everywhere.
func (a *audience) reach(ctx context.Context, t *streamTurn, change func(n int) error, run *running) error {
	var took []float64
	var cpu time.Duration
	for n := range streamChanges {
		select {
		case <-time.After(streamRest):
		case <-ctx.Done():
			return ctx.Err()
		}
		if gone := a.gone.Load(); gone > 0 {
			return fmt.Errorf("%d of %d streams have ended", gone, t.Streams)
		}
		before, began := run.serverCPU(), time.Now()
		if err := change(n); err != nil {
			return err
		}
		late, err := a.everywhere(ctx, began)
		if err != nil {
			return err
		}
		cpu += run.serverCPU() - before
		took = append(took, late...)
	}
	slices.Sort(took)
	t.ReachedP50, t.ReachedP99 = took[len(took)/2], took[len(took)*99/100]
	t.CPU = float64(cpu.Microseconds()) / float64(len(took))
	return nil
}

// everywhere waits until all readers were told something since a moment, and returns how
// long it took each, in ms.
func (a *audience) everywhere(ctx context.Context, since time.Time) (took []float64, err error) {
	for end := time.Now().Add(30 * time.Second); ; {
		took = took[:0]
		for _, r := range a.readers {
			if at := r.at.Load() - since.UnixNano(); at > 0 {
				took = append(took, float64(at)/1e6)
			}
		}
		switch {
		case len(took) == len(a.readers):
			return took, nil
		case time.Now().After(end):
			return nil, fmt.Errorf("a change has reached %d of %d", len(took), len(a.readers))
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (a *audience) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.readers {
		_ = r.conn.Close()
	}
	a.work.Wait()
}

func (r *Report) streamFigures(system string, figure func(*streamTurn) float64) summary {
	var v []float64
	for i := range r.Streams {
		if t := &r.Streams[i]; t.System == system {
			v = append(v, figure(t))
		}
	}
	return summarize(v)
}

// streamsBeside returns Holdfast's figures by those of net/http alone, of the same round.
func (r *Report) streamsBeside(figure func(*streamTurn) float64) summary {
	var v []float64
	for i := range r.Streams {
		for k := range r.Streams {
			if t, by := &r.Streams[i], &r.Streams[k]; t.System == sysLite && by.System == sysSSE && t.Round == by.Round {
				v = append(v, figure(t)/figure(by))
			}
		}
	}
	return summarize(v)
}

func memoryOf(t *streamTurn) float64   { return t.Memory }
func reachedP99(t *streamTurn) float64 { return t.ReachedP99 }
func slowed(t *streamTurn) float64 {
	return float64(t.While.Latency.P90) / float64(t.Without.Latency.P90)
}

func (r *Report) streamTargets() []target {
	crowd := fmt.Sprintf("%d streams of an event", r.Config.Streams)
	return []target{
		{what: crowd + ": KB of memory each", want: "≤ 10", got: r.streamFigures(sysLite, memoryOf), limit: streamMemory, atMost: true, verb: "%.1f"},
		{what: crowd + ": memory / net/http alone", want: "≤ 0.5", got: r.streamsBeside(memoryOf), limit: 0.5, atMost: true},
		{what: crowd + ": a change reaches 99 of 100 in ms", want: "≤ 150", got: r.streamFigures(sysLite, reachedP99), limit: streamReach, atMost: true, verb: "%.0f"},
		{what: crowd + ": the same / net/http alone", want: "≤ 1.2", got: r.streamsBeside(reachedP99), limit: 1.2, atMost: true},
		{what: "registration while they are opened: p90 / without", want: "≤ 3", got: r.streamFigures(sysLite, slowed), limit: 3, atMost: true, verb: "%.1f"},
	}
}

func (r *Report) writeStreams(p *page) {
	p.say("## Streams\n")
	p.say("%d readers of one event on SQLite, from %d networks, opened %d at a time while people register at %d a second; then %d changes, one after the other, each timed from its sending to each reader, with the readers on the same machine. Memory is what the server has of the machine's afterwards, less what it had before, without the kernel's. net/http alone is a handler and a channel for each reader, which reads no database.\n",
		r.Config.Streams, streamAddresses, streamOpeners, streamArrivals, streamChanges)
	p.head("system", "round", "streams", "open after s", "KB each", "change p50 ms", "p99", "server CPU µs/event", "registration p90 ms without", "while they open", "foreign %")
	for i := range r.Streams {
		t := &r.Streams[i]
		without, while := "–", "–"
		if t.While != nil {
			without, while = fmt.Sprintf("%.1f", float64(t.Without.Latency.P90)/1000), fmt.Sprintf("%.1f", float64(t.While.Latency.P90)/1000)
		}
		p.row(t.System, fmt.Sprint(t.Round), fmt.Sprint(t.Streams), fmt.Sprintf("%.1f", t.Opening.Seconds()), fmt.Sprintf("%.1f", t.Memory),
			fmt.Sprintf("%.1f", t.ReachedP50), fmt.Sprintf("%.1f", t.ReachedP99), fmt.Sprintf("%.1f", t.CPU), without, while, fmt.Sprintf("%.1f", 100*t.Foreign))
	}
	p.say("")
}
