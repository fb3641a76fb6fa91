//go:build !linux && !darwin

package avif

func mayCompile() bool { return true }
