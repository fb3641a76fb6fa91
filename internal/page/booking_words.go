package page

import "github.com/holdfast-events/holdfast/internal/locale"

// BookingWords are what the pages of bookings of guests say, in one language.
type BookingWords struct {
	Book, BookLead, Date, Begins, Ends, People, Purpose, Name, Send, Confirm, PayDeposit, PayRest, PayDeposits, PayRests, PayDepositAlone, PayRestAlone, ForDates, ForThisDate, Cancel, GivenBack, Move, ChangeAddOns, Save, Erase, Price, DepositDue, RestDue, Calendar,
	Taken, Shut, WrongTime, WrongEmail, WrongPeople, WrongForm, TooSoon,
	Repeat, Once, Weekly, Biweekly, Monthly, RepeatUntil, IfTaken, TakenNothing, TakenSkip, TakenWait, CancelAll, WrongDates string
	// What it costs: Rule is the heading of what goes back, of which Step is one step, {percent}. Changes says that a
	// move changes that, PaidFor that it cannot.
	ShowPrice, PriceEach, Deposit, Rest, Rule, Later, Never, ByVenue, Changes, PaidFor string
	PayWithin, Step                                                                    locale.Counted
	// What is said of a time that cannot be had: {n} of {all} dates cannot. SkipThose, WaitThose and WaitOne are buttons.
	TakenThen, FreeNear, NoneNear, DatesTaken, IsTaken, SkipThose, WaitThose, WaitOne string
	// What is said of the invoice, beside BillWords.
	InvoiceTo, InvoiceFixed, BillDates string
	// States are those of dates, and skipped.
	States map[string]string
}

// wrong says why something that a guest asked for was refused.
func (w *BookingWords) wrong(r *GuestRefusal) string {
	for _, known := range [...]struct{ code, text string }{
		{"room_taken", w.Taken}, {"add_on_taken", w.Taken}, {"too_many_add_ons", w.Taken}, {"outside_opening_hours", w.Shut}, {"too_many_people", w.WrongPeople},
		{"rate_limited", w.TooSoon}, {"challenge_required", w.TooSoon}, {"in_the_past", w.WrongTime}, {"time_out_of_range", w.WrongTime}, {"too_late", w.WrongTime}, {"booking_paid", w.PaidFor},
	} {
		if r.Code == known.code {
			return known.text
		}
	}
	if r.Field == "rrule" {
		return w.WrongDates
	}
	if r.Field == "email" {
		return w.WrongEmail
	}
	return w.WrongForm
}
