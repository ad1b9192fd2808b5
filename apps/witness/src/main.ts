import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatVerifierKey } from '@touchline/verify/keys';
import { ConfigError, readConfig } from './config.ts';
import { examineEvidence } from './examine.ts';
import { KeyError, readKey } from './key.ts';
import { openWitness, prepareFolder } from './open.ts';
import { StateError } from './state.ts';

const usage = `A witness of transparency logs (C2SP tlog-witness): it cosigns checkpoints of logs that have only grown.

usage: npm run witness -- CONFIG.json          runs the witness; the first start makes its key
       npm run witness -- --key CONFIG.json    prints its verifier key, and ends
       npm run witness -- --examine EVIDENCE.json CONFIG.json
                                               says what evidence proves; the exit code is 0 when it alone convicts the log
       npm run witness -- --help

CONFIG.json:
  {
    "name": "witness.example.org/touchline",
    "listen": "127.0.0.1:7380",
    "folder": "witness-data",
    "logs": [{ "origin": "touchline.example/log", "vkeys": ["touchline.example/log+…"] }]
  }

docs/proofs.md, "Running a witness", explains what to publish, what to keep, and what evidence means.
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the command. @returns the exit code */
async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { help: { type: 'boolean', short: 'h' }, key: { type: 'boolean' }, examine: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  if (file === undefined || more.length > 0) throw new ConfigError(usage);
  const config = await readConfig(pathOf(file));
  if (values.examine !== undefined) {
    const { proven, lines } = await examineEvidence(pathOf(values.examine), config.logs);
    say(lines.join('\n'));
    return proven ? 0 : 1;
  }
  if (values.key === true) {
    await prepareFolder(config.folder);
    say(formatVerifierKey((await readKey(config.folder, config.name)).key));
    return 0;
  }
  const failed = Promise.withResolvers<Error>();
  const { key, server } = await openWitness(config, { fail: failed.resolve, say });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  say(`witness ${formatVerifierKey(key)}`);
  say(`listens at ${config.host}:${port}, logs: ${[...config.logs.keys()].join(', ')}`);

  const error = await Promise.race([failed.promise, once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  server.close();
  // Requests under way may end, and connections that wait for the next one must not hold the process.
  server.closeIdleConnections();
  if (!(error instanceof Error)) return 0;
  process.stderr.write(`${error.message}\n`);
  return 1;
}

/** npm runs this in the project's folder; names are meant from where npm was called. */
function pathOf(file: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', file);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const forOperator =
    error instanceof ConfigError ||
    error instanceof KeyError ||
    error instanceof StateError ||
    isUsage(error);
  process.stderr.write(forOperator && error instanceof Error ? `${error.message}\n` : `${String(error)}\n`);
  process.exitCode = 1;
}

/** Whether an option is wrong. */
function isUsage(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
