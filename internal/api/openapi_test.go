package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api"
)

var update = flag.Bool("update", false, "write api/openapi.json and web/src/lib/api/lists.ts")

const specFile = "../../api/openapi.json"

// The document that is committed is the one that the code makes.
func TestOpenAPIUpToDate(t *testing.T) {
	t.Parallel()
	spec, err := api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	again, err := api.OpenAPI()
	if err != nil || !bytes.Equal(spec, again) {
		t.Fatalf("the document differs from one time to the next, %v", err)
	}
	if *update {
		if err := os.WriteFile(specFile, spec, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(specFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, spec) {
		t.Error("api/openapi.json is out of date: run go test ./internal/api -run OpenAPI -update")
	}
}

// Every operation is described, says what it answers and which problems it can
// have; every reference leads somewhere.
func TestOpenAPIIsComplete(t *testing.T) {
	t.Parallel()
	spec, err := api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		OpenAPI    string
		Components struct{ Schemas map[string]any }
		Paths      map[string]map[string]struct {
			OperationID, Summary, Description string
			Parameters                        []struct{ Name, Description string }
			RequestBody                       *struct {
				Content map[string]struct{ Example any }
			}
			Responses map[string]struct {
				Description string
				Content     map[string]any
			}
			Security []any
		}
	}
	if err := json.Unmarshal(spec, &doc); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1.") {
		t.Errorf("version %s", doc.OpenAPI)
	}
	operations := 0
	for path, item := range doc.Paths {
		for verb, op := range item {
			operations++
			what := verb + " " + path
			if op.OperationID == "" || op.Summary == "" || op.Description == "" {
				t.Errorf("%s is not described", what)
			}
			for _, p := range op.Parameters {
				if p.Description == "" {
					t.Errorf("%s: parameter %s is not described", what, p.Name)
				}
			}
			if op.RequestBody != nil {
				if body, ok := op.RequestBody.Content["application/json"]; ok && body.Example == nil {
					t.Errorf("%s: no example", what)
				}
			}
			if _, ok := op.Responses["500"]; !ok {
				t.Errorf("%s lists no problems", what)
			}
			if strings.HasPrefix(path, "/v1/") && len(op.Security) > 0 {
				if _, ok := op.Responses["401"]; !ok {
					t.Errorf("%s: no 401", what)
				}
			}
		}
	}
	if operations != len(api.Routes()) {
		t.Errorf("%d operations, %d routes", operations, len(api.Routes()))
	}
	for _, ref := range strings.Split(string(spec), `"$ref": "#/components/schemas/`)[1:] {
		if name := ref[:strings.IndexByte(ref, '"')]; doc.Components.Schemas[name] == nil {
			t.Errorf("no schema %s", name)
		}
	}
}
