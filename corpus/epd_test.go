package corpus

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// Each bad line is named and the next is read.
func TestReadEPD(t *testing.T) {
	text := "# counts\n\n8/8/8/8/8/k7/8/K7 w - - 0 1 ;D1 5 ;D2 20\nx\n8/8/8/8/8/k7/8/K7 b - - 0 1 ;D2 5\n" +
		strings.Repeat("x", 5000) + "\n8/8/8/8/8/k7/8/K7 b - - 0 1;D1 5\n"
	list, err := ReadEPD(strings.NewReader(text), "p.epd")
	if len(list) != 2 || !reflect.DeepEqual(list[0].Counts, []uint64{5, 20}) ||
		!reflect.DeepEqual(list[1].Counts, []uint64{5}) {
		t.Errorf("%+v", list)
	}

	for _, want := range []string{"p.epd:4:", "p.epd:5:", "p.epd:6:"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// What is read is written so that it is read again as it was.
func FuzzReadEPD(f *testing.F) {
	f.Add("8/8/8/8/8/k7/8/K7 w - - 0 1 ;D1 5 ;D2 20\n")
	f.Add("8//1 5 ;D2 20\n8/k7/8/K7 w - - \r 1 ;D1 5 ;D2 2")
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := ReadEPD(strings.NewReader(text), "")
		var out bytes.Buffer
		if err := WriteEPD(&out, list); err != nil {
			t.Fatal(err)
		}
		again, err := ReadEPD(&out, "")
		if len(list) == 0 {
			return
		}
		if err != nil && !strings.Contains(err.Error(), "long") || err == nil &&
			!reflect.DeepEqual(again, list) {
			t.Errorf("%q: %+v, again %+v, %v", text, list, again, err)
		}
	})
}
