package generate

import (
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
)

// All that is refused for one reason alone, worked out by hand: pieces in the order of their squares, and each
// goes to squares in that order.
func TestRefusalsInFull(t *testing.T) {
	for _, test := range []struct{ rules, fen, want string }{
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""},
		// Onto its king nothing may go in any case.
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "rook refused over an own piece; O-O-O refused without a right"},
		{"chess", "7k/8/8/8/8/8/PP6/KR6 w - - 0 1",
			"king refused onto an own piece; rook refused onto an own piece; rook refused over an own piece; " +
				"pawn refused as a capture backwards of an own piece; pawn refused as a capture sideways of an own piece"},
		// Pawns go to no square that is farther off, whatever stands there.
		{"chess", "7k/8/4N3/1N6/3P1N2/8/4N3/7K w - - 0 1",
			"knight refused onto an own piece; White's two-step refused from rank 4"},
		{"chess", "7k/8/8/4n3/3Pn3/2n5/8/7K w - - 0 1",
			"pawn refused as a capture backwards of an enemy piece; pawn refused as a capture sideways of an enemy piece; White's two-step refused from rank 4"},
		{"chess", "4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1",
			"pawn refused onto an enemy piece; White's two-step refused over an enemy piece"},
		// two pieces are in the way of the two-step
		{"chess", "K6k/8/8/8/4n3/4n3/4P3/8 w - - 0 1", "pawn refused onto an enemy piece"},
		{"chess", "K6k/8/8/8/4n3/8/4P3/8 w - - 0 1", "White's two-step refused onto an enemy piece"},
		{"chess", "K6k/8/8/4n3/8/4P3/8/8 w - - 0 1", ""}, // from rank 3, and onto a piece
		{"chess", "K6k/8/8/8/4n3/4P3/8/8 w - - 0 1", "pawn refused onto an enemy piece"},
		{"chess", "7k/8/4P3/8/8/8/8/K7 w - - 0 1", ""}, // two squares ahead would be a promotion
		{"chess", "k7/8/8/8/8/4p3/4N3/K7 b - - 0 1", "pawn refused onto an enemy piece"},
		{"chess", "4n2k/4P3/8/8/8/8/8/K7 w - - 0 1", "promotion refused onto an enemy piece"},
		{"chess", "8/8/8/8/8/k7/4p3/K3N3 b - - 0 1",
			"promotion refused onto an enemy piece; king refused because the king comes into check; king refused because of a king"},
		// En passant both pawns leave the rank on which the rook bears.
		{"chess", "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
			"pawn refused as a capture sideways of an enemy piece; en passant refused because the king comes into check; White's two-step refused from rank 5"},
		{"chess", "7k/8/8/K2pP3/8/8/8/8 w - - 0 1",
			"pawn refused as a capture sideways of an enemy piece; en passant refused because the pawn did not just pass; White's two-step refused from rank 5"},
		{"chess", "k7/8/8/8/3Pp3/8/8/7K b - - 0 1",
			"Black's two-step refused from rank 5; en passant refused because the pawn did not just pass; pawn refused as a capture sideways of an enemy piece"},
		// no pawn passes there
		{"chess", "k7/8/8/3Pp3/8/8/8/7K b - - 0 1",
			"Black's two-step refused from rank 4; pawn refused as a capture sideways of an enemy piece"},
		{"chess", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "knight refused because the king comes into check"},
		{"chess", "7k/8/8/8/8/8/4N3/r3K3 w - - 0 1",
			"king refused because the king stays in check; king refused because of a rook; king refused onto an own piece; knight refused because the king stays in check"},
		// Of two pieces on the way neither alone forbids it.
		{"chess", "4k3/8/8/8/8/8/8/R1NBK3 w Q - 0 1", "rook refused onto an own piece; king refused onto an own piece"},
		{"chess", "4k3/8/8/8/8/8/8/R2BK3 w Q - 0 1",
			"rook refused onto an own piece; king refused onto an own piece; O-O-O refused over an own piece"},
		{"chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "rook refused over an own piece"},
		{"chess", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1",
			"rook refused over an own piece; king refused because the king comes into check; king refused because of a rook; O-O-O refused over danger"},
	} {
		g := rules.New(rulestest.Builtin(t, test.rules))
		p := read(t, g, test.fen)
		if got := strings.Join(refusals(g, &p), "; "); got != test.want {
			t.Errorf("%s %s:\n%s, want\n%s", test.rules, test.fen, got, test.want)
		}
	}
}
