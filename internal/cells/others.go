package cells

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/archives"
)

const (
	// between begins the paths of what servers of cells ask of each other alone.
	between = "/cells/"
	// maxQuestion and maxAnswer bound what they say.
	maxQuestion = 64 << 10
	maxAnswer   = 64 << 20
	// answered bounds how long all of an answer may take.
	answered = 30 * time.Second
	// listFor bounds how long a list waits for all of them.
	listFor = 2 * time.Second
	// settleTries is how often what spans cells is begun again because events have moved meanwhile.
	settleTries = 5
)

// Others asks servers of the other cells what no single event says: of a person, wherever their
// events live. It is safe for concurrent use once all that Answer is given is there.
type Others struct {
	directory *Directory
	client    *http.Client
	log       *slog.Logger
	answers   map[string]func(*http.Request, []byte) (any, error)
}

func newOthers(f *Front) *Others {
	return &Others{
		directory: f.Directory, client: &http.Client{Transport: f.outgoing, Timeout: answered}, log: f.Log,
		answers: map[string]func(*http.Request, []byte) (any, error){},
	}
}

// Answer has questions of servers of other cells answered. It is called before any is asked.
func (o *Others) Answer(question string, answer func(r *http.Request, asked []byte) (any, error)) {
	o.answers[between+question] = answer
}

// ServeHTTP answers a question of a server of another cell.
func (o *Others) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := o.answers[r.URL.Path]
	asked, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxQuestion))
	if answer == nil || err != nil {
		httpapi.WriteProblem(w, httpapi.KindInvalid.With("No server of a cell asks that."))
		return
	}
	out, err := answer(r, asked)
	if err != nil {
		o.log.WarnContext(r.Context(), "a question of another cell is not answered", slog.String("question", strings.TrimPrefix(r.URL.Path, between)), slog.Any("error", err))
		httpapi.WriteProblem(w, httpapi.KindUnavailable.With("Not now."))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(out); err != nil {
		o.log.WarnContext(r.Context(), "an answer to another cell is not sent", slog.Any("error", err))
	}
}

// Ask asks a server of each other cell that has events, and hands each answer to take. The error
// is a problem, 503, when one of them does not answer.
func (o *Others) Ask(ctx context.Context, question string, asked any, take func(answer []byte) error) error {
	body, err := json.Marshal(asked)
	if err != nil {
		return fmt.Errorf("cells: ask: %w", err)
	}
	d := o.directory
	inhabited, err := d.catalogue.Cells.Inhabited(ctx)
	if err != nil || len(inhabited) == 0 {
		return err
	}
	all, home, err := known(ctx, d.catalogue)
	if err != nil {
		return err
	}
	if !slices.Contains(inhabited, home) {
		inhabited = append(inhabited, home)
	}
	for _, name := range inhabited {
		if name == d.own {
			continue
		}
		answer, err := o.askOne(ctx, all[name].Address, question, body)
		if err == nil {
			err = take(answer)
		}
		if err != nil {
			return o.silent(ctx, name, question, err)
		}
	}
	return nil
}

func (o *Others) askOne(ctx context.Context, address, question string, body []byte) (answer []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+address+between+question, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := o.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	answer, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("cells: %s answers %s", address, resp.Status)
	case len(answer) > maxAnswer:
		return nil, fmt.Errorf("cells: the answer of %s is longer than %d bytes", address, maxAnswer)
	}
	return answer, nil
}

// AskWhere asks a server of the cell where an event lives. here: it lives in the database of this
// server, or was never moved, and nobody was asked. The error is archives.ErrElsewhere while the event
// is on its way.
func (o *Others) AskWhere(ctx context.Context, event, question string, asked any) (answer []byte, here bool, err error) {
	d := o.directory
	p, err := d.catalogue.Cells.Place(ctx, event)
	switch {
	case err != nil:
		return nil, false, err
	case p == nil:
		return nil, true, nil
	case !lives(p):
		return nil, false, archives.ErrElsewhere
	case p.Cell == d.own:
		return nil, true, nil
	}
	body, err := json.Marshal(asked)
	if err != nil {
		return nil, false, fmt.Errorf("cells: ask: %w", err)
	}
	all, _, err := known(ctx, d.catalogue)
	if err != nil {
		return nil, false, err
	}
	answer, err = o.askOne(ctx, all[p.Cell].Address, question, body)
	if err != nil {
		return nil, false, o.silent(ctx, p.Cell, question, err)
	}
	return answer, false, nil
}

// AskOf asks a server of each other cell in which some of the events live of these: for lists, which
// do without one that does not answer soon.
func (o *Others) AskOf(ctx context.Context, events []string, question string, take func(answer []byte) error) {
	d := o.directory
	of := map[string][]string{}
	for _, event := range events {
		if p, known := d.where(event); known && p.Cell != d.own {
			of[p.Cell] = append(of[p.Cell], event)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, listFor)
	defer cancel()
	for cell, some := range of {
		body, err := json.Marshal(some)
		var answer []byte
		if err == nil {
			answer, err = o.askOne(ctx, d.address(cell), question, body)
		}
		if err == nil {
			err = take(answer)
		}
		if err != nil {
			o.log.WarnContext(ctx, "a list does without what another cell says", slog.String("cell", cell), slog.String("question", question), slog.Any("error", err))
		}
	}
}

// Away are the events with a row in the database of this server that do not live in it, or are on
// their way.
func (o *Others) Away(ctx context.Context) (map[string]bool, error) {
	list, err := o.directory.here.Cells.Away(ctx)
	away := make(map[string]bool, len(list))
	for _, event := range list {
		away[event] = true
	}
	return away, err
}

// silent is the problem that a cell does not answer.
func (o *Others) silent(ctx context.Context, cell, question string, err error) error {
	o.log.WarnContext(ctx, "a server of another cell does not answer a question", slog.String("cell", cell), slog.String("question", question), slog.Any("error", err))
	p := httpapi.KindUnavailable.With("A cell with events does not answer now. What was done is kept: send the same request again after Retry-After.")
	p.RetryAfter = movingFor
	return p
}

// Settled does what asks one cell after the other, and begins again where an event has moved
// meanwhile: nobody could say then whether it was in a cell that was asked before. do can be
// repeated. The error is a problem, 503, when events move again and again.
func (o *Others) Settled(ctx context.Context, do func() error) error {
	for range settleTries {
		before, err := o.directory.catalogue.Cells.Standing(ctx)
		if err != nil {
			return err
		}
		if err := do(); err != nil {
			return err
		}
		after, err := o.directory.catalogue.Cells.Standing(ctx)
		if err != nil || after == before {
			return err
		}
	}
	p := access.KindElsewhere.Problem()
	p.RetryAfter = movingFor
	return p
}

// Here reports whether an event lives in the database of this server: rows of one that does not
// may be on their way.
func (o *Others) Here(ctx context.Context, event string) (bool, error) {
	p, err := o.directory.catalogue.Cells.Place(ctx, event)
	if err != nil || p == nil {
		return o.directory.isHome(), err
	}
	return p.Cell == o.directory.own, nil
}
