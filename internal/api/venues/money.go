package venues

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/dues"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// BookingTerms are what a venue asks for its time.
type BookingTerms struct {
	Currency        string         `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217. Without one, bookings cost nothing and the rest does not count." example:"EUR"`
	PricePerHour    int64          `json:"price_per_hour,omitempty" minimum:"0" maximum:"9999999" doc:"For each room and hour from start to end, without set-up and tear-down, in minor units. Parts of an hour cost their part of it, rounded to the nearest minor unit." example:"4500"`
	PricePerBooking int64          `json:"price_per_booking,omitempty" minimum:"0" maximum:"9999999" doc:"For each room, in minor units." example:"2000"`
	TaxRateBP       int64          `json:"tax_rate_bp,omitempty" minimum:"0" maximum:"9999" doc:"The tax that the prices have in them, in basis points: 1900 is 19 %. Invoices say so." example:"1900"`
	DepositPercent  int64          `json:"deposit_percent,omitempty" minimum:"0" maximum:"100" doc:"What of the price is to be paid before a booking is confirmed, rounded to the nearest minor unit." example:"30"`
	DepositAmount   int64          `json:"deposit_amount,omitempty" minimum:"0" maximum:"99999999" doc:"The same as an amount in minor units, at most the price. 0: deposit_percent counts."`
	PayWithinHours  int64          `json:"pay_within_hours,omitempty" minimum:"0" maximum:"2160" doc:"How long the deposit may take, never beyond the start. Needed where there is a deposit." example:"72"`
	BankTransfer    bool           `json:"bank_transfer,omitempty" doc:"What is to be paid can be transferred to the organization's bank account (PUT /v1/organization/bank-account): bookers are told it with the amount and a reference, by which a bank statement is matched. Give transfers some days. A change is for bookings that are made from then on."`
	BalanceDays     int64          `json:"balance_days_before,omitempty" minimum:"0" maximum:"730" doc:"How many days before the start the rest is due." example:"14"`
	Refunds         []BookingGiven `json:"refunds,omitempty" maxItems:"10" doc:"What goes back to a booker who cancels: the step counts that has the most days of which so many are left. Without one, nothing. When the venue cancels, all goes back."`
}

// BookingGiven is a step of the rule for giving back.
type BookingGiven struct {
	DaysBefore int64 `json:"days_before" minimum:"0" maximum:"730" doc:"Until so many days of 24 hours before the start." example:"30"`
	Percent    int64 `json:"percent" minimum:"0" maximum:"100" doc:"Of what was paid." example:"100"`
}

func givenOf(rule []booking.GiveBack) []BookingGiven {
	out := []BookingGiven{}
	for _, g := range rule {
		out = append(out, BookingGiven(g))
	}
	return out
}

func termsOf(t *booking.Terms) BookingTerms {
	return BookingTerms{
		Currency: t.Currency, PricePerHour: t.PerHour, PricePerBooking: t.PerBooking, TaxRateBP: t.TaxRate, DepositPercent: t.DepositPercent, DepositAmount: t.DepositAmount,
		PayWithinHours: int64(t.PayWithin / inventory.Hour), BankTransfer: t.Transfers, BalanceDays: t.BalanceDays, Refunds: givenOf(t.GiveBack),
	}
}

// terms reads what a venue asks for its time.
func (in *BookingTerms) terms(check *httpapi.Checks) booking.Terms {
	t := booking.Terms{
		Currency: in.Currency, PerHour: in.PricePerHour, PerBooking: in.PricePerBooking, TaxRate: in.TaxRateBP, DepositPercent: in.DepositPercent, DepositAmount: in.DepositAmount,
		PayWithin: inventory.Micros(in.PayWithinHours) * inventory.Hour, Transfers: in.BankTransfer, BalanceDays: in.BalanceDays,
	}
	if t.Currency == "" {
		return booking.Terms{}
	}
	wire.KnownCurrency(check, "booking_terms.currency", t.Currency)
	for _, a := range [...]struct {
		field  string
		amount int64
	}{{"price_per_hour", t.PerHour}, {"price_per_booking", t.PerBooking}, {"deposit_amount", t.DepositAmount}} {
		wire.Payable(check, "booking_terms."+a.field, a.amount, t.Currency)
	}
	if (t.DepositAmount > 0 || t.DepositPercent > 0) && t.PayWithin == 0 {
		check.Add("booking_terms.pay_within_hours", "required", "must be at least 1 where there is a deposit")
	}
	days := map[int64]bool{}
	for i, g := range in.Refunds {
		if days[g.DaysBefore] {
			check.Add(fmt.Sprintf("booking_terms.refunds[%d].days_before", i), "duplicate", "is there already")
		}
		days[g.DaysBefore] = true
		t.GiveBack = append(t.GiveBack, booking.GiveBack(g))
	}
	t.GiveBack = booking.InOrder(t.GiveBack)
	return t
}

// BookingCost is what a booking costs, and what of that was paid.
type BookingCost struct {
	Currency      string         `json:"currency" example:"EUR"`
	Price         int64          `json:"price" doc:"In minor units, as all amounts here." example:"20000"`
	Deposit       int64          `json:"deposit" doc:"What of it is to be paid before the booking is confirmed." example:"6000"`
	DepositStatus string         `json:"deposit_status" enum:"none,open,paid,waived" doc:"waived: the venue wants none."`
	DepositDueAt  *time.Time     `json:"deposit_due_at,omitempty" doc:"When the booking lapses without it. Absent: it is not asked for."`
	Balance       int64          `json:"balance" doc:"What of the price is to be paid beside the deposit." example:"14000"`
	BalanceStatus string         `json:"balance_status" enum:"none,open,overdue,paid" doc:"overdue: it was due and is not paid. The booking stands; the venue decides."`
	BalanceDueAt  *time.Time     `json:"balance_due_at,omitempty"`
	Refunds       []BookingGiven `json:"refunds" doc:"What goes back to a booker who cancels, as it was when the booking was made. If they have moved it since something was paid, no more than when they moved it."`
	RefundPercent int64          `json:"refund_percent" doc:"How much of what was paid goes back if its booker cancels now." example:"50"`
	RefundAmount  int64          `json:"refund_amount" doc:"The same as an amount." example:"3000"`
	WaiverReason  string         `json:"waiver_reason,omitempty" doc:"Why the venue wants no deposit."`

	DepositRemindedAt *time.Time `json:"deposit_reminded_at,omitempty" doc:"When its booker was reminded of the deposit last: a day before it is due, but not in the first half of the time that they have for it. Absent: they were not."`
	BalanceRemindedAt *time.Time `json:"balance_reminded_at,omitempty" doc:"When its booker was reminded of the balance last: a week before it is due, and when it is. Absent: they were not."`
}

func costOf(b *bookings.Booking, now inventory.Instant) *BookingCost {
	if b.Price == 0 {
		return nil
	}
	c := &BookingCost{
		Currency: b.Terms.Currency, Price: b.Price, Deposit: b.Deposit, DepositStatus: "none", Balance: b.Balance(), BalanceStatus: "none",
		DepositDueAt: wire.TimePtr(b.PayUntil), BalanceDueAt: wire.TimePtr(b.BalanceDue), Refunds: givenOf(b.Terms.Rule()), RefundPercent: b.Terms.Percent(b.StartsAt, now), RefundAmount: b.GivenBack(now), WaiverReason: b.Waiver,
		DepositRemindedAt: wire.TimePtr(b.DepositRemindedAt), BalanceRemindedAt: wire.TimePtr(b.RemindedAt),
	}
	switch {
	case b.DepositBy != "":
		c.DepositStatus = "paid"
	case b.Waiver != "":
		c.DepositStatus = "waived"
	case b.Deposit > 0:
		c.DepositStatus = "open"
	}
	switch {
	case b.BalanceBy != "":
		c.BalanceStatus = "paid"
	case b.Balance() > 0 && b.BalanceDue > 0 && b.BalanceDue <= now && b.At(now) != booking.PendingDeposit:
		c.BalanceStatus = "overdue"
	case b.Balance() > 0:
		c.BalanceStatus = "open"
	}
	return c
}

// Money is what of payments the handlers have from elsewhere.
type Money struct {
	Settler *settlement.Settler
	Reader  *wire.Reader
}

// moneyProblem is what an error of paying for a booking is answered with.
func (*Handlers) moneyProblem(err error) error { return MoneyProblem(err) }

// MoneyProblem is what an error of paying for a booking is answered with.
func MoneyProblem(err error) error {
	if errors.Is(err, settlement.ErrNotPayable) || errors.Is(err, settlement.ErrPaid) {
		return KindNotPayable.Problem()
	}
	return paying.Problem(err)
}

// NewBookingCheckout says what of a booking is to be paid, and where.
type NewBookingCheckout struct {
	Part     string `json:"part,omitempty" enum:"deposit,balance" doc:"Default: deposit."`
	Provider string `json:"provider,omitempty" maxLength:"32" doc:"stripe, paypal or testpay, of those that are switched on. May be left out when there is one." example:"stripe"`
}

// PaymentPage is a page of a provider on which a part of a price is paid.
type PaymentPage struct {
	ID         string    `json:"id" example:"chk_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Part       string    `json:"part" enum:"deposit,balance"`
	Provider   string    `json:"provider" example:"stripe"`
	PaymentURL string    `json:"payment_url" doc:"Where it is paid. Whoever has the address can pay."`
	Amount     int64     `json:"amount" doc:"In minor units of the currency: of all dates, where it is for several." example:"18000"`
	Currency   string    `json:"currency" example:"EUR"`
	ExpiresAt  time.Time `json:"expires_at" doc:"When the page closes at the latest; that of a deposit a moment before the first of its bookings lapses."`
}

func pageOf(page *payments.Checkout, part booking.Part) PaymentPage {
	provider, _ := payment.CutAccount(page.Provider)
	return PaymentPage{page.ID, string(part), provider, page.URL, page.Amount, page.Currency, page.Deadline.Time()}
}

// BookingCheckout is a page on which a part of a booking's price is paid.
type BookingCheckout struct {
	PaymentPage
	BookingID string `json:"booking_id"`
}

func (h *Handlers) checkoutBooking(c *access.Call, in *NewBookingCheckout) (*BookingCheckout, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	part := booking.PartNamed(in.Part)
	page, err := h.Money.Settler.CheckoutBooking(c.Context(), b.OrgID, b.ID, part, in.Provider, "", "")
	if err != nil {
		return nil, h.moneyProblem(err)
	}
	return CheckoutOf(page, b.ID, part), nil
}

// CheckoutOf is a page of a provider as the API shows it.
func CheckoutOf(page *payments.Checkout, bookingID string, part booking.Part) *BookingCheckout {
	return &BookingCheckout{pageOf(page, part), bookingID}
}

// DatesCheckout is a page on which the same part of the price of several dates is paid at once.
type DatesCheckout struct {
	PaymentPage
	Dates []DateCheckout `json:"dates" doc:"What of the amount is for which date. Each is a payment of its date: it is given back and invoiced by itself."`
}

// DateCheckout is what of an amount is for a date.
type DateCheckout struct {
	BookingID string `json:"booking_id"`
	Amount    int64  `json:"amount" doc:"In minor units of the currency." example:"6000"`
}

// DatesCheckoutOf is a page of a provider for several dates as the API shows it, or for the only one of
// which something is to be paid.
func DatesCheckoutOf(page *payments.Checkout, part booking.Part) *DatesCheckout {
	out := &DatesCheckout{PaymentPage: pageOf(page, part)}
	shares := page.Shares
	if len(shares) == 0 {
		shares = []payments.Share{{OrderID: page.OrderID, Amount: page.Amount}}
	}
	for _, s := range shares {
		of, _, _ := bookings.CutBookingOrder(s.OrderID)
		out.Dates = append(out.Dates, DateCheckout{of, s.Amount})
	}
	return out
}

func (h *Handlers) checkoutSeries(c *access.Call, in *NewBookingCheckout) (*DatesCheckout, error) {
	s, err := h.series(c)
	if err != nil {
		return nil, err
	}
	part := booking.PartNamed(in.Part)
	page, err := h.Money.Settler.CheckoutDates(c.Context(), s.OrgID, s.ID, part, in.Provider, "", "")
	if err != nil {
		return nil, h.moneyProblem(err)
	}
	return DatesCheckoutOf(page, part), nil
}

// BookingManualPayment is a payment by bank transfer or in cash.
type BookingManualPayment struct {
	Part string `json:"part,omitempty" enum:"deposit,balance" doc:"Default: deposit."`
	paying.ManualPayment
}

func (h *Handlers) markBookingPaid(c *access.Call, in *BookingManualPayment) (*wire.Payment, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	note, err := paying.Reference(in.Reference)
	if err != nil {
		return nil, err
	}
	p, err := h.Money.Settler.MarkBookingPaid(organizations.WithBy(c.Context(), c.By()), b.OrgID, b.ID, booking.PartNamed(in.Part), note, in.Amount)
	if err != nil {
		return nil, h.moneyProblem(err)
	}
	return h.Money.Reader.PaymentOf(c, p)
}

// BookingPayments is what was paid for a booking.
type BookingPayments struct {
	Items     []wire.Payment `json:"items" doc:"The deposit's before those of the balance, with what of each goes back."`
	Providers []string       `json:"payment_providers" doc:"Where it can be paid."`
	// Transfer is how what is to be paid now is transferred.
	Transfer *BookingTransfer `json:"bank_transfer,omitempty" doc:"How what is to be paid now is transferred; absent: nothing is to be paid, or the venue takes no transfers."`
	Together *DatesTogether   `json:"together,omitempty" doc:"What can be paid at once of the dates that were booked with it; absent: no more than one waits."`
}

// DatesTogether is what can be paid at once of several dates: with one page (checkout-booking-series, or
// checkout-guest-dates) or one bank transfer.
type DatesTogether struct {
	Part     string `json:"part" enum:"deposit,balance" doc:"The deposits, while any are asked for, and then what else is to be paid."`
	Dates    int64  `json:"dates" doc:"Of how many dates." example:"3"`
	Amount   int64  `json:"amount" doc:"Of all of them, in minor units of the currency." example:"18000"`
	Currency string `json:"currency" example:"EUR"`
	// Transfer is one transfer for all of them.
	Transfer *BookingTransfer `json:"bank_transfer,omitempty" doc:"How all of it is paid by one transfer, which has a reference of its own; absent: the venue takes no transfers."`
}

// TogetherOf says what can be paid at once of the dates of a series at a time; nil: no more than one.
func TogetherOf(ctx context.Context, v dues.Dues, dates []bookings.Booking, now inventory.Instant) (*DatesTogether, error) {
	t := dues.AskedTogether(dates, now)
	if t == nil {
		return nil, nil //nolint:nilnil // there may be nothing, and that is not an error
	}
	how, err := v.TransferDates(ctx, dates, now)
	return &DatesTogether{string(t.Part), int64(len(t.Dates)), t.Amount, t.Currency, TransferOf(how)}, err
}

// BookingTransfer is how a part of a booking's price is paid by bank transfer.
type BookingTransfer struct {
	Part      string     `json:"part" enum:"deposit,balance"`
	Amount    int64      `json:"amount" doc:"In minor units of the currency." example:"6000"`
	Currency  string     `json:"currency" example:"EUR"`
	DueAt     *time.Time `json:"due_at,omitempty" doc:"By when it is to be there."`
	Reference string     `json:"payment_reference" example:"RF18 W8D4 XK1N 7P9S 0A7C 5F3K" doc:"What is written on the transfer, so that the payment is found: a creditor reference of ISO 11649. The deposit and the balance have one each, and so have the deposits and the balances of dates that are paid at once."`
	wire.TransferTo
}

// TransferOf is how a part of a booking's price is transferred, as the API shows it.
func TransferOf(t *dues.Transfer) *BookingTransfer {
	if t == nil {
		return nil
	}
	return &BookingTransfer{
		Part: string(t.Part), Amount: t.Amount, Currency: t.Currency, DueAt: wire.TimePtr(t.Due), Reference: inventory.InFours(t.Reference),
		TransferTo: *wire.TransferToAccount(t.Account, payment.Money{Minor: t.Amount, Currency: t.Currency}, t.Reference),
	}
}

func (h *Handlers) listBookingPayments(c *access.Call, _ *httpapi.None) (*BookingPayments, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	out := &BookingPayments{Items: []wire.Payment{}, Providers: []string{}}
	list, payouts, err := h.Store.Dues.BookingPayments(c.Context(), b.OrgID, b.ID)
	if err != nil {
		return nil, err
	}
	out.Items = append(out.Items, wire.PaymentsWith(list, payouts)...)
	how, err := h.Store.Dues.Transfer(c.Context(), b, inventory.At(h.Now()))
	if err != nil {
		return nil, err
	}
	out.Transfer = TransferOf(how)
	if b.SeriesID != "" {
		dates, err := h.Store.Bookings.SeriesBookings(c.Context(), b.OrgID, b.SeriesID)
		if err == nil {
			out.Together, err = TogetherOf(c.Context(), h.Store.Dues, dates, inventory.At(h.Now()))
		}
		if err != nil {
			return nil, err
		}
	}
	names, err := h.Money.Settler.PageProviders(c.Context(), b.OrgID)
	out.Providers = append(out.Providers, names...)
	return out, err
}

// bookingRefund is the refund in the path, of the booking in the path.
func (h *Handlers) bookingRefund(c *access.Call) (*payments.Payout, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	o, err := h.Store.Payouts.Payout(c.Context(), b.OrgID, c.Param("refund_id"))
	if err != nil {
		return nil, err
	}
	if of, _, ok := bookings.CutBookingOrder(o.OrderID); !ok || of != b.ID {
		return nil, database.ErrNotFound
	}
	return o, nil
}

func (h *Handlers) refunds() paying.Refunds {
	return paying.Refunds{Find: h.bookingRefund, Settler: h.Money.Settler, Store: h.Store}
}

// BookingPrice is what a venue asks for a booking.
type BookingPrice struct {
	Price   int64  `json:"price" minimum:"0" maximum:"99999999" doc:"In minor units of the currency of the venue's terms." example:"20000"`
	Deposit *int64 `json:"deposit,omitempty" minimum:"0" maximum:"99999999" doc:"What of it is to be paid before the booking is confirmed. Default: as the terms say of that price." example:"6000"`
}

func (h *Handlers) priceBooking(c *access.Call, in *BookingPrice) (*Booking, error) {
	return h.onBooking(c, func(ctx context.Context, b *bookings.Booking, now inventory.Instant) (*bookings.Booking, error) {
		var check httpapi.Checks
		step := inventory.Step(b.Terms.Currency)
		switch deposit := in.Deposit; {
		case b.Terms.Currency == "":
			check.Add("price", "needs_currency", "the venue had no currency in its booking_terms when the booking was made")
		case in.Price%step != 0:
			check.Add("price", "not_payable", "must be a multiple of %d in %s", step, b.Terms.Currency)
		case deposit != nil && (*deposit > in.Price || *deposit%step != 0):
			check.Add("deposit", "not_payable", "must be a part of the price, and a multiple of %d in %s", step, b.Terms.Currency)
		case deposit != nil && *deposit > 0 && b.Terms.PayWithin == 0:
			check.Add("deposit", "needs_time", "the venue's booking_terms did not say how long a deposit may take")
		}
		if err := check.Err(); err != nil {
			return nil, err
		}
		done, err := h.Store.Bookings.PriceBooking(ctx, b.OrgID, b.ID, &bookings.AgreedPrice{Price: in.Price, Deposit: in.Deposit}, now)
		if errors.Is(err, bookings.ErrBelowAddOns) {
			check.Add("price", "below_add_ons", "must be at least what the add-ons cost")
			return nil, check.Err()
		}
		return done, err
	})
}

// DepositWaiver says why a venue wants no deposit.
type DepositWaiver struct {
	Reason string `json:"reason" minLength:"1" maxLength:"500" doc:"Why, in your own words." example:"The choir of our own house"`
}

func (h *Handlers) waiveDeposit(c *access.Call, in *DepositWaiver) (*Booking, error) {
	var check httpapi.Checks
	why := check.Prose("reason", in.Reason, 500)
	if why == "" {
		check.Add("reason", "required", "must not be empty")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	return h.onBooking(c, func(ctx context.Context, b *bookings.Booking, now inventory.Instant) (*bookings.Booking, error) {
		return h.Store.Bookings.WaiveDeposit(ctx, b.OrgID, b.ID, why, now)
	})
}

// maxOverdue bounds the bookings whose rest is overdue that are listed.
const maxOverdue = 200

// OverdueBookings are bookings whose rest was due and is not paid.
type OverdueBookings struct {
	Items []Booking `json:"items" doc:"By when it was due, at most 200."`
}

func (h *Handlers) listOverdue(c *access.Call, _ *httpapi.None) (*OverdueBookings, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	list, err := h.Store.Dues.Overdue(c.Context(), v.OrgID, v.ID, inventory.At(h.Now()), maxOverdue)
	if err != nil {
		return nil, err
	}
	out := &OverdueBookings{Items: make([]Booking, len(list))}
	for i := range list {
		out.Items[i] = *h.bookingOf(&list[i])
	}
	return out, nil
}
