package ruleset_test

import (
	"encoding/json"
	"fmt"

	"turncoat/rules/ruleset"
)

func ExampleParse() {
	set, err := ruleset.Parse([]byte("name: mine\nbase: pacifist1\nlines: blocked\nvalues: {king: 4}\n"), "mine.yaml")
	if err != nil {
		panic(err)
	}
	text, _ := json.Marshal(set)
	fmt.Println(string(text))
	// Output: {"family":"pacifist","lines":"blocked","name":"mine","values":{"king":4}}
}

func ExampleParseOverrides() {
	set, _ := ruleset.Builtin("pacifist1")
	overrides, _ := ruleset.ParseOverrides("rounds=first+king-bears=no")
	fmt.Println(ruleset.ApplyAll(set, overrides))
	// Output: custom (base: pacifist1, king-bears: no, rounds: first)
}

func ExampleSetting() {
	setting, _ := ruleset.FindSetting("threshold")
	for _, choice := range setting.Choices {
		fmt.Printf("%s: %s\n", choice.Name, choice.Means)
	}
	// Output:
	// exceeds: a piece is over-persuaded when persuasion exceeds support
	// equals: a piece is over-persuaded on a tie too, with at least one enemy piece bearing
}
