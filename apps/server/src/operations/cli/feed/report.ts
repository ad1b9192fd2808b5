import type { Score } from '@touchline/football/score';
import {
  basisText,
  type PlannedChange,
  type ImportOutcome,
  isForOne,
  type OpenQuestion,
  type ImportPlan,
} from '../../../feeds/index.ts';
import type { Question } from '../../../catalogue/index.ts';

const at = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const score = (of: Score | undefined): string => (of === undefined ? '?' : `${of.home}-${of.away}`);
const result = (of: { ft?: Score | undefined; ht?: Score | undefined }): string =>
  `${score(of.ft)} (${score(of.ht)})`;

const roles = {
  first: 'proposed',
  second_source: 'agrees with what another source proposed',
  completes: 'adds the half-time score',
  contradicts_proposed: 'CONTRADICTS what is proposed',
  contradicts_confirmed: 'CONTRADICTS what is confirmed',
} as const;

const tellChange = (change: PlannedChange): string => {
  const { names } = change;
  if (change.do === 'add') {
    const prices =
      change.prices === undefined ? 'no prices' : `prices from ${basisText(change.prices.basis)}`;
    const instead =
      change.instead === undefined ? '' : `, in the place of ${at(change.instead.kickOff)}, which is off`;
    return `new: ${names}: ${at(change.kickOff)}, ${prices}${instead}`;
  }
  if (change.do === 'link') return `known from another feed: ${names}`;
  if (change.do === 'kick_off') return `kick-off: ${names}: ${at(change.from)} → ${at(change.to)}`;
  if (change.do === 'begun')
    return `BEGUN: ${names}: at ${at(change.to)}, not ${at(change.from)}: betting stops; nothing is proposed: propose to void the bets since, or lift the stop, in the office`;
  if (change.do === 'call_off') return `${change.to}: ${names}`;
  if (change.do === 'prices') {
    const { homeMean, awayMean } = change.to.means;
    return `prices: ${names}: ${homeMean.toFixed(2)} and ${awayMean.toFixed(2)} goals, from ${basisText(change.to.basis)}`;
  }
  const beside = change.against === undefined ? '' : ` ${result(change.against)} of ${change.against.source}`;
  return `result: ${names}: ${result(change)}: ${roles[change.as]}${beside}`;
};

/** How to answer a question about a name. */
const tellQuestion = (feed: string, { kind, place, name, seenIn, suggestions }: Question): string[] => {
  const of = place === '' ? '' : ` --place ${JSON.stringify(place)}`;
  const command = (id: string) => `npm run feed -- alias ${feed} ${kind} ${JSON.stringify(name)} ${id}${of}`;
  return [
    `${kind} ${JSON.stringify(name)} of ${seenIn} is not known`,
    ...(suggestions.length === 0 ? [`  ${command('ID')}`] : []),
    ...suggestions.map((each) => `  ${each.name}?  ${command(each.id)}`),
  ];
};

export const tellQuestions = (questions: readonly OpenQuestion[]): string[] =>
  questions.length === 0 ? ['no open questions'] : questions.flatMap((each) => tellQuestion(each.feed, each));

/** A plan for people, the same lines each time. */
export const tellPlan = (plan: ImportPlan): string[] => {
  const { feed, changes, doubts, problems, questions, waiting, same, suspect, hash } = plan;
  return [
    ...changes.map((change) =>
      isForOne(change) ? tellChange(change) : `left to two operators, in the office: ${tellChange(change)}`,
    ),
    ...doubts.map(
      ({ names, why, detail }) => `left to you: ${names}: ${why.replaceAll('_', ' ')}: ${detail}`,
    ),
    ...problems.map(({ row, reason, detail }) => `not read: row ${row}: ${reason}: ${detail}`),
    ...questions.flatMap((question) => tellQuestion(feed, question)),
    '',
    `${changes.length} changes, ${same} matches as they are, ${doubts.length} left to you, ${problems.length} not read, ${waiting} waiting for names`,
    ...(suspect ? ['So many results disagree with those on record that the feed itself may be wrong.'] : []),
    ...(changes.length === 0 ? [] : [`plan ${hash}`]),
  ];
};

/** The result of an apply. */
export const tellOutcome = (outcome: ImportOutcome): string[] => {
  if (outcome.done) {
    const left = outcome.applied.filter((each) => each.outcome !== 'done');
    const why = { done: '', moved: 'it has moved meanwhile', impossible: 'it cannot be beside the record' };
    return [
      `${outcome.applied.length - left.length} changes done`,
      ...left.map(({ change, outcome: what }) => `not done, ${why[what]}: ${tellChange(change)}`),
    ];
  }
  const why =
    outcome.why === 'suspect'
      ? 'Nothing was done: look at the contradictions, then say --even-if-suspect.'
      : 'Nothing was done: the plan is another by now. This one:';
  return outcome.why === 'suspect' ? [why] : [why, ...tellPlan(outcome.plan)];
};
