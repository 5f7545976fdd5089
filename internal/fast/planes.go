package fast

// A bit-sliced number holds one small whole number for every square: bit s of word i is bit i of
// the number of square s. Adding a set of squares adds one on all of them at once.
//
// The balance of a position, as the mover sees it, is such a number: the mover's weight less the
// enemy's, plus one on every square where no enemy piece stands. With that one a single question
// serves both sides: the balance is above zero exactly where an enemy piece is over-persuaded, and
// where a piece of the mover, or an empty square, is not.
//
// By total value a king counts kingUnit instead of 1000. That changes no comparison as long as all
// other pieces of the board together are worth less than kingUnit, which crowded makes sure of.

const (
	kingBit  = 7
	kingUnit = 1 << kingBit
	// numberSign and valueSign are the words that hold the sign, in two's complement. By number at
	// most 35 pieces can bear on a square.
	numberSign = 6
	valueSign  = 9
)

// planes is a bit-sliced number in two's complement. The length is a power of two so that masking
// an index spares its check.
type planes [16]bits

// What a piece adds to the balance where it bears, by kind: by number and by total value.
var (
	singly  = [8]int16{1, 1, 1, 1, 1, 1}
	byValue = [8]int16{1, 3, 3, 5, 9, kingUnit}
)

// at returns the number of one square.
func (d *planes) at(s square, sign int) int16 {
	s &= 63
	n := int16(d[0]>>s&1) + int16(d[1]>>s&1)<<1 + int16(d[2]>>s&1)<<2 + int16(d[3]>>s&1)<<3 +
		int16(d[4]>>s&1)<<4 + int16(d[5]>>s&1)<<5
	if sign == numberSign {
		return n - int16(d[6]>>s&1)<<6
	}
	return n + int16(d[6]>>s&1)<<6 + int16(d[7]>>s&1)<<7 + int16(d[8]>>s&1)<<8 - int16(d[9]>>s&1)<<9
}

// above returns the squares whose number is above zero.
func (d *planes) above(sign int) bits {
	var any bits
	for i := 0; i < sign; i++ {
		any |= d[i&15]
	}
	return any &^ d[sign&15]
}

// margins finds, by kind, the squares whose number is above zero once one more piece of that kind
// bears on them, and those once one that does bears no longer.
func (d *planes) margins(sign int, with, without *[6]bits) {
	if sign == numberSign {
		more, less := ^d[6], (d[1]|d[2]|d[3]|d[4]|d[5])&^d[6]
		*with = [6]bits{more, more, more, more, more, more}
		*without = [6]bits{less, less, less, less, less, less}
		return
	}

	low, whole := d[0]|d[1]|d[2]|d[3]|d[4]|d[5]|d[6], ^d[9]
	some, all := d[4]|d[5]|d[6]|d[7]|d[8], d[4]&d[5]&d[6]&d[7]&d[8]
	three := d[1]&d[2]&d[3]&all | whole
	*with = [6]bits{whole, three, three, d[2]&d[3]&all | whole, d[3]&all | whole, d[8]&d[7]&low |
		whole}
	three = (d[2] | d[3] | some) & whole
	*without = [6]bits{(d[1] | d[2] | d[3] | some) & whole, three, three, (d[2]&d[1] | d[3] |
		some) & whole, (d[3]&(d[2]|d[1]) | some) & whole, (d[7]&low | d[8]) & whole}
}

// levels returns, by number, the squares among some whose number is above -k, for k from 1 to 7.
func (d *planes) levels(on bits) [8]bits {
	positive := on &^ d[6]
	high := on & d[5] & d[4] & d[3] // -8 and above, with the sign
	top := high & d[2]              // -4 and above
	return [8]bits{
		1: positive,
		2: positive | top&d[1]&d[0],
		3: positive | top&d[1],
		4: positive | top&(d[1]|d[0]),
		5: positive | top,
		6: positive | top | high&d[1]&d[0],
		7: positive | top | high&d[1],
	}
}
