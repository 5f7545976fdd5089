package puzzlecmd

import (
	"encoding/json"
	"testing"
)

// What another machine sends is checked for what can be shown before it is kept.
func TestAnswersFromOtherMachines(t *testing.T) {
	for result, good := range map[string]bool{
		`{"text":"win in 1: Rh8#\n","status":"won"}`:         true,
		`{"text":"win in 2\n1.Kg6!\n","status":"won"}`:       true,
		`{"text":"{\"status\":\"none\"}\n","status":"none"}`: true,
		`{"fault":"FEN: 2 faults"}`:                          true,
		``:                                                   false,
		`null`:                                               false,
		`[]`:                                                 false,
		`{}`:                                                 false,
		`{"text":"win","status":"lost"}`:                     false,
		`{"text":"\u001b]0;x\u0007","status":"won"}`:      false,
		`{"text":"good\n\u001b[31mred\n","status":"won"}`: false,
		`{"text":"","status":"won"}`:                      false,
		`{"text":"win","status":"won"} x`:                 false,
		// messages are made printable
		`{"text":"win in 1\n","status":"won","message":"\u202e"}`: true,
	} {
		var a fileAnswer
		err := json.Unmarshal([]byte(result), &a)
		if err == nil {
			err = a.check()
		}
		if (err == nil) != good {
			t.Errorf("%s: %v", result, err)
		}
	}
}

// Everything that cannot be asked for together is refused, whichever command or machine asks.
func TestRequestsAreChecked(t *testing.T) {
	for name, test := range map[string]struct {
		task fileTask
		good bool
	}{
		"plain":       {fileTask{Goal: "#2"}, true},
		"half a turn": {fileTask{Goal: "h#0.5"}, true},
		"no goal":     {fileTask{}, false},
		"tries with keys only": {fileTask{Goal: "#2", view: view{KeysOnly: true, Tries: 1}},
			false},
		"fewer tries than none": {fileTask{Goal: "#2", view: view{Tries: -1}}, false},
		"tries of a help-win":   {fileTask{Goal: "h#2", view: view{Tries: 1}}, false},
		"lengths of a help-win": {fileTask{Goal: "h#2", AllLengths: true}, true},
		"lengths of a win":      {fileTask{Goal: "#2", AllLengths: true}, true},
		"lengths as PGN": {fileTask{Goal: "h#2", AllLengths: true,
			view: view{Format: "pgn"}}, false},
		"a series as PGN": {fileTask{Goal: "ser-h#2", view: view{Format: "pgn"}}, false},
		"set play as PGN": {fileTask{Goal: "h#2", view: view{Format: "pgn", SetPlay: true}},
			false},
		"keys as Popeye's output": {fileTask{Goal: "#2",
			view: view{Format: "popeye", KeysOnly: true}}, false},
		"not a position": {fileTask{Goal: "#2", FEN: "8/8 w"}, false},
	} {
		if test.task.FEN == "" {
			test.task.FEN = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
		}
		if err := json.Unmarshal([]byte(`"chess"`), &test.task.Rules); err != nil {
			t.Fatal(err)
		}
		if _, err := test.task.request(); (err == nil) != test.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
