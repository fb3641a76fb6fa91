package identity

import (
	"bytes"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
)

func TestConsentCodes(t *testing.T) {
	t.Parallel()
	l := Links{Key: bytes.Repeat([]byte{7}, 32)}
	const org, user = "org_3k9q0a7c1v5m", "mail:ada@example.org"
	code := l.ConsentCode(org, user)
	if !id.IsTail(code) {
		t.Errorf("the code is %q", code)
	}
	if again := l.ConsentCode(org, user); again != code {
		t.Errorf("the code is %s, and then %s", code, again)
	}
	for _, other := range []string{
		l.ConsentCode("org_3k9q0a7c1v5n", user), l.ConsentCode(org, "mail:bob@example.org"), l.FollowCode(org, user),
		(Links{Key: bytes.Repeat([]byte{8}, 32)}).ConsentCode(org, user),
	} {
		if other == code {
			t.Error("two people have one code, or a person two things by one")
		}
	}
}
