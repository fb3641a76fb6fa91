// Package archives answers for what gets old: taking events out of the tables and bringing them
// back, and how long an organization keeps things.
package archives

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Handlers answer for archives and retention.
type Handlers struct {
	Access *access.Control
	// Job makes the job that archives an event, or brings it back.
	Job   func(event string, back bool) (database.Job, error)
	Now   func() time.Time
	Store *store.Store
}

// maxDays bounds how long something is kept: a hundred years.
const maxDays = 36_500

var (
	kindNotReady = httpapi.Kind{
		Code: "archive_not_ready", Status: http.StatusConflict, Title: "The event cannot be archived yet",
		Help: "GET /v1/events/{event_id}/archive lists what keeps it, in reasons. Nothing was changed.",
	}
	kindNotArchived = httpapi.Kind{
		Code: "event_not_archived", Status: http.StatusConflict, Title: "The event is not archived",
		Help: "There is nothing to bring back.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{Kinds: []httpapi.Kind{kindNotReady, kindNotArchived}}

// Archive says where the rows of an event are.
type Archive struct {
	State      string     `json:"state" enum:"live,archiving,archived,restoring" doc:"live: the event is as any other. archiving and restoring: it is read only, and on its way."`
	ArchivedAt *time.Time `json:"archived_at" doc:"Since when nobody can change it; null of one that is live."`
	Bytes      int64      `json:"bytes" doc:"Of its file; 0: there is none."`
	Rows       int64      `json:"rows" doc:"In its file."`
	Removed    int64      `json:"removed" doc:"How many of these left the tables."`
	Reasons    []string   `json:"reasons" doc:"Of a live event: what keeps it from being archived; empty: nothing does."`
	KeptUntil  *time.Time `json:"kept_until" doc:"Of an event that was brought back: when its file is deleted. Until then it is not archived again by itself."`
}

// Requested says that a job does it.
type Requested struct {
	State string `json:"state" enum:"archiving,restoring"`
}

// Retention is how long an organization keeps what gets old.
type Retention struct {
	Items []Kept `json:"items" doc:"One for each kind."`
}

// Kept is how long one kind is kept.
type Kept struct {
	Kind string `json:"kind" enum:"events,people,answers,feedback,imports" doc:"events: finished events, which are archived then. people: who was at an event or waited for it: they are erased from it, and what they had is still counted, without a name. Invoices stay as the law wants them, and so does whoever agreed to be written to, until they withdraw that, and anybody at an event with money to be given back. answers: what guests answered to an event's questions. feedback: what they said of it. imports: rows of files that were not taken, with what is wrong."`
	Days int64  `json:"days" doc:"After the end of the event; 0: for as long as the organization is there."`
	Aged int64  `json:"aged" doc:"How many there are now that are older than that: what the next rounds archive, erase or delete. 0 where days is 0."`
}

// NewRetention replaces how long an organization keeps things.
type NewRetention struct {
	Items []NewKept `json:"items" maxItems:"5" doc:"Kinds that are left out are kept for as long as the organization is there."`
}

// NewKept is how long one kind is to be kept.
type NewKept struct {
	Kind string `json:"kind" enum:"events,people,answers,feedback,imports"`
	Days int64  `json:"days" minimum:"1" maximum:"36500" doc:"After the end of the event. Nothing is deleted later than events are archived, and people are erased a day before that at the latest."`
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ManageArchives, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/archive", ID: "get-archive", Tag: access.TagArchive,
			Summary: "Read where the rows of an event are", Description: "Whether the event is archived and, while it is not, what keeps it from being.",
			Answer: Archive{State: "live", Reasons: []string{"not_ended"}},
		}, h.get),
		access.InEvent(identity.ManageArchives, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}:archive", ID: "archive-event", Tag: access.TagArchive, Status: http.StatusAccepted,
			Summary: "Archive an event",
			Description: "Takes a finished event out of the tables into a file, in the background. It is read only from then on; tickets, orders, invoices and the public log are read as before. " +
				"Until it is done, `GET /v1/events/{event_id}/archive` says how far it is.",
			Problems: []httpapi.Kind{kindNotReady}, Answer: Requested{"archiving"},
		}, h.archive),
		access.InEvent(identity.ManageArchives, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}:restore", ID: "restore-event", Tag: access.TagArchive, Status: http.StatusAccepted,
			Summary: "Bring an archived event back", Description: "Puts everything back as it was, in the background. The file is kept for 30 days, and the event is not archived by itself before.",
			Problems: []httpapi.Kind{kindNotArchived}, Answer: Requested{"restoring"},
		}, h.restore),
		access.On(identity.ManageRetention, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/organization/retention", ID: "get-retention", Tag: access.TagArchive,
			Summary: "Read how long things are kept",
			Description: "Of each kind of what gets old, how long the organization keeps it, and how many are older now. With days in the query, as `answers_days=365`, it counts " +
				"what would be older, and changes nothing.",
			Query: queryOf(), Answer: Retention{Items: []Kept{{"events", 730, 12}, {"people", 400, 310}, {"answers", 365, 40}, {"feedback", 0, 0}, {"imports", 30, 0}}},
		}, h.retention),
		access.On(identity.ManageRetention, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/organization/retention", ID: "set-retention", Tag: access.TagArchive,
			Summary: "Say how long things are kept", Description: "Replaces all of it. A job archives, erases and deletes within the hour, and then each hour. What is erased or deleted does not come back.",
			Example: NewRetention{[]NewKept{{"events", 730}, {"people", 400}, {"answers", 365}}}, Answer: Retention{Items: []Kept{{"events", 730, 12}, {"people", 400, 310}, {"answers", 365, 40}, {"feedback", 0, 0}, {"imports", 0, 0}}},
		}, h.setRetention),
	}
}

// querySuffix ends the names of parameters with days.
const querySuffix = "_days"

func queryOf() (names []string) {
	for _, kind := range archives.RetentionKinds() {
		names = append(names, kind+querySuffix)
	}
	return names
}

func (h *Handlers) get(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Archive, error) {
	return h.read(c, k)
}

// read reads where the event is.
func (h *Handlers) read(c *access.Call, k *access.EventSummary) (*Archive, error) {
	out := &Archive{State: "live", Reasons: []string{}}
	a, err := h.Store.Archives.Archive(c.Context(), k.EventID)
	switch {
	case errors.Is(err, database.ErrNotFound):
	case err != nil:
		return nil, err
	default:
		out.Bytes, out.Rows, out.Removed = a.Size, a.Rows, a.Removed
		out.ArchivedAt, out.KeptUntil = wire.TimePtr(a.ArchivedAt), wire.TimePtr(a.KeepUntil)
		switch a.State {
		case archives.ArchiveSealed, archives.ArchiveRemoving:
			out.State = "archiving"
		case archives.ArchiveArchived:
			out.State = "archived"
		case archives.ArchiveRestoring:
			out.State = "restoring"
		case archives.ArchiveRestored:
			out.ArchivedAt = nil
		}
	}
	if out.State == "live" {
		reasons, err := h.Store.Archives.Unready(c.Context(), k.EventID, inventory.At(h.Now()))
		if err != nil {
			return nil, err
		}
		out.Reasons = append(out.Reasons, reasons...)
	}
	return out, nil
}

func (h *Handlers) archive(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Requested, error) {
	now, err := h.read(c, k)
	if err != nil {
		return nil, err
	}
	if now.State == "restoring" || len(now.Reasons) > 0 {
		return nil, kindNotReady.With("What keeps it: " + fmt.Sprint(now.Reasons) + ".")
	}
	if now.State == "live" {
		err = h.ask(c, k, false)
	}
	return &Requested{"archiving"}, err
}

func (h *Handlers) restore(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Requested, error) {
	now, err := h.read(c, k)
	if err != nil {
		return nil, err
	}
	if now.State == "live" {
		return nil, kindNotArchived.Problem()
	}
	return &Requested{"restoring"}, h.ask(c, k, true)
}

// ask stores the job.
func (h *Handlers) ask(c *access.Call, k *access.EventSummary, back bool) error {
	job, err := h.Job(k.EventID, back)
	if err != nil {
		return err
	}
	return h.Store.Jobs.InsertJobs(c.Context(), job)
}

func (h *Handlers) retention(c *access.Call, _ *httpapi.None) (*Retention, error) {
	list, err := h.Store.Retention.Of(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	days := map[string]int64{}
	for _, r := range list {
		days[r.Kind] = r.Days
	}
	var check httpapi.Checks
	for _, kind := range archives.RetentionKinds() {
		if text := c.Query.Get(kind + querySuffix); text != "" {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				n = -1
			}
			days[kind] = check.Count(kind+querySuffix, n, 0, maxDays)
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	return h.shown(c, days)
}

// shown is how long things are kept, with how many are older.
func (h *Handlers) shown(c *access.Call, days map[string]int64) (*Retention, error) {
	out := &Retention{}
	for _, kind := range archives.RetentionKinds() {
		kept := Kept{Kind: kind, Days: days[kind]}
		if kept.Days > 0 {
			var err error
			before := inventory.At(h.Now()) - inventory.Instant(kept.Days*int64(inventory.Day))
			if kept.Aged, err = h.Store.Retention.Aged(c.Context(), c.Caller.OrgID, kind, before); err != nil {
				return nil, err
			}
		}
		out.Items = append(out.Items, kept)
	}
	return out, nil
}

func (h *Handlers) setRetention(c *access.Call, in *NewRetention) (*Retention, error) {
	var check httpapi.Checks
	days := map[string]int64{}
	list := make([]archives.Retained, len(in.Items))
	for i, item := range in.Items {
		field := fmt.Sprintf("items[%d].", i)
		if _, twice := days[item.Kind]; twice {
			check.Add(field+"kind", "duplicate", "is there twice")
		}
		days[item.Kind] = check.Count(field+"days", item.Days, 1, maxDays)
		list[i] = archives.Retained{OrgID: c.Caller.OrgID, Kind: item.Kind, Days: item.Days, UpdatedAt: inventory.At(h.Now())}
	}
	if events := days[archives.KeepEvents]; events > 0 {
		for i, item := range in.Items {
			most := events
			if item.Kind == archives.KeepPeople {
				most = events - 1
			}
			if item.Days > most {
				check.Add(fmt.Sprintf("items[%d].days", i), "out_of_range", "must be at most %d: events are archived after %d days, with all that they have", most, events)
			}
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Store.Retention.Set(c.Context(), c.Caller.OrgID, list); err != nil {
		return nil, err
	}
	return h.shown(c, days)
}
