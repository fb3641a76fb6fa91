// Package merchant has the accounts at payment providers that organizations have of
// their own: their keys, which are wrapped with a master key wherever they are stored,
// and the provider that each of them makes.
//
// What was paid to an account has the account's name in its rows, so whatever comes of it
// goes to that account, also after the organization has changed or removed it: a removed
// account takes no new orders and keeps its keys until nothing can come of what was paid
// to it. No key is ever given out again; package settlement and the API see what it is
// for. Who calls it: settlement, for the provider of a name; api/accounts, for owners; a
// job, which closes what is over.
package merchant
