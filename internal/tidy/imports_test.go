package tidy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"
)

// rooms says which other rooms the code of a room may import, tests aside. It
// is the picture in docs/ARCHITECTURE.md:
//
//	cmd → server → api, jobs → sequencer, domain packages → store → audit, inventory, id
//
// A new room gets a line here, as low as it can stand.
var rooms = map[string][]string{
	// the ground: pure, no room below
	"internal/inventory":          {},
	"internal/stream":             {"internal/limit"},
	"internal/address":            {},
	"internal/batch":              {},
	"internal/id":                 {},
	"internal/cache":              {},
	"internal/limit":              {},
	"internal/peers":              {"internal/limit"},
	"internal/broker":             {},
	"internal/demand":             {"internal/inventory", "internal/limit"},
	"internal/clock":              {},
	"internal/rush":               {},
	"internal/turns":              {},
	"internal/draw":               {"internal/merkle"},
	"internal/merkle":             {},
	"internal/waitroom":           {"internal/merkle", "internal/draw", "internal/inventory"},
	"internal/keyring":            {},
	"internal/tlog":               {"internal/merkle", "internal/audit", "internal/id", "internal/inventory", "internal/keyring"},
	"internal/netguard":           {},
	"internal/ngram":              {},
	"internal/trending":           {"internal/inventory"},
	"internal/objectstore":        {},
	"internal/objectstore/s3test": {"internal/objectstore"},
	"internal/picture":            {"internal/id", "internal/picture/colour"},
	"internal/picture/colour":     {},
	"internal/preview":            {"internal/cover", "internal/picture", "internal/ticketpdf"},
	"internal/provider":           {},
	"internal/captcha":            {},
	"internal/oidc":               {"internal/cache", "internal/netguard"},
	"internal/oidc/oidctest":      {},
	"internal/audit":              {"internal/inventory"},
	"internal/replay":             {"internal/inventory"},
	"internal/changefeed":         {"internal/inventory", "internal/id"},
	"internal/checkin":            {"internal/inventory"},
	"internal/ticket":             {"internal/id"},
	"internal/seating":            {"internal/inventory"},
	"internal/payment":            {"internal/inventory"},
	"internal/bankfile":           {"internal/inventory", "internal/payment"},
	"internal/transfer":           {"internal/bankfile", "internal/inventory", "internal/payment"},
	"internal/vat":                {"internal/inventory"},
	"internal/vat/vies":           {"internal/inventory", "internal/vat"},
	"internal/vat/vies/viestest":  {},
	"internal/invoice":            {"internal/booking", "internal/inventory", "internal/locale"},
	"internal/cover":              {},
	"internal/question":           {"internal/id", "internal/translation"},
	"internal/translation":        {},
	"internal/booking":            {"internal/inventory"},
	"internal/resource":           {"internal/inventory"},
	"internal/recurrence":         {},
	"internal/busy":               {"internal/booking", "internal/inventory", "internal/recurrence"},
	"internal/venue":              {},
	"internal/calendar":           {},
	"internal/locale":             {},
	"internal/ticketpdf":          {"internal/locale", "internal/cover", "internal/ticket"},
	"internal/wallet":             {"internal/wallet"},
	// the store, with engine, sqlite and postgres inside it, on the descriptions of tables
	"internal/store/table": {"internal/audit", "internal/store"}, // the store's engine
	"internal/store":       {"internal/invoice", "internal/translation", "internal/store/table", "internal/address", "internal/batch", "internal/booking", "internal/resource", "internal/ngram", "internal/seating", "internal/audit", "internal/checkin", "internal/inventory", "internal/id"},
	// the writer
	"internal/store/ledger": {"internal/store", "internal/store/table", "internal/audit", "internal/inventory", "internal/id"},
	"internal/passes":       {"internal/sequencer", "internal/store", "internal/inventory", "internal/id"},
	"internal/peer":         {},
	"internal/homes":        {"internal/peer", "internal/sequencer", "internal/store", "internal/inventory"},
	"internal/cells":        {"internal/api/access", "internal/peer", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/store", "internal/ticket", "internal/waitroom"},
	"internal/sequencer":    {"internal/store/ledger", "internal/clock", "internal/batch", "internal/store", "internal/audit", "internal/inventory", "internal/id"},
	// the domain
	"internal/identity":         {"internal/checkin", "internal/store", "internal/inventory", "internal/id", "internal/cache", "internal/limit"},
	"internal/message":          {"internal/booking", "internal/waitroom", "internal/calendar", "internal/locale", "internal/cover", "internal/store", "internal/inventory", "internal/id"},
	"internal/mail":             {"internal/address", "internal/provider", "internal/store", "internal/inventory", "internal/message"},
	"internal/sms":              {"internal/provider"},
	"internal/discovery":        {"internal/ngram", "internal/locale", "internal/inventory", "internal/store", "internal/trending"},
	"internal/push":             {"internal/netguard", "internal/provider"},
	"internal/consent":          {"internal/locale"},
	"internal/campaign":         {"internal/consent"},
	"internal/turnedaway":       {"internal/store", "internal/inventory"},
	"internal/tracking":         {"internal/cache", "internal/store", "internal/inventory"},
	"internal/feedback":         {"internal/store", "internal/inventory"},
	"internal/delivery":         {"internal/locale", "internal/translation", "internal/question", "internal/feedback", "internal/address", "internal/provider", "internal/audience", "internal/mail", "internal/message", "internal/sms", "internal/push", "internal/store", "internal/ticket", "internal/inventory", "internal/id"},
	"internal/audience":         {"internal/ngram", "internal/question", "internal/store", "internal/inventory"},
	"internal/backup":           {"internal/store"},
	"internal/replica":          {"internal/objectstore", "internal/store"},
	"internal/statement":        {"internal/id", "internal/inventory", "internal/store"},
	"internal/publiclog":        {"internal/store", "internal/tlog", "internal/inventory", "internal/witness"},
	"internal/publiclog/mirror": {"internal/inventory", "internal/objectstore", "internal/publiclog", "internal/store", "internal/tlog"},
	"internal/witness":          {"internal/tlog"},
	"internal/picture/avif":     {"internal/picture"},
	"internal/picture/shelf":    {"internal/picture", "internal/objectstore", "internal/store", "internal/inventory"},
	"internal/upload":           {"internal/id", "internal/inventory", "internal/objectstore", "internal/picture", "internal/question", "internal/store"},
	"internal/export":           {"internal/objectstore", "internal/store", "internal/inventory", "internal/question"},
	"internal/archive":          {"internal/audit", "internal/inventory", "internal/merkle", "internal/objectstore", "internal/publiclog", "internal/store", "internal/tlog"},
	"internal/erasure":          {"internal/address", "internal/objectstore", "internal/store", "internal/inventory", "internal/id"},
	"internal/guestlist":        {"internal/sequencer", "internal/store", "internal/inventory", "internal/id"},
	"internal/movein":           {},
	"internal/saleimport":       {"internal/address", "internal/guestlist", "internal/id", "internal/inventory", "internal/question", "internal/sequencer", "internal/store", "internal/ticket"},
	"internal/webhook":          {"internal/changefeed", "internal/netguard", "internal/provider", "internal/store", "internal/inventory"},
	"internal/admission":        {"internal/address", "internal/ngram", "internal/batch", "internal/store", "internal/id"},
	"internal/replay/turns":     {"internal/merkle", "internal/inventory"},
	"internal/consent/stored":   {"internal/consent", "internal/store"},
	"internal/campaign/stored":  {"internal/campaign", "internal/store"},
	"internal/replay/stored":    {"internal/replay", "internal/store", "internal/inventory", "internal/id"},
	// what stores the decisions about the waitlists of resources
	"internal/resource/waitlists": {"internal/resource", "internal/store", "internal/inventory", "internal/id"},
	// what people see of the seats
	"internal/seatchart": {"internal/store", "internal/seating", "internal/inventory", "internal/id"},
	// the provider for trying things out keeps what payers did
	"internal/payment/testpay": {"internal/locale", "internal/payment", "internal/message", "internal/store", "internal/inventory"},
	// accounts of organizations at the providers that have accounts
	"internal/merchant": {"internal/cache", "internal/payment", "internal/payment/paypal", "internal/payment/stripe", "internal/store", "internal/inventory", "internal/id"},
	// who joins a waiting room
	"internal/waitroom/joins": {"internal/waitroom", "internal/draw", "internal/batch", "internal/store", "internal/inventory"},
	// asking strangers for work
	"internal/demand/warm":       {"internal/demand", "internal/inventory", "internal/store"},
	"internal/challenge":         {"internal/batch", "internal/captcha", "internal/store", "internal/inventory"},
	"internal/challenge/signals": {"internal/challenge", "internal/inventory", "internal/limit"},
	// moving draws on
	"internal/waitroom/draws": {"internal/merkle", "internal/waitroom", "internal/draw", "internal/id", "internal/store", "internal/inventory"},
	"internal/busy/fetch":     {"internal/busy", "internal/inventory", "internal/netguard", "internal/store"},
	"internal/drand":          {"internal/draw", "internal/netguard"},
	// who comes in from one
	"internal/waitroom/turnstile": {"internal/waitroom", "internal/draw", "internal/cache", "internal/store", "internal/inventory"},
	"internal/settlement/returns": {"internal/audit", "internal/inventory", "internal/payment", "internal/settlement/journal", "internal/store"},
	"internal/settlement/journal": {"internal/id", "internal/inventory", "internal/store"},
	"internal/settlement":         {"internal/settlement/journal", "internal/settlement/returns", "internal/locale", "internal/booking", "internal/bankfile", "internal/transfer", "internal/payment", "internal/peer", "internal/sequencer", "internal/batch", "internal/store", "internal/inventory", "internal/id", "internal/resource"},
	"internal/verify":             {"internal/replay/stored", "internal/consent", "internal/merkle", "internal/resource", "internal/booking", "internal/draw", "internal/store", "internal/tlog", "internal/checkin", "internal/audit", "internal/inventory", "internal/id", "internal/question"},
	"internal/demo":               {"internal/address", "internal/sequencer", "internal/identity", "internal/store", "internal/seating", "internal/inventory", "internal/inventory/seatmap", "internal/id"},
	// Remembers how places of waitlists came back.
	"internal/waitroom/returns": {"internal/waitroom", "internal/cache", "internal/store", "internal/inventory"},
	// the edges
	"verify":               {},
	"web":                  {},
	"internal/site":        {"internal/locale"},
	"internal/socket":      {},
	"internal/certs":       {"internal/store", "internal/inventory"},
	"internal/page/keeper": {"internal/store"},
	"internal/page":        {"internal/page/keeper", "internal/address", "internal/billing", "internal/vat", "internal/transfer", "internal/tracking", "internal/translation", "internal/booking", "internal/calendar", "internal/consent/stored", "internal/consent", "internal/invoice", "internal/feedback", "internal/locale", "verify", "internal/discovery", "internal/cover", "internal/publiclog", "internal/tlog", "internal/delivery", "internal/payment", "internal/seatchart", "internal/message", "internal/site", "internal/ticket", "internal/ticketpdf", "internal/wallet", "internal/id", "internal/sequencer", "internal/identity", "internal/store", "internal/inventory", "internal/waitroom", "internal/waitroom/turnstile", "internal/venue", "internal/resource", "internal/resource/waitlists", "internal/picture", "internal/preview", "internal/waitroom/returns"},
	"internal/mailbox":     {"internal/store", "internal/inventory"},
	// the edge: the transport kit knows no domain, and groups of resources do not know each other
	"internal/httpapi":           {"internal/address", "internal/socket"},
	"internal/api/refusal":       {"internal/httpapi", "internal/inventory"},
	"internal/api/roomtime":      {"internal/booking", "internal/httpapi", "internal/inventory", "internal/store"},
	"internal/api/paying":        {"internal/api/access", "internal/api/wire", "internal/httpapi", "internal/inventory", "internal/payment", "internal/settlement", "internal/settlement/journal", "internal/store"},
	"internal/api/access":        {"internal/turnedaway", "internal/turns", "internal/consent/stored", "internal/consent", "internal/address", "internal/captcha", "internal/api/refusal", "internal/cache", "internal/demand", "internal/challenge/signals", "internal/challenge", "internal/clock", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/limit", "internal/objectstore", "internal/sequencer", "internal/store", "internal/waitroom", "internal/question"},
	"internal/api/wire":          {"internal/vat", "internal/picture", "internal/consent/stored", "internal/consent", "internal/tracking", "internal/transfer", "internal/invoice", "internal/address", "internal/api/access", "internal/audience", "internal/delivery", "internal/discovery", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/message", "internal/page", "internal/payment", "internal/seatchart", "internal/sequencer", "internal/store", "internal/ticket", "internal/wallet", "internal/question", "internal/venue", "internal/waitroom/returns", "internal/locale", "internal/translation"},
	"internal/api/events":        {"internal/page/keeper", "internal/passes", "internal/api/access", "internal/api/roomtime", "internal/api/refusal", "internal/api/wire", "internal/cache", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/inventory/seatmap", "internal/peer", "internal/question", "internal/recurrence", "internal/replay", "internal/replay/stored", "internal/seatchart", "internal/seating", "internal/sequencer", "internal/store", "internal/consent"},
	"internal/api/registrations": {"internal/consent", "internal/api/access", "internal/api/refusal", "internal/api/wire", "internal/challenge", "internal/audience", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/page", "internal/sequencer", "internal/store"},
	"internal/api/orders":        {"internal/translation", "internal/api/access", "internal/api/paying", "internal/api/refusal", "internal/api/wire", "internal/audience", "internal/challenge", "internal/consent", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/payment", "internal/question", "internal/seatchart", "internal/sequencer", "internal/settlement", "internal/store"},
	"internal/billing":           {"internal/inventory", "internal/invoice", "internal/store", "internal/vat"},
	"internal/api/invoices":      {"internal/billing", "internal/booking", "internal/settlement", "internal/vat", "internal/api/access", "internal/api/wire", "internal/export", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/invoice", "internal/payment", "internal/store"},
	"internal/api/bank":          {"internal/api/wire", "internal/booking", "internal/api/access", "internal/api/paying", "internal/bankfile", "internal/export", "internal/httpapi", "internal/identity", "internal/inventory", "internal/payment", "internal/settlement", "internal/store", "internal/transfer"},
	"internal/api/tills":         {"internal/api/access", "internal/api/paying", "internal/api/refusal", "internal/api/wire", "internal/export", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/payment", "internal/settlement", "internal/store", "internal/ticket"},
	"internal/api/translations":  {"internal/api/access", "internal/api/refusal", "internal/api/wire", "internal/httpapi", "internal/identity", "internal/inventory", "internal/locale", "internal/question", "internal/store", "internal/translation"},
	"internal/api/tickets":       {"internal/api/access", "internal/api/refusal", "internal/api/wire", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/page", "internal/seatchart", "internal/store", "internal/ticket", "internal/ticketpdf", "internal/wallet"},
	"internal/api/checkins":      {"internal/admission", "internal/api/access", "internal/api/wire", "internal/cache", "internal/checkin", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/publiclog", "internal/store", "internal/ticket", "internal/question"},
	"internal/api/venues":        {"internal/api/paying", "internal/payment", "internal/settlement", "internal/settlement/returns", "internal/api/access", "internal/api/roomtime", "internal/booking", "internal/api/refusal", "internal/api/wire", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/recurrence", "internal/seatchart", "internal/seating", "internal/store", "internal/venue"},
	"internal/api/roomcalendars": {"internal/api/access", "internal/api/refusal", "internal/api/wire", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/netguard", "internal/store"},
	"internal/api/bookers":       {"internal/address", "internal/api/access", "internal/api/invoices", "internal/api/roomtime", "internal/api/venues", "internal/api/wire", "internal/booking", "internal/challenge", "internal/erasure", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/message", "internal/settlement", "internal/store"},
	"internal/api/joiners":       {"internal/address", "internal/api/access", "internal/api/invoices", "internal/api/paying", "internal/api/resources", "internal/api/wire", "internal/challenge", "internal/erasure", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/message", "internal/resource", "internal/resource/waitlists", "internal/settlement", "internal/store"},
	"internal/api/resources":     {"internal/address", "internal/api/access", "internal/api/paying", "internal/api/wire", "internal/broker", "internal/erasure", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/netguard", "internal/payment", "internal/resource", "internal/resource/waitlists", "internal/settlement", "internal/store", "internal/webhook"},
	"internal/api/messages":      {"internal/export", "internal/feedback", "internal/api/access", "internal/api/wire", "internal/audience", "internal/delivery", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/message", "internal/push", "internal/sms", "internal/store"},
	"internal/api/accounts":      {"internal/address", "internal/api/access", "internal/api/refusal", "internal/api/wire", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/merchant", "internal/message", "internal/oidc", "internal/payment", "internal/payment/paypal", "internal/payment/stripe", "internal/store"},
	"internal/api/people":        {"internal/address", "internal/api/access", "internal/api/wire", "internal/erasure", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/peer", "internal/store", "internal/waitroom/joins", "internal/api/resources", "internal/api/venues"},
	"internal/api/pictures":      {"internal/api/access", "internal/api/wire", "internal/httpapi", "internal/identity", "internal/objectstore", "internal/picture", "internal/picture/shelf", "internal/store"},
	"internal/api/archives":      {"internal/api/access", "internal/api/wire", "internal/httpapi", "internal/identity", "internal/inventory", "internal/store"},
	"internal/api/marketing":     {"internal/campaign", "internal/campaign/stored", "internal/discovery", "internal/message", "internal/consent/stored", "internal/consent", "internal/api/access", "internal/api/wire", "internal/export", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/page", "internal/payment", "internal/store", "internal/ticket", "internal/tracking"},
	"internal/api/questions":     {"internal/audience", "internal/limit", "internal/objectstore", "internal/picture", "internal/upload", "internal/api/access", "internal/api/wire", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/question", "internal/store"},
	"internal/api/integrations":  {"internal/api/access", "internal/api/wire", "internal/changefeed", "internal/export", "internal/guestlist", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/netguard", "internal/objectstore", "internal/peer", "internal/question", "internal/saleimport", "internal/seating", "internal/store", "internal/webhook"},
	"internal/api/streams":       {"internal/waitroom", "internal/api/access", "internal/api/wire", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/seatchart", "internal/socket", "internal/store", "internal/stream"},
	"internal/api/logs":          {"internal/api/access", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/publiclog", "internal/store", "internal/tlog"},
	"internal/api/calendars":     {"internal/booking", "internal/api/access", "internal/api/wire", "internal/cache", "internal/calendar", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/page", "internal/store"},
	"internal/api/waitingrooms":  {"internal/address", "internal/demand", "internal/api/access", "internal/api/refusal", "internal/api/wire", "internal/challenge/signals", "internal/challenge", "internal/draw", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/rehearsal/runs", "internal/statement", "internal/store", "internal/waitroom", "internal/waitroom/draws", "internal/waitroom/joins", "internal/waitroom/turnstile"},
	"internal/api/public":        {"internal/discovery", "internal/api/access", "internal/clock", "internal/api/wire", "internal/audience", "internal/httpapi", "internal/id", "internal/identity", "internal/inventory", "internal/store", "internal/cache"},
	"internal/api":               {"internal/turnedaway", "internal/turns", "internal/billing", "internal/upload", "internal/passes", "internal/api/roomcalendars", "internal/api/tills", "internal/api/bank", "internal/api/invoices", "internal/api/marketing", "internal/tracking", "internal/api/resources", "internal/replay/stored", "internal/resource/waitlists", "internal/discovery", "internal/admission", "internal/api/access", "internal/api/accounts", "internal/api/calendars", "internal/api/checkins", "internal/api/events", "internal/api/integrations", "internal/api/logs", "internal/api/messages", "internal/api/orders", "internal/api/people", "internal/api/public", "internal/api/refusal", "internal/api/registrations", "internal/api/streams", "internal/api/tickets", "internal/api/venues", "internal/api/waitingrooms", "internal/api/wire", "internal/challenge/signals", "internal/challenge", "internal/delivery", "internal/erasure", "internal/httpapi", "internal/id", "internal/identity", "internal/merchant", "internal/message", "internal/page", "internal/payment", "internal/publiclog", "internal/rehearsal/runs", "internal/seatchart", "internal/sequencer", "internal/settlement", "internal/site", "internal/statement", "internal/store", "internal/stream", "internal/ticket", "internal/ticketpdf", "internal/waitroom/draws", "internal/waitroom/joins", "internal/waitroom/turnstile", "internal/wallet", "internal/webhook", "internal/api/questions", "internal/limit", "internal/api/pictures", "internal/picture", "internal/picture/shelf", "internal/waitroom/returns", "internal/api/archives", "internal/inventory", "internal/api/bookers", "internal/api/joiners", "internal/booking", "internal/api/translations", "internal/locale", "internal/oidc", "internal/page/keeper"},
	"internal/jobs":              {"internal/campaign", "internal/campaign/stored", "internal/consent", "internal/audit", "internal/booking", "internal/resource", "internal/resource/waitlists", "internal/webhook", "internal/payment", "internal/provider", "internal/erasure", "internal/guestlist", "internal/settlement", "internal/export", "internal/delivery", "internal/sequencer", "internal/mail", "internal/message", "internal/identity", "internal/store", "internal/inventory", "internal/id", "internal/ticket", "internal/waitroom", "internal/draw", "internal/archive", "internal/locale"},
	// the wiring
	"internal/server":         {"*"},
	"internal/rehearsal/runs": {"internal/inventory", "internal/store", "internal/waitroom"},
	"internal/rehearsal":      {"internal/draw", "internal/hammer", "internal/id", "internal/identity", "internal/inventory", "internal/mail", "internal/rehearsal/runs", "internal/seating", "internal/sequencer", "internal/server", "internal/store", "internal/tlog", "internal/verify", "internal/waitroom/draws"},
	"internal/doctor":         {"internal/broker", "internal/captcha", "internal/server", "internal/certs", "internal/clock", "internal/keyring", "internal/mail", "internal/objectstore", "internal/oidc", "internal/peers", "internal/replica", "internal/store"},
	"internal/move":           {"internal/inventory", "internal/server", "internal/store", "internal/tlog", "internal/verify"},
	"cmd/holdfast":            {"*"},
	// what tries the rest: a load tool that loads by HTTP and judges by the database, a
	// simulator, baselines, and what tests share
	"internal/hammer":                  {"internal/address", "internal/store", "internal/verify", "internal/waitroom", "internal/inventory", "internal/id"},
	"internal/sim":                     {"internal/booking/bookingtest", "internal/payment", "internal/payment/bank", "internal/resource/waitlists", "internal/settlement", "internal/booking", "internal/resource", "internal/draw", "internal/waitroom", "internal/waitroom/draws", "internal/waitroom/joins", "internal/waitroom/turnstile", "internal/clock", "internal/seating", "internal/verify", "internal/jobs", "internal/sequencer", "internal/store", "internal/audit", "internal/inventory", "internal/inventory/inventorytest", "internal/faultsql", "internal/id"},
	"internal/booking/bookingtest":     {"internal/booking", "internal/recurrence", "internal/sequencer", "internal/store", "internal/inventory", "internal/id"},
	"internal/bench":                   {"*"},
	"internal/faultsql":                {},
	"internal/redisserver":             {},
	"internal/natsserver":              {},
	"internal/planted":                 {},
	"internal/sample":                  {},
	"internal/powercut":                {},
	"internal/pgserver":                {},
	"internal/store/storetest":         {"internal/translation", "internal/store/ledger", "internal/booking", "internal/resource", "internal/seed", "internal/ngram", "internal/seating", "internal/store", "internal/checkin", "internal/audit", "internal/inventory", "internal/inventory/inventorytest", "internal/id", "internal/pgserver"},
	"internal/inventory/inventorytest": {"internal/inventory"},
	"internal/draw/drawtest":           {},
	"internal/certs/certstest":         {},
	"internal/locale/localetest":       {"internal/locale"},
	"internal/pythontest":              {},
	"internal/poll":                    {},
	"internal/seed":                    {},
	"internal/suite":                   {"internal/pgserver", "internal/seed", "internal/suite"},
	"internal/testdb":                  {"internal/pgserver", "internal/seed", "internal/store"},
	"internal/tidy":                    {},
	"e2e":                              {"*"},
}

// standardOnly are rooms that may import nothing beyond the standard library
// and their own line in rooms.
var standardOnly = []string{"internal/inventory", "internal/replay", "internal/id", "internal/audit", "internal/limit", "internal/tidy"}

// owners says which rooms may import a module of somebody else's, so that it
// can be exchanged in one place. Modules that are not named may be used anywhere.
var owners = map[string][]string{
	"github.com/danielgtaylor/huma/v2":  {"internal/httpapi", "internal/api", "internal/api/wire", "internal/api/accounts"},
	"github.com/go-chi/chi/v5":          {"internal/httpapi", "internal/api", "internal/api/integrations", "internal/api/pictures"},
	"github.com/jackc/pgx/v5":           {"internal/store", "internal/pgserver", "internal/bench"},
	"modernc.org/sqlite":                {"internal/store", "internal/sim", "internal/powercut", "internal/discovery"},
	"github.com/blevesearch":            {"internal/discovery"},
	"github.com/abadojack/whatlanggo":   {"internal/discovery"},
	"modernc.org/libc":                  {"internal/powercut"},
	"github.com/riverqueue/river":       {"internal/store", "internal/jobs"},
	"github.com/wneessen/go-mail":       {"internal/mail"},
	"github.com/redis/go-redis/v9":      {"internal/peers", "internal/bench"},
	"github.com/nats-io/nats.go":        {"internal/broker", "internal/natsserver"},
	"github.com/nats-io/nkeys":          {"internal/broker", "internal/natsserver"},
	"github.com/nats-io/nats-server/v2": {"internal/natsserver"},
	"github.com/nats-io/jwt/v2":         {"internal/natsserver"},
	"github.com/pressly/goose/v3":       {"internal/store"},
	"github.com/alecthomas/kong":        {"cmd/holdfast"},
	"rsc.io/qr":                         {"internal/ticket"},
	"github.com/go-webauthn/webauthn":   {"internal/identity"},
	"github.com/coreos/go-oidc/v3":      {"internal/oidc"},
	"golang.org/x/oauth2":               {"internal/oidc"},
	"github.com/stripe/stripe-go/v85":   {"internal/payment"},
	"codeberg.org/go-pdf/fpdf":          {"internal/ticketpdf"},
	"github.com/go-text/typesetting":    {"internal/ticketpdf"},
	"github.com/smallstep/pkcs7":        {"internal/wallet"},
	"github.com/tetratelabs/wazero":     {"internal/picture/avif"},
}

// pure is what package inventory must not reach, although the standard library has it:
// a clock, randomness, the outside.
var pure = map[string][]string{
	"internal/inventory": {"context", "crypto/rand", "database/sql", "io", "log", "log/slog", "math/rand", "math/rand/v2", "net", "net/http", "os", "sync", "sync/atomic"},
}

// room returns the line of rooms that a folder belongs to, the longest that fits.
func room(dir string) string {
	best := ""
	for r := range rooms {
		if under(dir, r) && len(r) > len(best) {
			best = r
		}
	}
	return best
}

func imports(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if f.isTest() {
			continue
		}
		home := room(f.dir())
		if home == "" {
			found = append(found, fmt.Sprintf("%s: the room %s has no line in internal/tidy/imports_test.go", f.path, f.dir()))
			continue
		}
		for _, spec := range f.ast.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				found = append(found, t.at(spec)+": "+err.Error())
				continue
			}
			if why := forbidden(home, p); why != "" {
				found = append(found, fmt.Sprintf("%s: %s may not import %s: %s", t.at(spec), home, p, why))
			}
		}
	}
	return found
}

// forbidden says why code of the room may not import p, or "".
func forbidden(home, p string) string {
	if inner, ok := strings.CutPrefix(p, module+"/"); ok {
		to := room(inner)
		if to == home || slices.Contains(rooms[home], "*") || slices.Contains(rooms[home], to) {
			return ""
		}
		return "imports run one way (docs/ARCHITECTURE.md)"
	}
	if slices.Contains(pure[home], p) {
		return "package inventory is pure"
	}
	first, _, _ := strings.Cut(p, "/")
	if strings.Contains(first, ".") && slices.Contains(standardOnly, home) {
		return "standard library only"
	}
	for m, may := range owners {
		if under(p, m) && !slices.Contains(may, home) {
			return "only " + strings.Join(may, ", ") + " may"
		}
	}
	return ""
}

var badImports = []fstest.MapFS{
	src("internal/store/x.go", "package store", `import _ "`+module+`/internal/sequencer"`),
	src("internal/inventory/x.go", "package inventory", `import _ "database/sql"`),
	src("internal/inventory/x.go", "package inventory", `import _ "golang.org/x/text/unicode/norm"`),
	src("internal/sequencer/x.go", "package sequencer", `import _ "github.com/jackc/pgx/v5/stdlib"`),
	src("internal/nowhere/x.go", "package nowhere"),
}
