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

// personFor returns the person of a party, brought up to date, or a new one.
func (d *decider) personFor(c *Party, p *Person) *Person {
	if p == nil {
		p = d.personSlab.new()
		*p = Person{ID: c.PersonID, UserID: c.UserID, Profile: c.Profile}
		d.w.People[p.UserID] = p
		d.w.PeopleByID[p.ID] = p
		d.touchPerson(p, true)
		return p
	}
	change := d.touchPerson(p, false)
	if c.Profile != p.Profile && c.Profile != (Profile{}) {
		p.Profile = c.Profile
		change.ProfileChanged = !change.New
	}
	return p
}
