package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Sizes of the write-ahead log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
const (
	walHeaderBytes = 32
	walFrameBytes  = 24 // before each page
	walMagic       = 0x377f0682
)

// Position is a place in the write-ahead log: behind the frame of that number, of the log
// with these salts. The sums are those of all frames up to it, so that a log that has them
// there has all of these frames. The zero Position is the beginning of any log.
type Position struct {
	Salt1, Salt2 uint32
	Frame        int64
	Sum1, Sum2   uint32
}

// errGap: the log was begun anew before it was read to its end.
var errGap = errors.New("sqlite: the log was written over before it was read")

// Pages are the pages that commits have changed, as the last of them left them.
type Pages struct {
	Size  int               // of a page
	Total uint32            // pages of the database after the last commit
	Page  map[uint32][]byte // by number, from 1
}

// bytes are those of all pages.
func (p *Pages) bytes() int { return len(p.Page) * p.Size }

// take adds what came later.
func (p *Pages) take(later *Pages) {
	if p.Page == nil {
		p.Page = map[uint32][]byte{}
	}
	p.Size, p.Total = later.Size, later.Total
	for n, page := range later.Page {
		p.Page[n] = page
	}
}

// walFile reads the log of a database, commit by commit. It is used by one goroutine at a
// time. SQLite takes no locks on the log, so that it may be opened and closed at any time.
type walFile struct {
	file  *os.File
	at    Position
	order binary.ByteOrder // of the numbers that are summed up
	size  int              // of a page; 0: no header was read yet
	// follows says that a log that was begun anew once follows what was read: all of the old
	// one was read, and carried over into the database file.
	follows bool
}

// header reads the header of the log. It is false when there is none yet.
func (w *walFile) header() (h walHeader, ok bool, err error) {
	var b [walHeaderBytes]byte
	switch _, err := w.file.ReadAt(b[:], 0); {
	case errors.Is(err, io.EOF):
		return h, false, nil
	case err != nil:
		return h, false, fmt.Errorf("sqlite: read the log: %w", err)
	}
	magic := binary.BigEndian.Uint32(b[:])
	if magic&^1 != walMagic {
		return h, false, nil
	}
	h.order = binary.ByteOrder(binary.LittleEndian)
	if magic&1 == 1 {
		h.order = binary.BigEndian
	}
	h.size = int(binary.BigEndian.Uint32(b[8:]))
	h.salt1, h.salt2 = binary.BigEndian.Uint32(b[16:]), binary.BigEndian.Uint32(b[20:])
	h.sum1, h.sum2 = walSum(h.order, 0, 0, b[:24])
	if h.sum1 != binary.BigEndian.Uint32(b[24:]) || h.sum2 != binary.BigEndian.Uint32(b[28:]) || h.size < 512 || h.size > 65536 {
		return h, false, nil
	}
	return h, true, nil
}

// walHeader is what the header of a log says.
type walHeader struct {
	order                    binary.ByteOrder
	size                     int
	salt1, salt2, sum1, sum2 uint32
}

func (h *walHeader) start() Position {
	return Position{Salt1: h.salt1, Salt2: h.salt2, Sum1: h.sum1, Sum2: h.sum2}
}

// find sets the place to one that was reached before, and reports whether the log has it.
func (w *walFile) find(at Position) (bool, error) {
	h, ok, err := w.header()
	if err != nil || !ok || h.salt1 != at.Salt1 || h.salt2 != at.Salt2 {
		return false, err
	}
	w.at, w.order, w.size = h.start(), h.order, h.size
	frame := make([]byte, walFrameBytes+w.size)
	for w.at.Frame < at.Frame {
		next, _, _, ok, err := w.frame(w.at, frame)
		if err != nil || !ok {
			return false, err
		}
		w.at = next
	}
	return w.at == at, nil
}

// begin sets the place to the beginning of the log.
func (w *walFile) begin() error {
	h, ok, err := w.header()
	if err != nil {
		return err
	}
	w.at, w.size, w.follows = Position{}, 0, true
	if ok {
		w.at, w.order, w.size, w.follows = h.start(), h.order, h.size, false
	}
	return nil
}

// frame reads the frame behind a place. It is false when there is none that is whole.
func (w *walFile) frame(at Position, frame []byte) (next Position, page, total uint32, ok bool, err error) {
	_, err = w.file.ReadAt(frame, walHeaderBytes+at.Frame*int64(len(frame)))
	switch {
	case errors.Is(err, io.EOF):
		return at, 0, 0, false, nil
	case err != nil:
		return at, 0, 0, false, fmt.Errorf("sqlite: read the log: %w", err)
	}
	if binary.BigEndian.Uint32(frame[8:]) != at.Salt1 || binary.BigEndian.Uint32(frame[12:]) != at.Salt2 {
		return at, 0, 0, false, nil
	}
	next = at
	next.Frame++
	next.Sum1, next.Sum2 = walSum(w.order, at.Sum1, at.Sum2, frame[:8])
	next.Sum1, next.Sum2 = walSum(w.order, next.Sum1, next.Sum2, frame[walFrameBytes:])
	if next.Sum1 != binary.BigEndian.Uint32(frame[16:]) || next.Sum2 != binary.BigEndian.Uint32(frame[20:]) {
		return at, 0, 0, false, nil
	}
	return next, binary.BigEndian.Uint32(frame), binary.BigEndian.Uint32(frame[4:]), true, nil
}

// read reads what was committed since the place, and moves there: at most so many commits,
// 0: all. No pages: nothing was. The error is errGap when there was more than is left.
func (w *walFile) read(most int) (*Pages, error) {
	h, ok, err := w.header()
	if err != nil {
		return nil, err
	}
	switch {
	case !ok && w.size == 0, !ok && w.follows:
		return nil, nil // the log is empty
	case !ok:
		return nil, errGap
	case w.size != 0 && h.salt1 == w.at.Salt1 && h.salt2 == w.at.Salt2:
	case w.size != 0 && !(w.follows && h.salt1 == w.at.Salt1+1):
		return nil, errGap
	default:
		w.at, w.order, w.size = h.start(), h.order, h.size
	}
	all, open := &Pages{Size: w.size}, &Pages{Size: w.size, Page: map[uint32][]byte{}}
	commits := 0
	for at := w.at; most == 0 || commits < most; {
		frame := make([]byte, walFrameBytes+w.size)
		next, page, total, ok, err := w.frame(at, frame)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		at = next
		open.Page[page] = frame[walFrameBytes:]
		if total == 0 {
			continue // the commit comes later
		}
		open.Total = total
		all.take(open)
		open = &Pages{Size: w.size, Page: map[uint32][]byte{}}
		w.at, w.follows = at, false
		commits++
	}
	if all.Page == nil {
		return nil, nil
	}
	return all, nil
}

// walSum goes on with the sums of a log.
func walSum(order binary.ByteOrder, s1, s2 uint32, b []byte) (sum1, sum2 uint32) {
	if order == binary.ByteOrder(binary.LittleEndian) { // which the compiler makes fast
		for ; len(b) >= 8; b = b[8:] {
			s1 += binary.LittleEndian.Uint32(b) + s2
			s2 += binary.LittleEndian.Uint32(b[4:]) + s1
		}
		return s1, s2
	}
	for ; len(b) >= 8; b = b[8:] {
		s1 += order.Uint32(b) + s2
		s2 += order.Uint32(b[4:]) + s1
	}
	return s1, s2
}
