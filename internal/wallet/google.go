package wallet

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// googleSave is where the link of a pass leads.
const googleSave = "https://pay.google.com/gp/v/save/"

// MaxGoogleToken is how long the signed token in a link may be, in bytes: longer
// ones are cut off by browsers on their way, says Google.
const MaxGoogleToken = 1800

// GoogleConfig is what Google gives who issues passes. All of it is required.
type GoogleConfig struct {
	// Issuer is the number of the issuer's account.
	Issuer string
	// Account is the key file of a service account that may issue its passes, in
	// JSON.
	Account []byte
}

// Google makes links that add a ticket to Google Wallet. It is safe for
// concurrent use.
type Google struct {
	issuer, email string
	key           *rsa.PrivateKey
	now           func() time.Time
}

// NewGoogle checks the configuration.
func NewGoogle(c GoogleConfig, now func() time.Time) (*Google, error) {
	if _, err := strconv.ParseUint(c.Issuer, 10, 64); err != nil {
		return nil, errors.New("wallet: the issuer of Google passes is a number")
	}
	var account struct {
		Email string `json:"client_email"`
		Key   string `json:"private_key"`
	}
	if err := json.Unmarshal(c.Account, &account); err != nil || account.Email == "" || account.Key == "" {
		return nil, errors.New("wallet: the account of Google passes is not a key file of a service account")
	}
	signer, err := privateKey([]byte(account.Key))
	if err != nil {
		return nil, fmt.Errorf("wallet: key of Google passes: %w", err)
	}
	key, ok := signer.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("wallet: the key of Google passes is not an RSA key")
	}
	return &Google{c.Issuer, account.Email, key, now}, nil
}

// The parts of a class and an object that are used here, by the names of
// https://developers.google.com/wallet/reference/rest/v1/eventticketobject.
type (
	googleText struct {
		Default googleValue `json:"defaultValue"`
	}
	googleValue struct {
		Language string `json:"language"`
		Value    string `json:"value"`
	}
	googleClass struct {
		ID       string       `json:"id"`
		Issuer   string       `json:"issuerName"`
		Name     googleText   `json:"eventName"`
		Venue    *googleVenue `json:"venue,omitempty"`
		DateTime struct {
			Start string `json:"start"`
			End   string `json:"end"`
		} `json:"dateTime"`
		Color  string `json:"hexBackgroundColor"`
		Review string `json:"reviewStatus"`
	}
	googleVenue struct {
		Name    googleText `json:"name"`
		Address googleText `json:"address"`
	}
	googleObject struct {
		ID      string        `json:"id"`
		Class   string        `json:"classId"`
		State   string        `json:"state"`
		Barcode googleBarcode `json:"barcode"`
		Number  string        `json:"ticketNumber,omitempty"`
		Holder  string        `json:"ticketHolderName,omitempty"`
		Type    *googleText   `json:"ticketType,omitempty"`
		Seat    *googleSeat   `json:"seatInfo,omitempty"`
	}
	googleBarcode struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	}
	googleSeat struct {
		Seat googleText `json:"seat"`
	}
	googleClaims struct {
		Issuer   string `json:"iss"`
		Audience string `json:"aud"`
		Type     string `json:"typ"`
		IssuedAt int64  `json:"iat"`
		Payload  struct {
			Classes []googleClass  `json:"eventTicketClasses"`
			Objects []googleObject `json:"eventTicketObjects"`
		} `json:"payload"`
	}
)

func said(text string) googleText { return googleText{googleValue{"en", text}} }

// claims is what a link says, as far as a draft has it.
func (g *Google) claims(p *Pass, d draft) googleClaims {
	n := d.text
	class := googleClass{
		ID: g.issuer + "." + p.Event, Issuer: clip(p.Organization, n), Name: said(clip(p.Title, n)), Color: p.color(), Review: "UNDER_REVIEW",
	}
	class.DateTime.Start, class.DateTime.End = p.Starts.In(p.Zone).Format(time.RFC3339), p.Ends.In(p.Zone).Format(time.RFC3339)
	if where := clip(p.Where, n); where != "" && d.venue {
		class.Venue = &googleVenue{said(where), said(where)}
	}
	object := googleObject{
		ID: class.ID + "_" + p.objectName(), Class: class.ID, State: "ACTIVE",
		Barcode: googleBarcode{"QR_CODE", p.Token}, Holder: clip(p.Name, n),
	}
	if d.number {
		object.Number = p.Ticket
	}
	if p.Tier != "" {
		object.Type = &googleText{googleValue{"en", clip(p.Tier, n)}}
	}
	if p.Seat != "" {
		object.Seat = &googleSeat{said(clip(p.Seat, n))}
	}
	c := googleClaims{Issuer: g.email, Audience: "google", Type: "savetowallet", IssuedAt: g.now().Unix()}
	c.Payload.Classes, c.Payload.Objects = []googleClass{class}, []googleObject{object}
	return c
}

// objectName names the object of a pass within its class. Another version of a ticket is
// another pass: the old one is void. So is another seat, because Google keeps what it knows
// of an object and would show the seat that the ticket had when it was added first.
func (p *Pass) objectName() string {
	name := strings.TrimPrefix(p.Ticket, "tkt_") + "_" + strconv.FormatUint(uint64(p.Version), 10)
	if p.SeatID == "" {
		return name
	}
	number := p.SeatID[max(0, len(p.SeatID)-seatDigits):]
	return name + "_" + strings.TrimLeft(number, "0")
}

// seatDigits is how many characters at the end of the id of a seat are its number in the event.
const seatDigits = 16

// draft is how much of a ticket a link says: texts of so many characters, with
// the number of the ticket, which is in its code too, and with where it is.
type draft struct {
	text          int
	number, venue bool
}

// drafts are tried until a link is short enough. What the door and the holder look
// for, the title and the seat, is cut last.
var drafts = [...]draft{
	{60, true, true}, {40, true, true}, {25, true, true}, {25, false, true},
	{60, false, false}, {40, false, false}, {25, false, false}, {15, false, false}, {8, false, false}, {4, false, false},
}

// Link returns the address that adds a ticket to somebody's Google Wallet. Long
// texts are cut.
func (g *Google) Link(p *Pass) (string, error) {
	for _, d := range drafts {
		token, err := g.token(g.claims(p, d))
		if err != nil {
			return "", fmt.Errorf("wallet: link of %s: %w", p.Ticket, err)
		}
		if len(token) <= MaxGoogleToken {
			return googleSave + token, nil
		}
	}
	return "", fmt.Errorf("wallet: the link of %s is too long", p.Ticket)
}

// token signs claims as a JSON Web Token (RFC 7519) with RS256 (RFC 7518).
func (g *Google) token(c googleClaims) (string, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	enc := base64.RawURLEncoding
	text := enc.EncodeToString([]byte(`{"alg":"RS256","typ":"JWT"}`)) + "." + enc.EncodeToString(body)
	sum := sha256.Sum256([]byte(text))
	sig, err := rsa.SignPKCS1v15(rand.Reader, g.key, crypto.SHA256, sum[:])
	if err != nil {
		return "", err
	}
	return text + "." + enc.EncodeToString(sig), nil
}
