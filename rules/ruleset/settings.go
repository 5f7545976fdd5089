package ruleset

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"turncoat/internal/strict"
)

// Setting describes one setting: its name, its values, the families that read it and the rules it
// belongs to.
type Setting struct {
	Name  string
	Rules []string // identifiers of the rules that the setting changes
	// Choices are the values by name, the one most rule sets use first.
	Choices []Choice

	families []Family
}

// Choice is one value of a setting.
type Choice struct {
	Name string
	// Means says in one sentence how a game with this value is played.
	Means string
}

// ReadBy reports whether rule sets of the family read the setting.
func (s *Setting) ReadBy(f Family) bool { return slices.Contains(s.families, f) }

// field returns the field of a set with the same name as the setting: KingBears of king-bears.
func (s *Setting) field(set *Set) reflect.Value {
	return reflect.ValueOf(set).Elem().Field(fields()[s.Name])
}

// fields has the index of the field of each setting.
var fields = sync.OnceValue(func() map[string]int {
	indices, of := map[string]int{}, reflect.TypeFor[Set]()
	for _, s := range settings {
		field, _ := of.FieldByNameFunc(func(name string) bool {
			return strings.EqualFold(name, strings.ReplaceAll(s.Name, "-", ""))
		})
		indices[s.Name] = field.Index[0]
	}

	return indices
})

// ValueIn returns the name of the value that the setting has in set.
func (s *Setting) ValueIn(set Set) string { return s.Choices[s.field(&set).Uint()].Name }

func settingNames(list []Setting) (names []string) {
	for _, s := range list {
		names = append(names, s.Name)
	}
	return names
}

// With returns set with the setting changed to the value named. The error lists the values that
// there are.
func (s *Setting) With(set Set, value string) (Set, error) {
	if !s.ReadBy(set.Family) {
		return set, notRead(set.Family, s.Name)
	}
	for i, c := range s.Choices {
		if c.Name == value {
			s.field(&set).SetUint(uint64(i))
			return set, nil
		}
	}

	return set, fmt.Errorf("%w: %s cannot be %q: it is one of %s%s", ErrSetting, s.Name, value,
		strings.Join(s.names(), ", "), strict.Suggest(value, s.names()))
}

// Others lists the values that differ from the one in set: the misreadings of this setting.
func (s *Setting) Others(set Set) []string {
	return slices.DeleteFunc(s.names(), func(v string) bool { return v == s.ValueIn(set) })
}

func (s *Setting) names() []string {
	names := make([]string, len(s.Choices))
	for i, c := range s.Choices {
		names[i] = c.Name
	}
	return names
}

// Settings lists every setting but values, in the order of docs/RULES.md.
func Settings() []Setting { return slices.Clone(settings) }

// SettingsOf lists the settings that the family reads, values apart.
func SettingsOf(f Family) []Setting {
	return slices.DeleteFunc(Settings(), func(s Setting) bool { return !s.ReadBy(f) })
}

// FindSetting returns the setting of that name.
func FindSetting(name string) (Setting, bool) {
	i := slices.IndexFunc(settings, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return settings[i], true
}

var (
	inPacifist   = []Family{Pacifist}
	inConversion = []Family{Conversion}
	inBenedict   = []Family{Benedict}
	inChaining   = []Family{Conversion, Benedict}
	inKings      = []Family{Pacifist, Benedict, Andernach}
	inActing     = []Family{Benedict, Andernach}
	inConverting = []Family{Pacifist, Conversion, Benedict, Andernach}
	inAndernach  = []Family{Andernach}
	inAll        = Families()
)

var settings = []Setting{
	{"weigh", []string{"PAC-4"}, []Choice{
		{"number", "the weight of a side is the number of its pieces that bear"},
		{"value", "the weight of a side is the total value of its pieces that bear"},
		{"average", "the weight of a side is the average value of its pieces that bear"},
	}, inPacifist},
	{"lines", []string{"PAC-4"}, []Choice{
		{"batteries", "sliders bear through friendly sliders that move along the same line"},
		{"blocked", "sliders do not bear through friends"},
		{"any-friend", "sliders bear through any friend"},
		{"both-colours", "sliders bear through enemy sliders that move along the same line too"},
		{"attackers", "sliders bear also through a friendly pawn or king that attacks the square along that line"},
	}, inPacifist},
	{"pawn-bears", []string{"PAC-4"}, []Choice{
		{"attack", "a pawn bears on the two squares diagonally ahead of it"},
		{"advance", "a pawn bears where it moves"},
	}, inPacifist},
	{"king-bears", []string{"PAC-4"}, []Choice{
		{"yes", "kings persuade and support"},
		{"no", "kings do not persuade or support"},
	}, inPacifist},
	{"king-converts", []string{"PAC-6", "BEN-2", "AND-3"}, []Choice{
		{"yes", "kings convert like any piece"},
		{"no", "kings cannot be converted"},
	}, inKings},
	{"threshold", []string{"PAC-5"}, []Choice{
		{"exceeds", "a piece is over-persuaded when persuasion exceeds support"},
		{"equals", "a piece is over-persuaded on a tie too, with at least one enemy piece bearing"},
	}, inPacifist},
	{"rounds", []string{"PAC-6"}, []Choice{
		{"all", "rounds of conversions repeat until one changes nothing"},
		{"first", "there is one round of conversions and no chain reaction"},
		{"in-turn", "in a round the pieces convert one after another, from a1 and b1 to h8, " +
			"and each counts for its new side at once"},
	}, inPacifist},
	{"candidates", []string{"PAC-6"}, []Choice{
		{"all", "every enemy piece on the board can convert"},
		{"touched", "only pieces that the moved piece bears on can convert in the first round"},
	}, inPacifist},
	{"moved-piece", []string{"PAC-7"}, []Choice{
		{"always", "a moved piece counts even where it is over-persuaded"},
		{"unless-persuaded", "a moved piece that is over-persuaded where it landed does not count in its turn"},
		{"each-round", "whether the moved piece counts is judged anew each round"},
		{"none-convert", "an over-persuaded moved piece means no conversion at all"},
	}, inPacifist},
	{"reclaim", []string{"PAC-8"}, []Choice{
		{"none", "there is no reclaim"},
		{"optional", "the enemy may take back pieces that are over-persuaded, as it chooses"},
		{"full", "the enemy takes back every piece that it can"},
	}, inPacifist},
	{"king-safety", []string{"PAC-10", "PAC-11"}, []Choice{
		{"after-turn", "after the turn the mover must own a king that is not over-persuaded"},
		{"every-king", "after the turn every king of the mover must be safe"},
		{"before-conversion", "right after the move, before any conversion, the mover must own a safe king"},
		{"king-moves", "a king may move only to a square where it is not over-persuaded; nothing else protects it"},
		{"none", "nothing protects a king"},
	}, inPacifist},
	{"kingless", []string{"PAC-10", "PAC-11"}, []Choice{
		{"must-claim", "a mover without a king must claim one"},
		{"free", "a mover without a king may make any move"},
	}, inPacifist},
	{"stalemate", []string{"PAC-12", "CON-11", "BEN-6", "AND-11"}, []Choice{
		{"draw", "a side that cannot move and has not lost draws"},
		{"loss", "a side that cannot move has lost"},
	}, inAll},
	{"two-step", []string{"PAC-3"}, []Choice{
		{"passed", "a pawn's two-step may not pass over an over-persuaded square"},
		{"free", "a pawn's two-step is not tested"},
		{"both", "neither the passed square nor the end square of a two-step may be over-persuaded"},
	}, inPacifist},
	{"castling-test", []string{"PAC-14"}, []Choice{
		{"attacked", "a king may not castle from or over a square that the enemy attacks"},
		{"persuaded", "a king may not castle from, over or to a square where it is over-persuaded"},
		{"none", "castling is not tested"},
	}, inPacifist},
	{"castling-converted", []string{"PAC-15", "CON-10", "BEN-5", "AND-9"}, []Choice{
		{"keeps", "conversion in place does not end a castling right"},
		{"loses", "a castling right is lost when its rook, or in Pacifist its king, is converted"},
	}, inConverting},
	{"promotion", []string{"PAC-2", "CON-1", "BEN-1", "AND-1"}, []Choice{
		{"any", "a pawn promotes to queen, rook, bishop or knight"},
		{"queen", "a pawn promotes to a queen"},
	}, inAll},
	{"pairs-king-queen", []string{"CON-2"}, []Choice{
		{"yes", "a king and a queen of one colour are a co-pair"},
		{"no", "a king and a queen are no co-pair"},
	}, inConversion},
	{"pairs-many", []string{"CON-2"}, []Choice{
		{"yes", "every two of a kind are a co-pair"},
		{"no", "only the nearest partner counts"},
	}, inConversion},
	{"cosquares-by", []string{"CON-3"}, []Choice{
		{"moved", "only the piece that moved makes co-squares"},
		{"either", "a partner that did not move makes co-squares with other partners too"},
	}, inConversion},
	{"chain", []string{"CON-4", "BEN-2"}, []Choice{
		{"no", "a conversion causes no further conversion"},
		{"yes", "each converted piece counts as just moved"},
	}, inChaining},
	{"friendly", []string{"CON-4"}, []Choice{
		{"stay", "friendly pieces on co-squares stay as they are"},
		{"flip", "friendly pieces on co-squares change sides too, kings excepted"},
	}, inConversion},
	{"castling-cosquares", []string{"CON-5"}, []Choice{
		{"both", "in castling king and rook make co-squares"},
		{"king", "in castling only the king makes co-squares"},
		{"rook", "in castling only the rook makes co-squares"},
		{"none", "castling makes no co-squares"},
	}, inConversion},
	{"promotion-cosquares", []string{"CON-6"}, []Choice{
		{"no", "a promotion makes no co-squares"},
		{"yes", "a promoted piece makes co-squares"},
	}, inConversion},
	{"conversion-check", []string{"CON-7"}, []Choice{
		{"yes", "a king is in check when it could be captured or converted"},
		{"no", "only orthodox check counts, and a king on a co-square stays as it is"},
	}, inConversion},
	{"converted-by", []string{"BEN-2", "AND-2"}, []Choice{
		{"moved", "conversions are made by the moved piece alone"},
		{"every", "conversions are made by every piece of the mover"},
	}, inActing},
	{"castling-converts", []string{"BEN-3", "AND-5"}, []Choice{
		{"both", "in castling king and rook have moved, and both make conversions"},
		{"king", "in castling only the king makes conversions"},
	}, inActing},
	{"capture-moves", []string{"BEN-1"}, []Choice{
		{"no", "there are no captures"},
		{"yes", "pieces capture as in orthodox chess, but no kings and not en passant"},
	}, inBenedict},
	{"king-in-check", []string{"BEN-4"}, []Choice{
		{"no", "nobody is ever in check"},
		{"yes", "a king may not be left attacked, nor castle from or over an attacked square"},
	}, inBenedict},
	{"converts", []string{"AND-2"}, []Choice{
		{"itself", "the piece that makes a conversion converts itself"},
		{"attacked", "the piece that makes conversions converts every piece that it attacks"},
	}, inAndernach},
	{"converts-when", []string{"AND-2", "AND-4", "AND-6"}, []Choice{
		{"capture", "a capture converts"},
		{"no-capture", "a move that captures nothing converts"},
		{"always", "every move converts"},
		{"other-kind", "the capture of a piece of another kind converts"},
		{"square", "a piece makes conversions on the squares of the rule set"},
		{"check", "a piece makes conversions where it gives check"},
	}, inAndernach},
	{"converts-side", []string{"AND-2"}, []Choice{
		{"both", "pieces of both sides convert"},
		{"white", "only pieces of White convert"},
		{"black", "only pieces of Black convert"},
		{"mover", "only pieces of the side that has moved convert"},
		{"enemy", "only pieces of the other side than the one that has moved convert"},
	}, inAndernach},
	{"converts-order", []string{"AND-2"}, []Choice{
		{"together", "all pieces that convert do so at once, as the board is right after the move"},
		{"in-turn", "the pieces of the mover make their conversions one after another, from a1 and " +
			"b1 to h8, as the board is by then"},
	}, inAndernach},
	{"pawn-converts", []string{"AND-3"}, []Choice{
		{"yes", "pawns convert like any piece"},
		{"no", "pawns do not convert"},
	}, inAndernach},
	{"knight-converts", []string{"AND-3"}, []Choice{
		{"yes", "knights convert like any piece"},
		{"no", "knights do not convert"},
	}, inAndernach},
	{"bishop-converts", []string{"AND-3"}, []Choice{
		{"yes", "bishops convert like any piece"},
		{"no", "bishops do not convert"},
	}, inAndernach},
	{"rook-converts", []string{"AND-3"}, []Choice{
		{"yes", "rooks convert like any piece"},
		{"no", "rooks do not convert"},
	}, inAndernach},
	{"queen-converts", []string{"AND-3"}, []Choice{
		{"yes", "queens convert like any piece"},
		{"no", "queens do not convert"},
	}, inAndernach},
	{"converted-kind", []string{"AND-2"}, []Choice{
		{"own", "a piece that converts keeps its kind"},
		{"captured", "a moved piece that converts becomes a piece of the kind that it captured"},
	}, inAndernach},
	{"castling-gained", []string{"AND-9"}, []Choice{
		{"yes", "a rook that converts on the home square of its new side may castle"},
		{"no", "a rook that has converted may not castle"},
	}, inAndernach},
	{"en-passant", []string{"AND-10"}, []Choice{
		{"enemy", "only a pawn of the enemy is captured en passant"},
		{"either", "a pawn that converts in its two-step is captured en passant by its new side"},
	}, inAndernach},
}
