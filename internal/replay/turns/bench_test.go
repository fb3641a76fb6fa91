package turns_test

import (
	"fmt"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	s := new(story).open()
	for i := range 4000 {
		s.joins(fmt.Sprint("p", i), "a", 1, 0, int64(i/100))
	}
	for i := range 3000 {
		s.offered(fmt.Sprint("p", i))
	}
	p := publish(b, texts(b, s.rows, s.places))
	b.ResetTimer()
	for b.Loop() {
		if _, err := p.read(nil); err != nil {
			b.Fatal(err)
		}
	}
}
