package integrations

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Elsewhere is the servers of other cells, where events of the same organizations may live.
type Elsewhere interface {
	// Answer has a question of theirs answered.
	Answer(question string, answer func(r *http.Request, asked []byte) (any, error))
	// Ask asks each of those with events. The error is a problem, 503, when one does not answer.
	Ask(ctx context.Context, question string, asked any, take func(answer []byte) error) error
}

// What servers ask each other of webhooks.
const (
	askFollow     = "webhooks/follow"     // to have the endpoints of an organization as the catalogue has them
	askDeliveries = "webhooks/deliveries" // what was sent to an endpoint
)

// deliveriesOf is a page of what was sent to an endpoint.
type deliveriesOf struct {
	Endpoint string                    `json:"endpoint"`
	State    string                    `json:"state"`
	Before   messages.DeliveryPosition `json:"before"`
	Limit    int                       `json:"limit"`
}

// AnswerOthers has questions of servers of other cells answered. They have found out who asks.
func AnswerOthers(h *Handlers) {
	h.Elsewhere.Answer(askFollow, func(r *http.Request, asked []byte) (any, error) {
		var org string
		if err := json.Unmarshal(asked, &org); err != nil {
			return nil, err
		}
		list, err := h.Catalogue.Webhooks.WebhooksOf(r.Context(), org)
		if err != nil {
			return nil, err
		}
		// No event of an organization that is not here has ever been.
		if err := h.Store.Webhooks.Follow(r.Context(), org, list); err != nil && !errors.Is(err, database.ErrNotFound) {
			return nil, err
		}
		return struct{}{}, nil
	})
	h.Elsewhere.Answer(askDeliveries, func(r *http.Request, asked []byte) (any, error) {
		var of deliveriesOf
		if err := json.Unmarshal(asked, &of); err != nil {
			return nil, err
		}
		return h.Store.Webhooks.WebhookDeliveries(r.Context(), of.Endpoint, of.State, of.Before, of.Limit)
	})
}

// followed has the cells with events know the endpoints of an organization, before anybody is told
// that these are told about everything from now on. A cell that does not answer follows by itself
// once it can; the error is a problem, 503.
func (h *Handlers) followed(ctx context.Context, org string) error {
	if h.Elsewhere == nil {
		return nil
	}
	return h.Elsewhere.Ask(ctx, askFollow, org, func([]byte) error { return nil })
}

// deliveries is a page of what was sent to an endpoint from all cells, the latest first.
func (h *Handlers) deliveries(ctx context.Context, of *deliveriesOf) ([]messages.WebhookDelivery, error) {
	list, err := h.Store.Webhooks.WebhookDeliveries(ctx, of.Endpoint, of.State, of.Before, of.Limit)
	if err != nil || h.Elsewhere == nil {
		return list, err
	}
	if err := h.Elsewhere.Ask(ctx, askDeliveries, of, peer.Each(func(more []messages.WebhookDelivery) { list = append(list, more...) })); err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b messages.WebhookDelivery) int { //nolint:gocritic // as slices asks for it
		return -cmp.Or(cmp.Compare(a.LastAt, b.LastAt), cmp.Compare(a.EventID, b.EventID), cmp.Compare(a.Seq, b.Seq))
	})
	// Those of an event that is on its way are in two.
	list = slices.CompactFunc(list, func(a, b messages.WebhookDelivery) bool { return a.EventID == b.EventID && a.Seq == b.Seq }) //nolint:gocritic // the same
	return list[:min(len(list), of.Limit)], nil
}
