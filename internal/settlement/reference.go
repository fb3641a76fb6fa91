package settlement

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// markLen is how many characters mark a reference as ours. It guards nothing:
// what carries a reference was signed by the provider. It tells our payments from
// those of another installation, or of another shop, on the same account.
const markLen = 12

// Reference is what providers are given for an order.
func (t *Settler) Reference(order string) string { return order + "." + t.mark(order) }

func (t *Settler) mark(order string) string {
	h := hmac.New(sha256.New, t.cfg.Key)
	h.Write([]byte("holdfast payment reference v1\n" + order))
	return hex.EncodeToString(h.Sum(nil))[:markLen]
}

// orderOf reads a reference. ok is false when it is none of ours.
func (t *Settler) orderOf(reference string) (order string, ok bool) {
	order, mark, _ := strings.Cut(reference, ".")
	if _, known := id.EventOf(order, id.Order); !known {
		return "", false
	}
	return order, hmac.Equal([]byte(mark), []byte(t.mark(order)))
}
