package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Overlap is how long the previous secret is used in addition to a new one.
const Overlap = 24 * time.Hour

// Secrets derives the secrets of endpoints from a key of this installation, so that none
// of them is stored.
type Secrets struct {
	Key []byte // 32 random bytes
}

// raw returns a version of an endpoint's secret.
func (s Secrets) raw(endpoint string, version int64) []byte {
	h := hmac.New(sha256.New, s.Key)
	h.Write([]byte("webhook\x00" + endpoint + "\x00" + strconv.FormatInt(version, 10)))
	return h.Sum(nil)
}

// Text returns the current secret as the receiver needs it: whsec_ and 32 bytes in base64.
func (s Secrets) Text(e *store.WebhookEndpoint) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(s.raw(e.ID, e.SecretVersion))
}

// sign returns the webhook-signature of a body: by the current secret and, for Overlap
// after a rotation, by the previous one.
func (s Secrets) sign(e *store.WebhookEndpoint, msg string, at time.Time, body []byte) (string, error) {
	versions := []int64{e.SecretVersion}
	if e.RotatedAt != 0 && inventory.At(at) < e.RotatedAt+inventory.Instant(Overlap.Microseconds()) {
		versions = append(versions, e.SecretVersion-1)
	}
	out := ""
	for _, v := range versions {
		signer, err := webhooks.NewWebhookRaw(s.raw(e.ID, v))
		if err != nil {
			return "", fmt.Errorf("webhook: %w", err)
		}
		one, err := signer.Sign(msg, at, body)
		if err != nil {
			return "", fmt.Errorf("webhook: %w", err)
		}
		if out != "" {
			out += " "
		}
		out += one
	}
	return out, nil
}
