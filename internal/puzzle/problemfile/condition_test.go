package problemfile

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/rules"
)

// conditionProblems are problems of the games that have conditions, and their solutions, which
// follow from the rules: White mates on Black's back rank with a rook that it gains, or after it
// has gained the piece that would interpose.
var conditionProblems = []struct {
	problem string
	want    []string
}{
	// The rook that captures goes over to White.
	{"condition andernach stipulation h#1 pieces white Kg6 Sa1 black Kh8 Ra8", []string{
		"1.Ra8*a1=w Ra1-a8 #",
	}},
	{"condition tibet stipulation h#1 pieces white Kg6 Sa1 black Kh8 Ra8", []string{
		"1.Ra8*a1=w Ra1-a8 #",
	}},
	{"condition doubletibet stipulation h#1 pieces white Kg6 Ba1 black Kh8 Ra8", []string{
		"1.Ra8*a1=w Ra1-a8 #",
	}},
	// One that captures a rook does not, and White's rook stays White's in any case.
	{"condition tibet stipulation h#1 pieces white Kg6 Ra1 black Kh8 Ra8", []string{
		"1.Kh8-g8 Ra1*a8 #",
	}},
	// It goes over on White's half, or on the magic square, or unless it captures. On h7 it would
	// check its own king.
	{"condition traitor stipulation h#1 pieces white Kg6 black Kh8 Ra8", []string{
		"1.Ra8-a1=w Ra1-a8 #",
		"1.Ra8-a2=w Ra2-a8 #",
		"1.Ra8-a3=w Ra3-a8 #",
		"1.Ra8-a4=w Ra4-a8 #",
	}},
	{"condition magicsquares a1h1 stipulation h#1 pieces white Kg6 black Kh8 Ra8", []string{
		"1.Ra8-a1=w Ra1-a8 #",
	}},
	{"condition antiandernach stipulation h#1 pieces white Kg6 black Kh8 Ra7 Sa8", []string{
		"1.Ra7-a1=w Ra1*a8 #",
		"1.Ra7-a2=w Ra2*a8 #",
		"1.Ra7-a3=w Ra3*a8 #",
		"1.Ra7-a4=w Ra4*a8 #",
		"1.Ra7-a5=w Ra5*a8 #",
		"1.Ra7-a6=w Ra6*a8 #",
	}},
	// The rook that checks wins over the one that could capture it.
	{"condition masand stipulation #1 pieces white Kg6 Rb1 black Kh8 Ra8", []string{
		"1.Rb1-b8[a8=w] # !",
	}},
	// So it does where the knight uncovers its check, unless only what moves converts. From f7 the
	// knight checks, too, and interposing is of no use.
	{"condition masandgen stipulation #1 pieces white Kg6 Ra8 Sd8 black Kh8 Qa4", []string{
		"1.Sd8-b7[a4=w] # !",
		"1.Sd8-c6[a4=w] # !",
		"1.Sd8-e6[a4=w] # !",
		"1.Sd8-f7[a4=w] # !",
	}},
	{"condition masand stipulation #1 pieces white Kg6 Ra8 Sd8 black Kh8 Qa4", []string{
		"1.Sd8-f7 # !",
	}},
}

func TestConditionsAreSolved(t *testing.T) {
	for _, c := range conditionProblems {
		chess, err := rules.Named("chess")
		if err != nil {
			t.Fatal(err)
		}
		for p, err := range Read(strings.NewReader("begin "+c.problem+" end"), chess) {
			if err != nil {
				t.Errorf("%s: %v", c.problem, err)
				continue
			}
			text := solved(t, &p, p.Variant, p.Position, p.Goal, p.In, p.Half)
			if got := firstTurns(text); !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", c.problem, got, c.want)
			}
		}
	}
}

func TestPopeyeSolvesConditionsAlike(t *testing.T) {
	var problems []string
	for _, c := range conditionProblems {
		problems = append(problems, c.problem+"\n")
	}
	input := "beginproblem " + strings.Join(problems, "nextproblem ") + "endproblem\n"
	printed := puzzletest.Popeye(t, input)
	if len(printed) != len(conditionProblems) {
		t.Fatalf("Popeye answers about %d of %d problems", len(printed), len(conditionProblems))
	}
	for i, c := range conditionProblems {
		want := strings.Join(c.want, "\n")
		if strings.Contains(c.problem, "traitor") {
			want = strings.ReplaceAll(want, "=w", "") // it prints no conversion there
		}
		if got := strings.Join(firstTurns(printed[i]), "\n"); got != want {
			t.Errorf("%s: Popeye finds\n%s\nwant\n%s", c.problem, got, want)
		}
	}
}

var spaces = regexp.MustCompile(` +`)

// firstTurns returns the lines with keys or whole solutions, sorted.
func firstTurns(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		line = spaces.ReplaceAllString(strings.TrimSpace(line), " ")
		if strings.HasPrefix(line, "1.") {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return list
}
