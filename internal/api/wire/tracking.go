package wire

import (
	"cmp"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// Source is the tracking link by which an order, a registration or an entry came.
type Source struct {
	LinkID string `json:"tracking_link_id" example:"tkl_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Code   string `json:"code" example:"newsletter"`
	Name   string `json:"name" example:"Newsletter in May"`
}

// TrackingLink is the id of the link that somebody came by, of whose code a text is; empty:
// none. A link that cannot be read is none: nobody waits for a count.
func (r *Reader) TrackingLink(c *access.Call, k *access.EventSummary, via string) string {
	if via == "" {
		return ""
	}
	link, err := r.Tracking.Find(c.Context(), k.EventID, via)
	if err != nil || link == nil {
		return ""
	}
	return link.ID
}

// ShowSources adds by which links orders and entries of an event came.
func (r *Reader) ShowSources(c *access.Call, event string, orders []*Order, entries []*Entry) error {
	things := make([]string, 0, len(orders)+len(entries))
	for _, o := range orders {
		things = append(things, cmp.Or(o.EntryID, o.ID))
	}
	for _, e := range entries {
		things = append(things, e.ID)
	}
	if len(things) == 0 {
		return nil
	}
	found, err := r.Store.Tracking.Sources(c.Context(), event, things)
	if err != nil {
		return err
	}
	for _, o := range orders {
		o.Via = sourceOf(found, cmp.Or(o.EntryID, o.ID))
	}
	for _, e := range entries {
		e.Via = sourceOf(found, e.ID)
	}
	return nil
}

func sourceOf(found map[string]audience.Source, thing string) *Source {
	s, ok := found[thing]
	if !ok {
		return nil
	}
	return &Source{s.LinkID, s.Code, s.Name}
}
