package identity

const calendarPrefix = "hc_"

// NewCalendarSecret makes the secret in the address of a calendar, and the hash that is stored
// of it.
func NewCalendarSecret() (text string, hash [32]byte) { return newSecret(calendarPrefix) }

// HashCalendarSecret is what is stored of a secret; nil for what cannot be one.
func HashCalendarSecret(text string) *[32]byte { return hashSecret(calendarPrefix, text) }
