package waitroom

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/merkle"
)

// A KeptReceipt is compared with a draw that was published, by somebody who kept it and asks no server
// whether it is in there. It is told the leaves of the draw as they are read.
type KeptReceipt struct {
	*Receipt
	tree merkle.Frontier // of the leaves up to the checkpoint of the receipt
	read int64
	leaf string // that the draw has at the index of the receipt; "": none
}

// KeepReceipt reads a receipt that somebody has kept: as Text writes it, or with the ends of lines of
// another system.
func KeepReceipt(text string) (*KeptReceipt, error) {
	r, err := ReadReceipt(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")) + "\n")
	return &KeptReceipt{Receipt: r}, err
}

// Leaf is told the next leaf of an entrant of the draw.
func (k *KeptReceipt) Leaf(text string) {
	if k.read == k.Entrant.Index {
		k.leaf = text
	}
	if k.read++; k.read <= k.Checkpoint.Size {
		k.tree.Append(text)
	}
}

// Findings returns what does not agree with the draw, when all of its leaves were told: with those
// who take part in it, and with what was signed. Whoever joined after the seal is in no draw, and
// has a receipt that is signed all the same.
func (k *KeptReceipt) Findings(p *draw.Publication) (found []draw.Finding) {
	add := func(wrong bool, detail string) {
		if wrong {
			found = append(found, draw.Finding{Field: "receipt", Detail: detail})
		}
	}
	if add(k.Entrant.EventID != p.EventID, "is one of "+k.Entrant.EventID); found != nil {
		return found
	}
	signed := draw.Checkpoint{Size: k.Checkpoint.Size, Root: draw.HexHash(k.Checkpoint.Root), Signature: k.Signature}
	add(!signed.SignedBy(p.EventID, p.ReceiptKeys), "is signed by none of the receipt_keys that the draw names")
	if k.Entrant.Index >= p.Entrants {
		return found
	}
	add(p.Checkpoint == nil, "the draw names no checkpoint that was signed")
	add(k.leaf != k.Entrant.Text(), "the draw has another leaf at its index")
	add(k.Checkpoint.Size <= p.Entrants && k.tree.Root() != k.Checkpoint.Root, "the draw has others before it, or others who joined with it, than were signed")
	return found
}
