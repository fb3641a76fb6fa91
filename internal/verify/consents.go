package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// Invariant 32: the consents that stand are those of the record that were given and not
// withdrawn; each was to words that were there then, of a purpose that its event asked for,
// and of whoever took part.

// consentSlack is how long after a purpose was taken out a consent to it may still be written:
// servers know of an event as it was lately, and a command may have waited in its queue; and by
// how much the clock of the server that made a version may be ahead of the one that decides.
const consentSlack = inventory.Instant(inventory.Minute)

// purposeKey names a purpose.
type purposeKey struct{ org, id string }

// knownPurpose is a purpose as verify knows it.
type knownPurpose struct {
	ended    inventory.Instant
	versions []knownVersion // the first is version 1
}

type knownVersion struct {
	at    inventory.Instant
	words map[string]string
}

// checkPurposes reads the purposes of all organizations, and compares them with the chains.
func (r *run) checkPurposes() error {
	return r.snapshot.ConsentPurposes(func(p *audience.ConsentPurpose) error {
		r.report.Checked.ConsentPurposes++
		list, err := r.snapshot.ConsentVersions(p.OrgID, p.ID)
		if err != nil {
			return err
		}
		known, newest := &knownPurpose{ended: p.EndedAt}, ""
		for i := range list {
			v := &list[i]
			if v.Version != int64(i+1) {
				r.report.add(32, "", p.ID, "version %d of the words stands at place %d", v.Version, i+1)
			}
			text, err := consent.Decode(v.Document)
			if err != nil || len(text.Check(consent.Kind(p.Kind))) > 0 {
				r.report.add(32, "", p.ID, "version %d of the words says nothing that can be agreed to", v.Version)
				text = &consent.Text{}
			}
			known.versions, newest = append(known.versions, knownVersion{v.CreatedAt, text.Words}), v.Document
		}
		if p.Version != int64(len(list)) {
			r.report.add(32, "", p.ID, "the words are version %d, and there are %d versions", p.Version, len(list))
		}
		c := audit.ConsentPurpose{ID: p.ID, Org: p.OrgID, Kind: p.Kind, Version: p.Version, Document: newest, EndedAt: p.EndedAt}
		r.compare(p.OrgID, p.ID, c.Commitment(), "the kind of the purpose, its words or its end")
		r.purposes[purposeKey{p.OrgID, p.ID}] = known
		return nil
	})
}

// checkStrayConsents finds what of consents reaches another organization.
func (r *run) checkStrayConsents() error {
	list, err := r.snapshot.StrayConsents(100)
	for _, s := range list {
		r.report.add(14, s[0], s[1], "what people agree to is another organization's than the event")
	}
	return err
}

// consentsCheck folds the record of one event.
type consentsCheck struct {
	*check
	org   string
	asked map[string][]audience.EventConsent // by purpose
	given *audience.ConsentEntry             // the last that was given, while nothing says that it was withdrawn
	stood func(want *audience.Consent)       // compares what stands by the record with what is stored
}

// checkConsents compares what the event asks for with the organization's chain, and what
// stands with the record.
func (c *check) checkConsents() error {
	event := c.event.Event.ID
	f := &consentsCheck{check: c, org: c.event.Event.OrgID, asked: map[string][]audience.EventConsent{}}
	periods, err := c.run.snapshot.EventConsents(event)
	if err != nil {
		return err
	}
	var now []string
	for _, p := range periods {
		if before := f.asked[p.PurposeID]; len(before) > 0 && (before[len(before)-1].Until == 0 || p.Since < before[len(before)-1].Until) || p.Until != 0 && p.Until < p.Since {
			c.fail(32, p.PurposeID, "the event asks for the purpose twice at once")
		}
		f.asked[p.PurposeID] = append(f.asked[p.PurposeID], p)
		if p.Until == 0 {
			now = append(now, p.PurposeID)
		}
	}
	if len(c.run.options.Events) == 0 { // else the chains of organizations were not read
		a, said := audit.ConsentAsked{Event: event, Purposes: now}, c.run.asked[event]
		if (said != "" || len(periods) > 0) && said != a.Commitment() {
			c.fail(32, event, "what the event asks people to agree to is not what the organization's rows commit to")
		}
	}
	stand := map[[2]string]audience.Consent{}
	if err := c.run.snapshot.Consents(event, func(v *audience.Consent) error {
		stand[[2]string{v.ThingID, v.PurposeID}] = *v
		return nil
	}); err != nil {
		return err
	}
	f.stood = func(want *audience.Consent) {
		k := [2]string{want.ThingID, want.PurposeID}
		have, there := stand[k]
		delete(stand, k)
		switch {
		case !there:
			c.fail(32, want.ThingID, "a consent to %s was given and not withdrawn, and does not stand", want.PurposeID)
		case have != *want:
			c.fail(32, want.ThingID, "the consent to %s that stands is not the one that was given", want.PurposeID)
		}
	}
	if err := c.run.snapshot.ConsentLog(event, f.entry); err != nil {
		return err
	}
	f.settle()
	for _, k := range slices.SortedFunc(maps.Keys(stand), func(a, b [2]string) int { return strings.Compare(a[0]+" "+a[1], b[0]+" "+b[1]) }) {
		c.fail(32, k[0], "a consent to %s stands that was not given, or was withdrawn", k[1])
	}
	return nil
}

// settle ends what was given last: nothing took it back.
func (c *consentsCheck) settle() {
	if g := c.given; g != nil && g.Code != "" {
		c.stood(&audience.Consent{
			ThingID: g.ThingID, PurposeID: g.PurposeID, OrgID: g.OrgID, PersonID: g.PersonID, Code: g.Code, Version: g.Version, Locale: g.Locale, Way: g.Way, Proven: g.Proven, At: g.At,
		})
	}
	c.given = nil
}

// entry takes the next row of the record.
func (c *consentsCheck) entry(e *audience.ConsentEntry) error {
	c.run.report.Checked.ConsentRows++
	c.signed(e)
	switch g := c.given; {
	case e.Action == audience.ConsentGiven:
		c.settle()
		c.granted(e)
		kept := *e
		c.given = &kept
	case g == nil || g.ThingID != e.ThingID || g.PurposeID != e.PurposeID:
		c.fail(32, e.ThingID, "a consent to %s was withdrawn that nobody gave", e.PurposeID)
	default:
		if e.At < g.At || e.Code != g.Code || e.PersonID != g.PersonID || e.Version != g.Version {
			c.fail(32, e.ThingID, "what was withdrawn of %s is not what was given", e.PurposeID)
		}
		c.given = nil
	}
	return nil
}

// signed sees who did what a row says: the person, or staff with a reason; of an erased person
// nothing is left.
func (c *consentsCheck) signed(e *audience.ConsentEntry) {
	p := c.people.find(c.names.key(e.PersonID))
	switch {
	case e.Code == "":
		if e.PersonID+e.Locale+e.Actor+e.Reason != "" {
			c.fail(32, e.ThingID, "who agreed to %s was erased, and something of them is left", e.PurposeID)
		}
	case p != nil && p.erased:
		c.fail(32, e.ThingID, "%s was erased, and what they agreed to names them", e.PersonID)
	case e.Actor == "":
		c.fail(32, e.ThingID, "nobody is named who has %s a consent", e.Action)
	case (e.Actor == personActor) != (e.Reason == ""):
		c.fail(32, e.ThingID, "a consent was %s by %q for the reason %q: people need none, and staff do", e.Action, e.Actor, e.Reason)
	}
}

// personActor is the actor of what people do themselves.
const personActor = "person"

// granted sees that what was given could be.
func (c *consentsCheck) granted(e *audience.ConsentEntry) {
	owner, there := key{}, false
	k := c.names.key(e.ThingID)
	switch {
	case strings.HasPrefix(e.ThingID, id.Entry):
		if w := c.entries.find(k); w != nil {
			owner, there = w.person, true
		}
	case strings.HasPrefix(e.ThingID, id.Order):
		if h := c.holds.find(k); h != nil {
			owner, there = h.person, h.entry == key{}
		}
	}
	switch {
	case !there: // one that is not stored is named by the check of references
		c.fail(32, e.ThingID, "a consent came with what nobody takes part by")
	case e.PersonID != "" && owner != c.names.key(e.PersonID):
		c.fail(32, e.ThingID, "a consent is of %s, whose the registration is not", e.PersonID)
	}
	p := c.run.purposes[purposeKey{c.org, e.PurposeID}]
	if p == nil {
		c.fail(32, e.ThingID, "a consent is to %s, which is not a purpose of the organization", e.PurposeID)
		return
	}
	if e.Version < 1 || e.Version > int64(len(p.versions)) {
		c.fail(32, e.ThingID, "a consent is to version %d of %s, which is not stored", e.Version, e.PurposeID)
		return
	}
	v := p.versions[e.Version-1]
	if v.at > e.At+consentSlack {
		c.fail(32, e.ThingID, "a consent is to version %d of %s, which was not there yet", e.Version, e.PurposeID)
	}
	if e.Code != "" && v.words[e.Locale] == "" {
		c.fail(32, e.ThingID, "a consent is to words in %q, in which version %d of %s has none", e.Locale, e.Version, e.PurposeID)
	}
	if !slices.ContainsFunc(c.asked[e.PurposeID], func(a audience.EventConsent) bool {
		return a.Since <= e.At+consentSlack && (a.Until == 0 || e.At <= a.Until+consentSlack) && (p.ended == 0 || e.At <= p.ended+consentSlack)
	}) {
		c.fail(32, e.ThingID, "a consent is to %s, which the event did not ask for then", e.PurposeID)
	}
}
