package settlement

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// markLen is the length of the signature of a reference. It is not protection, because
// every notice is signed by the provider. It tells our payments from those of another
// installation or shop on the same account.
const markLen = 12

// Reference returns the reference of an order for providers.
func (s *Settler) Reference(order string) string { return order + "." + s.mark(order) }

func (s *Settler) mark(order string) string {
	h := hmac.New(sha256.New, s.cfg.Key)
	h.Write([]byte("holdfast payment reference v1\n" + order))
	return hex.EncodeToString(h.Sum(nil))[:markLen]
}

// orderOf returns the order of a reference. ok is false if the reference is not ours.
func (s *Settler) orderOf(reference string) (order string, ok bool) {
	order, mark, _ := strings.Cut(reference, ".")
	if _, known := id.EventOf(order, id.Order); !known {
		return "", false
	}
	return order, hmac.Equal([]byte(mark), []byte(s.mark(order)))
}
