package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/bench/finders"
	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/sample"
)

// The list of public events over HTTP, beside the no-op that answers as many bytes.
const (
	searchHTTP  = "search-http"
	searchConns = 64
	// searchEach is how many questions of each kind are asked.
	searchEach = 20
	// publishConns are the connections that the events are published over.
	publishConns = 64
	// indexedWithin is how long the server may take to have them all in its index.
	indexedWithin, indexedPoll = 10 * time.Minute, 200 * time.Millisecond
)

// listRead is what is asked of the list of public events.
type listRead struct {
	Events, Paths, Found int     // Found: on all pages together
	Bytes                float64 // of all answers together, as they are sent
}

// searchOverHTTP measures the list of public events, asked for questions of all kinds in turn.
func (r *Report) searchOverHTTP(ctx context.Context, l *lab) (err error) {
	provider, err := newStripe() // tickets cost something
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.close()) }()
	run, err := l.launch(ctx, sysLite, false, func(ro *role) { ro.Stripe = provider.url })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	cfg := l.load(spec{System: sysLite}, run)
	events := slices.Min(r.Config.Searched)
	if err := l.publish(ctx, cfg, run, events); err != nil {
		return fmt.Errorf("bench: %d events to be found over HTTP: %w", events, err)
	}
	if cfg, err = l.amongStrangers(ctx, run, provider.url); err != nil {
		return fmt.Errorf("bench: the server that is asked over HTTP: %w", err)
	}
	paths, bare, read, err := questionsOf(ctx, cfg)
	if err != nil {
		return fmt.Errorf("bench: finding over HTTP: %w", err)
	}
	read.Events = events
	r.ListRead = read
	return r.turns(searchConns, specs(searchHTTP, sysNoop, sysLite), func(s spec) (turn, error) {
		if s.System == sysLite {
			return l.readList(ctx, s, run, paths)
		}
		noop, err := l.launch(ctx, s.System, false)
		if err != nil {
			return turn{}, err
		}
		t, err := l.readList(ctx, s, noop, bare)
		return t, errors.Join(err, noop.close())
	})
}

// publish publishes sample events and waits until they are all found, and nothing is left to do.
func (l *lab) publish(ctx context.Context, cfg hammer.Config, run *running, events int) error {
	before, err := indexedBy(ctx, cfg.Targets[0])
	if err != nil {
		return err
	}
	began := time.Now()
	if _, err := sample.Publish(ctx, sample.Config{
		Target: cfg.Targets[0], Key: cfg.APIKey, Seed: finders.Seed, Events: events, Connections: publishConns,
		FirstDay: began.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1),
	}); err != nil {
		return err
	}
	took := time.Since(began)
	for deadline := time.Now().Add(indexedWithin); ; {
		has, err := indexedBy(ctx, cfg.Targets[0])
		if err != nil {
			return err
		}
		if has >= before+events {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the index has %d events, and had %d before", has, before)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(indexedPoll):
		}
	}
	indexed := time.Since(began)
	if err := settle(ctx, run); err != nil {
		return err
	}
	fmt.Fprintf(l.log, "search   %d events published in %.0f s, found after %.0f s, nothing left to do after %.0f s\n", events, took.Seconds(), indexed.Seconds(), time.Since(began).Seconds())
	return nil
}

// amongStrangers starts the server again, so that it trusts a proxy that says from which networks
// people come: one network may ask for far less than is measured. It waits until the search is
// ready.
func (l *lab) amongStrangers(ctx context.Context, run *running, stripe string) (cfg hammer.Config, err error) {
	if err := run.stopServers(); err != nil {
		return cfg, err
	}
	c, err := start(ctx, role{Kind: roleHoldfast, DB: run.db, Dir: run.dir, Stripe: stripe, Proxies: 1}, l.wrap...)
	if err != nil {
		return cfg, err
	}
	run.children = append(run.children, c)
	cfg = l.load(spec{System: sysLite}, run)
	for deadline, n := time.Now().Add(indexedWithin), 0; ; n++ {
		a, err := readAsStranger(ctx, cfg, "/v1/public/events?available=true", n)
		if err != nil {
			return cfg, err
		}
		if list, err := listOf(a); err != nil || list.Total != nil {
			return cfg, errors.Join(err, settle(ctx, run))
		}
		if time.Now().After(deadline) {
			return cfg, errors.New("its search is not ready")
		}
		select {
		case <-ctx.Done():
			return cfg, ctx.Err()
		case <-time.After(indexedPoll):
		}
	}
}

// readAsStranger reads a path once, compressed, from a network with a number.
func readAsStranger(ctx context.Context, cfg hammer.Config, path string, network int) (fetched, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, cfg.Targets[0]+path, nil)
	if err != nil {
		return fetched{}, err
	}
	req.Header.Set("Accept-Encoding", "gzip")
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("2a00:%x:%x::1", network>>16, network&0xffff))
	return replied(cfg, req, http.StatusOK)
}

// indexedBy is how many events the index of a server has.
func indexedBy(ctx context.Context, target string) (n int, err error) {
	const figure = "holdfast_search_events "
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	rep, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rep.Body.Close()) }()
	text, err := io.ReadAll(rep.Body)
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte(figure)); ok {
			v, err := strconv.ParseFloat(string(bytes.TrimSpace(value)), 64)
			return int(v), err
		}
	}
	return 0, fmt.Errorf("%s/metrics answered %s without %s", target, rep.Status, figure)
}

// questionsOf draws questions of all kinds, asks each once, and returns their paths, and those
// at which the no-op answers as many bytes.
func questionsOf(ctx context.Context, cfg hammer.Config) (paths, bare []string, read listRead, err error) {
	draw, now := sample.NewQueries(finders.Seed), time.Now()
	for _, kind := range finders.Kinds() {
		for range searchEach {
			q := kind.Draw(draw)
			paths = append(paths, q.Path(now))
		}
	}
	// Callers ask one question after the other: kinds are not to come in a row.
	rand.New(rand.NewPCG(finders.Seed, 0)).Shuffle(len(paths), func(i, k int) { paths[i], paths[k] = paths[k], paths[i] })
	for n, path := range paths {
		a, err := readAsStranger(ctx, cfg, path, n)
		if err != nil {
			return nil, nil, read, err
		}
		list, err := listOf(a)
		if err != nil {
			return nil, nil, read, err
		}
		read.Paths, read.Found, read.Bytes = read.Paths+1, read.Found+len(list.Items), read.Bytes+float64(len(a.text))
		bare = append(bare, path+"&"+noopBytes+"="+strconv.Itoa(len(a.text)))
	}
	return paths, bare, read, nil
}

// publicList is what is read of a page of the public list.
type publicList struct {
	Items []json.RawMessage `json:"items"`
	Total *int              `json:"total"` // nil: the search is being made ready
}

func listOf(a fetched) (list publicList, err error) {
	text, err := a.plain()
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		return list, fmt.Errorf("what %s answered: %w", a.path, err)
	}
	return list, nil
}

// readList runs one turn of callers who ask for the paths in turn.
func (l *lab) readList(ctx context.Context, s spec, run *running, paths []string) (t turn, err error) {
	cfg := l.load(s, run)
	cfg.Scenario, cfg.Paths, cfg.Strangers = hammer.Fetch, paths, true
	before := usage(run)
	res, err := checkedRun(ctx, cfg)
	if err != nil {
		return t, err
	}
	t = turn{spec: s, Result: res, Stored: -1}
	t.account(before, usage(run))
	fmt.Fprintf(l.log, "%s\n", t.line())
	return t, nil
}

func writeSearchOverHTTP(p *page, r *Report) {
	read := &r.ListRead
	p.say("### Over HTTP\n")
	if read.Paths == 0 {
		p.say("Not measured in this run.\n")
		return
	}
	p.say("%d connections ask a server with %d events, none of them of a series, for pages of %d of the public list: %d questions, %d of each kind above, compressed, without a key, each from another network. %.1f events are on a page, and %.0f bytes in an answer. The no-op answers each with as many bytes, which it neither makes nor compresses.\n",
		searchConns, read.Events, finders.Page, read.Paths, searchEach, float64(read.Found)/float64(read.Paths), read.Bytes/float64(read.Paths))
	p.head("connections", "system", "per second", "/ no-op", "p50 ms", "p99 ms", "p99 / no-op", "server CPU µs/request", "with database")
	for _, system := range []string{sysNoop, sysLite} {
		r.writeRow(p, strconv.Itoa(searchConns), system, selection{Group: searchHTTP, System: system}, selection{Group: searchHTTP, System: sysNoop})
	}
	p.say("")
}
