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

// TestPopeye compares every legal turn of random positions with those that Popeye lists. It needs
// the program as py on the PATH.
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
			compared, ruled := 0, 0
			for compared < *popeyePositions {
				positions := popeyePositionsOf(random, popeyes, min(500, *popeyePositions-compared))
				lists := askPopeye(t, program, condition, positions)
				for i := range positions {
					comparePopeye(t, popeyes, &positions[i], lists[i])
					ruled += countRuled(ours, &positions[i], lists[i])
				}
				compared += len(positions)
			}
			t.Logf("%d positions, %d turns that are ruled otherwise", compared, ruled)
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
			lists := askPopeye(t, program, condition, positions)
			for i := range positions {
				comparePopeye(t, popeyes, &positions[i], lists[i])
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

// askPopeye returns the turns that Popeye lists for each position.
func askPopeye(t *testing.T, program, condition string, positions []board.Position) [][]string {
	t.Helper()
	var in bytes.Buffer
	in.WriteString("BeginProblem\n")
	for i := range positions {
		if i > 0 {
			in.WriteString("NextProblem\n")
		}
		writePopeye(&in, condition, &positions[i])
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

func writePopeye(in *bytes.Buffer, condition string, p *board.Position) {
	fmt.Fprintf(in, "Option NoBoard Variation\nStipulation ~1\n")
	if condition != "" {
		fmt.Fprintf(in, "Condition %s\n", condition)
	}
	if p.Turn == board.Black {
		fmt.Fprintf(in, "Option HalfDuplex\n")
	}
	if p.EnPassant != board.NoSquare {
		ahead := board.Square(8)
		if p.Turn == board.White {
			ahead = -ahead // the pawn that stepped is Black's
		}
		fmt.Fprintf(in, "Option EnPassant %v%v%v\n", p.EnPassant-ahead, p.EnPassant,
			p.EnPassant+ahead)
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

// readPopeye returns the turns of each problem in Popeye's output, sorted: "1.Nc3*d5=b !".
func readPopeye(out []byte) (lists [][]string) {
	var list []string
	scanner := bufio.NewScanner(bytes.NewReader(out))
	for scanner.Scan() {
		line := strings.TrimSpace(scanner.Text())
		switch {
		case strings.HasPrefix(line, "solution finished"):
			slices.Sort(list)
			lists = append(lists, list)
			list = nil
		case strings.HasPrefix(line, "1."):
			words := strings.Fields(strings.TrimLeft(line[1:], "."))
			move := words[0]
			if len(words) > 1 && strings.HasPrefix(words[1], "ep.") {
				move += words[1]
			}
			list = append(list, sortChanges(move))
		}
	}

	return lists
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

// popeyeTurns returns the turns of a position as Popeye writes them, sorted.
func popeyeTurns(variant *Variant, p *board.Position) []string {
	var list []string
	for _, m := range variant.Moves(p) {
		played := variant.Play(p, m)
		list = append(list, popeyeTurn(p, &played, variant.Set().ConvertsByAttack()))
	}
	slices.Sort(list)
	return list
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

// comparePopeye compares the turns of a position with those that Popeye lists.
func comparePopeye(t *testing.T, popeyes *Variant, p *board.Position, listed []string) {
	t.Helper()
	turns := popeyeTurns(popeyes, p)
	if popeyes.Set().Name == "traitor" {
		turns, listed = traitorTurns(p, turns), traitorTurns(p, listed)
	}
	if !slices.Equal(turns, listed) {
		t.Fatalf("%s: Popeye lists\n%s\nand not\n%s", p.FEN(popeyes.Set()),
			strings.Join(listed, "\n"), strings.Join(turns, "\n"))
	}
}

// traitorTurns returns the turns of a list in which Popeye plays Traitor Chess as docs/RULES.md says,
// as it prints them: without what converts. It converts a king of Black's that goes to the ranks 1
// to 4, and forbids it squares there that White attacks (AND-3).
func traitorTurns(p *board.Position, list []string) []string {
	var turns []string
	for _, turn := range list {
		if p.Turn == board.White || turn[0] != 'K' || turn[len(turn)-1] > '4' {
			turns = append(turns, strings.TrimSuffix(turn, "=w"))
		}
	}
	slices.Sort(turns)
	return turns
}

// countRuled returns how many turns that Popeye lists docs/RULES.md does not have.
func countRuled(ours *Variant, p *board.Position, listed []string) int {
	turns := popeyeTurns(ours, p)
	if ours.Set().Name == "traitor" {
		turns, listed = traitorTurns(p, turns), traitorTurns(p, listed)
	}
	count := 0
	for _, turn := range listed {
		if !slices.Contains(turns, turn) {
			count++
		}
	}
	return count
}
