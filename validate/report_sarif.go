package validate

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"

	"turncoat/internal/printable"
	"turncoat/pgn"
)

// sarifReport writes SARIF 2.1.0, as code hosts read it to show findings in place. Results are written as they
// come.
type sarifReport struct {
	w io.Writer
	limit
	begun bool
	some  bool // a result has been written
	err   error
}

// meanings says what each code of a finding is about.
var meanings = []struct {
	code pgn.Code
	text string
}{
	{pgn.CodeSyntax, "The text cannot be read."},
	{pgn.CodeTruncated, "The record breaks off."},
	{pgn.CodeBadFEN, "The starting position is none, or the rules do not allow it."},
	{pgn.CodeRules, "The rule set that is named does not exist."},
	{pgn.CodePiece, "A letter names no piece."},
	{pgn.CodeIllegal, "The rules do not allow the move."},
	{pgn.CodeAmbiguous, "The notation names more than one move."},
	{pgn.CodeConversion, "The record says that other pieces convert than do."},
	{pgn.CodeReclaim, "The record says that other pieces are reclaimed than can be."},
	{pgn.CodeSections, "The movetext and the second section of a record disagree."},
	{pgn.CodeResult, "The result is not that of the movetext or the final position."},
	{pgn.CodeAfterEnd, "A move stands behind the end of the game."},
	{pgn.CodePosition, "The record has other pieces on the board than stand there."},
	{pgn.CodeExpect, "A scenario expects what does not hold."},
	{pgn.CodeSign, "The check sign is not right."},
	{pgn.CodeForeign, "A piece letter is that of another language."},
	{pgn.CodeNumber, "A move number is not right."},
	{pgn.CodeTag, "A tag, or the result, is missing."},
	{pgn.CodeOverridden, "The game is played under other rules than it names."},
	{pgn.CodeDraw, "A draw is claimed that could not be."},
	{pgn.CodeOther, "The game is legal under another rule set."},
}

type (
	sarifText struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID            string    `json:"id"`
		Short         sarifText `json:"shortDescription"`
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
		r := sarifRule{ID: string(m.code), Short: sarifText{m.text}}
		r.Configuration.Level = m.code.Severity()
		rules = append(rules, r)
	}
	s.write(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"turncoat","rules":`)
	s.json(rules)
	s.write(`}},"columnKind":"unicodeCodePoints","results":[`)
}

func (s *sarifReport) write(text string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.w, text)
	}
}

func (s *sarifReport) json(v any) {
	text, err := json.Marshal(v)
	if err != nil && s.err == nil {
		s.err = err
	}
	s.write(string(printable.JSON(text)))
}

func (s *sarifReport) Record(r *Verdict) error {
	findings := s.admit(r.Findings)
	if s.style.Quiet && r.OK {
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
	out := sarifResult{RuleID: string(f.Code), Level: f.Severity, Message: sarifText{describe(r, f)}}
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
		at.Physical.Region = &sarifRegion{StartLine: f.Line, StartColumn: f.Column, EndColumn: f.Column + max(f.width, 1)}
		if f.excerpt != "" {
			at.Physical.Region.Snippet = &sarifText{f.excerpt}
		}
	}
	out.Locations = []sarifLocation{at}
	out.Properties = sarifProperties{Record: r.Index, Rules: r.Rules, Rule: f.Rule, Ply: f.Ply, Move: f.Move, FEN: f.FEN, Expected: f.Expected, Got: f.Got}
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

func (s *sarifReport) EndFile(string) error { return s.err }

func (s *sarifReport) Close(*Summary) error {
	s.begin()
	s.write("]}]}\n")
	return s.err
}
