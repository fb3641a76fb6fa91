package transfer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/transfer"
)

func TestIBAN(t *testing.T) {
	t.Parallel()
	// Examples of the registry of IBANs.
	for _, good := range []string{
		"DE89 3704 0044 0532 0130 00", "de89-3704-0044-0532-0130-00", "GB29 NWBK 6016 1331 9268 19", "FR14 2004 1010 0505 0001 3M02 606", "NL91 ABNA 0417 1643 00",
		"AT61 1904 3002 3457 3201", "CH93 0076 2011 6238 5295 7", "NO93 8601 1117 947", "MT84 MALT 0110 0001 2345 MTLC AST0 01S", "PL61 1090 1014 0000 0712 1981 2874",
	} {
		iban, problem := transfer.IBAN(good)
		if problem != "" || strings.Contains(iban, " ") {
			t.Errorf("%s: %s", good, problem)
		}
		if i := len(iban) - 1; iban[i] != '9' { // one digit more
			wrong := iban[:i] + string(iban[i]+1)
			if _, problem := transfer.IBAN(wrong); problem == "" {
				t.Errorf("%s is good", wrong)
			}
		}
	}
	for bad, part := range map[string]string{
		"": "must be", "DE": "must be", "DE893704004405320130": "too short", "DE8937040044053201300000": "too long", "XX89370400440532013000": "no IBANs",
		"DE88370400440532013000": "check digits", "DE893704004405320130ÖÖ": "must be", "US64SVBKUS6S3300958879": "no IBANs",
	} {
		if _, problem := transfer.IBAN(bad); !strings.Contains(problem, part) {
			t.Errorf("%s: %q", bad, problem)
		}
	}
	for bic, good := range map[string]bool{"": true, "BYLADEM1001": true, "byla de m1": true, "BYLADEM100": false, "12345678": false} {
		if _, problem := transfer.BIC(bic); (problem == "") != good {
			t.Errorf("%s: %q", bic, problem)
		}
	}
	if got := inventory.InFours("DE02120300000000202051"); got != "DE02 1203 0000 0000 2020 51" {
		t.Error(got)
	}
}

func TestSameAccount(t *testing.T) {
	t.Parallel()
	const iban = "DE02120300000000202051"
	for named, same := range map[string]bool{
		iban: true, iban + "EUR": true, "12030000/202051": true, "12030000/0000202051": true, "12030000/202051EUR": true,
		"12030000/202052": false, "12030001/202051": false, "202051": false, "": false, "DE02120300000000202052": false, "12030000/": false, "12030000/00000202051": false,
	} {
		if transfer.SameAccount(named, iban) != same {
			t.Errorf("%q: %t", named, !same)
		}
		if transfer.SameAccount(named, "") {
			t.Errorf("%q is the account of a person without one", named)
		}
	}
	if transfer.SameAccount("GIRO", "") {
		t.Error("an account that is named in letters is the account of a person without one")
	}
}

// The example of EPC069-12, with our reference.
func TestCode(t *testing.T) {
	t.Parallel()
	a := transfer.Account{IBAN: "BE72000000001616", BIC: "BPOTBEB1", Holder: "Red Cross of Belgium"}
	want := "BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\n\nRF18539007547034\n"
	if got := transfer.Code(a, payment.Money{Minor: 100, Currency: "EUR"}, "RF18539007547034"); got != want {
		t.Errorf("%q", got)
	}
	a.Holder = strings.Repeat("ß", 80)
	if got := transfer.Code(a, payment.Money{Minor: 99_999_999_999, Currency: "EUR"}, "RF18539007547034"); len(got) > 331 || !strings.Contains(got, "EUR999999999.99") {
		t.Errorf("%d bytes: %q", len(got), got)
	}
	for _, m := range []payment.Money{{Minor: 100, Currency: "CHF"}, {Minor: 0, Currency: "EUR"}, {Minor: 100_000_000_000, Currency: "EUR"}} {
		if got := transfer.Code(a, m, "RF18539007547034"); got != "" {
			t.Errorf("%v: %q", m, got)
		}
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	const iban = "DE02120300000000202051"
	held := transfer.Order{EventID: "evt_1", ID: "ord_1", State: inventory.HoldHeld, Total: 4800, Currency: "EUR"}
	with := func(change func(*transfer.Order)) transfer.Order {
		o := held
		change(&o)
		return o
	}
	lapsed := with(func(o *transfer.Order) { o.State, o.Lapsed = inventory.HoldReleased, true })
	for name, c := range map[string]struct {
		kind    bankfile.Kind
		account string
		amount  int64
		unnamed bool
		orders  []transfer.Order
		want    transfer.Reason // "": it pays
	}{
		"pays":                {amount: 4800, orders: []transfer.Order{held}},
		"pays what is left":   {amount: 1800, orders: []transfer.Order{with(func(o *transfer.Order) { o.Received = 3000 })}},
		"pays late":           {amount: 4800, orders: []transfer.Order{lapsed}},
		"names none":          {amount: 4800, unnamed: true, want: transfer.NoReference},
		"names an unknown":    {amount: 4800, want: transfer.UnknownReference},
		"names two":           {amount: 4800, orders: []transfer.Order{held, held}, want: transfer.SeveralOrders},
		"a cent too little":   {amount: 4799, orders: []transfer.Order{held}, want: transfer.TooLittle},
		"a cent too much":     {amount: 4801, orders: []transfer.Order{held}, want: transfer.TooMuch},
		"too little, late":    {amount: 4799, orders: []transfer.Order{lapsed}, want: transfer.OrderLapsed},
		"too much, late":      {amount: 4801, orders: []transfer.Order{lapsed}, want: transfer.OrderLapsed},
		"cancelled":           {amount: 4800, orders: []transfer.Order{with(func(o *transfer.Order) { o.State = inventory.HoldReleased })}, want: transfer.OrderLapsed},
		"paid before":         {amount: 4800, orders: []transfer.Order{with(func(o *transfer.Order) { o.State = inventory.HoldConfirmed })}, want: transfer.AlreadyPaid},
		"in another currency": {amount: 4800, orders: []transfer.Order{with(func(o *transfer.Order) { o.Currency = "CHF" })}, want: transfer.WrongCurrency},
		"on another account":  {account: "DE75512108001245126199", amount: 4800, orders: []transfer.Order{held}, want: transfer.OtherAccount},
		"taken back":          {kind: bankfile.CreditReversed, amount: 4800, orders: []transfer.Order{held}, want: transfer.Reversal},
		"came back":           {kind: bankfile.DebitReversed, amount: 4800, orders: []transfer.Order{held}, want: transfer.Reversal},
	} {
		tx := bankfile.Transaction{Kind: bankfile.Credit, Account: iban, Amount: c.amount, Currency: "EUR"}
		if c.kind != "" {
			tx.Kind = c.kind
		}
		if c.account != "" {
			tx.Account = c.account
		}
		v := transfer.Decide(&tx, iban, !c.unnamed, c.orders)
		if v.Reason != c.want || v.Pay != (c.want == "") || (v.Order != nil) != (len(c.orders) == 1) {
			t.Errorf("%s: %+v", name, v)
		}
		if v.Reason != "" && !slices.Contains(transfer.Reasons(), v.Reason) {
			t.Errorf("%s is not in the list", v.Reason)
		}
	}
}

// What is nearly an order's reference comes first, then names and amounts.
func TestSuggest(t *testing.T) {
	t.Parallel()
	order := func(id, name string, total int64) transfer.Order {
		return transfer.Order{ID: id, Name: name, Total: total, Currency: "EUR", State: inventory.HoldHeld}
	}
	orders := []transfer.Order{
		order("ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "Ada Lovelace", 4800), order("ord_3k9q0a7c1v5m06f2w8d4xk1n7q00", "Jürgen Müller", 2400),
		order("ord_3k9q0a7c1v5m06f2w8d4xk2n7z11", "Grace Hopper", 2400), order("ord_3k9q0a7c1v5m06f2w8d5xk2n7z12", "Nobody", 100),
		{ID: "ord_3k9q0a7c1v5m06f2w8d6xk2n7z13", Name: "Juergen Mueller", Total: 2400, Currency: "CHF"},
	}
	got := func(tx bankfile.Transaction) (ids []string) {
		tx.Currency = "EUR"
		for _, s := range transfer.Suggest(&tx, orders) {
			ids = append(ids, s.Name)
		}
		return ids
	}
	reference := inventory.PlainReference(orders[0].ID)
	wrong := reference[:9] + "X" + reference[10:15] + reference[16:] // one letter wrong, one lost
	if ids := got(bankfile.Transaction{Text: "Tickets " + wrong + " thanks", Amount: 2400, Payer: "Hopper"}); len(ids) < 3 || ids[0] != "Ada Lovelace" || ids[1] != "Grace Hopper" {
		t.Errorf("%v", ids)
	}
	if ids := got(bankfile.Transaction{Text: "Karten", Amount: 2400, Payer: "MUELLER, JUERGEN"}); len(ids) != 2 || ids[0] != "Jürgen Müller" {
		t.Errorf("%v", ids)
	}
	if ids := got(bankfile.Transaction{Text: "Rent", Amount: 90000, Payer: "Somebody else"}); ids != nil {
		t.Errorf("%v", ids)
	}
}
