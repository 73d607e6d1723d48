/* channel.c: a conversation with another program: by standard input and output,
** or by one connection to a port of this machine.
**
** Bytes are read when they come, so that a command can hear while it waits for
** its workers. A port is open to this machine only, and to the first that
** connects: the next one is refused. */
#include "sys.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static const char CHANNEL[] = "aurum.channel";

typedef struct channel {
  int in, out; /* -1: closed, or nobody has connected */
  int waiting; /* for a connection; -1: not */
} channel;

static void close_at(int *fd) {
  if (*fd >= 0)
    close(*fd);
  *fd = -1;
}

static int f_close(lua_State *L) {
  channel *c = au_check(L, 1, CHANNEL);
  if (c->out != c->in)
    close_at(&c->out);
  c->out = -1;
  close_at(&c->in);
  close_at(&c->waiting);
  return 0;
}

/* Wait until 'fd' has bytes, or its other end has closed. Returns false if the
** time, in seconds, is over or a signal interrupts; less than 0 is no limit. */
static bool is_ready(int fd, double seconds) {
  struct pollfd wanted = {.fd = fd, .events = POLLIN};
  int ms = seconds < 0 ? 500 : (int)(seconds * 1e3);
  int ready;
  do /* a signal that came before poll() does not end it */
    ready = au_interrupted ? -1 : poll(&wanted, 1, ms);
  while (ready == 0 && seconds < 0);
  return ready > 0;
}

/* channel:accept(): wait for a connection. true; or nil and a message. */
static int f_accept(lua_State *L) {
  channel *c = au_check(L, 1, CHANNEL);
  luaL_argcheck(L, c->waiting >= 0, 1, "it waits for no connection");
  if (!is_ready(c->waiting, -1)) {
    luaL_pushfail(L);
    lua_pushliteral(L, "interrupted");
    return 2;
  }
  c->in = c->out = accept(c->waiting, NULL, NULL);
  int error = c->in < 0 ? errno : 0;
  close_at(&c->waiting);
  if (error == 0)
    fcntl(c->in, F_SETFD, FD_CLOEXEC);
  return au_file_result(L, error);
}

/* channel:read([seconds]): the bytes that have come, after waiting at most for
** that long; "" if there are none; nil at the end. */
static int f_read(lua_State *L) {
  channel *c = au_check(L, 1, CHANNEL);
  double seconds = luaL_optnumber(L, 2, -1);
  char bytes[1 << 14];
  ssize_t n = 0;
  if (c->in >= 0 && !is_ready(c->in, seconds)) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (c->in >= 0)
    n = read(c->in, bytes, sizeof bytes);
  if (n > 0)
    lua_pushlstring(L, bytes, (size_t)n);
  else if (n < 0 && (errno == EINTR || errno == EAGAIN))
    lua_pushliteral(L, "");
  else
    luaL_pushfail(L);
  return 1;
}

/* channel:write(text): true; or nil and a message. */
static int f_write(lua_State *L) {
  channel *c = au_check(L, 1, CHANNEL);
  size_t left;
  const char *text = luaL_checklstring(L, 2, &left);
  while (left > 0) {
    ssize_t n = c->out < 0 ? -1 : write(c->out, text, left);
    if (n < 0 && c->out >= 0 && errno == EINTR)
      continue;
    if (n < 0)
      return au_file_result(L, c->out < 0 ? EPIPE : errno);
    text += n;
    left -= (size_t)n;
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* Open the port of this machine; 0 is any that is free. Returns it, or -1 with
** errno. */
static int open_port(channel *c, int port) {
  struct sockaddr_in at = {.sin_family = AF_INET};
  socklen_t size = sizeof at;
  const int on = 1;
  at.sin_port = htons((uint16_t)port);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  c->waiting = socket(AF_INET, SOCK_STREAM, 0);
  if (c->waiting < 0)
    return -1;
  fcntl(c->waiting, F_SETFD, FD_CLOEXEC);
  setsockopt(c->waiting, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(c->waiting, (struct sockaddr *)&at, sizeof at) != 0 ||
      listen(c->waiting, 1) != 0 ||
      getsockname(c->waiting, (struct sockaddr *)&at, &size) != 0)
    return -1;
  return ntohs(at.sin_port);
}

/* aurum.sys.channel([port]): a channel of standard input and output; or one
** that waits at a port of this machine, and the port. nil and a message. */
static int f_channel(lua_State *L) {
  int port = -1;
  if (!lua_isnoneornil(L, 1))
    port = au_int_of(L, 1, "channel", "a port", 0, 65535);
  signal(SIGPIPE, SIG_IGN); /* a write reports that the other end has closed */
  channel *c = au_new(L, sizeof *c, 0, CHANNEL);
  *c = (channel){-1, -1, -1};
  if (port < 0) {
    c->in = dup(STDIN_FILENO);
    c->out = dup(STDOUT_FILENO);
    return 1;
  }
  port = open_port(c, port);
  if (port < 0) {
    int error = errno;
    close_at(&c->waiting);
    return au_file_result(L, error);
  }
  lua_pushinteger(L, port);
  return 2;
}

void au_open_channel(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__gc", f_close}, {"__close", f_close}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"accept", f_accept},
                                     {"read", f_read},
                                     {"write", f_write},
                                     {"close", f_close},
                                     {NULL, NULL}};
  static const char *const no_fields[] = {NULL};
  au_new_type(L, CHANNEL, meta, no_fields, au_method_index);
  au_add_methods(L, CHANNEL, methods, 0);
  lua_pushcfunction(L, f_channel);
  lua_setfield(L, -2, "channel");
}
