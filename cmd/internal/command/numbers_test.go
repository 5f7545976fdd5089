package command

import "testing"

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "65536": 65536, "64K": 64 << 10,
		"64k": 64 << 10, "512M": 512 << 20, "512MiB": 512 << 20, "2G": 2 << 30, "3GB": 3 << 30} {
		var got Size
		if err := got.Set(text); err != nil || int64(got) != want {
			t.Errorf("%s: %d, %v, want %d", text, got, err, want)
		}
	}

	for _, text := range []string{"", "0", "-1", "M", "1MM", "1KG", "1T", "4294967296", "1 M",
		"iB"} {
		var got Size
		if err := got.Set(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}
