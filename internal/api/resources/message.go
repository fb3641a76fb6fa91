package resources

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// SignalRoute is the route whose body and headers messages have, too.
const SignalRoute = "receive-resource-signal"

// SignalMessage is what a system has said by way of a broker.
type SignalMessage struct {
	// OrgID and Key are whose resource it is about, and Type is what the broker calls it.
	OrgID, Key, Type string
	Header           http.Header
	Body             []byte
	// At is when the broker took it.
	At time.Time
}

// ErrNoResource: a message is about a resource that is not there. Its sender is told no more than
// of a wrong signature.
var ErrNoResource = errors.New("resources: there is no such resource")

// Message takes a message, which decode reads as the body of SignalRoute. It had to be signed when the
// broker took it: how long it lay there does not matter. Errors are those of the route, and ErrNoResource.
func (s *Signals) Message(ctx context.Context, m *SignalMessage, decode func(body []byte, in any) error) (*SignalTaken, error) {
	r, err := s.Store.Resources.ByKey(ctx, m.OrgID, m.Key)
	missing := errors.Is(err, database.ErrNotFound)
	if err = s.signed(r, err, m.At, m.Header, m.Body); missing {
		return nil, ErrNoResource
	}
	if errors.Is(err, webhook.ErrSignature) {
		return nil, kindSignature.Problem()
	}
	if err != nil {
		return nil, err
	}
	var in CapacitySignal
	if err := decode(m.Body, &in); err != nil {
		return nil, err
	}
	if in.Type != m.Type {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "type", Code: "not_of_its_subject", Message: "is not what the subject says"})
	}
	return s.heard(ctx, &organizations.By{At: inventory.At(s.Now())}, r, &in)
}

// SignatureCode is the code of the problem of a wrong signature.
const SignatureCode = "resource_signature"

// passingFor is for how long a message comes again that a request would have been refused for, though
// for a reason that passes: there is room for a release when others are used up.
const passingFor = 24 * time.Hour

// Final reports whether a problem of a message that a broker took so long ago is one for good. Whatever
// is not known to be wrong with the message is ours, and may be over when it comes again.
func Final(p *httpapi.Problem, ago time.Duration) bool {
	if p.Code == kindReleases.Code {
		return ago > passingFor
	}
	return slices.Contains(SignalProblems(), p.Code)
}

// SignalProblems are the codes of problems that messages are refused with for good.
func SignalProblems() []string {
	codes := []string{SignatureCode, kindEventID.Code, kindNoRelease.Code, kindReleases.Code}
	return append(codes, httpapi.BodyProblems()...)
}
