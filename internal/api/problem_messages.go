package api

// Kinds of problem that only these resources have.
var (
	kindNoMail  = Kind{Code: "no_mail_server", Status: 409, Title: "No mail server", Help: "This server has no way to send mail: see --smtp."}
	kindNotSent = Kind{Code: "mail_not_taken", Status: 502, Title: "The mail was not taken", Help: "The mail server refused it or did not answer."}
	kindNotDead = Kind{Code: "not_a_dead_letter", Status: 409, Title: "Not a dead letter", Help: "Only deliveries that failed or bounced are sent again."}
)

// messagesProblems are the problems that only these resources have.
var messagesProblems = Problems{
	Kinds: []Kind{kindNoMail, kindNotSent, kindNotDead},
}
