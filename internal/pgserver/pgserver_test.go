package pgserver

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { Main(m, 0) }

func query(t *testing.T, url, text string) int64 {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // the test is over either way
	var n int64
	if err := conn.QueryRow(t.Context(), text).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestForTestGivesFreshDatabases(t *testing.T) {
	one, two := ForTest(t), ForTest(t)
	if one == two {
		t.Fatal("two databases with one name")
	}
	query(t, one, "with made as (select 1 as a) select a::bigint from made")
	conn, err := pgx.Connect(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "create table only_here (a int)"); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := query(t, two, "select count(*) from pg_tables where tablename = 'only_here'"); n != 0 {
		t.Error("a table of one database is seen in the other")
	}
}

func TestKillAndRestartKeepsWhatWasCommitted(t *testing.T) {
	server, err := Start(t.Context(), Options{Durable: true, Settings: map[string]string{"shared_buffers": "16MB"}})
	Require(t, err)
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(server.dir); !os.IsNotExist(err) {
			t.Errorf("Stop left %s behind", server.dir)
		}
	})
	if err := server.exec(t.Context(), "postgres", "create table kept as select 7::bigint as a"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := server.exec(t.Context(), "postgres", "select 1"); err == nil {
			t.Fatal("a killed cluster answers")
		}
		if err := server.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := query(t, server.TCPURL("postgres"), "select a from kept"); n != 7 {
			t.Fatalf("after a restart the row has %d, want 7", n)
		}
	}
}
