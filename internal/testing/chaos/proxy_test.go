package chaos

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"time"
)

// A proxy is the network between a process and the servers. It can stall: what is sent is neither
// lost nor refused, it does not come. Each server has a port of its own in it.
type proxy struct {
	listeners []net.Listener

	mu    sync.Mutex
	until time.Time // it stalls
}

func newProxy(ports []int) (*proxy, error) {
	p := &proxy{}
	for _, port := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			p.close()
			return nil, err
		}

		p.listeners = append(p.listeners, l)
		go p.serve(l, fmt.Sprintf("127.0.0.1:%d", port))
	}

	return p, nil
}

// url returns the addresses of all servers, by way of the proxy.
func (p *proxy) url() string {
	var urls []string
	for _, l := range p.listeners {
		urls = append(urls, "nats://"+l.Addr().String())
	}
	return strings.Join(urls, ",")
}

func (p *proxy) close() {
	for _, l := range p.listeners {
		l.Close()
	}
}

// stall has nothing pass for a time.
func (p *proxy) stall(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until = time.Now().Add(d)
}

// pass waits until something may pass.
func (p *proxy) pass() {
	for {
		p.mu.Lock()
		left := time.Until(p.until)
		p.mu.Unlock()
		if left <= 0 {
			return
		}
		time.Sleep(min(left, 50*time.Millisecond))
	}
}

func (p *proxy) serve(l net.Listener, to string) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			server, err := net.Dial("tcp", to)
			if err != nil {
				client.Close()
				return
			}

			go p.copy(server, client)
			p.copy(client, server)
		}()
	}
}

func (p *proxy) copy(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.pass()
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}

		if err != nil {
			return
		}
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// await waits until somebody listens on a port.
func await(port int) (err error) {
	for range 600 {
		var c net.Conn
		c, err = net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return c.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}

	return err
}
