package page

import (
	"cmp"
	"context"
	"html/template"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/dues"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/transfer"
)

// transfer says how what is to be paid for a booking, and at once for all dates that were booked with it,
// is transferred, where its venue takes transfers. The code is that of the first.
func (p bookingPages) transfer(ctx context.Context, w *Words, v *view, g *GuestBooking, now inventory.Instant) error {
	one, err := p.cfg.Store.Dues.Transfer(ctx, g.Booking, now)
	if err != nil {
		return err
	}
	all, err := p.cfg.Store.Dues.TransferDates(ctx, g.Dates, now)
	if err != nil || one == nil && all == nil {
		return err
	}
	t, line := cmp.Or(all, one), func(t *dues.Transfer) string {
		return w.money(t.Amount, t.Currency) + "\n" + inventory.InFours(t.Reference)
	}
	v.Facts = append(v.Facts, fact{Label: w.ByTransfer, Text: strings.Join(accountLines(t.Account), "\n"), Lines: true})
	if all == nil {
		v.Facts = append(v.Facts, fact{Label: w.Amount, Text: w.money(t.Amount, t.Currency)}, fact{Label: w.Reference, Text: inventory.InFours(t.Reference)})
	} else {
		v.Facts = append(v.Facts, fact{Label: strings.ReplaceAll(w.Booking.ForDates, "{n}", strconv.FormatInt(all.Dates, 10)), Text: line(all), Lines: true})
		if one != nil {
			v.Facts = append(v.Facts, fact{Label: w.Booking.ForThisDate, Text: line(one), Lines: true})
		}
	}
	code := transfer.Code(transfer.Account{IBAN: t.Account.IBAN, BIC: t.Account.BIC, Holder: t.Account.Holder}, payment.Money{Minor: t.Amount, Currency: t.Currency}, t.Reference)
	if code == "" {
		return nil
	}
	qr, err := ticket.NewCode(code)
	if err == nil {
		v.Transfer = template.HTML(qr.SVG(w.TransferAlt)) //nolint:gosec // which escapes the label
	}
	return err
}
