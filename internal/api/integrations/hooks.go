package integrations

import (
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// Hooks are the requests that endpoints of organizations get, for the document: one for
// each thing that changes, and the test.
func Hooks() []httpapi.Hook {
	headers := []httpapi.HookHeader{
		{Name: "webhook-id", Description: "The `id` of the change, the same each time it is sent.", Example: exampleChange.ID},
		{Name: "webhook-timestamp", Description: "When it is sent, in seconds since 1970.", Example: "1824890472"},
		{Name: "webhook-signature", Description: "`v1,` and the signature of id, timestamp and body as Standard Webhooks says; two of them, with a space between, for 24 hours after the secret was rotated.", Example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="},
	}
	types := changefeed.Types()
	var all []httpapi.Hook
	for _, thing := range slices.Sorted(maps.Keys(types)) {
		change := exampleChange
		change.Type, change.Subject = types[thing][0], exampleSubjects[thing]
		change.Reason = change.Type[len(thing)+1:]
		if thing != "order" {
			change.From, change.To, change.Units = "", "", 0
		}
		all = append(all, httpapi.Hook{
			Name: thing, ID: "on-" + thing, Tag: access.TagWebhooks, Summary: "A change of " + article(thing),
			Description: "Sent to every endpoint of the organization whose `types` select it: `" + thing + ".*`, or single ones.",
			Types:       types[thing], Body: reflect.TypeFor[webhook.Body](), Headers: headers,
			Example: webhook.Body{Type: change.Type, Timestamp: change.At, Data: change},
		})
	}
	test := exampleChange
	test.Type, test.Reason, test.Subject, test.LedgerSeq, test.From, test.To, test.Units = testType, "test", "whk_3k9q0a7c1v5m", 1, "", "", 0
	return append(all, httpapi.Hook{
		Name: "test", ID: "on-test", Tag: access.TagWebhooks, Summary: "A test",
		Description: "Sent once to one endpoint by `POST /v1/webhook-endpoints/{webhook_id}:test`. Nothing has changed, and there is no such event.",
		Types:       []string{testType}, Body: reflect.TypeFor[webhook.Body](), Headers: headers,
		Example: webhook.Body{Type: test.Type, Timestamp: test.At, Data: test},
	})
}

// testType is the type of a change that did not happen.
const testType = "webhook.test"

var exampleChange = changefeed.Change{
	ID: "chg_3k9q0a7c1v5m00000000000000016", EventID: "evt_3k9q0a7c1v5m", LedgerSeq: 42, At: time.Date(2027, 10, 30, 10, 11, 12, 0, time.UTC),
	Actor: "public", To: "confirmed", Units: 2,
}

// exampleSubjects are ids of the things that change.
var exampleSubjects = map[string]string{
	"event": "evt_3k9q0a7c1v5m", "pool": "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "order": "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"block": "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "entry": "wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "offer": "off_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"person": "per_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "exchange": "exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "transfer": "trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"tier": "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "code": "cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
	"statement": "stm_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
}

func article(thing string) string {
	switch thing {
	case "entry":
		return "an entry of the waitlist"
	case "event", "order", "offer", "exchange":
		return "an " + thing
	}
	return "a " + thing
}
