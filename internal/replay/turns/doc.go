// Package turns reads the public log of an event and recomputes who was next: for each
// place that the waitlist was given, whom the rules of package inventory name, who was
// passed over and why, and for one entry why it was next or was not.
//
// It knows nothing but what everybody can read: the entries of the log, which it checks
// against the signed checkpoint, and which pools a tier takes from. Compiled to
// WebAssembly it runs in the browser of whoever looks at the log (wasm), so nothing of
// what it says has to be believed to the server.
//
// What the entries do not tell it does not judge, and says so: how many places were free,
// which seats somebody wishes for, and in which order two of different priority classes
// stand whose ranks lie in the same minute.
package turns
