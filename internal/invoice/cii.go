package invoice

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// The code lists of UNTDID that documents are read by.
const (
	codeInvoice    = "380"
	codeCreditNote = "381"
	unitPiece      = "C62" // UN/ECE Recommendation 20: one
	dateFormat     = "102" // CCYYMMDD
	profile        = "urn:cen.eu:en16931:2017"
)

type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []*element
}

func tag(name string, children ...*element) *element {
	e := &element{XMLName: xml.Name{Local: name}}
	for _, c := range children {
		if c != nil {
			e.Children = append(e.Children, c)
		}
	}
	return e
}

// text is an element with a text; nil, which is left out, when there is none.
func text(name, content string, attrs ...string) *element {
	if content == "" {
		return nil
	}
	e := tag(name)
	e.Text = content
	for i := 0; i+1 < len(attrs); i += 2 {
		e.Attrs = append(e.Attrs, xml.Attr{Name: xml.Name{Local: attrs[i]}, Value: attrs[i+1]})
	}
	return e
}

func date(name, wrapped, day string) *element {
	return tag(name, text(wrapped, strings.ReplaceAll(day, "-", ""), "format", dateFormat))
}

// CII returns the document as a CrossIndustryInvoice of UN/CEFACT D16B that keeps to EN
// 16931, which Factur-X and ZUGFeRD have too. It says nothing beyond the document.
func (d *Document) CII() ([]byte, error) {
	code := codeInvoice
	if d.Kind == CreditNote {
		code = codeCreditNote
	}
	var note *element
	if d.Note != "" {
		note = tag("ram:IncludedNote", text("ram:Content", d.Note))
	}
	trade := tag("rsm:SupplyChainTradeTransaction")
	for i := range d.Lines {
		trade.Children = append(trade.Children, d.line(i))
	}
	trade.Children = append(trade.Children,
		tag("ram:ApplicableHeaderTradeAgreement", d.party("ram:SellerTradeParty", &d.Seller), d.party("ram:BuyerTradeParty", &d.Buyer),
			tag("ram:BuyerOrderReferencedDocument", text("ram:IssuerAssignedID", d.Order))),
		tag("ram:ApplicableHeaderTradeDelivery", tag("ram:ActualDeliverySupplyChainEvent", date("ram:OccurrenceDateTime", "udt:DateTimeString", d.SuppliedOn))),
		d.settlement())
	root := tag("rsm:CrossIndustryInvoice",
		tag("rsm:ExchangedDocumentContext", tag("ram:GuidelineSpecifiedDocumentContextParameter", text("ram:ID", profile))),
		tag("rsm:ExchangedDocument", text("ram:ID", d.Number), text("ram:TypeCode", code), date("ram:IssueDateTime", "udt:DateTimeString", d.IssuedOn), note),
		trade)
	for _, ns := range [][2]string{
		{"rsm", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"},
		{"ram", "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"},
		{"udt", "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"},
		{"qdt", "urn:un:unece:uncefact:data:standard:QualifiedDataType:100"},
	} {
		root.Attrs = append(root.Attrs, xml.Attr{Name: xml.Name{Local: "xmlns:" + ns[0]}, Value: ns[1]})
	}
	body, err := xml.MarshalIndent(root, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("invoice: write the document: %w", err)
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}

func (d *Document) line(i int) *element {
	l := &d.Lines[i]
	return tag("ram:IncludedSupplyChainTradeLineItem",
		tag("ram:AssociatedDocumentLineDocument", text("ram:LineID", strconv.Itoa(i+1))),
		tag("ram:SpecifiedTradeProduct", text("ram:Name", l.Text), text("ram:Description", d.Title)),
		tag("ram:SpecifiedLineTradeAgreement", tag("ram:NetPriceProductTradePrice", text("ram:ChargeAmount", d.amount(l.Unit)))),
		tag("ram:SpecifiedLineTradeDelivery", text("ram:BilledQuantity", strconv.FormatInt(l.Count, 10), "unitCode", unitPiece)),
		tag("ram:SpecifiedLineTradeSettlement",
			tag("ram:ApplicableTradeTax", text("ram:TypeCode", "VAT"), text("ram:CategoryCode", l.Category), text("ram:RateApplicablePercent", Percent(l.TaxRate))),
			tag("ram:SpecifiedTradeSettlementLineMonetarySummation", text("ram:LineTotalAmount", d.amount(l.Net)))),
	)
}

func (d *Document) party(name string, p *Party) *element {
	var contact, mail, vat, number *element
	if p.Contact != "" {
		contact = tag("ram:DefinedTradeContact", text("ram:PersonName", p.Contact))
	}
	if p.Email != "" {
		mail = tag("ram:URIUniversalCommunication", text("ram:URIID", p.Email, "schemeID", "EM"))
	}
	if p.VATID != "" {
		vat = tag("ram:SpecifiedTaxRegistration", text("ram:ID", p.VATID, "schemeID", "VA"))
	}
	if p.TaxNumber != "" {
		number = tag("ram:SpecifiedTaxRegistration", text("ram:ID", p.TaxNumber, "schemeID", "FC"))
	}
	country := p.Country
	if country == "" {
		country = d.Seller.Country // an address needs one, and the buyer has said none
	}
	return tag(name, text("ram:ID", p.ID), text("ram:Name", p.Name), contact,
		tag("ram:PostalTradeAddress", text("ram:PostcodeCode", p.PostalCode), text("ram:LineOne", p.Street), text("ram:CityName", p.City), text("ram:CountryID", country)),
		mail, vat, number)
}

func (d *Document) settlement() *element {
	s := tag("ram:ApplicableHeaderTradeSettlement", text("ram:InvoiceCurrencyCode", d.Currency))
	for i := range d.Taxes {
		t := &d.Taxes[i]
		s.Children = append(s.Children, tag("ram:ApplicableTradeTax", text("ram:CalculatedAmount", d.amount(t.Tax)), text("ram:TypeCode", "VAT"),
			text("ram:ExemptionReason", t.Reason), text("ram:BasisAmount", d.amount(t.Net)), text("ram:CategoryCode", t.Category),
			text("ram:ExemptionReasonCode", exemption(t.Category)), text("ram:RateApplicablePercent", Percent(t.TaxRate))))
	}
	s.Children = append(s.Children, tag("ram:SpecifiedTradeSettlementHeaderMonetarySummation",
		text("ram:LineTotalAmount", d.amount(d.Net)), text("ram:TaxBasisTotalAmount", d.amount(d.Net)),
		text("ram:TaxTotalAmount", d.amount(d.Tax), "currencyID", d.Currency), text("ram:GrandTotalAmount", d.amount(d.Gross)),
		text("ram:TotalPrepaidAmount", d.amount(d.Gross)), text("ram:DuePayableAmount", d.amount(0))))
	if d.Refers != nil {
		s.Children = append(s.Children, tag("ram:InvoiceReferencedDocument", text("ram:IssuerAssignedID", d.Refers.Number),
			date("ram:FormattedIssueDateTime", "qdt:DateTimeString", d.Refers.IssuedOn)))
	}
	return s
}

// exemption is the code of the reason why no tax is taken, of the list VATEX; "": there is none.
func exemption(category string) string {
	if category == OwedByBuyer {
		return "VATEX-EU-AE"
	}
	return ""
}

// amount is an amount in units of the currency, with its decimals.
func (d *Document) amount(minor int64) string {
	if minor < 0 { // a line that is taken off
		return "-" + d.amount(-minor)
	}
	places := inventory.Decimals(d.Currency)
	digits := strconv.FormatInt(minor, 10)
	if places == 0 {
		return digits
	}
	if missing := places + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return digits[:len(digits)-places] + "." + digits[len(digits)-places:]
}

// Percent is a rate in basis points as a percentage.
func Percent(rate int64) string { return strconv.FormatFloat(float64(rate)/100, 'f', -1, 64) }
