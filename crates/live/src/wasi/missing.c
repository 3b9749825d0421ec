// What Debian's wasi-libc of 2022 lacks and Rust's library and glslang name: there are no threads, and no paths.
#define NOT_SUPPORTED 58
#define WEAK __attribute__((weak))

WEAK int pthread_attr_init(void *attributes) { return 0; }
WEAK int pthread_attr_setstacksize(void *attributes, unsigned long bytes) { return 0; }
WEAK int pthread_attr_destroy(void *attributes) { return 0; }
WEAK int pthread_create(void *thread, void *attributes, void *work, void *argument) { return NOT_SUPPORTED; }
WEAK int pthread_join(void *thread, void *result) { return NOT_SUPPORTED; }
WEAK int pthread_detach(void *thread) { return NOT_SUPPORTED; }
WEAK int pthread_setname_np(void *thread, const char *name) { return NOT_SUPPORTED; }
WEAK char *realpath(const char *path, char *resolved) { return 0; }
