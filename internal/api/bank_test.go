package api_test

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
)

const bankIBAN = "DE02120300000000202051"

// bankLine is a payment on a statement.
type bankLine struct {
	amount      int64 // cents
	payer, text string
	reversed    bool
}

// camt is a statement of the organization's account.
func camt(account string, lines ...bankLine) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>` + account + "</IBAN></Id></Acct>\n")
	for _, l := range lines {
		way := "CRDT"
		if l.reversed {
			way = "DBIT</CdtDbtInd><RvslInd>true</RvslInd><CdtDbtInd>DBIT"
		}
		fmt.Fprintf(&b, `<Ntry><Amt Ccy="EUR">%d.%02d</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-05-01</Dt></BookgDt><NtryDtls><TxDtls>`+
			`<RltdPties><Dbtr><Pty><Nm>%s</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`+"\n",
			l.amount/100, l.amount%100, way, l.payer, l.text)
	}
	return b.String() + "</Stmt></BkToCstmrStmt></Document>"
}

func (h *testServer) statement(file string) *answer {
	h.t.Helper()
	return h.owner("POST", "/v1/organization/bank-statements", object{"name": "May.xml", "file": base64.StdEncoding.EncodeToString([]byte(file))})
}

// onDesk are the reasons, or states, of what is at the desk, by text.
func (h *testServer) onDesk() map[string]*answer {
	h.t.Helper()
	found := map[string]*answer{}
	list := h.owner("GET", "/v1/organization/bank-transactions?status=desk", nil).want(200)
	for i := range list.at("items").([]any) {
		found[list.text("items", i, "text")] = h.owner("GET", "/v1/organization/bank-transactions/"+list.text("items", i, "id"), nil).want(200)
	}
	return found
}

// transferEvent is an event whose orders are paid by transfer, with an order of each of these people.
func (h *testServer) transferEvent(people ...string) (event string, orders, references map[string]string) {
	h.t.Helper()
	h.owner("PUT", "/v1/organization/bank-account", object{"iban": "de02 1203 0000 0000 2020 51", "bic": "BYLADEM1001", "holder": "Nordlicht e. V."}).want(200)
	event = h.paidEvent(10)
	h.owner("PATCH", event, object{"orders": object{"bank_transfer": true, "hold_seconds": 3 * 86400}}).want(200)
	orders, references = map[string]string{}, map[string]string{}
	for _, who := range people {
		made := h.send("POST", event+"/orders", "", object{"email": who + "@example.org", "name": who, "items": []object{{"quantity": 1}}}).want(201)
		orders[who], references[who] = made.text("id"), made.text("payment_reference")
	}
	return event, orders, references
}

// TestBankAccount: buyers are told the account of the organization with their order, and a
// code for their banking apps; a wrong number is refused.
func TestBankAccount(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	const account = "/v1/organization/bank-account"
	h.owner("GET", account, nil).problem(404, "not_found")
	for field, bad := range map[string]object{
		"iban":   {"iban": "DE03 1203 0000 0000 2020 51", "holder": "Nordlicht"},
		"bic":    {"iban": bankIBAN, "bic": "NO", "holder": "Nordlicht"},
		"holder": {"iban": bankIBAN, "holder": " "},
	} {
		h.owner("PUT", account, bad).problem(422, "invalid_request").names(field)
	}
	event, orders, references := h.transferEvent("ada")
	if a := h.as(identity.Viewer, "GET", account, nil).want(200); a.text("iban") != bankIBAN {
		t.Errorf("%s", a.Raw)
	}
	told := h.owner("GET", "/v1/orders/"+orders["ada"], nil).want(200)
	plain := strings.ReplaceAll(references["ada"], " ", "")
	if told.text("bank_transfer", "iban") != "DE02 1203 0000 0000 2020 51" || told.text("bank_transfer", "holder") != "Nordlicht e. V." ||
		told.text("bank_transfer", "code") != "BCD\n002\n1\nSCT\nBYLADEM1001\nNordlicht e. V.\n"+bankIBAN+"\nEUR119.00\n\n"+plain+"\n" || !strings.HasPrefix(told.text("bank_transfer", "code_svg"), "<svg") {
		t.Errorf("%s", told.Raw)
	}
	if got := strings.Join(h.inbox(h.fresh(identity.OrderLink, orders["ada"], told.text("person", "id"))), " "); got != "order_pending" {
		t.Errorf("ada was told %s", got)
	}
	for _, typed := range []string{references["ada"], strings.ToLower(plain)} {
		if a := h.owner("GET", event+"/orders?q="+url.QueryEscape(typed), nil).want(200); len(a.at("items").([]any)) != 1 {
			t.Errorf("%s finds %s", typed, a.Raw)
		}
	}
	h.owner("DELETE", account, nil).want(200)
	h.owner("DELETE", account, nil).want(200)
	if a := h.owner("GET", "/v1/orders/"+orders["ada"], nil).want(200); a.at("bank_transfer") != nil {
		t.Errorf("%s", a.Raw)
	}
	h.sound()
}

// TestBankStatement: what names an order and is what it costs pays it; all else is at the
// desk, with a reason; and a file, or a transaction, is taken once.
func TestBankStatement(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	_, orders, ref := h.transferEvent("ada", "ben", "cyd", "dan", "eve", "fay")
	h.owner("POST", "/v1/orders/"+orders["fay"]+":cancel", nil).want(200)
	wrong := []byte(strings.ReplaceAll(ref["eve"], " ", ""))
	wrong[10] = map[bool]byte{true: '3', false: '4'}[wrong[10] == '4']
	file := camt(bankIBAN,
		bankLine{amount: 11900, payer: "Ada", text: "tickets " + strings.ToLower(ref["ada"])},
		bankLine{amount: 11900, payer: "Ada", text: "again " + ref["ada"]},
		bankLine{amount: 11400, payer: "Ben", text: "little " + ref["ben"]},
		bankLine{amount: 12400, payer: "Cyd", text: "much " + ref["cyd"]},
		bankLine{amount: 11900, payer: "Eve Adams", text: string(wrong)},
		bankLine{amount: 3000, payer: "Gym", text: "Membership"},
		bankLine{amount: 11900, payer: "Fay", text: "late " + ref["fay"]},
		bankLine{amount: 700, payer: "Bank", text: "back", reversed: true})
	made := h.statement(file).want(201)
	if made.number("taken") != 8 || made.text("format") != "camt.053" || made.text("from_day") != "2026-05-01" {
		t.Errorf("%s", made.Raw)
	}
	if again := h.statement(file).want(200); again.text("id") != made.text("id") {
		t.Errorf("%s", again.Raw)
	}
	// One that overlaps has the first again, and one more that is like the second.
	more := h.statement(camt(bankIBAN,
		bankLine{amount: 11900, payer: "Ada", text: "tickets " + strings.ToLower(ref["ada"])},
		bankLine{amount: 3000, payer: "Gym", text: "Membership"}, bankLine{amount: 3000, payer: "Gym", text: "Membership"})).want(201)
	if more.number("taken") != 1 || more.number("known") != 2 {
		t.Errorf("%s", more.Raw)
	}
	other := h.statement(camt("DE89370400440532013000", bankLine{amount: 11900, payer: "Dan", text: ref["dan"]})).want(201)
	if other.number("taken") != 1 {
		t.Errorf("%s", other.Raw)
	}
	paid := h.owner("GET", "/v1/orders/"+orders["ada"], nil).want(200)
	payments := h.owner("GET", "/v1/orders/"+orders["ada"]+"/payments", nil).want(200)
	if paid.text("status") != "confirmed" || payments.text("items", 0, "provider") != "bank_transfer" || payments.number("items", 0, "amount") != 11900 {
		t.Errorf("%s\n%s", paid.Raw, payments.Raw)
	}
	if got := strings.Join(h.inbox(h.fresh(identity.OrderLink, orders["ada"], paid.text("person", "id"))), " "); got != "order_confirmed order_pending" {
		t.Errorf("ada was told %s", got)
	}
	desk := h.onDesk()
	for text, reason := range map[string]string{
		"again " + ref["ada"]: "already_paid", "little " + ref["ben"]: "too_little", "much " + ref["cyd"]: "too_much", string(wrong): "unknown_reference", "Membership": "no_reference",
		"late " + ref["fay"]: "order_lapsed", "back": "reversal", ref["dan"]: "other_account",
	} {
		if a := desk[text]; a == nil || a.text("reason") != reason {
			t.Errorf("%q: not %s: %v", text, reason, a)
		}
	}
	if s := desk[string(wrong)]; s.text("suggestions", 0, "order_id") != orders["eve"] || s.at("suggestions", 0, "by_reference") != true || s.at("suggestions", 0, "same_amount") != true {
		t.Errorf("%s", s.Raw)
	}
	at := func(text, verb string) string {
		return "/v1/organization/bank-transactions/" + desk[text].text("id") + ":" + verb
	}
	// Too much pays the order, and the rest is a refund that a person makes.
	done := h.owner("POST", at("much "+ref["cyd"], "assign"), object{"order_id": orders["cyd"]}).want(200)
	if done.text("status") != "matched" || done.number("applied") != 11900 || done.number("back") != 500 || done.text("order", "status") != "confirmed" {
		t.Errorf("%s", done.Raw)
	}
	refunds := h.owner("GET", "/v1/orders/"+orders["cyd"]+"/payments", nil).want(200)
	if len(refunds.at("items").([]any)) != 2 || !strings.Contains(refunds.Raw, `"amount":500`) || !strings.Contains(refunds.Raw, "payment_again") {
		t.Errorf("%s", refunds.Raw)
	}
	h.owner("POST", at("much "+ref["cyd"], "undo"), nil).problem(409, "transfer_done")
	// Two that do not suffice alone pay an order together.
	part := h.owner("POST", at("little "+ref["ben"], "assign"), object{"order_id": ref["ben"]}).want(200)
	if part.text("status") != "part" || part.number("order", "due") != 500 {
		t.Errorf("%s", part.Raw)
	}
	h.owner("POST", at("little "+ref["ben"], "undo"), nil).want(200)
	h.owner("POST", at("little "+ref["ben"], "assign"), object{"order_id": orders["ben"]}).want(200)
	h.statement(camt(bankIBAN, bankLine{amount: 500, payer: "Ben", text: "rest " + ref["ben"]})).want(201)
	if a := h.owner("GET", "/v1/orders/"+orders["ben"], nil).want(200); a.text("status") != "confirmed" || a.number("paid") != 11900 {
		t.Errorf("%s", a.Raw)
	}
	// What was paid twice goes back as a refund of its order; what names none, at the desk.
	back := h.owner("POST", at("again "+ref["ada"], "give-back"), object{"note": "Paid twice"}).want(200)
	if back.text("status") != "matched" || back.number("back") != 11900 || back.number("applied") != 0 {
		t.Errorf("%s", back.Raw)
	}
	if a := h.owner("GET", "/v1/orders/"+orders["ada"]+"/payments", nil).want(200); len(a.at("items").([]any)) != 2 || a.text("items", 1, "status") != "refund" {
		t.Errorf("%s", a.Raw)
	}
	h.owner("POST", at("Membership", "give-back"), object{"note": "Not ours"}).want(200)
	h.owner("POST", at("Membership", "assign"), object{"order_id": orders["dan"]}).problem(409, "transfer_done")
	h.owner("POST", at("Membership", "mark-returned"), object{"note": "Transfer of 3 May"}).want(200)
	h.owner("POST", at("Membership", "undo"), nil).want(200)
	if a := h.owner("POST", at("Membership", "undo"), nil).want(200); a.text("status") != "open" || a.text("reason") != "no_reference" {
		t.Errorf("%s", a.Raw)
	}
	h.owner("POST", at("Membership", "ignore"), object{"note": "The gym"}).want(200)
	h.owner("POST", at("Membership", "ignore"), object{"note": " "}).problem(422, "invalid_request").names("note")
	// Money that the bank took back is taken out of the payment that it was of, and of no other.
	h.owner("POST", at("back", "give-back"), object{"note": "Back"}).problem(409, "transfer_reversal")
	h.owner("POST", at("back", "assign"), object{"order_id": orders["dan"]}).problem(409, "transfer_not_reversed")
	if a := h.owner("POST", at("back", "assign"), object{"order_id": orders["ada"]}).want(200); a.text("status") != "matched" || a.number("applied") != 0 || a.text("payment_id") == "" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("GET", "/v1/orders/"+orders["ada"]+"/payments", nil).want(200); a.number("items", 0, "disputed") != 700 {
		t.Errorf("%s", a.Raw)
	}
	h.owner("POST", at("late "+ref["fay"], "assign"), object{"order_id": orders["fay"]}).problem(409, "order_not_payable")
	h.owner("POST", at(string(wrong), "assign"), object{"order_id": orders["ada"]}).problem(409, "order_paid")
	h.owner("POST", at(string(wrong), "assign"), object{"order_id": "RF00 NOTHING"}).problem(422, "invalid_request").names("order_id")
	h.owner("POST", at(string(wrong), "assign"), object{"order_id": orders["eve"]}).want(200)
	h.owner("POST", at(ref["dan"], "assign"), object{"order_id": orders["dan"]}).want(200)
	for _, who := range []string{"eve", "dan"} {
		if a := h.owner("GET", "/v1/orders/"+orders[who], nil).want(200); a.text("status") != "confirmed" {
			t.Errorf("%s: %s", who, a.Raw)
		}
	}
	if a := h.owner("GET", "/v1/organization/bank-statements?limit=1", nil).want(200); a.text("next_cursor") == "" || a.number("items", 0, "taken") != 1 {
		t.Errorf("%s", a.Raw)
	}
	csv := h.owner("GET", "/v1/organization/bank-transactions.csv", nil).want(200).Raw
	if strings.Count(csv, "\r\n") != 12 || !strings.Contains(csv, ",5.00,") || !strings.Contains(csv, "The gym") {
		t.Errorf("%s", csv)
	}
	h.owner("GET", "/v1/organization/bank-transactions?status=lost", nil).problem(422, "invalid_request").names("status")
	// Another organization knows nothing of it.
	rival := h.rival(h.organization("Rival"))
	rival.owner("POST", at("Membership", "undo"), nil).problem(404, "not_found")
	if a := rival.owner("GET", "/v1/organization/bank-transactions", nil).want(200); len(a.at("items").([]any)) != 0 {
		t.Errorf("%s", a.Raw)
	}
	h.sound()
}

// TestLateTransfer: an order that lapsed has its places again when it is paid and they are
// free; when they are not, all of the money is due back.
func TestLateTransfer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, orders, ref := h.transferEvent("ada", "ben")
	h.later(4 * 24 * time.Hour)
	h.statement(camt(bankIBAN, bankLine{amount: 11900, payer: "Ada", text: ref["ada"]})).want(201)
	if a := h.owner("GET", "/v1/orders/"+orders["ada"], nil).want(200); a.text("status") != "confirmed" {
		t.Errorf("%s", a.Raw)
	}
	tier := h.owner("GET", event, nil).want(200).text("tiers", 0, "id")
	h.owner("POST", event+"/orders", buy("all", tier, 9)).want(201)
	h.statement(camt(bankIBAN, bankLine{amount: 11900, payer: "Ben", text: ref["ben"]})).want(201)
	if a := h.owner("GET", "/v1/orders/"+orders["ben"]+"/payments", nil).want(200); a.text("items", 0, "status") != "refund" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("GET", "/v1/organization/bank-transactions?status=desk", nil).want(200); len(a.at("items").([]any)) != 0 {
		t.Errorf("%s", a.Raw)
	}
	h.sound()
}

// A file with a fault is refused as a whole, and the fault is named.
func TestBadBankStatement(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	for file, says := range map[string]string{
		"":                          "",
		"hello":                     "line 1: is neither",
		"<!DOCTYPE x><Document/>":   "document type",
		camt(bankIBAN)[:200]:        "well-formed",
		":20:X\n:25:DE02\n:61:nope": "line 3",
	} {
		a := h.statement(file)
		if a.Status != 422 || !strings.Contains(a.Raw, says) {
			t.Errorf("%q: %d %s", file, a.Status, a.Raw)
		}
	}
	h.owner("POST", "/v1/organization/bank-statements", object{"file": "?"}).problem(422, "invalid_request").names("file")
	if a := h.owner("GET", "/v1/organization/bank-statements", nil).want(200); len(a.at("items").([]any)) != 0 {
		t.Errorf("%s", a.Raw)
	}
}

// TestBankStatementFormats: what a bank sends as MT940, or as a notice of what came in (CAMT.054),
// pays orders as a statement in CAMT.053 does.
func TestBankStatementFormats(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	_, orders, ref := h.transferEvent("ada", "ben")
	mt940 := strings.Join([]string{
		"{1:F01BYLADEM1AXXX0000000000}{2:I940BYLADEM1XXXXN}{4:", ":20:STARTUMS", ":25:12030000/202051", ":28C:00001/001", ":60F:C260501EUR100,00",
		":61:2605010501C119,00N051NONREF//B5C31", ":86:166?00GUTSCHRIFT?20SVWZ+" + strings.ReplaceAll(ref["ada"], " ", "")[:22] + "?21" + strings.ReplaceAll(ref["ada"], " ", "")[22:] + "?31NL91ABNA0417164300?32ADA LOVE?33LACE",
		":62F:C260501EUR219,00", "-}", "",
	}, "\r\n")
	notice := strings.NewReplacer("camt.053", "camt.054", "BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn", "<Stmt>", "<Ntfctn>", "</Stmt>", "</Ntfctn>").
		Replace(camt(bankIBAN, bankLine{amount: 11900, payer: "Ben", text: ref["ben"]}))
	for _, c := range []struct{ who, format, file string }{{"ada", "mt940", mt940}, {"ben", "camt.054", notice}} {
		if a := h.statement(c.file).want(201); a.text("format") != c.format || a.number("taken") != 1 || a.text("from_day") != "2026-05-01" {
			t.Errorf("%s: %s", c.format, a.Raw)
		}
		if a := h.owner("GET", "/v1/orders/"+orders[c.who], nil).want(200); a.text("status") != "confirmed" || a.number("paid") != 11900 {
			t.Errorf("%s: %s", c.format, a.Raw)
		}
	}
	h.sound()
}
