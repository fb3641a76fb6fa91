package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// document builds the OpenAPI document from the table of routes.
type document struct {
	spec     *huma.OpenAPI
	registry huma.Registry
	problem  *huma.Schema
}

const description = `Registration, waitlists that are fair and can prove it, and the story of every place.

- JSON in and out, snake_case. Times are RFC 3339; answers are in UTC. Unknown fields are refused.
- Every error is a problem document (RFC 9457) with a stable ` + "`code`" + `; ` + "`errors`" + ` names each wrong field. All kinds are explained at [/problems](/problems).
- Every POST that changes something takes an ` + "`Idempotency-Key`" + `. The same key with the same body is answered again, with ` + "`Idempotency-Replayed: true`" + `; with another body it is refused.
- Every answer to a change carries ` + "`ledger_seq`" + `, the number of its row in the event's audit log.
- Lists take ` + "`limit`" + ` and ` + "`cursor`" + ` and answer with ` + "`items`" + ` and ` + "`next_cursor`" + `.
- What belongs to somebody else is answered with 404, as if it did not exist.`

func newDocument(version string) *document {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	if version == "" {
		version = "1"
	}
	d := &document{registry: registry, spec: &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{Title: "Holdfast", Version: version, Description: description,
			License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}},
		Components: &huma.Components{
			Schemas: registry,
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"key":    {Type: "http", Scheme: "bearer", BearerFormat: "hf_…", Description: "An API key, scoped to an organization and a role."},
				"link":   {Type: "http", Scheme: "bearer", BearerFormat: "hl_…", Description: "The token of a signed link from a message: it acts for one person at one event."},
				"cookie": {Type: "apiKey", In: "cookie", Name: "holdfast", Description: "The cookie of somebody who is signed in (__Host-holdfast with https): it acts for the person's organizations by role, and for what is in the person's own name. A change needs to come from the server's own pages. Who is a member of several organizations names one with the header Holdfast-Organization where no event says which."},
			},
		},
		Paths: map[string]*huma.PathItem{},
	}}
	for _, t := range []string{tagEvents, tagRegistrations, tagWaitlist, tagOrders, tagTickets, tagPools, tagSeats, tagAudit, tagKeys, tagSignIn, tagMembers, tagWebhooks, tagExports, tagOperations} {
		d.spec.Tags = append(d.spec.Tags, &huma.Tag{Name: t})
	}
	d.problem = registry.Schema(reflect.TypeFor[Problem](), true, "")
	return d
}

// parameters are all that a path or query can have.
var parameters = map[string]huma.Param{
	"provider":  {Description: "Name of the payment provider.", Example: "stripe"},
	"refund_id": {Description: "Id of the refund.", Example: "rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},

	"event_id":    {Description: "Id of the event.", Example: "evt_3k9q0a7c1v5m"},
	"user_id":     {Description: "The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.", Example: "u_1815"},
	"entry_id":    {Description: "Id of the place on the waitlist.", Example: "wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"offer_id":    {Description: "Id of the offer.", Example: "off_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"order_id":    {Description: "Id of the order.", Example: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"ticket_id":   {Description: "Id of the ticket.", Example: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"},
	"list_id":     {Description: "Id of a list of the door. In a query: default is the event's own.", Example: "lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"pool_id":     {Description: "Id of the pool.", Example: "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"block_id":    {Description: "Id of the block.", Example: "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"key_id":      {Description: "Id of the key.", Example: "key_3k9q0a7c1v5m"},
	"venue_id":    {Description: "Id of the venue.", Example: "ven_3k9q0a7c1v5m"},
	"room_id":     {Description: "Id of the room.", Example: "roo_3k9q0a7c1v5m"},
	"code_id":     {Description: "Id of the promo or access code.", Example: "cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"seat_id":     {Description: "Id of the seat.", Example: "sea_3k9q0a7c1v5m0000000000000042"},
	"at_least":    {Description: "A ledger seq, as a change answered it: the seats are shown at least as of then. Default: a moment ago.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: ptr(0.0)}},
	"since":       {Description: "The `ledger_seq` that the caller knows the seats of.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: ptr(0.0)}},
	"plan_id":     {Description: "Id of the seating plan.", Example: "pla_3k9q0a7c1v5m"},
	"version":     {Description: "Which version. Default: the newest.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: ptr(1.0)}},
	"limit":       {Description: "How many items a page has at most. Default 50.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: ptr(1.0), Maximum: ptr(float64(MaxPage)), Default: DefaultPage}},
	"cursor":      {Description: "The `next_cursor` of the page before. It is signed and belongs to this list."},
	"status":      {Description: "Which registrations.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"confirmed", "released"}, Default: "confirmed"}},
	"tier_id":     {Description: "Which tier's waitlist. Default: the event's first tier."},
	"subject":     {Description: "Id of an order, block, entry, offer, transfer, exchange, seat, pool, or of the event itself."},
	"exchange_id": {Description: "Id of the exchange.", Example: "exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"transfer_id": {Description: "Id of the transfer.", Example: "trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},

	"bulletin_id": {Description: "Id of the message to guests.", Example: "bul_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"standing":    {Description: "Only guests of this standing; who waits or is offered a place is found as such whatever else they have.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"confirmed", "ticket_holder", "offered", "pending", "waiting", "ended"}}},
	"checked_in":  {Description: "yes: somebody came in with a ticket of theirs. no: a ticket of theirs has not been used.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"yes", "no"}}},
	"sort":        {Description: "newest: the latest first.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"newest"}}},

	"q":              {Description: "Words to search for."},
	"import_id":      {Description: "Id of the import.", Example: "imp_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"export_id":      {Description: "Id of the export.", Example: "exp_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"webhook_id":     {Description: "Id of the endpoint.", Example: "whk_3k9q0a7c1v5m"},
	"after":          {Description: "The `next_cursor` of the answer before. Without it: from the beginning."},
	"delivery_state": {Description: "Only these.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"delivered", "retrying", "failed"}}},
	"passkey_id":     {Description: "Id of the passkey.", Example: "psk_3k9q0a7c1v5m"},
	"member_id":      {Description: "Id of the member.", Example: "mem_3k9q0a7c1v5m"},
	"session_id":     {Description: "Id of the session.", Example: "ses_3k9q0a7c1v5m"},
	"after_seq":      {Description: "The `ledger_seq` that the reader knows.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: ptr(0.0)}},
	"only":           {Description: "What to tell of. Default: all.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{topicAvailability, topicSeats}}},
}

func ptr[T any](v T) *T { return &v }

func (d *document) add(rts []route) {
	for i := range rts {
		d.spec.AddOperation(d.operation(&rts[i]))
	}
	for _, s := range d.registry.Map() {
		for _, field := range s.Properties {
			// A list is never null here, neither in what we read nor in what we write.
			if field.Type == huma.TypeArray {
				field.Nullable = false
			}
		}
	}
}

func (d *document) operation(rt *route) *huma.Operation {
	op := &huma.Operation{
		Method: rt.Method, Path: rt.Path, OperationID: rt.ID, Summary: rt.Summary, Tags: []string{rt.Tag},
		Description: rt.Description + callers(rt.Action), Security: security(rt.Action),
		Responses: map[string]*huma.Response{},
	}
	for _, name := range rt.pathParams() {
		op.Parameters = append(op.Parameters, param(name, "path"))
	}
	for _, name := range rt.Query {
		op.Parameters = append(op.Parameters, param(name, "query"))
	}
	if rt.changes() {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: huma.TypeString, MinLength: ptr(1), MaxLength: ptr(MaxIdempotencyKey), Pattern: "^[\\x21-\\x7e]+$"},
			Description: "Names this request, so that it can be repeated safely: visible ASCII.",
		})
	}
	if rt.hasBody() {
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/json": {Schema: d.registry.Schema(rt.in, true, ""), Example: rt.Example},
		}}
	}
	ok := &huma.Response{Description: http.StatusText(rt.status())}
	if rt.Media == "" {
		ok.Content = map[string]*huma.MediaType{"application/json": {Schema: d.registry.Schema(rt.out, true, ""), Example: rt.Answer}}
	} else {
		ok.Content = map[string]*huma.MediaType{rt.Media: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}
	}
	for _, t := range rt.Frames {
		d.registry.Schema(t, true, "")
	}
	if rt.changes() {
		ok.Headers = map[string]*huma.Header{"Idempotency-Replayed": {
			Description: "`true` when this is the stored answer to an earlier request with the same key.",
			Schema:      &huma.Schema{Type: huma.TypeString, Enum: []any{"true"}},
		}}
	}
	op.Responses[strconv.Itoa(rt.status())] = ok
	d.problems(op, rt)
	return op
}

func param(name, in string) *huma.Param {
	p, ok := parameters[name]
	if !ok {
		panic("api: parameter " + name + " is not documented")
	}
	p.Name, p.In, p.Required = name, in, in == "path"
	if p.Schema == nil {
		p.Schema = &huma.Schema{Type: huma.TypeString}
	}
	return &p
}

// codes are all kinds of problem that a route can answer with.
func (rt *route) codes() []string {
	codes := []string{codeInternal}
	add := func(more ...string) { codes = append(codes, more...) }
	if rt.Action != identity.Unauthenticated {
		_, link, public := identity.Callers(rt.Action)
		add(codeKeyInvalid, codeKeyExpired, codeKeyRevoked, codeForbidden, codeUnavailable, codeRateLimited)
		if rt.Method != http.MethodGet {
			add(codeForeignPage)
		}
		if roles, _, _ := identity.Callers(rt.Action); len(roles) > 0 {
			add(codePasskey)
			if !rt.inEvent() {
				add(codeOrganization)
			}
		}
		if !public {
			add(codeCredentials)
		}
		if link {
			add(codeLinkInvalid, codeLinkExpired)
		}
	}
	if rt.ID == "ready" {
		add(codeUnavailable)
	}
	if len(rt.pathParams()) > 0 {
		add(codeNotFound)
	}
	if len(rt.Query) > 0 {
		add(codeInvalid, codeURITooLong)
	}
	if rt.hasBody() {
		add(codeMalformed, codeInvalid, codeMediaType)
	}
	if rt.changes() {
		add(codeTooLarge, codeInvalid, codeKeyReused)
	}
	if rt.Method != http.MethodGet && rt.Tag != tagKeys && rt.Tag != tagSignIn && rt.Tag != tagMembers {
		add(codeBusy, codeShuttingDown, codeUnknown)
		if rt.changes() {
			add(codeOtherVersion)
		}
	}
	for _, r := range rt.Refusals {
		add(string(r))
	}
	add(rt.Problems...)
	sort.Strings(codes)
	return slices.Compact(codes)
}

// problems documents the errors of a route, one response for each status.
func (d *document) problems(op *huma.Operation, rt *route) {
	byStatus := map[int][]string{}
	for _, code := range rt.codes() {
		status := kinds[code].Status
		byStatus[status] = append(byStatus[status], code)
	}
	for status, codes := range byStatus {
		lines := make([]string, len(codes))
		for i, code := range codes {
			lines[i] = fmt.Sprintf("`%s`: %s", code, kinds[code].Title)
		}
		r := &huma.Response{
			Description: strings.Join(lines, "; ") + ".",
			Content:     map[string]*huma.MediaType{"application/problem+json": {Schema: d.problem}},
		}
		if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
			r.Headers = map[string]*huma.Header{"Retry-After": {Description: "Seconds to wait.", Schema: &huma.Schema{Type: huma.TypeInteger}}}
		}
		op.Responses[strconv.Itoa(status)] = r
	}
}

// callers says who may make a call.
func callers(a identity.Action) string {
	if a == identity.Unauthenticated {
		return ""
	}
	roles, link, public := identity.Callers(a)
	var who []string
	if len(roles) > 0 {
		names := make([]string, len(roles))
		for i, r := range roles {
			names[i] = "`" + string(r) + "`"
		}
		who = append(who, "keys and members with the role "+strings.Join(names, ", "))
	}
	if link {
		who = append(who, "the person of a signed link, or signed in")
	}
	if identity.SignedIn(a) {
		who = append(who, "whoever is signed in")
	}
	if public {
		who = append(who, "the public")
	}
	return "\n\nFor " + strings.Join(who, "; ") + "."
}

func security(a identity.Action) []map[string][]string {
	if a == identity.Unauthenticated {
		return []map[string][]string{}
	}
	roles, link, public := identity.Callers(a)
	var all []map[string][]string
	if len(roles) > 0 {
		all = append(all, map[string][]string{"key": {}})
	}
	if link {
		all = append(all, map[string][]string{"link": {}})
	}
	all = append(all, map[string][]string{"cookie": {}})
	if public {
		all = append(all, map[string][]string{})
	}
	return all
}

// bytes is the document as JSON, indented, the same each time.
func (d *document) bytes() ([]byte, error) {
	// Through a plain value: its maps are written in the order of their keys.
	raw, err := json.Marshal(d.spec)
	if err != nil {
		return nil, fmt.Errorf("api: OpenAPI: %w", err)
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, fmt.Errorf("api: OpenAPI: %w", err)
	}
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("api: OpenAPI: %w", err)
	}
	return append(out, '\n'), nil
}
