package validate

import (
	"encoding/json"
	"io"
	"strconv"

	"turncoat/internal/printable"
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
	b := append(j.line[:0], `{"summary":{"files":`...)
	number := func(key string, n int) {
		b = append(b, ',', '"')
		b = append(b, key...)
		b = append(b, '"', ':')
		b = strconv.AppendInt(b, int64(n), 10)
	}
	b = strconv.AppendInt(b, int64(s.Files), 10)
	number("games", s.Games)
	number("scenarios", s.Scenarios)
	number("ok", s.OK)
	number("failed", s.Failed)
	number("findings", s.Findings)
	if s.Skipped > 0 {
		number("skipped", s.Skipped)
	}
	b = append(b, "}}\n"...)
	_, err := j.w.Write(b)
	return err
}

// appendRecord appends the object of a record and a line feed.
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

func appendFinding(b []byte, f *Finding) []byte {
	b = append(b, `{"code":`...)
	b = appendString(b, string(f.Code))
	text := func(key, value string) {
		if value != "" {
			b = append(b, ',', '"')
			b = append(b, key...)
			b = append(b, '"', ':')
			b = appendString(b, value)
		}
	}
	number := func(key string, value int) {
		if value > 0 {
			b = append(b, ',', '"')
			b = append(b, key...)
			b = append(b, '"', ':')
			b = strconv.AppendInt(b, int64(value), 10)
		}
	}
	list := func(key string, value []string) {
		if value == nil {
			return
		}
		b = append(b, ',', '"')
		b = append(b, key...)
		b = append(b, '"', ':', '[')
		for i, s := range value {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, s)
		}
		b = append(b, ']')
	}
	text("severity", f.Severity)
	number("ply", f.Ply)
	text("move", f.Move)
	number("line", f.Line)
	number("column", f.Column)
	text("fen", f.FEN)
	text("rule", f.Rule)
	text("message", f.Message)
	list("expected", f.Expected)
	list("got", f.Got)
	return append(b, '}')
}

// appendString appends a JSON string; plain text takes the short way.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			text, err := json.Marshal(s)
			if err != nil {
				return append(b, `""`...) // a string always marshals
			}
			return append(b, printable.JSON(text)...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}
