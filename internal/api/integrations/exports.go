package integrations

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/files"
)

// linkFor is how long the address of a file works. A new one can be asked for
// as long as the file is there.
const linkFor = 15 * time.Minute

// maxExports bounds the exports that a list shows.
const maxExports = 50

// Exports is what files are made with and kept in.
type Exports struct {
	Files objectstore.Store
	// Job makes the job that is stored with an export.
	Job func(export string) (database.Job, error)
}

// NewExport is the body that asks for a file.
type NewExport struct {
	Kind   string `json:"kind" enum:"guests,orders,waitlist,applications,invitations,checkins,audit" doc:"What is in it. guests: a row for each ticket. waitlist: who waits, in order. applications: all that ever applied, and what they were answered when. invitations: who was invited, and what they answered when; without their links. Guests, orders, the waitlist and applications have a column for each question."`
	Format string `json:"format,omitempty" enum:"csv,xlsx" doc:"Default csv: UTF-8, commas, a header, texts that a spreadsheet could take for a formula with an apostrophe in front."`
}

// NewSeriesExport is the body that asks for a file of a whole series.
type NewSeriesExport struct {
	Kind   string `json:"kind" enum:"guests,orders" doc:"What is in it. guests: a row for each ticket. The first columns say of which event each row is, and each question has a column, which events that ask it in the same words share."`
	Format string `json:"format,omitempty" enum:"csv,xlsx" doc:"Default csv."`
}

// Export is a file that is made in the background.
type Export struct {
	ID         string     `json:"id" example:"exp_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID    string     `json:"event_id" doc:"Of a file of a series, one of its events."`
	SeriesID   string     `json:"series_id,omitempty" doc:"The series of which it has all dates, and what sells passes for it; absent where it is of one event."`
	LeftOut    int64      `json:"left_out,omitempty" doc:"Of a series: how many of its events are not in it, because they are archived or in another cell."`
	Kind       string     `json:"kind" enum:"guests,orders,waitlist,applications,invitations,checkins,audit"`
	Format     string     `json:"format" enum:"csv,xlsx"`
	State      string     `json:"state" enum:"queued,running,done,failed,cancelled,expired"`
	Rows       int64      `json:"rows" doc:"How many are written so far."`
	Bytes      int64      `json:"bytes" doc:"Of the file; 0: it is not there yet."`
	CreatedAt  time.Time  `json:"created_at"`
	FinishedAt *time.Time `json:"finished_at"`
	ExpiresAt  *time.Time `json:"expires_at" doc:"When the file is deleted; a day after it was made, or when a person of the event is erased."`
	URL        string     `json:"url,omitempty" doc:"Where the file can be fetched for the next 15 minutes, without credentials. Ask again for another."`
}

// ExportList are the exports of an event or a series.
type ExportList struct {
	Items []Export `json:"items" doc:"The latest first, at most 50."`
}

func (h *Handlers) exportOf(e *files.Export) *Export {
	out := &Export{
		ID: e.ID, EventID: e.EventID, SeriesID: e.SeriesID, Kind: e.Kind, Format: e.Format, State: e.State, Rows: e.Rows, Bytes: e.Size,
		CreatedAt: e.CreatedAt.Time(), FinishedAt: wire.TimePtr(e.FinishedAt), ExpiresAt: wire.TimePtr(e.ExpiresAt),
	}
	now := inventory.At(h.Now())
	if e.State == "done" && e.ExpiresAt <= now {
		out.State = "expired" // the file is about to be deleted
	}
	if out.State == "done" {
		until := min(now+inventory.Instant(linkFor.Microseconds()), e.ExpiresAt)
		q := url.Values{"until": {strconv.FormatInt(int64(until), 10)}, "signature": {h.exportSignature(e.ID, until)}}
		out.URL = h.BaseURL + "/v1/exports/" + e.ID + "/file?" + q.Encode()
	}
	return out
}

// exportSignature lets whoever has the address fetch the file until then.
func (h *Handlers) exportSignature(export string, until inventory.Instant) string {
	mac := hmac.New(sha256.New, h.Links.Derive("export"))
	mac.Write([]byte(export))
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(until)) //nolint:gosec // the sign does not matter
	mac.Write(b[:])
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (h *Handlers) createExport(c *access.Call, k *access.EventSummary, in *NewExport) (*Export, error) {
	return h.makeExport(c, &files.Export{EventID: k.EventID, Kind: in.Kind, Format: in.Format})
}

// makeExport stores an export of which it is said what is in it, with the job that makes it.
func (h *Handlers) makeExport(c *access.Call, e *files.Export) (*Export, error) {
	e.Format = cmp.Or(e.Format, string(export.CSV))
	e.ID, e.State, e.CreatedBy, e.CreatedAt = c.OwnIDIn(files.ExportPrefix, e.EventID), "queued", c.Caller.Actor(), inventory.At(h.Now())
	job, err := h.Exports.Job(e.ID)
	if err != nil {
		return nil, err
	}
	out, err := access.Made(c, h.Store.Exports.CreateExport(c.Context(), *e, job), e,
		func(ctx context.Context) (*files.Export, error) { return h.Store.Exports.ExportByID(ctx, e.ID) },
		func(have *files.Export) bool {
			return have.SeriesID == e.SeriesID && have.Kind == e.Kind && have.Format == e.Format
		})
	if err != nil {
		return nil, err
	}
	return h.exportOf(out), nil
}

func (h *Handlers) listExports(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*ExportList, error) {
	list, err := h.Store.Exports.ExportsPage(c.Context(), k.EventID, maxExports)
	if err != nil {
		return nil, err
	}
	return h.exportList(list), nil
}

// export finds the export of the path in an event that the caller may see.
func (h *Handlers) export(c *access.Call) (*files.Export, error) {
	k, err := c.EventOf(c.Param("export_id"), files.ExportPrefix)
	if err != nil {
		return nil, err
	}
	if err := c.Allowed(k, ""); err != nil {
		return nil, err
	}
	e, err := h.Store.Exports.ExportByID(c.Context(), c.Param("export_id"))
	if err == nil && e.SeriesID != "" { // a role in one of its events is not enough
		err = c.Caller.Authorize(c.Action, identity.Resource{OrgID: k.OrgID})
	}
	return e, err
}

func (h *Handlers) getExport(c *access.Call, _ *httpapi.None) (*Export, error) {
	e, err := h.export(c)
	if err != nil {
		return nil, err
	}
	out := h.exportOf(e)
	if e.SeriesID != "" {
		_, out.LeftOut, err = export.EventsOfSeries(c.Context(), h.Store, e.SeriesID)
	}
	return out, err
}

// exportedSeries is the series in the path, which is one of the caller's organization.
func (h *Handlers) exportedSeries(c *access.Call) (series string, err error) {
	v, err := h.Store.Series.Series(c.Context(), c.Caller.OrgID, c.Param("series_id"))
	if err != nil {
		return "", err
	}
	return v.ID, c.Caller.Authorize(c.Action, identity.Resource{OrgID: v.OrgID})
}

func (h *Handlers) createSeriesExport(c *access.Call, in *NewSeriesExport) (*Export, error) {
	series, err := h.exportedSeries(c)
	if err != nil {
		return nil, err
	}
	of, leftOut, err := export.EventsOfSeries(c.Context(), h.Store, series)
	if err != nil {
		return nil, err
	}
	if len(of) == 0 {
		return nil, access.KindArchived.Problem()
	}
	out, err := h.makeExport(c, &files.Export{EventID: of[len(of)-1], SeriesID: series, Kind: in.Kind, Format: in.Format})
	if err == nil {
		out.LeftOut = leftOut
	}
	return out, err
}

func (h *Handlers) listSeriesExports(c *access.Call, _ *httpapi.None) (*ExportList, error) {
	series, err := h.exportedSeries(c)
	if err != nil {
		return nil, err
	}
	list, err := h.Store.Exports.ExportsOfSeries(c.Context(), series, maxExports)
	if err != nil {
		return nil, err
	}
	return h.exportList(list), nil
}

func (h *Handlers) exportList(list []files.Export) *ExportList {
	out := &ExportList{Items: make([]Export, 0, len(list))}
	for i := range list {
		out.Items = append(out.Items, *h.exportOf(&list[i]))
	}
	return out
}

func (h *Handlers) cancelExport(c *access.Call, _ *httpapi.None) (*Export, error) {
	e, err := h.export(c)
	if err != nil {
		return nil, err
	}
	if _, err := h.Store.Exports.CancelExport(c.Context(), e.ID, inventory.At(h.Now())); err != nil {
		return nil, err
	}
	if e, err = h.Store.Exports.ExportByID(c.Context(), e.ID); err != nil {
		return nil, err
	}
	return h.exportOf(e), nil
}

// ExportFile sends the file to whoever has its address.
func (h *Handlers) ExportFile(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	e, p := h.signedExport(r)
	if p != nil {
		httpapi.WriteProblem(w, p)
		return
	}
	file, size, err := h.Exports.Files.Get(r.Context(), export.Name(e))
	if err != nil {
		if errors.Is(err, objectstore.ErrNotFound) {
			err = kindExportGone.Problem()
		}
		httpapi.WriteProblem(w, h.API.Problems.Of(err))
		return
	}
	defer file.Close() //nolint:errcheck // only read
	header := w.Header()
	header.Set("Content-Type", export.Format(e.Format).MediaType())
	header.Set("Content-Length", strconv.FormatInt(size, 10))
	header.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", e.Kind+"-"+e.EventID+"."+e.Format))
	header.Set("X-Content-Type-Options", "nosniff")
	if _, err := io.Copy(w, file); err != nil {
		h.Log.DebugContext(r.Context(), "export: sending", slog.Any("error", err))
	}
}

// signedExport is the export that the address of a file names, if the address
// is one of ours, has not expired, and the file may still be fetched.
func (h *Handlers) signedExport(r *http.Request) (*files.Export, *httpapi.Problem) {
	name, q := chi.URLParam(r, "export_id"), r.URL.Query()
	until, err := strconv.ParseInt(q.Get("until"), 10, 64)
	if err != nil || !hmac.Equal([]byte(q.Get("signature")), []byte(h.exportSignature(name, inventory.Instant(until)))) {
		return nil, kindExportLink.Problem()
	}
	now := inventory.At(h.Now())
	if now >= inventory.Instant(until) {
		return nil, kindExportLinkOld.Problem()
	}
	e, err := h.Store.Exports.ExportByID(r.Context(), name)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, kindExportGone.Problem()
	case err != nil:
		return nil, h.API.Problems.Of(err)
	case e.State != "done" || e.ExpiresAt <= now:
		return nil, kindExportGone.Problem()
	}
	return e, nil
}
