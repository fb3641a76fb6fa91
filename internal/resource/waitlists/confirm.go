package waitlists

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Question is what the other system is asked about an offer that was accepted.
type Question struct {
	Resource     *resources.Resource
	Entry        *resources.ResourceEntry
	Offer        *resources.ResourceOffer
	Release      *resources.ResourceSignal
	Confirmation *resources.ResourceConfirmation
}

// Reply is how it answered.
type Reply struct {
	Status int
	Fault  resource.Cause // why there was no answer; empty: there was one
	Wait   time.Duration  // that it asked for; 0: none
	// Reason and Words are what it says of a refusal.
	Reason resource.Cause
	Words  string
}

// Ask asks the other system. The error is ours, never that system's: it could not be asked.
type Ask func(context.Context, *Question) (Reply, error)

// Accept answers an offer for its person. payment is handed on to the other system, if that is
// asked, and otherwise forgotten.
func (s *Service) Accept(ctx context.Context, resourceID, offer, payment string) (*resource.Decision, error) {
	c := s.call(resourceID, resource.Answer{OfferID: offer, Accept: true})
	c.PaymentMethod = payment
	_, made, err := s.decide(ctx, c)
	return made, err
}

// Confirm asks the other system once about an offer that was accepted, if it is time and
// nobody else does, and stores what the answer decides. It returns when to come again; 0: never,
// because it has been decided, or people have to. It can be ended anywhere and called again. Where it
// could not ask it is asked again like a system that does not answer, for as long, and the error is why.
func (s *Service) Confirm(ctx context.Context, resourceID, offer string, ask Ask) (again inventory.Instant, err error) {
	st, now := s.store.Resources, inventory.At(s.now())
	a, got, err := st.LeaseConfirmation(ctx, resourceID, offer, now, now+inventory.Instant(resource.AskLease))
	switch {
	case err != nil:
		return 0, err
	case a.State != resource.Asking:
		return 0, nil
	case !got:
		return max(a.DueAt, a.LeasedUntil), nil
	}
	reply, read, ours := s.read(ctx, a, ask)
	if ours != nil && ctx.Err() != nil { // the server stops: another one asks once the lease is over
		return 0, ours
	}
	if read.Again {
		at, ok := resource.AskAgain(a.Since, inventory.At(s.now()), inventory.Micros(reply.Wait.Microseconds()))
		if ok {
			a.DueAt, a.LastCause, a.LastStatus = at, read.Cause, int64(reply.Status)
			return at, errors.Join(ours, st.PostponeConfirmation(ctx, a))
		}
	}
	_, _, err = s.Do(ctx, resourceID, resource.Conclude{OfferID: offer, As: read.Outcome, Cause: read.Cause, Status: int64(reply.Status), Words: words(reply.Words)})
	return 0, errors.Join(ours, err)
}

// read asks, and says what the answer means. The error is why it could not ask, which means what no
// answer does.
func (s *Service) read(ctx context.Context, a *resources.ResourceConfirmation, ask Ask) (reply Reply, read resource.Reading, err error) {
	q, err := s.question(ctx, a)
	switch {
	case err != nil:
	case q.Resource.ConfirmURL == "":
		return reply, resource.Reading{Outcome: resource.OutcomeFailed, Cause: resource.CauseNoAddress}, nil
	default:
		reply, err = ask(ctx, q)
	}
	if err != nil {
		return Reply{}, resource.Read(0, resource.CauseNotAsked, ""), err
	}
	return reply, resource.Read(reply.Status, reply.Fault, reply.Reason), nil
}

// AskAbandoned has jobs ask about what should have been asked a while ago and is not, because the job
// that was to do so is gone, and returns how many, limit at most.
func (s *Service) AskAbandoned(ctx context.Context, limit int, job func(resourceID, offer string) (database.Job, error)) (int, error) {
	now := inventory.At(s.now())
	return s.store.Resources.TakeAbandoned(ctx, now-inventory.Instant(resource.Abandoned), now, limit, job)
}

// question reads what is asked about.
func (s *Service) question(ctx context.Context, a *resources.ResourceConfirmation) (q *Question, err error) {
	q, st := &Question{Confirmation: a}, s.store.Resources
	if q.Resource, err = st.ByID(ctx, a.ResourceID); err != nil {
		return nil, err
	}
	if q.Offer, err = st.Offer(ctx, a.ResourceID, a.OfferID); err != nil {
		return nil, err
	}
	if q.Entry, err = st.Entry(ctx, a.ResourceID, q.Offer.EntryID); err != nil {
		return nil, err
	}
	q.Release, err = st.Signal(ctx, a.ResourceID, q.Offer.ReleaseID)
	return q, err
}

// words is what is kept of the other system's words: one line of plain text.
func words(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if list := []rune(text); len(list) > resource.MaxWords {
		text = string(list[:resource.MaxWords])
	}
	return text
}
