import type { Input } from '@touchline/contract/routes';
import { settingNames, type SettingProblem } from '@touchline/contract/shapes/office-settings';
import type { ProposalDecision } from '@touchline/contract/shapes/proposals';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import type { Clock } from '../../core/clock.ts';
import { isId } from '../../core/ids.ts';
import { takeOver, type Config } from '../../core/config/config.ts';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { Proposals, lastingState, type Proposal, type ProposalEvent } from '../../core/proposals/service.ts';
import { Refused } from '../../core/refusal.ts';
import { withRetry } from '../../core/database/transaction.ts';
import { bare, fold, problemsOf, type TimedChange, type Folded, type SettingsBase } from './fold.ts';
import { needsOther, textOf, written } from './offered.ts';
import * as queries from './queries.ts';
import type { SettingChangeRow } from './queries.ts';
import { asChange, stepsOf, type Steps } from './steps.ts';

export type { SettingChangeRow } from './queries.ts';

/** Settings that only the environment has and that decide what members get. */
const fixedNames = ['CHECK_IN_SCALE', 'VIP_LEVELS', 'SITE_TIME_ZONE'] as const;

/** The recorded settings: those that operators may change, and those that decide what members get. */
const recordOf = (config: Config): Record<string, string> => {
  const given: [name: string, text: string][] = fixedNames.map((name) => [name, config[name]]);
  for (const name of settingNames) given.push([name, textOf(config, name) ?? '']);
  return Object.fromEntries(given);
};

const addRecord = query.exec(
  'setting-record-add',
  `insert into setting_record (number, settings, at)
   select coalesce(max(number), 0) + 1, $1::jsonb, site_clock() from setting_record
   having (select settings from setting_record order by number desc limit 1) is distinct from $1::jsonb
   on conflict do nothing`,
);

const isLastRecord = query.one<{ same: boolean }>(
  'setting-record-is-last',
  'select settings = $1::jsonb as same from setting_record order by number desc limit 1',
);

/** Records the settings in force, unless the last record is the same. */
export const recordSettings = async (pool: pg.Pool, config: Config): Promise<void> => {
  const settings = JSON.stringify(recordOf(config));
  for (;;) {
    const rowCount = await addRecord(pool, [settings]);
    if (rowCount === 1) return;
    const row = await isLastRecord(pool, [settings]);
    if (row?.same === true) return;
    // Another process took the number for other settings, so these get the next one.
  }
};

/** The acting operator and their address. */
type Actor = { operator: { id: string }; address: string };

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
  /** As the environment has it. Its values change as operators change them; modules read each when they need it. */
  config: Config;
  log: Log;
  clock: Clock;
  audit: Audit;
};

/** How far ahead a change may be scheduled. */
const aheadMs = 366 * 24 * 60 * 60 * 1_000;

/** Minimum length of the note of an operator who refuses. */
const noteMin = 5;

const Texts = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]));
const Body = Type.Object({
  settings: Texts,
  /** The values before it, as its proposer saw them. */
  before: Texts,
  /** The time when it takes effect; missing: once it is accepted. */
  from: Type.Optional(Type.String()),
});
type SettingProposal = Proposal<Static<typeof Body>>;

/** The steps of an applied change, and when it takes effect. */
type AppliedSteps = Steps & { from: string };

/** Who proposes or decides, the version of the settings that they saw, and whether they may make this change alone. */
type By = Actor & { seen: number; isAlone: boolean };

const decisions = { accept: 'apply', refuse: 'refuse', withdraw: 'withdraw' } as const satisfies Record<
  Input<'officeSettingDecide'>['decision'],
  ProposalDecision
>;

const actions = {
  proposed: 'setting_proposed',
  applied: 'setting_accepted',
  refused: 'setting_refused',
  withdrawn: 'setting_withdrawn',
} as const;

/** The requested change without values that are in force already. @throws Refused `validation` */
const asked = (input: Input<'officeSettingSave'>, known: SettingsBase, now: Date): TimedChange => {
  const effectiveFrom = input.effectiveFrom === undefined ? now : new Date(input.effectiveFrom);
  const aheadBy = effectiveFrom.getTime() - now.getTime();
  if (input.effectiveFrom !== undefined && !(aheadBy > 0 && aheadBy <= aheadMs)) {
    throw new Refused('validation', { rules: { effectiveFrom: 'range' } });
  }
  const names = input.settings.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Refused('validation', { rules: { settings: 'one_of' } });
  const given = Object.fromEntries(
    input.settings.map(({ name, value }) => [name, value === undefined ? null : written(name, value.trim())]),
  );
  const change = { id: '', number: Infinity, settings: given, effectiveFrom };
  const { before: was, after } = stepsOf(known, change);
  const settings = Object.fromEntries(Object.entries(given).filter(([name]) => was[name] !== after[name]));
  if (Object.keys(settings).length === 0)
    throw new Refused('validation', { rules: { settings: 'required' } });
  return { ...change, settings };
};

/**
 * The settings that operators change while the server runs. Changes are proposals; those that were accepted are rows that are
 * only added. The settings in force are the environment with all accepted changes whose time has come, by the database's clock.
 * Every process looks for new ones each second and writes their values into the config that its modules share.
 */
export class Settings {
  /** As the environment has it. */
  readonly base: Config;
  /** As it is now: its values change as operators change them, and modules read each when they need it. */
  readonly config: Config;
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #audit: Audit;

  #counted: { ids: string; folded: Folded };
  #known = 0;
  /** One after the other: of two at once, the one that read earlier could put its older settings in force last. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #proposals;

  constructor({ pool, config, log, clock, audit }: SettingsOptions) {
    this.config = config;
    this.#pool = pool;
    this.#clock = clock;
    this.#log = log;
    this.#audit = audit;
    this.base = { ...config };
    this.#counted = { ids: '', folded: fold(bare(this.base)) };
    this.#proposals = new Proposals({
      pool,
      kind: 'setting',
      schema: Body,
      needsReason: true,
      now: () => clock.now(),
      enter: async (client, { seen, isAlone }: By) => {
        if (!(await queries.takeNextVersion(client, seen))) throw new Refused('outdated');
        return { isAlone };
      },
      judge: async (client, proposal) => refuseProblems((await this.#judgedOf(client, proposal)).problems),
      apply: (client, proposal) => this.#apply(client, proposal),
      note: (client, proposal, event, by, done) => this.#note(client, proposal, event, by, done),
    });
  }

  /** Opens the settings: with the changes that are in force, and recorded. */
  static async open(options: SettingsOptions): Promise<Settings> {
    const settings = new Settings(options);
    await settings.refresh();
    await withRetry(() => recordSettings(options.pool, options.config));
    return settings;
  }

  /** Looks for changes that have come into force. */
  refresh(): Promise<void> {
    const next = this.#last.then(() => this.#takeOverDue());
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Accepted and pending changes, with the version that a decision must name. */
  async open() {
    const version = await queries.selectVersion(this.#pool);
    const rows = await queries.selectOpen(this.#pool);
    return { version, rows, known: this.#baseOf(rows) };
  }

  /** Pending changes. */
  waiting() {
    return this.#proposals.waiting();
  }

  history(
    filter: { name: string | undefined; state: string | undefined },
    page: { limit: number; offset: number },
  ) {
    return queries.pageOfChanges(this.#pool, filter, page);
  }

  /**
   * Proposes a change, or makes it where no second operator is needed; a dry run only checks it.
   * @throws Refused `outdated`, `validation`, `reason_needed`
   */
  async save(input: Input<'officeSettingSave'>, { operator, address }: Actor) {
    const { version, known } = await this.open();
    if (version !== input.version) throw new Refused('outdated');
    const change = asked(input, known, this.#clock.now());
    const problems = problemsOf(known, change);
    if (input.dryRun === true) return { known, change, problems, row: undefined };
    const { names, before } = stepsOf(known, change);
    const from = input.effectiveFrom === undefined ? {} : { from: change.effectiveFrom.toISOString() };
    const { proposal } = await this.#proposals.propose(
      { subject: { version }, body: { settings: change.settings, before, ...from }, reason: input.reason },
      { operator, address, seen: version, isAlone: !needsOther(names) },
    );
    if (proposal.state === 'applied') await this.refresh();
    return { known, change, problems, row: await this.#one(proposal.id) };
  }

  /**
   * Accepts, refuses or withdraws a change. An accepted change is checked again as a whole.
   * @throws Refused `not_found`, `outdated`, `decided_already`, `same_operator`, `forbidden`, `reason_needed`, `validation`
   */
  async decide(
    { id, version, decision, note }: Input<'officeSettingDecide'>,
    { operator, address }: Actor,
  ): Promise<SettingChangeRow> {
    const written = Array.from(note?.trim() ?? '');
    if (isId(id) && decision === 'refuse' && written.length < noteMin) throw new Refused('reason_needed');
    const found = await this.#proposals.find(id);
    if (found === undefined) throw new Refused('not_found');
    if (found.state !== 'proposed') throw new Refused('decided_already');
    // The version that was seen counts the changes of all settings, and `enter` takes the next one.
    const { proposal, isNew } = await this.#proposals.decide(
      { id, version: found.version, decision: decisions[decision], note },
      { operator, address, seen: version, isAlone: false },
    );
    if (!isNew) throw new Refused('decided_already');
    if (proposal.state === 'applied') await this.refresh();
    return this.#one(id);
  }

  /** The changes in force. They are read again only when their number has grown, which is rare. */
  #countedIn(rows: readonly SettingChangeRow[]): Folded {
    const due = rows.filter((row) => row.due);
    const ids = due.map(({ id }) => id).join();
    if (ids === this.#counted.ids) return this.#counted.folded;
    return fold(
      bare(
        this.base,
        due.map((row) => asChange(row, row.proposed_at)),
      ),
    );
  }

  #baseOf(rows: readonly SettingChangeRow[]): SettingsBase & { from: Folded } {
    return {
      base: this.base,
      from: this.#countedIn(rows),
      later: rows
        .filter(({ state, due }) => state === 'accepted' && !due)
        .map((row) => asChange(row, row.proposed_at)),
    };
  }

  /** Applies the changes that have come into force since the last time. */
  async #takeOverDue(): Promise<void> {
    if ((await queries.countDue(this.#pool)) === this.#known) return;
    const rows = (await queries.selectOpen(this.#pool)).filter((row) => row.due);
    const folded = this.#countedIn(rows);
    takeOver(this.config, folded.config);
    this.#counted = { ids: rows.map(({ id }) => id).join(), folded };
    // If this fails, the next look applies them again.
    await recordSettings(this.#pool, this.config);
    this.#known = rows.length;
    for (const [id, problems] of folded.spoilt) {
      this.#log.error({ change: id, problems }, 'a change of settings does not count');
    }
    this.#log.info({ changes: this.#known - folded.spoilt.size }, 'settings were taken over');
  }

  #changeOf({ id, body }: SettingProposal): TimedChange {
    return {
      id,
      number: Infinity,
      settings: body.settings,
      effectiveFrom: body.from === undefined ? this.#clock.now() : new Date(body.from),
    };
  }

  async #judgedOf(client: Queryable, proposal: SettingProposal) {
    const known = this.#baseOf(await queries.selectOpen(client));
    const change = this.#changeOf(proposal);
    return { change, steps: stepsOf(known, change), problems: problemsOf(known, change) };
  }

  async #apply(client: Queryable, proposal: SettingProposal): Promise<AppliedSteps> {
    const { change, steps, problems } = await this.#judgedOf(client, proposal);
    const { id, settings } = change;
    const accepted = { id, settings, before: steps.before, from: proposal.body.from };
    const from = await queries.insertAccepted(client, accepted);
    if (from === undefined) throw new Refused('validation', { rules: { effectiveFrom: 'range' } });
    refuseProblems(problems);
    return { ...steps, from: from.toISOString() };
  }

  /** Writes the line of the audit log about a change. */
  async #note(
    client: Queryable,
    proposal: SettingProposal,
    event: ProposalEvent,
    by: By | undefined,
    done: AppliedSteps | undefined,
  ): Promise<void> {
    // What an operator changes alone is one line.
    if (by === undefined || (by.isAlone && event === 'proposed')) return;
    const { before, after } = done ?? (await this.#judgedOf(client, proposal)).steps;
    const { from = proposal.body.from } = done ?? {};
    const isOfProposer = by.isAlone || event === 'proposed';
    await this.#audit(client, {
      operator: by.operator,
      address: by.address,
      action: by.isAlone ? 'setting_changed' : actions[lastingState(event)],
      subject: { kind: 'setting', id: proposal.id },
      before,
      after,
      reason: isOfProposer ? proposal.reason : (proposal.note ?? ''),
      detail: from === undefined ? {} : { effectiveFrom: from },
    });
  }

  async #one(id: string): Promise<SettingChangeRow> {
    const row = isId(id) ? await queries.findChange(this.#pool, id) : undefined;
    if (row === undefined) throw new Refused('not_found');
    return row;
  }
}

/** @throws Refused `validation` where there are problems */
const refuseProblems = (problems: readonly SettingProblem[]): void => {
  if (problems.length === 0) return;
  const rules = Object.fromEntries(problems.map(({ name = 'settings' }) => [name, 'range' as const]));
  throw new Refused('validation', { rules });
};
