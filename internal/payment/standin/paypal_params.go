package standin

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

type paypalMoney struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

// paypalTotal is an amount with what it is the sum of.
type paypalTotal struct {
	paypalMoney
	Breakdown *struct {
		ItemTotal *paypalMoney `json:"item_total"`
	} `json:"breakdown"`
}

type paypalItem struct {
	Name     string      `json:"name"`
	Quantity string      `json:"quantity"`
	Each     paypalMoney `json:"unit_amount"`
}

var paypalQuantity = regexp.MustCompile(`^[1-9]\d{0,9}$`)

// shownItems returns the items of an order as a payer reads them, or the issue for which
// PayPal refuses them: items that have a price need their sum, which is then the amount.
func shownItems(total paypalTotal, items []paypalItem) (shown []string, issue string) {
	sum := int64(0)
	for _, item := range items {
		quantity, err := strconv.ParseInt(item.Quantity, 10, 64)
		each, ok := item.Each.cents()
		switch {
		case item.Name == "" || utf8.RuneCountInString(item.Name) > 127:
			return nil, "INVALID_STRING_LENGTH"
		case err != nil || !paypalQuantity.MatchString(item.Quantity):
			return nil, "INVALID_PARAMETER_VALUE"
		case item.Each.Currency != total.Currency:
			return nil, "CURRENCY_MISMATCH"
		case !ok:
			return nil, "CANNOT_BE_ZERO_OR_NEGATIVE"
		}
		sum += quantity * each
		shown = append(shown, item.Quantity+" × "+item.Name+" at "+item.Each.Value)
	}
	if total.Breakdown == nil || total.Breakdown.ItemTotal == nil {
		if len(items) > 0 {
			return nil, "ITEM_TOTAL_REQUIRED"
		}
		return nil, ""
	}
	said, ok := total.Breakdown.ItemTotal.cents()
	amount, _ := total.cents()
	switch {
	case !ok || total.Breakdown.ItemTotal.Currency != total.Currency || said != sum:
		return nil, "ITEM_TOTAL_MISMATCH"
	case said != amount:
		return nil, "AMOUNT_MISMATCH"
	}
	return shown, ""
}

// undivided are the currencies that PayPal takes whole only.
var undivided = map[string]bool{"HUF": true, "JPY": true, "TWD": true}

var (
	dividedValue   = regexp.MustCompile(`^\d{1,7}\.\d\d$`)
	undividedValue = regexp.MustCompile(`^\d{1,7}$`)
)

// cents reads an amount, in hundredths whatever the currency. ok is false if PayPal would
// refuse it.
func (m paypalMoney) cents() (n int64, ok bool) {
	text := m.Value
	switch {
	case len(m.Currency) != 3 || m.Currency != strings.ToUpper(m.Currency):
		return 0, false
	case undivided[m.Currency] && undividedValue.MatchString(text):
		text += "00"
	case undivided[m.Currency] || !dividedValue.MatchString(text):
		return 0, false
	}
	n, err := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
	return n, err == nil && n > 0
}

// amount writes hundredths as an amount of a currency.
func amount(currency string, cents int64) object {
	value := fmt.Sprintf("%d.%02d", cents/100, cents%100)
	if undivided[currency] {
		value = strconv.FormatInt(cents/100, 10)
	}
	return object{"currency_code": currency, "value": value}
}

func webAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http")
}
