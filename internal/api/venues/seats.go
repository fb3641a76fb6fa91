package venues

import (
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
)

// encodedChart is an answer that was encoded before anybody asked.
type encodedChart seatchart.Document

// Reply writes the document as the client can read it.
func (e *encodedChart) Reply(q *httpapi.Request) {
	h := q.Writer.Header()
	h["Content-Type"] = httpapi.JsonType
	h["Vary"] = httpapi.ByEncoding
	body := &e.Plain
	if httpapi.AcceptsGzip(q.HTTP.Header.Get("Accept-Encoding")) {
		h["Content-Encoding"] = httpapi.Gzipped
		body = &e.Gzip
	}
	h["Content-Length"] = body.Length
	q.Writer.Write(body.Text)
}

// ledgerSeq reads a ledger seq of the query; 0 when it is absent.
func ledgerSeq(c *access.Call, name string) (int64, error) {
	text := c.Query.Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, httpapi.Invalid(httpapi.FieldError{Field: name, Code: "out_of_range", Message: "must be a ledger seq"})
	}
	return n, nil
}

// hidden are the tiers that the caller does not see: hidden ones, unless an access code
// opens them.
func (h *Handlers) hidden(c *access.Call, k *access.EventSummary) ([]string, error) {
	typed := c.Query.Get("access_code")
	if typed == "" || len(k.Hidden) == 0 || c.Caller.Staff() {
		return k.HiddenFrom(&c.Caller), nil
	}
	code, err := h.Store.Orders.PriceCodeByText(c.Context(), k.EventID, wire.CodeTyped(typed))
	if err != nil {
		return nil, err
	}
	if no := code.Usable(inventory.At(h.Now())); no != inventory.OK {
		return nil, refusal.Of(inventory.Outcome{Code: no, Field: "access_code"})
	}
	return slices.DeleteFunc(slices.Clone(k.Hidden), func(t string) bool { return code.Kind == inventory.AccessCode && code.AppliesTo(t) }), nil
}

func (h *Handlers) getSeats(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*encodedChart, error) {
	atLeast, err := ledgerSeq(c, "at_least")
	if err != nil {
		return nil, err
	}
	hidden, err := h.hidden(c, k)
	if err != nil {
		return nil, err
	}
	doc, err := h.Charts.Status(c.Context(), k.EventID, atLeast, hidden)
	if err != nil {
		return nil, err
	}
	return (*encodedChart)(doc), c.Version(doc.ETag)
}

func (h *Handlers) getSeatLayout(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*encodedChart, error) {
	hidden, err := h.hidden(c, k)
	if err != nil {
		return nil, err
	}
	doc, err := h.Charts.Layout(c.Context(), k.EventID, hidden)
	if err != nil {
		return nil, err
	}
	return (*encodedChart)(doc), c.Version(doc.ETag)
}

func (h *Handlers) getSeatChanges(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*wire.SeatChanges, error) {
	since, err := ledgerSeq(c, "since")
	if err != nil {
		return nil, err
	}
	hidden, err := h.hidden(c, k)
	if err != nil {
		return nil, err
	}
	changes, seq, ok, err := h.Charts.Changes(c.Context(), k.EventID, since, 0, hidden)
	if err != nil {
		return nil, err
	}
	if changes == nil {
		changes = []seatchart.SeatChange{}
	}
	return &wire.SeatChanges{LedgerSeq: seq, Complete: ok, Seats: changes}, nil
}
