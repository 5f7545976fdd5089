package ruleset

// Family says which game a rule set is a form of. Each family reads settings of its own.
type Family uint8

const (
	// Pacifist is Pacifist Chess (Larry L. Smith, 2007): no captures; over-persuaded pieces convert.
	Pacifist Family = iota
	// Conversion is Conversion Chess (Ralph Betza, 1973): co-squares convert.
	Conversion
	// Chess is orthodox chess and Chess960.
	Chess
)

var familyNames = []string{"pacifist", "conversion", "chess"}

// String returns the name that rule-set files use.
func (f Family) String() string {
	if int(f) < len(familyNames) {
		return familyNames[f]
	}
	return "?"
}

// HasValues reports whether rule sets of the family give the pieces values (PAC-4).
func (f Family) HasValues() bool { return f == Pacifist }

// RuleFor returns the identifier of a rule of the Pacifist family, or of its counterpart in the other families,
// whichever belongs to the rule set.
func (s Set) RuleFor(pacifist, other string) string {
	if s.Family == Pacifist {
		return pacifist
	}
	return other
}

// ConversionRule returns the identifier of the rule that says what changes sides; in chess, where nothing does, of
// the one that has written conversions checked.
func (s Set) ConversionRule() string {
	if s.Family == Chess {
		return "NOT-4"
	}
	return s.RuleFor("PAC-6", "CON-4")
}
