package protocol

import "testing"

// Values of keys that nobody knows are not kept, and few of the keys, however many there are; of a key that stands
// twice the last value counts.
func TestManyKeys(t *testing.T) {
	line := []byte(`{"ask":"perft","id":1`)
	for i := range 100_000 {
		line = append(line, ',', '"', 'x', byte('a'+i%26), byte('a'+i/26%26), byte('a'+i/676%26), byte('a'+i/17576),
			'"', ':', '1')
	}
	line = append(line, `,"id":[2],"ID":3}`...)
	object := fields{}
	if err := object.UnmarshalJSON(line); err != nil || len(object) > 100 || string(object["id"]) != "[2]" {
		t.Errorf("%d fields are kept, %v", len(object), err)
	}
	if r, e := ParseRequest(line); e != nil || r.Ask != "perft" || string(r.ID) != "[2]" {
		t.Errorf("%s, %v", r.ID, e)
	}
}
