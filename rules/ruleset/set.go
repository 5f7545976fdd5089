// Package ruleset describes a rule set of conversion chess as plain data: a family of games and the
// settings that distinguish its members and the plausible misreadings of them.
//
// The settings, their values and the rules they belong to are those of docs/RULES.md (Settings of a
// rule set). The rule sets that are built in are the files in the directory sets, which a user could
// have written.
package ruleset

// The indexes of [Values], by kind of piece.
const (
	Pawn = iota
	Knight
	Bishop
	Rook
	Queen
	King
	kinds
)

var kindNames = [kinds]string{"pawn", "knight", "bishop", "rook", "queen", "king"}

// KindName returns the name that rule-set files have for a kind of piece, by its index in [Values],
// and "" for any other number.
func KindName(kind int) string {
	if kind < 0 || kind >= kinds {
		return ""
	}
	return kindNames[kind]
}

// Values are the values of the six kinds of pieces, from pawn to king (PAC-4).
type Values [kinds]int32

// MaxValue is the greatest value a piece may have in a rule-set file. It keeps every sum over a
// full board, and every product that a comparison of averages needs, inside 64 bits.
const MaxValue = 1_000_000

// Set is a rule set. It is comparable: two sets with equal fields play the same game.
// Settings that the family does not read keep their first value.
type Set struct {
	Name   string // as rule-set files, records and reports cite it
	Family Family

	Weigh             Weigh             // PAC-4
	Values            Values            // PAC-4
	Lines             Lines             // PAC-4
	PawnBears         PawnBears         // PAC-4
	KingBears         Answer            // PAC-4
	KingConverts      Answer            // PAC-6, BEN-2, AND-3
	Threshold         Threshold         // PAC-5
	Rounds            Rounds            // PAC-6
	Candidates        Candidates        // PAC-6
	MovedPiece        MovedPiece        // PAC-7
	Reclaim           Reclaim           // PAC-8
	KingSafety        KingSafety        // PAC-10, PAC-11
	Kingless          Kingless          // PAC-10, PAC-11
	Stalemate         Stalemate         // PAC-12, CON-11, BEN-6
	TwoStep           TwoStep           // PAC-3
	CastlingTest      CastlingTest      // PAC-14
	CastlingConverted CastlingConverted // PAC-15, CON-10, BEN-5
	Promotion         Promotion         // PAC-2, CON-1, BEN-1

	PairsKingQueen     Answer            // CON-2
	PairsMany          Answer            // CON-2
	CosquaresBy        CosquaresBy       // CON-3
	Chain              Refusal           // CON-4, BEN-2
	Friendly           Friendly          // CON-4
	CastlingCosquares  CastlingCosquares // CON-5
	PromotionCosquares Refusal           // CON-6
	ConversionCheck    Answer            // CON-7

	ConvertedBy      ConvertedBy      // BEN-2, AND-2
	CastlingConverts CastlingConverts // BEN-3, AND-5
	CaptureMoves     Refusal          // BEN-1
	KingInCheck      Refusal          // BEN-4

	Converts       Converts      // AND-2
	ConvertsWhen   ConvertsWhen  // AND-2, AND-4, AND-6
	Squares        Squares       // AND-2
	ConvertsSide   ConvertsSide  // AND-2
	ConvertsOrder  ConvertsOrder // AND-2
	PawnConverts   Answer        // AND-3
	KnightConverts Answer        // AND-3
	BishopConverts Answer        // AND-3
	RookConverts   Answer        // AND-3
	QueenConverts  Answer        // AND-3
	ConvertedKind  ConvertedKind // AND-2
	CastlingGained Answer        // AND-9
	EnPassant      EnPassant     // AND-10
}

// The types of the settings. In each the first value is the one most rule sets use.
type (
	// Weigh says what the weight of a set of pieces is.
	Weigh uint8
	// Lines says through what a slider bears.
	Lines uint8
	// PawnBears says where a pawn bears.
	PawnBears uint8
	// Answer is a setting whose first value is yes.
	Answer uint8
	// Refusal is a setting whose first value is no.
	Refusal uint8
	// Threshold says when a piece is over-persuaded.
	Threshold uint8
	// Rounds says whether conversions set off others.
	Rounds uint8
	// Candidates says which pieces can convert in the first round.
	Candidates uint8
	// MovedPiece says how an over-persuaded moved piece counts.
	MovedPiece uint8
	// Reclaim says whether the enemy may take pieces back at the end of a turn.
	Reclaim uint8
	// KingSafety says what protects the mover's kings.
	KingSafety uint8
	// Kingless says what a mover without a king must do.
	Kingless uint8
	// Stalemate says what becomes of a side that owns a king and cannot move.
	Stalemate uint8
	// TwoStep says what a pawn's two-step is tested for.
	TwoStep uint8
	// CastlingTest says what the squares of a castling king are tested for.
	CastlingTest uint8
	// CastlingConverted says whether a castling right outlives a conversion.
	CastlingConverted uint8
	// Promotion says what a pawn may become.
	Promotion uint8
	// CosquaresBy says which pieces make co-squares.
	CosquaresBy uint8
	// Friendly says what becomes of friendly pieces on co-squares.
	Friendly uint8
	// CastlingCosquares says which of the castling pieces make co-squares.
	CastlingCosquares uint8
	// ConvertedBy says which pieces convert what they attack.
	ConvertedBy uint8
	// CastlingConverts says which of the castling pieces convert what they attack.
	CastlingConverts uint8
	// Converts says whether a piece converts itself or what it attacks.
	Converts uint8
	// ConvertsWhen says when it does.
	ConvertsWhen uint8
	// ConvertsSide says of which side pieces convert.
	ConvertsSide uint8
	// ConvertsOrder says whether conversions are judged all together or one after another.
	ConvertsOrder uint8
	// ConvertedKind says what kind of piece a piece is that has converted.
	ConvertedKind uint8
	// EnPassant says whose pawns are captured en passant.
	EnPassant uint8
)

// The values of Weigh. These and those below are named after their names in rule-set files.
const (
	ByNumber Weigh = iota
	ByValue
	ByAverage
)

// The values of Lines.
const (
	Batteries Lines = iota
	Blocked
	AnyFriend
	BothColours
	Attackers
)

// The values of PawnBears.
const (
	BearsAttacking PawnBears = iota
	BearsAdvancing
)

// The values of Answer.
const (
	Yes Answer = iota
	No
)

// The values of Refusal.
const (
	Refused Refusal = iota
	Granted
)

// The values of Threshold.
const (
	Exceeds Threshold = iota
	Equals
)

// The values of Rounds.
const (
	AllRounds Rounds = iota
	FirstRound
	InTurn
)

// The values of Candidates.
const (
	AllCandidates Candidates = iota
	TouchedCandidates
)

// The values of MovedPiece.
const (
	AlwaysCounts MovedPiece = iota
	UnlessPersuaded
	EachRound
	NoneConvert
)

// The values of Reclaim.
const (
	NoReclaim Reclaim = iota
	OptionalReclaim
	FullReclaim
)

// The values of KingSafety.
const (
	AfterTurn KingSafety = iota
	EveryKing
	BeforeConversion
	KingMoves
	NoKingSafety
)

// The values of Kingless.
const (
	MustClaim Kingless = iota
	FreeToMove
)

// The values of Stalemate.
const (
	StalemateDraws Stalemate = iota
	StalemateLoses
)

// The values of TwoStep.
const (
	TestPassed TwoStep = iota
	TestNothing
	TestBoth
)

// The values of CastlingTest.
const (
	TestAttacked CastlingTest = iota
	TestPersuaded
	NoCastlingTest
)

// The values of CastlingConverted.
const (
	KeepsRight CastlingConverted = iota
	LosesRight
)

// The values of Promotion.
const (
	PromoteAny Promotion = iota
	PromoteQueen
)

// The values of CosquaresBy.
const (
	ByMoved CosquaresBy = iota
	ByEither
)

// The values of Friendly.
const (
	FriendsStay Friendly = iota
	FriendsFlip
)

// The values of CastlingCosquares.
const (
	CastlingBoth CastlingCosquares = iota
	CastlingKing
	CastlingRook
	CastlingNone
)

// The values of ConvertedBy.
const (
	ByMovedPiece ConvertedBy = iota
	ByEveryPiece
)

// The values of CastlingConverts.
const (
	KingAndRookConvert CastlingConverts = iota
	KingAloneConverts
)

// The values of Converts.
const (
	ConvertsItself Converts = iota
	ConvertsAttacked
)

// The values of ConvertsWhen.
const (
	OnCapture ConvertsWhen = iota
	OnNoCapture
	Always
	OnOtherKind
	OnSquare
	OnCheck
)

// The values of ConvertsSide.
const (
	ConvertsBothSides ConvertsSide = iota
	ConvertsWhite
	ConvertsBlack
	ConvertsMover
	ConvertsEnemy
)

// The values of ConvertsOrder.
const (
	ConvertTogether ConvertsOrder = iota
	ConvertInTurn
)

// The values of ConvertedKind.
const (
	KeepsKind ConvertedKind = iota
	TakesKind
)

// The values of EnPassant.
const (
	EnPassantOfEnemy EnPassant = iota
	EnPassantOfEither
)
