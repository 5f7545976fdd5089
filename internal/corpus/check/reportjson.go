package check

import (
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
	Rules     ruleset.Set    `json:"rules"`
	Counts    CountsJSON     `json:"counts"`
	Diagnosis *DiagnosisJSON `json:"diagnosis,omitempty"`
	Failures  []FailureJSON  `json:"failures"` // smallest first, expected ones among them
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
	Cases   int      `json:"cases,omitempty"`
	See     string   `json:"see,omitempty"` // the id of the smallest of these
	Command string   `json:"command"`       // that explains the turn, to be copied into a shell
}

// JSON returns the witness as reports in JSON have it.
func (w *Witness) JSON(set string) WitnessJSON {
	return WitnessJSON{Kind: w.Parting.String(), Parting: w.Parting, FEN: w.FEN,
		Moves: list(w.Moves), Cases: w.Cases, See: w.See, Command: w.Command(set)}
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
	out := CorpusJSON{Rules: c.Rules, Counts: counts(*c), Failures: []FailureJSON{}}
	if c.Diagnosis != nil {
		out.Diagnosis = c.Diagnosis.json(c.Rules.Name)
	}
	for _, r := range c.unright() {
		out.Failures = append(out.Failures, r.json())
	}
	return out
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
