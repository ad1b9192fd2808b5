import { isDeciding } from '@touchline/contract/route';
import { routes } from '@touchline/contract/routes';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import type { Operator, OwnedData } from '../scenarios/owned-data.ts';
import { outcomeOf } from '../touchline.ts';
import {
  isExempt,
  type AnyAnswer,
  type Fields,
  type MakeInput,
  type Misuse,
  type OfficeCase,
  type OfficeCases,
  type OfficeRoute,
  type PublicCase,
  type Repetition,
} from './kinds.ts';
import { misshapen } from './misshapen.ts';
import { sharedWatched, type WatchedSite } from './watched-site.ts';

const chinese = /\p{Script=Han}/u;
const english = /[A-Za-z]{3,}/;

/** What a spreadsheet would run, in its ASCII and its wide spelling. */
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A'];
let turn = 0;
/** A text of some length that begins a formula, another one each time. */
const formula = (): string => `${formulas[turn++ % formulas.length] ?? ''} HYPERLINK("x";"y")`;

/** A refusal, in the envelope and in the language of the operator. */
const expectRefusal = (answer: AnyAnswer, reasons: readonly unknown[], what: string): void => {
  expect([what, outcomeOf(answer)]).toEqual([what, expect.toBeOneOf([...reasons])]);
  expect([what, answer.msg]).toEqual([what, expect.stringMatching(chinese)]);
  expect([what, answer.msg]).not.toEqual([what, expect.stringMatching(english)]);
  const { fields } = Object(answer.data);
  for (const text of Object.values(Object(fields))) {
    expect([what, text]).toEqual([what, expect.stringMatching(chinese)]);
  }
};

/** A way to try a call: what must hold, and the trying. */
type Try = [string, () => Promise<void>];

type WritingCase = (PublicCase | OfficeCase) & Misuse;
const isWriting = (one: PublicCase | OfficeCase): one is WritingCase => 'twice' in one;
const isOffice = (name: string): name is OfficeRoute => Object.hasOwn(routes, name);

/** The cases of calls that change something. */
export const writingCases = (cases: OfficeCases): { name: OfficeRoute; one: WritingCase }[] =>
  Object.keys(cases)
    .filter(isOffice)
    .flatMap((name) => {
      const one: PublicCase | OfficeCase | undefined = cases[name];
      return one !== undefined && isWriting(one) ? [{ name, one }] : [];
    });

/** Tries every call that changes something in every way that applies to it, on the site of this worker. */
export const testMisuse = (cases: (site: () => OwnedData) => OfficeCases): void => {
  let made: WatchedSite | undefined;
  const site = (): WatchedSite => {
    if (made === undefined) throw new Error('Not yet');
    return made;
  };
  sharedWatched.beforeAll(({ watched }) => {
    made = watched;
  });
  const tried = writingCases(cases(site)).map(({ name, one }) => ({ name, tries: triesOf(name, one, site) }));
  describe.each(tried)('$name', ({ tries }) => {
    test.each(tries)('%s', async (_what, run) => {
      await run();
    });
  });
};

/** The same, as a page sends it that shows another version. */
const onOtherVersion = (given: Fields): Fields => ({ ...given, version: Number(given['version']) + 1 });

const triesOf = (name: OfficeRoute, one: WritingCase, site: () => WatchedSite): Try[] => {
  const tries: Try[] = [];
  const route = routes[name];
  const role: OperatorRole = 'roles' in one ? one.roles[0] : 'owner';
  const isPublic = !('roles' in one);
  const alone = !isPublic && one.ends === true;
  const expected = one.refused ?? 'done';
  const operator = (nth = 0): Promise<Operator> => (alone ? site().operator([role]) : site().one(role, nth));
  const send = (by: Operator, input: string | Fields): Promise<AnyAnswer> =>
    site().send(name, input, isPublic ? undefined : by);

  /** Sends what must be refused, one after the other: nothing may change by it. */
  const refused = async (
    tries: readonly { by: Operator; what: string; input: string | Fields; reasons: readonly unknown[] }[],
  ): Promise<void> => {
    let changed: string[] = [];
    // What was done before may still continue in the background; what the tries change, they change each time.
    for (let attempt = 0; attempt < 4; attempt++) {
      const before = await site().mark();
      for (const { by, what, input, reasons } of tries) expectRefusal(await send(by, input), reasons, what);
      changed = await site().changedSince(before);
      if (changed.length === 0) break;
    }
    expect(changed).toEqual([]);
  };
  const expectLine = async (by: Operator, reason: string): Promise<void> => {
    const { rows } = await site().database.pool.query<{ subject_id: string; reason: string }>(
      `select subject_id, detail ->> 'reason' as reason from office_audit where action = 'refused' and operator_id = $1`,
      [by.id],
    );
    expect(rows).toContainEqual({ subject_id: name, reason });
  };

  if (!isPublic && route.roles.length < operatorRoles.length) {
    tries.push([
      'is not for other roles, and the attempt is logged',
      async () => {
        const others = operatorRoles.filter((each) => !route.roles.includes(each));
        const input = await one.input(await operator());
        const callers = await Promise.all(others.map((other) => site().one(other)));
        await refused(callers.map((by) => ({ by, what: by.account, input, reasons: ['forbidden'] })));
        await site().modules.office.service.refusals.flush({ all: true });
        for (const by of callers) await expectLine(by, 'forbidden');
      },
    ]);
  }

  if (route.decides !== false) {
    tries.push([
      'is not decided by an operator who waits, and the attempt is logged',
      async () => {
        const by = await site().operator([role]);
        const input = await (one.deciding ?? one.input)(by);
        expect([input, isDeciding(route, input)]).toEqual([input, true]);
        await site().database.pool.query(
          `update operator set waits_until = '2999-01-01T00:00:00Z' where id = $1`,
          [by.id],
        );
        await refused([{ by, what: 'waits', input, reasons: ['operator_waits'] }]);
        await site().modules.office.service.refusals.flush({ all: true });
        await expectLine(by, 'operator_waits');
      },
    ]);
  }

  const { own, twice, stale, forged, words, against } = one;

  if (!isExempt(own)) {
    tries.push([
      'is not decided by who proposed it, and the attempt is logged',
      async () => {
        const by = await site().operator([role]);
        const input = await own(by);
        await refused([{ by, what: 'own', input, reasons: ['same_operator'] }]);
        await expectLine(by, 'same_operator');
      },
    ]);
  }

  if (!isExempt(stale)) {
    tries.push([
      'is refused on something that is another by now',
      async () => {
        const by = await operator();
        const input = stale === 'version' ? onOtherVersion(await one.input(by)) : await stale(by);
        await refused([{ by, what: 'stale', input, reasons: ['outdated'] }]);
      },
    ]);
  }

  if (!isExempt(forged)) {
    for (const [field, given] of Object.entries(forged)) {
      const of = typeof given === 'string' ? { reason: given } : given;
      tries.push([
        `takes no forged ${field}, and the attempt is logged`,
        async () => {
          const by = await site().operator([role]);
          const input = await (of.input ?? one.input)(by);
          const values = of.values
            ? await of.values(by)
            : [newId(), (await site().one('auditor')).id, "' or 1=1 --", '../../x', newId().toUpperCase()];
          await refused(
            values.map((value) => ({
              by,
              what: `${field}: ${JSON.stringify(value)}`,
              reasons: [of.reason],
              input: { ...input, [field]: value },
            })),
          );
          if (!isPublic && ['not_found', 'file_unknown', 'forbidden'].includes(of.reason)) {
            await expectLine(by, of.reason);
          }
        },
      ]);
    }
  }

  if (!one.shape) {
    tries.push([
      'takes nothing misshapen',
      async () => {
        const by = await operator();
        const input = await one.input(by);
        const reasons = ['validation', 'bad_request', 'too_large'];
        await refused(misshapen(name, input).map(([what, body]) => ({ by, what, input: body, reasons })));
      },
    ]);
  }

  if (!isExempt(twice)) {
    tries.push(...triesOfTwice({ input: one.input, alone, site, operator, send, twice }));
  }

  if (!isExempt(words)) {
    tries.push([
      'keeps words that a spreadsheet would run as words',
      async () => {
        const by = await operator();
        const input = await one.input(by);
        const given = Object.fromEntries(words.map((field) => [field, formula()]));
        expect(outcomeOf(await send(by, { ...input, ...given }))).toBe(expected);
      },
    ]);
  }

  if (against !== undefined) {
    tries.push([
      'contradicts no feed alone',
      async () => {
        const by = await site().operator([role]);
        await against.judge(await send(by, await against.input(by)));
      },
    ]);
  }

  tries.push([
    'is otherwise done',
    async () => {
      const by = await operator();
      expect(outcomeOf(await send(by, await one.input(by)))).toBe(expected);
    },
  ]);
  return tries;
};

type RepetitionTry = {
  input: MakeInput;
  alone: boolean;
  site: () => WatchedSite;
  operator: (nth?: number) => Promise<Operator>;
  send: (by: Operator, input: Fields) => Promise<AnyAnswer>;
  twice: Repetition;
};

const triesOfTwice = ({ input: make, alone, site, operator, send, twice }: RepetitionTry): Try[] => {
  const change = async (input: Fields, callers: readonly Operator[]) => {
    const before = await site().books();
    const answers = await Promise.all(callers.map((by) => send(by, input)));
    const after = await site().books();
    const made = { entries: after.entries - before.entries, sum: after.sum - before.sum };
    return { answers, ...made, lines: after.lines - before.lines };
  };

  const two = async (nth: number): Promise<void> => {
    const once = await operator();
    const single = await change(await make(once), [once]);
    expect(single.answers.map(outcomeOf)).toEqual(['done']);
    const first = await operator(0);
    const second = alone ? first : await operator(nth);
    const both = await change(await make(first), [first, second]);
    const outcomes = both.answers.map(outcomeOf);
    expect(outcomes).toContain('done');
    const others = outcomes.toSpliced(outcomes.indexOf('done'), 1);
    expect(others).toEqual([
      expect.toBeOneOf([...twice.losers, ...(twice.same === undefined ? [] : ['done'])]),
    ]);
    const { answers: _, ...expected } = single;
    expect(both).toMatchObject(expected);
  };
  const byOne: Try = ['is done once when one operator sends it twice at once', () => two(0)];
  const byTwo: Try = ['is done once when two operators send it at once', () => two(1)];
  return alone || twice.oneOnly !== undefined ? [byOne] : [byOne, byTwo];
};
