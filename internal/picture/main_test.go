package picture_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/holdfast-events/holdfast/internal/picture/avif"
)

// TestMain is the program that decodes an AVIF, too, when it is called as that; with another word it
// is one that may not run what it has written into its memory.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && (os.Args[1] == "decode-avif" || os.Args[1] == "decode-avif-confined") {
		if os.Args[1] != "decode-avif" {
			if err := confine(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		if err := avif.Decode(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
