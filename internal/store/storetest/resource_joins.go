package storetest

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// testResourceJoins: nobody joins by themselves before the address is confirmed, nor when that
// comes too late; an address waits once; and whoever is erased is nobody, with and without a place.
func testResourceJoins(t *testing.T, open Open) {
	h := openTable(t, open)
	ctx, s := t.Context(), h.s.ResourceJoins
	ask := func(name string) *resources.ResourceJoin {
		j := &resources.ResourceJoin{
			ResourceID: h.id, EntryID: h.ids.InResource(id.ResourceEntry, h.id), Name: name, Email: name + "@example.org", Address: name + "@example.org", Locale: "de", Terms: "Come in time.",
			Attributes: resource.Attributes{"area": "terrace"}, Units: 1, RequestedAt: h.now, ExpiresAt: h.now + inventory.Instant(inventory.Hour),
		}
		wantErr(t, s.Ask(ctx, j, database.Job{Kind: "test", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}), nil)
		return j
	}
	joins := func(j *resources.ResourceJoin) (*resource.Decision, error) {
		c := h.call(resource.Join{EntryID: j.EntryID, UserID: "self " + j.EntryID, Units: j.Units, Attributes: j.Attributes, Own: true})
		cmd := c.Command.(resource.Join)
		cmd.Address = j.Address
		c.Command, c.Entry = cmd, &resources.ResourceEntry{Email: j.Email, Name: j.Name, Locale: j.Locale}
		_, d, err := h.s.Resources.Decide(ctx, c)
		return d, err
	}
	ada, again, late, gone := ask("ada"), ask("ada"), ask("late"), ask("gone")
	_, err := joins(ada)
	wantErr(t, err, database.ErrNotFound)
	_, err = s.Confirm(ctx, h.id, late.EntryID, late.ExpiresAt)
	wantErr(t, err, resources.ErrJoinExpired)
	for _, j := range []*resources.ResourceJoin{ada, again} {
		same(t, must[*resources.ResourceJoin](t)(s.Confirm(ctx, h.id, j.EntryID, h.now)).ConfirmedAt, h.now)
	}
	same(t, must[*resource.Decision](t)(joins(ada)).Code, resource.OK)
	same(t, must[*resource.Decision](t)(joins(ada)).Repeated, true)
	refused := must[*resource.Decision](t)(joins(again))
	same(t, string(refused.Code)+refused.EntryID, string(resource.AlreadyWaiting)+ada.EntryID)
	same(t, must[*resources.ResourceEntry](t)(h.s.Resources.LiveOf(ctx, h.id, ada.Address)).ID, ada.EntryID)
	same(t, must[*resources.Standing](t)(h.s.Resources.End(ctx, h.id, 0)).Ahead, int64(1))
	same(t, len(must[[]resources.ResourceJoin](t)(s.OfAddress(ctx, ada.Address, 9))), 2)

	mails := []messages.Mail{{ID: "place", Recipient: ada.Email, Reader: ada.EntryID}, {ID: "asked", Recipient: gone.Email, Reader: gone.EntryID}}
	wantErr(t, h.s.Mails.PutMail(ctx, mails), nil)
	same(t, len(must[[]messages.Mail](t)(h.s.Mails.Mailbox(ctx, 10))), 2)
	wantErr(t, s.Forget(ctx, h.id, ada.EntryID, h.now), database.ErrNotFound) // who has a place leaves it
	wantErr(t, s.Forget(ctx, h.id, gone.EntryID, h.now), nil)
	wantErr(t, s.Forget(ctx, h.id, gone.EntryID, h.now), database.ErrNotFound)
	c := h.call(resource.Leave{EntryID: ada.EntryID, Reason: resource.ReasonErased})
	c.Forget = ada.EntryID
	_, _, err = h.s.Resources.Decide(ctx, c)
	wantErr(t, err, nil)
	wantErr(t, h.s.Mails.PutMail(ctx, mails), nil) // they were on their way
	same(t, len(must[[]messages.Mail](t)(h.s.Mails.Mailbox(ctx, 10))), 0)
	same(t, must[*resources.ResourceJoin](t)(s.Join(ctx, h.id, ada.EntryID)).Email, "")
	_, err = joins(ada)
	wantErr(t, err, database.ErrNotFound)
	same(t, must[*resource.Decision](t)(joins(again)).Code, resource.OK)

	same(t, must[int](t)(s.Prune(ctx, late.ExpiresAt+inventory.Instant(inventory.Day), 10)), 1)
	_, err = s.Join(ctx, h.id, late.EntryID)
	wantErr(t, err, database.ErrNotFound)
	_, err = h.s.Resources.Public(ctx, h.id)
	wantErr(t, err, database.ErrNotFound)
	public := h.resource()
	public.PublicPage, public.Asks = true, []resources.ResourceAsk{{Name: "area", Label: "Where", Values: []string{"terrace"}}}
	_, _, err = h.s.Resources.PutResource(ctx, public)
	wantErr(t, err, nil)
	same(t, must[*resources.Resource](t)(h.s.Resources.Public(ctx, h.id)).LabelOf("area"), "Where")
}
