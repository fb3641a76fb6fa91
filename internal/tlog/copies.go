package tlog

// CopyFault is what is wrong with the copy of a log.
type CopyFault struct {
	Log  string // the ID of its event, or Installation
	Kind CopyFaultKind
	Path string // of the tile, of CopyLacks and CopyDiffers
	// Copied and Size are the entries of the copy and of the log, of CopyAhead.
	Copied, Size int64
}

// CopyFaultKind says in which way a copy is wrong.
type CopyFaultKind int

// The ways.
const (
	CopyForeign CopyFaultKind = iota // it is of another tree
	CopyAhead                        // it has more than the log
	CopyLacks                        // a tile is missing
	CopyDiffers                      // a tile has other bytes
	CopyPrivate                      // not everybody may read the log
)
