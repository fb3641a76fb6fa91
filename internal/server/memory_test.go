package server

import (
	"testing"
	"testing/fstest"
)

// TestMemoryLimit: the limit of a container is found in both versions of control groups.
func TestMemoryLimit(t *testing.T) {
	const v1 = "5:cpu,cpuacct:/docker/a\n4:memory:/docker/a\n0::/docker/a\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"nothing", nil, 0},
		{"version 2, as a container sees it", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n"}, 512 << 20},
		{"version 2, the group above is narrower", map[string]string{
			"proc/self/cgroup": "0::/system.slice/holdfast.service\n", "sys/fs/cgroup/system.slice/holdfast.service/memory.max": "2000000\n", "sys/fs/cgroup/system.slice/memory.max": "1000000\n",
		}, 1_000_000},
		{"version 2, no limit", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 0},
		{"version 1", map[string]string{"proc/self/cgroup": v1, "sys/fs/cgroup/memory/docker/a/memory.limit_in_bytes": "536870912\n"}, 512 << 20},
		{"version 1, the group has another name inside", map[string]string{"proc/self/cgroup": v1, "sys/fs/cgroup/memory/memory.limit_in_bytes": "536870912\n"}, 512 << 20},
		{"version 1, no limit", map[string]string{"proc/self/cgroup": v1, "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 0},
		{"nonsense", map[string]string{"proc/self/cgroup": "x\n:\n0::/../..\n", "sys/fs/cgroup/memory.max": "-7"}, 0},
	} {
		root := fstest.MapFS{}
		for name, text := range c.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := memoryLimit(root); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
