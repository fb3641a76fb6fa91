// Keeps, beside the files of a PostgreSQL cluster, what of them was synced: each fsync
// and fdatasync copies its file to the folder POWERCUT_DISK before it returns. It is
// loaded into the server with LD_PRELOAD. Names are taken to be on the disk at once, as
// a journalling file system nearly has them; contents are not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// on_disk is the name that a file of the cluster has on the disk; 0: it is none of it.
static int on_disk(const char *name, char *out) {
	const char *data = getenv("POWERCUT_DATA"), *disk = getenv("POWERCUT_DISK");
	char full[PATH_MAX];
	if (!data || !disk) return 0;
	if (name[0] != '/') { // the server's folder is that of the cluster
		if (snprintf(full, sizeof full, "%s/%s", data, name) >= (int)sizeof full) return 0;
		name = full;
	}
	size_t n = strlen(data);
	if (strncmp(name, data, n) != 0 || name[n] != '/') return 0;
	return snprintf(out, PATH_MAX, "%s%s", disk, name + n) < PATH_MAX;
}

static void fail(const char *what, const char *name) {
	fprintf(stderr, "powercut: %s %s: %s\n", what, name, strerror(errno));
	abort(); // a disk that forgets what was synced proves nothing
}

static void make_folders(const char *file) {
	char folder[PATH_MAX];
	strcpy(folder, file);
	for (char *p = folder + 1; (p = strchr(p, '/')); p++) {
		*p = 0;
		if (syscall(SYS_mkdirat, AT_FDCWD, folder, 0700) && errno != EEXIST) fail("make", folder);
		*p = '/';
	}
}

// copied copies an open file to the disk. It replaces the one that is there at once.
static void copied(int fd) {
	char link[64], name[PATH_MAX], to[PATH_MAX], making[PATH_MAX + 32], block[65536];
	struct stat st;
	int kept = errno;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, name, sizeof name - 1);
	if (n < 0) fail("read", link);
	name[n] = 0;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_nlink == 0 || !on_disk(name, to)) {
		errno = kept;
		return;
	}
	snprintf(making, sizeof making, "%s.making.%d", to, (int)getpid());
	int from = open(link, O_RDONLY | O_CLOEXEC);
	if (from < 0) fail("open", name);
	make_folders(to);
	int out = open(making, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (out < 0) fail("make", making);
	while ((n = read(from, block, sizeof block)) > 0)
		if (write(out, block, n) != n) fail("write", making);
	if (n < 0) fail("read", name);
	close(from);
	close(out);
	if (syscall(SYS_renameat2, AT_FDCWD, making, AT_FDCWD, to, 0)) fail("name", to);
	errno = kept;
}

int fsync(int fd) {
	int (*own)(int) = dlsym(RTLD_NEXT, "fsync");
	int rc = own(fd);
	if (rc == 0) copied(fd);
	return rc;
}

int fdatasync(int fd) {
	int (*own)(int) = dlsym(RTLD_NEXT, "fdatasync");
	int rc = own(fd);
	if (rc == 0) copied(fd);
	return rc;
}

int rename(const char *from, const char *to) {
	int (*own)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
	char from_disk[PATH_MAX], to_disk[PATH_MAX];
	int rc = own(from, to);
	if (rc == 0 && on_disk(from, from_disk) && on_disk(to, to_disk) &&
	    syscall(SYS_renameat2, AT_FDCWD, from_disk, AT_FDCWD, to_disk, 0) && errno != ENOENT)
		fail("rename", from_disk);
	return rc;
}

int unlink(const char *name) {
	int (*own)(const char *) = dlsym(RTLD_NEXT, "unlink");
	char there[PATH_MAX];
	int rc = own(name);
	if (rc == 0 && on_disk(name, there) && syscall(SYS_unlinkat, AT_FDCWD, there, 0) && errno != ENOENT) fail("delete", there);
	return rc;
}
