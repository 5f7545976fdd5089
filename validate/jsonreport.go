package validate

import (
	"strconv"

	"turncoat/internal/jsonline"
	"turncoat/pgn"
)

// jsonReport writes one object for each record, then a summary.
type jsonReport struct {
	printer
	limit
	line []byte
}

func (j *jsonReport) Record(r *Verdict) error {
	findings, wanted := j.admit(r)
	if !wanted {
		return nil
	}
	j.line = appendRecord(j.line[:0], r, findings)
	_, err := j.w.Write(j.line)
	return err
}

func (j *jsonReport) Close(s *Summary) error {
	return jsonline.Write(j.w, map[string]*Summary{"summary": s})
}

// appendRecord appends the object of a record and a line feed. It is written by hand, since there
// are millions of them; findings are few.
func appendRecord(b []byte, r *Verdict, findings []pgn.Finding) []byte {
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
		text, err := jsonline.Encode(&findings[i])
		if err != nil {
			panic(err) // words and numbers
		}
		b = append(b, text...)
	}

	return append(b, "]}\n"...)
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
