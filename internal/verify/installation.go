package verify

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// loadIncluded reads the checkpoints of the event that the log of the installation has: the
// tree has to have had their roots.
func (c *check) loadIncluded(l *logs.EventLog) error {
	event := c.event.Event.ID
	entries, err := c.run.snapshot.Included(event)
	if err != nil {
		return err
	}
	newest := int64(0)
	signer := c.run.options.Logs
	for i := range entries {
		e := &entries[i]
		newest = max(newest, e.Size)
		if signer == nil { // said of the newest
			continue
		}
		key, err := signer.Key().VerifierKey(event)
		if err != nil {
			return err
		}
		signed, err := tlog.OpenCheckpoint([]byte(e.Checkpoint), key)
		if err != nil || signed.Size != e.Size {
			c.fail(19, event, "entry %d of the log of the installation is not a checkpoint of %d entries that this installation signed", e.N, e.Size)
			continue
		}
		c.log.tree.claim(signed, fmt.Sprintf("entry %d of the log of the installation", e.N))
	}
	if newest != l.Included {
		c.fail(19, event, "the log of the installation has a checkpoint of %d entries, and is said to have one of %d", newest, l.Included)
	}
	if newest > l.Signed {
		c.fail(19, event, "the log of the installation has a checkpoint of %d entries, and the public log signed %d", newest, l.Signed)
	}
	return nil
}

// checkInstallation recomputes the log of the installation.
func (r *run) checkInstallation() error {
	stored, err := r.snapshot.Installation()
	if err != nil {
		return err
	}
	l := newLogTree(r, "", "the log of the installation", r.snapshot.InstallationTile)
	head := tlog.Head{Size: stored.Size}
	copy(head.Root[:], stored.Root)
	l.claim(head, "the database")
	switch signer := r.options.Logs; {
	case stored.Signed == 0:
	case signer == nil:
		r.report.add(19, "", tlog.Installation, "the key of the public logs is not here, so what was signed of the log of the installation cannot be checked")
	default:
		key, err := signer.Key().VerifierKey(tlog.Installation)
		if err != nil {
			return err
		}
		signed, err := tlog.OpenCheckpoint([]byte(stored.Checkpoint), key)
		if err != nil || signed.Size != stored.Signed {
			r.report.add(19, "", tlog.Installation, "the checkpoint of the log of the installation is not one of %d entries that it signed", stored.Signed)
		} else {
			l.claim(signed, "the checkpoint")
		}
	}
	l.claim(r.signedLogs[tlog.Installation], signedLastText)
	l.sorted()
	if err := r.installationEntries(l); err != nil {
		return err
	}
	if stored.Size != l.tree.Size() {
		r.report.add(19, "", tlog.Installation, "the log of the installation is said to have %d entries, and has %d", stored.Size, l.tree.Size())
	}
	tiles, err := r.snapshot.InstallationTiles()
	if err != nil {
		return err
	}
	return l.end(tiles)
}

// installationEntries takes the entries of the log of the installation into its tree, as
// everybody reads them, and checks that they go on one after the other and that each is
// more of its event than those before.
func (r *run) installationEntries(l *logTree) error {
	sizes := map[string]int64{}
	return r.snapshot.InstallationEntries(func(e *logs.KeyedEntry) error {
		if e.N != l.tree.Size() {
			r.report.add(19, "", tlog.Installation, "in the log of the installation entry %d stands in the place of entry %d", e.N, l.tree.Size())
		}
		if before := sizes[e.EventID]; e.Size <= before {
			r.report.add(19, e.EventID, tlog.Installation, "entry %d of the log of the installation is a checkpoint of %d entries, and one of %d came before", e.N, e.Size, before)
		}
		sizes[e.EventID] = e.Size
		r.report.Checked.Checkpoints++
		return l.add(tlog.LeafHash(tlog.EventKey(e.Key).CheckpointEntry(e.Checkpoint, e.Size, e.Sealed)))
	})
}
