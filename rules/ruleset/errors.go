package ruleset

import (
	"errors"
	"fmt"
	"slices"
)

var (
	// ErrSyntax is the class of errors about text that is not a rule-set file.
	ErrSyntax = errors.New("not a rule set")
	// ErrSetting is the class of errors about a setting or a value that does not exist.
	ErrSetting = errors.New("invalid setting")
	// ErrUnknown is the class of errors about a rule set that does not exist.
	ErrUnknown = errors.New("unknown rules")
)

// Error is one fault of a rule-set file, at its place.
type Error struct {
	File         string // empty when the text had no name
	Line, Column int    // from 1; 0 when not known
	Err          error  // wraps ErrSyntax, ErrSetting or ErrUnknown
}

func (e *Error) Error() string {
	switch {
	case e.Line > 0 && e.File != "":
		return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Column, e.Err)
	case e.File != "":
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	case e.Line > 0:
		return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
	}

	return fmt.Sprint(e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// notRead is the error of a setting that belongs to other families.
func notRead(f Family, setting string) error {
	return fmt.Errorf("%w: the %s family does not read %q", ErrSetting, f, setting)
}

// Names lists the keys that a rule-set file of the family may hold, settings and the rest.
func Names(f Family) []string {
	names := []string{"name", "base", "family"}
	if f.HasWeights() {
		names = append(names, valuesKey)
	}
	if f.HasSquares() {
		names = append(names, squaresKey)
	}
	names = append(names, settingNames(SettingsOf(f))...)
	slices.Sort(names)
	return names
}
