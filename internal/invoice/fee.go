package invoice

import "github.com/holdfast-events/holdfast/internal/booking"

// OfFee makes the invoice of the fee of a place on a waitlist, which has its tax in it.
func OfFee(s *Seller, f *Facts, of booking.Share) *Document {
	w := WordsIn(s.Language)
	d := f.document(Invoice, ForSale, s)
	d.shares(w.WaitlistFee, 1, []booking.Share{of}, s.SmallBusiness)
	d.sum(w.SmallBusiness)
	return d
}
