package store_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

func TestReading(t *testing.T) {
	t.Parallel()
	for name, open := range someEngine(t) {
		t.Run(name, func(t *testing.T) { storetest.Reading(t, open) })
	}
}
