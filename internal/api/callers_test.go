package api_test

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// callersTable is the table of what every kind of caller may do on every route.
const callersTable = "testdata/callers.txt"

// caller is one column of the table: somebody with credentials.
type caller struct {
	name   string
	token  string
	cookie cookie
	// own are the things that this caller's link is about, where they are others than
	// the stage's.
	own map[string]string
	// may reports whether the caller may take an action on anything of the stage.
	may func(identity.Action) bool
	// outside: somebody to whom nothing of ada's, nor of her organization, may be shown
	// that is not public.
	outside bool
}

// callerGroup is a group of columns: one letter for each of its callers.
type callerGroup struct {
	name    string
	callers []caller
}

// stage is an event in which everything that a route can name is ada's, as far as it
// is somebody's.
type stage struct {
	*accessFixture
	person  string // ada
	pending string // an order of hers that is not paid
	sold    string // an order that was sold at the door
}

// stage fills an event with things of ada.
func (h *testServer) stage() *stage {
	h.t.Helper()
	event, tiers := h.sale(9, func(e object) { e["orders"], e["log"] = object{"self_refund": true}, "public" })
	bought := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 3)).want(201)
	order := bought.text("id")
	h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "ada's slip"}).want(200)
	front := h.owner("POST", event+"/orders", buy("bob", tiers["Front"], 2)).want(201).text("id")
	h.owner("POST", "/v1/orders/"+front+":mark-paid", object{"reference": "slip"}).want(200)
	join := func(name string) string {
		body := object{"user_id": name, "email": name + "@example.org", "name": name, "tier_id": tiers["Front"]}
		return h.owner("POST", event+"/waitlist:join", body).want(201).text("entry_id")
	}
	entry, waiting := join("ada"), join("dan")
	h.owner("POST", "/v1/orders/"+front+":refund", object{"items": []int{1}}).want(200)
	h.settleAll()
	s := &stage{accessFixture: h.scene(), person: bought.text("person", "id")}
	s.pending = h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 1)).want(201).text("id")
	s.event, s.entry, s.order, s.waiting = event, entry, order, waiting
	s.ada, s.dan = s.person, h.owner("GET", "/v1/waitlist/"+waiting, nil).want(200).text("person", "id")
	ticket := func(n int64) string { return "/v1/tickets/" + id.TicketOf(order, n) }
	for name, value := range map[string]string{
		"event_id": eventID(event), "entry_id": entry, "order_id": order, "ticket_id": id.TicketOf(order, 1),
		"offer_id":    h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id"),
		"transfer_id": h.owner("POST", ticket(2)+":transfer", object{"email": "eve@example.org"}).want(201).text("id"),
		"exchange_id": h.owner("POST", ticket(3)+":exchange", nil).want(201).text("id"),
		"pool_id":     h.owner("GET", event, nil).want(200).text("pools", 0, "id"),
		"block_id":    h.owner("POST", event+"/blocks", object{"units": 1}).want(201).text("id"),
		"code_id":     h.owner("POST", event+"/codes", object{"code": "FRIENDS", "kind": "access"}).want(201).text("id"),
		"tile":        "0/000.p/1",
		"purpose":     "join", "translation": "fr",
		"import_id":    h.owner("POST", event+"/imports", object{"csv": "email\nx@example.org\n"}).want(202).text("id"),
		"export_id":    h.owner("POST", event+"/exports", object{"kind": "audit"}).want(202).text("id"),
		"rehearsal_id": h.rehearsed(event),
		"list_id":      h.owner("POST", event+"/checkin-lists", object{"name": "Lounge"}).want(201).text("id"),
		"account_id":   h.owner("POST", "/v1/organization/payment-accounts", object{"provider": "stripe", "secret_key": "sk_test_1"}).want(201).text("id"),
		"announcement_id": h.owner("POST", event+"/announcements", object{
			"locale": "en", "subject": "Hello", "body": []string{"All is well."}}).want(201).text("id"),
		"refund_id": h.owner("GET", "/v1/orders/"+front+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id"), "tier_id": tiers["Regular"], "seat_id": seat(event, 1),
	} {
		s.names[name] = value
	}
	s.offer = s.names["offer_id"]
	s.names["pass_id"], _ = h.phone(event)
	s.names["invoice_id"] = h.owner("GET", "/v1/orders/"+order+"/invoices", nil).want(200).text("items", 0, "id")
	s.names["till_id"], s.sold = h.soldAtTill(event, tiers["Regular"])
	s.names["purpose_id"] = h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": object{"en": "News by email."}}).want(201).text("id")
	s.names["tracking_link_id"] = h.owner("POST", event+"/tracking-links", object{"name": "Poster", "code": "poster"}).want(201).text("id")
	s.names["via"] = "poster"
	s.names["campaign_id"] = h.owner("POST", "/v1/campaigns", object{"purpose_id": s.names["purpose_id"], "default_locale": "en", "words": object{"en": object{"subject": "News", "body": []string{"Come."}}}}).want(201).text("id")
	s.names["invitation_id"] = h.invited(event, "ada@example.org", 2)
	return h.answeredByFiles(s, event, order, entry)
}

// hall is the stage with an event that has seats, for the calls that read them. It is
// another event than that of the links.
func (h *testServer) hall(s *stage) *stage {
	h.t.Helper()
	event := h.theatre()
	return s.with(map[string]string{"event_id": eventID(event), "seat_id": seat(event, 1)})
}

// rival makes the same owner act for another organization.
func (h *testServer) rival(org string) *testServer {
	h.t.Helper()
	other := *h
	other.org, other.keys = org, map[identity.Role]string{}
	for _, r := range identity.Roles {
		other.keys[r] = h.key(org, r)
	}
	return &other
}

// anID finds the ids in an example.
var anID = regexp.MustCompile(`^[a-z]{3}_[0-9a-z]{12,}$`)

// fill returns an example with the ids in it replaced by those of a stage: whoever is
// refused is refused for what exists.
func (s *stage) fill(example any) any {
	raw, err := json.Marshal(example)
	if err != nil {
		panic(err)
	}
	var body any
	if err := json.Unmarshal(raw, &body); err != nil {
		panic(err)
	}
	return s.fillIn(body)
}

func (s *stage) fillIn(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, of := range v {
			v[name] = s.fillIn(of)
		}
	case []any:
		for i := range v {
			v[i] = s.fillIn(v[i])
		}
	case string:
		if !anID.MatchString(v) {
			return v
		}
		for _, of := range s.names {
			if strings.HasPrefix(of, v[:4]) {
				return of
			}
		}
	}
	return v
}

// with is the stage as a caller names its things.
func (s *stage) with(own map[string]string) *stage {
	if own == nil {
		return s
	}
	f := *s.accessFixture
	f.names = map[string]string{}
	for name, value := range s.names {
		f.names[name] = value
	}
	for name, value := range own {
		f.names[name] = value
	}
	return &stage{accessFixture: &f, person: s.person, pending: s.pending, sold: s.sold}
}

// call makes the real call of a route, or with harmless one that is refused for its
// query once it is known that the caller may make it.
func (h *testServer) call(s *stage, rt api.RouteInfo, c caller, harmless bool) *answer {
	h.t.Helper()
	path := s.path(rt.Path)
	var body any
	if rt.HasBody {
		body = s.fill(rt.Example)
	}
	if harmless {
		path += "?no_such_parameter=1"
	}
	if c.cookie != "" {
		return h.visit(c.cookie, rt.Method, path, body)
	}
	return h.send(rt.Method, path, c.token, body)
}

// verdicts are the letters of the table, each with the refusal that it stands for.
var verdicts = map[byte]struct {
	status int
	code   string
}{
	'y': {}, // may
	's': {401, "credentials_required"},
	'-': {403, "forbidden"},
	'f': {403, "fresh_link_required"},
	'n': {404, "not_found"},
	'o': {403, "key_for_one_event"},
}

// tried returns the letter that a call comes to.
func tried(a *answer) byte {
	for letter, v := range verdicts {
		if v.status == a.Status && a.text("code") == v.code {
			return letter
		}
	}
	if a.Status == 401 || a.Status == 403 {
		return '?'
	}
	return 'y'
}

// TestCallers tries every route with every kind of caller and compares what comes of
// it with testdata/callers.txt, in which a person has said for each route what each
// may do. The table of permissions is not asked: what is loosened there by mistake is
// found here.
func TestCallers(t *testing.T) {
	t.Parallel()
	if seed.Brief() {
		t.Skip("it makes one request after another")
	}
	h := newTestServer(t)
	s := h.stage()
	groups := h.callers(s)
	hall := h.hall(s)
	rival := h.rival(h.organization("Rival"))
	foreign := rival.stage()
	spent := h.spent(s)
	table := readCallers(t)
	before := h.owner("GET", s.event+"/audit", nil).want(200).Raw
	theirs := rival.owner("GET", foreign.event+"/audit", nil).want(200).Raw + rival.owner("GET", foreign.event+"/checkins", nil).want(200).Raw
	for _, rt := range api.Routes() {
		t.Run(rt.ID, func(t *testing.T) {
			sub := *h
			sub.t = t
			want, known := table[rt.ID]
			delete(table, rt.ID)
			if rt.Action == identity.Unauthenticated {
				if strings.Join(want, " ") != "open" {
					t.Errorf("%s asks nobody who they are, and %s says %q", rt.ID, callersTable, want)
				}
				return
			}
			things := s.of(rt.Path)
			if strings.Contains(rt.Path, "/seats") && rt.Method == "GET" {
				things = hall
			}
			got := sub.row(things, rt, groups, want)
			if !known || strings.Join(want, " ") != strings.Join(got, " ") {
				t.Errorf("%s says what each caller may do:\n%-28s %s\nbut what comes of it is:\n%-28s %s",
					callersTable, rt.ID, strings.Join(want, " "), rt.ID, strings.Join(got, " "))
			}
			sub.ended(s, rt, spent)
			switch rt.ID {
			case "put-resource", "get-guest-contact", "put-guest-contact": // keys, and names of people, are an organization's own: what another has under one is not touched
			default:
				sub.apart(s, foreign, rt, rival.keys[identity.Owner])
			}
		})
	}
	for name := range table {
		t.Errorf("%s has %s, which is not a route", callersTable, name)
	}
	if after := h.owner("GET", s.event+"/audit", nil).want(200).Raw; after != before {
		t.Errorf("a refused call changed something:\n%s\n%s", before, after)
	}
	if after := rival.owner("GET", foreign.event+"/audit", nil).want(200).Raw + rival.owner("GET", foreign.event+"/checkins", nil).want(200).Raw; after != theirs {
		t.Errorf("something of another organization was changed:\n%s\n%s", theirs, after)
	}
	h.sound()
}

// readCallers reads the table: the letters of each route by its id.
func readCallers(t *testing.T) map[string][]string {
	t.Helper()
	raw, err := os.ReadFile(callersTable)
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]string{}
	for line := range strings.Lines(string(raw)) {
		if f := strings.Fields(line); len(f) > 0 && !strings.HasPrefix(f[0], "#") {
			table[f[0]] = f[1:]
		}
	}
	return table
}

// row tries a route with every caller. Anyone who is expected to be refused makes the real
// call, and so does whoever reads; nobody else changes anything.
func (h *testServer) row(s *stage, rt api.RouteInfo, groups []callerGroup, want []string) (got []string) {
	h.t.Helper()
	for g, group := range groups {
		letters := make([]byte, len(group.callers))
		for i, c := range group.callers {
			expected := byte('?')
			if g < len(want) && i < len(want[g]) {
				expected = want[g][i]
			}
			a := h.call(s.with(c.own), rt, c, rt.Method != "GET" && (expected == 'y' || expected == '?'))
			letters[i] = tried(a)
			if letters[i] == '-' {
				h.saysWhoMay(rt, c, a)
			}
			if a.Status < 300 {
				h.handsOut(rt, c, a)
				h.keepsIn(s, rt, c, a)
			}
			if rt.Method == "GET" && letters[i] == 'y' && strings.Contains(rt.Path, "{order_id}") {
				// One that can still be paid says where.
				pending := s.with(map[string]string{"order_id": s.pending})
				h.handsOut(rt, c, h.call(pending, rt, c, false))
			}
		}
		got = append(got, string(letters))
	}
	return got
}

// aWord finds what can be a token of a link, or have one in it: what is random, as the code
// of a ticket, has the prefix of links within itself now and then.
var aWord = regexp.MustCompile(`[A-Za-z0-9_.-]*` + identity.LinkPrefix + `[A-Za-z0-9_-]+`)

// linksIn returns the links in an answer. none are words that begin as a link, and are none.
func linksIn(links identity.Links, raw string) (list []identity.Link, none []string) {
	for _, word := range aWord.FindAllString(raw, -1) {
		found := false
		for at := range word {
			if l, err := links.Parse(word[at:]); err == nil {
				list, found = append(list, l), true
			}
		}
		if !found && strings.HasPrefix(word, identity.LinkPrefix) {
			none = append(none, word)
		}
	}
	return list, none
}

// TestLinksAreFoundInAnswers: all that are links, and no code of a ticket that has the
// prefix of links within itself by chance.
func TestLinksAreFoundInAnswers(t *testing.T) {
	t.Parallel()
	links := identity.Links{Key: bytes.Repeat([]byte{7}, identity.MinLinkKey), Base: "https://holdfast.example"}
	order := id.Order + strings.Repeat("a", 28)
	link, err := links.Bearer(order, identity.ReachPay, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	for raw, want := range map[string][2]int{
		`{"url":"https://holdfast.example/r/` + link + `"}`:       {1, 0},
		`{"text":"\n` + link + `, ` + link + `"}`:                 {2, 0},
		`{"token":"AhQ` + link + `"}`:                             {1, 0},
		`{"token":"` + link[:len(link)-1] + `"}`:                  {0, 1},
		`{"code":"AhQx-hl_8sQ0","jwt":"eyJh.eyJp.hl_9a_hl_aQ"}`:   {0, 0},
		`{"code":"AhQx-hl_8sQ0","url":"/r/` + link + `/hl_8sQ0"}`: {1, 1},
	} {
		if got, none := linksIn(links, raw); len(got) != want[0] || len(none) != want[1] {
			t.Errorf("%s: %d links and %q, want %v", raw, len(got), none, want)
		}
	}
}

// handsOut fails the test when an answer has a link with which its reader could do
// what the reader may not.
func (h *testServer) handsOut(rt api.RouteInfo, c caller, a *answer) {
	h.t.Helper()
	list, none := linksIn(h.links, a.Raw)
	for _, word := range none {
		h.t.Errorf("%s: %s is told a link that is none: %s", rt.ID, c.name, word)
	}
	for _, l := range list {
		for _, action := range identity.Actions() {
			_, links, public := identity.Callers(action)
			if action == identity.FollowOwn { // what reading the order and its payments says, as it changes
				continue
			}
			if slices.Contains(links, l.Reach) && !public && !c.may(action) {
				h.t.Errorf("%s: %s is told a link that reaches %s, and may not %s", rt.ID, c.name, l.Reach, action)
			}
		}
	}
}

// askFor are the roles as refusals name them.
var askFor = map[identity.Role]string{
	identity.Owner: "Owner", identity.Organizer: "Organizer", identity.BoxOffice: "Box office", identity.Door: "Door", identity.Viewer: "Viewer",
}

// saysWhoMay fails the test when a refusal by role does not say which role is needed,
// and whom to ask for it.
func (h *testServer) saysWhoMay(rt api.RouteInfo, c caller, a *answer) {
	h.t.Helper()
	detail := a.text("detail")
	roles, _, _ := identity.Callers(rt.Action)
	if len(roles) == 0 {
		if !strings.HasPrefix(detail, "No role may do this: ") || strings.Contains(a.Raw, `"role"`) {
			h.t.Errorf("%s: %s is not told that no role may: %s", rt.ID, c.name, a.Raw)
		}
		return
	}
	// The least role that may is the last: roles are in order, from the most to the least.
	least := identity.Role("")
	for _, r := range identity.Roles {
		if slices.Contains(roles, r) {
			least = r
			if !strings.Contains(detail, askFor[r]) {
				h.t.Errorf("%s: %s is not told that %s may: %s", rt.ID, c.name, r, a.Raw)
			}
		}
	}
	if a.text("role") != string(least) || !strings.Contains(detail, "the role "+askFor[least]) || !strings.Contains(detail, "Ask ") {
		h.t.Errorf("%s: %s is not told to ask for %s: %s", rt.ID, c.name, least, a.Raw)
	}
}

// keepsIn fails the test when somebody outside is told about a thing that is not public.
func (h *testServer) keepsIn(s *stage, rt api.RouteInfo, c caller, a *answer) {
	h.t.Helper()
	if _, _, public := identity.Callers(rt.Action); public || !c.outside {
		return
	}
	for name, value := range s.names {
		if name != "user_id" && name != "purpose" && name != "translation" && strings.Contains(a.Raw, value) || strings.Contains(a.Raw, h.org) {
			h.t.Errorf("%s: %s is shown what is not theirs: %s", rt.ID, c.name, a.Raw)
			return
		}
	}
}

// ended tries a route with what was good once and what never was.
func (h *testServer) ended(s *stage, rt api.RouteInfo, spent []spentToken) {
	h.t.Helper()
	for _, old := range spent {
		h.call(s, rt, caller{token: old.token}, false).problem(401, old.code)
	}
}

// apart tries a route with the things of another organization, by the owners of
// either.
func (h *testServer) apart(s, foreign *stage, rt api.RouteInfo, rival string) {
	h.t.Helper()
	roles, _, public := identity.Callers(rt.Action)
	ours := caller{name: "an owner", token: h.keys[identity.Owner]}
	theirs := caller{name: "a rival", token: rival}
	if !slices.Contains(roles, identity.Owner) {
		h.call(s, rt, theirs, false).problem(403, "forbidden")
		h.call(foreign, rt, ours, false).problem(403, "forbidden")
		return
	}
	for _, try := range []struct {
		c      caller
		things *stage
	}{{theirs, s}, {ours, foreign}} {
		switch {
		case strings.Contains(rt.Path, "{") || strings.Contains(rt.Path, "checkins"):
			if a := h.call(try.things, rt, try.c, false); a.Status != 404 {
				h.t.Errorf("%s calls for what another organization has: %d %s", try.c.name, a.Status, a.Raw)
			}
			// What is refused first is refused alike for an id that nobody has.
			ghost := *try.things
			f := *ghost.accessFixture
			f.names = map[string]string{}
			for name, value := range ghost.names {
				f.names[name] = value[:max(len(value)-3, 0)] + "zzz"
			}
			ghost.accessFixture = &f
			a, b := h.call(try.things, rt, try.c, true), h.call(&ghost, rt, try.c, true)
			if a.Status != b.Status || a.unnamed() != b.unnamed() || a.Status < 400 {
				h.t.Errorf("of another organization: %d %s; of nobody: %d %s", a.Status, a.Raw, b.Status, b.Raw)
			}
		case rt.Method == "GET":
			raw := h.call(try.things, rt, try.c, false).want(200).Raw
			for name, value := range try.things.names {
				if name != "user_id" && name != "purpose" && name != "translation" && strings.Contains(raw, value) {
					h.t.Errorf("%s is shown what another organization has: %s", try.c.name, raw)
				}
			}
		}
	}
	// What is ours with something of theirs in the body.
	if !rt.HasBody || public {
		return
	}
	mixed := foreign.with(map[string]string{"event_id": s.names["event_id"]})
	raw, err := json.Marshal(rt.Example)
	h.must(err)
	if !strings.Contains(string(raw), "_3k9q0a7c1v5m0") {
		return
	}
	body := mixed.fill(rt.Example)
	// What a device saw is stored as it tells it; whose ticket that was is not asked.
	if a := h.owner(rt.Method, s.path(rt.Path), body); a.Status < 400 && rt.ID != "sync-checkins" && a.text("verdict") != "wrong_event" {
		h.t.Errorf("with something of another organization in the body: %d %s", a.Status, a.Raw)
	}
}

// byRole reports what a role may do.
func byRole(r identity.Role) func(identity.Action) bool {
	return func(a identity.Action) bool {
		roles, _, _ := identity.Callers(a)
		return slices.Contains(roles, r)
	}
}

// byReach reports what a link may do.
func byReach(r identity.Reach) func(identity.Action) bool {
	return func(a identity.Action) bool {
		_, links, _ := identity.Callers(a)
		return slices.Contains(links, r)
	}
}

func nothing(identity.Action) bool { return false }

// callers are the columns of the table, in its order.
func (h *testServer) callers(s *stage) []callerGroup {
	h.t.Helper()
	links := callerGroup{name: "links"}
	link := func(name string, l identity.Link, own map[string]string) {
		l.Expires = h.now().Add(time.Hour)
		if l.Person == "" {
			l.Person = s.person
		}
		token, err := h.links.Mint(l)
		h.must(err)
		links.callers = append(links.callers, caller{name: name, token: token, own: own, may: byReach(l.Reach)})
	}
	paying := map[string]string{"order_id": s.pending, "ticket_id": id.TicketOf(s.pending, 1)}
	link("contact", identity.Link{Kind: identity.PreferenceLink, Reach: identity.ReachContact, ID: s.person}, nil)
	link("feedback", identity.Link{Kind: identity.FeedbackLink, Reach: identity.ReachFeedback, ID: s.person}, nil)
	links.callers = append(links.callers, caller{name: "invitation", token: h.invitationLink(s.names["invitation_id"]), own: nil, may: byReach(identity.ReachInvitation)})
	for _, r := range []identity.Reach{identity.ReachPay, identity.ReachCheckout} {
		link(r.String(), identity.Link{Kind: identity.OrderLink, Reach: r, ID: s.pending, Person: identity.BearerOf(s.pending)}, paying)
	}
	link("entry", identity.Link{Kind: identity.EntryLink, Reach: identity.ReachEntry, ID: s.entry}, nil)
	link("order", identity.Link{Kind: identity.OrderLink, Reach: identity.ReachOrder, ID: s.order}, nil)
	link("transfer", identity.Link{Kind: identity.TransferLink, Reach: identity.ReachTransfer, ID: s.names["transfer_id"]}, nil)
	link("fresh", identity.Link{Kind: identity.OrderLink, Reach: identity.ReachFull, ID: s.order}, nil)

	other := h.event(1)
	otherOrder := h.register(other, "ada").text("order_id")
	strangers := callerGroup{name: "strangers", callers: []caller{
		{name: "link of another person", token: h.fresh(identity.EntryLink, s.waiting, s.dan)},
		{name: "same person, another event", token: h.fresh(identity.OrderLink, otherOrder, h.personID(other, "ada"))},
		{name: "link to a thing not theirs", token: h.fresh(identity.OrderLink, s.order, s.dan)},
		{name: "link of an unknown person", token: h.fresh(identity.OfferLink, s.offer, h.ids.In(id.Person, s.names["event_id"]))},
	}}
	// A link of another order goes no further than that order, though it is ada's.
	strangers.callers = append(strangers.callers, caller{name: "link of another order", token: h.link(identity.OrderLink, s.pending, s.person)})
	for i := range strangers.callers {
		strangers.callers[i].may = byReach(identity.ReachFull)
	}
	keys, members := callerGroup{name: "keys"}, callerGroup{name: "members"}
	for _, r := range identity.Roles {
		keys.callers = append(keys.callers, caller{name: "key of " + string(r), token: h.keys[r], may: byRole(r)})
		members.callers = append(members.callers, caller{name: "member, " + string(r), cookie: h.member(h.org, r, string(r)+"@staff.example"), may: byRole(r)})
	}
	gone := h.member(h.org, identity.Owner, "gone@staff.example")
	list := h.owner("GET", "/v1/members", nil).want(200)
	for i := range list.at("items").([]any) {
		if list.text("items", i, "email") == "gone@staff.example" {
			h.owner("DELETE", "/v1/members/"+list.text("items", i, "id"), nil).want(200)
		}
	}
	ada := h.signIn("ada@example.org")
	s.names["session_id"] = h.visit(ada, "GET", "/v1/me/sessions", nil).want(200).text("items", 0, "id")
	signed := callerGroup{name: "signed in", callers: []caller{
		{name: "the person, signed in", cookie: ada, may: byReach(identity.ReachFull)},
		{name: "dan, signed in", cookie: h.signIn("dan@example.org"), may: nothing},
		{name: "a stranger, signed in", cookie: h.signIn("stranger@example.org"), may: nothing, outside: true},
		{name: "an owner who was removed", cookie: gone, may: nothing, outside: true},
		{name: "an owner of a rival", cookie: h.member(h.organization("Another"), identity.Owner, "owner@rival.example"), may: nothing, outside: true},
	}}
	phones := callerGroup{name: "phones"}
	rival := h.rival(h.organization("Another rival"))
	for _, at := range []struct {
		name, event string
	}{{"phone of the event", s.event}, {"phone of another event", other}, {"phone of a rival's event", rival.event(1)}} {
		_, token := h.phone(at.event)
		phones.callers = append(phones.callers, caller{name: at.name, token: token, outside: at.event != s.event, may: func(a identity.Action) bool {
			phone, _ := identity.ForPhones(a)
			return phone
		}})
	}
	return []callerGroup{{"nobody", []caller{{name: "nobody", may: nothing}}}, links, strangers, keys, members, signed, phones, h.singleMembers(s, other), h.eventKeys(s, other)}
}
