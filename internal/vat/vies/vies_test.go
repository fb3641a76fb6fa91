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
		viestest.Broken: vat.Unavailable, viestest.Failing: vat.Unavailable,
	} {
		got, err := c.Check(t.Context(), number, "DE136695976")
		if got.Answer != want || got.At != inventory.At(now) || (err == nil) != (want != vat.Unavailable) || (got.ID != "") != (want != vat.Unavailable) {
			t.Errorf("%s: %+v, %v, want %s", number, got, err, want)
		}
	}
	if got, err := c.Check(t.Context(), "FR40303265045", "12/345/67890"); err != nil || got.Answer != vat.Valid || got.ID != "" {
		t.Errorf("without a number of the seller: %+v, %v", got, err)
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
