package rules

import (
	"errors"
	"testing"

	"turncoat/rules/ruleset"
)

// NOT-6: the Variant tag names the rule set.
func TestVariantTagNamesTheRuleSet(t *testing.T) {
	for tag, want := range map[string]string{
		"Pacifist1": "pacifist1", "Pacifist2": "pacifist2", "Pacifist Chess": "pacifist-number",
		"Conversion Chess": "conversion", "Benedict Chess": "benedict", "Benedict": "benedict",
		"": "chess", "Standard": "chess", "Chess960": "chess",
		"From Position": "chess", "fischerandom": "chess", "Chess 960": "chess", // as cutechess has it
		"Fischer Random": "chess", "Standard Chess": "chess", "Orthodox": "chess",
		"pacifist-average": "pacifist-average",
	} {
		if set, err := SetForTag(tag); err != nil || set.Name != want {
			t.Errorf("%q: %s, %v; want %s", tag, set.Name, err, want)
		}
	}

	if _, err := SetForTag("Atomic"); !errors.Is(err, ruleset.ErrUnknown) {
		t.Errorf("Atomic: %v", err)
	}
}
