package integrations

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/saleimport"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
)

// MaxListBody is the largest body with a guest list, in bytes: text that is
// written as JSON is longer than it was.
const MaxListBody = 12 << 20

// maxImports bounds the imports that a list shows, maxRefusals the refused lines
// that an import shows.
const (
	maxImports = 50
	// maxProblemFaults are how many faults of a file a problem tells, and maxClassText
	// is beyond every class: what is higher is refused as it is.
	maxProblemFaults = 100
	maxClassText     = 1000
	maxRefusals      = 200
)

// NewImport is the body that brings a guest list in.
type NewImport struct {
	CSV string `json:"csv" minLength:"1" maxLength:"8000000" doc:"The file: UTF-8, a header, then a line for each party, at most 50,000. Fields are separated by commas, semicolons or tabs. Columns: email or user_id (one of them in each line), name (or first_name and last_name), guests (names with semicolons between, or how many), tier (name or id; default the first), locale, priority_class, order_id, unit, attendee_name, and of each question of the event question: and its id, or its words. What spreadsheets call them in English or German is understood. Numbers may be written 3.0 or 1,000; three digits behind a separator are thousands. An answer is the value or the label of an option, several with semicolons between, yes or no to a consent, a whole number, a day like 2027-05-31, or a text; of a question that each attendee answers it is the answer of the person. A file that has a line for each who comes says with order_id who come together, the person first or by unit, and the guests by attendee_name, each with their own answers; what is asked once stands on any of the lines. So an export of guests can be imported, with the columns as they are: those of files and of tickets are left out. Nothing is required of an import, and a question that asks for a file has no column."`

	Columns       []ImportColumn `json:"columns,omitempty" maxItems:"100" doc:"Which column of the file is which field, by the names in its header. Columns that are not named here are guessed by their names."`
	IgnoreUnknown bool           `json:"ignore_unknown,omitempty" doc:"Leave out columns that nothing is known of. Default false: they are a fault of the file."`
	SkipBadLines  bool           `json:"skip_bad_lines,omitempty" doc:"Leave out lines with a fault and import the others; the answer has the faults. Default false: a file with a fault changes nothing."`

	JoinWaitlist bool `json:"join_waitlist,omitempty" doc:"Anyone who finds no place joins the waitlist. Default false: the row is refused."`
	DryRun       bool `json:"dry_run,omitempty" doc:"Only say what is wrong and what would happen. Nothing is changed."`
}

// ImportReport is an import, or what a dry run has found.
type ImportReport struct {
	ID         string               `json:"id,omitempty" example:"imp_3k9q0a7c1v5m06f2w8d4xk1n7p9s" doc:"Absent after a dry run."`
	EventID    string               `json:"event_id"`
	From       string               `json:"from,omitempty" enum:"pretix,hi-events,eventbrite,luma,meetup" doc:"Which shop has sold what comes in; absent for a guest list."`
	State      string               `json:"state" enum:"checked,queued,running,done,failed,cancelled" doc:"checked: a dry run."`
	Lines      int64                `json:"lines" doc:"Of the file, without the header; those of people who come together are one."`
	Worked     int64                `json:"worked" doc:"How many have been registered or refused so far."`
	Confirmed  int64                `json:"confirmed" doc:"How many have a place."`
	Waiting    int64                `json:"waiting" doc:"How many wait on the waitlist."`
	Invited    int64                `json:"invited,omitempty" doc:"How many were invited, by a list without addresses."`
	Known      int64                `json:"known,omitempty" doc:"How many orders and people on the waitlist of another shop had come in before."`
	Refused    int64                `json:"refused" doc:"How many the event's rules refused. After a dry run: how many would be, by what can be known before."`
	Refusals   []ImportRefusal      `json:"refusals" doc:"The first 200 of them."`
	Good       int64                `json:"good,omitempty" doc:"After a dry run: how many lines have no fault and would not be refused, by what can be known before."`
	Units      int64                `json:"units,omitempty" doc:"After a dry run: how many places the list takes, guests included."`
	Tiers      []ImportTier         `json:"tiers,omitempty" doc:"After a dry run: what it takes of each tier, and what is free."`
	Faults     []httpapi.FieldError `json:"faults,omitempty" doc:"After a dry run, and of an import that leaves out bad lines: what is wrong with the file, at most 1000. csv[3].email is the column email of line 3."`
	FaultCount int64                `json:"fault_count,omitempty" doc:"How many faults there are."`
	Columns    []ImportColumn       `json:"columns,omitempty" doc:"After a dry run: the columns of the file, and what each is taken for."`
	ImportedAt *time.Time           `json:"imported_at,omitempty" doc:"After a dry run: when the same file was imported before, in the same way."`
	BadLines   []int64              `json:"bad_lines,omitempty" doc:"After a dry run: every line that has a fault or would be refused, in order; 0: the file as a whole."`
	CreatedAt  *time.Time           `json:"created_at,omitempty"`
	FinishedAt *time.Time           `json:"finished_at,omitempty"`
}

// ImportRefusal is a row that was refused.
type ImportRefusal struct {
	Line  int64  `json:"line" example:"17"`
	Label string `json:"label,omitempty" example:"ADA01" doc:"Of another shop: the code of the order, or the line of the waitlist."`
	Code  string `json:"code" example:"sold_out" doc:"The code of the problem that registering the person alone would have met."`
}

// ImportColumn is a column of a file.
type ImportColumn struct {
	Name  string `json:"name" example:"E-Mail-Adresse"`
	Field string `json:"field" maxLength:"60" example:"email" doc:"What the column is: email, user_id, name, first_name, last_name, guests, tier, locale, priority_class, order_id, unit, attendee_name, or question: and the id of a question of the event; none: it is left out."`
}

// ImportTier is what a list takes of a tier.
type ImportTier struct {
	TierID    string `json:"tier_id"`
	Name      string `json:"name"`
	Units     int64  `json:"units"`
	Available int64  `json:"available"`
}

// ImportList are the imports of an event.
type ImportList struct {
	Items []*ImportReport `json:"items" doc:"The latest first, at most 50, without their refused lines."`
}

// list is a guest list that was read and checked.
type list struct {
	rows    []guestlist.Row
	columns []guestlist.Column
	faults  *guestlist.Faults
	bad     map[int]bool // the first line of each row of which a line has a fault
}

// skipBad leaves out the lines with a fault. It reports false when the fault is the
// file's, or no line is left.
func (l *list) skipBad() bool {
	if l.faults.Lines[0] || l.faults.Lines[1] {
		return false
	}
	l.rows = slices.DeleteFunc(l.rows, func(r guestlist.Row) bool { return l.bad[r.Line] })
	return len(l.rows) > 0
}

// readList reads a file and checks each line as the body of a registration.
func (h *Handlers) readList(c *access.Call, v *events.EventView, k *access.EventSummary, in *NewImport) list {
	lines, columns, faults := guestlist.Parse([]byte(in.CSV), in.mapping(k.Questions))
	l := list{faults: faults, columns: columns, bad: map[int]bool{}}
	answers := answersIn(k.Questions, columns, faults)
	tiers := map[string]string{"": k.DefaultTier}
	for i := range v.Tiers {
		tiers[strings.ToLower(v.Tiers[i].Name)] = v.Tiers[i].ID
		tiers[v.Tiers[i].ID] = v.Tiers[i].ID
	}
	first := map[string]int{}
	for _, lines := range guestlist.Parties(lines, faults) {
		line := lines[0]
		var check httpapi.Checks
		var in wire.PartyIn
		in.UserID, in.Email = line.Get(guestlist.UserID), line.Get(guestlist.Email)
		in.Name, in.Locale = lines.Name(), line.Get(guestlist.Locale)
		for _, name := range lines.Guests() {
			in.Guests = append(in.Guests, wire.Guest{Name: name})
		}
		tier, known := tiers[line.Get(guestlist.Tier)]
		if !known {
			tier, known = tiers[strings.ToLower(line.Get(guestlist.Tier))]
		}
		if !known {
			check.Add(guestlist.Tier, "unknown", "is neither the name nor the id of a tier of this event")
		}
		if text := line.Get(guestlist.Class); text != "" {
			n, whole := guestlist.Whole(text)
			if !whole || n > maxClassText {
				check.Add(guestlist.Class, "wrong_type", "must be a whole number")
			}
			in.Class = int(min(n, maxClassText))
		}
		in.TierID = tier
		party := h.Reader.Party(c, &check, k, &in)
		given := answers.of(lines, &party, faults)
		for _, f := range check.Errs {
			no, column := placeOf(lines, f.Field)
			faults.Add(no, column, f.Code, "%s", f.Message)
		}
		if before := first[party.UserID]; len(check.Errs) == 0 && before != 0 {
			faults.Add(line.No, "", "duplicate", "names the person of line %d again", before)
		} else if len(check.Errs) == 0 {
			first[party.UserID] = line.No
		}
		l.rows = append(l.rows, guestlist.Row{
			Line: line.No, User: party.UserID, Who: party.Profile, Tier: party.Tier, Guests: party.Guests, Units: party.Units, Class: party.Class,
			Answers: given,
		})
		l.bad[line.No] = slices.ContainsFunc(lines, func(l *guestlist.Line) bool { return faults.Lines[l.No] })
	}
	return l
}

// placeOf is where a field of a registration stands: its line and column.
func placeOf(lines guestlist.Party, field string) (line int, column string) {
	column, rest, _ := strings.Cut(field, "[")
	if column != guestlist.Guests || len(lines) == 1 {
		return lines[0].No, column
	}
	number, _, _ := strings.Cut(rest, "]")
	if i, err := strconv.Atoi(number); err == nil {
		return lines[i+1].No, lines[i+1].NameOfGuest()
	}
	return lines[0].No, guestlist.Order // there are too many
}

// fields are the faults as problems name them.
func (l *list) fields() []httpapi.FieldError {
	out := make([]httpapi.FieldError, 0, len(l.faults.List))
	for _, f := range l.faults.List {
		out = append(out, httpapi.FieldError{Field: f.Field(), Code: f.Code, Message: f.Message})
	}
	return out
}

func (h *Handlers) createImport(c *access.Call, k *access.EventSummary, in *NewImport) (*ImportReport, error) {
	if err := in.checkColumns(k.Questions); err != nil {
		return nil, err
	}
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	l := h.readList(c, v, k, in)
	if in.DryRun {
		return h.tryImport(c, v, &l, in.digest())
	}
	if l.faults.Total > 0 && !(in.SkipBadLines && l.skipBad()) {
		return nil, faulty("file", l.faults.Total, l.fields())
	}
	out, err := h.queueImport(c, files.Import{
		EventID: k.EventID, JoinWaitlist: in.JoinWaitlist, Total: int64(len(l.rows)), Digest: in.digest(),
	}, l.rows)
	if err != nil {
		return nil, err
	}
	report, err := h.importOf(c.Context(), out)
	if err == nil && l.faults.Total > 0 {
		report.faulty(&l)
	}
	return report, err
}

// faulty refuses what has faults; the first of them are told.
func faulty(what string, total int, fields []httpapi.FieldError) error {
	fields = fields[:min(len(fields), maxProblemFaults)]
	return httpapi.KindInvalid.With(fmt.Sprintf("The %s has %d faults; the first is at %s. Nothing was changed.", what, total, fields[0].Field), fields...)
}

// queueImport stores an import with its rows, and the job that does it. A repetition of the
// request names the same import.
func (h *Handlers) queueImport(c *access.Call, m files.Import, rows any) (*files.Import, error) {
	text, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("api: rows of an import: %w", err)
	}
	m.ID, m.State, m.CreatedBy, m.CreatedAt = c.OwnIDIn(files.ImportPrefix, m.EventID), "queued", c.Caller.Actor(), inventory.At(h.Now())
	job, err := h.ImportJob(m.ID)
	if err != nil {
		return nil, err
	}
	return access.Made(c, h.Store.Imports.CreateImport(c.Context(), m, string(text), job), &m,
		func(ctx context.Context) (*files.Import, error) { return h.Store.Imports.ImportByID(ctx, m.ID) },
		func(have *files.Import) bool { return have.JoinWaitlist == m.JoinWaitlist && have.Digest == m.Digest })
}

// noField stands for a column that is left out.
const noField = "none"

// mapping is what the body says of the columns of the file.
func (in *NewImport) mapping(asked *question.List) guestlist.Mapping {
	m := guestlist.Mapping{Fields: make(map[string]string, len(in.Columns)), IgnoreUnknown: in.IgnoreUnknown, Questions: questionFields(asked)}
	for _, column := range in.Columns {
		if column.Field == noField {
			column.Field = ""
		}
		m.Fields[column.Name] = column.Field
	}
	return m
}

// digest names a file and the way in which it is read.
func (in *NewImport) digest() string {
	sum := sha256.New()
	sum.Write([]byte(in.CSV))
	for _, column := range in.Columns {
		fmt.Fprintf(sum, "\n%q=%q", column.Name, column.Field)
	}
	fmt.Fprintf(sum, "\n%v %v", in.IgnoreUnknown, in.SkipBadLines)
	return hex.EncodeToString(sum.Sum(nil))
}

// faulty tells what is wrong with a file.
func (r *ImportReport) faulty(l *list) {
	r.Faults, r.FaultCount = l.fields(), int64(l.faults.Total)
	for line := range l.faults.Lines {
		r.BadLines = append(r.BadLines, int64(line))
	}
	slices.Sort(r.BadLines)
	r.BadLines = slices.Compact(r.BadLines)
}

// tryImport says what would become of a list. What only the heart knows, as it
// decides, is not foretold: how many of the places are still there then.
func (h *Handlers) tryImport(c *access.Call, v *events.EventView, l *list, digest string) (*ImportReport, error) {
	c.Status = 200
	out := &ImportReport{EventID: v.Event.ID, State: "checked", Lines: int64(len(l.rows)), Refusals: []ImportRefusal{}}
	for _, column := range l.columns {
		if column.Field == "" {
			column.Field = noField
		}
		out.Columns = append(out.Columns, ImportColumn(column))
	}
	before, err := h.Store.Imports.ImportsPage(c.Context(), v.Event.ID, maxImports)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(before, func(m files.Import) bool { return m.Digest == digest && m.State != "cancelled" && m.State != "failed" }); i >= 0 {
		out.ImportedAt = wire.TimePtr(before[i].CreatedAt)
	}
	users := make([]string, len(l.rows))
	for i := range l.rows {
		users[i] = l.rows[i].User
	}
	involved, err := h.Store.People.Involved(c.Context(), v.Event.ID, users)
	if err != nil {
		return nil, err
	}
	units := map[string]int64{}
	for i := range l.rows {
		r := &l.rows[i]
		switch {
		case l.bad[r.Line]: // told of as such
		case involved[r.User]:
			out.refuse(r.Line, inventory.AlreadyRegistered)
			out.BadLines = append(out.BadLines, int64(r.Line))
		case r.Units-1 > v.Event.Settings.MaxGuests:
			out.refuse(r.Line, inventory.GuestsOverLimit)
			out.BadLines = append(out.BadLines, int64(r.Line))
		default:
			out.Good++
			out.Units += r.Units
			units[r.Tier] += r.Units
		}
	}
	out.faulty(l)
	out.Tiers = tiersOf(v, units)
	return out, nil
}

// tiersOf are the tiers of an event of which something is taken.
func tiersOf(v *events.EventView, units map[string]int64) []ImportTier {
	out := []ImportTier{}
	for _, t := range wire.EventOf(v).Tiers {
		if units[t.ID] > 0 {
			out = append(out, ImportTier{TierID: t.ID, Name: t.Name, Units: units[t.ID], Available: t.Available})
		}
	}
	return out
}

func (r *ImportReport) refuse(line int, code inventory.Code) {
	if r.Refused++; r.Refused <= maxRefusals {
		r.Refusals = append(r.Refusals, ImportRefusal{Line: int64(line), Code: string(code)})
	}
}

func importOf(m *files.Import) *ImportReport {
	r := &ImportReport{
		ID: m.ID, EventID: m.EventID, From: m.Source, Known: m.Known, State: m.State, Lines: m.Total, Worked: m.Worked, Confirmed: m.Confirmed, Waiting: m.Waiting,
		Refused: m.Refused, Refusals: []ImportRefusal{}, CreatedAt: wire.TimePtr(m.CreatedAt), FinishedAt: wire.TimePtr(m.FinishedAt),
	}
	if m.Source == saleimport.Meetup { // which gives nobody a place
		r.Invited, r.Confirmed = r.Confirmed, 0
	}
	return r
}

// importOf is an import with the lines that were refused.
func (h *Handlers) importOf(ctx context.Context, m *files.Import) (*ImportReport, error) {
	out := importOf(m)
	refused, err := h.Store.Imports.ImportRefusals(ctx, m.ID, 0, maxRefusals)
	for _, f := range refused {
		out.Refusals = append(out.Refusals, ImportRefusal(f))
	}
	return out, err
}

// imported finds the import of the path in an event that the caller may see.
func (h *Handlers) imported(c *access.Call) (*files.Import, error) {
	k, err := c.EventOf(c.Param("import_id"), files.ImportPrefix)
	if err != nil {
		return nil, err
	}
	if err := c.Allowed(k, ""); err != nil {
		return nil, err
	}
	return h.Store.Imports.ImportByID(c.Context(), c.Param("import_id"))
}

func (h *Handlers) getImport(c *access.Call, _ *httpapi.None) (*ImportReport, error) {
	m, err := h.imported(c)
	if err != nil {
		return nil, err
	}
	return h.importOf(c.Context(), m)
}

func (h *Handlers) listImports(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*ImportList, error) {
	all, err := h.Store.Imports.ImportsPage(c.Context(), k.EventID, maxImports)
	if err != nil {
		return nil, err
	}
	out := &ImportList{Items: make([]*ImportReport, 0, len(all))}
	for i := range all {
		out.Items = append(out.Items, importOf(&all[i]))
	}
	return out, nil
}

func (h *Handlers) cancelImport(c *access.Call, _ *httpapi.None) (*ImportReport, error) {
	m, err := h.imported(c)
	if err != nil {
		return nil, err
	}
	if _, err := h.Store.Imports.EndImport(c.Context(), m.ID, "cancelled", inventory.At(h.Now())); err != nil {
		return nil, err
	}
	if m, err = h.Store.Imports.ImportByID(c.Context(), m.ID); err != nil {
		return nil, err
	}
	return h.importOf(c.Context(), m)
}
