package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// A draw is served so long after its seal at the earliest, and drawn so long.
const sealToServing, sealToDrawing = 90 * time.Second, time.Minute

// TestDrawKilled kills the server at each step of a draw: while people join, as it is sealed, as it
// is drawn, and while they are called. No place that was acknowledged is lost or given twice, the
// order is the one that follows from the public document, people come in by it, and a receipt that
// was kept agrees with the draw.
func TestDrawKilled(t *testing.T) {
	seed.InTurn(t, 2)
	rounds, people := count(t, "HOLDFAST_DRAW_KILLS", 1), count(t, "HOLDFAST_DRAW_PEOPLE", 120)
	engines(t, func(t *testing.T, db string) {
		s := serveOwnTime(t, db)
		random := rand.New(rand.NewPCG(seed.Of(t), 1))
		for n := range rounds {
			s.drawKilled(t, random, people, uint64(n)) //nolint:gosec // not negative
		}
		s.stop()
		s.verified()
	})
}

// TestBallotKilled kills the server at each step of a ballot: while people say what they want, as it
// is sealed, as it is drawn, and again and again while they are put on the waitlist. No application
// that was acknowledged is lost or changed, everybody is on the waitlist once, in the order that
// follows from the public document, and those who were struck out are not.
func TestBallotKilled(t *testing.T) {
	seed.InTurn(t, 3)
	rounds, people := count(t, "HOLDFAST_DRAW_KILLS", 1), count(t, "HOLDFAST_DRAW_PEOPLE", 120)
	engines(t, func(t *testing.T, db string) {
		s := serveOwnTime(t, db)
		random := rand.New(rand.NewPCG(seed.Of(t), 2))
		for n := range rounds {
			s.ballotKilled(random, people, n)
		}
		s.stop()
		s.verified()
	})
}

// TestHammerDraw is the command that plays a draw, which takes two minutes by its terms.
func TestHammerDraw(t *testing.T) {
	if out, err := holdfast(t, "hammer", "--key", "k", "--scenario", "draw", "--duration", "100s"); err == nil || !strings.Contains(err.Error(), "takes a longer duration") {
		t.Errorf("%s, %v", out, err)
	}
	if !seed.Proving() {
		t.Skip("it waits for the seal of a draw and its serving: make prove has it")
	}
	together(t, func(t *testing.T, db string) {
		s := serve(t, db, "--trusted-proxies", "1")
		out := must(t, "hammer", "--target", s.base, "--key", s.key, "--scenario", "draw", "--requests", "60", "--rate", "3", "--seal-after", "12s", "--capacity", "60", "--inside", "30",
			"--think", "100ms", "--connections", "8", "--duration", "3m", "--verify-db", db)
		for _, want := range []string{"waiting room  60 joined, 60 called", "of 30 inside", "0 lost, 0 doubled, 0 out of order, 0 times too many inside", "holds"} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is not in:\n%s", want, out)
			}
		}
	})
}

// killAt kills the server within so long, and starts it again.
func (s *ownTime) killAt(random *rand.Rand, within time.Duration, when string) {
	s.t.Helper()
	<-time.After(time.Duration(random.Int64N(int64(within))))
	s.kill()
	if took := s.restart(); took > readyIn {
		s.t.Errorf("killed %s: ready after %s, want at most %s", when, took, readyIn)
	}
}

// drawnRoom is what the public document of a waiting room says.
type drawnRoom struct {
	Phase    string
	Entrants int64
	Serving  int64
	SealsAt  time.Time `json:"seals_at"`
	Draw     struct {
		Entrants *int64
		Seed     string
	}
}

func (s *ownTime) room(event string) (r drawnRoom) {
	s.t.Helper()
	// With the key: a stranger who asks so often is told to wait.
	if err := json.Unmarshal(s.call("GET", "/v1/events/"+event+"/waiting-room", nil).want(200).body, &r); err != nil {
		s.t.Fatal(err)
	}
	return r
}

// until waits until the public document of a room is so.
func (s *ownTime) until(event, what string, is func(*drawnRoom) bool) (r drawnRoom) {
	s.t.Helper()
	within(s.t, 60*time.Second, what, func() bool {
		r = s.room(event)
		return is(&r)
	})
	return r
}

// sealKilled moves on to the seal of a draw, kills the server as it is sealed, and moves on to when it
// can be drawn.
func (s *ownTime) sealKilled(random *rand.Rand, event string, before func(by time.Duration)) drawnRoom {
	s.t.Helper()
	seals := s.room(event).SealsAt
	move := func(to time.Time) {
		if by := to.Sub(s.now()); by > 0 && before != nil {
			before(s.ahead + by)
		}
		s.moveTo(to)
	}
	move(seals)
	s.killAt(random, 1200*time.Millisecond, "as it is sealed") // the keeper looks once a second
	sealed := s.until(event, "it is sealed", func(r *drawnRoom) bool { return r.Draw.Entrants != nil })
	move(s.now().Add(sealToDrawing)) // the seal was written by now
	return sealed
}

// published is the file of a draw, by its public address alone.
func (s *ownTime) published(event string) (file []byte) {
	s.t.Helper()
	return s.call("GET", "/v1/events/"+event+"/draw.jsonl", nil, "Authorization: ").want(200).body
}

// drawnBy checks a draw by its public address alone and returns the indexes in the order in which they
// are served. Each receipt, by index, has to agree with it.
func (s *ownTime) drawnBy(event string, receipts map[int64]string) (served []int64) {
	s.t.Helper()
	file := s.published(event)
	for index, text := range receipts {
		kept, err := waitroom.KeepReceipt(text)
		if err != nil {
			s.t.Fatal(err)
		}
		p, order, findings, err := draw.CheckFile(bytes.NewReader(file), kept.Leaf)
		if err != nil {
			s.t.Fatal(err)
		}
		if findings = append(findings, kept.Findings(p)...); len(findings) > 0 || kept.Entrant.Index != index {
			s.t.Errorf("the receipt of entrant %d: %v", index, findings)
		}
		served = order
	}
	// As a stranger does, with the program that they have of us.
	path := filepath.Join(s.t.TempDir(), "draw.jsonl")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		s.t.Fatal(err)
	}
	if out := must(s.t, "draw", "check", path); !strings.Contains(out, "The draw holds") {
		s.t.Error(out)
	}
	return served
}

// shownReceipts is of how many receipts each is compared with the draw.
const shownReceipts = 100

// drawKilled plays one draw.
func (s *ownTime) drawKilled(t *testing.T, random *rand.Rand, people int, round uint64) {
	t.Helper()
	size := stormOf(people)
	size.inside = max(size.inside, int64(people/10))
	log := hammer.NewAckLog(nil)
	log.Ahead(s.ahead)
	l := s.load(hammer.Config{
		Scenario: hammer.Draw, Requests: size.people, Rate: size.rate, Capacity: size.people, Inside: size.inside, Think: size.think, SealAfter: 30 * time.Minute, Duration: 40 * time.Minute,
		Connections: size.conns, Attempts: 1000, Acks: log, Seed: seed.Of(t) + round,
	})
	event, err := hammer.NewRoom(t.Context(), l.cfg)
	if err != nil {
		t.Fatal(err)
	}
	l.cfg.Events = []string{event}
	l.start(t)
	joined := func(n int) {
		t.Helper()
		s.until(event, fmt.Sprintf("%d have joined", n), func(r *drawnRoom) bool { return r.Entrants >= int64(n) })
	}
	joined(people / 4)
	s.killAt(random, 100*time.Millisecond, "while people join")
	joined(people / 2)
	sealed := s.sealKilled(random, event, log.Ahead)
	if n := *sealed.Draw.Entrants; n < int64(people/2) {
		t.Errorf("%d take part, and %d had joined", n, people/2)
	}
	s.killAt(random, 400*time.Millisecond, "as it is drawn")
	drawn := s.until(event, "it is drawn", func(r *drawnRoom) bool { return r.Draw.Seed != "" })
	if serves := sealed.SealsAt.Add(sealToServing); serves.After(s.now()) {
		log.Ahead(s.ahead + serves.Sub(s.now()))
		s.moveTo(serves)
	}
	s.until(event, "people are called", func(r *drawnRoom) bool { return r.Serving > 0 })
	s.killAt(random, 600*time.Millisecond, "while people are called")
	l.allCame(t, size, l.wait(t))
	l.kept(t)
	receipts := map[int64]string{}
	for _, a := range log.Acks() {
		if a.Op == hammer.OpArrive && !a.Unknown() && len(receipts) < shownReceipts {
			receipts[a.Room.Index] = a.Room.Receipt
		}
	}
	s.drawnBy(event, receipts)
	if at := s.room(event); *at.Draw.Entrants != *sealed.Draw.Entrants || at.Draw.Seed != drawn.Draw.Seed || at.Entrants != int64(people) {
		t.Errorf("the room says %+v of the draw, and said %+v and %+v", at.Draw, sealed.Draw, drawn.Draw)
	}
}

// applicant is somebody who takes part in a ballot, and what they were answered.
type applicant struct {
	cookie  string
	name    string // as it was said last
	index   int64
	receipt string
	struck  bool
	place   int64
	entry   string
}

// part is somebody's part in a ballot, as it is answered.
type part struct {
	Index   int64
	Place   int64
	Receipt string
	Name    string
	Status  string
	Reason  string
	EntryID string `json:"entry_id"`
}

// insists sends a request until it is answered by a server that is there, and returns the answer.
func (s *ownTime) insists(method, path string, body any, headers ...string) (status int, answer []byte) {
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Error(err)
		return 0, nil
	}
	for s.t.Context().Err() == nil {
		req, err := http.NewRequestWithContext(s.t.Context(), method, s.base+path, bytes.NewReader(text))
		if err != nil {
			s.t.Error(err)
			return 0, nil
		}
		for _, h := range append([]string{"Content-Type: application/json"}, headers...) {
			name, value, _ := strings.Cut(h, ": ")
			req.Header.Set(name, value)
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			var b bytes.Buffer
			_, err = b.ReadFrom(res.Body)
			if err = errors.Join(err, res.Body.Close()); err == nil && res.StatusCode != http.StatusServiceUnavailable {
				return res.StatusCode, b.Bytes()
			}
		}
		<-time.After(20 * time.Millisecond)
	}
	return 0, nil
}

// apply has applicants say what they want by a name, several at once, each from a network of their own.
func (s *ownTime) apply(event, tier string, all []*applicant, name string) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range 8 {
		wg.Go(func() {
			for i := range next {
				a := all[i]
				status, answer := s.insists("PUT", "/v1/events/"+event+"/ballot", object{"name": name, "tier_ids": []string{tier}, "units": 1},
					a.cookie, fmt.Sprintf("X-Forwarded-For: 2001:db8:%x::1", i))
				var p part
				if err := json.Unmarshal(answer, &p); err != nil || status != http.StatusOK {
					s.t.Errorf("applicant %d is answered %d: %s", i, status, answer)
					continue
				}
				if a.receipt != "" && (p.Receipt != a.receipt || p.Index != a.index) {
					s.t.Errorf("applicant %d had index %d, and has %d", i, a.index, p.Index)
				}
				a.index, a.receipt, a.name = p.Index, p.Receipt, p.Name
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	wg.Wait()
}

// partOf is the part of an applicant, as it is told to them.
func (s *ownTime) partOf(event string, a *applicant, number int) (p part) {
	s.t.Helper()
	r := s.call("GET", "/v1/events/"+event+"/ballot", nil, a.cookie, "Authorization: ", fmt.Sprintf("X-Forwarded-For: 2001:db8:%x::1", number)).want(http.StatusOK)
	if err := json.Unmarshal(r.body, &p); err != nil {
		s.t.Fatal(err)
	}
	return p
}

// ballotKilled plays one ballot.
func (s *ownTime) ballotKilled(random *rand.Rand, people, round int) {
	t := s.t
	t.Helper()
	secret := sha256.Sum256([]byte(fmt.Sprint("ballot ", round)))
	commitment := sha256.Sum256(secret[:])
	starts := s.now().AddDate(1, 0, 0).UTC().Truncate(time.Hour)
	event := s.newEvent(people/2, object{"starts_at": starts, "ends_at": starts.Add(3 * time.Hour), "waitlist": object{"promotion": "offer", "claim_window_seconds": 86400}})
	var made struct{ Tiers []struct{ ID string } }
	if err := json.Unmarshal(s.call("GET", "/v1/events/"+event, nil).want(200).body, &made); err != nil {
		t.Fatal(err)
	}
	tier := made.Tiers[0].ID
	seals := s.now().Add(30 * time.Minute).UTC()
	s.call("PUT", "/v1/events/"+event+"/onsale", object{
		"mode": "ballot", "opens_at": s.now().UTC(), "seals_at": seals, "serves_at": seals.Add(sealToServing), "challenge": "off",
		"beacon": object{"kind": "ceremony", "commitment": hex.EncodeToString(commitment[:]), "source": "the number of the day", "members": 1},
	}).want(200)
	s.until(event, "it is open", func(r *drawnRoom) bool { return r.Phase == "open" })
	all := make([]*applicant, people)
	for i, cookie := range s.enroll(fmt.Sprintf("ballot%d", round), people) {
		all[i] = &applicant{cookie: cookie}
	}

	// They say what they want, some of them twice, and two are struck out.
	applied := make(chan struct{})
	go func() {
		defer close(applied)
		s.apply(event, tier, all, "Somebody")
		s.apply(event, tier, all[:people/4], "Somebody else")
	}()
	s.until(event, "some take part", func(r *drawnRoom) bool { return r.Entrants >= int64(people/3) })
	s.killAt(random, 100*time.Millisecond, "while people say what they want")
	<-applied
	if t.Failed() {
		return
	}
	for i, a := range all {
		if p := s.partOf(event, a, i); p.Name != a.name || p.Index != a.index || p.Receipt != a.receipt || p.Status != "waiting" {
			t.Errorf("applicant %d was acknowledged %q at index %d, and has %+v", i, a.name, a.index, p)
		}
	}
	for _, a := range []*applicant{all[1], all[people/2]} {
		status, answer := s.insists("POST", "/v1/events/"+event+"/draw:strike", object{"index": a.index, "reason": "fraud"}, "Authorization: Bearer "+s.key)
		if a.struck = status == http.StatusOK; !a.struck {
			t.Fatalf("strike: %d %s", status, answer)
		}
	}

	sealed := s.sealKilled(random, event, nil)
	if n := *sealed.Draw.Entrants; n != int64(people) {
		t.Errorf("%d take part, and %d were acknowledged", n, people)
	}
	drawing := make(chan struct{})
	go func() {
		defer close(drawing)
		value := object{"secret": hex.EncodeToString(secret[:]), "value": "4 8 15 16 23 42"}
		if status, answer := s.insists("POST", "/v1/events/"+event+"/draw:beacon", value, "Authorization: Bearer "+s.key); status != http.StatusOK {
			t.Errorf("beacon: %d %s", status, answer)
		}
	}()
	s.killAt(random, 30*time.Millisecond, "as it is drawn")
	<-drawing
	s.until(event, "it is drawn", func(r *drawnRoom) bool { return r.Draw.Seed != "" })

	// They are put on the waitlist, and the server is killed meanwhile.
	s.moveTo(sealed.SealsAt.Add(sealToServing))
	for range 3 {
		had := s.room(event).Serving
		if had == int64(people) {
			break
		}
		s.until(event, "more are on the waitlist", func(r *drawnRoom) bool { return r.Serving > had })
		s.killAt(random, 60*time.Millisecond, "while people are put on the waitlist")
	}
	s.until(event, "all are on the waitlist", func(r *drawnRoom) bool { return r.Serving == int64(people) })
	s.asDrawn(event, all)
}

// asDrawn fails the test unless everybody has what they were acknowledged, and the waitlist is in the
// order that was drawn.
func (s *ownTime) asDrawn(event string, all []*applicant) {
	t := s.t
	t.Helper()
	receipts, byEntry := map[int64]string{}, map[string]*applicant{}
	for i, a := range all {
		p := s.partOf(event, a, i)
		if p.Index != a.index || p.Receipt != a.receipt {
			t.Errorf("applicant %d was acknowledged index %d, and has %+v", i, a.index, p)
		}
		want := "placed"
		if a.struck {
			want = "struck"
		}
		if p.Status != want || a.struck != (p.EntryID == "") || byEntry[p.EntryID] != nil {
			t.Errorf("applicant %d is %s (%s), and has the entry %q", i, p.Status, p.Reason, p.EntryID)
		}
		if a.place, a.entry = p.Place, p.EntryID; !a.struck {
			byEntry[a.entry] = a
		}
		if len(receipts) < shownReceipts {
			receipts[a.index] = a.receipt
		}
	}
	served := s.drawnBy(event, receipts)
	byIndex := map[int64]*applicant{}
	for _, a := range all {
		byIndex[a.index] = a
	}
	if len(served) != len(byEntry) {
		t.Fatalf("%d are served by the draw, and %d are on the waitlist", len(served), len(byEntry))
	}

	// Whoever was drawn first has the first offers, and the others wait in the order of the draw.
	var waiting []string
	for cursor := ""; ; {
		page := s.call("GET", "/v1/events/"+event+"/waitlist?limit=200&cursor="+cursor, nil)
		for _, e := range items[struct{ ID, Status string }](page) {
			if e.Status == "waiting" {
				waiting = append(waiting, e.ID)
			}
		}
		if cursor = page.at("next_cursor"); cursor == "" {
			break
		}
	}
	var order []string
	for _, index := range served {
		order = append(order, byIndex[index].entry)
	}
	if at := len(order) - len(waiting); at < 1 || !slices.Equal(order[at:], waiting) {
		t.Errorf("%d of %d wait, and not in the order of the draw:\n%v\n%v", len(waiting), len(order), waiting, order)
	}
	last := int64(0)
	for _, index := range served {
		if a := byIndex[index]; a.struck || a.place <= last {
			t.Errorf("entrant %d is served after place %d, and has %d", index, last, a.place)
		} else {
			last = a.place
		}
	}
}
