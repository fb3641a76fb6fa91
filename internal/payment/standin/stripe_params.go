package standin

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The parameters that calls of Stripe take, as far as they are used here. Any other is
// refused, as Stripe refuses one that it does not know.
var (
	sessionParams = regexp.MustCompile(`^(mode|client_reference_id|success_url|cancel_url|expires_at|customer_email|locale|` +
		`line_items\[\d+\]\[quantity\]|line_items\[\d+\]\[price_data\]\[(currency|unit_amount|product_data\]\[(name|description))\]|` +
		`excluded_payment_method_types\[\d+\]|(payment_intent_data\[metadata\]|metadata)\[[a-z_]{1,40}\])$`)
	refundParams = regexp.MustCompile(`^(payment_intent|amount|metadata\[[a-z_]{1,40}\]|expand\[\d*\])$`)
	readParams   = regexp.MustCompile(`^(expand\[\d*\]|limit|starting_after|payment_intent)$`)
)

// Bounds that Stripe documents.
const (
	maxKey       = 255
	maxReference = 200
	maxMetadata  = 500
	maxAmount    = 99_999_999 // in minor units
	maxItems     = 100
	maxQuantity  = 999_999
	soonest      = 30 * time.Minute // from now, that a page may end
	latest       = 24 * time.Hour
)

// refusal is why Stripe refuses a call: a code and a parameter.
type refusal struct {
	status            int
	kind, code, param string
}

func badParam(param string) *refusal {
	return &refusal{http.StatusBadRequest, "invalid_request_error", "parameter_invalid", param}
}

// unknownParam returns the refusal of the first parameter that a call does not take.
func unknownParam(form url.Values, known *regexp.Regexp) *refusal {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if !known.MatchString(name) {
			return &refusal{http.StatusBadRequest, "invalid_request_error", "parameter_unknown", name}
		}
		if strings.HasPrefix(name, "metadata[") && len(form.Get(name)) > maxMetadata {
			return badParam(name)
		}
	}
	return nil
}

var (
	currencyCode = regexp.MustCompile(`^[a-z]{3}$`)
	// slow are payment methods that can be excluded.
	slow = []string{
		"acss_debit", "au_becs_debit", "bacs_debit", "boleto", "customer_balance", "konbini", "multibanco", "nz_bank_account", "oxxo", "sepa_debit", "sofort", "us_bank_account",
	}
	pageLocales = []string{"auto", "cs", "da", "de", "en", "es", "fi", "fr", "it", "ja", "nl", "pl", "pt", "sv", "zh"}
)

// itemsOf reads the line items of a page, which have to be numbered from 0 and to be in one
// currency, and returns them as a payer reads them, and their sum.
func itemsOf(form url.Values) (items []string, sum int64, currency string, refused *refusal) {
	numbered := 0
	for param := range form {
		if n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(param, "line_items["), "][quantity]")); err == nil {
			numbered = max(numbered, n+1)
		}
	}
	if numbered < 1 || numbered > maxItems {
		return nil, 0, "", badParam("line_items")
	}
	currency = form.Get("line_items[0][price_data][currency]")
	for i := range numbered {
		item := "line_items[" + strconv.Itoa(i) + "]"
		price := item + "[price_data]"
		each, err := strconv.ParseInt(form.Get(price+"[unit_amount]"), 10, 64)
		quantity, quantityErr := strconv.ParseInt(form.Get(item+"[quantity]"), 10, 64)
		product := price + "[product_data]"
		name, about := form.Get(product+"[name]"), form.Get(product+"[description]")
		switch {
		case err != nil || each < 0 || each > maxAmount:
			return nil, 0, "", badParam(price + "[unit_amount]")
		case quantityErr != nil || quantity < 1 || quantity > maxQuantity:
			return nil, 0, "", badParam(item + "[quantity]")
		case !currencyCode.MatchString(currency) || form.Get(price+"[currency]") != currency:
			return nil, 0, "", badParam(price + "[currency]")
		case name == "" || len(name) > 250:
			return nil, 0, "", badParam(product + "[name]")
		case form.Has(product+"[description]") && (about == "" || len(about) > 500):
			return nil, 0, "", badParam(product + "[description]")
		}
		sum += quantity * each
		items = append(items, strconv.FormatInt(quantity, 10)+" × "+name+" at "+strconv.FormatInt(each, 10))
	}
	if sum < 1 || sum > maxAmount {
		return nil, 0, "", badParam("line_items")
	}
	return items, sum, currency, nil
}

// sessionOf reads the parameters of a Checkout Session.
func sessionOf(form url.Values, now time.Time) (*stripeSession, *refusal) {
	if r := unknownParam(form, sessionParams); r != nil {
		return nil, r
	}
	items, amount, currency, r := itemsOf(form)
	reference := form.Get("client_reference_id")
	switch {
	case form.Get("mode") != "payment":
		return nil, badParam("mode")
	case r != nil:
		return nil, r
	case len(reference) > maxReference:
		return nil, badParam("client_reference_id")
	}
	for _, address := range []string{"success_url", "cancel_url"} {
		if !webAddress(form.Get(address)) {
			return nil, badParam(address)
		}
	}
	if mail := form.Get("customer_email"); form.Has("customer_email") && (strings.Count(mail, "@") != 1 || strings.ContainsAny(mail, " \n")) {
		return nil, badParam("customer_email")
	}
	if locale := form.Get("locale"); form.Has("locale") && !slices.Contains(pageLocales, locale) {
		return nil, badParam("locale")
	}
	for param, values := range form {
		if strings.HasPrefix(param, "excluded_payment_method_types[") && !slices.Contains(slow, values[0]) {
			return nil, badParam(param)
		}
	}
	if until := form.Get("expires_at"); form.Has("expires_at") {
		at, err := strconv.ParseInt(until, 10, 64)
		if left := time.Unix(at, 0).Sub(now); err != nil || left < soonest || left > latest {
			return nil, badParam("expires_at")
		}
	}
	return &stripeSession{
		items: items, reference: reference, meta: form.Get("metadata[holdfast_reference]"), status: "open", payment: "unpaid", amount: amount, currency: currency, created: now,
	}, nil
}
