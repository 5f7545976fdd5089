package npm_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/answer/reading"
	"turncoat/internal/answer/searching"
	"turncoat/internal/testing/filetest"
)

// A member is a key of an interface in turncoat.d.ts.
type member struct {
	kind     string
	optional bool
}

// declared reads the interfaces and aliases of turncoat.d.ts as far as answers have them.
func declared(t *testing.T) (interfaces map[string]map[string]member, aliases map[string]string) {
	t.Helper()
	text := string(filetest.Read(t, "turncoat.d.ts"))
	interfaces, aliases = map[string]map[string]member{}, map[string]string{}
	interfaceForm := regexp.MustCompile(`(?s)export interface (\w+) \{\n(.*?)\n\}`)
	keyForm := regexp.MustCompile(`(?m)^  (\w+)(\??): (.*);$`)
	aliasForm := regexp.MustCompile(`(?m)^export type (\w+) = (.*);$`)
	for _, m := range interfaceForm.FindAllStringSubmatch(text, -1) {
		members := map[string]member{}
		for _, key := range keyForm.FindAllStringSubmatch(m[2], -1) {
			members[key[1]] = member{key[3], key[2] != ""}
		}
		interfaces[m[1]] = members
	}

	for _, m := range aliasForm.FindAllStringSubmatch(text, -1) {
		aliases[m[1]] = m[2]
	}
	return interfaces, aliases
}

// A checker holds answers against the declarations.
type checker struct {
	interfaces map[string]map[string]member
	aliases    map[string]string
	seen       map[string]bool // "Turn.uci"
}

// fits says why a value is not of a type; empty if it is.
func (c *checker) fits(value any, kind, at string) string {
	if elements, isList := strings.CutSuffix(kind, "[]"); isList {
		list, ok := value.([]any)
		if !ok {
			return fmt.Sprintf("%s: %v is no list", at, value)
		}
		for _, element := range list {
			if why := c.fits(element, elements, at+"[]"); why != "" {
				return why
			}
		}
		return ""
	}
	if choices := strings.Split(c.aliased(kind), " | "); len(choices) > 1 {
		why := ""
		for _, choice := range choices {
			why = c.fits(value, choice, at)
			if why == "" {
				break
			}
		}
		return why
	}
	if members, isInterface := c.interfaces[kind]; isInterface {
		return c.object(value, members, kind, at)
	}

	text, err := json.Marshal(value)
	got := strings.ReplaceAll(string(text), `"`, "'")
	var basic string
	switch value.(type) {
	case string:
		basic = "string"
	case float64:
		basic = "number"
	case bool:
		basic = "boolean"
	}
	if err != nil || kind != "unknown" && kind != basic && kind != got {
		return fmt.Sprintf("%s: %s is not of the type %s", at, text, kind)
	}
	return ""
}

func (c *checker) aliased(kind string) string {
	if of, ok := c.aliases[kind]; ok {
		return of
	}
	return kind
}

// object says which key of a value is not declared, or declared otherwise.
func (c *checker) object(value any, members map[string]member, kind, at string) string {
	object, ok := value.(map[string]any)
	if !ok {
		return fmt.Sprintf("%s: %v is no %s", at, value, kind)
	}
	for key, m := range members {
		if _, has := object[key]; !has && !m.optional {
			return fmt.Sprintf("%s: no %s in a %s", at, key, kind)
		}
	}
	for key, v := range object {
		m, known := members[key]
		if !known {
			return fmt.Sprintf("%s: a %s declares no %s", at, kind, key)
		}
		if why := c.fits(v, m.kind, at+"."+key); why != "" {
			return why
		}
		c.seen[kind+"."+key] = true
	}
	return ""
}

// The types of the package are those of the answers, under every family of rules, and no key of
// them is one that no answer has.
func TestTypes(t *testing.T) {
	interfaces, aliases := declared(t)
	c := &checker{interfaces, aliases, map[string]bool{}}
	server := reading.Server(searching.Options{Proofs: true})
	const (
		knights = `"rules":"conversion","fen":"7k/8/8/6n1/8/2N5/8/6NK w - - 0 1"`
		rooks   = `"rules":"pacifist-number","fen":"r6k/8/8/8/8/8/8/1R5K w - - 0 1"`
		kings   = `"rules":"pacifist1","fen":"8/8/8/8/8/k7/8/K7 w - - 0 1"`
		waves   = `"rules":"pacifist1","fen":"rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w"`
		helped  = `"rules":"chess","fen":"7k/5K2/8/8/8/8/8/6Q1 b - - 0 1"`
	)
	for _, test := range []struct{ ask, key, kind string }{
		{`"ask":"turns",` + rooks, "turns", "Turn[]"},
		{`"ask":"turns",` + kings, "turns", "Turn[]"},
		{`"ask":"explain","move":"Nf5",` + waves, "explain", "Explanation"},
		{`"ask":"explain","move":"a1",` + rooks, "explain", "Explanation"},
		{`"ask":"explain","move":"Ra1",` + rooks, "explain", "Explanation"},
		{`"ask":"explain","move":"Nd5",` + knights, "explain", "Explanation"},
		{`"ask":"explain","move":"Ra4","rules":"benedict","fen":"1k6/8/8/8/6n1/8/R6n/7K w - - 0 1"`,
			"explain", "Explanation"},
		{`"ask":"explain","move":"Ke3","rules":"chess","fen":"start"`, "explain", "Explanation"},
		{`"ask":"solve","in":1,"tree":true,"proof":true,` + kings, "solve", "Solution"},
		{`"ask":"solve","in":1,"rules":"pacifist1","fen":"start"`, "solve", "Solution"},
		{`"ask":"solve","in":1,"goal":"help-win",` + helped, "solve", "Solution"},
		{`"ask":"solve","goal":"h#0.5","rules":"chess","fen":"7k/8/6K1/8/8/8/8/R7 w - -"`, "solve", "Solution"},
		{`"ask":"solve","goal":"h#1","set":true,"rules":"chess","fen":"R7/8/8/8/8/6K1/8/7k b - -"`, "solve",
			"Solution"},
	} {
		reply, err := server.Answer(t.Context(), []byte(`{"id":1,`+test.ask+`}`)).Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		c.check(t, reply, test.ask, test.key, test.kind)
	}

	texts := []string{"[Variant \"chess\"]\n\n{ hi } 1. e4 e5 2. Ke3 *\n",
		"[Variant \"conversion\"]\n\n1. Nf3 d5 2. d4 Bh3/Ne5 *\n",
		"rules: chess\nscenarios:\n  - name: a\n    why: b\n    cite: [CON-1]\n    play: [e4]\n    expect: {outcome: \"*\"}\n"}
	for _, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		request := fmt.Appendf(nil, `{"id":1,"ask":"read","text":%s}`, quoted)
		reply, err := server.Answer(t.Context(), request).Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		var said struct{ Read json.RawMessage }
		if err := json.Unmarshal(reply, &said); err != nil {
			t.Fatal(err)
		}
		c.check(t, said.Read, text, "records", "GameRecord[]")
	}

	for kind, members := range c.interfaces {
		if kind == "Progress" {
			continue
		}
		for key := range maps.Keys(members) {
			if !c.seen[kind+"."+key] {
				t.Errorf("no answer has %s.%s", kind, key)
			}
		}
	}
}

// check checks a key of a reply.
func (c *checker) check(t *testing.T, reply []byte, asked, key, kind string) {
	t.Helper()
	var said map[string]any
	if err := json.Unmarshal(reply, &said); err != nil {
		t.Fatal(err)
	}
	if why := c.fits(said[key], kind, key); why != "" {
		t.Errorf("%s: %s", asked, why)
	}
}
