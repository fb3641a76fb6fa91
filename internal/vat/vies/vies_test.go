package vies_test

import (
	"context"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/vat"
	"github.com/holdfast-events/holdfast/internal/vat/vies"
	"github.com/holdfast-events/holdfast/internal/vat/vies/viestest"
)

// TestCheck asks in all the ways in which VIES answers.
func TestCheck(t *testing.T) {
	t.Parallel()
	server := viestest.New(t)
	now := time.Date(2027, 5, 1, 9, 0, 0, 0, time.UTC)
	c, err := vies.New(server.URL+"/", func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[string]string{
		"FR40303265045": vat.Valid, viestest.Invalid: vat.Invalid, viestest.Unavailable: vat.Unavailable, viestest.Busy: vat.Unavailable,
		viestest.Broken: vat.Unavailable, viestest.Failing: vat.Unavailable, viestest.Refused: vat.Unavailable,
	} {
		got, err := c.Check(t.Context(), number, "DE136695976")
		if got.Answer != want || got.At != inventory.At(now) || (err == nil) != (want != vat.Unavailable) || (got.ID != "") != (want != vat.Unavailable) {
			t.Errorf("%s: %+v, %v, want %s", number, got, err, want)
		}
	}
	if got, err := c.Check(t.Context(), "FR40303265045", "12/345/67890"); err != nil || got.Answer != vat.Valid || got.ID != "" {
		t.Errorf("without a number of the seller: %+v, %v", got, err)
	}
	// A number of the seller that VIES does not know gives the consultation no number, and takes no answer away.
	if got, err := c.Check(t.Context(), "FR40303265045", viestest.Unknown); err != nil || got.Answer != vat.Valid || got.ID != "" {
		t.Errorf("with a number of the seller that is not known: %+v, %v", got, err)
	}
	// The log says why there is no answer, in words that are known.
	for number, want := range map[string]string{
		viestest.Unavailable: "vies: nobody can say: MS_UNAVAILABLE", viestest.Refused: "vies: nobody can say: MS_MAX_CONCURRENT_REQ", viestest.Broken: "vies: the answer cannot be read",
		viestest.Failing: "vies: status 500",
	} {
		if _, err := c.Check(t.Context(), number, ""); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", number, err, want)
		}
	}
	// A service that does not answer is not waited for.
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if got, err := c.Check(ctx, viestest.Hanging, ""); err == nil || got.Answer != vat.Unavailable {
		t.Errorf("a service that hangs: %+v, %v", got, err)
	}
	server.Close()
	if got, err := c.Check(t.Context(), "FR40303265045", ""); err == nil || got.Answer != vat.Unavailable {
		t.Errorf("a service that is away: %+v, %v", got, err)
	}
	if _, err := vies.New("ec.europa.eu", time.Now); err == nil {
		t.Error("an address without a scheme was taken")
	}
}
