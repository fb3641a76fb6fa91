package avif

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/picture"
)

// TestDecoderIsWhatItSays: the decoder is the one that the package comment names.
func TestDecoderIsWhatItSays(t *testing.T) {
	sum := sha256.Sum256(packed)
	if got := hex.EncodeToString(sum[:]); got != "1ee2423413384d54b3fa4e2882424d60a2a05f5fe7ec573535fdb6b531071a9b" {
		t.Errorf("its hash is %s", got)
	}
}

// TestNoFile: what is no AVIF, or too long for one, makes no picture.
func TestNoFile(t *testing.T) {
	for name, file := range map[string][]byte{"empty": nil, "text": []byte("no picture at all, and not a short one"), "too long": make([]byte, picture.MaxBytes+1)} {
		var out bytes.Buffer
		if err := Decode(t.Context(), bytes.NewReader(file), &out); !errors.Is(err, ErrDecode) || out.Len() != 0 {
			t.Errorf("%s: %d bytes, %v", name, out.Len(), err)
		}
	}
}
