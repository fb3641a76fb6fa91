package ledger

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func (b *Batch) addInvitation(r engine.Row) error {
	v := new(inventory.Invitation)
	if err := events.InvitationTable.Scan(r, v); err != nil || b.Work.Invitations[v.ID] != nil {
		return err
	}
	b.Work.Invitations[v.ID] = v
	return nil
}

// invitations writes those that were sent, changed or ended.
func (wr *writer) invitations(list []inventory.InvitationChange) {
	if len(list) == 0 {
		return
	}
	added, changed := split(list, func(v *inventory.InvitationChange) bool { return v.New })
	write(wr, events.InvitationTable, events.InvitationTable.Update[1], len(changed), func(i int) *inventory.Invitation { return changed[i].Invitation })
	write(wr, events.InvitationTable, events.InvitationTable.Insert, len(added), func(i int) *inventory.Invitation { return added[i].Invitation })
}
