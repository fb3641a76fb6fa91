package integrations

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// WebhookDelivery is what became of a change that was sent to an endpoint.
type WebhookDelivery struct {
	ChangeID  string    `json:"change_id" doc:"The webhook-id that it was sent with." example:"chg_3k9q0a7c1v5m00000000000000016"`
	EventID   string    `json:"event_id"`
	LedgerSeq int64     `json:"ledger_seq"`
	Type      string    `json:"type" example:"order.registered"`
	State     string    `json:"state" enum:"delivered,retrying,failed"`
	Attempts  int64     `json:"attempts"`
	Status    int64     `json:"status" doc:"Of the last answer; 0: there was none."`
	Error     string    `json:"error,omitempty" doc:"Why the last attempt was none."`
	FirstAt   time.Time `json:"first_at"`
	LastAt    time.Time `json:"last_at"`
}

// WebhookDeliveryList is a page of deliveries.
type WebhookDeliveryList struct {
	httpapi.List[WebhookDelivery] `doc:"The latest first. What was delivered is kept for a week."`
}

func (h *Handlers) listWebhookDeliveries(c *access.Call, _ *httpapi.None) (*WebhookDeliveryList, error) {
	e, err := h.webhook(c)
	if err != nil {
		return nil, err
	}
	state := c.Query.Get("delivery_state")
	switch state {
	case "", "delivered", "retrying", "failed":
	default:
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "delivery_state", Code: "unknown", Message: "must be delivered, retrying or failed"})
	}
	list, err := httpapi.ReadList(&c.Request, "deliveries "+e.ID+" "+state,
		func(before messages.DeliveryPosition, limit int) ([]messages.WebhookDelivery, error) {
			return h.deliveries(c.Context(), &deliveriesOf{e.ID, state, before, limit})
		},
		func(r *messages.WebhookDelivery) messages.DeliveryPosition {
			return messages.DeliveryPosition{LastAt: r.LastAt, EventID: r.EventID, Seq: r.Seq}
		}, webhookDeliveryOf)
	return &WebhookDeliveryList{list}, err
}

func webhookDeliveryOf(d *messages.WebhookDelivery) WebhookDelivery {
	return WebhookDelivery{
		ChangeID: id.Seq(changefeed.Prefix, d.EventID, d.Seq), EventID: d.EventID, LedgerSeq: d.Seq, Type: d.Type, State: d.State,
		Attempts: d.Attempts, Status: d.Status, Error: d.Error, FirstAt: d.FirstAt.Time(), LastAt: d.LastAt.Time(),
	}
}

// Replay is the body that has changes sent again.
type Replay struct {
	EventID   string `json:"event_id" maxLength:"64" doc:"Of which event." example:"evt_3k9q0a7c1v5m"`
	LedgerSeq int64  `json:"ledger_seq" minimum:"1" doc:"From which change on; all that come after it are sent again too."`
}

// Replayed is the answer to a replay.
type Replayed struct {
	Status string `json:"status" enum:"queued"`
}

func (h *Handlers) replayWebhook(c *access.Call, in *Replay) (*Replayed, error) {
	e, err := h.webhook(c)
	if err != nil {
		return nil, err
	}
	unknown := httpapi.Invalid(httpapi.FieldError{Field: "event_id", Code: "unknown", Message: "is not an event of this organization"})
	if !id.Valid(in.EventID, id.Event) {
		return nil, unknown
	}
	k, err := h.Access.Event(c.Context(), in.EventID)
	if err != nil || k.OrgID != c.Caller.OrgID {
		return nil, unknown
	}
	return &Replayed{"queued"}, h.Store.Webhooks.ReplayWebhook(c.Context(), e.ID, in.EventID, in.LedgerSeq)
}

// WebhookTest is how an endpoint answered a test.
type WebhookTest struct {
	Taken  bool   `json:"taken"`
	Status int    `json:"status" doc:"Of the answer; 0: there was none."`
	Error  string `json:"error,omitempty"`
}

// testWebhook sends a change that did not happen, of type webhook.test.
func (h *Handlers) testWebhook(c *access.Call, _ *httpapi.None) (*WebhookTest, error) {
	e, err := h.webhook(c)
	if err != nil {
		return nil, err
	}
	event := h.IDs.Top(id.Event) // of no event
	answer, err := h.Webhooks.Send(c.Context(), e, changefeed.Change{
		ID: id.Seq(changefeed.Prefix, event, 1), Type: testType, EventID: event, LedgerSeq: 1,
		At: inventory.At(h.Now()).Time(), Actor: c.Caller.Actor(), Subject: e.ID, Reason: "test",
	})
	if err != nil {
		return nil, err
	}
	return &WebhookTest{Taken: answer.Taken(), Status: answer.Status, Error: answer.Error}, nil
}
