package e2e

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/certs/certstest"
)

// fresh is a Debian in which the package was just installed, and its unit.
type fresh struct {
	t       *testing.T
	root    string
	env     []string // of the unit, and of its EnvironmentFile
	exec    []string // its ExecStart
	workdir string
	state   string // the only folder that the server may write
	uid     uint32 // of DynamicUser
}

// install reads the unit as systemd does: its user is made, and its folder.
func install(t *testing.T, root string) *fresh {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "usr/lib/systemd/system/holdfast.service"))
	if err != nil {
		t.Fatal(err)
	}
	f := &fresh{t: t, root: root, uid: 61184} // the first that systemd gives to a DynamicUser
	set := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch name {
		case "ExecStart":
			f.exec = strings.Fields(value)
		case "Environment":
			f.env = append(f.env, value)
		default:
			set[name] = value
		}
	}
	if set["DynamicUser"] != "yes" || len(f.exec) < 2 || set["EnvironmentFile"] != "-/etc/holdfast/holdfast.env" {
		t.Fatalf("the unit is another than this test knows: %q, %v", f.exec, set)
	}
	f.workdir, f.state = set["WorkingDirectory"], "/var/lib/"+set["StateDirectory"]
	mode, err := strconv.ParseUint(set["StateDirectoryMode"], 8, 32)
	if err != nil {
		t.Fatal(err)
	}
	umask, err := strconv.ParseUint(set["UMask"], 8, 32)
	if err != nil {
		t.Fatal(err)
	}
	syscall.Umask(int(umask)) //nolint:gosec // nine bits
	at := f.path(f.state)
	if err := os.MkdirAll(at, os.FileMode(mode)); err != nil { //nolint:gosec // nine bits
		t.Fatal(err)
	}
	f.own(at)
	return f
}

func (f *fresh) path(inside string) string { return filepath.Join(f.root, inside) }

func (f *fresh) own(path string) {
	f.t.Helper()
	if err := os.Chown(path, int(f.uid), int(f.uid)); err != nil {
		f.t.Fatal(err)
	}
}

// put writes a file that the server may read.
func (f *fresh) put(inside string, content []byte) {
	f.t.Helper()
	if err := os.WriteFile(f.path(inside), content, 0o600); err != nil {
		f.t.Fatal(err)
	}
	f.own(f.path(inside))
}

// configure writes the settings, where the package has an example of them that nobody but root may
// read, and reads them as systemd does.
func (f *fresh) configure(settings ...string) {
	f.t.Helper()
	at := f.path("etc/holdfast/holdfast.env")
	if info, err := os.Stat(at); err != nil || info.Mode().Perm() != 0o600 {
		f.t.Fatalf("the settings: %v, %v", info, err)
	}
	if err := os.WriteFile(at, []byte("# A fresh installation.\n"+strings.Join(settings, "\n")+"\n"), 0o600); err != nil {
		f.t.Fatal(err)
	}
	f.env = append(f.env, settings...)
}

// command is a program of the package, as the unit's user in the unit's folder.
func (f *fresh) command(args []string, more ...string) *exec.Cmd {
	c := exec.Command(args[0], args[1:]...)
	c.Env, c.Dir = slices.Concat([]string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"}, f.env, more), f.workdir
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: f.root, Credential: &syscall.Credential{Uid: f.uid, Gid: f.uid}}
	return c
}

// run is a command to its end.
func (f *fresh) run(args []string, more ...string) string {
	f.t.Helper()
	var out, log bytes.Buffer
	c := f.command(append([]string{f.exec[0]}, args...), more...)
	c.Stdout, c.Stderr = &out, &log
	if err := c.Run(); err != nil {
		f.t.Fatalf("%v: %v: %s%s", args, err, &out, &log)
	}
	return out.String()
}

// serve starts the server as the unit does. stop ends it as systemd does.
func (f *fresh) serve() (stop func()) {
	f.t.Helper()
	log := &logBuffer{}
	c := f.command(f.exec)
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		f.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	f.t.Cleanup(func() {
		_ = c.Process.Kill() // if it runs still
		if f.t.Failed() {
			f.t.Logf("log of the server:\n%s", log)
		}
	})
	return func() {
		f.t.Helper()
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			f.t.Fatal(err)
		}
		select {
		case err := <-ended:
			if err != nil {
				f.t.Fatalf("it ends with %v", err)
			}
		case <-time.After(time.Minute): // TimeoutStopSec
			f.t.Fatal("it does not end")
		}
	}
}

// TestFresh: on a Debian on which nothing is but the package, the server that its unit starts gets a
// certificate, sells, is found to be in order, and comes back from a backup when all else is lost.
func TestFresh(t *testing.T) {
	root := os.Getenv("HOLDFAST_FRESH_ROOT")
	if root == "" {
		t.Skip("scripts/fresh makes the Debian that it needs")
	}
	const name = "tickets.fresh.example"
	listen, plain := freeAddress(t), freeAddress(t)
	port := func(address string) int {
		_, text, err := net.SplitHostPort(address)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	ca := certstest.Start(t, port(listen), port(plain))
	trusted, err := os.ReadFile(ca.Roots)
	if err != nil {
		t.Fatal(err)
	}
	base := "https://" + name + ":" + strconv.Itoa(port(listen))

	f := install(t, root)
	if err := os.WriteFile(f.path("etc/hosts"), []byte("127.0.0.1 localhost "+name+"\n"), 0o644); err != nil { //nolint:gosec // everybody reads it
		t.Fatal(err)
	}
	if err := os.Chmod(f.path("etc/hosts"), 0o644); err != nil { //nolint:gosec // everybody reads it
		t.Fatal(err)
	}
	f.put(f.state+"/authority.pem", trusted)
	f.put(f.state+"/issued.pem", ca.IssuedPEM)
	f.configure("HOLDFAST_TLS_DOMAIN="+name, "HOLDFAST_ACME_DIRECTORY="+ca.Directory, "HOLDFAST_ACME_ROOTS="+f.state+"/authority.pem",
		"HOLDFAST_LISTEN="+listen, "HOLDFAST_HTTP_LISTEN="+plain, "HOLDFAST_BASE_URL="+base)

	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: ca.Issued, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, listen)
		},
	}}
	key := ""
	call := func(method, path string, body any) *reply {
		t.Helper()
		in, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequestWithContext(t.Context(), method, base+path, bytes.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close() //nolint:errcheck // only read
		var b bytes.Buffer
		if _, err := b.ReadFrom(resp.Body); err != nil {
			t.Fatal(err)
		}
		return &reply{t: t, call: method + " " + path, status: resp.StatusCode, header: resp.Header, body: b.Bytes()}
	}
	ready := func() {
		t.Helper()
		within(t, time.Minute, "the server answers with a certificate of the authority", func() bool {
			resp, err := client.Get(base + "/readyz")
			return err == nil && resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
		})
	}

	stop := f.serve()
	ready()
	key = strings.TrimSpace(f.run([]string{"apikey", "create", "--org", "Fresh"}))
	event := call("POST", "/v1/events", object{
		"title": "Tea", "starts_at": "2031-05-01T16:00:00Z", "ends_at": "2031-05-01T18:00:00Z", "timezone": "Europe/London", "capacity": 20, "publish": true,
	}).want(201).at("id")
	call("POST", "/v1/events/"+event+"/registrations", object{"user_id": "ada", "email": "ada@example.org", "name": "Ada"}).want(201)
	photo, err := os.ReadFile("../internal/picture/testdata/photo.avif")
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/v1/pictures", bytes.NewReader(photo))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "image/avif")
	if resp, err := client.Do(req); err != nil || resp.Body.Close() != nil || resp.StatusCode != http.StatusCreated {
		t.Errorf("an AVIF: %v, %v", resp, err)
	}
	f.run([]string{"backup", f.state + "/copy.db"})
	// It ends with 1 where something does not work.
	found := f.run([]string{"doctor"}, "SSL_CERT_FILE="+f.state+"/issued.pem")
	for _, said := range []string{"its schema is current", base + " answers and is ready", "it is valid until", "holdfast backup has made the last", "0 faults"} {
		if !strings.Contains(found, said) {
			t.Errorf("doctor does not say %q: %s", said, found)
		}
	}
	stop()

	// All is lost but what is kept apart: the keys and the backup.
	kept := regexp.MustCompile(`^(?:master\.keys|log\.key|copy\.db|authority\.pem)$`)
	entries, err := os.ReadDir(f.path(f.state))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !kept.MatchString(e.Name()) {
			if err := os.RemoveAll(filepath.Join(f.path(f.state), e.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Rename(f.path(f.state+"/copy.db"), f.path(f.state+"/holdfast.db")); err != nil {
		t.Fatal(err)
	}
	stop = f.serve()
	ready()
	call("GET", "/v1/events/"+event, nil).want(200).is("title", "Tea")
	call("GET", "/v1/events/"+event+"/registrations/ada", nil).want(200)
	stop()
	f.run([]string{"verify"})
}
