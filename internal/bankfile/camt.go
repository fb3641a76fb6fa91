package bankfile

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deep the elements of a file may be in each other. The standard needs 16.
const maxDepth = 40

// Bounds of what is kept of a file while it is read: elements, and bytes of the text of one.
const (
	maxElements = 400_000
	maxContent  = 4000
)

// element is an element of a file with all that is in it.
type element struct {
	name, currency, text string
	line                 int
	children             []*element
}

// in follows names to the first element, nil where there is none.
func (e *element) in(names ...string) *element {
	for _, name := range names {
		e = e.child(name)
	}
	return e
}

func (e *element) child(name string) *element {
	if e != nil {
		for _, c := range e.children {
			if c.name == name {
				return c
			}
		}
	}
	return nil
}

// all are the children of that name.
func (e *element) all(name string) (list []*element) {
	if e != nil {
		for _, c := range e.children {
			if c.name == name {
				list = append(list, c)
			}
		}
	}
	return list
}

// value is the text of the first element that the names lead to.
func (e *element) value(names ...string) string {
	if found := e.in(names...); found != nil {
		return strings.TrimSpace(found.text)
	}
	return ""
}

// camt reads a file of ISO 20022.
type camt struct {
	d        *xml.Decoder
	file     File
	elements int
}

// readCAMT reads CAMT.053 or CAMT.054. There is nothing in such a file that names another
// file or makes a text longer than it is: a document type, with which that is done, is
// refused.
func readCAMT(text string) (*File, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		switch strings.ToLower(charset) {
		case "iso-8859-1", "iso-8859-15", "windows-1252", "latin1":
			all, err := io.ReadAll(in)
			return strings.NewReader(latin(all)), err
		case "us-ascii":
			return in, nil
		}
		return nil, errors.New("unknown charset")
	}
	c := &camt{d: d}
	root, err := c.start()
	if err != nil {
		return nil, err
	}
	space := root.Name.Space
	switch _, format, _ := strings.Cut(space, "xsd:camt."); {
	case root.Name.Local != "Document":
		return nil, wrong(c.line(), "begins with %q, and not with Document", clean(root.Name.Local, maxName))
	case strings.HasPrefix(format, "053.001."):
		c.file.Format = CAMT053
	case strings.HasPrefix(format, "054.001."):
		c.file.Format = CAMT054
	case strings.HasPrefix(format, "052."):
		return nil, wrong(c.line(), "is CAMT.052, which tells of what is not booked for good; CAMT.053 is needed")
	default:
		return nil, wrong(c.line(), "is not CAMT.053 or CAMT.054, but %q", clean(space, maxName))
	}
	document, err := c.element(root, 1)
	if err != nil {
		return nil, err
	}
	if err := c.end(); err != nil {
		return nil, err
	}
	body := document.child("BkToCstmrStmt")
	statements := body.all("Stmt")
	if c.file.Format == CAMT054 {
		body = document.child("BkToCstmrDbtCdtNtfctn")
		statements = body.all("Ntfctn")
	}
	if len(statements) == 0 {
		return nil, wrong(document.line, "has no statement")
	}
	for _, s := range statements {
		account := s.value("Acct", "Id", "IBAN")
		if account == "" {
			account = s.value("Acct", "Id", "Othr", "Id")
		}
		if account == "" {
			return nil, wrong(s.line, "the statement names no account")
		}
		for _, entry := range s.all("Ntry") {
			if err := c.entry(account, entry); err != nil {
				return nil, err
			}
		}
	}
	return &c.file, nil
}

func (c *camt) line() int {
	line, _ := c.d.InputPos()
	return line
}

func (c *camt) broken(err error) error {
	if fault, ok := errors.AsType[*Error](err); ok {
		return fault
	}
	return wrong(c.line(), "is not well-formed XML")
}

// start reads on to the first element.
func (c *camt) start() (xml.StartElement, error) {
	for {
		token, err := c.d.Token()
		if err != nil {
			return xml.StartElement{}, c.broken(err)
		}
		switch t := token.(type) {
		case xml.Directive:
			return xml.StartElement{}, wrong(c.line(), "has a document type, which is not read")
		case xml.StartElement:
			return t, nil
		}
	}
}

// end reads on to the end, before which there is no other element.
func (c *camt) end() error {
	for {
		token, err := c.d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return c.broken(err)
		}
		switch token.(type) {
		case xml.Directive, xml.StartElement:
			return wrong(c.line(), "goes on behind its end")
		}
	}
}

// element reads an element that has begun.
func (c *camt) element(start xml.StartElement, depth int) (*element, error) {
	if depth > maxDepth {
		return nil, wrong(c.line(), "has elements in each other more than %d deep", maxDepth)
	}
	if c.elements++; c.elements > maxElements {
		return nil, wrong(c.line(), "has more than %d elements", maxElements)
	}
	e := &element{name: start.Name.Local, line: c.line()}
	for _, a := range start.Attr {
		if a.Name.Local == "Ccy" {
			e.currency = a.Value
		}
	}
	for {
		token, err := c.d.Token()
		if err != nil {
			return nil, c.broken(err)
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, wrong(c.line(), "has a document type, which is not read")
		case xml.StartElement:
			child, err := c.element(t, depth+1)
			if err != nil {
				return nil, err
			}
			e.children = append(e.children, child)
		case xml.CharData:
			if len(e.children) == 0 && len(e.text) < maxContent {
				e.text += string(t)
			}
		case xml.EndElement:
			return e, nil
		}
	}
}

// entry takes an entry of an account.
func (c *camt) entry(account string, e *element) error {
	status := e.value("Sts")
	if code := e.value("Sts", "Cd"); code != "" {
		status = code
	}
	if status != "BOOK" {
		c.file.Pending++
		return nil
	}
	amount := e.child("Amt")
	if amount == nil {
		return wrong(e.line, "the entry has no amount")
	}
	whole := Transaction{Line: e.line, Account: account, Currency: amount.currency, BankRef: e.value("AcctSvcrRef"), Text: e.value("AddtlNtryInf")}
	var ok bool
	if whole.Amount, ok = amountOf(e.value("Amt"), amount.currency); !ok {
		if zero(e.value("Amt")) {
			return nil // an entry that only says something
		}
		return wrong(amount.line, "%q %q is not an amount", clean(e.value("Amt"), maxName), clean(amount.currency, maxName))
	}
	if whole.Kind, ok = kindOf(e.value("CdtDbtInd"), e.value("RvslInd")); !ok {
		return wrong(e.line, "the entry is neither credit nor debit")
	}
	if whole.Booked, ok = dayOf(first10(e.value("BookgDt", "Dt"), e.value("BookgDt", "DtTm"), e.value("ValDt", "Dt"), e.value("ValDt", "DtTm"))); !ok {
		return wrong(e.line, "the entry has no day on which it was booked")
	}
	var details []*element
	for _, d := range e.all("NtryDtls") {
		details = append(details, d.all("TxDtls")...)
	}
	parts, ok := partsOf(&whole, details)
	if !ok { // what is said of its parts does not add up to it: it is one, and a person looks at it
		for i := 0; i < len(details) && len(whole.Text) < maxContent; i++ { // more is not kept
			whole.Text += "\n" + remittance(details[i])
		}
		parts = []Transaction{whole}
	}
	for i := range parts {
		if err := c.file.add(&parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// partsOf are the payments that an entry books. ok is false where they do not add up to it.
func partsOf(whole *Transaction, details []*element) (parts []Transaction, ok bool) {
	var sum int64
	for _, d := range details {
		p := *whole
		p.Line = d.line
		if len(details) > 1 {
			at := d.child("Amt")
			if at == nil {
				at = d.in("AmtDtls", "TxAmt", "Amt")
			}
			if at == nil || at.currency != whole.Currency {
				return nil, false
			}
			amount, ok := amountOf(strings.TrimSpace(at.text), at.currency)
			if way := d.value("CdtDbtInd"); !ok || way != "" && (way == "CRDT") != (whole.Kind == Credit || whole.Kind == DebitReversed) {
				return nil, false
			}
			p.Amount = amount
		}
		if sum += p.Amount; sum > whole.Amount {
			return nil, false
		}
		if own := d.value("Refs", "AcctSvcrRef"); own != "" {
			p.BankRef = own
		}
		p.EndToEnd = d.value("Refs", "EndToEndId")
		p.Payer = firstOf(d.value("RltdPties", "Dbtr", "Nm"), d.value("RltdPties", "Dbtr", "Pty", "Nm"), d.value("RltdPties", "UltmtDbtr", "Nm"), d.value("RltdPties", "UltmtDbtr", "Pty", "Nm"))
		p.PayerIBAN = firstOf(d.value("RltdPties", "DbtrAcct", "Id", "IBAN"), d.value("RltdPties", "DbtrAcct", "Id", "Othr", "Id"))
		if text := remittance(d); text != "" {
			p.Text = text
		}
		parts = append(parts, p)
	}
	if len(details) == 0 {
		return []Transaction{*whole}, true
	}
	return parts, sum == whole.Amount
}

// remittance is what the payer said that the payment is for.
func remittance(d *element) string {
	var lines []string
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			lines = append(lines, text)
		}
	}
	for _, r := range d.all("RmtInf") {
		for _, s := range r.all("Strd") {
			add(s.value("CdtrRefInf", "Ref"))
			for _, more := range s.all("AddtlRmtInf") {
				add(more.text)
			}
		}
		for _, u := range r.all("Ustrd") {
			add(u.text)
		}
	}
	if len(lines) == 0 {
		add(d.value("AddtlTxInf"))
	}
	return strings.Join(lines, "\n")
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

func first10(texts ...string) string {
	text := firstOf(texts...)
	return text[:min(len(text), 10)]
}

func zero(amount string) bool {
	return strings.Trim(amount, "0.") == "" && strings.Contains(amount, "0")
}

func kindOf(way, reversal string) (Kind, bool) {
	reversed := reversal == "true" || reversal == "1"
	switch way {
	case "CRDT":
		if reversed {
			return DebitReversed, true
		}
		return Credit, true
	case "DBIT":
		if reversed {
			return CreditReversed, true
		}
		return Debit, true
	}
	return "", false
}

// latin makes text of bytes that are ISO 8859-1, or UTF-8 if they are that.
func latin(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	runes := make([]rune, len(data))
	for i, b := range data {
		runes[i] = rune(b)
	}
	return string(runes)
}
