package protocol

import "testing"

// Of keys that nobody knows few are kept, however many there are; of a key that stands
// twice the last value counts.
func TestManyKeys(t *testing.T) {
	line := []byte(`{"ask":"perft","id":1`)
	for i := range 100_000 {
		line = append(line, ',', '"', 'x', byte('a'+i%26), byte('a'+i/26%26), byte('a'+i/676%26),
			byte('a'+i/17576), '"', ':', '1')
	}

	line = append(line, `,"id":[2],"ID":3}`...)
	if r, e := ParseRequest(line); e != nil || r.Ask != "perft" || string(r.ID) != "[2]" ||
		len(r.unknown) > 100 {
		t.Errorf("%s, %v, %d unknown keys are kept", r.ID, e, len(r.unknown))
	}
}
