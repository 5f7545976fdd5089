package pgn

// What a byte can be of.
const (
	ofName   = 1 << iota // a tag's name
	inValue              // not an ordinary part of a tag's value
	endsWord             // white space, and the signs that stand for themselves in the movetext
	sign                 // an annotation sign in a move
	unusual              // not of a plain move in English letters, nor a sign
)

var class = func() (class [256]uint8) {
	for i := range class {
		class[i] = unusual
	}
	set := func(text string, bits uint8) {
		for _, b := range []byte(text) {
			class[b] = class[b]&^unusual | bits
		}
	}
	set("abcdefghBKNOQR012345678x=+#-/", 0)
	set("!?", sign)
	set(" \n\t\r\v\f{}();$[]\x1a", endsWord)
	for _, b := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") {
		class[b] |= ofName
	}
	for _, b := range []byte("\"\\[\n") {
		class[b] |= inValue
	}
	return class
}()

func nameByte(b byte) bool { return class[b]&ofName != 0 }

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

func space(b byte) bool {
	return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\v' || b == '\f'
}
