package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/move"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestMoved moves a history of everything that events have from SQLite to PostgreSQL and
// back: each time what verify reads and finds is the same, and every row.
func TestMoved(t *testing.T) {
	seed.InTurn(t, 2)
	t.Parallel()
	f, _ := history(t, testdb.SQLite(t), 7, 10)
	wantClean(t, f.store)
	there := testdb.Postgres(t)
	first := movedTo(t, f.url, there)
	second := movedTo(t, there, testdb.SQLite(t))
	if !slices.EqualFunc(first.Tables, second.Tables, func(a, b move.Table) bool { return a.Name == b.Name && a.Rows == b.Rows && a.Target == b.Target }) {
		t.Errorf("what came back is not what went:\n%v\n%v", first.Tables, second.Tables)
	}
	var empty []string
	for _, table := range first.Tables {
		if table.Rows == 0 {
			empty = append(empty, table.Name)
		}
	}
	if t.Logf("%d rows; without any: %s", first.Rows, strings.Join(empty, " ")); len(first.Tables)-len(empty) < 50 {
		t.Errorf("only %d tables have rows", len(first.Tables)-len(empty))
	}
}

func movedTo(t *testing.T, from, to string) *move.Report {
	t.Helper()
	r, err := move.Run(t.Context(), move.Config{Source: testdb.Open(t, from), Target: testdb.Open(t, to), From: from, To: to, AuditKeys: auditKeys})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Finished || r.SourceVerified.Checked != r.TargetVerified.Checked {
		t.Fatal(r.Differences)
	}
	for _, v := range r.TargetVerified.Violations { // the history lives in a time of its own
		if !strings.Contains(v.What, "ahead of the time") && !strings.Contains(v.What, "was to be paid by") {
			t.Errorf("%+v", v)
		}
	}
	return r
}
