package people

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Elsewhere is the servers of other cells, where events of the same people may live.
type Elsewhere interface {
	// Answer has a question of theirs answered.
	Answer(question string, answer func(r *http.Request, asked []byte) (any, error))
	// Ask asks each of those with events. The error is a problem, 503, when one does not answer.
	Ask(ctx context.Context, question string, asked any, take func(answer []byte) error) error
	// Settled does again what asks one after the other, where an event has moved meanwhile.
	Settled(ctx context.Context, do func() error) error
	// Here reports whether an event lives in the database of this server.
	Here(ctx context.Context, event string) (bool, error)
}

// What servers ask each other of people.
const (
	askPaid   = "people/paid"    // for which events to come somebody has paid tickets
	askLeave  = "people/leave"   // to erase somebody
	askData   = "people/data"    // what is stored of somebody
	askForget = "people/contact" // to forget how somebody is reached
)

// account is whom servers ask about: an account of the catalogue, and its address.
type account struct {
	ID      string `json:"id"`
	Address string `json:"address"`
}

// contact is a copy of how an organization reaches somebody.
type contact struct {
	Organization string `json:"organization"`
	Key          string `json:"key"`
}

// AnswerOthers has questions of servers of other cells answered. They have found out who asks.
func AnswerOthers(h *Handlers) {
	h.Elsewhere.Answer(askPaid, asked(func(r *http.Request, a *account) (any, error) { return h.paid(r.Context(), a.Address) }))
	h.Elsewhere.Answer(askLeave, asked(func(r *http.Request, a *account) (any, error) {
		events, err := h.leave(r.Context(), a.Address)
		if err != nil {
			return nil, err
		}
		if err := h.Erasures.Traces(r.Context(), a.ID, a.Address); err != nil {
			return nil, err
		}
		h.keepErasures(r.Context())
		return events, nil
	}))
	h.Elsewhere.Answer(askData, asked(func(r *http.Request, a *account) (any, error) {
		c := &access.Call{Request: httpapi.Request{HTTP: r}, Caller: identity.Caller{Login: &identity.Login{AccountID: a.ID, Address: a.Address}}}
		return h.dataHere(c)
	}))
	h.Elsewhere.Answer(askForget, asked(func(r *http.Request, k *contact) (any, error) {
		return struct{}{}, h.Store.Contacts.ForgetContact(r.Context(), k.Organization, k.Key)
	}))
}

func asked[In any](answer func(r *http.Request, in *In) (any, error)) func(r *http.Request, asked []byte) (any, error) {
	return func(r *http.Request, asked []byte) (any, error) {
		in := new(In)
		if err := json.Unmarshal(asked, in); err != nil {
			return nil, err
		}
		return answer(r, in)
	}
}

// Forget takes the personal data out of the copies of a contact in other cells.
func Forget(ctx context.Context, others Elsewhere, organization, key string) error {
	return others.Ask(ctx, askForget, contact{organization, key}, func([]byte) error { return nil })
}

// settled does what asks all cells; without cells, once.
func settled(ctx context.Context, h *Handlers, do func() error) error {
	if h.Elsewhere == nil {
		return do()
	}
	return h.Elsewhere.Settled(ctx, do)
}

// eachElsewhere asks the other cells, and adds up what they answer.
func eachElsewhere[Out any](ctx context.Context, h *Handlers, question string, about account, add func(Out)) error {
	if h.Elsewhere == nil {
		return nil
	}
	return h.Elsewhere.Ask(ctx, question, about, peer.Each(add))
}

// paidElsewhere refuses to erase somebody with paid tickets of events to come, wherever these live.
func (h *Handlers) paidElsewhere(ctx context.Context, address string) error {
	var titles []string
	err := settled(ctx, h, func() (err error) {
		if titles, err = h.paid(ctx, address); err != nil {
			return err
		}
		return eachElsewhere(ctx, h, askPaid, account{Address: address}, func(more []string) { titles = append(titles, more...) })
	})
	if err != nil || len(titles) == 0 {
		return err
	}
	return kindPaidTickets.With("You have paid tickets for " + strings.Join(titles, ", ") + ". Give them back or away, or wait until the event is over.")
}

// leaveEverywhere erases somebody from all events, and returns how many those were. Their account is
// there until every cell has answered, so that it can be asked again after one did not.
func (h *Handlers) leaveEverywhere(ctx context.Context, id, address string) (events int, err error) {
	err = settled(ctx, h, func() error {
		some, err := h.leave(ctx, address)
		if events += some; err != nil {
			return err
		}
		if h.Elsewhere != nil { // else it is done with the account
			if err := h.Erasures.Entrants(ctx, address); err != nil {
				return err
			}
		}
		return eachElsewhere(ctx, h, askLeave, account{id, address}, func(more int) { events += more })
	})
	return events, err
}

// dataHere is what is stored of somebody at the events that live here.
func (h *Handlers) dataHere(c *access.Call) ([]PersonData, error) {
	book, err := h.Reader.Book(c)
	if err != nil {
		return nil, err
	}
	list := []PersonData{}
	for _, m := range book {
		if h.Elsewhere != nil {
			if here, err := h.Elsewhere.Here(c.Context(), m.EventID); err != nil {
				return nil, err
			} else if !here {
				continue
			}
		}
		d, err := h.personData(c, m.EventID, m.PersonID)
		if errors.Is(err, database.ErrNotFound) { // erased meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, *d)
	}
	return list, nil
}

// dataEverywhere is what is stored of whoever is signed in at all events, the latest first.
func (h *Handlers) dataEverywhere(c *access.Call) (list []PersonData, err error) {
	l := c.Caller.Login
	err = settled(c.Context(), h, func() error {
		if list, err = h.dataHere(c); err != nil {
			return err
		}
		return eachElsewhere(c.Context(), h, askData, account{l.AccountID, l.Address}, func(more []PersonData) { list = append(list, more...) })
	})
	slices.SortStableFunc(list, func(a, b PersonData) int { return b.Event.StartsAt.Compare(a.Event.StartsAt) })
	return list, err
}
