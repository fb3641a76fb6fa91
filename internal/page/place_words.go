package page

// PlaceWords are what pages say of places on the waitlists of resources, in one language.
type PlaceWords struct {
	// Headings and Leads by the state of the entry.
	Headings, Leads map[string]string
	// What has happened to it.
	Offered, Accepted, Declined, Withdrawn, Faster string
	// Asked to Refused are said of a person who accepted what the other system is asked about; Unanswered, that it
	// gave no answer that decides.
	Asked, Unanswered, Confirmed, Taken, Refused string
	// Accept is a button; the others name facts. Says are the other system's own words.
	Accept, Units, Expected, Says string
	// AtOnce says before somebody joins, and Race of an offer, that others are offered the same; Priority
	// that some count as having joined earlier. AcceptBy names the end of such an offer, which is not held for them.
	AtOnce, Race, AcceptBy, Priority string
	// Waiting to AnyValue are said on the public page of a resource: how long the wait is, and its
	// form; Terms and Agree of what has to be agreed to.
	Waiting, Around, Unknown, Hidden, Join, JoinLead, AnyValue, Terms, Agree, Confirm string
	// Of a fee: Fee and FeeBack name facts, FeeLead stands for JoinLead, and Applied and Paid are what has
	// happened.
	// FeeByHand is how it is paid where there is no page to pay on.
	Fee, FeeBack, FeeLead, Applied, Paid, FeeByHand string
	// Why somebody cannot join.
	Full, WrongTerms, WrongUnits, Already, Closed string
}
