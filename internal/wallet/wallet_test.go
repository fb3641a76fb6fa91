package wallet_test

import (
	"archive/zip"
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/smallstep/pkcs7"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/wallet"
	"github.com/holdfast-events/holdfast/internal/wallet/wallettest"
)

var now = time.Date(2027, 5, 1, 9, 0, 0, 0, time.UTC)

func pass(t *testing.T) *wallet.Pass {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return &wallet.Pass{
		Ticket: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", Version: 2, Token: "AQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y", Event: "evt_3k9q0a7c1v5m",
		Title: "Lantern <b>walk</b> \"& talk\"", Where: "Old Harbour, Pier 2", Organization: "Harbour Concerts",
		Starts: time.Date(2027, 6, 10, 17, 0, 0, 0, time.UTC), Ends: time.Date(2027, 6, 10, 20, 0, 0, 0, time.UTC), Zone: berlin,
		Name: "Ada Lovelace", Tier: "General", Seat: "Stalls A 12", Color: "#1d4ed8",
	}
}

// unpack returns the files of a pass.
func unpack(t *testing.T, body []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// A pass is what a telephone takes: every file in the manifest by its hash, the
// manifest signed by a certificate that leads to the authority.
func TestApplePass(t *testing.T) {
	authority := wallettest.NewAuthority(t, now)
	a, err := wallet.NewApple(authority.Config, now)
	if err != nil {
		t.Fatal(err)
	}
	body, err := a.Pass(pass(t))
	if err != nil {
		t.Fatal(err)
	}
	files := unpack(t, body)
	var sums map[string]string
	if err := json.Unmarshal(files["manifest.json"], &sums); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		sum := sha1.Sum(content)
		if want := hex.EncodeToString(sum[:]); name != "manifest.json" && name != "signature" && sums[name] != want {
			t.Errorf("%s: the manifest says %q, want %s", name, sums[name], want)
		}
	}
	for _, name := range []string{"pass.json", "icon.png", "icon@2x.png", "logo.png", "en.lproj/pass.strings", "de.lproj/pass.strings"} {
		if sums[name] == "" {
			t.Errorf("%s is not in the manifest", name)
		}
	}

	roots := x509.NewCertPool()
	roots.AddCert(authority.Certificate)
	verify := func(manifest []byte) error {
		p7, err := pkcs7.Parse(files["signature"])
		if err != nil {
			t.Fatal(err)
		}
		if len(p7.Content) != 0 {
			t.Error("the signature is not detached")
		}
		p7.Content = manifest
		return p7.VerifyWithChainAtTime(roots, now)
	}
	if err := verify(files["manifest.json"]); err != nil {
		t.Errorf("signature: %v", err)
	}
	if verify(bytes.Replace(files["manifest.json"], []byte("a"), []byte("b"), 1)) == nil {
		t.Error("an altered manifest is taken")
	}

	var got struct {
		Serial  string `json:"serialNumber"`
		Type    string `json:"passTypeIdentifier"`
		Team    string `json:"teamIdentifier"`
		Color   string `json:"backgroundColor"`
		When    string `json:"relevantDate"`
		Barcode []struct{ Format, Message string }
		Codes   []struct{ Format, Message string } `json:"barcodes"`
		Ticket  struct {
			Primary []struct{ Value, Label string } `json:"primaryFields"`
			Header  []struct{ Value string }        `json:"headerFields"`
		} `json:"eventTicket"`
	}
	if err := json.Unmarshal(files["pass.json"], &got); err != nil {
		t.Fatal(err)
	}
	p := pass(t)
	if got.Serial != p.Ticket+".2" || got.Type != "pass.org.example" || got.Team != "TEAM123456" || got.Color != "rgb(29, 78, 216)" ||
		got.When != "2027-06-10T19:00:00+02:00" || len(got.Codes) != 1 || got.Codes[0].Message != p.Token || got.Codes[0].Format != "PKBarcodeFormatQR" ||
		got.Ticket.Primary[0].Value != p.Title || got.Ticket.Header[0].Value != p.Seat {
		t.Errorf("%s", files["pass.json"])
	}
	// Each label that a pass names has words in every language.
	for _, tag := range locale.Tags {
		lang := tag.String()
		for _, part := range strings.Split(string(files["pass.json"]), `"label":"`)[1:] {
			label, _, _ := strings.Cut(part, `"`)
			if !bytes.Contains(files[lang+".lproj/pass.strings"], []byte(`"`+label+`" = "`)) {
				t.Errorf("%s has no words for %s", lang, label)
			}
		}
	}
	// What there is nothing to say of is left out.
	p.Where, p.Name, p.Seat, p.Tier, p.Color = "", "", "", "", "red"
	if body, err = a.Pass(p); err != nil {
		t.Fatal(err)
	}
	plain := string(unpack(t, body)["pass.json"])
	if strings.Contains(plain, `"value":""`) || !strings.Contains(plain, "rgb(18, 89, 74)") {
		t.Errorf("%s", plain)
	}
}

// What does not belong together is refused at the start, and says what.
func TestAppleConfig(t *testing.T) {
	good, other := wallettest.NewAuthority(t, now).Config, wallettest.NewAuthority(t, now)
	for want, change := range map[string]func(*wallet.AppleConfig){
		"pass type":                 func(c *wallet.AppleConfig) { c.PassType = "org.example" },
		"team":                      func(c *wallet.AppleConfig) { c.Team = "" },
		"no certificate":            func(c *wallet.AppleConfig) { c.Certificate = []byte("x") },
		"intermediate certificate":  func(c *wallet.AppleConfig) { c.Intermediate = c.Key },
		"no private key":            func(c *wallet.AppleConfig) { c.Key = nil },
		"not that of":               func(c *wallet.AppleConfig) { c.Key = other.Config.Key },
		"not signed by":             func(c *wallet.AppleConfig) { c.Intermediate = other.Config.Intermediate },
		"that can be read":          func(c *wallet.AppleConfig) { c.Key = wallettest.PEM("ENCRYPTED PRIVATE KEY", []byte("x")) },
		"wallet: certificate of":    func(c *wallet.AppleConfig) { c.Certificate = wallettest.PEM("CERTIFICATE", []byte("x")) },
		"intermediate certificate ": func(c *wallet.AppleConfig) { c.Intermediate = nil },
	} {
		c := good
		change(&c)
		if _, err := wallet.NewApple(c, now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := wallet.NewApple(good, now.AddDate(2, 0, 0)); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Errorf("an old certificate: %v", err)
	}
}

// A link says what the pass is, is signed by the account, and is never too long.
func TestGoogleLink(t *testing.T) {
	key := wallettest.NewKey(t)
	g, err := wallet.NewGoogle(wallet.GoogleConfig{Issuer: "3388000000012345678", Account: wallettest.Account(t, key)}, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	long := pass(t)
	long.Title, long.Where, long.Organization, long.Name = strings.Repeat("日", 200), strings.Repeat("本", 300), strings.Repeat("🎪", 200), strings.Repeat("\"", 200)
	long.Tier, long.Seat = strings.Repeat("語", 200), strings.Repeat("席", 80)
	for what, p := range map[string]*wallet.Pass{"usual": pass(t), "long": long} {
		link, err := g.Link(p)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		token, ok := strings.CutPrefix(link, "https://pay.google.com/gp/v/save/")
		parts := strings.Split(token, ".")
		if !ok || len(parts) != 3 || len(token) > wallet.MaxGoogleToken {
			t.Fatalf("%s: %d parts, %d bytes: %s", what, len(parts), len(token), link)
		}
		sig, err := base64.RawURLEncoding.DecodeString(parts[2])
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
		if err := rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, sum[:], sig); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		body, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Iss, Aud, Typ string
			Payload       struct {
				Classes []struct {
					ID       string
					DateTime struct{ Start string }
				} `json:"eventTicketClasses"`
				Objects []struct {
					ID, ClassID, State string
					Barcode            struct{ Type, Value string }
				} `json:"eventTicketObjects"`
			}
		}
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatal(err)
		}
		class, object := got.Payload.Classes[0], got.Payload.Objects[0]
		if got.Iss != "passes@example.iam.gserviceaccount.com" || got.Aud != "google" || got.Typ != "savetowallet" || class.ID != "3388000000012345678.evt_3k9q0a7c1v5m" ||
			class.DateTime.Start != "2027-06-10T19:00:00+02:00" || object.ClassID != class.ID || !strings.HasSuffix(object.ID, "p9s01_2") ||
			object.Barcode.Value != p.Token || object.Barcode.Type != "QR_CODE" || object.State != "ACTIVE" {
			t.Errorf("%s: %s", what, body)
		}
	}
}

func TestGoogleConfig(t *testing.T) {
	good := wallettest.Account(t, wallettest.NewKey(t))
	for want, c := range map[string]wallet.GoogleConfig{
		"is a number":    {Issuer: "me", Account: good},
		"not a key file": {Issuer: "1", Account: []byte("{}")},
		"key of":         {Issuer: "1", Account: []byte(`{"client_email":"a@b","private_key":"x"}`)},
		"service acco":   {Issuer: "1"},
	} {
		if _, err := wallet.NewGoogle(c, time.Now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
