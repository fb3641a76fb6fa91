package bench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// nginxServer serves files.
type nginxServer struct {
	cmd *exec.Cmd
	url string
}

// startNginx serves what was answered at the same paths, with the same headers.
func (l *lab) startNginx(ctx context.Context, answers []fetched) (*nginxServer, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		return nil, err
	}
	www := filepath.Join(l.dir, "www")
	if err := os.MkdirAll(www, 0o755); err != nil {
		return nil, err
	}
	var locations strings.Builder
	for i, a := range answers {
		file := filepath.Join(www, fmt.Sprint(i))
		if err := os.WriteFile(file, a.text, 0o644); err != nil {
			return nil, err
		}
		fmt.Fprintf(&locations, "    location = %s { alias %s;%s }\n", a.path, file, nginxHeaders(a))
	}
	user := ""
	if os.Getuid() == 0 {
		user = "user root;" // whose folder it is
	}
	conf := fmt.Sprintf(`daemon off; worker_processes auto; %[1]s pid %[2]s/nginx.pid; error_log %[2]s/nginx.log;
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type application/json;
  client_body_temp_path %[2]s; proxy_temp_path %[2]s; fastcgi_temp_path %[2]s; uwsgi_temp_path %[2]s; scgi_temp_path %[2]s;
  server {
    listen %[3]s;
%[4]s  }
}
`, user, l.dir, address, locations.String())
	path := filepath.Join(l.dir, "nginx.conf")
	if err := os.WriteFile(path, []byte(conf), 0o644); err != nil {
		return nil, err
	}
	n := &nginxServer{cmd: exec.Command("nginx", "-p", l.dir, "-e", filepath.Join(l.dir, "nginx.log"), "-c", path), url: "http://" + address}
	n.cmd.Stderr = os.Stderr
	if err := n.cmd.Start(); err != nil {
		return nil, fmt.Errorf("bench: start nginx: %w", err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; {
		c, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			return n, c.Close()
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return nil, errors.Join(errors.New("bench: nginx did not start"), err, n.stop())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// nginxHeaders are the headers of an answer as nginx is told to send them. Those
// that belong to the connection are its own, and it has no Last-Modified, which
// Holdfast does not send.
func nginxHeaders(a fetched) string {
	var b strings.Builder
	b.WriteString(` add_header Last-Modified "";`)
	for _, name := range slices.Sorted(maps.Keys(a.header)) {
		switch name {
		case "Date", "Content-Length", "Connection", "Content-Type":
			continue
		}
		fmt.Fprintf(&b, ` add_header %s "%s";`, name, strings.ReplaceAll(a.header.Get(name), `"`, `\"`))
	}
	return b.String()
}

// stop ends the master, which ends its workers.
func (n *nginxServer) stop() error {
	if err := n.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	_ = n.cmd.Wait() // it was interrupted: that may be the error it reports
	return nil
}
