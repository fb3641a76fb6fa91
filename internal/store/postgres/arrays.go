package postgres

import (
	"encoding/binary"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"
)

// registerArrays makes a connection encode the three types of array that bulk
// statements pass in one go. pgx asks an array for its elements one by one, each
// as an interface: two thirds of all that a batch allocated.
func registerArrays(m *pgtype.Map) {
	for _, a := range []struct {
		oid, element uint32
		name         string
		codec        pgtype.Codec
	}{
		{pgtype.TextArrayOID, pgtype.TextOID, "_text", pgtype.TextCodec{}},
		{pgtype.Int8ArrayOID, pgtype.Int8OID, "_int8", pgtype.Int8Codec{}},
		{pgtype.ByteaArrayOID, pgtype.ByteaOID, "_bytea", pgtype.ByteaCodec{}},
	} {
		element, ok := m.TypeForOID(a.element)
		if !ok {
			element = &pgtype.Type{Name: a.name[1:], OID: a.element, Codec: a.codec}
		}
		m.RegisterType(&pgtype.Type{Name: a.name, OID: a.oid, Codec: arrayCodec{&pgtype.ArrayCodec{ElementType: element}}})
	}
}

// arrayCodec is pgx's codec with plans of its own for plain slices.
type arrayCodec struct{ *pgtype.ArrayCodec }

func (c arrayCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if format == pgtype.BinaryFormatCode {
		switch value.(type) {
		case []string, []int64, [][]byte:
			return arrayPlan{c.ElementType.OID}
		}
	}
	return c.ArrayCodec.PlanEncode(m, oid, format, value)
}

// arrayPlan writes the binary form of an array of one dimension without nulls:
// dimensions, flags, type of the elements, their number, the first index, and
// each element after its length. See array_recv in PostgreSQL's arrayfuncs.c.
type arrayPlan struct{ element uint32 }

const arrayHeader = 20

func (p arrayPlan) Encode(value any, buf []byte) ([]byte, error) {
	switch list := value.(type) {
	case []int64:
		buf = p.header(slices.Grow(buf, arrayHeader+12*len(list)), len(list))
		for _, v := range list {
			buf = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(buf, 8), uint64(v))
		}
	case []string:
		buf = appendTexts(p, buf, list)
	case [][]byte:
		buf = appendTexts(p, buf, list)
	}
	return buf, nil
}

func appendTexts[T string | []byte](p arrayPlan, buf []byte, list []T) []byte {
	size := arrayHeader
	for _, v := range list {
		size += 4 + len(v)
	}
	buf = p.header(slices.Grow(buf, size), len(list))
	for _, v := range list {
		buf = append(binary.BigEndian.AppendUint32(buf, uint32(len(v))), v...)
	}
	return buf
}

func (p arrayPlan) header(buf []byte, n int) []byte {
	for _, v := range [...]uint32{1, 0, p.element, uint32(n), 1} {
		buf = binary.BigEndian.AppendUint32(buf, v)
	}
	return buf
}
