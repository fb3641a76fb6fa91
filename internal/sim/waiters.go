package sim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// ask is the other system, which owns the tables and is asked whether somebody can have one. It decides
// once about an offer, however often it is asked; its answer comes at once, or after others, or not.
func (m *money) ask(_ context.Context, q *waitlists.Question) (waitlists.Reply, error) {
	offer := q.Offer.ID
	if _, known := m.decided[offer]; !known {
		m.decided[offer] = []int{201, 201, 201, 200, 409, 422}[m.rand.IntN(6)]
	} else {
		m.saw("an offer that is asked about again")
	}
	switch m.rand.IntN(8) {
	case 0:
		m.saw("an answer 503")
		return waitlists.Reply{Status: 503, Wait: time.Duration(m.rand.IntN(90)) * time.Second}, nil
	case 1:
		m.saw("an answer 429")
		return waitlists.Reply{Status: 429}, nil
	case 2: // it has decided, and nobody hears of it
		m.saw("no answer")
		return waitlists.Reply{Fault: resource.CauseTimeout}, nil
	case 3:
		if m.rand.IntN(3) == 0 {
			m.saw("an answer that nobody expects")
			return waitlists.Reply{Status: 404}, nil
		}
	}
	status := m.decided[offer]
	m.saw(fmt.Sprint("an answer ", status))
	return waitlists.Reply{Status: status, Reason: []resource.Cause{resource.CausePayment, resource.CauseLimit, "nonsense"}[m.rand.IntN(3)], Words: "as we said"}, nil
}

// join asks for a place, and later perhaps for another.
func (m *money) join(ctx context.Context) error {
	entry := m.ids.InResource(id.ResourceEntry, m.tables)
	m.places = append(m.places, entry)
	_, err := m.waitlists.Join(ctx, m.tables, resource.Join{EntryID: entry, UserID: "user " + entry, Address: entry + "@example.org", Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: entry + "@example.org", Locale: "en"})
	return err
}

// signal says that a table or two came free, or that they are gone.
func (m *money) signal(ctx context.Context) error {
	m.signals++
	g := resource.Signal{EventID: fmt.Sprint("event ", m.signals), Kind: resource.Released, Units: int64(1 + m.rand.IntN(2)), Attributes: resource.Attributes{}}
	if m.rand.IntN(6) == 0 && m.signals > 1 {
		g.Kind, g.ReleaseID = resource.Withdrawn, fmt.Sprint("event ", 1+m.rand.IntN(m.signals-1))
	}
	_, _, err := m.waitlists.Do(ctx, m.tables, resource.Receive{Signal: g})
	return err
}

// offered is an offer that waits for its answer, or nil.
func (m *money) offered(ctx context.Context, state resource.EntryState) (*resources.ResourceEntry, error) {
	start := 0
	if len(m.places) > 0 {
		start = m.rand.IntN(len(m.places))
	}
	for i := range m.places {
		e, err := m.store.Resources.Entry(ctx, m.tables, m.places[(start+i)%len(m.places)])
		if errors.Is(err, database.ErrNotFound) {
			continue
		}
		if err != nil || e.State == state {
			return e, err
		}
	}
	return nil, nil //nolint:nilnil // there may be none, and that is not an error
}

// answer accepts or declines what somebody is offered.
func (m *money) answer(ctx context.Context) error {
	e, err := m.offered(ctx, resource.Offered)
	if err != nil || e == nil {
		return err
	}
	if m.rand.IntN(4) > 0 {
		_, err = m.waitlists.Accept(ctx, m.tables, e.OfferID, "pm_1")
		return err
	}
	_, _, err = m.waitlists.Do(ctx, m.tables, resource.Answer{OfferID: e.OfferID})
	return err
}

// confirm asks the other system about what somebody accepts, as its job does, perhaps twice.
func (m *money) confirm(ctx context.Context) error {
	e, err := m.offered(ctx, resource.Accepting)
	if err != nil || e == nil {
		return err
	}
	for range 1 + m.rand.IntN(2) {
		if _, err := m.waitlists.Confirm(ctx, m.tables, e.OfferID, m.ask); err != nil {
			return err
		}
	}
	return nil
}

// leave ends a place: its person leaves or is erased, or staff remove them.
func (m *money) leave(ctx context.Context) error {
	if len(m.places) == 0 {
		return nil
	}
	entry := recently(m, m.places)
	if m.rand.IntN(4) == 0 {
		return allowed(m.waitlists.Forget(ctx, entry), database.ErrNotFound)
	}
	_, _, err := m.waitlists.Do(ctx, m.tables, resource.Leave{EntryID: entry, Reason: []resource.Reason{resource.ReasonLeft, resource.ReasonRemoved}[m.rand.IntN(2)]})
	return err
}

// decide asks once more about everything that is being accepted, and has people decide what the other
// system gave no answer about: by what that has decided, where it has.
func (m *money) decide(ctx context.Context) error {
	for _, entry := range m.places {
		e, err := m.store.Resources.Entry(ctx, m.tables, entry)
		if errors.Is(err, database.ErrNotFound) || err == nil && e.State != resource.Accepting {
			continue
		}
		if err != nil {
			return err
		}
		if _, err := m.waitlists.Confirm(ctx, m.tables, e.OfferID, m.ask); err != nil {
			return err
		}
		a, err := m.store.Resources.Confirmation(ctx, m.tables, e.OfferID)
		if err != nil {
			return err
		}
		if a.State != resource.Failed {
			continue
		}
		as := resource.OutcomeReturned
		switch m.decided[e.OfferID] {
		case 200, 201:
			as = resource.OutcomeAccepted
		case 422:
			as = resource.OutcomeDeclined
		}
		m.saw("an offer that people decide")
		if _, _, err := m.waitlists.Do(ctx, m.tables, resource.Conclude{OfferID: e.OfferID, As: as, Staff: true}); err != nil {
			return err
		}
	}
	return nil
}

// judgePlaces compares places with what the other system has decided, and the money of each with its
// rule, in the words of people.
func (m *money) judgePlaces(ctx context.Context) error {
	for _, entry := range m.places {
		e, err := m.store.Resources.Entry(ctx, m.tables, entry)
		if errors.Is(err, database.ErrNotFound) {
			continue // it was refused
		}
		if err != nil {
			return err
		}
		m.saw("a place that is " + string(e.State))
		decided, asked := m.decided[e.OfferID]
		if e.State == resource.Accepted && (!asked || decided > 201) {
			m.wrong("%s has a table, and the other system has answered %d", entry, decided)
		}
		if e.PaidBy == "" {
			if e.State != resource.PendingPayment && e.State != resource.Unpaid && e.State != resource.Left && e.State != resource.Removed {
				m.wrong("%s is %s, and nobody has paid for it", entry, e.State)
			}
			continue
		}
		refused, err := m.refused(ctx, entry)
		if err != nil {
			return err
		}
		want := m.rule == resource.GiveAlways
		switch e.State {
		case resource.Waiting, resource.Offered, resource.Accepting:
			want = false
		case resource.Removed:
			want = e.UserID != "" || e.FeeBack // who is erased has left
		case resource.Accepted:
			want = m.rule == resource.GiveAlways || m.rule == resource.GiveUnlessDeclined
		case resource.Declined, resource.Expired:
			want = refused || m.rule == resource.GiveAlways || m.rule == resource.GiveUnlessAccepted
		case resource.Left: // while something was offered to them, or while not
			want = e.FeeBack && m.rule != resource.GiveNever || m.rule == resource.GiveAlways || m.rule == resource.GiveUnlessAccepted
		}
		in, out, err := m.store.Resources.FeePayments(ctx, m.org, entry)
		if err != nil {
			return err
		}
		back := false
		for i := range out {
			back = back || out[i].PaymentID == e.PaidBy
		}
		if back != want {
			m.wrong("%s is %s by the rule %s, refused: %v; its fee goes back: %v (%d payments)", entry, e.State, m.rule, refused, back, len(in))
		}
	}
	return nil
}

// refused reports whether somebody accepted what they were not given.
func (m *money) refused(ctx context.Context, entry string) (bool, error) {
	asked, err := m.store.Resources.EntryConfirmations(ctx, m.tables, entry, 1000)
	for _, a := range asked {
		if a.Outcome == resource.OutcomeDeclined {
			return true, err
		}
	}
	return false, err
}
