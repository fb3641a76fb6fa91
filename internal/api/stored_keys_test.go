package api_test

import (
	"crypto/sha256"
	"encoding/base64"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api"
)

// storedKey is an idempotency key as it is stored: without what it says, and without the
// address of whoever of the public sent it.
func storedKey(address, key string) string {
	sum := sha256.Sum256([]byte(address + "\n" + key))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// TestKeysKeepNoAddresses: neither that of a network nor what a client has named its
// request by; and two callers of the public with the same key are two.
func TestKeysKeepNoAddresses(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.TrustedProxies = 1 })
	event := h.event(9)
	register := func(from, email string) *answer {
		return h.send("POST", event+"/registrations", "", object{"email": email, "name": "Ada"}, "X-Forwarded-For: "+from, "Idempotency-Key: for-ada@example.org")
	}
	first := register("203.0.113.7", "ada@example.org").want(201)
	if again := register("203.0.113.7", "ada@example.org").want(201); again.Raw != first.Raw || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("again: %v %s", again.Header, again.Raw)
	}
	register("203.0.113.7", "bob@example.org").problem(422, "idempotency_key_reused")
	register("203.0.113.8", "bob@example.org").want(201)
	var n int
	h.must(h.store.JobsDB().QueryRowContext(t.Context(), "select count(*) from idempotency_keys where caller = 'public' and key in ($1, $2)",
		storedKey("203.0.113.7", "for-ada@example.org"), storedKey("203.0.113.8", "for-ada@example.org")).Scan(&n))
	if n != 2 {
		t.Errorf("%d of two keys are stored as hashes", n)
	}
	for _, text := range []string{"203.0.113", "for-ada"} {
		for _, place := range h.traces(text) {
			t.Errorf("%q is in %s", text, place)
		}
	}
}
