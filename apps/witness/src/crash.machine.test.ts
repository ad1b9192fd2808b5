import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { formatVerifierKey, parseVerifierKey } from '@touchline/verify/keys';
import { expect, onTestFinished, test } from 'vitest';
import { createTestLog } from './testing/test-log.ts';
import { testFolder } from './testing/test-witness.ts';

const house = createTestLog();
/** The same entry 0, and all others differ. */
const forked = createTestLog({ fork: 1 });
const SIZE = 20;
const ROUNDS = 10;
const MOST_ROUNDS = 150;
const config = {
  name: 'witness.example/w1',
  listen: '127.0.0.1:0',
  folder: 'data',
  logs: [{ origin: house.origin, vkeys: [house.vkey] }],
};

type Answer = { status: number; text: string };

/** A witness in its own process, on the configuration in this folder. */
async function run(folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), join(folder, 'config.json')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === 2) break;
  }
  const vkey = /^witness (.+)$/.exec(lines[0] ?? '')?.[1] ?? '';
  const port = /:(\d+), logs/.exec(lines[1] ?? '')?.[1] ?? '';
  /** The answer, or undefined when the process died before it came. */
  const post = async (body: string): Promise<Answer | undefined> => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/add-checkpoint`, { method: 'POST', body });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  };
  return { key: parseVerifierKey(vkey), kill, post };
}

/** Number of the newest state on the disk. */
function versionIn(folder: string): number {
  return Math.max(
    ...readdirSync(join(folder, 'data')).map((name) => Number(/^state-(\d+)/.exec(name)?.[1] ?? 0)),
  );
}

async function until(reached: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + 5000;
  while (!reached() && Date.now() < giveUpAt) await new Promise((done) => setImmediate(done));
}

test('killed between writing and answering, again and again: one tree of each size is cosigned', async () => {
  let remembered = 0;
  // Rounds continue until the point was hit, which a busy machine makes rare.
  for (let round = 0; round < ROUNDS || (remembered === 0 && round < MOST_ROUNDS); round++) {
    const folder = await testFolder();
    await writeFile(join(folder, 'config.json'), JSON.stringify(config));
    const first = await run(folder);
    expect(await first.post(house.request(0, 1))).toMatchObject({ status: 200 });
    const before = versionIn(folder);
    const answer = first.post(house.request(1, SIZE));
    // Half of the time at once when the new state can be latest, else at some time around it.
    if (round % 2 === 0) await until(() => versionIn(folder) > before);
    else await new Promise((done) => setTimeout(done, (round % 20) / 4));
    await first.kill();

    const cosigned: string[] = [];
    if ((await answer)?.status === 200) cosigned.push('house');
    const second = await run(folder);
    expect(formatVerifierKey(second.key)).toBe(formatVerifierKey(first.key));
    // Both trees can follow the one entry that was cosigned before, so only what was remembered decides.
    const other = await second.post(forked.request(1, SIZE));
    if (other?.status === 200) cosigned.push('forked');
    expect([200, 409]).toContain(other?.status);
    const same = await second.post(house.request(SIZE, SIZE));
    if (same?.status === 200) cosigned.push('house');
    expect(new Set(cosigned).size).toBe(1);
    if ((await answer) === undefined && other?.status === 409) remembered++;
    await second.kill();
  }
  // At least once the process died after writing and before answering.
  expect(remembered).toBeGreaterThan(0);
}, 300_000);
