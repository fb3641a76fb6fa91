// Package bankfile reads what banks say of their accounts: CAMT.053 and CAMT.054 (ISO 20022)
// and MT940 (Swift), each alone or many in a ZIP file. It reads strictly, within bounds, and
// says of a fault in which line it is. It is pure: bytes go in, transactions come out.
package bankfile

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
)

// Bounds of a file.
const (
	MaxFile         = 5 << 20  // bytes
	MaxUnpacked     = 32 << 20 // bytes of all that a ZIP file has
	MaxFiles        = 100      // in a ZIP file
	MaxTransactions = 20_000
	maxText         = 1000 // characters of the text of a transaction
	maxName         = 140
	maxReference    = 140
	// maxAmount is more than anybody transfers: sums of amounts stay far below what is counted.
	maxAmount = 1_000_000_000_000
)

// Kind is what a transaction did to the account.
type Kind string

// The kinds of transactions.
const (
	Credit         Kind = "credit"          // money came in
	Debit          Kind = "debit"           // money went out
	CreditReversed Kind = "credit_reversed" // money that had come in went out again
	DebitReversed  Kind = "debit_reversed"  // money that had gone out came back
)

// The formats of files.
const (
	CAMT053 = "camt.053"
	CAMT054 = "camt.054"
	MT940   = "mt940"
)

// Transaction is one movement of money. An entry of an account that books many payments at
// once is as many transactions.
type Transaction struct {
	Line     int    // in its file, from 1
	Account  string // an IBAN, or as the bank names it
	Amount   int64  // minor units, above 0
	Currency string
	Kind     Kind
	Booked   string // the day, as 2027-05-03
	Payer    string // who paid, by name
	PayerIBAN,
	Text, // what the payer wrote
	EndToEnd, // the payer's reference
	BankRef string // the bank's reference of the transaction
}

// File is what was read.
type File struct {
	Format string // of the first of many
	// Transactions are those that are booked, in the order of the file.
	Transactions []Transaction
	Pending      int // how many are not booked yet, and left out
}

// Error is a fault of a file.
type Error struct {
	Name    string // of the file in a ZIP file; "": it is the file itself
	Line    int    // 0: all of it
	Problem string // what is wrong, in words
}

func (e *Error) Error() string {
	where := ""
	if e.Name != "" {
		where = e.Name + ", "
	}
	if e.Line > 0 {
		where += fmt.Sprintf("line %d: ", e.Line)
	} else if where != "" {
		where = e.Name + ": "
	}
	return where + e.Problem
}

func wrong(line int, format string, args ...any) error {
	return &Error{Line: line, Problem: fmt.Sprintf(format, args...)}
}

// Read reads a file. The error is an *Error.
func Read(data []byte) (*File, error) {
	if len(data) > MaxFile {
		return nil, wrong(0, "is larger than %d MB", MaxFile>>20)
	}
	if strings.HasPrefix(string(data[:min(len(data), 4)]), "PK") {
		return readZIP(data)
	}
	return readOne(data)
}

// readOne reads a file that is not one of many.
func readOne(data []byte) (*File, error) {
	text := strings.TrimPrefix(string(data), "\ufeff")
	switch begin := strings.TrimLeft(text, " \t\r\n\x01"); {
	case begin == "":
		return nil, wrong(0, "is empty")
	case begin[0] == '<':
		return readCAMT(text)
	case begin[0] == ':' || begin[0] == '{' || strings.Contains(begin, "\n:20:"):
		return readMT940(data)
	}
	return nil, wrong(1, "is neither CAMT.053, CAMT.054 nor MT940")
}

// add takes a transaction, cut to what is kept of it.
func (f *File) add(t *Transaction) error {
	if len(f.Transactions) == MaxTransactions {
		return wrong(t.Line, "has more than %d transactions", MaxTransactions)
	}
	t.Payer, t.PayerIBAN = clean(t.Payer, maxName), strings.ToUpper(strings.Join(strings.Fields(clean(t.PayerIBAN, maxName)), ""))
	t.Text, t.EndToEnd, t.BankRef = clean(t.Text, maxText), clean(t.EndToEnd, maxReference), clean(t.BankRef, maxReference)
	if t.EndToEnd == "NOTPROVIDED" || t.EndToEnd == "NONREF" {
		t.EndToEnd = ""
	}
	if t.BankRef == "NONREF" {
		t.BankRef = ""
	}
	t.Account = strings.ToUpper(strings.Join(strings.Fields(clean(t.Account, maxName)), ""))
	f.Transactions = append(f.Transactions, *t)
	return nil
}

// clean takes out of a text what cannot be shown, and cuts it.
func clean(text string, most int) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\r', r == '\t', unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most])
	}
	return text
}

// amountOf reads an amount with a point or a comma, which may have zeros that its currency
// has not.
func amountOf(text, currency string) (int64, bool) {
	whole, part, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	part = strings.TrimRight(part, "0")
	if part != "" {
		part = "." + part
	}
	if !inventory.IsCurrency(currency) || !digits(whole) || part != "" && !digits(part[1:]) {
		return 0, false
	}
	m, err := payment.ParseDecimal(whole+part, currency)
	return m.Minor, err == nil && m.Minor > 0 && m.Minor <= maxAmount
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// dayOf is a day as it is stored.
func dayOf(text string) (string, bool) {
	_, err := time.Parse(time.DateOnly, text)
	return text, err == nil && text > "1980"
}

// Keys are what tells the transactions of a file from all others: which account moved how
// much when, with what the bank and the payer said of it, and which of those that are alike
// it is in the file. A file that has the same again gives the same keys.
func Keys(list []Transaction) []string {
	keys, alike := make([]string, len(list)), map[[32]byte]uint32{}
	for i := range list {
		t := &list[i]
		var b []byte
		add := func(text string) {
			b = binary.BigEndian.AppendUint32(b, uint32(len(text))) //nolint:gosec // short texts
			b = append(b, text...)
		}
		for _, text := range []string{"bank transaction", t.Account, t.Currency, string(t.Kind), t.Booked, t.BankRef, t.EndToEnd, t.PayerIBAN, t.Payer, letters(t.Text)} {
			add(text)
		}
		b = binary.BigEndian.AppendUint64(b, uint64(t.Amount)) //nolint:gosec // above 0
		same := sha256.Sum256(b)
		alike[same]++
		sum := sha256.Sum256(binary.BigEndian.AppendUint32(same[:], alike[same]))
		keys[i] = hex.EncodeToString(sum[:])
	}
	return keys
}

// letters are the letters and digits of a text, which lines are broken anywhere in.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, text)
}
