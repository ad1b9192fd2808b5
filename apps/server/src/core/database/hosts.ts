/** Which node of several a client wants, in the words of libpq that make sense for the server. */
export type WantedNode = 'read-write' | 'standby';

/** The nodes of a connection string, each as a connection string of its own, in its order. */
export type Hosts = {
  urls: readonly [string, ...string[]];
  /** What `target_session_attrs` says, undefined where it is not given. */
  wanted: string | undefined;
};

/** A connection string that names its nodes in a wrong way. The message holds no password. */
export class HostsError extends Error {}

const parameter = 'target_session_attrs';

/** One host of the list: a name, an IPv4 address, or an IPv6 address in brackets; then a port. */
const hostPattern = /^(\[[0-9a-fA-F:.%]+\]|[^[\]:@/?#]*)(?::([0-9]{1,5}))?$/;

/**
 * Reads the nodes of a connection string, as libpq writes several of them: `postgres://user@one:5432,two:5432/name` or
 * `postgres://user@/name?host=one,two&port=5432`. A string with one node is left as it is, but for `target_session_attrs`.
 * @throws HostsError for a list that cannot be read
 */
export const readHosts = (url: string): Hosts => {
  const [, scheme = '', user = '', list = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  // A path of a socket and other forms of the driver have one node.
  if (scheme === '') return { urls: [url], wanted: undefined };
  const mark = rest.indexOf('?');
  const [path, query] = mark === -1 ? [rest, ''] : [rest.slice(0, mark), rest.slice(mark + 1)];
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get(parameter) ?? undefined;
  const named = parameters.get('host')?.split(',') ?? [];
  const ports = parameters.get('port')?.split(',') ?? [];
  const hosts = named.length > 1 ? withPorts(named, ports) : list.split(',');
  if (hosts.length === 1 && wanted === undefined) return { urls: [url], wanted };
  parameters.delete(parameter);
  if (named.length > 1) {
    parameters.delete('host');
    parameters.delete('port');
  }
  const left = parameters.toString();
  const tail = `${path}${left === '' ? '' : `?${left}`}`;
  const [first, ...others] = hosts.map((host, i) => {
    checkHost(host, i + 1, hosts.length > 1);
    return `${scheme}${user}${host}${tail}`;
  });
  if (first === undefined) throw new HostsError('names no host');
  return { urls: [first, ...others], wanted };
};

const withPorts = (hosts: readonly string[], ports: readonly string[]): string[] => {
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new HostsError(`names ${hosts.length} hosts and ${ports.length} ports`);
  return hosts.map((host, i) => {
    const port = ports[ports.length === 1 ? 0 : i];
    return port === undefined || port === '' ? host : `${host}:${port}`;
  });
};

/** @param number of the host in the list; a message does not repeat the host, in which a part of a password may stand */
const checkHost = (host: string, number: number, isOneOfSeveral: boolean): void => {
  const [matches, name = '', port] = hostPattern.exec(host) ?? [];
  if (matches === undefined)
    throw new HostsError(`has a host that cannot be read, number ${number} of its list`);
  if (name === '' && isOneOfSeveral) throw new HostsError('has an empty host among several');
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
    throw new HostsError(`has a port that does not exist: ${port}`);
};

/** Values of `target_session_attrs` that lead to a node which can write. */
const writing = ['read-write', 'primary', 'any'];
/** Those that lead to a standby. */
const reading = ['standby', 'prefer-standby', 'read-only', 'any'];

/**
 * What is wrong with the nodes of a connection string.
 * @returns a sentence that begins with what the string does, or nothing
 */
export const hostsProblem = (url: string, node: WantedNode): string | undefined => {
  try {
    const { wanted } = readHosts(url);
    const allowed = node === 'standby' ? reading : writing;
    if (wanted === undefined || allowed.includes(wanted)) return undefined;
    return node === 'standby'
      ? `says ${parameter}=${wanted}: it is for a node that is only read, so leave it out or say standby`
      : `says ${parameter}=${wanted}: the server needs the node that can write, so leave it out or say read-write`;
  } catch (error) {
    if (error instanceof HostsError) return error.message;
    throw error;
  }
};
