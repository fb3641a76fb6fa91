package identity

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestFollowLinks(t *testing.T) {
	t.Parallel()
	l := Links{Key: bytes.Repeat([]byte{7}, 32), Base: "https://holdfast.example/"}
	const org, account = "org_3k9q0a7c1v5m", "acc_3k9q0a7c1v5n"
	code := l.FollowCode(org, account)
	if again := l.FollowCode(org, account); again != code {
		t.Errorf("the code is %s, and then %s", code, again)
	}
	for _, other := range []string{l.FollowCode("org_3k9q0a7c1v5n", account), l.FollowCode(org, "acc_3k9q0a7c1v5p"), (Links{Key: bytes.Repeat([]byte{8}, 32)}).FollowCode(org, account)} {
		if other == code {
			t.Error("two followers have one code")
		}
	}
	token, ok := strings.CutPrefix(l.FollowURL(org, code), "https://holdfast.example/f/")
	if !ok {
		t.Fatal(l.FollowURL(org, code))
	}
	if o, c, err := l.ParseFollow(token); o != org || c != code || err != nil {
		t.Errorf("read as %s, %s, %v", o, c, err)
	}
	for i := range token {
		spoilt := []byte(token)
		if spoilt[i] = 'a'; token[i] == 'a' {
			spoilt[i] = 'b'
		}
		if _, _, err := l.ParseFollow(string(spoilt)); !errors.Is(err, ErrLinkInvalid) {
			t.Errorf("with another character %d: %v", i, err)
		}
	}
	for _, other := range []string{"", token[:20], token[:len(token)-1], token + "a", token + "\n", " " + token} {
		if _, _, err := l.ParseFollow(other); !errors.Is(err, ErrLinkInvalid) {
			t.Errorf("%q: %v", other, err)
		}
	}
	if _, _, err := (Links{}).ParseFollow(token); !errors.Is(err, ErrLinkInvalid) {
		t.Errorf("without a key: %v", err)
	}
	// It is not a link that the API takes.
	if _, err := l.Parse(token); !errors.Is(err, ErrLinkInvalid) {
		t.Errorf("as a signed link: %v", err)
	}
}
