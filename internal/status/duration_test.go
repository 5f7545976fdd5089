package status

import (
	"testing"
	"time"
)

// Where seconds become minutes, minutes hours, and where there is nothing to say.
func TestBoundsOfDurations(t *testing.T) {
	for d, want := range map[time.Duration]string{
		59 * time.Second: "59s", time.Minute: "1m00s", 61 * time.Second: "1m01s",
		time.Hour - time.Second: "59m59s", time.Hour: "1h00m", time.Hour + time.Minute: "1h01m",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
	for elapsed, want := range map[time.Duration]string{
		time.Second - 1: "", time.Second: "about 1s left", 1000 * time.Hour: "about 1000h00m left",
		1001 * time.Hour: "",
	} {
		if got := Left(elapsed, 1, 2); got != want {
			t.Errorf("one of two after %v: %q, want %q", elapsed, got, want)
		}
	}
}

// What is added is counted.
func TestTaskAdds(t *testing.T) {
	var line *Line
	task := line.Task("games", 10)
	task.Add(2)
	task.Add(3)
	if task.done != 5 {
		t.Errorf("%d done, want 5", task.done)
	}
	task.End()
}
