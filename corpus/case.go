package corpus

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"turncoat/internal/files"
	"turncoat/internal/fingerprint"
	"turncoat/internal/jsonline"
	"turncoat/internal/lazyregexp"
	"turncoat/internal/lines"
	"turncoat/internal/strict"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Case is one position of a golden corpus with every turn that is legal in it.
type Case struct {
	ID    string      `json:"id"` // made from the content: see [ContentID]
	Rules ruleset.Set `json:"rules"`
	FEN   string      `json:"fen"`
	// played from FEN first: UCI, a reclaim that is not the full one after "~"
	Moves []string `json:"moves"`

	// every legal turn after Moves, sorted by UCI move, then reclaimed squares
	Turns   []protocol.Turn `json:"turns"`
	Outcome string          `json:"outcome"` // of the position: "*" unless it has no legal turn

	Cite  []string `json:"cite"`  // identifiers of the rules that the case shows
	Tells []string `json:"tells"` // the misreadings that answer it differently
}

// maxLine is the length in bytes that a line of a corpus file may have.
const maxLine = 16 << 20

// ContentID makes the id of a case: the name of the rule set, a hyphen, and the first 32 bits, in
// hexadecimal, of the SHA-256 of three lines that each end in a newline: the rules (the name, or
// the object as compact JSON with its keys in order), the FEN, and the moves with a space between
// two. The id changes when what is asked changes, and then only; it says nothing about the answer.
func ContentID(set ruleset.Set, fen string, moves []string) string {
	name, err := json.Marshal(set)
	if err != nil {
		panic(err) // a rule set is words and numbers
	}
	var text string
	if json.Unmarshal(name, &text) != nil {
		text = string(name)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n", text, fen, strings.Join(moves, " ")))
	return fmt.Sprintf("%s-%x", idName(set.Name), sum[:4])
}

var notInID = lazyregexp.Compile(`[^A-Za-z0-9._-]+`)

func idName(name string) string {
	name = notInID().ReplaceAllString(name, "-")
	if name == "" {
		return "rules"
	}
	return name
}

// Write writes cases one a line, as [Read] reads them.
func Write(w io.Writer, cases []Case) error {
	out := bufio.NewWriter(w)
	for i := range cases {
		line, err := jsonline.Append(nil, cases[i].filled())
		if err != nil {
			return err
		}
		out.Write(line)
	}

	return out.Flush()
}

// Seed returns the position of the case.
func (c *Case) Seed() Seed { return Seed{FEN: c.FEN, Moves: c.Moves} }

// Size orders cases by how much there is to look at: moves, then pieces, then turns.
func (c *Case) Size() int { return fingerprint.Size(c.Seed()) + len(c.Turns) }

// filled returns the case with empty lists where there are none, as the format wants them.
func (c *Case) filled() Case {
	f := *c
	for _, list := range []*[]string{&f.Moves, &f.Cite, &f.Tells} {
		if *list == nil {
			*list = []string{}
		}
	}

	if f.Turns == nil {
		f.Turns = []protocol.Turn{}
	}
	return f
}

// Read reads a corpus file strictly: one case a line, each key there once and no other, the id that
// of the content, no id twice, the FEN valid. It returns the good cases and an error that joins an
// [*Error] for each fault, up to a thousand of them and then the number of the others; a fault
// spoils no other case. Whether the turns are right is for [Verify].
func Read(r io.Reader, file string) ([]Case, error) {
	var (
		cases  []Case
		faults = faultsOf{file: file}
		seen   = map[string]int{}
	)
	for in := lines.NewReader(r, maxLine); ; {
		line, err := in.Next()
		number := in.Number()
		var tooLong *lines.TooLongError
		switch {
		case errors.Is(err, io.EOF):
			return cases, faults.join()
		case errors.As(err, &tooLong):
			faults.add(&Error{File: file, Line: number, Err: fmt.Errorf("%w: %w", ErrSyntax, err)})
			continue
		case err != nil:
			if damage := (*files.DamageError)(nil); errors.As(err, &damage) {
				err = errors.New(damage.Reason()) // the place has the name
			}
			faults.add(&Error{File: file, Line: number, Err: err})
			return cases, faults.join()
		case len(bytes.TrimSpace(line)) == 0:
			continue
		}

		c, found := parseCase(line)
		if first, twice := seen[c.ID]; twice && len(found) == 0 {
			found = []strict.Fault{{Err: fmt.Errorf("%w: the same case as in line %d", ErrContent,
				first)}}
		}

		for _, f := range found {
			faults.add(&Error{File: file, Line: number, Column: max(f.Column, 1), Case: c.ID,
				Err: f.Err})
		}

		if len(found) == 0 {
			seen[c.ID] = number
			cases = append(cases, c)
		}
	}
}

// parseCase reads one line.
func parseCase(line []byte) (Case, []strict.Fault) {
	var c Case
	faults := strict.JSON(line, &c)
	for i, f := range faults {
		faults[i].Err = fmt.Errorf("%w: %w", ErrSyntax, f.Err)
	}
	for i, t := range c.Turns {
		if len(faults) == 0 && !isOutcome(t.Outcome) {
			faults = append(
				faults,
				strict.Fault{Err: fmt.Errorf("%w: turns[%d]: invalid outcome %q", ErrSyntax, i,
					t.Outcome)},
			)
		}
	}

	if len(faults) > 0 {
		return c, faults
	}
	return c, c.faults()
}

// faults judges what can be judged of a case without playing it.
func (c *Case) faults() []strict.Fault {
	var faults []strict.Fault
	say := func(err error) { faults = append(faults, strict.Fault{Err: err}) }
	if want := ContentID(c.Rules, c.FEN, c.Moves); c.ID != want {
		say(fmt.Errorf("%w: the id of this content is %s", ErrContent, want))
	}
	if !isOutcome(c.Outcome) {
		say(fmt.Errorf("%w: %q is no outcome", ErrSyntax, c.Outcome))
	}
	variant := rules.New(c.Rules)
	if p, err := variant.ParseFEN(c.FEN); err != nil {
		say(fmt.Errorf("%w: fen: %w", ErrContent, err))
	} else if text := variant.FEN(&p); text != c.FEN {
		say(fmt.Errorf("%w: fen: written as here it is %s", ErrContent, text))
	}

	for _, name := range c.Tells {
		if m, err := ParseMisreading(c.Rules, name); err != nil {
			say(fmt.Errorf("%w: tells: %w", ErrContent, err))
		} else if m.Name != name {
			say(fmt.Errorf("%w: tells: %q is called %q", ErrContent, name, m.Name))
		}
	}

	return faults
}

func isOutcome(text string) bool {
	switch text {
	case "*", "1-0", "0-1", "1/2-1/2":
		return true
	}

	return false
}
