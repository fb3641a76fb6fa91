package saleimport

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Meetup is the shop whose lists of attendees have no addresses: who comes of them is invited.
const Meetup = "meetup"

// Invitee is somebody of a list without addresses.
type Invitee struct {
	Path, User, Name string
	Places           int64 // their own included
	Waited           int64 // their number on the waitlist there; 0: they had a place
}

// meetupList says which columns Meetup's list of attendees has, as "Download attendees" saves it,
// parted by tabs or commas. Attendance, Title (of the member in the group), Event Host, dates, the
// address of the profile and notes are not needed.
var meetupList = attendeeList{
	source: Meetup,
	named:  map[string][]string{"*" + fieldOrder: {"User ID"}, "*" + fieldName: {"Name"}, "*" + fieldStatus: {"RSVP"}, fieldTier: {"Guests"}},
}

// readMeetup reads a list of Meetup: those who come first, and behind them those on the waitlist,
// each in the order of the file.
func readMeetup(file, waitlist []byte) *Sale {
	s := &Sale{Source: Meetup, Of: Meetup}
	if len(waitlist) > 0 {
		s.Faults.Add("waitlist", "not_supported", "must be empty: Meetup has its waitlist in the same file")
		return s
	}
	r := &attendeeReader{Sale: s, list: &meetupList}
	var waiting []Invitee
	seen := map[string]string{}
	for _, line := range r.lines(file) {
		at := "file[" + strconv.Itoa(line.no) + "]"
		if strings.TrimSpace(strings.Join(line.fields, "")) == "" {
			continue
		}
		v, status, ok := r.invitee(at, line.fields)
		if !ok {
			continue
		}
		if seen[v.User] != "" {
			s.Faults.Add(at+".user_id", "duplicate", "is that of %s", seen[v.User])
			continue
		}
		seen[v.User] = at
		switch status {
		case "yes":
			s.Invitees = append(s.Invitees, v)
		case "no":
			s.leave(LeftDeclined, v.Name, 0)
		case "waiting list", "wait list", "waitlist":
			v.Waited = int64(len(waiting)) + 1
			waiting = append(waiting, v)
		default:
			s.Faults.Add(at+".rsvp", "unknown", "is %q, and neither Yes, No nor Waiting List", status)
		}
	}
	s.Invitees = append(s.Invitees, waiting...)
	return s
}

// invitee reads a row, and what the person has answered, in lower case.
func (r *attendeeReader) invitee(at string, row []string) (v Invitee, status string, ok bool) {
	before := r.Faults.Total
	user := strings.TrimSpace(strings.TrimPrefix(strings.ToLower(r.value(row, fieldOrder)), "user "))
	if n, err := strconv.ParseUint(user, 10, 63); err != nil || n == 0 {
		r.Faults.Add(at+".user_id", "bad_format", "%q is not the ID of a Meetup member, such as user 12345678", r.value(row, fieldOrder))
	}
	v = Invitee{Path: at, User: Meetup + ":" + strings.TrimLeft(user, "0"), Name: clip(oneLine(r.value(row, fieldName)), maxText), Places: 1}
	if v.Name == "" {
		r.Faults.Add(at+".name", "required", "must not be empty: nobody could tell whose link it is")
	}
	if text := strings.TrimPrefix(r.value(row, fieldTier), "+"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n >= inventory.MaxInvitedPlaces {
			r.Faults.Add(at+".guests", "out_of_range", "%q is not a number of guests from 0 to %d", text, inventory.MaxInvitedPlaces-1)
		}
		v.Places += n
	}
	return v, strings.ToLower(r.value(row, fieldStatus)), r.Faults.Total == before
}

// invite plans the invitation of somebody. It is known by whose it is, so that the same list again
// invites nobody twice.
func (p *planner) invite(v *Invitee) {
	person := id.Named(id.Person, p.to.EventID, p.seed("invites\n"+v.User))
	p.Rows = append(p.Rows, Row{Label: v.Path, User: v.User, Who: inventory.Profile{Name: v.Name}, PersonID: person, Places: v.Places, Waited: v.Waited})
}

// invitation is the id of the invitation of a row, "" when it is none.
func (r *Row) invitation() string {
	if r.PersonID == "" {
		return ""
	}
	return inventory.InvitationID(r.PersonID)
}

// invites is the command of a row that invites somebody.
func (r *Row) invites(who inventory.Who) inventory.Command {
	return inventory.Invite{Who: who, Guests: []inventory.Invitee{{PersonID: r.PersonID, UserID: r.User, Profile: r.Who, Places: r.Places, Waited: r.Waited}}}
}
