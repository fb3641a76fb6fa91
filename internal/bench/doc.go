// Package bench measures Holdfast beside baselines, all in one run.
//
// Every figure is a ratio between two systems that ran within seconds of each
// other on the same machine, because the absolute ones say more about the
// machine than about the code. The systems take turns, at least Config.Rounds
// times; the report has the median and the extremes of the ratios and drops
// nothing. Each turn starts fresh processes on a fresh copy of one prepared
// database, so that no system inherits another's tables, caches or jobs.
//
// The baselines answer the same requests with the same JSON:
//
//	noop      a plain net/http handler that decodes, encodes and stores nothing
//	textbook  one transaction per request, SELECT … FOR UPDATE on the event
//	redis     a Lua script decides in Redis; a goroutine writes behind to PostgreSQL
//
// The servers are child processes: this binary runs itself with a role, and a
// child ends when its standard input does, so none outlives the run. All of
// them listen on loopback only.
package bench
