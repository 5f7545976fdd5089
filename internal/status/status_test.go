package status

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// onTerminal returns a line that believes to be on a terminal of 40 columns, at a time that the
// test decides.
func onTerminal() (line *Line, screen *strings.Builder, now *time.Time) {
	screen, now = &strings.Builder{}, new(time.Time)
	*now = time.Unix(1000, 0)
	return &Line{w: screen, width: func() int { return 40 },
		now: func() time.Time { return *now }}, screen, now
}

func TestShow(t *testing.T) {
	line, screen, _ := onTerminal()
	line.Clear() // nothing stands there
	line.Draw("one\x1b[2J")
	line.Draw(strings.Repeat("ä", 50))
	line.Clear()
	line.Clear()
	line.Draw("again")
	want := "\r\x1b[Kone\\x1b[2J\r\x1b[K" + strings.Repeat("ä", 38) + "…\r\x1b[K\r\x1b[Kagain"
	if screen.String() != want {
		t.Errorf("the screen is sent %q, want %q", screen.String(), want)
	}
}

func TestNowhere(t *testing.T) {
	if line := New(&strings.Builder{}); line != nil {
		t.Error("a line is drawn where there is no terminal")
	}
	var line *Line
	line.Draw("x")
	line.Clear()
	task := line.Task("games", 5)
	task.Set(1, "")
	task.End()
}

func TestTask(t *testing.T) {
	line, _, now := onTerminal()
	task := &Task{line: line, what: "games", total: 40, begun: *now}
	for _, c := range []struct {
		after time.Duration
		done  int
		note  string
		want  string
	}{
		{0, 0, "", "0 of 40 games, 0s"},
		{30 * time.Second, 10, "3 bad", "10 of 40 games, 3 bad, 30s, about 1m30s left"},
		{90 * time.Second, 40, "", "40 of 40 games, 2m00s, about 0s left"},
	} {
		*now = now.Add(c.after)
		task.done, task.note = c.done, c.note
		if got := task.text(); got != c.want {
			t.Errorf("the line is %q, want %q", got, c.want)
		}
	}

	one := &Task{line: line, what: "games", total: 1, begun: *now}
	if got, want := one.text(), "0 of 1 games, 0s"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	unknown := &Task{line: line, what: "positions", begun: now.Add(-2 * time.Hour), done: 7}
	if got, want := unknown.text(), "7 positions, 2h00m"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
}

func TestLeft(t *testing.T) {
	for _, c := range []struct {
		elapsed     time.Duration
		done, total float64
		want        string
	}{
		{10 * time.Second, 1, 4, "about 30s left"},
		{10 * time.Second, 0, 4, ""},
		{10 * time.Second, 0, 0, ""},
		{10 * time.Second, 5, 4, ""},
		{10 * time.Second, 5, 0, ""},
		{100 * time.Millisecond, 1, 4, ""},
		{time.Hour, 1, 1e12, ""},
		{time.Hour, 3, 4, "about 20m00s left"},
	} {
		if got := Left(c.elapsed, c.done, c.total); got != c.want {
			t.Errorf("Left(%v, %v, %v) = %q, want %q", c.elapsed, c.done, c.total, got, c.want)
		}
	}
}

func TestTaskEnds(t *testing.T) {
	line, screen, _ := onTerminal()
	task := line.Task("games", 40)
	task.Set(7, "")
	task.End()
	task.End() // nothing more
	if want := "\r\x1b[K7 of 40 games, 0s\r\x1b[K"; screen.String() != want {
		t.Errorf("the screen is sent %q, want %q", screen.String(), want)
	}
}

// A task that has ended draws nothing any more, even if it was about to.
func TestTaskEndsWhileDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, screen, now := onTerminal()
		drawing := make(chan bool, 1)
		line.now = func() time.Time {
			<-drawing
			return *now
		}
		drawing <- true // the task begins; its drawing waits
		task := line.Task("games", 40)
		time.Sleep(3 * pace)
		ended := false
		go func() {
			task.End()
			ended = true
		}()
		synctest.Wait()
		if ended {
			t.Error("the task ends while its line is being drawn")
		}
		close(drawing)
		synctest.Wait()
		if want := "0 of 40 games, 0s\r\x1b[K"; !strings.HasSuffix(screen.String(), want) ||
			!ended {
			t.Errorf("the screen is sent %q, want %q at the end", screen.String(), want)
		}
	})
}

// While no piece ends the line is drawn again all the same, five times a second, and once at the
// end.
func TestTaskIsAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, screen, _ := onTerminal()
		task := line.Task("games", 40)
		time.Sleep(time.Second)
		synctest.Wait()
		task.End()
		if n := strings.Count(screen.String(), "0 of 40 games"); n != 6 {
			t.Errorf("drawn %d times", n)
		}
	})
}
