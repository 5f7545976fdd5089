// Package publish writes puzzles in the formats of other programs, and as booklets to read and
// print.
package publish

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"turncoat/internal/jsonline"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/grade"
	"turncoat/pgn"
	"turncoat/puzzle"
)

// ErrFormat is the class of errors about puzzles that a format cannot hold.
var ErrFormat = errors.New("the format cannot hold it")

// Formats lists the formats of [Export].
func Formats() []string {
	return []string{"pgn", "epd", "json", "csv", "html", "vchess", "latex", "popeye", "text", "svg",
		"png"}
}

// Export writes puzzles in one of the [Formats]; book says how, for those that are to be read and
// printed. It returns how many puzzles it has written. The error joins one for each puzzle and each
// twin that the format cannot hold, which wraps [ErrFormat]; the others are written.
//
// What people say about a puzzle may come from anywhere. In formats that are read on a terminal, its
// control characters, and characters that reorder text, are written as escapes: see package
// printable.
func Export(w io.Writer, format string, book Book, puzzles []puzzle.Puzzle) (written int, err error) {
	if !book.AllVariations && format != "json" {
		puzzles = slices.Clone(puzzles)
		for i := range puzzles {
			puzzles[i] = puzzles[i].Real()
		}
	}
	book = book.titled(puzzles)

	all := func(err error) (int, error) {
		if err != nil {
			return 0, err
		}
		return len(puzzles), nil
	}
	switch format {
	case "svg", "png":
		return all(writePicture(w, format, book, puzzles))
	case "json":
		return all(puzzle.Write(w, puzzles))
	case "html":
		return all(writeBooklet(w, book, puzzles))
	case "latex":
		return all(writeLaTeX(w, book, puzzles))
	case "vchess":
		return writeVChess(w, puzzles)
	}

	var text strings.Builder
	switch format {
	case "text":
		written, err = all(writeText(&text, puzzles))
	case "pgn":
		written, err = writePGN(&text, puzzles)
	case "epd":
		written, err = writeEPD(&text, puzzles)
	case "csv":
		written, err = writeCSV(&text, puzzles)
	case "popeye":
		written, err = writePopeye(&text, puzzles)
	default:
		return 0, fmt.Errorf("%w: there is no format %q", ErrFormat, format)
	}

	_, failed := io.WriteString(w, printable.Block(text.String()))
	return written, cmp.Or(failed, err)
}

// writeEPD writes a puzzle or a twin a line: the position, the number of turns as dm, every key as
// bm, the identifier, in c0 the rules, the themes and the grade, in c1 the title, the authors and
// the like. The number of turns of another stipulation than a win is in c0, since dm means a mate,
// with the number of solutions.
func writeEPD(w io.Writer, puzzles []puzzle.Puzzle) (written int, err error) {
	return eachSingle(puzzles, func(p *single) error {
		at, err := p.Position()
		if err != nil {
			return err
		}
		variant := p.Variant()
		var keys []string
		for _, key := range p.Keys {
			t, err := variant.Parse(&at, key)
			if err != nil {
				return err
			}
			keys = append(keys, variant.SAN(&at, t))
		}

		fields := strings.Fields(p.FEN)
		length, words := fmt.Sprintf("dm %d; ", p.In), ""
		var list []string
		for name, text := range wordList(&p.Puzzle, "title", "by", "dedication", "source", "date",
			"prize", "comment",
			"unsound:") {
			list = append(list, name+" "+text)
		}

		if p.Stipulation != "" {
			length = ""
		}
		if list != nil {
			words = fmt.Sprintf(" c1 %s;", epdText(strings.Join(list, "; ")))
		}
		_, err = fmt.Fprintf(w, "%s bm %s; %sid %s; c0 %s;%s\n",
			strings.Join(fields[:min(4, len(fields))], " "),
			strings.Join(keys, " "), length,
			epdText(p.ID), epdText(strings.Join(epdFacts(p), "; ")), words)
		return err
	})
}

// epdFacts lists what EPD has no command for.
func epdFacts(p *single) []string {
	facts := []string{"rules " + p.Rules.Name}
	if p.Stipulation != "" {
		facts = append(facts, fmt.Sprintf("%s in %s", p.Stipulation, p.Length()))
	}
	if p.Lines != nil {
		facts = append(facts, plural.Count(len(p.Lines), "solution"))
	}
	if p.Name != "" {
		return append(facts, "twin "+p.twin())
	}
	return append(append(facts, graded(&p.Puzzle)), p.Themes...)
}

// epdText writes text in double quotes, with single ones for those inside.
func epdText(text string) string {
	return `"` + strings.Join(strings.Fields(strings.ReplaceAll(text, `"`, "'")), " ") + `"`
}

// comments returns what is said about a puzzle, and what speaks against it where it is marked as
// unsound.
func comments(p *puzzle.Puzzle) []string {
	list := slices.Clone(p.Comments)
	if p.Unsound != nil {
		list = append(list, "Unsound: "+strings.Join(p.Unsound, "; "))
	}
	return list
}

// wordList yields the title, the authors, the dedication, the source, the date, the prize, the
// comments and what speaks against a puzzle, where it has them, as far as there are names for them.
func wordList(p *puzzle.Puzzle, names ...string) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		for i, text := range []string{p.Title, strings.Join(p.Authors, ", "), p.Dedication,
			p.Published, p.Date,
			p.Prize, strings.Join(p.Comments, " / "), strings.Join(p.Unsound, "; ")} {
			if i < len(names) && text != "" && !yield(names[i], text) {
				return
			}
		}
	}
}

// graded writes the grade in words.
func graded(p *puzzle.Puzzle) string {
	if p.Grade == nil {
		return "not graded"
	}
	return fmt.Sprintf("level %d, rating %d", p.Grade.Level, p.Grade.Rating)
}

// columns are those of the Lichess puzzle database.
var columns = []string{"PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity",
	"NbPlays", "Themes",
	"GameUrl", "OpeningTags"}

// writeCSV writes a table with the columns of the Lichess puzzle database. There FEN is the
// position before the enemy's last turn, and Moves begins with that turn. For a puzzle that is not
// from a game it is a turn that could have led to the position: see [analysis.LastTurn].
func writeCSV(w io.Writer, puzzles []puzzle.Puzzle) (written int, err error) {
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return 0, err
	}
	written, err = eachSingle(puzzles, func(p *single) error {
		row, err := row(&p.Puzzle)
		err = cmp.Or(err, p.gameErr())
		if err != nil {
			return err
		}
		return out.Write(row)
	})
	out.Flush()
	return written, errors.Join(err, out.Error())
}

func row(p *puzzle.Puzzle) ([]string, error) {
	tree, err := p.Tree()
	if err != nil {
		return nil, err
	}
	variant, at := p.Variant(), &tree.Position
	before, last := p.Source.Before, p.Source.Last
	if before == "" {
		earlier, t, ok := analysis.LastTurn(variant, at)
		if !ok {
			return nil, fmt.Errorf("%w: %s: no turn can have led to the position", ErrFormat, p.ID)
		}
		before, last = variant.FEN(&earlier), puzzle.TurnWord(variant, &earlier, &t)
	}

	moves := last
	for _, word := range puzzle.LineWords(variant, at, tree.Keys[0].Line()) {
		moves += " " + word
	}
	rating, deviation, plays := "", "", "0"
	if p.Grade != nil {
		rating, deviation, plays = strconv.Itoa(p.Grade.Rating), strconv.Itoa(p.Grade.Deviation),
			strconv.Itoa(grade.AttemptsOfAll)
	}

	themes := append([]string{p.Rules.Name, lengthTheme(p)}, p.Themes...)
	return []string{p.ID, before, moves, rating, deviation, "0", plays, strings.Join(themes, " "),
			p.Source.Game, ""},
		nil
}

// lengthTheme names the stipulation and its length as the themes of puzzle sites do: winIn3,
// selfWinIn2, helpWinIn2.5.
func lengthTheme(p *puzzle.Puzzle) string {
	words := strings.Split(p.Goal().String(), "-")
	for i := range words[1:] {
		words[i+1] = capital(words[i+1])
	}
	return strings.Join(words, "") + "In" + p.Length()
}

// A vchessProblem has the fields of vchess.club's problems.
type vchessProblem struct {
	Variant     string `json:"variant"`
	FEN         string `json:"fen"` // in that site's form
	Instruction string `json:"instruction"`
	Solution    string `json:"solution"`
}

// writeVChess writes each puzzle and each twin as a problem.
func writeVChess(w io.Writer, puzzles []puzzle.Puzzle) (written int, err error) {
	return eachSingle(puzzles, func(p *single) error {
		name := pgn.VChessVariants[p.Rules.Name]
		if name == "" {
			return fmt.Errorf("%w: %s: vchess.club does not play %s", ErrFormat, p.ID, p.Rules.Name)
		}
		tree, err := p.Tree()
		if err != nil {
			return err
		}
		line, err := jsonline.Encode(vchessProblem{
			Variant: name, FEN: pgn.VChessFEN(&tree.Position), Instruction: p.Instruction(),
			Solution: lineList(&solved{*p, tree}),
		})
		if err != nil {
			return err
		}
		_, err = w.Write(append(line, '\n'))
		return err
	})
}

// lineList writes the main line, or every line, in SAN alone.
func lineList(s *solved) string {
	var lines []string
	for _, line := range s.plays() {
		lines = append(lines, strings.Join(s.numbered(line), " "))
	}
	return strings.Join(lines, "; ")
}
