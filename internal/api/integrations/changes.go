package integrations

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// ChangePage is a page of the feed.
type ChangePage struct {
	Items      []changefeed.Change `json:"items" doc:"Within an event in ledger order."`
	NextCursor string              `json:"next_cursor" doc:"What to send as after next time. Always there: when nothing is new it is the same again."`
}

// listChanges is the feed of everything that happened in the organization's events.
func (h *Handlers) listChanges(c *access.Call, _ *httpapi.None) (*ChangePage, error) {
	limit, err := c.Limit()
	if err != nil {
		return nil, err
	}
	list, cursor := "changes "+c.Caller.OrgID, c.Query.Get("after")
	var after messages.FeedPosition
	if err := c.ReadCursor(list, cursor, &after); err != nil {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "after", Code: "bad_format", Message: "must be the next_cursor of this same feed"})
	}
	lines, err := h.Store.Feeds.Changes(c.Context(), c.Caller.OrgID, after, limit, inventory.At(h.Now()), h.ReadAudit)
	if err != nil {
		return nil, err
	}
	out := &ChangePage{Items: make([]changefeed.Change, 0, len(lines))}
	for i := range lines {
		out.Items = append(out.Items, changefeed.Of(lines[i].EventID, &lines[i].AuditRow))
		after = lines[i].At
	}
	out.NextCursor, err = c.Cursor(list, after)
	return out, err
}
