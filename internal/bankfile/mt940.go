package bankfile

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// mt940 reads messages of Swift.
type mt940 struct {
	file     File
	account  string
	currency string
	// balance is what the account has to have at the end, by the entries so far.
	balance int64
	open    bool // a statement has begun, and its end is to come
	entry   *Transaction
}

// field is a field of a message.
type field struct {
	tag  string
	line int
	text []string // by line
}

var (
	tagAt = regexp.MustCompile(`^:(\d{2}[A-Z]?):`)
	// An entry: value date, booking date, credit or debit, the last letter of the currency,
	// amount, type, the customer's reference, the bank's.
	entryAt   = regexp.MustCompile(`^(\d{6})(\d{4})?(E?R?[CD])([A-Z])?(\d{1,13},\d{0,3})([A-Z][A-Z0-9]{3})([^/]*(?:/[^/]+)*)(?://(.*))?$`)
	balanceAt = regexp.MustCompile(`^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,3})$`)
	// subfieldAt begins a part of field 86 as German banks write it.
	subfieldAt = regexp.MustCompile(`\?(\d\d)`)
	// wordAt begins a part of it as Dutch banks write it.
	wordAt = regexp.MustCompile(`/(TRTP|IBAN|BIC|NAME|REMI|EREF|ORDP|BENM|CSID|MARF|PREF|RTRN|ID|ADDR|ISDT|SVCL|PURP|ULTD|ULTB)/`)
	// sepaAt begins a part of what the payer wrote, as the German banks' association has it.
	sepaAt = regexp.MustCompile(`(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+`)
)

// readMT940 reads statements, which stand one after another. Each has to add up to its
// closing balance: one that was cut off does not.
func readMT940(data []byte) (*File, error) {
	m := &mt940{file: File{Format: MT940}}
	fields, err := fieldsOf(latin(data))
	if err != nil {
		return nil, err
	}
	for i := range fields {
		if err := m.field(&fields[i]); err != nil {
			return nil, err
		}
	}
	if m.open {
		return nil, wrong(fields[len(fields)-1].line, "the statement has no closing balance")
	}
	return &m.file, m.take()
}

// fieldsOf parts messages into fields. What is around them, in braces, says nothing.
func fieldsOf(text string) (fields []field, err error) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	for i, line := range strings.Split(text, "\n") {
		line = strings.Trim(line, "\x01\x03 \t")
		if at := strings.LastIndex(line, "{4:"); at >= 0 {
			line = line[at+len("{4:"):]
		}
		found := tagAt.FindStringSubmatch(line)
		switch {
		case line == "" || line == "-" || strings.HasPrefix(line, "-}") || strings.HasPrefix(line, "{"):
		case found != nil:
			fields = append(fields, field{found[1], i + 1, []string{line[len(found[0]):]}})
		case len(fields) == 0:
			return nil, wrong(i+1, "has no field of MT940")
		default:
			last := &fields[len(fields)-1]
			last.text = append(last.text, line)
		}
	}
	if len(fields) == 0 {
		return nil, wrong(0, "has no field of MT940")
	}
	return fields, nil
}

func (m *mt940) field(f *field) error {
	switch f.tag {
	case "20":
		if m.open {
			return wrong(f.line, "a statement begins before the last one has its closing balance")
		}
	case "25":
		m.account = f.text[0]
	case "60F", "60M":
		return m.opening(f)
	case "61":
		return m.booking(f)
	case "86":
		if m.entry != nil {
			details(m.entry, f.text)
			return m.take()
		}
	case "62F", "62M":
		return m.closing(f)
	}
	return nil
}

// take adds the entry that is complete.
func (m *mt940) take() error {
	if m.entry == nil {
		return nil
	}
	entry := m.entry
	m.entry = nil
	return m.file.add(entry)
}

func balanceOf(f *field) (currency string, amount int64, err error) {
	found := balanceAt.FindStringSubmatch(f.text[0])
	if found == nil {
		return "", 0, wrong(f.line, "%q is not a balance", clean(f.text[0], maxName))
	}
	amount, ok := amountOf(found[4], found[3])
	if !ok && (!zero(strings.ReplaceAll(found[4], ",", ".")) || !inventory.IsCurrency(found[3])) {
		return "", 0, wrong(f.line, "%q is not a balance", clean(f.text[0], maxName))
	}
	if found[1] == "D" {
		amount = -amount
	}
	return found[3], amount, nil
}

func (m *mt940) opening(f *field) (err error) {
	if m.account == "" {
		return wrong(f.line, "the statement names no account")
	}
	m.currency, m.balance, err = balanceOf(f)
	m.open = err == nil
	return err
}

func (m *mt940) closing(f *field) error {
	if err := m.take(); err != nil {
		return err
	}
	currency, amount, err := balanceOf(f)
	switch {
	case err != nil:
		return err
	case !m.open:
		return wrong(f.line, "the statement has no opening balance")
	case currency != m.currency || amount != m.balance:
		return wrong(f.line, "the entries do not add up to the closing balance")
	}
	m.open = false
	return nil
}

func (m *mt940) booking(f *field) error {
	if err := m.take(); err != nil {
		return err
	}
	found := entryAt.FindStringSubmatch(strings.TrimRight(f.text[0], " "))
	switch {
	case found == nil:
		return wrong(f.line, "%q is not an entry", clean(f.text[0], maxName))
	case !m.open:
		return wrong(f.line, "the entry comes before the opening balance")
	}
	way := found[3]
	if strings.HasPrefix(way, "E") { // expected, and not booked
		m.file.Pending++
		return nil
	}
	amount, ok := amountOf(found[5], m.currency)
	if !ok {
		if zero(strings.ReplaceAll(found[5], ",", ".")) {
			return nil
		}
		return wrong(f.line, "%q is not an amount in %s", found[5], m.currency)
	}
	booked, ok := bookedOn(found[1], found[2])
	if !ok {
		return wrong(f.line, "%q is not a day", found[1]+found[2])
	}
	m.entry = &Transaction{
		Line: f.line, Account: m.account, Currency: m.currency, Amount: amount, Booked: booked, EndToEnd: strings.TrimSpace(found[7]), BankRef: found[8],
		Kind: map[string]Kind{"C": Credit, "D": Debit, "RC": CreditReversed, "RD": DebitReversed}[way],
	}
	if way == "D" || way == "RC" {
		amount = -amount
	}
	m.balance += amount
	return nil
}

// bookedOn is the day of an entry: the value date has the year, and the other may be of the
// year before or after.
func bookedOn(value, booking string) (string, bool) {
	day, err := time.Parse("060102", value)
	if err != nil {
		return "", false
	}
	if booking == "" {
		return day.Format(time.DateOnly), true
	}
	month, _ := strconv.Atoi(booking[:2])
	year := day.Year()
	switch apart := month - int(day.Month()); {
	case apart > 6:
		year--
	case apart < -6:
		year++
	}
	return dayOf(strconv.Itoa(year) + "-" + booking[:2] + "-" + booking[2:])
}

// details takes from field 86 who paid and what for.
func details(t *Transaction, lines []string) {
	joined := strings.Join(lines, "")
	switch {
	case subfieldAt.MatchString(joined):
		german(t, joined)
	case wordAt.MatchString(joined):
		dutch(t, joined)
	default:
		t.Text = strings.Join(lines, "\n")
	}
}

// parts are the parts of a text, each with what begins it.
func parts(at *regexp.Regexp, text string) (list [][2]string) {
	where := at.FindAllStringSubmatchIndex(text, -1)
	for i, w := range where {
		end := len(text)
		if i+1 < len(where) {
			end = where[i+1][0]
		}
		list = append(list, [2]string{text[w[2]:w[3]], text[w[1]:end]})
	}
	return list
}

func german(t *Transaction, joined string) {
	var purpose, name string
	for _, p := range parts(subfieldAt, joined) {
		switch n, _ := strconv.Atoi(p[0]); {
		case n >= 20 && n <= 29, n >= 60 && n <= 63:
			purpose += p[1]
		case n == 31:
			t.PayerIBAN = p[1]
		case n == 32, n == 33:
			name += p[1]
		}
	}
	t.Payer, t.Text = name, purpose
	for _, p := range parts(sepaAt, purpose) {
		switch p[0] {
		case "EREF":
			t.EndToEnd = p[1]
		case "SVWZ":
			t.Text = p[1]
		}
	}
}

func dutch(t *Transaction, joined string) {
	for _, p := range parts(wordAt, joined) {
		value := strings.Trim(p[1], "/ ")
		switch p[0] {
		case "NAME":
			t.Payer = value
		case "IBAN":
			t.PayerIBAN = value
		case "EREF":
			t.EndToEnd = value
		case "REMI":
			value = strings.TrimPrefix(value, "USTD//")
			if kind, ref, ok := strings.Cut(value, "/"); ok && (kind == "STRD" || kind == "CUR" || kind == "ISO") {
				value = ref
			}
			t.Text = value
		}
	}
	if t.Text == "" {
		t.Text = joined
	}
}
