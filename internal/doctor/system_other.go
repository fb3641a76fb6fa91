//go:build !linux && !darwin

package doctor

func freeBytes(string) (free uint64, known bool) { return 0, false }

func openFiles() (n uint64, known bool) { return 0, false }
