package bankfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"strings"
)

// readZIP reads all files of a ZIP file, in their order. A transaction that several of them
// have, as those of a day and of its month do, is one: it is taken from the first.
func readZIP(data []byte) (*File, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, wrong(0, "is a damaged ZIP file")
	}
	out, left, files, known := &File{}, int64(MaxUnpacked), 0, map[string]bool{}
	for _, entry := range archive.File {
		name := path.Base(strings.ReplaceAll(entry.Name, `\`, "/"))
		if entry.FileInfo().IsDir() || strings.HasPrefix(name, ".") || strings.Contains(entry.Name, "__MACOSX") {
			continue
		}
		if files++; files > MaxFiles {
			return nil, wrong(0, "has more than %d files", MaxFiles)
		}
		one, err := unpack(entry, &left)
		var read *File
		if err == nil {
			read, err = readOne(one)
		}
		if fault, ok := errors.AsType[*Error](err); ok {
			fault.Name = clean(name, maxName)
			return nil, fault
		}
		if out.Format == "" {
			out.Format = read.Format
		}
		out.Pending += read.Pending
		for i, key := range Keys(read.Transactions) {
			if !known[key] {
				known[key], out.Transactions = true, append(out.Transactions, read.Transactions[i])
			}
		}
		if len(out.Transactions) > MaxTransactions {
			return nil, wrong(0, "has more than %d transactions", MaxTransactions)
		}
	}
	if files == 0 {
		return nil, wrong(0, "is a ZIP file without files")
	}
	return out, nil
}

// unpack reads a file of a ZIP file, as long as all of them stay within the bounds: what the
// ZIP file says of their size is not believed.
func unpack(entry *zip.File, left *int64) ([]byte, error) {
	r, err := entry.Open()
	if err != nil {
		return nil, wrong(0, "cannot be unpacked")
	}
	defer func() { _ = r.Close() }()
	one, err := io.ReadAll(io.LimitReader(r, min(*left, MaxFile)+1))
	switch {
	case int64(len(one)) > min(*left, MaxFile):
		return nil, wrong(0, "is larger than %d MB, or all files together than %d MB", MaxFile>>20, MaxUnpacked>>20)
	case err != nil:
		return nil, wrong(0, "cannot be unpacked")
	case bytes.HasPrefix(one, []byte("PK\x03\x04")):
		return nil, wrong(0, "is a ZIP file in a ZIP file")
	}
	*left -= int64(len(one))
	return one, nil
}
