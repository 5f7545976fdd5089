package command

import "testing"

// The greatest number of a flag is a billion, and some do not begin at 0.
func TestNumbersOfFlags(t *testing.T) {
	for _, test := range []struct {
		name string
		n    int
		good bool
	}{{"limit", 0, true}, {"limit", -1, false}, {"limit", 1_000_000_000, true}, {"limit", 1_000_000_001, false},
		{"count", 0, false}, {"count", 1, true}, {"depth", 0, false}, {"depth", 1, true},
		{"positions", 0, false}, {"positions", 1, true}, {"choose-from", 0, false}, {"choose-from", 1, true},
		{"jobs", 0, true}, {"jobs", 1, true}, {"jobs", -1, false}, {"jobs", 1 << 20, false}} {
		if err := checkInt(test.name, test.n); (err == nil) != test.good {
			t.Errorf("--%s %d: %v", test.name, test.n, err)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "65536": 65536, "64K": 64 << 10, "64k": 64 << 10,
		"512M": 512 << 20, "512MiB": 512 << 20, "2G": 2 << 30, "3GB": 3 << 30} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "M", "1MM", "1KG", "1T", "4294967296", "1 M", "iB"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}
