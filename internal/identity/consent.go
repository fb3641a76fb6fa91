package identity

import (
	"crypto/hmac"
	"crypto/sha256"

	"github.com/holdfast-events/holdfast/internal/id"
)

// ConsentCode stands for a person in the record of what people of an organization agreed to.
// It is the same at all its events, and nothing leads back from it to the person without the
// key of links.
func (l Links) ConsentCode(organization, user string) string {
	h := hmac.New(sha256.New, l.Derive("consent code"))
	h.Write([]byte(organization + "\n" + user))
	return id.Tail([32]byte(h.Sum(nil)))
}
