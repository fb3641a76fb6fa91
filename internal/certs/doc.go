// Package certs has the certificates with which the server speaks TLS: those in files that
// somebody else renews, or those that it gets itself from a certificate authority by ACME
// (RFC 8555).
//
// What the authority gives is kept in the database, sealed, so that all servers of one
// installation have the same certificates and only one of them asks for a new one.
package certs
