package web_test

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"turncoat/internal/testing/filetest"
)

// Text stands out from its ground by 4.5 to 1 at least in both themes, and marks by 3 to 1: level
// AA of the Web Content Accessibility Guidelines, whose formula this is.
func TestContrast(t *testing.T) {
	themes := palettes(t, string(filetest.Read(t, "site/css/base.css")))
	if len(themes) < 2 {
		t.Fatalf("%d palettes, want a light and a dark one", len(themes))
	}
	for i, theme := range themes {
		for _, pair := range []struct {
			fore, ground string
			least        float64
		}{
			{"ink", "paper", 4.5}, {"ink", "card", 4.5}, {"soft", "paper", 4.5}, {"soft", "card", 4.5},
			{"accent", "card", 4.5},
			{"accent-ink", "accent", 4.5}, {"ink", "accent-soft", 4.5},
			{"good", "card", 4.5}, {"bad", "card", 4.5}, {"ink", "bad-soft", 4.5},
			{"bad", "bad-soft", 4.5}, {"coord-on-light", "light", 4.5}, {"coord-on-dark", "dark", 4.5},
			{"focus", "paper", 3}, {"focus", "card", 3},
		} {
			fore, ok := theme[pair.fore]
			ground, ok2 := theme[pair.ground]
			if !ok || !ok2 {
				t.Fatalf("palette %d lacks %s or %s", i, pair.fore, pair.ground)
			}
			if got := contrast(fore, ground); got < pair.least {
				t.Errorf("palette %d: %s on %s has a contrast of %.2f, want %.1f",
					i, pair.fore, pair.ground, got, pair.least)
			}
		}
	}
}

// palettes returns the colours of each block of a style sheet that has a --paper.
func palettes(t *testing.T, text string) (themes []map[string][3]float64) {
	t.Helper()
	blocks := regexp.MustCompile(`\{[^{}]*--paper:[^{}]*\}`)
	colours := regexp.MustCompile(`--([a-z-]+):\s*#([0-9a-f]{6})\b`)
	for _, block := range blocks.FindAllString(text, -1) {
		theme := map[string][3]float64{}
		for _, m := range colours.FindAllStringSubmatch(block, -1) {
			n, err := strconv.ParseUint(m[2], 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			theme[m[1]] = [3]float64{float64(n>>16) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}
		}

		themes = append(themes, theme)
	}

	return themes
}

func contrast(a, b [3]float64) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(colour [3]float64) float64 {
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		c := colour[i]
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}

		sum += weight * c
	}

	return sum
}
