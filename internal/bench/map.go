package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// The chart of a hall beside the same bytes as a file.
const (
	sysNginx = "nginx"
	mapConns = 64
	mapLimit = 60_000 // bytes, compressed
)

// chart measures reading where the seats of a hall stand, beside nginx serving
// the same bytes from a file.
func (r *Report) chart(ctx context.Context, l *lab) error {
	systems := []string{sysLite, sysNginx}
	if _, err := exec.LookPath("nginx"); err != nil {
		systems = systems[:1] // the report says that the ratio was not measured
	}
	rows := hallRows(4 * r.Config.Buyers / 2)
	return r.turns(mapConns, specs(groupMap, systems...), func(s spec) (turn, error) { return l.readChart(ctx, s, rows) })
}

// readChart runs one turn: a hall of which a part is sold, and its chart, read
// from Holdfast or, once it has been, from a file.
func (l *lab) readChart(ctx context.Context, s spec, rows int) (t turn, err error) {
	run, err := l.launch(ctx, sysLite, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	cfg := l.load(spec{System: sysLite, Conns: mapConns, Round: s.Round, WarmUp: s.WarmUp, Length: s.Length}, run)
	if cfg.Hall, err = hammer.NewHall(ctx, cfg, rows); err != nil {
		return t, err
	}
	some := cfg
	some.Scenario, some.Buyers, some.WarmUp, some.Duration = hammer.SeatRace, int64(cfg.Hall.Seats()/10), 0, fillWithin
	if _, err := raced(ctx, some); err != nil {
		return t, err
	}
	// The buyers' messages go out after they were answered: that is no part of
	// reading the chart, and nginx would not have it.
	if err := settle(ctx, run); err != nil {
		return t, err
	}
	cfg.Scenario, cfg.Path = hammer.Fetch, "/v1/events/"+cfg.Hall.Event+"/seats"
	text, err := fetched(ctx, cfg)
	if err != nil {
		return t, err
	}
	if s.System == sysNginx {
		if err := run.stopServers(); err != nil {
			return t, err
		}
		if run.nginx, err = l.startNginx(ctx, text); err != nil {
			return t, err
		}
		cfg.Targets, cfg.Path = []string{run.nginx.url}, "/"+chartFile
		if same, err := fetched(ctx, cfg); err != nil || string(same) != string(text) {
			return t, errors.Join(errors.New("the file is not the chart"), err)
		}
	}
	before := usage(run)
	res, err := checkedRun(ctx, cfg)
	if err != nil {
		return t, err
	}
	t = turn{spec: s, Result: res, Stored: int64(len(text))}
	t.account(before, usage(run))
	fmt.Fprintf(l.log, "%s  %d bytes\n", t.line(), len(text))
	return t, nil
}

// How long a server must have had next to nothing to do, what that is, and how
// long one waits for it.
const (
	calmFor    = 500 * time.Millisecond
	calmBelow  = 0.1 // of a processor
	calmWithin = 2 * time.Minute
)

// settle waits until the servers of a turn have finished what they were left with.
func settle(ctx context.Context, run *running) error {
	for deadline := time.Now().Add(calmWithin); ; {
		before, since := run.serverCPU(), time.Now()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(calmFor):
		}
		if (run.serverCPU() - before).Seconds() < calmBelow*time.Since(since).Seconds() {
			return nil
		}
		if time.Now().After(deadline) {
			return errors.New("bench: the server does not come to rest")
		}
	}
}

// fetched reads the path of a config once, compressed.
func fetched(ctx context.Context, cfg hammer.Config) (text []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, cfg.Targets[0]+cfg.Path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept-Encoding", "gzip")
	req.Header.Set("Authorization", "Bearer "+cfg.APIKey)
	rep, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rep.Body.Close()) }()
	if rep.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", cfg.Path, rep.Status)
	}
	return io.ReadAll(rep.Body)
}

const chartFile = "chart"

// nginxServer serves one file.
type nginxServer struct {
	cmd *exec.Cmd
	url string
}

func (l *lab) startNginx(ctx context.Context, text []byte) (*nginxServer, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		return nil, err
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
  server { listen %[3]s; root %[2]s/www; add_header Content-Encoding gzip; }
}
`, user, l.dir, address)
	path := filepath.Join(l.dir, "nginx.conf")
	if err := errors.Join(
		os.MkdirAll(filepath.Join(l.dir, "www"), 0o755),
		os.WriteFile(filepath.Join(l.dir, "www", chartFile), text, 0o644),
		os.WriteFile(path, []byte(conf), 0o644),
	); err != nil {
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

// stop ends the master, which ends its workers.
func (n *nginxServer) stop() error {
	if err := n.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	_ = n.cmd.Wait() // it was interrupted: that may be the error it reports
	return nil
}

func (r *Report) mapTargets() []target {
	of := selection{Group: groupMap, System: sysLite}
	return []target{
		{what: "chart of 20,000 seats: read per second / nginx with the same bytes", want: "≥ 0.5", got: r.ratio(of, selection{Group: groupMap, System: sysNginx}, perSecond), limit: 0.5},
		{what: "chart of 20,000 seats: bytes, compressed", want: "≤ 60,000", got: r.figures(of, func(t *turn) float64 { return float64(t.Stored) }), limit: mapLimit, atMost: true, verb: "%.0f"},
	}
}

func (r *Report) writeMap(p *page) {
	p.say("## The chart of a hall\n")
	p.say("Where %d seats stand, of which a part is sold, read by %d connections, compressed; nginx serves the same bytes from a file.\n", hallRows(4*r.Config.Buyers/2)*(&hammer.Hall{Rows: 1}).Seats(), mapConns)
	p.head("system", "per second", "/ nginx", "p50 ms", "p99 ms", "server CPU µs/request")
	nginx := selection{Group: groupMap, System: sysNginx}
	for _, system := range []string{sysNginx, sysLite} {
		s := selection{Group: groupMap, System: system}
		p.row(system, r.figures(s, perSecond).text("%.0f"), r.ratio(s, nginx, perSecond).text("%.2f"), r.figures(s, p50).text("%.2f"), r.figures(s, p99).text("%.2f"), r.figures(s, serverCPU).text("%.0f"))
	}
	p.say("")
}
