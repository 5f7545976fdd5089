package pgn

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"turncoat/internal/jsonline"
	"turncoat/rules/board"
)

// The JSON of a game is one object with everything that the record contains.
type (
	gameJSON struct {
		Rules  string      `json:"rules"`
		Tags   [][2]string `json:"tags"` // name and value, as canonical PGN has them
		Start  string      `json:"start"`
		Result string      `json:"result"`
		lineJSON
	}
	lineJSON struct {
		Comments []string   `json:"comments,omitempty"` // before the first turn
		Turns    []turnJSON `json:"turns"`
	}
	turnJSON struct {
		UCI        string     `json:"uci"`
		SAN        string     `json:"san"`
		Waves      [][]string `json:"waves"`
		Reclaimed  []string   `json:"reclaimed"`
		NAGs       []int      `json:"nags,omitempty"`
		Comments   []string   `json:"comments,omitempty"`
		Variations []lineJSON `json:"variations,omitempty"`
	}
)

// AppendJSON appends a record as one line of JSON:
//
//	{"rules":"pacifist1","tags":[["Event","?"],…],"start":FEN,"result":"1-0","comments":[…],
//	 "turns":[{"uci":"e3f5","san":"Nf5","waves":[["e7","g7"],["f8"]],"reclaimed":[],
//	           "nags":[1],"comments":["…"],"variations":[{"comments":[…],"turns":[…]}]},…]}
//
// [ParseJSON] reads it back.
func AppendJSON(text []byte, r *PlayedGame) ([]byte, error) {
	if err := r.playable("json"); err != nil {
		return text, err
	}
	out := gameJSON{
		Rules:    r.Variant.Set().Name,
		Start:    r.Variant.FEN(&r.Start),
		Result:   r.Result.String(),
		lineJSON: r.lineJSON(&r.Main),
	}
	for _, t := range r.CanonicalTags() {
		out.Tags = append(out.Tags, [2]string{t.Name, t.Value})
	}
	line, err := jsonline.Append(text, out)
	if err != nil {
		return text, &RefusedError{Form: "json", What: "the record", Reason: err.Error()}
	}
	return line, nil
}

func (r *PlayedGame) lineJSON(v *Variation) lineJSON {
	line := lineJSON{v.Comments, make([]turnJSON, 0, len(v.Turns))}
	for _, t := range v.Turns {
		turn := turnJSON{
			UCI:       t.Played.UCI(&t.Before),
			SAN:       r.Variant.SAN(&t.Before, t.Played),
			Waves:     [][]string{},
			Reclaimed: t.Played.Reclaimed.Names(),
			NAGs:      t.NAGs,
			Comments:  t.Comments,
		}
		for _, wave := range t.Played.Waves {
			turn.Waves = append(turn.Waves, wave.Names())
		}
		for _, side := range t.Variations {
			turn.Variations = append(turn.Variations, r.lineJSON(side))
		}
		line.Turns = append(line.Turns, turn)
	}

	return line
}

// ParseJSON reads games as [AppendJSON] writes them. A bad game has a fault. Reading stops at text
// that is not JSON.
func ParseJSON(text []byte) []*Record {
	var games []*Record
	base := len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff")))
	d := json.NewDecoder(bytes.NewReader(text[base:]))
	d.DisallowUnknownFields()
	for {
		at := base + int(d.InputOffset())
		at = len(text) - len(bytes.TrimLeft(text[at:], " \t\r\n"))
		var in gameJSON
		err := d.Decode(&in)
		if errors.Is(err, io.EOF) {
			return games
		}
		end := base + int(d.InputOffset())
		if err != nil {
			code, fatal := Syntax, true
			var kind *json.UnmarshalTypeError
			switch {
			case errors.Is(err, io.ErrUnexpectedEOF):
				code = Truncated
			case errors.As(err, &kind):
				err, fatal = fmt.Errorf("%q has the wrong type: %s", kind.Field, kind.Value), false
			case strings.Contains(err.Error(), "unknown field"):
				fatal = false
			}

			reason := strings.TrimPrefix(err.Error(), "json: ")
			games = append(games, &Record{Dialect: JSON, At: at, End: max(at, end),
				Faults: []Finding{NewFinding(code, at, at, "%s", reason)}})
			if fatal {
				return games
			}
			continue
		}

		games = append(games, in.game(at, end))
	}
}

// game returns the record as a game that can be replayed.
func (in *gameJSON) game(at, end int) *Record {
	g := &Record{Dialect: JSON, At: at, End: end}
	for _, t := range in.Tags {
		g.Tags = append(g.Tags, Tag{Name: t[0], Value: t[1], At: at, ValueAt: at})
	}
	add := func(name, value string) {
		if _, ok := g.Tag(name); !ok && value != "" {
			g.Tags = append(g.Tags, Tag{Name: name, Value: value, At: at, ValueAt: at})
		}
	}
	if in.Rules != "chess" {
		add("Variant", in.Rules)
	}
	if in.Start != board.StartFEN && in.Start != "start" {
		add("FEN", in.Start)
	}
	if r, ok := ParseResult(in.Result); ok {
		g.Results = append(g.Results, Result{Result: r, At: at, End: at})
	} else {
		g.fault(fmt.Sprintf("the result is 1-0, 0-1, 1/2-1/2 or *, not %q", in.Result))
	}

	g.Main = *g.lineFrom(in.lineJSON)
	return g
}

func commentsJSON(comments []string, at int) []Comment {
	var list []Comment
	for _, c := range comments {
		c = collapse(c)
		if c != "" {
			list = append(list, Comment{Text: c, At: at})
		}
	}

	return list
}

func (g *Record) fault(reason string) {
	g.Faults = append(g.Faults, NewFinding(Syntax, g.At, g.At, "%s", reason))
}

// lineFrom returns turns as moves of a record, with commands for their conversions and reclaims.
func (g *Record) lineFrom(in lineJSON) *Line {
	at := g.At
	line := &Line{Comments: commentsJSON(in.Comments, at)}
	for _, t := range in.Turns {
		m := &Move{Text: cmp.Or(t.UCI, t.SAN, "?"), At: at, End: at, Number: -1}
		m.Unreadable = m.Text == "?"
		for _, nag := range t.NAGs {
			if nag < 0 || nag > 255 {
				g.fault("invalid annotation number " + strconv.Itoa(nag))
				continue
			}

			m.NAGs = append(m.NAGs, nag)
		}

		waves := make([]string, len(t.Waves))
		for i, wave := range t.Waves {
			waves[i] = strings.Join(wave, ",")
		}
		// The names of squares are not checked here: the replay reports a bad one.
		commands := fmt.Sprintf("[%%conv %s] [%%reclaim %s]", cmp.Or(strings.Join(waves, ";"), "-"),
			cmp.Or(strings.Join(t.Reclaimed, ","), "-"))
		m.Comments = append([]Comment{{Text: commands, At: at}}, commentsJSON(t.Comments, at)...)
		for _, v := range t.Variations {
			m.Variations = append(m.Variations, g.lineFrom(v))
		}
		line.Moves = append(line.Moves, m)
	}

	return line
}
