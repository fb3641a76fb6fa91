package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

var pretixData = filepath.Join("..", "internal", "saleimport", "testdata")

// manyOrders is a file of pretix with so many orders of two tickets, made of the first that
// a real pretix has exported.
func manyOrders(t *testing.T, n int) (file string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(pretixData, "pretix.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f map[string]map[string]any
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	var orders []any
	for i := range n {
		position := func(no int) map[string]any {
			return map[string]any{"id": 2*i + no, "positionid": no, "item": 1, "variation": 1, "price": "49.00", "tax_rate": "19", "attendee_name": fmt.Sprint("Guest ", no), "secret": fmt.Sprintf("secret-%06d-%d", i, no)}
		}
		orders = append(orders, map[string]any{
			"code": fmt.Sprintf("C%05d", i), "status": "p", "email": fmt.Sprintf("buyer%d@example.org", i), "locale": "en", "datetime": "2026-11-01T12:00:00Z",
			"positions": []any{position(1), position(2)},
		})
	}
	f["event"]["orders"], f["event"]["questions"] = orders, []any{}
	for _, q := range f["event"]["quotas"].([]any) {
		q.(map[string]any)["size"] = 2 * n
	}
	if text, err = json.Marshal(f); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "many.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestImport moves a sale in by command, on each engine: what a real pretix has exported
// into a draft that the command creates, and many orders to a server that is killed
// meanwhile, again and again: nothing comes twice and nothing halfway, and codes of pretix
// open the door.
func TestImport(t *testing.T) {
	seed.InTurn(t, 3)
	together(t, func(t *testing.T, db string) {
		s := serve(t, db)
		files := []string{"--waitlist", filepath.Join(pretixData, "pretix-waitinglist.de.semicolon.csv"), filepath.Join(pretixData, "pretix.json")}
		at := []string{"import", "--target", s.base, "--key", s.key, "--from", "pretix"}
		command := slices.Concat(at, []string{"--starts-at", "2099-06-10T19:00:00+02:00", "--ends-at", "2099-06-11T00:00:00+02:00", "--timezone", "Europe/Berlin"})
		if out := must(t, slices.Concat(command, []string{"--dry-run"}, files)...); !strings.Contains(out, "8 orders with 12 tickets, 1 of them not paid yet; 5 people on the waitlist") || !strings.Contains(out, "Nothing was changed") {
			t.Errorf("dry run: %s", out)
		}
		out := must(t, slices.Concat(command, files)...)
		if !strings.Contains(out, "8 orders came in, 5 are on the waitlist, 0 had come in before, 0 were refused.") {
			t.Errorf("import: %s", out)
		}
		if again := must(t, slices.Concat(command, files)...); !strings.Contains(again, "0 orders came in, 0 are on the waitlist, 13 had come in before, 0 were refused.") {
			t.Errorf("again: %s", again)
		}
		event := regexp.MustCompile(`evt_\w+`).FindString(out)
		s.call("POST", "/v1/events/"+event+":publish", nil).want(200)
		small := s.newEvent(3, object{"currency": "EUR", "tiers": []object{{"name": "Festival ticket – Regular", "price": 4900}}})
		if out, err := holdfast(t, slices.Concat(at, []string{"--event", small, filepath.Join(pretixData, "pretix.json")})...); err == nil || !strings.Contains(out, "is the name of no tier of this event") || !strings.Contains(out, "raise its capacity") {
			t.Errorf("too small: %s", out)
		}

		const orders = 400
		many := manyOrders(t, orders)
		large := s.newEvent(2*orders, object{"publish": false, "currency": "EUR", "tiers": []object{{"name": "Festival ticket – Regular", "price": 4900}}})
		random := rand.New(rand.NewPCG(seed.Of(t), orders))
		body := object{"from": "pretix", "file": read(t, many)}
		name := s.call("POST", "/v1/events/"+large+"/sale-imports", body).want(202).at("import_id")
		for range 2 {
			until := random.IntN(orders)
			within(t, time.Minute, "the import has come so far", func() bool {
				got := s.call("GET", "/v1/imports/"+name, nil).want(200)
				worked, err := strconv.Atoi(got.at("worked"))
				return err == nil && worked >= until || got.at("state") == "done"
			})
			s.kill()
			s.restart()
		}
		within(t, 2*time.Minute, "the import is done", func() bool { return s.call("GET", "/v1/imports/"+name, nil).want(200).at("state") == "done" })
		if out := must(t, slices.Concat(at, []string{"--event", large, many})...); !strings.Contains(out, fmt.Sprintf("0 orders came in, 0 are on the waitlist, %d had come in before", orders)) {
			t.Errorf("again: %s", out)
		}
		s.call("GET", "/v1/events/"+large, nil).want(200).is("availability.confirmed", fmt.Sprint(2*orders)).is("availability.held", "0")
		for range 5 {
			code := fmt.Sprintf("secret-%06d-%d", random.IntN(orders), 1+random.IntN(2))
			s.call("POST", "/v1/checkins", object{"event_id": large, "token": code}).want(200)
		}
		s.scan(large, fmt.Sprintf("secret-%06d-2", orders-1), "admit")
		s.scan(large, fmt.Sprintf("secret-%06d-2", orders-1), "already_admitted")
		s.stop()
		verified(t, db)
	})
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
