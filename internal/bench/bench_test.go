package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/bench/finders"
	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// TestMain lets the test binary be its own child, as the command is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == RoleArgument {
		if err := Child(context.Background(), os.Args[1:], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// trials are runs of systems for a moment: all of them in `make prove`, and otherwise
// every third, on few processors every sixth, drawn anew.
type trials []trial

type trial struct {
	name string
	run  func(t *testing.T)
}

func (tr *trials) add(name string, run func(t *testing.T)) { *tr = append(*tr, trial{name, run}) }

func (tr trials) run(t *testing.T) {
	t.Helper()
	slices.SortFunc(tr, func(a, b trial) int { return strings.Compare(a.name, b.name) })
	switch {
	case seed.Proving():
	case seed.Few():
		tr = seed.OneOf(seed.Draws(t), 6, tr)
	default:
		tr = seed.Third(seed.Draws(t), tr)
	}
	for _, one := range tr {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			one.run(t)
		})
	}
}

// TestEverySystemAnswersAndStores runs systems for a moment, several at once,
// since nothing is measured here. A turn fails by itself when a system has stored
// less than it acknowledged.
func TestEverySystemAnswersAndStores(t *testing.T) {
	l, err := newLab(t.Context(), 3, 2, io.Discard)
	pgserver.Require(t, err)
	t.Cleanup(func() {
		if err := l.close(); err != nil {
			t.Error(err)
		}
	})
	var trials trials
	systems := []string{sysNoop, sysPG, sysLite, sysTextbook, sysSpread, sysTwo, sysLiteKeys, sysSpreadOne}
	if _, err := exec.LookPath("redis-server"); err == nil {
		systems = append(systems, sysRedis)
	}
	for _, system := range systems {
		trials.add(system, func(t *testing.T) {
			s := spec{Group: groupMain, System: system, Conns: 8, Round: 1, WarmUp: 50 * time.Millisecond, Length: 200 * time.Millisecond}
			got, err := l.take(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if got.Confirmed == 0 || got.RefusedTotal() != 0 || got.Unanswered != 0 {
				t.Errorf("%+v", got.Result)
			}
			if stored := got.Stored; system == sysNoop && stored != -1 || system != sysNoop && stored < got.Confirmed {
				t.Errorf("%d stored, %d confirmed", stored, got.Confirmed)
			}
		})
	}
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		trials.add(system+" lets people in", func(t *testing.T) {
			s := spec{Group: groupDoor, System: system, Conns: 8, Round: 1, Length: 10 * time.Second}
			const tickets = 300
			got, err := l.checkIn(t.Context(), s, tickets)
			if err != nil {
				t.Fatal(err)
			}
			if got.Confirmed != tickets || got.Unanswered != 0 || system != sysNoop && got.Stored != tickets {
				t.Errorf("%d admitted, %d stored: %+v", got.Confirmed, got.Stored, got.Result)
			}
		})
	}
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		trials.add(system+" sells seats", func(t *testing.T) {
			const buyers = 400
			got, err := l.race(t.Context(), spec{Group: groupSeats, System: system, Conns: 8, Round: 1, Length: time.Minute}, buyers)
			if err != nil {
				t.Fatal(err)
			}
			if got.Decided < buyers || got.Unanswered != 0 {
				t.Errorf("%d decided for %d buyers: %+v", got.Decided, buyers, got.Result)
			}
		})
	}
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		trials.add(system+" books rooms", func(t *testing.T) {
			const bookers = 100
			got, err := l.book(t.Context(), spec{Group: groupBookings, System: system, Conns: 8, Round: 1, Length: time.Minute}, bookers)
			if err != nil {
				t.Fatal(err)
			}
			if got.Decided != bookers || got.Unanswered != 0 || system != sysNoop && got.Acknowledged < bookers/bookersPerSlot/2 {
				t.Errorf("%+v", got.Result)
			}
		})
	}
	trials.add("shows a month", func(t *testing.T) {
		r := &Report{Config: Config{Rounds: 1, WarmUp: 10 * time.Millisecond, Length: 100 * time.Millisecond}}
		if err := months(t.Context(), r, l, 2); err != nil {
			t.Fatal(err)
		}
		for _, group := range []string{monthAgain, monthChanged} {
			for _, system := range []string{sysPG, sysLite} {
				if got := monthFigure(r, group, system, monthP99); got.N != 1 || got.Median <= 0 {
					t.Errorf("%s, %s: %+v", group, system, r.Months)
				}
			}
		}
	})
	for _, system := range []string{sysPG, sysLite} {
		trials.add(system+" is paid", func(t *testing.T) {
			const orders = 100
			got, err := l.pay(t.Context(), system, 1, orders)
			if err != nil {
				t.Fatal(err)
			}
			if got.Orders.Other != orders || got.Pages.Other != orders || got.Paid.Other != orders {
				t.Errorf("%d orders, %d pages, %d payments of %d", got.Orders.Other, got.Pages.Other, got.Paid.Other, orders)
			}
		})
	}
	charts := []string{sysLite}
	if _, err := exec.LookPath("nginx"); err == nil {
		charts = append(charts, sysNginx)
	}
	for _, system := range charts {
		trials.add(system+" shows a hall", func(t *testing.T) {
			bytes := map[string]int64{}
			for _, group := range []string{groupMap, mapChart} {
				got, err := l.readChart(t.Context(), spec{Group: group, System: system, Conns: 4, Round: 1, Length: 200 * time.Millisecond}, 8)
				if err != nil {
					t.Fatal(err)
				}
				if got.Other == 0 || got.RefusedTotal() != 0 {
					t.Errorf("%+v", got.Result)
				}
				bytes[group] = got.Stored
			}
			if bytes[mapChart] == 0 || bytes[groupMap] <= bytes[mapChart] {
				t.Errorf("%v", bytes)
			}
		})
	}
	for scenario, ops := range map[hammer.Scenario][]hammer.Op{
		hammer.Seats:     {hammer.OpReserve, hammer.OpWait, hammer.OpReturn, hammer.OpBlock, hammer.OpUnblock, hammer.OpAccept, hammer.OpDecline, hammer.OpLeave},
		hammer.Exchanges: {hammer.OpReserve, hammer.OpPay, hammer.OpExchange, hammer.OpWithdraw, hammer.OpWait, hammer.OpReturn, hammer.OpAccept, hammer.OpDecline},
	} {
		trials.add("hammered "+string(scenario), func(t *testing.T) {
			testHammered(t, l, scenario, ops)
		})
	}
	for _, system := range []string{sysPG, sysLite} {
		trials.add(system+" reminds people", func(t *testing.T) {
			const mails = 300
			m, err := l.post(t.Context(), system, mails, false)
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.round(t.Context(), Config{WarmUp: 50 * time.Millisecond, Length: 200 * time.Millisecond}, 1)
			if err := errors.Join(err, m.close()); err != nil {
				t.Fatal(err)
			}
			if got.Rate <= 0 || got.Bare <= 0 || got.Mails < mails/2 || got.Without.Confirmed == 0 || got.With.Confirmed == 0 || got.Bytes < 1000 {
				t.Errorf("%+v", got)
			}
		})
	}
	for _, system := range []string{sysLite, sysSSE} {
		trials.add(system+" is followed", func(t *testing.T) {
			got, err := l.crowd(t.Context(), system, 1, 50, Config{WarmUp: 50 * time.Millisecond, Length: 200 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			if got.ReachedP50 <= 0 || got.ReachedP99 < got.ReachedP50 || system == sysLite && got.While == nil {
				t.Errorf("%+v", got)
			}
		})
	}
	trials.add("events are found", func(t *testing.T) {
		r := Report{Config: Config{Rounds: 1, Length: 20 * time.Millisecond}}
		if err := r.searchAmong(t.Context(), l, 400); err != nil {
			t.Fatal(err)
		}
		found := map[string]map[string]int{}
		for _, f := range r.Search {
			if found[f.Kind] == nil {
				found[f.Kind] = map[string]int{}
			}
			found[f.Kind][f.System] = f.Found
		}
		for kind, of := range found {
			if of[findHoldfast] == 0 && strings.HasPrefix(kind, "by ") && !strings.Contains(kind, "km") && !strings.Contains(kind, "one city") {
				t.Errorf("%s: nothing is found: %v", kind, of)
			}
			if _, ok := of[findPG]; !ok && kind != "a word with a typing error" {
				t.Errorf("%s: no baseline: %v", kind, of)
			}
		}
		if len(found) != len(finders.Kinds()) || len(r.SearchBuilt) != 3 {
			t.Errorf("%d kinds, %+v", len(found), r.SearchBuilt)
		}
	})
	trials.add("events are found over HTTP", func(t *testing.T) {
		r := Report{Config: Config{Rounds: 2, Length: 100 * time.Millisecond, Searched: []int{200}}}
		if err := r.searchOverHTTP(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		of := r.ListRead
		if of.Events != 200 || of.Paths < 100 || of.Found < of.Paths || of.Bytes < 200*float64(of.Paths) {
			t.Errorf("%+v", of)
		}
		for i := range r.Turns {
			if got := &r.Turns[i]; got.Other == 0 || got.RefusedTotal() != 0 || got.Unanswered != 0 {
				t.Errorf("%+v: %+v", got.spec, got.Result)
			}
		}
		if len(r.Turns) != 4 {
			t.Errorf("%d turns", len(r.Turns))
		}
	})
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		trials.add(system+" is joined before an on-sale", func(t *testing.T) {
			got, err := l.joinRoom(t.Context(), spec{Group: groupRoom, System: system, Conns: 8, Round: 1, Length: 200 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			if got.Other == 0 || got.RefusedTotal() != 0 || system != sysNoop && got.Stored < got.Other {
				t.Errorf("%d stored: %+v", got.Stored, got.Result)
			}
		})
	}
	for _, system := range charts {
		trials.add(system+" says how far a waiting room is", func(t *testing.T) {
			got, err := l.readDocument(t.Context(), spec{Group: roomDocument, System: system, Conns: 4, Round: 1, Length: 200 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			if got.Other == 0 || got.RefusedTotal() != 0 || got.Stored < 200 {
				t.Errorf("%d bytes: %+v", got.Stored, got.Result)
			}
		})
	}
	trials.add("a waiting room is restarted", func(t *testing.T) {
		got, err := l.crowdedRoom(t.Context(), sysLite, 200)
		if err != nil {
			t.Fatal(err)
		}
		if got.Entrants != 200 || len(got.Restarts) != roomRestarts || len(got.Empty) != roomRestarts || summarize(got.Restarts).Min <= 0 {
			t.Errorf("%+v", got)
		}
		if p := placesOf(1, 5000); p.All <= 0 || p.Own <= 0 {
			t.Errorf("%+v", p)
		}
	})
	for _, kind := range []string{roleTextbook, roleRedis} {
		trials.add(kind+" refuses", func(t *testing.T) {
			testRefusals(t, l, kind)
		})
	}
	trials.run(t)
}

// testHammered plays a scenario of the load tool about seats against a whole
// server: everything acknowledged is there, no seat was given twice, and verify
// finds nothing.
func testHammered(t *testing.T, l *lab, scenario hammer.Scenario, ops []hammer.Op) {
	r, err := l.launch(t.Context(), sysLite, false)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := r.close(); err != nil {
			t.Error(err)
		}
	}()
	acks := hammer.NewAckLog(nil)
	cfg := l.load(spec{System: sysLite, Conns: 8, Round: 3, Length: 20 * time.Second}, r)
	cfg.Scenario, cfg.NewRows, cfg.Requests, cfg.Keys, cfg.Acks = scenario, 6, 3000, true, acks
	res, err := hammer.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	// What an order, an offer or an exchange is no more is 409, or 410 when it is over.
	if res.Acknowledged == 0 || res.Waitlisted == 0 || res.Refused[409] == 0 || res.Unanswered != 0 || res.RefusedTotal() != res.Refused[409]+res.Refused[410] {
		t.Errorf("%+v", res)
	}
	if err := r.stopServers(); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), database.Config{URL: r.db})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // only read
	check, err := hammer.CheckAcks(t.Context(), acks, hammer.StoreSource{Store: s})
	if err != nil || !check.OK() || check.Orders == 0 || check.Entries == 0 {
		t.Errorf("%+v, %v", check, err)
	}
	seen := map[hammer.Op]bool{}
	for _, a := range acks.Acks() {
		seen[a.Op] = true
	}
	for _, op := range ops {
		if !seen[op] {
			t.Errorf("nothing was acknowledged of %s", op)
		}
	}
	ring, err := masterKeys(r.dir).Read()
	if err != nil {
		t.Fatal(err)
	}
	logs, err := tlog.ReadSigner(logKey(r.dir))
	if err != nil {
		t.Fatal(err)
	}
	report, err := verify.Run(t.Context(), s, verify.Options{WithoutJobs: true, AuditKeys: ring.AuditKeys(), Logs: logs})
	if err != nil || !report.Clean() {
		t.Errorf("%+v, %v", report, err)
	}
}

// testRefusals holds a baseline to the rules that make it a fair one: a person
// registers once, and whoever comes after the last place waits.
func testRefusals(t *testing.T, l *lab, kind string) {
	url, _, drop, err := l.freshPG(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var reg registrar
	end := func() error { return nil }
	switch kind {
	case roleTextbook:
		tb, err := newTextbook(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tb.pool.Exec(t.Context(), "update pools set capacity = 2"); err != nil {
			t.Fatal(err)
		}
		end = func() error { tb.pool.Close(); return nil }
		reg = tb
	case roleRedis:
		r, err := l.startRedis(t.Context())
		if err != nil {
			t.Log("left out:", err)
			return
		}
		c, err := newRedisCounter(t.Context(), url, r.Address(), 2)
		if err != nil {
			t.Fatal(err)
		}
		end = func() error { return firstOf(c.close(), r.Stop()) }
		reg = c
	}
	for i, want := range []string{"confirmed", "confirmed", "waitlisted"} {
		got, err := reg.register(t.Context(), l.pg.hot, &registration{UserID: fmt.Sprint("u", i), Email: "u@load.example", Name: "U"})
		if err != nil || got.Status != want {
			t.Errorf("person %d: %+v, %v, want %s", i, got, err, want)
		}
	}
	if got, err := reg.register(t.Context(), l.pg.hot, &registration{UserID: "u1"}); !errors.Is(err, errTaken) {
		t.Errorf("again: %+v, %v", got, err)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	if n, err := countStored(t.Context(), url, nil); err != nil || n != 3 {
		t.Errorf("%d stored, %v", n, err)
	}
	if err := drop(); err != nil {
		t.Error(err)
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestRatiosAreTakenWithinARound(t *testing.T) {
	r := &Report{}
	add := func(system string, round int, rate float64) {
		r.Turns = append(r.Turns, turn{spec: spec{Group: groupMain, System: system, Conns: 256, Round: round}, Result: &hammer.Result{PerSecond: rate}})
	}
	// The machine is twice as fast in round 2: the ratio is not touched.
	add(sysNoop, 1, 1000)
	add(sysPG, 1, 500)
	add(sysNoop, 2, 2000)
	add(sysPG, 2, 1000)
	add(sysNoop, 3, 1000)
	add(sysPG, 3, 400)
	add(sysPG, 4, 9999) // no no-op in its round: no ratio
	got := r.ratio(selection{groupMain, sysPG, 256}, selection{groupMain, sysNoop, 256}, perSecond)
	if got != (summary{Median: 0.5, Min: 0.4, Max: 0.5, N: 3}) {
		t.Errorf("%+v", got)
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		got    float64
		n      int
		atMost bool
		want   string
	}{
		{0.5, 1, false, "met, aim too"}, {0.4, 1, false, "met, aim missed"}, {0.2, 1, false, "**missed**"}, {0, 0, false, "not measured"},
		{0.2, 1, true, "met, aim too"},
	} {
		tg := target{got: summary{Median: c.got, N: c.n}, limit: 0.3, aim: 0.45, atMost: c.atMost}
		if c.atMost {
			tg.limit, tg.aim = 0.45, 0.3
		}
		if v := tg.verdict(); v != c.want {
			t.Errorf("%v: %s, want %s", c, v, c.want)
		}
	}
}

func TestReportNamesWhatWasNotMeasured(t *testing.T) {
	var out bytes.Buffer
	cfg, err := Config{}.checked()
	if err != nil {
		t.Fatal(err)
	}
	report := &Report{Config: cfg}
	if err := report.Write(&out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "| not measured |"); n != len(report.targets()) {
		t.Errorf("%d targets are said not to be measured\n%s", n, &out)
	}
	// Of a run of some groups it has those, and says so.
	if cfg, err = (Config{Groups: []string{groupDoor}}).checked(); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := (&Report{Config: cfg}).Write(&out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, "not measured") || !strings.Contains(text, "Only these groups were asked for: door.") || !strings.Contains(text, "## Check-in") || strings.Contains(text, "## Payments") {
		t.Errorf("a report of the door:\n%s", text)
	}
}

func TestProcessTreeCountsChildren(t *testing.T) {
	before := treeCPU(os.Getpid())
	cmd := exec.Command("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if used := treeCPU(os.Getpid()) - before; used < 2*clockTick {
		t.Errorf("a busy child used %s", used)
	}
	if readMachineCPU().busy == 0 {
		t.Error("no CPU was ever busy")
	}
	if treeCPU(1<<30) != 0 {
		t.Error("a process that does not exist used CPU")
	}
}
