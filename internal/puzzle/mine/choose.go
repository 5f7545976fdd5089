package mine

import (
	"cmp"
	"fmt"
	"slices"

	"turncoat/puzzle"
)

// choose takes the given number of puzzles with the greatest variety: one after another the puzzle
// whose features are rarest among those taken so far. Features are its themes, its grade, the piece
// that makes the key, how many pieces stand on the board, how large the solution is and where it
// comes from. They keep their order.
func choose(puzzles []puzzle.Puzzle, count int) []puzzle.Puzzle {
	if count >= len(puzzles) {
		return puzzles
	}
	features := make([][]string, len(puzzles))
	for i := range puzzles {
		features[i] = featuresOf(&puzzles[i])
	}
	taken := map[string]int{}
	var chosen []int
	free := make([]int, len(puzzles))
	for i := range free {
		free[i] = i
	}
	for len(chosen) < count {
		best := slices.MaxFunc(free, func(a, b int) int {
			return cmp.Or(cmp.Compare(rarity(features[a], taken), rarity(features[b], taken)), cmp.Compare(b, a))
		})
		for _, f := range features[best] {
			taken[f]++
		}
		chosen = append(chosen, best)
		free = slices.DeleteFunc(free, func(i int) bool { return i == best })
	}

	slices.Sort(chosen)
	list := make([]puzzle.Puzzle, count)
	for i, j := range chosen {
		list[i] = puzzles[j]
	}
	return list
}

// rarity is the greater, the more and the rarer features there are.
func rarity(features []string, taken map[string]int) float64 {
	sum := 0.0
	for _, f := range features {
		sum += 1 / float64(1+taken[f])
	}
	return sum
}

// featuresOf lists what a puzzle has that others may have too.
func featuresOf(p *puzzle.Puzzle) []string {
	list := slices.Clone(p.Themes)
	if p.Grade != nil {
		list = append(list, fmt.Sprint("grade ", p.Grade.Rating/100), fmt.Sprint("level ", p.Grade.Level))
	}
	tree, err := p.Tree()
	if err != nil {
		return list
	}
	at, key := &tree.Position, &tree.Keys[0]
	return append(list, fmt.Sprint("in ", p.In), "from "+p.Source.From, fmt.Sprintf("unit %d", p.Source.Unit),
		fmt.Sprint("key ", at.KindAt(key.Turn.From)), fmt.Sprint("pieces ", at.Occupied().Count()/3),
		fmt.Sprint("size ", key.Size()/3))
}
