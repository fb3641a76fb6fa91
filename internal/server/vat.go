package server

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/billing"
	"github.com/holdfast-events/holdfast/internal/vat/vies"
)

// vatRegister is what is asked for VAT numbers of buyers; nil: nothing is.
func vatRegister(b *background) (billing.Register, error) {
	at := b.cfg.Payments.VIES
	if at == "" {
		return nil, nil
	}
	c, err := vies.New(at, b.now)
	if err != nil {
		return nil, fmt.Errorf("server: --vies-url: %w", err)
	}
	return c, nil
}
