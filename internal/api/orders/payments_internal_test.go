package orders

import (
	"errors"
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
)

// TestBuyersAreToldTheTruth: what is wrong with a provider's key, or what the provider
// refuses, is not said to be wrong with the buyer's choice, nor to be over in a moment.
func TestBuyersAreToldTheTruth(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		code   string
	}{
		{fmt.Errorf("%w: %w (HTTP 401)", payment.ErrUnavailable, payment.ErrDenied), 503, "payment_provider_denies"},
		{fmt.Errorf("checkout: %w", payment.ErrRejected), 502, "payment_provider_refuses"},
		{payment.ErrUnavailable, 503, "payment_provider_unavailable"},
		{settlement.ErrNoPage, 422, "invalid"},
		{settlement.ErrChoose, 422, "invalid"},
	} {
		var p *httpapi.Problem
		if err := moneyProblem(c.err); !errors.As(err, &p) || p.Status != c.status || c.code != "invalid" && p.Code != c.code {
			t.Errorf("%v is answered with %+v, want %d %s", c.err, p, c.status, c.code)
		}
	}
}
