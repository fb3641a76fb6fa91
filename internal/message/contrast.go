package message

import (
	"math"
	"strconv"
)

// contrast returns the contrast of a colour, written as #rrggbb, to white: from 1 to 21
// (WCAG 2.2, relative luminance).
func contrast(text string) float64 {
	var luminance float64
	for i, weight := range [...]float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(text[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return 1
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		luminance += weight * c
	}
	return 1.05 / (luminance + 0.05)
}
