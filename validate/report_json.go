package validate

import (
	"io"
	"strconv"

	"turncoat/internal/jsonline"
	"turncoat/pgn/finding"
)

// jsonReport writes one object a record, then one summary.
type jsonReport struct {
	w    io.Writer
	line []byte
	limit
}

func (j *jsonReport) Record(r *Verdict) error {
	findings := j.admit(r.Findings)
	if j.style.Quiet && r.OK {
		return nil
	}
	j.line = appendRecord(j.line[:0], r, findings)
	_, err := j.w.Write(j.line)
	return err
}

func (j *jsonReport) EndFile(string) error { return nil }

func (j *jsonReport) Close(s *Summary) error {
	var line struct {
		Summary struct {
			Files     int `json:"files"`
			Games     int `json:"games"`
			Scenarios int `json:"scenarios"`
			OK        int `json:"ok"`
			Failed    int `json:"failed"`
			Findings  int `json:"findings"`
			Skipped   int `json:"skipped,omitempty"`
		} `json:"summary"`
	}
	n := &line.Summary
	n.Files, n.Games, n.Scenarios, n.OK, n.Failed, n.Findings, n.Skipped = s.Files, s.Games, s.Scenarios, s.OK,
		s.Failed, s.Findings, s.Skipped
	return jsonline.Write(j.w, line)
}

// appendRecord appends the object of a record and a line feed. It is written by hand, since there are millions
// of them; findings are few.
func appendRecord(b []byte, r *Verdict, findings []Finding) []byte {
	b = append(b, `{"file":`...)
	b = appendString(b, r.File)
	b = append(b, `,"index":`...)
	b = strconv.AppendInt(b, int64(r.Index), 10)
	b = append(b, `,"kind":`...)
	b = appendString(b, string(r.Kind))
	if r.Kind == KindScenario {
		b = append(b, `,"name":`...)
		b = appendString(b, r.Name)
	}
	if r.Rules != "" || r.Kind == KindGame {
		b = append(b, `,"rules":`...)
		b = appendString(b, r.Rules)
	}
	b = append(b, `,"ok":`...)
	b = strconv.AppendBool(b, r.OK)
	if r.Kind == KindGame {
		b = append(b, `,"plies":`...)
		b = strconv.AppendInt(b, int64(r.Plies), 10)
		b = append(b, `,"result":`...)
		b = appendString(b, r.Result)
	}
	b = append(b, `,"findings":[`...)
	for i := range findings {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendFinding(b, &findings[i])
	}
	return append(b, "]}\n"...)
}

// jsonFinding is a finding as its object has it. Expected and Got are left out where the finding is not about squares.
type jsonFinding struct {
	Code     finding.Code `json:"code"`
	Severity string       `json:"severity,omitempty"`
	Ply      int          `json:"ply,omitempty"`
	Move     string       `json:"move,omitempty"`
	Line     int          `json:"line,omitempty"`
	Column   int          `json:"column,omitempty"`
	FEN      string       `json:"fen,omitempty"`
	Rule     string       `json:"rule,omitempty"`
	Message  string       `json:"message,omitempty"`
	Expected []string     `json:"expected,omitzero"`
	Got      []string     `json:"got,omitzero"`
}

func appendFinding(b []byte, f *Finding) []byte {
	text, err := jsonline.Encode(jsonFinding{f.Code, f.Severity, f.Ply, f.Move, f.Line, f.Column, f.FEN, f.Rule,
		f.Message, f.Expected, f.Got})
	if err != nil {
		panic(err) // words and numbers
	}
	return append(b, text...)
}

// appendString appends a JSON string; plain text takes the short way.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			text, err := jsonline.Encode(s)
			if err != nil {
				return append(b, `""`...) // a string always marshals
			}
			return append(b, text...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}
