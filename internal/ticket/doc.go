// Package ticket makes and checks the proofs that a ticket carries.
//
// A ticket is a unit of a confirmed order; nothing is stored when one comes into
// being. Its token is derived: a signature by the key of its event over event,
// ticket and version. Whoever has the public key of the event (a scanner without
// a network) can check it; only this installation can make one.
//
// A signature says that the token was issued. Whether the ticket is still good
// (its order stands, no newer version was issued, nobody has come in with it) is
// for the door to ask; see packages checkin and door.
package ticket
