package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 14: no row reaches a row of another event or organization. Every
// reference is looked up within its own event, so a row that names something of
// another event names what is missing.

func (r *run) checkReferences() error {
	orphans, err := r.snapshot.Orphans()
	if err != nil {
		return err
	}
	for _, o := range orphans {
		if o.EventID != "" && len(r.options.Events) > 0 && !r.wanted(o.EventID) {
			continue
		}
		r.report.add(14, o.EventID, o.ID, "in %s, %s names %q, which is missing from %s", o.Table, o.Column, o.Ref, o.Missing)
	}
	doubled, err := snapshot.DoubledIn(r.snapshot)
	if err != nil {
		return err
	}
	for _, d := range doubled {
		r.report.add(14, "", d.Name, "in %s there are %d rows of the name, and may be one", d.Table, d.Times)
	}
	return nil
}

// checkHome fails an id that says it is of another event.
func (c *check) checkHome(thing string) {
	prefix, _, _ := strings.Cut(thing, "_")
	if event, ok := id.EventOf(thing, prefix+"_"); ok && event != c.event.Event.ID {
		c.fail(14, thing, "the id says that it is of event %s", event)
	}
}
