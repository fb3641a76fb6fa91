package invoice

import (
	"strings"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Words are what documents say beside their data, in one language.
type Words struct {
	tag                                    language.Tag
	Invoice, CreditNote                    string
	Number, Date, Supplied, Seller, Buyer  string
	VATID, TaxNumber, ForInvoice, Replaces string // the last two: {number} of {date}
	Each                                   string // {count} × {text}, {price} each
	Discount, Net, Tax, Total              string // of Tax: {rate} of {net}
	Settled, Returned                      string
	PartialRefund, Goodwill                string
	GoodwillReason, SmallBusiness          string
	DonationReason                         string // why no tax is taken of a donation
	// ReverseCharge: the buyer owes the tax, in the words that art. 226(11a) has in the language.
	ReverseCharge string
	// Of bookings: a deposit, and that it was paid already, by an invoice {number} of {date} or
	// without one.
	Deposit, DepositInvoiced, DepositPaid string
	// WaitlistFee is what somebody pays for a place on a waitlist.
	WaitlistFee string
}

// Languages are the languages of documents: all that guests are spoken to in.
func Languages() []string {
	list := make([]string, len(dictionaries))
	for i, w := range dictionaries {
		list[i] = w.tag.String()
	}
	return list
}

// WordsIn returns the words of a language; English where there are none.
func WordsIn(name string) *Words {
	served := locale.Tags[locale.Of(name)]
	for _, w := range dictionaries {
		if w.tag == served {
			return w
		}
	}
	return dictionaries[0]
}

// fillIn names a document in a text.
func fillIn(text string, r *Reference) string {
	return strings.NewReplacer("{number}", r.Number, "{date}", r.IssuedOn).Replace(text)
}

// Tag is the language.
func (w *Words) Tag() language.Tag { return w.tag }

var dictionaries = []*Words{
	{
		tag: language.English, Invoice: "Invoice", CreditNote: "Credit note", Number: "Number", Date: "Date", Supplied: "Date of supply", Seller: "Seller", Buyer: "Buyer",
		VATID: "VAT ID", TaxNumber: "Tax number", ForInvoice: "For invoice {number} of {date}", Replaces: "Replaces invoice {number} of {date}",
		Each: "{count} × {text}, {price} each", Discount: "less discount of {amount} each", Net: "Net", Tax: "Tax {rate} on {net}", Total: "Total",
		Settled: "Paid in full. Nothing is due.", Returned: "This amount is refunded to the buyer.", PartialRefund: "Partial refund", Goodwill: "Goodwill",
		GoodwillReason: "Goodwill payment, not part of the price", SmallBusiness: "No VAT is charged: exempt as a small business", DonationReason: "Donation, outside the scope of VAT",
		ReverseCharge: "Reverse charge",
		Deposit:       "Deposit", DepositInvoiced: "Deposit already paid, invoice {number} of {date}", DepositPaid: "Deposit already paid", WaitlistFee: "Waitlist fee",
	},
	{
		tag: language.German, Invoice: "Rechnung", CreditNote: "Rechnungskorrektur", Number: "Nummer", Date: "Datum", Supplied: "Leistungsdatum", Seller: "Verkäufer", Buyer: "Käufer",
		VATID: "USt-IdNr.", TaxNumber: "Steuernummer", ForInvoice: "Zur Rechnung {number} vom {date}", Replaces: "Ersetzt die Rechnung {number} vom {date}",
		Each: "{count} × {text}, je {price}", Discount: "abzüglich je {amount} Rabatt", Net: "Netto", Tax: "Umsatzsteuer {rate} auf {net}", Total: "Gesamt",
		Settled: "Vollständig bezahlt. Es ist nichts mehr offen.", Returned: "Dieser Betrag wird dem Käufer erstattet.", PartialRefund: "Teilerstattung", Goodwill: "Kulanz",
		GoodwillReason: "Kulanzzahlung, nicht Teil des Preises", SmallBusiness: "Kein Ausweis von Umsatzsteuer: Kleinunternehmer nach § 19 UStG", DonationReason: "Spende, nicht umsatzsteuerbar",
		ReverseCharge: "Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)",
		Deposit:       "Anzahlung", DepositInvoiced: "Bereits gezahlte Anzahlung, Rechnung {number} vom {date}", DepositPaid: "Bereits gezahlte Anzahlung", WaitlistFee: "Gebühr für die Warteliste",
	},
	{
		tag: language.French, Invoice: "Facture", CreditNote: "Avoir", Number: "Numéro", Date: "Date", Supplied: "Date de la prestation", Seller: "Vendeur", Buyer: "Acheteur",
		VATID: "N° de TVA", TaxNumber: "Numéro fiscal", ForInvoice: "Relatif à la facture {number} du {date}", Replaces: "Remplace la facture {number} du {date}",
		Each: "{count} × {text}, {price} l’unité", Discount: "moins {amount} de remise l’unité", Net: "Total HT", Tax: "TVA {rate} sur {net}", Total: "Total TTC",
		Settled: "Entièrement payée. Rien n’est dû.", Returned: "Ce montant est remboursé à l’acheteur.", PartialRefund: "Remboursement partiel", Goodwill: "Geste commercial",
		GoodwillReason: "Geste commercial, hors du prix", SmallBusiness: "TVA non applicable : franchise en base", DonationReason: "Don, hors champ de la TVA",
		ReverseCharge: "Autoliquidation",
		Deposit:       "Acompte", DepositInvoiced: "Acompte déjà payé, facture {number} du {date}", DepositPaid: "Acompte déjà payé", WaitlistFee: "Frais de liste d’attente",
	},
	{
		tag: language.Spanish, Invoice: "Factura", CreditNote: "Factura rectificativa", Number: "Número", Date: "Fecha", Supplied: "Fecha de la prestación", Seller: "Vendedor", Buyer: "Comprador",
		VATID: "NIF-IVA", TaxNumber: "Número fiscal", ForInvoice: "De la factura {number} del {date}", Replaces: "Sustituye a la factura {number} del {date}",
		Each: "{count} × {text}, {price} cada uno", Discount: "menos {amount} de descuento cada uno", Net: "Base imponible", Tax: "IVA {rate} sobre {net}", Total: "Total",
		Settled: "Pagada por completo. No queda nada pendiente.", Returned: "Este importe se devuelve al comprador.", PartialRefund: "Reembolso parcial", Goodwill: "Cortesía comercial",
		GoodwillReason: "Cortesía comercial, no forma parte del precio", SmallBusiness: "Sin IVA: régimen de pequeña empresa", DonationReason: "Donativo, no sujeto a IVA",
		ReverseCharge: "Inversión del sujeto pasivo",
		Deposit:       "Anticipo", DepositInvoiced: "Anticipo ya pagado, factura {number} del {date}", DepositPaid: "Anticipo ya pagado", WaitlistFee: "Tarifa de la lista de espera",
	},
	{
		tag: language.Italian, Invoice: "Fattura", CreditNote: "Nota di credito", Number: "Numero", Date: "Data", Supplied: "Data della prestazione", Seller: "Venditore", Buyer: "Acquirente",
		VATID: "Partita IVA", TaxNumber: "Codice fiscale", ForInvoice: "Per la fattura {number} del {date}", Replaces: "Sostituisce la fattura {number} del {date}",
		Each: "{count} × {text}, {price} ciascuno", Discount: "meno {amount} di sconto ciascuno", Net: "Imponibile", Tax: "IVA {rate} su {net}", Total: "Totale",
		Settled: "Pagata per intero. Non è dovuto nulla.", Returned: "Questo importo viene rimborsato all’acquirente.", PartialRefund: "Rimborso parziale", Goodwill: "Gesto di cortesia",
		GoodwillReason: "Gesto di cortesia, non parte del prezzo", SmallBusiness: "IVA non applicata: regime delle piccole imprese", DonationReason: "Donazione, fuori campo IVA",
		ReverseCharge: "Inversione contabile",
		Deposit:       "Acconto", DepositInvoiced: "Acconto già pagato, fattura {number} del {date}", DepositPaid: "Acconto già pagato", WaitlistFee: "Quota per la lista d’attesa",
	},
	{
		tag: language.Dutch, Invoice: "Factuur", CreditNote: "Creditfactuur", Number: "Nummer", Date: "Datum", Supplied: "Datum van levering", Seller: "Verkoper", Buyer: "Koper",
		VATID: "Btw-nummer", TaxNumber: "Fiscaal nummer", ForInvoice: "Bij factuur {number} van {date}", Replaces: "Vervangt factuur {number} van {date}",
		Each: "{count} × {text}, {price} per stuk", Discount: "min {amount} korting per stuk", Net: "Netto", Tax: "Btw {rate} over {net}", Total: "Totaal",
		Settled: "Volledig betaald. Er staat niets open.", Returned: "Dit bedrag wordt aan de koper terugbetaald.", PartialRefund: "Gedeeltelijke terugbetaling", Goodwill: "Coulance",
		GoodwillReason: "Coulancebetaling, geen deel van de prijs", SmallBusiness: "Geen btw: kleineondernemersregeling", DonationReason: "Donatie, valt buiten de btw",
		ReverseCharge: "Btw verlegd",
		Deposit:       "Aanbetaling", DepositInvoiced: "Reeds betaalde aanbetaling, factuur {number} van {date}", DepositPaid: "Reeds betaalde aanbetaling", WaitlistFee: "Kosten voor de wachtlijst",
	},
	{
		tag: language.Portuguese, Invoice: "Fatura", CreditNote: "Nota de crédito", Number: "Número", Date: "Data", Supplied: "Data da prestação", Seller: "Vendedor", Buyer: "Comprador",
		VATID: "NIF (IVA)", TaxNumber: "Número fiscal", ForInvoice: "Referente à fatura {number} de {date}", Replaces: "Substitui a fatura {number} de {date}",
		Each: "{count} × {text}, {price} cada", Discount: "menos {amount} de desconto cada", Net: "Valor líquido", Tax: "IVA {rate} sobre {net}", Total: "Total",
		Settled: "Paga na totalidade. Nada está em dívida.", Returned: "Este valor é reembolsado ao comprador.", PartialRefund: "Reembolso parcial", Goodwill: "Cortesia comercial",
		GoodwillReason: "Cortesia comercial, não faz parte do preço", SmallBusiness: "Sem IVA: regime de isenção das pequenas empresas", DonationReason: "Donativo, não sujeito a IVA",
		ReverseCharge: "Autoliquidação",
		Deposit:       "Adiantamento", DepositInvoiced: "Adiantamento já pago, fatura {number} de {date}", DepositPaid: "Adiantamento já pago", WaitlistFee: "Taxa da lista de espera",
	},
	{
		tag: language.Polish, Invoice: "Faktura", CreditNote: "Faktura korygująca", Number: "Numer", Date: "Data", Supplied: "Data sprzedaży", Seller: "Sprzedawca", Buyer: "Nabywca",
		VATID: "NIP UE", TaxNumber: "Numer podatkowy", ForInvoice: "Do faktury {number} z {date}", Replaces: "Zastępuje fakturę {number} z {date}",
		Each: "{count} × {text}, po {price}", Discount: "minus {amount} rabatu na sztuce", Net: "Netto", Tax: "VAT {rate} od {net}", Total: "Razem",
		Settled: "Zapłacono w całości. Nic nie pozostaje do zapłaty.", Returned: "Ta kwota jest zwracana nabywcy.", PartialRefund: "Częściowy zwrot", Goodwill: "Zwrot grzecznościowy",
		GoodwillReason: "Zwrot grzecznościowy, poza ceną", SmallBusiness: "Bez VAT: zwolnienie podmiotowe", DonationReason: "Darowizna, nie podlega VAT",
		ReverseCharge: "Odwrotne obciążenie",
		Deposit:       "Zaliczka", DepositInvoiced: "Wpłacona zaliczka, faktura {number} z {date}", DepositPaid: "Wpłacona zaliczka", WaitlistFee: "Opłata za listę oczekujących",
	},
	{
		tag: language.Czech, Invoice: "Faktura", CreditNote: "Dobropis", Number: "Číslo", Date: "Datum", Supplied: "Datum plnění", Seller: "Prodávající", Buyer: "Kupující",
		VATID: "DIČ", TaxNumber: "Daňové číslo", ForInvoice: "K faktuře {number} ze dne {date}", Replaces: "Nahrazuje fakturu {number} ze dne {date}",
		Each: "{count} × {text}, po {price}", Discount: "minus sleva {amount} za kus", Net: "Základ", Tax: "DPH {rate} z {net}", Total: "Celkem",
		Settled: "Zaplaceno v plné výši. Nic nezbývá uhradit.", Returned: "Tato částka se vrací kupujícímu.", PartialRefund: "Částečné vrácení", Goodwill: "Vstřícné plnění",
		GoodwillReason: "Vstřícné plnění, mimo cenu", SmallBusiness: "Bez DPH: není plátce daně", DonationReason: "Dar, není předmětem DPH",
		ReverseCharge: "Daň odvede zákazník",
		Deposit:       "Záloha", DepositInvoiced: "Již zaplacená záloha, faktura {number} ze dne {date}", DepositPaid: "Již zaplacená záloha", WaitlistFee: "Poplatek za čekací listinu",
	},
	{
		tag: language.Swedish, Invoice: "Faktura", CreditNote: "Kreditfaktura", Number: "Nummer", Date: "Datum", Supplied: "Leveransdatum", Seller: "Säljare", Buyer: "Köpare",
		VATID: "Momsreg.nr", TaxNumber: "Skattenummer", ForInvoice: "Avser faktura {number} från {date}", Replaces: "Ersätter faktura {number} från {date}",
		Each: "{count} × {text}, {price} styck", Discount: "minus {amount} rabatt per styck", Net: "Netto", Tax: "Moms {rate} på {net}", Total: "Totalt",
		Settled: "Betald i sin helhet. Inget återstår att betala.", Returned: "Beloppet återbetalas till köparen.", PartialRefund: "Delvis återbetalning", Goodwill: "Goodwill",
		GoodwillReason: "Goodwillbetalning, ingår inte i priset", SmallBusiness: "Ingen moms: undantag för småföretag", DonationReason: "Donation, omfattas inte av moms",
		ReverseCharge: "Omvänd betalningsskyldighet",
		Deposit:       "Handpenning", DepositInvoiced: "Redan betald handpenning, faktura {number} från {date}", DepositPaid: "Redan betald handpenning", WaitlistFee: "Avgift för väntelistan",
	},
	{
		tag: language.Turkish, Invoice: "Fatura", CreditNote: "İade faturası", Number: "Numara", Date: "Tarih", Supplied: "Hizmet tarihi", Seller: "Satıcı", Buyer: "Alıcı",
		VATID: "KDV numarası", TaxNumber: "Vergi numarası", ForInvoice: "{date} tarihli {number} numaralı faturaya ilişkin", Replaces: "{date} tarihli {number} numaralı faturanın yerine geçer",
		Each: "{count} × {text}, tanesi {price}", Discount: "her birinde {amount} indirim", Net: "Net", Tax: "{net} üzerinden {rate} KDV", Total: "Toplam",
		Settled: "Tamamı ödendi. Kalan borç yoktur.", Returned: "Bu tutar alıcıya iade edilir.", PartialRefund: "Kısmi iade", Goodwill: "İyi niyet ödemesi",
		GoodwillReason: "İyi niyet ödemesi, fiyatın parçası değildir", SmallBusiness: "KDV alınmaz: küçük işletme muafiyeti", DonationReason: "Bağış, KDV kapsamı dışında",
		ReverseCharge: "Sorumlu sıfatıyla KDV (Reverse charge)",
		Deposit:       "Kapora", DepositInvoiced: "Ödenmiş kapora, {date} tarihli {number} numaralı fatura", DepositPaid: "Ödenmiş kapora", WaitlistFee: "Bekleme listesi ücreti",
	},
	{
		tag: language.Arabic, Invoice: "فاتورة", CreditNote: "إشعار دائن", Number: "الرقم", Date: "التاريخ", Supplied: "تاريخ تقديم الخدمة", Seller: "البائع", Buyer: "المشتري",
		VATID: "الرقم الضريبي لضريبة القيمة المضافة", TaxNumber: "الرقم الضريبي", ForInvoice: "بخصوص الفاتورة {number} بتاريخ {date}", Replaces: "تحل محل الفاتورة {number} بتاريخ {date}",
		Each: "{count} × {text}، {price} للواحدة", Discount: "بعد خصم {amount} للواحدة", Net: "الصافي", Tax: "ضريبة {rate} على {net}", Total: "الإجمالي",
		Settled: "مدفوعة بالكامل. لا يوجد مبلغ مستحق.", Returned: "يُعاد هذا المبلغ إلى المشتري.", PartialRefund: "استرداد جزئي", Goodwill: "بادرة حسن نية",
		GoodwillReason: "دفعة حسن نية، ليست جزءًا من السعر", SmallBusiness: "بدون ضريبة القيمة المضافة: إعفاء المنشآت الصغيرة", DonationReason: "تبرع، خارج نطاق ضريبة القيمة المضافة",
		ReverseCharge: "احتساب عكسي للضريبة (Reverse charge)",
		Deposit:       "عربون", DepositInvoiced: "عربون مدفوع سابقًا، الفاتورة {number} بتاريخ {date}", DepositPaid: "عربون مدفوع سابقًا", WaitlistFee: "رسم قائمة الانتظار",
	},
}
