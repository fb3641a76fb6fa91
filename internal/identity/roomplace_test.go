package identity_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestRoomLinks: a link leads to the place in a waiting room that it was made for, and nothing
// else is one: no link of another kind, and no other index.
func TestRoomLinks(t *testing.T) {
	t.Parallel()
	links := identity.Links{Key: bytes.Repeat([]byte{7}, identity.MinLinkKey), Base: "https://holdfast.example/"}
	var ids id.Maker
	event := ids.Top(id.Event)
	for _, index := range []int64{0, 411, 13_999_999, 1<<63 - 1} {
		url := links.RoomURL(event, index)
		token, ok := strings.CutPrefix(url, "https://holdfast.example/q/")
		if of, n, err := links.Room(token); !ok || err != nil || of != event || n != index {
			t.Errorf("%s leads to %q, %d: %v", url, of, n, err)
		}
	}
	token := links.RoomToken(event, 411)
	other := links
	other.Key = bytes.Repeat([]byte{8}, identity.MinLinkKey)
	place := links.PlaceToken(ids.InResource(id.ResourceEntry, ids.Top(id.Resource)))
	for _, bad := range []string{
		"", token[1:], token[:len(token)-1], token + "A", token + "\n", "hl_" + token[3:], other.RoomToken(event, 411),
		identity.RoomPrefix + strings.TrimPrefix(place, identity.PlacePrefix), token[:20] + "B" + token[21:],
	} {
		if of, n, err := links.Room(bad); !errors.Is(err, identity.ErrLinkInvalid) {
			t.Errorf("%q leads to %q, %d: %v", bad, of, n, err)
		}
	}
	if links.RoomToken(event, -1) != "" || links.RoomToken(ids.Top(id.Resource), 1) != "" {
		t.Error("a link to no place")
	}
}
