package api_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestErasedProofs: once somebody is erased, whoever may read what they had is told that its
// proof was erased with them, also by rows that the log comes to later; whoever may not is told
// nothing of it. A proof that was downloaded before holds, and that of others is given as before.
func TestErasedProofs(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(2, func(e object) { e["log"] = "public" })
		adas, bobs := h.register(event, "ada").text("order_id"), h.register(event, "bob").text("order_id")
		cyds := h.register(event, "cyd").text("entry_id")
		ada, bob, cyd := h.personID(event, "ada"), h.personID(event, "bob"), h.personID(event, "cyd")
		h.growLog(event)
		key := h.send("GET", event+"/log", "", nil).want(200).text("verifier_key")
		order, ticket, entry := "/v1/orders/"+adas+"/proof", "/v1/tickets/"+id.TicketOf(adas, 1)+"/proof", "/v1/waitlist/"+cyds+"/proof"
		h.send("GET", ticket, h.fresh(identity.OrderLink, adas, ada), nil).want(200)
		kept := filepath.Join(t.TempDir(), "kept.tlog-proof")
		h.must(os.WriteFile(kept, []byte(h.send("GET", order, h.fresh(identity.OrderLink, adas, ada), nil).want(200).Raw), 0o600))

		h.owner("DELETE", event+"/people/ada", nil).want(200)
		h.owner("DELETE", event+"/people/cyd", nil).want(200)
		rivals := h.rival(h.organization("Rival"))
		for _, logged := range []bool{false, true} {
			if logged {
				h.growLog(event)
			}
			for _, thing := range []struct{ path, token string }{
				{order, h.fresh(identity.OrderLink, adas, ada)}, {entry, h.fresh(identity.EntryLink, cyds, cyd)},
			} {
				first := thing.path + "?seq=" + h.firstSeq(event, strings.Split(thing.path, "/")[3])
				newest := thing.path
				if !logged { // it is the row of the erasure
					h.owner("GET", newest, nil).problem(503, "log_pending")
					newest = first
				}
				for _, path := range []string{first, newest} {
					for _, token := range h.keys {
						h.send("GET", path, token, nil).problem(410, "proof_erased")
					}
					h.send("GET", path, thing.token, nil).problem(410, "proof_erased")
					h.send("GET", path, h.fresh(identity.OrderLink, bobs, bob), nil).problem(404, "not_found")
					h.send("GET", path, "", nil).problem(401, "credentials_required")
					h.visit(h.signIn("ada@example.org"), "GET", path, nil).problem(404, "not_found")
					rivals.owner("GET", path, nil).problem(404, "not_found")
				}
				h.owner("GET", thing.path+"?seq=1", nil).problem(404, "not_found") // it is about something else
			}
		}
		h.owner("GET", ticket, nil).problem(410, "proof_erased")
		if out := h.checkLog("proof", kept, key); !strings.Contains(out, "The proof holds") {
			t.Errorf("what was downloaded before: %s", out)
		}
		h.send("GET", "/v1/orders/"+bobs+"/proof", h.fresh(identity.OrderLink, bobs, bob), nil).want(200)
	})
}
