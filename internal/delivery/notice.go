package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Notice is a message to somebody about something that is of no event: an offer of a resource. It has no
// row in the table of deliveries; the job that sends it is its queue.
type Notice struct {
	OrgID string
	// User is what the organization calls its person. Where nobody has said how that one is reached, it is
	// looked for as of whoever the organization knows by the address alone.
	User, Email string
	// Reader is whose message it is in a local mailbox, and Key is the same in each attempt.
	Reader, Key string
	Words       mailkit.Rendered
}

// errBusy is what a channel answers while its provider is out.
func errBusy(channel string) *provider.Error {
	return &provider.Error{Channel: channel, Outage: true, Reason: "the provider does not answer"}
}

// task is a notice as the transports of channels take it.
func (n *Notice) task(ctx context.Context, d *Dispatcher) (*Task, error) {
	task := &Task{
		Delivery: messages.Delivery{EventID: "notice", Message: n.Key, OrgID: n.OrgID, PersonID: n.Reader}, Words: n.Words,
		Message: &events.MessageView{Person: inventory.Person{ID: n.Reader, Profile: inventory.Profile{Email: n.Email}}},
	}
	for _, user := range []string{n.User, address.PublicID(n.Email)} {
		task.Message.Person.UserID = user
		found, err := d.addressees(ctx, n.OrgID, []events.MessageView{*task.Message})
		if err != nil {
			return nil, err
		}
		if task.addressee = found[0]; task.addressee.contact != nil {
			break
		}
	}
	return task, nil
}

// Ways returns the channels that reach the person of a notice, in the order in which to try them, as of a
// message about an event.
func (n *Notice) Ways(ctx context.Context, d *Dispatcher) ([]string, error) {
	task, err := n.task(ctx, d)
	if err != nil {
		return nil, err
	}
	return task.addressee.channels, nil
}

// Send sends a notice by a channel. The error is what the provider said, a *provider.Error; an
// address that is dead is written to no more.
func (n *Notice) Send(ctx context.Context, d *Dispatcher, channel string) error {
	ch := d.channels[channel]
	task, err := n.task(ctx, d)
	switch {
	case err != nil:
		return err
	case ch == nil, !slices.Contains(task.addressee.channels, channel):
		return &provider.Error{Channel: channel, Permanent: true, Reason: "the person cannot be reached by it any more"}
	case ch.breaker.wait(time.Now()) > 0:
		return errBusy(channel)
	}
	if err := ch.admit(ctx); err != nil {
		return fmt.Errorf("delivery: wait for the rate of %s: %w", channel, err)
	}
	f := ch.attempt(ctx, []*Task{task})[0].failure
	if f == nil {
		return nil
	}
	if dead := d.refusedFor(task, channel, f); dead != nil {
		dead.CreatedAt = d.instant()
		if err := d.store.Contacts.Suppress(ctx, *dead); err != nil {
			return fmt.Errorf("delivery: suppress an address: %w", err)
		}
	}
	return f
}
