import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Measures, measure, wantedMeasures } from './measures.ts';

const usage = `npm run house                      prints how much there is to read and how it is cut, next to the record and the aim
npm run house -- --accept REASON   makes today's figures the record`;

const recordPath = fileURLToPath(new URL('record.json', import.meta.url));
const [option, reason = ''] = process.argv.slice(2);
const now = measure(fileURLToPath(new URL('../..', import.meta.url)));
const record: { reason: string; measures: Partial<Measures> } = JSON.parse(readFileSync(recordPath, 'utf8'));

if (option === undefined) {
  const rows = Object.entries(now).map(([name, value]) => {
    const [recorded, wanted] = [Object.entries(record.measures), Object.entries(wantedMeasures)].map(
      (all) => all.find(([each]) => each === name)?.[1],
    );
    return `${name.padEnd(46)}${[value, recorded, wanted].map((each) => String(each ?? '–').padStart(10)).join('')}`;
  });
  const head = `${''.padEnd(46)}${['today', 'record', 'aim'].map((each) => each.padStart(10)).join('')}`;
  process.stdout.write(`${[head, ...rows].join('\n')}\n`);
} else if (option === '--accept' && reason !== '') {
  writeFileSync(recordPath, `${JSON.stringify({ reason, measures: now }, undefined, 2)}\n`);
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
}
