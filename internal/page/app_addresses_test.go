package page

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// Every page of the app is answered as one that exists: by an address of the
// app, or by a page of the server's with the same address.
func TestAppAddresses(t *testing.T) {
	group := regexp.MustCompile(`/?\([a-z]+\)`)
	param := regexp.MustCompile(`\[[a-z_]+\]`)
	patterns := append([]string{"/", "/hosts/{organization_id}", "/events/{event_id}", "/events/{event_id}/*", framePath + "{event_id}", framePath + "{event_id}/waiting-room", listFramePath + "{organization_id}", "/series/{series_id}", "/o/{token}", "/e/{token}", "/r/{token}", "/t/{token}", "/u/{token}", identity.RoomPath + "{token}"}, appAddresses...)
	seen := 0
	err := fs.WalkDir(os.DirFS("../../web/src/routes"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "+page.svelte" || strings.Contains(name, "[...") {
			return err
		}
		seen++
		address := "/" + strings.TrimPrefix(param.ReplaceAllString(group.ReplaceAllString("/"+strings.TrimSuffix(path.Dir(name), "."), ""), "x"), "/")
		for _, p := range patterns {
			p = regexp.MustCompile(`\{[a-z_]+\}`).ReplaceAllString(p, "x")
			if below, ok := strings.CutSuffix(p, "*"); address == p || ok && strings.HasPrefix(address, below) {
				return nil
			}
		}
		t.Errorf("%s: the server has no page at %s", name, address)
		return nil
	})
	if err != nil || seen < 10 {
		t.Errorf("%d pages: %v", seen, err)
	}
}
