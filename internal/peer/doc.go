// Package peer is how servers of one installation speak with each other: over TLS 1.3, by which
// both sides show that they have the same secret, and HTTP/2. Nobody else is heard or told anything.
// What they answer each other is decoded here.
package peer
