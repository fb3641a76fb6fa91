package powercut

import (
	"bytes"
	"fmt"
	"sync"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// VFS is the name of a file layer of SQLite that tells a Disk of each write, sync and
// truncation, and then does what SQLite's own does. It is SQLite's own but for these:
// the table of functions of each file that it opens is replaced by a copy.
const VFS = "powercut"

// Register makes the file layer known to SQLite, once for the whole program.
var Register = sync.OnceValue(func() error {
	tls := libc.NewTLS() // lives as long as the program
	own := lib.Xsqlite3_vfs_find(tls, 0)
	if own == 0 {
		return errNoVFS
	}
	name, err := libc.CString(VFS)
	if err != nil {
		return fmt.Errorf("powercut: %w", err)
	}
	size := unsafe.Sizeof(lib.Tsqlite3_vfs{})
	layer := libc.Xmalloc(tls, lib.Tsize_t(size))
	if layer == 0 {
		return fmt.Errorf("powercut: no memory")
	}
	v := at[lib.Tsqlite3_vfs](layer)
	*v = *at[lib.Tsqlite3_vfs](own)
	ownOpen, ownDelete = fn[openFunc](v.FxOpen), fn[deleteFunc](v.FxDelete)
	v.FzName, v.FpNext = name, 0
	v.FxOpen, v.FxDelete = pointer(openFunc(open)), pointer(deleteFunc(deleted))
	if rc := lib.Xsqlite3_vfs_register(tls, layer, 0); rc != lib.SQLITE_OK {
		return fmt.Errorf("powercut: register: result code %d", rc)
	}
	return nil
})

// The functions of a file layer, and of a file, as SQLite calls them.
type (
	openFunc     func(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32
	deleteFunc   func(tls *libc.TLS, vfs, name uintptr, syncDir int32) int32
	closeFunc    func(tls *libc.TLS, file uintptr) int32
	writeFunc    func(tls *libc.TLS, file, data uintptr, n int32, at int64) int32
	truncateFunc func(tls *libc.TLS, file uintptr, size int64) int32
	syncFunc     func(tls *libc.TLS, file uintptr, flags int32) int32
)

var (
	ownOpen   openFunc
	ownDelete deleteFunc
	opened    sync.Map // *handle, by the address of SQLite's file
	methods   sync.Map // the copy of a table of functions, by the address of the table
)

// handle is an open file.
type handle struct {
	disk *Disk
	name string
	own  *lib.Tsqlite3_io_methods
}

// at is what is at an address of SQLite's.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// fn is the function at an address, as the translated SQLite calls it.
func fn[F any](address uintptr) F { return *(*F)(unsafe.Pointer(&struct{ uintptr }{address})) }

// pointer is the address of a function, which must be one of the package: the garbage
// collector does not see it.
func pointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

func open(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32 {
	rc := ownOpen(tls, vfs, name, file, flags, out)
	if rc != lib.SQLITE_OK || name == 0 {
		return rc
	}
	path := libc.GoString(name)
	d := diskOf(path)
	if d == nil {
		return rc
	}
	f := at[lib.Tsqlite3_file](file)
	if f.FpMethods == 0 {
		return rc
	}
	own := f.FpMethods
	opened.Store(file, &handle{d, path, at[lib.Tsqlite3_io_methods](own)})
	f.FpMethods = wrapped(tls, own)
	return rc
}

// wrapped is the copy of a table of functions that tells the disk.
func wrapped(tls *libc.TLS, own uintptr) uintptr {
	if p, ok := methods.Load(own); ok {
		return p.(uintptr)
	}
	p := libc.Xmalloc(tls, lib.Tsize_t(unsafe.Sizeof(lib.Tsqlite3_io_methods{})))
	m := at[lib.Tsqlite3_io_methods](p)
	*m = *at[lib.Tsqlite3_io_methods](own)
	m.FxClose, m.FxWrite = pointer(closeFunc(closed)), pointer(writeFunc(wrote))
	m.FxTruncate, m.FxSync = pointer(truncateFunc(truncated)), pointer(syncFunc(synced))
	first, _ := methods.LoadOrStore(own, p)
	return first.(uintptr)
}

func handleOf(file uintptr) *handle {
	h, _ := opened.Load(file)
	return h.(*handle)
}

func closed(tls *libc.TLS, file uintptr) int32 {
	h := handleOf(file)
	opened.Delete(file)
	return fn[closeFunc](h.own.FxClose)(tls, file)
}

func wrote(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
	h := handleOf(file)
	if !h.disk.wrote(h.name, offset, bytes.Clone(unsafe.Slice(at[byte](data), n))) {
		return lib.SQLITE_IOERR_WRITE
	}
	return fn[writeFunc](h.own.FxWrite)(tls, file, data, n, offset)
}

func truncated(tls *libc.TLS, file uintptr, size int64) int32 {
	h := handleOf(file)
	if !h.disk.wrote(h.name, size, nil) {
		return lib.SQLITE_IOERR_TRUNCATE
	}
	return fn[truncateFunc](h.own.FxTruncate)(tls, file, size)
}

func synced(tls *libc.TLS, file uintptr, flags int32) int32 {
	h := handleOf(file)
	if !h.disk.sync(h.name) {
		return lib.SQLITE_IOERR_FSYNC
	}
	return fn[syncFunc](h.own.FxSync)(tls, file, flags)
}

func deleted(tls *libc.TLS, vfs, name uintptr, syncDir int32) int32 {
	path := libc.GoString(name)
	if d := diskOf(path); d != nil && !d.deleted(path) {
		return lib.SQLITE_IOERR_DELETE
	}
	return ownDelete(tls, vfs, name, syncDir)
}
