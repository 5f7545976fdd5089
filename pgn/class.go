package pgn

// Classes of bytes; a byte can be of several.
const (
	ofName   = 1 << iota // occurs in the name of a tag
	inValue              // must be examined inside the value of a tag
	endsWord             // white space, and the signs that are a token of their own in the movetext
	sign                 // an annotation sign in a move
	unusual              // neither part of a plain move in English letters nor an annotation sign
)

// class holds the classes of each byte.
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
