import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isAway, ReadOnlyNode, writesText } from './faults.ts';

/** Which node of several a client wants, in the words of libpq that make sense for the server. */
export type WantedNode = 'read-write' | 'standby';

/** The nodes of a connection string, each as a connection string of its own, in its order. */
type Hosts = {
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

/** Finds the node of a database that can write, among those of a connection string. */
export type Nodes = {
  /** Whether there is a choice. With one node nothing is asked, and everything leads to it. */
  areSeveral: boolean;
  /** Connection string of the node that was found last; before any was found, of the first. */
  current(): string;
  /**
   * The node that can write, as it is known, or after asking all nodes at once. Simultaneous calls share one look.
   * @throws the error of the last look: ReadOnlyNode where a node answers and none can write
   */
  find(): Promise<string>;
  /** Says that a node failed or cannot write: the next `find` asks all nodes again. */
  lost(url: string): void;
};

type Options = {
  /** Finds a standby instead, which cannot write. */
  wanted?: WantedNode;
  /** How long a node may take to answer whether it can write. */
  answerMs?: number;
  /** Nodes that answer later than the first that can write, by more than this, are not waited for. */
  othersMs?: number;
  /** Reads what a node says of itself. */
  ask?: (url: string, answerMs: number) => Promise<NodeState>;
};

/** What a node says of itself. */
export type NodeState = {
  writes: boolean;
  /** Which cluster it belongs to: a standby has the number of its primary, a cluster made again another. */
  cluster: string;
  /** Of the write-ahead log. Each promotion begins a higher one; 0 where the node cannot write. */
  timeline: number;
};

/** How long a failed look is kept, so that many calls at once do not each ask all nodes. */
const keepMs = 250;

const stateText = `select ${writesText.replace(/^select /, '')},
    (select system_identifier::text from pg_control_system()) as cluster,
    case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

const askNode = async (url: string, answerMs: number): Promise<NodeState> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchline nodes',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  // A node that is lost while it is asked fails the question.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<NodeState>(stateText);
    const [state] = rows;
    if (state === undefined) throw new Error('The node did not report its state');
    return state;
  } finally {
    // A frozen node closes no connections.
    void client.end().catch(() => undefined);
  }
};

/** A node of an earlier timeline still takes writes, though another was promoted after it. */
class OldPrimary extends ReadOnlyNode {}

/** A node that can write where a standby is wanted. */
class Leads extends ReadOnlyNode {
  override message = 'This node of the database is no standby';
}

/**
 * Chooses among the nodes of a connection string. Of two nodes that both say that they can write, one was promoted after the
 * other: the one with the higher timeline counts, and from then on none with a lower one is taken any more, so that a primary which
 * was frozen and comes back as it was gets no statement.
 * @throws HostsError for a connection string that cannot be read
 */
export const createNodes = (url: string, options: Options = {}): Nodes => {
  const { wanted = 'read-write', answerMs = 2_000, othersMs = 500, ask = askNode } = options;
  const { urls } = readHosts(url);
  const [first] = urls;
  if (urls.length === 1)
    return { areSeveral: false, current: () => first, find: async () => first, lost: () => undefined };

  let current = first;
  let isKnown = false;
  let newest: NodeState | undefined;
  let looking: Promise<string> | undefined;

  const isOlder = ({ cluster, timeline }: NodeState): boolean =>
    newest !== undefined && newest.cluster === cluster && timeline < newest.timeline;

  const look = async (): Promise<string> => {
    const writers: { url: string; state: NodeState }[] = [];
    const failures: unknown[] = [];
    const found = Promise.withResolvers<void>();
    const asked = urls.map(async (one) => {
      try {
        const state = await ask(one, answerMs);
        if (wanted === 'standby' && state.writes) throw new Leads();
        if (wanted === 'read-write' && !state.writes) throw new ReadOnlyNode();
        if (wanted === 'read-write' && isOlder(state)) throw new OldPrimary();
        writers.push({ url: one, state });
        found.resolve();
      } catch (error) {
        failures.push(error);
      }
    });
    const all = Promise.all(asked);
    await Promise.race([all, found.promise]);
    if (writers.length > 0) await Promise.race([all, wait(othersMs, undefined, { ref: false })]);
    const [best] = writers.toSorted((a, b) => b.state.timeline - a.state.timeline);
    if (best === undefined) throw worst(failures);
    newest = best.state;
    current = best.url;
    isKnown = true;
    return current;
  };

  return {
    areSeveral: true,
    current: () => current,
    find: () => {
      if (isKnown) return Promise.resolve(current);
      looking ??= look().then(
        (node) => {
          looking = undefined;
          return node;
        },
        (error: unknown) => {
          setTimeout(() => (looking = undefined), keepMs).unref();
          throw error;
        },
      );
      return looking;
    },
    lost: (node) => {
      if (node === current) isKnown = false;
    },
  };
};

/**
 * The failure to report of several: one that is no outage, as a wrong password, else a node that answers and cannot write, else
 * any.
 */
const worst = (failures: readonly unknown[]): unknown =>
  failures.find((error) => !isAway(error)) ??
  failures.find((error) => error instanceof ReadOnlyNode) ??
  failures[0];
