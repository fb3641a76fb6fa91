package main

import (
	"os"
	"strconv"
	"strings"
)

// processors is what all processors have spent so far, in clock ticks: doing
// something, and in all. Linux says so; elsewhere both are zero.
type processors struct{ busy, all int64 }

func processorsNow() processors {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return processors{}
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return parseProcessors(line)
}

// parseProcessors reads the line of all processors: user, nice, system, idle,
// waiting for a disk, and the rest.
func parseProcessors(line string) (p processors) {
	const idle, waiting = 3, 4
	for i, field := range strings.Fields(strings.TrimPrefix(line, "cpu ")) {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil || i > 7 {
			break // from there on: guests, whom user and nice have already
		}
		p.all += n
		if i != idle && i != waiting {
			p.busy += n
		}
	}
	return p
}

// since is how much of the processors was used from one moment on, in percent;
// -1 where nobody knows. It has what no phase has: the shared cluster, the
// processes that nobody waited for, and whatever else the machine does.
func (p processors) since(from processors) int {
	if p.all <= from.all {
		return -1
	}
	return int(100 * (p.busy - from.busy) / (p.all - from.all))
}
