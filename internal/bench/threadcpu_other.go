//go:build !linux

package bench

import "time"

// threadCPU is not known: the report has no such figure.
func threadCPU() time.Duration { return 0 }
