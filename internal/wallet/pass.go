package wallet

import (
	"time"
	"unicode/utf8"
)

// Pass is what a telephone shows of one ticket.
type Pass struct {
	Ticket  string // tkt_…
	Version uint32 // of the token
	Token   string // what the QR code says
	Event   string // evt_…

	Title        string
	Where        string // "" when it is not said
	Organization string
	Starts, Ends time.Time
	Zone         *time.Location
	Name         string // who comes in with it; "" when it is not known
	Tier         string
	Seat         string // "" when it names none
	SeatID       string // sea_…, of the seat; "" when it names none
	Color        string // #rrggbb, of the organization; "": ours
}

// ourColor is the background when an organization has none.
const ourColor = "#12594a"

func (p *Pass) color() string {
	if p.Color == "" {
		return ourColor
	}
	return p.Color
}

// clip shortens a text to at most n characters.
func clip(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}

// Wallets are those that are set up; nil: not.
type Wallets struct {
	Apple  *Apple
	Google *Google
}
