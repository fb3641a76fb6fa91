package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// documentation finds what is documented of the answers to a request: by the router
// that the server has, so both mean the same route, and from the published document,
// read by other code than that which wrote it.
type documentation struct {
	router  *chi.Mux
	codes   map[string][]string              // of problems, by method and pattern
	answers map[string]map[string]documented // by method and pattern, and by status
}

// documented is what the document says of one status of one operation.
type documented struct {
	media  []string
	schema *jsonschema.Schema // of its JSON; nil: it has none
}

var readDocumentation = sync.OnceValue(func() documentation {
	d := documentation{chi.NewRouter(), map[string][]string{}, map[string]map[string]documented{}}
	for _, rt := range api.Routes() {
		d.router.Method(rt.Method, strings.Replace(rt.Path, "{tile}", "*", 1), http.NotFoundHandler())
		d.codes[rt.Method+" "+rt.Path] = rt.Codes
	}
	if err := d.read(specFile); err != nil {
		panic(err)
	}
	return d
})

// read compiles the schemas of all answers that a document shows.
func (d *documentation) read(file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	compile, err := schemasOf(raw)
	if err != nil {
		return err
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct{ Schema any }
			}
		}
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return err
	}
	for path, item := range doc.Paths {
		for method, op := range item {
			answers := map[string]documented{}
			for status, response := range op.Responses {
				one := documented{}
				for media := range response.Content {
					plain, _, err := mime.ParseMediaType(media)
					if err != nil {
						return err
					}
					one.media = append(one.media, plain)
					if !strings.HasSuffix(media, "json") {
						continue
					}
					one.schema, err = compile("/paths/" + pointerPart.Replace(path) + "/" + method + "/responses/" + status + "/content/" + pointerPart.Replace(media) + "/schema")
					if err != nil {
						return err
					}
				}
				answers[status] = one
			}
			d.answers[strings.ToUpper(method)+" "+path] = answers
		}
	}
	return nil
}

var pointerPart = strings.NewReplacer("~", "~0", "/", "~1")

// schemasOf returns what compiles the schemas of the operations of a document, by where
// they stand. They are put beside the schemas that they refer to first, as definitions of one
// schema: of one that stands anywhere else the compiler copies all that it knows.
func schemasOf(document []byte) (compile func(pointer string) (*jsonschema.Schema, error), err error) {
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(bytes.ReplaceAll(document, []byte(`"#/components/schemas/`), []byte(`"#/$defs/`))))
	if err != nil {
		return nil, err
	}
	doc, _ := whole.(map[string]any)
	components, _ := doc["components"].(map[string]any)
	definitions, _ := components["schemas"].(map[string]any)
	if definitions == nil {
		return nil, errors.New("the document has no schemas")
	}
	named := map[string]string{} // the names of definitions, by pointer
	var collect func(at string, v any)
	collect = func(at string, v any) {
		switch v := v.(type) {
		case []any:
			for i, element := range v {
				collect(at+"/"+strconv.Itoa(i), element)
			}
		case map[string]any:
			for key, value := range v {
				switch there := at + "/" + pointerPart.Replace(key); key {
				case "example", "examples": // which are data
				case "schema":
					named[there] = "at-" + strconv.Itoa(len(named))
					definitions[named[there]] = value
				default:
					collect(there, value)
				}
			}
		}
	}
	collect("/paths", doc["paths"])
	collect("/webhooks", doc["webhooks"])
	const at = "http://holdfast.test/openapi.json"
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(at, map[string]any{"$defs": definitions}); err != nil {
		return nil, err
	}
	return func(pointer string) (*jsonschema.Schema, error) {
		name, ok := named[pointer]
		if !ok {
			return nil, fmt.Errorf("no schema at %s", pointer)
		}
		return compiler.Compile(at + "#/$defs/" + name)
	}, nil
}

// route is the method and pattern of the route of a request, as the document has it.
func (d *documentation) route(method, path string) string {
	return method + " " + strings.Replace(d.router.Find(chi.NewRouteContext(), method, path), "*", "{tile}", 1)
}

// undocumented says what of an answer the documentation does not; "": all is as it says.
func undocumented(method, path string, status int, header http.Header, body []byte) string {
	d := readDocumentation()
	route := d.route(method, path)
	codes, known := d.codes[route]
	if !known || status == http.StatusMethodNotAllowed { // which no route answers
		return ""
	}
	one, known := d.answers[route][strconv.Itoa(status)]
	if !known {
		return "the status " + strconv.Itoa(status)
	}
	if status < 300 {
		answered.Store(route, true)
	}
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	if media == "" && len(one.media) == 0 && len(body) == 0 {
		return ""
	}
	if !slices.Contains(one.media, media) {
		return "the media type " + strconv.Quote(media)
	}
	if one.schema == nil {
		return ""
	}
	if header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return err.Error()
		}
		if body, err = io.ReadAll(z); err != nil {
			return err.Error()
		}
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err.Error()
	}
	if err := one.schema.Validate(v); err != nil {
		return "the body: " + err.Error()
	}
	if fields, _ := v.(map[string]any); status >= 400 {
		if code, _ := fields["code"].(string); !slices.Contains(codes, code) {
			return "the problem " + code
		}
	}
	return ""
}

// documented fails the test when the answer is another than the document says: whoever
// writes a client, or has one written, reads only the document.
func (a *answer) documented(r *http.Request) {
	a.h.t.Helper()
	path := r.URL.RawPath
	if path == "" {
		path = r.URL.Path
	}
	if what := undocumented(r.Method, path, a.Status, a.Header, []byte(a.Raw)); what != "" {
		a.h.t.Errorf("%s: not documented: %s\n%s", a.what, what, a.Raw)
	}
}

// answered are the routes of which an answer of success was compared with the document.
var answered sync.Map

// allAnswered fails when no test has seen a route succeed: then nobody knows whether it
// answers as the document says. Where only some tests were run it says nothing.
func allAnswered() error {
	var unseen []error
	if flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.skip").Value.String() == "" {
		for _, rt := range api.Routes() {
			name := rt.Method + " " + rt.Path
			if _, ok := answered.Load(name); !ok {
				unseen = append(unseen, fmt.Errorf("no test has seen the answer of %s %s", rt.Method, rt.Path))
			}
		}
	}
	return errors.Join(unseen...)
}

// What every test relies on: an answer that is not as documented is found, whatever
// stands for the parameters of the path.
func TestUndocumentedAnswersAreFound(t *testing.T) {
	t.Parallel()
	problem := func(status int, code string) []byte {
		return []byte(`{"type":"/problems/` + code + `","title":"T","status":` + strconv.Itoa(status) + `,"code":"` + code + `"}`)
	}
	jsons, problems := http.Header{"Content-Type": {"application/json"}}, http.Header{"Content-Type": {"application/problem+json"}}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(`{"seats":7}`)) //nolint:errcheck // into memory
	z.Close()                      //nolint:errcheck // into memory
	for _, c := range []struct {
		method, path string
		status       int
		header       http.Header
		body         []byte
		what         string
	}{
		{"GET", "/v1/events/evt_1", 409, problems, problem(409, "sold_out"), "the status 409"},
		{"GET", "/v1/events/evt_1", 404, problems, problem(404, "not_found"), ""},
		{"GET", "/v1/events/evt_1", 404, jsons, problem(404, "not_found"), "the media type"},
		{"GET", "/v1/events/evt_1", 404, problems, problem(404, "no_such_code"), "the problem no_such_code"},
		{"POST", "/v1/events/evt_1:publish", 409, problems, problem(409, "no_such_code"), "the "},
		{"GET", "/v1/events/evt_1/registrations/a:b%2Fc", 404, problems, problem(404, "gate_taken"), "the problem gate_taken"},
		{"POST", "/v1/checkin-lists", 404, problems, problem(404, "no_such_code"), ""}, // no route: not_found and method_not_allowed of the router
		{"GET", "/pages/evt_1", 404, problems, problem(404, "no_such_code"), ""},
		{"GET", "/healthz", 200, jsons, []byte(`{"status":"ok"}`), ""},
		{"GET", "/healthz", 200, jsons, []byte(`{"status":"fine"}`), "the body"},
		{"GET", "/healthz", 200, jsons, []byte(`{}`), "the body"},
		{"GET", "/healthz", 200, jsons, []byte(`{"status":"ok","more":1}`), "the body"},
		{"GET", "/healthz", 200, jsons, []byte(`{"status":null}`), "the body"},
		{"GET", "/v1/events/evt_1/seats", 200, http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}, zipped.Bytes(), "the body"},
	} {
		if got := undocumented(c.method, c.path, c.status, c.header, c.body); !strings.HasPrefix(got, c.what) || (got == "") != (c.what == "") {
			t.Errorf("%s %s, %d %s: %q, want %q", c.method, c.path, c.status, c.body, got, c.what)
		}
	}
}

// Calls that succeed in no other test.
func TestSeldomCalls(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		near := netguard.Guard{Private: true}
		c.Webhooks = webhook.NewSender(webhook.Secrets{Key: bytes.Repeat([]byte{7}, 32)}, near, nil, c.Now, "test")
	})
	hook := h.owner("POST", "/v1/webhook-endpoints", object{"url": "https://127.0.0.1:9/"}).want(201).text("id")
	if a := h.owner("POST", "/v1/webhook-endpoints/"+hook+":test", nil).want(200); a.at("taken") != false || a.text("error") == "" {
		t.Errorf("a test that cannot be delivered: %s", a.Raw)
	}

	event := h.paidEvent(5)
	refund := h.refundByHand(h.placeOrder(event, "bob", 1))
	p, err := h.store.Payouts.Payout(t.Context(), eventID(event), refund)
	h.must(err)
	was := *p
	p.State = payments.PayoutFailed
	moved, err := h.store.Payouts.MovePayout(t.Context(), p, &was, nil)
	if err != nil || !moved {
		t.Fatal(moved, err)
	}
	h.owner("POST", "/v1/refunds/"+refund+":retry", nil).want(200)

	free := h.event(2)
	ticket := id.TicketOf(h.register(free, "cyd").text("order_id"), 1)
	transfer := h.owner("POST", "/v1/tickets/"+ticket+":transfer", object{"email": "eve@example.org"}).want(201).text("id")
	if a := h.send("POST", "/v1/transfers/"+transfer+":decline", h.freshTaker(transfer), nil).want(200); a.text("status") != "declined" {
		t.Errorf("declined: %s", a.Raw)
	}
}
