package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// bounds say of each read that returns a list, and is told no limit, why that list is
// never long.
var bounds = map[string]string{
	"Accounts.Sessions":           "MaxSessions of an account; one more ends the oldest",
	"Organizations.OwnedBy":       "MaxMemberships of an address",
	"Erasures.SoleOwner":          "MaxMemberships of an address; one more is ErrLimit",
	"Accounts.OIDCLinks":          "one for each issuer that this installation has had",
	"Accounts.Passkeys":           "of one account: a few, each made by hand with a device",
	"Announcements.Automatic":     "limit 200",
	"Announcements.Written":       "limit maxWrittenAnnouncements",
	"Banks.OrdersReferenced":      "limit 10",
	"Banks.Tally":                 "a row for each state and currency",
	"Banks.TransactionParts":      "what a person assigned to an order, one at a time",
	"Banks.TransactionsOf":        "of one order, and its series: what was assigned to it, one at a time, or came with its reference",
	"Archives.ArchivedTables":     "the tables of the schema",
	"Archives.Unready":            "one for each thing that keeps an event from being archived",
	"Retentions.Of":               "one for each kind",
	"Cells.Aside":                 "jobs about one event that wait",
	"Cells.Away":                  "events of other cells, for holdfast cell verify and the reconciler",
	"Cells.Forgotten":             "contacts of one organization, for a move",
	"Cells.Inhabited":             "limit maxCells",
	"Cells.List":                  "limit maxCells",
	"Cells.Row":                   "the columns of a row",
	"Cells.Since":                 "limit placesAtOnce",
	"Cells.Tables":                "the tables of the schema",
	"Cells.Told":                  "of one event: its head each ten minutes, and what was sealed of it",
	"Cells.Versions":              "limit placesAtOnce",
	"Deliveries.Undelivered":      "limit MaxUndelivered",
	"Campaigns.Counts":            "a row for each state",
	"Campaigns.Latest":            "limit MaxCampaigns",
	"CheckIns.Lists":              "MaxLists of an event; one more is ErrLimit. One that sells passes has as many for each date",
	"CheckIns.PassNames":          "MaxPassesEver of an event",
	"CheckIns.Passes":             "MaxPassesEver of an event; one more is ErrLimit",
	"Contacts.GuestNames":         "limit maxVisited",
	"Contacts.Visited":            "limit maxVisited",
	"Consents.Counts":             "consent.MaxPurposes of an organization; one more is ErrLimit",
	"Consents.RecordOf":           "limit maxRecord",
	"Consents.StandingOf":         "of RecordOf",
	"Organizations.RecordInBatch": "two steps",
	"Deliveries.CountDeliveries":  "a row for each channel and state",
	"Follows.Of":                  "MaxFollows of an account; one more is ErrTooManyFollows",
	"Journals.Balances":           "a row for each account and currency",
	"Moves.Arrivals":              "a row for each table",
	"Moves.MovedTables":           "the tables of the schema",
	"Orders.OrdersIn":             "OrderPage.Limit",
	"Organizations.APIKeys":       "MaxAPIKeys that are not revoked, one more is ErrLimit; and as many that are",
	"Organizations.Members":       "MaxMembers of an organization; one more is ErrLimit",
	"Organizations.ServerKeys":    "the secrets of the installation, by the names that the program has",
	"PassHolders.Covering":        "limit MaxOfSeries",
	"Passes.Dates":                "MaxDates of a pass",
	"Passes.OfDate":               "limit MaxOfSeries",
	"Passes.OfSeries":             "limit MaxOfSeries",
	"Payments.Denials":            "a row for each provider and action",
	"Resources.FeePayments":       "what one place was paid with: one payment and those that go back",
	"Payments.OrderCheckouts":     "limit 200",
	"Payments.OrderPayments":      "limit 200",
	"Payments.PaidFor":            "those of the orders that it is asked for",
	"Payments.PaymentAccounts":    "limit 200, of which at most MaxPaymentAccounts are not closed",
	"Payments.Shares":             "a row for each date of one payment, at most 100",
	"Payments.ReceiveTogether":    "what CapturesQuery asks for",
	"Payouts.PaymentPayouts":      "limit 500",
	"People.Book":                 "MaxBook",
	"Tickets.Attendees":           "inventory.MaxOrderUnits of an order",
	"Tickets.OpenExchanges":       "inventory.MaxOrderUnits of an order, one that is open for each ticket",
	"Tickets.OpenTransfers":       "inventory.MaxOrderUnits of an order, one that is open for each ticket",
	"Tickets.OrderNumbers":        "the orders that it is asked for",
	"Reader.FreeTimes":            "between maxNear bookings of each of MaxVenueRooms rooms, of 31 days at most",
	"RoomCalendars.BusyTimes":     "limit MaxBusyRows: busy.MaxPeriods of each calendar of a venue",
	"RoomCalendars.Clashes":       "limit maxClashes of each of MaxVenueCalendars",
	"RoomCalendars.OfVenue":       "limit MaxVenueCalendars of a venue; one more is ErrLimit",
	"Venues.AddOns":               "limit MaxVenueAddOns of a venue; one more is ErrLimit",
	"Tills.Tills":                 "MaxTills of an event; one more is ErrLimit",
	"Tickets.TicketsOf":           "inventory.MaxOrderUnits of an order",
	"Tickets.EachTicket":          "streams: eachPage orders at a time",
	"Tickets.ToHandOver":          "of one order, which has MaxOrderUnits items",
	"Dues.BookingPayments":        "those of the two orders of one booking",
	"Reader.SeriesBookings":       "limit booking.MaxDates",
	"Webhooks.WebhooksOf":         "MaxWebhooks of an organization; one more is ErrLimit. All enabled ones are read by the pump alone",
	"Wordings.WordingsOf":         "kinds of message times languages, of the event and of all events: no others are stored",
}

// readsAll are the files whose reads are meant to see everything.
var readsAll = []string{"read_verify", "read_orphans", "backup", "migrate"}

// noAggregates are the packages beside those of the aggregates.
var noAggregates = []string{"engine", "ledger", "migrations", "postgres", "sqlite", "storetest", "table"}

// TestListsAreBounded: a read that returns a list is told a limit or what it is asked for,
// or it is in bounds with the reason.
func TestListsAreBounded(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	names, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		dir, file := filepath.Split(name)
		if slices.Contains(noAggregates, filepath.Clean(dir)) || strings.HasSuffix(name, "_test.go") || slices.ContainsFunc(readsAll, func(p string) bool { return strings.HasPrefix(file, p) }) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && fn.Name.IsExported() && lists(fn) && !limited(fn) {
				found[receiver(fn)+"."+fn.Name.Name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if bounds[name] == "" {
			t.Errorf("%s returns a list of any length: give it a limit, or say in bounds why it is short", name)
		}
	}
	for name := range bounds {
		if !found[name] {
			t.Errorf("%s is in the list and is not a read without a limit any more", name)
		}
	}
}

func receiver(fn *ast.FuncDecl) string {
	e := fn.Recv.List[0].Type
	if s, ok := e.(*ast.StarExpr); ok {
		e = s.X
	}
	if i, ok := e.(*ast.Ident); ok {
		return i.Name
	}
	return "?"
}

// lists reports whether a function reads and returns a list or a map, or calls another one
// with each row.
func lists(fn *ast.FuncDecl) bool {
	if fn.Type.Results == nil || len(fn.Type.Params.List) == 0 {
		return false
	}
	if s, ok := fn.Type.Params.List[0].Type.(*ast.SelectorExpr); !ok || s.Sel.Name != "Context" {
		return false
	}
	last := fn.Type.Params.List[len(fn.Type.Params.List)-1]
	if f, ok := last.Type.(*ast.FuncType); ok && f.Results != nil && len(fn.Type.Results.List) == 1 {
		if i, ok := f.Results.List[0].Type.(*ast.Ident); ok && i.Name == "bool" {
			return true
		}
	}
	for _, r := range fn.Type.Results.List {
		switch t := r.Type.(type) {
		case *ast.MapType:
			return true
		case *ast.ArrayType:
			if i, ok := t.Elt.(*ast.Ident); ok && i.Name == "byte" {
				continue
			}
			return t.Len == nil
		}
	}
	return false
}

// limited reports whether a function is told how many it returns at most.
func limited(fn *ast.FuncDecl) bool {
	for _, p := range fn.Type.Params.List {
		if a, ok := p.Type.(*ast.ArrayType); ok && a.Len == nil {
			return true // what it is asked for
		}
		for _, n := range p.Names {
			if n.Name == "limit" || n.Name == "n" || n.Name == "most" {
				return true
			}
		}
	}
	return false
}
