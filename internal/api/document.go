package api

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/public"
	"github.com/holdfast-events/holdfast/internal/api/streams"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

const description = `Registration, waitlists that are fair and can prove it, and the story of every place.

- JSON in and out, snake_case. Times are RFC 3339; answers are in UTC. Unknown fields are refused.
- Every error is a problem document (RFC 9457) with a stable ` + "`code`" + `; ` + "`errors`" + ` names each wrong field. All kinds are explained at [/problems](/problems).
- Every POST that changes something takes an ` + "`Idempotency-Key`" + `. The same key with the same body is answered again, with ` + "`Idempotency-Replayed: true`" + `; with another body it is refused.
- Whoever sends no credentials may be asked to answer a challenge before joining a waiting room and, where the event says so, before taking a place or waiting for one: ` + "`challenge_required`" + `. get-challenge says how; the answer goes into the header ` + "`Holdfast-Challenge`" + `.
- Every answer to a change carries ` + "`ledger_seq`" + `, the number of its row in the event's audit log.
- Lists take ` + "`limit`" + ` and ` + "`cursor`" + ` and answer with ` + "`items`" + ` and ` + "`next_cursor`" + `.
- Server-sent events tell of changes: stream-event of an event, stream-me of what is one's own. Each stream begins with how things stand, so whoever comes back has missed nothing that still counts. A reader that is refused with 429 or 503 asks now and then meanwhile, and comes back later.
- What the public may read can be read by pages of any origin, without credentials (CORS). Pages of the websites that an organization names can also register people, put them on the waitlist and order for them; they can show events in a frame, which asks nothing of the API from another origin.
- What belongs to somebody else is answered with 404, as if it did not exist.`

func newDocument() *httpapi.Document {
	return httpapi.NewDocument(httpapi.DocumentConfig{
		Title: "Holdfast", Description: description,
		License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		Security: map[string]*huma.SecurityScheme{
			"key":    {Type: "http", Scheme: "bearer", BearerFormat: "hf_…", Description: "An API key, scoped to an organization and a role. One that is for one event reaches that event and what is in it: other events of the organization are not found by it, and calls about the organization are answered key_for_one_event. GET /v1/events lists that event."},
			"link":   {Type: "http", Scheme: "bearer", BearerFormat: "hl_…", Description: "The token of a signed link from a message: it acts for one person at one event."},
			"phone":  {Type: "http", Scheme: "bearer", Description: "The token of a phone with a pass for check-in (hp_…), which it has from POST /v1/checkin-passes:redeem: it checks people in at one event, for the hours of its pass."},
			"cookie": {Type: "apiKey", In: "cookie", Name: "holdfast", Description: "The cookie of somebody who is signed in (__Host-holdfast with https): it acts for the person's organizations by role, and for what is in the person's own name. A change needs to come from the server's own pages. Anyone who is a member of several organizations names one with the header Holdfast-Organization where no event says which."},
		},
		Tags:       tags,
		Samples:    samples,
		Parameters: parameters,
	})
}

// tags group the operations, in this order.
var tags = []httpapi.Tag{
	{Name: access.TagEvents, Description: "Events with their rules, tiers and figures."},
	{Name: access.TagRegistrations, Description: "Taking part without paying, the guest list, and importing it."},
	{Name: access.TagWaitlist, Description: "Waiting, where one stands and why, and the offers of what became free."},
	{Name: access.TagOrders, Description: "Buying tickets: orders, codes, payments and refunds."},
	{Name: access.TagTickets, Description: "Tickets and their codes, passing them on, and letting people in."},
	{Name: access.TagPools, Description: "How many there are, and what organizers keep back."},
	{Name: access.TagSeats, Description: "Venues, rooms, seating plans, and the seats of an event."},
	{Name: access.TagBookings, Description: "The time of the rooms of venues: who has which rooms when."},
	{Name: access.TagBoxOffice, Description: "Sale at the door: tills, what is sold at them, and their reports."},
	{Name: access.TagMarketing, Description: "Links that are given out, and what comes through them. What people agree to for marketing and sponsors."},
	{Name: access.TagResources, Description: "Waitlists for capacity that another system owns: tables, appointments."},
	{Name: access.TagAudit, Description: "What happened and why, and what was sent to people."},
	{Name: access.TagMessages, Description: "Messages to guests, their wording, and how people are reached."},
	{Name: access.TagPayments, Description: "What payment providers tell, and the books."},
	{Name: access.TagKeys, Description: "Keys for programs."},
	{Name: access.TagSignIn, Description: "Signing in and out, and what belongs to the signed-in account."},
	{Name: access.TagMembers, Description: "The organization, who may act for it, and its security log."},
	{Name: access.TagWebhooks, Description: "Being told of changes: endpoints, and the feed."},
	{Name: access.TagExports, Description: "Files with the rows of an event."},
	{Name: access.TagOperations, Description: "Whether the server is well."},
}

// parameters are all that a path or query can have.
var parameters = map[string]huma.Param{
	"provider":   {Description: "Name of the payment provider.", Example: "stripe"},
	"account_id": {Description: "ID of the organization's account at the provider.", Example: "pac_3k9q0a7c1v5m"},
	"refund_id":  {Description: "Id of the refund.", Example: "rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},

	"secret":            {Description: "The secret in the address of a calendar.", Example: "hc_4Zr0Yp6Wn2Xq8Lk5Tj1Vd7Bs3Mf9Hc0Ga6Ru2Ei4Oo8"},
	"event_id":          {Description: "Id of the event.", Example: "evt_3k9q0a7c1v5m"},
	"user_id":           {Description: "The caller's own name for the person; `mail:` and the address, in lower case and with its domain as the DNS has it, for people who registered without a key.", Example: "u_1815"},
	"entry_id":          {Description: "Id of the place on the waitlist.", Example: "wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"offer_id":          {Description: "Id of the offer.", Example: "off_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"order_id":          {Description: "Id of the order.", Example: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"ticket_id":         {Description: "Id of the ticket.", Example: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"},
	"list_id":           {Description: "Id of a list of the door. In a query: default is the event's own.", Example: "lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"pass_id":           {Description: "Id of the pass of a phone.", Example: "cpa_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"pass_event_id":     {Description: "Id of the event that sells the pass of the series.", Example: "evt_3k9q0a7c1v5n"},
	"invoice_id":        {Description: "Id of the invoice or credit note.", Example: "ivc_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"document":          {Description: "Only documents of this kind.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"invoice", "credit_note"}}},
	"event":             {Description: "Only of this event, by id.", Example: "evt_3k9q0a7c1v5m"},
	"date":              {Description: "The first day, on the clocks of the venue.", Example: "2027-06-01"},
	"days":              {Description: "How many days.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(1.0), Maximum: httpapi.Ptr(42.0)}},
	"month":             {Description: "Only those issued in this month, in the time zone of the organization's invoices.", Example: "2027-01"},
	"till_id":           {Description: "Id of the till.", Example: "til_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"purpose_id":        {Description: "Id of the purpose of consent.", Example: "cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"campaign_id":       {Description: "Id of the campaign.", Example: "cmp_3k9q0a7c1v5m"},
	"tracking_link_id":  {Description: "Id of the tracking link.", Example: "tkl_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"via":               {Description: "Code of the tracking link.", Example: "newsletter"},
	"transaction_id":    {Description: "Id of the bank transaction.", Example: "btx_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"statement_id":      {Description: "Only transactions that were taken from this bank statement.", Example: "bst_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"pool_id":           {Description: "Id of the pool.", Example: "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"block_id":          {Description: "Id of the block.", Example: "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"key_id":            {Description: "Id of the key.", Example: "key_3k9q0a7c1v5m"},
	"series_id":         {Description: "Id of the series.", Example: "ser_3k9q0a7c1v5m"},
	"venue_id":          {Description: "Id of the venue.", Example: "ven_3k9q0a7c1v5m"},
	"room_id":           {Description: "Id of the room.", Example: "roo_3k9q0a7c1v5m"},
	"calendar_id":       {Description: "Id of an imported calendar of a venue.", Example: "cal_3k9q0a7c1v5m"},
	"add_on_id":         {Description: "Id of an add-on of a venue.", Example: "adn_3k9q0a7c1v5m"},
	"booking_series_id": {Description: "Id of a booking that repeats.", Example: "bks_3k9q0a7c1v5m"},
	"place_token":       {Description: "What stands behind `/w/` in the link that somebody was mailed who waits. It opens one place.", Example: "hp_M2s5cTBhN2MxdjVtMDZmMnc4ZDR4azFuN3A5c6AAECAwQFBgcICQoLDA0ODw"},
	"booking_token":     {Description: "What stands behind `/b/` in the link that a guest was mailed. It opens one booking.", Example: "hb_M2s5cTBhN2MxdjVtAAECAwQFBgcICQoLDA0ODw"},
	"resource_key":      {Description: "Your own name for the resource.", Example: "harbour-tables"},
	"resource_id":       {Description: "Id of the resource.", Example: "res_3k9q0a7c1v5m"},
	"resource_entry_id": {Description: "Id of the place on the waitlist.", Example: "rwe_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"resource_offer_id": {Description: "Id of the offer.", Example: "rof_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"accepting":         {Description: "true: only offers that are being accepted, about which your system is asked.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"true", "false"}}},
	"everybody":         {Description: "true: those who have left the waitlist, too.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"true", "false"}}},
	"booking_id":        {Description: "Id of the booking.", Example: "bkg_3k9q0a7c1v5m"},
	"question_id":       {Description: "Id of the question.", Example: "student_card"},
	"file_id":           {Description: "Id of the file.", Example: "upl_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"filename":          {Description: "What the file is called where it comes from; who downloads it sees that. At most 300 characters.", Example: "student card.jpg"},
	"code_id":           {Description: "Id of the promo or access code.", Example: "cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"seat_id":           {Description: "Id of the seat.", Example: "sea_3k9q0a7c1v5m0000000000000042"},
	"at_least":          {Description: "A ledger seq, as a change answered it: the seats are shown at least as of then. Default: a moment ago.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(0.0)}},
	"access_code":       {Description: "Opens hidden tiers, whose seats are blocked for everybody else. Capitals do not matter.", Example: "FRIENDS"},
	"since":             {Description: "The `ledger_seq` that the caller knows the seats of.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(0.0)}},
	"plan_id":           {Description: "Id of the seating plan.", Example: "pla_3k9q0a7c1v5m"},
	"version":           {Description: "Which version. Default: the newest.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(1.0)}},
	"tile":              {Description: "Level and number of a tile, or `entries` and the number of a bundle, as C2SP's tlog-tiles writes them.", Example: "0/000"},
	"purpose":           {Description: "What an answer is for.", Example: "join", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"join", "order", "register", "upload", "waitlist"}}},
	"seq":               {Description: "The ledger seq of an audit row.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(1.0)}},
	"limit":             {Description: "How many items a page has at most. Default 50.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(1.0), Maximum: httpapi.Ptr(float64(httpapi.MaxPage)), Default: httpapi.DefaultPage}},
	"events_days":       {Description: "Count events that ended at least so many days ago."},
	"people_days":       {Description: "Count people of events that ended at least so many days ago."},
	"answers_days":      {Description: "Count answers to events that ended at least so many days ago."},
	"feedback_days":     {Description: "Count feedback on events that ended at least so many days ago."},
	"imports_days":      {Description: "Count refused rows of imports into events that ended at least so many days ago."},
	"cursor":            {Description: "The `next_cursor` of the page before. It is signed and belongs to this list."},
	"status":            {Description: "Which registrations.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"confirmed", "released"}, Default: "confirmed"}},
	"buffers":           {Description: "true: also bookings of which only set-up or tear-down overlaps the time between `from` and `until`.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"true", "false"}}},
	"booking_status":    {Description: "Only bookings that stand so.", Schema: &huma.Schema{Type: huma.TypeString}},
	"tier_id":           {Description: "Which tier's waitlist. Default: the event's first tier."},
	"subject":           {Description: "Id of an order, block, entry, offer, transfer, exchange, seat, pool, or of the event itself."},
	"exchange_id":       {Description: "Id of the exchange.", Example: "exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"transfer_id":       {Description: "Id of the transfer.", Example: "trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"invitation_id":     {Description: "Id of the invitation.", Example: "inv_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},

	"announcement_id":   {Description: "Id of the message to guests.", Example: "ann_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"at":                {Description: "When: a time as RFC 3339 has it, or the number of an audit row. A time is that of the last row that is not later.", Example: "2026-11-27T18:00:00Z"},
	"invitation_status": {Description: "Only invitations of this status.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"invited", "declined", "ended"}}},
	"standing":          {Description: "Only guests of this standing; whoever waits or is offered a place is found as such whatever else they have.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"confirmed", "ticket_holder", "offered", "pending", "waiting", "applied", "ended"}}},
	"checked_in":        {Description: "yes: somebody came in with a ticket of theirs. no: a ticket of theirs has not been used.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"yes", "no"}}},
	"answer":            {Description: "Only guests with this answer to a question of the kind choice, choices or consent: the id of the question, a colon and the value of the option, or `yes`.", Example: "diet:vegan"},
	"sort":              {Description: "In which order. newest: the latest first. relevance, the default with `q`: the best first. date: by start. distance: the nearest first, with `near`. price: the cheapest first, with `currency`. trending: what people come to now first.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"newest"}}},
	"widget":            {Description: "failed: the widget of the other company cannot be loaded.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"failed"}}},
	"by":                {Description: "What is counted together.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"network"}}},

	"organization_id": {Description: "Id of the organization.", Example: "org_3k9q0a7c1v5m"},
	"organizer":       {Description: "Only events of this organization.", Example: "org_3k9q0a7c1v5m"},
	"when":            {Description: "upcoming: those that are not over, the default. past: those that are.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"upcoming", "past"}}},

	"available":      {Description: "true: only events with a place left.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"true", "false"}}},
	"near":           {Description: "Latitude and longitude in degrees.", Example: "53.5436,9.9889"},
	"dates":          {Description: "all: each date of a series by itself. Otherwise a series is listed once.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"all"}}},
	"radius_km":      {Description: "How far away from near, 25 unless said.", Schema: &huma.Schema{Type: huma.TypeNumber, Minimum: httpapi.Ptr(0.1), Maximum: httpapi.Ptr(500.0)}},
	"city":           {Description: "Only events that count for this city: its id, or one of its names in any spelling.", Example: "munich"},
	"category":       {Description: "Only events of this category.", Schema: &huma.Schema{Type: huma.TypeString, Enum: anyOf(discovery.Categories())}},
	"tag":            {Description: "Only events with this tag, in any spelling.", Example: "open air"},
	"in_language":    {Description: "Show the event's own words in this language as far as they are translated; `main`: as they were written. Default: the first of `Accept-Language` that suits; to staff, as they were written.", Schema: &huma.Schema{Type: huma.TypeString, Enum: append(anyOf(locale.Names()), "main")}},
	"translation":    {Description: "The language of a translation.", Example: "fr", Schema: &huma.Schema{Type: huma.TypeString, Enum: anyOf(locale.Names())}},
	"language":       {Description: "Only events in this language, as an ISO 639 code.", Example: "de"},
	"age":            {Description: "Only events that somebody of this age may come to, in years.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(0.0), Maximum: httpapi.Ptr(float64(public.MaxAge))}},
	"price_max":      {Description: "What the cheapest ticket costs at most, in minor units of `currency`, tax included; 0: only events with a free one.", Example: 2000, Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(0.0), Maximum: httpapi.Ptr(float64(public.MaxPrice))}},
	"currency":       {Description: "ISO 4217: what `price_max` is in. Required with one above 0.", Example: "EUR"},
	"q":              {Description: "Words to search for."},
	"import_id":      {Description: "Id of the import.", Example: "imp_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"export_id":      {Description: "Id of the export.", Example: "exp_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"rehearsal_id":   {Description: "Id of the rehearsal.", Example: "reh_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"webhook_id":     {Description: "Id of the endpoint.", Example: "whk_3k9q0a7c1v5m"},
	"after":          {Description: "The `next_cursor` of the answer before. Without it: from the beginning."},
	"refund_state":   {Description: "Only these, which is the default: other refunds are listed with their payment.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"failed"}}},
	"delivery_state": {Description: "Only these.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"delivered", "retrying", "failed"}}},
	"oidc_link_id":   {Description: "Id of the link.", Example: "oid_3k9q0a7c1v5m"},
	"passkey_id":     {Description: "Id of the passkey.", Example: "psk_3k9q0a7c1v5m"},
	"member_id":      {Description: "Id of the member.", Example: "mem_3k9q0a7c1v5m"},
	"action":         {Description: "Only what was done so.", Schema: &huma.Schema{Type: huma.TypeString, Enum: anyOf(organizations.SecurityActions)}},
	"actor":          {Description: "Only what this member or API key did.", Example: "mem_3k9q0a7c1v5m"},
	"network":        {Description: "Only what came from this network, as the log has it.", Example: "192.0.2.0/24"},
	"from":           {Description: "From this time on.", Example: "2027-09-01T08:00:00Z", Schema: moment},
	"until":          {Description: "Before this time.", Example: "2027-09-02T08:00:00Z", Schema: moment},
	"to":             {Description: "Up to this day or time.", Example: "2027-09-02", Schema: moment},
	"session_id":     {Description: "Id of the session.", Example: "ses_3k9q0a7c1v5m"},
	"ref":            {Description: "Id of one order, place on the waitlist or offer: only what it is about.", Example: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	"after_seq":      {Description: "The `ledger_seq` that the reader knows.", Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: httpapi.Ptr(0.0)}},
	"only":           {Description: "What to tell of. Default: all.", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{streams.TopicAvailability, streams.TopicSeats}}},
}

var moment = &huma.Schema{Type: huma.TypeString, Format: "date-time"}

func anyOf(values []string) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
}
