package messages

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only these resources have.
var (
	kindNoMail  = httpapi.Kind{Code: "no_mail_server", Status: 409, Title: "No mail server", Help: "This server has no way to send mail: see --smtp."}
	kindNotSent = httpapi.Kind{Code: "mail_not_taken", Status: 502, Title: "The mail was not taken", Help: "The mail server refused it or did not answer."}
	kindNotDead = httpapi.Kind{
		Code: "not_a_dead_letter", Status: 409, Title: "Not a dead letter",
		Help: "Only deliveries that failed or bounced are sent again.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindNoMail, kindNotSent, kindNotDead},
}
