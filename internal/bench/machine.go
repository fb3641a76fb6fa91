package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// machine is where a run took place.
type machine struct {
	When                            time.Time
	CPU, Kernel, Memory, Filesystem string
	Cores                           int
	Go, PostgreSQL, Redis, SQLite   string
	Fsync                           time.Duration // median of writing 8 kB and fsync, where the databases were
}

// lookAround describes the machine; dir is where the databases are.
func lookAround(ctx context.Context, dir string) machine {
	m := machine{
		When: time.Now().UTC(), Cores: runtime.NumCPU(), Go: runtime.Version(),
		CPU: afterColon("/proc/cpuinfo", "model name"), Memory: afterColon("/proc/meminfo", "MemTotal"),
		Kernel: firstLine("/proc/sys/kernel/osrelease"), SQLite: moduleVersion("modernc.org/sqlite"),
		PostgreSQL: versionOf(ctx, "postgres"), Redis: versionOf(ctx, "redis-server"),
		Filesystem: filesystemOf(ctx, dir),
	}
	m.Fsync = fsyncCost(dir)
	return m
}

func firstLine(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	line, _, _ := strings.Cut(string(b), "\n")
	return line
}

func afterColon(path, name string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(b)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

func versionOf(ctx context.Context, program string) string {
	out, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return "not found"
	}
	return string(bytes.TrimSpace(out))
}

func filesystemOf(ctx context.Context, dir string) string {
	out, err := exec.CommandContext(ctx, "df", "--output=fstype", dir).Output()
	if err != nil {
		return "unknown"
	}
	f := strings.Fields(string(out))
	return f[len(f)-1]
}

func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, d := range info.Deps {
		if d.Path == path {
			return path + " " + d.Version
		}
	}
	return "unknown"
}

// fsyncCost is the median time of writing a page and making it durable, 0 when
// it cannot be measured.
func fsyncCost(dir string) time.Duration {
	const times = 101
	f, err := os.CreateTemp(dir, "fsync")
	if err != nil {
		return 0
	}
	defer os.Remove(f.Name()) //nolint:errcheck // in a folder that is removed as a whole
	defer f.Close()           //nolint:errcheck // nothing in it matters
	page := make([]byte, 8192)
	var took []float64
	for range times {
		began := time.Now()
		if _, err := f.Write(page); err != nil {
			return 0
		}
		if err := f.Sync(); err != nil {
			return 0
		}
		took = append(took, float64(time.Since(began)))
	}
	return time.Duration(summarize(took).Median)
}

func (m *machine) lines() [][2]string {
	return [][2]string{
		{"measured", m.When.Format("2006-01-02 15:04 UTC")},
		{"CPU", fmt.Sprintf("%s, %d cores", m.CPU, m.Cores)},
		{"memory", m.Memory},
		{"kernel", m.Kernel},
		{"filesystem", m.Filesystem},
		{"one 8 kB write and fsync", fmt.Sprintf("%.2f ms (median)", float64(m.Fsync.Microseconds())/1000)},
		{"Go", m.Go},
		{"PostgreSQL", m.PostgreSQL + "; fsync on, synchronous_commit on, segments of the log kept and written over"},
		{"SQLite", m.SQLite + "; WAL, synchronous=FULL"},
		{"Redis", m.Redis + "; no persistence"},
	}
}
