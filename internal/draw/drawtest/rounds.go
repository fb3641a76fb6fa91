// Package drawtest has rounds of drand's quicknet for tests of draws.
package drawtest

// Round is a round that was signed in 2024, and Signature what it was signed with, in hex.
const (
	Round     = 5_928_395
	Signature = "a5d07c0071b4e386b3ae09206522253c68fefe8490ad59ecc44a7dd0d0745be91da5779e2247a82403fbc0cb9a34cb61"
)

// Signatures are those that drand's network made, in hex, by round: facts, which its relays
// serve to everybody.
var Signatures = map[uint64]string{
	1000:    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
	1001:    "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
	1002:    "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
	657_413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
	Round:   Signature,
}
