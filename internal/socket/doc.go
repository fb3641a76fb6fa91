// Package socket takes connections within bounds, and sends an answer to the kernel in
// one call.
//
// A Gate counts what is open, by network and in all, and keeps a reserve in which a
// full server can still say so.
//
// net/http collects what it sends in 4 kB and knows nothing of the whole: the
// head of a longer answer and the beginning of its body go out in one call, the
// rest in another, and each wakes the client. A handler that writes a body by Write lets the
// connection keep the first piece until the second is there. Everything that
// net/http does stays what it is: order, deadlines and errors too.
//
// Of what reading the map of a hall costs a server (the bench's flag -profile-map),
// four fifths are net/http and the kernel: reading the request about a fifth, the
// head of the answer, copied and sorted each time, another, sending it a sixth.
// What the API adds of its own is the last fifth. So a call of the kernel that is
// not made is the most that is to be won.
package socket
