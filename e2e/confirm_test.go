package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// diningUnits are released of each resource, and diningPeople wait for them.
	diningUnits, diningPeople = 8, 11
	// diningRound is how many resources, of an organization of their own, are played at once, and diningParty when
	// there are many to play.
	diningRound, diningParty = 25, 150
)

// dining is servers that ask a restaurant about what people accept.
type dining struct {
	*testing.T
	db         string
	servers    []*process
	key        string // of the organization that is played with
	restaurant *restaurant
	random     *rand.Rand
	client     http.Client
	accepts    atomic.Int64
	kills      int
}

// TestConfirmationsUnderKills: as many people as HOLDFAST_ACCEPTS says, on each engine, accept what another
// system is asked about, while the servers, two on PostgreSQL, and that system are killed in turns. It says yes,
// that it is gone, no, that it is busy, nothing, it answers late and twice. In the end each who accepted has it,
// is back on the waitlist, was declined, or is left to people, and the books of both sides agree.
func TestConfirmationsUnderKills(t *testing.T) {
	seed.InTurn(t, 1)
	want := count(t, "HOLDFAST_ACCEPTS", 60)
	engines(t, func(t *testing.T, db string) {
		d := &dining{T: t, db: db, restaurant: openRestaurant(t), random: rand.New(rand.NewPCG(seed.Of(t), 25)), client: http.Client{Timeout: 20 * time.Second}} //nolint:gosec // a history, not a secret
		one := serve(t, db, "--private-webhooks")
		d.servers = append(d.servers, one)
		if strings.HasPrefix(db, "postgres") {
			d.servers = append(d.servers, serveAs(t, db, one.key, "--private-webhooks"))
		}
		most := diningRound
		if want > diningParty*diningUnits {
			most = diningParty
		}
		for n := 0; d.accepts.Load() < int64(want); n++ {
			d.key = strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", fmt.Sprint("Round ", n)))
			d.play(n, min(most, (want-int(d.accepts.Load())+diningUnits-1)/diningUnits))
			if t.Failed() {
				break
			}
		}
		for _, s := range d.servers {
			s.stop()
		}
		verified(t, db)
		t.Logf("%d accepts, %d kills; the restaurant: %v", d.accepts.Load(), d.kills, d.restaurant.told())
	})
}

// play lets people wait for some resources and accept what they are offered, kills whoever is there, and sees
// what became of it.
func (d *dining) play(n, resources int) {
	d.Helper()
	d.restaurant.heal(false)
	keys := make([]string, resources)
	d.each(resources, func(i int) {
		keys[i] = fmt.Sprintf("tables-%d-%d", n, i)
		path := "/v1/resources/" + keys[i]
		d.send(http.MethodPut, path, object{"name": "Table", "window_seconds": 86400, "confirm_url": d.restaurant.url})
		for p := range diningPeople {
			d.send(http.MethodPost, path+"/waitlist:join", object{"user_id": fmt.Sprint("u", p), "email": fmt.Sprintf("u%d@example.org", p)})
		}
		d.send(http.MethodPost, path+":capacity-released", object{"event_id": "first", "units": diningUnits})
	})
	var accepting sync.WaitGroup
	accepting.Go(func() { d.each(resources, func(i int) { d.accept(keys[i]) }) })
	for round := range 2 {
		for i := range d.servers {
			for _, victim := range []interface {
				kill()
				restart() time.Duration
			}{d.servers[i], d.restaurant} {
				<-time.After(time.Duration(d.random.Int64N(int64(300 * time.Millisecond))))
				victim.kill()
				victim.restart()
				d.kills++
			}
		}
		if round == 0 && len(d.servers) > 1 { // as many kills on each engine
			break
		}
	}
	accepting.Wait()
	d.restaurant.heal(true)
	for tries := 0; ; tries++ {
		if tries > 20 {
			d.Fatal("what was accepted is still asked about")
		}
		d.passMinute()
		// What was declined goes to the next, who accept it too.
		settled := func() bool {
			var busy atomic.Int64
			d.each(resources, func(i int) { busy.Add(int64(d.accept(keys[i]))) })
			return busy.Load() == 0
		}
		end := time.Now().Add(8 * time.Second)
		for !settled() && time.Now().Before(end) {
			<-time.After(100 * time.Millisecond)
		}
		if settled() {
			break
		}
	}
	book := d.restaurant.book()
	for _, key := range keys {
		d.judge(key, book)
	}
}

// each does something for so many at once.
func (d *dining) each(n int, do func(i int)) {
	d.Helper()
	var done sync.WaitGroup
	gate := make(chan struct{}, 8)
	for i := range n {
		gate <- struct{}{}
		done.Go(func() {
			defer func() { <-gate }()
			do(i)
		})
	}
	done.Wait()
}

// send sends a request to any of the servers until one answers, which may have been killed meanwhile.
func (d *dining) send(method, path string, body any) (status int, answer []byte) {
	d.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		d.Error(err)
		return 0, nil
	}
	key := fmt.Sprintf("%s-%d", strings.ReplaceAll(path, "/", "-"), rand.Int64()) //nolint:gosec // a name, not a secret
	for end := time.Now().Add(time.Minute); ; {
		s := d.servers[rand.IntN(len(d.servers))] //nolint:gosec // whichever
		status, answer, err = d.try(s, method, path, key, text)
		if err == nil && status < http.StatusInternalServerError {
			return status, answer
		}
		if time.Now().After(end) {
			d.Errorf("%s %s: %d %s %v", method, path, status, answer, err)
			return status, answer
		}
		<-time.After(20 * time.Millisecond)
	}
}

func (d *dining) try(s *process, method, path, key string, text []byte) (status int, answer []byte, err error) {
	req, err := http.NewRequestWithContext(d.Context(), method, s.base+path, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+d.key)
	if method != http.MethodGet {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}

// diningOffer is an offer as the API shows it.
type diningOffer struct {
	ID           string
	EntryID      string `json:"entry_id"`
	Status       string
	Units        int64
	Confirmation *struct{ Status, Outcome string }
}

func (d *dining) offers(key string) []diningOffer {
	d.Helper()
	var page struct{ Items []diningOffer }
	status, answer := d.send(http.MethodGet, "/v1/resources/"+key+"/offers?limit=200", nil)
	if err := json.Unmarshal(answer, &page); err != nil || status != http.StatusOK {
		d.Errorf("%d %s %v", status, answer, err)
	}
	return page.Items
}

// accept accepts what is open of a resource, and returns of how many offers the end is not known yet.
func (d *dining) accept(key string) (busy int) {
	d.Helper()
	for _, o := range d.offers(key) {
		switch {
		case o.Status == "open":
			busy++
			switch status, answer := d.send(http.MethodPost, "/v1/resource-offers/"+o.ID+":accept", object{"payment_method_id": "pm_" + o.EntryID}); status {
			case http.StatusOK, http.StatusAccepted:
				d.accepts.Add(1)
			case http.StatusConflict: // it was accepted by a request whose answer was lost, and is decided
				d.accepts.Add(1)
			default:
				d.Errorf("accepted: %d %s", status, answer)
			}
		case o.Confirmation != nil && o.Confirmation.Status == "asking":
			busy++
		}
	}
	return busy
}

// passMinute kills the servers and lets a minute and more go by before they are started again, in what is stored:
// leases of whoever was killed while it asked are over, and what was put off is due.
func (d *dining) passMinute() {
	d.Helper()
	for _, s := range d.servers {
		s.kill()
		d.kills++
	}
	st, err := store.Open(d.Context(), database.Config{URL: d.db})
	if err != nil {
		d.Fatal(err)
	}
	for _, text := range []string{
		"update resource_confirmations set leased_until = 0, due_at = 0 where state = 'asking'",
		"update workers set seen_at = 0",
		"update river_job set state = 'available', scheduled_at = created_at where kind = 'resource_confirm' and state in ('scheduled', 'retryable', 'available')",
	} {
		if _, err := st.JobsDB().ExecContext(d.Context(), text); err != nil {
			d.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		d.Fatal(err)
	}
	for _, s := range d.servers {
		s.restart()
	}
}

// judge compares what became of a resource with the book of the restaurant.
func (d *dining) judge(key string, book map[string]int) {
	d.Helper()
	outcomes := map[int]string{http.StatusOK: "accepted", http.StatusCreated: "accepted", http.StatusConflict: "taken", http.StatusUnprocessableEntity: "declined"}
	ends := map[string]string{} // by entry, as its offers say
	given := int64(0)
	for _, o := range d.offers(key) {
		said, known := book[o.ID]
		switch c := o.Confirmation; {
		case c == nil:
			d.Errorf("%s: %+v was not asked about", key, o)
		case c.Status == "failed": // left to people, who look into the book: it has nothing
			if ends[o.EntryID] = "accepting"; known || o.Status != "accepting" {
				d.Errorf("%s: %+v is left to people, and the restaurant has said %d", key, o, said)
			}
		case c.Status != "ended" || !known || c.Outcome != outcomes[said]:
			d.Errorf("%s: %+v %+v, and the restaurant has said %d", key, o, *c, said)
		case c.Outcome == "accepted":
			ends[o.EntryID] = "accepted"
			given += o.Units
		case c.Outcome == "declined":
			ends[o.EntryID] = "declined"
		}
		delete(book, o.ID)
	}
	if given > diningUnits-1 { // one of which the restaurant has sold itself
		d.Errorf("%s: %d units were given", key, given)
	}
	var page struct {
		Items []struct{ ID, Status string }
	}
	status, answer := d.send(http.MethodGet, "/v1/resources/"+key+"/waitlist?everybody=true&limit=200", nil)
	if err := json.Unmarshal(answer, &page); err != nil || status != http.StatusOK || len(page.Items) != diningPeople {
		d.Fatalf("%d %s %v", status, answer, err)
	}
	for _, e := range page.Items {
		want := ends[e.ID]
		if want == "" {
			want = "waiting"
		}
		if e.Status != want {
			d.Errorf("%s: the place %s is %s, want %s", key, e.ID, e.Status, want)
		}
	}
}

// told is how often the restaurant has said what.
func (r *restaurant) told() map[int]int {
	said := map[int]int{}
	for _, status := range r.book() {
		said[status]++
	}
	return said
}

// openRestaurant starts a restaurant with an empty book.
func openRestaurant(t *testing.T) *restaurant {
	t.Helper()
	address := freeAddress(t)
	r := &restaurant{t: t, address: address, url: "http://" + address + "/confirm", file: filepath.Join(t.TempDir(), "book")}
	r.start()
	t.Cleanup(r.kill)
	return r
}

// heal has a restaurant answer all that it is asked at once, or not any more.
func (r *restaurant) heal(healed bool) {
	r.t.Helper()
	var err error
	if healed {
		err = os.WriteFile(r.file+healedMark, nil, 0o600)
	} else if err = os.Remove(r.file + healedMark); errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// book is what a restaurant has decided, by the id of the offer.
func (r *restaurant) book() map[string]int {
	r.t.Helper()
	lines, err := readBook(r.file)
	if err != nil {
		r.t.Fatal(err)
	}
	said := map[string]int{}
	for _, l := range lines {
		if was, twice := said[l.Key]; twice {
			r.t.Errorf("the restaurant has decided %s twice: %d and %d", l.Key, was, l.Status)
		}
		said[l.Key] = l.Status
	}
	return said
}

// ready waits until a restaurant answers.
func (r *restaurant) ready() {
	r.t.Helper()
	within(r.t, 30*time.Second, "the restaurant answers", func() bool {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://"+r.address+"/", nil)
		if err != nil {
			r.t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		return err == nil && resp.Body.Close() == nil
	})
}
