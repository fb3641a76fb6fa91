package e2e

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// image is what a Dockerfile makes, as files in a folder and settings: those that ours
// consists of.
type image struct {
	t                         *testing.T
	root                      string
	env                       []string
	entrypoint, cmd, healthy  []string
	uid, gid                  int
	workdir, volume, stopWith string
}

// build does what the Dockerfile says. An instruction that it does not know fails the test.
func build(t *testing.T, dockerfile string) *image {
	t.Helper()
	text, err := os.ReadFile(dockerfile)
	if err != nil {
		t.Fatal(err)
	}
	im := &image{t: t, root: t.TempDir()}
	if err := os.Chmod(filepath.Dir(im.root), 0o755); err != nil { //nolint:gosec // another user comes in
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		instruction, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "", strings.HasPrefix(line, "#"), line == "FROM scratch", line == "EXPOSE 8080":
		case instruction == "COPY":
			im.copy(strings.Fields(rest))
		case instruction == "ENV":
			im.env = append(im.env, rest)
		case line == "USER 65532:65532":
			im.uid, im.gid = 65532, 65532
		case instruction == "WORKDIR":
			im.workdir = rest
		case instruction == "VOLUME":
			im.volume = rest
		case instruction == "STOPSIGNAL":
			im.stopWith = rest
		case instruction == "HEALTHCHECK":
			im.healthy = words(t, rest[strings.Index(rest, "CMD ")+4:])
		case instruction == "ENTRYPOINT":
			im.entrypoint = words(t, rest)
		case instruction == "CMD":
			im.cmd = words(t, rest)
		default:
			t.Fatalf("%s: unknown: %s", dockerfile, line)
		}
	}
	return im
}

func words(t *testing.T, text string) (list []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) == 0 {
		t.Fatalf("%s: %v", text, err)
	}
	return list
}

// copy takes files from the checkout.
func (im *image) copy(args []string) {
	im.t.Helper()
	owner := 0
	if args[0] == "--chown=65532:65532" {
		owner, args = 65532, args[1:]
	}
	from, to := filepath.Join("..", args[0]), im.root+args[1]
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		there := to + strings.TrimPrefix(path, from)
		if e.IsDir() {
			if err := os.MkdirAll(there, 0o755); err != nil { //nolint:gosec // as an image has it
				return err
			}
			return os.Chown(there, owner, owner)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if err := os.WriteFile(there, text, info.Mode()); err != nil {
			return err
		}
		return os.Chown(there, owner, owner)
	})
	if err != nil {
		im.t.Fatal(err)
	}
}

// command is a process in a container of the image, without any of the variables of this
// one.
func (im *image) command(env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(im.t.Context(), args[0], args[1:]...)
	cmd.Env, cmd.Dir = append(slices.Clone(im.env), env...), im.workdir
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: im.root, Credential: &syscall.Credential{Uid: uint32(im.uid), Gid: uint32(im.gid)}, Pdeathsig: syscall.SIGKILL} //nolint:gosec // it is 65532
	return cmd
}

// written are the files outside the volume.
func (im *image) written() (names []string) {
	im.t.Helper()
	err := filepath.WalkDir(im.root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && path == im.root+im.volume {
			return fs.SkipDir
		}
		if err == nil && !e.IsDir() {
			names = append(names, strings.TrimPrefix(path, im.root))
		}
		return err
	})
	if err != nil {
		im.t.Fatal(err)
	}
	return names
}

// TestContainer: what the Dockerfile describes starts as a user without rights beside nothing
// but its binary, is healthy when its own check says so, writes its volume only, ends when
// it is told to, and goes on with its data.
func TestContainer(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can make the root of a container")
	}
	im := build(t, "../deploy/container/Dockerfile")
	env := []string{"HOLDFAST_LISTEN=" + freeAddress(t), "HOLDFAST_DRAIN=0s"}
	if out, err := im.command(env, im.healthy...).CombinedOutput(); err == nil || !strings.Contains(string(out), "refused") {
		t.Errorf("before it was started it is healthy: %s", out)
	}
	if out, err := im.command(env, "/holdfast", "apikey", "create", "--org", "Contained").CombinedOutput(); err != nil || !strings.Contains(string(out), "hf_") {
		t.Fatalf("%v: %s", err, out)
	}
	for start := range 2 {
		server, log := im.command(env, append(slices.Clone(im.entrypoint), im.cmd...)...), &logBuffer{}
		server.Stdout, server.Stderr = log, log
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		within(t, 30*time.Second, "the container is healthy", func() bool { return im.command(env, im.healthy...).Run() == nil })
		if im.stopWith != "SIGTERM" {
			t.Errorf("it is stopped with %s", im.stopWith)
		}
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := server.Wait(); err != nil {
			t.Errorf("start %d: %v\n%s", start+1, err, log)
		}
	}
	if got := im.written(); !slices.Equal(got, []string{"/holdfast"}) {
		t.Errorf("outside its volume it has written %q", got)
	}
	if out, err := im.command(env, "/holdfast", "backup", "/data/copy.db").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := im.command(env, "/holdfast", "verify", "--db", "sqlite:/data/copy.db").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
