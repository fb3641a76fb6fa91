package wallet

import (
	"archive/zip"
	"bytes"
	"crypto"
	"crypto/sha1" //nolint:gosec // what the format asks for; the signature over it is of SHA-256
	"crypto/x509"
	"embed"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/smallstep/pkcs7"
)

// AppleMedia is the media type of an Apple pass.
const AppleMedia = "application/vnd.apple.pkpass"

//go:embed asset
var assets embed.FS

// AppleConfig is what Apple gives who issues passes. All of it is required.
type AppleConfig struct {
	// PassType is the pass type identifier, pass.org.example.tickets, and Team
	// the identifier of the team that it belongs to.
	PassType, Team string
	// Certificate is that of the pass type, Key its private key, Intermediate
	// the certificate that signed it (Worldwide Developer Relations). All in PEM.
	Certificate, Key, Intermediate []byte
}

// Apple makes passes for Apple Wallet. It is safe for concurrent use.
type Apple struct {
	passType, team string
	certificate    *x509.Certificate
	parent         *x509.Certificate
	key            crypto.Signer
	files          map[string][]byte // what is the same in every pass
}

// NewApple checks the configuration, and that its parts belong together.
func NewApple(c AppleConfig, now time.Time) (*Apple, error) {
	if !strings.HasPrefix(c.PassType, "pass.") || c.Team == "" {
		return nil, errors.New("wallet: Apple passes need a pass type identifier (pass.…) and the identifier of the team")
	}
	a := &Apple{passType: c.PassType, team: c.Team, files: map[string][]byte{}}
	var err error
	if a.certificate, err = certificate(c.Certificate); err != nil {
		return nil, fmt.Errorf("wallet: certificate of Apple passes: %w", err)
	}
	if a.parent, err = certificate(c.Intermediate); err != nil {
		return nil, fmt.Errorf("wallet: intermediate certificate of Apple passes: %w", err)
	}
	if a.key, err = privateKey(c.Key); err != nil {
		return nil, fmt.Errorf("wallet: key of Apple passes: %w", err)
	}
	public, ok := a.key.Public().(interface{ Equal(crypto.PublicKey) bool })
	switch {
	case !ok || !public.Equal(a.certificate.PublicKey):
		return nil, errors.New("wallet: the key of Apple passes is not that of the certificate")
	case a.certificate.CheckSignatureFrom(a.parent) != nil:
		return nil, errors.New("wallet: the certificate of Apple passes was not signed by the intermediate one")
	case now.After(a.certificate.NotAfter):
		return nil, fmt.Errorf("wallet: the certificate of Apple passes ended at %s", a.certificate.NotAfter.UTC().Format(time.RFC3339))
	}
	entries, err := assets.ReadDir("asset")
	if err != nil {
		return nil, fmt.Errorf("wallet: %w", err)
	}
	for _, e := range entries {
		if a.files[e.Name()], err = assets.ReadFile(path.Join("asset", e.Name())); err != nil {
			return nil, fmt.Errorf("wallet: %w", err)
		}
	}
	for lang, labels := range appleLabels {
		a.files[lang+".lproj/pass.strings"] = appleStrings(labels)
	}
	return a, nil
}

func certificate(text []byte) (*x509.Certificate, error) {
	block, _ := pem.Decode(text)
	if block == nil || block.Type != "CERTIFICATE" {
		return nil, errors.New("no certificate in PEM")
	}
	return x509.ParseCertificate(block.Bytes)
}

// privateKey reads a key in PEM, in any of the forms that are in use.
func privateKey(text []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("no private key in PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		if rsa, e := x509.ParsePKCS1PrivateKey(block.Bytes); e == nil {
			return rsa, nil
		}
		if ec, e := x509.ParseECPrivateKey(block.Bytes); e == nil {
			return ec, nil
		}
		return nil, errors.New("no private key that can be read; one with a password cannot")
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, errors.New("a private key that cannot sign")
	}
	return signer, nil
}

// appleLabels are the words around the values, by the telephone's language.
var appleLabels = map[string]map[string]string{
	"en": english, "de": german, "fr": french, "es": spanish, "it": italian, "nl": dutch,
	"pt": portuguese, "pl": polish, "cs": czech, "sv": swedish, "tr": turkish, "ar": arabic,
}

var english = map[string]string{
	"label.event": "Event", "label.when": "When", "label.where": "Where", "label.name": "Name", "label.tier": "Ticket",
	"label.seat": "Seat", "label.number": "Ticket number", "label.by": "Organizer",
}

var german = map[string]string{
	"label.event": "Veranstaltung", "label.when": "Wann", "label.where": "Wo", "label.name": "Name", "label.tier": "Ticket",
	"label.seat": "Platz", "label.number": "Ticketnummer", "label.by": "Veranstalter",
}

func appleStrings(labels map[string]string) []byte {
	var b bytes.Buffer
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		fmt.Fprintf(&b, "%s = %s;\n", strconv.Quote(key), strconv.Quote(labels[key]))
	}
	return b.Bytes()
}

// The parts of pass.json that are used here, by the names of
// https://developer.apple.com/documentation/walletpasses/pass.
type (
	applePass struct {
		FormatVersion      int            `json:"formatVersion"`
		PassTypeIdentifier string         `json:"passTypeIdentifier"`
		TeamIdentifier     string         `json:"teamIdentifier"`
		SerialNumber       string         `json:"serialNumber"`
		OrganizationName   string         `json:"organizationName"`
		Description        string         `json:"description"`
		LogoText           string         `json:"logoText"`
		BackgroundColor    string         `json:"backgroundColor"`
		ForegroundColor    string         `json:"foregroundColor"`
		LabelColor         string         `json:"labelColor"`
		RelevantDate       string         `json:"relevantDate"`
		ExpirationDate     string         `json:"expirationDate"`
		GroupingIdentifier string         `json:"groupingIdentifier"`
		SharingProhibited  bool           `json:"sharingProhibited"`
		Barcodes           []appleBarcode `json:"barcodes"`
		EventTicket        appleFields    `json:"eventTicket"`
	}
	appleBarcode struct {
		Format          string `json:"format"`
		Message         string `json:"message"`
		MessageEncoding string `json:"messageEncoding"`
	}
	appleFields struct {
		Header    []appleField `json:"headerFields,omitempty"`
		Primary   []appleField `json:"primaryFields"`
		Secondary []appleField `json:"secondaryFields,omitempty"`
		Auxiliary []appleField `json:"auxiliaryFields,omitempty"`
		Back      []appleField `json:"backFields"`
	}
	appleField struct {
		Key             string `json:"key"`
		Label           string `json:"label"`
		Value           string `json:"value"`
		DateStyle       string `json:"dateStyle,omitempty"`
		TimeStyle       string `json:"timeStyle,omitempty"`
		IgnoresTimeZone bool   `json:"ignoresTimeZone,omitempty"`
	}
)

// rgb writes #rrggbb as Apple wants it.
func rgb(color string) string {
	b, err := hex.DecodeString(strings.TrimPrefix(color, "#"))
	if err != nil || len(b) != 3 {
		return rgb(ourColor)
	}
	return fmt.Sprintf("rgb(%d, %d, %d)", b[0], b[1], b[2])
}

// field is one line of a pass, none when there is nothing to say.
func field(key, value string) []appleField {
	if value == "" {
		return nil
	}
	return []appleField{{Key: key, Label: "label." + key, Value: value}}
}

func (a *Apple) describe(p *Pass) applePass {
	const white = "rgb(255, 255, 255)"
	starts := p.Starts.In(p.Zone)
	when := appleField{
		Key: "when", Label: "label.when", Value: starts.Format("2006-01-02T15:04-07:00"),
		DateStyle: "PKDateStyleMedium", TimeStyle: "PKDateStyleShort", IgnoresTimeZone: true, // shown as clocks there do
	}
	return applePass{
		FormatVersion: 1, PassTypeIdentifier: a.passType, TeamIdentifier: a.team,
		// Another version of a ticket is another pass: the old one is void.
		SerialNumber:     p.Ticket + "." + strconv.FormatUint(uint64(p.Version), 10),
		OrganizationName: p.Organization, Description: p.Title, LogoText: clip(p.Organization, 40),
		BackgroundColor: rgb(p.color()), ForegroundColor: white, LabelColor: white,
		RelevantDate: starts.Format(time.RFC3339), ExpirationDate: p.Ends.In(p.Zone).Format(time.RFC3339),
		GroupingIdentifier: p.Event, SharingProhibited: true,
		Barcodes: []appleBarcode{{Format: "PKBarcodeFormatQR", Message: p.Token, MessageEncoding: "iso-8859-1"}},
		EventTicket: appleFields{
			Header: field("seat", p.Seat), Primary: field("event", p.Title),
			Secondary: append([]appleField{when}, field("where", p.Where)...),
			Auxiliary: append(field("name", p.Name), field("tier", p.Tier)...),
			Back:      append(field("number", p.Ticket), field("by", p.Organization)...),
		},
	}
}

// Pass returns a signed pass, of AppleMedia.
func (a *Apple) Pass(p *Pass) ([]byte, error) {
	described, err := json.Marshal(a.describe(p))
	if err != nil {
		return nil, fmt.Errorf("wallet: pass of %s: %w", p.Ticket, err)
	}
	files := maps.Clone(a.files)
	files["pass.json"] = described
	sums := make(map[string]string, len(files))
	for name, body := range files {
		sum := sha1.Sum(body) //nolint:gosec // see the import
		sums[name] = hex.EncodeToString(sum[:])
	}
	if files["manifest.json"], err = json.Marshal(sums); err != nil {
		return nil, fmt.Errorf("wallet: manifest of %s: %w", p.Ticket, err)
	}
	if files["signature"], err = a.sign(files["manifest.json"]); err != nil {
		return nil, fmt.Errorf("wallet: signature of %s: %w", p.Ticket, err)
	}
	return archive(files)
}

// sign makes the detached signature of a manifest (PKCS #7, RFC 2315).
func (a *Apple) sign(manifest []byte) ([]byte, error) {
	s, err := pkcs7.NewSignedData(manifest)
	if err != nil {
		return nil, err
	}
	s.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	if err := s.AddSignerChain(a.certificate, a.key, []*x509.Certificate{a.parent}, pkcs7.SignerInfoConfig{}); err != nil {
		return nil, err
	}
	s.Detach()
	return s.Finish()
}

func archive(files map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err != nil {
			return nil, fmt.Errorf("wallet: %s: %w", name, err)
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, fmt.Errorf("wallet: %s: %w", name, err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("wallet: %w", err)
	}
	return b.Bytes(), nil
}
