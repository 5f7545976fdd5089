package ruleset

import (
	"fmt"
	"math/bits"
	"strings"
)

const squaresKey = "squares"

// Squares is a set of squares: a1 is the lowest bit, then come b1, c1 and so on to h8.
type Squares uint64

// ParseSquares reads squares as rule-set files name them: "d4", or a rectangle by two opposite
// corners, "a1-h4"; several with commas. The error wraps [ErrSetting].
func ParseSquares(text string) (Squares, error) {
	var all Squares
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRectangle := strings.Cut(strings.TrimSpace(part), "-")
		if !isRectangle {
			last = first
		}
		from, okFrom := squareNamed(first)
		to, okTo := squareNamed(last)
		if !okFrom || !okTo {
			return 0, fmt.Errorf("%w: %q is neither a square, such as d4, nor a rectangle, such as a1-h4",
				ErrSetting, part)
		}
		all |= rectangle(from, to)
	}

	return all, nil
}

func squareNamed(name string) (int, bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return 0, false
	}
	return int(name[0]-'a') + 8*int(name[1]-'1'), true
}

// rectangle returns the squares of a rectangle with two opposite corners.
func rectangle(a, b int) Squares {
	var squares Squares
	for rank := min(a/8, b/8); rank <= max(a/8, b/8); rank++ {
		for file := min(a%8, b%8); file <= max(a%8, b%8); file++ {
			squares |= 1 << (8*rank + file)
		}
	}

	return squares
}

// names lists the squares as a rule-set file has them: one rectangle where they are one of more
// than one square, otherwise each by its name.
func (s Squares) names() []string {
	if s == 0 {
		return nil
	}
	name := func(square int) string {
		return string([]byte{'a' + byte(square%8), '1' + byte(square/8)})
	}
	first, last := bits.TrailingZeros64(uint64(s)), 63-bits.LeadingZeros64(uint64(s))
	if first != last && rectangle(first, last) == s {
		return []string{name(first) + "-" + name(last)}
	}
	var list []string
	for square := range 64 {
		if s>>square&1 != 0 {
			list = append(list, name(square))
		}
	}
	return list
}

// String lists the squares as [ParseSquares] reads them; it is empty if there are none.
func (s Squares) String() string { return strings.Join(s.names(), ",") }

// yaml returns the squares as a list in a rule-set file.
func (s Squares) yaml() string { return "[" + strings.Join(s.names(), ", ") + "]" }

// withSquares returns the set with other squares.
func (set Set) withSquares(text string) (Set, error) {
	if !set.Family.HasSquares() {
		return set, notRead(set.Family, squaresKey)
	}
	squares, err := ParseSquares(text)
	if err != nil {
		return set, err
	}
	set.Squares = squares
	return set, nil
}
