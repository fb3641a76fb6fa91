package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// restaurant is a system that owns capacity, in a process of its own that can be killed: this test program, told
// to be one. It keeps what it has decided in a file, and has it there before it answers.
type restaurant struct {
	t                  *testing.T
	address, url, file string
	cmd                *exec.Cmd
	lifeline           io.WriteCloser
}

// beRestaurant is the argument with which this program is a restaurant, and healedMark ends the name of the file
// that is there while it answers all that it is asked.
const beRestaurant, healedMark = "be-restaurant", ".healed"

// start starts it. It ends with the tests, however these end: its standard input is closed then.
func (r *restaurant) start() {
	r.t.Helper()
	var err error
	r.cmd = exec.Command(os.Args[0], beRestaurant, r.address, r.file) //nolint:gosec // this program
	r.cmd.Stderr = os.Stderr
	if r.lifeline, err = r.cmd.StdinPipe(); err == nil {
		err = r.cmd.Start()
	}
	if err != nil {
		r.t.Fatal(err)
	}
	r.ready()
}

// kill ends it with SIGKILL, as a crash would.
func (r *restaurant) kill() {
	r.t.Helper()
	if err := r.cmd.Process.Kill(); err != nil {
		r.t.Errorf("kill: %v", err)
	}
	_ = r.cmd.Wait() // it was killed
}

func (r *restaurant) restart() time.Duration {
	begin := time.Now()
	r.start()
	return time.Since(begin)
}

// bookLine is something that a restaurant has decided.
type bookLine struct {
	Key     string `json:"key"`
	Release string `json:"release"`
	Units   int64  `json:"units"`
	Status  int    `json:"status"`
}

// readBook reads what was decided; a line that was not written to its end was not.
func readBook(file string) (lines []bookLine, err error) {
	f, err := os.Open(file) //nolint:gosec // of the test
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	for s := bufio.NewScanner(f); s.Scan(); {
		var l bookLine
		if json.Unmarshal(s.Bytes(), &l) == nil {
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// restaurateur answers what a restaurant is asked.
type restaurateur struct {
	mu    sync.Mutex
	book  *os.File
	said  map[string]int   // (guarded by mu)
	given map[string]int64 // units, by release (guarded by mu)
	file  string
}

// runRestaurant is the program. It returns when its lifeline is cut, or with what went wrong.
func runRestaurant(address, file string) error {
	r := &restaurateur{file: file, said: map[string]int{}, given: map[string]int64{}}
	lines, err := readBook(file)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if r.said[l.Key] = l.Status; l.Status < 300 {
			r.given[l.Release] += l.Units
		}
	}
	if r.book, err = os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err != nil { //nolint:gosec // of the test
		return err
	}
	served := make(chan error, 1)
	go func() {
		served <- (&http.Server{Addr: address, Handler: r, ReadHeaderTimeout: time.Minute}).ListenAndServe()
	}()
	cut := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(cut)
	}()
	select {
	case err := <-served:
		return err
	case <-cut:
		return nil
	}
}

// ServeHTTP answers, or does not: what goes wrong does so before it is decided, or after.
func (r *restaurateur) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method == http.MethodGet {
		return
	}
	var q struct {
		Data struct {
			OfferID        string `json:"offer_id"`
			ResourceID     string `json:"resource_id"`
			ReleaseEventID string `json:"release_event_id"`
			Units          int64  `json:"units"`
		} `json:"data"`
	}
	key := req.Header.Get("Idempotency-Key")
	if err := json.NewDecoder(req.Body).Decode(&q); err != nil || key == "" || key != q.Data.OfferID {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	_, err := os.Stat(r.file + healedMark)
	healed := err == nil
	h := fnv.New32a()
	_, _ = io.WriteString(h, key)
	character := h.Sum32() % 100
	if character < 4 { // nothing that it could mean
		w.WriteHeader(http.StatusTeapot)
		return
	}
	mood := rand.IntN(100) //nolint:gosec // a mood
	if healed {
		mood = 99
	}
	switch {
	case mood < 8:
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case mood < 12:
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	case mood < 18:
		hangUp(w)
		return
	}
	status, err := r.decide(key, q.Data.ResourceID+"/"+q.Data.ReleaseEventID, q.Data.Units, character)
	if err != nil {
		fmt.Fprintln(os.Stderr, "restaurant:", err)
		hangUp(w)
		return
	}
	switch {
	case mood < 26: // it has decided, and nobody is told
		hangUp(w)
		return
	case mood < 30:
		<-time.After(time.Second)
	}
	w.WriteHeader(status)
	if status == http.StatusUnprocessableEntity {
		_, _ = io.WriteString(w, `{"reason":"payment_failed","message":"Card expired"}`)
	}
}

// hangUp ends the connection without an answer.
func hangUp(w http.ResponseWriter) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = conn.Close()
	}
}

// decide answers a key once and for all. Of each release it has sold a unit itself.
func (r *restaurateur) decide(key, release string, units int64, character uint32) (status int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if said := r.said[key]; said != 0 {
		return said, nil
	}
	switch {
	case r.given[release]+units > diningUnits-1:
		status = http.StatusConflict
	case character < 16:
		status = http.StatusUnprocessableEntity
	case character < 30:
		status = http.StatusOK
	default:
		status = http.StatusCreated
	}
	line, err := json.Marshal(bookLine{key, release, units, status})
	if err != nil {
		return 0, err
	}
	if _, err := r.book.WriteString(strings.TrimSpace(string(line)) + "\n"); err != nil {
		return 0, err
	}
	if err := r.book.Sync(); err != nil {
		return 0, err
	}
	if r.said[key] = status; status < 300 {
		r.given[release] += units
	}
	return status, nil
}
