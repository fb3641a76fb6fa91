package api_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/holdfast-events/holdfast/internal/changefeed"
)

// publishedDocument is what of the document the tests of its examples read.
type publishedDocument struct {
	Servers  []struct{ URL string }
	Paths    map[string]map[string]publishedOperation
	Webhooks map[string]map[string]publishedOperation
}

type publishedOperation struct {
	Parameters []struct {
		Name, In string
		Schema   map[string]any
		Example  any
	}
	RequestBody *struct {
		Content map[string]publishedMedia
	}
	Responses map[string]struct {
		Content map[string]publishedMedia
	}
}

type publishedMedia struct {
	Schema  map[string]any
	Example any
}

// published reads the committed document, and returns with it what compiles the
// schemas that stand in it.
func published(t *testing.T) (doc publishedDocument, compile func(pointer string) *jsonschema.Schema) {
	t.Helper()
	raw, err := os.ReadFile(specFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	schemas, err := schemasOf(raw)
	if err != nil {
		t.Fatal(err)
	}
	return doc, func(pointer string) *jsonschema.Schema {
		schema, err := schemas(pointer)
		if err != nil {
			t.Fatal(err)
		}
		return schema
	}
}

// Every body and every JSON answer of success has an example, of what is sent to
// endpoints too, and each example is as its schema says.
func TestExamplesAreValid(t *testing.T) {
	t.Parallel()
	doc, compile := published(t)
	seen := 0
	check := func(what, at string, media map[string]publishedMedia) {
		one, ok := media["application/json"]
		if !ok {
			return
		}
		seen++
		if one.Example == nil {
			t.Errorf("%s has no example", what)
			return
		}
		text, err := json.Marshal(one.Example)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := compile(at + "/content/application~1json/schema").Validate(v); err != nil {
			t.Errorf("the example of %s: %v\n%s", what, err, text)
		}
	}
	for where, items := range map[string]map[string]map[string]publishedOperation{"/paths/": doc.Paths, "/webhooks/": doc.Webhooks} {
		for path, item := range items {
			for method, op := range item {
				what, at := method+" "+path, where+pointerPart.Replace(path)+"/"+method
				if op.RequestBody != nil {
					check("the body of "+what, at+"/requestBody", op.RequestBody.Content)
				}
				for status, r := range op.Responses {
					check("the answer "+status+" of "+what, at+"/responses/"+status, r.Content)
				}
				for i, p := range op.Parameters {
					if p.Example == nil {
						continue
					}
					if err := compile(at + "/parameters/" + strconv.Itoa(i) + "/schema").Validate(p.Example); err != nil || p.Example == "" {
						t.Errorf("the example of %s of %s is not of its type: %v", p.Name, what, err)
					}
				}
			}
		}
	}
	if seen < len(doc.Paths) {
		t.Errorf("%d examples of %d paths", seen, len(doc.Paths))
	}
}

// The document says what is sent to endpoints: every type of change, and nothing else.
func TestWebhooksAreDocumented(t *testing.T) {
	t.Parallel()
	doc, _ := published(t)
	want := map[string][]string{"test": {"webhook.test"}}
	maps.Copy(want, changefeed.Types())
	for thing, types := range want {
		op, ok := doc.Webhooks[thing]["post"]
		if !ok {
			t.Errorf("changes of %s are not documented", thing)
			continue
		}
		properties, _ := op.RequestBody.Content["application/json"].Schema["properties"].(map[string]any)
		field, _ := properties["type"].(map[string]any)
		var have []string
		list, _ := field["enum"].([]any)
		for _, v := range list {
			text, _ := v.(string)
			have = append(have, text)
		}
		if !slices.Equal(slices.Sorted(slices.Values(have)), slices.Sorted(slices.Values(types))) {
			t.Errorf("%s: documented are %v, sent %v", thing, have, types)
		}
	}
	if len(doc.Webhooks) != len(want) || len(doc.Servers) != 1 || doc.Servers[0].URL == "" {
		t.Errorf("%d webhooks, want %d; servers %v", len(doc.Webhooks), len(want), doc.Servers)
	}
}

// Every filter with a list of values takes each of them, and no other.
func TestFiltersTakeWhatIsDocumented(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	doc, _ := published(t)
	event := strings.TrimPrefix(h.event(2), "/v1/events/")
	hook := h.owner("POST", "/v1/webhook-endpoints", object{"url": "https://example.org/"}).want(201).text("id")
	venue := h.owner("POST", "/v1/venues", object{"name": "Old harbour"}).want(201).text("id")
	path := strings.NewReplacer("{event_id}", event, "{webhook_id}", hook, "{venue_id}", venue, "{resource_key}", h.table()["resource_key"], "{purpose}", "join")
	needs := map[string]string{"sort=distance": "&near=53.5,10", "sort=price": "&currency=EUR"}
	filters := 0
	for pattern, item := range doc.Paths {
		for _, p := range item["get"].Parameters {
			values, _ := p.Schema["enum"].([]any)
			if p.In != "query" || len(values) == 0 || strings.HasSuffix(pattern, "/stream") { // which does not end
				continue
			}
			filters++
			at := path.Replace(pattern) + "?" + p.Name + "="
			for _, v := range values {
				text, _ := v.(string)
				h.owner("GET", at+text+needs[p.Name+"="+text], nil).want(200)
			}
			h.owner("GET", at+"nonsense", nil).problem(422, "invalid_request").names(p.Name)
		}
	}
	if filters < 6 {
		t.Errorf("only %d filters have a list of values", filters)
	}
}
