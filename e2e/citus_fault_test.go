package e2e

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// spreadLoad is a server on a coordinator and two workers, and a load on events of both workers.
type spreadLoad struct {
	t       *testing.T
	cluster *pgserver.Citus
	db      string
	s       *process
	l       *load
	conn    *pgx.Conn // to the coordinator
	extra   int       // people who were registered beside the load
}

// citusDB is the database on each node.
const citusDB = "hf"

// onEach is how many events each worker has.
const onEach = 2

func newSpreadLoad(t *testing.T) *spreadLoad {
	t.Helper()
	const shards = 4 // two for each worker
	c := &spreadLoad{t: t, cluster: pgserver.RequireCitus(t, shards)}
	var err error
	if c.db, err = c.cluster.CreateDB(t.Context(), citusDB); err != nil {
		t.Fatal(err)
	}
	must(t, "migrate", "--db", c.db)
	if c.conn, err = pgx.Connect(t.Context(), c.db); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.conn.Close(t.Context()) }) // the cluster ends with the test
	c.s = serve(t, c.db, "--log-level", "error")
	c.l = c.s.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t)})
	var events []string
	have := map[int]int{}
	for len(events) < onEach*len(c.cluster.Workers()) {
		event := c.s.newEvent(300, nil)
		if w := c.workerOf(event); have[w] < onEach {
			have[w]++
			events = append(events, event)
		}
	}
	c.l.cfg.Events = events
	return c
}

// ask returns one number of the coordinator.
func (c *spreadLoad) ask(query string, args ...any) (n int) {
	c.t.Helper()
	if err := c.conn.QueryRow(c.t.Context(), query, args...).Scan(&n); err != nil {
		c.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// do has the coordinator do something.
func (c *spreadLoad) do(text string) {
	c.t.Helper()
	if _, err := c.conn.Exec(c.t.Context(), text); err != nil {
		c.t.Fatalf("%s: %v", text, err)
	}
}

// workerOf is which worker has an event.
func (c *spreadLoad) workerOf(event string) int {
	c.t.Helper()
	port := c.ask("select nodeport from citus_shards where shardid = get_shard_id_for_distribution_column('events', $1::text)", event)
	return slices.IndexFunc(c.cluster.Workers(), func(s *pgserver.Server) bool { return s.Port() == port })
}

// eventOf is an event of a worker, or of another one.
func (c *spreadLoad) eventOf(worker int, is bool) string {
	c.t.Helper()
	i := slices.IndexFunc(c.l.cfg.Events, func(event string) bool { return (c.workerOf(event) == worker) == is })
	if i < 0 {
		c.t.Fatalf("worker %d: no event is %t on it", worker, is)
	}
	return c.l.cfg.Events[i]
}

// register registers somebody, or puts them on the waitlist.
func (c *spreadLoad) register(event string) *reply {
	c.t.Helper()
	c.extra++
	return c.s.call("POST", "/v1/events/"+event+"/registrations", person("extra"+strconv.Itoa(c.extra)))
}

// acknowledged waits until so much more was acknowledged.
func (c *spreadLoad) acknowledged(more int) {
	c.t.Helper()
	had := len(c.l.cfg.Acks.Acks())
	within(c.t, 60*time.Second, "more is acknowledged", func() bool { return len(c.l.cfg.Acks.Acks()) > had+more })
}

// ends checks everything once the load has ended.
func (c *spreadLoad) ends(stop func() *hammer.Result) {
	c.t.Helper()
	onlyClean(c.t, stop())
	c.l.kept(c.t)
	within(c.t, recoverIn, "no transaction is left in doubt", func() bool {
		n := 0
		for _, w := range c.cluster.Workers() {
			text, err := w.Ask(c.t.Context(), citusDB, "select count(*)::text from pg_prepared_xacts")
			if err != nil {
				c.t.Fatal(err)
			}
			if text != "0" {
				n++
			}
		}
		return n == 0
	})
	c.s.stop()
	verified(c.t, c.db)
}

// TestCitusWorkerKilled kills a worker of a cluster under load, as often as HOLDFAST_WORKER_KILLS
// says, and starts it again: meanwhile its events are answered 503, with the time to come back
// after, and those of the other worker go on. Nothing that was acknowledged is lost and nothing
// is done twice.
func TestCitusWorkerKilled(t *testing.T) {
	kills := count(t, "HOLDFAST_WORKER_KILLS", 1)
	c := newSpreadLoad(t)
	random := rand.New(rand.NewPCG(seed.Of(t), uint64(kills)))
	stop := c.l.start(t)
	var slowest time.Duration
	for n := range kills {
		c.acknowledged(50)
		worker := random.IntN(len(c.cluster.Workers()))
		theirs, other := c.eventOf(worker, true), c.eventOf(worker, false)
		<-time.After(time.Duration(random.Int64N(int64(200 * time.Millisecond))))
		down := c.cluster.Workers()[worker]
		if err := down.Kill(); err != nil {
			t.Fatal(err)
		}
		killed := time.Now()
		for range 3 {
			if after := c.register(theirs).want(503).header.Get("Retry-After"); after == "" {
				t.Error("whoever is to come back is not told when")
			}
			c.s.call("GET", "/v1/events/"+theirs, nil).want(503)
		}
		for range 10 {
			c.register(other).want(201)
			c.s.call("GET", "/v1/events/"+other, nil).want(200)
		}
		if status, _ := c.s.get("/readyz"); status != 200 {
			t.Errorf("the server is not ready (%d) although one worker alone is away", status)
		}
		away := time.Since(killed)
		if err := down.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		back := time.Now()
		within(t, recoverIn, "the events of the worker go on", func() bool { return c.register(theirs).status == 201 })
		took := time.Since(back)
		slowest = max(slowest, took)
		t.Logf("kill %d: away for %s, the next change of its events acknowledged %s after it was back", n+1, away.Round(time.Millisecond), took.Round(time.Millisecond))
	}
	c.acknowledged(50)
	t.Logf("%d kills; the events went on at most %s after their worker was back", kills, slowest.Round(time.Millisecond))
	c.ends(stop)
}

// TestCitusShardMoved moves the events of one worker to the other and back while they are sold,
// as often as HOLDFAST_SHARD_MOVES says, and in the end some to a worker that is new: those who
// register may wait, nobody is turned away for good, and nothing is lost.
func TestCitusShardMoved(t *testing.T) {
	moves := count(t, "HOLDFAST_SHARD_MOVES", 0)
	if moves == 0 {
		t.Skip("HOLDFAST_SHARD_MOVES is not set: a move takes long, and make prove has some")
	}
	c := newSpreadLoad(t)
	stop := c.l.start(t)
	for n := range moves {
		c.acknowledged(50)
		event := c.l.cfg.Events[n%len(c.l.cfg.Events)]
		from := c.workerOf(event)
		to := (from + 1) % len(c.cluster.Workers())
		mode := []string{"auto", "block_writes"}[n%2]
		began := time.Now()
		c.do(fmt.Sprintf("select citus_move_shard_placement(get_shard_id_for_distribution_column('events', '%s'::text), '127.0.0.1', %d, '127.0.0.1', %d, '%s')",
			event, c.cluster.Workers()[from].Port(), c.cluster.Workers()[to].Port(), mode))
		t.Logf("move %d (%s): %s", n+1, mode, time.Since(began).Round(time.Millisecond))
		if now := c.workerOf(event); now != to {
			t.Fatalf("the event is on worker %d, want %d", now, to)
		}
		c.register(event).want(201)
	}
	if err := c.cluster.AddWorker(t.Context(), citusDB); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	c.do("select citus_rebalance_start()")
	c.do("select citus_rebalance_wait()")
	t.Logf("a worker was added and given shards in %s", time.Since(began).Round(time.Millisecond))
	newest := len(c.cluster.Workers()) - 1
	if n := c.ask("select count(*) from citus_shards where table_name = 'events'::regclass and nodeport = $1::int", c.cluster.Workers()[newest].Port()); n == 0 {
		t.Error("the new worker has no events")
	}
	for _, event := range c.l.cfg.Events {
		c.register(event).want(201)
	}
	c.acknowledged(50)
	c.ends(stop)
}
