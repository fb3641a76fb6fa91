package bankfile_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/bankfile"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const iban = "DE02120300000000202051"

// What each format says is read.
func TestRead(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bankfile.File{
		"camt053-02.xml": {Format: bankfile.CAMT053, Pending: 1, Transactions: []bankfile.Transaction{
			{Line: 13, Account: iban, Amount: 4800, Currency: "EUR", Kind: bankfile.Credit, Booked: "2027-05-03", Payer: "Ada Lovelace", PayerIBAN: "NL91ABNA0417164300", Text: "RF18W8D4XK1N7P9S0A7C5F\n3K", EndToEnd: "E2E-1", BankRef: "BATCH-7"},
			{Line: 19, Account: iban, Amount: 4800, Currency: "EUR", Kind: bankfile.Credit, Booked: "2027-05-03", Payer: "Bob & Co", Text: "RF18539007547034", BankRef: "BATCH-7"},
			{Line: 27, Account: iban, Amount: 1250, Currency: "EUR", Kind: bankfile.Debit, Booked: "2027-05-03"},
			{Line: 28, Account: iban, Amount: 999, Currency: "EUR", Kind: bankfile.CreditReversed, Booked: "2027-05-03", Text: "Returned"},
		}},
		"german.sta": {Format: bankfile.MT940, Pending: 1, Transactions: []bankfile.Transaction{
			{Line: 6, Account: "12030000/202051", Amount: 4800, Currency: "EUR", Kind: bankfile.Credit, Booked: "2026-12-31", Payer: "ADA LOVELACE", PayerIBAN: "NL91ABNA0417164300", Text: "RF18 W8D4 XK1N 7P9S 0A7C 5F3K Danke", EndToEnd: "E2E-9", BankRef: "B5C31"},
			{Line: 9, Account: "12030000/202051", Amount: 1250, Currency: "EUR", Kind: bankfile.Debit, Booked: "2027-01-02", Text: "Miete"},
			{Line: 11, Account: "12030000/202051", Amount: 999, Currency: "EUR", Kind: bankfile.CreditReversed, Booked: "2027-01-02", Text: "Storno"},
		}},
		"dutch.sta": {Format: bankfile.MT940, Transactions: []bankfile.Transaction{
			{Line: 5, Account: "NL91ABNA0417164300EUR", Amount: 2400, Currency: "EUR", Kind: bankfile.Credit, Booked: "2027-05-03", Payer: "G HOPPER", PayerIBAN: iban, Text: "RF18W8D4XK1N7P9S0A7C5F3K", EndToEnd: "E2E-5"},
		}},
		"latin1.sta": {Format: bankfile.MT940, Transactions: []bankfile.Transaction{
			{Line: 4, Account: "CH9300762011623852957", Amount: 750, Currency: "CHF", Kind: bankfile.Credit, Booked: "2027-05-03", Text: "Café für zwei"},
		}},
	} {
		got, err := bankfile.Read(sample(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if d := cmp.Diff(&want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	// The newer version has names of people and states a step deeper, and says the same.
	newer := string(sample(t, "camt053-02.xml"))
	for _, r := range [][2]string{{"camt.053.001.02", "camt.053.001.08"}, {"<Sts>BOOK</Sts>", "<Sts><Cd>BOOK</Cd></Sts>"}, {"<Dbtr><Nm>Ada Lovelace</Nm></Dbtr>", "<Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr>"}} {
		newer = strings.ReplaceAll(newer, r[0], r[1])
	}
	old, _ := bankfile.Read(sample(t, "camt053-02.xml"))
	got, err := bankfile.Read([]byte(newer))
	if err != nil || cmp.Diff(old.Transactions, got.Transactions) != "" {
		t.Errorf("%v\n%s", err, cmp.Diff(old.Transactions, got.Transactions))
	}
	note := strings.NewReplacer("camt.053", "camt.054", "BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn", "<Stmt>", "<Ntfctn>", "</Stmt>", "</Ntfctn>").Replace(newer)
	if got, err = bankfile.Read([]byte(note)); err != nil || got.Format != bankfile.CAMT054 || len(got.Transactions) != 4 {
		t.Errorf("%v, %v", got, err)
	}
	// Parts that do not add up to their entry are one transaction, of the entry's amount.
	odd := strings.Replace(newer, `<TxAmt><Amt Ccy="EUR">48.00`, `<TxAmt><Amt Ccy="EUR">47.00`, 1)
	if got, err = bankfile.Read([]byte(odd)); err != nil || len(got.Transactions) != 3 || got.Transactions[0].Amount != 9600 {
		t.Errorf("%v, %v", got, err)
	}
}

// archive is a ZIP file.
func archive(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadZIP(t *testing.T) {
	t.Parallel()
	german, dutch := string(sample(t, "german.sta")), string(sample(t, "dutch.sta"))
	got, err := bankfile.Read(archive(t, "a/1.sta", german, "__MACOSX/x", "junk", "a/.hidden", "junk", "2.sta", dutch))
	if err != nil || len(got.Transactions) != 4 || got.Pending != 1 || got.Format != bankfile.MT940 {
		t.Errorf("%v, %v", got, err)
	}
	// The same statement under two names has each transaction once.
	twice, err := bankfile.Read(archive(t, "1.sta", german, "1 (2).sta", german, "2.sta", dutch))
	if err != nil || !slices.Equal(bankfile.Keys(twice.Transactions), bankfile.Keys(got.Transactions)) {
		t.Errorf("%+v, %v", twice, err)
	}
	many := make([]string, 0, 2*(bankfile.MaxFiles+1))
	for range bankfile.MaxFiles + 1 {
		many = append(many, "x.sta", dutch)
	}
	for says, data := range map[string][]byte{
		"2.sta, line 1: is neither": archive(t, "1.sta", german, "2.sta", "junk"),
		"a ZIP file in a ZIP file":  archive(t, "x.zip", string(archive(t, "1.sta", german))),
		"without files":             archive(t),
		"damaged":                   append([]byte("PK\x03\x04"), make([]byte, 100)...),
		"more than 100 files":       archive(t, many...),
		"is larger than 5 MB":       archive(t, "bomb.xml", strings.Repeat(" ", bankfile.MaxFile+1)),
	} {
		if _, err := bankfile.Read(data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

// A file with a fault is refused, and the fault is named by its line.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	good, german := string(sample(t, "camt053-02.xml")), string(sample(t, "german.sta"))
	with := func(file, from, to string) string {
		if !strings.Contains(file, from) {
			t.Fatalf("%q is not in the file", from)
		}
		return strings.Replace(file, from, to, 1)
	}
	deep := strings.Repeat("<a>", 60) + strings.Repeat("</a>", 60)
	for file, says := range map[string]string{
		"":           "is empty",
		"Date;Payer": "line 1: is neither",
		with(good, "<Document", `<!DOCTYPE x [<!ENTITY a "b">]><Document`):             "line 2: has a document type",
		with(good, "<Id>S1</Id>", "<Id>&a;</Id>"):                                      "line 6: is not well-formed",
		with(good, "<Id>S1</Id>", "<Id><!DOCTYPE a></Id>"):                             "document type",
		with(good, "<Id>S1</Id>", deep):                                                "more than 40 deep",
		with(good, "</Document>", "</Document><More/>"):                                "goes on behind its end",
		with(good, "camt.053.001.02", "camt.052.001.08"):                               "line 2: is CAMT.052",
		with(good, "camt.053.001.02", "pain.001.001.03"):                               "line 2: is not CAMT.053",
		with(good, "<Document xmlns", "<Doc xmlns"):                                    "begins with \"Doc\"",
		with(good, "<IBAN>DE02120300000000202051</IBAN>", ""):                          "line 5: the statement names no account",
		with(good, `Ccy="EUR">96.00`, `Ccy="XYZ">96.00`):                               "line 9: \"96.00\" \"XYZ\" is not an amount",
		with(good, "96.00", "96.001"):                                                  "is not an amount",
		with(good, "96.00", "-96.00"):                                                  "is not an amount",
		with(good, "96.00", "1e3"):                                                     "is not an amount",
		with(good, "<CdtDbtInd>CRDT</CdtDbtInd>", ""):                                  "neither credit nor debit",
		with(good, "<BookgDt><Dt>2027-05-03</Dt></BookgDt><Acct", "<Acct"):             "no day",
		with(good, "2027-05-03", "2027-02-30"):                                         "no day",
		good[:len(good)/2]:                                                             "is not well-formed",
		with(german, "C48,00", "C49,00"):                                               "line 15: the entries do not add up",
		with(german, ":62F:", ":64:"):                                                  "no closing balance",
		with(german, ":60F:", ":64:"):                                                  "before the opening balance",
		with(german, ":25:12030000/202051\n", ""):                                      "names no account",
		with(german, "2701021231C48,00", "2713021231C48,00"):                           "line 6: \"2713021231\" is not a day",
		with(german, "2701021231C48,00N051NONREF", "nonsense"):                         "line 6: \"nonsense//B5C31\" is not an entry",
		with(german, "C261231EUR100,00", "100"):                                        "is not a balance",
		`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"></Document>`: "has no statement",
		`<?xml version="1.0" encoding="utf-16"?><Document/>`:                           "is not well-formed",
	} {
		_, err := bankfile.Read([]byte(file))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	if _, err := bankfile.Read(make([]byte, bankfile.MaxFile+1)); err == nil || !strings.Contains(err.Error(), "5 MB") {
		t.Errorf("%v", err)
	}
	line := ":61:270503C1,00N051NONREF\n"
	if _, err := bankfile.Read([]byte(":25:X\n:60F:C270502EUR0,00\n" + strings.Repeat(line, bankfile.MaxTransactions+2))); err == nil || !strings.Contains(err.Error(), "more than 20000") {
		t.Errorf("%v", err)
	}
}

// What is said of the parts of an entry that do not add up to it is kept as far as a text is,
// however many they are.
func TestManyParts(t *testing.T) {
	t.Parallel()
	part := "<TxDtls><AddtlTxInf>" + strings.Repeat("x", 40) + "</AddtlTxInf></TxDtls>"
	file := `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>` + iban + `</IBAN></Id></Acct>
		<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2027-05-03</Dt></BookgDt><NtryDtls>`
	const end = "</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>"
	got, err := bankfile.Read([]byte(file + strings.Repeat(part, (bankfile.MaxFile-len(file)-len(end))/len(part)) + end))
	if err != nil || len(got.Transactions) != 1 || len(got.Transactions[0].Text) != 1000 {
		t.Errorf("%v", err)
	}
}

// Two equal payments are two, and the same in another file is the same.
func TestKeys(t *testing.T) {
	t.Parallel()
	one := bankfile.Transaction{Line: 3, Account: iban, Amount: 4800, Currency: "EUR", Kind: bankfile.Credit, Booked: "2027-05-03", Text: "RF18 W8D4"}
	same := one
	same.Line, same.Text = 9, "RF18W8\nD4"
	keys := bankfile.Keys([]bankfile.Transaction{one, same})
	again := bankfile.Keys([]bankfile.Transaction{same})
	if keys[0] == keys[1] || keys[0] != again[0] || len(keys[0]) != 64 {
		t.Errorf("%v, %v", keys, again)
	}
	seen := map[string]int{keys[0]: -1}
	for i, change := range []func(*bankfile.Transaction){
		func(t *bankfile.Transaction) { t.Account += "1" }, func(t *bankfile.Transaction) { t.Amount++ }, func(t *bankfile.Transaction) { t.Currency = "CHF" },
		func(t *bankfile.Transaction) { t.Kind = bankfile.CreditReversed }, func(t *bankfile.Transaction) { t.Booked = "2027-05-04" }, func(t *bankfile.Transaction) { t.Payer = "A" },
		func(t *bankfile.Transaction) { t.PayerIBAN = "A" }, func(t *bankfile.Transaction) { t.Text += "x" }, func(t *bankfile.Transaction) { t.EndToEnd = "A" }, func(t *bankfile.Transaction) { t.BankRef = "A" },
	} {
		other := one
		change(&other)
		key := bankfile.Keys([]bankfile.Transaction{other})[0]
		if was, known := seen[key]; known {
			t.Errorf("changes %d and %d give one key", was, i)
		}
		seen[key] = i
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"camt053-02.xml", "german.sta", "dutch.sta", "latin1.sta"} {
		f.Add(sample(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := bankfile.Read(data)
		if err != nil {
			return
		}
		for i := range file.Transactions {
			x := &file.Transactions[i]
			if x.Amount <= 0 || x.Currency == "" || x.Account == "" && file.Format != bankfile.MT940 || len(x.Booked) != 10 || x.Line < 1 || strings.ContainsAny(x.Text+x.Payer, "\x00\u202e") {
				t.Errorf("%+v", x)
			}
		}
		if len(bankfile.Keys(file.Transactions)) != len(file.Transactions) {
			t.Error("a key is missing")
		}
	})
}
