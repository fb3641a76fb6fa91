// Package peers is what the servers of one installation tell each other beside their
// database, through Redis or Valkey. It is optional: the database has everything, and a
// server alone needs none of it.
//
// There are two uses. A server that has committed a change says so, and the streams of the
// others are told at once instead of when they ask the database next. And limits of callers
// are counted over all servers.
//
// Nothing here decides who gets what. Redis may forget everything, stop, hang or be gone at
// any moment: changes are then noticed by asking the database, and each server counts alone,
// from what it was told last. Nobody waits for more than some tens of milliseconds for it,
// and while it does not answer, nobody waits at all.
package peers
