package limit

import "time"

// Kind is a row of the table of limits.
type Kind uint8

// The limits.
const (
	Address       Kind = iota // calls without credentials, by address
	Network                   // the same, by network
	StreamAddress             // streams that are opened without credentials, by address
	StreamNetwork
	LogAddress // parts of public logs that are read without credentials, by address
	LogNetwork
	MailAddress // mails that are requested by unknown callers, by address
	MailNetwork
	UploadAddress // files that answer questions, sent by whoever is not staff, by address
	UploadNetwork
	MailRecipient // mails to one address that others may have asked for, by that address
	Key           // calls with an API key, by key
	Account       // calls of somebody who is signed in, by account
	Session       // the same, by session
	Link          // calls with a signed link of a mail, by what it is to
	// What takes or waits for a place around an opening, by account and by network, at an
	// event with high demand and one with extreme demand; see package demand.
	HighAccount
	HighNetwork
	ExtremeAccount
	ExtremeNetwork
	kinds
)

// row is what the table says of a limit.
type row struct {
	name string // for programs: problems, metrics, keys in a Shared store
	of   string // for people: what there is too much of
	// The rate a second and the burst, where nothing else is configured.
	perSecond float64
	burst     int
}

// table has all limits of callers. Rates of addresses are for one household or office;
// those of networks are higher, because many share one. All that one network has open comes
// back at once after a restart, and often from one address: so the limits of streams. A log
// of 10,000 entries is read in 40 calls, one after another: so those of logs. A page of an
// organizer begins with a dozen calls, and two of them are open side by side: so those of
// sessions; a link is to one thing, and its page asks for little. A network of
// an office or a campus sends a few hundred people to one opening, who come over minutes;
// one account needs a few tries: so those around openings. A party of ten sends a few files each,
// and a class comes from one network: so those of files. Nobody is to be mailed all day because
// somebody types their address: so that of recipients.
var table = [kinds]row{
	Address:       {"address", "calls from your address", 5, 20},
	Network:       {"network", "calls from your network", 50, 200},
	StreamAddress: {"stream_address", "streams opened from your address", 50, 1000},
	StreamNetwork: {"stream_network", "streams opened from your network", 50, 1000},
	LogAddress:    {"log_address", "parts of public logs read from your address", 20, 200},
	LogNetwork:    {"log_network", "parts of public logs read from your network", 100, 1000},
	MailAddress:   {"mail_address", "mails asked for from your address", 1.0 / 20, 10},
	MailNetwork:   {"mail_network", "mails asked for from your network", 0.5, 60},
	UploadAddress: {"upload_address", "files sent from your address", 1.0 / 60, 40},
	UploadNetwork: {"upload_network", "files sent from your network", 0.5, 400},
	MailRecipient: {"mail_recipient", "mails to this address", 1.0 / 3600, 10},
	Key:           {"key", "calls with this API key", 500, 2000},
	Account:       {"account", "calls from your account", 40, 400},
	Session:       {"session", "calls from this session", 20, 300},
	Link:          {"link", "calls with this link", 5, 100},

	HighAccount:    {"high_account", "tries from your account at an event with high demand", 1.0 / 3, 10},
	HighNetwork:    {"high_network", "tries from your network at an event with high demand", 20, 100},
	ExtremeAccount: {"extreme_account", "tries from your account at an event with extreme demand", 0.1, 6},
	ExtremeNetwork: {"extreme_network", "tries from your network at an event with extreme demand", 10, 60},
}

// String returns the name of a limit.
func (k Kind) String() string { return table[k].name }

// Of says for people what there is too much of.
func (k Kind) Of() string { return table[k].of }

// Kinds returns all limits.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// Rate is how often a subject may call. Zero fields mean what the table says; a negative
// rate, no bound.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Refusal says which limit a call has passed, and when to try again.
type Refusal struct {
	Kind Kind
	Wait time.Duration
}
