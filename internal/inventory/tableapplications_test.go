package inventory_test

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// reviewCommand is "approve ann ben" or "decline-application ann ben because=no_places".
func (s *tableCase) reviewCommand(who inventory.Who, verb string, args []string) inventory.Command {
	var ids []string
	var reason inventory.Reason
	for _, a := range args {
		if because, ok := strings.CutPrefix(a, "because="); ok {
			reason = inventory.Reason("declined_" + because)
			continue
		}
		entry := s.entry(a)
		if entry == "" {
			entry = "wle_nobody"
		}
		ids = append(ids, entry)
	}
	if verb == "approve" {
		return inventory.Approve{Who: who, EntryIDs: ids}
	}
	return inventory.DeclineApplications{Who: who, EntryIDs: ids, Reason: reason}
}

// applications are whose answers are due, in the order in which they applied.
func (s *tableCase) applications() string {
	var names []string
	for _, r := range s.store.Audit {
		if e, ok := s.store.Entries[r.Subject]; ok && r.Reason == inventory.ReasonApplied && e.State == inventory.EntryApplied {
			names = append(names, s.owner(e.ID))
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}
