package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

func (m *Model) postpone(inventory.Postpone) inventory.Outcome {
	switch {
	case m.event.Status == inventory.Draft:
		return refuse(inventory.EventNotPublished)
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.now >= m.event.Ends():
		return refuse(inventory.EventOver)
	}
	m.event.Status = inventory.Postponed
	return inventory.Outcome{Status: "postponed"}
}

func (m *Model) cancelEvent(inventory.CancelEvent) inventory.Outcome {
	if m.event.Status != inventory.Cancelled && m.now >= m.event.Ends() {
		return refuse(inventory.EventOver)
	}
	m.event.Status = inventory.Cancelled
	for _, c := range m.claims {
		if c.release && c.state == "blocked" {
			c.state = "void"
		}
	}
	return inventory.Outcome{Status: "cancelled"}
}
