package seatmap

import "sort"

// tree finds the first segment of a list in which something fits: each node has
// the masks of the two below it, or-ed together.
type tree struct {
	segments []int32 // in order, best first
	place    map[int32]int
	sections []int32 // of each segment, rising
	size     int     // leaves, a power of two
	nodes    []uint64
}

func newTree(l *Layout, list []int32, masks []uint64) tree {
	t := tree{segments: list, place: make(map[int32]int, len(list)), sections: make([]int32, len(list)), size: 1}
	for t.size < len(list) {
		t.size *= 2
	}
	t.nodes = make([]uint64, 2*t.size)
	for i, s := range list {
		t.place[s], t.sections[i] = i, l.segments[s].section
		t.nodes[t.size+i] = masks[s]
	}
	for n := t.size - 1; n > 0; n-- {
		t.nodes[n] = t.nodes[2*n] | t.nodes[2*n+1]
	}
	return t
}

func (t *tree) set(segment int32, mask uint64) {
	n := t.size + t.place[segment]
	t.nodes[n] = mask
	for n /= 2; n > 0; n /= 2 {
		both := t.nodes[2*n] | t.nodes[2*n+1]
		if t.nodes[n] == both {
			return
		}
		t.nodes[n] = both
	}
}

// within is the part of the list that lies in a section.
func (t *tree) within(section int32) (from, to int) {
	from = sort.Search(len(t.sections), func(i int) bool { return t.sections[i] >= section })
	to = sort.Search(len(t.sections), func(i int) bool { return t.sections[i] > section })
	return from, to
}

// firstIn returns the first segment of a section (-1: of any) whose mask has a bit of
// want, -1 when there is none.
func (t *tree) firstIn(want uint64, section int) int32 {
	from, to := 0, len(t.segments)
	if section >= 0 {
		from, to = t.within(int32(section))
	}
	if from >= to {
		return -1
	}
	i := t.descend(1, 0, t.size, want, from, to)
	if i < 0 {
		return -1
	}
	return t.segments[i]
}

func (t *tree) descend(node, left, right int, want uint64, from, to int) int {
	if right <= from || left >= to || t.nodes[node]&want == 0 {
		return -1
	}
	if right-left == 1 {
		return left
	}
	middle := (left + right) / 2
	if i := t.descend(2*node, left, middle, want, from, to); i >= 0 {
		return i
	}
	return t.descend(2*node+1, middle, right, want, from, to)
}
