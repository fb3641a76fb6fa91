package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/cloudflare/circl/sign/bls"
)

// A BeaconKind is where the number comes from that nobody could know.
type BeaconKind string

// Beacons.
const (
	// Quicknet is drand's network of that name: every three seconds some twenty
	// organizations sign the number of a round together.
	Quicknet BeaconKind = "drand-quicknet"
	// Ceremony is for halls without a network; see CeremonyBeacon.
	Ceremony BeaconKind = "ceremony"
)

// The chain of quicknet. Its signatures are of the scheme bls-unchained-g1-rfc9380.
const (
	QuicknetChain   = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
	quicknetGenesis = 1_692_803_367 // seconds since 1970
	quicknetPeriod  = 3             // seconds
	quicknetKey     = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)

// RoundsAfterSeal is how many rounds must lie between a seal and the round of its draw:
// a minute, so that no clock that is wrong by less lets the round be known before.
const RoundsAfterSeal = 20

// RoundAt returns the round that was signed last at t, and 0 before the first.
func RoundAt(t time.Time) uint64 {
	since := t.Sub(time.Unix(quicknetGenesis, 0))
	if since < 0 {
		return 0
	}
	return 1 + uint64(since/(quicknetPeriod*time.Second)) //nolint:gosec // not negative
}

// RoundTime returns when a round is signed.
func RoundTime(round uint64) time.Time {
	return time.Unix(quicknetGenesis+int64(round-1)*quicknetPeriod, 0).UTC() //nolint:gosec // within the age of the universe
}

// ErrBeacon is a beacon that is not what it says.
var ErrBeacon = errors.New("draw: the beacon is not genuine")

// VerifyRound returns ErrBeacon unless signature is quicknet's for this round: of 48
// bytes, and the only one there is.
func VerifyRound(round uint64, signature []byte) error {
	key, err := hex.DecodeString(quicknetKey)
	if err != nil {
		return fmt.Errorf("draw: key of quicknet: %w", err)
	}
	var public bls.PublicKey[bls.KeyG2SigG1]
	if err := public.UnmarshalBinary(key); err != nil {
		return fmt.Errorf("draw: key of quicknet: %w", err)
	}
	message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	if len(signature) != 48 || !bls.Verify(&public, message[:], signature) {
		return fmt.Errorf("%w: round %d", ErrBeacon, round)
	}
	return nil
}

// RandomnessOf returns what drand calls the randomness of a round: the SHA-256 of its
// signature.
func RandomnessOf(signature []byte) *HexHash {
	sum := HexHash(sha256.Sum256(signature))
	return &sum
}

// CeremonyBeacon returns the beacon of a ceremony: a secret that was committed to, by
// its SHA-256, when the draw was announced, followed by the value of a public source
// that was named then and was not known before the seal, such as the winning numbers of
// that evening's lottery. Neither the one who knows the secret nor the one who picks the value can
// choose the seed alone. It returns ErrBeacon unless the secret is the one that was
// committed to.
func CeremonyBeacon(commitment Hash, secret []byte, value string) ([]byte, error) {
	if sha256.Sum256(secret) != commitment {
		return nil, fmt.Errorf("%w: the secret is not the one that was committed to", ErrBeacon)
	}
	if value == "" {
		return nil, fmt.Errorf("%w: no value of the public source", ErrBeacon)
	}
	return append(append([]byte(nil), secret...), value...), nil
}
