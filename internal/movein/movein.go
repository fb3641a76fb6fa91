// Package movein is what `holdfast import` does: it sends the files of another ticket shop
// to a server, shows what would become of them, and follows the import.
package movein

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	// patience is how long a file may be on its way.
	patience = 5 * time.Minute
	// every is how often a server is asked how far an import is.
	every = 300 * time.Millisecond
	// maxAnswer bounds an answer, maxShown what is shown of a list.
	maxAnswer = 8 << 20
	maxShown  = 20
)

// ErrFaults means that the files, or what they meet, have faults. They were printed, and
// nothing was changed.
var ErrFaults = errors.New("movein: there are faults")

// ErrIncomplete means that not all came in. What is missing was printed.
var ErrIncomplete = errors.New("movein: not all came in")

// Config says what to bring in, and where.
type Config struct {
	Target, Key    string
	From           string // the name of the shop
	File, Waitlist string // paths; Waitlist may be empty
	// Event is the event that it comes into; empty: a draft is created, as the rest says.
	Event            string
	StartsAt, EndsAt time.Time
	Timezone         string
	Currency         string
	Tiers            map[string]string // IDs of tiers by their names in the file
	DryRun           bool
	Out              io.Writer
}

// report is what a server says of files, as far as it is shown.
type report struct {
	ImportID  string `json:"import_id"`
	Title     string `json:"title"`
	Reference string `json:"reference"`
	Orders    int64  `json:"orders"`
	Pending   int64  `json:"pending"`
	Tickets   int64  `json:"tickets"`
	Waiting   int64  `json:"waiting"`
	Known     int64  `json:"known"`
	Questions int64  `json:"questions"`
	Invited   int64  `json:"invitations"`
	Places    int64  `json:"invited_places"`
	Waited    int64  `json:"invited_waiting"`
	Tiers     []struct {
		Name      string `json:"name"`
		Units     int64  `json:"units"`
		Available int64  `json:"available"`
	} `json:"tiers"`
	LeftOut []struct {
		Reason string   `json:"reason"`
		Count  int64    `json:"count"`
		Names  []string `json:"names"`
	} `json:"left_out"`
	Faults []fault                    `json:"faults"`
	Total  int64                      `json:"fault_count"`
	Event  map[string]json.RawMessage `json:"event"`
}

type fault struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// progress is how far an import is.
type progress struct {
	State     string `json:"state"`
	Lines     int64  `json:"lines"`
	Worked    int64  `json:"worked"`
	Confirmed int64  `json:"confirmed"`
	Waiting   int64  `json:"waiting"`
	Known     int64  `json:"known"`
	Invited   int64  `json:"invited"`
	Refused   int64  `json:"refused"`
	Refusals  []struct {
		Label string `json:"label"`
		Code  string `json:"code"`
	} `json:"refusals"`
}

// mover is an import under way.
type mover struct {
	*Config
	base   *url.URL
	client *http.Client
	files  map[string]any
}

// Run brings the files in, or only says what would become of them.
func Run(ctx context.Context, c Config) error {
	m := &mover{Config: &c, client: &http.Client{Timeout: patience}, files: map[string]any{"from": c.From}}
	var err error
	if m.base, err = url.Parse(c.Target); err != nil || m.base.Host == "" {
		return fmt.Errorf("movein: %q is not the address of a server", c.Target)
	}
	for name, path := range map[string]string{"file": c.File, "waitlist": c.Waitlist} {
		if path == "" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("movein: %w", err)
		}
		m.files[name] = string(text)
	}
	event := c.Event
	if event == "" && c.From == "meetup" {
		return errors.New("movein: a list of Meetup does not say what it is of: give the event with --event")
	}
	if event == "" {
		if event, err = m.create(ctx); err != nil || event == "" {
			return err
		}
	}
	return m.bring(ctx, event)
}

// create reads the files, and creates the draft of an event that they come into; "" after a
// dry run. The same again finds the same event.
func (m *mover) create(ctx context.Context) (string, error) {
	var r report
	if err := m.call(ctx, http.MethodPost, "/v1/imports:read", "", with(m.files, "currency", m.Currency), &r); err != nil {
		return "", err
	}
	m.show(&r)
	switch {
	case r.Total > 0:
		return "", ErrFaults
	case m.DryRun:
		fmt.Fprintln(m.Out, "A draft of an event would be created for it. Nothing was changed.")
		return "", nil
	case m.StartsAt.IsZero() || m.EndsAt.IsZero():
		return "", errors.New("movein: the file does not tell when the event is: give --starts-at and --ends-at, or --event for one that is there")
	}
	body := map[string]any{"starts_at": m.StartsAt, "ends_at": m.EndsAt, "timezone": m.Timezone}
	for name, value := range r.Event {
		body[name] = value
	}
	var made struct {
		ID string `json:"id"`
	}
	if err := m.call(ctx, http.MethodPost, "/v1/events", m.key(r.Reference), body, &made); err != nil {
		return "", fmt.Errorf("%w\nIf a draft was created for an older file before, give it with --event", err)
	}
	fmt.Fprintf(m.Out, "The draft of the event is %s.\n", made.ID)
	return made.ID, nil
}

// key is the key of the request that creates the draft for a sale.
func (m *mover) key(reference string) string {
	sum := sha256.Sum256([]byte("holdfast import\n" + m.From + "\n" + reference))
	return "import-" + hex.EncodeToString(sum[:16])
}

// bring brings the files into an event, after a dry run.
func (m *mover) bring(ctx context.Context, event string) error {
	path := "/v1/events/" + url.PathEscape(event) + "/sale-imports"
	tiers := []map[string]string{}
	for name, id := range m.Tiers {
		tiers = append(tiers, map[string]string{"name": name, "tier_id": id})
	}
	body := with(m.files, "tiers", tiers)
	var r report
	if err := m.call(ctx, http.MethodPost, path, "", with(body, "dry_run", true), &r); err != nil {
		return err
	}
	if m.Event != "" {
		m.show(&r)
	}
	for _, t := range r.Tiers {
		fmt.Fprintf(m.Out, "  %s: %d new, %d free\n", t.Name, t.Units, t.Available)
	}
	if m.Event == "" { // the rest was shown before
		m.showFaults(&r)
	}
	switch {
	case r.Total > 0:
		return ErrFaults
	case m.DryRun:
		fmt.Fprintln(m.Out, "Nothing was changed.")
		return nil
	}
	r = report{}
	if err := m.call(ctx, http.MethodPost, path, "", body, &r); err != nil {
		return err
	}
	return m.follow(ctx, r.ImportID)
}

// follow waits for the end of an import, and says what became of it.
func (m *mover) follow(ctx context.Context, name string) error {
	var p progress
	for {
		if err := m.call(ctx, http.MethodGet, "/v1/imports/"+url.PathEscape(name), "", nil, &p); err != nil {
			return fmt.Errorf("%w\nThe import %s goes on at the server", err, name)
		}
		if p.State != "queued" && p.State != "running" {
			break
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("movein: the import %s goes on at the server: %w", name, context.Cause(ctx))
		case <-time.After(every):
		}
	}
	if m.From == "meetup" {
		fmt.Fprintf(m.Out, "%d people are invited, %d were before, %d were refused. Their links: GET /v1/events/EVENT/invitation-links, or the page Invitations.\n", p.Invited, p.Known, p.Refused)
	} else {
		fmt.Fprintf(m.Out, "%d orders came in, %d are on the waitlist, %d had come in before, %d were refused.\n", p.Confirmed, p.Waiting, p.Known, p.Refused)
	}
	for _, r := range p.Refusals[:min(len(p.Refusals), maxShown)] {
		fmt.Fprintf(m.Out, "  %s: %s\n", r.Label, r.Code)
	}
	if p.State != "done" {
		return fmt.Errorf("movein: the import is %s after %d of %d; the same again brings in the rest", p.State, p.Worked, p.Lines)
	}
	if p.Refused > 0 {
		return ErrIncomplete
	}
	return nil
}

// show prints what files have.
func (m *mover) show(r *report) {
	if m.From == "meetup" {
		fmt.Fprintf(m.Out, "%d people would be invited, for %d places, guests included; %d of them are on the waitlist there.\n", r.Invited, r.Places, r.Waited)
		fmt.Fprintln(m.Out, "Nobody is mailed and nobody has a place by that: whoever confirms an address with their link takes places while there are some. Those on the waitlist come last, in the order of the file.")
		m.showRest(r)
		return
	}
	fmt.Fprintf(m.Out, "%s (%s): %d orders with %d tickets, %d of them not paid yet; %d people on the waitlist; %d questions.\n",
		r.Title, r.Reference, r.Orders, r.Tickets, r.Pending, r.Waiting, r.Questions)
	m.showRest(r)
}

// showRest prints what is here already, what is left out, and what is wrong.
func (m *mover) showRest(r *report) {
	if r.Known > 0 {
		fmt.Fprintf(m.Out, "%d of them are here already.\n", r.Known)
	}
	for _, l := range r.LeftOut {
		fmt.Fprintf(m.Out, "  left out, %s: %d %s\n", l.Reason, l.Count, strings.Join(l.Names[:min(len(l.Names), maxShown)], " "))
	}
	m.showFaults(r)
}

func (m *mover) showFaults(r *report) {
	for _, f := range r.Faults[:min(len(r.Faults), maxShown)] {
		fmt.Fprintf(m.Out, "  %s %s\n", f.Field, f.Message)
	}
	if r.Total > 0 {
		fmt.Fprintf(m.Out, "There are %d faults. Nothing was changed.\n", r.Total)
	}
}

func with(body map[string]any, name string, value any) map[string]any {
	out := maps.Clone(body)
	out[name] = value
	return out
}

// call sends a request, and reads the answer into out.
func (m *mover) call(ctx context.Context, method, path, key string, body, out any) (err error) {
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return fmt.Errorf("movein: %w", err)
		}
	}
	q, err := http.NewRequestWithContext(ctx, method, m.base.String()+path, bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("movein: %w", err)
	}
	q.Header.Set("Authorization", "Bearer "+m.Key)
	if body != nil {
		q.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		q.Header.Set("Idempotency-Key", key)
	}
	a, err := m.client.Do(q)
	if err != nil {
		return fmt.Errorf("movein: %w", err)
	}
	defer func() { err = errors.Join(err, a.Body.Close()) }()
	answer, err := io.ReadAll(io.LimitReader(a.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("movein: %w", err)
	}
	if a.StatusCode >= http.StatusBadRequest {
		var p struct {
			Detail string  `json:"detail"`
			Title  string  `json:"title"`
			Errors []fault `json:"errors"`
		}
		if err := json.Unmarshal(answer, &p); err != nil {
			return fmt.Errorf("movein: the server answers %s", a.Status)
		}
		lines := []string{fmt.Sprintf("movein: the server answers %d: %s %s", a.StatusCode, p.Title, p.Detail)}
		for _, f := range p.Errors[:min(len(p.Errors), maxShown)] {
			lines = append(lines, "  "+f.Field+" "+f.Message)
		}
		return errors.New(strings.Join(lines, "\n"))
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("movein: %w", err)
	}
	return nil
}
