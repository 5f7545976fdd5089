package printable

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""},
		{"Nf3 – Żółć, Ελλάς, 日本, नमस्ते, می\u200cخواهم",
			"Nf3 – Żółć, Ελλάς, 日本, नमस्ते, می\u200cخواهم"},
		{`C:\games`, `C:\games`},
		{"a\x1b]0;pwn\ab", `a\x1b]0;pwn\x07b`},
		{"a\nb\tc\rd\x00\x7f", `a\nb\tc\rd\x00\x7f`},
		{"\xc2\x9b31m", `\u009b31m`}, // CSI as one character of C1
		{"\x9b31m\xff", `\x9b31m\xff`},
		{"gpj\u202egnp", `gpj\u202egnp`},
		{"\u2066a\u2069 \u200f \u200b \ufeff \u2028 \u061c",
			`\u2066a\u2069 \u200f \u200b \ufeff \u2028 \u061c`},
		// The first and the last of each range, and their neighbours, which can be seen.
		{"\u200e\u200f\u2028\u202e\u2060\u206f\ufff9\ufffb\U000e0000\U000e0fff",
			`\u200e\u200f\u2028\u202e\u2060\u206f\ufff9\ufffb\U000e0000\U000e0fff`},
		{"\u200d\u2010\u2027\u202f\u205f\u2070\ufffc",
			"\u200d\u2010\u2027\u202f\u205f\u2070\ufffc"},
		{"x\U000e0041", `x\U000e0041`},
		{"\ufffd", "\ufffd"}, // the replacement character itself can be seen
	} {
		if got := Line(c[0]); got != c[1] {
			t.Errorf("Line(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

func TestJSON(t *testing.T) {
	for _, c := range [][2]string{
		{"{\"a\":\"plain\"}\n", "{\"a\":\"plain\"}\n"},
		{"{\"a\":\"é\u009b31m\"}\n", "{\"a\":\"é\\u009b31m\"}\n"},
		{"\"\u202e\x7f\U000e0041\"", `"\u202e\u007f\udb40\udc41"`},
	} {
		if got := string(JSON([]byte(c[0]))); got != c[1] {
			t.Errorf("JSON(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

func TestBlock(t *testing.T) {
	if got, want := Block("one\r\n\ttwo\rthree\x1b[2J\n"),
		"one\n\ttwo\\rthree\\x1b[2J\n"; got != want {
		t.Errorf("Block gives %q, want %q", got, want)
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äö…"}, {"", 3, ""},
	} {
		if got := Clip(c.text, c.most); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func FuzzLine(f *testing.F) {
	f.Add("e\x1b]0;pwn\a\xff\u202e\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, shown := range []string{Line(text), strings.NewReplacer("\n", "", "\t",
			"").Replace(Block(text))} {
			if !utf8.ValidString(shown) {
				t.Fatalf("%q is not UTF-8", shown)
			}
			for _, r := range shown {
				if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
					t.Fatalf("%q has %U", shown, r)
				}
			}

			if again := Line(shown); again != shown {
				t.Fatalf("%q becomes %q", shown, again)
			}
		}
	})
}
