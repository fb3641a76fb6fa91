//go:build !linux

package main

import "errors"

// keeps says that the time of processes that nobody waited for is not counted here.
const keeps = false

func keep([]string) (int, error) { return 0, errors.New("orphans are taken over on Linux only") }
