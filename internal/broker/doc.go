// Package broker takes what other systems say of their capacity from a NATS JetStream (0192).
//
// A message is on a subject that names whom it is for, holdfast.resources.ORGANIZATION.KEY.SIGNAL,
// and has the body and the headers of a call to the signal_url of the resource:
//
//	stream ─► Consumer ─► Take, which stores the effect ─► acknowledged
//	                           │ later: given back, and taken again after a pause
//	                           └ never: ended, logged and counted
//
// A message is acknowledged when its effect is stored, so that whoever dies before leaves it to
// the next. Servers of one installation share a durable consumer: each message goes to one of
// them. The package knows nothing of what a message means; Take does.
package broker
