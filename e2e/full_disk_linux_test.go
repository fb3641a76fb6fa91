package e2e

import (
	"bytes"
	"errors"
	"fmt"
	drawn "image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// smallDisk is a file system of so many megabytes, which can be filled.
type smallDisk struct {
	t   *testing.T
	dir string
}

func newSmallDisk(t *testing.T, megabytes int) *smallDisk {
	t.Helper()
	dir, err := os.MkdirTemp("", "hfdisk") // short, for PostgreSQL's sockets
	if err != nil {
		t.Fatal(err)
	}
	err = syscall.Mount("holdfast", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=755", megabytes))
	if err != nil {
		_ = os.Remove(dir) // it is empty
	}
	switch {
	case errors.Is(err, syscall.EPERM), errors.Is(err, syscall.EACCES), errors.Is(err, syscall.ENODEV):
		t.Skipf("a full disk: no file system can be mounted here: %v", err)
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(syscall.Unmount(dir, syscall.MNT_DETACH), os.Remove(dir)); err != nil {
			t.Error(err)
		}
	})
	return &smallDisk{t, dir}
}

func (d *smallDisk) ballast() string { return filepath.Join(d.dir, "ballast") }

// fill leaves no room at all.
func (d *smallDisk) fill() {
	d.t.Helper()
	f, err := os.OpenFile(d.ballast(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // what it has does not matter
	for size := 1 << 20; size > 0; {
		if _, err = f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatalf("the disk is not full: %v", err)
	}
}

// free gives the room back.
func (d *smallDisk) free() {
	d.t.Helper()
	if err := os.Remove(d.ballast()); err != nil {
		d.t.Fatal(err)
	}
}

// roomAgain bounds the time from room on the disk to a change that is acknowledged, and readyAgain to
// a server that says that it is ready: what it met counts for fifteen seconds.
const (
	roomAgain  = 10 * time.Second
	readyAgain = 30 * time.Second
)

// TestFullDisk fills the disk of the database under load, as often as HOLDFAST_FULL_DISKS says on
// each engine: changes are refused with 503 and the time to come back after, and the server says why it
// is not ready. Where the disk for files is full a picture is refused with 507, and nothing else. Every second time the server is killed, and started on the full
// disk. With room it goes on by itself. Nothing that was acknowledged is lost.
func TestFullDisk(t *testing.T) {
	seed.InTurn(t, 3)
	t.Run("sqlite", func(t *testing.T) {
		disk, files := newSmallDisk(t, 256), newSmallDisk(t, 8)
		s := serve(t, "sqlite:"+filepath.Join(disk.dir, "holdfast.db"), "--log-level", "error", "--files", filepath.Join(files.dir, "files"))
		files.fill() // which keeps nobody from a ticket
		s.sendsPicture().want(507).is("code", "storage_full")
		s.call("POST", "/v1/events/"+s.newEvent(10, nil)+"/registrations", person("Ada")).want(201)
		files.free()
		s.sendsPicture().want(201)
		fillsUp(t, s, disk, nil)
	})
	t.Run("postgres", func(t *testing.T) {
		disk := newSmallDisk(t, 384)
		cluster, err := pgserver.Start(t.Context(), pgserver.Options{Dir: filepath.Join(disk.dir, "pg"), Durable: true, Initdb: []string{"--wal-segsize=1"},
			Settings: map[string]string{"min_wal_size": "4MB", "max_wal_size": "16MB"}})
		pgserver.Require(t, err)
		t.Cleanup(func() {
			if err := cluster.Stop(); err != nil {
				t.Error(err)
			}
		})
		if _, err := cluster.CreateDB(t.Context(), "holdfast", ""); err != nil {
			t.Fatal(err)
		}
		s := serve(t, cluster.TCPURL("holdfast"), "--log-level", "error")
		fillsUp(t, s, disk, cluster)
	})
}

// fillsUp has a server whose database is on a disk that is filled. cluster is nil for SQLite.
func fillsUp(t *testing.T, s *process, disk *smallDisk, cluster *pgserver.Server) {
	times, from := count(t, "HOLDFAST_FULL_DISKS", 1), seed.Of(t)
	const pace = 200 // requests a second, so that ten times do not fill the disk by themselves
	l := s.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Rate: pace, Acks: hammer.NewAckLog(nil), Seed: from})
	l.events(t, 3)
	event := "/v1/events/" + l.cfg.Events[0]
	stop := l.start(t)
	ended := 0
	for n := range times {
		l.more(t, 200, "changes are acknowledged")
		disk.fill()
		full := time.Now()
		var detail string
		within(t, time.Minute, "the server says that it is not ready", func() bool {
			a := s.call("GET", "/readyz", nil)
			detail = a.at("detail")
			return a.status == 503
		})
		late := l.acknowledged()
		refused := s.refusesAll(event, cluster == nil)
		if cluster == nil && !strings.Contains(detail, "full") {
			t.Errorf("the server is not ready, and does not say that the disk is full: %q", detail)
		}
		if (from+uint64(n))%2 == 1 { //nolint:gosec // a small number
			s.kill()
			s.startsFull(event)
		}
		what := "stays"
		if cluster != nil && cluster.Ended() {
			ended++
			what = "has ended"
		}
		t.Logf("full %d: not ready %s after the disk was full (%s); %d changes of one caller refused, %d acknowledged meanwhile by what room there was; the database %s",
			n+1, time.Since(full).Round(time.Millisecond), detail, refused, l.acknowledged()-late, what)
		disk.free()
		room := time.Now()
		if cluster != nil && cluster.Ended() { // who runs it starts it again
			if err := cluster.Restart(t.Context()); err != nil {
				t.Fatalf("PostgreSQL with room on its disk: %v\n%s", err, cluster.Log())
			}
			room = time.Now()
		}
		if s.hasEnded() { // as its unit does
			s.start("")
		}
		within(t, readyAgain, "a change is acknowledged", func() bool {
			resp, err := http.Get(s.base + "/healthz")
			return err == nil && resp.Body.Close() == nil && s.call("POST", event+"/registrations", person(stranger())).status == 201
		})
		took := time.Since(room)
		if took > roomAgain {
			t.Errorf("full %d: the first change was acknowledged %s after there was room, want at most %s", n+1, took, roomAgain)
		}
		s.ready(readyAgain)
		t.Logf("full %d: the first change acknowledged %s after there was room, ready after %s", n+1, took.Round(time.Millisecond), time.Since(room).Round(time.Millisecond))
		if cluster == nil {
			s.sendsPicture().want(201)
		}
	}
	onlyClean(t, stop())
	l.kept(t)
	s.stop()
	verified(t, s.args[2])
	if cluster != nil {
		t.Logf("PostgreSQL ended by itself %d times of %d", ended, times)
	}
}

// refusesAll fails the test unless a server on a full disk refuses changes, and says so each time; on
// SQLite what is there can be read. It returns how many it refused.
func (p *process) refusesAll(event string, sqlite bool) (refused int) {
	p.t.Helper()
	for range 20 {
		began := time.Now()
		a := p.call("POST", event+"/registrations", person(stranger()))
		if a.status == 201 {
			continue // there was room for one more in a file that was there
		}
		if a.want(503).header.Get("Retry-After") == "" {
			p.t.Errorf("whoever is to come back is not told when: %s", a.body)
		}
		if took := time.Since(began); took > 10*time.Second {
			p.t.Errorf("it took %s to refuse a change", took)
		}
		refused++
	}
	if refused == 0 {
		p.t.Error("a full disk refuses nothing")
	}
	if sqlite {
		p.call("GET", event, nil).want(200)
		if a := p.sendsPicture(); a.status != 201 { // for which there may be room in a file that was there
			a.want(503)
		}
	}
	return refused
}

// sendsPicture sends a picture that nobody has sent before.
func (p *process) sendsPicture() *reply {
	p.t.Helper()
	shot := drawn.NewGray(drawn.Rect(0, 0, 640, 360))
	tone := time.Now().UnixNano()
	for i := range shot.Pix {
		tone = tone*6364136223846793005 + 1442695040888963407
		shot.Pix[i] = byte(tone >> 56) //nolint:gosec // noise, which does not become small
	}
	var body bytes.Buffer
	if err := png.Encode(&body, shot); err != nil {
		p.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.base+"/v1/pictures", &body)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.key)
	req.Header.Set("Content-Type", "image/png")
	return p.do(req)
}

// hasEnded reports whether the process has ended.
func (p *process) hasEnded() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// startsFull starts the server on a full disk: it answers and refuses changes, or ends and says why.
func (p *process) startsFull(event string) {
	p.t.Helper()
	p.log = &logBuffer{} // what it says from now on
	p.start("")
	answers := false
	within(p.t, 90*time.Second, "the server answers, or ends", func() bool {
		if p.hasEnded() {
			return true
		}
		resp, err := http.Get(p.base + "/healthz")
		answers = err == nil && resp.Body.Close() == nil
		return answers
	})
	if answers {
		if a := p.call("POST", event+"/registrations", person(stranger())); a.status != 503 && a.status != 201 {
			p.t.Errorf("a server that started on a full disk answers %d %s", a.status, a.body)
		}
		p.t.Log("started on a full disk, the server answers")
		return
	}
	said := p.log.String()
	if p.err == nil || !strings.Contains(said, "full") && !strings.Contains(said, "no space left") && !strings.Contains(said, "unavailable") {
		p.t.Errorf("a server that ends on a full disk does not say so: %v\n%s", p.err, said)
	}
	p.t.Logf("started on a full disk, the server ends: %.300s", said[max(0, len(said)-300):])
}

// TestFullTemporaryFolder: a full folder for temporary files keeps nobody from a ticket. Whatever needs
// one waits and says why in the log, doctor and the command line say so too, and with room it is made.
func TestFullTemporaryFolder(t *testing.T) {
	seed.InTurn(t, 3)
	disk := newSmallDisk(t, 1)
	db := sqlite(t)
	disk.fill()
	s := serve(t, db)
	s.stop()
	s.env = []string{"TMPDIR=" + disk.dir}
	s.restart()
	event := s.newEvent(10, nil)
	s.call("POST", "/v1/events/"+event+"/registrations", person("Ada")).want(201)
	asked := s.call("POST", "/v1/events/"+event+"/exports", object{"kind": "guests", "format": "csv"}).want(202).at("id")
	within(t, 30*time.Second, "the log says why there is no file", func() bool { return strings.Contains(s.log.String(), "no space left on device") })
	s.call("GET", "/v1/exports/"+asked, nil).want(200)
	s.call("POST", "/v1/events/"+event+"/registrations", person("Grace")).want(201)
	t.Setenv("TMPDIR", disk.dir)
	doctorSays(t, db, "no space left on device")
	disk.free()
	within(t, time.Minute, "the file", func() bool { return s.call("GET", "/v1/exports/"+asked, nil).want(200).at("state") == "done" })
	s.exportGuests(t, event)
	s.stop()
	verified(t, db)
}
