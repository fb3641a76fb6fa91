package tlog

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// Installation is the name of the log that has the checkpoints of all others. No event is
// called so.
const Installation = "installation"

// SealedVersion is the form of an entry of the log of the installation that is not a
// checkpoint as it is: its first line.
const SealedVersion = "holdfast/sealed-checkpoint/v1"

// SaltSize is the size of the salt of a sealed checkpoint in bytes.
const SaltSize = 16

// CheckpointSalt returns what a checkpoint of so many entries is sealed with.
func (k EventKey) CheckpointSalt(size int64) [SaltSize]byte {
	return [SaltSize]byte(k.mac("checkpoint " + strconv.FormatInt(size, 10)))
}

// SealCheckpoint returns the entry of a checkpoint that not everybody may know of: a salted
// hash of it, which tells nothing to a reader who has neither.
func SealCheckpoint(salt [SaltSize]byte, checkpoint []byte) []byte {
	hash := sha256.Sum256(append(salt[:], checkpoint...))
	return []byte(SealedVersion + "\n" + hex.EncodeToString(hash[:]) + "\n")
}

// CheckpointEntry returns the entry of a checkpoint of the event's log in the log of the
// installation: the checkpoint, or sealed.
func (k EventKey) CheckpointEntry(checkpoint string, size int64, sealed bool) []byte {
	if sealed {
		return SealCheckpoint(k.CheckpointSalt(size), []byte(checkpoint))
	}
	return []byte(checkpoint)
}
