package store

// FiguresSQL are the statements that add one part of the figures up, and those that find
// where a part ends; all have three arguments.
func FiguresSQL() (sums, cuts []string) {
	return []string{tierSalesSQL, takingsSQL, partiesSQL}, []string{cutHoldsSQL, cutEntriesSQL}
}
