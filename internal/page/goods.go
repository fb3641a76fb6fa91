package page

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// goodsOf names what is in an order that lets nobody in, add-ons and goods, with how many of
// each; "": it has places, or nothing of either.
func goodsOf(ev *events.EventView, h *inventory.Hold) string {
	var names []string
	for _, g := range ev.OnlyGoods(h) {
		names = append(names, soMany(g.Units, g.Name))
	}
	return strings.Join(names, ", ")
}

func soMany(n int64, name string) string { return strconv.FormatInt(n, 10) + " × " + name }

// aboutGoods says that the page is about goods instead of places.
func (v *view) aboutGoods(label, goods string) {
	v.Goods = goods
	v.Facts = append(v.Facts, fact{Label: label, Text: goods})
}

// said is what a list of texts has for the state: where the page is about goods and the list
// has words for them, these.
func (v *view) said(of map[string]string) string {
	if text, ok := of["goods."+v.State]; ok && v.Goods != "" {
		return fill(text, "{goods}", v.Goods)
	}
	return of[v.State]
}
