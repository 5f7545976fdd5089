package reading

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/pgn"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// The limits for one text.
const (
	maxRecords  = 20_000 // listed
	maxFindings = 200    // reported for one record
)

// A record is a game or a scenario. Only the requested one has its turns; the others have what a
// list of records shows.
type record struct {
	Index    int           `json:"index"`
	Kind     string        `json:"kind"` // "game", "scenario" or "file", as in reports of validate
	Name     string        `json:"name,omitempty"`
	Rules    string        `json:"rules"`
	OK       bool          `json:"ok"`
	Plies    int           `json:"plies"`
	Result   string        `json:"result,omitempty"`
	Tags     [][2]string   `json:"tags,omitempty"`
	Start    string        `json:"start,omitempty"` // FEN
	Comments []string      `json:"comments,omitempty"`
	Turns    []turn        `json:"turns,omitempty"`
	Findings []pgn.Finding `json:"findings"`

	Why  string   `json:"why,omitempty"` // this and the next two are of a scenario
	Cite []string `json:"cite,omitempty"`
	Play []string `json:"play,omitempty"`
}

// A turn of a game, with its annotations.
type turn struct {
	protocol.Turn
	NAGs       []int       `json:"nags,omitempty"`
	Comments   []string    `json:"comments,omitempty"`
	Variations []variation `json:"variations,omitempty"`
}

type variation struct {
	Comments []string `json:"comments,omitempty"`
	Turns    []turn   `json:"turns"`
}

// requestRules returns rules as a request takes them: by their name, or as YAML if they are nobody
// else's.
func requestRules(set ruleset.Set) string {
	if builtin, ok := ruleset.IsBuiltin(set); ok {
		return builtin.Name
	}
	return string(ruleset.AppendYAML(nil, set))
}

// reading answers [AskRead].
type reading struct {
	Form    string   `json:"form"` // pgn, text, json or yaml
	Records []record `json:"records"`
	More    bool     `json:"more,omitempty"` // the text has more records than are listed
}

var errEnough = errors.New("enough")

// read answers [AskRead]: the records of a text.
func read(ctx context.Context, q *protocol.Question) (any, error) {
	asked := struct {
		Text  string `json:"text"`
		Index int    `json:"index"` // of the record to return in full
	}{Index: 1}
	if err := q.Fields(&asked); err != nil {
		return nil, err
	}
	override, err := q.Variant()
	if err != nil {
		return nil, err
	}
	text := []byte(asked.Text)
	form, name := formOf(text)
	out := reading{Form: name, Records: []record{}}
	if form == pgn.FormScenarios {
		if err := readScenarios(ctx, text, &out); err != nil {
			return nil, err
		}
		return map[string]any{AskRead: out}, nil
	}

	err = pgn.Each(bytes.NewReader(text), form, func(item pgn.Item) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case len(out.Records) == maxRecords:
			out.More = true
			return errEnough
		}

		out.Records = append(out.Records, game(&item, override, item.Index == asked.Index))
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		if errors.Is(err, pgn.ErrTooLong) {
			return nil, fmt.Errorf("%w: %w", rules.ErrLimit, err)
		}
		return nil, err
	}

	return map[string]any{AskRead: out}, nil
}

var (
	yamlText = lazyregexp.Compile(`(?m)^(rules|scenarios|base|family):`)
	jsonText = lazyregexp.Compile(`^\{\s*"`)
)

// formOf guesses the form of a text from its beginning.
func formOf(text []byte) (pgn.Form, string) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	head := text[:min(len(text), 1<<12)]
	switch {
	case jsonText().Match(head):
		return pgn.FormJSON, "json"
	case len(head) > 0 && head[0] == '[':
		return pgn.FormPGN, "pgn"
	case yamlText().Match(head):
		return pgn.FormScenarios, "yaml"
	case len(head) > 0 && (head[0] >= '0' && head[0] <= '9' || head[0] == '{' || head[0] == '%' ||
		head[0] == ';'):
		return pgn.FormPGN, "pgn"
	}

	return pgn.FormText, "text"
}

// game returns a game, in full or as an entry of a list.
func game(item *pgn.Item, override *rules.Variant, whole bool) record {
	played, findings := pgn.Replay(item.Game, pgn.Options{Variant: override})
	r := record{Index: item.Index, Kind: "game", OK: pgn.Err(findings) == nil, Plies: played.Plies,
		Result: played.Result.String(), Findings: []pgn.Finding{}}
	for _, tag := range item.Game.Tags {
		if whole || listed[strings.ToLower(tag.Name)] {
			r.Tags = append(r.Tags, [2]string{tag.Name, tag.Value})
		}
	}

	for i := range findings {
		if len(r.Findings) == maxFindings || !whole && i == 1 {
			break
		}
		findings[i].Line, findings[i].Column = item.Place(findings[i].At)
		r.Findings = append(r.Findings, findings[i])
	}

	if played.Variant == nil {
		return r
	}
	r.Rules = played.Variant.Set().Name
	if whole {
		r.Rules = requestRules(played.Variant.Set())
		r.Start, r.Comments = played.Variant.FEN(&played.Start), played.Main.Comments
		r.Turns = turns(played.Variant, &played.Main)
	}

	return r
}

// listed are the tags that a list of games shows.
var listed = map[string]bool{"white": true, "black": true, "event": true, "date": true,
	"result": true, "variant": true}

func turns(variant *rules.Variant, v *pgn.Variation) []turn {
	list := make([]turn, 0, len(v.Turns))
	for _, t := range v.Turns {
		out := turn{Turn: protocol.TurnOf(variant, &t.Before, t.Played), NAGs: t.NAGs,
			Comments: t.Comments}
		for _, side := range t.Variations {
			out.Variations = append(out.Variations, variation{side.Comments, turns(variant, side)})
		}
		list = append(list, out)
	}

	return list
}

// convert answers [AskConvert]: the first record of a text in another form.
func convert(_ context.Context, q *protocol.Question) (any, error) {
	var asked struct {
		Text        string `json:"text"`
		To          string `json:"to"`
		Conversions bool   `json:"conversions"`
	}
	if err := q.Fields(&asked); err != nil {
		return nil, err
	}
	override, err := q.Variant()
	if err != nil {
		return nil, err
	}
	form, _ := formOf([]byte(asked.Text))
	var text []byte
	err = pgn.Each(strings.NewReader(asked.Text), form, func(item pgn.Item) error {
		played, findings := pgn.Replay(item.Game, pgn.Options{Variant: override})
		if played.Variant == nil || !played.Complete {
			return &protocol.Error{Code: protocol.IllegalMove, Message: pgn.Err(findings).Error()}
		}
		var err error
		switch asked.To {
		case "pgn":
			text, err = pgn.AppendPGN(nil, played, asked.Conversions)
		case "vchess":
			text, err = pgn.AppendVChess(nil, played)
		case "json":
			text, err = pgn.AppendJSON(nil, played)
		default:
			return protocol.Invalid(`"to" must be pgn, vchess or json, not %q`, asked.To)
		}

		if err != nil {
			return err
		}
		return errEnough
	})
	if err == nil {
		return nil, protocol.Invalid("no game in the text")
	}
	if !errors.Is(err, errEnough) {
		return nil, err
	}
	return map[string]any{"text": string(text)}, nil
}
