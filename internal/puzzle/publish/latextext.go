package publish

import (
	"strings"
	"unicode"
)

// signs are what TeX does not show as it is; two of some would make one sign.
var signs = strings.NewReplacer("#", `\#`, "$", `\$`, "%", `\%`, "&", `\&`, "_", `\_`, "{", `\{`,
	"}", `\}`,
	`\`, `\textbackslash{}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "`", `\textasciigrave{}`,
	`"`, `\textquotedbl{}`, "-", "-{}", "<", "<{}", ">", ">{}", ",", ",{}", "'", "'{}",
	"→", `\ensuremath{\rightarrow}`, "…", `\dots{}`)

// text writes text so that TeX shows it as it is, in one line.
func (b *texWriter) text(text string) string {
	return signs.Replace(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r):
			return -1 // nothing to see
		case r != '→' && r != '…' && !inFonts(r):
			if b.unknown == nil {
				b.unknown = map[rune]bool{}
			}
			b.unknown[r] = true
		}

		return r
	}, strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")))
}

// inFonts reports whether pdflatex has a character in every set of fonts: ASCII, most of Latin-1
// and Latin Extended-A, and common punctuation.
func inFonts(r rune) bool {
	if r >= 0xa1 && r <= 0x17e {
		return !strings.ContainsRune("ĦħĸŉĿŀŦŧ\u00ad", r)
	}
	return r < 0x7f || strings.ContainsRune("ȘșȚț–—‘’‚“”„†‡•‰‹›€™", r)
}

// latin has Cyrillic letters, each with Latin ones after it: from а to я, then those of languages
// other than Russian.
const latin = "аa бb вv гg дd еe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu " +
	"яya ёe єie іi їi ґg ўu ђdj јj љlj њnj ћc џdz ѓg ќk ѕdz"

// cyrillic returns a Cyrillic letter in Latin ones, and whether it is one.
func cyrillic(r rune) (string, bool) {
	small := unicode.ToLower(r)
	_, rest, ok := strings.Cut(" "+latin+" ", " "+string(small))
	text, _, _ := strings.Cut(rest, " ")
	if ok && small != r && text != "" {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return text, ok
}
