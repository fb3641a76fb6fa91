package messages

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only these resources have.
var (
	kindNoMail         = httpapi.Kind{Code: "no_mail_server", Status: 409, Title: "No mail server", Help: "This server has no way to send mail: see --smtp."}
	kindNotSent        = httpapi.Kind{Code: "mail_not_taken", Status: 502, Title: "The mail was not taken", Help: "The mail server refused it or did not answer."}
	kindFeedbackClosed = httpapi.Kind{Code: "feedback_closed", Status: 409, Title: "Feedback is closed", Help: "Guests say how an event was within 30 days of its end, where it asks them: `feedback_after_seconds`."}
	kindNoTicket       = httpapi.Kind{Code: "no_ticket", Status: 409, Title: "No ticket", Help: "Only people who had a ticket until the end can say how it was."}
	kindNotDead        = httpapi.Kind{
		Code: "not_a_dead_letter", Status: 409, Title: "Not a dead letter",
		Help: "Only deliveries that failed or bounced are sent again.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindNoMail, kindNotSent, kindNotDead, kindFeedbackClosed, kindNoTicket},
}
