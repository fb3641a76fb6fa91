package store

import "github.com/holdfast-events/holdfast/internal/store/table"

func (s *db) reader(q table.Querier) table.Reader { return table.NewReader(q, s.eng) }
