package api_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api"
)

var update = flag.Bool("update", false, "write api/openapi.json")

const specFile = "../../api/openapi.json"

// The document that is committed is the one that the code makes.
func TestOpenAPIUpToDate(t *testing.T) {
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
