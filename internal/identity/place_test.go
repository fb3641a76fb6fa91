package identity_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestPlaceLinks: a link leads to the place that it was made for, and nothing else is one.
func TestPlaceLinks(t *testing.T) {
	t.Parallel()
	links := identity.Links{Key: bytes.Repeat([]byte{7}, identity.MinLinkKey), Base: "https://holdfast.example/"}
	var ids id.Maker
	resource := ids.Top(id.Resource)
	entry := ids.InResource(id.ResourceEntry, resource)
	url := links.PlaceURL(entry)
	token, ok := strings.CutPrefix(url, "https://holdfast.example/w/")
	if got, err := links.Place(token); !ok || err != nil || got != entry {
		t.Fatalf("%s leads to %q: %v", url, got, err)
	}
	other := links
	other.Key = bytes.Repeat([]byte{8}, identity.MinLinkKey)
	for _, bad := range []string{"", token[1:], token[:len(token)-1], token + "A", token + "\n", "hl_" + token[3:], other.PlaceToken(entry), strings.Replace(token, token[5:9], "AAAA", 1)} {
		if got, err := links.Place(bad); !errors.Is(err, identity.ErrLinkInvalid) {
			t.Errorf("%q leads to %q: %v", bad, got, err)
		}
	}
	if none := links.PlaceToken(resource); none != "" {
		t.Errorf("a link to a resource: %s", none)
	}
}
