package payment

import "github.com/holdfast-events/holdfast/internal/inventory"

// maxTitle is the maximum length of a title for providers, in bytes.
const maxTitle = 120

// LinesOf are the units of an order, one line for all that are alike, for the provider's
// page, named as name says. What costs nothing is not shown there: providers do not agree on whether it may be.
// nil where they do not add up to what is to be paid, or are too many: the page then shows
// the title of the event.
func LinesOf(o *inventory.Order, name func(tier string) string) []Line {
	type alike struct {
		tier string
		each int64
	}
	at, sum := map[alike]int{}, int64(0)
	var lines []Line
	for i := range o.Items {
		it := &o.Items[i]
		if !it.Live() || it.Gross == 0 {
			continue
		}
		sum += it.Gross
		n, known := at[alike{it.Tier, it.Gross}]
		if !known {
			n = len(lines)
			at[alike{it.Tier, it.Gross}] = n
			lines = append(lines, Line{Name: name(it.Tier), Each: it.Gross})
		}
		lines[n].Count++
	}
	if sum != o.Total || len(lines) > MaxLines {
		return nil
	}
	return lines
}

// ShortTitle shortens an event's title for the provider's page.
func ShortTitle(title string) string {
	for len(title) > maxTitle { // whole characters
		r := []rune(title)
		title = string(r[:len(r)-1])
	}
	return title
}
