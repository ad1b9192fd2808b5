import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { OfficeApi } from './office-api.ts';

const Messages = Type.Object({ list: Type.Array(Type.Object({ id: Type.String(), text: Type.String() })) });
const patienceMs = 10_000;

/** The codes of a site that sends nothing, as its office shows them. */
export const outbox = (office: OfficeApi) => {
  const seen = new Set<string>();
  const codes = async (to: string): Promise<{ id: string; code: string }[]> => {
    const { list } = Value.Parse(Messages, await office.call('officeOutboxList', { to }));
    return list.flatMap(({ id, text }) => {
      const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
      return code === undefined ? [] : [{ id, code }];
    });
  };
  return {
    /** The newest code for an address that was not asked for before; waits until there is one. */
    async code(to: string): Promise<string> {
      for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
        const fresh = (await codes(to)).find(({ id }) => !seen.has(id));
        if (fresh) {
          seen.add(fresh.id);
          return fresh.code;
        }
        await wait(100);
      }
      throw new Error(`no code went to ${to}`);
    },
  };
};
