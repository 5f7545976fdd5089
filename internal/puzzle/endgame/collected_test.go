package endgame

import (
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/tablebase"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// The endgames of the collection are wins in as many turns as they say, by rules that know no
// table; sound, graded, and none twice. Those of three pieces are proved again whole; of the others
// `turncoat puzzle verify` does that, with tables.
func TestCollectedEndgames(t *testing.T) {
	list := puzzletest.File(t, "../../../puzzle/collection/endgames/pacifist1.jsonl")
	if len(list) != 10 || len(puzzle.Unique(list)) != 10 {
		t.Fatalf("%d endgames, %d different", len(list), len(puzzle.Unique(list)))
	}
	tables := opened(t, "pacifist1")
	for i := range list {
		p := &list[i]
		tree, err := p.Tree()
		if err != nil {
			t.Fatal(err)
		}
		if p.Grade == nil || len(p.Keys) != 1 || p.Claims.LineDuals != 0 || !p.Claims.Choice ||
			p.Claims.FirstTurns < 2 || p.Source.From != "tablebase" {
			t.Errorf("%s: %+v", p.ID, p)
		}

		if _, _, ok := analysis.LastTurn(p.Variant(), &tree.Position); !ok {
			t.Errorf("%s: no turn can have led to it", p.ID)
		}
		if report := puzzletest.Proved(t, p); report.In != p.In {
			t.Errorf("%s: %+v is proved", p.ID, report)
		}
		if c, ok := tablebase.ClassOf(&tree.Position); !ok || tables.Table(c) == nil ||
			!longtest.Enabled() {
			continue
		}
		if _, err := analysis.Verify(t.Context(), p, 1, tables); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
	}
}
