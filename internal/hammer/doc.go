// Package hammer is the load tool of Holdfast.
//
// It sends requests over many kept-alive connections, closed loop (each
// connection sends the next request when the answer is there) or open loop (a
// constant arrival rate; latency counts from the moment at which a request was
// meant to be sent, so a server that stalls cannot hide it by slowing the
// generator down: coordinated omission). It remembers what the server
// acknowledged, and CheckAcks asks afterwards whether all of it is still there.
//
// The client is its own, over net.Conn, because the generator runs beside the
// server and every cycle it saves is one that the server is measured with: it
// speaks just the HTTP/1.1 that a Go server answers with, and nothing more.
//
// It is called by the hammer command, the benchmarks and the fault tests. It
// never talks to an address that is not loopback unless Config.AllowRemote says
// so, and every run is bounded in count and in time.
package hammer
