package access

import "net/http"

// noteRefusal counts an answer that refuses somebody who wanted to take part in an event. Those who act
// for its organization are not counted.
func (c *Call) noteRefusal(err error) {
	if err == nil || c.Route.Method == http.MethodGet || c.Caller.Staff() {
		return
	}
	event := c.Param("event_id")
	if event == "" {
		return
	}
	c.control.TurnedAway.Count(event, c.API.Problems.Of(err).Code, c.found)
}
