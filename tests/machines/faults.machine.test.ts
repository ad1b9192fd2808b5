import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTemplate, playSeed } from './faults/run.ts';
import type { Template } from './faults/fleet.ts';

/** The drill (`npm run drill -- faults`) plays as many seeds as one likes; here two short ones, so that it keeps working. */
describe.skipIf(process.platform !== 'linux')('a site that everything goes wrong for', () => {
  let template: Template;
  beforeAll(async () => {
    template = await makeTemplate(join(await mkdtemp(join(tmpdir(), 'touchline-template-')), 'kept'));
  });

  // 8 fills the disk and kills PostgreSQL and a server; 82 turns PostgreSQL's clock and breaks its connections.
  it.each([8, 82])(
    'keeps all that it has acknowledged, seed %i',
    async (seed) => {
      const { findings, evidence, counts } = await playSeed({ seed, seconds: 6, template });
      expect(findings).toEqual([]);
      expect(evidence.history.faults.length).toBeGreaterThan(0);
      // How many fit into six seconds depends on the machine.
      expect(counts.operations).toBeGreaterThan(0);
      expect(evidence.state.bets.length).toBeGreaterThan(0);
    },
    600_000,
  );
});
