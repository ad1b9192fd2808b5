import type { Input } from '@touchline/contract/routes';
import type { SettingState } from '@touchline/contract/shapes/office-settings';
import type pg from 'pg';
import { isId, newId } from '../platform/ids.ts';
import type { Config } from '../platform/config.ts';
import type { Queryable } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { refuseWaiting } from '../platform/operator-wait.ts';
import { Refused } from '../platform/refusal.ts';
import { takeOver } from '../platform/settings/live.ts';
import { transaction, withRetry } from '../platform/transaction.ts';
import { bare, fold, problemsOf, type Change, type Folded, type Ground } from './fold.ts';
import { needsOther, written } from './offered.ts';
import * as queries from './queries.ts';
import type { ChangeRow } from './queries.ts';
import { recordSettings } from './record.ts';
import { asChange, stepsOf, type Steps } from './steps.ts';

export type { ChangeRow } from './queries.ts';

/** The acting operator and their address. */
type Actor = { operator: { id: string; waitsUntil?: Date }; address: string };

/** Writes a line of the audit log within the transaction of the change. */
type Audit = (
  client: Queryable,
  entry: Actor & {
    action:
      | 'setting_proposed'
      | 'setting_accepted'
      | 'setting_refused'
      | 'setting_withdrawn'
      | 'setting_changed';
    subject: { kind: 'setting'; id: string };
    before: Record<string, string | null>;
    after: Record<string, string | null>;
    reason: string;
    detail: Record<string, string>;
  },
) => Promise<void>;

export type SettingsOptions = {
  pool: pg.Pool;
  /** As the environment has it. Its values change as operators change them; rooms read each when they need it. */
  config: Config;
  log: Log;
  audit: Audit;
};

/** Minimum length of a reason, and how far ahead a change may be scheduled. */
const reasonMin = 5;
const aheadMs = 366 * 24 * 60 * 60 * 1_000;

const states = { accept: 'accepted', refuse: 'refused', withdraw: 'withdrawn' } as const satisfies Record<
  Input<'officeSettingDecide'>['decision'],
  SettingState
>;

export type Settings = Awaited<ReturnType<typeof createSettings>>;

/**
 * The settings that operators change while the server runs. Changes are rows that are only added. The settings in force are
 * the environment with all accepted changes whose time has come, by the database's clock. Every process looks for new ones
 * each second and writes their values into the config that its rooms share.
 */
export const createSettings = async ({ pool, config, log, audit }: SettingsOptions) => {
  const base: Config = { ...config };
  let counted: { ids: string; folded: Folded } = { ids: '', folded: fold(bare(base)) };

  /** The changes in force. They are read again only when their number has grown, which is rare. */
  const countedIn = (rows: readonly ChangeRow[]): Folded => {
    const due = rows.filter((row) => row.due);
    const ids = due.map(({ id }) => id).join();
    if (ids === counted.ids) return counted.folded;
    return fold(
      bare(
        base,
        due.map((row) => asChange(row, row.proposed_at)),
      ),
    );
  };

  const groundOf = (rows: readonly ChangeRow[]): Ground & { from: Folded } => ({
    base,
    from: countedIn(rows),
    later: rows
      .filter(({ state, due }) => state === 'accepted' && !due)
      .map((row) => asChange(row, row.proposed_at)),
  });

  let known = 0;
  /** Applies the changes that have come into force since the last time. */
  const refresh = async (): Promise<void> => {
    if ((await queries.countDue(pool)) === known) return;
    const rows = (await queries.selectOpen(pool)).filter((row) => row.due);
    const folded = countedIn(rows);
    takeOver(config, folded.config);
    counted = { ids: rows.map(({ id }) => id).join(), folded };
    // If this fails, the next look applies them again.
    await recordSettings(pool, config);
    known = rows.length;
    for (const [id, problems] of folded.spoilt) {
      log.error({ change: id, problems }, 'a change of settings does not count');
    }
    log.info({ changes: known - folded.spoilt.size }, 'settings were taken over');
  };

  /** A change as the audit log keeps it. */
  const noteOf = (row: ChangeRow, { before, after }: Steps) => ({
    subject: { kind: 'setting', id: row.id } as const,
    before,
    after,
    detail: row.effective_from === null ? {} : { effectiveFrom: row.effective_from.toISOString() },
  });

  /** The requested change without values that are in force already. @throws Refused `validation` */
  const asked = (input: Input<'officeSettingSave'>, ground: Ground, now: Date): Change => {
    const effectiveFrom = input.effectiveFrom === undefined ? now : new Date(input.effectiveFrom);
    const aheadBy = effectiveFrom.getTime() - now.getTime();
    if (input.effectiveFrom !== undefined && !(aheadBy > 0 && aheadBy <= aheadMs)) {
      throw new Refused('validation', { rules: { effectiveFrom: 'range' } });
    }
    const names = input.settings.map(({ name }) => name);
    if (new Set(names).size < names.length)
      throw new Refused('validation', { rules: { settings: 'one_of' } });
    const given = Object.fromEntries(
      input.settings.map(({ name, value }) => [
        name,
        value === undefined ? null : written(name, value.trim()),
      ]),
    );
    const change = { id: newId(), number: Infinity, settings: given, effectiveFrom };
    const { before: was, after } = stepsOf(ground, change);
    const settings = Object.fromEntries(Object.entries(given).filter(([name]) => was[name] !== after[name]));
    if (Object.keys(settings).length === 0)
      throw new Refused('validation', { rules: { settings: 'required' } });
    return { ...change, settings };
  };

  /** The reason why a decision found nothing to decide. */
  const settled = (row: ChangeRow, { state, by }: { state: SettingState; by: string }): Refused => {
    if (row.state !== 'proposed') return new Refused('decided_already');
    return new Refused(state === 'withdrawn' && row.proposed_by !== by ? 'forbidden' : 'same_operator');
  };

  await refresh();
  await withRetry(() => recordSettings(pool, config));

  return {
    /** As the environment has it. */
    base,
    /** As it is now. */
    config,
    refresh,

    /** Accepted and pending changes, with the version that a decision must name. */
    open: async () => {
      const [version, rows] = await Promise.all([queries.selectVersion(pool), queries.selectOpen(pool)]);
      return { version, rows, ground: groundOf(rows) };
    },
    /** Pending changes. */
    waiting: () => queries.countWaiting(pool),
    history: (
      filter: { name: string | undefined; state: string | undefined },
      page: { limit: number; offset: number },
    ) => queries.pageOfChanges(pool, filter, page),

    /**
     * Proposes a change, or makes it where no second operator is needed; a dry run only checks it.
     * @throws Refused `outdated`, `validation`, `reason_needed`, `operator_waits` where nobody else is needed
     */
    save: async (input: Input<'officeSettingSave'>, { operator, address }: Actor) => {
      if (input.dryRun === true) {
        const [version, rows] = await Promise.all([queries.selectVersion(pool), queries.selectOpen(pool)]);
        if (version !== input.version) throw new Refused('outdated');
        const now = new Date();
        const ground = groundOf(rows);
        const change = asked(input, ground, now);
        return { ground, change, problems: problemsOf(ground, change), row: undefined };
      }
      const reason = input.reason?.trim() ?? '';
      if (Array.from(reason).length < reasonMin) throw new Refused('reason_needed');
      const done = await transaction(pool, async (client) => {
        const turn = await queries.nextVersion(client, input.version);
        if (turn === undefined) throw new Refused('outdated');
        const ground = groundOf(await queries.selectOpen(client));
        const change = asked(input, ground, turn.now);
        const problems = problemsOf(ground, change);
        if (problems.length > 0) throw new Refused('validation', { rules: rulesOf(problems) });
        const steps = stepsOf(ground, change);
        const other = needsOther(steps.names);
        // A change that needs no second operator is accepted at once.
        if (!other) refuseWaiting(operator);
        const row = await queries.insertChange(client, {
          id: change.id,
          settings: change.settings,
          before: steps.before,
          needsOther: other,
          reason,
          effectiveFrom: input.effectiveFrom === undefined ? undefined : change.effectiveFrom,
          now: turn.now,
          by: operator.id,
          version: turn.version,
        });
        const action = other ? 'setting_proposed' : 'setting_changed';
        await audit(client, { operator, address, action, reason, ...noteOf(row, steps) });
        return { ground, change, problems, row };
      });
      if (done.row.state === 'accepted') await refresh();
      return done;
    },

    /**
     * Accepts, refuses or withdraws a change. An accepted change is checked again as a whole.
     * @throws Refused `not_found`, `outdated`, `decided_already`, `same_operator`, `forbidden`, `reason_needed`, `validation`
     */
    decide: async (
      { id, version, decision, note }: Input<'officeSettingDecide'>,
      { operator, address }: Actor,
    ): Promise<ChangeRow> => {
      const state = states[decision];
      const written = note?.trim() ?? '';
      if (!isId(id)) throw new Refused('not_found');
      if (state === 'refused' && Array.from(written).length < reasonMin) throw new Refused('reason_needed');
      const row = await withRetry(() =>
        transaction(pool, async (client) => {
          const found = await queries.findChange(client, id);
          if (found === undefined) throw new Refused('not_found');
          if (found.state !== 'proposed') throw new Refused('decided_already');
          const turn = await queries.nextVersion(client, version);
          if (turn === undefined) throw new Refused('outdated');
          const ground = groundOf(await queries.selectOpen(client));
          const change = asChange(found, turn.now);
          if (state === 'accepted') {
            if (change.effectiveFrom < turn.now) {
              throw new Refused('validation', { rules: { effectiveFrom: 'range' } });
            }
            const problems = problemsOf(ground, change);
            if (problems.length > 0) throw new Refused('validation', { rules: rulesOf(problems) });
          }
          const steps = stepsOf(ground, change);
          const decided = await queries.decideChange(client, {
            id,
            state,
            by: operator.id,
            now: turn.now,
            version: turn.version,
            note: written === '' ? undefined : written,
            before: steps.before,
          });
          if (decided === undefined) throw settled(found, { state, by: operator.id });
          await audit(client, {
            operator,
            address,
            action: `setting_${state}`,
            reason: written,
            ...noteOf(decided, steps),
          });
          return decided;
        }),
      );
      if (state === 'accepted') await refresh();
      return row;
    },
  };
};

const rulesOf = (problems: readonly { name?: string | undefined }[]): Record<string, 'range'> =>
  Object.fromEntries(problems.map(({ name = 'settings' }) => [name, 'range' as const]));
