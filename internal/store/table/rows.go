package table

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// maxArgs bounds the arguments of a statement of InsertRows.
const maxArgs = 8000

// InsertRows writes rows into columns of a table, many in a statement. conflict says what becomes of
// those whose key is there already, as "on conflict (id) do nothing".
func InsertRows(ctx context.Context, q Querier, name string, columns []string, rows [][]any, conflict string) error {
	for part := range slices.Chunk(rows, max(1, maxArgs/len(columns))) {
		var text strings.Builder
		args := make([]any, 0, len(part)*len(columns))
		text.WriteString("insert into " + name + " (" + strings.Join(columns, ", ") + ") values ")
		for i, row := range part {
			if i > 0 {
				text.WriteString(", ")
			}
			for j := range row {
				text.WriteString(map[bool]string{true: "(", false: ", "}[j == 0] + "$" + strconv.Itoa(len(args)+j+1))
			}
			text.WriteString(")")
			args = append(args, row...)
		}
		if _, err := Exec(ctx, q, text.String()+" "+conflict, args...); err != nil {
			return err
		}
	}
	return nil
}
