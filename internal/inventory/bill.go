package inventory

// BillLine is the items of an order that are of one tier at one price, or a fee.
type BillLine struct {
	Tier  string
	Count int64
	Fee   bool // of the order: there is one
	Price      // of one
}

// Amount is what the line costs before discounts, and without a tax that comes on top.
func (l *BillLine) Amount() int64 { return l.Price.Amount * l.Count }

// Bill is an order as it was placed, for people to read: its lines, and what leads from
// their sum to the total. All amounts are minor units of Currency, and
//
//	sum of the lines − Discount + TaxOnTop + Rounding = Total
type Bill struct {
	Currency    string
	Lines       []BillLine // in the order of their first items
	Discount    int64      // by a promo code
	TaxOnTop    int64      // tax that comes on top of prices
	TaxIncluded int64      // tax that prices contain
	Given       int64      // of the total, donations
	Rounding    int64      // to what can be paid in the currency (see Step)
	Total       int64
}

// Bill returns the bill of an order.
func (o *Order) Bill() Bill {
	b := Bill{Currency: o.Currency, Total: o.Total}
	at := map[BillLine]int{}
	sum := int64(0)
	for i := range o.Items {
		it := &o.Items[i]
		key := BillLine{Tier: it.Tier, Fee: it.IsFee(), Price: it.Price}
		n, known := at[key]
		if !known {
			n = len(b.Lines)
			at[key], b.Lines = n, append(b.Lines, key)
		}
		b.Lines[n].Count++
		sum += it.Price.Amount
		b.Discount += it.Discount
		if it.Donation {
			b.Given += it.Gross
		}
		if it.TaxIncluded {
			b.TaxIncluded += it.Tax
		} else {
			b.TaxOnTop += it.Tax
		}
	}
	b.Rounding = b.Total - (sum - b.Discount + b.TaxOnTop)
	return b
}
