package chaos

import (
	"os"
	"os/exec"
	"path/filepath"
)

// A process is one that was started.
type process struct {
	cmd  *exec.Cmd
	over chan struct{} // closed when it has ended
	err  error         // of its end
}

func (w *world) start(program, log string, words ...string) (*process, error) {
	file, err := os.OpenFile(filepath.Join(w.dir, log+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p := &process{cmd: exec.Command(program, words...), over: make(chan struct{})}
	p.cmd.Stderr = file
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.over)
	}()
	return p, nil
}

// kill kills a process, if it is there, and waits for its end.
func (p *process) kill() {
	if p != nil {
		p.cmd.Process.Kill()
		<-p.over
	}
}

func (p *process) ended() bool {
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}
