package e2e

import (
	"bytes"
	"image/jpeg"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestAVIF: the binary decodes an AVIF in a process of its own, gives it as JPEG, and refuses what
// is cut.
func TestAVIF(t *testing.T) {
	together(t, func(t *testing.T, db string) {
		s := serveDemo(t, db)
		photo, err := os.ReadFile("../internal/picture/testdata/photo.avif")
		if err != nil {
			t.Fatal(err)
		}
		send := func(file []byte) *reply {
			t.Helper()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/v1/pictures", bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+s.key)
			req.Header.Set("Content-Type", "image/avif")
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close() //nolint:errcheck // only read
			b, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			return &reply{t: t, call: "an AVIF", status: resp.StatusCode, body: b}
		}
		made := send(photo).want(201).is("width", "160").is("height", "120").at("id")
		file, err := jpeg.DecodeConfig(bytes.NewReader(s.call("GET", "/media/"+made+"/160.jpg", nil).want(200).body))
		if err != nil || file.Width != 160 || file.Height != 120 {
			t.Errorf("it is given as %v, %v", file, err)
		}
		if cut := send(photo[:len(photo)-60]).want(422); !strings.Contains(string(cut.body), "picture_broken") {
			t.Errorf("cut: %s", cut.body)
		}
	})
}
