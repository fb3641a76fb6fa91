// Package netguard refuses calls to addresses that are not on the public Internet.
//
// It owns the check of every address that somebody else chose and this server
// calls: the endpoints of webhooks, the push services of browsers, and whatever
// is fetched from a URL. A URL is checked when it is stored (CheckURL) and,
// because a name can be pointed elsewhere at any time, each connection is checked
// again with the address that is about to be dialed (Client). It does not guard
// addresses that the operator configures: a mail server, a bucket or a payment
// provider may well stand in a private network.
package netguard
