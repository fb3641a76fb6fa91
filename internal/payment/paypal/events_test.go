package paypal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment/paypal"
)

// TestEventsAreDocumented: whoever sets the endpoint up reads which events it needs.
func TestEventsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "OPERATIONS.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range paypal.Events() {
		if !strings.Contains(string(text), "`"+event+"`") {
			t.Errorf("docs/OPERATIONS.md does not name %s", event)
		}
	}
}
