package problemfile

import (
	"strings"

	"turncoat/internal/lazyregexp"
)

var (
	// texAccent is an accent and its letter: \"o, \'{e}, \v{c}, \vs.
	texAccent = lazyregexp.Compile(`\\(["'^~=.` + "`" + `]|[vcuHrk](?:\{| *\\?))\{? *\\?([A-Za-z])\}?`)
	// texLetter is a letter of its own: \ss, {\o}, \/o.
	texLetter = lazyregexp.Compile(`\{?\\(?:/([oO])|(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)\b) ?\}?`)
)

// texAccents has, for each accent, letters with those that TeX makes of them.
var texAccents = map[string]string{
	`"`: "aäeëiïoöuüyÿAÄEËIÏOÖUÜ", `'`: "aácćeéiílĺnńoórŕsśuúyýzźAÁCĆEÉIÍNŃOÓSŚUÚYÝZŹ",
	"`": "aàeèiìoòuùAÀEÈIÌOÒUÙ", `^`: "aâeêiîoôuûAÂEÊIÎOÔUÛ", `~`: "aãnñoõAÃNÑOÕ",
	`=`: "aāeēiīoōuūAĀEĒIĪOŌUŪ", `.`: "eėzżIİEĖZŻ", "v": "cčdďeěnňrřsštťzžCČDĎEĚNŇRŘSŠTŤZŽ",
	"c": "cçsştţCÇSŞTŢ", "u": "aăgğuŭAĂGĞUŬ", "H": "oőuűOŐUŰ", "r": "aåuůAÅUŮ", "k": "aąeęAĄEĘ",
}

var texLetters = map[string]string{"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
	"AA": "Å", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ"}

// plainTeX decodes the accents and letters of TeX, as Popeye's users write names: Boris Bursa\'c.
func plainTeX(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	text = texAccent().ReplaceAllStringFunc(text, func(found string) string {
		parts := texAccent().FindStringSubmatch(found)
		_, after, ok := strings.Cut(texAccents[parts[1][:1]], parts[2])
		if !ok {
			return found
		}
		for _, letter := range after {
			return string(letter)
		}
		return found
	})
	return texLetter().ReplaceAllStringFunc(text, func(found string) string {
		parts := texLetter().FindStringSubmatch(found)
		return texLetters[parts[1]+parts[2]]
	})
}
