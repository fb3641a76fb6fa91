package saleimport

import (
	"fmt"
	"testing"
)

// meetupHeader is the header as Meetup writes it, parted by tabs.
const meetupHeader = "Name\tAttendance\tUser ID\tTitle\tEvent Host\tRSVP\tGuests\tRSVPed on\tJoined Group on\tURL of Member Profile\tNotes\n"

// TestMeetup: a list without addresses becomes invitations, of those who come and then of those who
// wait, in their order; who has said no is counted.
func TestMeetup(t *testing.T) {
	t.Parallel()
	file := meetupHeader +
		"Ada Lovelace\tY\tuser 1815\t\tNo\tYes\t2\t03/27/2027\t01/02/2020\thttps://www.meetup.com/walks/members/1815/\t\n" +
		"Wanda\t\tuser 2001\t\tNo\tWaiting List\t1\t03/28/2027\t\thttps://www.meetup.com/walks/members/2001/\tcomes late\n" +
		"Bob\t\tuser 1906\tOrganizer\tYes\tYes\t0\t03/27/2027\t\thttps://www.meetup.com/walks/members/1906/\t\n" +
		"Cy\t\tuser 1912\t\tNo\tNo\t0\t03/27/2027\t\thttps://www.meetup.com/walks/members/1912/\t\n" +
		"Walt\t\tuser 2002\t\tNo\tWaiting List\t\t03/29/2027\t\t\t\n\t\t\t\t\t\t\t\t\t\t\n"
	s := Read(Meetup, []byte("\ufeff"+file), nil, "EUR", 0)
	want := "[{file[2] meetup:1815 Ada Lovelace 3 0} {file[4] meetup:1906 Bob 1 0} {file[3] meetup:2001 Wanda 2 1} {file[6] meetup:2002 Walt 1 2}]"
	if got := fmt.Sprint(s.Invitees); s.Faults.Total != 0 || got != want {
		t.Errorf("%s, %+v", got, s.Faults.List)
	}
	if len(s.Left) != 1 || s.Left[0].Reason != LeftDeclined || s.Left[0].Count != 1 {
		t.Errorf("left: %+v", s.Left)
	}
	for text, field := range map[string]string{
		"Name,User ID,RSVP\nAda,1815,Yes\nBob,user 1815,Yes\n": "file[3].user_id",
		"Name,User ID,RSVP\nAda,user x,Yes\n":                  "file[2].user_id",
		"Name,User ID,RSVP\n,user 7,Yes\n":                     "file[2].name",
		"Name,User ID,RSVP,Guests\nAda,7,Yes,many\n":           "file[2].guests",
		"Name,User ID,RSVP,Guests\nAda,7,Yes,100\n":            "file[2].guests",
		"Name,User ID,RSVP\nAda,7,Perhaps\n":                   "file[2].rsvp",
		"Name,RSVP\nAda,Yes\n":                                 "file[1]",
		"":                                                     "file",
	} {
		if s := Read(Meetup, []byte(text), nil, "EUR", 0); s.Faults.Total == 0 || s.Faults.List[0].Field != field {
			t.Errorf("%q: %+v, want %s", text, s.Faults.List, field)
		}
	}
	if s := Read(Meetup, []byte(file), []byte("x"), "EUR", 0); s.Faults.Total == 0 {
		t.Error("a second file is taken")
	}
}
