package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// CitusVariable names the environment variable with the directory of initdb and postgres of
// a PostgreSQL that has the extension Citus.
const CitusVariable = "HOLDFAST_CITUS"

// Citus is a coordinator and its workers.
type Citus struct {
	nodes []*Server // the coordinator is the first
	how   Options   // of each node
}

// StartCitus starts a coordinator and workers, all empty. Distributed tables have a given
// number of shards.
func StartCitus(ctx context.Context, bin string, workers, shards int) (*Citus, error) {
	c := &Citus{nodes: make([]*Server, 1+workers), how: Options{Bin: bin, Settings: map[string]string{
		"shared_preload_libraries":   "citus",
		"max_prepared_transactions":  "200",
		"wal_level":                  "logical",
		"citus.shard_count":          strconv.Itoa(shards),
		"citus.recover_2pc_interval": "1s",              // as docs/CITUS.md asks for
		"citus.node_conninfo":        "sslmode=disable", // else libpq looks for certificates in a home that is not the server's
	}}}
	errs := make([]error, len(c.nodes))
	var started sync.WaitGroup
	for i := range c.nodes {
		started.Go(func() {
			c.nodes[i], errs[i] = Start(ctx, c.how)
		})
	}
	started.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

// CreateDB makes an empty database on all nodes, and returns its URL at the coordinator.
func (c *Citus) CreateDB(ctx context.Context, name string) (string, error) {
	var others []string
	for _, s := range c.nodes[1:] {
		others = append(others, s.TCPURL("postgres"))
	}
	return c.nodes[0].TCPURL(name), spread(ctx, name, c.nodes[0].TCPURL("postgres"), others)
}

// Workers are the other nodes.
func (c *Citus) Workers() []*Server { return c.nodes[1:] }

// AddWorker starts one more worker, of a database that there is. No rows are moved to it.
func (c *Citus) AddWorker(ctx context.Context, name string) error {
	s, err := Start(ctx, c.how)
	if err != nil {
		return err
	}
	c.nodes = append(c.nodes, s)
	conn, err := nodeDatabase(ctx, name, s.TCPURL("postgres"))
	if err != nil {
		return err
	}
	if err := conn.Close(ctx); err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	text := fmt.Sprintf("select citus_add_node('127.0.0.1', %d)", s.Port())
	if err := c.nodes[0].exec(ctx, name, text); err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	return nil
}

// Stop ends all nodes.
func (c *Citus) Stop() error {
	var errs []error
	for _, s := range c.nodes {
		if s != nil {
			errs = append(errs, s.Stop())
		}
	}
	return errors.Join(errs...)
}

// spreadDatabase makes an empty database beside that of a connection to a coordinator, on
// the nodes that this one has.
func spreadDatabase(ctx context.Context, coordinator *pgx.Conn, name string) error {
	rows, err := coordinator.Query(ctx, "select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid")
	if err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	at := func(host string, port int) string {
		return fmt.Sprintf("postgres://%s@%s:%d/postgres?sslmode=disable", coordinator.Config().User, host, port)
	}
	var others []string
	var host string
	var port int
	if _, err := pgx.ForEachRow(rows, []any{&host, &port}, func() error {
		others = append(others, at(host, port))
		return nil
	}); err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	return spread(ctx, name, at(coordinator.Config().Host, int(coordinator.Config().Port)), others)
}

// spread makes a database at a coordinator and its workers, which are given by URLs of
// another database of each.
func spread(ctx context.Context, name, coordinator string, workers []string) error {
	var first *pgx.Conn
	for i, address := range append([]string{coordinator}, workers...) {
		conn, err := nodeDatabase(ctx, name, address)
		if err != nil {
			return err
		}
		defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // what it did is told by the statements
		c := conn.Config()
		text := "select citus_add_node($1, $2)"
		if i == 0 {
			first, text = conn, "select citus_set_coordinator_host($1, $2)"
		}
		if _, err := first.Exec(ctx, text, c.Host, int(c.Port)); err != nil {
			return fmt.Errorf("pgserver: %w", err)
		}
	}
	return nil
}

// nodeDatabase makes an empty database with the extension on one node, which is given by the URL
// of another database, and connects to it.
func nodeDatabase(ctx context.Context, name, address string) (*pgx.Conn, error) {
	beside, err := pgx.Connect(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("pgserver: %w", err)
	}
	_, err = beside.Exec(ctx, "create database "+pgx.Identifier{name}.Sanitize())
	if err = errors.Join(err, beside.Close(ctx)); err != nil {
		return nil, fmt.Errorf("pgserver: %w", err)
	}
	c, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("pgserver: %w", err)
	}
	c.Database = name
	conn, err := pgx.ConnectConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("pgserver: %w", err)
	}
	if _, err := conn.Exec(ctx, "create extension citus"); err != nil {
		return nil, errors.Join(fmt.Errorf("pgserver: %w", err), conn.Close(ctx))
	}
	return conn, nil
}

// SkipWithoutCitus skips a test where CitusVariable is not set.
func SkipWithoutCitus(t testing.TB) {
	t.Helper()
	switch bin := os.Getenv(CitusVariable); {
	case bin == "":
		t.Skip(CitusVariable + " does not name the programs of a PostgreSQL with Citus")
	case !executable(filepath.Join(bin, "initdb")) || !executable(filepath.Join(bin, "postgres")):
		t.Fatalf("%s=%s has no initdb and postgres", CitusVariable, bin)
	}
}

// RequireCitus starts a coordinator and two workers for a test, and skips it where there is
// no Citus.
func RequireCitus(t testing.TB, shards int) *Citus {
	t.Helper()
	SkipWithoutCitus(t)
	const workers = 2
	c, err := StartCitus(t.Context(), os.Getenv(CitusVariable), workers, shards)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	return c
}
