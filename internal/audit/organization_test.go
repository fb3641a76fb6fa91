package audit

import (
	"crypto/ed25519"
	"encoding/hex"
	"testing"
)

const org = "org_t3zane4tqkff"

func deeds() []Deed {
	return []Deed{
		{Seq: 1, At: 1795251600000000, Actor: "system", Subject: org, Action: OrganizationCreated, Commitment: "00000000000000000000000000000000"},
		{Seq: 2, At: 1795251600000001, Actor: "mem_t3zane4tqkff", Subject: "key_t3zane4tqkff", Action: KeyCreated, Commitment: "0123456789abcdef0123456789abcdef"},
		{Seq: 1<<63 - 1, At: -1, Actor: "Zoë\n", Subject: "\x00", EventSeq: -3},
	}
}

// goldenDeeds are the hashes of deeds(), computed by another program.
var goldenDeeds = []string{
	"8c087f29ae074e360a80f71c26fae3c90839f552d3b2c4cef975b44245ea918f",
	"e25e1f799725fecba83fe49b63164a67124df483559a8f395f34d7b3c2295477",
	"3ee00823e9b9db0c217d2ba74b2b01700031c417d6e6b071e1d7473d428946d8",
}

func TestDeedsGolden(t *testing.T) {
	for i, h := range ChainDeeds(Hash{}, org, deeds()) {
		if got := hex.EncodeToString(h[:]); got != goldenDeeds[i] {
			t.Errorf("row %d hashes to %s, want %s", i, got, goldenDeeds[i])
		}
	}
}

// What is committed to is computed by another program too: it is stored for years.
func TestDeedCommitmentsGolden(t *testing.T) {
	key := Key{ID: "key_1", Org: "org_1", Role: "viewer", Event: "evt_1", ExpiresAt: 7}
	for i := range key.Hash {
		key.Hash[i] = byte(i)
	}
	for got, want := range map[string]string{
		key.Commitment(): "0002738ceb97834ac7d72a5aea6518e5",
		(&Member{ID: "mem_1", Org: "org_1", Role: "owner", Address: "ada@example.org", Salt: []byte("salt")}).Commitment():                                        "ee15683dafe5485688513e7ccece93e2",
		(&Webhook{ID: "whk_1", Org: "org_1", URL: "https://example.org/", Types: []string{"order.*", "event.*"}, SecretVersion: 3}).Commitment():                  "dec5ddf9aca6ff91f05008c6bd12bfe2",
		(&Organization{ID: "org_1", Name: "One", Color: "#0f766e", StaffOIDC: true, StaffPasskeys: true, Websites: []string{"https://one.example"}}).Commitment(): "8fc4884c15a83818cfe1e4af77e51511",
		(&Booking{
			ID: "bkg_1", Org: "org_1", Venue: "ven_1", State: "cancelled", Reason: "other", Rooms: []string{"roo_1", "roo_2"}, StartsAt: 7, EndsAt: 9, Setup: 1, Teardown: 2,
			Layout: "rows", People: 80, Event: "evt_1", Follows: "place", Series: "bks_1",
		}).Commitment(): "706e303f161bf2000cf28f620788c5c6",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestHeadsAreOfOneKind: the signature of an organization's head is not one of an event's
// head with the same name, place and hash, or the other way round.
func TestHeadsAreOfOneKind(t *testing.T) {
	key := goldenKey()
	public := key.Public().(ed25519.PublicKey)
	sig := SignOrganization(key, org, 2, Hash{1})
	if !VerifyOrganization(public, org, 2, Hash{1}, sig) {
		t.Error("the signature of an organization's head does not verify")
	}
	if VerifyHead(public, org, 2, Hash{1}, sig) || VerifyOrganization(public, org, 2, Hash{1}, SignHead(key, org, 2, Hash{1})) {
		t.Error("a signature passes for one of another kind")
	}
	if VerifyOrganization(public, org, 3, Hash{1}, sig) || VerifyOrganization(public, org, 2, Hash{2}, sig) || VerifyOrganization(public, "org_x", 2, Hash{1}, sig) {
		t.Error("a signature passes for another head")
	}
}
