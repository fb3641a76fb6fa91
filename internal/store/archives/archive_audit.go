package archives

import (
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// values is a row as an archive has it.
type values []any

// Scan copies the values.
func (v values) Scan(dest ...any) error {
	if len(dest) != len(v) {
		return fmt.Errorf("store: %d values for %d fields", len(v), len(dest))
	}
	for i, d := range dest {
		ok := false
		switch d := d.(type) {
		case *int64:
			*d, ok = v[i].(int64)
		case *string:
			*d, ok = v[i].(string)
		case *[]byte:
			*d, ok = v[i].([]byte)
		case *bool:
			*d, ok = v[i].(bool)
		case interface{ Scan(any) error }:
			if err := d.Scan(v[i]); err != nil {
				return err
			}
			ok = true
		}
		if !ok {
			return fmt.Errorf("store: a %T for a %T", v[i], d)
		}
	}
	return nil
}

// AuditOf returns the audit row that an archive has in these columns.
func AuditOf(columns []string, row []any) (events.ChainedRow, error) {
	var read values
	for name := range strings.SplitSeq(events.AuditTable.Columns, ", ") {
		at := slices.Index(columns, name)
		if at < 0 {
			return events.ChainedRow{}, fmt.Errorf("%w: there is no column audit.%s", database.ErrSchemaOld, name)
		}
		read = append(read, row[at])
	}
	var l events.ChainedRow
	err := events.ScanAudit(read, &l)
	return l, err
}
