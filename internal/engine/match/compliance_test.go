package match

import (
	"testing"
	"time"
)

// The programs of these tests break the protocol at their third question, or never.
func TestCompliance(t *testing.T) {
	for how, right := range map[string]bool{"first": true, "gone": false, "illegal": false,
		"junk": false} {
		for _, protocol := range []Protocol{Turncoat, UCI} {
			if how == "illegal" && protocol == UCI {
				continue
			}
			p := player(t, how, protocol, Limits{Nodes: 1})
			patience := time.Second
			if right {
				patience = time.Minute
			}
			checks, err := Compliance(t.Context(), &p, mustVariant("pacifist1"), time.Minute,
				patience)
			if err != nil {
				t.Fatal(err)
			}
			failed := 0
			for _, c := range checks {
				if c.Err != nil {
					failed++
				}
			}

			if right != (failed == 0) {
				t.Errorf("%s by %s: %v", how, protocol, checks)
			}
		}
	}
}
