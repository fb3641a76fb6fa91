package guestlist

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Column is a column of a file, and the field that it is; "" when it is left out.
type Column struct{ Name, Field string }

// Mapping says what the columns of a file are. The zero Mapping guesses, and refuses a
// file with a column that it does not know.
type Mapping struct {
	// Fields are the fields of columns by the names that the header has, in any case;
	// "" leaves a column out. Others are guessed.
	Fields map[string]string
	// IgnoreUnknown leaves out columns that nothing is known of.
	IgnoreUnknown bool
	// Questions are what the event asks: each is a field, by its name or by its words.
	Questions []Asked
}

// Asked is a question of an event: its id, and its words. File says that it asks for a file, of which
// an export has the name alone.
type Asked struct {
	ID, Label string
	File      bool
}

// exportColumns are the columns that the export of guests has before those of questions, and which
// fields they are; "": it is left out.
var exportColumns = map[string]string{
	"ticket_id": "", Order: Order, Tier: Tier, Attendee: Attendee, "attendee_email": "", "ordered_by_name": Name, "ordered_by_email": Email,
	UserID: UserID, Unit: Unit, "units": "", "checked_in_at": "", "gate": "", "via": "", "via_name": "",
}

// ofExport reports whether a header is one that the export of guests has written.
func ofExport(names []string) bool {
	found := 0
	for _, name := range names {
		if _, ok := exportColumns[strings.TrimSpace(name)]; ok {
			found++
		}
	}
	return found >= len(exportColumns)
}

// QuestionField returns the field that answers to a question are.
func QuestionField(id string) string { return "question:" + id }

// Knows reports whether a name is that of a field.
func (m *Mapping) Knows(field string) bool {
	return slices.Contains(Columns, field) || slices.ContainsFunc(m.Questions, func(q Asked) bool { return QuestionField(q.ID) == field })
}

// asked is the field of the first question with these words that has no column; "" when there is none.
func (m *Mapping) asked(name string, taken map[string]string) string {
	plain := plainName(name)
	for _, q := range m.Questions {
		if _, other := taken[QuestionField(q.ID)]; !other && plainName(q.Label) == plain {
			return QuestionField(q.ID)
		}
	}
	return ""
}

// names are all fields, as faults list them.
func (m *Mapping) names() string {
	list := slices.Clone(Columns)
	for _, q := range m.Questions {
		list = append(list, QuestionField(q.ID))
	}
	return strings.Join(list, ", ")
}

// synonyms are what people call the columns, in English and German, by their letters
// and digits in lower case.
var synonyms = map[string][]string{
	Email:  {"email", "mail", "emailaddress", "mailaddress", "emailadresse", "mailadresse"},
	UserID: {"userid", "id", "customerid", "memberid", "membershipnumber", "kundennummer", "mitgliedsnummer", "personalnummer"},
	Name:   {"name", "fullname", "attendee", "attendeename", "guestname", "teilnehmer", "teilnehmerin", "vollständigername", "vorundnachname"},
	First:  {"firstname", "givenname", "forename", "vorname"},
	Last:   {"lastname", "surname", "familyname", "nachname", "familienname"},
	Guests: {"guests", "companions", "plusones", "additionalguests", "gäste", "begleitung", "begleitpersonen", "weiteregäste", "anzahlgäste"},
	Tier:   {"tier", "ticket", "tickettype", "ticketname", "category", "tickettyp", "ticketart", "kategorie", "preiskategorie"},
	Locale: {"locale", "language", "lang", "sprache"},
	Class:  {"priorityclass", "priority", "waitlistpriority", "priorität", "wartelistenpriorität"},
}

// guess is the field that a column's name means; "" when it means none.
func guess(name string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	for _, field := range Columns {
		if slices.Contains(synonyms[field], plain) {
			return field
		}
	}
	return ""
}

// columns says what each column of a header is, and what is wrong with it. Of two that
// are guessed to be the same field the one with the field's own name is it, or the first.
//
// In a file that the export of guests has written, columns are what it has made them.
func (m *Mapping) columns(names []string, exported bool, faults *Faults) []Column {
	list := make([]Column, len(names))
	said := make(map[string]string, len(m.Fields))
	for name, field := range m.Fields {
		said[plainName(name)] = field
	}
	taken := map[string]string{} // the name of the column that is a field
	take := func(i int, field string) {
		if _, twice := taken[field]; twice {
			faults.Add(1, field, "duplicate", "stands there twice")
		}
		taken[field], list[i].Field = list[i].Name, field
	}
	known := make([]bool, len(names))
	for i, name := range names {
		list[i].Name = strings.TrimSpace(name)
		if strings.ContainsRune(name, utf8.RuneError) {
			faults.Add(1, "", "encoding", "is not UTF-8 text: save the file as CSV in UTF-8")
			known[i] = true
			continue
		}
		plain := plainName(name)
		field, ok := said[plain]
		switch {
		case ok && field != "":
			take(i, field)
		case !ok && exported && takeExported(list, i, take):
		case !ok && !exported && m.Knows(plain):
			take(i, plain)
		case !ok:
			continue
		}
		known[i] = true
		delete(said, plain)
	}
	for i, name := range names {
		if known[i] {
			continue
		}
		free := func(field string) bool {
			_, other := taken[field]
			return field != "" && !other
		}
		switch field, asked := guess(name), m.asked(name, taken); {
		case exported && m.asksFile(name):
		case exported && free(asked):
			take(i, asked)
		case free(field) && !exported:
			take(i, field)
		case free(asked):
			take(i, asked)
		case !m.IgnoreUnknown:
			faults.Add(1, "", "unknown_field", "has the column %q; the columns are %s", clip(strings.TrimSpace(name)), m.names())
		}
	}
	if _, together := taken[Order]; !together {
		alone(list, taken)
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		faults.Add(1, "", "missing_column", "has no column %q", clip(name))
	}
	return list
}

// takeExported takes a column that the export of guests has before those of questions; it reports
// false for any other.
func takeExported(list []Column, i int, take func(i int, field string)) bool {
	field, ok := exportColumns[list[i].Name]
	ok = ok && !slices.ContainsFunc(list[:i], func(c Column) bool { return c.Name == list[i].Name })
	if ok && field != "" {
		take(i, field)
	}
	return ok
}

// asksFile reports whether a column is that of a question which asks for a file.
func (m *Mapping) asksFile(name string) bool {
	return slices.ContainsFunc(m.Questions, func(q Asked) bool { return q.File && plainName(q.Label) == plainName(name) })
}

// alone makes the column of the attendee of a line that of the person, where no column says who comes
// together.
func alone(list []Column, taken map[string]string) {
	if _, named := taken[Name]; named {
		return
	}
	for i := range list {
		if list[i].Field == Attendee {
			list[i].Field = Name
		}
	}
}

func plainName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// Whole reads a whole number as spreadsheets write it, whatever their language: "3",
// "3.0", "3,00", "1,000" and "1.000" (three digits behind a separator are thousands),
// "1 000". It is false for what has a fraction, a sign, or is not a number.
func Whole(text string) (int64, bool) {
	text = strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u00a0' || r == '\u202f' || r == '\'' || r == '’' {
			return -1
		}
		return r
	}, strings.TrimSpace(text))
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == ',' })
	if len(parts) == 0 || len(parts) != strings.Count(text, ".")+strings.Count(text, ",")+1 {
		return 0, false
	}
	digits := parts[0]
	for i, part := range parts[1:] {
		switch {
		case len(part) == 3:
			digits += part
		case i == len(parts)-2 && strings.Trim(part, "0") == "": // a fraction that is none
		default:
			return 0, false
		}
	}
	for _, part := range parts {
		for _, r := range part {
			if r < '0' || r > '9' {
				return 0, false
			}
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}
