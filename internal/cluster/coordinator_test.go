package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"turncoat/internal/work"
)

// A message is one that no server has sent; what becomes of it is noted.
type message struct {
	jetstream.Msg
	subject   string
	data      []byte
	delivered uint64 // 0: nobody knows how often
	fate      *string
}

func (m message) Subject() string { return m.subject }
func (m message) Data() []byte    { return m.data }
func (m message) Ack() error      { *m.fate += "ack "; return nil }
func (m message) Nak() error      { *m.fate += "nak "; return nil }
func (m message) Term() error     { *m.fate += "term "; return nil }
func (m message) NakWithDelay(d time.Duration) error {
	*m.fate += fmt.Sprintf("later %v ", d)
	return nil
}

func (m message) Metadata() (*jetstream.MsgMetadata, error) {
	if m.delivered == 0 {
		return nil, errors.New("of no stream")
	}
	return &jetstream.MsgMetadata{NumDelivered: m.delivered}, nil
}

// A listener is a coordinator of ten units in spans of four, with what it keeps. Functions that are
// set come first.
type listener struct {
	*run
	kept map[int]bool
	told string
	keep func(unit int, result []byte) error
	sync func() error
}

func (l *listener) Has(unit int) bool { return l.kept[unit] }

func (l *listener) Sync() error {
	if l.sync != nil {
		return l.sync()
	}
	return nil
}

func (l *listener) Keep(unit int, result []byte) error {
	if l.keep != nil {
		if err := l.keep(unit, result); err != nil {
			return err
		}
	}

	l.kept[unit] = true
	l.told += fmt.Sprintf("%d=%s ", unit, result)
	return nil
}

func (l *listener) Fail(unit int, reason error) error {
	l.kept[unit] = true
	l.told += fmt.Sprintf("%d!%s ", unit, reason)
	if strings.HasSuffix(reason.Error(), "ends all") {
		return errEnds
	}
	return nil
}

func newListener(had ...int) *listener {
	l := &listener{kept: map[int]bool{}}
	for _, unit := range had {
		l.kept[unit] = true
	}
	l.run = (&Coordinator{}).begin(nil, Work{Units: 10, Span: 4}, l)
	l.progress.Units, l.id = 0, "id"
	return l
}

func (l *listener) message(fate *string, subject string, units ...string) message {
	o := outcome{}
	for _, u := range units {
		if reason, failed := strings.CutPrefix(u, "!"); failed {
			o = append(o, unitOutcome{Failed: reason})
		} else {
			o = append(o, unitOutcome{Result: []byte(u)})
		}
	}

	text, _ := json.Marshal(o)
	return message{subject: subject, data: text, fate: fate}
}

// Results of spans that are open are kept, each once; units that fail are asked for again with
// their span, and set aside the third time.
func TestTake(t *testing.T) {
	l := newListener(9)
	var fate string
	take := func(subject string, units ...string) {
		t.Helper()
		if err := l.take(l.message(&fate, subject, units...)); err != nil {
			t.Error(err)
		}
	}
	holds := func(told string, requeue []int, open []int, done, failed int) {
		t.Helper()
		var spans []int
		for span := range l.open {
			spans = append(spans, span)
		}
		slices.Sort(spans)
		if l.told != told || !slices.Equal(l.requeue, requeue) || !slices.Equal(spans, open) ||
			l.progress.Done != done || l.progress.Failed != failed {
			t.Errorf("%q, again %v, open %v, %+v; want %q, %v, %v, %d, %d", l.told, l.requeue,
				spans, l.progress, told, requeue, open, done, failed)
		}

		l.told = ""
	}
	at := time.Unix(5, 0)
	l.open[0], l.open[2] = &queued{at: at}, &queued{at: at}
	take("turncoat.result.other.0", "a", "b", "c", "d")
	take("turncoat.result.id.1", "a", "b", "c", "d") // not open
	take("turncoat.result.id.3", "a", "b", "c", "d") // there is none
	take("turncoat.result.id.x", "a", "b", "c", "d")
	holds("", nil, []int{0, 2}, 0, 0)
	take("turncoat.result.id.0", "a", "b", "c", "d")
	holds("0=a 1=b 2=c 3=d ", nil, []int{2}, 4, 0)
	take("turncoat.result.id.0", "a", "b", "c", "d") // once more
	holds("", nil, []int{2}, 4, 0)
	take("turncoat.result.id.2", "i", "j")
	holds("8=i ", nil, []int{}, 5, 0) // 9 was there before

	l.open[1] = &queued{at: at}
	take("turncoat.result.id.1", "e", "!no", "g", "!no") // once
	holds("4=e 6=g ", []int{1}, []int{1}, 7, 0)
	if o := l.open[1]; o.failures != 1 || !o.at.IsZero() {
		t.Errorf("%+v", o)
	}
	take("turncoat.result.id.1", "e", "f") // cannot be read: twice
	holds("", []int{1, 1}, []int{1}, 7, 0)
	take("turncoat.result.id.1", "e2", "f", "g2", "!never") // the third time
	holds("5=f 7!never ", []int{1, 1}, []int{}, 8, 1)

	l = newListener()
	l.open[2] = &queued{failures: 2}
	take("turncoat.result.id.2", "!a", "!b")
	holds("8!a 9!b ", nil, []int{}, 0, 2)
	l = newListener()
	l.open[2] = &queued{}
	l.keep = func(int, []byte) error { return work.ErrEnough }
	if err := l.take(l.message(&fate, "turncoat.result.id.2", "a", "b")); err != work.ErrEnough ||
		l.progress.Done != 0 {
		t.Errorf("%v, %+v", err, l.progress)
	}
	if fate != "" {
		t.Errorf("the server is told %q before anything is kept for good", fate)
	}
}

// The server is told that results have come when all that wait are kept for good.
func TestTakeAll(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		keep, sync error
		fate, told string
	}{
		{nil, nil, "ack ack ack ", "8=i 9=j sync"}, {nil, broken, "", "8=i 9=j sync"},
		{broken, nil, "", ""},
	} {
		l := newListener()
		l.open[2] = &queued{}
		if test.keep != nil {
			l.keep = func(int, []byte) error { return test.keep }
		}
		l.sync = func() error { l.told += "sync"; return test.sync }
		var fate string
		more := make(chan jetstream.Msg, 5)
		more <- l.message(&fate, "turncoat.result.id.2", "i", "j")
		more <- l.message(&fate, "turncoat.result.other.2", "i", "j")
		err := l.takeAll(l.message(&fate, "turncoat.result.id.7", "x"), more)
		if want := errors.Join(test.keep, test.sync); (err == nil) != (want == nil) ||
			err != nil && err != broken || fate != test.fate || l.told != test.told {
			t.Errorf("%+v: %v, %q, %q", test, err, fate, l.told)
		}
	}
}

// The inputs of a span go in one message of at most eight megabytes.
func TestSpanInputs(t *testing.T) {
	l := newListener()
	if text, err := l.inputs(2); err != nil || text != nil {
		t.Errorf("none: %q, %v", text, err)
	}
	broken := errors.New("broken")
	l.Input = func(unit int) ([]byte, error) {
		if unit == 3 {
			return nil, broken
		}
		return fmt.Append(nil, "u", unit), nil
	}
	if text, err := l.inputs(2); err != nil || string(text) != `["dTg=","dTk="]` {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := l.inputs(0); err != broken {
		t.Errorf("%v", err)
	}
	// Three bytes become four, and around each input are two quotes and a comma or a bracket; the
	// whole begins with one.
	whole := (maxPayload - 1 - 2*3) / 2 / 4 * 3
	for _, test := range []struct {
		more int
		ok   bool
	}{{0, true}, {3, false}} {
		l.Input = func(int) ([]byte, error) { return make([]byte, whole+test.more), nil }
		text, err := l.inputs(2)
		if (err == nil) != test.ok {
			t.Errorf("%d bytes: %v", len(text), err)
		}
		if want := fmt.Sprintf("inputs of units 8 to 9 are too large: %d bytes", len(text)); !test.ok &&
			err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// errEnds is the error by which the asker of a listener ends the work.
var errEnds = errors.New("the work ends")
