package table

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Assignments are the columns and values of a statement on one row.
type Assignments []Assignment

// Assignment is a column and its value.
type Assignment struct {
	Column string
	Value  any
}

// Assigned is a column with the value that it gets.
func Assigned(column string, value any) Assignment { return Assignment{column, value} }

// Set adds a column with its value.
func (a *Assignments) Set(column string, value any) { *a = append(*a, Assigned(column, value)) }

// Insert is the step that inserts them as a row; affected, when not nil, is where the number of
// rows goes.
func (a Assignments) Insert(table string, affected *int64) engine.Step {
	var names, marks strings.Builder
	args := make([]any, len(a))
	for i, v := range a {
		if i > 0 {
			names.WriteString(", ")
			marks.WriteString(", ")
		}
		names.WriteString(v.Column)
		marks.WriteString("$" + strconv.Itoa(i+1))
		args[i] = v.Value
	}
	return engine.Step{SQL: "insert into " + table + " (" + names.String() + ") values (" + marks.String() + ")", Args: args, Affected: affected}
}

// Update finds its row by key and, when fenced, by what it must still be too.
func (a Assignments) Update(table string, affected *int64, fenced bool, key Assignment, still ...Assignment) engine.Step {
	var t strings.Builder
	t.WriteString("update " + table + " set ")
	args := make([]any, 0, len(a)+1+len(still))
	for i, v := range a {
		if i > 0 {
			t.WriteString(", ")
		}
		args = append(args, v.Value)
		t.WriteString(v.Column + " = $" + strconv.Itoa(len(args)))
	}
	args = append(args, key.Value)
	t.WriteString(" where " + key.Column + " = $" + strconv.Itoa(len(args)))
	for _, v := range still {
		if !fenced {
			break
		}
		args = append(args, v.Value)
		t.WriteString(" and " + v.Column + " = $" + strconv.Itoa(len(args)))
	}
	return engine.Step{SQL: t.String(), Args: args, Affected: affected, Must: 1}
}
