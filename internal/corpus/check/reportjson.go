package check

import (
	"crypto/sha256"
	"fmt"
	"io"

	"turncoat/corpus"
	"turncoat/internal/corpus/parting"
	"turncoat/internal/jsonline"
	"turncoat/protocol"
	"turncoat/rules/ruleset"
)

// ReportJSON is a report as `corpus check --json` prints it: one object.
type ReportJSON struct {
	Program  string       `json:"program"`
	OK       bool         `json:"ok"`
	Counts   CountsJSON   `json:"counts"`
	Corpora  []CorpusJSON `json:"corpora"`
	Findings []Finding    `json:"findings"`
	// UnexpectedPasses and UnknownExpected are ids from the list of expected failures: those of
	// cases that passed, and those that no case has.
	UnexpectedPasses []string `json:"unexpectedPasses"`
	UnknownExpected  []string `json:"unknownExpected"`
}

// CountsJSON counts cases by verdict. Expected counts those that were expected to fail and did.
type CountsJSON struct {
	Cases       int `json:"cases"`
	Right       int `json:"right"`
	Wrong       int `json:"wrong"`
	Failed      int `json:"failed"`
	Unsupported int `json:"unsupported"`
	Unasked     int `json:"unasked"`
	Expected    int `json:"expected"`
}

// CorpusJSON is the part of a report about one rule set.
type CorpusJSON struct {
	Rules ruleset.Set `json:"rules"`
	// SHA256 is the checksum of the cases as a corpus file has them, so that it can be compared
	// with the manifest of the golden corpora.
	SHA256    string               `json:"sha256"`
	Counts    CountsJSON           `json:"counts"`
	Cited     map[string]CitedJSON `json:"cited"` // by rule
	Diagnosis *DiagnosisJSON       `json:"diagnosis,omitempty"`
	Failures  []FailureJSON        `json:"failures"` // smallest first, expected ones among them
}

// CitedJSON counts the cases that cite a rule.
type CitedJSON struct {
	Cases int `json:"cases"`
	Right int `json:"right"`
}

// DiagnosisJSON is a diagnosis: see [Diagnosis].
type DiagnosisJSON struct {
	Diagnosis
	Readings  []ReadingJSON `json:"readings"`
	Witnesses []WitnessJSON `json:"witnesses"`
	Summary   string        `json:"summary"`
}

// WitnessJSON is the smallest position known for one kind of parting.
type WitnessJSON struct {
	Kind string `json:"kind"` // in words
	parting.Parting
	FEN     string   `json:"fen"`
	Moves   []string `json:"moves"`
	Board   string   `json:"board,omitempty"` // the program's after the move, if it has just one
	Cases   int      `json:"cases,omitempty"`
	See     string   `json:"see,omitempty"` // the id of the smallest of these
	Command string   `json:"command"`       // that explains the turn, to be copied into a shell
}

// JSON returns the witness as reports in JSON have it.
func (w *Witness) JSON(set string) WitnessJSON {
	out := WitnessJSON{Kind: w.Parting.String(), Parting: w.Parting, FEN: w.FEN,
		Moves: list(w.Moves), Cases: w.Cases, See: w.See, Command: w.Command(set)}
	if theirs, known := w.Board(); known {
		out.Board = theirs.Board()
	}
	return out
}

// Witness returns the witness that a report has, with as much of the program's answer as is there.
func (w *WitnessJSON) Witness() Witness {
	out := Witness{Parting: w.Parting, Seed: corpus.Seed{FEN: w.FEN, Moves: w.Moves},
		Cases: w.Cases, See: w.See}
	if w.Board != "" {
		out.Whole.Turns = []corpus.AnswerTurn{{UCI: w.Move, FEN: w.Board}}
	}
	return out
}

// ReadingJSON is one misreading of a diagnosis.
type ReadingJSON struct {
	Name  string   `json:"name"` // settings joined by "+"
	Known string   `json:"known,omitempty"`
	Means string   `json:"means"`
	Rules []string `json:"rules"`
	See   string   `json:"see,omitempty"`
}

// FailureJSON is one case that is not right.
type FailureJSON struct {
	ID       string                 `json:"id"`
	Verdict  Verdict                `json:"verdict"`
	Expected bool                   `json:"expected,omitempty"`
	FEN      string                 `json:"fen"`
	Moves    []string               `json:"moves"`
	Cite     []string               `json:"cite"`
	Missing  []protocol.TurnSummary `json:"missing"`
	Extra    []protocol.TurnSummary `json:"extra"`
	Outcomes []WrongTurnJSON        `json:"outcomes"`
	Rests    []WrongTurnJSON        `json:"rests,omitempty"` // turns with wrong later FEN fields
	Repeated []protocol.TurnSummary `json:"twice,omitempty"` // turns that were answered twice
	// Got is the program's outcome of the position if it is wrong.
	Got     string   `json:"got,omitempty"`
	Want    string   `json:"want,omitempty"`
	Refused string   `json:"refused,omitempty"` // the error code of a refusal
	Message string   `json:"message,omitempty"` // the program's own, with a refusal
	Finding *Finding `json:"finding,omitempty"` // why there is no answer
}

// WrongTurnJSON is a turn with an outcome that is not that of the case.
type WrongTurnJSON struct {
	UCI  string `json:"uci"`
	FEN  string `json:"fen"`
	Got  string `json:"got"`
	Want string `json:"want"`
}

// JSON returns the report as it is printed.
func (r *Report) JSON() ReportJSON {
	out := ReportJSON{Program: r.Program, OK: r.OK(), Findings: list(r.Findings),
		Corpora: []CorpusJSON{}, Counts: counts(r.Corpora...),
		UnexpectedPasses: list(r.UnexpectedPasses), UnknownExpected: list(r.UnknownExpected)}
	for i := range r.Corpora {
		c := r.Corpora[i].json()
		out.Corpora = append(out.Corpora, c)
	}

	return out
}

// list returns an empty list for nil, as JSON wants it.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// counts counts the cases of some rule sets.
func counts(list ...CorpusResult) CountsJSON {
	var n CountsJSON
	for _, c := range list {
		n.Cases += len(c.Results)
		n.Right += c.Count(Right)
		n.Wrong += c.Count(Wrong)
		n.Failed += c.Count(Failed)
		n.Unsupported += c.Count(Unsupported)
		n.Unasked += c.Count(Unasked)
		for i := range c.Results {
			if r := &c.Results[i]; r.Expected && r.Verdict != Right {
				n.Expected++
			}
		}
	}

	return n
}

func (c *CorpusResult) json() CorpusJSON {
	out := CorpusJSON{Rules: c.Rules, SHA256: c.checksum(), Counts: counts(*c),
		Cited: map[string]CitedJSON{}, Failures: []FailureJSON{}}
	for i := range c.Results {
		result := &c.Results[i]
		for _, rule := range result.Case.Cite {
			cited := out.Cited[rule]
			cited.Cases++
			if result.Verdict == Right {
				cited.Right++
			}
			out.Cited[rule] = cited
		}
	}

	if c.Diagnosis != nil {
		out.Diagnosis = c.Diagnosis.json(c.Rules.Name)
	}
	for _, r := range c.unright() {
		out.Failures = append(out.Failures, r.json())
	}
	return out
}

func (c *CorpusResult) checksum() string {
	cases := make([]corpus.Case, len(c.Results))
	for i := range c.Results {
		cases[i] = *c.Results[i].Case
	}
	sum := sha256.New()
	_ = corpus.Write(sum, cases) // a checksum takes everything
	return fmt.Sprintf("%x", sum.Sum(nil))
}

func (d *Diagnosis) json(set string) *DiagnosisJSON {
	out := &DiagnosisJSON{Diagnosis: *d, Readings: []ReadingJSON{}, Witnesses: []WitnessJSON{},
		Summary: d.Summary()}
	out.Unexplained, out.Sentences = list(d.Unexplained), list(d.Sentences)
	for _, r := range d.Readings {
		out.Readings = append(out.Readings, ReadingJSON{Name: r.Name, Known: r.Known,
			Means: r.Means(), Rules: r.Rules(), See: r.See})
	}

	for i := range d.Witnesses {
		out.Witnesses = append(out.Witnesses, d.Witnesses[i].JSON(set))
	}
	return out
}

func (r *Result) json() FailureJSON {
	out := FailureJSON{ID: r.Case.ID, Verdict: r.Verdict, Expected: r.Expected, FEN: r.Case.FEN,
		Moves: list(r.Case.Moves), Cite: list(r.Case.Cite),
		Missing: summaries(r.Difference.Missing), Extra: summaries(r.Difference.Extra),
		Repeated: summaries(r.Difference.Repeated), Outcomes: []WrongTurnJSON{},
		Got: r.Difference.Got, Refused: r.Difference.Refused, Message: r.Message,
		Finding: r.Finding}
	if out.Got != "" {
		out.Want = r.Case.Outcome
	}
	for i, t := range r.Difference.Missing {
		out.Missing[i].SAN = r.Case.SAN(t)
	}
	for _, o := range r.Difference.Outcomes {
		out.Outcomes = append(out.Outcomes, WrongTurnJSON{o.Turn.UCI, o.Turn.FEN, o.Turn.Outcome,
			o.Want})
	}

	for _, o := range r.Difference.Rests {
		out.Rests = append(out.Rests, WrongTurnJSON{o.Turn.UCI, o.Turn.FEN, o.Turn.Rest, o.Want})
	}
	return out
}

func summaries(list []corpus.AnswerTurn) []protocol.TurnSummary {
	out := []protocol.TurnSummary{}
	for _, t := range list {
		out = append(out, protocol.TurnSummary{UCI: t.UCI, FEN: t.FEN})
	}
	return out
}

// WriteJSON writes the report as one line of JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	return jsonline.Write(w, r.JSON())
}
