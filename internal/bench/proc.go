package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of CPU times in /proc: 1/100 s on every Linux that Go
// runs on.
const clockTick = 10 * time.Millisecond

// procStat is what /proc/PID/stat says of a process.
type procStat struct {
	pid, parent int
	cpu         time.Duration // user and system, its own
	reaped      time.Duration // of children that ended and were waited for
}

func readProc(pid int) (procStat, error) {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return procStat{}, err
	}
	// The name, in parentheses, may hold anything: fields count from behind it.
	f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	if len(f) < 15 {
		return procStat{}, fmt.Errorf("bench: /proc/%d/stat has %d fields", pid, len(f))
	}
	field := func(i int) int64 {
		n, err := strconv.ParseInt(f[i], 10, 64)
		if err != nil {
			return 0
		}
		return n
	}
	return procStat{
		pid: pid, parent: int(field(1)),
		cpu:    time.Duration(field(11)+field(12)) * clockTick,
		reaped: time.Duration(field(13)+field(14)) * clockTick,
	}, nil
}

// treeCPU is the CPU time that a process and all that it started have used,
// ended ones included.
func treeCPU(root int) time.Duration {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0
	}
	byParent := map[int][]procStat{}
	var top procStat
	for _, d := range dirs {
		pid, err := strconv.Atoi(filepath.Base(d))
		if err != nil {
			continue
		}
		st, err := readProc(pid)
		if err != nil {
			continue // it has ended meanwhile; its parent has its time
		}
		if pid == root {
			top = st
		}
		byParent[st.parent] = append(byParent[st.parent], st)
	}
	if top.pid == 0 {
		return 0
	}
	var total time.Duration
	for queue := []procStat{top}; len(queue) > 0; queue = queue[1:] {
		total += queue[0].cpu + queue[0].reaped
		queue = append(queue, byParent[queue[0].pid]...)
	}
	return total
}

// machineCPU is what all CPUs together have done since boot.
type machineCPU struct{ busy, stolen time.Duration }

func readMachineCPU() machineCPU {
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		return machineCPU{}
	}
	line, _, _ := bytes.Cut(b, []byte{'\n'})
	var t [8]int64 // user nice system idle iowait irq softirq steal
	for i, f := range strings.Fields(string(line))[1:] {
		if i == len(t) {
			break
		}
		if t[i], err = strconv.ParseInt(f, 10, 64); err != nil {
			return machineCPU{}
		}
	}
	return machineCPU{
		busy:   time.Duration(t[0]+t[1]+t[2]+t[5]+t[6]) * clockTick,
		stolen: time.Duration(t[7]) * clockTick,
	}
}
