package api_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/holdfast-events/holdfast/internal/pythontest"
)

// receiptsHold compares receipts that people were given with the draw of so many at its public
// addresses, by verify/receipt.py.
func (d *drawing) receiptsHold(drawn int, receipts ...int) {
	d.t.Helper()
	public := httptest.NewServer(d.handler)
	defer public.Close()
	for _, n := range receipts {
		kept := filepath.Join(d.t.TempDir(), "receipt.txt")
		d.must(os.WriteFile(kept, []byte(d.receipts[n]), 0o600))
		key := d.send("GET", d.event+"/draw", "", nil).want(200).text("receipt_keys", 0)
		out, err := exec.CommandContext(d.t.Context(), pythontest.Find(d.t), "../../verify/receipt.py", public.URL+d.event, kept, key).CombinedOutput() //nolint:gosec // our own file
		want := "agrees with the draw"
		if n >= drawn {
			want = "given after the seal"
		}
		if err != nil || !strings.Contains(string(out), fmt.Sprintf("The receipt of entrant %d is genuine", n)) || !strings.Contains(string(out), want) {
			d.t.Errorf("the receipt of entrant %d: %v, %s", n, err, out)
		}
	}
}
