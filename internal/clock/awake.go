package clock

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// sinceBoot counts from the start of the machine, the time that it slept
// included, where there is Linux' /proc/uptime; elsewhere it is elapsed.
func sinceBoot(elapsed func() time.Duration) func() time.Duration {
	if _, ok := uptime(); !ok {
		return elapsed
	}
	last := time.Duration(0)
	return func() time.Duration {
		if up, ok := uptime(); ok {
			last = up
		}
		return last
	}
}

func uptime() (time.Duration, bool) {
	text, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(string(text), " ")
	seconds, err := strconv.ParseFloat(first, 64)
	return time.Duration(seconds * float64(time.Second)), err == nil
}
