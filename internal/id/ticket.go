package id

import "strings"

// Ticket is the prefix of the ids of tickets: a ticket is a unit of an order,
// and its id is the order's characters with two more for the number of the
// unit. So a ticket needs no row of its own to exist.
//
//	ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s        an order of two units
//	tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01      its first
//	tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s02      and its second ticket
const Ticket = "tkt_"

const (
	unitLen = 2 // characters that number a unit of an order
	// MaxUnit is the highest number that a unit can have. Units count from 1.
	MaxUnit = 1<<(5*unitLen) - 1
)

// TicketOf makes the id of a unit of an order. It panics when order is not an order
// id or unit is out of range, which is a programmer's mistake.
func TicketOf(order string, unit int64) string {
	if _, ok := EventOf(order, Order); !ok || unit < 1 || unit > MaxUnit {
		panic("id: not a unit of an order: " + order)
	}
	return Ticket + order[len(Order):] + encode(uint64(unit), unitLen)
}

// UnitOf takes the id of a ticket apart. ok is false for what TicketOf cannot
// have made.
func UnitOf(ticket string) (order string, unit int64, ok bool) {
	const thing = codeLen + tailLen
	if len(ticket) != len(Ticket)+thing+unitLen || !strings.HasPrefix(ticket, Ticket) || !inAlphabet(ticket[len(Ticket):]) {
		return "", 0, false
	}
	body := ticket[len(Ticket):]
	n, _ := Value(body[thing:])
	if n == 0 {
		return "", 0, false
	}
	return Order + body[:thing], int64(n), true
}

// Value reads characters of an id as a number, five bits each: at most 12 of
// them. ok is false for characters that no id has.
func Value(s string) (v uint64, ok bool) {
	if len(s) > 12 || !inAlphabet(s) {
		return 0, false
	}
	for i := range len(s) {
		v = v<<5 | uint64(strings.IndexByte(alphabet, s[i]))
	}
	return v, true
}

// Text writes the lowest 5·n bits of v as n characters of an id: what Value
// reads. n is at most 16.
func Text(v uint64, n int) string { return encode(v, n) }
