import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { changedFiles, commitOf } from '../lib/facts.ts';
import { openLogSubject } from './log.ts';
import { keepTable } from '../lib/report.ts';
import { measure, type Glance } from './measure.ts';
import { openOffice } from './office.ts';
import { openPlace } from './place.ts';
import { cheaper, compare, largest, lineOf, parseRecord, type Acceptance, type Multiples } from './record.ts';
import { openSettle } from './settle.ts';
import type { OpenSubject } from './subject.ts';

/** The glances by name. */
const subjects: ReadonlyMap<string, OpenSubject> = new Map([
  ['place', openPlace],
  ['settle', openSettle],
  ['office', openOffice],
  ['log', openLogSubject],
]);

const recordFile = fileURLToPath(new URL('../record.json', import.meta.url));

const readRecord = async (): Promise<Acceptance[]> => parseRecord(await readFile(recordFile, 'utf8'));

const multiplesOf = ({ glance, figures }: Glance): Multiples =>
  Object.fromEntries(figures.map(({ part, multiple }) => [`${glance}: ${part}`, multiple]));

/** Measures a subject in less than a minute, and prints a line for each part. */
export const glance = async (name: string): Promise<Glance> => {
  const open = subjects.get(name);
  if (!open) throw new Error(`--glance is one of: ${[...subjects.keys()].join(', ')}`);
  const measured = await measure(name, open);
  const accepted = (await readRecord()).at(-1)?.multiples ?? {};
  for (const { part, micros, peer, multiple, spread } of measured.figures) {
    const record = accepted[`${name}: ${part}`] ?? 'none';
    console.log(
      `${name}: ${part} ${micros} µs, ${multiple} × the ${peer} (record ${record}, spread of the rounds ${percent(spread)})`,
    );
  }
  keepTable(
    [`${name} at a glance`, 'µs of an operation', 'of the peer', 'peer', 'spread of the rounds'],
    [
      ...measured.figures.map(({ part, micros, peer, multiple, spread }) => [
        part,
        micros,
        multiple,
        peer,
        percent(spread),
      ]),
      ...Object.entries(measured.others).map(([name, micros]) => [name, micros, '', '', '']),
    ],
  );
  const others = Object.entries(measured.others).map(([other, micros]) => `${other} ${micros} µs`);
  console.log(`${name}, in the same run: ${others.join(', ')}`);
  return measured;
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** How often each glance is taken for a record: one run of a figure may be a tenth from the next. */
const recordedRuns = 3;

const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;

const takeAll = async (): Promise<Multiples> => {
  let measured: Multiples = {};
  for (const name of subjects.keys()) measured = { ...measured, ...multiplesOf(await glance(name)) };
  return measured;
};

/** Accepts the middle one of several runs as the record. */
const accept = async (record: readonly Acceptance[], reason: string): Promise<void> => {
  if (reason.trim() === '') throw new Error('--accept takes the reason');
  const changed = await changedFiles();
  if (changed.length > 0) throw new Error(`commit what is measured first: ${changed.join(', ')} has changed`);
  const runs: Multiples[] = [];
  for (let run = 0; run < recordedRuns; run++) runs.push(await takeAll());
  const accepted: Acceptance = {
    at: new Date().toISOString().slice(0, 10),
    commit: await commitOf(),
    reason,
    multiples: Object.fromEntries(
      Object.keys(runs[0] ?? {}).map((name) => [
        name,
        middle(runs.map((run) => run[name] ?? Number.NaN).toSorted((a, b) => a - b)),
      ]),
    ),
  };
  await writeFile(recordFile, `${JSON.stringify([...record, accepted], null, 2)}\n`);
  console.log(`accepted ${Object.keys(accepted.multiples).length} figures at ${accepted.commit}`);
};

/**
 * Runs all glances and compares them with the record, or accepts them as the record. A glance with a figure that is worse is taken again,
 * and the cheaper of both counts: other work of the machine only adds, and slower code is slower twice.
 * @param reason why they are accepted
 * @returns whether no figure is worse
 */
export const ratchet = async (reason: string | undefined): Promise<boolean> => {
  const record = await readRecord();
  if (reason !== undefined) {
    await accept(record, reason);
    return true;
  }
  const { multiples = {}, commit = 'none' } = record.at(-1) ?? {};
  let measured = await takeAll();
  for (const name of subjects.keys()) {
    const isAgain = compare(multiples, measured).some(
      (one) => one.isWorse && one.name.startsWith(`${name}: `),
    );
    if (!isAgain) continue;
    console.log(`${name} has a figure that is worse than the record, again:`);
    measured = cheaper(measured, multiplesOf(await glance(name)));
  }
  const compared = compare(multiples, measured);
  const worse = compared.filter(({ isWorse }) => isWorse);
  for (const one of worse) console.log(`worse than the record: ${lineOf(one)}`);
  if (worse.length === 0) {
    console.log(
      `${compared.length} figures hold the record of ${commit}; the largest change: ${largest(compared)}`,
    );
  }
  return worse.length === 0;
};
