package page

// grounds is how many palettes the drawn covers have.
const grounds = 8

// ground returns which palette the cover of an event has: the first number that the art
// of the app draws from its id (web/src/lib/ui/art.ts). The cover is that colour until
// the app draws it.
func ground(seed string) int {
	h := uint32(2166136261)
	for i := range len(seed) {
		h = (h ^ uint32(seed[i])) * 16777619
	}
	h += 0x6d2b79f5
	t := (h ^ h>>15) * (1 | h)
	t = (t + (t^t>>7)*(61|t)) ^ t
	return int(uint64(t^t>>14) * grounds >> 32)
}
