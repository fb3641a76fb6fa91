package identity

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// BookingPrefix begins the text of the token of a booking whose booker is a guest.
const BookingPrefix = "hb_"

// BookingPath is where the page of such a booking is: /b/<token>.
const BookingPath = "/b/"

// A booking of rooms is in no event, and the link of its guest is not a Link: whoever has it was
// sent mail at the address of the guest, and may do with that one booking what its booker may. It
// works as long as the page has something to say, which is the page's to know.

// bookingLinks name a booking, without its prefix.
var bookingLinks = placeTokens{BookingPrefix, "holdfast booking v1", id.CodeLen}

// BookingToken returns the token of a booking, or "" when that is not an id of one.
func (l Links) BookingToken(booking string) string {
	if !id.Valid(booking, id.Booking) {
		return ""
	}
	return bookingLinks.token(l, []byte(strings.TrimPrefix(booking, id.Booking)))
}

// BookingURL returns the address of the page of a booking of a guest.
func (l Links) BookingURL(booking string) string {
	return strings.TrimRight(l.Base, "/") + BookingPath + l.BookingToken(booking)
}

// Booking reads the token of a booking and returns its id. The error is ErrLinkInvalid for
// everything that this server did not sign.
func (l Links) Booking(token string) (booking string, err error) {
	thing, err := bookingLinks.read(l, token)
	if err != nil {
		return "", err
	}
	return id.Booking + string(thing), nil
}
