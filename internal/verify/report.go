package verify

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Invariants that Run checks, with what each of them says. The numbers are
// those of docs/INVARIANTS.md.
var invariants = []struct {
	number int
	title  string
}{
	{1, "no pool is taken beyond its capacity, except by a recorded overcommit"},
	{2, "counters equal what the rows add up to"},
	{3, "a person has at most one live registration and one live entry"},
	{4, "every row is the fold of its audit rows, by legal transitions"},
	{5, "what expired or was released is never confirmed without taking its units again"},
	{6, "nobody was served before an earlier one who was eligible"},
	{7, "an entry has at most one open offer, and each offer ends once"},
	{8, "no unit lies unallocated while somebody who fits it waits"},
	{9, "stored replies name what exists"},
	{10, "an order costs what its stored prices say, and what is paid ends in tickets or is due back"},
	{11, "each change has its message and each message its change and job"},
	{12, "a ticket is admitted at most once online, and doubles from devices are flagged"},
	{13, "the audit chains hash end to end and their heads are signed"},
	{14, "no row refers to another event or organization"},
	{15, "whoever was let in from a waiting room had joined it and was called, once, and nothing was taken without a pass"},
	{16, "no more are inside than a waiting room lets in at once"},
	{17, "the order of a draw follows from its seal and its beacon"},
	{18, "whoever takes part in a ballot is on the waitlist in the order that was drawn, for what they wanted"},
	{19, "the public log is the projection of the audit rows, and only grows"},
	{20, "what was promised before the opening is kept"},
	{21, "no two live bookings have a room, or a room and a part of it, at one time"},
	{22, "a confirmed booking that needs a deposit has it captured, or the venue's waiver"},
	{23, "invoice numbers have no gap and no double, each refund has its credit note, and they agree with the journal"},
	{24, "capacity of other systems has one effect for each event id, and is offered in order and no more than there is"},
	{25, "each question to another system about what somebody accepts ends once, and as that system answered"},
	{26, "answers are to questions that were asked, and what had to be answered is"},
	{27, "whoever is invited has as many places as the invitation says at most"},
	{28, "whoever applied is on the waitlist once the organization has approved it, and not before"},
	{29, "a till has taken and given what its orders, payments and refunds say, and nothing once it was closed"},
	{30, "money on a bank account is in exactly one payment or part of one order, or owed back, and the payments are no more than it"},
	{31, "what came through a tracking link is counted once, by a link that somebody can have come by"},
	{32, "the consents that stand were given and not withdrawn, each to words that were there and were asked for"},
	{33, "the picture of an event or a venue is its organization's, is there with every byte, and is put into words"},
	{35, "no more of an add-on is given to bookings at one time than there is, and bookings cost what their time and add-ons do"},
	{38, "a guest who books has confirmed the address before, and nothing is left of one who was erased"},
	{40, "an event is whole in exactly one place: its tables, or a file that has every byte that was written"},
	{41, "whoever joins the waitlist of a resource by themselves has confirmed the address before and waits once, and nothing is left of one who was erased"},
	{42, "the busy times of a calendar of others are what the last fetch of it that went well said"},
	{43, "a campaign went once to an address, and to nobody whose consent did not stand when the mail was sent"},
	{44, "a donation is given once beside what is ordered, without tax, and stays given until staff give it back, the event is cancelled or its giver is erased"},
	{45, "an order with a ticket that costs something has each fee of its event as it was then, once, and it comes to what its tickets make it"},
	{46, "on each date that a pass covers at least as many places are set aside as there are passes, by a block of the date"},
	{47, "of those who are offered the same units of a resource at once one has accepted them at most, and no more are accepted than were released less those withdrawn"},
	{48, "a file that answers a question is there with every byte, and for that answer alone"},
	{52, "an event lives in exactly one cell, and nothing of it is in another but what tells of it"},
	{54, "the copy of a public log has what the log has, and only logs that everybody reads have one"},
	{58, "who waits for a resource that asks for a fee has paid it, in the order of the queue, and it goes back once when its rule says so"},
	{59, "a payment for several dates is there as one share for each of them, which add up to what was taken"},
}

// Checked counts what was read.
type Checked struct {
	Events  int64 `json:"events"`
	Pools   int64 `json:"pools"`
	Tiers   int64 `json:"tiers"`
	Lanes   int64 `json:"lanes"`
	People  int64 `json:"people"`
	Holds   int64 `json:"holds"`
	Entries int64 `json:"waitlist_entries"`
	Offers  int64 `json:"offers"`
	// Origins are where orders, registrations and entries came from that nobody vouched for.
	Origins int64 `json:"origins"`
	// PastPlacements are where entries stood that were moved.
	PastPlacements int64 `json:"past_placements"`
	AuditRows      int64 `json:"audit_rows"`
	Messages       int64 `json:"messages"`
	Replies        int64 `json:"idempotency_keys"`
	Jobs           int64 `json:"live_jobs"`

	Orders     int64 `json:"orders"`
	Items      int64 `json:"hold_items"`
	Codes      int64 `json:"price_codes"`
	RefundsDue int64 `json:"refunds_due"`

	Payments     int64 `json:"payments"`
	Payouts      int64 `json:"payouts"`
	JournalLines int64 `json:"journal_lines"`
	// BankStatements are files of banks that were read, BankTransactions those of their
	// transactions that are kept.
	BankStatements   int64 `json:"bank_statements"`
	BankTransactions int64 `json:"bank_transactions"`

	TicketVersions int64 `json:"ticket_versions"`
	// ImportedTickets are tickets that another shop has sold.
	ImportedTickets int64 `json:"imported_tickets"`
	Admissions      int64 `json:"admissions"`
	Scans           int64 `json:"scans"`
	CheckinPasses   int64 `json:"checkin_passes"`
	Tills           int64 `json:"tills"`
	TillSales       int64 `json:"till_sales"`
	TrackingLinks   int64 `json:"tracking_links"`
	Tracked         int64 `json:"tracked"` // orders, registrations and entries that came through them
	ConsentPurposes int64 `json:"consent_purposes"`
	CampaignMails   int64 `json:"campaign_mails"`
	PassDates       int64 `json:"pass_dates"`   // that passes of series cover
	ConsentRows     int64 `json:"consent_rows"` // of what was agreed to and withdrawn
	Invoices        int64 `json:"invoices"`     // and credit notes
	Transfers       int64 `json:"transfers"`
	Exchanges       int64 `json:"exchanges"`

	WaitingRooms int64 `json:"waiting_rooms"`
	Entrants     int64 `json:"waiting_room_entrants"`
	Passes       int64 `json:"waiting_room_passes"`

	Logs       int64 `json:"public_logs"`
	LogEntries int64 `json:"public_log_entries"`
	// LogEntriesErased are those whose hash is compared with no row any more: they are about people
	// who were erased.
	LogEntriesErased int64 `json:"public_log_entries_erased"`
	// Checkpoints are the entries of the log of the installation.
	Checkpoints int64 `json:"installation_log_entries"`

	Pictures int64 `json:"pictures"`
	// Archives are events that are whole in a file.
	Archives int64 `json:"archives"`
	// Elsewhere are events that live in another cell.
	Elsewhere int64 `json:"elsewhere"`

	QuestionLists int64 `json:"question_lists"`
	Answers       int64 `json:"answers"`
	Uploads       int64 `json:"uploads"`  // files that were sent to answer with
	Feedback      int64 `json:"feedback"` // what guests said of an event after it
	Invitations   int64 `json:"invitations"`

	Bookings int64 `json:"bookings"`
	// Resources are those of other systems for which people wait.
	Resources int64 `json:"resources"`

	Statements int64 `json:"statements"` // versions of what was promised before the opening

	Organizations    int64 `json:"organizations"`
	OrganizationRows int64 `json:"organization_rows"`
}

// Violation is one thing that does not hold.
type Violation struct {
	Invariant int    `json:"invariant"`         // its number in docs/INVARIANTS.md
	Event     string `json:"event,omitempty"`   // the event concerned; empty for what is in none
	Subject   string `json:"subject,omitempty"` // the row concerned, by id or ledger seq
	What      string `json:"what"`              // one sentence
}

// Difference is a field in which an event is another now than its newest statement says.
type Difference struct {
	Event   string `json:"event"`
	Subject string `json:"subject"` // the statement
	Version int64  `json:"version"`
	Field   string `json:"field"` // of the text of the statement; of a list with what it is about, as prices[tir_…].amount
	Sealed  string `json:"sealed"`
	Now     string `json:"now"`
}

// Tally says how many violations of an invariant there are, printed or not.
type Tally struct {
	Invariant int    `json:"invariant"`
	Title     string `json:"title"`
	Found     int64  `json:"found"`
}

// Report is what Run found.
type Report struct {
	Engine string `json:"engine"` // sqlite or postgres
	// Checked counts the rows that were read.
	Checked Checked `json:"checked"`
	// Tallies has each invariant that was checked, those that hold too.
	Tallies []Tally `json:"invariants"`
	// Violations are the first of each invariant, at most Options.PrintLimit of
	// each; Tallies counts all.
	Violations []Violation `json:"violations"`
	// Differences are in what events are others now than their sealed statements say. They are not
	// violations. The first of them are kept, at most Options.PrintLimit.
	Differences []Difference `json:"differences,omitempty"`

	limit int
}

func newReport(engine string, limit int) *Report {
	r := &Report{Engine: engine, limit: limit, Violations: []Violation{}}
	for _, i := range invariants {
		r.Tallies = append(r.Tallies, Tally{Invariant: i.number, Title: i.title})
	}
	return r
}

// Clean reports whether every invariant holds.
func (r *Report) Clean() bool { return r.Found() == 0 }

// Found is the number of violations, printed or not.
func (r *Report) Found() int64 {
	var n int64
	for _, t := range r.Tallies {
		n += t.Found
	}
	return n
}

// add counts a violation, and keeps it while there are few of its invariant.
func (r *Report) add(invariant int, event, subject, format string, args ...any) {
	for i := range r.Tallies {
		t := &r.Tallies[i]
		if t.Invariant != invariant {
			continue
		}
		t.Found++
		if t.Found <= int64(r.limit) {
			r.Violations = append(r.Violations, Violation{invariant, event, subject, fmt.Sprintf(format, args...)})
		}
		return
	}
	panic(fmt.Sprintf("verify: there is no invariant %d", invariant))
}

// differ keeps a difference while there are few.
func (r *Report) differ(d Difference) {
	if len(r.Differences) < r.limit {
		r.Differences = append(r.Differences, d)
	}
}

// sort puts the violations in the order of the invariants; those of one
// invariant stay in the order in which they were found.
func (r *Report) sort() {
	slices.SortStableFunc(r.Violations, func(a, b Violation) int { return cmp.Compare(a.Invariant, b.Invariant) })
}

// WriteText prints the report for people: what was read, how each invariant
// fares, and each violation in one sentence.
func (r *Report) WriteText(w io.Writer) error {
	p := &printer{w: w}
	c := &r.Checked
	p.line("Read %s (%s) in one snapshot: %s, %s, %s,", count(c.Events, "event", "events"), r.Engine,
		count(c.Pools, "pool", "pools"), count(c.Tiers, "tier", "tiers"), count(c.Lanes, "lane", "lanes"))
	p.line("%s, %s, %s, %s,", count(c.People, "person", "people"), count(c.Holds, "hold", "holds"),
		count(c.Entries, "waitlist entry", "waitlist entries"), count(c.Offers, "offer", "offers"))
	p.line("%s, %s, %s, %s,", count(c.PastPlacements, "past placement", "past placements"), count(c.TicketVersions, "reissued ticket", "reissued tickets"),
		count(c.Admissions, "admission", "admissions"), count(c.Scans, "scan", "scans"))
	p.line("%s, %s, %s,", count(c.Payments, "payment", "payments"), count(c.Payouts, "refund", "refunds"), count(c.JournalLines, "journal line", "journal lines"))
	p.line("%s with %s,", count(c.BankStatements, "bank statement", "bank statements"), count(c.BankTransactions, "transaction", "transactions"))
	p.line("%s, %s, %s,", count(c.Transfers, "transfer", "transfers"), count(c.Exchanges, "exchange", "exchanges"), count(c.ImportedTickets, "imported ticket", "imported tickets"))
	p.line("%s, %s with %s, %s,", count(c.CheckinPasses, "pass of a phone", "passes of phones"), count(c.Tills, "till", "tills"), count(c.TillSales, "sale", "sales"),
		count(c.Invoices, "invoice or credit note", "invoices and credit notes"))
	p.line("%s with %s that came by them,", count(c.TrackingLinks, "tracking link", "tracking links"), count(c.Tracked, "thing", "things"))
	p.line("%s to people who have agreed,", count(c.CampaignMails, "mail", "mails"))
	p.line("%s that a pass covers,", count(c.PassDates, "date", "dates"))
	p.line("%s of consent with %s,", count(c.ConsentPurposes, "purpose", "purposes"), count(c.ConsentRows, "row of what was given and withdrawn", "rows of what was given and withdrawn"))
	p.line("%s, %s,", count(c.Pictures, "picture", "pictures"), count(c.Uploads, "file of an answer", "files of answers"))
	p.line("%s with %s of their own,", count(c.Organizations, "organization", "organizations"), count(c.OrganizationRows, "audit row", "audit rows"))
	p.line("%s, %s, %s and %s.", count(c.AuditRows, "audit row", "audit rows"), count(c.Messages, "message", "messages"),
		count(c.Replies, "stored reply", "stored replies"), count(c.Jobs, "live job", "live jobs"))
	for _, t := range r.Tallies {
		verdict := "holds"
		if t.Found > 0 {
			verdict = fmt.Sprintf("FAILS, %d times", t.Found)
			if t.Found == 1 {
				verdict = "FAILS, once"
			}
		}
		p.line("%3d  %s: %s", t.Invariant, t.Title, verdict)
	}
	for _, v := range r.Violations {
		where := strings.TrimSpace(v.Event + " " + v.Subject)
		if v.Subject == v.Event {
			where = v.Event
		}
		p.line("invariant %d, %s: %s", v.Invariant, where, v.What)
	}
	for _, d := range r.Differences {
		p.line("%s %s, no violation: version %d of the statement has %s %s, and it is %s now", d.Event, d.Subject, d.Version, d.Field, d.Sealed, d.Now)
	}
	if left := r.Found() - int64(len(r.Violations)); left > 0 {
		p.line("%s counted above and not printed.", count(left, "more is", "more are"))
	}
	if r.Clean() {
		p.line("Everything holds.")
	} else {
		p.line("%s found.", count(r.Found(), "violation", "violations"))
	}
	return p.err
}

// printer keeps the first error of many writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
