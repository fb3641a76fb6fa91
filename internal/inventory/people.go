package inventory

import "strings"

// erasedPrefix begins the user id of an erased person. No caller's name for a
// person ever matches it.
const erasedPrefix = "erased:"

// byUser finds a person by the caller's own name.
func (d *decider) byUser(userID string) *Person {
	if strings.HasPrefix(userID, erasedPrefix) {
		return nil
	}
	return d.w.People[userID]
}

// personFor returns the person of a party, or a new one, and the name that was
// typed where it is not the person's. It is the only place that changes a profile,
// and only staff and people who have proven the address change one: anybody can type the
// address of somebody else, whose tickets would go by another name from then on.
// An import changes none either: what it brings is older than what is known here.
// What others type is a matter of the order or entry that it came with.
func (d *decider) personFor(who Who, c *Party, p *Person) (person *Person, typed string) {
	if p == nil {
		p = &Person{ID: c.PersonID, UserID: c.UserID, Profile: c.Profile}
		d.w.People[p.UserID] = p
		d.w.PeopleByID[p.ID] = p
		d.touchPerson(p, true)
		return p, ""
	}
	change := d.touchPerson(p, false)
	if who.Staff && !who.imports() || who.Proven {
		if changed := p.Profile.update(c.Profile); changed != "" {
			change.ProfileChanged = !change.New
			d.write(transition{who: who.Actor, subject: p.ID, from: "known", to: "known", reason: ReasonProfileChanged, related: changed})
		}
		return p, ""
	}
	if c.Profile.Name == p.Profile.Name {
		return p, ""
	}
	return p, c.Profile.Name
}

// update takes over what was said of a profile, and names the fields that are
// others now. What was not said stays.
func (p *Profile) update(said Profile) string {
	var changed []string
	for _, f := range [...]struct {
		name string
		have *string
		said string
	}{{"email", &p.Email, said.Email}, {"name", &p.Name, said.Name}, {"locale", &p.Locale, said.Locale}} {
		if f.said != "" && f.said != *f.have {
			*f.have, changed = f.said, append(changed, f.name)
		}
	}
	return strings.Join(changed, ",")
}
