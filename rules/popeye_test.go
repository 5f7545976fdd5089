package rules

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var (
	popeyePositions = flag.Int("popeye.positions", 200,
		"positions of each rule set to ask Popeye about")
	popeyeRules = flag.String("popeye.rules", "",
		"the one rule set to ask about, all of them if empty")
	popeyeSeed = flag.Uint64("popeye.seed", 1, "seed of those positions")
)

// popeyeConditions are Popeye's names of the rule sets that it plays.
var popeyeConditions = map[string]string{
	"chess":              "",
	"andernach":          "Andernach",
	"anti-andernach":     "AntiAndernach",
	"tibet":              "Tibet",
	"double-tibet":       "DoubleTibet",
	"traitor":            "TraitorChess",
	"magic-squares":      "MagicSquares d4e4d5e5",
	"masand":             "Masand",
	"masand-generalised": "MasandGeneralised",
}

// popeyeSettings are the settings by which Popeye plays otherwise than docs/RULES.md says (AND-2,
// AND-10).
var popeyeSettings = map[string]string{
	"anti-andernach":     "en-passant=either",
	"magic-squares":      "en-passant=either",
	"masand-generalised": "converts-order=in-turn+en-passant=either",
}

// popeyeVariant returns a rule set as Popeye plays it.
func popeyeVariant(t *testing.T, name string) *Variant {
	t.Helper()
	set := rulesetOf(t, name)
	if text, differs := popeyeSettings[name]; differs {
		overrides, err := ruleset.ParseOverrides(text)
		if err != nil {
			t.Fatal(err)
		}
		set = ruleset.ApplyAll(set, overrides)
	}
	return New(set)
}

// TestPopeye compares with Popeye's every legal turn of random positions, and of the positions after
// each of them: most of Popeye's time goes before it has looked at the first turn. It needs the
// program as py on the PATH.
func TestPopeye(t *testing.T) {
	program, err := exec.LookPath("py")
	if err != nil {
		t.Skip("Popeye is not on the PATH as py")
	}
	for _, name := range ruleset.BuiltinNames() {
		condition, plays := popeyeConditions[name]
		if !plays || *popeyeRules != "" && name != *popeyeRules {
			continue
		}
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(*popeyeSeed, 0))
			ours, popeyes := named(t, name), popeyeVariant(t, name)
			asked, compared, ruled := 0, 0, 0
			for asked < *popeyePositions {
				positions := popeyePositionsOf(random, popeyes, min(500, *popeyePositions-asked))
				lists := askPopeye(t, program, condition, positions, 2)
				for i := range positions {
					compared += comparePopeye(t, popeyes, &positions[i], lists[i], 2)
					ruled += countRuled(ours, &positions[i], lists[i], 2)
				}
				asked += len(positions)
			}
			t.Logf("%d positions, and with those after their turns %d; %d lines that are ruled otherwise",
				asked, compared, ruled)
		})
	}
}

// TestPopeyeGolden compares the turns of the golden corpora with those that Popeye lists.
func TestPopeyeGolden(t *testing.T) {
	program, err := exec.LookPath("py")
	if err != nil {
		t.Skip("Popeye is not on the PATH as py")
	}
	for name, condition := range popeyeConditions {
		t.Run(name, func(t *testing.T) {
			popeyes := popeyeVariant(t, name)
			var positions []board.Position
			for _, p := range goldenPositions(t, named(t, name)) {
				rights := p.Rights
				keepUsualRights(&p)
				if p.Rights == rights && popeyes.Outcome(&p).Result == board.Ongoing {
					positions = append(positions, p)
				}
			}

			if len(positions) < 20 {
				t.Fatalf("%d positions", len(positions))
			}
			lists := askPopeye(t, program, condition, positions, 1)
			for i := range positions {
				comparePopeye(t, popeyes, &positions[i], lists[i], 1)
			}

			t.Logf("%d positions", len(positions))
		})
	}
}

// goldenPositions returns the positions of the largest golden corpus of a rule set.
func goldenPositions(t *testing.T, variant *Variant) []board.Position {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "corpus", "golden", variant.Set().Name+"-full.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}

	var positions []board.Position
	for cases := json.NewDecoder(unpacked); cases.More(); {
		var setup Setup
		if err := cases.Decode(&setup); err != nil {
			t.Fatal(err)
		}
		p, err := setup.Position(variant)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p)
	}

	return positions
}

// keepUsualRights ends all castling rights but those of the e-file and the corners: Popeye knows no
// others.
func keepUsualRights(p *board.Position) {
	for i, right := range p.Rights {
		side, wing := board.Colour(i/2), board.CastlingSide(i%2)
		usual := board.Right{King: board.At(4, side.FirstRank()),
			Rook: board.At(7*int(wing), side.FirstRank())}
		if right != usual {
			p.Rights[i] = board.Right{}
		}
	}
}

// popeyePositionsOf returns positions of random games with a king of each side. Their castling
// rights are those of the e-file and the corners: Popeye knows no others.
func popeyePositionsOf(random *rand.Rand, variant *Variant, n int) []board.Position {
	set := variant.Set()
	var list []board.Position
	for len(list) < n {
		p, ok := shapes[random.IntN(len(shapes))].position(random, set)
		if !ok {
			continue
		}
		for range random.IntN(12) {
			moves := variant.Moves(&p)
			if len(moves) == 0 {
				break
			}
			p = variant.Play(&p, moves[random.IntN(len(moves))]).After
		}
		keepUsualRights(&p)
		if !p.Kingless(board.White) && !p.Kingless(board.Black) {
			list = append(list, p)
		}
	}

	return list
}

// popeyeAnyMoves are Popeye's stipulations that list every line of so many turns.
var popeyeAnyMoves = map[int]string{1: "~1", 2: "h~1"}

// askPopeye returns the lines of so many turns that Popeye lists for each position.
func askPopeye(t *testing.T, program, condition string, positions []board.Position,
	length int) [][]string {
	t.Helper()
	var in bytes.Buffer
	in.WriteString("BeginProblem\n")
	for i := range positions {
		if i > 0 {
			in.WriteString("NextProblem\n")
		}
		writePopeye(&in, condition, &positions[i], length)
	}
	in.WriteString("EndProblem\n")
	file := filepath.Join(t.TempDir(), "in.inp")
	if err := os.WriteFile(file, in.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, file).CombinedOutput()
	lists := readPopeye(out)
	if err != nil || len(lists) != len(positions) {
		t.Fatalf("Popeye answers about %d of %d positions (%v):\n%s", len(lists), len(positions),
			err, out[:min(len(out), 4000)])
	}
	return lists
}

func writePopeye(in *bytes.Buffer, condition string, p *board.Position, length int) {
	fmt.Fprintf(in, "Option NoBoard Variation\nStipulation %s\n", popeyeAnyMoves[length])
	if condition != "" {
		fmt.Fprintf(in, "Condition %s\n", condition)
	}
	helped := length > 1 // Black begins where both help
	if (p.Turn == board.Black) != helped {
		fmt.Fprintf(in, "Option HalfDuplex\n")
	}
	if p.EnPassant != board.NoSquare {
		from, to := twoStep(p)
		fmt.Fprintf(in, "Option EnPassant %v%v%v\n", from, p.EnPassant, to)
	}

	var lost []string
	for i, right := range p.Rights {
		if !right.Held() {
			rook := board.At(7*(i%2), board.Colour(i/2).FirstRank())
			lost = append(lost, rook.String())
		}
	}

	if len(lost) > 0 {
		fmt.Fprintf(in, "Option NoCastling %s\n", strings.Join(lost, ""))
	}
	fmt.Fprintf(in, "Forsyth %s\n", strings.NewReplacer("n", "s", "N", "S").Replace(p.Board()))
}

// twoStep returns from where and to where the pawn went that can be taken en passant.
func twoStep(p *board.Position) (from, to board.Square) {
	if p.Turn == board.White {
		return p.EnPassant + 8, p.EnPassant - 8
	}
	return p.EnPassant - 8, p.EnPassant + 8
}

// readPopeye returns the lines of each problem in Popeye's output, sorted, as lists of turns in one
// word: "1.Nc3*d5=b !" is Nc3*d5=b, "1.d7-d5 e5*d6 ep. +" is "d7-d5 e5*d6ep.".
func readPopeye(out []byte) (lists [][]string) {
	var list []string
	scanner := bufio.NewScanner(bytes.NewReader(out))
	for scanner.Scan() {
		text := strings.TrimSpace(scanner.Text())
		if strings.HasPrefix(text, "solution finished") {
			slices.Sort(list)
			lists = append(lists, list)
			list = nil
		}
		if numbered, isLine := strings.CutPrefix(text, "1."); isLine {
			list = append(list, readPopeyeLine(strings.TrimLeft(numbered, ".")))
		}
	}

	return lists
}

// readPopeyeLine returns the turns of a line, without what Popeye says of them.
func readPopeyeLine(text string) string {
	var turns []string
	for _, word := range strings.Fields(text) {
		switch {
		case strings.HasPrefix(word, "ep."):
			turns[len(turns)-1] += word
		case !strings.ContainsAny(word[:1], "+#=!?"):
			turns = append(turns, word)
		}
	}

	for i := range turns {
		turns[i] = sortChanges(turns[i])
	}
	return strings.Join(turns, " ")
}

// sortChanges sorts what a turn of Popeye's says that it converts: "[f1=w][f4=w]".
func sortChanges(turn string) string {
	move, changes, found := strings.Cut(turn, "[")
	if !found {
		return turn
	}
	list := strings.Split(changes, "[")
	slices.Sort(list)
	return move + "[" + strings.Join(list, "[")
}

// popeyeLines returns the lines of so many turns from a position as Popeye writes them, sorted, and
// from how many positions they play.
func popeyeLines(variant *Variant, p *board.Position, length int) (lines []string, from int) {
	moves := variant.Moves(p)
	if len(moves) > 0 {
		from = 1
	}
	for _, m := range moves {
		played := variant.Play(p, m)
		turn := popeyeTurn(p, &played, variant.Set().ConvertsByAttack())
		if length == 1 {
			lines = append(lines, turn)
			continue
		}

		replies, positions := popeyeLines(variant, &played.After, length-1)
		for _, reply := range replies {
			lines = append(lines, turn+" "+reply)
		}
		from += positions
	}

	slices.Sort(lines)
	return lines, from
}

// popeyeTurn writes a turn as Popeye does: "Nc3*d5=b", "a7*b8=Q=b", "Rf3-f2[f1=w][f4=w]", "0-0".
func popeyeTurn(p *board.Position, t *board.Played, attacks bool) string {
	colour := func(s board.Square) string {
		return [...]string{"w", "b"}[t.After.PieceAt(s).Colour]
	}
	text, to := "", t.To
	if wing, castles := t.Castles(p); castles {
		text, to = "0-0", board.NoSquare
		if wing == board.QueenSide {
			text = "0-0-0"
		}
	} else {
		text = popeyeMove(p, t.Move)
		if t.Converted.Has(to) && !attacks {
			text += "=" + colour(to)
		}
	}

	others := t.Converted
	if !attacks && to != board.NoSquare {
		others &^= to.Bit()
	}
	for s := range others.All {
		text += "[" + s.String() + "=" + colour(s) + "]"
	}
	return sortChanges(text)
}

func popeyeMove(p *board.Position, m board.Move) string {
	letter := func(k board.Kind) string {
		switch k {
		case board.Pawn:
			return ""
		case board.Knight:
			return "S"
		}
		return string(k.Letter())
	}
	kind := p.KindAt(m.From)
	sign, note := "-", ""
	switch {
	case p.Occupied().Has(m.To):
		sign = "*"
	case kind == board.Pawn && m.From.File() != m.To.File():
		sign, note = "*", "ep."
	}
	text := letter(kind) + m.From.String() + sign + m.To.String()
	if note != "" {
		text += note
	}
	if m.Promotion != board.NoKind {
		text += "=" + letter(m.Promotion)
	}
	return text
}

// comparePopeye compares the lines of so many turns from a position with those that Popeye lists, and
// returns from how many positions they play.
func comparePopeye(t *testing.T, popeyes *Variant, p *board.Position, listed []string,
	length int) int {
	t.Helper()
	lines, from := popeyeLines(popeyes, p, length)
	lines, listed = toldAlike(popeyes, p, lines), toldAlike(popeyes, p, listed)
	if !slices.Equal(lines, listed) {
		t.Fatalf("%s: only Popeye lists\n%s\nand only we have\n%s", p.FEN(popeyes.Set()),
			strings.Join(without(listed, lines), "\n"), strings.Join(without(lines, listed), "\n"))
	}
	return from
}

// without returns what is in a list and not in another, which is sorted.
func without(list, other []string) (rest []string) {
	for _, element := range list {
		if _, found := slices.BinarySearch(other, element); !found {
			rest = append(rest, element)
		}
	}
	return rest
}

// toldAlike returns the lines of a list without what Popeye tells otherwise than docs/RULES.md.
func toldAlike(variant *Variant, p *board.Position, list []string) []string {
	switch {
	case variant.Set().Name == "traitor":
		return traitorLines(p, list)
	case variant.Set().ConvertsByAttack():
		return masandLines(p, list)
	}
	return list
}

// masandLines returns the lines of a list without the conversion of a pawn by an enemy pawn that has
// come beside it right after its two-step: Popeye lets that one attack it (AND-6).
func masandLines(p *board.Position, list []string) []string {
	before := ""
	if p.EnPassant != board.NoSquare {
		_, to := twoStep(p)
		before = to.String()
	}

	lines := make([]string, len(list))
	for i, line := range list {
		turns := strings.Fields(line)
		stepped := before
		for j, turn := range turns {
			isPawns := strings.Contains("abcdefgh", turn[:1])
			if stepped != "" && isPawns {
				turns[j] = withoutConversion(turn, stepped)
			}

			stepped = ""
			if isPawns && (turn[1:3] == "2-" && turn[4] == '4' || turn[1:3] == "7-" && turn[4] == '5') {
				stepped = turn[3:5]
			}
		}
		lines[i] = strings.Join(turns, " ")
	}

	slices.Sort(lines)
	return lines
}

// withoutConversion returns a turn of Popeye's without what it says that it converts on a square.
func withoutConversion(turn, square string) string {
	return strings.NewReplacer("["+square+"=w]", "", "["+square+"=b]", "").Replace(turn)
}

// traitorLines returns the lines of a list in which Popeye plays Traitor Chess as docs/RULES.md says,
// as it prints them: without what converts. It converts a king of Black's that goes to the ranks 1
// to 4, and forbids it squares there that White attacks (AND-3).
func traitorLines(p *board.Position, list []string) []string {
	var lines []string
	for _, line := range list {
		turns := strings.Fields(line)
		toldAlike := true
		for i, turn := range turns {
			blacks := (p.Turn == board.Black) == (i%2 == 0)
			if blacks && turn[0] == 'K' && turn[len(turn)-1] <= '4' {
				toldAlike = false
			}
			turns[i] = strings.TrimSuffix(turn, "=w")
		}
		if toldAlike {
			lines = append(lines, strings.Join(turns, " "))
		}
	}

	slices.Sort(lines)
	return lines
}

// countRuled returns how many lines that Popeye lists docs/RULES.md does not have.
func countRuled(ours *Variant, p *board.Position, listed []string, length int) int {
	lines, _ := popeyeLines(ours, p, length)
	lines, listed = toldAlike(ours, p, lines), toldAlike(ours, p, listed)
	return len(without(listed, lines))
}
