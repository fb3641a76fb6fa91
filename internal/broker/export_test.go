package broker

// Cut closes the connection of a consumer as NATS does that wants no more of it.
func (c *Consumer) Cut() { c.conn.Load().Close() }

// Pause is how long a message waits.
var Pause = pause
