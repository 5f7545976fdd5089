package problemfile

import (
	"bytes"
	"context"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

var (
	examples = flag.String("popeye-examples", "",
		"the sources of Popeye, whose problems to solve and compare")
	quick = flag.Uint64("popeye-nodes", 3_000_000, "turns to look at in one of its problems")
)

// A turn in Popeye's notation. Pieces have other letters in each language; the squares do not.
var (
	printedTurn = regexp.MustCompile(`(0-0-0|0-0|([a-h][1-8])[-*]([a-h][1-8])(?:=([A-Z]))?)`)
	numbered    = regexp.MustCompile(`^( +)(\d+)\.(\.\.)?(\S+)(.*)$`)
	lineOfHelp  = regexp.MustCompile(`^  1\.`)
	ends        = regexp.MustCompile(
		`(?m)^.*(?:[Ss]olution finished|Loesung beendet|solution terminee|[Pp]artial solution|Teilloesung).*$`,
	)
)

// printed is what is printed of a problem: a path for each line, from the key on, its turns as
// squares.
type printed map[string]bool

func turnText(text string) string {
	m := printedTurn.FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case m[2] == "":
		return m[1]
	}

	kind := strings.NewReplacer("D", "Q", "T", "R", "L", "B", "F", "B", "C", "S").Replace(m[4])
	return m[2] + m[3] + kind
}

// readPrinted reads what Popeye prints, or what [puzzle.Tree.WritePopeye] writes. Threats to pass
// over are left out.
func readPrinted(text string) printed {
	out := printed{}
	type level struct {
		indent int
		path   string
	}
	var stack []level
	but := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if lineOfHelp.MatchString(line) {
			path := ""
			if strings.HasPrefix(strings.TrimSpace(line), "1...") {
				path = "..."
			}
			for _, m := range printedTurn.FindAllString(line, -1) {
				path += " " + turnText(m)
			}
			out[path] = true
			continue
		}

		if word := strings.ToLower(strings.TrimSpace(line)); word == "but" || word == "aber" ||
			word == "mais" {
			but = true
			continue
		}

		m := numbered.FindStringSubmatch(line)
		if m == nil || turnText(m[4]) == "" {
			continue
		}
		for len(stack) > 0 && stack[len(stack)-1].indent >= len(m[1]) {
			stack = stack[:len(stack)-1]
		}
		path := ""
		if len(m[1]) > 3 && len(stack) > 0 {
			path = stack[len(stack)-1].path
		}
		if len(m[1]) == 3 && m[3] == "" {
			but = false
		}
		path += " " + m[2] + "." + m[3] + turnText(m[4])
		if len(m[1]) == 3 {
			path += strings.Trim(regexp.MustCompile(`[^!?]`).ReplaceAllString(m[5], ""), " ")
		}
		if but && m[3] != "" && strings.Contains(m[5], "!") {
			path += "(refutes)"
		}
		out[path] = true
		stack = append(stack, level{len(m[1]), path})
	}

	return out
}

// beneath reports whether a path goes on from a turn that the other side leaves as it is: a threat,
// or one of several continuations, of which a tree follows only the first.
func (p printed) excused(path string, all printed) bool {
	for i := strings.LastIndexByte(path, ' '); i > 0; i = strings.LastIndexByte(path[:i], ' ') {
		prefix := path[:i]
		if !p[prefix] {
			continue
		}
		for q := range p {
			if strings.HasPrefix(q, prefix+" ") {
				return false
			}
		}

		j := strings.LastIndexByte(prefix, ' ')
		last, before := prefix[j+1:], prefix[:j]
		if strings.Contains(last, "...") {
			return false
		}
		if k := strings.LastIndexByte(before, ' '); k < 0 || !strings.Contains(before[k:], "...") {
			return true // a threat
		}
		siblings := 0
		for q := range all {
			if rest, ok := strings.CutPrefix(q, before+" "); ok && !strings.Contains(rest, " ") {
				siblings++
			}
		}

		return siblings > 1
	}

	return false
}

// fails reports whether all that is printed after a try are refutations: Popeye calls a move so
// that has one reply.
func (p printed) fails(try string) bool {
	for path := range p {
		if strings.HasPrefix(path, try+" ") && !strings.Contains(path, "(refutes)") {
			return false
		}
	}

	return strings.HasSuffix(try, "?")
}

// solved solves a problem as Popeye was asked to, and returns what is printed. It is "" where a
// limit came first.
func solved(
	t *testing.T,
	p *Problem,
	variant *rules.Variant,
	at board.Position,
	goal puzzle.Goal,
	in int,
	half bool,
) string {
	t.Helper()
	var text bytes.Buffer
	s := solve.New(variant, solve.Options{Jobs: 1, Nodes: *quick})
	if goal.HasLines() {
		n := goal.Plies(in, half)
		result, err := s.Lines(context.Background(), &at, goal, n)
		if err != nil || result.Status == solve.Unknown ||
			result.LineCount != uint64(len(result.Lines)) {
			return ""
		}

		var set [][]board.Played
		if p.SetPlay {
			found, err := s.SetLines(context.Background(), &at, goal, n)
			if err != nil || found.Status == solve.Unknown {
				return ""
			}
			set = found.Lines
		}

		if err := solution.WritePopeyeLines(&text, variant, goal, &at, set,
			result.Lines); err != nil {
			t.Fatal(err)
		}
		return text.String() + "\n"
	}

	result, err := s.Solve(context.Background(), &at, goal, in)
	if err != nil || result.Status == solve.Unknown {
		return ""
	}
	tree, err := s.Solution(
		context.Background(),
		result,
		solve.Wanted{Refutations: p.Tries, SetPlay: p.SetPlay, RealOnly: !p.NoThreats},
	)
	if err != nil {
		return ""
	}
	if err := solution.WritePopeye(&text, variant, tree,
		solution.PopeyeForm{KeysOnly: !p.Variations, NoThreats: p.NoThreats}); err != nil {
		t.Fatal(err)
	}

	return text.String() + "\n"
}

// The problems that Popeye comes with, of orthodox rules and stipulations that there are here, have
// the keys, tries, variations, set play and twins that Popeye prints.
func TestPopeyeExamples(t *testing.T) {
	if *examples == "" {
		t.Skip("reads the problems of Popeye: see -popeye-examples")
	}
	counts := map[string]int{}
	for _, dir := range []string{"BEISPIEL", "EXAMPLES", "REGRESSIONS"} {
		files, _ := filepath.Glob(filepath.Join(*examples, dir, "*.inp"))
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".inp")
			var want []byte
			for _, ending := range []string{".ref", ".out", ".reg"} {
				if text, err := os.ReadFile(filepath.Join(*examples, "REGRESSIONTESTS",
					name+ending)); err == nil &&
					(ending != ".ref" || dir != "BEISPIEL") {
					want = text
					break
				}
			}

			if want == nil {
				continue
			}
			in, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			parts := ends.Split(string(want), -1)
			i, readable := 0, 0
			variant, _ := rules.Named("chess")
			var all []Problem
			var errs []error
			for p, err := range Read(in, variant) {
				all, errs = append(all, p), append(errs, err)
				if err == nil {
					readable++
				}
				i++
			}

			in.Close()
			if readable == 0 {
				continue
			}
			for i, next := 0, 0; i < len(all); i++ {
				if errs[i] != nil {
					continue
				}
				k := slices.IndexFunc(
					parts[next:],
					func(part string) bool {
						return strings.HasPrefix(boardIn(part),
							men(&all[i]))
					},
				)
				if k < 0 {
					counts["not printed"]++
					continue
				}

				next += k
				compareExample(t, name, i+1, &all[i], parts[next], counts)
				next++
			}
		}
	}

	t.Log(counts)
}

// men writes where the pieces of each side stand, boardIn the same of the board that Popeye has
// printed.
func men(p *Problem) string {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			switch piece := p.Position.PieceAt(board.At(file, rank)); {
			case piece.Kind == board.NoKind:
				text.WriteByte('.')
			default:
				text.WriteByte("wb"[piece.Colour])
			}
		}
	}

	return text.String()
}

func boardIn(part string) string {
	var text strings.Builder
	for line := range strings.Lines(part) {
		fields := strings.Fields(line)
		if len(fields) != 10 || fields[0] != fields[9] || len(fields[0]) != 1 {
			continue
		}
		for _, f := range fields[1:9] {
			text.WriteByte([]byte("wb.")[max(strings.IndexByte("w-.", f[0]), 0)])
		}
	}

	return text.String()
}

func compareExample(t *testing.T, name string, number int, p *Problem, text string,
	counts map[string]int) {
	t.Helper()
	var ours, theirs strings.Builder
	_, answer, _ := strings.Cut(text, "+---a")
	_, answer, _ = strings.Cut(answer, "+---a")
	theirs.WriteString(answer)
	limited := false
	add := func(variant *rules.Variant, at board.Position, goal puzzle.Goal, in int, half bool) {
		text := ""
		if !limited {
			text = solved(t, p, variant, at, goal, in, half)
		}
		limited = limited || text == ""
		ours.WriteString(text)
	}
	each := func(variant *rules.Variant, at board.Position, goal puzzle.Goal, in int, half bool) {
		add(variant, at, goal, in, half)
		if p.Duplex {
			at.Turn ^= 1
			at.Rekey()
			add(variant, at, goal, in, half)
		}
	}
	if !p.Zero {
		each(p.Variant, p.Position, p.Goal, p.In, p.Half)
	}
	for _, c := range p.Twins {
		variant, at, err := c.Apply(p.Variant, &p.Position, p.Goal.Begins(p.Half))
		if err != nil {
			t.Fatal(err)
		}
		goal, in, half := p.Goal, p.In, p.Half
		if g, n, h, ok := c.Asks(); ok {
			goal, in, half = g, n, h
		}
		each(variant, at, goal, in, half)
	}

	if limited {
		counts["limit"]++
		t.Logf("%s %d (line %d): the limit came before %s %d was solved", name, number, p.Line,
			p.Goal, p.In)
		return
	}

	a, b := readPrinted(ours.String()), readPrinted(theirs.String())
	counts["compared"]++
	var only []string
	for _, path := range slices.Sorted(maps.Keys(a)) {
		if !b[path] {
			only = append(only, "ours  "+path)
		}
	}

	for _, path := range slices.Sorted(maps.Keys(b)) {
		if try, _, _ := strings.Cut(path[1:], " "); b.fails(" " + try) {
			continue
		}
		if !a[path] && !a.excused(path, b) {
			only = append(only, "theirs"+path)
		}
	}

	if len(only) > 0 {
		counts["different"]++
		t.Errorf(
			"%s %d (%s%d, line %d, %s): %d differ\n%s",
			name,
			number,
			p.Goal,
			p.In,
			p.Line,
			p.Variant.FEN(&p.Position),
			len(only),
			strings.Join(only[:min(12, len(only))], "\n"),
		)
	}
}
