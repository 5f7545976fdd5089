package problemfile

import (
	_ "embed"
	"strings"
)

// A language is one of those in which Popeye reads its commands. Every word can be cut short as
// long as it is clear.
type language struct {
	// the letters of pawn, knight, bishop, rook, queen and king
	pieces                             string
	commands, colours, options, twists []string
	conditions                         []string // the names of the games in conditionSets
}

// languagesText has a paragraph for each language: the word with which problems begin and the
// letters of the pieces, then the commands, the colours, the options, the changes of twins and the
// conditions, all in the order of the constants below.
//
//go:embed languages.txt
var languagesText string

const (
	remark = iota
	author
	origin
	title
	award
	protocol
	latex
	pieces
	forsyth
	stipulation
	option
	twin
	zeroPosition
	nextProblem
	endProblem
	condition
	_ // sstipulation
	latexPieces
)

const (
	defence = iota
	setPlay
	whiteToPlay
	variations
	moveNumbers
	startMoveNumber
	noWhiteKing
	duplex
	noBlackKing
	threat
	noThreat
	try
	maxSolutions
	maxFlightSquares
	search
	multiSolutions
	noSymmetry
	nonTrivial
	keepMatingPiece
	enPassant
	noBoard
	noShortVariations
	halfDuplex
	postKeyPlay
	intelligent
	maxTime
	noCastling
	quodlibet
	stopOnShort
	beep
	suppressGrid
	writeGrid
)

const (
	moved = iota
	exchanged
	added
	removed
	continued
	shifted
	asked
	rotated
	mirrored
	_ // condition
	polished
	substituted
)

// languageOf returns the language of a text by its first word, nil if it is not Popeye's.
func languageOf(line string) *language {
	word := strings.ToLower(line)
	if i := strings.IndexAny(word, " \t\r"); i >= 0 {
		word = word[:i]
	}
	for part := range strings.SplitSeq(languagesText, "\n\n") {
		rows := strings.Split(part, "\n")
		begin, pieces, _ := strings.Cut(rows[0], " ")
		if len(word) >= 3 && strings.HasPrefix(begin, word) {
			return &language{
				pieces:     pieces,
				commands:   strings.Fields(rows[1]),
				colours:    strings.Fields(rows[2]),
				options:    strings.Fields(rows[3]),
				twists:     strings.Fields(rows[4]),
				conditions: strings.Fields(rows[5]),
			}
		}
	}

	return nil
}

// find returns which word of a list a text abbreviates, -1 if none or several. A word that others only
// lengthen comes before them: "lat" is latex, not latexpieces.
func find(list []string, text string) int {
	found := -1
	for i, word := range list {
		if word == text {
			return i
		}
		if strings.HasPrefix(word, text) && text != "" {
			if found >= 0 && !strings.HasPrefix(word, list[found]) {
				return -1
			}
			if found < 0 {
				found = i
			}
		}
	}

	return found
}
