// Package waitingrooms reads and writes waiting rooms before on-sales: who is in them,
// their draws and ballots, their mails, and rehearsals.
package waitingrooms
