package accounts

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// SecurityLog is a page of the security log.
type SecurityLog struct {
	httpapi.List[wire.SecurityEntry] `doc:"The latest first."`
}

// securityQuery are the parameters that select rows.
var securityQuery = []string{"action", "actor", "network", "from", "until"}

// securityFilter reads them.
func securityFilter(c *access.Call) (f organizations.SecurityFilter, err error) {
	f = organizations.SecurityFilter{Action: c.Query.Get("action"), Actor: c.Query.Get("actor"), Network: c.Query.Get("network")}
	var check httpapi.Checks
	if f.Action != "" && !slices.Contains(organizations.SecurityActions, f.Action) {
		check.Add("action", "unknown", "must be one of %s", strings.Join(organizations.SecurityActions, ", "))
	}
	f.From, f.Until = wire.QueryMoment(&check, c.Query, "from"), wire.QueryMoment(&check, c.Query, "until")
	return f, check.Err()
}

func (h *Handlers) securityLog(c *access.Call, _ *httpapi.None) (*SecurityLog, error) {
	f, err := securityFilter(c)
	if err != nil {
		return nil, err
	}
	list := "security " + c.Caller.OrgID
	for _, name := range securityQuery {
		list += "\n" + c.Query.Get(name)
	}
	page, err := httpapi.ReadList(&c.Request, list,
		func(before organizations.SecurityPosition, limit int) ([]organizations.SecurityEntry, error) {
			return h.Store.Organizations.SecurityLog(c.Context(), c.Caller.OrgID, f, before, limit)
		}, securityPosition, wire.SecurityOf)
	return &SecurityLog{page}, err
}

func securityPosition(e *organizations.SecurityEntry) organizations.SecurityPosition {
	return organizations.SecurityPosition{At: e.At, ID: e.ID}
}

const (
	// securityRows is how many rows of the file are in memory at once.
	securityRows = 1000
	// securityFile is what the log says of a file of itself.
	securityFile = "security_log"
)

// securityColumns are the columns of the file, in the words of the JSON.
var securityColumns = []string{"id", "at", "action", "actor", "subject", "detail", "network", "request_id", "times"}

// securityCSV is the log as a table. That somebody took it is a row of the log, and
// the first of the file unless the filter leaves it out.
func (h *Handlers) securityCSV(c *access.Call, _ *httpapi.None) (*httpapi.Download, error) {
	f, err := securityFilter(c)
	if err != nil {
		return nil, err
	}
	c.SayWho()
	if err := h.Store.Organizations.NoteExport(c.Context(), c.Caller.OrgID, securityFile); err != nil {
		return nil, err
	}
	return httpapi.CSVPages("security-log.csv", securityColumns, securityRows, func(after *organizations.SecurityEntry) ([]organizations.SecurityEntry, error) {
		var before organizations.SecurityPosition
		if after != nil {
			before = securityPosition(after)
		}
		return h.Store.Organizations.SecurityLog(c.Context(), c.Caller.OrgID, f, before, securityRows)
	}, securityRecord)
}

func securityRecord(e *organizations.SecurityEntry) []string {
	return []string{
		e.ID, e.At.Time().Format(time.RFC3339Nano), e.Action, e.Actor, e.Subject, e.Detail, e.Network, e.RequestID, strconv.FormatInt(e.Times, 10),
	}
}
