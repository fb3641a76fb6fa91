package e2e

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
)

// browserTime bounds one run of the browser tests.
const browserTime = 10 * time.Minute

// missing skips a test for want of a program, which CI never lacks.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// browse runs web/e2e/main.mjs against a server.
func browse(t *testing.T, p *process, args ...string) {
	t.Helper()
	browseWith(t, "main", p, args...)
}

// browseWith runs a script of web/e2e against a server.
func browseWith(t *testing.T, script string, p *process, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		missing(t, "no Node.js, so no browser tests")
	}
	if _, err := os.Stat("../web/node_modules/playwright-core"); err != nil {
		missing(t, "the packages of web/ are not installed (make build), so no browser tests")
	}
	var said bytes.Buffer
	find := exec.Command("../scripts/chromium")
	find.Stderr = &said
	chromium, err := find.Output()
	if err != nil || len(chromium) == 0 {
		missing(t, "no browser tests: "+said.String())
	}
	resp, err := http.Get(p.base + "/theme.js")
	if err != nil {
		t.Fatal(err)
	}
	if resp.Body.Close() != nil || resp.StatusCode != http.StatusOK {
		missing(t, "the binary was built without the web app (make build), so no browser tests")
	}
	ctx, cancel := context.WithTimeout(t.Context(), browserTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", append([]string{
		"../web/e2e/" + script + ".mjs", "--base", p.base, "--key", p.key, "--chromium", strings.TrimSpace(string(chromium)),
	}, args...)...)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatalf("the browser tests: %v", err)
	}
}

// ownerKey is a key that may do everything: the tests invite members with it.
func ownerKey(t *testing.T, db string) string {
	t.Helper()
	return strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner"))
}

// TestBrowser has people use the pages, and looks at all of them, with axe, in both
// themes and two sizes. The same journeys on PostgreSQL are TestJourneys'.
func TestBrowser(t *testing.T) {
	db := sqlite(t)
	args := []string{"--thorough"}
	if screens := os.Getenv("HOLDFAST_SCREENS"); screens != "" {
		args = append(args, "--screens", screens)
	}
	browse(t, serveAs(t, db, ownerKey(t, db)), args...)
	verified(t, db)
}

// TestJourneys has the journeys of a guest, an organizer, a door and a buyer made
// as often in a row as HOLDFAST_JOURNEYS says, each time on servers and databases
// of their own. Nothing is tried twice: the first failure ends it. Once is on
// PostgreSQL, because TestBrowser and TestBuyers make them on SQLite.
func TestJourneys(t *testing.T) {
	runs := count(t, "HOLDFAST_JOURNEYS", 1)
	for n := range runs {
		engine, open := "postgres", func(t *testing.T) string { return pgserver.ForTest(t) }
		if n%2 == 1 {
			engine, open = "sqlite", sqlite
		}
		began := time.Now()
		passed := t.Run(fmt.Sprintf("%d-%s", n+1, engine), func(t *testing.T) {
			db := open(t)
			browse(t, serveAs(t, db, ownerKey(t, db)))
			verified(t, db)
			shop := open(t)
			browseWith(t, "checkout", serveDemo(t, shop))
			verified(t, shop)
		})
		if !passed {
			t.Fatalf("run %d of %d failed, after %d without a failure", n+1, runs, n)
		}
		t.Logf("run %d of %d passed, in %s", n+1, runs, time.Since(began).Round(time.Second))
	}
}
