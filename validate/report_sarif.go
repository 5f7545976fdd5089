package validate

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"

	"turncoat/internal/printable"
	"turncoat/pgn/finding"
)

// sarifReport writes SARIF 2.1.0, as code hosts read it to show findings in place. Results are written as they
// come.
type sarifReport struct {
	printer
	limit
	begun bool
	some  bool // a result has been written
}

// meanings says what each code of a finding is about, and what helps.
var meanings = []struct {
	code finding.Code
	text string
	help string // what to do about it
}{
	{finding.Syntax, "The text cannot be read.",
		"The message says what was expected there. Mend the text; the rest of the file has been read."},
	{finding.Truncated, "The record breaks off.",
		"The file was cut off, or the end of a comment, a variation or the movetext is missing."},
	{finding.BadFEN, "The starting position is none, or the rules do not allow it.",
		"Mend the FEN tag: see the part on FEN in docs/RULES.md."},
	{finding.UnknownRules, "The rule set that is named does not exist.", "The Variant tag names one of the sets that `turncoat rules list` prints."},
	{finding.UnknownPiece, "A letter names no piece.",
		"Pieces are K, Q, R, B and N; name the language of others with --letters."},
	{finding.IllegalMove, "The rules do not allow the move.", "`turncoat explain` shows why, with the command that the text report gives."},
	{finding.AmbiguousMove, "The notation names more than one move.", "Add the file or the rank of the piece that moves."},
	{finding.ConversionMismatch, "The record says that other pieces convert than do.", "`turncoat explain` shows wave by wave who persuades and who supports. `turncoat pgn convert --conversions` writes what converts."},
	{finding.ReclaimMismatch, "The record says that other pieces are reclaimed than can be.",
		"A record that says nothing means the full reclaim; another is written {[%reclaim d4,e5]}."},
	{finding.SectionsDisagree, "The movetext and the second section of a record disagree.", "The second section decides; mend the movetext, or leave it to `turncoat pgn convert`."},
	{finding.ResultMismatch, "The result is not that of the movetext or the final position.",
		"Compare the Result tag, the end of the movetext, and who has been mated or has no move."},
	{finding.MoveAfterEnd, "A move follows the end of the game.",
		"Take out the moves, or mend the one that ended the game."},
	{finding.PositionMismatch, "The record has other pieces on the board than stand there.",
		"The lists of the second section name pieces that stand elsewhere."},
	{finding.Expectation, "A scenario expects what does not hold.",
		"Mend the scenario or the rule; the text report shows what was expected and what is."},
	{finding.CheckSign, "The check sign is not right.",
		"Plus and # say check and mate, in Pacifist a side without a king: NOT-2."},
	{finding.ForeignLetter, "A piece letter is that of another language.", "Name the language with --letters."},
	{finding.MoveNumber, "A move number is not right.", "Only the number is off; the moves have been played on."},
	{finding.MissingTag, "A tag, or the result, is missing.",
		"PGN has seven tags in every game, and a result at the end of the movetext."},
	{finding.RulesOverridden, "The game is played under other rules than it names.",
		"Leave --rules out to follow the record."},
	{finding.DrawClaim, "A draw is claimed that could not be.",
		"Who claims may name the move that brings the position about a third time."},
	{finding.OtherRules, "The game is legal under another rule set.", "Write the Variant tag."},
	{finding.Contradiction, "A part of the record contradicts the rest.",
		"A tag that is there twice, a ply count, a termination, a second command or a capture of nothing."},
}

type (
	sarifText struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID            string    `json:"id"`
		Name          string    `json:"name"`
		Short         sarifText `json:"shortDescription"`
		Help          sarifText `json:"help"`
		Configuration struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
	}
	sarifResult struct {
		RuleID     string          `json:"ruleId"`
		RuleIndex  int             `json:"ruleIndex"`
		Level      string          `json:"level"`
		Message    sarifText       `json:"message"`
		Locations  []sarifLocation `json:"locations"`
		Properties sarifProperties `json:"properties"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region *sarifRegion `json:"region,omitempty"`
		} `json:"physicalLocation"`
	}
	sarifRegion struct {
		StartLine   int        `json:"startLine"`
		StartColumn int        `json:"startColumn,omitempty"`
		EndColumn   int        `json:"endColumn,omitempty"`
		Snippet     *sarifText `json:"snippet,omitempty"`
	}
	sarifProperties struct {
		Record   int      `json:"record"`
		Rules    string   `json:"rules,omitempty"`
		Rule     string   `json:"rule,omitempty"`
		Ply      int      `json:"ply,omitempty"`
		Move     string   `json:"move,omitempty"`
		FEN      string   `json:"fen,omitempty"`
		Expected []string `json:"expected,omitempty"`
		Got      []string `json:"got,omitempty"`
	}
)

func (s *sarifReport) begin() {
	if s.begun {
		return
	}
	s.begun = true
	var rules []sarifRule
	for _, m := range meanings {
		r := sarifRule{ID: string(m.code), Name: pascal(string(m.code)), Short: sarifText{m.text},
			Help: sarifText{m.text + " " + m.help}}
		r.Configuration.Level = m.code.Severity()
		rules = append(rules, r)
	}
	s.write(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"turncoat",`)
	if s.style.Version != "" {
		s.write(`"version":`)
		s.json(s.style.Version)
		s.write(`,`)
	}
	s.write(`"rules":`)
	s.json(rules)
	s.write(`}},"columnKind":"unicodeCodePoints","results":[`)
}

// pascal writes "illegal-move" as "IllegalMove", the form of names that SARIF asks for.
func pascal(code string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(code, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func (s *sarifReport) json(v any) {
	text, err := json.Marshal(v)
	if err != nil && s.err == nil {
		s.err = err
	}
	s.write(string(printable.JSON(text)))
}

func (s *sarifReport) Record(r *Verdict) error {
	findings, wanted := s.admit(r)
	if !wanted {
		return s.err
	}
	for i := range findings {
		s.begin()
		if s.some {
			s.write(",")
		}
		s.some = true
		s.write("\n")
		s.json(sarifOf(r, &findings[i]))
	}
	return s.err
}

func sarifOf(r *Verdict, f *Finding) sarifResult {
	out := sarifResult{RuleID: string(f.Code), Level: f.Severity, Message: sarifText{about(r, f)}}
	for i, m := range meanings {
		if m.code == f.Code {
			out.RuleIndex = i
		}
	}
	if f.Rule != "" {
		out.Message.Text += " [" + f.Rule + "]"
	}
	var at sarifLocation
	at.Physical.Artifact.URI = fileURI(r.File)
	if f.Line > 0 {
		at.Physical.Region = &sarifRegion{StartLine: f.Line, StartColumn: f.Column, EndColumn: f.Column +
			max(f.width, 1)}
		if f.excerpt != "" {
			at.Physical.Region.Snippet = &sarifText{f.excerpt}
		}
	}
	out.Locations = []sarifLocation{at}
	out.Properties = sarifProperties{Record: r.Index, Rules: r.Rules, Rule: f.Rule, Ply: f.Ply, Move: f.Move,
		FEN: f.FEN, Expected: f.Expected, Got: f.Got}
	return out
}

// fileURI returns a path as a reference: relative as it is, absolute as a file URI.
func fileURI(path string) string {
	if path == Stdin {
		return "stdin"
	}
	slashed := filepath.ToSlash(path)
	if filepath.IsAbs(path) {
		return (&url.URL{Scheme: "file", Path: slashed}).String()
	}
	return (&url.URL{Path: slashed}).String()
}

func (s *sarifReport) Close(*Summary) error {
	s.begin()
	s.write("]}]}\n")
	return s.err
}
