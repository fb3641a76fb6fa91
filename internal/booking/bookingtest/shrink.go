package bookingtest

// Shrink leaves out of a history whatever it still fails without, trying at most so many shorter ones.
// fails plays one.
func Shrink(h *History, fails func(*History) bool, tries int) *History {
	best := *h
	for part := len(best.Steps) / 2; part > 0; {
		shorter := false
		for from := 0; from+part <= len(best.Steps) && tries > 0; {
			next := best
			next.Steps = append(append([]Step(nil), best.Steps[:from]...), best.Steps[from+part:]...)
			tries--
			if fails(&next) {
				best, shorter = next, true
				continue
			}
			from += part
		}
		if tries <= 0 {
			break
		}
		if !shorter || part > len(best.Steps) {
			part /= 2
		}
	}
	return &best
}
