package probing_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/answer/probing"
	"turncoat/internal/answer/searching"
	"turncoat/internal/tablebase/embedded"
)

// ask returns what a server with tables answers to some lines.
func ask(t *testing.T, dir string, lines ...string) []map[string]any {
	t.Helper()
	tables := probing.NewTableSet(embedded.Opener(dir))
	t.Cleanup(func() { tables.Close() })
	server := searching.Server(searching.Options{})
	tables.Add(server)
	var out bytes.Buffer
	if err := server.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	var answers []map[string]any
	for line := range bytes.Lines(out.Bytes()) {
		var answer map[string]any
		if err := json.Unmarshal(line, &answer); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, answer)
	}

	return answers
}

// The longest win of the class, found by an independent program: 25 plies. The turn that keeps it
// leads to a loss in 24, and no turn leads to a quicker one.
func TestProbe(t *testing.T) {
	answer := ask(t, "",
		`{"id":1,"ask":"probe","rules":"pacifist1","fen":"n7/8/8/4K3/8/8/8/7k w - - 0 1"}`)[0]["probe"].(map[string]any)
	if answer["class"] != "KKN" || answer["value"] != "win" || answer["plies"] != 25.0 {
		t.Errorf("%v", answer)
	}
	turns := answer["turns"].([]any)
	if len(turns) != 8 { // a king in the open
		t.Errorf("%d turns", len(turns))
	}
	for i, turn := range turns {
		v := turn.(map[string]any)
		if quickest := v["value"] == "loss" && v["plies"].(float64) < 24; quickest || i == 0 &&
			(v["value"] != "loss" || v["plies"] != 24.0) {
			t.Errorf("turn %d: %v", i, v)
		}
	}
}

// Moves are played first; what no table holds is refused, and the next line is answered.
func TestRefused(t *testing.T) {
	answers := ask(t, "",
		`{"id":1,"ask":"probe","rules":"pacifist1","fen":"start"}`,
		`{"id":2,"ask":"probe","rules":{"base":"pacifist1","lines":"blocked"},"fen":"n7/8/8/4K3/8/8/8/7k w - - 0 1"}`,
		`{"id":3,"ask":"probe","rules":"pacifist1","fen":"n7/8"}`,
		`{"id":4,"ask":"probe","rules":"chess","fen":"7k/8/8/8/8/8/8/K6Q b - - 0 1","moves":["Kg8"]}`)
	for i, code := range []string{"unsupported", "unsupported", "invalid-fen"} {
		if e, ok := answers[i]["error"].(map[string]any); !ok || e["code"] != code {
			t.Errorf("%v, want %s", answers[i], code)
		}
	}

	if last := answers[3]["probe"].(map[string]any); last["class"] != "KKQ" ||
		last["value"] != "win" {
		t.Errorf("%v", last)
	}
}

// A directory that cannot be used is refused before anything is asked.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	if err := embedded.Check(filepath.Join(dir, "none")); err == nil {
		t.Error("a directory that is not there")
	}
	if err := embedded.Check(dir); err != nil {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "conversion"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "conversion", "KKQR.tct"), []byte("no table"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := embedded.Check(dir); err == nil || !strings.Contains(err.Error(), "KKQR.tct") {
		t.Errorf("a file that is no table: %v", err)
	}
}
