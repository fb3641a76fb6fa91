// Package logs serves the public logs of events, and proofs of what is in them.
package logs

import (
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// Handlers serve the logs.
type Handlers struct {
	Logs  *publiclog.Logs
	Store *store.Store
}

// How long what is read of a log may be kept: a tile for good, a checkpoint for seconds.
const (
	keepTile       = "public, max-age=31536000, immutable"
	keepCheckpoint = "public, max-age=5"
)

// Log is the public log of an event.
type Log struct {
	Audience    string    `json:"audience" enum:"people,public" doc:"Who reads the entries: everybody, or nobody but staff, while each person proves what is their own."`
	Origin      string    `json:"origin" doc:"The name of the log, the first line of each checkpoint."`
	VerifierKey string    `json:"verifier_key" doc:"What checkpoints are checked with, as C2SP's signed-note has it. Keep it: it stays as long as the installation."`
	Prefix      string    `json:"prefix" doc:"The path before checkpoint and tile/."`
	Size        int64     `json:"size" doc:"How many entries were signed. Entry i, from 0, is of the audit row with seq i+1." example:"42"`
	Root        string    `json:"root" doc:"The root of the tree, SHA-256 in base64."`
	SignedAt    time.Time `json:"signed_at" doc:"When that was signed. The log is signed seconds after something happened, and at no other time."`
	Checkpoint  string    `json:"checkpoint" doc:"The signed head."`
}

var exampleLog = Log{
	Audience: "public", Origin: "tickets.example.org/log/evt_3k9q0a7c1v5m",
	VerifierKey: "tickets.example.org/log/evt_3k9q0a7c1v5m+0a1b2c3d+AWXz0mJmU2rbCq0U2o4Yk1Qj0q1mW3l1zqk2m6l5c0aA",
	Prefix:      "/log/evt_3k9q0a7c1v5m/", Size: 42, Root: "sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=", SignedAt: time.Date(2026, 11, 26, 18, 0, 2, 0, time.UTC),
	Checkpoint: "tickets.example.org/log/evt_3k9q0a7c1v5m\n42\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n\n— tickets.example.org/log/evt_3k9q0a7c1v5m ChssPS4v…\n",
}

// published returns the log of an event as it was signed last. An event that keeps none
// has none.
func (h *Handlers) published(c *access.Call, k *access.EventSummary) (*publiclog.Published, error) {
	if k.Log == inventory.LogOff {
		return nil, database.ErrNotFound
	}
	return h.Logs.Published(c.Context(), k.EventID)
}

func (h *Handlers) getLog(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Log, error) {
	p, err := h.published(c, k)
	if err != nil {
		return nil, err
	}
	return &Log{
		Audience: string(k.Log), Origin: p.Origin, VerifierKey: p.VerifierKey, Prefix: "/log/" + k.EventID + "/",
		Size: p.Head.Size, Root: p.Head.Root.String(), SignedAt: p.SignedAt.Time(), Checkpoint: string(p.Checkpoint),
	}, nil
}

func (h *Handlers) checkpoint(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*httpapi.Image, error) {
	p, err := h.published(c, k)
	if err != nil {
		return nil, err
	}
	if k.Published {
		c.Writer.Header().Set("Cache-Control", keepCheckpoint)
	}
	return &httpapi.Image{Media: mediaText, Body: p.Checkpoint}, nil
}

func (h *Handlers) tile(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*httpapi.Image, error) {
	part, err := tlog.ParseTile("tile/" + c.Param("*"))
	if err != nil {
		return nil, database.ErrNotFound
	}
	everybody := k.Log == inventory.LogPublic
	if k.Log == inventory.LogPeople && !c.Caller.Staff() {
		return nil, kindPrivate.Problem()
	}
	p, err := h.published(c, k)
	if err != nil {
		return nil, err
	}
	body, err := h.Logs.Tile(c.Context(), p, part)
	if err != nil {
		return nil, err
	}
	if everybody && k.Published {
		c.Writer.Header().Set("Cache-Control", keepTile)
	}
	return &httpapi.Image{Media: mediaTile, Body: body}, nil
}

func (h *Handlers) proveEntry(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	k, v, err := c.Entry(c.Param("entry_id"))
	if err != nil {
		return nil, err
	}
	return h.proof(c, k, v.Entry.ID, v.Entry.LastSeq)
}

func (h *Handlers) proveOrder(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	return h.proof(c, k, v.Hold.ID, v.Hold.LastSeq)
}

func (h *Handlers) proveTicket(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	order, _, ok := id.UnitOf(c.Param("ticket_id"))
	if !ok {
		return nil, database.ErrNotFound
	}
	k, err := c.EventOf(order, id.Order)
	if err != nil {
		return nil, err
	}
	t, err := h.Store.Tickets.TicketByID(c.Context(), c.Param("ticket_id"))
	if err != nil {
		return nil, err
	}
	if err := c.Allowed(k, t.HolderID, t.ID, t.OrderID); err != nil {
		return nil, err
	}
	v, err := h.Store.Registrations.Hold(c.Context(), order)
	if err != nil {
		return nil, err
	}
	return h.proof(c, k, order, v.Hold.LastSeq)
}

// proof proves the row that the query names, or else the newest of a thing.
func (h *Handlers) proof(c *access.Call, k *access.EventSummary, thing string, newest int64) (*httpapi.Image, error) {
	seq := newest
	if text := c.Query.Get("seq"); text != "" {
		var err error
		if seq, err = strconv.ParseInt(text, 10, 64); err != nil || seq < 1 {
			return nil, httpapi.Invalid(httpapi.FieldError{Field: "seq", Code: "out_of_range", Message: "must be a number from 1"})
		}
	}
	if k.Log == inventory.LogOff {
		return nil, database.ErrNotFound
	}
	proof, err := h.Logs.Proof(c.Context(), k.EventID, thing, seq)
	if err != nil {
		return nil, err
	}
	return &httpapi.Image{Media: mediaText, Body: proof}, nil
}
