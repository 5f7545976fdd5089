package wasm

import (
	"encoding/binary"
	"fmt"
)

// The codes of an address that is a constant; WebAssembly Core Specification, sections 5.4.7 and 5.4.9.
const (
	i32Const        = 0x41
	endOfExpression = 0x0b
)

var errCut = fmt.Errorf("%w: it is cut short", ErrForm)

// A reader takes a module apart.
type reader struct{ rest []byte }

func (r *reader) byte() (byte, error) {
	if len(r.rest) == 0 {
		return 0, errCut
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b, nil
}

// number reads an unsigned number of at most 32 bits.
func (r *reader) number() (int, error) {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > 1<<32-1 {
		return 0, errCut
	}
	r.rest = r.rest[size:]
	return int(n), nil
}

// sized reads bytes after their number.
func (r *reader) sized() ([]byte, error) {
	n, err := r.number()
	if err != nil || n > len(r.rest) {
		return nil, errCut
	}
	body := r.rest[:n:n]
	r.rest = r.rest[n:]
	return body, nil
}

// segment reads a piece of memory and its address.
func (r *reader) segment() (address int, data []byte, err error) {
	if len(r.rest) < 2 || r.rest[0] != 0 || r.rest[1] != i32Const {
		return 0, nil, fmt.Errorf("%w: a piece of memory has no constant address", ErrForm)
	}
	r.rest = r.rest[2:]
	address, err = r.signed()
	if err != nil {
		return 0, nil, err
	}
	if end, err := r.byte(); err != nil || end != endOfExpression {
		return 0, nil, fmt.Errorf("%w: a piece of memory has no constant address", ErrForm)
	}
	data, err = r.sized()
	if err == nil && (address < 0 || address+len(data) > maxMemory) {
		err = fmt.Errorf("%w: a piece of memory lies at %d", ErrForm, address)
	}
	return address, data, err
}

// signed reads a number as LEB128 writes signed ones.
func (r *reader) signed() (int, error) {
	value, shift := int64(0), 0
	for shift < 35 {
		b, err := r.byte()
		if err != nil {
			return 0, err
		}
		value |= int64(b&0x7f) << shift
		shift += 7
		if b&0x80 == 0 {
			if b&0x40 != 0 {
				value |= -1 << shift
			}
			return int(value), nil
		}
	}
	return 0, errCut
}

// appendSigned appends a number as LEB128 writes signed ones.
func appendSigned(to []byte, n int64) []byte {
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(to, b)
		}
		to = append(to, b|0x80)
	}
}
