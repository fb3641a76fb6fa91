package accounts

import (
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// SecurityEntry is a row of the security log.
type SecurityEntry struct {
	ID        string    `json:"id" example:"sec_3k9q0a7c1v5m"`
	At        time.Time `json:"at"`
	Action    string    `json:"action" enum:"signed_in,sign_in_failed,session_ended,passkey_added,passkey_removed,member_added,member_changed,member_removed,key_created,key_revoked,webhook_created,webhook_changed,webhook_deleted,export_requested,organization_created,organization_changed" doc:"What was done or tried."`
	Actor     string    `json:"actor" doc:"Who did it: a member or an API key by ID; system: the server itself; command_line: whoever runs it; public: somebody who is not known." example:"mem_3k9q0a7c1v5m"`
	Subject   string    `json:"subject" doc:"What it was done to, by ID. Of a failed sign-in: the member whose address it was." example:"key_3k9q0a7c1v5m"`
	Detail    string    `json:"detail,omitempty" doc:"The role of a key or member, the way of signing in (link, setup, passkey), why it failed, or the kind of file." example:"door"`
	Network   string    `json:"network,omitempty" doc:"Where from: a network and not an address, which is enough to see that it was somewhere else. Absent where there was none, and for people who were erased." example:"192.0.2.0/24"`
	RequestID string    `json:"request_id,omitempty" doc:"The X-Request-Id of the call, which every log line of the server has."`
}

// SecurityLog is a page of the security log.
type SecurityLog struct {
	Items      []SecurityEntry `json:"items" doc:"The latest first."`
	NextCursor string          `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// securityQuery are the parameters that select rows.
var securityQuery = []string{"action", "actor", "network", "from", "until"}

func (h *Handlers) securityLog(c *access.Call, _ *httpapi.None) (*SecurityLog, error) {
	f := store.SecurityFilter{Action: c.Query.Get("action"), Actor: c.Query.Get("actor"), Network: c.Query.Get("network")}
	var check httpapi.Checks
	if f.Action != "" && !slices.Contains(store.SecurityActions, f.Action) {
		check.Add("action", "unknown", "must be one of %s", strings.Join(store.SecurityActions, ", "))
	}
	moment := func(name string) inventory.Instant {
		text := c.Query.Get(name)
		if text == "" {
			return 0
		}
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			check.Add(name, "bad_format", "must be a time like 2027-09-01T08:00:00Z")
		}
		return inventory.At(t)
	}
	f.From, f.Until = moment("from"), moment("until")
	if err := check.Err(); err != nil {
		return nil, err
	}
	list := "security " + c.Caller.OrgID
	for _, name := range securityQuery {
		list += "\n" + c.Query.Get(name)
	}
	rows, next, err := httpapi.Page(&c.Request, list,
		func(before store.SecurityPosition, limit int) ([]store.SecurityEntry, error) {
			return h.Store.Organizations.SecurityLog(c.Context(), c.Caller.OrgID, f, before, limit)
		},
		func(e *store.SecurityEntry) store.SecurityPosition { return store.SecurityPosition{At: e.At, ID: e.ID} })
	if err != nil {
		return nil, err
	}
	out := &SecurityLog{Items: make([]SecurityEntry, 0, len(rows)), NextCursor: next}
	for i := range rows {
		e := &rows[i]
		out.Items = append(out.Items, SecurityEntry{
			ID: e.ID, At: e.At.Time(), Action: e.Action, Actor: e.Actor, Subject: e.Subject, Detail: e.Detail, Network: e.Network, RequestID: e.RequestID,
		})
	}
	return out, nil
}
