package logs

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// InstallationLog is the log that has the checkpoints of the logs of all events.
type InstallationLog struct {
	Origin      string    `json:"origin" doc:"The name of the log, the first line of each checkpoint."`
	VerifierKey string    `json:"verifier_key" doc:"What checkpoints are checked with, as C2SP's signed-note has it. Keep it: it stays as long as the installation."`
	Prefix      string    `json:"prefix" doc:"The path before checkpoint and tile/."`
	Size        int64     `json:"size" doc:"How many entries were signed: checkpoints of events." example:"42"`
	Root        string    `json:"root" doc:"The root of the tree, SHA-256 in base64."`
	SignedAt    time.Time `json:"signed_at" doc:"When that was signed. The log is signed when it has grown, and at no other time."`
	Checkpoint  string    `json:"checkpoint" doc:"The signed head."`
	Witnesses   []Witness `json:"witnesses" doc:"Who else signs heads of this log, and only such as continue what they signed before."`
}

// Witness is a service of somebody else that signs heads of the log.
type Witness struct {
	Name        string     `json:"name" doc:"What its signatures name it by." example:"witness.example.net/w1"`
	VerifierKey string     `json:"verifier_key" doc:"What its signatures are checked with: a key of C2SP's tlog-cosignature. Take it from the witness if you can."`
	SignedAt    *time.Time `json:"signed_at,omitempty" doc:"When it signed this checkpoint. Absent: it has not; a witness is asked when the log has grown, and again every few minutes when it does not answer."`
}

// installationPrefix is the path before checkpoint and tile/.
const installationPrefix = "/log/" + tlog.Installation + "/"

var exampleInstallation = InstallationLog{
	Origin:      "tickets.example.org/log/installation",
	VerifierKey: "tickets.example.org/log/installation+5b1d7f20+AWXz0mJmU2rbCq0U2o4Yk1Qj0q1mW3l1zqk2m6l5c0aA",
	Prefix:      installationPrefix, Size: 42, Root: "sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=", SignedAt: time.Date(2026, 11, 26, 18, 0, 10, 0, time.UTC),
	Checkpoint: "tickets.example.org/log/installation\n42\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n\n— tickets.example.org/log/installation Wx1/IFS4v…\n— witness.example.net/w1 jWbPPwAAAABl…\n",
	Witnesses: []Witness{{
		Name: "witness.example.net/w1", VerifierKey: "witness.example.net/w1+1c8f3a55+BKfIyXJDp0dZ7xOXWkYlGm8mE9yYH8vOFs0yXn2y1m2k",
		SignedAt: new(time.Date(2026, 11, 26, 18, 0, 11, 0, time.UTC)),
	}},
}

func (h *Handlers) getInstallation(c *access.Call, _ *httpapi.None) (*InstallationLog, error) {
	if err := c.AdmitReader(); err != nil {
		return nil, err
	}
	p, err := h.Logs.Installation(c.Context())
	if err != nil {
		return nil, err
	}
	signed := h.Logs.Witnesses.Signed(p.Checkpoint)
	witnesses := []Witness{}
	for _, w := range h.Logs.Witnesses.List() {
		shown := Witness{Name: w.Name, VerifierKey: w.VerifierKey}
		if at, has := signed[w.Name]; has {
			shown.SignedAt = &at
		}
		witnesses = append(witnesses, shown)
	}
	return &InstallationLog{
		Origin: p.Origin, VerifierKey: p.VerifierKey, Prefix: installationPrefix,
		Size: p.Head.Size, Root: p.Head.Root.String(), SignedAt: p.SignedAt.Time(), Checkpoint: string(p.Checkpoint),
		Witnesses: witnesses,
	}, nil
}

func (h *Handlers) installationCheckpoint(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	if err := c.AdmitReader(); err != nil {
		return nil, err
	}
	p, err := h.Logs.Installation(c.Context())
	if err != nil {
		return nil, err
	}
	c.Writer.Header().Set("Cache-Control", keepCheckpoint)
	return &httpapi.Image{Media: mediaText, Body: p.Checkpoint}, nil
}

func (h *Handlers) installationTile(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	if err := c.AdmitReader(); err != nil {
		return nil, err
	}
	part, err := tlog.ParseTile("tile/" + c.Param("*"))
	if err != nil {
		return nil, database.ErrNotFound
	}
	p, err := h.Logs.Installation(c.Context())
	if err != nil {
		return nil, err
	}
	body, err := h.Logs.Tile(c.Context(), p, part)
	if err != nil {
		return nil, err
	}
	c.Writer.Header().Set("Cache-Control", keepTile)
	return &httpapi.Image{Media: mediaTile, Body: body}, nil
}

// proveCheckpoint proves that what was signed of an event's log is in the log of the
// installation, to whoever may read the event's own.
func (h *Handlers) proveCheckpoint(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*httpapi.Image, error) {
	if k.Log == inventory.LogOff {
		return nil, database.ErrNotFound
	}
	proof, err := h.Logs.Included(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	return &httpapi.Image{Media: mediaText, Body: proof}, nil
}
