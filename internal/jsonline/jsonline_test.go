package jsonline

import (
	"math"
	"testing"
)

// A value is one line, whatever is in it; what cannot be written leaves the text as it was.
func TestLines(t *testing.T) {
	for _, test := range []struct {
		value any
		want  string
	}{
		{map[string]any{"a": "<b>&\n", "c": []int{1, 2}}, `{"a":"<b>&\n","c":[1,2]}`},
		{"\x1b[2J\u202e\x9b \u009b\U000e0041\u7ff6", `"\u001b[2J\u202e\ufffd \u009b\udb40\udc41` +
			"\u7ff6\""},
		{"x", `"x"`}, {nil, "null"}, {struct{}{}, "{}"},
	} {
		line, err := Encode(test.value)
		if err != nil || string(line) != test.want {
			t.Errorf("%v is %q, %v; want %q", test.value, line, err, test.want)
		}
		if text, err := Append([]byte("before "), test.value); err != nil ||
			string(text) != "before "+test.want+"\n" {
			t.Errorf("%v is appended as %q, %v", test.value, text, err)
		}
	}

	if text, err := Append([]byte("before"), math.Inf(1)); err == nil || string(text) != "before" {
		t.Errorf("what is no JSON is appended as %q, %v", text, err)
	}
	if line, err := Encode(make(chan int)); err == nil || len(line) > 0 {
		t.Errorf("what is no JSON is %q, %v", line, err)
	}
}
