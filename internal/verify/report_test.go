package verify

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sample() *Report {
	r := newReport("sqlite", 2)
	r.Checked = Checked{Events: 1, Pools: 1, Tiers: 2, Lanes: 3, People: 4, Holds: 5, Entries: 6, Offers: 7, AuditRows: 8, Messages: 9, Replies: 1, Jobs: 0, Admissions: 1, Scans: 2}
	r.add(13, "evt_1", "evt_1", "the head is not signed")
	r.add(2, "evt_1", "pol_1", "the pool counts %d units, its holds add up to %d", 3, 2)
	for range 3 {
		r.add(14, "", "key_1", "the key is an orphan")
	}
	r.sort()
	return r
}

func TestReportText(t *testing.T) {
	t.Parallel()
	const want = `Read 1 event (sqlite) in one snapshot: 1 pool, 2 tiers, 3 lanes,
4 people, 5 holds, 6 waitlist entries, 7 offers,
0 past placements, 0 reissued tickets, 1 admission, 2 scans,
0 payments, 0 refunds, 0 journal lines,
0 bank statements with 0 transactions,
0 transfers, 0 exchanges, 0 imported tickets,
0 passes of phones, 0 tills with 0 sales, 0 invoices and credit notes,
0 tracking links with 0 things that came by them,
0 mails to people who have agreed,
0 dates that a pass covers,
0 purposes of consent with 0 rows of what was given and withdrawn,
0 pictures, 0 files of answers,
0 organizations with 0 audit rows of their own,
8 audit rows, 9 messages, 1 stored reply and 0 live jobs.
  1  no pool is taken beyond its capacity, except by a recorded overcommit: holds
  2  counters equal what the rows add up to: FAILS, once
  3  a person has at most one live registration and one live entry: holds
  4  every row is the fold of its audit rows, by legal transitions: holds
  5  what expired or was released is never confirmed without taking its units again: holds
  6  nobody was served before an earlier one who was eligible: holds
  7  an entry has at most one open offer, and each offer ends once: holds
  8  no unit lies unallocated while somebody who fits it waits: holds
  9  stored replies name what exists: holds
 10  an order costs what its stored prices say, and what is paid ends in tickets or is due back: holds
 11  each change has its message and each message its change and job: holds
 12  a ticket is admitted at most once online, and doubles from devices are flagged: holds
 13  the audit chains hash end to end and their heads are signed: FAILS, once
 14  no row refers to another event or organization: FAILS, 3 times
 15  whoever was let in from a waiting room had joined it and was called, once, and nothing was taken without a pass: holds
 16  no more are inside than a waiting room lets in at once: holds
 17  the order of a draw follows from its seal and its beacon: holds
 18  whoever takes part in a ballot is on the waitlist in the order that was drawn, for what they wanted: holds
 19  the public log is the projection of the audit rows, and only grows: holds
 20  what was promised before the opening is kept: holds
 21  no two live bookings have a room, or a room and a part of it, at one time: holds
 22  a confirmed booking that needs a deposit has it captured, or the venue's waiver: holds
 23  invoice numbers have no gap and no double, each refund has its credit note, and they agree with the journal: holds
 24  capacity of other systems has one effect for each event id, and is offered in order and no more than there is: holds
 25  each question to another system about what somebody accepts ends once, and as that system answered: holds
 26  answers are to questions that were asked, and what had to be answered is: holds
 27  whoever is invited has as many places as the invitation says at most: holds
 28  whoever applied is on the waitlist once the organization has approved it, and not before: holds
 29  a till has taken and given what its orders, payments and refunds say, and nothing once it was closed: holds
 30  money on a bank account is in exactly one payment or part of one order, or owed back, and the payments are no more than it: holds
 31  what came through a tracking link is counted once, by a link that somebody can have come by: holds
 32  the consents that stand were given and not withdrawn, each to words that were there and were asked for: holds
 33  the picture of an event or a venue is its organization's, is there with every byte, and is put into words: holds
 35  no more of an add-on is given to bookings at one time than there is, and bookings cost what their time and add-ons do: holds
 38  a guest who books has confirmed the address before, and nothing is left of one who was erased: holds
 40  an event is whole in exactly one place: its tables, or a file that has every byte that was written: holds
 41  whoever joins the waitlist of a resource by themselves has confirmed the address before and waits once, and nothing is left of one who was erased: holds
 42  the busy times of a calendar of others are what the last fetch of it that went well said: holds
 43  a campaign went once to an address, and to nobody whose consent did not stand when the mail was sent: holds
 44  a donation is given once beside what is ordered, without tax, and stays given until staff give it back, the event is cancelled or its giver is erased: holds
 45  an order with a ticket that costs something has each fee of its event as it was then, once, and it comes to what its tickets make it: holds
 46  on each date that a pass covers at least as many places are set aside as there are passes, by a block of the date: holds
 47  of those who are offered the same units of a resource at once one has accepted them at most, and no more are accepted than were released less those withdrawn: holds
 48  a file that answers a question is there with every byte, and for that answer alone: holds
 52  an event lives in exactly one cell, and nothing of it is in another but what tells of it: holds
 54  the copy of a public log has what the log has, and only logs that everybody reads have one: holds
 58  who waits for a resource that asks for a fee has paid it, in the order of the queue, and it goes back once when its rule says so: holds
 59  a payment for several dates is there as one share for each of them, which add up to what was taken: holds
invariant 2, evt_1 pol_1: the pool counts 3 units, its holds add up to 2
invariant 13, evt_1: the head is not signed
invariant 14, key_1: the key is an orphan
invariant 14, key_1: the key is an orphan
1 more is counted above and not printed.
5 violations found.
`
	var b strings.Builder
	if err := sample().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestReportJSON(t *testing.T) {
	t.Parallel()
	b, err := json.Marshal(sample())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Engine     string
		Checked    map[string]int64
		Invariants []Tally
		Violations []map[string]any
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if got.Engine != "sqlite" || got.Checked["audit_rows"] != 8 || got.Checked["waitlist_entries"] != 6 || len(got.Invariants) != len(invariants) {
		t.Errorf("the JSON lacks something: %s", b)
	}
	want := map[string]any{"invariant": 2.0, "event": "evt_1", "subject": "pol_1", "what": "the pool counts 3 units, its holds add up to 2"}
	if diff := cmp.Diff(want, got.Violations[0]); diff != "" {
		t.Error(diff)
	}
	empty, err := json.Marshal(newReport("postgres", 1))
	if err != nil || !strings.Contains(string(empty), `"violations":[]`) {
		t.Errorf("a clean report has no empty list of violations: %s, %v", empty, err)
	}
}

func TestReportCountsWhatItDoesNotKeep(t *testing.T) {
	t.Parallel()
	r := sample()
	if r.Clean() || r.Found() != 5 || len(r.Violations) != 4 {
		t.Errorf("clean %v, found %d, kept %d; want 5 found, 4 kept", r.Clean(), r.Found(), len(r.Violations))
	}
	if r := newReport("sqlite", 2); !r.Clean() {
		t.Error("an empty report is not clean")
	}
}
