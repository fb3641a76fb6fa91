package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
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
func (s Secrets) Text(e *messages.WebhookEndpoint) string {
	return s.TextOf(e.ID, e.SecretVersion)
}

// TextOf returns a version of the secret of something that is told about, or that signs what it
// tells us.
func (s Secrets) TextOf(owner string, version int64) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(s.raw(owner, version))
}

// valid are the versions of a secret that are good at a time.
func valid(version int64, rotated inventory.Instant, at time.Time) []int64 {
	if rotated != 0 && inventory.At(at) < rotated+inventory.Instant(Overlap.Microseconds()) {
		return []int64{version, version - 1}
	}
	return []int64{version}
}

// Tolerance is how far the clock of a system that signs what it tells us may be off.
const Tolerance = 5 * time.Minute

// ErrSignature: a body is not signed with the secret, or not now.
var ErrSignature = errors.New("webhook: the signature is not valid")

// Verify checks that what owner tells us is signed as Standard Webhooks says, with its secret
// or, for Overlap after a rotation, the one before.
func (s Secrets) Verify(owner string, version int64, rotated inventory.Instant, now time.Time, header http.Header, body []byte) error {
	seconds, err := strconv.ParseInt(header.Get(webhooks.HeaderWebhookTimestamp), 10, 64)
	if err != nil {
		return ErrSignature
	}
	if off := now.Sub(time.Unix(seconds, 0)); off > Tolerance || off < -Tolerance {
		return ErrSignature
	}
	for _, v := range valid(version, rotated, now) {
		checker, err := webhooks.NewWebhookRaw(s.raw(owner, v))
		if err != nil {
			return fmt.Errorf("webhook: %w", err)
		}
		if checker.VerifyIgnoringTimestamp(body, header) == nil {
			return nil
		}
	}
	return ErrSignature
}

// sign returns the webhook-signature of a body: by the current secret and, for Overlap
// after a rotation, by the previous one.
func (s Secrets) sign(owner string, version int64, rotated inventory.Instant, msg string, at time.Time, body []byte) (string, error) {
	out := ""
	for _, v := range valid(version, rotated, at) {
		signer, err := webhooks.NewWebhookRaw(s.raw(owner, v))
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
