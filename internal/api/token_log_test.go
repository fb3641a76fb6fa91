package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

// pageRoutes are the routes of the pages, of which signed links lead to most.
func (h *testServer) pageRoutes() []page.Route {
	h.t.Helper()
	reader, err := identity.NewLinkReader(identity.LinkReaderConfig{Links: h.links, Store: h.store, Mail: h.freshLink, Now: h.now})
	h.must(err)
	printer, err := ticketpdf.New()
	h.must(err)
	pages, err := page.New(page.Config{
		Store: h.store, Sequencer: h.seq, Links: reader, Tickets: h.tickets, Paper: printer, Charts: h.charts,
		Pseudonym: func(string, string) string { return "" }, Origin: "http://holdfast.test", Now: h.now,
	})
	h.must(err)
	return pages.Routes()
}

// TestNoTokenIsLogged: whatever becomes of a request to any address that a signed link
// leads to, no line of the log has its token, and no other site is told the address.
func TestNoTokenIsLogged(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	s := h.scene()
	ticket := id.TicketOf(s.order, 1)
	given := s.names["transfer_id"]
	v, err := h.store.Tickets.TransferByID(t.Context(), given)
	h.must(err)
	kinds := []struct {
		kind          identity.LinkKind
		thing, person string
		api           string // an address of the API that takes the token as a credential
	}{
		{identity.OfferLink, s.offer, s.cyd, "/v1/offers/" + s.offer},
		{identity.EntryLink, s.entry, s.cyd, "/v1/waitlist/" + s.entry},
		{identity.OrderLink, s.order, s.ada, "/v1/orders/" + s.order},
		{identity.PreferenceLink, s.ada, s.ada, s.event + "/people/ada/contact"},
		{identity.FeedbackLink, s.ada, s.ada, s.event + "/people/ada/feedback"},
		{identity.InvitationLink, s.names["invitation_id"], "", "/v1/invitations/" + s.names["invitation_id"]},
		{identity.TransferLink, given, v.Transfer.To, "/v1/transfers/" + given},
	}
	routes := h.pageRoutes()
	var tokens []string
	ask := func(when string, spoil func(token string) string) {
		t.Helper()
		for _, k := range kinds {
			good := ""
			if k.kind == identity.InvitationLink {
				good = h.invitationLink(k.thing)
			} else {
				good = h.link(k.kind, k.thing, k.person)
			}
			token := spoil(good)
			tokens = append(tokens, token, good[:len(good)/2])
			asked := 0
			for _, r := range routes {
				at, ok := strings.CutPrefix(r.Pattern, "/"+string(k.kind)+"/{token}")
				if !ok {
					continue
				}
				asked++
				at = strings.NewReplacer("{ticket}", ticket, "{provider}", "testpay").Replace(at)
				a := h.send(r.Method, "/"+string(k.kind)+"/"+token+at, "", nil, "Sec-Fetch-Site: same-origin")
				if got := a.Header.Get("Referrer-Policy"); got != "no-referrer" {
					t.Errorf("%s, %s: Referrer-Policy %q", when, r.Pattern, got)
				}
				if got := a.Header.Get("Cache-Control"); !strings.Contains(got, "no-store") {
					t.Errorf("%s, %s: Cache-Control %q", when, r.Pattern, got)
				}
				if !strings.Contains(h.logged.String(), `route="`+r.Pattern) && !strings.Contains(h.logged.String(), "route="+r.Pattern) {
					t.Errorf("%s: the log does not have %s %s", when, r.Method, r.Pattern)
				}
			}
			if asked < 2 {
				t.Errorf("%d addresses for links of kind %c", asked, k.kind)
			}
			h.send("GET", k.api, token, nil)
			for _, path := range []string{k.api + "?token=" + token, "/v1/orders/" + token, "/" + string(k.kind) + "/" + token + "/nothing", "/made-up/" + token} {
				h.send(http.MethodGet, path, "", nil)
			}
			h.send("POST", "/v1/links:renew", "", object{"link": token})
		}
	}
	same := func(token string) string { return token }
	ask("with a token that is none", func(token string) string { return token[:len(token)-1] + "~" })
	ask("with a good token", same)
	h.later(2 * time.Hour)
	ask("two hours later", same)
	if _, err := h.store.JobsDB().ExecContext(t.Context(), "alter table events rename to lost"); err != nil {
		t.Fatal(err)
	}
	ask("with a broken database", same)

	log := h.logged.String()
	if !strings.Contains(log, "page failed") {
		t.Error("no page has failed")
	}
	for _, token := range tokens {
		if at := strings.Index(log, token); at >= 0 {
			line := log[strings.LastIndexByte(log[:at], '\n')+1:]
			line, _, _ = strings.Cut(line, "\n")
			t.Errorf("the log has a token: %s", line)
			break
		}
	}
}
