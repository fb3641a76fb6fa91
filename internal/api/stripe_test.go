package api_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
)

// Stripe's webhooks by the front door: signed, tampered with, old, and again.
func TestWebhooksOfStripe(t *testing.T) {
	t.Parallel()
	const secret = "whsec_test"
	h := newTestServer(t, func(c *api.Config) {
		p, err := stripe.New(stripe.Config{Key: "sk_test_1", Secret: secret, URL: "http://127.0.0.1:9"})
		if err != nil {
			t.Fatal(err)
		}
		payBy(t, c, p)
	})
	event := h.paidEvent(5)
	order := h.placeOrder(event, "ada", 1)
	body := func(name, reference string, amount int) string {
		return fmt.Sprintf(`{"id":"evt_%[1]s","object":"event","type":"checkout.session.completed","created":1800000000,"data":{"object":{
			"id":"cs_%[1]s","object":"checkout.session","amount_total":%[2]d,"currency":"eur","payment_status":"paid","status":"complete",
			"payment_intent":"pi_%[1]s","client_reference_id":"%[3]s","metadata":{"holdfast_reference":"%[3]s"}}}}`, name, amount, reference)
	}
	reference := h.settler.Reference(order)
	sign := func(body string, at time.Time) string {
		sum := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(sum, "%d.%s", at.Unix(), body)
		return fmt.Sprintf("Stripe-Signature: t=%d,v1=%x", at.Unix(), sum.Sum(nil))
	}
	good := body("1", reference, 11900)
	hear := func(body, signature string) *answer {
		t.Helper()
		return h.send("POST", "/v1/webhooks/stripe", "", body, signature)
	}
	before := h.owner("GET", event+"/audit", nil).want(200).Raw
	hear(good, strings.Replace(sign(good, time.Now()), "v1=", "v1=00", 1)).problem(400, "webhook_signature")
	hear(strings.Replace(good, "11900", "1", 1), sign(good, time.Now())).problem(400, "webhook_signature")
	hear(good, sign(good, time.Now().Add(-6*time.Minute))).problem(400, "webhook_stale")
	hear("{}", sign("{}", time.Now())).problem(400, "webhook_malformed")
	if list, err := h.store.Payments.EventPayments(t.Context(), strings.TrimPrefix(event, "/v1/events/"), "", 10); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if h.owner("GET", event+"/audit", nil).want(200).Raw != before {
		t.Error("a webhook that is not believed changed something")
	}
	little := body("2", reference, 11899)
	hear(little, sign(little, time.Now())).problem(422, "amount_mismatch")
	for range 3 {
		hear(good, sign(good, time.Now())).want(200)
	}
	paid := h.owner("GET", "/v1/orders/"+order, nil).want(200)
	if paid.text("status") != "confirmed" || paid.number("paid") != 11900 {
		t.Errorf("%s", paid.Raw)
	}
	list := h.owner("GET", "/v1/orders/"+order+"/payments", nil).want(200)
	if n := len(list.at("items").([]any)); n != 2 || strings.Count(list.Raw, `"status":"tickets"`) != 1 {
		t.Errorf("two payments, and one of them is what the tickets are for: %s", list.Raw)
	}
	h.sound()
}
