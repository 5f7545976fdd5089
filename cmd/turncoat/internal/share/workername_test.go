package share

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A worker's name is that of its machine, in letters that every subject of NATS takes, and of its
// process.
func TestWorkerName(t *testing.T) {
	one := WorkerName("worker")
	if got, want := plainName("az`{AZ@[09/:-._ é*>"), "az__AZ__09__-______"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if host, err := os.Hostname(); err == nil &&
		one != fmt.Sprintf("%s-worker-%d", plainName(host), os.Getpid()) {
		t.Errorf("%s on %s", one, host)
	}

	if !strings.Contains(one, "-worker-") || one == WorkerName("asker") {
		t.Error(one)
	}
}
