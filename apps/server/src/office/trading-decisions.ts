import type { Input, Output } from '@touchline/contract/routes';
import type pg from 'pg';
import {
  asRefusal,
  type OperatorDecision,
  type DecisionLine,
  type Events,
  operatorActor,
} from '../catalogue/index.ts';
import {
  type Assumed,
  type Desk,
  type Records,
  type Settlement,
  type Telling,
  toPreview,
} from '../betting/index.ts';
import type { CallerOf, Handlers } from '../core/handler.ts';
import { Refused } from '../core/refusal.ts';
import type { Office } from './service.ts';
import { memberName } from './wire.ts';

/** The parts of the book that traders read and decide. */
export type TradingModules = {
  desk: Desk;
  events: Events;
  settlement: Settlement;
  records: Records;
};

/** What the calls of traders share: names for their answers, and a match with its current state. */
export type TradingDesk = TradingModules & {
  office: Office;
  /** Names of operators by their accounts, and of feeds. */
  telling: (who: readonly (string | null)[]) => Promise<Telling>;
  /** A match with its whole record. @throws Refused `not_found` */
  detail: (id: string) => Promise<Output<'officeEventDetail'>>;
};

type DecisionName =
  | 'officeRulingPreview'
  | 'officeResultAdd'
  | 'officeResultDecide'
  | 'officeVoidAdd'
  | 'officeVoidDecide';

/** The operator and the version of the record, with the line of the audit log. */
const deciding = (
  modules: TradingDesk,
  { event, seen }: { event: string; seen: string },
  { operator, address }: CallerOf<'operator'>,
  more: Record<string, string | number | null> = {},
): OperatorDecision => ({
  by: operatorActor(operator.id),
  seen,
  within: async (client: pg.PoolClient, { action, ...done }: DecisionLine) => {
    await modules.office.audit(client, {
      operator,
      address,
      action,
      subject: { kind: 'event', id: event },
      detail: { ...done, ...more },
    });
  },
});

const previewRuling = async (
  modules: TradingDesk,
  input: Input<'officeRulingPreview'>,
): Promise<Output<'officeRulingPreview'>> => {
  const { desk, settlement, records, office, telling } = modules;
  // Read before the preview, so that a decision on it is refused if the record has changed since.
  const { seen } = await desk.detail(input.event);
  const dry = await settlement.dryRun(input.event, assumed(input)).catch((error: unknown) => {
    throw asRefusal(error);
  });
  const names = await office.names({
    operators: [],
    members: dry.listed.map(({ memberId }) => memberId),
  });
  const bets = await records.byKeys(dry.listed);
  const list = dry.listed.flatMap(({ betId, memberId }) => {
    const bet = bets.get(betId);
    return bet === undefined ? [] : [{ bet, member: memberName(names, memberId) }];
  });
  return toPreview(dry, { seen, list }, await telling([]));
};

/** The calls about results and voids: preview, proposal, and the decision of a second operator. */
export const decisionHandlers = (modules: TradingDesk): Pick<Handlers, DecisionName> => {
  const { detail } = modules;
  const { decisions, voids } = modules.events;

  return {
    officeRulingPreview: (input) => previewRuling(modules, input),

    officeResultAdd: async (input, caller) => {
      const { event, kind, ht, ft, source: evidence } = input;
      const told = { kind, ht, ft, evidence };
      const score = (goals: typeof ht): string | null => (goals ? `${goals.home}-${goals.away}` : null);
      const more = { kind: kind ?? 'played', ht: score(ht), ft: score(ft), source: evidence };
      await decisions.proposeResult(event, told, deciding(modules, input, caller, more));
      return detail(event);
    },
    officeResultDecide: async (input, caller) => {
      const { event, version, decision, reason } = input;
      if (decision === 'refuse' && reason === undefined) throw new Refused('reason_needed');
      const why = reason ?? decision;
      await decisions.decideResult(
        event,
        { version, decision, why },
        deciding(modules, input, caller, reason === undefined ? {} : { reason }),
      );
      return detail(event);
    },
    officeVoidAdd: async (input, caller) => {
      const { event, scope = {}, undo, reason: why } = input;
      const { market, line, struckFrom, struckUntil } = scope;
      if (undo !== undefined && Object.keys(scope).length > 0) {
        throw new Refused('validation', { rules: { scope: 'unknown' } });
      }
      const more = {
        market: market ?? null,
        line: line ?? null,
        undo: undo ?? null,
        struckFrom: struckFrom ?? null,
        struckUntil: struckUntil ?? null,
        reason: why,
      };
      await voids.propose(
        event,
        { scope: scopeOf(scope), undoes: undo, why },
        deciding(modules, input, caller, more),
      );
      return detail(event);
    },
    officeVoidDecide: async (input, caller) => {
      const { event, id, decision, note } = input;
      const more = note === undefined ? {} : { note };
      await voids.decide(event, { id, decision, note }, deciding(modules, input, caller, more));
      return detail(event);
    },
  };
};

type Scope = NonNullable<Input<'officeVoidAdd'>['scope']>;

const scopeOf = ({ market, line, struckFrom, struckUntil }: Scope) => ({
  market,
  line,
  struckFrom: struckFrom === undefined ? undefined : new Date(struckFrom),
  struckUntil: struckUntil === undefined ? undefined : new Date(struckUntil),
});

const goalsOf = (text: string | undefined) => {
  if (text === undefined) return undefined;
  const [home = '', away = ''] = text.split('-');
  return { home: Number(home), away: Number(away) };
};

const required = (name: string): Refused => new Refused('validation', { rules: { [name]: 'required' } });

/** The ruling that a preview assumes. @throws Refused `validation` when it does not say */
const assumed = (input: Input<'officeRulingPreview'>): Assumed => {
  const { of, version, undo, kind = 'played', ht, ft } = input;
  if (of === 'void') return { voided: scopeOf(input) };
  if (of === 'score') return { claim: { kind, ht: goalsOf(ht), ft: goalsOf(ft) } };
  if (of === 'undo') {
    if (undo === undefined) throw required('undo');
    return { undone: undo };
  }
  if (version === undefined) throw required('version');
  return { result: version };
};
