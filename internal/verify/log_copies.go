package verify

import "github.com/holdfast-events/holdfast/internal/tlog"

// Invariant 54: the copy of a public log has what the log has, and only logs that everybody reads
// have one. Copies are outside the database: what is wrong with them is found outside too.

func (r *Report) addLogCopy(f tlog.CopyFault) {
	switch f.Kind {
	case tlog.CopyForeign:
		r.add(54, "", f.Log, "the copy of the public log is of another tree")
	case tlog.CopyAhead:
		r.add(54, "", f.Log, "the copy of the public log has %d entries, and the log %d", f.Copied, f.Size)
	case tlog.CopyLacks:
		r.add(54, "", f.Log, "the copy of the public log has no %s", f.Path)
	case tlog.CopyDiffers:
		r.add(54, "", f.Log, "%s of the copy of the public log is not what the log has", f.Path)
	case tlog.CopyPrivate:
		r.add(54, "", f.Log, "the public log is not for everybody, and there is a copy of it")
	}
}
