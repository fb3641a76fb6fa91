package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// reply is what the API answered.
type reply struct {
	t      *testing.T
	call   string
	status int
	header http.Header
	body   []byte
}

// object is a JSON object.
type object map[string]any

// call sends a request as the organizer. Headers are given as "Name: value".
func (p *process) call(method, path string, body any, headers ...string) *reply {
	p.t.Helper()
	var in io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		in = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(p.t.Context(), method, p.base+path, in)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	return p.do(req)
}

// do sends a request and reads the whole answer.
func (p *process) do(req *http.Request) *reply {
	p.t.Helper()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return &reply{t: p.t, call: req.Method + " " + req.URL.Path, status: resp.StatusCode, header: resp.Header, body: b}
}

// want fails the test unless the status is that one.
func (r *reply) want(status int) *reply {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: %d, want %d\n%s", r.call, r.status, status, r.body)
	}
	return r
}

// at returns the value at a path of names, "" when there is none.
func (r *reply) at(names ...string) string {
	r.t.Helper()
	var v any
	dec := json.NewDecoder(bytes.NewReader(r.body))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		r.t.Fatalf("%s: %v\n%s", r.call, err, r.body)
	}
	for _, name := range names {
		m, ok := v.(map[string]any)
		if !ok {
			return ""
		}
		v = m[name]
	}
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// is fails the test unless the value at a path of names, with dots between
// them, is that one.
func (r *reply) is(path, want string) *reply {
	r.t.Helper()
	if got := r.at(strings.Split(path, ".")...); got != want {
		r.t.Fatalf("%s: %s is %q, want %q\n%s", r.call, path, got, want, r.body)
	}
	return r
}

// items decodes the items of a page.
func items[T any](r *reply) []T {
	r.t.Helper()
	var page struct{ Items []T }
	if err := json.Unmarshal(r.want(http.StatusOK).body, &page); err != nil {
		r.t.Fatalf("%s: %v\n%s", r.call, err, r.body)
	}
	return page.Items
}

// newEvent publishes an event next year and returns its id.
func (p *process) newEvent(capacity int, more object) string {
	p.t.Helper()
	start := time.Now().AddDate(1, 0, 0).UTC().Truncate(time.Hour)
	body := object{
		"title": "An evening of short films", "starts_at": start, "ends_at": start.Add(3 * time.Hour),
		"timezone": "Europe/Berlin", "capacity": capacity, "publish": true,
	}
	for k, v := range more {
		body[k] = v
	}
	return p.call("POST", "/v1/events", body).want(http.StatusCreated).at("id")
}

// stranger is a name that nobody had before.
func stranger() string { return fmt.Sprintf("stranger%x", time.Now().UnixNano()) }

// person is a body that registers somebody with guests.
func person(name string, guests ...string) object {
	list := []object{}
	for _, g := range guests {
		list = append(list, object{"name": g})
	}
	return object{"user_id": strings.ToLower(name), "email": strings.ToLower(name) + "@example.org", "name": name, "guests": list, "join_waitlist": true}
}
