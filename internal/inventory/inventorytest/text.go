package inventorytest

import (
	"strconv"
	"strings"
)

func kindOf(id string) string {
	kind, _, _ := strings.Cut(id, "_")
	return kind
}

// number reads a capacity of an audit row; "" (before the pool was made) is 0.
func number(s string) int64 {
	if s == "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return -1 << 40 // makes every sum that it enters visibly wrong
	}
	return n
}
