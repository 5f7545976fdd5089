package problems

import "strings"

// A language is one of those in which Popeye reads its commands. Every word can be cut short as long as it is clear.
type language struct {
	pieces                             string // the letters of pawn, knight, bishop, rook, queen and king
	commands, colours, options, twists []string
}

// The words of all languages have the same order, that of the constants below.
var languages = map[string]*language{
	"beginproblem": {
		"psbrqk",
		strings.Fields("remark author origin title award protocol latex pieces forsyth stipulation option twin " +
			"zeroposition nextproblem endproblem condition sstipulation latexpieces initialgamearray"),
		strings.Fields("white black neutral"),
		strings.Fields("try defence setplay variations duplex halfduplex nothreat nocastling enpassant " +
			"intelligent movenumbers noboard beep suppressgrid"),
		strings.Fields("move exchange add remove continued shift stipulation rotate mirror condition polishtype " +
			"substitute sstipulation"),
	},
	"anfangproblem": {
		"bsltdk",
		strings.Fields("bemerkung autor quelle titel auszeichnung protokoll latex steine forsyth forderung option " +
			"zwilling nullstellung weiteresproblem endeproblem bedingung sforderung latexsteine partieanfangsstellung"),
		strings.Fields("weiss schwarz neutral"),
		strings.Fields("verfuehrung widerlegung satzspiel varianten duplex halbduplex ohnedrohung keinerochade " +
			"enpassant intelligent zugnummern ohnebrett pieps ohnegitter"),
		strings.Fields("versetze tausche hinzufuegen entferne ferner verschiebung forderung drehung spiegelung " +
			"bedingung farbwechsel ersetze sforderung"),
	},
	"debutprobleme": {
		"pcftdr",
		strings.Fields("remarque auteur source titre prix protocol latex pieces forsyth enonce option jumeau " +
			"zeroposition asuivre finprobleme condition senonce pieceslatex positioninitialepartie"),
		strings.Fields("blanc noir neutre"),
		strings.Fields("essais defense apparent variantes duplex demiduplex sansmenace sansroquer enpassant " +
			"intelligent trace sansechiquier bip sansgrille"),
		strings.Fields("deplacement echange ajoute ote enplus translation enonce rotation miroir condition " +
			"couleurechange remplace senonce"),
	},
}

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
)

const (
	try = iota
	defence
	setPlay
	variations
	duplex
	halfDuplex
	noThreat
	noCastling
	enPassant
	onlyLooks // it and those after it change nothing in what is solved
)

const (
	moved = iota
	exchanged
	added
	removed
	continued
	shifted
	asked
)

// languageOf returns the language of a text by its first word, nil if it is not Popeye's.
func languageOf(line string) *language {
	word := strings.ToLower(line)
	if i := strings.IndexAny(word, " \t\r"); i >= 0 {
		word = word[:i]
	}
	for begin, lang := range languages {
		if len(word) >= 3 && strings.HasPrefix(begin, word) {
			return lang
		}
	}
	return nil
}

// find returns which word of a list a text abbreviates, -1 if none or several.
func find(list []string, text string) int {
	found := -1
	for i, word := range list {
		if word == text {
			return i
		}
		if strings.HasPrefix(word, text) && text != "" {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}
