package store

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// assignments are the columns and values of a statement on one row.
type assignments []assignment

type assignment struct {
	column string
	value  any
}

func assigned(column string, value any) assignment { return assignment{column, value} }

func (a *assignments) set(column string, value any) { *a = append(*a, assigned(column, value)) }

func (a assignments) insert(table string, affected *int64) engine.Step {
	var names, marks strings.Builder
	args := make([]any, len(a))
	for i, v := range a {
		if i > 0 {
			names.WriteString(", ")
			marks.WriteString(", ")
		}
		names.WriteString(v.column)
		marks.WriteString("$" + strconv.Itoa(i+1))
		args[i] = v.value
	}
	return engine.Step{SQL: "insert into " + table + " (" + names.String() + ") values (" + marks.String() + ")", Args: args, Affected: affected}
}

// update finds its row by key and, when fenced, by the version too.
func (a assignments) update(table string, affected *int64, fenced bool, key, version assignment) engine.Step {
	var t strings.Builder
	t.WriteString("update " + table + " set ")
	args := make([]any, 0, len(a)+2)
	for i, v := range a {
		if i > 0 {
			t.WriteString(", ")
		}
		args = append(args, v.value)
		t.WriteString(v.column + " = $" + strconv.Itoa(len(args)))
	}
	args = append(args, key.value)
	t.WriteString(" where " + key.column + " = $" + strconv.Itoa(len(args)))
	if fenced {
		args = append(args, version.value)
		t.WriteString(" and " + version.column + " = $" + strconv.Itoa(len(args)))
	}
	return engine.Step{SQL: t.String(), Args: args, Affected: affected, Must: 1}
}
