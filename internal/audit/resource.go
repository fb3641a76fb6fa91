package audit

import (
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Resource is what decides about capacity that another system owns.
type Resource struct {
	ID, Org, Key           string
	ClaimWindow, HeadStart inventory.Micros
	WaitlistLimit          int64
	MaxUnits               int64
	NotifyURL, ConfirmURL  string
	SecretVersion          int64 // of what the other system signs with
	AtOnce                 int64 // to how many the same units are offered
	Price, HoldFee         int64
	Currency, FeeCurrency  string
	GiveBack               string
	FeeTaxRate             int64 // in basis points
}

// Commitment commits to whose it is, by which rules it is given, and with what secret.
func (r *Resource) Commitment() string {
	e := encoding("resource\n")
	e.text(r.ID)
	e.text(r.Org)
	e.text(r.Key)
	e.number(int64(r.ClaimWindow))
	e.number(int64(r.HeadStart))
	e.number(r.WaitlistLimit)
	e.number(r.MaxUnits)
	e.text(r.NotifyURL)
	e.text(r.ConfirmURL)
	e.number(r.SecretVersion)
	e.number(r.AtOnce)
	e.number(r.Price)
	e.text(r.Currency)
	e.number(r.HoldFee)
	e.text(r.FeeCurrency)
	e.text(r.GiveBack)
	e.number(r.FeeTaxRate)
	return e.commitment()
}

// ResourceEntry is what decides about a place on the waitlist of a resource.
type ResourceEntry struct {
	ID, Resource, State, Offer string
	Units, Class               int64
	JoinNo, Rank               int64
	JoinedAt, EndedAt          inventory.Instant
	JoinedSeq, EndedSeq        int64
	Own                        bool  // its person joined by themselves
	Fee, FeeTaxRate            int64 // the rate in basis points
	FeeCurrency, GiveBack      string
	PaidBy                     string
	PayUntil, PaidAt           inventory.Instant
	PaidSeq                    int64
	FeeBack                    bool
}

// Commitment commits to who is before whom, and where that stands. Who it is, and what they
// ask for, is left out: that is personal.
func (r *ResourceEntry) Commitment() string {
	e := encoding("resource entry\n")
	e.text(r.ID)
	e.text(r.Resource)
	e.text(r.State)
	e.text(r.Offer)
	for _, n := range [...]int64{r.Units, r.Class, r.JoinNo, r.Rank, int64(r.JoinedAt), int64(r.EndedAt), r.JoinedSeq, r.EndedSeq} {
		e.number(n)
	}
	e.truth(r.Own)
	e.number(r.Fee)
	e.number(r.FeeTaxRate)
	e.text(r.FeeCurrency)
	e.text(r.GiveBack)
	e.text(r.PaidBy)
	for _, n := range [...]int64{int64(r.PayUntil), int64(r.PaidAt), r.PaidSeq} {
		e.number(n)
	}
	e.truth(r.FeeBack)
	return e.commitment()
}

// ResourceOffer is what decides about an offer of such capacity.
type ResourceOffer struct {
	ID, Resource, Entry, State, Release string
	Units                               int64
	MadeAt, Deadline, EndedAt           inventory.Instant
	MadeSeq, EndedSeq                   int64
	Round                               string // of the same units as others
	RoundUnits, RoundSize               int64
	Price                               int64
	Currency                            string
}

// Commitment commits to who was offered what until when, and what became of it.
func (r *ResourceOffer) Commitment() string {
	e := encoding("resource offer\n")
	e.text(r.ID)
	e.text(r.Resource)
	e.text(r.Entry)
	e.text(r.State)
	e.text(r.Release)
	for _, n := range [...]int64{r.Units, int64(r.MadeAt), int64(r.Deadline), int64(r.EndedAt), r.MadeSeq, r.EndedSeq, r.RoundUnits, r.RoundSize} {
		e.number(n)
	}
	e.text(r.Round)
	e.number(r.Price)
	e.text(r.Currency)
	return e.commitment()
}

// ResourceSignal is what the other system said.
type ResourceSignal struct {
	Resource, EventID, Kind, Release string
	Units                            int64
	Attributes                       map[string]string
	ValidUntil, At                   inventory.Instant
	Seq                              int64
}

// Commitment commits to what it said. How much of it is offered, or was withdrawn, follows
// from the rest.
func (r *ResourceSignal) Commitment() string {
	e := encoding("resource signal\n")
	e.text(r.Resource)
	e.text(r.EventID)
	e.text(r.Kind)
	e.text(r.Release)
	e.number(r.Units)
	e.number(int64(len(r.Attributes)))
	for _, name := range slices.Sorted(maps.Keys(r.Attributes)) {
		e.text(name)
		e.text(r.Attributes[name])
	}
	for _, n := range [...]int64{int64(r.ValidUntil), int64(r.At), r.Seq} {
		e.number(n)
	}
	return e.commitment()
}

// ResourceConfirmation is what decides about the question to another system whether somebody
// can have what they accept.
type ResourceConfirmation struct {
	Resource, Offer, State, Outcome, Cause string
	Status                                 int64 // of the answer
	Staff                                  bool  // people have decided it
	BegunAt, Since, EndedAt                inventory.Instant
	BegunSeq, EndedSeq                     int64
}

// Commitment commits to how the other system answered, and what became of it. Its words, and
// what was handed on to it, are left out: they can be personal.
func (r *ResourceConfirmation) Commitment() string {
	e := encoding("resource confirmation\n")
	for _, text := range [...]string{r.Resource, r.Offer, r.State, r.Outcome, r.Cause} {
		e.text(text)
	}
	e.truth(r.Staff)
	for _, n := range [...]int64{r.Status, int64(r.BegunAt), int64(r.Since), int64(r.EndedAt), r.BegunSeq, r.EndedSeq} {
		e.number(n)
	}
	return e.commitment()
}
