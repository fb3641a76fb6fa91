package postgres

import (
	"bytes"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
)

// TestArraysEncodeAsByPgx compares with the encoding that pgx makes element by element.
func TestArraysEncodeAsByPgx(t *testing.T) {
	ours, theirs := pgtype.NewMap(), pgtype.NewMap()
	registerArrays(ours)
	for _, c := range []struct {
		name  string
		oid   uint32
		value any
	}{
		{"texts", pgtype.TextArrayOID, []string{"", "a", "ü\"{},\\", "NULL"}},
		{"no texts", pgtype.TextArrayOID, []string{}},
		{"numbers", pgtype.Int8ArrayOID, []int64{0, -1, 1 << 62}},
		{"no numbers", pgtype.Int8ArrayOID, []int64{}},
		{"blobs", pgtype.ByteaArrayOID, [][]byte{{}, {0, 255}, []byte("x")}},
	} {
		got, err := ours.Encode(c.oid, pgtype.BinaryFormatCode, c.value, []byte("before"))
		if err != nil {
			t.Fatal(err)
		}
		want, err := theirs.Encode(c.oid, pgtype.BinaryFormatCode, c.value, []byte("before"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s:\n got %x\nwant %x", c.name, got, want)
		}
	}
	if got, err := ours.Encode(pgtype.TextArrayOID, pgtype.BinaryFormatCode, []*string{nil}, nil); err != nil || len(got) == 0 {
		t.Errorf("other values still go pgx's way: %x, %v", got, err)
	}
}
