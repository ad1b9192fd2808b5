import { limits } from '@touchline/contract/limits';
import type { Input, Output } from '@touchline/contract/routes';
import type { officeImportRoutes } from '@touchline/contract/routes/office-imports';
import { isTimeZone } from '@touchline/football/import/time-zone';
import { operatorActor } from '../catalogue/index.ts';
import {
  type Feeds,
  isForOne,
  type ChangeNote,
  oddsCsvSnapshot,
  OWN_FEED,
  resultsCsvSnapshot,
  type Snapshot,
} from '../feeds/index.ts';
import type { OperatorCall, Handlers } from '../core/handler.ts';
import type { Office } from './service.ts';
import { toImportPreview } from './import-wire.ts';
import { Refused } from '../core/refusal.ts';

type Name = Exclude<keyof typeof officeImportRoutes, 'officeClubList'>;
type File = Pick<Input<'officeImportPreview'>, 'kind' | 'text' | 'competition' | 'zone'>;

/** A file as a snapshot of the operators' own feed. @throws Refused `validation` */
const snapshotOf = ({ kind, text, competition, zone }: File): Snapshot => {
  if (zone !== undefined && !isTimeZone(zone)) throw new Refused('validation', { rules: { zone: 'choice' } });
  if (text.split(/\r\n?|\n/).length > limits.importMaxRows + 2) {
    throw new Refused('validation', { rules: { text: 'length' } });
  }
  const read = kind === 'prices' ? oddsCsvSnapshot : resultsCsvSnapshot;
  return { ...read(text, { competition, zone }), feed: OWN_FEED };
};

const goalsOf = ({ homeMean, awayMean }: { homeMean: number; awayMean: number }): string =>
  `${homeMean.toFixed(2)} – ${awayMean.toFixed(2)}`;
const scoreOf = (score: { home: number; away: number } | undefined): string | null =>
  score ? `${score.home}-${score.away}` : null;

/** The facts of a change for the audit log. */
const told = (change: Parameters<ChangeNote>[1]) => {
  switch (change.do) {
    case 'add':
      return {
        action: 'match_added' as const,
        after: {
          kickOff: change.kickOff.toISOString(),
          goals: change.prices ? goalsOf(change.prices.means) : null,
        },
      };
    case 'kick_off':
      return {
        action: 'match_moved' as const,
        before: { kickOff: change.from.toISOString() },
        after: { kickOff: change.to.toISOString() },
      };
    case 'begun':
      return {
        action: 'match_moved' as const,
        before: { kickOff: change.from.toISOString() },
        after: { began: change.to.toISOString() },
      };
    case 'void':
      return { action: 'void_proposed' as const, after: { struckFrom: change.began.toISOString() } };
    case 'prices':
      return {
        action: 'match_priced' as const,
        before: { goals: change.from ? goalsOf(change.from) : null },
        after: { goals: goalsOf(change.to.means) },
      };
    case 'result':
      return {
        action: 'result_proposed' as const,
        after: { ht: scoreOf(change.ht), ft: scoreOf(change.ft) },
      };
    case 'link':
      return { action: 'match_linked' as const };
    case 'call_off':
    default:
      return { action: 'match_moved' as const, after: { state: change.to } };
  }
};

type ImportModules = {
  feeds: Pick<Feeds, 'imports' | 'names'>;
  office: Office;
  detail: Handlers['officeEventDetail'];
};

const noteBy =
  (
    modules: ImportModules,
    { operator, address }: OperatorCall,
    reason: string,
    from: Record<string, string> = {},
  ): ChangeNote =>
  (client, change, eventId) =>
    modules.office.audit(client, {
      operator,
      address,
      reason,
      ...told(change),
      subject: { kind: 'event', id: eventId },
      detail: {
        ...from,
        match: change.names,
        ...(change.do === 'void' ? { proposal: change.proposal } : {}),
      },
    });

const preview = async (modules: ImportModules, file: File, by: OperatorCall) =>
  toImportPreview(await modules.feeds.imports.previewRows(snapshotOf(file), operatorActor(by.operator.id)));

const applyImport = async (
  modules: ImportModules,
  input: Input<'officeImportApply'>,
  caller: OperatorCall,
): Promise<Output<'officeImportApply'>> => {
  const { imports } = modules.feeds;
  const { hash, name, sure = false, reason, ...file } = input;
  const who = operatorActor(caller.operator.id);
  const outcome = await imports.apply(snapshotOf(file), {
    hash,
    who,
    operator: caller.operator.id,
    source: who,
    evidence: name,
    evenIfSuspect: sure,
    select: isForOne,
    note: noteBy(modules, caller, reason, { file: name, plan: hash }),
  });
  if (!outcome.done) throw new Refused(outcome.why === 'suspect' ? 'change_large' : 'outdated');
  const left = outcome.applied.flatMap(({ change, outcome: what }) =>
    what === 'done' ? [] : [{ names: change.names, why: what }],
  );
  return {
    applied: outcome.applied.length - left.length,
    left,
    now: await preview(modules, file, caller),
  };
};

/** The calls by which operators enter matches, results and prices, by a file or by hand. */
export const officeImportHandlers = (modules: ImportModules): Pick<Handlers, Name> => {
  const { imports, names } = modules.feeds;
  const { office, detail } = modules;

  return {
    officeImportPreview: (input, caller) => preview(modules, input, caller),
    officeImportApply: (input, caller) => applyImport(modules, input, caller),
    officeNameExplain: async ({ kind, name, place = '', means }, { operator, address }) => {
      if ((kind === 'team') !== (place !== '')) {
        throw new Refused('validation', { rules: { place: place === '' ? 'required' : 'unknown' } });
      }
      const alias = { feed: OWN_FEED, kind, place, name, means, who: operatorActor(operator.id) };
      const done = await names.explain(alias, (client) =>
        office.audit(client, {
          operator,
          address,
          action: 'name_explained',
          subject: { kind: 'name', id: name },
          detail: { of: kind, place },
          after: { means },
        }),
      );
      if (!done) throw new Refused('not_found');
      return {};
    },
    officeEventAdd: async (input, caller) => {
      const { competition, home, away, kickOff, neutral = false, stage, goals, sure = false } = input;
      const id = await imports.addOwn(
        {
          competitionId: competition,
          homeId: home,
          awayId: away,
          neutral,
          stage,
          kickOff: new Date(kickOff),
          means: goals && { homeMean: Number(goals.home), awayMean: Number(goals.away) },
        },
        {
          isSure: sure,
          who: operatorActor(caller.operator.id),
          note: noteBy(modules, caller, input.reason),
        },
      );
      return detail({ id }, caller);
    },
    officeEventMove: async ({ event, from, to, reason }, caller) => {
      await imports.moveOwn(
        event,
        { from: new Date(from), to: new Date(to) },
        { who: operatorActor(caller.operator.id), note: noteBy(modules, caller, reason) },
      );
      return detail({ id: event }, caller);
    },
  };
};
