// Package keyring has the master keys of an installation, which are kept outside
// the database, and what they are for: wrapping the secrets that are in it, and
// signing the heads of the audit chains.
//
// A master key is 32 random bytes with a version. Two keys are derived from it: one
// wraps (AES-256-GCM), one signs (Ed25519) and is nowhere else. So whoever has the
// database, or a backup of it, can neither make a link or a ticket nor sign a
// history that was rewritten. The newest version is used; older ones open what they
// wrapped and check what they signed. Who calls it: server, which reads the keys at
// the start, and the commands `holdfast keys` and `holdfast verify`.
package keyring
