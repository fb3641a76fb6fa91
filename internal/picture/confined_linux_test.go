package picture

import (
	"image/color"
	"testing"

	"golang.org/x/sys/unix"
)

// TestConfinedAVIF: where no process may run what it has written into its memory, as systemd's
// MemoryDenyWriteExecute has it, an AVIF is decoded all the same.
func TestConfinedAVIF(t *testing.T) {
	if err := unix.Prctl(unix.PR_GET_MDWE, 0, 0, 0, 0); err != nil {
		t.Skip("this kernel does not know it")
	}
	k := withAVIF(t, "decode-avif-confined")
	made, err := k.Make(t.Context(), org, fileOf(t, "photo.avif"))
	if err != nil {
		t.Fatal(err)
	}
	want := photo(160, 120)
	got := seen(t, made)
	if a, b := got.At(8, 8), want.At(8, 8); got.Bounds() != want.Bounds() || !close24(a, b, 40) || close24(a, color.White, 8) {
		t.Errorf("it is %v, and %v at its corner, not %v", got.Bounds(), a, b)
	}
}
