package tidy

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// registry is where packages of the web app may come from. A lock file that names no
// address at all leaves it to the client's configuration, and its hashes to bind it.
const registry = "https://registry.npmjs.org/"

// locked is a package of npm's lock file.
type locked struct {
	Resolved  string `json:"resolved"`
	Integrity string `json:"integrity"`
	Link      bool   `json:"link"`
}

// lockProblems is what is wrong with a lock file: packages without a hash, or from
// elsewhere than the registry.
func lockProblems(text []byte) (found []string, err error) {
	var lock struct {
		Version  int               `json:"lockfileVersion"`
		Packages map[string]locked `json:"packages"`
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	if lock.Version != 3 || len(lock.Packages) < 2 {
		found = append(found, fmt.Sprintf("version %d with %d packages", lock.Version, len(lock.Packages)))
	}
	for name, p := range lock.Packages {
		switch {
		case name == "": // the app itself
		case p.Link || !strings.HasPrefix(p.Integrity, "sha512-"):
			found = append(found, name+": no SHA-512 of it")
		case p.Resolved != "" && !strings.HasPrefix(p.Resolved, registry):
			found = append(found, name+": from "+p.Resolved)
		}
	}
	slices.Sort(found)
	return found, nil
}

// TestLockFile: whatever is installed for the web app is what its authors published.
func TestLockFile(t *testing.T) {
	text, err := os.ReadFile("../../web/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	found, err := lockProblems(text)
	if err != nil || len(found) > 0 {
		t.Errorf("web/package-lock.json: %q %v", found, err)
	}
	found, err = lockProblems([]byte(`{"lockfileVersion": 3, "packages": {"": {},
		"a": {"integrity": "sha512-x"}, "b": {"integrity": "sha512-x", "resolved": "https://registry.npmjs.org/b"}, "c": {}, "d": {"integrity": "sha1-x"},
		"e": {"integrity": "sha512-x", "resolved": "https://elsewhere.example/e"}, "f": {"integrity": "sha512-x", "resolved": "git+ssh://git@example.org/f"}, "g": {"link": true}}}`))
	want := []string{"c: no SHA-512 of it", "d: no SHA-512 of it", "e: from https://elsewhere.example/e", "f: from git+ssh://git@example.org/f", "g: no SHA-512 of it"}
	if err != nil || !slices.Equal(found, want) {
		t.Errorf("%q %v, want %q", found, err, want)
	}
}
