package ruleset

import "strings"

// Family says which game a rule set is a form of. Each family reads settings of its own. What other
// code has to know about a game it asks by the methods below, so that it need not know the
// families.
type Family uint8

const (
	// Pacifist is Pacifist Chess (Larry L. Smith, 2007): no captures; over-persuaded pieces
	// convert.
	Pacifist Family = iota
	// Conversion is Conversion Chess (Ralph Betza, 1973): co-squares convert.
	Conversion
	// Benedict is Benedict Chess (W. Dan Troyka, 2002): what the moved piece attacks converts.
	Benedict
	// Andernach is Andernach Chess and its kin, the games of problemists: orthodox chess in which a
	// capture, a move, a square or a check converts.
	Andernach
	// Chess is orthodox chess and Chess960.
	Chess
)

// Topic is what a rule is about that every family has in one form or another.
type Topic uint8

// The topics.
const (
	MovementRule       Topic = iota // how pieces move
	PromotionRule                   // what pawns promote to
	TwoStepRule                     // the pawn's first move of two squares
	ConversionRule                  // what changes sides in a turn
	ClaimRule                       // what becomes of a king that is converted
	KingSafetyRule                  // what a turn may do to the mover's own king
	CastlingRule                    // that castling takes a right
	CastlingWayRule                 // which squares must be empty
	CastlingSafetyRule              // on which squares the castling king must be safe
	CastlingRightsRule              // when a right ends
	ClockRule                       // which turns reset the half-move clock
	EndRule                         // how the game ends
	PositionRule                    // which positions are valid
	topics
)

// family is what a family is.
type family struct {
	name   string // in rule-set files
	prefix string // of the identifiers of its rules
	rules  [topics]string

	captures          bool
	enPassant         bool
	check             bool
	converts          bool
	kingsConvert      bool
	claims            bool
	weights           bool
	coSquares         bool
	attacks           bool
	squares           bool
	writesConversions bool
}

// orthodoxRules returns the rules of orthodox chess as Conversion Chess states them, with a rule of
// its own about conversions.
func orthodoxRules(conversion string) [topics]string {
	return [topics]string{
		MovementRule:       "CON-1",
		PromotionRule:      "CON-1",
		TwoStepRule:        "CON-1",
		ConversionRule:     conversion,
		ClaimRule:          "CON-4",
		KingSafetyRule:     "CON-8",
		CastlingRule:       "CON-1",
		CastlingWayRule:    "CON-9",
		CastlingSafetyRule: "CON-9",
		CastlingRightsRule: "CON-10",
		ClockRule:          "CON-1",
		EndRule:            "CON-11",
		PositionRule:       "CON-12",
	}
}

var families = [...]family{
	Pacifist: {
		name:   "pacifist",
		prefix: "PAC-",
		rules: [topics]string{
			MovementRule:       "PAC-1",
			PromotionRule:      "PAC-2",
			TwoStepRule:        "PAC-3",
			ConversionRule:     "PAC-6",
			ClaimRule:          "PAC-9",
			KingSafetyRule:     "PAC-10",
			CastlingRule:       "PAC-15",
			CastlingWayRule:    "PAC-13",
			CastlingSafetyRule: "PAC-14",
			CastlingRightsRule: "PAC-15",
			ClockRule:          "PAC-16",
			EndRule:            "PAC-12",
			PositionRule:       "PAC-17",
		},
		converts:     true,
		kingsConvert: true,
		claims:       true,
		weights:      true,
	},
	Conversion: {
		name:              "conversion",
		prefix:            "CON-",
		rules:             orthodoxRules("CON-4"),
		captures:          true,
		enPassant:         true,
		check:             true,
		converts:          true,
		coSquares:         true,
		writesConversions: true,
	},
	Benedict: {
		name:   "benedict",
		prefix: "BEN-",
		rules: [topics]string{
			MovementRule:       "BEN-1",
			PromotionRule:      "BEN-1",
			TwoStepRule:        "BEN-1",
			ConversionRule:     "BEN-2",
			ClaimRule:          "BEN-4",
			KingSafetyRule:     "BEN-4",
			CastlingRule:       "BEN-5",
			CastlingWayRule:    "BEN-5",
			CastlingSafetyRule: "BEN-5",
			CastlingRightsRule: "BEN-5",
			ClockRule:          "BEN-6",
			EndRule:            "BEN-6",
			PositionRule:       "BEN-7",
		},
		converts:     true,
		kingsConvert: true,
		attacks:      true,
	},
	Andernach: {
		name:   "andernach",
		prefix: "AND-",
		rules: [topics]string{
			MovementRule:       "AND-1",
			PromotionRule:      "AND-1",
			TwoStepRule:        "AND-1",
			ConversionRule:     "AND-2",
			ClaimRule:          "AND-3",
			KingSafetyRule:     "AND-7",
			CastlingRule:       "AND-9",
			CastlingWayRule:    "AND-8",
			CastlingSafetyRule: "AND-8",
			CastlingRightsRule: "AND-9",
			ClockRule:          "AND-1",
			EndRule:            "AND-11",
			PositionRule:       "AND-12",
		},
		captures:  true,
		enPassant: true,
		check:     true,
		converts:  true,
		squares:   true,
	},
	Chess: {
		name:      "chess",
		prefix:    "CON-",
		rules:     orthodoxRules("NOT-4"), // written conversions are wrong where there are none
		captures:  true,
		enPassant: true,
		check:     true,
	},
}

// Families lists the families, in the order of docs/RULES.md.
func Families() []Family {
	list := make([]Family, len(families))
	for i := range list {
		list[i] = Family(i)
	}
	return list
}

var familyNames = func() (names []string) {
	for _, f := range families {
		names = append(names, f.name)
	}
	return names
}()

// noFamily is what is said of a number that is no family: nothing is so there.
var noFamily = family{name: "?", prefix: "?-"}

// facts returns what is said of a family.
func (f Family) facts() *family {
	if int(f) < len(families) {
		return &families[f]
	}
	return &noFamily
}

// String returns the name that rule-set files use, "?" for a number that is no family.
func (f Family) String() string { return f.facts().name }

// Captures reports whether pieces capture others.
func (f Family) Captures() bool { return f.facts().captures }

// HasEnPassant reports whether pawns capture en passant, so that a position may have a square for
// it.
func (f Family) HasEnPassant() bool { return f.facts().enPassant }

// HasCheck reports whether a side must not leave its king in check, so that checkmate ends the
// game.
func (f Family) HasCheck() bool { return f.facts().check }

// KingsConvert reports whether kings change sides as other pieces do. A side may then own both
// kings or none, and is lost without one. In the other families each side always owns one.
func (f Family) KingsConvert() bool { return f.facts().kingsConvert }

// HasClaims reports whether a side without a king plays on, and must claim one (PAC-10, PAC-11).
// Where kings convert and there are no claims, such a side has lost at once and has no turn.
func (f Family) HasClaims() bool { return f.facts().claims }

// Converts reports whether pieces change sides.
func (f Family) Converts() bool { return f.facts().converts }

// HasWeights reports whether weights on squares decide what changes sides, and values of pieces may
// make up the weights (PAC-4).
func (f Family) HasWeights() bool { return f.facts().weights }

// HasCoSquares reports whether pairs of pieces convert on co-squares (CON-2, CON-3).
func (f Family) HasCoSquares() bool { return f.facts().coSquares }

// ConvertsByAttack reports whether the pieces attacked after a move change sides (BEN-2).
func (f Family) ConvertsByAttack() bool { return f.facts().attacks }

// HasSquares reports whether rule sets may name squares on which pieces change sides (AND-2).
func (f Family) HasSquares() bool { return f.facts().squares }

// WritesConversions reports whether a move's text names what it converts, after slashes (NOT-3).
func (f Family) WritesConversions() bool { return f.facts().writesConversions }

// RulePrefix returns the beginning of the identifiers of the family's rules, as in "PAC-".
func (f Family) RulePrefix() string { return f.facts().prefix }

// HasRule reports whether a rule, by its identifier, is one of the family's.
func (f Family) HasRule(id string) bool { return strings.HasPrefix(id, f.RulePrefix()) }

// Rule returns the identifier of the family's rule on a topic, empty for what is no topic.
func (f Family) Rule(t Topic) string {
	if t >= topics {
		return ""
	}
	return f.facts().rules[t]
}

// Captures reports whether pieces capture others: in the family, or by misreading (setting
// capture-moves).
func (s Set) Captures() bool { return s.Family.Captures() || s.CaptureMoves == Granted }

// HasCheck reports whether a side must not leave its king in check: in the family, or by misreading
// (setting king-in-check).
func (s Set) HasCheck() bool { return s.Family.HasCheck() || s.KingInCheck == Granted }

// ConvertsByAttack reports whether the pieces attacked after a move change sides: in the family, or
// by the setting converts.
func (s Set) ConvertsByAttack() bool {
	return s.Family.ConvertsByAttack() || s.Converts == ConvertsAttacked
}

// Rule returns the identifier of the rule on a topic that the rule set goes by.
func (s Set) Rule(t Topic) string {
	if t == KingSafetyRule && (s.KingSafety == KingMoves || s.KingSafety == NoKingSafety) {
		return "PAC-11" // the other forms of Pacifist Chess have a rule of their own
	}
	return s.Family.Rule(t)
}
