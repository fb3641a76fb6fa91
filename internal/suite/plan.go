package suite

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// Machine says what is installed that some phases need.
type Machine struct {
	C    bool // a C compiler, for the race detector
	Node bool // Node.js, for the web app
	// Citus is the folder with the programs of a PostgreSQL that has it; "": there is none.
	Citus string
	// Processors is how many there are. With fewer than everything takes in ten minutes, a
	// sixteenth of the journeys and a quarter of the tests that take turns (seed.InTurn) are played,
	// tests of both engines play one (seed.Few), mostly SQLite, and the race detector looks at a sixth of its
	// packages and at one of those with the whole server, instead of a third of all.
	Processors int
}

// allAtOnce is with how many processors each run plays everything.
const allAtOnce = 4

// Test returns everything that CI runs. root is the folder of the module, packages
// are all its packages.
//
// What takes longest comes first. The loads are CPU seconds for each second of the
// phase alone on two processors. What only computes gives way, and fills
// what the others leave; what has deadlines of its own, as the tests of workers that
// are taken for dead, does not.
func Test(root string, packages []string, has Machine, seed uint64) ([]Phase, error) {
	unit := slices.DeleteFunc(slices.Clone(packages), func(p string) bool { return strings.HasSuffix(p, "/e2e") })
	edge, meeting, err := edgeRaces(root)
	if err != nil {
		return nil, err
	}
	whole, edge := drawnRaces(edge, has.Processors >= allAtOnce, seed)
	// Under the race detector tests compute and hardly wait: no more at once than
	// there are processors.
	racing := []string{"-race", "-short", "-vet=off", "-parallel", strconv.Itoa(runtime.GOMAXPROCS(0))}
	for _, pkg := range unwatched {
		racing = append(racing, "-gcflags="+pkg+"=-race=false")
	}
	racing = racing[:len(racing):len(racing)]
	phases := []Phase{
		{Name: "web app", Command: []string{"scripts/web", "build"}, Load: 1},
		{Name: "binary", Command: []string{"scripts/binary"}, Env: []string{lessGC}, After: []string{"web app"}, Load: 1},
		{Name: "journeys", Command: []string{"scripts/journeys"}, After: []string{"binary"}, Load: 1.5},
		{Name: "end to end", Command: goTest("-vet=off", "./e2e"), After: []string{"binary"}, Load: 0.3},
		// After the binary, so that the journeys begin before them.
		{Name: "unit", Command: goTest(append([]string{"-vet=off"}, unit...)...), Env: []string{lessGC}, After: []string{"binary"}, Load: 1.3},
		{Name: "race detector", Command: goTest(append(racing, whole...)...), Env: []string{withC, lessGC}, After: []string{"binary"}, Load: 1.5},
		{Name: "race detector, API", Command: goTest(append(append(racing, "-run", "^("+strings.Join(meeting, "|")+")$"), edge...)...), Env: []string{withC, lessGC}, After: []string{"binary"}, Load: 1},
		{Name: "check of what is built", Command: []string{"scripts/check", "built"}, After: []string{"binary"}, Load: 0.5, GivesWay: true},
		{Name: "web tests", Command: []string{"scripts/web", "test"}, After: []string{"web app"}, Load: 0.5, GivesWay: true},
		// After the web app, whose files it looks at as they are embedded.
		{Name: "linter", Command: []string{"scripts/check", "go"}, After: []string{"web app"}, Load: 0.5, GivesWay: true},
	}
	for i := range phases {
		phases[i].Seed = seed
		if has.Processors < allAtOnce && slices.Contains([]string{"journeys", "end to end", "unit"}, phases[i].Name) {
			phases[i].Env = append(phases[i].Env, few)
		}
	}
	return slices.DeleteFunc(phases, func(p Phase) bool {
		return p.Name == "race detector, API" && len(edge) == 0 || !has.C && slices.Contains(p.Env, withC) || !has.Node && slices.Contains([]string{"journeys", "web tests", "check of what is built"}, p.Name)
	}), nil
}

// drawnRaces returns what the race detector looks at, drawn from a seed: all of it in some runs,
// and in `make prove`. Of the packages of the API, edge, it runs some tests, of the others all.
// On few processors it is one of those with the whole server, which is compiled for
// the race detector then, and of the others a sixth.
func drawnRaces(edge []string, many bool, from uint64) (whole, someEdge []string) {
	if many {
		return drawn(folders(raced), 3, from), drawn(edge, 3, from)
	}
	light, heavy := folders(raced), slices.Concat(folders(withServer), edge)
	light = slices.DeleteFunc(light, func(p string) bool { return slices.Contains(heavy, p) })
	whole = append(drawn(light, 6, from), drawn(heavy, len(heavy), from)...)
	return slices.DeleteFunc(slices.Clone(whole), func(p string) bool { return slices.Contains(edge, p) }),
		slices.DeleteFunc(whole, func(p string) bool { return !slices.Contains(edge, p) })
}

// folders returns packages as they are named to the go command.
func folders(packages []string) []string {
	named := make([]string, len(packages))
	for i, dir := range packages {
		named[i] = "./" + dir
	}
	return named
}

// drawn returns one of so many packages, drawn from a seed.
func drawn(packages []string, share int, from uint64) []string {
	return seed.OneOf(rand.New(rand.NewPCG(from, 0)), share, packages)
}

// Only returns the named phases and what they need.
func Only(phases []Phase, names []string) ([]Phase, error) {
	wanted := map[string]bool{}
	var want func(name string) error
	want = func(name string) error {
		i := slices.IndexFunc(phases, func(p Phase) bool { return p.Name == name })
		if i < 0 {
			return fmt.Errorf("suite: there is no phase %q", name)
		}
		wanted[name] = true
		for _, need := range phases[i].After {
			if err := want(need); err != nil {
				return err
			}
		}
		return nil
	}
	for _, name := range names {
		if err := want(name); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(slices.Clone(phases), func(p Phase) bool { return !wanted[p.Name] }), nil
}

// few has a phase play a part of what takes turns.
const few = seed.FewProcessors + "=true"

// withC turns the C compiler on, which the race detector needs.
const withC = "CGO_ENABLED=1"

// lessGC has the compiler, the linker and test programs collect garbage less often.
const lessGC = "GOGC=400"

// goTest links test programs without symbols and the tables of debuggers, which nobody asks for
// and which take a quarter of the linker's time.
func goTest(args ...string) []string {
	return append([]string{"go", "test", "-count=1", "-timeout", "30m", "-ldflags=-s -w"}, args...)
}

// part is a phase of `make prove`: tests with large counts.
type part struct {
	name, pkg, run string
	// command is what is run where it is not a Go test.
	command []string
	// minutes is about how long it takes with all of its counts.
	minutes int
	counts  map[string]int // by variable
	args    []string
	env     []string
	// citus says that it needs Machine.Citus.
	citus bool
}

// is reports whether a part has a name, or is one of the group whose name it is: the first word
// of those that have no part of that name alone.
func (p *part) is(name string) bool {
	return p.name == name || strings.HasPrefix(p.name, name+" ") && !slices.ContainsFunc(parts, func(other part) bool { return other.name == name })
}

// parts are the promises that take long to prove, the cheapest way to find a
// fault first.
var parts = []part{
	{name: "model", pkg: "./internal/inventory", minutes: 3, counts: map[string]int{"HOLDFAST_SEQUENCES": 10_000}},
	{name: "bookings", pkg: "./internal/booking/bookingtest", minutes: 10, counts: map[string]int{"HOLDFAST_BOOKING_HISTORIES": 2_000}},
	{name: "bookings over HTTP", pkg: "./internal/api", run: "TestBookingHistories$", minutes: 10, counts: map[string]int{"HOLDFAST_HTTP_BOOKING_HISTORIES": 200}},
	{name: "histories", pkg: "./internal/sim", run: "TestHistories", minutes: 4, counts: map[string]int{"HOLDFAST_SIM_SEQUENCES": 10_000}},
	{name: "replays", pkg: "./internal/sim", run: "TestReplay$", minutes: 4, counts: map[string]int{"HOLDFAST_REPLAYS": 1_000}},
	{name: "long replay", pkg: "./internal/replay/stored", run: "TestLongEvent", minutes: 8, counts: map[string]int{"HOLDFAST_REPLAY_ROWS": 1_000_000}},
	{name: "turns", pkg: "./internal/replay/turns", run: "TestAgreesWithTheServer", minutes: 3, counts: map[string]int{"HOLDFAST_TURNS": 3_000}},
	{name: "two nodes", pkg: "./internal/sim", run: "TestNodes", minutes: 20, counts: map[string]int{"HOLDFAST_SIM_NODES": 3_000}},
	{name: "power loss", pkg: "./internal/sim", run: "TestPowerLoss", minutes: 6, counts: map[string]int{"HOLDFAST_POWER_CUTS": 1_000, "HOLDFAST_POSTGRES_CUTS": 40}},
	{name: "planted bugs", pkg: "./internal/planted", run: "TestPlantedBugs", minutes: 8, counts: map[string]int{"HOLDFAST_PLANTED": 300}},
	{name: "seat race", pkg: "./internal/verify", run: "TestSeatRace", minutes: 1, counts: map[string]int{"HOLDFAST_SEAT_BUYERS": 20_000}},
	{name: "booking race", pkg: "./internal/store", run: "TestBookingRace", minutes: 2, counts: map[string]int{"HOLDFAST_BOOKERS": 10_000}},
	{name: "booking race over HTTP", pkg: "./e2e", run: "TestBookingRace$", minutes: 4, counts: map[string]int{"HOLDFAST_HTTP_BOOKERS": 10_000}},
	{name: "corruptions", pkg: "./internal/verify", minutes: 4, env: []string{"HOLDFAST_TEST_ALL=1"}},
	{name: "forgeries", pkg: "./internal/ticket", run: "TestForgeries", minutes: 2, env: []string{"HOLDFAST_TEST_ALL=1"}},
	{name: "lost standby", pkg: "./internal/server", run: "TestLostStandby", minutes: 1, env: []string{"HOLDFAST_TEST_ALL=1"}},
	{name: "server kills", pkg: "./e2e", run: "TestKill", minutes: 6, counts: map[string]int{"HOLDFAST_KILLS": 100}},
	{name: "deposits and capacity under kills", pkg: "./e2e", run: "TestKillWhileDepositsArePaid$|TestKillWhileCapacityIsPublished$", minutes: 6, counts: map[string]int{"HOLDFAST_DEPOSIT_KILLS": 50, "HOLDFAST_NATS_KILLS": 25}},
	{name: "home kills", pkg: "./e2e", run: "TestHomeKilled", minutes: 10, counts: map[string]int{"HOLDFAST_HOME_KILLS": 100}, args: []string{"-v"}},
	{name: "homes that hang", pkg: "./e2e", run: "TestHomeHangs$", minutes: 5, counts: map[string]int{"HOLDFAST_HOME_HANGS": 10}, args: []string{"-v"}},
	{name: "replica away", pkg: "./e2e", run: "TestReplicaAwayUnderLoad$", minutes: 8, counts: map[string]int{"HOLDFAST_AWAY_SECONDS": 180}, args: []string{"-v"}},
	{name: "full disk", pkg: "./e2e", run: "TestFullDisk$|TestFullTemporaryFolder$", minutes: 8, counts: map[string]int{"HOLDFAST_FULL_DISKS": 10}, args: []string{"-v"}},
	{name: "wrong clocks", pkg: "./e2e", run: "TestServersAnHourOff$|TestSQLiteAnHourOff$", minutes: 15, counts: map[string]int{"HOLDFAST_WRONG_CLOCKS": 4}, args: []string{"-v"}},
	{name: "database kills", pkg: "./e2e", run: "TestDatabaseKilled", minutes: 2, counts: map[string]int{"HOLDFAST_RESTARTS": 20}},
	{name: "failovers", pkg: "./e2e", run: "TestFailover$", minutes: 4, counts: map[string]int{"HOLDFAST_FAILOVERS": 20}, args: []string{"-v"}},
	{name: "server stops", pkg: "./e2e", run: "TestNobodyIsCutOff|TestNobodyIsReset", minutes: 3, counts: map[string]int{"HOLDFAST_STOPS": 20}},
	{name: "crowds", pkg: "./e2e", run: "TestFlashCrowd|TestTwoServers|TestLastUnit", minutes: 6, counts: map[string]int{
		"HOLDFAST_CROWD": 60_000, "HOLDFAST_TWO_SERVERS": 20_000, "HOLDFAST_ROUNDS": 100,
	}},
	{name: "waiting room", pkg: "./e2e", run: "TestRoomStorm|TestRoomKilled|TestRoomOfTwoServers", minutes: 15, counts: map[string]int{"HOLDFAST_ROOM_PEOPLE": 200_000, "HOLDFAST_ROOM_KILLS": 3}, args: []string{"-v"}},
	{name: "draws under kills", pkg: "./e2e", run: "TestDrawKilled$|TestBallotKilled$|TestHammerDraw$", minutes: 40, counts: map[string]int{"HOLDFAST_DRAW_KILLS": 20, "HOLDFAST_DRAW_PEOPLE": 1_000}, args: []string{"-v"}, env: []string{seed.Prove + "=true"}},
	{name: "citus stories", citus: true, pkg: "./e2e", run: "TestCitus$|TestStory$|TestTicketStory$|TestMessageStory$|TestWebhook$", minutes: 4, env: []string{"HOLDFAST_CITUS_URL=start"}},
	{name: "citus faults", citus: true, pkg: "./e2e", run: "TestCitusWorkerKilled$|TestCitusShardMoved$", minutes: 8, counts: map[string]int{"HOLDFAST_WORKER_KILLS": 20, "HOLDFAST_SHARD_MOVES": 4}, args: []string{"-v"}},
	{name: "citus store", citus: true, pkg: "./internal/store", run: "TestCitus$|TestMigrateDistributes$", minutes: 8, env: []string{"HOLDFAST_CITUS_URL=start", "HOLDFAST_TEST_ALL=1"}},
	{name: "citus cost", citus: true, pkg: "./e2e", run: "TestCitusCost$", minutes: 3, env: []string{"HOLDFAST_TEST_ALL=1"}, args: []string{"-v"}},
	{name: "redis faults", pkg: "./e2e", run: "TestRedisBetweenServers", minutes: 3, counts: map[string]int{"HOLDFAST_REDIS_FAULTS": 20}},
	{name: "rehearsal", pkg: "./internal/rehearsal", run: "TestRehearsal$", minutes: 3, counts: map[string]int{"HOLDFAST_REHEARSAL": 20_000}},
	{name: "EMF Camp times a hundred", pkg: "./internal/rehearsal", run: "TestManyTimesEMF$", minutes: 20, counts: map[string]int{"HOLDFAST_EMF_PEOPLE": 174_200}, args: []string{"-v"}},
	{name: "move", pkg: "./internal/move", run: "TestMove$", minutes: 20, counts: map[string]int{"HOLDFAST_MOVE_REGISTRATIONS": 1_000_000}},
	{name: "moves cut off", pkg: "./internal/move", run: "TestCutOff$", minutes: 1, env: []string{seed.Prove + "=true"}},
	{name: "five years", pkg: "./internal/archive", run: "TestFiveYears$", minutes: 20, counts: map[string]int{"HOLDFAST_ARCHIVE_EVENTS": 60, "HOLDFAST_ARCHIVE_PEOPLE": 400}, args: []string{"-v"}},
	{name: "archive under kills", pkg: "./e2e", run: "TestArchiveSurvivesKills$", minutes: 20, counts: map[string]int{"HOLDFAST_ARCHIVE_KILLS": 10}},
	{name: "archive", pkg: "./internal/archive", run: "TestArchive$", minutes: 20, counts: map[string]int{"HOLDFAST_ARCHIVE_REGISTRATIONS": 50_000}},
	{name: "killed moves", pkg: "./e2e", run: "TestMove$", minutes: 2, counts: map[string]int{"HOLDFAST_MOVE_KILLS": 50}},
	{name: "one network", pkg: "./internal/api", run: "TestCrowdFromOneNetwork|TestCrowdJoinsFromOneNetwork", minutes: 1, counts: map[string]int{"HOLDFAST_ONE_NETWORK": 10_000}},
	{name: "draw", pkg: "./internal/api", run: "TestDrawOfMany", minutes: 5, counts: map[string]int{"HOLDFAST_DRAW_ENTRANTS": 1_000_000}},
	{name: "invoices of a rush", pkg: "./internal/settlement", run: "TestInvoicesOfARush", minutes: 4, counts: map[string]int{"HOLDFAST_INVOICES": 1_000, "HOLDFAST_BOOKING_INVOICES": 1_000}},
	{name: "payment storm", pkg: "./internal/settlement", run: "TestStorm", minutes: 25, counts: map[string]int{"HOLDFAST_PAYMENT_ORDERS": 100_000}},
	{name: "confirmations", pkg: "./internal/jobs", run: "TestConfirmations$", minutes: 45, counts: map[string]int{"HOLDFAST_CONFIRMATIONS": 100_000}},
	{name: "confirmations under kills", pkg: "./e2e", run: "TestConfirmationsUnderKills$", minutes: 60, counts: map[string]int{"HOLDFAST_ACCEPTS": 100_000}, args: []string{"-v"}},
	{name: "mails", pkg: "./e2e", run: "TestMailSurvivesKills", minutes: 25, counts: map[string]int{"HOLDFAST_MAILS": 50_000, "HOLDFAST_MAIL_KILLS": 10, "HOLDFAST_MAIL_PUT_OFF": 10}},
	{name: "relevance among many", pkg: "./internal/discovery", run: "TestRelevanceAmongMany$", minutes: 4, counts: map[string]int{"HOLDFAST_SEARCHED_EVENTS": 100_000}, args: []string{"-v"}},
	{name: "export", pkg: "./internal/export", run: "TestMemory", minutes: 3, counts: map[string]int{"HOLDFAST_EXPORT_GUESTS": 100_000}},
	{name: "pretix", pkg: "./internal/saleimport", run: "TestPretixExportsTheSame", minutes: 8, env: []string{"HOLDFAST_TEST_ALL=1"}},
	{name: "systems measured", pkg: "./internal/bench", run: "TestEverySystemAnswersAndStores", minutes: 2, env: []string{seed.Prove + "=true"}},
	{name: "end to end", pkg: "./e2e", minutes: 12},
	{name: "killed moves between cells", pkg: "./internal/cells", minutes: 3, env: []string{seed.Prove + "=true"}},
	{name: "clients", pkg: "./e2e", run: "TestGeneratedClients", minutes: 4, env: []string{"HOLDFAST_CLIENTS=true"}},
	{name: "packages", command: []string{"scripts/dist", "check"}, minutes: 6},
	{name: "fresh", command: []string{"scripts/fresh"}, minutes: 8},
	{name: "chart", command: []string{"scripts/chart"}, minutes: 2},
	{name: "journeys", command: []string{"scripts/journeys"}, minutes: 20, env: []string{"HOLDFAST_PROVE=true"}},
	{name: "race detector", pkg: "./internal/...", minutes: 14, args: []string{"-race", "-short"}, env: []string{seed.Prove + "=true", withC}},
}

// Prove returns the parts of `make prove`, those named, or all that the machine can run, and which of
// them are left out for want of time. A name is also the first word of several: "citus". To name what
// the machine cannot run is an error. With a limit of minutes the counts shrink so that all fit; of parts that take their time
// whatever is counted, those that are drawn fill at most half of it, unless they are named. The
// first part is drawn too, so that not always the same ones are cut off in the end. Each part
// has a seed of its own, from which it can be repeated.
func Prove(names []string, minutes int, seed uint64, has Machine) (phases []Phase, left []string, err error) {
	chosen, err := chosenOf(names, has)
	if err != nil {
		return nil, nil, err
	}
	share := 1.0
	if minutes > 0 {
		if len(names) == 0 {
			chosen, left = within(chosen, minutes/2, seed)
		}
		fixed, counted := 0, 0
		for _, p := range chosen {
			if len(p.counts) == 0 {
				fixed += p.minutes
			} else {
				counted += p.minutes
			}
		}
		share = min(1, max(0, float64(minutes-fixed))/float64(max(1, counted)))
		first := int(seed % uint64(len(chosen)))
		chosen = slices.Concat(chosen[first:], chosen[:first])
	}
	phases = []Phase{
		{Name: "web app", Command: []string{"scripts/web", "build"}, Seed: seed},
		{Name: "binary", Command: []string{"scripts/binary"}, After: []string{"web app"}, Seed: seed},
	}
	wanted := make([]string, len(chosen))
	for i, p := range chosen {
		phases, wanted[i] = append(phases, p.phase(share, seed+uint64(i))), p.name
	}
	phases, err = Only(phases, wanted) // without the binary, when no part runs it
	return phases, left, err
}

// chosenOf returns the parts that were named, or all that the machine can run.
func chosenOf(names []string, has Machine) ([]part, error) {
	if len(names) == 0 {
		return slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return p.citus && has.Citus == "" }), nil
	}
	var chosen []part
	known := map[string]bool{}
	for _, p := range parts {
		for _, name := range names {
			if p.is(name) {
				known[name] = true
			}
		}
		if !slices.ContainsFunc(names, p.is) {
			continue
		}
		if p.citus && has.Citus == "" {
			return nil, fmt.Errorf("suite: %s: there is no Citus: scripts/citus says where it looks", p.name)
		}
		chosen = append(chosen, p)
	}
	for _, name := range names {
		if !known[name] {
			return nil, fmt.Errorf("suite: there is no part %q", name)
		}
	}
	return chosen, nil
}

// within leaves out parts whose time does not shrink with their counts, so that those that stay
// take so many minutes at most.
func within(chosen []part, minutes int, seed uint64) (stay []part, left []string) {
	for _, i := range rand.New(rand.NewPCG(seed, 1)).Perm(len(chosen)) {
		switch p := &chosen[i]; {
		case len(p.counts) > 0:
		case p.minutes > minutes:
			left = append(left, p.name)
		default:
			minutes -= p.minutes
		}
	}
	slices.Sort(left)
	return slices.DeleteFunc(slices.Clone(chosen), func(p part) bool { return slices.Contains(left, p.name) }), left
}

// phase is the part with its counts times share.
func (p part) phase(share float64, seed uint64) Phase {
	command := p.command
	if command == nil {
		command = append([]string{"go", "test", "-count=1", "-timeout", "12h"}, p.args...)
		if p.run != "" {
			command = append(command, "-run", p.run)
		}
		command = append(command, p.pkg)
	}
	ph := Phase{Name: p.name, Command: command, Env: slices.Clone(p.env), Seed: seed}
	switch {
	case p.pkg == "./e2e" || p.command != nil:
		ph.After = []string{"binary"}
	case slices.Contains(p.args, "-race"):
		ph.After = []string{"web app"}
	}
	for name, count := range p.counts {
		ph.Env = append(ph.Env, name+"="+strconv.Itoa(max(1, int(float64(count)*share))))
	}
	return ph
}
