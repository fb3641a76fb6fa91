package waitingrooms

import (
	"context"
	"encoding/json"
	"io"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// mediaLines is JSON, a value on each line.
const mediaLines = "application/jsonl"

// getDrawFile answers with a draw as draw.CheckFile and verify/draw.py read it. No more than a
// page of it is in memory.
func (h *Handlers) getDrawFile(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*httpapi.Download, error) {
	e, err := h.sealed(c, k.EventID)
	if err != nil {
		return nil, err
	}
	document, err := h.drawnOf(c, e)
	if err != nil {
		return nil, err
	}
	first, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	// What follows the first line is what its roots are of.
	unchanged := c.Version(httpapi.ETag(first))
	if document.Seed != "" { // before, the beacon is still to come
		keepForGood(c, k)
	}
	if unchanged != nil {
		return nil, unchanged
	}
	ctx := c.Context()
	return &httpapi.Download{Media: mediaLines, Name: "draw-" + k.EventID + ".jsonl", Gzip: true, Write: func(out io.Writer) error {
		if _, err := out.Write(append(first, '\n')); err != nil {
			return err
		}
		return h.eachLeaf(ctx, k.EventID, document.Entrants, json.NewEncoder(out).Encode)
	}}, nil
}

// eachLeaf does something with the text of each leaf of a draw in which so many take part: of
// all of them, and then of all who were struck out.
func (h *Handlers) eachLeaf(ctx context.Context, event string, entrants int64, do func(any) error) error {
	for from := int64(0); from < entrants; {
		list, err := h.Store.WaitingRooms.Entrants(ctx, event, from, entrants, maxLeaves)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return database.ErrNotFound // which verify would name; nobody is to take a part for the whole
		}
		for i := range list {
			if err := do(leafOf(event, &list[i])); err != nil {
				return err
			}
		}
		from = list[len(list)-1].Index + 1
	}
	for from := int64(0); ; {
		list, err := h.Store.WaitingRooms.Strikes(ctx, event, from, maxLeaves)
		if err != nil {
			return err
		}
		for i := range list {
			leaf := draw.Strike{Index: list[i].Index, Reason: draw.Reason(list[i].Reason)}
			if err := do(leaf.Text()); err != nil {
				return err
			}
			from = leaf.Index + 1
		}
		if len(list) < maxLeaves {
			return nil
		}
	}
}

// leafOf is the text of the leaf of an entrant.
func leafOf(event string, e *waitingrooms.RoomEntrant) string {
	leaf := draw.Entrant{EventID: event, Index: e.Index, Class: e.Class}
	copy(leaf.Commitment[:], e.Commitment)
	return leaf.Text()
}
