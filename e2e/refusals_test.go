package e2e

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
)

// refusals is why people were refused at an event.
type refusals struct {
	Exact bool
	Items []struct {
		Code  string
		Count int64
	}
}

// TestRefusalsOfTwoServers: organizers see at each server what both have refused: about, while both
// count, and exactly when one of them has stopped, and when all were started again.
func TestRefusalsOfTwoServers(t *testing.T) {
	t.Parallel()
	db := pgserver.ForTest(t)
	one := serve(t, db)
	two := serveAs(t, db, one.key)
	event := "/v1/events/" + one.newEvent(5, nil)
	refuse := func(p *process, times int) {
		for range times {
			p.call("POST", event+"/waiting-room:join", nil, "Authorization: ").want(404).is("code", "no_waiting_room")
		}
	}
	sees := func(p *process) (r refusals) {
		if err := json.Unmarshal(p.call("GET", event+"/refusals", nil).want(200).body, &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	refuse(one, 3)
	refuse(two, 4)
	within(t, 10*time.Second, "each server knows that the other counts", func() bool { return !sees(one).Exact && !sees(two).Exact })
	refuse(two, 5)
	two.stop()
	wants := func(p *process, count int64) {
		t.Helper()
		if r := sees(p); !r.Exact || len(r.Items) != 1 || r.Items[0].Code != "no_waiting_room" || r.Items[0].Count != count {
			t.Errorf("%s says %+v, want %d", p.base, r, count)
		}
	}
	wants(one, 12)
	refuse(one, 1)
	one.stop()
	one.restart()
	wants(one, 13)
	one.stop()
	verified(t, db)
}
